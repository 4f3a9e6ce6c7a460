//! What people bring that is not quite what a command wants: it works, or the message says what to do.

use std::path::PathBuf;

use adverb_testdata::gltf::{Buffer, glb};
use adverb_testdata::mixamo::{Figure, Move, Part};
use serde_json::{Value, json};

use crate::support::call::{fine, messages, refused, text};
use crate::support::folder::{folder, written};
use crate::support::gltf::taken_apart;

/// A folder with the built-in character.
fn hero(name: &str) -> PathBuf {
    let here = folder(name);
    fine(&["demo", text(&here.join("hero"))]);
    here
}

/// The made figure with its file changed.
fn changed(path: PathBuf, change: impl FnOnce(&mut Value)) -> PathBuf {
    let bytes = Figure { parts: &Part::ALL, moves: &[Move::Walk, Move::Run], ..Figure::default() }.glb();
    let (mut document, bin) = taken_apart(&bytes);
    change(&mut document);
    written(path, glb(&document, bin))
}

fn list<'a>(document: &'a mut Value, name: &str) -> &'a mut Vec<Value> {
    document[name].as_array_mut().expect("a list")
}

/// A walk of the built-in character on a mesh.
fn worn<'a>(hero: &'a str, mesh: &'a str, out: &'a str) -> Vec<&'a str> {
    vec!["sample", hero, "walk", "--character", mesh, "-o", out]
}

/// Joints with a skin: what each is called, the one it hangs from, and where it is.
fn skinned(path: PathBuf, joints: &[(String, Option<usize>, [f32; 3])]) -> PathBuf {
    let mut buffer = Buffer::default();
    let positions: Vec<f32> = joints.iter().flat_map(|(.., at)| *at).collect();
    let held: Vec<u8> = (0..joints.len()).flat_map(|joint| [joint as u8, 0, 0, 0]).collect();
    let weights: Vec<f32> = joints.iter().flat_map(|_| [1.0, 0.0, 0.0, 0.0]).collect();
    let bind = |at: &[f32; 3]| {
        let [x, y, z] = at.map(|own| -own);
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]
    };
    let binds: Vec<f32> = joints.iter().flat_map(|(.., at)| bind(at)).collect();
    let attributes = json!({
        "POSITION": buffer.floats("VEC3", &positions),
        "JOINTS_0": buffer.bytes("VEC4", &held),
        "WEIGHTS_0": buffer.floats("VEC4", &weights),
    });
    let binds = buffer.floats("MAT4", &binds);
    let nodes = joints.iter().enumerate().map(|(number, (name, parent, at))| {
        let from = parent.map_or([0.0; 3], |parent| joints[parent].2);
        let mut node =
            json!({ "name": name, "translation": [at[0] - from[0], at[1] - from[1], at[2] - from[2]] });
        let children: Vec<usize> =
            (0..joints.len()).filter(|&other| joints[other].1 == Some(number)).collect();
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    });
    let mut nodes: Vec<Value> = nodes.collect();
    nodes.push(json!({ "name": "Skin", "mesh": 0, "skin": 0 }));
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, joints.len()] }],
        "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": attributes }] }],
        "skins": [{ "joints": (0..joints.len()).collect::<Vec<_>>(), "inverseBindMatrices": binds }],
    });
    written(path, buffer.into_glb(document))
}

#[test]
fn a_mesh_without_a_skin_is_to_be_bound() {
    let here = hero("no-skin");
    let file = changed(here.join("bare.glb"), |document| {
        document.as_object_mut().expect("an object").retain(|key, _| key != "skins");
        for node in list(document, "nodes") {
            node.as_object_mut().expect("a node").remove("skin");
        }
    });
    let (hero, out) = (here.join("hero"), here.join("out.glb"));
    refused(&worn(text(&hero), text(&file), text(&out)), 1, &["bare.glb", "no skin", "bind it"]);
}

#[test]
fn a_skin_without_animation_is_a_character_and_no_motion() {
    let here = hero("no-animation");
    let file = changed(here.join("still.glb"), |document| {
        document.as_object_mut().expect("an object").remove("animations");
    });
    let said = String::from_utf8(fine(&["inspect", text(&file)]).stdout).expect("text");
    assert!(said.contains("65 joints, no motion") || said.contains("62 joints, no motion"), "{said}");
    fine(&worn(text(&here.join("hero")), text(&file), text(&here.join("out.glb"))));
    fine(&["render", text(&file), "--mesh", "-o", text(&here.join("out.png"))]);
    let words = ["still.glb", "no motion", "save it with an animation"];
    refused(&["annotate", text(&file), "-p", text(&here.join("mine"))], 1, &words);
    assert!(!here.join("mine").exists());
}

