//! The numbers of a mesh as accessors: attributes of vertices, morph targets, skins.

use crate::formats::gltf::output::{Output, VERTICES};
use crate::mesh::{Influences, MeshFile, Target, summing_to_one};
use adverb::shape::Attribute;
use glam::Vec3;
use serde_json::{Value, json};
use std::ops::Range;

/// What glTF calls an attribute of vertices.
pub(super) fn semantic(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Position => "POSITION",
        Attribute::Normal => "NORMAL",
        Attribute::Tangent => "TANGENT",
        Attribute::Colour => "COLOR_0",
        Attribute::Uv => "TEXCOORD_0",
    }
}

/// Adds an attribute of some vertices; yields its accessor. Normals and tangents must be of unit length, and so are left out if one is not.
pub(super) fn attribute(
    out: &mut Output,
    file: &MeshFile,
    attribute: Attribute,
    range: Range<usize>,
) -> Option<usize> {
    let mesh = &file.mesh;
    let (values, kind): (Vec<f32>, _) = match attribute {
        Attribute::Position => (mesh.positions[range].iter().flat_map(|p| p.to_array()).collect(), "VEC3"),
        Attribute::Normal => {
            let normals = &mesh.normals.as_ref()?[range];
            let unit: Option<Vec<Vec3>> = normals.iter().map(|n| of_unit_length(*n)).collect();
            (unit?.iter().flat_map(|n| n.to_array()).collect(), "VEC3")
        }
        Attribute::Tangent => {
            let tangents = &mesh.tangents.as_ref()?[range];
            let unit: Option<Vec<[f32; 4]>> = tangents
                .iter()
                .map(|t| Some(of_unit_length(t.truncate())?.extend(1f32.copysign(t.w)).to_array()))
                .collect();
            (unit?.into_flattened(), "VEC4")
        }
        Attribute::Colour => {
            let colours = mesh.colours.as_ref()?[range].iter();
            (colours.flat_map(|c| c.to_array().map(|x| x.clamp(0.0, 1.0))).collect(), "VEC4")
        }
        Attribute::Uv => {
            let uvs = mesh.uvs.as_ref()?[range].iter();
            (uvs.flat_map(|uv| [uv.x, if mesh.v_up { 1.0 - uv.y } else { uv.y }]).collect(), "VEC2")
        }
    };
    Some(out.floats(&values, kind, Some(VERTICES), attribute == Attribute::Position))
}

/// As it is where its length is one.
fn of_unit_length(normal: Vec3) -> Option<Vec3> {
    let length = normal.length();
    if (length - 1.0).abs() < 1e-4 { Some(normal) } else { normal.try_normalize() }
}

/// The targets as a primitive has them, for the attributes that it has. All targets have the same ones.
pub(super) fn target_attributes(
    out: &mut Output,
    targets: &[Target],
    range: Range<usize>,
    has: &dyn Fn(Attribute) -> bool,
) -> Vec<Value> {
    let with_normals = has(Attribute::Normal) && targets.iter().any(|target| target.normals.is_some());
    let with_tangents = has(Attribute::Tangent) && targets.iter().any(|target| target.tangents.is_some());
    let mut all = Vec::with_capacity(targets.len());
    for target in targets {
        let first = target.vertices.partition_point(|&v| (v as usize) < range.start);
        let end = target.vertices.partition_point(|&v| (v as usize) < range.end);
        let mut put = |deltas: Option<&Vec<Vec3>>, bounds: bool| {
            let deltas = deltas.map_or(&[][..], |deltas| &deltas[first..end]);
            let moved = target.vertices[first..end].iter().map(|&v| v - range.start as u32);
            let moved: Vec<(u32, Vec3)> =
                moved.zip(deltas.iter().copied()).filter(|(_, delta)| *delta != Vec3::ZERO).collect();
            changes(out, &moved, range.len(), bounds)
        };
        let mut attributes = json!({ "POSITION": put(Some(&target.positions), true) });
        if with_normals {
            attributes["NORMAL"] = json!(put(target.normals.as_ref(), false));
        }
        if with_tangents {
            attributes["TANGENT"] = json!(put(target.tangents.as_ref(), false));
        }
        all.push(attributes);
    }
    all
}

