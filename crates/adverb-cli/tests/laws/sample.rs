//! Verbs as files and pictures: `adverb sample` and `adverb sheet` as a person calls them.

use std::path::PathBuf;

use crate::support::call::{adverb, errors, fine, text};
use crate::support::folder::folder;

/// The built-in character as a pack, in a folder of its own.
fn hero(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let (project, pack) = (folder.join("hero"), folder.join("hero.adverb"));
    fine(&["demo", text(&project)]);
    fine(&["build", text(&project), "-o", text(&pack)]);
    (folder, pack)
}

#[test]
fn a_verb_is_sampled_as_bvh_glb_and_png() {
    let (folder, pack) = hero("sample-files");
    let at = ["--at", "happiness=0.5,turn=-20"];
    for (file, begins) in [("a.bvh", &b"HIERARCHY"[..]), ("b.glb", b"glTF"), ("c.png", b"\x89PNG")] {
        let out = folder.join(file);
        fine(&[&["sample", text(&pack), "walk", "-o", text(&out)], &at[..]].concat());
        assert!(std::fs::read(&out).expect("a file").starts_with(begins), "{file}");
    }
    // A project is as good as its pack, and gives the same.
    let again = folder.join("d.bvh");
    fine(&[&["sample", text(&folder.join("hero")), "walk", "-o", text(&again)], &at[..]].concat());
    assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(folder.join("a.bvh")).unwrap());
}

#[test]
fn cycles_and_rates_are_as_asked_for() {
    let (folder, pack) = hero("sample-rates");
    let frames = |more: &[&str]| -> (usize, f64) {
        let out = folder.join("out.bvh");
        fine(&[&["sample", text(&pack), "walk", "-o", text(&out)], more].concat());
        let report = fine(&["inspect", text(&out), "--json"]).stdout;
        let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
        (report["frames"].as_u64().unwrap() as usize, report["fps"].as_f64().unwrap())
    };
    let (once, fps) = frames(&["--fps", "30"]);
    let (thrice, _) = frames(&["--fps", "30", "--cycles", "3"]);
    assert_eq!(thrice - 1, 3 * (once - 1));
    assert!((fps - 30.0).abs() < 1.0, "{fps}");
}

#[test]
fn phases_tell_the_frames_in_which_feet_stand() {
    let (folder, pack) = hero("sample-phases");
    let (out, phases) = (folder.join("out.bvh"), folder.join("phases.json"));
    fine(&["sample", text(&pack), "walk", "--cycles", "2", "--phases", text(&phases), "-o", text(&out)]);
    let phases: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&phases).expect("a file")).expect("JSON");
    for foot in ["L", "R"] {
        let own = phases[foot].as_array().expect(foot);
        assert!(own.len() >= 2, "{phases}");
        assert!(own.iter().all(|p| p[0].as_u64() <= p[1].as_u64()), "{phases}");
    }
}

#[test]
fn mistakes_are_named_with_what_would_be_right() {
    let (folder, pack) = hero("sample-mistakes");
    let out = folder.join("out.bvh");
    let refused = |arguments: &[&str], code: i32, words: &[&str]| {
        let output = adverb(&[&["sample"], arguments, &["-o", text(&out)]].concat());
        assert_eq!(output.status.code(), Some(code), "{}", errors(&output));
        for word in words {
            assert!(errors(&output).contains(word), "{word}: {}", errors(&output));
        }
        assert!(!out.exists());
    };
    refused(&[text(&pack), "wlak"], 2, &["wlak", "did you mean \"walk\"?"]);
    refused(&[text(&pack), "walk", "--at", "hapiness=1"], 2, &["hapiness", "happiness"]);
    refused(&[text(&pack), "walk", "--at", "happiness"], 2, &["ADVERB=VALUE"]);
    refused(&[text(&pack), "walk", "--at", "happiness=nan"], 2, &["happiness=nan"]);
    refused(&[text(&folder.join("gone.adverb")), "walk"], 1, &["gone.adverb"]);
    let cut = folder.join("cut.adverb");
    let bytes = std::fs::read(&pack).expect("a pack");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("a writable folder");
    refused(&[text(&cut), "walk"], 1, &["cut.adverb", "short"]);
    let wrong = adverb(&["sample", text(&pack), "walk", "-o", text(&folder.join("out.fbx"))]);
    assert_eq!(wrong.status.code(), Some(2));
    // Beyond the range is brought within it, and said.
    let output = fine(&["sample", text(&pack), "walk", "--at", "happiness=7", "-o", text(&out)]);
    assert!(errors(&output).contains("beyond its range, -1 to 1"), "{}", errors(&output));
}

#[test]
fn a_sheet_shows_the_examples_by_name() {
    let (folder, pack) = hero("sheet");
    let out = folder.join("sheet.svg");
    fine(&["sheet", text(&pack), "walk", "--x", "happiness", "--y", "energy", "-o", text(&out)]);
    let svg = std::fs::read_to_string(&out).expect("a file");
    for name in ["neutral", "happy", "sad", "angry", "tired"] {
        assert!(svg.contains(&format!("{name} (")), "{name}");
    }
    assert!(!svg.contains("turn-left ("), "it does not lie on this slice");
    let row = folder.join("row.png");
    fine(&["sheet", text(&pack), "pace", "--x", "speed", "--moments", "3", "-o", text(&row)]);
    assert!(std::fs::read(&row).expect("a file").starts_with(b"\x89PNG"));
    let same = ["sheet", text(&pack), "walk", "--x", "turn", "--y", "turn", "-o", text(&out)];
    assert_eq!(adverb(&same).status.code(), Some(2));
}

#[test]
fn what_a_command_reads_it_never_writes_over() {
    let (folder, pack) = hero("sample-inputs");
    let recording = folder.join("hero/walk_happy.bvh");
    let before = std::fs::read(&recording).expect("a recording");
    let project = folder.join("hero");
    let refused = |arguments: &[&str]| {
        let output = adverb(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", errors(&output));
        assert!(errors(&output).contains("write to another file"), "{}", errors(&output));
        assert_eq!(std::fs::read(&recording).expect("it is still there"), before);
    };
    refused(&["sample", text(&project), "walk", "-o", text(&recording)]);
    refused(&["motion", text(&project), "happy", "-o", text(&recording)]);
    refused(&["convert", text(&recording), "-o", text(&recording)]);
    // What was made before may be made again.
    let out = folder.join("again.bvh");
    fine(&["sample", text(&pack), "walk", "-o", text(&out)]);
    fine(&["sample", text(&pack), "walk", "-o", text(&out)]);
}
