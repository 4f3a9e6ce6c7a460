//! `[shapes.…]`: the mesh that forms are brought to, the forms and the poses they were made in, features, and how attributes are found.

mod attributes;
mod features;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use adverb::kinematics::world_transforms;
use adverb::shape::{PoseAxis, Turn};
use adverb::{CanonicalTime, Skeleton};
use glam::{Affine3A, Mat4};

use super::document::{Document, Table, Value, suggestion};
use super::form::{Meshes, parted};
use super::space::{NamedSpace, SpaceKind, in_order};
use crate::error::Error;
use crate::mesh::{Joint, MeshFile};
use crate::motion::Motion;
use crate::shape::{Definition, Sculpted};
use crate::space::{Example, Space};

/// What shapes are made from.
pub(super) struct Shapes<'p, 'a, 'r> {
    pub(super) doc: &'p Document<'a>,
    pub(super) skeleton: &'p Arc<Skeleton>,
    pub(super) motions: &'p BTreeMap<String, Arc<Motion>>,
    pub(super) meshes: Meshes<'r>,
}

impl Shapes<'_, '_, '_> {
    /// The shapes of a file, in the order of their spaces.
    pub(super) fn definitions(
        &mut self,
        project: &Table,
        spaces: &[NamedSpace],
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Definition>, Error> {
        let Some(section) = project.get("shapes") else { return Ok(Vec::new()) };
        let entries = in_order(self.doc.table(section, "[shapes]")?);
        let spaces = spaces.iter().filter(|space| space.kind == SpaceKind::Shape);
        let mut all = Vec::new();
        for ((name, value), space) in entries.into_iter().zip(spaces) {
            let place = format!("[shapes.{}]", name.get_ref());
            let table = self.doc.table(value, &place)?;
            all.push(self.definition(table, space, &place, name.span())?);
        }
        warnings.extend(self.meshes.warnings());
        Ok(all)
    }

    fn definition(
        &mut self,
        table: &Table,
        named: &NamedSpace,
        place: &str,
        span: Range<usize>,
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
        let rest = MeshFile { mesh, ..self.meshes.files[rest_file].clone() };
        let joints = rest.joints.clone();
        let mut space = named.space.clone();
        let mut forms = Vec::new();
        let examples = table.get("examples").map_or(Ok(&[][..]), |v| doc.array(v, "examples"))?;
        // Those that morph targets are come first, and have no entry.
        let targets = named.contents.len() - examples.len();
        for (i, content) in named.contents.iter().enumerate() {
            let mesh = self.meshes.form(doc, &content.value, content.span.clone())?;
            let entry = i.checked_sub(targets).and_then(|i| examples[i].get_ref().as_table());
            let pose = entry.and_then(|entry| entry.get("pose"));
            let pose = pose.map(|pose| self.pose(pose, &joints)).transpose()?.flatten();
            forms.push(Sculpted { mesh, pose });
        }
        if forms.is_empty() {
            // A face that has features only.
            let at: Vec<f64> = space.axes.iter().map(|axis| axis.default_value()).collect();
            space = Space { examples: vec![Example::new("rest", at)], ..space };
            forms.push(Sculpted { mesh: rest.mesh.clone(), pose: None });
        }
        let mut reads = self.reads(table)?;
        reads.resize(space.axes.len(), None);
        let features = table.get("features").map(|v| self.features(v, rest_file, &rest.mesh));
        let features = features.transpose()?.unwrap_or_default();
        let clamped = table.get("clamp").map_or(Ok(false), |v| doc.boolean(v, "clamp"))?;
        let threshold = table.get("threshold").map_or(Ok(0.0), |v| doc.number_from(v, "threshold", 0.0))?;
        Ok(Definition {
            name: named.name.clone(),
            space,
            reads,
            rest,
            forms,
            treatments: self.treatments(table)?,
            threshold: threshold as f32,
            features,
            clamped,
        })
    }

    /// `pose = "rest"`, `{ motion = "bend", at = 0.5 }` or `{ file = "posed.glb" }`: where the joints of the skin were.
    fn pose(&mut self, value: &Value, joints: &[Joint]) -> Result<Option<Vec<Mat4>>, Error> {
        let doc = self.doc;
        if value.get_ref().as_str() == Some("rest") {
            return Ok(None);
        }
        let hint = "\"rest\", { motion = \"bend\", at = 0.5 } or { file = \"posed.glb\" }";
        let Some(table) = value.get_ref().as_table() else { return Err(doc.unexpected(value, "pose", hint)) };
        doc.only(table, "a pose", &["motion", "at", "file"])?;
        if joints.is_empty() {
            let problem = "a form was made in a pose, but the rest has no skin to undo that with".to_string();
            let remedy = "take a skinned .glb or .fbx as rest, or leave pose out".to_string();
            return Err(doc.error(value.span(), problem, remedy));
        }
        if let Some(file) = table.get("file") {
            let name = doc.string(file, "file")?.to_string();
            let posed = self.meshes.file(doc, &name, file.span())?;
            let world = world_of(&posed.joints);
            let named = |joint: &Joint| posed.joints.iter().position(|own| own.name == joint.name);
            let found: Option<Vec<Mat4>> = joints.iter().map(|joint| Some(world[named(joint)?])).collect();
            return found.map(Some).ok_or_else(|| {
                let problem = format!("{name} has not all joints of the rest");
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
        let pose = found.pose(found.verb_time(CanonicalTime(at.min(1.0))));
        self.namesakes(&pose, joints, motion).map(Some)
    }

    /// The joints of a skin where a pose of the skeleton has those of the same names, in the axes of its file.
    fn namesakes(&self, pose: &[f32], joints: &[Joint], value: &Value) -> Result<Vec<Mat4>, Error> {
        let skeleton = self.skeleton;
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_transforms(skeleton, pose, &mut world);
        let one = |joint: &Joint| {
            let found = skeleton.joint_named(&joint.name).ok_or_else(|| {
                let problem = format!("the skeleton has no joint {:?}, which the skin has", joint.name);
                let remedy = "write pose = { file = \"posed.glb\" }: the mesh's own file, posed".to_string();
                self.doc.error(value.span(), problem, remedy)
            })?;
            let axes = Affine3A::from_quat(skeleton.joint(found).rig_axes);
            Ok(Mat4::from(world[found.index()] * axes))
        };
        joints.iter().map(one).collect()
    }

    /// `"RightForeArm.swing" = { range = [0, 2.4], read = "pose" }`.
    fn reads(&self, table: &Table) -> Result<Vec<Option<PoseAxis>>, Error> {
        let Some(axes) = table.get("adjectives") else { return Ok(Vec::new()) };
        let one = |(name, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
            let Some(read) = value.get_ref().as_table().and_then(|axis| axis.get("read")) else {
                return Ok(None);
            };
            if self.doc.string(read, "read")? != "pose" {
                return Err(self.doc.unexpected(read, "read", "\"pose\""));
            }
            self.pose_axis(name.get_ref())
                .map(Some)
                .map_err(|(problem, remedy)| self.doc.error(name.span(), problem, remedy))
        };
        in_order(self.doc.table(axes, "adjectives")?).into_iter().map(one).collect()
    }

    fn pose_axis(&self, name: &str) -> Result<PoseAxis, (String, String)> {
        let hint =
            "name it \"Joint.twist\", \"Joint.swing\", \"Joint.swing_x\", \"…_y\" or \"…_z\"".to_string();
        let turns = [
            ("twist", Turn::Twist),
            ("swing", Turn::Swing),
            ("swing_x", Turn::SwingX),
            ("swing_y", Turn::SwingY),
            ("swing_z", Turn::SwingZ),
        ];
        let found = name.rsplit_once('.').and_then(|(joint, word)| {
            let turn = turns.iter().find(|(own, _)| *own == word)?;
            Some((joint, turn.1))
        });
        let Some((joint, turn)) = found else {
            return Err((format!("{name:?} does not say what of a pose it reads"), hint));
        };
        let Some(id) = self.skeleton.joint_named(joint) else {
            let names: Vec<&str> = self.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
            return Err((format!("the skeleton has no joint {joint:?}"), suggestion(joint, &names)));
        };
        PoseAxis::of(self.skeleton, id, turn)
            .ok_or_else(|| (format!("{joint:?} is not a joint that turns about all axes"), hint))
    }
}

/// Where joints stand in their file.
fn world_of(joints: &[Joint]) -> Vec<Mat4> {
    let mut world: Vec<Mat4> = Vec::with_capacity(joints.len());
    for joint in joints {
        world.push(joint.parent.map_or(joint.rest, |parent| world[parent] * joint.rest));
    }
    world
}
