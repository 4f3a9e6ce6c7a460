//! Characters: skinned meshes that follow a skeleton (`[character]` of the project file).
//!
//! The mesh's file is kept whole: skin, materials, textures, morph targets. A mesh on the skeleton's own joints moves exactly as that
//! does (`own`); all others are bound to it as bodies are ([`adverb::body`]), and motions are put on them as on any ([`crate::retarget`]).
//! Fingers that nothing moves are relaxed (`fingers`).

mod drawn;
mod fingers;
mod own;
mod seen;
mod told;

use std::sync::Arc;

use adverb::body::{Binding, Figure, Vertex, bind};
use adverb::{Skeleton, VerbTime};
use glam::{DQuat, Mat4};

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
use crate::retarget::{self, Performance, Standing};
use crate::rig::MOST_JOINTS;
use crate::sample;
use crate::support::Stood;
pub use drawn::Drawn;
pub use fingers::Fingers;
pub use seen::Seen;

/// A skinned mesh.
#[derive(Debug, Clone)]
pub struct Character {
    /// What becomes of fingers that a motion does not move.
    pub fingers: Fingers,
    whole: Whole,
    skins: Skins,
    body: Figure,
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

/// How a character follows a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Follows {
    /// In numbers.
    pub binding: Binding,
    /// Joints of fingers that nothing moves, and their rotations below their parents.
    pub relaxed: Vec<(usize, DQuat)>,
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
        let figure = &skins.figure;
        let mut tree = retarget::tree(&figure.joints);
        // Where the file says what its joints are of a person, that is what they are called.
        for (name, human) in tree.names.iter_mut().zip(&skins.human) {
            *name = human.clone().unwrap_or_default();
        }
        let body = Figure::bound(tree, figure.rest(), skins.vertices.clone());
        Ok(Self { fingers: Fingers::default(), whole, skins, body })
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
        let performance = Performance::of(skeleton, clip, stood)?;
        let source = Performance::figure(skeleton, &[&performance]);
        if let Some(mut driven) = own::driven(clip, self.figure()).filter(|_| joints.is_empty()) {
            let namesake = |joint: usize| clip.joint_named(&self.figure().joints[joint].name);
            let relaxed = self.relaxed(&[clip], namesake);
            let binding = self.bound(&source, joints).ok();
            let still = binding.and_then(|binding| told::still(&binding, &source, self, &relaxed));
            let warnings = self.figure().source.warnings.iter().cloned().chain(still).collect();
            fingers::relax(&mut driven, &relaxed);
            return Ok(Driven { clip: driven, warnings });
        }
        let Follows { binding, relaxed, warnings } = self.follows(&source, &[clip], joints)?;
        let mut driven = performance.on(&binding, &self.figure().joints, self.figure(), Standing::Held);
        fingers::relax(&mut driven, &relaxed);
        Ok(Driven { clip: driven, warnings })
    }

    /// How the character follows a body; fingers that no clip moves are relaxed. `joints` as for [`Character::driven`].
    ///
    /// # Errors
    /// As [`Character::driven`].
    pub fn follows(
        &self,
        source: &Figure,
        clips: &[&Clip],
        joints: &[(String, String)],
    ) -> Result<Follows, Error> {
        let mut binding = self.bound(source, joints)?;
        let followed = |joint: usize| binding.joints[joint].follows.map(|follow| follow.from);
        let relaxed = self.relaxed(clips, followed);
        let of_file = self.figure().source.warnings.iter().cloned();
        let still = told::still(&binding, source, self, &relaxed);
        let warnings = of_file.chain(still).chain(told::body(&binding, self)).collect();
        fingers::relax_bound(&mut binding, &relaxed);
        Ok(Follows { binding, relaxed, warnings })
    }

    fn bound(&self, source: &Figure, joints: &[(String, String)]) -> Result<Binding, Error> {
        let (figure, file) = (self.figure(), &self.figure().source.file);
        let own: Vec<&str> = source.tree.names.iter().map(String::as_str).collect();
        let meshs: Vec<&str> = figure.joints.iter().map(|joint| joint.name.as_str()).collect();
        let pair = |(joint, mesh): &(String, String)| {
            let joint = retarget::joint_named(&own, joint, ["the skeleton", file])?;
            Ok((joint, retarget::joint_named(&meshs, mesh, ["the mesh", file])?))
        };
        let given = joints.iter().map(pair).collect::<Result<Vec<_>, Error>>()?;
        bind(source, &self.body, &given).map_err(|none| {
            let problem = told::no_hips(&none, &own, &meshs);
            Error::File { file: file.clone(), problem }
        })
    }

    /// Joints of fingers that no clip moves, and their rotations; `source` is the joint of the clips that one of the mesh follows.
    fn relaxed(&self, clips: &[&Clip], source: impl Fn(usize) -> Option<usize>) -> Vec<(usize, DQuat)> {
        match self.fingers {
            Fingers::Bound => Vec::new(),
            Fingers::Relaxed => fingers::still(&self.body, clips, source),
        }
    }

    /// The character as a body: its joints as they were bound, and its skin.
    pub fn body(&self) -> &Figure {
        &self.body
    }

    /// The vertices of its skin as they were bound, in the space of its file.
    pub fn skin(&self) -> &[Vertex] {
        &self.skins.vertices
    }

    /// The node of each joint in its file.
    pub fn nodes(&self) -> &[u32] {
        &self.skins.nodes
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
