//! How a body stands, as its motions show: its pose alone does not say how its feet are turned when they are flat, nor how high
//! the joints of a foot are above a floor that nobody drew.

use glam::{DQuat, DVec3, DVec4};

use super::anatomy::ARM;
use super::figure::Figure;
use super::flesh;
use super::neck;
use super::rigid::{Transform, about_y, is_turned_more, twist_y};
use super::roles::Part;
use super::sides::Side;

/// A foot that stands turned by more than this, in radians, from its pose is not flat there.
const FLAT_RAD: f64 = 0.14;
/// A foot has a heading if its horizontal extent is more than this part of its length.
const LEVEL: f64 = 0.6;
/// A hinge shows if its limb is bent by this sine on average.
const BENT: f64 = 0.1;
/// An ankle that is higher than this above its lowest, in legs, is not that of a flat foot.
const LOW_LEGS: f64 = 0.005;
/// Heights at which feet stand that differ by less than this, in legs, are those of one level floor.
const LEVEL_LEGS: f64 = 0.12;

/// From one frame to another, both included, in fractions; in a cycle they may lie beyond its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The first.
    pub from: f64,
    /// The last.
    pub to: f64,
}

impl Span {
    /// Those of this many frames that lie in it.
    #[must_use]
    pub fn frames(&self, count: usize) -> std::ops::Range<usize> {
        let end = ((self.to.floor() + 1.0) as usize).min(count);
        (self.from.ceil() as usize).min(end)..end
    }
}

/// How a body stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearing {
    /// How joints of feet are turned when these are flat and point ahead.
    pub(super) flat: Vec<(usize, DQuat)>,
    /// How far below and before the ankle the ball of a flat foot is.
    pub rise: f64,
    /// See there.
    pub reach: f64,
    /// How high the ball is when it stands.
    pub ball: f64,
    /// The axes about which knees and elbows bend, seen from the joints above and below them.
    pub(super) hinges: Vec<(usize, DVec3)>,
    /// How joints of the neck are to be turned so that they agree ([`neck`]).
    pub(super) neck: Vec<(usize, DQuat)>,
    /// How thick the body is beside people on average: its arms do not pass through it.
    pub(super) thin: f64,
}

impl Bearing {
    /// As a motion shows: `frames` are `world_from_joint` in aligned axes, `stands` when the foot of each of the figure's legs
    /// stands.
    #[must_use]
    pub fn shown(figure: &Figure, frames: &[Vec<Transform>], stands: &[Vec<Span>]) -> Self {
        let legs = figure.legs();
        let shown = Self {
            hinges: hinges(figure, frames),
            neck: neck::straightened(figure, frames),
            thin: flesh::thin(figure, frames),
            ..Self::drawn(figure)
        };
        if legs.is_empty() || frames.is_empty() {
            return shown;
        }
        let own = legs.iter().map(|(_, leg)| length(figure, leg)).sum::<f64>() / legs.len() as f64;
        let moments: Vec<Vec<usize>> = (legs.iter().zip(stands))
            .map(|((_, leg), spans)| flat_frames(frames, leg[2], spans, LOW_LEGS * own))
            .collect();
        let ball = standing_height(frames, &legs, stands, LEVEL_LEGS * own);
        let (mut flat, mut sum) = (Vec::new(), DVec3::ZERO);
        for ((side, leg), moments) in legs.iter().zip(&moments) {
            for joint in foot_joints(figure, *side, leg) {
                flat.push((joint, flat_mean(frames, leg, joint, moments)));
            }
            let way = |&f: &usize| frames[f][leg[3]].translation - frames[f][leg[2]].translation;
            let of = |way: DVec3| DVec3::new(-way.y, libm::hypot(way.x, way.z), 1.0);
            sum += moments.iter().map(way).map(of).sum::<DVec3>();
        }
        let is_drawn_flat = |(joint, turned): &(usize, DQuat)| {
            !legs.iter().any(|(_, leg)| leg[2] == *joint)
                || !is_turned_more(*turned, shown.flat(*joint), FLAT_RAD)
        };
        if figure.is_drawn && flat.iter().all(is_drawn_flat) {
            return Self { ball, ..shown };
        }
        let count = sum.z.max(1.0);
        Self { flat, rise: sum.x / count, reach: sum.y / count, ball, ..shown }
    }

    /// As the figure was drawn, flat on its feet.
    #[must_use]
    pub fn drawn(figure: &Figure) -> Self {
        let (legs, ground) = (figure.legs(), figure.ground());
        let mean = |of: &dyn Fn(&[usize; 4]) -> f64| {
            legs.iter().map(|(_, leg)| of(leg)).sum::<f64>() / (legs.len() as f64).max(1.0)
        };
        let at = |j: usize| figure.places[j];
        let flat = legs.iter().flat_map(|(side, leg)| {
            let way = at(leg[3]) - at(leg[2]);
            let level = libm::hypot(way.x, way.z) > LEVEL * way.length();
            let ahead = if level { about_y(-libm::atan2(way.x, way.z)) } else { DQuat::IDENTITY };
            foot_joints(figure, *side, leg).into_iter().map(move |joint| (joint, ahead))
        });
        Self {
            flat: flat.collect(),
            rise: mean(&|leg| at(leg[2]).y - at(leg[3]).y),
            reach: mean(&|leg| {
                let way = at(leg[3]) - at(leg[2]);
                libm::hypot(way.x, way.z)
            }),
            ball: mean(&|leg| at(leg[3]).y - ground),
            hinges: Vec::new(),
            neck: Vec::new(),
            thin: 1.0,
        }
    }

