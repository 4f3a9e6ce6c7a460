//! What commands that look at projects are given: `check`, `report`, `space` and `graph show`.

use std::path::PathBuf;

use clap::Subcommand;

use super::values::{finite, setting};

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
#[command(after_help = "\
Examples, with docs/spaces.toml:
  adverb space docs/spaces.toml walk --at happiness=0.5     the weights of the examples there
  adverb space docs/spaces.toml walk -o walk.svg            a map for every example
  adverb space docs/spaces.toml walk --x speed -o w.png     the weights along one axis
  adverb space docs/spaces.toml walk --x speed --of happy -o parts.png   the parts of one
  adverb space docs/spaces.toml walk --clusters=3 -o c.png  how its examples are grouped into three clusters")]
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
    /// List the clusters of its levels, or those that levels = "auto" would have, or this many; with -o, draw how they are found
    #[arg(long, value_name = "COUNT", num_args = 0..=1, require_equals = true, default_missing_value = "0", conflicts_with_all = ["of", "values"])]
    pub clusters: Option<usize>,
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
