//! A mesh with morph targets as GLB: a file of its own, or the file it came from with the mesh as it is now.

use super::container;
use super::kept::{self, Kept, Marks};
use super::shape_animation::sampler;
use super::shape_data::{Attribute, attribute, skin_attributes, target_attributes};
use super::write::{File, INDICES};
use crate::Error;
use crate::mesh::{Influences, Interpolation, Joint, MeshFile};
use glam::Mat4;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

pub(super) fn glb(file: &MeshFile) -> Result<Vec<u8>, Error> {
    check(file).map_err(|problem| Error::File { file: file.mesh.file.clone(), problem })?;
    let (mut json, bin) = match &file.kept {
        Some(kept) => again(file, kept),
        None => anew(file),
    };
    let bin = kept::without_unused(&mut json, bin);
    if bin.is_empty() {
        json.as_object_mut().and_then(|object| object.remove("buffers"));
    } else {
        let before = json.pointer_mut("/buffers/0").and_then(Value::as_object_mut).map(std::mem::take);
        let mut buffer = before.unwrap_or_default();
        buffer.remove("uri");
        buffer.insert("byteLength".into(), json!(bin.len()));
        json["buffers"] = json!([buffer]);
    }
    Ok(container::join(json.to_string().into_bytes(), bin))
}

fn check(file: &MeshFile) -> Result<(), String> {
    let count = file.mesh.positions.len();
    if count == 0 || file.mesh.positions.iter().any(|p| !p.is_finite()) {
        return Err("it has no vertices, or some that are not finite".into());
    }
    if let Some(kept) = &file.kept {
        let own = kept.ranges.iter().map(|(start, count)| start + count).max().unwrap_or(0);
        if own != count {
            return Err(format!("there are {count} vertices where the file that it came from has {own}"));
        }
    }
    let mesh = &file.mesh;
    let lengths = [
        mesh.normals.as_ref().map(Vec::len),
        mesh.tangents.as_ref().map(Vec::len),
        mesh.colours.as_ref().map(Vec::len),
        mesh.uvs.as_ref().map(Vec::len),
        mesh.influences.as_ref().map(Influences::len),
    ];
    if lengths.into_iter().flatten().any(|length| length != count) {
        return Err(format!("not all that it has is there for each of its {count} vertices"));
    }
    if mesh.faces.items().iter().any(|&corner| corner as usize >= count) || file.joints.len() > 1 << 16 {
        return Err("a face refers to a vertex that is not there, or it has more than 65,536 joints".into());
    }
    for target in &file.targets {
        let lengths = [Some(&target.positions), target.normals.as_ref(), target.tangents.as_ref()];
        let is_whole = lengths.iter().flatten().all(|list| list.len() == target.vertices.len())
            && target.vertices.windows(2).all(|pair| pair[0] < pair[1])
            && target.vertices.last().is_none_or(|&last| (last as usize) < count)
            && lengths.iter().copied().flatten().flatten().all(|delta| delta.is_finite());
        if !is_whole {
            return Err(format!("target '{}' is not one of the mesh's {count} vertices", target.name));
        }
    }
    for animation in &file.animations {
        let rows = if animation.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let wanted = rows * animation.times.len() * file.targets.len();
        if wanted == 0 || animation.weights.len() != wanted {
            return Err(format!(
                "animation '{}' has {} weights for {} keys of {} targets",
                animation.name,
                animation.weights.len(),
                animation.times.len(),
                file.targets.len()
            ));
        }
    }
    Ok(())
}

