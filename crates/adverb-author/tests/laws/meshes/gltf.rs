//! GLB in and out: morph targets, skins, animations of weights, and the rest of the file.

use adverb_author::formats::{self, MeshOptions, gltf};
use adverb_author::mesh::{Mesh, MeshFile, Target, WeightAnimation};
use glam::Vec3;
use serde_json::{Value, json};

use super::made::{bits, cube, everything, read, refusal, sheet};
use crate::support::gltf::taken_apart;
use adverb_testdata::gltf::{bytes_of, glb};

fn again(file: &MeshFile) -> MeshFile {
    let bytes = gltf::mesh::write(file).unwrap();
    adverb_testdata::keep_glb(&file.mesh.name, &bytes);
    read("made.glb", &bytes)
}

#[track_caller]
fn is_the_same(a: &MeshFile, b: &MeshFile) {
    assert_eq!(a.mesh, b.mesh);
    assert_eq!((&a.targets, &a.weights, &a.animations), (&b.targets, &b.weights, &b.animations));
    assert_eq!(a.joints.len(), b.joints.len());
    for (a, b) in a.joints.iter().zip(&b.joints) {
        assert_eq!((&a.name, a.parent, a.inverse_bind), (&b.name, b.parent, b.inverse_bind));
        assert!(a.rest.abs_diff_eq(b.rest, 1e-6), "{a:?} {b:?}");
    }
}

#[test]
fn a_mesh_that_is_written_and_read_is_the_same() {
    let all = everything();
    let once = again(&all);
    is_the_same(&once, &all);
    // And once more, now with a file to keep.
    is_the_same(&again(&once), &all);
    assert!(once.warnings.is_empty(), "{:?}", once.warnings);
}

#[test]
fn polygons_become_triangles_and_seams_stay() {
    let once = again(&cube().into()).mesh;
    assert_eq!(bits(&once), bits(&cube()));
    assert_eq!(once.faces.triangles().collect::<Vec<_>>(), cube().faces.triangles().collect::<Vec<_>>());
    let materials: Vec<_> =
        once.parts.iter().map(|part| (part.material.as_deref().unwrap(), part.faces)).collect();
    assert_eq!(materials, [("paint", 8), ("glass", 4)]);
}

/// A sheet with so many targets, each of which lifts a few vertices.
fn lifted(name: &str, side: u32, targets: u32) -> MeshFile {
    let mesh = Mesh { file: "made.glb".into(), name: name.into(), ..sheet(side) };
    let lift = |t: u32| {
        let vertices: Vec<u32> = (0..side * side).filter(|v| (v * 7 + t).is_multiple_of(97)).collect();
        let positions = vertices.iter().map(|&v| Vec3::Z * (1.0 + v as f32 / 3.0)).collect();
        let normals = Some(vertices.iter().map(|_| Vec3::X * 0.1).collect());
        Target { name: format!("t{t}"), vertices, positions, normals, tangents: None }
    };
    let times = vec![0.0, 0.1, 0.2];
    let weights = (0..3 * targets).map(|i| (i % 5) as f32 / 4.0).collect();
    MeshFile {
        targets: (0..targets).map(lift).collect(),
        weights: vec![0.0; targets as usize],
        animations: vec![WeightAnimation { name: "all".into(), times, weights, ..Default::default() }],
        ..mesh.into()
    }
}

#[test]
fn hundreds_of_targets_are_written_sparse_and_come_back() {
    let file = lifted("hundreds", 60, 250);
    let bytes = gltf::mesh::write(&file).unwrap();
    assert!(bytes.len() < 250 * 3600 * 12 / 4, "{} bytes", bytes.len());
    let once = again(&file);
    assert_eq!((once.targets, once.animations), (file.targets, file.animations));
}

#[test]
fn any_number_of_influences_is_kept_four_at_a_time() {
    let bytes = gltf::mesh::write(&everything()).unwrap();
    let (json, _) = taken_apart(&bytes);
    let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
    assert!(attributes["JOINTS_1"].is_u64() && attributes["WEIGHTS_1"].is_u64(), "{attributes}");
    assert_eq!(read("a.glb", &bytes).mesh.influences.unwrap().get(2).len(), 6);
}

