//! What is written: the mesh's file with a motion, all else as it was.

use adverb_author::character::Character;
use adverb_author::formats::{gltf, read_mesh};
use adverb_author::mesh::MeshFile;
use serde_json::{Value, json};

use super::made::{Figure, PNG, t_pose, walk, walking, world};
use crate::support::gltf::taken_apart;
use adverb_testdata::gltf::glb;

fn written(figure: &Figure) -> Vec<u8> {
    figure.character().glb(&walking(figure).clip)
}

#[test]
fn all_that_the_file_holds_is_kept_to_the_byte() {
    let (document, bin) = t_pose().document();
    let out = written(&t_pose());
    let (json, out_bin) = taken_apart(&out);
    for list in ["meshes", "materials", "textures", "images", "skins", "scenes"] {
        assert_eq!(json[list], document[list], "{list}");
    }
    for list in ["nodes", "accessors", "bufferViews"] {
        let (now, before) = (json[list].as_array().unwrap(), document[list].as_array().unwrap());
        assert_eq!(&now[..before.len()], &before[..], "{list}");
    }
    assert_eq!(&out_bin[..bin.len()], &bin[..]);
}

#[test]
fn the_motion_comes_first_and_the_files_own_animations_stay() {
    let (mut document, bin) = t_pose().document();
    let turns = json!({ "name": "old", "samplers": [{ "input": 6, "output": 6 }],
        "channels": [{ "sampler": 0, "target": { "node": 3, "path": "rotation" } }] });
    document["animations"].as_array_mut().unwrap().insert(0, turns);
    let character = Character::read("made.glb", &glb(&document, &bin), &mut |_| None).unwrap();
    let out = character.glb(&walking(&t_pose()).clip);
    let names: Vec<Value> =
        taken_apart(&out).0["animations"].as_array().unwrap().iter().map(|a| a["name"].clone()).collect();
    assert_eq!(names, ["motion", "old", "smile"]);
}

#[test]
fn what_is_written_is_read_again() {
    let figures = [t_pose(), Figure { unit_m: 0.01, lying: true, ..t_pose().rolled().larger(0.7) }];
    for figure in figures {
        let driven = walking(&figure).clip;
        let read = gltf::clip::read("out.glb", &figure.character().glb(&driven)).unwrap();
        assert_eq!((read.frame_count(), read.fps), (driven.frame_count(), driven.fps));
        for f in 0..read.frame_count() {
            for (a, b) in world(&read, f).iter().zip(world(&driven, f)) {
                assert!(a.translation.distance(b.translation) < 1e-5);
                assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-9);
            }
        }
    }
}

#[test]
fn a_moving_mesh_in_memory_is_that_of_the_file() {
    let (figure, driven) = (t_pose(), walking(&t_pose()).clip);
    let in_memory = figure.character().animated(&driven).unwrap();
    let read = read_mesh("made.glb", &figure.character().glb(&driven), &mut |_| None).unwrap();
    assert_eq!(in_memory.mesh, read.mesh);
    assert_eq!(in_memory.targets, read.targets);
    assert_eq!(in_memory.joints, read.joints);
    assert_eq!(in_memory.animations, read.animations);
    assert_eq!(gltf::mesh::write(&in_memory), gltf::mesh::write(&read));
}

#[test]
fn a_character_of_a_mesh_is_that_of_its_file() {
    let read = read_mesh("made.glb", &t_pose().glb(), &mut |_| None).unwrap();
    let character = Character::of(&read).unwrap();
    assert_eq!(character.figure(), t_pose().character().figure());
    let alone = MeshFile { joints: Vec::new(), ..read.mesh.into() };
    let error = Character::of(&alone).unwrap_err().to_string();
    assert!(error.contains("made.glb: it has no skin"), "{error}");
}

#[test]
fn a_node_that_moves_has_no_matrix() {
    let (mut document, bin) = t_pose().document();
    let hips = document["nodes"][0].as_object_mut().unwrap();
    hips.remove("translation");
    hips.remove("rotation");
    hips.insert("matrix".into(), json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.95, 0, 1]));
    let character = Character::read("made.glb", &glb(&document, &bin), &mut |_| None).unwrap();
    let out = character.glb(&walking(&t_pose()).clip);
    let node = &taken_apart(&out).0["nodes"][0];
    assert_eq!((node.get("matrix"), &node["translation"]), (None, &json!([0.0, 0.95, 0.0])));
}

#[test]
fn a_pose_left_over_in_the_nodes_does_not_matter() {
    let (mut document, bin) = t_pose().document();
    for node in document["nodes"].as_array_mut().unwrap().iter_mut().take(20) {
        node["rotation"] = json!([0.0, 0.38268343, 0.0, 0.92387953]);
    }
    let character = Character::read("made.glb", &glb(&document, &bin), &mut |_| None).unwrap();
    let (gait, skeleton) = walk();
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    for (a, b) in world(&driven, 5).iter().zip(world(&gait.clip, 5)) {
        assert!(a.translation.distance(b.translation) < 1e-5);
    }
}

#[test]
fn buffers_and_pictures_beside_a_gltf_come_into_the_glb() {
    let (mut document, bin) = t_pose().document();
    document["buffers"][0]["uri"] = json!("made.bin");
    document["images"] = json!([{ "uri": "cloth.png" }]);
    let text = document.to_string();
    let mut fetch = |path: &str| match path {
        "made.bin" => Some(bin.clone()),
        "cloth.png" => Some(PNG.to_vec()),
        _ => None,
    };
    let character = Character::read("made.gltf", text.as_bytes(), &mut fetch).unwrap();
    let out = character.glb(&walking(&t_pose()).clip);
    let (json, out_bin) = taken_apart(&out);
    assert_eq!(json["buffers"].as_array().unwrap().len(), 1);
    assert_eq!(json["buffers"][0].get("uri"), None);
    let view = &json["bufferViews"][json["images"][0]["bufferView"].as_u64().unwrap() as usize];
    let at = view["byteOffset"].as_u64().unwrap() as usize;
    assert_eq!(&out_bin[at..at + PNG.len()], &PNG);
    let error = Character::read("made.gltf", text.as_bytes(), &mut |_| None).unwrap_err().to_string();
    assert!(error.contains("made.bin"), "{error}");
}

#[test]
fn a_mesh_without_skin_is_refused() {
    let (mut document, bin) = t_pose().document();
    document.as_object_mut().unwrap().remove("skins");
    document["nodes"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|node| drop(node.as_object_mut().unwrap().remove("skin")));
    let error = Character::read("statue.glb", &glb(&document, &bin), &mut |_| None).unwrap_err().to_string();
    assert!(error.contains("statue.glb: it has no skin"), "{error}");
}
