//! `adverb inspect FILE`: what a file holds, in words or as JSON (docs/command-line.md).

mod follows;
mod graph;
mod mesh;
mod pack;
mod recording;
mod shape;

use adverb_author::finding::{Finding, counted, summed_up};
use adverb_author::project::Project;
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::files::Stamps;
use crate::findings;
use crate::input::{self, SceneFile};
use crate::printing::{print, round};
use crate::progress::Progress;
use pack::PackReport;
pub use pack::Sizes;
use recording::FileReport;

pub fn run(args: &args::Inspect, progress: &Progress) -> Result<(), Failure> {
    if let Some(onto) = &args.onto.onto {
        return follows::run(args, onto, progress);
    }
    if input::is_project(&args.file) {
        input::refuse_import_flags(&args.import)?;
        let project = input::project_unremarked(&args.file, &mut Stamps::new(), progress)?;
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
    let file = SceneFile::read(&args.file, progress)?;
    let clip = match file.clip(&args.import.options()) {
        Ok(clip) => clip,
        Err(no_motion) => match mesh::MeshReport::of(&file) {
            // With a skin, it is the motion that is wrong.
            Ok(report) if report.joints().is_empty() => {
                progress.finish();
                return print(&report, args.json, mesh::MeshReport::text);
            }
            Err(no_mesh) if file.is_mesh() => return Err(no_mesh),
            _ => return Err(no_motion),
        },
    };
    let report = FileReport::of(&clip, &file.contents()?, args.import.animation.as_deref())?;
    progress.finish();
    print(&report, args.json, FileReport::text)
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
        summed_up(&self.warnings).iter().for_each(|(_, warning)| text += &format!("  warning  {warning}\n"));
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
