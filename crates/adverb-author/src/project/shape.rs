//! `[shapes.…]`: the rest mesh, the forms and their poses, features, and the treatment of attributes.

mod attributes;
mod features;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use adverb::shape::{PoseAxis, Turn};
use adverb::{CanonicalTime, Skeleton};
use glam::Mat4;

use super::document::{Document, Table, Value};
use super::form::{Meshes, parted};
use super::space::{NamedSpace, SpaceKind, in_order};
use crate::character::Drawn;
use crate::error::Error;
use crate::finding::{Criterion, Finding, Subject};
use crate::mesh::MeshFile;
use crate::motion::Motion;
use crate::names::suggestion;
use crate::shape::{Definition, Sculpted, Worn, placed};
use crate::space::{Example, Space};

/// Everything shapes are built from.
pub(super) struct Shapes<'p, 'a, 'r> {
    pub(super) doc: &'p Document<'a>,
    pub(super) skeleton: &'p Arc<Skeleton>,
    pub(super) motions: &'p BTreeMap<String, Arc<Motion>>,
    /// The mesh to draw, if the project names one.
    pub(super) character: Option<&'p Drawn>,
    pub(super) meshes: Meshes<'r>,
}

impl Shapes<'_, '_, '_> {
    /// The shapes of a file, in the order of their spaces.
    pub(super) fn definitions(
        &mut self,
        project: &Table,
        spaces: &[NamedSpace],
        warnings: &mut Vec<Finding>,
    ) -> Result<Vec<Definition>, Error> {
        let Some(section) = project.get("shapes") else { return Ok(Vec::new()) };
        let entries = in_order(self.doc.table(section, "[shapes]")?);
        let spaces = spaces.iter().filter(|space| space.kind == SpaceKind::Shape);
        let mut all = Vec::new();
        for ((name, value), space) in entries.into_iter().zip(spaces) {
            let place = format!("[shapes.{}]", name.get_ref());
            let table = self.doc.table(value, &place)?;
            self.meshes.used.clear();
            let mut odd = Vec::new();
            let definition = self.definition(table, space, &place, name.span(), &mut odd)?;
            warnings.extend(odd.iter().cloned());
            odd.extend(self.meshes.warnings(|file| self.meshes.used.contains(file)));
            all.push(Definition { warnings: odd, ..definition });
        }
        warnings.extend(self.meshes.warnings(|_| true));
        Ok(all)
    }

    fn definition(
        &mut self,
        table: &Table,
        named: &NamedSpace,
        place: &str,
        span: Range<usize>,
        warnings: &mut Vec<Finding>,
    ) -> Result<Definition, Error> {
        let doc = self.doc;
        let own =
            table.get("rest").map(|v| Ok((doc.string(v, "rest")?.to_string(), v.span()))).transpose()?;
        let first = || named.contents.first().map(|content| (content.value.clone(), content.span.clone()));
        let Some((rest_name, rest_span)) = own.or_else(first) else {
            let problem = format!("{place} has no form");
            let remedy = "write rest = \"face.glb\", or its forms as [[….examples]]".to_string();
            return Err(doc.error(span, problem, remedy));
        };
        let (rest_file, _) = parted(&rest_name);
        let mesh = self.meshes.form(doc, &rest_name, rest_span)?;
        let file = MeshFile { mesh, ..self.meshes.files[rest_file].clone() };
        let rest = Rest { file, worn: OnceCell::new() };
        let mut reads = self.reads(table)?;
        reads.resize(named.space.axes.len(), None);
        let mut space = named.space.settled().map_err(|error| named.located(error))?;
        let (mut forms, mut dofs) = (Vec::new(), Vec::new());
        let examples = table.get("examples").map_or(Ok(&[][..]), |v| doc.array(v, "examples"))?;
        // Those that morph targets are come first, and have no entry.
        let targets = named.contents.len() - examples.len();
        for (i, content) in named.contents.iter().enumerate() {
            let mesh = self.meshes.form(doc, &content.value, content.span.clone())?;
            let entry = i.checked_sub(targets).and_then(|i| examples[i].get_ref().as_table());
            let pose = entry.and_then(|entry| entry.get("pose"));
            let (pose, own) = match pose {
                Some(pose) => self.pose(pose, &rest)?,
                None if reads.iter().any(Option::is_some) => (None, self.dofs(&rest, None)),
                None => (None, None),
            };
            if let Some(own) = &own {
                let written = entry.and_then(|entry| entry.get("at")?.get_ref().as_table());
                let is_written = |name: &str| written.is_some_and(|at| at.contains_key(name));
                let subject = Subject::Shape(named.name.clone());
                warnings.extend(stood(&mut space, i, &reads, own, is_written, &subject));
            }
            forms.push(Sculpted { mesh, pose });
            dofs.push(own);
        }
        stand_together(&mut space, &reads);
        if forms.is_empty() {
            // A face that has features only.
            let at: Vec<f64> = space.axes.iter().map(|axis| axis.default_value()).collect();
            space = Space { examples: vec![Example::new("rest", at)], ..space };
            forms.push(Sculpted { mesh: rest.file.mesh.clone(), pose: None });
            dofs.push(None);
        }
        let features = table.get("features").map(|v| self.features(v, rest_file, &rest.file.mesh));
        let features = features.transpose()?.unwrap_or_default();
        let clamped = table.get("clamp").map_or(Ok(false), |v| doc.boolean(v, "clamp"))?;
        let threshold = table.get("threshold").map_or(Ok(0.0), |v| doc.number_from(v, "threshold", 0.0))?;
        Ok(Definition {
            name: named.name.clone(),
            space,
            reads,
            rest: rest.file,
            forms,
            dofs,
            treatments: self.treatments(table)?,
            threshold: threshold as f32,
            features,
            clamped,
            warnings: Vec::new(),
        })
    }

    /// `pose = "rest"`, `{ motion = "bend", at = 0.5 }` or `{ file = "posed.glb" }`: where the joints of the skin were, and the pose of
    /// the skeleton, where it is known.
    fn pose(&mut self, value: &Value, rest: &Rest) -> Result<Pose, Error> {
        let (doc, joints) = (self.doc, &rest.file.joints);
        if value.get_ref().as_str() == Some("rest") {
            return Ok((None, self.dofs(rest, None)));
        }
        let hint = "\"rest\", { motion = \"bend\", at = 0.5 } or { file = \"posed.glb\" }";
        let Some(table) = value.get_ref().as_table() else { return Err(doc.unexpected(value, "pose", hint)) };
        doc.only(table, "a pose", &["motion", "at", "file"])?;
        if joints.is_empty() {
            let problem = "a form was made in a pose, but the rest has no skin to undo it".to_string();
            let remedy = "take a skinned .glb or .fbx as rest, or leave pose out".to_string();
            return Err(doc.error(value.span(), problem, remedy));
        }
        if let Some(file) = table.get("file") {
            let name = doc.string(file, "file")?.to_string();
            let found = placed(joints, &self.meshes.file(doc, &name, file.span())?.joints);
            let dofs = found.as_deref().ok().and_then(|joints| self.dofs(rest, Some(joints)));
            return found.map(|found| (Some(found), dofs)).map_err(|missing| {
                let problem = format!("{name} is missing joints of the rest mesh: {missing}");
                doc.error(file.span(), problem, "save the posed character with its whole skeleton".into())
            });
        }
        let Some(motion) = table.get("motion") else { return Err(doc.unexpected(value, "pose", hint)) };
        let name = doc.string(motion, "motion")?;
        let Some(found) = self.motions.get(name) else {
            let names: Vec<&str> = self.motions.keys().map(String::as_str).collect();
            let problem = format!("there is no motion named {name:?}");
            return Err(doc.error(motion.span(), problem, suggestion(name, &names)));
        };
        let at = table.get("at").map_or(Ok(0.0), |v| doc.number_from(v, "at", 0.0))?;
        let time = found.verb_time(CanonicalTime(at.min(1.0)));
        let placed = self.worn(rest).and_then(|worn| worn.joints_during(found, time));
        let placed = placed.map_err(|error| {
            let remedy = "write pose = { file = \"posed.glb\" }: the mesh's own file, posed".to_string();
            doc.error(motion.span(), error.to_string(), remedy)
        })?;
        Ok((Some(placed), Some(found.pose(time))))
    }

    /// The pose of the skeleton that has the joints of a skin there, or where it was bound, if that is known.
    fn dofs(&self, rest: &Rest, joints: Option<&[Mat4]>) -> Option<Vec<f32>> {
        let worn = self.worn(Some(rest).filter(|rest| !rest.file.joints.is_empty())?).ok()?;
        worn.dofs(self.skeleton, joints.unwrap_or(&worn.bound()))
    }

    fn worn<'m>(&self, rest: &'m Rest) -> Result<&'m Worn, Error> {
        rest.worn.get_or_init(|| Worn::of(&rest.file, self.character)).as_ref().map_err(Clone::clone)
    }

    /// `"RightForeArm.swing" = { range = [0, 2.4], read = "pose" }`, or under another name `read = "RightForeArm.swing"`.
    fn reads(&self, table: &Table) -> Result<Vec<Option<PoseAxis>>, Error> {
        let Some(axes) = table.get("adjectives") else { return Ok(Vec::new()) };
        let one = |(name, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
            let Some(read) = value.get_ref().as_table().and_then(|axis| axis.get("read")) else {
                return Ok(None);
            };
            let (read_from, span) = match self.doc.string(read, "read")? {
                "pose" => (&**name.get_ref(), name.span()),
                joint => (joint, read.span()),
            };
            self.pose_axis(read_from)
                .map(Some)
                .map_err(|(problem, remedy)| self.doc.error(span, problem, remedy))
        };
        in_order(self.doc.table(axes, "adjectives")?).into_iter().map(one).collect()
    }

    fn pose_axis(&self, name: &str) -> Result<PoseAxis, (String, String)> {
        let hint =
            "name it \"Joint.twist\", \"Joint.swing\", \"Joint.swing_x\", \"…_y\" or \"…_z\"".to_string();
        let found = name.rsplit_once('.').and_then(|(joint, word)| {
            let turn = Turn::ALL.into_iter().find(|turn| turn.name() == word)?;
            Some((joint, turn))
        });
        let Some((joint, turn)) = found else {
            return Err((format!("{name:?} does not name a joint's swing or twist"), hint));
        };
        let Some(id) = self.skeleton.joint_named(joint) else {
            let names: Vec<&str> = self.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
            return Err((format!("the skeleton has no joint {joint:?}"), suggestion(joint, &names)));
        };
        PoseAxis::of(self.skeleton, id, turn)
            .ok_or_else(|| (format!("{joint:?} is not a joint that turns about all axes"), hint))
    }
}

