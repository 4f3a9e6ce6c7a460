//! What commands that build projects and play them are given.

use std::path::PathBuf;

use super::values::{frame_rate, part, pose, seconds, setting};
use super::{Character, Paint, Pose, RootMotion, Viewpoint};

#[derive(Debug, clap::Args)]
pub struct Build {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// Where to write: an .adverb file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Print what was built as one JSON object (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub struct Motion {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// The motion's name in [motions]
    pub name: String,
    /// Where to write: a .bvh or .glb file; with a character or --usage also a .png or .svg file
    #[arg(short, long, value_name = "OUT", required_unless_present = "tree")]
    pub output: Option<PathBuf>,
    /// Print the expression instead, node by node, with durations and key-times
    #[arg(long, conflicts_with_all = ["output", "usage"])]
    pub tree: bool,
    /// Draw which joints it needs over time instead
    #[arg(long, conflicts_with = "fps")]
    pub usage: bool,
    /// Frames per second to write [default: the recording's own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// What becomes of the travel over the ground in a .bvh or .glb file
    #[arg(long, value_enum, default_value_t = RootMotion::Travel)]
    pub root: RootMotion,
    #[command(flatten)]
    pub character: Character,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`:
  adverb build my-hero -o hero.adverb
  adverb sample hero.adverb walk --at happiness=0.5,turn=20 -o walk.bvh
  adverb sample hero.adverb walk --cycles 4 --phases phases.json -o walk.glb
  adverb sample my-hero walk --at energy=-1 -o tired.png")]
pub struct Sample {
    /// A pack (.adverb), or a project, which is built first
    #[arg(value_name = "HERO")]
    pub hero: PathBuf,
    /// The verb's name
    pub verb: String,
    /// Values of its adverbs; missing ones have their defaults, values beyond a range are clamped
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Where to write: a .bvh, .glb, .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second, adjusted so that the last frame is the end [default: the recordings' own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// How many times to play a cyclic verb
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub cycles: u16,
    /// How long to play a cyclic verb, in seconds, instead of --cycles
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "cycles")]
    pub seconds: Option<f64>,
    /// Which chance draws the rounds of a verb that varies; one cycle alone is the loop, unless this is given [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write when each foot stands, as {"L": [[from, to], …], "R": …} in frames, both included
    #[arg(long, value_name = "FILE")]
    pub phases: Option<PathBuf>,
    /// Leave feet where the blend has them instead of holding them
    #[arg(long)]
    pub no_constraints: bool,
    /// What becomes of the travel over the ground in a .bvh or .glb file
    #[arg(long, value_enum, default_value_t = RootMotion::Travel)]
    pub root: RootMotion,
    #[command(flatten)]
    pub character: Character,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`, with a script such as docs/play.toml (its format: docs/playing.md):
  adverb play my-hero docs/play.toml -o play.bvh
  adverb play my-hero docs/play.toml --fps 60 --phases phases.json --json -o play.glb
  adverb play my-hero docs/play.toml --view above -o path.svg

A script:
  secs = 8
  [[at]]
  time = 1.5
  request = \"run\"
  adverbs = { happiness = 0.8 }
  [[at]]
  time = 4
  gesture = \"wave\"")]
pub struct Play {
    /// A pack (.adverb), or a project, which is built first
    #[arg(value_name = "HERO")]
    pub hero: PathBuf,
    /// The script, a .toml file: what to ask the actor for, and when
    pub script: PathBuf,
    /// Where to write: a .bvh, .glb, .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second [default: the script's, else the recordings' own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// Print what happened as one JSON object instead of text (fields: docs/playing.md)
    #[arg(long)]
    pub json: bool,
    /// Write when each foot stands, as {"L": [[from, to], …], "R": …} in frames, both included
    #[arg(long, value_name = "FILE")]
    pub phases: Option<PathBuf>,
    /// The point of view of a picture
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter)]
    pub view: Viewpoint,
    /// What becomes of the travel over the ground in a .bvh or .glb file
    #[arg(long, value_enum, default_value_t = RootMotion::Travel)]
    pub root: RootMotion,
    #[command(flatten)]
    pub character: Character,
}

#[derive(Debug, clap::Args)]
pub struct Sheet {
    /// A pack (.adverb), or a project, which is built first
    #[arg(value_name = "HERO")]
    pub hero: PathBuf,
    /// The verb's or the shape's name
    #[arg(value_name = "NAME")]
    pub verb: String,
    /// The adverb (or adjective or feature of a shape) from left to right
    #[arg(long, value_name = "ADVERB")]
    pub x: String,
    /// The adverb (or adjective or feature) from bottom to top [default: one row]
    #[arg(long, value_name = "ADVERB")]
    pub y: Option<String>,
    /// Where to write: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Values of the others
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Weights of the other features of a shape, by their own names or ARKit's
    #[arg(long, value_name = "FEATURE=WEIGHT,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub features: Vec<(String, f64)>,
    /// Figures from left to right
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=15))]
    pub columns: u16,
    /// Figures from bottom to top
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=15))]
    pub rows: u16,
    /// How many moments of the verb each figure shows
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=12))]
    pub moments: u16,
    /// The first moment, as a part of the verb's duration (0 to 1)
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = part)]
    pub t: f64,
    /// The point of view for a shape
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter)]
    pub view: Viewpoint,
    /// How to paint the surface of a shape
    #[arg(long, value_enum, default_value_t = Paint::Shaded)]
    pub paint: Paint,
    /// The pose of a shape's skin: point (as the adjectives of each form describe), rest, MOTION@TIME, or a file of its mesh
    #[arg(long, value_name = "POSE", default_value = "point", value_parser = pose)]
    pub pose: Pose,
    /// The sheet's title [default: the verb and its adverbs]
    #[arg(long)]
    pub title: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page follows the files of the project. Ctrl-C ends it.")]
pub struct Studio {
    /// A project (adverb.toml or its folder), a pack (.adverb), or a motion file, which it plays [default: the built-in character and
    /// shapes]
    #[arg(value_name = "PROJECT|PACK|FILE")]
    pub project: Option<PathBuf>,
    /// Animations of a motion file, by name or number from 0 [default: all that move a joint]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', requires = "project")]
    pub animation: Vec<String>,
    /// The port to serve the page on; 0 for any free one [default: 4173 if it is free]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Print the page's address without opening it
    #[arg(long)]
    pub no_open: bool,
}
