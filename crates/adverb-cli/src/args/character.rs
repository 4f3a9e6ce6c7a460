//! What a motion is written on, and what becomes of its travel.

use std::path::PathBuf;

use adverb_author::root::Root;
use clap::ValueEnum;

use super::values::pair;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RootMotion {
    /// The hips travel
    Travel,
    /// It is left out: the motion stays where it is
    InPlace,
    /// A bone above the hips has it, for root motion in a game engine
    Bone,
}

impl From<RootMotion> for Root {
    fn from(root: RootMotion) -> Self {
        match root {
            RootMotion::Travel => Self::Travel,
            RootMotion::InPlace => Self::InPlace,
            RootMotion::Bone => Self::Bone,
        }
    }
}

/// The mesh that moves.
#[derive(Debug, Clone, PartialEq, clap::Args)]
#[command(next_help_heading = "A character of your own")]
pub struct Character {
    /// A skinned mesh, .glb, .gltf or .fbx, to write with the motion as .glb, the rest of its file kept, or to draw as .png or .svg
    /// [default: the project's [character], if it has one]
    #[arg(long = "character", value_name = "MESH")]
    pub mesh: Option<PathBuf>,
    /// Which joint of the skeleton is which of the mesh, if names and anatomy do not decide; with --onto, which joint of the body is
    /// which of the motion
    #[arg(long, value_name = "JOINT=MESH-JOINT,…", value_delimiter = ',', value_parser = pair)]
    pub joints: Vec<(String, String)>,
}
