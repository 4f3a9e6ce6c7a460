//! The skins of a file: their skeleton in the pose in which they were bound, their vertices there, and the file with a motion of them.
//!
//! The nodes of a file may stand in any pose, often the first of some animation. The skin itself says in which pose its
//! vertices were drawn: a joint's world transform was then C · (inverse bind matrix)⁻¹, where C takes the mesh's space to the
//! world. glTF does not say what C is: exporters mean the transform of the mesh's node, or none.

use super::accessor::{self, Accessors};
use super::buffers::Buffers;
use super::clip::{Written, animation};
use super::document::{self, Document, Index};
use super::fault::{Checked, Fault};
use super::joints::{self, Joints};
use super::output::{Output, put_list, take_list};
use super::pose::{self, AtRest};
use super::references::check_meshes;
use super::tree::{self, place};
use super::{unit, vrm};
use crate::Clip;
use crate::clip::{ClipJoint, Source, Transform, Up};
use crate::error::Error;
use crate::formats::log::Log;
use crate::formats::nodes::{Local, Tree, half_turn, is_sane};
use crate::mesh::kept::Whole;
use adverb::body::Vertex;
use glam::{DMat3, DMat4, DQuat, DVec3, Mat4};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Bones that differ by less than this part of the figure's size in two poses are the same.
const SAME_BONE: f64 = 1e-3;

/// Neither joint nor vertex is farther from the origin, in units of the file: strides are multiples of legs, and what moves must be sane too.
const FARTHEST: f64 = 1e9;
/// More vertices than this, and one for every four bytes of data, are not looked at.
const MOST_VERTICES: usize = 1 << 18;

/// The skins of a file.
#[derive(Debug, Clone)]
pub(crate) struct Skins {
    /// Their skeleton, in the file's unit, its rest pose being that in which the skins were bound; without frames.
    pub(crate) figure: Clip,
    /// Their vertices in that pose, in the world.
    pub(crate) vertices: Vec<Vertex>,
    /// What each joint is of a person, as VRM names it (`leftUpperArm`); empty if the file does not say.
    pub(crate) human: Vec<Option<String>>,
    /// The node of each joint, and the node's own rest pose.
    pub(crate) nodes: Vec<Index>,
    rest: Vec<Transform>,
    /// What lies above each joint without parent.
    above: Vec<Local>,
    /// By how much each joint scales what hangs from it.
    scales: Vec<f64>,
    /// What a node that mirrors is turned by in the figure, and not in the file.
    half_turns: Vec<DQuat>,
}

/// Reads the skins of a file. Their joints have no matrices afterwards: an animation can only drive a node without.
pub(crate) fn read(file: &str, whole: &mut Whole) -> Result<Skins, Error> {
    of(file, whole).map_err(|fault| fault.in_file(file))
}

