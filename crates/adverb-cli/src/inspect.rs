//! `adverb inspect FILE`: what a file holds, in words or as JSON (docs/command-line.md).

mod graph;
mod mesh;
mod pack;
mod shape;

use std::path::Path;

use adverb_author::clip::{Clip, Up};
use adverb_author::figure;
use adverb_author::formats;
use adverb_author::project::Project;
use adverb_author::rig;
use adverb_author::sides::{Side, exchanged};
use serde::Serialize;

use adverb_author::finding::{Criterion, Finding, Verdict, counted, told};

use crate::args;
use crate::failure::Failure;
use crate::files;
use crate::findings;
use crate::input;
use crate::printing::{print, round};
use crate::progress::Progress;
use pack::PackReport;
pub use pack::Sizes;

pub fn run(args: &args::Inspect, progress: &Progress) -> Result<(), Failure> {
    if input::is_project(&args.file) {
        input::refuse_import_flags(&args.import)?;
        let project = input::project(&args.file, progress)?;
        progress.finish();
        return print(&ProjectReport::of(&project), args.json, ProjectReport::text);
    }
    if input::is_pack(&args.file) {
        input::refuse_import_flags(&args.import)?;
        let (pack, bytes) = input::pack(&args.file, progress)?;
        progress.finish();
        return print(&PackReport::of(&args.file, &pack, bytes), args.json, PackReport::text);
    }
    // The report has the warnings itself.
    let clip = match input::clip_unremarked(&args.file, &args.import.options(), progress) {
        Ok(clip) => clip,
        Err(no_motion) => match mesh::read(&args.file) {
            // With a skin, it is the motion that is wrong.
            Ok(report) if report.joints().is_empty() => {
                progress.finish();
                return print(&report, args.json, mesh::MeshReport::text);
            }
            Err(no_mesh) if is_mesh(&args.file) => return Err(no_mesh),
            _ => return Err(no_motion),
        },
    };
    let report = FileReport::of(&clip)?;
    progress.finish();
    print(&report, args.json, FileReport::text)
}

/// Whether there can be no motion in a file.
fn is_mesh(path: &Path) -> bool {
    files::read(path).is_ok_and(|bytes| formats::is_of_meshes_alone(&path.display().to_string(), &bytes))
}

/// The JSON of a motion file. Fields stay once they are here.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    format: &'static str,
    joints: usize,
    end_sites: usize,
    dofs: usize,
    frames: usize,
    fps: f64,
    duration_s: f64,
    height_m: f64,
    up: &'static str,
    unit_m: f64,
    root: String,
    pairs: Vec<[String; 2]>,
    joint_names: Vec<String>,
    #[serde(serialize_with = "findings::without_subject")]
    assumptions: Vec<Finding>,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

impl FileReport {
    fn of(clip: &Clip) -> Result<Self, Failure> {
        let skeleton = rig::skeleton_of(clip)?;
        let name = |j: adverb::JointId| skeleton.joint(j).name.clone();
        let in_order = |[a, b]: [String; 2]| match exchanged(&a) {
            Some((_, Side::Right)) => [b, a],
            _ => [a, b],
        };
        let pairs =
            skeleton.joint_ids().map(|j| (j, skeleton.joint(j).partner)).filter(|(j, partner)| j < partner);
        let pairs = pairs.filter(|(j, _)| !skeleton.joint(*j).end).map(|(j, k)| in_order([name(j), name(k)]));
        let joints = || clip.joints.iter().filter(|j| !j.end);
        Ok(Self {
            file: clip.source.file.clone(),
            format: clip.source.format.name(),
            joints: joints().count(),
            end_sites: clip.joints.len() - joints().count(),
            dofs: skeleton.dofs().len(),
            frames: clip.frame_count(),
            fps: round(clip.fps, 4),
            duration_s: round(clip.duration_secs(), 4),
            height_m: round(figure::height_m(clip), 4),
            up: match clip.source.up {
                Up::Y => "y",
                Up::Z => "z",
            },
            unit_m: clip.source.unit_m,
            root: name(skeleton.root()),
            pairs: pairs.collect(),
            joint_names: joints().map(|j| j.name.clone()).collect(),
            assumptions: clip.source.assumptions.clone(),
            warnings: clip.source.warnings.clone(),
        })
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}: {}, {} joints, {} frames at {} frames/s, {:.2} s\n",
            self.file,
            self.format.to_uppercase(),
            self.joints,
            self.frames,
            self.fps,
            self.duration_s
        );
        text += &format!("  height   {:.2} m\n", self.height_m);
        text += &format!("  unit     {} m, {} up\n", self.unit_m, self.up.to_uppercase());
        text += &format!("  root     {} ({} DOFs in all)\n", self.root, self.dofs);
        let pairs: Vec<String> = self.pairs.iter().map(|[a, b]| format!("{a} – {b}")).collect();
        text += &format!(
            "  pairs    {}\n",
            if pairs.is_empty() { "none found".into() } else { pairs.join(", ") }
        );
        for assumption in &self.assumptions {
            let otherwise = otherwise(assumption, self.format);
            text += &format!("  assumed  {}{otherwise}\n", assumption.said());
        }
        for warning in told(&self.warnings) {
            text += &format!("  warning  {warning}\n");
        }
        text
    }
}

