//! Any layout of nodes, keys and accessors becomes the joints and frames it means.

use std::f64::consts::FRAC_1_SQRT_2;

use adverb_author::Clip;
use adverb_author::finding::{Criterion, Verdict};
use adverb_author::formats::gltf::{self, clip::ReadOptions};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use crate::findings::told::tells;
use adverb_testdata::gltf::{bytes_of, glb};

/// A LINEAR channel: node, path, times, values.
type Channel<'a> = (usize, &'a str, &'a [f32], &'a [f32]);

/// A file of nodes and skins with one animation.
fn file(nodes: Value, skins: Value, channels: &[Channel]) -> (Value, Vec<u8>) {
    let mut bin = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut push = |values: &[f32], width: usize, kind: &str| {
        views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": 4 * values.len() }));
        bin.extend(bytes_of(values));
        let count = values.len() / width;
        accessors.push(
            json!({ "bufferView": views.len() - 1, "componentType": 5126, "count": count, "type": kind }),
        );
        accessors.len() - 1
    };
    let mut samplers = Vec::new();
    for (_, path, times, values) in channels {
        let input = push(times, 1, "SCALAR");
        let output = if *path == "rotation" { push(values, 4, "VEC4") } else { push(values, 3, "VEC3") };
        samplers.push(json!({ "input": input, "output": output }));
    }
    let channel = |(i, c): (usize, &Channel)| json!({ "sampler": i, "target": { "node": c.0, "path": c.1 } });
    let channels: Vec<Value> = channels.iter().enumerate().map(channel).collect();
    let mut document = json!({
        "asset": { "version": "2.0" },
        "nodes": nodes,
        "skins": skins,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": bin.len() }],
    });
    if !channels.is_empty() {
        document["animations"] = json!([{ "channels": channels, "samplers": samplers }]);
    }
    (document, bin)
}

fn read(nodes: Value, skins: Value, channels: &[Channel]) -> Clip {
    let (document, bin) = file(nodes, skins, channels);
    gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap()
}

fn names(clip: &Clip) -> Vec<&str> {
    clip.joints.iter().map(|j| j.name.as_str()).collect()
}

fn warned(clip: &Clip, of: &str) -> bool {
    clip.source.warnings.iter().any(|w| w.said().contains(of))
}

const ONE_SECOND: &[f32] = &[0.0, 1.0];
const TURN: &[f32] = &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8];

#[test]
fn a_still_armature_above_is_folded_into_the_top_joint() {
    // Centimetres and Z up, as a matrix and as a rotation.
    let z_up = json!([0.01, 0, 0, 0, 0, 0, -0.01, 0, 0, 0.01, 0, 0, 0, 0, 0, 1]);
    let turned = json!({ "rotation": [-FRAC_1_SQRT_2, 0, 0, FRAC_1_SQRT_2], "scale": [0.01, 0.01, 0.01] });
    for mut armature in [json!({ "matrix": z_up }), turned] {
        armature["name"] = json!("Armature");
        armature["children"] = json!([1]);
        let nodes = json!([
            armature,
            { "name": "Hips", "translation": [0, 0, 90], "children": [2] },
            { "name": "Head", "translation": [0, 0, 70] },
        ]);
        let clip = read(nodes, json!([{ "joints": [1, 2] }]), &[(1, "rotation", ONE_SECOND, TURN)]);
        assert_eq!(names(&clip), ["Hips", "Head"]);
        let world = clip.world(&clip.rest());
        assert!(world[0].translation.distance(DVec3::new(0.0, 0.9, 0.0)) < 1e-9, "{}", world[0].translation);
        assert!(world[1].translation.distance(DVec3::new(0.0, 1.6, 0.0)) < 1e-9, "{}", world[1].translation);
        assert!(clip.world(clip.frame(24))[1].translation.distance(DVec3::new(0.0, 1.6, 0.0)) < 1e-9);
        assert!(clip.source.warnings.is_empty(), "{:?}", clip.source.warnings);
    }
}