fn of(file: &str, whole: &mut Whole) -> Checked<Skins> {
    let mut log = Log::of_recording(file);
    let document = document::of(&whole.json)?;
    accessor::check(&document)?;
    check_meshes(&document, &mut log)?;
    if document.skins.is_empty() {
        return Err(Fault::Whole(
            "it has no skin, so no skeleton can move its mesh; bind it to one where it was made, and save it again".into(),
        ));
    }
    let tree = tree::build(&document)?;
    let joints = joints::choose(&document, &tree, &mut log)?;
    let AtRest { above, locals, scales, rigid } = AtRest::of(&document, &tree, &joints, &mut log)?;
    for (&node, scale) in joints.nodes.iter().zip(&scales) {
        if !(1e-9..1e9).contains(&scale.abs()) {
            return Err(Fault::at(place(&document, node), format!("it is scaled by {scale}")));
        }
    }
    let mut beside = |_: &str| None;
    let buffers = Buffers::new(&document.buffers, Some(&whole.bin), &mut beside)?;
    let accessors = Accessors::new(&document, buffers, whole.bin.len());
    let mut bind = Bind { document: &document, tree: &tree, joints: &joints, accessors };
    let (worlds, vertices) = bind.pose(&in_world(&joints, &rigid))?;
    let bound = bound_locals(&joints, &rigid, &worlds);
    let is_far = |world: &Transform| !is_sane(world) || world.translation.abs().max_element() > FARTHEST;
    let farthest = in_world(&joints, &bound).iter().position(is_far);
    if let Some(node) = farthest.map(|joint| joints.nodes[joint]) {
        return Err(Fault::at(place(&document, node), "its bind pose is out of range"));
    }

    let node = |&n: &Index| &document.nodes[n as usize];
    let half_turn =
        |n: &Index| if node(n).matrix.is_some() { DQuat::IDENTITY } else { half_turn(pose::scale(node(n))) };
    let half_turns = joints.nodes.iter().map(half_turn).collect();
    for &node in &joints.nodes {
        without_matrix(&document, node, &mut whole.json, &mut log)?;
    }
    let bones = vrm::bones(&document);
    let bone = |node: &Index| bones.iter().find(|(_, own)| own == node).map(|(bone, _)| bone.clone());
    let human: Vec<Option<String>> = joints.nodes.iter().map(bone).collect();
    let named = joints.names.into_iter().zip(joints.parents).zip(joints.ends).zip(bound);
    let figure = named.map(|(((name, parent), end), rest)| ClipJoint { name, parent, rest, end }).collect();
    let source = Source {
        file: file.to_owned(),
        format: whole.format,
        unit_m: unit::of(&document).unwrap_or(1.0),
        up: Up::Y,
        warnings: log.into_findings().0,
        assumptions: Vec::new(),
    };
    Ok(Skins {
        figure: Clip { joints: figure, fps: 30.0, locals: Vec::new(), source },
        vertices,
        human: if human.iter().any(Option::is_some) { human } else { Vec::new() },
        nodes: joints.nodes,
        rest: locals.iter().map(|local| local.rigid).collect(),
        above,
        scales,
        half_turns,
    })
}

fn in_world(joints: &Joints, locals: &[Transform]) -> Vec<Transform> {
    let mut world: Vec<Transform> = Vec::with_capacity(locals.len());
    for (parent, local) in joints.parents.iter().zip(locals) {
        world.push(parent.map_or(*local, |p| world[p].compose(*local)));
    }
    world
}

/// The pose in which the skin was bound, seen from each joint's parent. What no skin binds stands as its node does, and so
/// does a bone whose length is the node's, give or take rounding.
fn bound_locals(joints: &Joints, rest: &[Transform], bound: &[Option<Transform>]) -> Vec<Transform> {
    let at_rest = in_world(joints, rest);
    let size = at_rest.iter().map(|t| t.translation.distance(at_rest[0].translation)).fold(0.0, f64::max);
    let mut world: Vec<Transform> = Vec::with_capacity(rest.len());
    let mut locals = Vec::with_capacity(rest.len());
    for (j, parent) in joints.parents.iter().enumerate() {
        let parent = parent.map(|p| world[p]);
        let mut local = match (bound[j], parent) {
            (Some(bound), Some(parent)) => parent.inverse().compose(bound),
            (Some(bound), None) => bound,
            (None, _) => rest[j],
        };
        if parent.is_some() && local.translation.distance(rest[j].translation) < SAME_BONE * size {
            local.translation = rest[j].translation;
        }
        world.push(parent.map_or(local, |p| p.compose(local)));
        locals.push(local);
    }
    locals
}

