//! A mesh whose joints have names that nobody knows, on its own file's motion.

use adverb_author::project::Project;
use adverb_author::sample::{Rate, sample};
use adverb_testdata::gltf::glb;
use adverb_testdata::mixamo::{Figure, Move, Part};
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
    let binding = project.bound().expect("a mesh").unwrap().binding;
    let drawn = project.character.as_ref().expect("a mesh");
    let motion = &project.motions["walk"];
    let clip = sample(motion, Rate::Near(motion.fps()), project.source.clone()).unwrap();
    let driven = drawn.driven(&project.skeleton, &clip, &[]).unwrap().clip;
    for f in [0, clip.frame_count() / 3, clip.frame_count() - 1] {
        let mut own = clip.world(clip.frame(f));
        for (world, joint) in own.iter_mut().zip(project.skeleton.joints()) {
            world.rotation *= joint.rig_axes.as_dquat().inverse();
        }
        let (shown, wanted) = (driven.world(&binding.locals(&own)), driven.world(driven.frame(f)));
        for (j, (shown, wanted)) in shown.iter().zip(&wanted).enumerate() {
            let far = shown.translation.distance(wanted.translation);
            assert!(far < 2e-3 * binding.proportions.scale, "joint {j}, frame {f}: {far}");
        }
    }
}