#[test]
fn joints_are_the_skin_s_what_connects_them_and_animated_kin() {
    let nodes = json!([
        { "name": "Scene", "children": [1, 8] },
        { "name": "Mover", "children": [2] },
        { "name": "Fork", "children": [3, 5] },
        { "name": "Between", "children": [4] },
        { "name": "Left" },
        { "name": "Right", "children": [6, 7] },
        { "name": "Animated below" },
        { "name": "Hat", "mesh": 0 },
        { "name": "Prop" },
    ]);
    let skins = json!([{ "joints": [4, 5] }]);
    let channels: [Channel; 3] = [
        (1, "translation", ONE_SECOND, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
        (6, "rotation", ONE_SECOND, TURN),
        (8, "rotation", ONE_SECOND, TURN),
    ];
    let (mut document, bin) = file(nodes, skins, &channels);
    document["meshes"] = json!([{ "primitives": [{ "attributes": {} }] }]);
    let clip = gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap();
    assert_eq!(names(&clip), ["Mover", "Fork", "Between", "Left", "Right", "Animated below"]);
    assert!(clip.source.assumptions.iter().any(|a| a.said().starts_with("1 animated nodes are not joints")));
    assert!((clip.world(clip.frame(12))[5].translation.x - 0.5).abs() < 1e-9);
}

#[test]
fn without_a_skin_animated_nodes_are_joints_and_without_animation_all_plain_nodes() {
    let nodes = json!([
        { "name": "Camera", "camera": 0 },
        { "name": "A", "children": [2, 3] },
        { "name": "B" },
        { "name": "C", "mesh": 0 },
        { "name": "Lamp", "extensions": { "KHR_lights_punctual": { "light": 0 } } },
    ]);
    let (mut document, bin) = file(nodes.clone(), json!([]), &[(3, "rotation", ONE_SECOND, TURN)]);
    document["meshes"] = json!([{ "primitives": [] }]);
    assert_eq!(names(&gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap()), ["C"]);
    document.as_object_mut().unwrap().remove("animations");
    let still = gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap();
    assert_eq!(names(&still), ["A", "B"]);
    assert_eq!(still.frame_count(), 0);
    assert!(warned(&still, "only the rest pose was read"));
}

#[test]
fn leaves_named_end_are_end_sites_unless_they_move() {
    let nodes = json!([
        { "name": "Hips", "children": [1, 2, 3, 4] },
        { "name": "Toe_End", "translation": [0, 0, 0.1] },
        { "name": "head_end" },
        { "name": "Moving_End" },
        { "name": "Weekend" },
    ]);
    let clip = read(nodes, json!([{ "joints": [0] }]), &[(3, "rotation", ONE_SECOND, TURN)]);
    assert_eq!(names(&clip), ["Hips", "Toe_End", "head_end", "Moving_End"]);
    assert_eq!(clip.joints.iter().map(|j| j.end).collect::<Vec<_>>(), [false, true, true, false]);
}

#[test]
fn names_are_made_and_made_unique() {
    let nodes = json!([
        { "name": "Bone", "children": [1, 2, 3, 4] },
        { "name": "Bone" },
        {},
        { "name": "Bone_2" },
        { "name": "Bone" },
    ]);
    let clip = read(nodes, json!([{ "joints": [0, 1, 2, 3, 4] }]), &[]);
    assert_eq!(names(&clip), ["Bone", "Bone_3", "node_2", "Bone_2", "Bone_4"]);
    assert!(warned(&clip, "node 1 'Bone': another joint has that name too; here it is called 'Bone_3'"));
}

#[test]
fn parents_come_first_whatever_the_order_of_nodes() {
    let nodes = json!([
        { "name": "Toe" },
        { "name": "Foot", "children": [0] },
        { "name": "Hand" },
        { "name": "Hips", "children": [1, 2] },
    ]);
    let clip = read(nodes, json!([{ "joints": [0, 1, 2, 3] }]), &[]);
    assert_eq!(names(&clip), ["Hips", "Foot", "Toe", "Hand"]);
    assert_eq!(clip.joints.iter().map(|j| j.parent).collect::<Vec<_>>(), [None, Some(0), Some(1), Some(0)]);
}

#[test]
fn scales_go_into_the_translations_below() {
    let nodes = json!([
        { "name": "A", "scale": [2, 2, 2], "children": [1] },
        { "name": "B", "translation": [0, 1, 0], "children": [2] },
        { "name": "C", "translation": [0, 1, 0] },
    ]);
    let skins = json!([{ "joints": [0, 1, 2] }]);
    let grow: &[f32] = &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0];
    let clip = read(nodes.clone(), skins.clone(), &[(1, "scale", ONE_SECOND, grow)]);
    assert_eq!(clip.world(&clip.rest())[2].translation, DVec3::new(0.0, 4.0, 0.0));
    assert_eq!(clip.world(clip.frame(24))[2].translation, DVec3::new(0.0, 8.0, 0.0));
    assert!(warned(&clip, "node 1 'B': its scale is animated"));
    // Jitter is none, and no reason for a warning.
    let jitter: &[f32] = &[1.0, 1.0, 1.0, 1.0001, 1.0, 1.0];
    let clip = read(nodes, skins.clone(), &[(1, "scale", ONE_SECOND, jitter)]);
    assert_eq!(clip.world(clip.frame(24))[2].translation, DVec3::new(0.0, 4.0, 0.0));
    assert!(clip.source.warnings.is_empty());

    let uneven =
        json!([{ "scale": [1, 8, 1], "children": [1] }, { "translation": [1, 0, 0], "children": [2] }, {}]);
    let clip = read(uneven, skins.clone(), &[]);
    assert!(clip.world(&clip.rest())[1].translation.distance(2.0 * DVec3::X) < 1e-12);
    assert!(warned(&clip, "non-uniform"));
    // A mirror through a point has a rigid equivalent.
    let mirror = json!([{ "scale": [-1, -1, -1], "children": [1] }, { "translation": [1, 2, 3], "children": [2] }, {}]);
    let clip = read(mirror, skins, &[]);
    assert_eq!(clip.world(&clip.rest())[1].translation, -DVec3::new(1.0, 2.0, 3.0));
}

