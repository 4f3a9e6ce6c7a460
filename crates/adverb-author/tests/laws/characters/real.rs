//! Real meshes walk with real recordings.

use std::sync::Arc;

use adverb::Skeleton;
use adverb_author::Clip;
use adverb_author::character::Character;
use adverb_author::import::{ImportOptions, import};
use adverb_author::motion::{Recording, basic};
use adverb_author::{rig, support};
use glam::DVec3;

use super::made::world;

pub const WALKS: [&str; 3] =
    ["cmu/07_01.bvh", "walk-styles/dataset-1_walk_happy_001.bvh", "walk-styles/dataset-1_walk_sad_001.bvh"];

pub fn recording(name: &str) -> Option<(Clip, Arc<Skeleton>)> {
    let path = adverb_testdata::data_dir()?.join("motion").join(name);
    let mut clip = import(name, &std::fs::read(path).unwrap(), &ImportOptions::default()).unwrap();
    // Not the T-pose that is put before CMU's.
    clip.locals.drain(..clip.joints.len());
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    Some((clip, skeleton))
}

/// A mesh and its file.
pub fn mesh(name: &str) -> Option<(Character, Vec<u8>)> {
    let path = adverb_testdata::data_dir()?.join("mesh/gltf").join(name);
    let bytes = std::fs::read(path).unwrap();
    Some((Character::read(name, &bytes, &mut |_| None).unwrap(), bytes))
}

/// The frames from which and to which each foot of a recording stands.
pub fn stands(clip: &Clip, skeleton: &Arc<Skeleton>) -> Vec<Vec<(usize, usize)>> {
    let motion = basic::whole(skeleton.clone(), Arc::new(Recording::raw(skeleton, clip).unwrap())).unwrap();
    let last = (clip.frame_count() - 1) as f64;
    let frames = |phase: &support::Phase| {
        ((phase.from.0 * last).ceil() as usize, (phase.to.0 * last).floor() as usize)
    };
    let phases = support::phases_of_all(&motion, &support::feet(skeleton), false);
    phases.iter().map(|phases| phases.iter().map(frames).collect()).collect()
}

#[test]
fn cesium_man_and_the_rigged_figure_walk_upright() {
    for name in WALKS {
        let Some((clip, skeleton)) = recording(name) else { return };
        for file in ["CesiumMan.glb", "RiggedFigure.glb"] {
            let Some((character, _)) = mesh(file) else { return };
            let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap();
            assert!(driven.warnings.is_empty(), "{name} {file}: {:?}", driven.warnings);
            let heights: Vec<f64> =
                (0..driven.clip.frame_count()).map(|f| head_height(&driven.clip, f)).collect();
            assert!(heights.iter().all(|h| (0.9..1.6).contains(h)), "{name} {file} stands upright");
        }
    }
}

fn head_height(clip: &Clip, frame: usize) -> f64 {
    let world = world(clip, frame);
    let name = |end: &str| clip.joints.iter().position(|j| j.name.ends_with(end)).unwrap();
    world[name("neck_joint_2")].translation.y
}

#[test]
fn the_fox_keeps_its_stance_and_says_what_does_not_move() {
    for name in WALKS {
        let Some((clip, skeleton)) = recording(name) else { return };
        let Some((fox, _)) = mesh("Fox.glb") else { return };
        let driven = fox.driven(&skeleton, &clip, &[], &[]).unwrap();
        assert!(driven.warnings.iter().any(|w| w.said().contains("four legs")), "{:?}", driven.warnings);
        assert!(driven.warnings.iter().any(|w| w.said().contains("b_Tail01_012")), "{:?}", driven.warnings);
        for f in 0..driven.clip.frame_count() {
            // It stays on its four legs: back level, head before the hips, above the ground.
            let world = world(&driven.clip, f);
            let at = |name: &str| world[driven.clip.joint_named(name).unwrap()].translation;
            let back = (at("b_Neck_04") - at("b_Hip_01")).normalize();
            assert!(back.y.abs() < 0.75, "{name}: frame {f}: {back}");
            assert!(at("b_Head_05").y > 20.0, "{name}: frame {f}");
        }
    }
}

#[test]
fn real_meshes_are_written_whole() {
    let Some((clip, skeleton)) = recording(WALKS[1]) else { return };
    for file in ["CesiumMan.glb", "RiggedFigure.glb", "Fox.glb"] {
        let Some((character, _)) = mesh(file) else { return };
        let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
        let read = adverb_author::formats::gltf::clip::read(file, &character.glb(&driven)).unwrap();
        assert_eq!(read.frame_count(), driven.frame_count(), "{file}");
        let size = driven.joints.iter().map(|j| j.rest.translation.length()).fold(0.0, f64::max);
        for f in (0..read.frame_count()).step_by(10) {
            for (a, b) in world(&read, f).iter().zip(world(&driven, f)) {
                assert!(a.translation.distance(b.translation) < 1e-4 * size, "{file} frame {f}");
            }
        }
    }
}

/// The greatest acceleration of a joint over a clip, in lengths per frame².
fn acceleration(clip: &Clip, joint: usize) -> f64 {
    let at: Vec<DVec3> = (0..clip.frame_count()).map(|f| world(clip, f)[joint].translation).collect();
    at.windows(3).map(|p| (p[0] - 2.0 * p[1] + p[2]).length()).fold(0.0, f64::max)
}

#[test]
fn planting_feet_makes_no_joint_leap() {
    for name in WALKS {
        let Some((clip, skeleton)) = recording(name) else { return };
        let Some((man, _)) = mesh("CesiumMan.glb") else { return };
        let driven = man.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
        let names = [
            ("leg_joint_L_2", "LowerLeg_L", "LeftLeg"),
            ("leg_joint_R_3", "Foot_R", "RightFoot"),
            ("Skeleton_torso_joint_1", "Hips", "Hips"),
        ];
        for (meshs, bandai, cmu) in names {
            let own = clip.joint_named(bandai).or(clip.joint_named(cmu)).unwrap();
            let (a, b) =
                (acceleration(&driven, driven.joint_named(meshs).unwrap()), acceleration(&clip, own));
            assert!(a < 1.5 * b, "{name} {meshs}: {a} of {b}");
        }
    }
}

#[test]
fn the_walk_of_one_mesh_is_that_of_another() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let bytes = std::fs::read(data.join("mesh/gltf/CesiumMan.glb")).unwrap();
    let clip = import("CesiumMan.glb", &bytes, &ImportOptions::default()).unwrap();
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let (Some((man, _)), Some((figure, _))) = (mesh("CesiumMan.glb"), mesh("RiggedFigure.glb")) else {
        return;
    };
    let driven = figure.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
    // What is ahead of a foot of a mesh, which faces z as it was bound.
    let ahead = |clip: &Clip, bound: &Clip, name: &str, f: usize| {
        let joint = clip.joint_named(name).unwrap();
        let bound = bound.world(&bound.rest())[joint].rotation;
        world(clip, f)[joint].rotation * bound.inverse() * DVec3::Z
    };
    for f in 0..clip.frame_count() {
        for foot in ["leg_joint_L_3", "leg_joint_R_3"] {
            let own = ahead(&clip, man.figure(), foot, f);
            let others = ahead(&driven, figure.figure(), foot, f);
            assert!(own.angle_between(others) < 0.5, "{foot} of frame {f}: {own} and {others}");
        }
    }
}