/// The same transform in parts.
fn without_matrix(document: &Document, index: Index, json: &mut Value, log: &mut Log) -> Checked<()> {
    let node = &document.nodes[index as usize];
    if node.matrix.is_none() {
        return Ok(());
    }
    let (translation, rotation, scale) = pose::parts(node, &|| place(document, index), log)?;
    let Some(json) = json["nodes"][index as usize].as_object_mut() else { return Ok(()) };
    json.remove("matrix");
    json.insert("translation".into(), json!(translation.to_array()));
    json.insert("rotation".into(), json!(rotation.normalize().to_array()));
    if scale.distance(DVec3::ONE) > 1e-6 {
        json.insert("scale".into(), json!(scale.to_array()));
    }
    Ok(())
}

/// Where skins were bound.
struct Bind<'a> {
    document: &'a Document,
    tree: &'a Tree,
    joints: &'a Joints,
    accessors: Accessors<'a>,
}

impl Bind<'_> {
    /// Each joint's world transform where a skin binds it, and the vertices there; `rest` is how the nodes stand.
    fn pose(&mut self, rest: &[Transform]) -> Checked<(Vec<Option<Transform>>, Vec<Vertex>)> {
        let mut bound: Vec<Option<Transform>> = vec![None; rest.len()];
        let mut vertices = Vec::new();
        let mut wearers: Vec<Vec<Index>> = vec![Vec::new(); self.document.skins.len()];
        for (n, node) in self.document.nodes.iter().enumerate() {
            if let Some(own) = node.skin.and_then(|skin| wearers.get_mut(skin as usize)) {
                own.push(n as Index);
            }
        }
        for (s, wearers) in wearers.into_iter().enumerate() {
            let joints: Vec<usize> =
                self.document.skins[s].joints.iter().map(|node| self.joints.of_node[node]).collect();
            let inverses = self.inverses(s, joints.len())?;
            let to_world = self.to_world(&wearers, &joints, &inverses, rest);
            for (&joint, inverse) in joints.iter().zip(&inverses) {
                bound[joint] = bound[joint].or_else(|| rigid(to_world * inverse.as_ref()?.inverse()));
            }
            for wearer in wearers {
                self.add_vertices(wearer, to_world, &joints, &mut vertices)?;
            }
        }
        Ok((bound, vertices))
    }

    /// The inverse bind matrices of a skin; `None` where there is none that could be inverted.
    fn inverses(&mut self, skin: usize, count: usize) -> Checked<Vec<Option<DMat4>>> {
        let Some(accessor) = self.document.skins[skin].inverse_bind_matrices else {
            return Ok(vec![None; count]);
        };
        let floats = self.accessors.floats(accessor, "MAT4")?;
        if floats.len() < 16 * count {
            let problem = format!("its {count} joints have {} inverse bind matrices", floats.len() / 16);
            return Err(Fault::at(format!("skin {skin}"), problem));
        }
        let matrix = |m: &[f32]| DMat4::from_cols_array(&std::array::from_fn(|i| f64::from(m[i])));
        Ok(floats.chunks_exact(16).take(count).map(|m| Some(matrix(m)).filter(is_invertible)).collect())
    }

    /// What takes the mesh's space to the world: the transform of the mesh's node, or none, whichever leaves the joints
    /// nearer to where the nodes have them; or what keeps the topmost joint where it is, if those are far off.
    fn to_world(
        &self,
        wearers: &[Index],
        joints: &[usize],
        inverses: &[Option<DMat4>],
        rest: &[Transform],
    ) -> DMat4 {
        let bound = || joints.iter().zip(inverses).filter_map(|(&j, m)| Some((j, m.as_ref()?.inverse())));
        let away = |to_world: DMat4| -> f64 {
            bound().map(|(j, bind)| (to_world * bind).w_axis.truncate().distance(rest[j].translation)).sum()
        };
        let node =
            wearers.first().map_or(DMat4::IDENTITY, |&wearer| self.document.world_matrix(self.tree, wearer));
        let usual = if away(node) <= away(DMat4::IDENTITY) { node } else { DMat4::IDENTITY };
        let Some((top, bind)) = bound().min_by_key(|(j, _)| *j) else { return usual };
        let stands = DMat4::from_rotation_translation(rest[top].rotation, rest[top].translation);
        let scale = bind.x_axis.truncate().length();
        let kept = stands * DMat4::from_scale(DVec3::splat(scale)) * bind.inverse();
        if away(kept) < 0.5 * away(usual) - 1e-9 { kept } else { usual }
    }

    /// The vertices of a node's mesh; `joints` are those of its skin.
    fn add_vertices(
        &mut self,
        node: Index,
        to_world: DMat4,
        joints: &[usize],
        vertices: &mut Vec<Vertex>,
    ) -> Checked<()> {
        let Some(mesh) = self.document.nodes[node as usize].mesh else { return Ok(()) };
        let Some(mesh) = self.document.meshes.get(mesh as usize) else {
            return Err(Fault::at(place(self.document, node), "it refers to a mesh that does not exist"));
        };
        for attributes in mesh.primitives.iter().map(|primitive| &primitive.attributes) {
            let Some(positions) = attributes.get("POSITION") else { continue };
            let positions = self.accessors.floats(positions, "VEC3")?;
            // Each of many nodes may wear the same mesh.
            if vertices.len() + positions.len() / 3 > MOST_VERTICES + self.accessors.data_len() / 4 {
                let problem = "its vertices are shown again and again, more often than the file justifies";
                return Err(Fault::at(place(self.document, node), problem));
            }
            let mut all = |accessor: Option<Index>| {
                accessor.map_or(Ok(Rc::default()), |accessor| self.accessors.floats(accessor, "VEC4"))
            };
            let (holders, weights) = (all(attributes.get("JOINTS_0"))?, all(attributes.get("WEIGHTS_0"))?);
            let mut held = holders.chunks_exact(4).zip(weights.chunks_exact(4));
            for p in positions.chunks_exact(3) {
                let pairs = held.next().into_iter().flat_map(|(j, w)| j.iter().zip(w));
                let held_by = pairs
                    .filter(|(_, weight)| **weight > 0.0)
                    .filter_map(|(&j, &weight)| Some((*joints.get(j as usize)?, f64::from(weight))));
                let at = to_world.transform_point3(DVec3::new(p[0].into(), p[1].into(), p[2].into()));
                if !(at.is_finite() && at.abs().max_element() <= FARTHEST) {
                    let problem = "a vertex of its mesh is out of range";
                    return Err(Fault::at(place(self.document, node), problem));
                }
                vertices.push(Vertex { place: at, held_by: held_by.collect() });
            }
        }
        Ok(())
    }
}

