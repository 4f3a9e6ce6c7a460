//! What can be typed. One definition feeds the parser, the help, the completions and the manual pages.

mod character;
mod import;
mod picture;
mod shape;
mod values;

use std::path::PathBuf;

use adverb_author::limits::Limits;
use clap::{Parser, Subcommand};

pub use character::{Character, RootMotion};
pub use import::Import;
pub use picture::{Layout, Viewpoint};
pub use shape::{Paint, Pose, Shape};
pub use values::{Bound, Point};
use values::{finite, frame_rate, limit, measures, part, point, pose, setting};

/// Animation by example: motions and shapes with knobs.
#[derive(Debug, Parser)]
#[command(name = "adverb", version, propagate_version = true, infer_subcommands = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 a file is at fault, 2 the command line is at fault.\nStart with: adverb demo my-hero"
)]
pub struct Args {
    /// Print nothing but errors and requested output
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print every warning in full, and what is as it should be
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Raise a bound of what is read or written: input (MB of a file), stream (MB of a pipe), joints, depth (of nesting), frames, output (MB
    /// held at once)
    #[arg(long, global = true, value_name = "BOUND=N,…", value_delimiter = ',', value_parser = limit)]
    pub limit: Vec<(Bound, usize)>,
    /// Read what a .gltf or .amc file names also where it lies outside of the file's folder
    #[arg(long, global = true)]
    pub outside: bool,
    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// The bounds as raised.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.outside = self.outside;
        for (bound, number) in &self.limit {
            let bytes = number.saturating_mul(1 << 20);
            match bound {
                Bound::Input => limits.input_bytes = bytes,
                Bound::Stream => limits.stream_bytes = bytes,
                Bound::Joints => limits.joints = *number,
                Bound::Depth => limits.depth = *number,
                Bound::Frames => limits.frames = *number,
                Bound::Output => limits.output_bytes = bytes,
            }
        }
        limits
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List what a motion file, a mesh, a project or a pack holds, and what was assumed
    Inspect(Inspect),
    /// Check whether the examples of verbs and the forms of shapes can be interpolated; findings have a number, a place and a remedy
    Check(Check),
    /// Convert a motion file: BVH, GLB, glTF, FBX or AMC to BVH or GLB (skeleton and animation), or onto a skinned mesh
    Convert(Convert),
    /// Write a motion of a project to a file
    Motion(Motion),
    /// Draw a motion: a multiple exposure, its curves, or an animation
    Render(Render),
    /// Find the steps, key-times and cycles of recordings and write them into a project
    Annotate(Annotate),
    /// Write what a verb shows at a point to a file, for editing; put it back with refine
    Extract(Extract),
    /// Put a motion back as an example of a verb at a point
    Refine(Refine),
    /// Write a page about the verbs and shapes of a project: coverage, key-times, each example predicted from the others (leave-one-out), feet, extrapolation, costs
    Report(Report),
    /// Play a verb of a pack at a point of its adverbs and write it: BVH, GLB or a picture
    Sample(Sample),
    /// Draw a verb over two of its adverbs, or a shape over two of its adjectives, with examples marked
    Sheet(Sheet),
    /// Write a shape at a point of its adjectives: GLB with morph targets, OBJ, PLY or a picture
    Shape(Shape),
    /// Play a script on a verb graph, print what happened, and write it: BVH, GLB or a picture
    Play(Play),
    /// Describe the space of a verb or a shape, print its weights at a point, and draw it
    Space(Space),
    /// Build the verbs, graphs and shapes of a project into a pack, the one file that a game loads
    Build(Build),
    /// Show the verb graph of a project or a pack
    Graph {
        #[command(subcommand)]
        command: Graph,
    },
    /// Play a project in the browser: a page with its verbs and shapes, a pad and sliders, served to this machine only
    Studio(Studio),
    /// Write the built-in character as a complete project
    Demo(Demo),
    /// Print completions for a shell
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
    /// Write manual pages for man(1)
    Man(Man),
}

#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// A .bvh, .glb, .gltf, .fbx or .amc file, a mesh (also .obj, .ply), a project (adverb.toml or its folder), or a pack (.adverb)
    pub file: PathBuf,
    /// Print one JSON object instead of text (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub import: Import,
}

