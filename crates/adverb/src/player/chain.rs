//! The joints from the root down to a foot or a head, placed in the world without placing all the others.

use glam::{Quat, Vec3};

use crate::kinematics::{LocalTransform, local_transform};
use crate::rotation::{compose, rotate};
use crate::skeleton::{JointId, Skeleton};
use crate::verb::LONGEST_CHAIN;

/// From the root to a joint, both included.
pub(super) struct Chain {
    joints: [JointId; LONGEST_CHAIN],
    world: [LocalTransform; LONGEST_CHAIN],
    count: usize,
}

impl Chain {
    /// The joints down to `end` in a pose. Verbs make sure that chains are no longer than fits.
    pub(super) fn new(skeleton: &Skeleton, dofs: &[f32], end: JointId) -> Self {
        let mut joints = [end; LONGEST_CHAIN];
        let mut count = 0;
        for (joint, place) in skeleton.ancestors(end).zip(&mut joints) {
            *place = joint;
            count += 1;
            if joint == skeleton.root() {
                break;
            }
        }
        joints[..count].reverse();
        let still = LocalTransform { translation: Vec3::ZERO, rotation: Quat::IDENTITY };
        let mut world = [still; LONGEST_CHAIN];
        for i in 0..count {
            let local = local_transform(skeleton, skeleton.joint(joints[i]), dofs);
            world[i] = match i {
                0 => local,
                _ => below(&world[i - 1], &local),
            };
        }
        Self { joints, world, count }
    }

    /// Where a joint of the chain is in it.
    pub(super) fn index(&self, joint: JointId) -> usize {
        self.joints[..self.count].iter().position(|j| *j == joint).unwrap_or(self.count - 1)
    }

    pub(super) fn joint(&self, index: usize) -> JointId {
        self.joints[index]
    }

    pub(super) fn position(&self, index: usize) -> Vec3 {
        self.world[index].translation
    }

    pub(super) fn rotation(&self, index: usize) -> Quat {
        self.world[index].rotation
    }

    /// The last joint.
    pub(super) fn end(&self) -> Vec3 {
        self.position(self.count - 1)
    }
}

fn below(parent: &LocalTransform, local: &LocalTransform) -> LocalTransform {
    LocalTransform {
        translation: parent.translation + rotate(parent.rotation, local.translation),
        rotation: compose(parent.rotation, local.rotation),
    }
}
