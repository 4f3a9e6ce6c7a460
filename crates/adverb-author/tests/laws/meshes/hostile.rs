//! Cut files and absurd counts end in an error, never in a panic or a gigabyte.

use adverb_author::formats::{self, gltf, obj, ply};
use serde_json::json;

use super::made::{CUBE, cube, everything, read, refusal};
use adverb_testdata::gltf::{bytes_of, glb};

#[test]
fn every_beginning_of_a_file_is_an_error_or_a_mesh() {
    for (name, whole) in [
        ("a.glb", gltf::mesh::write(&everything()).unwrap()),
        ("a.ply", ply::write(&cube())),
        ("a.obj", obj::write(&cube()).into_bytes()),
        ("b.obj", CUBE.into()),
    ] {
        for length in 0..whole.len() {
            let result = formats::read_mesh(name, &whole[..length], &mut |_| None);
            assert!(result.is_err() || name.ends_with("obj"), "{length} bytes of {name}");
        }
    }
}

/// A mesh of so many primitives that share accessors, whose JSON is small.
fn shared(
    primitives: usize,
    primitive: serde_json::Value,
    accessors: serde_json::Value,
    bin: &[u8],
) -> Vec<u8> {
    let all: Vec<_> = (0..primitives)
        .map(|p| {
            let mut own = primitive.clone();
            own["attributes"]["_OWN"] = json!(p % 2);
            own["attributes"][format!("_{p}")] = json!(0);
            own
        })
        .collect();
    let document = json!({ "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": all }],
        "accessors": accessors, "bufferViews": [{ "buffer": 0, "byteLength": bin.len() }],
        "buffers": [{ "byteLength": bin.len() }] });
    glb(&document, bin)
}

#[test]
fn vertices_triangles_and_targets_that_are_shared_too_often_are_refused() {
    let bin = bytes_of(&vec![0.5; 30_000]);
    let accessors = json!([
        { "bufferView": 0, "componentType": 5126, "count": 10_000, "type": "VEC3" },
        { "bufferView": 0, "componentType": 5121, "count": 120_000, "type": "SCALAR" },
        { "componentType": 5126, "count": 10_000, "type": "VEC3" },
    ]);
    let points = json!({ "attributes": { "POSITION": 0 }, "mode": 0 });
    assert!(
        refusal("a.glb", &shared(1000, points, accessors.clone(), &bin))
            .contains("more vertices than its file justifies")
    );
    let strips = json!({ "attributes": { "POSITION": 2 }, "indices": 1, "mode": 5 });
    let many = refusal("a.glb", &shared(9, strips, accessors.clone(), &bin));
    assert!(many.contains("more triangles than its file justifies"), "{many}");
    let targets: Vec<_> = (0..2000).map(|_| json!({ "POSITION": 0 })).collect();
    let morph = json!({ "attributes": { "POSITION": 0 }, "mode": 0, "targets": targets });
    assert!(
        refusal("a.glb", &shared(1, morph, accessors.clone(), &bin))
            .contains("move more than their file justifies")
    );
    let few = json!({ "attributes": { "POSITION": 0 }, "mode": 0, "targets": [{ "POSITION": 0 }, { "POSITION": 2 }] });
    let file = read("a.glb", &shared(3, few, accessors, &bin));
    assert_eq!(
        (file.mesh.positions.len(), file.targets[0].vertices.len(), file.targets[1].vertices.len()),
        (30_000, 30_000, 0)
    );
}

#[test]
fn sparse_accessors_may_claim_any_count_of_vertices_that_stand_still() {
    let bin = bytes_of(&[1.0, 2.0, 3.0, 0.0]);
    let sparse = json!({ "count": 1, "indices": { "bufferView": 0, "byteOffset": 12, "componentType": 5123 }, "values": { "bufferView": 0 } });
    let accessors = json!([
        { "componentType": 5126, "count": 4_000_000_000u32, "type": "VEC3", "sparse": sparse },
        { "componentType": 5126, "count": 100, "type": "VEC3", "sparse": sparse },
    ]);
    let huge = json!({ "attributes": { "POSITION": 0 }, "targets": [{ "POSITION": 0 }] });
    assert!(
        refusal("a.glb", &shared(1, huge, accessors.clone(), &bin))
            .contains("need more data than the file holds")
    );
    let small = json!({ "attributes": { "POSITION": 1 }, "targets": [{ "POSITION": 1 }] });
    let file = read("a.glb", &shared(1, small, accessors, &bin));
    assert_eq!(file.targets[0].vertices, [0]);
}

#[test]
fn what_lies_in_the_place_of_a_mesh_is_told_as_what_it_is() {
    for (bytes, word) in [
        (&b"version https://git-lfs.github.com/spec/v1\n"[..], "Git LFS"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"PK\x03\x04zip", "unpack it"),
    ] {
        assert!(refusal("a.obj", bytes).contains(word));
    }
    assert!(refusal("a.xyz", b"1 2 3").contains(".glb, .gltf, .obj, .ply or .fbx"));
}