#[test]
fn matrices_are_taken_apart() {
    let quarter = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    for (matrix, rotation, warning) in [
        (json!([0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 5, 6, 7, 1]), quarter, None),
        (json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]), DQuat::IDENTITY, Some("shears")),
        (json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 5, 6, 7, 1]), DQuat::IDENTITY, Some("flattens")),
    ] {
        let clip = read(json!([{ "matrix": matrix }]), json!([{ "joints": [0] }]), &[]);
        let rest = clip.joints[0].rest;
        assert_eq!(rest.translation, DVec3::new(5.0, 6.0, 7.0));
        assert!(rest.rotation.angle_between(rotation) < 1e-9, "{}", rest.rotation);
        assert!(warning.is_none_or(|w| warned(&clip, w)), "{:?}", clip.source.warnings);
    }
}

#[test]
fn frames_are_those_on_which_the_keys_fall() {
    let times = |fps: f64, frames: &[usize]| {
        frames.iter().map(|&f| (0.5 + f as f64 / fps) as f32).collect::<Vec<_>>()
    };
    let all: Vec<usize> = (0..50).collect();
    for (times, fps, count) in [
        (times(33.0, &all), 33.0, 50),
        (times(29.97, &all), 29.97, 50),
        (times(24.0, &[0, 3, 4, 30]), 24.0, 31),
        (times(25.0, &[0, 3, 4, 30]), 25.0, 31),
        (times(240.0, &[0, 3, 7, 240]), 240.0, 241),
        (times(0.7, &[0, 1, 2]), 0.7 * 86.0, 173),
        (vec![0.0, 0.1234567, 1.0], 60.0, 61),
        (vec![0.99], 30.0, 1),
    ] {
        let values: Vec<f32> = times.iter().flat_map(|&t| [t, 0.0, 0.0]).collect();
        let clip = read(json!([{}]), json!([{ "joints": [0] }]), &[(0, "translation", &times, &values)]);
        assert!((clip.fps / fps - 1.0).abs() < 1e-6, "{} instead of {fps}", clip.fps);
        assert_eq!(clip.frame_count(), count, "at {fps}");
        // What moves evenly does so in the frames, too; the first key is frame 0.
        for f in 0..count {
            let expected = f64::from(times[0]) + f as f64 / clip.fps;
            assert!(
                (clip.frame(f)[0].translation.x - expected).abs() < 1e-5 / fps.min(1.0),
                "frame {f} at {fps}"
            );
        }
        let last = clip.frame(count - 1)[0].translation.x;
        assert!((last - f64::from(times[times.len() - 1])).abs() < 1e-6);
    }
}