#[test]
fn of_two_skeletons_the_one_that_moves_is_read() {
    let here = hero("two");
    let file = changed(here.join("two.glb"), |document| {
        let (nodes, skins) = (list(document, "nodes").clone(), list(document, "skins").clone());
        let (more, own_skins) = (nodes.len() as u64, skins.len() as u64);
        let raised = |index: &Value| json!(index.as_u64().expect("an index") + more);
        let all = |list: &Value| list.as_array().map(|list| list.iter().map(raised).collect::<Vec<_>>());
        list(document, "nodes").extend(nodes.into_iter().map(|mut node| {
            node["name"] = json!(format!("Other {}", node["name"].as_str().unwrap_or_default()));
            if let Some(children) = all(&node["children"]) {
                node["children"] = json!(children);
            }
            if let Some(skin) = node["skin"].as_u64() {
                node["skin"] = json!(skin + own_skins);
            }
            node
        }));
        list(document, "skins").extend(skins.into_iter().map(|mut skin| {
            skin["joints"] = json!(all(&skin["joints"]));
            if !skin["skeleton"].is_null() {
                skin["skeleton"] = raised(&skin["skeleton"]);
            }
            skin
        }));
        let roots = all(&document["scenes"][0]["nodes"]).expect("roots");
        document["scenes"][0]["nodes"].as_array_mut().expect("roots").extend(roots);
    });
    let said = String::from_utf8(fine(&["inspect", text(&file)]).stdout).expect("text");
    for words in ["65 joints", "it has 2 skeletons", "Other mixamorig:Hips", "Save each in a file of its own"]
    {
        assert!(said.contains(words), "{words:?} is missing: {said}");
    }
    let said = messages(&["annotate", text(&file), "-p", text(&here.join("mine"))]);
    assert_eq!(said.matches("2 skeletons").count(), 1, "{said}");
    let said = messages(&worn(text(&here.join("hero")), text(&file), text(&here.join("out.glb"))));
    assert!(said.contains("a motion moves one of them. Save each in a file of its own"), "{said}");
}

#[test]
fn helpers_beside_the_body_do_not_keep_it_from_travelling() {
    let here = folder("helpers");
    let travelling = Figure { moves: &[Move::Walk], in_place: false, ..Figure::default() };
    let bytes = travelling.glb();
    let (mut document, bin) = taken_apart(&bytes);
    let roots = document["scenes"][0]["nodes"].clone();
    let joints = document["skins"][0]["joints"].as_array_mut().expect("joints");
    let (root, helper) = (68, 69);
    joints.extend([json!(root), json!(helper)]);
    document["skins"][0].as_object_mut().expect("a skin").remove("inverseBindMatrices");
    let nodes = list(&mut document, "nodes");
    nodes.resize(root, json!({}));
    let children: Vec<Value> =
        roots.as_array().expect("roots").iter().cloned().chain([json!(helper)]).collect();
    nodes.push(json!({ "name": "root", "children": children }));
    nodes.push(json!({ "name": "ik_foot_root" }));
    document["scenes"][0]["nodes"] = json!([root]);
    document["animations"][0]["name"] = json!("Armature|walk");
    let file = written(here.join("unreal.glb"), glb(&document, bin));
    let project = here.join("mine");
    let said = messages(&["annotate", text(&file), "--animation", "walk", "-p", text(&project)]);
    assert!(said.contains("left-down") && !said.contains("speed 0.0"), "{said}");
}

#[test]
fn clips_in_place_travel_as_their_feet_tell_and_that_is_said() {
    let here = folder("in-place");
    let file = changed(here.join("hero.glb"), |_| {});
    let project = here.join("mine");
    let said = messages(&["annotate", text(&file), "--animation", "walk", "-p", text(&project)]);
    assert!(said.contains("recorded in place, travels as its feet tell"), "{said}");
    let checked = String::from_utf8(fine(&["check", text(&project)]).stdout).expect("text");
    assert!(checked.contains("it walks in place") && checked.contains("as-recorded"), "{checked}");
}

