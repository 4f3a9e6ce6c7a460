//! What commands that make and change projects are given.

use std::path::PathBuf;

use super::Point;
use super::values::{finite, frame_rate, measures, point, setting};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, with the recordings that `adverb demo my-hero` writes:
  adverb annotate my-hero/walk_neutral.bvh my-hero/run.bvh -p mine
  adverb annotate my-hero/*.bvh -p mine --dry-run
  adverb annotate my-hero/walk_{slow,brisk,fast}.bvh -p mine --verb walk
  adverb annotate my-hero/walk_{slow,fast,turn-*}.bvh -p turns --verb walk --measure speed,turn
  adverb annotate my-hero/walk_sad.bvh -p moods --verb walk --at happiness=-1,energy=-0.6
  adverb annotate my-hero/walk_{happy,tired}.bvh -p moods --verb walk --at happiness=1,energy=0.5 --at energy=-1

A .glb or .fbx file with several animations becomes one motion per animation, named after it: \
  adverb annotate hero.glb -p mine --animation walk,run

Each recording becomes [motions.NAME] with the key-times of a typical cycle, from foot-down to foot-down. \
A recording without steps gets the start of its movement, where it arrives and leaves again, and its end. \
Comments list other findings. Everything else in the project file is kept to the byte.

With --verb the recordings become examples of a verb: at the points that --at gives, or with measured adverbs. \
With --measure, a recording gives all cycles that show more or less of it than the others. \
The verb is built before anything is written.")]
pub struct Annotate {
    /// Recordings: .bvh, .glb, .gltf, .fbx or .amc
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The project: adverb.toml or its folder; created if missing
    #[arg(short, long, value_name = "PROJECT", default_value = ".")]
    pub project: PathBuf,
    /// Make the recordings examples of this verb; created if missing
    #[arg(long, value_name = "VERB")]
    pub verb: Option<String>,
    /// Where the examples are: values of adverbs that are not measured. Give it once for all recordings, or once per recording,
    /// in their order. Adverbs that the verb lacks are added
    #[arg(long, value_name = "ADVERB=VALUE,…", value_parser = point, allow_hyphen_values = true, requires = "verb")]
    pub at: Vec<Point>,
    /// What the verb's adverbs measure, each named after it [default: speed, if there is no --at; for an existing verb, its own]
    #[arg(long, value_name = "MEASURE,…", value_delimiter = ',', requires = "verb", value_parser = measures())]
    pub measure: Vec<String>,
    /// Animations of a glTF file or takes of an FBX file, by name or number from 0 [default: all that move a joint]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub animation: Vec<String>,
    /// Add starts, stops, turns in place and pivots as motions of their own, which a graph can play
    #[arg(long)]
    pub moves: bool,
    /// Replace the keys or the range of motions that already have some
    #[arg(long)]
    pub replace: bool,
    /// Print the resulting project file and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`:
  adverb extract my-hero walk --at happiness=0.5,energy=-0.5 -o calm.bvh
  … edit calm.bvh …
  adverb refine my-hero walk calm.bvh --at happiness=0.5,energy=-0.5")]
pub struct Extract {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verb's name
    pub verb: String,
    /// Values of its adverbs; missing ones have their defaults
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Where to write: a .bvh or .glb file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second, adjusted so that the last frame is the end [default: the recordings' own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`:
  adverb extract my-hero walk --at happiness=-0.5 -o low.bvh
  adverb refine my-hero walk low.bvh --at happiness=-0.5 --keys 0,32,65
  adverb extract my-hero pace --at speed=1 -o easy.bvh
  adverb refine my-hero pace easy.bvh              (its speed is measured)

The file becomes [motions.NAME] and an example of the verb. \
A file from elsewhere is copied beside the project file. \
The project is loaded and the verb is built before anything is written.")]
pub struct Refine {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verb's name
    pub verb: String,
    /// The motion: .bvh, .glb, .gltf, .fbx or .amc
    pub file: PathBuf,
    /// The animation of a glTF file or the take of an FBX file, by name or number from 0 [default: the first that moves a joint]
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// Values of its adverbs; missing ones have their defaults, measured ones come from the motion
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// The frames of its key-times, one per key-time of the verb [default: the verb's at that point]
    #[arg(long, value_name = "FRAME,…", value_delimiter = ',', value_parser = finite)]
    pub keys: Vec<f64>,
    /// Accept it even if it does something else than the other examples
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, clap::Args)]
pub struct Demo {
    /// The folder to write into: new or empty
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write the built-in shapes instead: a blob and an arm
    #[arg(long)]
    pub shapes: bool,
}
