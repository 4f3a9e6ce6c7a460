//! Motions back into clips: poses at given moments, in the joints and axes of the file the skeleton came from.

mod verb;

use adverb::kinematics::{LocalTransform, local_transforms};
use adverb::{Skeleton, VerbTime};
use glam::DQuat;

use crate::clip::{Clip, ClipJoint, Source, Transform};
use crate::error::Error;
use crate::limits::Limits;
use crate::motion::{Held, Motion};
pub(crate) use verb::Standing;
pub use verb::{Take, sample_rounds, sample_verb};

/// The sampling rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// As near to this many frames per second as possible with the last frame at the end, so that a cycle closes.
    Near(f64),
    /// Exactly this many frames per second; the last frame is the last before the end.
    Exactly(f64),
}

/// The motion from its start to its end, its constraints enforced.
pub fn sample(motion: &Motion, rate: Rate, source: Source) -> Result<Clip, Error> {
    let (steps, fps) = checked_steps(motion.duration().0, rate, motion.skeleton().joints().len())?;
    let times: Vec<VerbTime> = (0..=steps).map(|f| VerbTime(f as f64 / fps)).collect();
    Ok(sample_at(motion, &times, fps, source))
}

/// The number of steps from the first frame to the last, and the steps per second.
pub(crate) fn checked_steps(duration_secs: f64, rate: Rate, joints: usize) -> Result<(usize, f64), Error> {
    let (steps, fps) = match rate {
        Rate::Near(fps) => {
            let steps = (duration_secs * fps).round().max(1.0);
            (steps, steps / duration_secs)
        }
        Rate::Exactly(fps) => ((duration_secs * fps + 1e-6).floor(), fps),
    };
    let bytes = (steps + 1.0) * (joints * size_of::<Transform>()) as f64;
    let most = Limits::current().output_bytes;
    if bytes > most as f64 {
        let problem = format!(
            "its {steps:.0} frames take {:.0} MB; at most {} MB are written at once: take fewer frames per second, or a shorter piece",
            bytes / f64::from(1 << 20),
            most >> 20
        );
        return Err(Error::Motion { problem });
    }
    Ok((steps as usize, fps))
}

/// The motion at the given moments, its constraints enforced, as frames at `fps`.
#[must_use]
pub fn sample_at(motion: &Motion, times: &[VerbTime], fps: f64, source: Source) -> Clip {
    let skeleton = motion.skeleton();
    let held = Held::of(motion);
    let mut locals = Vec::with_capacity(times.len() * skeleton.joints().len());
    for &time in times {
        let pose = held.as_ref().map_or_else(|| motion.pose(time), |held| held.pose(time));
        locals.extend(rig_locals(skeleton, &pose));
    }
    Clip { joints: joints(skeleton), fps, locals, source }
}

/// The skeleton's joints in the file's own axes.
#[must_use]
pub fn joints(skeleton: &Skeleton) -> Vec<ClipJoint> {
    skeleton
        .joints()
        .iter()
        .enumerate()
        .map(|(j, joint)| ClipJoint {
            name: joint.name.clone(),
            parent: joint.parent.map(|p| p.index()),
            rest: in_rig_axes(
                skeleton,
                j,
                LocalTransform { translation: joint.offset, rotation: joint.rest },
            ),
            end: joint.end,
        })
        .collect()
}

/// Local transforms of a pose in the file's own axes.
#[must_use]
pub fn rig_locals(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Transform> {
    let still = LocalTransform::IDENTITY;
    let mut locals = vec![still; skeleton.joints().len()];
    local_transforms(skeleton, dofs, &mut locals);
    let mut rig: Vec<Transform> = (0..locals.len()).map(|j| in_rig_axes(skeleton, j, locals[j])).collect();
    // The root is given in the world; in the file it hangs from whatever stands above it.
    let root = skeleton.root();
    let mut above = Transform::IDENTITY;
    for ancestor in skeleton.ancestors(root).skip(1) {
        above = rig[ancestor.index()].compose(above);
    }
    let to_world = Transform {
        translation: locals[root.index()].translation.as_dvec3(),
        rotation: locals[root.index()].rotation.as_dquat() * skeleton.joint(root).rig_axes.as_dquat(),
    };
    rig[root.index()] = above.inverse().compose(to_world);
    rig
}

fn in_rig_axes(skeleton: &Skeleton, j: usize, local: LocalTransform) -> Transform {
    let joint = &skeleton.joints()[j];
    let parent = joint.parent.map_or(DQuat::IDENTITY, |p| skeleton.joint(p).rig_axes.as_dquat().inverse());
    Transform {
        translation: parent * local.translation.as_dvec3(),
        rotation: (parent * local.rotation.as_dquat() * joint.rig_axes.as_dquat()).normalize(),
    }
}
