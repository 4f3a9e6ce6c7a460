//! The joints that a gesture moves: what it takes from other motions unless its mask says otherwise.

use std::sync::Arc;

use adverb::kinematics::{LocalTransform, local_transforms};
use adverb::skeleton::JointId;
use adverb::{Skeleton, VerbTime};

use crate::motion::Motion;
use crate::support;

/// A joint that turns by less than this, in radians, does not move.
const LEAST: f32 = 0.07;
/// Neither does one that turns by less than this part of what the joint does that turns most: whoever waves sways.
const SWAY: f32 = 0.12;
/// Moments of a motion.
const SAMPLES: usize = 48;

/// The joints that any of some motions moves, legs and root aside. A limb is taken as a whole: the hand of an arm that moves is the
/// gesture's, too. Of a motion that holds still, all of them.
pub(super) fn moved(skeleton: &Skeleton, motions: &[Arc<Motion>]) -> Vec<JointId> {
    let candidates = upper_body(skeleton);
    let turns = turns(skeleton, motions);
    let most = candidates.iter().map(|joint| turns[joint.index()]).fold(0.0, f32::max);
    let limit = LEAST.max(SWAY * most);
    let limb = |joint: JointId| {
        let is_aside = |joint: &JointId| skeleton.joint(*joint).partner != *joint;
        skeleton.ancestors(joint).take_while(is_aside).last().unwrap_or(joint)
    };
    let moving: Vec<JointId> =
        candidates.iter().filter(|joint| turns[joint.index()] > limit).map(|joint| limb(*joint)).collect();
    if moving.is_empty() {
        return candidates;
    }
    candidates.into_iter().filter(|joint| moving.contains(&limb(*joint))).collect()
}

/// How far each joint turns from where it was at the start, in radians.
fn turns(skeleton: &Skeleton, motions: &[Arc<Motion>]) -> Vec<f32> {
    let mut turns = vec![0.0_f32; skeleton.joints().len()];
    for motion in motions {
        let locals = |k: usize| {
            let mut locals = vec![LocalTransform::IDENTITY; turns.len()];
            let time = VerbTime(motion.duration().0 * k as f64 / SAMPLES as f64);
            local_transforms(skeleton, &motion.pose(time), &mut locals);
            locals
        };
        let first = locals(0);
        let turned: Vec<Vec<LocalTransform>> = (1..=SAMPLES).map(locals).collect();
        for ((turn, first), j) in turns.iter_mut().zip(&first).zip(0..) {
            let from = first.rotation.as_dquat();
            let farthest = turned
                .iter()
                .map(|locals: &Vec<LocalTransform>| from.angle_between(locals[j].rotation.as_dquat()) as f32);
            *turn = farthest.fold(*turn, f32::max);
        }
    }
    turns
}

/// All but the root, what is above it, and the legs.
fn upper_body(skeleton: &Skeleton) -> Vec<JointId> {
    let hips: Vec<JointId> =
        (support::feet(skeleton).iter()).filter_map(|foot| foot.limb.map(|limb| limb.upper)).collect();
    let root = skeleton.root();
    let of_leg = |joint: JointId| skeleton.ancestors(joint).any(|above| hips.contains(&above));
    let below = |joint: &JointId| skeleton.ancestors(*joint).skip(1).any(|above| above == root);
    skeleton.joint_ids().filter(below).filter(|joint| !of_leg(*joint)).collect()
}
