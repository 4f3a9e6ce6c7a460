//! Travel apart from the rest of a motion: together they are the motion, however files hold them.

use std::sync::Arc;

use adverb_author::character::Character;
use adverb_author::clip::Transform;
use adverb_author::formats::gltf::clip::{WriteOptions, Written, write_with};
use adverb_author::formats::{bvh, gltf};
use adverb_author::gait::{styles, synthesise};
use adverb_author::import::{ImportOptions, import};
use adverb_author::sample::{Rate, Take, sample_verb};
use adverb_author::{Clip, pack, root};
use adverb_testdata::keep_glb;
use adverb_testdata::mixamo::Figure;
use glam::DVec3;
use serde_json::Value;

use crate::support::hero;

fn walk(name: &str) -> Take {
    let packed = hero::load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack;
    let verb = packed.verb_named(name).expect("a verb");
    let point: Vec<f32> =
        verb.adverbs().iter().map(|a| if a.name == "turn" { 25.0 } else { a.default }).collect();
    sample_verb(verb, &point, 1, Rate::Near(60.0), true, pack::source(&packed)).expect("a take")
}

fn places(clip: &Clip, name: &str) -> Vec<DVec3> {
    let joint = clip.joint_named(name).unwrap_or_else(|| panic!("a joint {name}"));
    (0..clip.frame_count()).map(|f| clip.world_of(clip.frame(f), joint).translation).collect()
}

/// How far apart joints are at most.
fn apart(a: &Clip, b: &Clip, names: &[&str]) -> f64 {
    assert_eq!(a.frame_count(), b.frame_count());
    let pairs = names.iter().flat_map(|name| places(a, name).into_iter().zip(places(b, name)));
    pairs.map(|(a, b)| a.distance(b)).fold(0.0, f64::max)
}

const JOINTS: [&str; 4] = ["Hips", "Head", "LeftHand", "RightToeBase"];

#[test]
fn travel_and_the_rest_are_the_motion_in_every_format() {
    for verb in ["walk", "run", "idle"] {
        let take = walk(verb);
        let rooted = root::with_bone(&take.clip, &root::travel(&take.clip).unwrap());
        assert!(apart(&take.clip, &rooted, &JOINTS) < 1e-9, "{verb}");
        let glb = gltf::clip::write(&rooted);
        keep_glb(&format!("root {verb}"), &glb);
        let text = bvh::write(&rooted, &bvh::WriteOptions::default()).into_bytes();
        for (file, bytes) in [("root.glb", glb), ("root.bvh", text)] {
            let read = import(file, &bytes, &ImportOptions::default()).unwrap();
            assert!(apart(&take.clip, &read, &JOINTS) < 1e-4, "{verb} in {file}");
            assert_eq!(read.joints[0].name, "root");
        }
    }
}

#[test]
fn the_root_of_a_cycle_is_on_the_ground_and_moves_and_turns_evenly() {
    let take = walk("walk");
    let travel = root::travel(&take.clip).unwrap();
    let steps: Vec<Transform> = travel.windows(2).map(|two| two[0].inverse().compose(two[1])).collect();
    let first = steps[0];
    assert!(first.translation.length() > 0.01, "it goes");
    for own in &steps {
        assert!(own.translation.distance(first.translation) < 1e-5, "{own:?}");
        assert!(own.rotation.angle_between(first.rotation) < 1e-4, "{own:?}");
        assert_eq!(own.translation.y, 0.0);
    }
    let turn = travel[0].rotation.angle_between(travel[travel.len() - 1].rotation).to_degrees();
    assert!(turn > 10.0, "it turns: {turn}°");
}

#[test]
fn in_place_a_cycle_closes_and_stays_over_the_origin() {
    for verb in ["walk", "run"] {
        let take = walk(verb);
        let still = root::in_place(&take.clip, &root::travel(&take.clip).unwrap());
        let hips = places(&still, "Hips");
        assert!(hips.iter().all(|p| p.with_y(0.0).length() < 0.1), "{verb}");
        // Held feet pull the hips a little.
        let gap = hips[0].distance(hips[hips.len() - 1]);
        assert!(gap < 5e-3, "{verb}: {gap}");
        let mean = hips.iter().sum::<DVec3>() / hips.len() as f64;
        assert!(mean.with_y(0.0).length() < 0.01, "{verb}: {mean}");
    }
}

