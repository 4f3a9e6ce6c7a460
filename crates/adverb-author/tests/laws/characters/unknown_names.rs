//! A mesh whose joints have names that nobody knows, on its own file's motion.

use adverb_author::project::Project;
use adverb_author::sample::{Rate, sample};
use adverb_testdata::gltf::glb;
use adverb_testdata::mixamo::{Figure, Move, Part};
use glam::{DQuat, DVec3};
use serde_json::json;

use crate::support::gltf::taken_apart;

/// The made figure, its joints called by words of no known rig.
fn unknown() -> Vec<u8> {
    let bytes =
        Figure { parts: &Part::ALL, moves: &[Move::Walk], in_place: false, ..Figure::default() }.glb();
    let (mut document, bin) = taken_apart(&bytes);
    let nodes = document["nodes"].as_array_mut().expect("nodes");
    for (n, node) in nodes.iter_mut().enumerate().filter(|(_, node)| node.get("mesh").is_none()) {
        node["name"] = json!(format!("Knochen {n}"));
    }
    glb(&document, bin)
}

#[test]
fn a_mesh_of_unknown_names_follows_its_own_file_joint_for_joint() {
    let file = unknown();
    let text = "[motions.walk]\nfile = \"hero.glb\"\n[character]\nmesh = \"hero.glb\"\n";
    let project = Project::load("adverb.toml", text, &mut |_: &str| Ok(file.clone())).unwrap();
    let binding = project.bound().expect("a mesh").unwrap();
    let drawn = project.character.as_ref().expect("a mesh");
    let motion = &project.motions["walk"];
    let clip = sample(motion, Rate::Near(motion.fps()), project.source.clone()).unwrap();
    let driven = drawn.driven(&project.skeleton, &clip, &[]).unwrap().clip;
    for f in [0, clip.frame_count() / 3, clip.frame_count() - 1] {
        let (own, wanted) = (clip.world(clip.frame(f)), driven.world(driven.frame(f)));
        let mut frames: Vec<(DQuat, DVec3)> = Vec::new();
        for (j, joint) in binding.joints.iter().enumerate() {
            let (above, at) = joint.parent.map_or((DQuat::IDENTITY, DVec3::ZERO), |parent| frames[parent]);
            let rotation = match joint.source {
                Some(s) => {
                    let axes = project.skeleton.joints()[s].rig_axes.as_dquat();
                    own[s].rotation * axes.inverse() * DQuat::from_array(joint.turn)
                }
                None => above * DQuat::from_array(joint.rest),
            };
            let place = match joint.source.filter(|_| j == binding.hips) {
                Some(s) => binding.scale * own[s].translation,
                None => above * DVec3::from_array(joint.place) + at,
            };
            frames.push((rotation, place));
            assert!(place.distance(wanted[j].translation) < 2e-3 * binding.scale, "joint {j}, frame {f}");
        }
    }
}
