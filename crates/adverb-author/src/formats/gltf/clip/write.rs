//! From a clip to GLB: nodes with the rest pose, a skin per root, one animation with LINEAR samplers.
//!
//! What f32 cannot tell from the rest pose gets no channel; what stands still elsewhere gets two keys; the rest gets a
//! key per frame. All keys share one accessor of times.

use super::{WriteOptions, bones};
use crate::Clip;
use crate::clip::Transform;
use crate::formats::gltf::output::{INDICES, Output, VERTICES};
use crate::formats::gltf::{container, unit};
use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};

/// Writes a clip.
pub(super) fn glb(clip: &Clip, options: WriteOptions) -> Vec<u8> {
    let mut file = Output::default();
    let mut nodes = skeleton(clip);
    let world = clip.world(&clip.rest());
    let mut scene = Vec::new();
    let (mut skins, mut meshes) = (Vec::new(), Vec::new());
    for (root, tree) in trees(clip) {
        scene.push(root);
        let joints: Vec<usize> = tree.iter().copied().filter(|&j| j == root || !clip.joints[j].end).collect();
        if options.bones {
            let bones = bones::mesh(clip, &world, &tree, &joints);
            meshes.push(mesh(&mut file, &bones));
            scene.push(nodes.len());
            nodes.push(json!({ "name": "bones", "mesh": meshes.len() - 1, "skin": skins.len() }));
        }
        skins.push(skin(&mut file, clip, &world, root, &joints));
    }
    let animations: Vec<Value> =
        animation(&mut file, clip, options.name, |joint| joint).into_iter().collect();

    let mut document = json!({ "asset": { "version": "2.0", "generator": "adverb" } });
    unit::state(&mut document, 1.0);
    if !scene.is_empty() {
        document["scene"] = json!(0);
        document["scenes"] = json!([{ "nodes": scene }]);
    }
    if !meshes.is_empty() {
        let looks = json!({ "baseColorFactor": [0.8, 0.75, 0.65, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8 });
        document["materials"] = json!([{ "name": "bone", "pbrMetallicRoughness": looks }]);
    }
    let lists = [
        ("nodes", nodes),
        ("skins", skins),
        ("meshes", meshes),
        ("animations", animations),
        ("accessors", file.accessors),
        ("bufferViews", file.views),
    ];
    // glTF has no empty lists.
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        document[name] = list.into();
    }
    if !file.bin.is_empty() {
        document["buffers"] = json!([{ "byteLength": file.bin.len() }]);
    }
    container::join(document.to_string().into_bytes(), file.bin)
}

fn skeleton(clip: &Clip) -> Vec<Value> {
    let mut children = vec![Vec::new(); clip.joints.len()];
    for (j, joint) in clip.joints.iter().enumerate() {
        if let Some(parent) = joint.parent {
            children[parent].push(j);
        }
    }
    let mut nodes = Vec::with_capacity(clip.joints.len());
    for (joint, children) in clip.joints.iter().zip(children) {
        let mut node = json!({ "name": joint.name });
        if joint.rest.translation != DVec3::ZERO {
            node["translation"] = json!(joint.rest.translation.to_array());
        }
        if joint.rest.rotation != DQuat::IDENTITY {
            node["rotation"] = json!(joint.rest.rotation.to_array());
        }
        if children.is_empty() {
            // A leaf of any name can be either.
            node["extras"] = json!({ "adverb": { "end": joint.end } });
        } else {
            node["children"] = json!(children);
        }
        nodes.push(node);
    }
    nodes
}

/// Each root with the joints at and below it. A skin must have a common root, so each root has its own.
fn trees(clip: &Clip) -> Vec<(usize, Vec<usize>)> {
    let mut trees: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut tree_of: Vec<usize> = Vec::with_capacity(clip.joints.len());
    for (j, joint) in clip.joints.iter().enumerate() {
        let tree = joint.parent.map_or(trees.len(), |parent| tree_of[parent]);
        if joint.parent.is_none() {
            trees.push((j, Vec::new()));
        }
        trees[tree].1.push(j);
        tree_of.push(tree);
    }
    trees
}

