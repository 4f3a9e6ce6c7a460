//! Where a movement without steps begins, is farthest, and ends: a gesture's key-times.

use adverb::kinematics::world_transforms;
use adverb::{Placement, VerbTime};
use glam::{Affine3A, Vec3A};

use super::Look;
use crate::figure::percentile;
use crate::finding::{Criterion, Finding};

/// Speeds are taken over so many seconds to each side.
const SPEED_OVER_SECS: f64 = 0.05;
/// What is slower than this part of the fastest is still, and so is what is slower than so many legs per second.
const STILL: f64 = 0.1;
const STILL_LEGS_PER_SEC: f64 = 0.1;
/// It moves if it does so for so long.
const SHORTEST_SECS: f64 = 0.1;
/// An apex this near to an end, in parts of the movement, does not count.
const NEAR_AN_END: f64 = 0.05;
/// Where the body is as far as this part of the farthest over so much of the movement, the apex is not one event.
const AS_FAR: f32 = 0.9;
const LONG: f64 = 0.25;

/// Names and frames of start, apex and end; none where nothing moves.
pub(super) fn keys(look: &Look, remarks: &mut Vec<Finding>) -> Vec<(String, usize)> {
    let fps = look.motion.fps();
    let count = (look.motion.duration().0 * fps).round() as usize;
    let poses: Vec<Vec<Vec3A>> = (0..=count).map(|k| joints(look, VerbTime(k as f64 / fps))).collect();
    let reach = ((SPEED_OVER_SECS * fps).round() as usize).max(1);
    let speeds: Vec<f64> = (0..=count)
        .map(|k| {
            let (before, after) = (k.saturating_sub(reach), (k + reach).min(count));
            let fastest =
                poses[before].iter().zip(&poses[after]).map(|(p, q)| p.distance(*q)).fold(0.0, f32::max);
            f64::from(fastest) * fps / (after - before) as f64
        })
        .collect();
    let mut sorted = speeds.clone();
    sorted.sort_by(f64::total_cmp);
    let still = (STILL * percentile(&sorted, 0.95)).max(STILL_LEGS_PER_SEC * look.leg_m);
    let Some([start, end]) = moving(&speeds, still, SHORTEST_SECS * fps) else {
        let message = "hardly anything moves in it, so it is used as a whole, without key-times";
        remarks.push(look.unsure(Criterion::OnlyPose, message));
        return Vec::new();
    };
    let away =
        |k: usize| poses[start].iter().zip(&poses[k]).map(|(p, q)| p.distance_squared(*q)).sum::<f32>();
    let apex = (start..=end).max_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap_or(start);
    let near = NEAR_AN_END * (end - start) as f64;
    let inner = ((apex - start) as f64 > near && (end - apex) as f64 > near).then_some(apex);
    if inner.is_none() {
        let message = "it is farthest from its beginning at its end, so it has no apex";
        remarks.push(look.unsure(Criterion::Apex, message));
    }
    let as_far = || (start..=end).filter(|&k| away(k).sqrt() >= AS_FAR * away(apex).sqrt());
    if let (Some(first), Some(last), Some(_)) = (as_far().min(), as_far().max(), inner)
        && (last - first) as f64 > LONG * (end - start) as f64
    {
        let message = format!(
            "the apex is unclear: from frame {} to {} the pose is about equally far from the first",
            look.first + first,
            look.first + last
        );
        remarks.push(look.unsure(Criterion::Apex, message).remedy("Put apex where the others have it."));
    }
    let named = [("start", Some(start)), ("apex", inner), ("end", Some(end))];
    let key = |(name, k): (&str, Option<usize>)| Some((name.to_string(), look.first + k?));
    named.into_iter().filter_map(key).collect()
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
