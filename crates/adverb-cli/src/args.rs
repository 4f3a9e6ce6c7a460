//! What can be typed. One definition feeds the parser, the help, the completions and the manual pages.

mod import;
mod shape;
mod values;

use std::path::PathBuf;

use adverb_author::picture::View;
use clap::{Parser, Subcommand, ValueEnum};

pub use import::Import;
pub use shape::{Paint, Pose, Shape};
use values::{finite, frame_rate, measures, pair, part, pose, setting};

/// Animation by example: motions and shapes with knobs.
#[derive(Debug, Parser)]
#[command(name = "adverb", version, propagate_version = true, infer_subcommands = true)]
#[command(
    after_help = "Exit codes: 0 fine, 1 the input is at fault, 2 misuse.\nStart with: adverb demo my-hero"
)]
pub struct Args {
    /// Say nothing but errors and what was asked for
    #[arg(short, long, global = true)]
    pub quiet: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say what a motion file (or a project, or a pack) holds and what was assumed of it
    Inspect(Inspect),
    /// Check whether the examples of every verb and the forms of every shape can be interpolated: criteria, each a number with its place and a remedy
    Check(Check),
    /// Convert a motion file: BVH, GLB, glTF, FBX or AMC to BVH or GLB (skeleton and animation), or onto a skinned mesh
    Convert(Convert),
    /// Write a motion of a project to a file
    Motion(Motion),
    /// Draw a motion: a multiple exposure, its curves, or an animation
    Render(Render),
    /// Find the steps, key-times and cycles of recordings and write them into a project
    Annotate(Annotate),
    /// Write what a verb shows at a point to a file, to be worked on and put back with refine
    Extract(Extract),
    /// Put a motion back as an example of a verb at a point
    Refine(Refine),
    /// Write a page about the verbs and shapes of a project: coverage, key-times, leave-one-out, feet, extrapolation, costs
    Report(Report),
    /// Play a verb of a pack at a point of its adverbs and write it: BVH, GLB or a picture
    Sample(Sample),
    /// Draw a verb over two of its adverbs, or a shape over two of its adjectives, examples marked
    Sheet(Sheet),
    /// Write a shape at a point of its adjectives: GLB with morph targets, OBJ, PLY or a picture
    Shape(Shape),
    /// Play a script on a verb graph, tell what happened, and write it: BVH, GLB or a picture
    Play(Play),
    /// Say what the space of a verb or a shape is, its weights at a point, and draw it
    Space(Space),
    /// Build the verbs and graphs of a project into a pack, the one file that a game loads
    Build(Build),
    /// Look at the verb graph of a project or a pack
    Graph {
        #[command(subcommand)]
        command: Graph,
    },
    /// Play a project in the browser: a page with its verbs and shapes, a pad and sliders, on this machine alone
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
Examples:
  adverb report my-hero -o report.html
  adverb report my-hero walk reach -o report.html")]
pub struct Report {
    /// A project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verbs and shapes to tell of [default: all]
    #[arg(value_name = "NAME")]
    pub verbs: Vec<String>,
    /// Where to write: a .html file, with its pictures in it
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Convert {
    /// A .bvh, .glb, .gltf, .fbx or .amc file
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where to write: a .bvh or .glb file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second to write [default: the file's own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// Fit smooth curves first, as they are stored in examples: about a millimetre off, root mean square
    #[arg(long)]
    pub fit: bool,
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
    /// Where to write: a .bvh or .glb file; with --usage a .png or .svg file
    #[arg(short, long, value_name = "OUT", required_unless_present = "tree")]
    pub output: Option<PathBuf>,
    /// Print the expression instead, node by node, with durations and key-times
    #[arg(long, conflicts_with_all = ["output", "usage"])]
    pub tree: bool,
    /// Draw which joints it needs as time goes by instead
    #[arg(long, conflicts_with = "fps")]
    pub usage: bool,
    /// Frames per second to write [default: the recording's own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
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
    /// From where it is seen
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter, conflicts_with = "curves")]
    pub view: Viewpoint,
    /// The same as --view above, with the way and the footprints
    #[arg(long, conflicts_with_all = ["view", "curves"])]
    pub overhead: bool,
    /// How several motions share the picture
    #[arg(long, value_enum, default_value_t = Layout::Together, conflicts_with_all = ["curves", "animate"])]
    pub layout: Layout,
    /// How many moments to show [default: as many as can be told apart]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200), conflicts_with_all = ["curves", "animate"])]
    pub moments: Option<u16>,
    /// Let each motion follow itself so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub repeat: u16,
    /// Another colour for every repetition, so that the seams show
    #[arg(long, requires = "repeat", conflicts_with_all = ["curves", "animate"])]
    pub seams: bool,
    /// An animation that loops in any browser (.svg only)
    #[arg(long, conflicts_with = "curves")]
    pub animate: bool,
    /// DOF curves with key-times instead of the figure
    #[arg(long)]
    pub curves: bool,
    /// With --curves, only joints whose name contains this (repeatable)
    #[arg(long, value_name = "PART", requires = "curves")]
    pub joint: Vec<String>,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Viewpoint {
    ThreeQuarter,
    Side,
    Front,
    Above,
}

impl Viewpoint {
    /// As meant.
    pub fn view(self) -> View {
        match self {
            Self::ThreeQuarter => View::ThreeQuarter,
            Self::Side => View::Side,
            Self::Front => View::Front,
            Self::Above => View::Above,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// On the same ground, where each of them is
    Together,
    /// Beside each other, facing the same way
    Row,
    /// Each in a picture of its own
    Sheet,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adverb annotate walk.bvh run.bvh -p my-hero
  adverb annotate recordings/*.bvh -p my-hero --dry-run
  adverb annotate slow.bvh walk.bvh fast.bvh -p my-hero --verb walk
  adverb annotate walks/*.bvh -p my-hero --verb walk --measure speed,turn

A recording becomes [motions.NAME] with the key-times of its best cycle, from foot-down to foot-down, or, without steps, with the
start, the apex and the end of its movement. What else was found stands there as comments. All else in the project file is kept to
the byte. With --verb they become examples of a verb, where their motions show it to be: it is built before anything is written.")]
pub struct Annotate {
    /// Recordings: .bvh, .glb, .gltf, .fbx or .amc
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The project: adverb.toml or its folder; written if it is not there
    #[arg(short, long, value_name = "PROJECT")]
    pub project: PathBuf,
    /// Make the recordings examples of this verb, whose adverbs are measured; written if it is not there
    #[arg(long, value_name = "VERB")]
    pub verb: Option<String>,
    /// What the verb's adverbs measure, each called after it [default: speed; of a verb that is there, what it has]
    #[arg(long, value_name = "MEASURE,…", value_delimiter = ',', requires = "verb", value_parser = measures())]
    pub measure: Vec<String>,
    /// Give motions that have keys or a range already the keys that were found
    #[arg(long)]
    pub replace: bool,
    /// Print the project file as it would be, and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adverb extract my-hero walk --at happiness=18 -o happier.bvh
  … work on happier.bvh …
  adverb refine my-hero walk happier.bvh --at happiness=18")]
pub struct Extract {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verb's name
    pub verb: String,
    /// Where its adverbs are; those left out have their defaults
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Where to write: a .bvh or .glb file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second, as near as lets the last frame be the end [default: the recordings' own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adverb refine my-hero walk happier.bvh --at happiness=18
  adverb refine my-hero walk captured.bvh --at happiness=18 --keys 12,31,50
  adverb refine my-hero pace faster.bvh            (whose speed is measured)

The file becomes [motions.NAME] and an example of the verb; one from elsewhere is copied beside the project file. The project is
loaded and the verb built before anything is written.")]
pub struct Refine {
    /// The project: adverb.toml or its folder
    pub project: PathBuf,
    /// The verb's name
    pub verb: String,
    /// The motion: .bvh, .glb, .gltf, .fbx or .amc
    pub file: PathBuf,
    /// Where its adverbs are; those left out have their defaults, those that are measured are where the motion shows them
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// The frames of its key-times, one for each of the verb's [default: where the verb has them at that point]
    #[arg(long, value_name = "FRAME,…", value_delimiter = ',', value_parser = finite)]
    pub keys: Vec<f64>,
    /// Take it although it does something else than the other examples
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  adverb sample hero.adverb walk --at happiness=0.5,turn=20 -o walk.bvh
  adverb sample hero.adverb walk --cycles 4 --phases phases.json -o walk.glb
  adverb sample my-hero walk --at energy=-1 -o tired.png")]
pub struct Sample {
    /// A pack (.adverb), or a project, which is built first
    #[arg(value_name = "HERO")]
    pub hero: PathBuf,
    /// The verb's name
    pub verb: String,
    /// Where its adverbs are; those left out have their defaults, values beyond a range are brought within it
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Where to write: a .bvh, .glb or .png file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Frames per second, as near as lets the last frame be the end [default: the recordings' own]
    #[arg(long, value_parser = frame_rate)]
    pub fps: Option<f64>,
    /// How many times a cyclic verb is played
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub cycles: u16,
    /// Write when each foot stands, as {"L": [[from, to], …], "R": …} in frames, both included
    #[arg(long, value_name = "FILE")]
    pub phases: Option<PathBuf>,
    /// Leave the feet where the blend has them
    #[arg(long)]
    pub no_constraints: bool,
    #[command(flatten)]
    pub character: Character,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, with a script such as docs/play.toml (its format: docs/playing.md):
  adverb play hero.adverb play.toml -o play.bvh
  adverb play hero.adverb play.toml --fps 60 --phases phases.json --json -o play.glb
  adverb play my-hero play.toml --view above -o path.svg

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
    /// What the actor is asked for, and when: a .toml file
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
    /// From where a picture is seen
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter)]
    pub view: Viewpoint,
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
    /// The adverb, or the adjective or feature of a shape, from left to right
    #[arg(long, value_name = "ADVERB")]
    pub x: String,
    /// The adverb, adjective or feature from below to above [default: one row]
    #[arg(long, value_name = "ADVERB")]
    pub y: Option<String>,
    /// Where to write: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Where the others are
    #[arg(long, value_name = "ADVERB=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Weights of the other features of a shape, by their names or by ARKit's
    #[arg(long, value_name = "FEATURE=WEIGHT,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub features: Vec<(String, f64)>,
    /// Figures from left to right
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=15))]
    pub columns: u16,
    /// Figures from below to above
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=15))]
    pub rows: u16,
    /// How many moments of the verb each figure shows
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=12))]
    pub moments: u16,
    /// The first moment, in parts of the verb's duration
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = part)]
    pub t: f64,
    /// From where the forms of a shape are seen
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter)]
    pub view: Viewpoint,
    /// What is shown of the surface of a shape
    #[arg(long, value_enum, default_value_t = Paint::Shaded)]
    pub paint: Paint,
    /// In which pose the skin of a shape is: point (as the adjectives of each form say), rest, MOTION@TIME, or a file of its mesh
    #[arg(long, value_name = "POSE", default_value = "point", value_parser = pose)]
    pub pose: Pose,
    /// The sheet's title [default: the verb and its adverbs]
    #[arg(long)]
    pub title: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, with docs/spaces.toml:
  adverb space spaces.toml walk --at happiness=0.5     the weights of the examples there
  adverb space spaces.toml walk -o walk.svg            a map for every example, over the first two axes
  adverb space spaces.toml walk --x speed -o w.png     the weights along one axis
  adverb space spaces.toml walk --x speed --of happy -o parts.png   what one of them is made of")]
pub struct Space {
    /// The project: adverb.toml or its folder; no recording is read unless something is measured or read from a pose
    pub project: PathBuf,
    /// The verb's or the shape's name [default: the only one]
    pub name: Option<String>,
    /// A point, e.g. happiness=0.5,speed=1.2: its weights are printed, and pictures are drawn around it
    #[arg(long, value_name = "AXIS=VALUE,…", value_delimiter = ',', value_parser = setting)]
    pub at: Vec<(String, f64)>,
    /// Tell what the examples determine and leave open, and how far weights run between them
    #[arg(long)]
    pub coverage: bool,
    /// Print one JSON object instead of text (fields: docs/command-line.md)
    #[arg(long)]
    pub json: bool,
    /// Draw it: a .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The axis from left to right; without --y the picture is drawn along it alone
    #[arg(long, value_name = "AXIS")]
    pub x: Option<String>,
    /// The axis from below to above [default: the first two axes, if neither is given]
    #[arg(long, value_name = "AXIS", requires = "x")]
    pub y: Option<String>,
    /// Only this example; along one axis, the hyperplane and the kernels that its weight is made of
    #[arg(long, value_name = "EXAMPLE")]
    pub of: Option<String>,
    /// Along one axis, one number per example: draws their sum by the weights
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
Examples:
  adverb graph show hero.adverb -o graph.svg
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
The page shows a project again as soon as one of its files has changed. Ctrl-C ends it.")]
pub struct Studio {
    /// A project (adverb.toml or its folder) or a pack (.adverb) [default: the built-in character and shapes]
    pub project: Option<PathBuf>,
    /// The port to serve the page on; 0 is any free one [default: 4173 if it is free]
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
    /// The built-in shapes instead: a blob and an arm
    #[arg(long)]
    pub shapes: bool,
}

#[derive(Debug, clap::Args)]
pub struct Man {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The mesh that moves.
#[derive(Debug, Clone, PartialEq, clap::Args)]
#[command(next_help_heading = "A character of one's own")]
pub struct Character {
    /// A skinned mesh, .glb or .gltf, that moves so: all of it is kept and written with the motion, as .glb
    /// [default: the project's [character], if it has one]
    #[arg(long = "character", value_name = "MESH")]
    pub mesh: Option<PathBuf>,
    /// Which joint of the skeleton is which of the mesh, where neither names nor the figure tell
    #[arg(long, value_name = "JOINT=MESH-JOINT,…", value_delimiter = ',', value_parser = pair, requires = "mesh")]
    pub joints: Vec<(String, String)>,
}
