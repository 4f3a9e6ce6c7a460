//! How a body stands, as its motions show: its pose alone does not say how its feet are turned when they are flat, nor how high
//! the joints of a foot are above a floor that nobody drew.

use glam::{DQuat, DVec3, DVec4};

use super::figure::Figure;
use super::neck;
use super::rigid::{Transform, about_y, is_turned_more, twist_y};

/// A foot that stands turned by more than this, in radians, from its pose is not flat there.
const FLAT_RAD: f64 = 0.14;
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
    /// How joints of feet are turned when these are flat, but for their heading; empty if they are flat in the body's pose.
    pub flat: Vec<(usize, DQuat)>,
    /// How far below and before the ankle the ball of a flat foot is.
    pub rise: f64,
    /// See there.
    pub reach: f64,
    /// How high the ball is when it stands.
    pub ball: f64,
    /// The axes about which knees bend, seen from their hips.
    pub(super) hinges: Vec<(usize, DVec3)>,
    /// How joints of the neck are to be turned so that they agree ([`neck`]).
    pub(super) neck: Vec<(usize, DQuat)>,
}

impl Bearing {
    /// As a motion shows: `frames` are `world_from_joint` in aligned axes, `stands` when the foot of each of the figure's legs
    /// stands.
    #[must_use]
    pub fn shown(figure: &Figure, frames: &[Vec<Transform>], stands: &[Vec<Span>]) -> Self {
        let legs = figure.legs();
        let drawn = Self::drawn(figure);
        if legs.is_empty() || frames.is_empty() {
            return Self { neck: neck::straightened(figure, frames), ..drawn };
        }
        let moments: Vec<Vec<usize>> =
            legs.iter().zip(stands).map(|((_, leg), spans)| flat_frames(frames, leg[2], spans)).collect();
        let is_flat = |((_, leg), moments): (&(_, [usize; 4]), &Vec<usize>)| {
            !is_turned_more(level_mean(frames, leg[2], moments), DQuat::IDENTITY, FLAT_RAD)
        };
        let own = legs.iter().map(|(_, leg)| length(figure, leg)).sum::<f64>() / legs.len() as f64;
        let ball = standing_height(frames, &legs, stands, LEVEL_LEGS * own);
        let neck = neck::straightened(figure, frames);
        let hinges = legs.iter().map(|(_, leg)| (leg[0], hinge(frames, leg))).collect();
        if figure.is_drawn && legs.iter().zip(&moments).all(is_flat) {
            return Self { ball, hinges, neck, ..drawn };
        }
        let mut flat = Vec::new();
        let mut sum = DVec3::ZERO;
        for ((side, leg), moments) in legs.iter().zip(&moments) {
            // A joint of the foot that is not taken for its ball is turned with it, too.
            let toe = figure.anatomy.joint(super::Part::Toe, Some(*side)).unwrap_or(leg[3]);
            let mut joints = vec![leg[2], leg[3], toe];
            joints.dedup();
            flat.extend(joints.into_iter().map(|joint| (joint, level_mean(frames, joint, moments))));
            let way = |&f: &usize| frames[f][leg[3]].translation - frames[f][leg[2]].translation;
            let of = |way: DVec3| DVec3::new(-way.y, libm::hypot(way.x, way.z), 1.0);
            sum += moments.iter().map(way).map(of).sum::<DVec3>();
        }
        let count = sum.z.max(1.0);
        Self { flat, rise: sum.x / count, reach: sum.y / count, ball, hinges, neck }
    }

    /// As the figure was drawn, flat on its feet.
    #[must_use]
    pub fn drawn(figure: &Figure) -> Self {
        let (legs, ground) = (figure.legs(), figure.ground());
        let mean = |of: &dyn Fn(&[usize; 4]) -> f64| {
            legs.iter().map(|(_, leg)| of(leg)).sum::<f64>() / (legs.len() as f64).max(1.0)
        };
        let at = |j: usize| figure.places[j];
        Self {
            flat: Vec::new(),
            rise: mean(&|leg| at(leg[2]).y - at(leg[3]).y),
            reach: mean(&|leg| {
                let way = at(leg[3]) - at(leg[2]);
                libm::hypot(way.x, way.z)
            }),
            ball: mean(&|leg| at(leg[3]).y - ground),
            hinges: Vec::new(),
            neck: Vec::new(),
        }
    }

    /// How a joint of a foot is turned when that is flat.
    pub(super) fn flat(&self, joint: usize) -> DQuat {
        self.flat.iter().find(|own| own.0 == joint).map_or(DQuat::IDENTITY, |own| own.1)
    }

    /// The axis about which the knee below a hip bends.
    pub(super) fn hinge(&self, hip: usize) -> DVec3 {
        self.hinges.iter().find(|own| own.0 == hip).map_or(DVec3::X, |own| own.1)
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

/// When a foot is flat: once in every time that it stands, the frame in which the ankle is lowest.
fn flat_frames(frames: &[Vec<Transform>], ankle: usize, stands: &[Span]) -> Vec<usize> {
    let height = |f: &usize| frames[*f][ankle].translation.y;
    let lowest = |span: &Span| span.frames(frames.len()).min_by(|a, b| height(a).total_cmp(&height(b)));
    let found: Vec<usize> = stands.iter().filter_map(lowest).collect();
    match found.is_empty() {
        true => (0..frames.len()).min_by(|a, b| height(a).total_cmp(&height(b))).into_iter().collect(),
        false => found,
    }
}

/// How a joint is turned in some frames on average, but for its heading.
fn level_mean(frames: &[Vec<Transform>], joint: usize, moments: &[usize]) -> DQuat {
    let mut sum = DVec4::ZERO;
    for &f in moments {
        let turned = frames[f][joint].rotation;
        let v = DVec4::from(about_y(-twist_y(turned)) * turned);
        sum += if sum.dot(v) < 0.0 { -v } else { v };
    }
    sum.try_normalize().map_or(DQuat::IDENTITY, DQuat::from_vec4)
}

/// The axis about which a knee bends, on average, seen from its hip.
fn hinge(frames: &[Vec<Transform>], [hip, knee, ankle, _]: &[usize; 4]) -> DVec3 {
    let normal = |world: &Vec<Transform>| {
        let [a, b, c] = [hip, knee, ankle].map(|&j| world[j].translation);
        world[*hip].rotation.inverse() * (b - a).cross(c - b)
    };
    frames.iter().map(normal).sum::<DVec3>().normalize_or(DVec3::X)
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
