//! The mesh that a project draws.

use std::sync::Arc;

use adverb::Skeleton;

use super::{Character, Driven};
use crate::clip::Clip;
use crate::error::Error;
use crate::support::Stood;

/// The mesh of a project, and the joints that the project maps.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The mesh.
    pub character: Character,
    /// Joints of the skeleton and of the mesh, by name, where neither names nor anatomy decide.
    pub joints: Vec<(String, String)>,
}

impl Drawn {
    /// Whether it is the mesh of that file.
    pub fn is_of(&self, file: &str) -> bool {
        self.character.figure().source.file == file
    }

    /// A clip of a skeleton's joints as a motion of the character; see [`Character::driven`].
    pub fn driven(&self, skeleton: &Arc<Skeleton>, clip: &Clip, stood: &[Stood]) -> Result<Driven, Error> {
        self.character.driven(skeleton, clip, stood, &self.joints)
    }
}
