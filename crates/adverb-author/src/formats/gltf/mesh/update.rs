//! The file that a mesh came from, with the mesh as it is now.

use super::attributes::{attribute, semantic, skin_attributes, target_attributes};
use super::scene::unplaced;
use super::write::{add_animations, name_targets};
use crate::formats::gltf::output::{Output, put_list, take_list};
use crate::formats::gltf::{document, unit};
use crate::mesh::kept::{Drawn, Kept, Marks};
use crate::mesh::{Influences, MeshFile, Target};
use adverb::shape::Attribute;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// The file that it came from. What has not changed since stays as it is.
pub(super) fn update(file: &MeshFile, kept: &Kept) -> (Value, Vec<u8>) {
    let marks = Marks::of(file);
    let file = &*unplaced(file, kept);
    let mut json = kept.whole.json.clone();
    let mut out = Output::after(&mut json, kept.whole.bin.clone());
    let mut animations = take_list(&mut json, "animations");
    let changed = |attribute: Attribute| match attribute {
        Attribute::Position => marks.positions != kept.marks.positions,
        Attribute::Normal => marks.normals != kept.marks.normals,
        Attribute::Tangent => marks.tangents != kept.marks.tangents,
        Attribute::Colour => marks.colours != kept.marks.colours,
        Attribute::Uv => marks.uvs != kept.marks.uvs,
    };
    let held = file.mesh.influences.as_ref().filter(|_| marks.influences != kept.marks.influences);
    let weights_changed = marks.weights != kept.marks.weights || marks.animations != kept.marks.animations;
    // Meshes have targets of their own, or all of them.
    let targets_changed = marks.targets != kept.marks.targets || weights_changed && kept.drawn.len() > 1;
    let mut written: BTreeSet<u32> = BTreeSet::new();
    for drawn in &kept.drawn {
        let mut mesh = drawn.mesh as usize;
        if !written.insert(drawn.mesh) {
            // A mesh that several nodes show becomes several: each may have changed in its own way.
            let copy = kept.whole.json["meshes"][mesh].clone();
            let Some(node) = drawn.node.filter(|_| marks != kept.marks) else { continue };
            let Some(meshes) = json["meshes"].as_array_mut() else { continue };
            mesh = meshes.len();
            meshes.push(copy);
            json["nodes"][node as usize]["mesh"] = json!(mesh);
        }
        let slots = slots(&kept.whole.json, kept, drawn);
        let is_first = drawn.mesh == kept.drawn[0].mesh;
        let own_targets = if is_first || is_moved(&file.targets, drawn) { &file.targets[..] } else { &[] };
        // Primitives may share their vertices.
        let mut done: HashMap<usize, (Map<String, Value>, Vec<Value>)> = HashMap::new();
        for (p, &(start, count)) in drawn.primitives.iter().enumerate() {
            let Some(primitive) = json.pointer_mut(&format!("/meshes/{mesh}/primitives/{p}")) else {
                continue;
            };
            let (attributes, targets) = done.entry(start).or_insert_with(|| {
                let mut attributes = primitive["attributes"].as_object().cloned().unwrap_or_default();
                for own in Attribute::ALL.into_iter().filter(|&own| changed(own)) {
                    let is_there = attributes.contains_key(semantic(own)) || own == Attribute::Normal;
                    match attribute(&mut out, file, own, start..start + count).filter(|_| is_there) {
                        Some(index) => drop(attributes.insert(semantic(own).into(), json!(index))),
                        // What cannot be written is not what the file has either.
                        None => drop(attributes.remove(semantic(own))),
                    }
                }
                if let Some(held) = held.filter(|_| attributes.contains_key("JOINTS_0")) {
                    attributes
                        .retain(|name, _| !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_"));
                    let in_slots = |list: &[(u32, f32)]| -> Vec<(u32, f32)> {
                        let slot = |joint: &u32| slots.get(*joint as usize).copied().flatten();
                        list.iter().filter_map(|(joint, weight)| Some((slot(joint)?, *weight))).collect()
                    };
                    let own: Influences = held.iter().skip(start).take(count).map(in_slots).collect();
                    let joints = slots.iter().flatten().count();
                    attributes.extend(skin_attributes(&mut out, &own, joints));
                }
                let targets = if targets_changed {
                    let has = |own: Attribute| attributes.contains_key(semantic(own));
                    target_attributes(&mut out, own_targets, start..start + count, &has)
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
        let are_shown_otherwise = targets_changed || marks.weights != kept.marks.weights;
        if let Some(mesh) = json.pointer_mut(&format!("/meshes/{mesh}")).filter(|_| are_shown_otherwise) {
            name_targets(mesh, own_targets, &file.weights);
        }
    }
    let wears = |node: &Value| {
        let mesh = node.get("mesh").and_then(Value::as_u64);
        mesh.is_some_and(|mesh| written.contains(&(mesh as u32)))
    };
    let before = kept.whole.json["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let worn: Vec<usize> = (0..before.len()).filter(|&n| wears(&before[n])).collect();
    if targets_changed || marks.weights != kept.marks.weights {
        for &node in &worn {
            json["nodes"][node].as_object_mut().and_then(|node| node.remove("weights"));
        }
    }
    if marks.joints != kept.marks.joints {
        super::pose::pose(&mut json, file, kept);
        // Not all poses suggest the unit that the skeleton did.
        let was = document::of(&kept.whole.json);
        if let Some(unit_m) = was.ok().and_then(|document| unit::of(&document)) {
            unit::state(&mut json, unit_m);
        }
    }
    if targets_changed || marks.animations != kept.marks.animations {
        animations.iter_mut().for_each(|animation| without_weights(animation, &worn));
        let first = kept.drawn[0].mesh;
        let has_them = |drawn: &&Drawn| drawn.mesh == first || is_moved(&file.targets, drawn);
        for node in kept.drawn.iter().filter(has_them).filter_map(|drawn| drawn.node) {
            add_animations(&mut animations, file, node as usize, &mut out);
        }
        animations.retain(|animation| animation["channels"].as_array().is_some_and(|c| !c.is_empty()));
    }
    put_list(&mut json, "animations", animations);
    let bin = out.finish(&mut json);
    (json, bin)
}

/// Whether a target does anything to a mesh.
fn is_moved(targets: &[Target], drawn: &Drawn) -> bool {
    let range = drawn.vertices();
    targets.iter().any(|target| {
        let first = target.vertices.partition_point(|&v| (v as usize) < range.start);
        target.vertices.get(first).is_some_and(|&v| (v as usize) < range.end)
    })
}

/// Of each joint, which of a mesh's skin it is: joints are read parents first, a skin has them in any order.
fn slots(json: &Value, kept: &Kept, drawn: &Drawn) -> Vec<Option<u32>> {
    let skin = drawn.node.and_then(|node| json["nodes"][node as usize]["skin"].as_u64());
    let listed = skin.and_then(|skin| json["skins"][skin as usize]["joints"].as_array());
    let listed = listed.into_iter().flatten().filter_map(Value::as_u64);
    let slot_of: HashMap<u64, u32> = listed.zip(0..).collect();
    kept.joints.iter().map(|node| slot_of.get(&u64::from(*node)).copied()).collect()
}

/// Takes out what drives the weights of some nodes.
fn without_weights(animation: &mut Value, nodes: &[usize]) {
    let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) else { return };
    channels.retain(|channel| {
        let target = &channel["target"];
        target["path"] != "weights"
            || !target["node"].as_u64().is_some_and(|node| nodes.contains(&(node as usize)))
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
