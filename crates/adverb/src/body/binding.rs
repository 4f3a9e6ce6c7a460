//! How one body follows another, in numbers.
//!
//! With W the world rotation of what it follows, in aligned axes, a joint of the target has the rotation W · turn; one
//! that follows none hangs at rest from its parent. The middle between the source's hip joints, scaled by `scale` and with
//! its height h as `ankle[1] + scale · (h − ankle[0])`, is where that of the target is. The sole of a foot
//! that stands rolls over the ground without sliding.

use glam::{DQuat, DVec3};

use super::align::Pair;
use super::arms::Arms;
use super::bearing::length;
use super::figure::Figure;
use super::legs::{self, Leg, Proportions};
use super::map::{self, Follow, Map, NoHips};
use super::own;
use super::rigid::{Transform, between, twist_y};
use super::roles::Part;
use super::sole::Sole;

/// How one body, the target, follows another, the source.
#[derive(Debug, Clone, PartialEq)]
pub struct Binding {
    /// Of the target, parents before children.
    pub joints: Vec<BoundJoint>,
    /// The joint that carries the body.
    pub hips: usize,
    /// The middle between the target's hip joints, seen from its hips.
    pub middle: DVec3,
    /// How legs of another length carry it.
    pub proportions: Proportions,
    /// Legs with planted feet: those that carry the hips, then forelegs.
    pub legs: Vec<BoundLeg>,
    /// Arms that keep their distance from the body, where they need to.
    pub arms: Option<Arms>,
    /// The target lies on four legs where the source stands upright.
    pub on_fours: bool,
    /// Which joint follows which.
    pub map: Map,
}

/// A joint of the target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundJoint {
    /// Among the joints.
    pub parent: Option<usize>,
    /// What turns it.
    pub follows: Option<Follow>,
    /// W · turn is its rotation.
    pub turn: DQuat,
    /// Below its parent, at rest.
    pub rest: Transform,
}

/// A leg of the target with what its foot stands on.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundLeg {
    /// Its joints.
    pub leg: Leg,
    /// What of it touches the ground.
    pub sole: Sole,
    /// Of a leg that steps as another does: where its ankle is at rest, over the ground from its upper end, and how high.
    pub step: Option<DVec3>,
    /// The axis about which the knee bends, seen from the hip.
    pub hinge: DVec3,
    /// How long it is, in lengths of the one that it follows.
    pub ratio: f64,
}

/// Binds a body, the target, to another, the source. `given` are joints of the source and of the target that belong together, where
/// neither names nor anatomy decide.
///
/// # Errors
/// If the hips of one of them are unknown.
pub fn bind(source: &Figure, target: &Figure, given: &[(usize, usize)]) -> Result<Binding, NoHips> {
    let namesakes = namesakes(source, target);
    let map = match map::map(source, target, given, &namesakes) {
        Ok(map) => map,
        Err(unknown) => {
            let own = given.is_empty().then(|| own::bind(source, target, &namesakes)).flatten();
            return own.ok_or(unknown);
        }
    };
    let pair = Pair::of(source, target, &map);
    let turns = pair.turns(&map);
    let mut legs = legs::legs(&pair, &map);
    let proportions = Proportions::of(&pair, &mut legs);
    let hips = map.joint(Part::Hips, None).unwrap_or(0);
    let joint = |t: usize| BoundJoint {
        parent: target.tree.parents[t],
        follows: map.follows[t],
        turn: turns[t].unwrap_or(DQuat::IDENTITY),
        rest: target.rest[t],
    };
    let mut joints: Vec<BoundJoint> = (0..target.places.len()).map(joint).collect();
    for leg in legs.iter().filter(|leg| leg.fore && pair.on_fours) {
        follow_across(&mut joints, target, leg, &legs);
    }
    let bound = |leg: &Leg| {
        let [shoulder, _, wrist, _] = leg.target.map(|j| target.places[j]);
        let steps = leg.fore && pair.on_fours;
        let step = steps.then(|| (wrist - shoulder).with_y(wrist.y - target.ground()));
        let hip = leg.target[0];
        // A knee bends as the one that it follows; one that follows none, as it was drawn, else back, as the elbows of forelegs do.
        let hinge = match joints[hip].follows {
            Some(follow) => {
                joints[hip].turn.inverse() * pair.source_stands.hinge(follow.from).unwrap_or(DVec3::X)
            }
            None => {
                let [upper, middle, end, _] = leg.target.map(|j| target.places[j]);
                let is_ahead = (middle - upper).cross(end - middle).x > 0.0;
                target.axes[hip].inverse() * if is_ahead { DVec3::X } else { DVec3::NEG_X }
            }
        };
        let ratio = match length(target, &leg.target) / length(source, &leg.source) {
            ratio if ratio.is_finite() && ratio > 0.0 && !pair.on_fours => ratio,
            _ => proportions.scale,
        };
        BoundLeg { leg: *leg, sole: Sole::of(&pair, leg), step, hinge, ratio }
    };
    let hind: Vec<&Leg> = legs.iter().filter(|leg| !leg.fore).collect();
    let sum: DVec3 = hind.iter().map(|leg| target.places[leg.target[0]] - target.places[hips]).sum();
    let middle = target.axes[hips].inverse() * sum / (hind.len() as f64).max(1.0);
    let legs = legs.iter().map(bound).collect();
    let arms = Arms::of(&pair, &map, &turns);
    Ok(Binding { joints, hips, middle, proportions, legs, arms, on_fours: pair.on_fours, map })
}

