//! Where travel goes in files, and what their motions are called: `--root` of the commands that write motions.

use std::path::Path;

use adverb_author::import::{ImportOptions, import};
use serde_json::Value;

use crate::support::call::{fine, text};
use crate::support::folder::folder;

fn json(glb: &Path) -> Value {
    let bytes = std::fs::read(glb).expect("a file");
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).expect("JSON")
}

/// The names of the nodes that the first animation moves over the ground.
fn movers(glb: &Path) -> Vec<String> {
    let json = json(glb);
    let channels = json["animations"][0]["channels"].as_array().expect("channels").iter();
    let moving = channels.filter(|channel| channel["target"]["path"] == "translation");
    let name = |channel: &Value| {
        let node = channel["target"]["node"].as_u64().expect("a node") as usize;
        json["nodes"][node]["name"].as_str().expect("a name").to_string()
    };
    moving.map(name).collect()
}

#[test]
fn every_command_that_writes_motions_says_where_travel_goes_and_names_them() {
    let folder = folder("roots");
    let (hero, script) = (folder.join("hero"), folder.join("stroll.toml"));
    fine(&["demo", text(&hero)]);
    std::fs::write(&script, "secs = 3\n[[at]]\ntime = 0\nrequest = \"walk\"\n").expect("a script");
    let walk = hero.join("walk_neutral.bvh");
    let calls: [(&[&str], &str); 4] = [
        (
            &["sample", text(&hero), "walk", "--at", "happiness=-1,energy=0.5"],
            "walk happiness=-1 energy=0.5 turn=0 slope=0",
        ),
        (&["play", text(&hero), text(&script)], "stroll"),
        (&["motion", text(&hero), "neutral_loop"], "neutral_loop"),
        (&["convert", text(&walk)], "walk_neutral"),
    ];
    for (call, name) in calls {
        let made = |root: &str, extension: &str| {
            let out = folder.join(format!("{}-{root}.{extension}", call[0]));
            fine(&[call, &["--root", root, "-o", text(&out)]].concat());
            out
        };
        assert_eq!(json(&made("travel", "glb"))["animations"][0]["name"], name);
        assert_eq!(movers(&made("bone", "glb")), ["root", "Hips"], "{call:?}");
        let way_m = |root: &str, extension: &str| {
            let file = made(root, extension);
            let bytes = std::fs::read(&file).expect("a file");
            let clip = import(text(&file), &bytes, &ImportOptions::default()).expect("a motion");
            let hips = clip.joint_named("Hips").expect("hips");
            let [from, to] =
                [0, clip.frame_count() - 1].map(|f| clip.world_of(clip.frame(f), hips).translation);
            (to - from).with_y(0.0).length()
        };
        for extension in ["bvh", "glb"] {
            let own = way_m("travel", extension);
            assert!(own > 0.5, "{call:?}: {own}");
            assert!((way_m("bone", extension) - own).abs() < 1e-3, "{call:?}");
            assert!(way_m("in-place", extension) < 1e-3, "{call:?}");
        }
    }
}