/// The mesh that forms are brought to, and how its skin follows the skeleton, computed when needed.
struct Rest {
    file: MeshFile,
    worn: OnceCell<Result<Worn, Error>>,
}

/// Where the joints of a skin were, and the pose of the skeleton, each where it is known.
type Pose = (Option<Vec<Mat4>>, Option<Vec<f32>>);

/// Sets the coordinates of a form on the adjectives that read its pose. A written value wins, with a warning if it differs.
fn stood(
    space: &mut Space,
    example: usize,
    reads: &[Option<PoseAxis>],
    dofs: &[f32],
    is_written: impl Fn(&str) -> bool,
    shape: &Subject,
) -> Vec<Finding> {
    /// In parts of the range.
    const SAME: f64 = 0.01;
    let mut warnings = Vec::new();
    let Example { name, at, .. } = &mut space.examples[example];
    for ((axis, read), at) in space.axes.iter().zip(reads).zip(at) {
        let Some(read) = read else { continue };
        let (shown, [low, high]) = (f64::from(read.value(dofs)), axis.range);
        if !is_written(&axis.name) {
            *at = shown;
        } else if (*at - shown).abs() > SAME * (high - low) {
            let message = format!(
                "it stands at {} = {at}, but in the pose that it was made in that is {shown:.3}",
                axis.name
            );
            let found = Finding::warning(Criterion::PoseUnlikePoint, shape.example(name), message)
                .of((*at - shown).abs(), "")
                .limit(SAME * (high - low));
            warnings.push(found.remedy(format!("Leave {} out to take what the pose has.", axis.name)));
        }
    }
    warnings
}

/// Gives forms made in the same pose the same point. Differences below the precision of a pose are removed, or weights would follow
/// the noise.
fn stand_together(space: &mut Space, reads: &[Option<PoseAxis>]) {
    /// In parts of the range.
    const SAME: f64 = 1e-4;
    for (a, axis) in space.axes.iter().enumerate().filter(|(a, _)| reads[*a].is_some()) {
        let near = SAME * (axis.range[1] - axis.range[0]);
        for i in 1..space.examples.len() {
            let (earlier, own) = space.examples.split_at_mut(i);
            let own = &mut own[0].at[a];
            let same = earlier.iter().map(|example| example.at[a]).find(|at| (at - *own).abs() <= near);
            *own = same.unwrap_or(*own);
        }
    }
}