#[test]
fn a_character_that_lies_is_to_be_saved_upright() {
    let here = hero("lying");
    let file = written(here.join("lying.glb"), Figure { z_up: true, ..Figure::default() }.glb());
    let said = messages(&worn(text(&here.join("hero")), text(&file), text(&here.join("out.glb"))));
    assert!(said.contains("it lies down") && said.contains("Save it with Y up"), "{said}");
}

#[test]
fn a_face_below_a_turned_node_is_a_mesh() {
    let here = folder("face");
    let mut buffer = Buffer::default();
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let attributes = json!({ "POSITION": buffer.floats("VEC3", &corners) });
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "Z_up", "rotation": [-0.6, 0, 0, 0.8], "children": [1] }, { "name": "Face", "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": attributes }] }],
    });
    let file = written(here.join("face.glb"), buffer.into_glb(document));
    let said = String::from_utf8(fine(&["inspect", text(&file)]).stdout).expect("text");
    assert!(said.contains("a mesh of 3 vertices"), "{said}");
}

#[test]
fn mirrored_nodes_move_what_hangs_from_them() {
    let here = hero("mirrored");
    let file = changed(here.join("mirrored.glb"), |document| {
        let roots = document["scenes"][0]["nodes"].clone();
        list(document, "nodes").push(json!({ "name": "Mirror", "scale": [-1, 1, 1], "children": roots }));
        let last = list(document, "nodes").len() - 1;
        document["scenes"][0]["nodes"] = json!([last]);
    });
    let out = here.join("out.glb");
    fine(&worn(text(&here.join("hero")), text(&file), text(&out)));
    // It walks upright and forward, as the built-in character does.
    let said = String::from_utf8(fine(&["inspect", text(&out), "--json"]).stdout).expect("text");
    let report: Value = serde_json::from_str(&said).expect("JSON");
    assert!((1.4..2.0).contains(&report["height_m"].as_f64().expect("a height")), "{said}");
    assert_eq!(report["up"], "y");
}

#[test]
fn a_spider_is_no_character_of_a_walk() {
    let here = hero("spider");
    let mut joints = vec![("body".to_string(), None, [0.0, 0.3, 0.0])];
    for leg in 0..8 {
        let (side, along) = (if leg % 2 == 0 { 1.0 } else { -1.0 }, 0.15 * (leg / 2) as f32 - 0.2);
        for (part, at) in [[0.1, 0.3], [0.3, 0.5], [0.5, 0.0]].into_iter().enumerate() {
            let parent = if part == 0 { 0 } else { joints.len() - 1 };
            joints.push((format!("leg{leg}_{part}"), Some(parent), [side * at[0], at[1], along]));
        }
    }
    let file = skinned(here.join("spider.glb"), &joints);
    fine(&["inspect", text(&file)]);
    let (hero, out) = (here.join("hero"), here.join("out.glb"));
    let words = ["spider.glb", "joints = {"];
    refused(&worn(text(&hero), text(&file), text(&out)), 1, &words);
}

#[test]
fn half_a_body_floats_along_without_advice_about_legs() {
    let here = hero("half");
    let joint = |name: &str, parent: usize, at: [f32; 3]| (name.to_string(), Some(parent), at);
    let joints = [
        ("Hips".to_string(), None, [0.0, 1.0, 0.0]),
        joint("Spine", 0, [0.0, 1.2, 0.0]),
        joint("Neck", 1, [0.0, 1.5, 0.0]),
        joint("Head", 2, [0.0, 1.6, 0.0]),
        joint("LeftArm", 1, [0.2, 1.45, 0.0]),
        joint("LeftForeArm", 4, [0.45, 1.45, 0.0]),
        joint("LeftHand", 5, [0.7, 1.45, 0.0]),
        joint("RightArm", 1, [-0.2, 1.45, 0.0]),
        joint("RightForeArm", 7, [-0.45, 1.45, 0.0]),
        joint("RightHand", 8, [-0.7, 1.45, 0.0]),
    ];
    let file = skinned(here.join("half.glb"), &joints);
    let said = messages(&worn(text(&here.join("hero")), text(&file), text(&here.join("out.glb"))));
    assert!(!said.contains("Name hips, knees"), "{said}");
}

