//! A body that follows an actor while it runs.
//!
//! Every joint is turned as what it follows, and legs of the body's own length carry the hips ([`Binding`]). A foot that stands
//! rolls over the ground on the body's own sole, and what that takes fades out when it leaves; where a leg cannot reach, the hips
//! come down. Nothing here looks ahead, so it serves a game; [authoring](https://docs.rs/adverb-author) plants feet of whole motions.
//!
//! The body lives in a space of its own: its unit, and its size beside the skeleton's (`scale`). Drawn at 1 / scale it stands where
//! the actor does.

use glam::{Affine3A, Quat, Vec3};

use super::binding::{Binding, BoundLeg};
use crate::actor::{Actor, World};
use crate::ik::two_bone::small_turns;
use crate::kinematics::{LocalTransform, world_rotation, world_transforms};
use crate::rotation::{about_y, compose, inverse, normalised, rotate};

/// Seconds in which a hold comes and goes.
const FADE_SECS: f32 = 0.07;
/// Seconds in which the hips come down where a leg cannot reach.
const LOWERING_SECS: f32 = 0.1;
/// A leg reaches this part of its length.
const LONGEST_REACH: f32 = 0.999;
/// A foot that has gone farther than this at once, in legs, was carried there.
const CARRIED_LEGS: f32 = 0.3;

/// A body that follows an actor.
#[derive(Debug, Clone)]
pub struct Wearer {
    joints: Vec<Joint>,
    hips: usize,
    middle: Vec3,
    scale: f32,
    ankle: [f32; 2],
    ball: [f32; 2],
    /// How many of the legs carry the hips; those come first.
    hind: usize,
    legs: Vec<Leg>,
    lowered: f32,
    /// Where the source's joints are.
    source: Vec<Affine3A>,
    /// Where the body's are, in its own space.
    world: Vec<LocalTransform>,
    locals: Vec<LocalTransform>,
}

#[derive(Debug, Clone, Copy)]
struct Joint {
    parent: Option<usize>,
    follows: Option<(usize, usize, f32)>,
    turn: Quat,
    rest: LocalTransform,
}

impl Wearer {
    /// A body as it was bound to a skeleton.
    #[must_use]
    pub fn new(binding: &Binding) -> Self {
        let joint = |joint: &super::BoundJoint| Joint {
            parent: joint.parent,
            follows: joint.follows.map(|follow| (follow.from, follow.to, follow.part as f32)),
            turn: normalised(joint.turn.as_quat()),
            rest: LocalTransform {
                translation: joint.rest.translation.as_vec3(),
                rotation: normalised(joint.rest.rotation.as_quat()),
            },
        };
        let proportions = &binding.proportions;
        let count = binding.joints.len();
        Self {
            joints: binding.joints.iter().map(joint).collect(),
            hips: binding.hips,
            middle: binding.middle.as_vec3(),
            scale: proportions.scale as f32,
            ankle: proportions.ankle.map(|height| height as f32),
            ball: proportions.ball.map(|height| height as f32),
            hind: binding.hind().count(),
            legs: binding.legs.iter().map(Leg::new).collect(),
            lowered: 0.0,
            source: Vec::new(),
            world: vec![LocalTransform::IDENTITY; count],
            locals: vec![LocalTransform::IDENTITY; count],
        }
    }

