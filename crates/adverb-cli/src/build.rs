//! `adverb build PROJECT -o OUT.adverb`: the verbs and graphs of a project as one file that a game loads.

use std::path::Path;

use adverb::Graph;
use adverb_author::finding::{Criterion, Finding, counted};
use adverb_author::pack::Packed;
use adverb_author::space::Example;
use adverb_author::verb::{Built, Deviation};
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::files::{self, Stamps};
use crate::findings;
use crate::input;
use crate::inspect::Sizes;
use crate::output;
use crate::printing::{print, round};
use crate::progress::Progress;

pub fn run(args: &args::Build, progress: &Progress) -> Result<(), Failure> {
    output::extension(&args.output, "packs", &["adverb"])?;
    let project = input::project_unremarked(&args.project, &mut Stamps::new(), progress)?;
    let packed = project.pack(|verb| progress.step(format!("building {verb}")))?;
    let bytes = packed.pack.save();
    let report = Report::of(&args.output, &packed, bytes.len());
    let told = || project.warnings.iter().chain(input::warnings(&packed));
    match progress.is_verbose() {
        true => findings::note(told(), progress),
        // Whoever ships the pack must know.
        false => findings::note(told().filter(|own| own.criterion == Criterion::NonCommercial), progress),
    }
    progress.step(format!("writing {}", args.output.display()));
    files::write_all(&[(&args.output, &bytes)])?;
    match args.json {
        true => progress.wrote(args.output.display()),
        false => progress.wrote(report.text().trim_end()),
    }
    match findings::remarks(told()) {
        0 => {}
        count => {
            let path = args.project.display();
            progress.note(format!("Built with {}; see adverb check {path}", counted(count, "remark")));
        }
    }
    if args.json { print(&report, true, Report::text) } else { Ok(()) }
}

/// What was built. Fields stay once they are here.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    name: String,
    verbs: Vec<VerbReport>,
    graphs: Vec<GraphReport>,
    shapes: Vec<ShapeReport>,
    sizes: Sizes,
}

/// How many there are of each, and what was to say.
#[derive(Debug, Serialize)]
struct ShapeReport {
    name: String,
    examples: usize,
    vertices: usize,
    features: usize,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

/// How many there are of each.
#[derive(Debug, Serialize)]
struct GraphReport {
    name: String,
    verbs: usize,
    transitions: usize,
    gestures: usize,
    events: usize,
}

#[derive(Debug, Serialize)]
struct VerbReport {
    name: String,
    examples: usize,
    cyclic: bool,
    control_points: usize,
    /// Root mean square and largest, over the joints and times of the worst example.
    deviation_mm: f64,
    largest_deviation_mm: f64,
    /// Examples that share a point with another one, so that neither comes back; they are not in the deviations.
    sharing: Vec<String>,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

impl Report {
    fn of(file: &Path, packed: &Packed, bytes: usize) -> Self {
        Self {
            file: file.display().to_string(),
            name: packed.pack.name().into(),
            verbs: packed.verbs.iter().map(VerbReport::of).collect(),
            graphs: packed.pack.graphs().iter().map(|graph| GraphReport::of(graph)).collect(),
            shapes: packed.shapes.iter().map(ShapeReport::of).collect(),
            sizes: Sizes::of(&packed.pack, bytes),
        }
    }

    fn text(&self) -> String {
        let mut text =
            format!("{}: {}, {}\n", self.file, counted(self.verbs.len(), "verb"), self.sizes.text());
        let widest = self.verbs.iter().map(|verb| verb.name.chars().count()).max().unwrap_or(0);
        for verb in &self.verbs {
            text += &format!(
                "  {:widest$}  {}{}, {} control points, {:.1} mm from its examples (root mean square), at most {:.1} mm{}\n",
                verb.name,
                if verb.cyclic { "cyclic, " } else { "" },
                counted(verb.examples, "example"),
                verb.control_points,
                verb.deviation_mm,
                verb.largest_deviation_mm,
                match &verb.sharing[..] {
                    [] => String::new(),
                    sharing => format!(
                        "; not counting {}, which share a point, so that the verb shows none of them",
                        sharing.join(", ")
                    ),
                }
            );
        }
        for graph in &self.graphs {
            text += &format!(
                "  graph {}: {}, {}, {}, {}\n",
                graph.name,
                counted(graph.verbs, "verb"),
                counted(graph.transitions, "transition"),
                counted(graph.gestures, "gesture"),
                counted(graph.events, "event")
            );
        }
        for shape in &self.shapes {
            let features = match shape.features {
                0 => String::new(),
                count => format!(", {}", counted(count, "feature")),
            };
            text += &format!(
                "  shape {}: {}, {}{features}\n",
                shape.name,
                counted(shape.examples, "example"),
                counted(shape.vertices, "vertex")
            );
        }
        text
    }
}

impl ShapeReport {
    fn of(built: &adverb_author::shape::Built) -> Self {
        let parts = built.shape.parts();
        Self {
            name: parts.name.clone(),
            examples: parts.examples.len(),
            vertices: parts.vertices,
            features: parts.features.features.len(),
            warnings: built.warnings.clone(),
        }
    }
}

impl GraphReport {
    fn of(graph: &Graph) -> Self {
        let parts = graph.parts();
        Self {
            name: graph.name().into(),
            verbs: graph.nodes().count(),
            transitions: parts.transitions.len(),
            gestures: parts.gestures.len(),
            events: parts.events.len(),
        }
    }
}

impl VerbReport {
    fn of(built: &Built) -> Self {
        let verb = &built.verb;
        let examples = &built.space.examples;
        let shares = |own: &Example| examples.iter().any(|e| e.at == own.at && e.content != own.content);
        let worst = |metres: fn(&Deviation) -> f64| {
            let back = built.deviations.iter().zip(examples).filter(|(_, example)| !shares(example));
            round(1000.0 * back.map(|(deviation, _)| metres(deviation)).fold(0.0, f64::max), 3)
        };
        Self {
            name: verb.name().into(),
            examples: verb.examples().len(),
            cyclic: verb.is_cyclic(),
            control_points: verb.parts().control_points,
            deviation_mm: worst(|deviation| deviation.rms_m),
            largest_deviation_mm: worst(|deviation| deviation.max_m),
            sharing: examples.iter().filter(|e| shares(e)).map(|e| e.name.clone()).collect(),
            warnings: built.warnings.clone(),
        }
    }
}
