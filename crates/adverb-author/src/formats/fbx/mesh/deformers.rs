//! What moves a mesh: blend shapes with the curves of their weights, and the clusters of a skin.

use std::collections::HashMap;

use glam::{DMat3, DMat4, Vec3};
use ufbx::{BlendChannel, ElementType, Mesh, Node, Scene};

use super::read::{Space, matrix, vector};
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::limits::MAX_NAME_BYTES;
use crate::mesh::{Influences, Interpolation, Joint, MeshFile, Target, WeightAnimation};

/// More moved vertices than this, and one for so many bytes of data, are not read: a point may be drawn many times.
const MOST_MOVED: usize = 1 << 18;
const BYTES_PER_MOVED: usize = 4;
/// More weights of joints than this, and one for so many bytes of data, neither.
const MOST_INFLUENCES: usize = 1 << 19;
const BYTES_PER_INFLUENCE: usize = 2;
/// More weights of blend shapes over time than this, and one per byte of data, neither.
const MOST_WEIGHTS: usize = 1 << 19;

/// Adds the blend shapes of a mesh, their weights and the first take that animates those.
pub(in crate::formats::fbx) fn targets(
    scene: &Scene,
    own: &Mesh,
    space: &Space,
    data: usize,
    read: &mut MeshFile,
    log: &mut Log,
) -> Result<(), String> {
    let channels = channels(own);
    if channels.is_empty() {
        return Ok(());
    }
    let drawn = Drawn::of(read);
    let linear = DMat3::from_mat4(space.mesh_from_geometry());
    // Normals are of unit length before and after, so what their differences are scaled by is that which keeps lengths.
    let to_normal = space.normals();
    let to_normal = to_normal * libm::cbrt(to_normal.determinant().abs()).recip();
    let mut moved = 0;
    let mut between = 0;
    for (number, channel) in channels.iter().enumerate() {
        let shape = channel.target_shape.as_ref();
        let name = name(number, channel);
        between += channel.keyframes.len().saturating_sub(1);
        let mut offsets: HashMap<u32, (Vec3, Vec3)> = HashMap::new();
        if let Some(shape) = shape {
            for (i, &point) in shape.offset_vertices.iter().enumerate() {
                let delta =
                    shape.position_offsets.get(i).map_or(Vec3::ZERO, |d| (linear * vector(d)).as_vec3());
                let turn =
                    shape.normal_offsets.get(i).map_or(Vec3::ZERO, |d| (to_normal * vector(d)).as_vec3());
                if !delta.is_finite() || !turn.is_finite() {
                    return Err(format!("blend shape '{name}' moves vertex {point} out of range"));
                }
                let (sum, turns) = offsets.entry(point).or_default();
                *sum += delta;
                *turns += turn;
            }
        }
        offsets.retain(|_, offset| *offset != (Vec3::ZERO, Vec3::ZERO));
        let mut changes: Vec<(u32, (Vec3, Vec3))> = Vec::new();
        for (point, offset) in offsets {
            let vertices = drawn.of_point(point);
            moved += vertices.len();
            if moved > MOST_MOVED + data / BYTES_PER_MOVED {
                return Err("its blend shapes move more than the file justifies".into());
            }
            changes.extend(vertices.map(|vertex| (vertex, offset)));
        }
        changes.sort_by_key(|change| change.0);
        let turns = changes.iter().any(|(_, (_, turn))| *turn != Vec3::ZERO);
        read.targets.push(Target {
            name,
            vertices: changes.iter().map(|change| change.0).collect(),
            positions: changes.iter().map(|(_, (delta, _))| *delta).collect(),
            normals: turns.then(|| changes.iter().map(|(_, (_, turn))| *turn).collect()),
            tangents: None,
        });
        let weight = channel.weight as f32;
        read.weights.push(if weight.is_finite() { weight } else { 0.0 });
    }
    if between > 0 {
        let message = format!(
            "{between} shapes in between were left out; blend shapes go straight to their last shape"
        );
        log.warn(Criterion::LeftOut, message, "");
    }
    read.animations.extend(animation(scene, &channels, data));
    Ok(())
}

fn channels(own: &Mesh) -> Vec<&BlendChannel> {
    let channels = own.blend_deformers.iter().flat_map(|deformer| deformer.channels.iter());
    channels.map(|channel| channel.as_ref()).collect()
}

/// Its own, or its shape's, or its number.
fn name(number: usize, channel: &BlendChannel) -> String {
    let shape = channel.target_shape.as_ref().map(|shape| &shape.element.name);
    let names = [Some(&channel.element.name), shape].into_iter().flatten().map(|name| &**name);
    let name = names.into_iter().find(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES);
    name.map_or_else(|| format!("target {number}"), Into::into)
}

/// The names of the blend shapes of a mesh, by which they become targets.
pub(in crate::formats::fbx) fn target_names(own: &Mesh) -> Vec<String> {
    channels(own).iter().enumerate().map(|(number, channel)| name(number, channel)).collect()
}