    /// How large the body is beside the skeleton: drawn at 1 / scale it stands where the actor does.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Takes on the pose of an actor, so many seconds after the one before. Takes memory for the first actor, and never again.
    pub fn pose(&mut self, actor: &Actor, world: &dyn World, secs: f32) {
        let skeleton = actor.graph().skeleton();
        self.source.resize(skeleton.joints().len(), Affine3A::IDENTITY);
        let mut source = core::mem::take(&mut self.source);
        world_transforms(skeleton, actor.dofs(), &mut source);
        let secs = if secs > 0.0 && secs.is_finite() { secs } else { 0.0 };
        self.turn(&source);
        let (graph, origin) = (actor.graph(), actor.origin());
        let mut lack = 0.0_f32;
        let mut legs = core::mem::take(&mut self.legs);
        for leg in &mut legs {
            let planted = graph.foot_ids().any(|id| {
                let ball = graph.foot(id).ball.index();
                actor.is_planted(id) && (ball == leg.source[3] || ball == leg.source[2])
            });
            let step = self.step(&source, leg);
            // Where the pose itself has the ground, and where the world does.
            let own = self.scale * (source[leg.source[3]].translation.y - self.ball[0]);
            let ground = |at: Vec3| {
                let [x, y, z] = (at / self.scale).to_array();
                let asked = origin.to_world([x, y, z]);
                let found = world.ground(asked)?;
                Some(self.scale * (found.height - asked[1]) as f32 + at.y)
            };
            lack = lack.max(leg.aim(&self.world, planted, step, own, &ground, secs));
        }
        self.lowered += (lack - self.lowered) * (1.0 - libm::expf(-secs / LOWERING_SECS));
        self.write(&legs);
        (self.legs, self.source) = (legs, source);
    }

    /// Forgets where feet stood: after a jump to another place.
    pub fn reset(&mut self) {
        self.lowered = 0.0;
        self.legs.iter_mut().for_each(Leg::reset);
    }

    /// Its joints below their parents, those without in its own space; in the order in which the body has them.
    #[must_use]
    pub fn locals(&self) -> &[LocalTransform] {
        &self.locals
    }

    /// Where a joint is, in its own space.
    ///
    /// # Panics
    /// If there is no such joint.
    #[must_use]
    pub fn world(&self, joint: usize) -> LocalTransform {
        self.world[joint]
    }

    /// What the pose does to the foot of a leg.
    fn step(&self, source: &[Affine3A], leg: &Leg) -> Step {
        let at = |j: usize| Vec3::from(source[j].translation);
        let [hip, _, ankle, ball] = leg.source;
        let way = at(ankle) - at(hip);
        // Where the hips' z axis points, which is ahead in aligned axes.
        let hips = self.joints[self.hips].follows.map_or(0, |follows| follows.0);
        let ahead = source[hips].matrix3.z_axis;
        Step {
            height: self.ball[1] + self.scale * (at(ball).y - self.ball[0]),
            way: Vec3::new(way.x, at(ankle).y - self.ankle[0], way.z) * self.scale,
            heading: libm::atan2f(ahead.x, ahead.z),
        }
    }

    /// Turns every joint as what it follows, and carries the hips.
    fn turn(&mut self, source: &[Affine3A]) {
        for j in 0..self.joints.len() {
            let joint = self.joints[j];
            let parent = joint.parent.map_or(LocalTransform::IDENTITY, |p| self.world[p]);
            let mut own = below(&parent, &joint.rest);
            if let Some((from, to, part)) = joint.follows {
                let mut turned = world_rotation(&source[from]);
                if from != to {
                    turned = between(turned, world_rotation(&source[to]), part);
                }
                own.rotation = normalised(compose(turned, joint.turn));
                if j == self.hips {
                    own.translation = self.place(source, from, own.rotation);
                }
            }
            self.world[j] = own;
        }
    }

    /// Where the hips are: the middle between the hip joints goes where legs of another length carry it.
    fn place(&self, source: &[Affine3A], hips: usize, rotation: Quat) -> Vec3 {
        let carried = |at: Vec3| {
            let high = self.ankle[1] + self.scale * (at.y - self.ankle[0]);
            Vec3::new(self.scale * at.x, high, self.scale * at.z)
        };
        if self.hind == 0 {
            return carried(source[hips].translation.into());
        }
        let hip = |leg: &Leg| Vec3::from(source[leg.source[0]].translation);
        let sum = self.legs[..self.hind].iter().fold(Vec3::ZERO, |sum, leg| sum + hip(leg));
        carried(sum / self.hind as f32) - rotate(rotation, self.middle)
    }

