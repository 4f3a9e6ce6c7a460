//! Characters: skinned meshes that follow a skeleton (`[character]` of the project file).
//!
//! The mesh's file is kept whole: skin, materials, textures, morph targets. Its joints follow the skeleton's (`map`: as given,
//! by name, or by what they are for, `anatomy`), each in the axes and from the pose that it was bound in (`align`). A mesh on the
//! skeleton's own joints moves exactly as that does (`own`). Of all others the hips are carried by legs of the mesh's length
//! (`legs`), and feet that stand stand (`plant`) on the soles of the mesh (`sole`).

mod align;
mod anatomy;
mod binding;
mod drawn;
mod legs;
mod map;
mod neck;
mod own;
mod plant;
mod retarget;
mod seen;
mod sole;
mod stands;

use std::sync::Arc;

use adverb::{Skeleton, VerbTime};
use glam::Mat4;

use crate::clip::{Clip, ClipJoint, Source, Transform};
use crate::error::Error;
use crate::figure;
use crate::finding::{Criterion, Finding};
use crate::formats;
use crate::formats::gltf::clip::Written;
use crate::formats::gltf::skins::{self, Skins};
use crate::formats::gltf::{mesh, whole};
use crate::mesh::MeshFile;
use crate::mesh::kept::Whole;
use crate::motion::{Recording, basic};
use crate::rig::MOST_JOINTS;
use crate::sample;
use crate::support::Stood;
pub use binding::{Binding, BoundJoint, BoundLeg};
pub use drawn::Drawn;
use retarget::Bound;
pub use seen::Seen;

/// A skinned mesh.
#[derive(Debug, Clone)]
pub struct Character {
    whole: Whole,
    skins: Skins,
}

/// How many metres the unit of a mesh with these joints is, if they are the skeleton's own.
pub(crate) fn unit_m(skeleton: &Skeleton, joints: Vec<ClipJoint>) -> Option<f64> {
    let figure = Clip { joints, fps: 30.0, locals: Vec::new(), source: Source::made("") };
    own::unit_m_on(&Clip { joints: sample::joints(skeleton), ..figure.clone() }, &figure)
}

/// A motion on the joints of a character.
#[derive(Debug, Clone, PartialEq)]
pub struct Driven {
    /// In the unit of the character's file.
    pub clip: Clip,
    /// Warnings about joints that do not follow, and about its legs.
    pub warnings: Vec<Finding>,
}

