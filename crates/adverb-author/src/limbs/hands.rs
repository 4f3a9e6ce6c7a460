//! Limbs that can reach for a point: the arms of a skeleton, and whatever else an author lets reach.

use adverb::graph::Hand;
use adverb::ik::two_bone::Limb;
use adverb::{JointId, Skeleton};
use glam::Vec3A;

use super::{feet, hinge, two_bones};
use crate::sides::Side;
use adverb::body::{Part, Roles};

/// Both hands, left first, as far as joint names identify them.
pub(crate) fn hands(skeleton: &Skeleton, poses: &[Vec<f32>]) -> Vec<Hand> {
    arms(skeleton).into_iter().map(|limb| bent(skeleton, limb.end, limb, poses, -Vec3A::X)).collect()
}

/// A joint as something that reaches: a hand or what hangs from it, a foot, or the end of two bones.
pub(crate) fn hand(skeleton: &Skeleton, joint: JointId, poses: &[Vec<f32>]) -> Option<Hand> {
    let ends_in = |limb: &Limb| skeleton.ancestors(joint).any(|j| j == limb.end);
    if let Some(arm) = arms(skeleton).into_iter().find(ends_in) {
        return Some(bent(skeleton, joint, arm, poses, -Vec3A::X));
    }
    let legs = feet(skeleton).into_iter().filter_map(|foot| foot.limb);
    let limb = legs.into_iter().find(ends_in).or_else(|| two_bones(skeleton, joint))?;
    Some(bent(skeleton, joint, limb, poses, Vec3A::X))
}

fn bent(skeleton: &Skeleton, joint: JointId, limb: Limb, poses: &[Vec<f32>], straight: Vec3A) -> Hand {
    Hand { joint, limb, hinge: hinge(skeleton, limb, poses.iter().cloned(), straight) }
}

/// Shoulder, elbow and wrist of each side that has them, each below the one before and all below the root.
fn arms(skeleton: &Skeleton) -> Vec<Limb> {
    let names = skeleton.joints().iter().map(|joint| if joint.end { "" } else { &joint.name });
    let roles = Roles::by_name(names);
    let below = |lower, upper| skeleton.ancestors(lower).skip(1).any(|j| j == upper);
    let arm = |side| {
        let joint = |part| roles.joint(part, Some(side)).map(|j| JointId(j as u16));
        let [upper, middle, end] = [joint(Part::Arm)?, joint(Part::Elbow)?, joint(Part::Hand)?];
        let chained = below(end, middle) && below(middle, upper) && below(upper, skeleton.root());
        chained.then_some(Limb { upper, middle, end })
    };
    Side::BOTH.into_iter().filter_map(arm).collect()
}