pub(super) fn is_invertible(m: &DMat4) -> bool {
    let determinant = m.determinant().abs();
    determinant.is_finite() && determinant > 1e-18
}

/// A matrix without its scale; a mirror is one through a point, as for nodes.
fn rigid(m: DMat4) -> Option<Transform> {
    let translation = m.w_axis.truncate();
    let m = if DMat3::from_mat4(m).determinant() < 0.0 { -m } else { m };
    let x = m.x_axis.truncate().try_normalize()?;
    let z = x.cross(m.y_axis.truncate()).try_normalize()?;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z)).normalize();
    (translation.is_finite() && rotation.is_finite()).then_some(Transform { translation, rotation })
}

/// A clip with one more joint, which stands on its own.
fn beside(clip: &Clip, moves: &[Transform]) -> Clip {
    let other = ClipJoint { name: String::new(), parent: None, rest: Transform::IDENTITY, end: false };
    let joints = clip.joints.iter().cloned().chain([other]).collect();
    let frames = clip.locals.chunks_exact(clip.joints.len()).zip(moves);
    let locals = frames.flat_map(|(locals, own)| locals.iter().chain([own])).copied().collect();
    Clip { joints, locals, ..clip.clone() }
}

/// Adds a node at the origin above all that these nodes hang from, and returns its number.
fn above_all(json: &mut Value, nodes: &[usize], name: &str) -> usize {
    let mut all = take_list(json, "nodes");
    let mut parents = vec![None; all.len()];
    for (parent, node) in all.iter().enumerate() {
        for child in node["children"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            if let Some(of) = parents.get_mut(child as usize) {
                *of = Some(parent);
            }
        }
    }
    let top = |node: usize| std::iter::successors(Some(node), |&n| parents[n]).last().unwrap_or(node);
    let tops: BTreeSet<usize> = nodes.iter().map(|&node| top(node)).collect();
    let root = all.len();
    all.push(json!({ "name": name, "children": tops }));
    put_list(json, "nodes", all);
    let is_top = |node: &Value| node.as_u64().is_some_and(|n| tops.contains(&(n as usize)));
    for scene in json["scenes"].as_array_mut().into_iter().flatten() {
        let Some(shown) = scene["nodes"].as_array_mut() else { continue };
        if shown.iter().any(is_top) {
            shown.retain(|node| !is_top(node));
            shown.push(json!(root));
        }
    }
    root
}

