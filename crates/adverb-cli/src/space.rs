//! `adverb space PROJECT NAME`: what a space is, its weights at a point, and pictures of it.

use std::path::Path;

use adverb_author::Error;
use adverb_author::finding::{Finding, counted, told};
use adverb_author::names::suggestion;
use adverb_author::picture::{Picture, SpaceView, space_clusters, space_maps, space_parts, space_weights};
use adverb_author::project::{NamedSpace, SpaceKind, kernel_name, spaces};
use adverb_author::space::{
    Cluster, Clustering, Coverage, Extrapolation, Kernel, Levels, Solution, Space, clusterings, coverage,
};
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::files::Stamps;
use crate::printing::{MANY, print};
use crate::progress::Progress;
use crate::{files, findings, input, output, point};

pub fn run(args: &args::Space, progress: &Progress) -> Result<(), Failure> {
    check_flags(args)?;
    let (file, text) = input::project_text(&args.project)?;
    let mut noted = Stamps::new();
    let folder = input::ProjectFolder::of(&args.project, &mut noted);
    let all = folder.open(|folder| spaces(&file, &text, folder))?;
    let named = named(&all, &file, args)?;
    let space = named.settled().map_or_else(|| measured(&named, args, progress), Ok)?;
    let solution = named.solve(&space)?;
    let at = point_of(&space, &args.at)?;
    let levels = match args.clusters {
        None if space.levels == Levels::One => None,
        count => Some(clusterings(&space, &solution, count.filter(|count| *count > 0))),
    };
    let report = Report {
        coverage: args.coverage.then(|| coverage(&space, &solution)),
        clusters: levels
            .as_ref()
            .map(|levels| levels.iter().map(|level| told_level(&space, level)).collect()),
        uses_clusters: match (&space.levels, args.clusters.unwrap_or_default()) {
            (Levels::One, _) => false,
            (_, 0) => true,
            (Levels::Clusters(counts), count) => counts.contains(&count),
            _ => false,
        },
        ..Report::of(&named, &space, &solution, (!args.at.is_empty()).then_some(&at[..]))
    };
    if let Some(output) = &args.output {
        progress.step(format!("drawing {}", output.display()));
        let title = args.title.as_deref().unwrap_or(&named.name);
        let view = SpaceView { title, space: &space, solution: &solution, at: &at };
        let picture = match &levels {
            Some(levels) if args.clusters.is_some() => drawn_clusters(&view, args, levels, progress)?,
            _ => drawn(&view, args, progress)?,
        };
        files::write(output, &output::picture(&picture, output)?, progress)?;
        // Whoever asks for a picture need not read what it shows.
        if !args.json && args.at.is_empty() && !args.coverage && args.clusters.is_none() {
            findings::note(&report.warnings, progress);
            return Ok(());
        }
    }
    print(&report, args.json, Report::text)
}

/// Refuses before any work what could mean nothing.
fn check_flags(args: &args::Space) -> Result<(), Failure> {
    let misuse = |problem: String| Err(Failure::Misuse(problem));
    match &args.output {
        Some(output) => output::extension(output, "pictures", output::PICTURES).map(drop),
        None if args.of.is_some() || args.values.is_some() || args.x.is_some() || args.title.is_some() => {
            misuse("--x, --y, --of, --values and --title are for a picture; name its file with -o".into())
        }
        None => Ok(()),
    }
}

/// A space with what the motions of its verb show, or with its forms where their poses have them.
fn measured(named: &NamedSpace, args: &args::Space, progress: &Progress) -> Result<Space, Failure> {
    let project = input::project(&args.project, progress)?;
    let found = match named.kind {
        SpaceKind::Verb => {
            let verb = project.verbs.iter().find(|verb| verb.name == named.name);
            verb.map(|verb| project.build(verb)).transpose()?.map(|built| built.space)
        }
        SpaceKind::Shape => {
            let shape = project.shapes.iter().find(|shape| shape.name == named.name);
            shape.map(|shape| shape.space.clone())
        }
    };
    found.map_or_else(|| Ok(named.space.settled()?), Ok)
}