#[test]
fn channels_of_unlike_length_hold_their_ends() {
    let late: &[f32] = &[0.5, 0.75];
    let rise: &[f32] = &[0.0, 1.0, 0.0, 0.0, 2.0, 0.0];
    let channels = [(0, "rotation", ONE_SECOND, TURN), (0, "translation", late, rise)];
    let clip = read(json!([{}]), json!([{ "joints": [0] }]), &channels);
    let y = |f: usize| clip.frame(f)[0].translation.y;
    assert_eq!((y(0), y(12), y(15), y(18), y(24)), (1.0, 1.0, 1.5, 2.0, 2.0));
}

#[test]
fn integers_strides_and_sparse_values_are_decoded() {
    let (mut document, _) =
        file(json!([{}]), json!([{ "joints": [0] }]), &[(0, "rotation", ONE_SECOND, TURN)]);
    let end = |document: &Value, bin: &[u8]| {
        gltf::clip::read("made.glb", &glb(document, bin)).unwrap().locals[24].rotation
    };
    let times = bytes_of(ONE_SECOND);
    // Every component type, with room between the elements.
    for (code, most, size) in
        [(5120, 127.0, 1), (5122, 32767.0, 2), (5126, 1.0, 4), (5121, 255.0, 1), (5123, 65535.0, 2)]
    {
        let mut bin = times.clone();
        for element in TURN.chunks(4) {
            for &value in element {
                let scaled = (f64::from(value) * most).round();
                match size {
                    1 => bin.push(scaled as u8),
                    2 => bin.extend((scaled as u16).to_le_bytes()),
                    _ => bin.extend(value.to_le_bytes()),
                }
            }
            bin.extend([0xee; 4]);
        }
        document["accessors"][1] = json!({ "bufferView": 1, "componentType": code, "normalized": code != 5126, "count": 2, "type": "VEC4" });
        document["bufferViews"][1] =
            json!({ "buffer": 0, "byteOffset": 8, "byteLength": bin.len() - 8, "byteStride": 4 * size + 4 });
        document["buffers"][0]["byteLength"] = json!(bin.len());
        let end = end(&document, &bin);
        assert!(end.angle_between(DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8)) < 0.01, "{code}: {end}");
    }
    // Identity throughout, but for the second key, which the sparse part replaces.
    let mut bin = times;
    bin.extend(bytes_of(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]));
    bin.extend([1, 0, 0, 0]);
    bin.extend(bytes_of(&TURN[4..]));
    document["bufferViews"] = json!([
        { "buffer": 0, "byteLength": 8 },
        { "buffer": 0, "byteOffset": 8, "byteLength": 32 },
        { "buffer": 0, "byteOffset": 40, "byteLength": 4 },
        { "buffer": 0, "byteOffset": 44, "byteLength": 16 },
    ]);
    document["accessors"][1] = json!({
        "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4",
        "sparse": { "count": 1, "indices": { "bufferView": 2, "componentType": 5121 }, "values": { "bufferView": 3 } },
    });
    document["buffers"][0]["byteLength"] = json!(bin.len());
    let end = end(&document, &bin);
    assert!(end.angle_between(DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8)) < 1e-6, "{end}");
    bin[40] = 2;
    let error = gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap_err().to_string();
    assert!(error.contains("accessor 1: sparse index 2 where there are 2 elements"), "{error}");
    // Quantised and sparse at once, over zeros that are not there: both keys are replaced.
    let mut bin = bytes_of(ONE_SECOND);
    bin.extend([0, 0, 1, 0]);
    bin.extend(TURN.iter().flat_map(|v| ((v * 32767.0).round() as i16).to_le_bytes()));
    document["bufferViews"] = json!([
        { "buffer": 0, "byteLength": 8 },
        { "buffer": 0, "byteOffset": 8, "byteLength": 4 },
        { "buffer": 0, "byteOffset": 12, "byteLength": 16 },
    ]);
    document["accessors"][1] = json!({
        "componentType": 5122, "normalized": true, "count": 2, "type": "VEC4",
        "sparse": { "count": 2, "indices": { "bufferView": 1, "componentType": 5123 }, "values": { "bufferView": 2 } },
    });
    document["buffers"][0]["byteLength"] = json!(bin.len());
    document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let turned = gltf::clip::read("made.glb", &glb(&document, &bin)).unwrap().locals[24].rotation;
    assert!(turned.angle_between(DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8)) < 1e-3, "{turned}");
}

