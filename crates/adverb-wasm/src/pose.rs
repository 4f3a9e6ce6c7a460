//! A pose as numbers in the module's memory, where callers look at it.

use adverb::Skeleton;
use adverb::glam::Affine3A;
use adverb::kinematics::{self, LocalTransform};

/// Numbers per joint in the world: the columns of the rotation, then the place.
const WORLD_NUMBERS: usize = 12;
/// Numbers per joint below its parent: the place, then the quaternion, w last.
const LOCAL_NUMBERS: usize = 7;

/// A pose as numbers.
pub(crate) struct Pose {
    world: Vec<Affine3A>,
    world_numbers: Vec<f32>,
    locals: Vec<LocalTransform>,
    local_numbers: Vec<f32>,
}

impl Pose {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints().len();
        let local = LocalTransform::IDENTITY;
        Self {
            world: vec![Affine3A::IDENTITY; joints],
            world_numbers: vec![0.0; WORLD_NUMBERS * joints],
            locals: vec![local; joints],
            local_numbers: vec![0.0; LOCAL_NUMBERS * joints],
        }
    }

    /// Takes over a pose.
    pub(crate) fn take(&mut self, skeleton: &Skeleton, dofs: &[f32]) {
        kinematics::world_transforms(skeleton, dofs, &mut self.world);
        for (joint, numbers) in self.world.iter().zip(self.world_numbers.as_chunks_mut().0) {
            *numbers = joint.to_cols_array();
        }
    }

    pub(crate) fn world_address(&self) -> usize {
        self.world_numbers.as_ptr() as usize
    }

    /// Joints below their parents are written only when somebody asks for them.
    pub(crate) fn locals_address(&mut self, skeleton: &Skeleton, dofs: &[f32]) -> usize {
        kinematics::local_transforms(skeleton, dofs, &mut self.locals);
        for (joint, numbers) in self.locals.iter().zip(self.local_numbers.as_chunks_mut::<LOCAL_NUMBERS>().0)
        {
            let (place, turn) = numbers.split_at_mut(3);
            place.copy_from_slice(&joint.translation.to_array());
            turn.copy_from_slice(&joint.rotation.to_array());
        }
        self.local_numbers.as_ptr() as usize
    }
}