    /// How a joint of a foot is turned when that is flat.
    pub(super) fn flat(&self, joint: usize) -> DQuat {
        self.flat.iter().find(|own| own.0 == joint).map_or(DQuat::IDENTITY, |own| own.1)
    }

    /// The axis about which the knee or elbow next to a joint bends, if that shows.
    pub(super) fn hinge(&self, joint: usize) -> Option<DVec3> {
        self.hinges.iter().find(|own| own.0 == joint).map(|own| own.1)
    }

    /// How a joint of the neck is to be turned to agree with the others.
    pub(super) fn agreed(&self, joint: usize) -> DQuat {
        self.neck.iter().find(|own| own.0 == joint).map_or(DQuat::IDENTITY, |own| own.1)
    }
}

/// How long a leg is.
pub(super) fn length(figure: &Figure, [hip, knee, ankle, _]: &[usize; 4]) -> f64 {
    let at = |j: &usize| figure.places[*j];
    at(hip).distance(at(knee)) + at(knee).distance(at(ankle))
}

/// When a foot is flat: in every time that it stands, while the ankle is about as low as it gets.
fn flat_frames(frames: &[Vec<Transform>], ankle: usize, stands: &[Span], low: f64) -> Vec<usize> {
    let height = |f: usize| frames[f][ankle].translation.y;
    let flat = |span: std::ops::Range<usize>| {
        let lowest = span.clone().map(height).fold(f64::INFINITY, f64::min);
        span.filter(move |&f| height(f) <= lowest + low)
    };
    let found: Vec<usize> = stands.iter().flat_map(|span| flat(span.frames(frames.len()))).collect();
    if found.is_empty() { flat(0..frames.len()).collect() } else { found }
}

/// The joints of a leg's foot: ankle, ball, and one that is not taken for its ball but turns with it.
fn foot_joints(figure: &Figure, side: Side, leg: &[usize; 4]) -> Vec<usize> {
    let toe = figure.anatomy.joint(Part::Toe, Some(side)).unwrap_or(leg[3]);
    let mut joints = vec![leg[2], leg[3], toe];
    joints.dedup();
    joints
}

/// How a joint of a leg's foot is turned in some frames on average, the foot pointing ahead.
fn flat_mean(frames: &[Vec<Transform>], leg: &[usize; 4], joint: usize, moments: &[usize]) -> DQuat {
    let mut sum = DVec4::ZERO;
    for &f in moments {
        let way = frames[f][leg[3]].translation - frames[f][leg[2]].translation;
        let turned = frames[f][joint].rotation;
        let heading = match libm::hypot(way.x, way.z) > LEVEL * way.length() && leg[3] != leg[2] {
            true => libm::atan2(way.x, way.z),
            false => twist_y(turned),
        };
        let v = DVec4::from(about_y(-heading) * turned);
        sum += if sum.dot(v) < 0.0 { -v } else { v };
    }
    sum.try_normalize().map_or(DQuat::IDENTITY, DQuat::from_vec4)
}

/// The axes about which knees and elbows bend on average, seen from the joints above and below, where they bend enough to tell.
fn hinges(figure: &Figure, frames: &[Vec<Transform>]) -> Vec<(usize, DVec3)> {
    let arm = |side: Side| {
        let [shoulder, elbow, wrist] = ARM.map(|part| figure.anatomy.joint(part, Some(side)));
        Some([shoulder?, elbow?, wrist?])
    };
    let legs = figure.legs().into_iter().map(|(_, [hip, knee, ankle, _])| [hip, knee, ankle]);
    let mut hinges = Vec::new();
    for limb in legs.chain(Side::BOTH.into_iter().filter_map(arm)) {
        let mut sums = [DVec3::ZERO; 2];
        for world in frames {
            let [a, b, c] = limb.map(|j| world[j].translation);
            let bend = (b - a).cross(c - b) / (a.distance(b) * b.distance(c)).max(f64::MIN_POSITIVE);
            sums[0] += world[limb[0]].rotation.inverse() * bend;
            sums[1] += world[limb[1]].rotation.inverse() * bend;
        }
        let shows = |sum: &DVec3| sum.length() > BENT * frames.len() as f64;
        hinges
            .extend([0, 1].into_iter().filter(|&i| shows(&sums[i])).map(|i| (limb[i], sums[i].normalize())));
    }
    hinges
}

/// How high the balls of feet are when they stand: on the level floor of a recording, else at the first step.
fn standing_height<S>(
    frames: &[Vec<Transform>],
    legs: &[(S, [usize; 4])],
    stands: &[Vec<Span>],
    level: f64,
) -> f64 {
    let mut heights: Vec<(usize, f64)> = Vec::new();
    for ((_, leg), spans) in legs.iter().zip(stands) {
        for span in spans {
            heights.extend(span.frames(frames.len()).map(|f| (f, frames[f][leg[3]].translation.y)));
        }
    }
    if heights.is_empty() {
        let balls = legs.iter().flat_map(|(_, leg)| frames.iter().map(|w| w[leg[3]].translation.y));
        return balls.fold(f64::INFINITY, f64::min);
    }
    let first = heights.iter().min_by_key(|(f, _)| *f).map_or(0.0, |(_, height)| *height);
    let mut sorted: Vec<f64> = heights.iter().map(|(_, height)| *height).collect();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[(share * (sorted.len() - 1) as f64).round() as usize];
    if at(0.9) - at(0.1) < level { at(0.5) } else { first }
}
