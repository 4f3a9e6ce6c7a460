//! A mesh with morph targets as GLB: a file of its own, or the file it came from with the mesh as it is now.

use super::animation::sampler;
use super::create::create;
use super::update::update;
use crate::Error;
use crate::clip::Format;
use crate::formats::gltf::output::Output;
use crate::formats::gltf::unused::without_unused;
use crate::mesh::kept::Whole;
use crate::mesh::{Influences, Interpolation, MeshFile, Target};
use serde_json::{Value, json};

/// The file of a mesh as it is now.
pub(super) fn whole(file: &MeshFile) -> Result<Whole, Error> {
    check(file).map_err(|problem| Error::File { file: file.mesh.file.clone(), problem })?;
    let (mut json, bin) = match &file.kept {
        Some(kept) => update(file, kept),
        None => create(file),
    };
    let bin = without_unused(&mut json, bin);
    Ok(Whole::new(Format::Glb, json, bin))
}

fn check(file: &MeshFile) -> Result<(), String> {
    let count = file.mesh.positions.len();
    if count == 0 || file.mesh.positions.iter().any(|p| !p.is_finite()) {
        return Err("it has no vertices, or some that are not finite".into());
    }
    if file.joints.iter().enumerate().any(|(j, joint)| joint.parent.is_some_and(|parent| parent >= j)) {
        return Err("a joint comes before its parent".into());
    }
    if let Some(kept) = &file.kept {
        let own = kept.drawn.iter().map(|drawn| drawn.vertices().end).max().unwrap_or(0);
        if own != count {
            return Err(format!("it has {count} vertices, but the file it came from has {own}"));
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
        return Err(format!(
            "some of its attributes do not have one element for each of its {count} vertices"
        ));
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

/// Adds the animations of weights, to those of the same name where there are any.
pub(super) fn add_animations(animations: &mut Vec<Value>, file: &MeshFile, node: usize, out: &mut Output) {
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

pub(super) fn name_targets(mesh: &mut Value, targets: &[Target], weights: &[f32]) {
    let Some(mesh) = mesh.as_object_mut() else { return };
    if targets.is_empty() {
        mesh.remove("weights");
        mesh.get_mut("extras").and_then(Value::as_object_mut).and_then(|extras| extras.remove("targetNames"));
        return;
    }
    let mut weights = weights.to_vec();
    weights.resize(targets.len(), 0.0);
    mesh.insert("weights".into(), json!(weights));
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    match mesh.get_mut("extras").and_then(Value::as_object_mut) {
        Some(extras) => drop(extras.insert("targetNames".into(), json!(names))),
        None => drop(mesh.insert("extras".into(), json!({ "targetNames": names }))),
    }
}