/// The first take that animates the weights, sampled at the scene's rate.
fn animation(scene: &Scene, channels: &[&BlendChannel], data: usize) -> Option<WeightAnimation> {
    let drives = |stack: &ufbx::AnimStack| {
        let props = stack.layers.iter().flat_map(|layer| layer.anim_props.iter());
        props.into_iter().any(|prop| {
            prop.element.type_ == ElementType::BlendChannel
                && channels.iter().any(|channel| channel.element.element_id == prop.element.element_id)
        })
    };
    let stack = scene.anim_stacks.iter().find(|stack| drives(stack))?;
    let fps = Some(scene.settings.frames_per_second).filter(|fps| (1e-3..=1e5).contains(fps)).unwrap_or(30.0);
    let steps = ((stack.time_end - stack.time_begin) * fps + 1e-3).floor().max(0.0);
    let most = (MOST_WEIGHTS + data) / channels.len();
    let count = if steps < most as f64 { steps as usize + 1 } else { return None };
    let mut animation = WeightAnimation {
        name: stack.element.name.to_string(),
        interpolation: Interpolation::Linear,
        ..WeightAnimation::default()
    };
    for frame in 0..count {
        let secs = frame as f64 / fps;
        animation.times.push(secs as f32);
        for channel in channels {
            let weight = ufbx::evaluate_blend_weight(&stack.anim, channel, stack.time_begin + secs) as f32;
            animation.weights.push(if weight.is_finite() { weight } else { 0.0 });
        }
    }
    Some(animation)
}

/// Adds the joints of a mesh's skins, as their nodes stand, and the weights; yields the node of each joint.
pub(in crate::formats::fbx) fn skin(
    scene: &Scene,
    own: &Mesh,
    space: &Space,
    data: usize,
    read: &mut MeshFile,
    log: &mut Log,
) -> Result<Vec<u32>, String> {
    let mut nodes = Vec::new();
    let Some(skin) = own.skin_deformers.iter().next() else { return Ok(nodes) };
    if own.skin_deformers.len() > 1 {
        log.warn(Criterion::LeftOut, "it has several skins; only the first was read", "");
    }
    let from_mesh = space.mesh_from_geometry().inverse();
    if !from_mesh.is_finite() {
        log.warn(Criterion::LeftOut, "its mesh is scaled to nothing, so its skin was left out", "");
        return Ok(nodes);
    }
    let mut cluster_of: HashMap<u32, usize> = HashMap::new();
    for (c, cluster) in skin.clusters.iter().enumerate() {
        if let Some(node) = &cluster.bone_node {
            cluster_of.entry(node.element.typed_id).or_insert(c);
        }
    }
    let stands = |node: &Node| {
        let mut world = space.scene() * matrix(&node.node_to_world);
        // The unit scales where joints are, not what is on them.
        [&mut world.x_axis, &mut world.y_axis, &mut world.z_axis]
            .into_iter()
            .for_each(|axis| *axis /= space.unit_m);
        world
    };
    let mut joint_of: Vec<Option<usize>> = vec![None; scene.nodes.len()];
    let mut stack: Vec<&Node> = vec![&scene.root_node];
    while let Some(node) = stack.pop() {
        stack.extend(node.children.iter().rev().map(|child| -> &Node { child }));
        let Some(&cluster) = cluster_of.get(&node.element.typed_id) else { continue };
        let above = std::iter::successors(node.parent.as_deref(), |node| node.parent.as_deref());
        let mut parent = above.into_iter().find_map(|above| {
            let joint = joint_of[above.element.typed_id as usize]?;
            Some((joint, stands(above)))
        });
        parent = parent.filter(|(_, world)| world.inverse().is_finite());
        let world = stands(node);
        let rest = parent.map_or(world, |(_, parent)| parent.inverse() * world).as_mat4();
        let bind = matrix(&skin.clusters[cluster].geometry_to_bone);
        let inverse_bind = (DMat4::from_scale(glam::DVec3::splat(space.unit_m)) * bind * from_mesh).as_mat4();
        if !rest.is_finite() || !inverse_bind.is_finite() {
            return Err(format!("joint '{}' is out of range", node.element.name));
        }
        joint_of[node.element.typed_id as usize] = Some(read.joints.len());
        let parent = parent.map(|(joint, _)| joint);
        nodes.push(node.element.typed_id);
        read.joints.push(Joint { name: node.element.name.to_string(), parent, rest, inverse_bind });
    }
    let joint_of_cluster: Vec<Option<u32>> = skin
        .clusters
        .iter()
        .map(|cluster| Some(joint_of[cluster.bone_node.as_ref()?.element.typed_id as usize]? as u32))
        .collect();
    let mut influences = Influences::default();
    for vertex in 0..read.mesh.positions.len() {
        let point = read.mesh.point(vertex) as usize;
        let held = skin.vertices.get(point);
        let held =
            held.and_then(|v| skin.weights.get(v.weight_begin as usize..)?.get(..v.num_weights as usize));
        influences.push(held.unwrap_or_default().iter().filter_map(|own| {
            let joint = joint_of_cluster.get(own.cluster_index as usize).copied().flatten()?;
            let weight = own.weight as f32;
            (weight > 0.0 && weight.is_finite()).then_some((joint, weight))
        }));
        if influences.items().len() > MOST_INFLUENCES + data / BYTES_PER_INFLUENCE {
            return Err("its skin has more weights than the file justifies".into());
        }
    }
    read.mesh.influences = Some(influences);
    Ok(nodes)
}

/// The vertices of each point, which follow one another.
struct Drawn {
    starts: Vec<u32>,
}

impl Drawn {
    fn of(read: &MeshFile) -> Self {
        let mut starts = vec![0; read.mesh.point_count() + 1];
        (0..read.mesh.positions.len()).for_each(|v| starts[read.mesh.point(v) as usize + 1] += 1);
        for point in 1..starts.len() {
            starts[point] += starts[point - 1];
        }
        Self { starts }
    }

    fn of_point(&self, point: u32) -> std::ops::Range<u32> {
        match self.starts.get(point as usize..=point as usize + 1) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }
}
