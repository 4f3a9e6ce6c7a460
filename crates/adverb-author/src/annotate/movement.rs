//! Key-times of a movement without steps: where it begins, arrives, leaves and ends.
//!
//! A gesture goes somewhere, stays there for a while, perhaps waving, and comes back. Who is farthest when says little: a hand that is held
//! up is as high at the start of the plateau as at its end. So the plateau has two keys, one at each end, and the ways there and back
//! are between keys of their own.

use adverb::kinematics::world_transforms;
use adverb::{Placement, VerbTime};
use glam::{Affine3A, Vec3A};

use super::Look;
use crate::figure::percentile;
use crate::finding::{Criterion, Finding};
use crate::strokes::Strokes;

/// Speeds are taken over so many seconds to each side.
const SPEED_OVER_SECS: f64 = 0.05;
/// What is slower than this part of the fastest is still, and so is what is slower than so many legs per second.
const STILL: f64 = 0.1;
const STILL_LEGS_PER_SEC: f64 = 0.1;
/// It moves if it does so for so long.
const SHORTEST_SECS: f64 = 0.1;
/// Arrived is who is as far away as this part of the plateau, which is as high as half of what is farther than half.
const ARRIVED: f32 = 0.9;
const HALF: f32 = 0.5;
/// A wave is not left so near to the end, in parts of the movement: its last stroke may be cut off.
const NEAR_THE_END: f64 = 0.05;

/// A movement without steps.
pub(super) struct Movement {
    /// Names and frames of its key-times; none where nothing moves.
    pub(super) keys: Vec<(String, usize)>,
    /// The joint that is swung to and fro on the plateau, and how often it turns back.
    pub(super) strokes: Option<(String, usize)>,
}

impl Movement {
    pub(super) fn of(look: &Look, remarks: &mut Vec<Finding>) -> Self {
        let fps = look.motion.fps();
        let count = (look.motion.duration().0 * fps).round() as usize;
        let poses: Vec<Vec<Vec3A>> = (0..=count).map(|k| joints(look, VerbTime(k as f64 / fps))).collect();
        let speeds = speeds(&poses, fps);
        let mut sorted = speeds.clone();
        sorted.sort_by(f64::total_cmp);
        let still = (STILL * percentile(&sorted, 0.95)).max(STILL_LEGS_PER_SEC * look.leg_m);
        let Some([start, end]) = moving(&speeds, still, SHORTEST_SECS * fps) else {
            let message = "hardly anything moves in it, so it is used as a whole, without key-times";
            remarks.push(look.unsure(Criterion::OnlyPose, message));
            return Self { keys: Vec::new(), strokes: None };
        };
        let [arrive, leave] = plateau(&poses[start..=end]);
        if leave.is_none() {
            let message = "it does not come back to its first pose, so it arrives and does not leave";
            remarks.push(look.unsure(Criterion::NoReturn, message));
        } else if arrive.is_none() {
            let message = "it is away from the start on, so it leaves and does not arrive";
            remarks.push(look.unsure(Criterion::NoReturn, message));
        }
        let [from, to] = [arrive.unwrap_or(0), leave.unwrap_or(end - start)];
        let strokes = Strokes::of(look.motion.skeleton(), &poses[start + from..=start + to], look.leg_m);
        let inner = |k: Option<usize>| k.map(|k| start + k);
        let named =
            [("start", Some(start)), ("arrive", inner(arrive)), ("leave", inner(leave)), ("end", Some(end))];
        let key = |(name, k): (&str, Option<usize>)| Some((name.to_string(), look.first + k?));
        let joint = |joint: usize| look.motion.skeleton().joints()[joint].name.clone();
        Self {
            keys: named.into_iter().filter_map(key).collect(),
            strokes: strokes.map(|strokes| (joint(strokes.joint), strokes.turns.len())),
        }
    }
}

/// How fast the fastest joint is, pose by pose.
fn speeds(poses: &[Vec<Vec3A>], fps: f64) -> Vec<f64> {
    let last = poses.len() - 1;
    let reach = ((SPEED_OVER_SECS * fps).round() as usize).max(1);
    let speed = |k: usize| {
        let (before, after) = (k.saturating_sub(reach), (k + reach).min(last));
        let ways = poses[before].iter().zip(&poses[after]).map(|(p, q)| p.distance(*q));
        f64::from(ways.fold(0.0, f32::max)) * fps / (after - before) as f64
    };
    (0..=last).map(speed).collect()
}

/// Where a movement arrives and where it leaves again, strictly between its ends. Who does not come back only arrives, or, if the first
/// pose is the one that is held, only leaves.
fn plateau(poses: &[Vec<Vec3A>]) -> [Option<usize>; 2] {
    let last = poses.len() - 1;
    if last < 3 {
        return [None; 2];
    }
    let away = |from: usize| -> Vec<f32> {
        let square = |pose: &Vec<Vec3A>| -> f32 {
            poses[from].iter().zip(pose).map(|(p, q)| p.distance_squared(*q)).sum()
        };
        poses.iter().map(|pose| square(pose).sqrt()).collect()
    };
    let (there, back) = (away(0), away(last));
    let level = level(&there);
    let is_far = |k: &usize| there[*k] >= ARRIVED * level;
    let arrive = (1..last).find(is_far).unwrap_or(1).min(last - 2);
    let comes_back = there[arrive..].iter().any(|away| *away < HALF * level);
    if comes_back {
        let latest = last - (NEAR_THE_END * last as f64).ceil() as usize;
        let leave = (arrive + 1..latest).rev().find(is_far).unwrap_or(arrive + 1);
        return [Some(arrive), Some(leave)];
    }
    let near_the_first = there.iter().filter(|away| **away < HALF * level).count();
    if 2 * near_the_first > poses.len() {
        let far_from_last = self::level(&back);
        let leave = (1..last).rev().find(|k| back[*k] >= ARRIVED * far_from_last);
        return [None, Some(leave.unwrap_or(last - 1))];
    }
    [Some(arrive), None]
}

/// How far away a plateau is: the median of what is farther than half of the farthest.
fn level(away: &[f32]) -> f32 {
    let farthest = away.iter().copied().fold(0.0, f32::max);
    let mut far: Vec<f64> =
        away.iter().filter(|away| **away >= HALF * farthest).map(|away| f64::from(*away)).collect();
    far.sort_by(f64::total_cmp);
    percentile(&far, 0.5) as f32
}

/// From the first to the last of the runs in which something moves, a sample of stillness to each side.
fn moving(speeds: &[f64], still: f64, shortest: f64) -> Option<[usize; 2]> {
    let mut ends: Option<[usize; 2]> = None;
    let mut at = 0;
    for run in speeds.chunk_by(|a, b| (*a > still) == (*b > still)) {
        if run[0] > still && run.len() as f64 >= shortest {
            let first = ends.map_or(at.max(1) - 1, |[first, _]| first);
            ends = Some([first, (at + run.len()).min(speeds.len() - 1)]);
        }
        at += run.len();
    }
    ends
}

/// Where the joints are, as seen from where the body stands and faces.
fn joints(look: &Look, time: VerbTime) -> Vec<Vec3A> {
    let skeleton = look.motion.skeleton();
    let mut dofs = look.motion.pose(time);
    Placement::ORIGIN.store(&mut dofs);
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, &dofs, &mut world);
    world.into_iter().map(|w| w.translation).collect()
}