/// Adds an accessor that is zero but for some elements: sparse, if that is smaller.
fn changes(out: &mut Output, moved: &[(u32, Vec3)], count: usize, bounds: bool) -> usize {
    let wide = count > 1 << 16;
    let sparse_bytes = moved.len() * (12 + if wide { 4 } else { 2 });
    // Each view and accessor takes about this many bytes of text.
    const WORDS: usize = 150;
    if sparse_bytes + WORDS >= 12 * count {
        let mut dense = vec![0.0; 3 * count];
        for (vertex, delta) in moved {
            dense[3 * *vertex as usize..][..3].copy_from_slice(&delta.to_array());
        }
        return out.floats(&dense, "VEC3", Some(VERTICES), bounds);
    }
    // Many readers know no sparse accessor without elements.
    let none = [(0, Vec3::ZERO)];
    let moved = if moved.is_empty() { &none[..] } else { moved };
    let (kind, indices): (u32, Vec<u8>) = match wide {
        true => (5125, moved.iter().flat_map(|(vertex, _)| vertex.to_le_bytes()).collect()),
        false => (5123, moved.iter().flat_map(|(vertex, _)| (*vertex as u16).to_le_bytes()).collect()),
    };
    let values: Vec<u8> = moved.iter().flat_map(|(_, d)| d.to_array()).flat_map(f32::to_le_bytes).collect();
    let sparse = json!({
        "count": moved.len(),
        "indices": { "bufferView": out.view(&indices, None), "componentType": kind },
        "values": { "bufferView": out.view(&values, None) },
    });
    let mut accessor = json!({ "componentType": 5126, "count": count, "type": "VEC3", "sparse": sparse });
    if bounds {
        let still = if moved.len() < count { Some(Vec3::ZERO) } else { None };
        let all = || moved.iter().map(|(_, delta)| *delta).chain(still);
        let low = all().reduce(Vec3::min).unwrap_or_default();
        let high = all().reduce(Vec3::max).unwrap_or_default();
        accessor["min"] = json!(low.to_array().map(f64::from));
        accessor["max"] = json!(high.to_array().map(f64::from));
    }
    out.accessors.push(accessor);
    out.accessors.len() - 1
}

/// Joints and weights, four at a time, weights summing to one; what no joint holds, the first does.
pub(super) fn skin_attributes(
    out: &mut Output,
    influences: &Influences,
    joints: usize,
) -> Vec<(String, Value)> {
    let all: Vec<Vec<(u32, f32)>> = influences
        .iter()
        .map(|list| {
            let known: Vec<_> =
                list.iter().copied().filter(|(joint, _)| (*joint as usize) < joints).collect();
            let summed = summing_to_one(&known);
            if summed.is_empty() { vec![(0, 1.0)] } else { summed }
        })
        .collect();
    let sets = all.iter().map(|list| list.len().div_ceil(4)).max().unwrap_or(0);
    let mut attributes = Vec::new();
    for set in 0..sets {
        let four = |list: &Vec<(u32, f32)>| -> [(u32, f32); 4] {
            std::array::from_fn(|i| list.get(4 * set + i).copied().unwrap_or_default())
        };
        let small = joints <= 256;
        let holders = all.iter().flat_map(|list| four(list).map(|(joint, _)| joint));
        let bytes: Vec<u8> = match small {
            true => holders.map(|joint| joint as u8).collect(),
            false => holders.flat_map(|joint| (joint as u16).to_le_bytes()).collect(),
        };
        let kind =
            json!({ "componentType": if small { 5121 } else { 5123 }, "count": all.len(), "type": "VEC4" });
        attributes.push((format!("JOINTS_{set}"), json!(out.push(&bytes, Some(VERTICES), kind))));
        let weights: Vec<f32> = all.iter().flat_map(|list| four(list).map(|(_, weight)| weight)).collect();
        let weights = out.floats(&weights, "VEC4", Some(VERTICES), false);
        attributes.push((format!("WEIGHTS_{set}"), json!(weights)));
    }
    attributes
}