/// A file of another program: a textured, skinned mesh of two primitives with targets, an animation that also turns a node, a second
/// mesh, and things that adverb knows nothing of.
fn elaborate() -> Vec<u8> {
    let mut bin = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut add = |bytes: &[u8], kind: &str, component: u32, count: usize, bounds: Option<(Value, Value)>| {
        bin.resize(bin.len().next_multiple_of(4), 0);
        views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len() }));
        bin.extend(bytes);
        let mut accessor = json!({ "bufferView": views.len() - 1, "componentType": component, "count": count, "type": kind });
        if let Some((low, high)) = bounds {
            (accessor["min"], accessor["max"]) = (low, high);
        }
        accessors.push(accessor);
        accessors.len() - 1
    };
    let box_of = || Some((json!([0.0, 0.0, 0.0]), json!([1.0, 1.0, 0.0])));
    let position =
        add(&bytes_of(&[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 1., 0.]), "VEC3", 5126, 4, box_of());
    let uv = add(
        &[0, 0, 255, 255, 0, 255, 255, 0].map(|b: u8| u16::from(b) * 257).map(u16::to_le_bytes).concat(),
        "VEC2",
        5123,
        4,
        None,
    );
    let joints = add(&[0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0], "VEC4", 5121, 4, None);
    let weights = add(
        &bytes_of(&[1., 0., 0., 0., 1., 0., 0., 0., 0.5, 0.5, 0., 0., 1., 0., 0., 0.]),
        "VEC4",
        5126,
        4,
        None,
    );
    let lift = (json!([0.0, 0.0, 0.0]), json!([0.0, 0.0, 2.0]));
    let target =
        add(&bytes_of(&[0., 0., 0., 0., 0., 2., 0., 0., 0., 0., 0., 0.]), "VEC3", 5126, 4, Some(lift));
    let first = add(&[0, 0, 1, 0, 2, 0].map(|b: u8| b), "SCALAR", 5123, 3, None);
    let second = add(&[2, 0, 1, 0, 3, 0], "SCALAR", 5123, 3, None);
    let times = add(&bytes_of(&[0.0, 1.0]), "SCALAR", 5126, 2, Some((json!([0.0]), json!([1.0]))));
    let keys = add(&bytes_of(&[0.0, 1.0]), "SCALAR", 5126, 2, None);
    let turns = add(&bytes_of(&[0., 0., 0., 1., 0., 0., 1., 0.]), "VEC4", 5126, 2, None);
    accessors[uv]["normalized"] = json!(true);
    [position, uv, joints, weights, target].iter().for_each(|&own| views[own]["target"] = json!(34962));
    [first, second].iter().for_each(|&own| views[own]["target"] = json!(34963));
    let primitive = |indices: usize, material: usize| {
        let attributes =
            json!({ "POSITION": position, "TEXCOORD_0": uv, "JOINTS_0": joints, "WEIGHTS_0": weights });
        json!({ "attributes": attributes, "indices": indices, "material": material, "targets": [{ "POSITION": target }] })
    };
    let other = json!({ "primitives": [{ "attributes": { "POSITION": position }, "indices": first }], "name": "other" });
    let own = json!({ "name": "own", "primitives": [primitive(first, 1), primitive(second, 0)], "weights": [0.0],
        "extras": { "targetNames": ["lift"], "mine": 7 } });
    let sampler = |output: usize| json!({ "input": times, "output": output });
    let channel = |sampler: usize, node: usize, path: &str| json!({ "sampler": sampler, "target": { "node": node, "path": path } });
    let document = json!({
        "asset": { "version": "2.0", "generator": "by hand" },
        "scene": 0, "scenes": [{ "nodes": [0, 1, 3], "extras": { "kept": true } }],
        "nodes": [
            { "mesh": 1, "skin": 0, "name": "body", "weights": [0.5] },
            { "name": "hip", "children": [2], "translation": [0.0, 1.0, 0.0] },
            { "name": "knee", "translation": [0.0, -0.5, 0.0] },
            { "mesh": 0, "name": "prop" },
        ],
        "skins": [{ "joints": [2, 1] }],
        "meshes": [other, own],
        "materials": [{ "name": "wood" }, { "name": "iron", "doubleSided": true }],
        "animations": [
            { "name": "both", "samplers": [sampler(keys), sampler(turns)],
              "channels": [channel(0, 0, "weights"), channel(1, 2, "rotation")] },
        ],
        "accessors": accessors, "bufferViews": views, "buffers": [{ "byteLength": bin.len() }],
        "extras": { "anything": [1, 2, 3] },
    });
    glb(&document, &bin)
}

