//! Arms keep their distance from the body ([`adverb::body::Arms`]), frame by frame.

use adverb::body::{Arms, Transform};
use glam::DQuat;

use super::rotation;
use crate::clip::Clip;

/// Turns the arms of a clip; `frames` are those of the motion that it follows, in aligned axes.
pub(super) fn clear(arms: &Arms, frames: &[Vec<Transform>], clip: &mut Clip) {
    let n = clip.joints.len();
    for (f, source) in frames.iter().enumerate() {
        let world = clip.world(clip.frame(f));
        let locals = &mut clip.locals[f * n..(f + 1) * n];
        for (arm, [upper, fore]) in arms.turns(&|j| source[j], &|j| world[j]).into_iter().flatten() {
            let [shoulder, elbow, wrist] = arm.target;
            let turned = [(shoulder, upper), (elbow, fore), (wrist, DQuat::IDENTITY)];
            for (joint, by) in turned {
                let above =
                    clip.joints[joint].parent.map_or(DQuat::IDENTITY, |p| rotation(&clip.joints, locals, p));
                locals[joint].rotation = (above.inverse() * by * world[joint].rotation).normalize();
            }
        }
    }
}