/// The flag that overrules an assumption, unless that was asked for.
fn otherwise(assumption: &Finding, format: &str) -> &'static str {
    match assumption.criterion {
        _ if assumption.verdict == Verdict::Good => "",
        Criterion::Axes => " (else --up)",
        Criterion::Unit => " (else --unit)",
        Criterion::Positions => " (else --positions)",
        Criterion::Animation => " (--animation NAME)",
        Criterion::Rate if format == "amc" => " (else --rate)",
        _ => "",
    }
}

/// The JSON of a project.
#[derive(Debug, Serialize)]
struct ProjectReport {
    project: String,
    joints: usize,
    dofs: usize,
    motions: Vec<MotionReport>,
    shapes: Vec<FormsReport>,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

/// A shape that is not built yet.
#[derive(Debug, Serialize)]
struct FormsReport {
    name: String,
    vertices: usize,
    adjectives: Vec<String>,
    forms: Vec<String>,
    features: Vec<String>,
}

#[derive(Debug, Serialize)]
struct MotionReport {
    name: String,
    start_s: f64,
    duration_s: f64,
    fps: f64,
    keys: Vec<KeyReport>,
}

#[derive(Debug, Serialize)]
struct KeyReport {
    name: String,
    time_s: f64,
}

impl ProjectReport {
    fn of(project: &Project) -> Self {
        let motions = project.motions.iter().map(|(name, motion)| MotionReport {
            name: name.clone(),
            start_s: round(motion.start().0, 4),
            duration_s: round(motion.duration().0, 4),
            fps: round(motion.fps(), 4),
            keys: motion
                .key_times()
                .iter()
                .map(|(name, key)| KeyReport { name: name.into(), time_s: round(key.0, 4) })
                .collect(),
        });
        Self {
            project: project.name.clone(),
            joints: project.skeleton.joints().iter().filter(|j| !j.end).count(),
            dofs: project.skeleton.dofs().len(),
            motions: motions.collect(),
            shapes: project.shapes.iter().map(FormsReport::of).collect(),
            warnings: project.warnings.clone(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}: {} joints, {} DOFs, {} motions\n",
            self.project,
            self.joints,
            self.dofs,
            self.motions.len()
        );
        let widest = self.motions.iter().map(|m| m.name.chars().count()).max().unwrap_or(0);
        for motion in &self.motions {
            let named = motion.keys.iter().filter(|k| !k.name.is_empty());
            let keys: Vec<String> = named.map(|k| format!("{} {:.2}", k.name, k.time_s)).collect();
            text += &format!("  {:widest$}  {:6.2} s  {}\n", motion.name, motion.duration_s, keys.join(", "));
        }
        for shape in &self.shapes {
            text += &format!(
                "  shape {}: {} vertices, {}, {}, {}\n",
                shape.name,
                shape.vertices,
                counted(shape.adjectives.len(), "adjective"),
                counted(shape.forms.len(), "form"),
                counted(shape.features.len(), "feature")
            );
        }
        text
    }
}

impl FormsReport {
    fn of(shape: &adverb_author::shape::Definition) -> Self {
        Self {
            name: shape.name.clone(),
            vertices: shape.rest.mesh.positions.len(),
            adjectives: shape.space.axes.iter().map(|axis| axis.name.clone()).collect(),
            forms: shape.space.examples.iter().map(|example| example.name.clone()).collect(),
            features: shape.features.iter().map(|feature| feature.name.clone()).collect(),
        }
    }
}
