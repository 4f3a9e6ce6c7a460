//! The rest pose: where a skin was bound, else as the nodes stand.
//!
//! What the nodes of a file stand like is whatever frame was on the screen when it was saved. The skin remembers the pose in
//! which the mesh was made, usually with the arms out; that is the better rest pose where there is one.

use std::collections::HashMap;

use glam::{DQuat, DVec3};
use ufbx::Scene;

use super::joints::{Joints, own};
use crate::clip::Transform;
use crate::formats::nodes::{is_sane, with_one_sign};

/// Local transforms of the rest pose, given those as the nodes stand; `world_from_file` is what the file's axes are turned
/// by. Also how many joints the skin has a place for.
pub(super) fn pose(
    scene: &Scene,
    joints: &Joints,
    standing: &[Transform],
    world_from_file: DQuat,
) -> (Vec<Transform>, usize) {
    let mut bound: HashMap<usize, Transform> = HashMap::new();
    for cluster in &scene.skin_clusters {
        let node = cluster.bone_node.as_ref().map(|node| own(node).element.typed_id as usize);
        let Some(joint) = node.and_then(|node| joints.of_node[node]) else { continue };
        let transform = ufbx::matrix_to_transform(&cluster.bind_to_world);
        if let Some(rigid) = rigid(&transform) {
            let turn = Transform { rotation: world_from_file, ..Transform::IDENTITY };
            bound.entry(joint).or_insert_with(|| turn.compose(rigid));
        }
    }
    let mut world: Vec<Transform> = Vec::with_capacity(standing.len());
    let mut locals = Vec::with_capacity(standing.len());
    for (joint, (parent, standing)) in joints.parents.iter().zip(standing).enumerate() {
        let above = parent.map_or(Transform::IDENTITY, |parent| world[parent]);
        let here = bound.get(&joint).copied().unwrap_or_else(|| above.compose(*standing));
        // As it stands, bit by bit, where the skin has nothing to add.
        locals.push(if bound.contains_key(&joint) { above.inverse().compose(here) } else { *standing });
        world.push(here);
    }
    (locals, bound.len())
}

/// The rigid part of a transform, if there is one; a mirror is one through a point, as for glTF.
pub(super) fn rigid(transform: &ufbx::Transform) -> Option<Transform> {
    let ufbx::Transform { translation: t, rotation: q, scale: s, .. } = transform;
    let rotation = DQuat::from_xyzw(q.x, q.y, q.z, q.w);
    let length = rotation.length();
    if !(1e-6..1e6).contains(&length) {
        return None;
    }
    let (rotation, _) = with_one_sign(rotation.normalize(), DVec3::new(s.x, s.y, s.z));
    let rigid = Transform { translation: DVec3::new(t.x, t.y, t.z), rotation };
    is_sane(&rigid).then_some(rigid)
}
