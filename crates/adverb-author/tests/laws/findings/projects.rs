//! Findings about a project file and the mesh that it draws.

use std::collections::BTreeMap;

use adverb_author::demo;
use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_testdata::{GRAPH, MOTIONS};

use super::files::after_a_t_pose;
use super::told::tells;
use crate::support::hero;

/// What loading a text tells.
fn loaded(text: &str) -> Vec<Finding> {
    hero::load(|_| text.into()).unwrap_or_else(|e| panic!("{e}")).warnings
}

#[test]
fn a_project_that_asks_for_what_cannot_be_had_is_told() {
    let both = format!("{MOTIONS}[motions.both]\ncompose = [\"slow\", \"fast\"]\n");
    tells(&loaded(&both), Criterion::RequiredTwice, Verdict::Warning, ["", "[motions.both]"]);
    let alone = format!("{MOTIONS}[gestures.hello]\nmotion = \"wave\"\n");
    tells(&loaded(&alone), Criterion::NoGraph, Verdict::Warning, ["", "[gestures.hello]"]);
    let object = "[[verbs.walk.constraints]]\nkeep = \"RightHand\"\nin = \"ball\"\n";
    let elsewhere = "[graph.main]\nstart = [\"loop\"]\nends = [\"loop\"]\n";
    let unplayed = loaded(&format!("{MOTIONS}{object}{elsewhere}"));
    tells(&unplayed, Criterion::Unplayed, Verdict::Warning, ["", "[verbs.walk]"]);
    let trot = "[verbs.trot]\nadverbs = { hurry = [0, 9] }\ncycle = true\n[[verbs.trot.examples]]\nmotion = \"fast\"\nat = {}\n\
                [[verbs.trot.examples]]\nmotion = \"slow\"\nat = { hurry = 9 }\n";
    let into = "[[graph.main.transitions]]\nfrom = \"walk\"\nleave = \"any\"\nsecs = 0.2\nto = \"trot\"\nenter = \"matching\"\n\
                [[graph.main.transitions]]\nfrom = \"trot\"\nleave = \"any\"\nsecs = 0.2\nto = \"walk\"\nenter = \"matching\"\n";
    let differing = loaded(&format!("{MOTIONS}{trot}{GRAPH}{into}"));
    tells(&differing, Criterion::DifferingRanges, Verdict::Warning, ["", "[graph.main]"]);
}

#[test]
fn a_t_pose_at_the_start_is_told_only_of_motions_that_ask_for_it() {
    let walk = after_a_t_pose();
    let load = |range: &str| {
        let text = format!("[motions.walk]\nfile = \"walk.bvh\"\n{range}");
        Project::load("adverb.toml", &text, &mut |_: &str| Ok(walk.clone().into_bytes()))
            .unwrap_or_else(|e| panic!("{e}"))
    };
    let whole = load("");
    assert!(whole.warnings.is_empty(), "{:?}", whole.warnings);
    let asked = load("frames = [0, 20]\n");
    tells(&asked.warnings, Criterion::OutlierFrames, Verdict::Warning, ["", "walk.bvh"]);
    let secs = |project: &Project| project.motions["walk"].duration().0;
    let frames = walk.lines().rev().take_while(|line| !line.starts_with("Frame Time")).count();
    let rest = load(&format!("frames = [1, {}]\n", frames - 1));
    assert_eq!(secs(&whole), secs(&rest));
}

#[test]
fn a_form_whose_pose_is_elsewhere_than_its_point_is_told() {
    let files: BTreeMap<String, Vec<u8>> = demo::shapes().expect("forms").into_iter().collect();
    let own = String::from_utf8(files["adverb.toml"].clone()).expect("text");
    let bent = "form = \"arm_strong-bent.ply\"\nat = { build = 1, shoulder = 0, elbow = ";
    assert!(own.contains(bent), "{own}");
    let text = own.replacen(bent, &format!("{bent}0.5, wrist = 0 }} # "), 1);
    let mut read = |file: &str| files.get(file).cloned().ok_or_else(String::new);
    let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let odd: Vec<Finding> = project.shapes.iter().flat_map(|shape| shape.warnings.clone()).collect();
    tells(&odd, Criterion::PoseUnlikePoint, Verdict::Warning, ["shapes.arm", "arm_strong-bent"]);
}

#[test]
fn a_mesh_that_cannot_follow_the_skeleton_is_told() {
    let files: BTreeMap<String, Vec<u8>> = demo::project().into_iter().collect();
    let mut clip = import("box.bvh", &files["walk_neutral.bvh"], &ImportOptions::default()).expect("a walk");
    let count = clip.joints.len();
    clip.locals = clip.locals.chunks(count).flat_map(|frame| frame[..2].to_vec()).collect();
    clip.joints.truncate(2);
    clip.joints.iter_mut().zip(["lid", "hinge"]).for_each(|(joint, name)| joint.name = name.into());
    let mesh = gltf::clip::write(&clip);
    let text = format!("{MOTIONS}[character]\nmesh = \"box.glb\"\n");
    let mut read = |name: &str| match name {
        "box.glb" => Ok(mesh.clone()),
        _ => files.get(name).cloned().ok_or_else(String::new),
    };
    let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let why = project.bound().expect("a mesh").expect_err("a box does not walk");
    tells(&[why], Criterion::Unbound, Verdict::Warning, ["", "box.glb"]);
}

#[test]
fn files_that_must_not_be_sold_are_told_where_they_go_into_packs() {
    let said = "[files.\"*.bvh\"]\ncredit = \"Somebody\"\nlicence = \"CC BY 4.0\"\n[files.\"run.bvh\"]\nlicence = \"CC BY-NC 4.0\"\n";
    let found = loaded(&format!("{MOTIONS}{said}"));
    tells(&found, Criterion::NonCommercial, Verdict::Warning, ["", "run.bvh"]);
    assert_eq!(found.iter().filter(|own| own.criterion == Criterion::NonCommercial).count(), 1);
    // The run is a motion, and no verb is made of it.
    let unused = "[motions.slow]\nfile = \"walk_neutral.bvh\"\nframes = [12, 78]\n[motions.fast]\nfile = \"run.bvh\"\nframes = [12, 56]\n\
                  [verbs.walk]\nmotion = \"slow\"\n";
    let found = loaded(&format!("{unused}{said}"));
    assert!(found.iter().all(|own| own.criterion != Criterion::NonCommercial), "{found:?}");
}