/// The space asked for. A verb and a shape of the same name are `verbs.NAME` and `shapes.NAME`.
fn named(spaces: &[NamedSpace], file: &str, args: &args::Space) -> Result<NamedSpace, Failure> {
    let full = |space: &NamedSpace| format!("{}s.{}", space.kind.noun(), space.name);
    let names: Vec<&str> = spaces.iter().map(|space| space.name.as_str()).collect();
    let Some(name) = &args.name else {
        return match spaces {
            [only] => Ok(only.clone()),
            [] => Err(no_space(file, "it has no [verbs.…] and no [shapes.…]".into())),
            _ => Err(Failure::Misuse(format!("name one of its verbs and shapes: {}", names.join(", ")))),
        };
    };
    let found: Vec<&NamedSpace> =
        spaces.iter().filter(|space| space.name == *name || full(space) == *name).collect();
    match found[..] {
        [one] => Ok(one.clone()),
        [] if spaces.is_empty() => Err(no_space(file, "it has no [verbs.…] and no [shapes.…]".into())),
        [] => Err(Failure::unknown(Path::new(file), "verb or shape", name, &names)),
        _ => {
            let both: Vec<String> = found.into_iter().map(full).collect();
            Err(Failure::Misuse(format!("{name:?} is a verb and a shape; write {}", both.join(" or "))))
        }
    }
}

fn no_space(file: &str, problem: String) -> Failure {
    Error::File { file: file.into(), problem }.into()
}

/// An axis by name, for a flag.
fn axis(space: &Space, flag: &str, name: &str) -> Result<usize, Failure> {
    let names: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
    names.iter().position(|axis| *axis == name).ok_or_else(|| {
        let choice = if names.is_empty() { "the space has none".into() } else { suggestion(name, &names) };
        Failure::Misuse(format!("{flag}: there is no axis named {name:?}; {choice}"))
    })
}

/// One value per axis: as given, else the axis's default.
fn point_of(space: &Space, given: &[(String, f64)]) -> Result<Vec<f64>, Failure> {
    point::named_once("--at", given)?;
    let mut point: Vec<f64> = space.axes.iter().map(|axis| axis.default_value()).collect();
    for (name, value) in given {
        point[axis(space, "--at", name)?] = *value;
    }
    Ok(point)
}

/// Along one axis, or over two.
fn drawn(view: &SpaceView, args: &args::Space, progress: &Progress) -> Result<Picture, Failure> {
    let space = view.space;
    let names: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
    let of = args.of.as_deref().map(|name| example(space, name)).transpose()?;
    let (x, y) = axes_of(view, args, progress)?;
    match (y, &args.values, of) {
        (Some(_), Some(_), _) => {
            let problem = format!("--values are summed along one axis; write --x {} or another", names[x]);
            Err(Failure::Misuse(problem))
        }
        (None, Some(values), _) if values.len() != space.examples.len() => {
            let examples: Vec<&str> = space.examples.iter().map(|example| example.name.as_str()).collect();
            Err(Failure::Misuse(format!(
                "--values has {} numbers; give {}, for {}",
                values.len(),
                examples.len(),
                examples.join(", ")
            )))
        }
        (None, values, None) => Ok(space_weights(view, x, values.as_deref())?),
        (None, _, Some(example)) => Ok(space_parts(view, x, example)?),
        (Some(y), None, Some(example)) => Ok(space_maps(view, x, y, &[example])),
        (Some(y), None, None) => {
            let all: Vec<usize> = (0..space.examples.len()).collect();
            Ok(space_maps(view, x, y, &all))
        }
    }
}

/// The finest level of clusters, round by round (thesis, figure 4.21).
fn drawn_clusters(
    view: &SpaceView,
    args: &args::Space,
    levels: &[Clustering],
    progress: &Progress,
) -> Result<Picture, Failure> {
    let Some(level) = levels.last() else {
        let problem = "no examples are close to each other; --clusters=3 makes three clusters".into();
        return Err(Error::Picture { subject: view.title.into(), problem }.into());
    };
    let (x, y) = axes_of(view, args, progress)?;
    Ok(space_clusters(view, x, y, level))
}

/// The axis from left to right, and the one from bottom to top if there are to be two.
fn axes_of(
    view: &SpaceView,
    args: &args::Space,
    progress: &Progress,
) -> Result<(usize, Option<usize>), Failure> {
    let space = view.space;
    let names: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
    let x = args.x.as_deref().map(|name| axis(space, "--x", name)).transpose()?;
    let y = args.y.as_deref().map(|name| axis(space, "--y", name)).transpose()?;
    Ok(match (x, y, names.len()) {
        (_, _, 0) => {
            let problem = "it has no axis to draw; its weights are the same everywhere".into();
            return Err(Error::Picture { subject: view.title.into(), problem }.into());
        }
        (Some(x), Some(y), _) if x == y => {
            return Err(Failure::Misuse("--x and --y are the same axis; leave --y out for one".into()));
        }
        (Some(x), y, _) => (x, y),
        (None, _, 1) => (0, None),
        (None, _, n) => {
            if n > 2 {
                progress.note(format!(
                    "note: drawn over {} and {}; --x and --y choose among {}",
                    names[0],
                    names[1],
                    names.join(", ")
                ));
            }
            (0, Some(1))
        }
    })
}