#[test]
fn buffers_beside_the_file_are_fetched_once_or_asked_for() {
    let (mut document, bin) =
        file(json!([{}]), json!([{ "joints": [0] }]), &[(0, "rotation", ONE_SECOND, TURN)]);
    document["buffers"][0]["uri"] = json!("parts/walk%201.bin");
    let text = document.to_string();
    let mut asked = Vec::new();
    let mut fetch = |path: &str| {
        asked.push(path.to_owned());
        Some(bin.clone())
    };
    let clip =
        gltf::clip::read_with("walk.gltf", text.as_bytes(), ReadOptions::default(), &mut fetch).unwrap();
    assert_eq!(clip.frame_count(), 25);
    assert_eq!(asked, ["parts/walk 1.bin"]);
    let error = gltf::clip::read("walk.gltf", text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("walk.gltf: buffer 0: its data lies in 'parts/walk 1.bin'"), "{error}");
    let mut short = |_: &str| Some(vec![0; 3]);
    let error =
        gltf::clip::read_with("walk.gltf", text.as_bytes(), ReadOptions::default(), &mut short).unwrap_err();
    assert!(error.to_string().contains("buffer 0: it claims 40 bytes but has 3"), "{error}");
}

#[test]
fn a_mistake_in_the_text_is_shown_by_its_line() {
    let text = "{\n  \"asset\": { \"version\": \"2.0\" },\n  \"nodes\": [{ \"children\": [-1] }]\n}";
    let error = gltf::clip::read("bad.gltf", text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("bad.gltf:3: "), "{error}");
}

#[test]
fn what_a_joint_cannot_have_is_told() {
    let bones = |hips: Value| {
        let mut hips = hips;
        (hips["name"], hips["children"]) = (json!("Hips"), json!([1]));
        json!([hips, { "name": "Head", "translation": [0, 1, 0] }])
    };
    let plain = || bones(json!({}));
    let skins = || json!([{ "joints": [0, 1] }]);
    let turning: Channel = (1, "rotation", ONE_SECOND, TURN);
    let long: Channel = (1, "rotation", ONE_SECOND, &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.6, 0.8]);
    let sheared = json!([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    let made = ["", "made.glb"];
    for (nodes, channels, criterion) in [
        (bones(json!({ "scale": [1, 2, 1] })), vec![turning], Criterion::Scales),
        (bones(json!({ "rotation": [0, 0, 0, 2] })), vec![turning], Criterion::Rotations),
        (plain(), vec![long], Criterion::Rotations),
        (bones(json!({ "matrix": sheared })), vec![turning], Criterion::Matrices),
        (plain(), vec![turning, turning], Criterion::Keys),
        (plain(), vec![(1, "rotation", &[0.0, 0.0], TURN)], Criterion::Keys),
    ] {
        tells(&read(nodes, skins(), &channels).source.warnings, criterion, Verdict::Repaired, made);
    }
    let still = read(plain(), skins(), &[]).source.warnings;
    tells(&still, Criterion::NoMotion, Verdict::Warning, made);
    let (mut document, bin) = file(plain(), skins(), &[turning]);
    let mut bytes = glb(&document, &bin);
    bytes.extend([0; 8]);
    let trailing = gltf::clip::read("made.glb", &bytes).expect("a clip").source.warnings;
    tells(&trailing, Criterion::Trailing, Verdict::Repaired, made);
    let twice = document["animations"][0].clone();
    document["animations"].as_array_mut().expect("a list").push(twice);
    let several = gltf::clip::read("made.glb", &glb(&document, &bin)).expect("a clip").source.assumptions;
    tells(&several, Criterion::Animation, Verdict::Note, made);
}
