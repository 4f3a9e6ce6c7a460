//! A file that names others gets those in its folder, and nothing else unless the person asks for it: what it names ends up in what is
//! written.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use adverb_testdata::mixamo::{Figure, Part, Pictures};

use crate::support::call::{failed, fine, messages, refused, text};
use crate::support::folder::{folder, written};

/// A figure of two joints that walks.
const WALK: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\n\
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
    JOINT Spine\n{\nOFFSET 0 30.5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n}\n\
    MOTION\nFrames: 2\nFrame Time: 0.04\n0 90 0 0 0 0 0 0 0\n1 90 0 0 0 0 5 0 0\n";
const SKELETON: &str = ":version 1.10\n:name VICON\n:units\nmass 1.0\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\n\
    axis XYZ\nposition 0 0 0\norientation 0 0 0\n:bonedata\nbegin\nid 1\nname spine\ndirection 0 1 0\nlength 8\naxis 0 0 0 XYZ\n\
    dof rx ry rz\nend\n:hierarchy\nbegin\nroot spine\nend\n";
const MOTION: &str = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 17 0 0 0 0\nspine 1 2 3\n";
/// What must not get out; it passes for a picture.
const SECRET: &[u8] = b"\x89PNG the family's silver";

/// A mesh on that figure with the inverse bind matrices in one file and a picture in another.
fn mesh(buffer: &str, picture: &str) -> String {
    format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "scenes": [{{ "nodes": [0] }}], "skins": [{{ "joints": [0, 1], "inverseBindMatrices": 0 }}],
        "nodes": [{{ "name": "Hips", "translation": [0, 0.9, 0], "children": [1] }}, {{ "name": "Spine", "translation": [0, 0.305, 0] }},
            {{ "mesh": 0, "skin": 0 }}],
        "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 1 }} }}] }}],
        "buffers": [{{ "byteLength": 164, "uri": "{buffer}" }}],
        "bufferViews": [{{ "buffer": 0, "byteLength": 128 }}, {{ "buffer": 0, "byteOffset": 128, "byteLength": 36 }}],
        "accessors": [{{ "bufferView": 0, "componentType": 5126, "count": 2, "type": "MAT4" }},
            {{ "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3" }}],
        "images": [{{ "uri": "{picture}" }}] }}"#
    )
}

fn matrices() -> Vec<u8> {
    let inverse = |y: f32| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., -y, 0., 1.];
    let corners = [0.0, 0.9, 0.0, 0.1, 0.9, 0.0, 0.0, 1.0, 0.0];
    [inverse(0.9), inverse(1.205)]
        .iter()
        .flatten()
        .chain(&corners)
        .flat_map(|x: &f32| x.to_le_bytes())
        .collect()
}

/// A folder with a walk and a mesh's files, and one beside it with the same and with what must not get out.
fn scene(name: &str) -> (PathBuf, PathBuf) {
    let here = folder(name);
    let (own, other) = (here.join("own"), here.join("other"));
    for folder in [&own, &other] {
        std::fs::create_dir(folder).expect("a writable folder");
        written(folder.join("hero.bin"), matrices());
    }
    written(own.join("walk.bvh"), WALK);
    written(own.join("skin.png"), b"\x89PNG of no interest");
    written(other.join("secret.png"), SECRET);
    (own, other)
}

fn holds_secret(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes.windows(SECRET.len()).any(|window| window == SECRET))
}

/// The walk on a mesh; it must be refused as leading out, and allowed if asked for.
#[track_caller]
fn leads_out(own: &Path, mesh: &Path, words: &[&str], secret: bool) {
    let (walk, out) = (own.join("walk.bvh"), own.join("out.glb"));
    let convert = ["convert", text(&walk), "--character", text(mesh), "-o", text(&out)];
    refused(&convert, 1, words);
    assert!(!out.exists(), "nothing is written");
    fine(&[&convert[..], &["--outside"]].concat());
    assert_eq!(holds_secret(&out), secret);
    std::fs::remove_file(out).expect("it was written");
}

#[test]
fn a_link_out_of_the_folder_of_a_gltf_is_followed_only_if_asked() {
    let (own, other) = scene("out");
    symlink(other.join("secret.png"), own.join("linked.png")).expect("a link");
    symlink(other.join("hero.bin"), own.join("linked.bin")).expect("a link");
    symlink("../other", own.join("textures")).expect("a link");
    for (buffer, picture, named, secret) in [
        ("hero.bin", "linked.png", "linked.png", true),
        ("hero.bin", "textures/secret.png", "textures/secret.png", true),
        ("linked.bin", "skin.png", "linked.bin", false),
    ] {
        let hero = written(own.join("hero.gltf"), mesh(buffer, picture));
        let out_of = format!("hero.gltf: it names '{named}', a link out of its folder, to ");
        leads_out(&own, &hero, &[&out_of, "copy that there, or add --outside"], secret);
        let project = "[motions.walk]\nfile = \"walk.bvh\"\n[character]\nmesh = \"hero.gltf\"\n";
        written(own.join("adverb.toml"), project);
        let (project, out) = (text(&own), own.join("motion.glb"));
        let motion = ["motion", project, "walk", "-o", text(&out)];
        refused(&motion, 1, &[&out_of]);
        assert!(!out.exists());
        fine(&[&motion[..], &["--outside"]].concat());
        assert_eq!(holds_secret(&out), secret);
        std::fs::remove_file(out).expect("it was written");
        refused(&["check", project], 1, &[&out_of]);
        std::fs::remove_file(own.join("adverb.toml")).expect("a project");
    }
}

