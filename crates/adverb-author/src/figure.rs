//! Facts found from a recorded figure: its up axis, its size, bad frames at the start, and what looks like a mistake.
//!
//! Files of motion rarely state their unit or their axes, but people and animals stand on their feet and are
//! about as tall as people and animals are.

mod doubts;
mod several;
mod unit;

use glam::DVec3;

use crate::clip::{Clip, Transform, Up};
use crate::sides::Side;
use adverb::body::Part;
pub(crate) use doubts::{exchanged_sides, is_upside_down};
pub(crate) use several::{keep_one, several};
pub(crate) use unit::unit_m;

/// The height of a figure in metres: the median vertical extent over the frames, end sites included. For a clip in metres, Y up;
/// without frames, the height of the rest pose.
#[must_use]
pub fn height_m(clip: &Clip) -> f64 {
    let body = body(clip);
    let spans = worlds(clip, 1).map(|world| extent(body.iter().map(|&j| world[j].translation)).y).collect();
    median(spans)
}

/// The up axis, and why: the axis along which the head is above the hips or feet, on average.
///
/// Lying and crawling figures are the trap. So if the frames say Z but the rest pose says Y, the floor decides: the lowest point of
/// the figure stays nearer to zero along the true up axis. (This does not hold for a figure whose root never moves: it hangs in the
/// air.)
pub fn up(clip: &Clip) -> (Up, String) {
    /// How many frames, spread over the clip, represent all of them.
    const ENOUGH: usize = 256;
    let roles = clip.roles();
    let high = roles.joint(Part::Head, None).or(roles.joint(Part::Neck, None));
    let foot = Side::BOTH.iter().find_map(|&s| roles.joint(Part::Foot, Some(s)));
    let low = roles.joint(Part::Hips, None).or(foot);
    let (Some(low), Some(high)) = (low, high) else {
        return (Up::Y, "by default, because neither head and hips nor feet have known names".into());
    };
    let rises = |world: &[Transform]| (world[high].translation - world[low].translation).normalize_or_zero();
    let (mut mean, mut stray) = (DVec3::ZERO, DVec3::ZERO);
    for world in worlds(clip, clip.frame_count().div_ceil(ENOUGH).max(1)) {
        mean += rises(&world);
        stray += world.iter().map(|w| w.translation).reduce(DVec3::min).unwrap_or_default().abs();
    }
    let rest = rises(&clip.world(&clip.rest()));
    let names = format!("{} to {}", clip.joints[low].name, clip.joints[high].name);
    if !(mean.z > mean.y.abs() && mean.z > mean.x.abs()) {
        let sure = mean.y > mean.x.abs() && mean.y > mean.z.abs();
        let why = if sure {
            format!("the way from {names}")
        } else {
            format!("by default, {names} pointing elsewhere")
        };
        return (Up::Y, why);
    }
    let travels = (0..clip.joints.len()).any(|j| translation_range(clip, j) != DVec3::ZERO);
    if rest.y > 0.9 && travels && stray.y <= stray.z {
        return (
            Up::Y,
            format!("the way from {names} in the rest pose, the figure moving lower than it stands"),
        );
    }
    (Up::Z, format!("the way from {names}"))
}

/// The length along the bones from head to ankle, in the clip's unit, where joints are named so.
#[must_use]
pub fn head_to_ankle(clip: &Clip) -> Option<f64> {
    let roles = clip.roles();
    let head = roles.joint(Part::Head, None)?;
    let foot = Side::BOTH.iter().find_map(|&s| roles.joint(Part::Foot, Some(s)))?;
    let (head, foot) = (ancestry(clip, head), ancestry(clip, foot));
    let only = |a: &[usize], b: &[usize]| {
        a.iter().filter(|j| !b.contains(j)).map(|&j| bone_length(clip, j)).sum::<f64>()
    };
    Some(only(&head, &foot) + only(&foot, &head)).filter(|length| *length > 0.0)
}

/// The largest of the figure's three extents, the median over the frames, in the clip's unit.
#[must_use]
pub fn size(clip: &Clip) -> f64 {
    let body = body(clip);
    median(
        worlds(clip, 1)
            .map(|world| extent(body.iter().map(|&j| world[j].translation)).max_element())
            .collect(),
    )
}