impl Skins {
    /// Their file with the frames of a clip, whose joints are those of the figure, as its first animation; its own follow. The file is in
    /// the unit of the clip's source.
    ///
    /// # Panics
    /// When the clip's joints are not those of the figure.
    pub(crate) fn animated(&self, whole: &Whole, Written { clip, name, root }: Written) -> Whole {
        assert_eq!(clip.joints.len(), self.figure.joints.len(), "a clip of other joints");
        let mut json = whole.json.clone();
        let mut out = Output::after(&mut json, whole.bin.clone());
        let mut animations = take_list(&mut json, "animations");
        let mut by_node = self.by_node(clip);
        let mut nodes: Vec<usize> = self.nodes.iter().map(|&node| node as usize).collect();
        if !root.is_empty() {
            nodes.push(above_all(&mut json, &nodes, &clip.free_name("root")));
            by_node = beside(&by_node, root);
        }
        let own = animation(&mut out, &by_node, name, |joint| nodes[joint]);
        animations.splice(0..0, own);
        put_list(&mut json, "animations", animations);
        unit::state(&mut json, clip.source.unit_m);
        let bin = out.finish(&mut json);
        Whole::new(whole.format, json, bin)
    }

    /// `world_from_joint` of all joints at a frame of a clip of them, with the scales of the nodes.
    pub(crate) fn world(&self, clip: &Clip, frame: usize) -> Vec<Mat4> {
        let world = clip.world(clip.frame(frame)).into_iter().zip(&self.scales);
        let scaled = |(t, &scale): (Transform, &f64)| {
            DMat4::from_scale_rotation_translation(DVec3::splat(scale), t.rotation, t.translation)
        };
        world.map(|joint| scaled(joint).as_mat4()).collect()
    }

    /// The clip as the nodes have it: scales taken out again, and what lies above them.
    fn by_node(&self, clip: &Clip) -> Clip {
        let as_written = |local: Transform, half_turn: &DQuat| Transform {
            rotation: local.rotation * *half_turn,
            ..local
        };
        let joints = self.figure.joints.iter().zip(&self.rest).zip(&self.half_turns);
        let joints: Vec<ClipJoint> = joints
            .map(|((j, &rest), half_turn)| ClipJoint { rest: as_written(rest, half_turn), ..j.clone() })
            .collect();
        let mut locals = Vec::with_capacity(clip.locals.len());
        for frame in 0..clip.frame_count() {
            let mut above = self.above.iter();
            for ((joint, &local), half_turn) in joints.iter().zip(clip.frame(frame)).zip(&self.half_turns) {
                let by_node = match joint.parent {
                    Some(p) => Transform { translation: local.translation / self.scales[p], ..local },
                    None => above.next().map_or(local, |above| above.inner_of(local)),
                };
                locals.push(as_written(by_node, half_turn));
            }
        }
        Clip { joints, locals, fps: clip.fps, source: clip.source.clone() }
    }
}
