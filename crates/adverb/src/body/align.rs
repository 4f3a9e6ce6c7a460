//! How the joints of a body are turned when the joints that they follow are in their figure's pose.
//!
//! A joint of the target with orientation B in its figure has, when the joint that it follows is turned by W from its own figure,
//! the orientation W · A · B, whatever the axes and rolls of either. A makes up for what the two poses differ by: arms held out
//! or down, a trunk that leans. With C the turn that brings a joint from its figure's pose to one that all bodies know, A is the
//! source's C⁻¹ · the target's C; so what goes from one body to another comes back.
//!
//! - Arms and legs hang in that pose, and their hinges, elbow and knee, lie across the body. Where the hinge is tells the roll
//!   of a limb, which its direction does not: as motions show, or as it is in a figure that somebody drew.
//! - Trunk, head and collar bones are upright in poses that somebody drew: C is nothing. In a mean of what a body does the trunk may
//!   lean; there each bone of back and neck tells. A neck whose joints contradict each other goes by the line that they make (`neck`).
//! - The pelvis is rolled so that both legs, straight, stand on level ground: legs of unequal length are as straight on others.
//! - Feet are flat and point ahead. Of a mean, and of a pose with legs apart, the moments in which the foot stands tell how it is
//!   when flat (`bearing`).
//! - What stands on four legs keeps its stance: hanging limbs of a person are its standing ones.

use glam::{DQuat, DVec3};

use super::bearing::Bearing;
use super::figure::Figure;
use super::hand::Palm;
use super::map::{Follow, Map};
use super::rigid::{about_y, about_z, between, shortest};
use super::roles::Part;
use super::sides::Side;

/// A hinge that is nearer than this to the line of its limb, as a sine, tells nothing.
const ALONG: f64 = 0.2;
/// Bones whose directions differ by less than this are held alike.
const SAME_DIRECTION: f64 = 0.02;

/// Two figures, and how each of them stands.
pub(super) struct Pair<'a> {
    pub(super) source: &'a Figure,
    pub(super) target: &'a Figure,
    pub(super) source_stands: Bearing,
    pub(super) target_stands: Bearing,
    /// The target lies on four legs where the source stands.
    pub(super) on_fours: bool,
}

impl<'a> Pair<'a> {
    pub(super) fn of(source: &'a Figure, target: &'a Figure, map: &Map) -> Self {
        let on_fours = target.lies() && !source.lies() && source.trunk().is_some();
        let [shown, target_stands] =
            [source, target].map(|own| own.bearing.clone().unwrap_or_else(|| Bearing::drawn(own)));
        let mut pair = Self { source, target, source_stands: shown, target_stands, on_fours };
        // Who was drawn alike, and shows nothing else, needs no other measure.
        if target.bearing.is_none() && source.is_drawn {
            if pair.same_legs(map) {
                let ball = pair.source_stands.ball;
                pair.source_stands =
                    Bearing { ball, neck: pair.source_stands.neck, ..Bearing::drawn(source) };
            }
            if pair.same_necks(map) {
                pair.source_stands.neck.clear();
            }
        }
        pair
    }

    /// For every joint of the target that follows one, A · B.
    pub(super) fn turns(&self, map: &Map) -> Vec<Option<DQuat>> {
        let mut turns: Vec<Option<DQuat>> = vec![None; self.target.places.len()];
        for (t, follow) in map.follows.iter().enumerate() {
            let Some(follow) = follow else { continue };
            let inherited = self.target.tree.up(t).skip(1).find_map(|above| turns[above]);
            turns[t] = Some(self.turn(map, t, follow, inherited.unwrap_or(DQuat::IDENTITY)));
        }
        let placed = |(turn, axes): (Option<DQuat>, &DQuat)| Some((turn? * *axes).normalize());
        turns.into_iter().zip(&self.target.axes).map(placed).collect()
    }