fn example(space: &Space, name: &str) -> Result<usize, Failure> {
    let names: Vec<&str> = space.examples.iter().map(|example| example.name.as_str()).collect();
    names.iter().position(|example| *example == name).ok_or_else(|| {
        Failure::Misuse(format!("--of: there is no example named {name:?}; {}", suggestion(name, &names)))
    })
}

/// The JSON of a space (docs/command-line.md). Fields stay once they are here.
#[derive(Debug, Serialize)]
struct Report {
    name: String,
    kind: &'static str,
    axes: Vec<AxisReport>,
    examples: Vec<ExampleReport>,
    pseudo: Vec<PseudoReport>,
    kernel: &'static str,
    smoothing: f64,
    metric: Option<Vec<Vec<f64>>>,
    extrapolate: ExtrapolationReport,
    condition: f64,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<WeightReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
    /// Level by level, the coarsest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    clusters: Option<Vec<Vec<ClusterReport>>>,
    #[serde(skip)]
    uses_clusters: bool,
}

#[derive(Debug, Serialize)]
struct ClusterReport {
    examples: Vec<String>,
    centre: Vec<f64>,
    radius: f64,
}

#[derive(Debug, Serialize)]
struct AxisReport {
    name: String,
    range: [f64; 2],
    scale: f64,
    periodic: bool,
    default: f64,
}