#[test]
fn one_frame_is_a_pose() {
    let here = folder("one-frame");
    let file = written(
        here.join("pose.bvh"),
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Head\n{\nOFFSET 0 70 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\n}\n\
         MOTION\nFrames: 1\nFrame Time: 0.033\n0 90 0 0 0 0 0 0 0\n",
    );
    fine(&["convert", text(&file), "-o", text(&here.join("pose.glb"))]);
    let said = messages(&["annotate", text(&file), "-p", text(&here.join("mine"))]);
    assert!(said.contains("a pose, not a motion: there are no key-times to find"), "{said}");
}

#[test]
fn a_motion_file_in_place_of_a_project_or_a_character_is_said() {
    let here = hero("instead-of");
    let (hero, out) = (here.join("hero"), here.join("out.glb"));
    let motion = hero.join("walk_sad.bvh");
    let words = ["is a motion file, not a project", "adverb annotate"];
    refused(&["sample", text(&motion), "walk", "-o", text(&out)], 2, &words);
    let collada = written(here.join("hero.dae"), "<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">");
    let words = ["it is Collada; import it into Blender"];
    refused(&["sample", text(&collada), "walk", "-o", text(&out)], 2, &words);
    refused(&["check", text(&collada)], 2, &words);
    refused(&worn(text(&hero), text(&collada), text(&out)), 1, &words);
    let words = ["walk_sad.bvh: it holds a skeleton and no mesh", "a skinned mesh: .glb, .gltf or .fbx"];
    refused(&worn(text(&hero), text(&motion), text(&out)), 1, &words);
    let bare = written(here.join("bare.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let words = ["bare.obj: it holds a mesh and no skeleton"];
    refused(&worn(text(&hero), text(&bare), text(&out)), 1, &words);
}

#[test]
fn pictures_show_the_character_that_was_asked_for() {
    let here = hero("drawn");
    let mesh = changed(here.join("mesh.glb"), |_| {});
    let (hero, mesh) = (here.join("hero"), text(&mesh));
    let walk = hero.join("walk_happy.bvh");
    let script = written(here.join("play.toml"), "secs = 2\n");
    let calls = [
        ("sampled.png", vec!["sample", text(&hero), "walk"]),
        ("sampled.svg", vec!["sample", text(&hero), "walk"]),
        ("played.svg", vec!["play", text(&hero), text(&script)]),
        ("converted.png", vec!["convert", text(&walk)]),
        ("motion.png", vec!["motion", text(&hero), "happy"]),
    ];
    for (name, call) in &calls {
        let out = here.join(name);
        fine(&[&call[..], &["--character", mesh, "-o", text(&out)]].concat());
        let bytes = std::fs::read(&out).expect("a picture");
        match name.ends_with("png") {
            true => assert!(bytes.starts_with(b"\x89PNG"), "{name}"),
            false => {
                assert!(String::from_utf8_lossy(&bytes).contains("<image"), "{name} shows a mesh as pixels")
            }
        }
    }
    for call in [&calls[3].1, &calls[4].1] {
        let words = ["--character MESH", "adverb render"];
        refused(&[&call[..], &["-o", text(&here.join("figure.png"))]].concat(), 2, &words);
    }
    let bvh = here.join("out.bvh");
    refused(&worn(text(&hero), mesh, text(&bvh)), 2, &["written as .glb or drawn as .png or .svg"]);
}

#[test]
fn a_verb_a_folder_and_a_mesh_in_place_of_a_motion_are_said() {
    let here = hero("no-motion");
    let (hero, out) = (here.join("hero"), here.join("out.bvh"));
    let picture = here.join("out.png");
    refused(
        &["render", text(&hero), "walk", "-o", text(&picture)],
        2,
        &["\"walk\" is a verb", "adverb sample"],
    );
    let project = here.join("mine");
    refused(&["annotate", text(&hero), "-p", text(&project)], 2, &["is a folder; name its files:", "/*.bvh"]);
    let bare = written(here.join("bare.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    refused(&["convert", text(&bare), "-o", text(&out)], 1, &["it holds a mesh and no motion"]);
    let comma = ["sample", text(&hero), "walk", "--at", "happiness=0,5", "-o", text(&out)];
    refused(&comma, 2, &["with a decimal point"]);
}
