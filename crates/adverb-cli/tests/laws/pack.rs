//! `adverb build` and `adverb inspect` of what it built.

use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use crate::support::call::{adverb, errors, text};
use crate::support::folder::folder;

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", errors(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const VERBS: &str = r#"
[verbs.walk]
adverbs = { mood = { range = [-1, 1], rate = 3 } }
cycle = true
[[verbs.walk.examples]]
motion = "neutral"
at = { mood = 0 }
[[verbs.walk.examples]]
motion = "happy"
at = { mood = 1 }
[[verbs.walk.examples]]
motion = "sad"
at = { mood = -1 }
[verbs.stand]
motion = "half_step"
control-points = 16
"#;

/// The built-in character with a verb of three walks and one of a plain motion.
fn hero(name: &str) -> PathBuf {
    let folder = folder(name);
    let output = adverb(&["demo", text(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let file = folder.join("adverb.toml");
    let project = std::fs::read_to_string(&file).expect("demo writes it");
    let (before, _) = project.split_once("\n[verbs").unwrap_or((&project, ""));
    std::fs::write(&file, format!("{before}\n{VERBS}")).expect("a writable folder");
    folder
}

#[test]
fn build_writes_a_pack_that_inspect_tells_of() {
    let hero = hero("build");
    let out = hero.join("hero.adverb");
    let built = json(&adverb(&["build", text(&hero), "-o", text(&out), "--json"]));
    let file = std::fs::metadata(&out).expect("it was written").len();
    assert_eq!(built["sizes"]["file"], file);
    assert_eq!(built["name"], "hero");
    let walk = &built["verbs"][0];
    assert_eq!(
        (&walk["name"], &walk["examples"], &walk["cyclic"]),
        (&"walk".into(), &3.into(), &true.into())
    );
    assert!(walk["deviation_mm"].as_f64().expect("a number") < 1.0, "{walk}");

    let report = json(&adverb(&["inspect", text(&out), "--json"]));
    assert_eq!((&report["format"], &report["format_version"]), (&"adverb".into(), &5.into()));
    assert_eq!(
        (&report["joints"], &report["unit_m"], &report["up"]),
        (&21.into(), &0.01.into(), &"y".into())
    );
    assert_eq!(report["sizes"], built["sizes"]);
    assert!(report["sizes"]["ratio"].as_f64().expect("a number") <= 2.5, "{}", report["sizes"]);
    let [walk, stand] = [0, 1].map(|verb| &report["verbs"][verb]);
    assert_eq!(
        walk["adverbs"],
        serde_json::json!([{ "name": "mood", "range": [-1.0, 1.0], "default": 0.0, "rate": 3.0 }])
    );
    assert_eq!(walk["keys"], serde_json::json!(["left-down", "right-down", "left-down"]));
    assert_eq!(walk["feet"].as_array().map(Vec::len), Some(2), "{walk}");
    let example = &walk["examples"][1];
    assert_eq!((&example["name"], &example["at"]), (&"happy".into(), &serde_json::json!([1.0])));
    let project = json(&adverb(&["inspect", text(&hero), "--json"]));
    let motions = project["motions"].as_array().expect("motions");
    let happy = motions.iter().find(|motion| motion["name"] == "happy").expect("it is there");
    let durations = [&happy["duration_s"], &example["duration_s"]].map(|d| d.as_f64().expect("a number"));
    assert!((durations[0] - durations[1]).abs() < 0.15 * durations[0], "{durations:?}");
    assert_eq!((&stand["name"], &stand["cyclic"]), (&"stand".into(), &false.into()));
    assert_eq!(stand["control_points"], 16);
    let words = adverb(&["inspect", text(&out)]);
    let words = String::from_utf8_lossy(&words.stdout);
    for told in ["verb walk: cyclic", "mood  -1 to 1", "happy", "left-down", "KB of them spline coefficients"]
    {
        assert!(words.contains(told), "{told}: {words}");
    }
}

#[test]
fn build_tells_what_it_did_and_is_silent_when_asked() {
    let hero = hero("build_words");
    let out = hero.join("hero.adverb");
    let output = adverb(&["build", text(&hero), "-o", text(&out)]);
    let said = errors(&output);
    assert!(said.contains("2 verbs") && said.contains("3 examples, 24 control points"), "{said}");
    let first = std::fs::read(&out).expect("it was written");
    let output = adverb(&["-q", "build", text(&hero), "-o", text(&out)]);
    assert_eq!((output.stdout.len(), errors(&output).as_str()), (0, ""));
    assert!(first == std::fs::read(&out).expect("it was written"), "the same project gives the same bytes");
}

#[test]
fn a_build_that_fails_leaves_the_good_pack_alone() {
    let hero = hero("build_fails");
    let out = hero.join("hero.adverb");
    std::fs::write(&out, "a good pack").expect("a writable folder");
    let file = hero.join("adverb.toml");
    let project = std::fs::read_to_string(&file).expect("demo writes it");
    let wrong = project.replace("motion = \"sad\"", "motion = \"there_and_back\"");
    assert_ne!(wrong, project);
    std::fs::write(&file, wrong).expect("a writable folder");
    let output = adverb(&["build", text(&hero), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("same key-times"), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(&out).expect("still there"), "a good pack");
    let output = adverb(&["build", text(&hero), "-o", text(&file)]);
    assert_eq!(output.status.code(), Some(2), "a project is not overwritten: {}", errors(&output));
    let entries = std::fs::read_dir(&hero).expect("a folder").flatten();
    assert!(entries.map(|entry| entry.file_name()).all(|name| !name.to_string_lossy().contains("part")));
}

#[test]
fn damaged_packs_are_told_by_what_is_wrong_with_them() {
    let folder = folder("damaged_packs");
    let good = include_bytes!("../../../adverb/tests/packs/v1.adverb");
    let changed = |at: usize, by: u8| {
        let mut bytes = good.to_vec();
        bytes[at] ^= by;
        bytes
    };
    let cases = [
        ("short", good[..good.len() - 100].to_vec(), "at least 100 bytes are missing"),
        ("flipped", changed(1000, 2), "damaged"),
        ("newer", changed(8, 8), "made by a newer adverb: its format is 9"),
        ("other", b"HIERARCHY".to_vec(), "not an adverb pack"),
    ];
    for (name, bytes, told) in cases {
        let file = folder.join(name).with_extension("adverb");
        std::fs::write(&file, bytes).expect("a writable folder");
        let output = adverb(&["inspect", text(&file)]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let said = errors(&output);
        assert!(said.contains(told) && said.contains(text(&file)), "{name}: {said}");
    }
}

#[test]
fn credits_are_told_by_build_and_inspect_and_go_into_glb_files() {
    let hero = hero("credits");
    let file = hero.join("adverb.toml");
    let project = std::fs::read_to_string(&file).expect("it was written");
    let said = "\n[files.\"walk_happy.bvh\"]\nlicence = \"CC BY-NC 4.0\"\ncredit = \"Somebody Inc.\"\n";
    std::fs::write(&file, project + said).expect("a writable folder");
    let out = hero.join("hero.adverb");
    let built = adverb(&["build", text(&hero), "-o", text(&out)]);
    assert_eq!(built.status.code(), Some(0), "{}", errors(&built));
    let told = errors(&built);
    assert!(told.contains("walk_happy.bvh") && told.contains("allows no commercial use"), "{told}");
    let inspected = adverb(&["inspect", text(&out)]);
    let listed = String::from_utf8_lossy(&inspected.stdout).into_owned();
    assert!(listed.contains("credit   Somebody Inc., CC BY-NC 4.0: walk_happy.bvh"), "{listed}");
    let report = json(&adverb(&["inspect", text(&out), "--json"]));
    assert_eq!(
        report["credits"],
        serde_json::json!([{ "files": ["walk_happy.bvh"], "licence": "CC BY-NC 4.0", "credit": "Somebody Inc." }])
    );
    let copyright = |glb: &std::path::Path| {
        let bytes = std::fs::read(glb).expect("it was written");
        let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
        let document: Value = serde_json::from_slice(&bytes[20..20 + length]).expect("JSON");
        document["asset"]["copyright"].clone()
    };
    let glb = hero.join("walk.glb");
    let sampled = adverb(&["sample", text(&out), "walk", "-o", text(&glb)]);
    assert_eq!(sampled.status.code(), Some(0), "{}", errors(&sampled));
    assert_eq!(copyright(&glb), "Somebody Inc. (CC BY-NC 4.0)");
    let written = adverb(&["motion", text(&hero), "sad", "-o", text(&glb)]);
    assert_eq!(written.status.code(), Some(0), "{}", errors(&written));
    assert!(copyright(&glb).is_null(), "it is none of theirs");
}