/// Joints of one name, end sites aside: of the same, else but for the name space, case and punctuation. Of several, each finds its own.
fn namesakes(source: &Figure, target: &Figure) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let rough: [fn(&str) -> String; 2] = [str::to_owned, plain];
    for called in rough {
        let names =
            |figure: &Figure| -> Vec<String> { figure.tree.names.iter().map(|n| called(n)).collect() };
        let (own, others) = (names(source), names(target));
        for (s, name) in own.iter().enumerate().filter(|(s, _)| !source.tree.ends[*s]) {
            let is_free = |t: &usize| !pairs.iter().any(|pair| pair.0 == s || pair.1 == *t);
            let found = (0..others.len()).find(|t| others[*t] == *name && is_free(t));
            pairs.extend(found.map(|t| (s, t)));
        }
    }
    pairs
}

/// A name without name space, case and punctuation: `left_up-leg` and `mixamorig:LeftUpLeg` are the same.
fn plain(name: &str) -> String {
    let bare = name.rsplit([':', '|']).next().unwrap_or(name);
    let plain: String = bare.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if plain.is_empty() { name.into() } else { plain }
}

/// A foreleg that steps as the leg across keeps its rest but for the foot, which is turned as the other's.
fn follow_across(joints: &mut [BoundJoint], target: &Figure, leg: &Leg, legs: &[Leg]) {
    let [shoulder, elbow, wrist, _] = leg.target;
    let Some(across) = legs.iter().find(|other| other.side != leg.side && !other.fore) else { return };
    let ankle = across.target[2];
    (joints[shoulder].follows, joints[elbow].follows) = (None, None);
    joints[wrist].follows = joints[ankle].follows;
    joints[wrist].turn = (joints[ankle].turn * target.axes[ankle].inverse() * target.axes[wrist]).normalize();
}

impl Binding {
    /// The legs that carry the hips.
    pub fn hind(&self) -> impl Iterator<Item = &Leg> {
        self.legs.iter().map(|bound| &bound.leg).filter(|leg| !leg.fore)
    }

    /// Each joint of the target below its parent, feet not planted; `frame` is `world_from_joint` of the source in aligned axes.
    #[must_use]
    pub fn locals(&self, frame: &[Transform]) -> Vec<Transform> {
        let mut world: Vec<Transform> = Vec::with_capacity(self.joints.len());
        let mut locals = Vec::with_capacity(self.joints.len());
        for (j, joint) in self.joints.iter().enumerate() {
            let parent = joint.parent.map_or(Transform::IDENTITY, |p| world[p]);
            let mut own = parent.compose(joint.rest);
            if let Some(Follow { from, to, part }) = joint.follows {
                let turned = match from == to {
                    true => frame[from].rotation,
                    false => between(frame[from].rotation, frame[to].rotation, part),
                };
                own.rotation = (turned * joint.turn).normalize();
            }
            if j == self.hips {
                own.translation = self.place(frame, own);
            }
            world.push(own);
            locals.push(parent.inverse().compose(own));
        }
        locals
    }

    /// Where the hips are: the middle between the hip joints goes where legs of another length carry it.
    fn place(&self, frame: &[Transform], hips: Transform) -> DVec3 {
        let Some(follow) = self.joints[self.hips].follows else { return hips.translation };
        let count = self.hind().count() as f64;
        if count == 0.0 {
            return self.proportions.hips(frame[follow.from].translation);
        }
        let middle = self.hind().map(|leg| frame[leg.source[0]].translation).sum::<DVec3>() / count;
        self.proportions.hips(middle) - hips.rotation * self.middle
    }

    /// Where the foot of a leg that steps as another does is to be, seen from its upper end over the ground, and how high: as far from
    /// its shoulder as the other's foot from the hip.
    #[must_use]
    pub fn step(&self, bound: &BoundLeg, frame: &[Transform]) -> Option<DVec3> {
        let rest = bound.step?;
        let [hip, _, ankle, _] = bound.leg.source.map(|j| frame[j].translation);
        let hips = self.joints[self.hips].follows;
        let heading = hips.map_or(0.0, |hips| twist_y(frame[hips.from].rotation));
        let way = self.proportions.scale * (ankle - hip);
        let high = rest.y + self.proportions.scale * (ankle.y - self.proportions.ankle[0]);
        Some((way + super::rigid::about_y(heading) * rest).with_y(high))
    }
}
