//! Damaged and hostile glTF files end in an error with a place, or in a repair that is reported.

use adverb_author::formats::gltf;
use serde_json::{Value, json};

use adverb_testdata::gltf::{bytes_of, glb};

/// Two joints, one of which turns for a second, in less than a kilobyte.
fn small() -> (Value, Vec<u8>) {
    let document = json!({
        "asset": { "version": "2.0" },
        "nodes": [{ "name": "Hips", "children": [1] }, { "name": "Knee", "translation": [0, -0.4, 0] }],
        "skins": [{ "joints": [0, 1] }],
        "animations": [{
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "rotation" } }],
            "samplers": [{ "input": 0, "output": 1 }],
        }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR" },
            { "bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC4" },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": 40 }],
        "buffers": [{ "byteLength": 40 }],
    });
    (document, bytes_of(&[0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8]))
}

/// The message with which a file is refused.
fn refusal(file: &str, bytes: &[u8]) -> String {
    gltf::clip::read(file, bytes).map(|clip| clip.joints.len()).unwrap_err().to_string()
}

/// The message for a small file after a change.
fn error_after(change: impl FnOnce(&mut Value)) -> String {
    let (mut document, bin) = small();
    change(&mut document);
    refusal("small.glb", &glb(&document, &bin))
}

#[test]
fn the_small_file_is_good() {
    let (document, bin) = small();
    let clip = gltf::clip::read("small.glb", &glb(&document, &bin)).unwrap();
    assert_eq!((clip.joints.len(), clip.frame_count()), (2, 25));
    assert!(clip.source.warnings.is_empty());
}

#[test]
fn every_corrupt_file_is_refused_at_its_place_or_repaired_aloud() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let places = [
        ("s_accessor_too_long.glb", "accessor 0: "),
        ("s_bad_magic.glb", "byte 0: "),
        ("s_joint_index_out_of_range.glb", "skin 0: its joint 0 is node 99999"),
        ("s_node_cycle.glb", "node 0 'Z_UP': it is its own ancestor"),
        ("s_truncated.glb", "byte 8: the header states 50116 bytes but the file has 33410"),
        ("s_truncated_json.glb", "byte 8: the header states 50116 bytes but the file has 13972"),
        ("s_view_out_of_buffer.glb", "buffer view 0: "),
        ("s_wrong_total_length.glb", "byte 8: the header states 4294967295 bytes"),
    ];
    let corrupt = data.join("formats/corrupt");
    for (file, place) in places {
        let error = refusal(file, &std::fs::read(corrupt.join(file)).unwrap());
        assert!(error.starts_with(&format!("{file}: {place}")), "{error}");
    }
    // The motion is whole; only the mesh is not.
    let bytes = std::fs::read(corrupt.join("s_joints_without_weights.glb")).unwrap();
    let clip = gltf::clip::read("s_joints_without_weights.glb", &bytes).unwrap();
    assert_eq!(clip.joints.len(), 19);
    assert!(clip.source.warnings[0].said().starts_with("mesh 0 primitive 0: "), "{:?}", clip.source.warnings);

    let known = places.len() + 1;
    let files = std::fs::read_dir(&corrupt).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(
        files.filter(|f| f.extension().is_some_and(|e| e == "glb")).count(),
        known,
        "a file has no test"
    );
}

#[test]
fn every_prefix_is_an_error() {
    let (mut document, bin) = small();
    let whole = glb(&document, &bin);
    for length in 0..whole.len() {
        let error = refusal("cut.glb", &whole[..length]);
        assert!(error.starts_with("cut.glb: byte "), "{length}: {error}");
    }
    document["buffers"][0]["uri"] =
        json!("data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/mpkZPwAAAAAAAAAAzcxMPw==");
    let text = document.to_string();
    assert!(gltf::clip::read("cut.gltf", text.as_bytes()).is_ok());
    for length in 0..text.len() {
        refusal("cut.gltf", &text.as_bytes()[..length]);
    }
}