fn skin(file: &mut Output, clip: &Clip, world: &[Transform], root: usize, joints: &[usize]) -> Value {
    let inverse = joints.iter().flat_map(|&j| {
        let inverse = world[j].inverse();
        DMat4::from_rotation_translation(inverse.rotation, inverse.translation).to_cols_array()
    });
    let inverse: Vec<f32> = inverse.map(|x| x as f32).collect();
    let matrices = file.floats(&inverse, "MAT4", None, false);
    json!({ "name": clip.joints[root].name, "skeleton": root, "joints": joints, "inverseBindMatrices": matrices })
}

fn mesh(file: &mut Output, bones: &bones::Mesh) -> Value {
    let positions = file.floats(bones.positions.as_flattened(), "VEC3", Some(VERTICES), true);
    let small = bones.joints.iter().all(|&j| j < 256);
    let joints: Vec<u8> = match small {
        true => bones.joints.iter().flat_map(|&j| [j as u8, 0, 0, 0]).collect(),
        false => bones.joints.iter().flat_map(|&j| [j, 0, 0, 0]).flat_map(u16::to_le_bytes).collect(),
    };
    let count = bones.joints.len();
    let unsigned = if small { 5121 } else { 5123 };
    let joints = file.push(
        &joints,
        Some(VERTICES),
        json!({ "componentType": unsigned, "count": count, "type": "VEC4" }),
    );
    let weights: Vec<u8> = bones.joints.iter().flat_map(|_| [255, 0, 0, 0]).collect();
    let weight_kind = json!({ "componentType": 5121, "normalized": true, "count": count, "type": "VEC4" });
    let weights = file.push(&weights, Some(VERTICES), weight_kind);
    let indices: Vec<u8> = bones.indices.iter().flat_map(|i| i.to_le_bytes()).collect();
    let index_kind = json!({ "componentType": 5125, "count": bones.indices.len(), "type": "SCALAR" });
    let indices = file.push(&indices, Some(INDICES), index_kind);
    let attributes = json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights });
    json!({ "name": "bones", "primitives": [{ "attributes": attributes, "indices": indices, "material": 0 }] })
}

/// A clip as an animation of nodes: `node` says which one is a joint's, and the clip's rest pose is that of the nodes.
pub(in crate::formats::gltf) fn animation(
    file: &mut Output,
    clip: &Clip,
    name: &str,
    node: impl Fn(usize) -> usize,
) -> Option<Value> {
    let count = clip.frame_count();
    if count == 0 {
        return None;
    }
    let times: Vec<f32> = (0..count).map(|i| (i as f64 / clip.fps) as f32).collect();
    let ends = if count > 1 { vec![times[0], times[count - 1]] } else { vec![times[0]] };
    let (mut all_times, mut end_times) = (None, None);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for j in 0..clip.joints.len() {
        let locals = || (0..count).map(|f| clip.frame(f)[j]);
        let rest = clip.joints[j].rest;
        let keys = [
            ("translation", "VEC3", translations(locals()), translations([rest].into_iter())),
            ("rotation", "VEC4", rotations(locals()), rotations([rest].into_iter())),
        ];
        for (path, kind, keys, rest) in keys {
            let width = rest.len();
            // The first joint's rotation tells how many frames there are, should nothing move.
            let still =
                (path, j) != ("rotation", 0) && keys.chunks_exact(width).all(|key| key == &keys[..width]);
            let (input, keys) = match still {
                true if keys[..width] == rest => continue,
                true => (
                    *end_times.get_or_insert_with(|| file.floats(&ends, "SCALAR", None, true)),
                    keys[..width].repeat(ends.len()),
                ),
                false => (*all_times.get_or_insert_with(|| file.floats(&times, "SCALAR", None, true)), keys),
            };
            let output = file.floats(&keys, kind, None, false);
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": node(j), "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        }
    }
    let extras = json!({ "adverb": { "fps": clip.fps } });
    Some(json!({ "name": name, "channels": channels, "samplers": samplers, "extras": extras }))
}

fn translations(locals: impl Iterator<Item = Transform>) -> Vec<f32> {
    locals.flat_map(|t| t.translation.as_vec3().to_array()).collect()
}

/// Each on the side of the one before, since some players interpolate without looking.
fn rotations(locals: impl Iterator<Item = Transform>) -> Vec<f32> {
    let mut last = DQuat::IDENTITY;
    let near = locals.map(|t| {
        last = if last.dot(t.rotation) < 0.0 { -t.rotation } else { t.rotation };
        last.normalize().as_quat().to_array()
    });
    near.flatten().collect()
}
