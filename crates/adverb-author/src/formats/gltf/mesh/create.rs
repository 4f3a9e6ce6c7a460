//! A mesh as a file of its own.

use super::attributes::{attribute, semantic, skin_attributes, target_attributes};
use super::write::{add_animations, name_targets};
use crate::formats::gltf::output::{INDICES, Output, put_list};
use crate::formats::gltf::unit;
use crate::mesh::{Joint, MeshFile};
use adverb::shape::Attribute;
use glam::DMat4;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A mesh as glTF has it, a primitive for each material; `material_of` numbers those by name.
pub(in crate::formats::gltf) fn primitives_of(
    out: &mut Output,
    file: &MeshFile,
    material_of: &mut dyn FnMut(&str) -> Option<usize>,
) -> Value {
    let mesh = &file.mesh;
    let all = 0..mesh.positions.len();
    let mut attributes = Map::new();
    for own in Attribute::ALL {
        if let Some(index) = attribute(out, file, own, all.clone()) {
            attributes.insert(semantic(own).into(), json!(index));
        }
    }
    if let Some(influences) = mesh.influences.as_ref().filter(|_| !file.joints.is_empty()) {
        attributes.extend(skin_attributes(out, influences, file.joints.len()));
    }
    let targets = target_attributes(out, &file.targets, all, &|own| attributes.contains_key(semantic(own)));
    let mut primitives = Vec::new();
    for (material, triangles) in by_material(file) {
        let mut primitive = json!({ "attributes": attributes });
        if triangles.is_empty() {
            primitive["mode"] = json!(0);
        } else {
            let bytes: Vec<u8> = triangles.as_flattened().iter().flat_map(|i| i.to_le_bytes()).collect();
            let kind = json!({ "componentType": 5125, "count": 3 * triangles.len(), "type": "SCALAR" });
            primitive["indices"] = json!(out.push(&bytes, Some(INDICES), kind));
        }
        if let Some(number) = material.and_then(&mut *material_of) {
            primitive["material"] = json!(number);
        }
        if !targets.is_empty() {
            primitive["targets"] = json!(targets);
        }
        primitives.push(primitive);
    }
    let mut own = json!({ "primitives": primitives });
    if !mesh.name.is_empty() {
        own["name"] = json!(mesh.name);
    }
    if !file.targets.is_empty() {
        name_targets(&mut own, &file.targets, &file.weights);
    }
    own
}

/// A file with nothing but the mesh.
pub(super) fn create(file: &MeshFile) -> (Value, Vec<u8>) {
    let mesh = &file.mesh;
    let mut out = Output::default();
    let mut materials: Vec<String> = Vec::new();
    let own = primitives_of(&mut out, file, &mut |name| {
        materials.push(name.into());
        Some(materials.len() - 1)
    });
    let skin = mesh.influences.as_ref().filter(|_| !file.joints.is_empty());
    let mut node = json!({ "mesh": 0 });
    if !mesh.name.is_empty() {
        node["name"] = json!(mesh.name);
    }
    let mut json = json!({
        "asset": { "version": "2.0", "generator": "adverb" }, "scene": 0, "meshes": [own],
    });
    if let Some(unit_m) = file.unit_m {
        unit::state(&mut json, unit_m);
    }
    let (mut nodes, mut scene) = (vec![node], vec![0]);
    if skin.is_some() {
        nodes[0]["skin"] = json!(0);
        let inverse: Vec<f32> =
            file.joints.iter().flat_map(|joint| joint.inverse_bind.to_cols_array()).collect();
        let matrices = out.floats(&inverse, "MAT4", None, false);
        let joints: Vec<usize> = (1..=file.joints.len()).collect();
        let mut children = vec![Vec::new(); file.joints.len()];
        for (j, parent) in file.joints.iter().enumerate().filter_map(|(j, joint)| Some((j, joint.parent?))) {
            children[parent].push(j + 1);
        }
        nodes.extend(file.joints.iter().zip(&children).map(|(joint, children)| joint_node(joint, children)));
        let roots: Vec<usize> =
            file.joints.iter().enumerate().filter(|(_, j)| j.parent.is_none()).map(|(j, _)| j + 1).collect();
        if roots.len() > 1 {
            // The joints of a skin must have a common root.
            scene.push(nodes.len());
            nodes.push(json!({ "name": "skeleton", "children": roots }));
        } else {
            scene.extend(roots);
        }
        json["skins"] = json!([{ "joints": joints, "inverseBindMatrices": matrices }]);
    }
    json["scenes"] = json!([{ "nodes": scene }]);
    let mut animations = Vec::new();
    add_animations(&mut animations, file, 0, &mut out);
    let materials = materials.into_iter().map(|name| json!({ "name": name })).collect();
    for (name, list) in [("nodes", nodes), ("materials", materials), ("animations", animations)] {
        put_list(&mut json, name, list);
    }
    let bin = out.finish(&mut json);
    (json, bin)
}

/// The triangles of each material, without those of two equal corners; one empty list if there are none.
fn by_material(file: &MeshFile) -> Vec<(Option<&str>, Vec<[u32; 3]>)> {
    let mesh = &file.mesh;
    let mut lists: Vec<(Option<&str>, Vec<[u32; 3]>)> = Vec::new();
    let mut place: HashMap<Option<&str>, usize> = HashMap::new();
    let each = mesh.parts.iter().flat_map(|part| std::iter::repeat_n(part.material.as_deref(), part.faces));
    for (face, material) in mesh.faces.iter().zip(each.chain(std::iter::repeat(None))) {
        let at = *place.entry(material).or_insert_with(|| {
            lists.push((material, Vec::new()));
            lists.len() - 1
        });
        let fan = face.windows(2).skip(1).map(|pair| [face[0], pair[0], pair[1]]);
        lists[at].1.extend(fan.filter(|[a, b, c]| a != b && b != c && c != a));
    }
    lists.retain(|(_, triangles)| !triangles.is_empty());
    if lists.is_empty() {
        lists.push((None, Vec::new()));
    }
    lists
}

fn joint_node(joint: &Joint, children: &[usize]) -> Value {
    let mut node = json!({ "name": joint.name });
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    let rest = joint.rest.as_dmat4();
    let (scale, rotation, translation) = rest.to_scale_rotation_translation();
    let made = DMat4::from_scale_rotation_translation(scale, rotation, translation);
    if rotation.is_normalized() && made.abs_diff_eq(rest, 1e-5 * scale.abs().max_element().max(1.0)) {
        node["translation"] = json!(translation.as_vec3().to_array());
        node["rotation"] = json!(rotation.normalize().as_quat().to_array());
        node["scale"] = json!(scale.as_vec3().to_array());
    } else {
        node["matrix"] = json!(joint.rest.to_cols_array());
    }
    node
}
