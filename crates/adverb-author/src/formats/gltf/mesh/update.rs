//! The file that a mesh came from, with the mesh as it is now.

use super::attributes::{attribute, semantic, skin_attributes, target_attributes};
use super::write::{add_animations, name_targets};
use crate::formats::gltf::output::{Output, put_list, take_list};
use crate::formats::gltf::{document, unit};
use crate::mesh::kept::{Kept, Marks};
use crate::mesh::{Influences, MeshFile};
use adverb::shape::Attribute;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// The file that it came from. What has not changed since stays as it is.
pub(super) fn update(file: &MeshFile, kept: &Kept) -> (Value, Vec<u8>) {
    let marks = Marks::of(file);
    let mut json = kept.whole.json.clone();
    let mut out = Output::after(&mut json, kept.whole.bin.clone());
    let mut animations = take_list(&mut json, "animations");
    let mesh = kept.mesh as usize;
    let changed = |attribute: Attribute| match attribute {
        Attribute::Position => marks.positions != kept.marks.positions,
        Attribute::Normal => marks.normals != kept.marks.normals,
        Attribute::Tangent => marks.tangents != kept.marks.tangents,
        Attribute::Colour => marks.colours != kept.marks.colours,
        Attribute::Uv => marks.uvs != kept.marks.uvs,
    };
    let held = file.mesh.influences.as_ref().filter(|_| marks.influences != kept.marks.influences);
    let slots = slots(&kept.whole.json, kept);
    let targets_changed = marks.targets != kept.marks.targets;
    // Primitives may share their vertices.
    let mut done: HashMap<usize, (Map<String, Value>, Vec<Value>)> = HashMap::new();
    for (p, &(start, count)) in kept.ranges.iter().enumerate() {
        let Some(primitive) = json.pointer_mut(&format!("/meshes/{mesh}/primitives/{p}")) else { continue };
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
                attributes.retain(|name, _| !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_"));
                let in_slots = |list: &[(u32, f32)]| -> Vec<(u32, f32)> {
                    list.iter()
                        .filter_map(|(joint, weight)| Some((*slots.get(*joint as usize)?, *weight)))
                        .collect()
                };
                let own: Influences = held.iter().skip(start).take(count).map(in_slots).collect();
                attributes.extend(skin_attributes(&mut out, &own, slots.len()));
            }
            let targets = if targets_changed {
                let has = |own: Attribute| attributes.contains_key(semantic(own));
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
    if marks.joints != kept.marks.joints {
        super::pose::pose(&mut json, file, kept);
        // Not all poses suggest the unit that the skeleton did.
        let was = document::of(&kept.whole.json);
        if let Some(unit_m) = was.ok().and_then(|document| unit::of(&document)) {
            unit::state(&mut json, unit_m);
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
    put_list(&mut json, "animations", animations);
    let bin = out.finish(&mut json);
    (json, bin)
}

/// Of each joint, which of its file's skin it is: joints are read parents first, a skin has them in any order.
fn slots(json: &Value, kept: &Kept) -> Vec<u32> {
    let skin = kept.node.and_then(|node| json["nodes"][node as usize]["skin"].as_u64());
    let listed = skin.and_then(|skin| json["skins"][skin as usize]["joints"].as_array());
    let listed: Vec<u64> = listed.into_iter().flatten().filter_map(Value::as_u64).collect();
    let slot = |node: &u32| listed.iter().position(|own| *own == u64::from(*node)).map(|slot| slot as u32);
    kept.joints.iter().filter_map(slot).collect()
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