    /// A of a joint of the target; `inherited` is that of the joint above.
    fn turn(&self, map: &Map, t: usize, follow: &Follow, inherited: DQuat) -> DQuat {
        let upright = |rolled: DQuat| {
            let [from, to] = [follow.from, follow.to].map(|joint| self.source.upright_turn(joint));
            match self.on_fours {
                true => DQuat::IDENTITY,
                false => between(from, to, follow.part).inverse() * rolled * self.target.upright_turn(t),
            }
        };
        match region(map, t) {
            Region::Limb(next, forwards) => self.limb(map, t, next, forwards).unwrap_or(inherited),
            Region::Hips => upright(self.rolled()),
            Region::Trunk => upright(DQuat::IDENTITY),
            Region::Neck => self.agreed(follow, t, upright(DQuat::IDENTITY)),
            Region::Head => {
                let straight =
                    self.source.straight_head(follow.from).inverse() * self.target.straight_head(t);
                self.agreed(follow, t, straight)
            }
            Region::Collar => inherited,
            Region::Foot => self.source_stands.flat(follow.from).inverse() * self.target_stands.flat(t),
            // Palms face where the source's do, whichever way the thumbs point in the two poses. Without fingers to tell, a hand is
            // straight where its file has it at rest.
            Region::Hand(side) => self.palms(map, side).unwrap_or_else(|| {
                let [own, others] = [self.source.at_rest[follow.from], self.target.at_rest[t]];
                own.inverse() * inherited * others
            }),
            Region::Finger(next) => match self.bone(map, t, next) {
                Some((target, source)) => shortest(inherited * target, source) * inherited,
                None => inherited,
            },
            Region::Other => match self.only_bone(map, t) {
                // What is between hips and thigh is the pelvis's.
                Some((target, source)) if self.holds_thigh(map, t) => {
                    self.rolled() * shortest(target, source)
                }
                Some((target, source)) => shortest(target, source),
                None => inherited,
            },
        }
    }

    /// How much more the target's pelvis is rolled than the source's when both stand on straight legs.
    fn rolled(&self) -> DQuat {
        match self.target.roll() - self.source.roll() {
            0.0 => DQuat::IDENTITY,
            roll => about_z(roll),
        }
    }

    /// Whether a joint of the target is between its hips and a thigh.
    fn holds_thigh(&self, map: &Map, t: usize) -> bool {
        let tree = &self.target.tree;
        let thighs = Side::BOTH.into_iter().filter_map(|side| map.joint(Part::UpLeg, Some(side)));
        map.joint(Part::Hips, None).is_some_and(|hips| tree.is_below(t, hips))
            && thighs.into_iter().any(|thigh| tree.is_below(thigh, t))
    }

    /// Of a joint whose bone leads to another of a limb, which bends forwards as elbows do, or back as knees.
    fn limb(&self, map: &Map, t: usize, next: usize, forwards: bool) -> Option<DQuat> {
        let (target, source) = self.bone(map, t, next)?;
        if self.on_fours {
            return Some(shortest(DVec3::NEG_Y, source));
        }
        // Hinges are compared with hinges, and drawn limbs with drawn limbs.
        let both_show = self.source.bearing.is_some() && self.target.bearing.is_some();
        let hinge = |figure: &Figure, stands: &Bearing, joint: usize, way: DVec3| {
            let drawn = if forwards { way.cross(DVec3::Z) } else { DVec3::Z.cross(way) };
            let shown = stands.hinge(joint).filter(|_| both_show || !figure.is_drawn);
            let across = shown.unwrap_or(drawn);
            let off = across - way * across.dot(way);
            (off.length() > ALONG).then(|| off.normalize())
        };
        let own = hinge(self.source, &self.source_stands, map.source(t)?, source);
        let others = hinge(self.target, &self.target_stands, t, target);
        let hanging = |way: DVec3, hinge: DVec3| {
            let down = shortest(way, DVec3::NEG_Y);
            let across = down * hinge;
            let sideways = if forwards { -across } else { across };
            about_y(libm::atan2(sideways.z, sideways.x)) * down
        };
        Some(match (own, others) {
            (Some(own), Some(others)) => hanging(source, own).inverse() * hanging(target, others),
            _ => shortest(target, source),
        })
    }

    /// Of a hand whose fingers both have.
    fn palms(&self, map: &Map, side: Side) -> Option<DQuat> {
        if self.on_fours {
            return None;
        }
        let palm = |figure: &Figure, which: usize| {
            Palm::of(&figure.places, side, map.fingers.iter().map(|pair| &pair[which]))
                .map(|palm| palm.axes())
        };
        Some(palm(self.source, 0)? * palm(self.target, 1)?.inverse())
    }

