//! `[character]`: the mesh that the project's motions drive, and how its joints map to the skeleton's.

use std::ops::Range;
use std::sync::Arc;

use adverb::body::Figure;
use adverb::{Placement, Skeleton, VerbTime};

use super::Project;
use super::document::{Document, Table};
use super::folder::Folder;
use crate::character::{Character, Drawn, Fingers, Follows};
use crate::clip::Clip;
use crate::error::Error;
use crate::finding::{Criterion, Finding, Subject};
use crate::motion::Motion;
use crate::names::suggestion;
use crate::retarget::Performance;
use crate::sample::{Rate, sample};

/// Often enough to see whether fingers move.
const FINGERS_FPS: f64 = 5.0;

impl Project {
    /// The shape whose rest is the drawn mesh, if it reads poses.
    pub fn worn(&self) -> Option<&crate::shape::Definition> {
        let drawn = self.character.as_ref()?;
        let reads = |shape: &crate::shape::Definition| shape.reads.iter().any(Option::is_some);
        self.shapes.iter().find(|shape| drawn.is_of(&shape.rest.mesh.file) && reads(shape))
    }

    /// The body of its skeleton, and how that stands, as the motion that goes farthest shows.
    ///
    /// # Errors
    /// If that motion cannot be sampled.
    pub fn body(&self) -> Result<Figure, Error> {
        let way = |motion: &&Arc<Motion>| {
            let place = |time| Placement::of(&motion.pose(time));
            let on = Placement::reposition(place(VerbTime::ZERO), place(motion.duration()));
            libm::hypotf(on.x, on.z)
        };
        let Some(motion) = self.motions.values().max_by(|a, b| way(a).total_cmp(&way(b))) else {
            return Ok(Figure::of(&self.skeleton));
        };
        let clip = sample(motion, Rate::Near(motion.fps()), self.source.clone())?;
        let performance = Performance::of(&self.skeleton, &clip, &[])?;
        Ok(Performance::figure(&self.skeleton, &[&performance]))
    }

    /// How the project's mesh, if it has one, follows the skeleton; or why it cannot.
    pub fn bound(&self) -> Option<Result<Follows, Finding>> {
        let Drawn { character, joints } = self.character.as_ref()?;
        let clips = self
            .motions
            .values()
            .map(|motion| sample(motion, Rate::Near(FINGERS_FPS.min(motion.fps())), self.source.clone()));
        let bound = clips.collect::<Result<Vec<Clip>, Error>>().and_then(|clips| {
            let clips: Vec<&Clip> = clips.iter().collect();
            character.follows(&self.body()?, &clips, joints)
        });
        Some(bound.map_err(|problem| {
            let subject = Subject::Mesh(character.figure().source.file.clone());
            let problem = match problem {
                // The subject names it.
                Error::File { problem, .. } => problem,
                other => other.to_string(),
            };
            let message = format!("{problem}; the figure is shown instead");
            Finding::warning(Criterion::Unbound, subject, message)
        }))
    }
}

/// Reads the table; `folder` opens the files that it names.
pub(super) fn read(
    doc: &Document,
    table: &Table,
    skeleton: &Skeleton,
    folder: &mut dyn Folder,
) -> Result<Drawn, Error> {
    doc.only(table, "[character]", &["mesh", "joints", "fingers"])?;
    let Some(mesh) = table.get("mesh") else {
        let span = table.keys().next().map_or(0..0, |key| key.span());
        return Err(doc.error(span, "[character] has no mesh".into(), "write mesh = \"hero.glb\"".into()));
    };
    let file = doc.string(mesh, "mesh")?;
    let bytes = folder.named(file).map_err(|why| {
        let problem = format!("{file:?} cannot be read: {why}");
        doc.error(mesh.span(), problem, "paths are relative to the folder of the project file".into())
    })?;
    let mut fetch = |path: &str| folder.beside(file, path).ok();
    let mut character = Character::read(file, &bytes, &mut fetch)?;
    if let Some(fingers) = table.get("fingers") {
        character.fingers = match doc.string(fingers, "fingers")? {
            "relaxed" => Fingers::Relaxed,
            "bound" => Fingers::Bound,
            other => {
                let problem = format!("fingers = {other:?} is not a way to hold them");
                return Err(doc.error(fingers.span(), problem, suggestion(other, &["relaxed", "bound"])));
            }
        };
    }
    let own: Vec<&str> = skeleton.joints().iter().map(|j| j.name.as_str()).collect();
    let meshs: Vec<&str> = character.figure().joints.iter().map(|j| j.name.as_str()).collect();
    let mut joints: Vec<(String, String)> = Vec::new();
    let given = table.get("joints").map(|joints| doc.table(joints, "joints")).transpose()?;
    for (key, value) in given.into_iter().flat_map(|joints| joints.iter()) {
        let (name, mesh) = (key.get_ref().to_string(), doc.string(value, "a joint of the mesh")?.to_string());
        let known = |names: &[&str], name: &str, of: &str, span: Range<usize>| match names.contains(&name) {
            true => Ok(()),
            false => {
                let problem = format!("{of} has no joint named {name:?}");
                Err(doc.error(span, problem, suggestion(name, names)))
            }
        };
        known(&own, &name, "the skeleton", key.span())?;
        known(&meshs, &mesh, "the mesh", value.span())?;
        if joints.iter().any(|(_, taken)| *taken == mesh) {
            let problem = format!("{mesh:?} follows another joint already");
            return Err(doc.error(value.span(), problem, "name every joint of the mesh once".into()));
        }
        joints.push((name, mesh));
    }
    Ok(Drawn { joints, character })
}