#[test]
fn a_mesh_of_another_program_is_read() {
    let file = read("e.glb", &elaborate());
    assert_eq!(file.mesh.name, "own");
    assert_eq!(file.mesh.positions.len(), 4, "the primitives share their vertices");
    assert_eq!(file.mesh.faces.iter().collect::<Vec<_>>(), [[0, 1, 2], [2, 1, 3]]);
    let parts: Vec<_> = file.mesh.parts.iter().map(|part| part.material.as_deref().unwrap()).collect();
    assert_eq!(parts, ["iron", "wood"]);
    assert_eq!((file.targets[0].name.as_str(), &file.targets[0].vertices[..]), ("lift", &[1][..]));
    assert_eq!(file.form(0).positions[1], Vec3::new(1.0, 0.0, 2.0));
    assert_eq!(file.weights, [0.5]);
    // Parents come first, whatever the skin's order, and weights follow.
    let joints: Vec<_> = file.joints.iter().map(|joint| (joint.name.as_str(), joint.parent)).collect();
    assert_eq!(joints, [("hip", None), ("knee", Some(0))]);
    assert_eq!(file.mesh.influences.as_ref().unwrap().get(0), [(1, 1.0)]);
    assert_eq!(file.animations[0].weights, [0.0, 1.0]);
    assert!(file.assumptions[0].said().contains("'other'"), "{:?}", file.assumptions);
}

#[test]
fn a_mesh_is_chosen_by_name_or_number() {
    for (wish, count) in [("other", 0), ("prop", 0), ("0", 0), ("own", 1), ("body", 1), ("1", 1)] {
        let options = MeshOptions { mesh: Some(wish) };
        let file = formats::read_mesh_with("e.glb", &elaborate(), options, &mut |_| None).unwrap();
        assert_eq!(file.targets.len(), count, "{wish}");
    }
    let error =
        formats::read_mesh_with("e.glb", &elaborate(), MeshOptions { mesh: Some("2") }, &mut |_| None)
            .err()
            .unwrap();
    assert!(error.to_string().contains("no mesh '2'; there are 'other', 'own'"), "{error}");
}

#[test]
fn what_is_not_changed_stays_to_the_byte() {
    let before = elaborate();
    let written = gltf::mesh::write(&read("e.glb", &before)).unwrap();
    let ((was, old_bin), (is, new_bin)) = (taken_apart(&before), taken_apart(&written));
    assert_eq!(is, was);
    assert_eq!(new_bin, old_bin);
}

#[test]
fn new_targets_and_animations_leave_the_rest_of_the_file() {
    let before = elaborate();
    let mut file = read("e.glb", &before);
    file.targets = (0..3)
        .map(|t| Target {
            name: format!("n{t}"),
            vertices: vec![t],
            positions: vec![Vec3::Z],
            ..Target::default()
        })
        .collect();
    file.weights = vec![0.0, 0.5, 0.0];
    file.animations[0].weights = vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5];
    let bytes = gltf::mesh::write(&file).unwrap();
    adverb_testdata::keep_glb("elaborate", &bytes);
    let ((was, _), (is, _)) = (taken_apart(&before), taken_apart(&bytes));
    for list in ["materials", "scenes", "skins", "extras", "asset"] {
        assert_eq!(is[list], was[list], "{list}");
    }
    assert_eq!(is["meshes"][1]["extras"], json!({ "mine": 7, "targetNames": ["n0", "n1", "n2"] }));
    let paths: Vec<_> =
        is["animations"][0]["channels"].as_array().unwrap().iter().map(|c| &c["target"]["path"]).collect();
    assert_eq!(paths, ["rotation", "weights"]);
    let again = read("again.glb", &bytes);
    assert_eq!(
        (again.targets, again.weights, again.animations),
        (file.targets, file.weights, file.animations)
    );
    assert_eq!(again.mesh, Mesh { file: "again.glb".into(), ..file.mesh });
}

