//! Poses as numbers, written when somebody asks for them.

use adverb::Skeleton;
use adverb::glam::Affine3A;
use adverb::kinematics::{self, LOCAL_NUMBERS};

/// Numbers per joint in the world: the columns of the rotation, then the translation.
const WORLD_NUMBERS: usize = 12;

/// The poses of one or more actors, one after another.
#[derive(Default)]
pub(crate) struct Poses {
    /// Of one actor.
    world: Vec<Affine3A>,
    worlds: Vec<f32>,
    locals: Vec<f32>,
}

impl Poses {
    /// The joints below their parents.
    pub(crate) fn locals<'a>(
        &mut self,
        skeleton: &Skeleton,
        actors: impl ExactSizeIterator<Item = &'a adverb::Actor>,
    ) -> &[f32] {
        let size = LOCAL_NUMBERS * skeleton.joints().len();
        self.locals.resize(size * actors.len(), 0.0);
        actors.zip(self.locals.chunks_exact_mut(size)).for_each(|(actor, locals)| actor.write_locals(locals));
        &self.locals
    }

    /// The joints in the world, as seen from the origin of each actor.
    pub(crate) fn worlds<'a>(
        &mut self,
        skeleton: &Skeleton,
        actors: impl ExactSizeIterator<Item = &'a adverb::Actor>,
    ) -> &[f32] {
        let joints = skeleton.joints().len();
        self.world.resize(joints, Affine3A::IDENTITY);
        self.worlds.resize(WORLD_NUMBERS * joints * actors.len(), 0.0);
        for (actor, worlds) in actors.zip(self.worlds.chunks_exact_mut(WORLD_NUMBERS * joints)) {
            kinematics::world_transforms(skeleton, actor.dofs(), &mut self.world);
            for (joint, numbers) in self.world.iter().zip(worlds.as_chunks_mut().0) {
                *numbers = joint.to_cols_array();
            }
        }
        &self.worlds
    }
}
