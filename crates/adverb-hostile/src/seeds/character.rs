//! A skinned mesh: the built-in figure with a skin of one triangle.

use std::fmt::Write;

use adverb_author::gait::humanoid;
use glam::DVec3;

/// As a document that holds all its data.
pub fn document() -> String {
    let joints = humanoid();
    let mut world: Vec<DVec3> = Vec::new();
    let (mut nodes, mut bytes) = (String::new(), Vec::new());
    for (j, joint) in joints.iter().enumerate() {
        let at = joint.rest.translation;
        world.push(joint.parent.map_or(at, |parent| world[parent] + at));
        let children = (0..joints.len()).filter(|&child| joints[child].parent == Some(j));
        let children: Vec<String> = children.map(|child| child.to_string()).collect();
        let below = match children.is_empty() {
            true => String::new(),
            false => format!(", \"children\": [{}]", children.join(", ")),
        };
        let _ =
            writeln!(nodes, "{{ \"name\": {:?}, \"translation\": {:?}{below} }},", joint.name, at.to_array());
        // Where it was bound, inverted: column after column.
        for column in [DVec3::X, DVec3::Y, DVec3::Z, -world[j]] {
            bytes.extend(column.to_array().map(|x| (x as f32).to_le_bytes()).concat());
            bytes.extend(if column == -world[j] { 1f32 } else { 0.0 }.to_le_bytes());
        }
    }
    let (count, bound) = (joints.len(), bytes.len());
    let triangle = [DVec3::ZERO, DVec3::Y, DVec3::X];
    bytes.extend(triangle.iter().flat_map(|v| v.to_array()).flat_map(|x| (x as f32).to_le_bytes()));
    let data: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
    let (list, length) = ((0..count).map(|j| j.to_string()).collect::<Vec<_>>().join(", "), bytes.len());
    format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "scene": 0, "scenes": [{{ "nodes": [0, {count}] }}],
"nodes": [{nodes}{{ "name": "Body", "mesh": 0, "skin": 0 }}],
"skins": [{{ "joints": [{list}], "inverseBindMatrices": 0 }}],
"meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 1 }} }}] }}],
"accessors": [{{ "bufferView": 0, "componentType": 5126, "count": {count}, "type": "MAT4" }},
 {{ "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3" }}],
"bufferViews": [{{ "buffer": 0, "byteLength": {bound} }}, {{ "buffer": 0, "byteOffset": {bound}, "byteLength": 36 }}],
"buffers": [{{ "byteLength": {length}, "uri": "data:application/octet-stream,{data}" }}] }}
"#
    )
}