#[derive(Debug, Serialize)]
struct ExampleReport {
    name: String,
    at: Vec<f64>,
    /// Thin plates have none.
    radius: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PseudoReport {
    from: Vec<f64>,
    to: Vec<f64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum ExtrapolationReport {
    Free,
    Damped,
    Hull(f64),
}

#[derive(Debug, Serialize)]
struct WeightReport {
    example: String,
    weight: f64,
}

impl Report {
    fn of(named: &NamedSpace, space: &Space, solution: &Solution, at: Option<&[f64]>) -> Self {
        let radii = solution.table.parts().radii;
        let radius = |example: usize| {
            let site = solution.sites().iter().position(|site| site.examples.contains(&example))?;
            Some(radii[site]).filter(|_| space.kernel != Kernel::ThinPlate)
        };
        Self {
            name: named.name.clone(),
            kind: named.kind.noun(),
            axes: (space.axes.iter())
                .map(|axis| AxisReport {
                    name: axis.name.clone(),
                    range: axis.range,
                    scale: axis.natural_scale(),
                    periodic: axis.periodic,
                    default: axis.default_value(),
                })
                .collect(),
            examples: (space.examples.iter().enumerate())
                .map(|(i, e)| ExampleReport { name: e.name.clone(), at: e.at.clone(), radius: radius(i) })
                .collect(),
            pseudo: (space.pseudo_examples.iter())
                .map(|pseudo| PseudoReport { from: pseudo.from.clone(), to: pseudo.to.clone() })
                .collect(),
            kernel: kernel_name(space.kernel),
            smoothing: space.smoothing,
            metric: space.metric.clone(),
            extrapolate: match space.extrapolation {
                Extrapolation::Free => ExtrapolationReport::Free,
                Extrapolation::Damped => ExtrapolationReport::Damped,
                Extrapolation::Hull(factor) => ExtrapolationReport::Hull(factor),
            },
            condition: solution.condition,
            warnings: solution.warnings.iter().map(|own| own.finding(&named.subject())).collect(),
            at: at.map(<[f64]>::to_vec),
            weights: at.map(|at| weights(space, solution, at)),
            coverage: None,
            clusters: None,
            uses_clusters: false,
        }
    }

    fn text(&self) -> String {
        let widest =
            |names: &mut dyn Iterator<Item = &String>| names.map(|n| n.chars().count()).max().unwrap_or(0);
        let axes_called = if self.kind == "verb" { "adverb" } else { "adjective" };
        let mut text = format!(
            "{}: {} of {} and {}{}\n",
            self.name,
            self.kind,
            counted(self.axes.len(), axes_called),
            counted(self.examples.len(), "example"),
            match self.pseudo.len() {
                0 => String::new(),
                n => format!(", {}", counted(n, "pseudo-example")),
            }
        );
        let wide = widest(&mut self.axes.iter().map(|axis| &axis.name));
        for axis in &self.axes {
            let [low, high] = axis.range.map(short);
            text += &format!("  axis     {:wide$}  {low} to {high}", axis.name);
            if axis.scale != axis.range[1] - axis.range[0] {
                text += &format!(", scale {}", short(axis.scale));
            }
            text += if axis.periodic { ", periodic\n" } else { "\n" };
        }
        text += &format!("  kernel   {}, extrapolate {}", self.kernel, self.extrapolate.text());
        if self.smoothing > 0.0 {
            text += &format!(", smoothing {}", short(self.smoothing));
        }
        text += if self.metric.is_some() { ", with a metric\n" } else { "\n" };
        let wide = widest(&mut self.examples.iter().map(|example| &example.name));
        for example in &self.examples {
            let radius = example.radius.map_or(String::new(), |radius| format!(", radius {}", short(radius)));
            text += &format!("  example  {:wide$}  {}{radius}\n", example.name, self.at(&example.at));
        }
        for pseudo in &self.pseudo {
            text += &format!("  pseudo   {} → {}\n", self.at(&pseudo.from), self.at(&pseudo.to));
        }
        for warning in told(&self.warnings) {
            text += &format!("  warning  {warning}\n");
        }
        if let (Some(at), Some(weights)) = (&self.at, &self.weights) {
            text += &format!("weights at {}\n", self.at(at));
            for WeightReport { example, weight } in weights {
                text += &format!("  {example:wide$}  {weight:8.4}\n");
            }
        }
        if let Some(levels) = &self.clusters {
            text += &self.clusters_text(levels);
        }
        if let Some(coverage) = &self.coverage {
            text += "coverage\n";
            coverage.to_string().lines().for_each(|line| text += &format!("  {line}\n"));
        }
        text
    }

    /// Levels from coarse to fine, and who is with whom.
    fn clusters_text(&self, levels: &[Vec<ClusterReport>]) -> String {
        if levels.is_empty() {
            return "clusters: none, no examples are close to each other\n".into();
        }
        let mut text = String::new();
        for clusters in levels {
            let cost: f64 = clusters.iter().map(|cluster| cluster.radius).sum();
            let unused = if self.uses_clusters { "" } else { ", not in use" };
            text += &format!("{}, cost {}{unused}\n", counted(clusters.len(), "cluster"), short(cost));
            for cluster in clusters {
                let around = match cluster.radius > 0.0 {
                    true => format!("around {}, radius {}", self.at(&cluster.centre), short(cluster.radius)),
                    false => format!("at {}", self.at(&cluster.centre)),
                };
                text += &format!("  {}: {around}\n", cluster.examples.join(", "));
            }
        }
        text
    }

    /// A point with the names of its axes.
    fn at(&self, point: &[f64]) -> String {
        if self.axes.is_empty() {
            return "everywhere".into();
        }
        let is_many = self.axes.len() > MANY;
        let told = self.axes.iter().zip(point).filter(|(axis, value)| !is_many || **value != axis.default);
        let values: Vec<String> =
            told.map(|(axis, value)| format!("{} = {}", axis.name, short(*value))).collect();
        if values.is_empty() { "by itself".into() } else { values.join(", ") }
    }
}

impl ExtrapolationReport {
    fn text(&self) -> String {
        match self {
            Self::Free => "free".into(),
            Self::Damped => "damped".into(),
            Self::Hull(factor) => format!("held to the hull times {}", short(*factor)),
        }
    }
}

/// A level of clusters, each with its examples and pseudo-examples.
fn told_level(space: &Space, level: &Clustering) -> Vec<ClusterReport> {
    let told = |cluster: &Cluster| ClusterReport {
        examples: (cluster.examples.iter().map(|&example| space.examples[example].name.clone()))
            .chain(cluster.pseudo_examples.iter().map(|pseudo| format!("pseudo-example {}", pseudo + 1)))
            .collect(),
        centre: cluster.centre.clone(),
        radius: cluster.radius,
    };
    level.clusters().iter().map(told).collect()
}

/// The weights at a point, the largest first.
fn weights(space: &Space, solution: &Solution, at: &[f64]) -> Vec<WeightReport> {
    let mut weights = vec![0.0; space.examples.len()];
    solution.table.weights_f64(at, &mut weights);
    let mut all: Vec<WeightReport> = (space.examples.iter().zip(weights))
        // A weight of −10⁻¹⁷ is none.
        .map(|(e, weight)| WeightReport {
            example: e.name.clone(),
            weight: if weight.abs() < 1e-12 { 0.0 } else { weight },
        })
        .collect();
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all
}

/// A number without the digits of rounding.
fn short(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.is_finite() && rounded != 0.0 { rounded } else { value }
}
