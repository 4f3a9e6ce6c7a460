//! The base colours of a file's materials (glTF 2.0, section 3.9.2), with their pictures decoded.

use std::collections::HashMap;

use serde_json::Value;

use crate::finding::{Criterion, Finding, Place, Subject};
use crate::formats::gltf::buffers;
use crate::formats::pixels;
use crate::mesh::kept::{Kept, Whole};
use crate::mesh::{Cover, Covers, MeshFile};

/// What is half transparent is drawn or not, nothing between.
const HALF: f64 = 0.5;

/// The looks of a mesh whose file is kept, and which pictures cannot be shown.
pub(super) fn covers(file: &MeshFile) -> Option<(Covers, Vec<Finding>)> {
    let kept = file.kept.as_ref()?;
    let mut covers = Covers::default();
    let mut found = Vec::new();
    let mut images: HashMap<u64, Option<usize>> = HashMap::new();
    let counts = match file.mesh.parts.is_empty() {
        true => vec![file.mesh.faces.len()],
        false => file.mesh.parts.iter().map(|part| part.faces).collect(),
    };
    for (count, material) in counts.into_iter().zip(materials(kept)) {
        let own = material.map(|material| {
            let image = image(&kept.whole.json, material);
            let picture = image.and_then(|image| {
                *images.entry(image).or_insert_with(|| {
                    let decoded = bytes(&kept.whole, image).and_then(|bytes| pixels::decoded(&bytes));
                    let told = |why: String| {
                        let subject = Subject::Mesh(file.mesh.file.clone());
                        let message = format!("its picture is not shown: {why}");
                        Finding::repaired(Criterion::LeftOut, subject, message)
                            .at(Place::part(format!("image {image}")))
                    };
                    decoded.map_err(|why| found.push(told(why))).ok().map(|pixels| {
                        covers.pictures.push(pixels.shrunk());
                        covers.pictures.len() - 1
                    })
                })
            });
            cover(material, picture)
        });
        // White is what has no cover at all.
        let is_plain = |own: &Cover| own.picture.is_none() && own.colour == [1.0; 4];
        covers.parts.push((count, own.filter(|own| !is_plain(own))));
    }
    covers.parts.iter().any(|(_, own)| own.is_some()).then_some((covers, found))
}

/// The material of each primitive, in the order of its faces.
fn materials(kept: &Kept) -> impl Iterator<Item = Option<&Value>> {
    let json = &kept.whole.json;
    kept.drawn.iter().flat_map(move |drawn| {
        let primitives = json["meshes"][drawn.mesh as usize]["primitives"].as_array();
        primitives.into_iter().flatten().map(move |primitive| {
            let material = primitive.get("material").and_then(Value::as_u64)?;
            json["materials"].get(material as usize)
        })
    })
}

fn cover(material: &Value, picture: Option<usize>) -> Cover {
    let base = &material["pbrMetallicRoughness"];
    let numbers = |value: &Value, otherwise: f64, n: usize| -> Vec<f32> {
        (0..n).map(|i| value.get(i).and_then(Value::as_f64).unwrap_or(otherwise) as f32).collect()
    };
    let colour = numbers(&base["baseColorFactor"], 1.0, 4);
    let cutoff = match material["alphaMode"].as_str() {
        Some("MASK") => material["alphaCutoff"].as_f64().unwrap_or(HALF),
        Some("BLEND") => HALF,
        _ => 0.0,
    };
    let laid = &base["baseColorTexture"]["extensions"]["KHR_texture_transform"];
    let (offset, scale) = (numbers(&laid["offset"], 0.0, 2), numbers(&laid["scale"], 1.0, 2));
    let (sine, cosine) = libm::sincos(laid["rotation"].as_f64().unwrap_or(0.0));
    let (sine, cosine) = (sine as f32, cosine as f32);
    Cover {
        colour: [colour[0], colour[1], colour[2], colour[3]],
        picture,
        cutoff: cutoff as f32,
        laid: [
            [cosine * scale[0], -sine * scale[0]],
            [sine * scale[1], cosine * scale[1]],
            [offset[0], offset[1]],
        ],
    }
}

/// The image of a material's base colour, if the first texture coordinates lay it on.
fn image(json: &Value, material: &Value) -> Option<u64> {
    let texture = material["pbrMetallicRoughness"].get("baseColorTexture")?;
    let laid = &texture["extensions"]["KHR_texture_transform"]["texCoord"];
    let set = laid.as_u64().or_else(|| texture["texCoord"].as_u64()).unwrap_or(0);
    let texture = &json["textures"][texture["index"].as_u64().filter(|_| set == 0)? as usize];
    let other =
        texture["extensions"].as_object().and_then(|all| all.values().find_map(|own| own["source"].as_u64()));
    texture["source"].as_u64().or(other)
}

/// The bytes of an image of a file in memory, or why there are none.
fn bytes(whole: &Whole, image: u64) -> Result<Vec<u8>, String> {
    let image = &whole.json["images"][image as usize];
    if let Some(uri) = image["uri"].as_str() {
        return buffers::Place::of(uri)?.load(&mut |_| None);
    }
    let view = image["bufferView"].as_u64().ok_or("it is not there")?;
    let view = &whole.json["bufferViews"][view as usize];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    let length = view["byteLength"].as_u64().unwrap_or(0) as usize;
    let end = start.checked_add(length);
    end.and_then(|end| whole.bin.get(start..end))
        .map(<[u8]>::to_vec)
        .ok_or_else(|| "its bytes are not there".into())
}