#[test]
fn no_change_of_a_byte_panics_or_yields_a_pose_that_is_not_finite() {
    let (document, bin) = small();
    let whole = glb(&document, &bin);
    for at in 0..whole.len() {
        for value in 0..=255 {
            let mut changed = whole.clone();
            changed[at] = value;
            if let Ok(clip) = gltf::clip::read("changed.glb", &changed) {
                assert!(clip.locals.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
            }
        }
    }
}

#[test]
fn indices_beyond_their_lists_are_named() {
    for (pointer, place) in [
        ("/nodes/0/children/0", "node 0 'Hips': its child is node 9"),
        ("/skins/0/joints/1", "skin 0: its joint 1 is node 9"),
        ("/animations/0/channels/0/sampler", "animation 0 channel 0: it uses sampler 9"),
        ("/animations/0/channels/0/target/node", "animation 0 channel 0: it moves node 9"),
        ("/animations/0/samplers/0/input", "accessor 9: there are only 2"),
        ("/animations/0/samplers/0/output", "accessor 9: there are only 2"),
        ("/accessors/1/bufferView", "accessor 1: it refers to buffer view 9"),
        ("/bufferViews/0/buffer", "buffer view 0: it refers to buffer 9"),
    ] {
        let error = error_after(|document| *document.pointer_mut(pointer).unwrap() = json!(9));
        assert!(error.starts_with(&format!("small.glb: {place}")), "{error}");
    }
}

#[test]
fn counts_and_sizes_are_held_against_the_data() {
    for (pointer, value, place) in [
        ("/accessors/0/count", json!(u64::MAX), "accessor 0: "),
        ("/accessors/0/count", json!(3), "animation 0 channel 0: 3 key times need 3 values, but there are 2"),
        ("/accessors/1/count", json!(3), "accessor 1: "),
        ("/accessors/1/count", json!(0), "accessor 1: it has no elements"),
        ("/accessors/1/byteOffset", json!(u64::MAX), "accessor 1: "),
        ("/accessors/1/componentType", json!(5124), "accessor 1: component type 5124"),
        ("/accessors/1/type", json!("VEC5"), "accessor 1: type \"VEC5\""),
        ("/accessors/1/type", json!("VEC3"), "accessor 1: its type is VEC3, but VEC4"),
        ("/bufferViews/0/byteLength", json!(41), "buffer view 0: "),
        ("/bufferViews/0/byteStride", json!(3), "buffer view 0: its stride is 3"),
        ("/buffers/0/byteLength", json!(41), "buffer 0: it claims 41 bytes, but the binary chunk holds 40"),
        ("/asset/version", json!("1.0"), "asset: this is glTF 1.0"),
    ] {
        let error = error_after(|document| {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            document.pointer_mut(parent).unwrap()[key] = value.clone();
        });
        assert!(error.starts_with(&format!("small.glb: {place}")), "{pointer}: {error}");
    }
}

#[test]
fn an_accessor_without_data_cannot_claim_memory() {
    let zeros = json!({ "componentType": 5126, "count": 1u64 << 40, "type": "SCALAR" });
    let error = error_after(|document| document["accessors"][0] = zeros);
    assert!(error.starts_with("small.glb: accessor 0: "), "{error}");
}

#[test]
fn accessors_that_overlap_cannot_multiply_the_data() {
    // Each of 2000 nodes has its own accessors, all over the same kilobytes.
    let (mut document, _) = small();
    let keys = 2000;
    let mut bin = bytes_of(&(0..keys).map(|i| i as f32 / 24.0).collect::<Vec<_>>());
    bin.extend(bytes_of(&[0.0, 0.0, 0.0, 1.0].repeat(keys)));
    let channel = |i: usize| json!({ "sampler": i, "target": { "node": i, "path": "rotation" } });
    document["nodes"] = (0..2000).map(|_| json!({})).collect();
    document["skins"] = json!([]);
    document["animations"][0]["channels"] = (0..2000).map(channel).collect();
    document["animations"][0]["samplers"] =
        (0..2000).map(|i| json!({ "input": 2 * i, "output": 2 * i + 1 })).collect();
    let accessor = |i: usize| match i % 2 {
        0 => json!({ "bufferView": 0, "componentType": 5126, "count": keys, "type": "SCALAR" }),
        _ => {
            json!({ "bufferView": 0, "byteOffset": 4 * keys, "componentType": 5126, "count": keys, "type": "VEC4" })
        }
    };
    document["accessors"] = (0..4000).map(accessor).collect();
    document["bufferViews"][0]["byteLength"] = json!(bin.len());
    document["buffers"][0]["byteLength"] = json!(bin.len());
    let error = refusal("overlap.glb", &glb(&document, &bin));
    assert!(error.contains("need more data than the file holds"), "{error}");
}

#[test]
fn values_that_are_not_numbers_are_named() {
    let (document, bin) = small();
    for (at, value) in [(1, f32::NAN), (1, f32::INFINITY), (5, f32::NAN), (9, f32::NEG_INFINITY)] {
        let mut bin = bin.clone();
        bin[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes());
        let error = refusal("nan.glb", &glb(&document, &bin));
        let accessor = if at < 2 { 0 } else { 1 };
        assert!(error.starts_with(&format!("nan.glb: accessor {accessor}: element ")), "{error}");
    }
    let json = document.to_string().replace("-0.4", "1e999");
    let error = gltf::clip::read("huge.gltf", json.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("huge.gltf:1: number out of range"), "{error}");
    let error = error_after(|document| document["nodes"][1]["translation"][0] = json!(1e200));
    assert!(error.starts_with("small.glb: node 1 'Knee': its translation"), "{error}");
}

#[test]
fn a_scale_that_multiplies_beyond_measure_is_named() {
    let error = error_after(|document| {
        document["nodes"] =
            (0..64).map(|i| json!({ "scale": [1e9, 1e9, 1e9], "children": [i + 1] })).collect();
        document["nodes"][63] = json!({ "translation": [1, 0, 0] });
        document["skins"][0]["joints"] = json!([0, 63]);
    });
    assert!(error.starts_with("small.glb: node ") && error.contains("in frame 0 it ends up at"), "{error}");
}

#[test]
fn an_absurd_duration_takes_no_memory() {
    let (document, mut bin) = small();
    for last_secs in [1e30f32, f32::MAX, 1e9] {
        bin[4..8].copy_from_slice(&last_secs.to_le_bytes());
        let error = refusal("long.glb", &glb(&document, &bin));
        assert!(error.starts_with("long.glb: animation 0: ") && error.contains("frames"), "{error}");
    }
}

#[test]
fn key_times_that_go_back_are_refused_and_twins_are_reported() {
    let (document, mut bin) = small();
    bin[4..8].copy_from_slice(&(-1.0f32).to_le_bytes());
    let error = refusal("back.glb", &glb(&document, &bin));
    assert!(
        error.starts_with("back.glb: animation 0 channel 0: its key times go back after key 0"),
        "{error}"
    );
    bin[4..8].copy_from_slice(&0.0f32.to_le_bytes());
    let clip = gltf::clip::read("twin.glb", &glb(&document, &bin)).unwrap();
    assert_eq!(clip.frame_count(), 1);
    assert!(clip.source.warnings[0].said().starts_with("animation 0 channel 0: two keys at 0 s"));
}

#[test]
fn rotations_without_length_are_named_and_long_ones_normalised_aloud() {
    let (document, bin) = small();
    let mut zero = bin.clone();
    zero[36..40].fill(0);
    zero[24..28].fill(0);
    let error = refusal("zero.glb", &glb(&document, &zero));
    assert!(error.starts_with("zero.glb: animation 0 channel 0: the rotation at key 1 is zero"), "{error}");
    let mut long = bin;
    long[36..40].copy_from_slice(&8.0f32.to_le_bytes());
    let clip = gltf::clip::read("long.glb", &glb(&document, &long)).unwrap();
    assert!(
        clip.source.warnings[0]
            .said()
            .starts_with("animation 0 channel 0: the rotation at key 1 has length 8.")
    );
    let error = error_after(|document| document["nodes"][0]["rotation"] = json!([0, 0, 0, 0]));
    assert!(error.starts_with("small.glb: node 0 'Hips': its rotation"), "{error}");
}

#[test]
fn circles_and_second_parents_are_named() {
    let error = error_after(|document| document["nodes"][1]["children"] = json!([0]));
    assert!(error.contains("it is its own ancestor"), "{error}");
    let error = error_after(|document| document["nodes"][1]["children"] = json!([1]));
    assert!(error.contains("node 1 'Knee': it has two parents"), "{error}");
    let error = error_after(|document| document["nodes"][0]["children"] = json!([1, 1]));
    assert!(
        error.starts_with("small.glb: node 1 'Knee': it has two parents, node 0 'Hips' and node 0"),
        "{error}"
    );
}

#[test]
fn required_extensions_are_named_unless_they_are_about_looks() {
    let error = error_after(|document| document["extensionsRequired"] = json!(["ACME_everything_else"]));
    assert!(
        error.starts_with("small.glb: extensionsRequired: ") && error.contains("ACME_everything"),
        "{error}"
    );
    let (mut document, bin) = small();
    document["extensionsRequired"] = json!([
        "KHR_materials_unlit",
        "KHR_texture_transform",
        "KHR_mesh_quantization",
        "KHR_node_visibility",
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "EXT_mesh_gpu_instancing"
    ]);
    assert!(gltf::clip::read("looks.glb", &glb(&document, &bin)).is_ok(), "no motion depends on them");
}

#[test]
fn the_old_version_is_named() {
    let old = br#"{ "asset": { "version": "1.0" }, "nodes": { "hips": {} }, "scenes": {} }"#;
    let unnamed = br#"{ "nodes": { "hips": {} }, "meshes": {} }"#;
    for text in [&old[..], unnamed] {
        let error = gltf::clip::read("old.gltf", text).unwrap_err().to_string();
        assert!(error.contains("this is glTF 1"), "{error}");
    }
    let mut container = b"glTF\x01\0\0\0\x14\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    container.resize(64, b' ');
    let error = gltf::clip::read("old.glb", &container).unwrap_err().to_string();
    assert!(error.contains("this is glTF 1"), "{error}");
}

#[test]
fn what_the_parser_says_has_no_names_of_ours() {
    for (key, value) in
        [("accessors", json!([3])), ("nodes", json!("none")), ("nodes", json!([{ "children": 7 }]))]
    {
        let error = error_after(|document| document[key] = value.clone());
        assert!(!error.contains("struct") && !error.contains("expected"), "{error}");
        assert!(error.contains("stands where") || error.contains("column"), "{error}");
    }
}

#[test]
fn a_chain_of_fifty_thousand_nodes_is_refused_and_one_of_a_thousand_is_read() {
    let (mut document, bin) = small();
    let mut chain = |count: usize| {
        let link = |i: usize| json!({ "translation": [0, 1e-3, 0], "children": [i + 1] });
        document["nodes"] = (0..count).map(|i| if i + 1 == count { json!({}) } else { link(i) }).collect();
        document["skins"][0]["joints"] = json!([0, count - 1]);
        document["animations"] = json!([]);
        gltf::clip::read("deep.glb", &glb(&document, &bin))
    };
    assert_eq!(chain(1000).unwrap().joints.len(), 1000);
    let error = chain(50_000).unwrap_err().to_string();
    assert!(error.contains("nodes are nested deeper than 1024"), "{error}");
}

#[test]
fn more_nodes_than_the_text_justifies_are_refused() {
    let text = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{}{{}}]}}", "{},".repeat(70_000));
    let error = gltf::clip::read("nodes.gltf", text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("nodes.gltf:1: a list of more than 65536 entries"), "{error}");
}

#[test]
fn a_compressed_view_without_a_plain_copy_is_refused_by_name() {
    for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let compressed = |document: &mut Value, buffer: u32| {
            let extension =
                json!({ name: { "buffer": 0, "byteLength": 40, "count": 10, "mode": "ATTRIBUTES" } });
            document["extensionsUsed"] = json!([name]);
            document["bufferViews"][0]["extensions"] = extension;
            document["bufferViews"][0]["buffer"] = json!(buffer);
            document["buffers"].as_array_mut().unwrap().push(json!({ "byteLength": 40 }));
        };
        let error = error_after(|document| compressed(document, 1));
        let place = format!("small.glb: buffer view 0: it is compressed with {name}");
        assert!(error.starts_with(&place) && error.contains("gltf-transform/cli copy"), "{error}");
        // With the copy that the extension provides for, nothing is missing.
        let (mut document, bin) = small();
        compressed(&mut document, 0);
        assert_eq!(gltf::clip::read("copy.glb", &glb(&document, &bin)).unwrap().frame_count(), 25);
    }
}