#[test]
fn what_does_not_repeat_travels_smoothly_from_where_it_starts_to_where_it_ends() {
    let gait = synthesise(&styles()[0]);
    let travel = root::travel(&gait.clip).unwrap();
    let hips = places(&gait.clip, "Hips");
    for f in [0, hips.len() - 1] {
        assert!(travel[f].translation.distance(hips[f].with_y(0.0)) < 1e-5, "{f}");
    }
    let speed = |at: &dyn Fn(usize) -> DVec3| {
        let steps: Vec<f64> =
            (40..hips.len() - 40).map(|f| (at(f + 1) - at(f)).with_y(0.0).length()).collect();
        steps.iter().copied().fold(0.0, f64::max) / steps.iter().copied().fold(f64::MAX, f64::min)
    };
    let (smooth, own) = (speed(&|f| travel[f].translation), speed(&|f| hips[f]));
    assert!(smooth < 1.0 + 0.5 * (own - 1.0), "{smooth} {own}");
}

#[test]
fn a_name_that_is_taken_gets_another() {
    let mut clip = walk("walk").clip;
    clip.joints[0].name = "root".into();
    let rooted = root::with_bone(&clip, &root::travel(&clip).unwrap());
    assert_eq!([&rooted.joints[0].name, &rooted.joints[1].name], ["root_", "root"]);
}

#[test]
fn a_mesh_has_its_root_above_all_its_joints_whatever_lies_between() {
    let take = walk("walk");
    let skeleton = {
        let packed = hero::load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack;
        Arc::clone(packed.skeleton())
    };
    let plain = Figure { height: 0.8, ..Figure::default() };
    let figures = [plain, Figure { turned_parent: true, ..plain }, Figure { unit_m: 0.01, ..plain }];
    for figure in figures {
        let character = Character::read("mixamo.glb", &figure.glb(), &mut |_| None).unwrap();
        let driven = character.driven(&skeleton, &take.clip, &take.stood, &[]).unwrap().clip;
        let above = root::travel(&driven).unwrap();
        let still = root::in_place(&driven, &above);
        let file = character.glb(Written { clip: &still, name: "walk turn=25", root: &above });
        if !figure.turned_parent {
            keep_glb(&format!("root mesh {}", figure.unit_m), &file);
        }
        let options = ImportOptions { unit_m: Some(figure.unit_m), ..ImportOptions::default() };
        let [own, read] =
            [character.glb(&driven), file.clone()].map(|bytes| import("a.glb", &bytes, &options).unwrap());
        let joints = ["mixamorig:Hips", "mixamorig:Head", "mixamorig:LeftToeBase"];
        assert!(apart(&own, &read, &joints) < 1e-4, "{figure:?}: {}", apart(&own, &read, &joints));
        let bone = read.joint_named("root").expect("a root");
        let moved = read.frame(read.frame_count() - 1)[bone].translation - read.frame(0)[bone].translation;
        assert!(moved.with_y(0.0).length() > 0.3 && moved.y.abs() < 1e-4, "{moved}");
        assert_eq!(json(&file)["animations"][0]["name"], "walk turn=25");
    }
}

#[test]
fn an_animation_has_the_name_that_is_asked_for() {
    let take = walk("idle");
    let named = WriteOptions { name: "idle happiness=0", ..WriteOptions::default() };
    assert_eq!(json(&write_with(&take.clip, named))["animations"][0]["name"], "idle happiness=0");
    assert_eq!(json(&gltf::clip::write(&take.clip))["animations"][0]["name"], "motion");
}

fn json(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

#[test]
fn travel_of_a_single_pose_is_where_it_stands() {
    let mut clip = walk("idle").clip;
    clip.locals.truncate(clip.joints.len());
    let travel: Vec<Transform> = root::travel(&clip).unwrap();
    assert_eq!(travel.len(), 1);
    assert!(apart(&clip, &root::with_bone(&clip, &travel), &JOINTS) < 1e-9);
}
