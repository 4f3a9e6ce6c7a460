//! Where heads look.

use adverb_author::Clip;
use glam::DVec3;

use super::made::world;
use super::real::{mesh, recording};

/// How far up a head looks on average, in degrees; it looked along z as it was bound.
fn looks_up(clip: &Clip, head: &str) -> f64 {
    let head = clip.joint_named(head).unwrap();
    let bound = clip.world(&clip.rest())[head].rotation;
    let up = |f: usize| (world(clip, f)[head].rotation * bound.inverse() * DVec3::Z).y.asin();
    (0..clip.frame_count()).map(up).sum::<f64>().to_degrees() / clip.frame_count() as f64
}

#[test]
fn who_walks_looks_ahead_and_not_at_his_feet() {
    let walks =
        ["cmu/07_01.bvh", "cmu/16_15.bvh", "cmu/104_02.bvh", "walk-styles/dataset-1_walk_normal_001.bvh"];
    for name in walks {
        let Some((clip, skeleton)) = recording(name) else { return };
        for (file, head) in [
            ("CesiumMan.glb", "Skeleton_neck_joint_2"),
            ("RiggedFigure.glb", "neck_joint_2"),
            ("Fox.glb", "b_Head_05"),
        ] {
            let Some((character, _)) = mesh(file) else { return };
            let up = looks_up(&character.driven(&skeleton, &clip, &[], &[]).unwrap().clip, head);
            println!("{name} {file}: {up:.1}°");
            assert!(up.abs() < 10.0, "{name} {file}: the head looks {up:.0}° up");
        }
    }
}

#[test]
fn a_head_that_hangs_hangs() {
    // Neck and head both look down: no contradiction.
    let Some((clip, skeleton)) = recording("cmu/13_01.bvh") else { return };
    let Some((character, _)) = mesh("CesiumMan.glb") else { return };
    let up = looks_up(&character.driven(&skeleton, &clip, &[], &[]).unwrap().clip, "Skeleton_neck_joint_2");
    assert!(up < -20.0, "the head looks {up:.0}° up");
}