/// The file that it came from. What has not changed since stays as it is.
fn again(file: &MeshFile, kept: &Kept) -> (Value, Vec<u8>) {
    let marks = Marks::of(file);
    let mut json = kept.json.clone();
    let mut list = |name: &str| match json.get_mut(name).map(Value::take) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    let mut out = File { bin: kept.bin.clone(), views: list("bufferViews"), accessors: list("accessors") };
    let mut animations = list("animations");
    let mesh = kept.mesh as usize;
    let changed = |attribute: Attribute| match attribute {
        Attribute::Position => marks.positions != kept.marks.positions,
        Attribute::Normal => marks.normals != kept.marks.normals,
        Attribute::Tangent => marks.tangents != kept.marks.tangents,
        Attribute::Colour => marks.colours != kept.marks.colours,
        Attribute::Uv => marks.uvs != kept.marks.uvs,
    };
    let targets_changed = marks.targets != kept.marks.targets;
    // Primitives may share their vertices.
    let mut done: HashMap<usize, (Map<String, Value>, Vec<Value>)> = HashMap::new();
    for (p, &(start, count)) in kept.ranges.iter().enumerate() {
        let Some(primitive) = json.pointer_mut(&format!("/meshes/{mesh}/primitives/{p}")) else { continue };
        let (attributes, targets) = done.entry(start).or_insert_with(|| {
            let mut attributes = primitive["attributes"].as_object().cloned().unwrap_or_default();
            for own in Attribute::ALL.into_iter().filter(|&own| changed(own)) {
                let is_there = attributes.contains_key(own.name()) || own == Attribute::Normal;
                if let Some(index) = attribute(&mut out, file, own, start..start + count).filter(|_| is_there)
                {
                    attributes.insert(own.name().into(), json!(index));
                }
            }
            let targets = if targets_changed {
                let has = |own: Attribute| attributes.contains_key(own.name());
                target_attributes(&mut out, &file.targets, start..start + count, &has)
            } else {
                Vec::new()
            };
            (attributes, targets)
        });
        let is_same = primitive["attributes"].as_object() == Some(attributes) && !targets_changed;
        primitive["attributes"] = Value::Object(attributes.clone());
        let Some(primitive) = primitive.as_object_mut() else { continue };
        if targets_changed {
            match targets.is_empty() {
                true => drop(primitive.remove("targets")),
                false => drop(primitive.insert("targets".into(), json!(targets))),
            }
        }
        // A compressed copy would be of the old mesh.
        if let Some(extensions) =
            primitive.get_mut("extensions").and_then(Value::as_object_mut).filter(|_| !is_same)
        {
            extensions.remove("KHR_draco_mesh_compression");
        }
    }
    let wears = |node: &Value| node.get("mesh").and_then(Value::as_u64) == Some(kept.mesh.into());
    if targets_changed || marks.weights != kept.marks.weights {
        let nodes = json.get_mut("nodes").and_then(Value::as_array_mut);
        nodes.into_iter().flatten().filter(|node| wears(node)).filter_map(Value::as_object_mut).for_each(
            |node| {
                node.remove("weights");
            },
        );
        if let Some(mesh) = json.pointer_mut(&format!("/meshes/{mesh}")) {
            name_targets(mesh, file);
        }
    }
    if targets_changed || marks.animations != kept.marks.animations {
        let nodes = json.get("nodes").and_then(Value::as_array);
        let worn: Vec<u64> = nodes
            .into_iter()
            .flatten()
            .enumerate()
            .filter(|(_, node)| wears(node))
            .map(|(n, _)| n as u64)
            .collect();
        animations.iter_mut().for_each(|animation| without_weights(animation, &worn));
        if let Some(node) = kept.node {
            add_animations(&mut animations, file, node as usize, &mut out);
        }
        animations.retain(|animation| animation["channels"].as_array().is_some_and(|c| !c.is_empty()));
    }
    for (name, list) in [("bufferViews", out.views), ("accessors", out.accessors), ("animations", animations)]
    {
        put(&mut json, name, list);
    }
    (json, out.bin)
}

/// Takes out what drives the weights of some nodes.
fn without_weights(animation: &mut Value, nodes: &[u64]) {
    let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) else { return };
    channels.retain(|channel| {
        let target = &channel["target"];
        target["path"] != "weights" || !target["node"].as_u64().is_some_and(|node| nodes.contains(&node))
    });
    let used: BTreeSet<u64> = channels.iter().filter_map(|channel| channel["sampler"].as_u64()).collect();
    let count = animation["samplers"].as_array().map_or(0, Vec::len);
    let mut numbers: Vec<Option<usize>> = vec![None; count];
    for (number, &sampler) in used.iter().take_while(|&&sampler| sampler < count as u64).enumerate() {
        numbers[sampler as usize] = Some(number);
    }
    if let Some(samplers) = animation["samplers"].as_array_mut() {
        let mut kept = numbers.iter();
        samplers.retain(|_| kept.next().is_some_and(Option::is_some));
    }
    for channel in animation["channels"].as_array_mut().into_iter().flatten() {
        let number = channel["sampler"].as_u64().and_then(|sampler| *numbers.get(sampler as usize)?);
        channel["sampler"] = json!(number);
    }
}

/// Adds the animations of weights, to those of the same name where there are any.
fn add_animations(animations: &mut Vec<Value>, file: &MeshFile, node: usize, out: &mut File) {
    for own in &file.animations {
        let sampler = sampler(out, own);
        let is_named = |animation: &Value| animation["name"].as_str().unwrap_or_default() == own.name;
        let at = animations.iter().position(is_named).unwrap_or_else(|| {
            animations.push(json!({ "channels": [], "samplers": [] }));
            animations.len() - 1
        });
        let animation = &mut animations[at];
        if !own.name.is_empty() {
            animation["name"] = json!(own.name);
        }
        if let Some(samplers) = animation["samplers"].as_array_mut() {
            samplers.push(sampler);
            let number = samplers.len() - 1;
            if let Some(channels) = animation["channels"].as_array_mut() {
                channels.push(json!({ "sampler": number, "target": { "node": node, "path": "weights" } }));
            }
        }
    }
}