    /// What makes the joints of either neck agree, around a turn.
    fn agreed(&self, follow: &Follow, t: usize, turn: DQuat) -> DQuat {
        let [from, to] = [follow.from, follow.to].map(|joint| self.source_stands.agreed(joint));
        between(from, to, follow.part) * turn * self.target_stands.agreed(t).inverse()
    }

    /// The directions of a bone of the target and of the source's that it follows, if they have length.
    fn bone(&self, map: &Map, from: usize, to: usize) -> Option<(DVec3, DVec3)> {
        let target = (self.target.places[to] - self.target.places[from]).try_normalize()?;
        let [from, to] = [map.source(from)?, map.source(to)?];
        let source = (self.source.places[to] - self.source.places[from]).try_normalize()?;
        Some((target, source))
    }

    /// Those of a joint that goes on in one other.
    fn only_bone(&self, map: &Map, t: usize) -> Option<(DVec3, DVec3)> {
        let tree = &self.target.tree;
        let mut below =
            (t + 1..tree.names.len()).filter(|&j| tree.parents[j] == Some(t) && map.follows[j].is_some());
        match (below.next(), below.next()) {
            (Some(only), None) => self.bone(map, t, only),
            _ => None,
        }
    }

    /// Whether all bones of both legs point alike.
    fn same_legs(&self, map: &Map) -> bool {
        let alike = |side: Side| {
            let parts = [Part::UpLeg, Part::Knee, Part::Foot, Part::Toe];
            let joints = parts.map(|part| map.joint(part, Some(side)));
            joints.windows(2).all(|pair| match (pair[0], pair[1]) {
                (Some(from), Some(to)) => {
                    self.bone(map, from, to).is_some_and(|(a, b)| a.distance(b) < SAME_DIRECTION)
                }
                _ => true,
            })
        };
        Side::BOTH.into_iter().all(alike)
    }

    /// Whether neck and head are the source's own.
    fn same_necks(&self, map: &Map) -> bool {
        let chain: Vec<usize> = map.trunk.last().into_iter().chain(&map.neck).copied().collect();
        let alike = |pair: &[usize]| {
            self.bone(map, pair[0], pair[1]).is_some_and(|(a, b)| a.distance(b) < SAME_DIRECTION)
        };
        chain.windows(2).all(alike)
    }
}

/// How a joint of the target finds its turn.
enum Region {
    /// Its bone leads to another joint of a limb that bends forwards, as elbows do, or back.
    Limb(usize, bool),
    Hips,
    /// The spine.
    Trunk,
    Neck,
    Head,
    Collar,
    Foot,
    Hand(Side),
    /// Its bone leads to the next link of a finger.
    Finger(usize),
    /// Whatever moves with the joint above.
    Other,
}

fn region(map: &Map, t: usize) -> Region {
    let part = map.parts.iter().find(|p| p.2 == t).map(|p| (p.0, p.1));
    let limb = |next, side, forwards| {
        map.joint(next, side).map_or(Region::Other, |next| Region::Limb(next, forwards))
    };
    match part {
        Some((Part::UpLeg, side)) => limb(Part::Knee, side, false),
        Some((Part::Knee, side)) => limb(Part::Foot, side, false),
        Some((Part::Arm, side)) => limb(Part::Elbow, side, true),
        Some((Part::Elbow, side)) => limb(Part::Hand, side, true),
        Some((Part::Foot | Part::Toe, _)) => Region::Foot,
        Some((Part::Hand, Some(side))) => Region::Hand(side),
        Some((Part::Shoulder, _)) => Region::Collar,
        Some((Part::Hips, _)) => Region::Hips,
        _ if map.neck.last() == Some(&t) => Region::Head,
        _ if map.neck.contains(&t) => Region::Neck,
        _ if map.trunk.contains(&t) => Region::Trunk,
        _ => next_link(map, t).map_or(Region::Other, Region::Finger),
    }
}

/// The link of a finger after this one.
fn next_link(map: &Map, t: usize) -> Option<usize> {
    let after = |links: &[usize]| links.windows(2).find(|pair| pair[0] == t).map(|pair| pair[1]);
    map.fingers.iter().find_map(|[_, others]| after(&others.links))
}
