//! What can be typed. One definition feeds the parser, the help, the completions and the manual pages.

mod author;
mod character;
mod files;
mod import;
mod judge;
mod onto;
mod picture;
mod play;
mod shape;
mod values;

use std::path::PathBuf;

use adverb_author::limits::Limits;
use clap::{Parser, Subcommand};

pub use author::{Annotate, Demo, Extract, Refine};
pub use character::{Character, RootMotion};
pub use files::{Convert, Inspect, Render};
pub use import::Import;
pub use judge::{Check, Graph, GraphShow, Report, Space};
pub use onto::Onto;
pub use picture::{Layout, Viewpoint};
pub use play::{Build, Motion, Play, Sample, Sheet, Studio};
pub use shape::{Paint, Pose, Shape};
use values::limit;
pub use values::{Bound, Point};

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
    /// List what a motion file, a mesh, a project or a pack holds, and what was assumed; or which joints of another body would follow which
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
pub struct Man {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
