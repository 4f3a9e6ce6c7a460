//! The nodes of a kept file's joints, standing as the joints of its mesh do now.

use crate::formats::gltf::document::Index;
use crate::mesh::MeshFile;
use crate::mesh::kept::Kept;
use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};

/// Puts the nodes of all joints where their joints rest. Nodes between them stay as they are.
pub(super) fn pose(json: &mut Value, file: &MeshFile, kept: &Kept) {
    let parents = parents(json);
    for (joint, &node) in file.joints.iter().zip(&kept.joints) {
        let until = joint.parent.map(|parent| kept.joints[parent]);
        let mut outer = DMat4::IDENTITY;
        let mut next = parents.get(node as usize).copied().flatten();
        while let Some(above) = next.filter(|above| Some(*above) != until) {
            outer = local(&json["nodes"][above as usize]) * outer;
            next = parents[above as usize];
        }
        let (scale, rotation, translation) =
            (outer.inverse() * joint.rest.as_dmat4()).to_scale_rotation_translation();
        let Some(node) = json["nodes"][node as usize].as_object_mut() else { continue };
        if !(scale.is_finite() && rotation.is_finite() && translation.is_finite()) {
            continue;
        }
        node.remove("matrix");
        node.insert("translation".into(), json!(translation.to_array()));
        node.insert("rotation".into(), json!(rotation.normalize().to_array()));
        node.insert("scale".into(), json!(scale.to_array()));
    }
}

/// Of every node the node that it hangs from; the file was checked to be a forest.
fn parents(json: &Value) -> Vec<Option<Index>> {
    let nodes = json["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut parents = vec![None; nodes.len()];
    for (n, node) in nodes.iter().enumerate() {
        for child in node["children"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            parents[child as usize] = Some(n as Index);
        }
    }
    parents
}

/// Relative to the node above.
fn local(node: &Value) -> DMat4 {
    fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
        let all: Option<Vec<f64>> = value.as_array()?.iter().map(Value::as_f64).collect();
        all?.try_into().ok()
    }
    numbers(&node["matrix"]).map(|matrix| DMat4::from_cols_array(&matrix)).unwrap_or_else(|| {
        DMat4::from_scale_rotation_translation(
            numbers(&node["scale"]).map_or(DVec3::ONE, DVec3::from_array),
            numbers(&node["rotation"]).map_or(DQuat::IDENTITY, |q| DQuat::from_array(q).normalize()),
            numbers(&node["translation"]).map_or(DVec3::ZERO, DVec3::from_array),
        )
    })
}
