//! `adverb play` as a person calls it, on the built-in character.

use std::path::PathBuf;

use crate::support::call::{adverb, errors, fine, text};
use crate::support::folder::folder;

const SCRIPT: &str = include_str!("../../../../docs/play.toml");

/// A folder with the project `hero`, its pack and the manual's script.
fn stage(name: &str) -> (PathBuf, PathBuf, PathBuf) {
    let folder = folder(name);
    let [project, pack, script] = ["hero", "hero.adverb", "play.toml"].map(|file| folder.join(file));
    fine(&["demo", text(&project)]);
    fine(&["build", text(&project), "-o", text(&pack)]);
    std::fs::write(&script, SCRIPT).expect("a writable folder");
    (folder, pack, script)
}

#[test]
fn the_manual_s_script_is_played_as_bvh_glb_png_and_svg() {
    let (folder, pack, script) = stage("play-files");
    let files = [("a.bvh", &b"HIERARCHY"[..]), ("b.glb", b"glTF"), ("c.png", b"\x89PNG"), ("d.svg", b"<svg")];
    for (file, begins) in files {
        let out = folder.join(file);
        let output = fine(&["play", text(&pack), text(&script), "-o", text(&out)]);
        assert!(std::fs::read(&out).expect("a file").starts_with(begins), "{file}");
        assert!(!errors(&output).contains("warning"), "{}", errors(&output));
        let told = String::from_utf8(output.stdout).expect("text");
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = ["0.000 idle plays", "asked for run", "6.000 walk → run begins", "gesture wave is over"];
        for words in parts.iter().chain(&["walk event footfall", "reach event reached"]) {
            assert!(told.contains(words), "{words}: {told}");
        }
    }
    // A project is as good as its pack, and gives the same.
    let again = folder.join("e.bvh");
    fine(&["play", text(&folder.join("hero")), text(&script), "-o", text(&again)]);
    assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(folder.join("a.bvh")).unwrap());
}

#[test]
fn what_happened_is_told_as_json_with_exact_times() {
    let (folder, pack, script) = stage("play-json");
    let (out, phases) = (folder.join("out.bvh"), folder.join("phases.json"));
    let told = |fps: &str| -> serde_json::Value {
        let output = fine(&[
            "play",
            text(&pack),
            text(&script),
            "--fps",
            fps,
            "--json",
            "--phases",
            text(&phases),
            "-o",
            text(&out),
        ]);
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let (slow, quick) = (told("20"), told("50"));
    assert_eq!((slow["frames"].as_u64(), quick["frames"].as_u64()), (Some(421), Some(1051)));
    assert_eq!(slow["moments"], quick["moments"]);
    let leaves = slow["moments"].as_array().unwrap().iter().filter(|m| m["kind"] == "leaves");
    let leaves: Vec<_> = leaves.map(|m| (m["time_s"].as_f64().unwrap(), m["transition"].clone())).collect();
    let asked = [(1.0, "idle → walk"), (6.0, "walk → run"), (9.0, "run → walk")];
    assert_eq!(leaves[..3], asked.map(|(secs, name)| (secs, name.into())));
    let phases: serde_json::Value = serde_json::from_slice(&std::fs::read(&phases).unwrap()).expect("JSON");
    assert!(["L", "R"].iter().all(|foot| phases[foot].as_array().is_some_and(|p| p.len() > 5)), "{phases}");
    let report = fine(&["inspect", text(&out), "--json"]).stdout;
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!((report["frames"].as_u64(), report["fps"].as_f64()), (Some(1051), Some(50.0)));
}

#[test]
fn what_is_asked_for_in_vain_is_a_warning_and_the_play_goes_on() {
    let (folder, pack, script) = stage("play-vain");
    let lines = "[[at]]\ntime = 1\ngesture = \"wave\"\n[[at]]\ntime = 1.5\ngesture = \"wave\"\nadverbs = { turn = 900 }\n";
    std::fs::write(&script, lines).expect("a writable folder");
    let out = folder.join("out.bvh");
    let output = fine(&["play", text(&pack), text(&script), "-o", text(&out)]);
    let told = errors(&output);
    assert!(
        told.contains("play.toml:5 (at 1.50 s): in idle: gesture refused: wave is already under way"),
        "{told}"
    );
    assert!(told.contains("play.toml:7: turn = 900 is beyond its range"), "{told}");
    assert!(out.exists());
    let quiet = fine(&["-q", "play", text(&pack), text(&script), "-o", text(&out)]);
    assert_eq!(errors(&quiet), "");
}

#[test]
fn mistakes_are_named_with_their_line_and_nothing_is_written() {
    let (folder, pack, script) = stage("play-mistakes");
    let out = folder.join("out.bvh");
    let refused = |lines: &str, words: &[&str]| {
        std::fs::write(&script, lines).expect("a writable folder");
        let output = adverb(&["play", text(&pack), text(&script), "-o", text(&out)]);
        assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
        words.iter().for_each(|word| assert!(errors(&output).contains(word), "{word}: {}", errors(&output)));
        assert!(!out.exists());
    };
    refused("[[at]]\ntime = 1\nrequest = \"wlak\"", &["play.toml:3", "did you mean \"walk\"?"]);
    refused("[[at]]\ntime = nan", &["play.toml:2", "finite number"]);
    refused("[[at]]\ntime = -1", &["play.toml:2", "0 or more"]);
    refused("graph = main", &["play.toml:1"]);
    refused("secs = 86400\nfps = 10000", &["at most 256 MB"]);
    std::fs::write(&script, [0xff, 0x00, 0x00]).expect("a writable folder");
    let output = adverb(&["play", text(&pack), text(&script), "-o", text(&out)]);
    assert!(errors(&output).contains("not UTF-8"), "{}", errors(&output));
    let output = adverb(&["play", text(&pack), text(&folder.join("gone.toml")), "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let output = adverb(&["play", text(&pack), text(&script), "-o", text(&folder.join("out.fbx"))]);
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
}

#[test]
fn what_it_reads_is_never_written_over() {
    let (_, pack, script) = stage("play-inputs");
    for own in [&pack, &script] {
        // A name that can be written, to the same file.
        let link = own.with_extension("svg");
        let _ = std::fs::remove_file(&link);
        #[cfg(unix)]
        std::os::unix::fs::symlink(own, &link).expect("a link");
        #[cfg(not(unix))]
        return;
        let before = std::fs::read(own).expect("an input");
        let output = adverb(&["play", text(&pack), text(&script), "-o", text(&link)]);
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        assert!(errors(&output).contains("write to another file"), "{}", errors(&output));
        let output = adverb(&[
            "play",
            text(&pack),
            text(&script),
            "--phases",
            text(own),
            "-o",
            text(&pack.with_file_name("o.bvh")),
        ]);
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        assert_eq!(std::fs::read(own).expect("it is still there"), before);
    }
}

#[test]
fn a_pack_without_a_graph_says_so() {
    let (folder, _, script) = stage("play-graphless");
    let (project, pack) = (folder.join("hero"), folder.join("plain.adverb"));
    let toml = project.join("adverb.toml");
    let own = std::fs::read_to_string(&toml).expect("a project");
    let end =
        ["\n[graph.", "\n[gestures."].iter().filter_map(|table| own.find(table)).min().expect("a graph");
    std::fs::write(&toml, &own[..end]).expect("a writable folder");
    fine(&["build", text(&project), "-o", text(&pack)]);
    let output = adverb(&["play", text(&pack), text(&script), "-o", text(&folder.join("o.bvh"))]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("no verb graph"), "{}", errors(&output));
}
