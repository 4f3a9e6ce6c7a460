//! A made GLB with several animations of one skeleton.

use adverb_author::Clip;
use adverb_author::formats::gltf::clip::write;
use serde_json::Value;

use super::gltf::taken_apart;
use adverb_testdata::gltf::glb;

/// One file of clips of the same joints, each an animation of its name.
pub fn several(clips: &[(&str, &Clip)]) -> Vec<u8> {
    let mut all = clips.iter().map(|(name, clip)| {
        let bytes = write(clip);
        let (mut document, bin) = taken_apart(&bytes);
        document["animations"][0]["name"] = Value::from(*name);
        (document, bin.to_vec())
    });
    let (mut document, mut bin) = all.next().expect("one clip at least");
    for (other, own_bin) in all {
        let base = [bin.len(), count(&document, "bufferViews"), count(&document, "accessors")];
        add(&mut document, &other, "bufferViews", |view| raise(&mut view["byteOffset"], base[0]));
        add(&mut document, &other, "accessors", |accessor| raise(&mut accessor["bufferView"], base[1]));
        add(&mut document, &other, "animations", |animation| {
            for sampler in animation["samplers"].as_array_mut().expect("samplers") {
                ["input", "output"].iter().for_each(|end| raise(&mut sampler[end], base[2]));
            }
        });
        bin.extend(own_bin);
    }
    document["buffers"][0]["byteLength"] = Value::from(bin.len());
    glb(&document, &bin)
}

fn count(document: &Value, list: &str) -> usize {
    document[list].as_array().map_or(0, Vec::len)
}

fn raise(index: &mut Value, by: usize) {
    *index = Value::from(index.as_u64().unwrap_or(0) + by as u64);
}

fn add(document: &mut Value, other: &Value, list: &str, change: impl Fn(&mut Value)) {
    let mut more = other[list].as_array().cloned().unwrap_or_default();
    more.iter_mut().for_each(change);
    document[list].as_array_mut().expect("a list").extend(more);
}