/// How many frames at the start are far from the rest: an added T-pose, or a tracker still settling. For a clip in metres.
pub fn leading_outliers(clip: &Clip) -> usize {
    const FIRST: usize = 4;
    let body = body(clip);
    let mut before: Option<Vec<DVec3>> = None;
    let mut steps: Vec<f64> = Vec::new();
    for world in worlds(clip, 1) {
        let points: Vec<DVec3> = body.iter().map(|&j| world[j].translation).collect();
        if let Some(before) = &before {
            steps.push(
                points.iter().zip(before).map(|(a, b)| a.distance(*b)).sum::<f64>() / points.len() as f64,
            );
        }
        before = Some(points);
    }
    if steps.len() <= 8 {
        return 0;
    }
    let mut sorted = steps.clone();
    sorted.sort_by(f64::total_cmp);
    let usual = 5.0 * percentile(&sorted, 0.9) + 0.02;
    (0..FIRST).rev().find(|&k| steps[k] > usual).map_or(0, |k| k + 1)
}

/// A joint that turns farther between two frames than a body can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jump {
    /// The joint, by index.
    pub joint: usize,
    /// The frame before the jump.
    pub frame: usize,
    /// How far it turns about its parent.
    pub angle_rad: f64,
}

/// Jumps of joints, in the order of frames. Joints may turn far between frames at a low frame rate, and limbs may turn fast; no living
/// thing does both.
pub fn jumps(clip: &Clip) -> impl Iterator<Item = Jump> {
    const FAR_RAD: f64 = 2.0;
    const FAST_RAD_PER_SEC: f64 = 60.0;
    let pairs = (1..clip.frame_count()).map(|next| (next - 1, clip.frame(next - 1), clip.frame(next)));
    let jumps = pairs.flat_map(|(frame, before, after)| {
        before.iter().zip(after).enumerate().map(move |(joint, (a, b))| Jump {
            joint,
            frame,
            angle_rad: a.rotation.angle_between(b.rotation),
        })
    });
    jumps.filter(|jump| jump.angle_rad > FAR_RAD && jump.angle_rad * clip.fps > FAST_RAD_PER_SEC)
}

/// The value below which a share of the sorted values lies, linear between neighbours; 0 for none.
pub(crate) fn percentile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share * last as f64;
    let below = at.floor() as usize;
    sorted[below] + (sorted[(below + 1).min(last)] - sorted[below]) * (at - below as f64)
}

/// By how much a joint's local translation varies over the frames.
pub(crate) fn translation_range(clip: &Clip, joint: usize) -> DVec3 {
    extent(clip.locals.iter().skip(joint).step_by(clip.joints.len().max(1)).map(|local| local.translation))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    percentile(&values, 0.5)
}

/// World transforms of every n-th frame, or of the rest pose without frames.
fn worlds(clip: &Clip, every: usize) -> impl Iterator<Item = Vec<Transform>> {
    let rest = (clip.frame_count() == 0).then(|| clip.world(&clip.rest()));
    let frames = (0..clip.frame_count()).step_by(every);
    rest.into_iter().chain(frames.map(|frame| clip.world(clip.frame(frame))))
}

fn extent(points: impl Iterator<Item = DVec3>) -> DVec3 {
    let nothing = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = points.fold(nothing, |(low, high), p| (low.min(p), high.max(p)));
    (high - low).max(DVec3::ZERO)
}

/// The joints that are the figure: not end sites of no length, and not a root that stands still while a child
/// of it travels (it marks the scene's origin).
fn body(clip: &Clip) -> Vec<usize> {
    const STILL: f64 = 1e-6;
    let travels: Vec<bool> =
        (0..clip.joints.len()).map(|j| translation_range(clip, j).max_element() > STILL).collect();
    let mut idle = vec![false; clip.joints.len()];
    for (child, joint) in clip.joints.iter().enumerate() {
        if let Some(parent) = joint.parent.filter(|&p| travels[child] && !travels[p]) {
            idle[parent] = clip.joints[parent].parent.is_none();
        }
    }
    let counts = |j: &usize| {
        let joint = &clip.joints[*j];
        !idle[*j] && (!joint.end || joint.rest.translation.length() > 1e-9)
    };
    let body: Vec<usize> = (0..clip.joints.len()).filter(counts).collect();
    if body.is_empty() { (0..clip.joints.len()).collect() } else { body }
}

/// A joint, its parent, and so on to the root.
fn ancestry(clip: &Clip, joint: usize) -> Vec<usize> {
    std::iter::successors(Some(joint), |&j| clip.joints[j].parent).collect()
}

/// The length of a joint's median local translation.
fn bone_length(clip: &Clip, joint: usize) -> f64 {
    if clip.locals.is_empty() {
        return clip.joints[joint].rest.translation.length();
    }
    let along = |axis: usize| {
        let column = clip.locals.iter().skip(joint).step_by(clip.joints.len());
        median(column.map(|local| local.translation[axis]).collect())
    };
    DVec3::new(along(0), along(1), along(2)).length()
}
