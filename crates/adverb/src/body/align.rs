//! How the joints of a body are turned when the joints that they follow are in their figure's pose.
//!
//! A joint of the target with orientation B in its figure has, when the joint that it follows is turned by W from its own figure,
//! the orientation W · A · B, whatever the axes and rolls of either. A makes up for what the two poses differ by: arms held out
//! or down, a trunk that leans.
//!
//! - Bones of arms and legs point where the source's point: A is the shortest turn from the one direction to the other.
//! - Trunk, head and collar bones are upright in poses that somebody drew: A is nothing. Where one of the poses is a mean of what a
//!   body does, trunk and neck may lean, and are treated as bones, each from end to end. A neck whose joints contradict each other
//!   goes by the line that they make (`neck`).
//! - Feet are flat in drawn poses and only turn about the vertical. Of a mean, and of a pose with legs apart, the moments in
//!   which the foot stands tell how it is when flat (`bearing`).
//! - What stands on four legs keeps its stance: hanging limbs of a person are its standing ones.
//!
//! Each A from one body to another is the inverse of that from the other to the one, so that what goes there comes back.

use glam::{DQuat, DVec3};

use super::bearing::Bearing;
use super::figure::Figure;
use super::map::{Follow, Map};
use super::rigid::{about_y, between, shortest};
use super::roles::Part;
use super::sides::Side;

/// A foot has a heading if its horizontal extent is more than this part of its length.
const LEVEL: f64 = 0.6;
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
        let arc = |ways: Option<(DVec3, DVec3)>| {
            ways.and_then(|(target, source)| Some((target.try_normalize()?, source.try_normalize()?)))
                .map_or(DQuat::IDENTITY, |(target, source)| shortest(target, source))
        };
        let drawn = self.source.is_drawn && self.target.is_drawn || self.on_fours;
        let leaning = |of: fn(&Figure) -> Option<DVec3>| match drawn {
            true => DQuat::IDENTITY,
            false => arc(of(self.target).zip(of(self.source))),
        };
        match region(map, t) {
            Region::Limb(next) => match self.bone(map, t, next) {
                Some((_, source)) if self.on_fours => shortest(DVec3::NEG_Y, source),
                Some((target, source)) => shortest(target, source),
                None => inherited,
            },
            Region::Trunk => leaning(Figure::trunk),
            Region::Neck => self.agreed(follow, t, leaning(Figure::neck)),
            Region::Head => self.agreed(follow, t, DQuat::IDENTITY),
            Region::Collar => DQuat::IDENTITY,
            Region::Foot(side) => {
                let [ankle, ball] = [Part::Foot, Part::Toe].map(|part| map.joint(part, side));
                let yaw = ankle.zip(ball).map_or(DQuat::IDENTITY, |(ankle, ball)| self.yaw(map, ankle, ball));
                self.source_stands.flat(follow.from).inverse() * yaw * self.target_stands.flat(t)
            }
            Region::Other => match self.only_bone(map, t) {
                Some((target, source)) => shortest(target, source),
                None => inherited,
            },
        }
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

    /// The turn about the vertical between two bones, if both are level enough.
    fn yaw(&self, map: &Map, from: usize, to: usize) -> DQuat {
        let Some((target, source)) = self.bone(map, from, to) else { return DQuat::IDENTITY };
        let heading = |v: DVec3| (libm::hypot(v.x, v.z) > LEVEL).then(|| libm::atan2(v.x, v.z));
        match (heading(target), heading(source)) {
            (Some(target), Some(source)) => about_y(source - target),
            _ => DQuat::IDENTITY,
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
    /// Its bone leads to another joint of a limb.
    Limb(usize),
    /// Hips and spine.
    Trunk,
    Neck,
    Head,
    Collar,
    Foot(Option<Side>),
    /// Whatever moves with the joint above.
    Other,
}

fn region(map: &Map, t: usize) -> Region {
    let part = map.parts.iter().find(|p| p.2 == t).map(|p| (p.0, p.1));
    let limb = |next, side| map.joint(next, side).map_or(Region::Other, Region::Limb);
    match part {
        Some((Part::UpLeg, side)) => limb(Part::Knee, side),
        Some((Part::Knee, side)) => limb(Part::Foot, side),
        Some((Part::Arm, side)) => limb(Part::Elbow, side),
        Some((Part::Elbow, side)) => limb(Part::Hand, side),
        Some((Part::Foot | Part::Toe, side)) => Region::Foot(side),
        Some((Part::Shoulder, _)) => Region::Collar,
        Some((Part::Hips, _)) => Region::Trunk,
        _ if map.neck.last() == Some(&t) => Region::Head,
        _ if map.neck.contains(&t) => Region::Neck,
        _ if map.trunk.contains(&t) => Region::Trunk,
        _ => Region::Other,
    }
}
