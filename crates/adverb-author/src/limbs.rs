//! The limbs of a skeleton: which joints are feet and hands, and how what is above them bends.

mod feet;
mod hands;

use adverb::ik::two_bone::Limb;
use adverb::kinematics::world_transforms;
use adverb::{JointId, Skeleton};
use glam::{Affine3A, Vec3A};

pub use feet::{Foot, feet};
pub(crate) use feet::{REST_GAP_SECS, REST_OVER_SECS, RISE_LEGS, leg_m, resting_place, unrest};
pub(crate) use hands::{hand, hands};

/// Poses of an example at which limbs are looked at.
pub(crate) const SAMPLES: usize = 48;

/// The two bones above a joint, below the root.
pub(crate) fn two_bones(skeleton: &Skeleton, joint: JointId) -> Option<Limb> {
    let middle = skeleton.joint(joint).parent?;
    let upper = skeleton.joint(middle).parent?;
    let below_root = skeleton.ancestors(upper).skip(1).any(|j| j == skeleton.root());
    below_root.then_some(Limb { upper, middle, end: joint })
}

/// The axis about which a limb bends, on average over some poses, in the frame of its upper joint; the given one where it
/// never bends.
pub(crate) fn hinge(
    skeleton: &Skeleton,
    limb: Limb,
    poses: impl Iterator<Item = Vec<f32>>,
    straight: Vec3A,
) -> [f32; 3] {
    let mut sum = Vec3A::ZERO;
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    for pose in poses {
        world_transforms(skeleton, &pose, &mut world);
        let [upper, middle, end] = [limb.upper, limb.middle, limb.end].map(|j| world[j.index()]);
        let normal = (middle.translation - upper.translation).cross(end.translation - middle.translation);
        sum += upper.matrix3.transpose() * normal;
    }
    sum.normalize_or(straight).to_array()
}