impl Character {
    /// Reads a mesh from a GLB, `.gltf` or FBX file; `fetch` yields files beside it. Of FBX, what glTF knows as well is kept: nodes, meshes,
    /// skins, blend shapes, and materials with the pictures of base colour, normals, metalness and roughness; a warning names the rest.
    ///
    /// # Errors
    /// With the place in the file; a file without a skin is an error, too.
    pub fn read(
        file: &str,
        bytes: &[u8],
        fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, Error> {
        let (whole, findings) = formats::read_character(file, bytes, fetch)?;
        let mut character = Self::in_file(file, whole)?;
        character.skins.figure.source.warnings.extend(findings);
        Ok(character)
    }

    /// The character of a mesh that has a skin.
    ///
    /// # Errors
    /// As [`mesh::write`]; a mesh without a skin is an error, too.
    pub fn of(file: &MeshFile) -> Result<Self, Error> {
        Self::in_file(&file.mesh.file, mesh::whole(file)?)
    }

    fn in_file(file: &str, mut whole: Whole) -> Result<Self, Error> {
        let mut skins = skins::read(file, &mut whole)?;
        if let Some(message) = figure::several(&skins.figure) {
            let source = &mut skins.figure.source;
            // Names that only the others share are as good as any.
            source.warnings.retain(|own| own.criterion != Criterion::Namesakes);
            source.warn(Criterion::LeftOut, message, "Save each in a file of its own.");
        }
        let count = skins.figure.joints.len();
        if count > MOST_JOINTS {
            let problem = format!("it has {count} joints; a character has at most {MOST_JOINTS}");
            return Err(Error::File { file: file.into(), problem });
        }
        Ok(Self { whole, skins })
    }

    /// Its skeleton in the pose in which the skin was bound, without frames.
    pub fn figure(&self) -> &Clip {
        &self.skins.figure
    }

    /// A clip of a skeleton's joints as a motion of the character. `stood` says when its feet stand, as whoever played the clip knows;
    /// if it is empty, that is found in the clip. `joints` maps joints of the skeleton to joints of the mesh, by name, where neither
    /// names nor anatomy decide.
    ///
    /// # Errors
    /// For unknown names, and if no joint of the mesh is known to be the hips.
    pub fn driven(
        &self,
        skeleton: &Arc<Skeleton>,
        clip: &Clip,
        stood: &[Stood],
        joints: &[(String, String)],
    ) -> Result<Driven, Error> {
        if let Some(clip) = own::driven(clip, self.figure()).filter(|_| joints.is_empty()) {
            let map = map::map(skeleton, self.figure(), joints).ok();
            let still = map.and_then(|map| map.still(skeleton, self.figure()));
            let warnings = self.figure().source.warnings.iter().cloned().chain(still).collect();
            return Ok(Driven { clip, warnings });
        }
        let map = map::map(skeleton, self.figure(), joints)?;
        let bound = Bound::by(skeleton, clip, stood, &self.skins, &map)?;
        Ok(Driven { clip: bound.driven(clip.fps), warnings: self.warnings(skeleton, &bound) })
    }

    /// How the character follows a skeleton; a motion shows how feet stand. `joints` as for [`Character::driven`].
    ///
    /// # Errors
    /// As [`Character::driven`].
    pub fn bound(
        &self,
        skeleton: &Arc<Skeleton>,
        clip: &Clip,
        joints: &[(String, String)],
    ) -> Result<Binding, Error> {
        let map = match map::map(skeleton, self.figure(), joints) {
            Ok(map) => map,
            // Nobody knows what its joints are for; if they are the skeleton's own, nobody needs to.
            Err(unknown) => {
                let own = joints.is_empty().then(|| own::binding(skeleton, &self.skins)).flatten();
                return own.ok_or(unknown);
            }
        };
        let bound = Bound::by(skeleton, clip, &[], &self.skins, &map)?;
        Ok(Binding { warnings: self.warnings(skeleton, &bound), ..Binding::of(&bound) })
    }

    /// The pose of a skeleton for these joints (`world_from_joint`), if they are the skeleton's own.
    pub fn pose_of(&self, skeleton: &Arc<Skeleton>, world: &[Transform]) -> Option<Vec<f32>> {
        let rest = Clip { joints: sample::joints(skeleton), ..self.figure().clone() };
        let recording = Recording::raw(skeleton, &own::undriven(&rest, self.figure(), world)?).ok()?;
        Some(basic::whole(skeleton.clone(), Arc::new(recording)).ok()?.pose(VerbTime::ZERO))
    }

    /// Where its joints are in the world of its file (`world_from_joint`, scales and all) at a frame of a motion of its own joints.
    pub fn world(&self, clip: &Clip, frame: usize) -> Vec<Mat4> {
        self.skins.world(clip, frame)
    }

    /// Warnings about the file, the map and the binding.
    fn warnings(&self, skeleton: &Skeleton, bound: &Bound) -> Vec<Finding> {
        let of_file = self.figure().source.warnings.iter().cloned();
        of_file.chain(bound.map.still(skeleton, self.figure())).chain(bound.warnings(self.figure())).collect()
    }

    /// The character's file as GLB, as it is.
    pub fn file(&self) -> Vec<u8> {
        self.glb(self.figure())
    }

    /// The character's file as GLB, with a motion of its own joints as its first animation; those it has follow.
    pub fn glb<'a>(&self, motion: impl Into<Written<'a>>) -> Vec<u8> {
        whole::write(self.skins.animated(&self.whole, motion.into()))
    }

    /// The same as a mesh with the rest of its file, to change before it is written.
    ///
    /// # Errors
    /// If its mesh is broken, which the skeleton can move all the same.
    pub fn animated<'a>(&self, motion: impl Into<Written<'a>>) -> Result<MeshFile, Error> {
        mesh::of(&self.figure().source.file, self.skins.animated(&self.whole, motion.into()))
    }
}
