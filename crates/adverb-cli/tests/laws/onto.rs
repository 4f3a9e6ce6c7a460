//! Motions and other bodies, as files and as projects have them.

use std::path::{Path, PathBuf};

use crate::support::call::{fine, messages, refused, text};
use crate::support::folder::{folder, written};

/// The built-in character, and one of its walks with joints of other names.
fn hero_and_stranger(name: &str) -> (PathBuf, PathBuf) {
    let here = folder(name);
    fine(&["demo", text(&here.join("hero"))]);
    let walk = std::fs::read_to_string(here.join("hero/walk_neutral.bvh")).expect("a walk");
    let strange = strangely(&walk);
    let stranger = written(here.join("hero/stranger.bvh"), strange.into_bytes());
    (here, stranger)
}

/// A BVH file whose joints are numbered.
fn strangely(walk: &str) -> String {
    let mut number = 0;
    let mut line = |line: &str| {
        let Some((before, _)) = ["ROOT ", "JOINT "].iter().find_map(|word| line.split_once(word)) else {
            return line.to_string();
        };
        let word = if line.contains("ROOT ") { "ROOT" } else { "JOINT" };
        number += 1;
        format!("{before}{word} k{}", number - 1)
    };
    walk.lines().map(&mut line).collect::<Vec<_>>().join("\n") + "\n"
}

/// All joints of the built-in figure with those of the stranger, as a project has them.
fn joints(here: &Path) -> String {
    let walk = std::fs::read_to_string(here.join("hero/walk_neutral.bvh")).expect("a walk");
    let named = walk.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("ROOT ").or_else(|| line.strip_prefix("JOINT ")).map(str::trim)
    });
    let pairs: Vec<String> = named.enumerate().map(|(k, name)| format!("{name} = \"k{k}\"")).collect();
    format!("\n[files.\"stranger.bvh\"]\njoints = {{ {} }}\n", pairs.join(", "))
}

fn add(project: &Path, more: &str) {
    let file = project.join("adverb.toml");
    let was = std::fs::read_to_string(&file).expect("a project");
    std::fs::write(&file, was + more).expect("it is written");
}

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(fine(arguments).stdout).expect("UTF-8")
}

#[test]
fn inspect_shows_which_joint_follows_which() {
    let (here, stranger) = hero_and_stranger("onto-inspect");
    let [hero, run, picture] = ["hero", "hero/run.bvh", "guess.png"].map(|name| here.join(name));
    let (hero, run, picture) = (text(&hero), text(&run), text(&picture));
    let said = printed(&["inspect", run, "--onto", hero, "-o", picture]);
    assert!(said.contains("LeftUpLeg") && said.contains("← LeftUpLeg"), "{said}");
    assert!(std::fs::read(picture).expect("a picture").starts_with(b"\x89PNG"));
    let json = printed(&["inspect", run, "--onto", hero, "--json"]);
    assert!(json.contains("\"follows\": \"Hips\""), "{json}");
    // Nobody recognises a body of numbers, unless somebody says.
    refused(
        &["inspect", text(&stranger), "--onto", hero],
        1,
        &["joints = { Hips = \"k0\"", "--joints Hips=k0"],
    );
    add(Path::new(hero), &joints(&here));
    let said = printed(&["inspect", text(&stranger), "--onto", hero]);
    assert!(said.contains("Hips") && said.contains("← k0\n"), "{said}");
    refused(&["inspect", hero, "--onto", run], 2, &["adverb inspect FILE --onto PROJECT"]);
    refused(&["convert", run, "--onto", hero, "-o", picture], 2, &["adverb inspect", "draws"]);
}

#[test]
fn a_joint_map_on_the_command_line_puts_a_motion_on_a_body() {
    let (here, stranger) = hero_and_stranger("onto-convert");
    let [run, out] = ["hero/run.bvh", "out.bvh"].map(|name| here.join(name));
    let pairs = joints(&here);
    let pairs = pairs.split_once('{').and_then(|(_, rest)| rest.split_once('}')).expect("pairs").0;
    let pairs = pairs.replace([' ', '"'], "");
    let said =
        messages(&["convert", text(&stranger), "--onto", text(&run), "--joints", &pairs, "-o", text(&out)]);
    assert!(said.contains("put on another body"), "{said}");
    refused(&["convert", text(&run), "--joints", "a=b", "-o", text(&out)], 2, &["--character"]);
}

#[test]
fn a_motion_on_the_skeleton_of_its_own_file_without_frames_is_itself() {
    let (here, _) = hero_and_stranger("onto-own");
    let walk = here.join("hero/walk_neutral.bvh");
    let text_of = |file: &Path| std::fs::read_to_string(file).expect("a motion");
    let whole = text_of(&walk);
    let (hierarchy, motion) = whole.split_once("MOTION").expect("a BVH file");
    let time = motion.lines().find(|line| line.starts_with("Frame Time")).expect("a frame time");
    let bare = format!("{hierarchy}MOTION\nFrames: 0\n{time}\n");
    let bare = written(here.join("bare.bvh"), bare.into_bytes());
    let [plain, on_bare] = ["plain.bvh", "on-bare.bvh"].map(|name| here.join(name));
    fine(&["convert", text(&walk), "-o", text(&plain)]);
    let said = messages(&["convert", text(&walk), "--onto", text(&bare), "-o", text(&on_bare)]);
    assert!(said.contains("the body's own joints"), "{said}");
    let frames = |file: &Path| text_of(file).split_once("MOTION").expect("a BVH file").1.to_string();
    assert_eq!(frames(&plain), frames(&on_bare));
}

#[test]
fn annotate_sees_a_recording_as_the_project_has_it() {
    let (here, stranger) = hero_and_stranger("onto-annotate");
    let hero = here.join("hero");
    add(&hero, &joints(&here));
    let said = messages(&["annotate", text(&stranger), "-p", text(&hero)]);
    assert!(said.contains("[motions.stranger], new") && said.contains("left-down"), "{said}");
}
