//! Travel over the ground, told apart from the rest of a motion: for files in place, or with a bone that carries it.
//!
//! The travel of a cycle is an even one, from its first frame to its last, so a game that moves a body evenly sees feet stand. Any other
//! motion travels as its body does, smoothly: without what a stride adds and takes away. Either way, travel and rest together are the motion.

use std::f64::consts::PI;

use adverb::screw::{Place, Screw};
use adverb::{Placement, Skeleton};
use glam::{DQuat, DVec3};

use crate::clip::{Clip, ClipJoint, Transform};
use crate::error::Error;
use crate::motion::Recording;
use crate::rig;

/// What becomes of a motion's travel in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Root {
    /// The hips travel, as they were recorded.
    #[default]
    Travel,
    /// It is left out.
    InPlace,
    /// A bone above the hips has it.
    Bone,
}

/// What the bone is called.
const NAME: &str = "root";
/// Seconds to each side over which travel is smoothed: about a stride in all.
const SMOOTH_SECS: f64 = 0.5;
/// A pose that has come back to within this, in radians and as part of the longest bone, closes a cycle.
const CLOSED: f64 = 0.01;

/// Where the ground under the body is in every frame, and how the body faces: `world_from_root`.
///
/// # Errors
/// As [`rig::skeleton_of`] and [`Recording::raw`].
pub fn travel(clip: &Clip) -> Result<Vec<Transform>, Error> {
    let skeleton = rig::skeleton_of(clip)?;
    let recording = Recording::raw(&skeleton, clip)?;
    let place = |own: Placement| [own.x, own.z, own.heading].map(f64::from);
    let own: Vec<Place> = recording.places().into_iter().map(place).collect();
    let places = if closes(&skeleton, clip) { even(&own) } else { smooth(&own, SMOOTH_SECS * clip.fps) };
    Ok(places.into_iter().map(on_ground).collect())
}

fn on_ground([x, z, heading]: Place) -> Transform {
    Transform { translation: DVec3::new(x, 0.0, z), rotation: DQuat::from_rotation_y(heading) }
}

/// Whether the last pose is the first but for its place.
fn closes(skeleton: &Skeleton, clip: &Clip) -> bool {
    let (first, last) = (clip.frame(0), clip.frame(clip.frame_count() - 1));
    let root = skeleton.root().index();
    let bones = clip.joints.iter().map(|joint| joint.rest.translation.length());
    let near = CLOSED * bones.fold(0.0, f64::max);
    clip.frame_count() > 2
        && first.iter().zip(last).zip(&clip.joints).all(|((a, b), joint)| {
            let moves = joint.parent.is_none() || joint.name == skeleton.joints()[root].name;
            moves
                || a.rotation.angle_between(b.rotation) < CLOSED
                    && a.translation.distance(b.translation) < near
        })
}

/// An even travel from the first place to the last, among the places on average.
fn even(own: &[Place]) -> Vec<Place> {
    let steps = (own.len() - 1) as f64;
    let screw = Screw::between(own[0], own[own.len() - 1], steps, None);
    let frame = |f: usize| {
        let [x, z, heading] = screw.moved([0.0; 3], f as f64);
        on_ground([x, z, heading + screw.spin * f as f64])
    };
    // Where the body is seen from the frame: on average, since it sways.
    let within: Vec<Transform> =
        (0..own.len()).map(|f| frame(f).inverse().compose(on_ground(own[f]))).collect();
    let count = within.len() as f64;
    let at = within.iter().map(|t| t.translation).sum::<DVec3>() / count;
    let facing = within.iter().map(|t| t.rotation * DVec3::Z).sum::<DVec3>();
    let usual =
        Transform { translation: at, rotation: DQuat::from_rotation_y(libm::atan2(facing.x, facing.z)) };
    (0..own.len())
        .map(|f| {
            let place = frame(f).compose(usual);
            let [x, _, z] = place.translation.to_array();
            let ahead = place.rotation * DVec3::Z;
            [x, z, libm::atan2(ahead.x, ahead.z)]
        })
        .collect()
}

/// Each place the mean of those near by, and nearer towards the ends: these stay where they are.
fn smooth(own: &[Place], reach: f64) -> Vec<Place> {
    let last = own.len() - 1;
    let mean = |f: usize| {
        let width = (reach.round() as usize).min(f).min(last - f);
        let weight = |k: usize| 1.0 + libm::cos(PI * (k as f64 - width as f64) / (width + 1) as f64);
        let total: f64 = (0..=2 * width).map(weight).sum();
        let mut sum = [0.0; 3];
        for k in 0..=2 * width {
            let place = own[f + k - width];
            (0..3).for_each(|c| sum[c] += weight(k) / total * place[c]);
        }
        sum
    };
    (0..own.len()).map(mean).collect()
}

/// The same motion without its travel.
#[must_use]
pub fn in_place(clip: &Clip, travel: &[Transform]) -> Clip {
    let mut still = clip.clone();
    let count = clip.joints.len();
    for (locals, root) in still.locals.chunks_exact_mut(count.max(1)).zip(travel) {
        for (local, _) in locals.iter_mut().zip(&clip.joints).filter(|(_, joint)| joint.parent.is_none()) {
            *local = root.inverse().compose(*local);
        }
    }
    still
}

/// The same motion with its travel in a joint of its own, above all others.
#[must_use]
pub fn with_bone(clip: &Clip, travel: &[Transform]) -> Clip {
    let still = in_place(clip, travel);
    let root = ClipJoint { name: clip.free_name(NAME), parent: None, rest: Transform::IDENTITY, end: false };
    let below = |joint: &ClipJoint| ClipJoint {
        parent: Some(joint.parent.map_or(0, |parent| parent + 1)),
        ..joint.clone()
    };
    let joints = std::iter::once(root).chain(clip.joints.iter().map(below)).collect();
    let frames = still.locals.chunks_exact(clip.joints.len().max(1)).zip(travel);
    let locals = frames.flat_map(|(locals, root)| std::iter::once(root).chain(locals)).copied().collect();
    Clip { joints, locals, ..still }
}
