//! A made character as people bring them: joints that Mixamo named, several meshes, several animations in one file.
//!
//! It is the built-in figure with Mixamo's 65 joints, each with its y axis along its bone, and a skin of boxes whose soles are on the ground.
//! Its animations are those of the gait synthesiser, one cycle each, so tests know what every one of them is. Fields say how the
//! file holds them:
//!
//! ```
//! use adverb_testdata::mixamo::{Figure, Move, Part};
//!
//! let plain = Figure::default().glb();
//! let awkward = Figure {
//!     z_up: true,
//!     unit_m: 0.01,
//!     turned_parent: true,
//!     parts: &Part::ALL,
//!     moves: &Move::ALL,
//!     ..Figure::default()
//! };
//! assert!(awkward.glb().len() > plain.len());
//! ```

mod bones;
mod fbx;
mod file;
mod moves;
mod skin;

pub use fbx::Pictures;
pub use moves::Move;

/// What the names of its joints begin with.
pub const PREFIX: &str = "mixamorig:";

/// A mesh of the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Held by all joints.
    Body,
    /// Held by a skin of their own, of neck and head.
    Eyes,
    /// As the eyes.
    Hair,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Body, Self::Eyes, Self::Hair];

    /// The name of its node and mesh.
    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "Body",
            Self::Eyes => "Eyes",
            Self::Hair => "Hair",
        }
    }
}

/// A figure, and how its file holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// In heights of the built-in figure, 1.75 m.
    pub height: f64,
    /// z is up in the scene, against the format's rule.
    pub z_up: bool,
    /// The unit of the scene; the format's is 1.
    pub unit_m: f64,
    /// Joints and meshes hang from a node that is turned by a quarter and a hundredth in size, and make up for it.
    pub turned_parent: bool,
    /// Its meshes; none is a skeleton alone.
    pub parts: &'static [Part],
    /// Its animations, by name.
    pub moves: &'static [Move],
    /// Its animations stay on the spot and keep their heading; otherwise they travel.
    pub in_place: bool,
}

impl Default for Figure {
    /// A body in metres with y up, without animations.
    fn default() -> Self {
        Self {
            height: 1.0,
            z_up: false,
            unit_m: 1.0,
            turned_parent: false,
            parts: &[Part::Body],
            moves: &[],
            in_place: true,
        }
    }
}

impl Figure {
    /// The file.
    pub fn glb(&self) -> Vec<u8> {
        file::glb(self)
    }

    /// The same as an FBX, in centimetres and Y up, without its animations; its materials have pictures.
    pub fn fbx(&self, pictures: &Pictures) -> Vec<u8> {
        crate::fbx::binary(&fbx::records(self, pictures))
    }
}