fn name_targets(mesh: &mut Value, file: &MeshFile) {
    let Some(mesh) = mesh.as_object_mut() else { return };
    if file.targets.is_empty() {
        mesh.remove("weights");
        mesh.get_mut("extras").and_then(Value::as_object_mut).and_then(|extras| extras.remove("targetNames"));
        return;
    }
    let mut weights = file.weights.clone();
    weights.resize(file.targets.len(), 0.0);
    mesh.insert("weights".into(), json!(weights));
    let names: Vec<&str> = file.targets.iter().map(|target| target.name.as_str()).collect();
    match mesh.get_mut("extras").and_then(Value::as_object_mut) {
        Some(extras) => drop(extras.insert("targetNames".into(), json!(names))),
        None => drop(mesh.insert("extras".into(), json!({ "targetNames": names }))),
    }
}

/// glTF has no empty lists.
fn put(json: &mut Value, name: &str, list: Vec<Value>) {
    match list.is_empty() {
        true => drop(json.as_object_mut().and_then(|object| object.remove(name))),
        false => json[name] = list.into(),
    }
}

/// A file with nothing but the mesh, a primitive for each material.
fn anew(file: &MeshFile) -> (Value, Vec<u8>) {
    let mesh = &file.mesh;
    let mut out = File::default();
    let all = 0..mesh.positions.len();
    let mut attributes = Map::new();
    for own in Attribute::ALL {
        if let Some(index) = attribute(&mut out, file, own, all.clone()) {
            attributes.insert(own.name().into(), json!(index));
        }
    }
    let skin = mesh.influences.as_ref().filter(|_| !file.joints.is_empty());
    if let Some(influences) = skin {
        attributes.extend(skin_attributes(&mut out, influences, file.joints.len()));
    }
    let targets = target_attributes(&mut out, &file.targets, all, &|own| attributes.contains_key(own.name()));
    let mut materials: Vec<&str> = Vec::new();
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
        if let Some(name) = material {
            primitive["material"] = json!(materials.len());
            materials.push(name);
        }
        if !targets.is_empty() {
            primitive["targets"] = json!(targets);
        }
        primitives.push(primitive);
    }
    let mut own = json!({ "primitives": primitives });
    let mut node = json!({ "mesh": 0 });
    if !mesh.name.is_empty() {
        own["name"] = json!(mesh.name);
        node["name"] = json!(mesh.name);
    }
    if !file.targets.is_empty() {
        name_targets(&mut own, file);
    }
    let mut json = json!({
        "asset": { "version": "2.0", "generator": "adverb" }, "scene": 0, "meshes": [own],
    });
    let (mut nodes, mut scene) = (vec![node], vec![0]);
    if skin.is_some() {
        nodes[0]["skin"] = json!(0);
        let inverse: Vec<f32> =
            file.joints.iter().flat_map(|joint| joint.inverse_bind.to_cols_array()).collect();
        let matrices = out.floats(&inverse, "MAT4", None, false);
        let joints: Vec<usize> = (1..=file.joints.len()).collect();
        nodes.extend(file.joints.iter().enumerate().map(|(j, joint)| joint_node(&file.joints, j, joint)));
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
    let lists = [
        ("nodes", nodes),
        ("materials", materials),
        ("animations", animations),
        ("accessors", out.accessors),
        ("bufferViews", out.views),
    ];
    for (name, list) in lists {
        put(&mut json, name, list);
    }
    json["buffers"] = json!([{ "byteLength": out.bin.len() }]);
    (json, out.bin)
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

fn joint_node(joints: &[Joint], index: usize, joint: &Joint) -> Value {
    let mut node = json!({ "name": joint.name });
    let children: Vec<usize> = joints
        .iter()
        .enumerate()
        .filter(|(_, other)| other.parent == Some(index))
        .map(|(j, _)| j + 1)
        .collect();
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    let (scale, rotation, translation) = joint.rest.to_scale_rotation_translation();
    let made = Mat4::from_scale_rotation_translation(scale, rotation, translation);
    if rotation.is_normalized() && made.abs_diff_eq(joint.rest, 1e-5 * scale.abs().max_element().max(1.0)) {
        node["translation"] = json!(translation.to_array());
        node["rotation"] = json!(rotation.normalize().to_array());
        node["scale"] = json!(scale.to_array());
    } else {
        node["matrix"] = json!(joint.rest.to_cols_array());
    }
    node
}