#[test]
fn other_positions_and_no_targets_leave_nothing_unused() {
    let mut file = read("e.glb", &elaborate());
    file.mesh.positions[0] = Vec3::new(-1.0, 0.1, 0.2);
    file.targets.clear();
    file.weights.clear();
    file.animations.clear();
    let bytes = gltf::mesh::write(&file).unwrap();
    adverb_testdata::keep_glb("plain", &bytes);
    let (json, _) = taken_apart(&bytes);
    assert_eq!(json["meshes"][1].get("weights"), None);
    assert_eq!(json["animations"][0]["channels"].as_array().unwrap().len(), 1);
    // The other mesh had the old positions, and still has.
    let other =
        formats::read_mesh_with("a.glb", &bytes, MeshOptions { mesh: Some("other") }, &mut |_| None).unwrap();
    assert_eq!(other.mesh.positions[0], Vec3::ZERO);
    let own =
        formats::read_mesh_with("a.glb", &bytes, MeshOptions { mesh: Some("own") }, &mut |_| None).unwrap();
    assert_eq!(own.mesh.positions, file.mesh.positions);
}

#[test]
fn strips_and_fans_are_triangles() {
    let positions: Vec<f32> = (0..15).map(|i| i as f32).collect();
    for (mode, want) in [
        (5, vec![[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
        (6, vec![[1, 2, 0], [2, 3, 0], [3, 4, 0]]),
        (4, vec![[0, 1, 2]]),
        (0, vec![]),
        (3, vec![]),
    ] {
        let document = json!({ "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "mode": mode }] }],
            "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3" }],
            "bufferViews": [{ "buffer": 0, "byteLength": 60 }], "buffers": [{ "byteLength": 60 }] });
        let file = read("s.glb", &glb(&document, &bytes_of(&positions)));
        assert_eq!(file.mesh.faces.triangles().collect::<Vec<_>>(), want, "mode {mode}");
        assert_eq!(file.mesh.positions.len(), 5);
    }
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    let (document, bin) = {
        let bytes = elaborate();
        let (json, bin) = taken_apart(&bytes);
        (json, bin.to_vec())
    };
    for (pointer, value, word) in [
        ("/accessors/5/count", json!(4), "accessor 5"),
        ("/accessors/1/count", json!(3), "mesh 1 primitive 0: TEXCOORD_0 has 3 elements, but POSITION has 4"),
        ("/accessors/4/count", json!(3), "morph target 0"),
        ("/meshes/1/primitives/0/targets/0/POSITION", json!(99), "morph target 0"),
        ("/accessors/5/bufferView", json!(1), "mesh 1 primitive 0: index 65535 where there are 4 vertices"),
        ("/animations/0/channels/0/sampler", json!(7), "animation 0: it has no sampler 7"),
        ("/skins/0/joints", json!([2]), "is held by joint 1, but the skin has 1"),
        ("/skins/0/joints", json!([2, 2]), "twice"),
        ("/skins/0/joints", json!([2, 9]), "node 9"),
        ("/nodes/0/mesh", json!(5), "node 0 'body'"),
    ] {
        let mut changed = document.clone();
        *changed.pointer_mut(pointer).unwrap() = value.clone();
        let told = refusal("e.glb", &glb(&changed, &bin));
        assert!(told.contains(word), "{pointer}: {told}");
    }
    let mut nothing = document.clone();
    nothing["meshes"] = json!([]);
    nothing["nodes"] = json!([{}]);
    nothing["skins"] = json!([]);
    assert!(refusal("e.glb", &glb(&nothing, &bin)).contains("it has no mesh"));
}

#[test]
fn what_does_not_fit_together_is_not_written() {
    let mut file = read("e.glb", &elaborate());
    file.animations[0].weights.pop();
    let error = gltf::mesh::write(&file).unwrap_err().to_string();
    assert!(error.contains("animation 'both' has 1 weights for 2 keys of 1 targets"), "{error}");
    let mut file = read("e.glb", &elaborate());
    file.mesh.positions.push(Vec3::ZERO);
    let error = gltf::mesh::write(&file).unwrap_err().to_string();
    assert!(error.contains("5 vertices, but the file it came from has 4"), "{error}");
    let mut file = read("e.glb", &elaborate());
    file.targets[0].vertices[0] = 4;
    assert!(gltf::mesh::write(&file).unwrap_err().to_string().contains("target 'lift'"));
}

#[test]
fn a_file_without_its_textures_is_a_form_all_the_same() {
    let (mut document, bin) = {
        let bytes = elaborate();
        let (json, bin) = taken_apart(&bytes);
        (json, bin.to_vec())
    };
    document["images"] = json!([{ "uri": "skin.png" }]);
    let file = read("e.glb", &glb(&document, &bin));
    assert!(file.warnings[0].said().contains("skin.png"), "{:?}", file.warnings);
    assert_eq!(again(&file).mesh.positions, file.mesh.positions);
}
