//! Cameras and lights in a file: they are neither joints nor in the way.

use adverb_author::character::Character;
use adverb_author::formats::{gltf, read_mesh};
use adverb_testdata::gltf::{bytes_of, glb};
use adverb_testdata::mixamo::{Figure, Move};
use serde_json::{Value, json};

use crate::support::gltf::taken_apart;

/// The file with a camera that moves, one on the head, one below a node that moves in its place, and a lamp.
fn with_scenery(bytes: &[u8]) -> Vec<u8> {
    let (mut json, bin) = taken_apart(bytes);
    let mut bin = bin.to_vec();
    let list = |json: &Value, name: &str| json[name].as_array().cloned().unwrap_or_default();
    let mut nodes = list(&json, "nodes");
    let first = nodes.len();
    let lamp = json!({ "KHR_lights_punctual": { "light": 0 } });
    nodes.extend([
        json!({ "name": "Camera", "camera": 0, "translation": [0, 2, 5] }),
        json!({ "name": "Face camera", "camera": 0 }),
        json!({ "name": "Crane", "children": [first + 3] }),
        json!({ "name": "Crane camera", "camera": 0 }),
        json!({ "name": "Lamp", "extensions": lamp, "translation": [3, 3, 3] }),
    ]);
    let head = nodes.iter().position(|node| node["name"] == "mixamorig:Head").expect("a head");
    let mut below = nodes[head]["children"].as_array().cloned().unwrap_or_default();
    below.push(json!(first + 1));
    nodes[head]["children"] = json!(below);
    let mut tops = json["scenes"][0]["nodes"].as_array().cloned().expect("a scene");
    tops.extend([first, first + 2, first + 4].map(|node| json!(node)));
    json["scenes"][0]["nodes"] = json!(tops);
    json["nodes"] = json!(nodes);
    json["cameras"] = json!([{ "type": "perspective", "perspective": { "yfov": 0.8, "znear": 0.1 } }]);
    json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [{ "type": "point" }] } });
    json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    json["extensionsRequired"] = json!(["KHR_lights_punctual"]);
    // Both cameras and the lamp move.
    let (mut views, mut accessors) = (list(&json, "bufferViews"), list(&json, "accessors"));
    let times = (vec![0.0, 1.0], "SCALAR", json!([0.0]), json!([1.0]));
    let places = (vec![0.0, 2.0, 5.0, 4.0, 2.0, 5.0], "VEC3", json!([0.0, 2.0, 5.0]), json!([4.0, 2.0, 5.0]));
    for (values, kind, min, max) in [times, places] {
        bin.resize(bin.len().next_multiple_of(4), 0);
        let bytes = bytes_of(&values);
        views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len() }));
        let view = views.len() - 1;
        accessors.push(json!({ "bufferView": view, "type": kind, "componentType": 5126, "count": 2, "min": min, "max": max }));
        bin.extend(bytes);
    }
    let (input, output) = (accessors.len() - 2, accessors.len() - 1);
    let mut animations = list(&json, "animations");
    let animation = &mut animations[0];
    let sampler = animation["samplers"].as_array().map_or(0, Vec::len);
    animation["samplers"].as_array_mut().expect("samplers").push(json!({ "input": input, "output": output }));
    for node in [first, first + 2, first + 4] {
        let channel = json!({ "sampler": sampler, "target": { "node": node, "path": "translation" } });
        animation["channels"].as_array_mut().expect("channels").push(channel);
    }
    json["animations"] = json!(animations);
    (json["bufferViews"], json["accessors"]) = (json!(views), json!(accessors));
    json["buffers"] = json!([{ "byteLength": bin.len() }]);
    glb(&json, &bin)
}

#[test]
fn cameras_and_lights_change_neither_motion_nor_mesh_nor_character() {
    for parts in [Figure::default().parts, &[]] {
        let plain = Figure { moves: &[Move::Walk], parts, ..Figure::default() }.glb();
        let full = with_scenery(&plain);
        let of = |bytes: &[u8]| gltf::clip::read("hero.glb", bytes).unwrap();
        let (own, other) = (of(&plain), of(&full));
        let names = |clip: &adverb_author::Clip| -> Vec<String> {
            clip.joints.iter().map(|joint| joint.name.clone()).collect()
        };
        assert_eq!(names(&own), names(&other));
        assert_eq!((own.frame_count(), own.fps), (other.frame_count(), other.fps));
        assert_eq!(own.locals, other.locals);
        assert_eq!(other.source.warnings, own.source.warnings);
        if parts.is_empty() {
            continue;
        }
        let of = |bytes: &[u8]| Character::read("hero.glb", bytes, &mut |_| None).unwrap();
        let (own, other) = (of(&plain), of(&full));
        assert_eq!(own.figure(), other.figure());
        let json = taken_apart(&other.file()).0;
        assert_eq!(json["cameras"].as_array().map(Vec::len), Some(1), "the rest of the file is kept");
        let of = |bytes: &[u8]| read_mesh("hero.glb", bytes, &mut |_| None).unwrap();
        assert_eq!(of(&plain).mesh, of(&full).mesh);
    }
}