    /// The hips come down, the legs bend, and everything hangs from what it hangs from.
    fn write(&mut self, legs: &[Leg]) {
        for leg in legs {
            leg.bend(&mut self.world, self.lowered);
        }
        for j in 0..self.joints.len() {
            let joint = self.joints[j];
            let parent = joint.parent.map_or(LocalTransform::IDENTITY, |p| self.world[p]);
            let mut own = self.world[j];
            if j == self.hips {
                own.translation.y -= self.lowered;
            } else {
                own.translation = below(&parent, &joint.rest).translation;
            }
            // What follows none goes along.
            let bent = legs.iter().any(|leg| leg.target[..3].contains(&j));
            if joint.follows.is_none() && !bent {
                own.rotation = normalised(compose(parent.rotation, joint.rest.rotation));
            }
            let up = inverse(parent.rotation);
            self.locals[j] = LocalTransform {
                translation: rotate(up, own.translation - parent.translation),
                rotation: normalised(compose(up, own.rotation)),
            };
            self.world[j] = own;
        }
    }
}

/// What the motion does to the foot of a leg, in the body's own space.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// Of its ball.
    height: f32,
    /// From the hip to the ankle over the ground, and how much higher than at rest that is.
    way: Vec3,
    heading: f32,
}

/// A leg whose foot stands while the actor's does.
#[derive(Debug, Clone)]
struct Leg {
    target: [usize; 4],
    source: [usize; 4],
    ball: Vec3,
    hinge: Vec3,
    step: Option<Vec3>,
    soft: f32,
    /// The points of the sole: how many joints hold each, and all of these with where it is seen from them and how much they do.
    held: Vec<usize>,
    holds: Vec<(usize, Vec3, f32)>,
    /// By how much the foot is moved over the ground, and how much of a hold that is.
    correction: Vec3,
    holding: f32,
    /// Where the ankle is over the ground while the foot stands, and whether it does.
    place: Vec3,
    planted: bool,
    /// How high the ground was where it last stood.
    stood: f32,
    goal: Vec3,
    /// The sole, seen from the ankle; as it was, and as it is.
    before: Vec<Vec3>,
    under: Vec<Vec3>,
}

impl Leg {
    fn new(bound: &BoundLeg) -> Self {
        let points = &bound.sole.points;
        let hold =
            |&(joint, from, weight): &(usize, glam::DVec3, f64)| (joint, from.as_vec3(), weight as f32);
        Self {
            target: bound.leg.target,
            source: bound.leg.source,
            ball: bound.leg.ball.as_vec3(),
            hinge: bound.hinge.as_vec3(),
            step: bound.step.map(|step| step.as_vec3()),
            soft: bound.sole.soft as f32,
            held: points.iter().map(Vec::len).collect(),
            holds: points.iter().flatten().map(hold).collect(),
            correction: Vec3::ZERO,
            holding: 0.0,
            place: Vec3::ZERO,
            planted: false,
            stood: 0.0,
            goal: Vec3::ZERO,
            before: vec![Vec3::ZERO; points.len()],
            under: vec![Vec3::ZERO; points.len()],
        }
    }

    fn reset(&mut self) {
        (self.correction, self.holding, self.planted) = (Vec3::ZERO, 0.0, false);
    }

