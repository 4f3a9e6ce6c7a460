//! What commands on files of motions are given: `inspect`, `convert` and `render`.

use std::path::PathBuf;

use super::values::{frame_rate, pair};
use super::{Character, Import, Layout, Onto, RootMotion, Viewpoint};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, with the recordings that `adverb demo my-hero` writes:
  adverb inspect my-hero/walk_sad.bvh
  adverb inspect take.bvh --onto my-hero/walk_sad.bvh -o guess.png     which joint would follow which
  adverb inspect take.bvh --onto my-hero -o guess.png                  the same, as the project's [files] have it")]
pub struct Inspect {
    /// A .bvh, .glb, .gltf, .fbx or .amc file, a mesh (also .obj, .ply), a project (adverb.toml or its folder), or a pack (.adverb)
    pub file: PathBuf,
    /// Print one JSON object instead of text (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
    /// With --onto, draw both bodies, joints in the colours of those that they follow: a .png or .svg file
    #[arg(short, long, value_name = "OUT", requires = "onto")]
    pub output: Option<PathBuf>,
    /// With --onto, which joint of the body is which of the file, if names and anatomy do not decide
    #[arg(long, value_name = "JOINT=ITS-JOINT,…", value_delimiter = ',', value_parser = pair, requires = "onto")]
    pub joints: Vec<(String, String)>,
    #[command(flatten)]
    pub onto: Onto,
    #[command(flatten)]
    pub import: Import,
}

#[derive(Debug, clap::Args)]
pub struct Convert {
    /// A .bvh, .glb, .gltf, .fbx or .amc file
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where to write: a .bvh or .glb file; with --character also a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second to write [default: the file's own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// Fit smooth curves first, as examples store them: about a millimetre off, root mean square
    #[arg(long)]
    pub fit: bool,
    /// What becomes of the travel over the ground in a .bvh or .glb file
    #[arg(long, value_enum, default_value_t = RootMotion::Travel)]
    pub root: RootMotion,
    #[command(flatten)]
    pub onto: Onto,
    #[command(flatten)]
    pub character: Character,
    #[command(flatten)]
    pub import: Import,
}

#[derive(Debug, clap::Args)]
pub struct Render {
    /// A .bvh, .glb, .gltf, .fbx or .amc file, or a project (adverb.toml or its folder)
    #[arg(value_name = "FILE|PROJECT")]
    pub input: PathBuf,
    /// Motions of the project, one or several
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Where to write: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// The point of view
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter, conflicts_with = "curves")]
    pub view: Viewpoint,
    /// Short for --view above, with the path and the footprints
    #[arg(long, conflicts_with_all = ["view", "curves"])]
    pub overhead: bool,
    /// How several motions share the picture
    #[arg(long, value_enum, default_value_t = Layout::Together, conflicts_with_all = ["curves", "animate"])]
    pub layout: Layout,
    /// How many moments to show [default: as many as fit without overlap]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200), conflicts_with_all = ["curves", "animate"])]
    pub moments: Option<u16>,
    /// Repeat each motion this many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub repeat: u16,
    /// Use another colour for every repetition, so that the seams show
    #[arg(long, requires = "repeat", conflicts_with_all = ["curves", "animate"])]
    pub seams: bool,
    /// Write an animation that loops in any browser (.svg only)
    #[arg(long, conflicts_with = "curves")]
    pub animate: bool,
    /// Draw DOF curves with key-times instead of the figure
    #[arg(long)]
    pub curves: bool,
    /// With --curves, only joints whose name contains this (repeatable)
    #[arg(long, value_name = "PART", requires = "curves")]
    pub joint: Vec<String>,
    /// Draw the skinned mesh of a file instead of a figure of its joints
    #[arg(long, conflicts_with_all = ["curves", "animate", "layout", "seams", "names", "title", "overhead"])]
    pub mesh: bool,
    /// The picture's title [default: the motion's name]
    #[arg(long)]
    pub title: Option<String>,
    #[command(flatten)]
    pub import: Import,
}

impl Render {
    /// From where it is seen.
    pub fn viewpoint(&self) -> Viewpoint {
        if self.overhead { Viewpoint::Above } else { self.view }
    }
}