#[derive(Debug, clap::Args)]
pub struct Check {
    /// A project: adverb.toml or its folder
    pub project: PathBuf,
    /// Print one JSON object instead of text (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`:
  adverb report my-hero -o report.html
  adverb report my-hero walk reach -o report.html")]
pub struct Report {
    /// A project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verbs and shapes to report on [default: all]
    #[arg(value_name = "NAME")]
    pub verbs: Vec<String>,
    /// Where to write: one self-contained .html file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
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
    /// Put the motion on the joints of another body: a motion file of that, or one with its skeleton alone
    #[arg(long, value_name = "FILE", conflicts_with = "mesh")]
    pub onto: Option<PathBuf>,
    /// What becomes of the travel over the ground in a .bvh or .glb file
    #[arg(long, value_enum, default_value_t = RootMotion::Travel)]
    pub root: RootMotion,
    #[command(flatten)]
    pub character: Character,
    #[command(flatten)]
    pub import: Import,
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
A recording without steps gets the start, the apex and the end of its movement. \
Comments list other findings. Everything else in the project file is kept to the byte.

With --verb the recordings become examples of a verb: at the points that --at gives, or with measured adverbs. \
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
Examples, with docs/spaces.toml:
  adverb space docs/spaces.toml walk --at happiness=0.5     the weights of the examples there
  adverb space docs/spaces.toml walk -o walk.svg            a map for every example
  adverb space docs/spaces.toml walk --x speed -o w.png     the weights along one axis
  adverb space docs/spaces.toml walk --x speed --of happy -o parts.png   the parts of one")]
pub struct Space {
    /// The project: adverb.toml or its folder; recordings are read only if something is measured or read from a pose
    pub project: PathBuf,
    /// The verb's or the shape's name [default: the only one]
    pub name: Option<String>,
    /// A point, e.g. happiness=0.5,speed=1.2: prints its weights; pictures show the slice through it
    #[arg(long, value_name = "AXIS=VALUE,…", value_delimiter = ',', value_parser = setting)]
    pub at: Vec<(String, f64)>,
    /// Say what the examples determine and leave open, and how large weights grow between them
    #[arg(long)]
    pub coverage: bool,
    /// Print one JSON object instead of text (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
    /// Draw it: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The axis from left to right; without --y the picture shows this axis alone
    #[arg(long, value_name = "AXIS")]
    pub x: Option<String>,
    /// The axis from bottom to top [default: the first two axes, if neither is given]
    #[arg(long, value_name = "AXIS", requires = "x")]
    pub y: Option<String>,
    /// Only this example; along one axis, the hyperplane and the kernels that make up its weight
    #[arg(long, value_name = "EXAMPLE")]
    pub of: Option<String>,
    /// Along one axis, one number per example: draws their weighted sum
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = finite, allow_hyphen_values = true, conflicts_with = "of")]
    pub values: Option<Vec<f64>>,
    /// The picture's title [default: the space's name]
    #[arg(long)]
    pub title: Option<String>,
}

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

#[derive(Debug, Subcommand)]
pub enum Graph {
    /// Draw it: verbs with their adverbs and numbers of examples, transitions by likelihood, gestures
    Show(GraphShow),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo my-hero`:
  adverb graph show my-hero -o graph.svg
  adverb graph show my-hero main -o graph.png")]
pub struct GraphShow {
    /// A pack (.adverb), or a project, which is built first
    #[arg(value_name = "PROJECT|PACK")]
    pub hero: PathBuf,
    /// The graph's name [default: the only one]
    #[arg(value_name = "GRAPH")]
    pub name: Option<String>,
    /// Where to write: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// The picture's title [default: the character's and the graph's name]
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

#[derive(Debug, clap::Args)]
pub struct Demo {
    /// The folder to write into: new or empty
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write the built-in shapes instead: a blob and an arm
    #[arg(long)]
    pub shapes: bool,
}

#[derive(Debug, clap::Args)]
pub struct Man {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