    /// Decides where the ankle is to be; `own` is how high the ground is that the pose itself shows. Returns how far the hips must come
    /// down for that.
    fn aim(
        &mut self,
        world: &[LocalTransform],
        planted: bool,
        step: Step,
        own: f32,
        ground: &dyn Fn(Vec3) -> Option<f32>,
        secs: f32,
    ) -> f32 {
        let [hip, knee, ankle, ball] = self.target.map(|j| world[j]);
        self.look_under(world, ankle.translation);
        let at = match self.step {
            Some(rest) => {
                let over = Vec3::new(hip.translation.x, 0.0, hip.translation.z);
                rotate(about_y(step.heading), rest) + step.way + over
            }
            None => ankle.translation,
        };
        let fading = libm::expf(-secs / FADE_SECS);
        match (planted, self.planted) {
            (true, false) => (self.place, self.stood) = (at + self.correction, own),
            (true, true) => self.place += self.rolled(),
            _ => {}
        }
        self.planted = planted;
        self.correction = match planted {
            true => level(self.place - at),
            false => self.correction * fading,
        };
        self.holding = if planted { 1.0 - (1.0 - self.holding) * fading } else { self.holding * fading };
        let length =
            hip.translation.distance(knee.translation) + knee.translation.distance(ankle.translation);
        // Whoever was carried elsewhere at once stands there.
        if self.correction.length() > CARRIED_LEGS * length {
            (self.correction, self.place) = (Vec3::ZERO, at);
        }
        self.goal = at + self.correction;
        let goal = self.goal;
        // The ground of the world, else that of the motion: where the foot stands, or the lower of there and where it stood.
        let floor = if planted { own } else { self.stood.min(own) };
        let lift = |point: &Vec3| ground(goal + *point).unwrap_or(floor) - point.y - goal.y;
        let to_ground = self.under.iter().map(lift).fold(f32::NEG_INFINITY, larger);
        let as_high = match self.step {
            Some(_) => 0.0,
            None => step.height - (ball.translation + rotate(ball.rotation, self.ball)).y,
        };
        // A foot in the air may be higher, never lower.
        let free = larger(larger(to_ground, as_high), 0.0);
        self.goal.y += self.holding * to_ground + (1.0 - self.holding) * free;
        let down = hip.translation - self.goal;
        let reach = larger(LONGEST_REACH * length, hip.translation.distance(ankle.translation));
        let high = reach * reach - down.x * down.x - down.z * down.z;
        larger(0.0, down.y - larger(0.0, high).sqrt())
    }

    /// Where the sole is.
    fn look_under(&mut self, world: &[LocalTransform], ankle: Vec3) {
        core::mem::swap(&mut self.before, &mut self.under);
        let mut holds = self.holds.iter();
        for (point, &held) in self.under.iter_mut().zip(&self.held) {
            *point = Vec3::ZERO;
            for &(joint, from, weight) in holds.by_ref().take(held) {
                let at = world[joint].translation + rotate(world[joint].rotation, from);
                *point += (at - ankle) * weight;
            }
        }
    }

    /// By how much the ankle goes on when what touches the ground stays.
    fn rolled(&self) -> Vec3 {
        let lowest =
            |points: &[Vec3]| points.iter().fold(f32::INFINITY, |low, p| if p.y < low { p.y } else { low });
        let (low, low_before) = (lowest(&self.under), lowest(&self.before));
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for (now, before) in self.under.iter().zip(&self.before) {
            let carries = libm::expf(-larger(now.y - low, before.y - low_before) / self.soft);
            sum += (*before - *now) * carries;
            total += carries;
        }
        if total > 0.0 { level(sum / total) } else { Vec3::ZERO }
    }

    /// Turns hip, knee and ankle so that the ankle is where it is to be after the hips have come down.
    fn bend(&self, world: &mut [LocalTransform], lowered: f32) {
        let [hip, knee, ankle, _] = self.target;
        let [upper, middle, end] = [hip, knee, ankle].map(|j| world[j]);
        let goal = self.goal + Vec3::new(0.0, lowered, 0.0);
        let hinge = rotate(upper.rotation, self.hinge);
        let places = [upper, middle, end].map(|joint| joint.translation - upper.translation);
        let (first, second) = small_turns(places[0], places[1], places[2], goal - upper.translation, hinge);
        world[hip].rotation = normalised(compose(first, upper.rotation));
        world[knee].rotation = normalised(compose(compose(second, first), middle.rotation));
        world[ankle].rotation = end.rotation;
    }
}

fn below(parent: &LocalTransform, local: &LocalTransform) -> LocalTransform {
    LocalTransform {
        translation: parent.translation + rotate(parent.rotation, local.translation),
        rotation: normalised(compose(parent.rotation, local.rotation)),
    }
}

/// Between two rotations, the short way.
fn between(from: Quat, to: Quat, part: f32) -> Quat {
    let dot = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w;
    let (a, b) = (1.0 - part, if dot < 0.0 { -part } else { part });
    let mixed = [from.x * a + to.x * b, from.y * a + to.y * b, from.z * a + to.z * b, from.w * a + to.w * b];
    normalised(Quat::from_array(mixed))
}

fn level(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// Compared, not `max`: which zero that returns differs between machines.
fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}