#[test]
fn a_path_out_of_the_folder_of_a_gltf_is_followed_only_if_asked() {
    let (own, other) = scene("paths");
    let whole = other.join("secret.png");
    for picture in ["../other/secret.png", "%2e%2e/other/secret.png", "./../other/secret.png", text(&whole)] {
        let hero = written(own.join("hero.gltf"), mesh("hero.bin", picture));
        leads_out(&own, &hero, &["image 0", "leads out of the file's folder", "add --outside"], true);
    }
    let hero = written(own.join("hero.gltf"), mesh("../other/hero.bin", "skin.png"));
    leads_out(&own, &hero, &["buffer 0", "leads out of the file's folder", "add --outside"], false);
    // What is no path is not followed at all.
    for address in ["file:///etc/passwd", "http://example.org/skin.png"] {
        let hero = written(own.join("hero.gltf"), mesh("hero.bin", address));
        let (walk, out) = (own.join("walk.bvh"), own.join("out.glb"));
        let convert = ["convert", text(&walk), "--character", text(&hero), "-o", text(&out), "--outside"];
        failed(&convert, "is not that of a file");
    }
}

#[test]
fn links_within_the_folder_are_followed() {
    let (own, other) = scene("within");
    std::fs::create_dir(own.join("parts")).expect("a writable folder");
    std::fs::rename(own.join("hero.bin"), own.join("parts/matrices.bin")).expect("a file");
    symlink("parts/matrices.bin", own.join("hero.bin")).expect("a link");
    symlink(own.join("skin.png"), own.join("parts/skin.png")).expect("a link");
    let hero = written(own.join("hero.gltf"), mesh("hero.bin", "parts/skin.png"));
    let (walk, out) = (own.join("walk.bvh"), own.join("out.glb"));
    fine(&["convert", text(&walk), "--character", text(&hero), "-o", text(&out)]);
    // A folder of links to a folder of files: those beside the file that is really meant are beside it.
    for name in ["hero.gltf", "hero.bin", "parts"] {
        let _ = std::fs::remove_file(other.join(name));
        symlink(own.join(name), other.join(name)).expect("a link");
    }
    fine(&["convert", text(&walk), "--character", text(&other.join("hero.gltf")), "-o", text(&out)]);
    // And a project may name what it likes: it is the person's own.
    let project = folder("within-project");
    symlink(&walk, project.join("linked.bvh")).expect("a link");
    written(
        project.join("adverb.toml"),
        "[motions.a]\nfile = \"linked.bvh\"\n[motions.b]\nfile = \"../within/own/walk.bvh\"\n",
    );
    fine(&["inspect", text(&project)]);
}

#[test]
fn the_skeleton_beside_a_motion_is_no_link_out_either() {
    let (own, other) = scene("acclaim");
    let asf = written(other.join("real.asf"), SKELETON);
    let amc = written(own.join("take.amc"), MOTION);
    symlink(&asf, own.join("take.asf")).expect("a link");
    refused(&["inspect", text(&amc)], 1, &["take.amc: it names 'take.asf', a link out of its folder"]);
    fine(&["inspect", text(&amc), "--outside"]);
}

#[test]
fn pictures_beside_an_fbx_are_no_links_out_either() {
    let (own, other) = scene("fbx");
    symlink(other.join("secret.png"), own.join("eyes.png")).expect("a link");
    let embedded = b"\x89PNG of no interest".to_vec();
    let pictures = Pictures { embedded, beside: ["eyes.png", "normals.png", "rough.png", "metal.png"] };
    let hero = Figure { parts: &Part::ALL, ..Figure::default() }.fbx(&pictures);
    let hero = written(own.join("hero.fbx"), hero);
    leads_out(&own, &hero, &["hero.fbx: it names 'eyes.png', a link out of its folder, to "], true);
    // The same by a project, with a picture of its own, and a word about those that are missing.
    std::fs::remove_file(own.join("eyes.png")).expect("a link");
    std::fs::copy(own.join("skin.png"), own.join("eyes.png")).expect("a file");
    written(
        own.join("adverb.toml"),
        "[motions.walk]\nfile = \"walk.bvh\"\n[character]\nmesh = \"hero.fbx\"\n",
    );
    let out = own.join("motion.glb");
    let told = messages(&["motion", text(&own), "walk", "-o", text(&out)]);
    assert!(told.contains("the picture 'normals.png', which is not beside the file"), "{told}");
    assert!(std::fs::read(&out).is_ok_and(|bytes| bytes.starts_with(b"glTF")));
}
