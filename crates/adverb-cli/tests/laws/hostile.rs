//! The command on what nobody would write on purpose: whatever it is, a message, an exit code of 0 or 1, and no file lost or half
//! written.

use std::path::Path;

use adverb_author::import::{ImportOptions, import};

use crate::support::call::{adverb, errors, failed, fine, refused, text};
use crate::support::folder::{folder, written};

/// One joint that turns, in so many frames.
fn turning(frames: usize) -> String {
    let rows: String =
        (0..frames).map(|frame| format!("0 90 {} {} 0 0\n", frame % 100, frame % 90)).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Head\n{{\nOFFSET 0 80 0\nCHANNELS 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}"
    )
}

#[test]
fn bounds_hold_for_every_format_and_can_be_raised() {
    let here = folder("bounds");
    let joints = "JOINT a\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n".repeat(1500);
    let row = "0 ".repeat(3 * 1501);
    let bvh = format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n{joints}End Site\n{{\nOFFSET 0 1 0\n}}\n{}MOTION\nFrames: 1\nFrame Time: 0.1\n{row}\n",
        "}\n".repeat(1501)
    );
    let (deep, out) = (written(here.join("deep.bvh"), bvh), here.join("out.bvh"));
    refused(&["convert", text(&deep), "-o", text(&out)], 1, &["nested deeper than 1024"]);
    fine(&["convert", text(&deep), "-o", text(&out), "--limit", "depth=2000"]);
    refused(&["inspect", text(&deep), "--limit", "depth"], 2, &["depth=N"]);
    // A few words that ask for hours.
    written(here.join("turn.bvh"), turning(1000));
    let long = written(
        here.join("long.toml"),
        "[motions.a]\nfile = \"turn.bvh\"\n[motions.b]\naffine = \"a\"\nstretch = 1e3\n",
    );
    let motion = ["motion", text(&long), "b", "--fps", "3000", "-o", text(&out)];
    refused(&motion, 1, &["frames take", "at most 256 MB", "shorter piece"]);
}

#[test]
fn names_do_not_command_the_terminal() {
    let here = folder("escapes");
    let named = turning(3).replace("ROOT Hips", "ROOT \u{1b}[31mred\u{7}");
    let file = written(here.join("red.bvh"), named);
    let said =
        errors(&adverb(&["render", text(&file), "\u{1b}]0;title\u{7}", "-o", text(&here.join("x.png"))]));
    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said:?}");
    assert!(said.contains("\\u{1b}"), "{said:?}");
}

#[test]
fn deep_nesting_is_refused() {
    let here = folder("deep");
    let open = |what: &str| what.repeat(100_000);
    let document = |inner: String| format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{inner}");
    let joints = open("JOINT a\n{\nOFFSET 0 1 0\nCHANNELS 0\n");
    let bvh = format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 1 0\nCHANNELS 0\n{joints}");
    for (file, contents, words) in [
        ("joints.bvh", bvh, "nested deeper"),
        ("lists.gltf", document(open("[")), "lists.gltf:1: "),
        ("objects.gltf", document(open("{\"a\":")), "objects.gltf:1: "),
        ("records.fbx", format!("; FBX 7.4.0 project file\n{}", open("a: {\n")), "records.fbx: "),
        ("bones.asf", format!(":version 1\n:root\n{}", open("begin\n")), "bones.asf:"),
    ] {
        failed(&["inspect", text(&written(here.join(file), contents))], words);
    }
    for (file, contents) in [
        ("lists.toml", format!("[motions]\na = {}", open("["))),
        ("tables.toml", format!("a = {}", open("{ a = "))),
        ("dots.toml", format!("a{} = 1\n", open(".a"))),
        ("heads.toml", format!("[a{}]\n", open(".a"))),
    ] {
        let project = written(here.join(file), contents);
        failed(&["inspect", text(&project)], file);
    }
    let chain: String = (1..20_000).map(|i| format!("[motions.m{i}]\nmirror = \"m{}\"\n", i - 1)).collect();
    written(here.join("walk.bvh"), turning(9));
    let project = written(here.join("chain.toml"), format!("[motions.m0]\nfile = \"walk.bvh\"\n{chain}"));
    failed(&["inspect", text(&project)], "chain.toml:");
    // Not deep, but twice as long with every line.
    let doubled = |i: usize| format!("[motions.m{i}]\nconcatenate = [\"m{0}\", \"m{0}\"]\n", i - 1);
    let doubled: String = (1..60).map(doubled).collect();
    let project = written(here.join("doubled.toml"), format!("[motions.m0]\nfile = \"walk.bvh\"\n{doubled}"));
    failed(&["inspect", text(&project)], "key-times");
}

#[test]
fn of_a_long_line_the_mistake_is_shown() {
    let line = format!("x = [{}oops, {}1]\n", "1, ".repeat(50_000), "2, ".repeat(50_000));
    let project = written(folder("line").join("adverb.toml"), line);
    failed(&["inspect", text(&project)], " | …");
    let said = errors(&adverb(&["inspect", text(&project)]));
    let [shown, underlined] = [1, 2].map(|line| said.lines().nth(line).unwrap_or_default());
    let at = underlined.find('^').expect("the mistake is underlined");
    // The sign for what is left out has three bytes, the space below it one.
    assert!(shown[at + 2..].starts_with("oops"), "{said}");
}

#[test]
fn circles_are_named() {
    let here = folder("circles");
    let project =
        "[motions.a]\nmirror = \"b\"\n[motions.b]\nclip = \"c\"\n[motions.c]\nconcatenate = [\"a\", \"a\"]\n";
    failed(&["inspect", text(&written(here.join("adverb.toml"), project))], "a → b → c → a");
    let own = written(here.join("own.toml"), "[motions.a]\ncycle = \"a\"\n");
    failed(&["motion", text(&own), "a", "-o", text(&here.join("out.bvh"))], "a → a");
    let nodes = r#"{ "asset": { "version": "2.0" }, "skins": [{ "joints": [0, 1] }],
        "nodes": [{ "name": "Hips", "children": [1] }, { "name": "Knee", "children": [0] }] }"#;
    failed(&["inspect", text(&written(here.join("nodes.gltf"), nodes))], "it is its own ancestor");
    assert!(!here.join("out.bvh").exists());
}

/// Names that mean something to somebody: a shell, a path, XML, TOML, BVH.
const NAMES: [&str; 8] =
    ["two words", "mixamorig:Hips", "a/b\\c", "..", "it's \"quoted\"", "😀 e\u{301}", "<b>&amp;</b>", "-o"];

#[test]
fn joints_may_be_called_anything() {
    let here = folder("joints");
    let node = |(i, name): (usize, &&str)| {
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{{ \"name\": \"{name}\", \"translation\": [0, 0.2, 0], \"children\": [{}] }}", i + 1)
    };
    let nodes: Vec<String> = NAMES.iter().enumerate().map(node).collect();
    let nodes = format!("{}, {{ \"name\": \"Toe\" }}", nodes.join(", "));
    let joints: Vec<String> = (0..=NAMES.len()).map(|joint| joint.to_string()).collect();
    let document = format!(
        "{{ \"asset\": {{ \"version\": \"2.0\" }}, \"nodes\": [{nodes}], \"skins\": [{{ \"joints\": [{}] }}] }}",
        joints.join(", ")
    );
    let first = written(here.join("first.gltf"), document);
    let names = |path: &Path| -> Vec<String> {
        let clip = import(text(path), &std::fs::read(path).unwrap(), &ImportOptions::default()).unwrap();
        clip.joints.into_iter().map(|joint| joint.name).collect()
    };
    let expected: Vec<&str> = NAMES.into_iter().chain(["Toe"]).collect();
    assert_eq!(names(&first), expected);
    let (as_bvh, as_glb) = (here.join("second.bvh"), here.join("third.glb"));
    fine(&["convert", text(&first), "-o", text(&as_bvh)]);
    fine(&["convert", text(&as_bvh), "-o", text(&as_glb)]);
    // BVH ends its limbs with a joint more.
    for path in [as_bvh, as_glb] {
        assert_eq!(names(&path)[..expected.len()], expected);
    }
}

#[test]
fn motions_and_files_may_be_called_anything() {
    let here = folder("names");
    let mut project = String::new();
    let mut motions = Vec::new();
    for (i, name) in NAMES.iter().enumerate() {
        // As a file, all but what separates folders.
        let file = format!("{}.bvh", name.replace(['/', '\\'], "|"));
        written(here.join(&file), turning(9));
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        project += &format!("[motions.{}]\nfile = {}\n", quoted(name), quoted(&file));
        motions.push((name, here.join(format!("{i} {file}"))));
    }
    let project = written(here.join("😀 'my' \"project\": one.toml"), project);
    for (name, out) in &motions {
        fine(&["motion", text(&project), "-o", text(out), "--", name]);
        fine(&["inspect", text(out)]);
        let picture = out.with_extension("svg");
        fine(&["render", "-o", text(&picture), "--", text(&project), name]);
        let drawn = std::fs::read_to_string(&picture).expect("a picture");
        assert!(!drawn.contains("<b>") && drawn.starts_with("<svg "), "{name}: what is a name stays one");
    }
    let report: serde_json::Value =
        serde_json::from_slice(&fine(&["inspect", text(&project), "--json"]).stdout).expect("JSON");
    let listed: Vec<&str> =
        report["motions"].as_array().unwrap().iter().filter_map(|m| m["name"].as_str()).collect();
    assert!(NAMES.iter().all(|name| listed.contains(name)), "{listed:?}");
    let pack = here.join("a \"pack\": one.adverb");
    fine(&["build", text(&project), "-o", text(&pack)]);
    fine(&["sample", text(&pack), "-o", text(&here.join("sampled.bvh")), "--", NAMES[4]]);
    refused(&["motion", text(&project), "a/b", "-o", text(&here.join("x.bvh"))], 2, &["\"a/b\""]);
}

#[test]
fn nothing_in_a_file_is_said() {
    let here = folder("empty");
    let out = written(here.join("out.bvh"), "before");
    for file in ["a.bvh", "a.glb", "a.gltf", "a.fbx", "a.asf", "b.amc", "a", "a.toml", "a.adverb"] {
        let path = written(here.join(file), "");
        failed(&["inspect", text(&path)], file);
        if !file.ends_with("toml") {
            failed(&["convert", text(&path), "-o", text(&out)], file);
        }
    }
    let pack = here.join("a.adverb");
    failed(&["play", text(&pack), text(&here.join("a.toml")), "-o", text(&out)], "a.adverb");
    assert_eq!(std::fs::read(&out).unwrap(), b"before");
}

#[test]
fn one_frame_and_a_hundred_thousand_are_converted() {
    let here = folder("frames");
    for frames in [1, 100_000] {
        let path = written(here.join(format!("{frames}.bvh")), turning(frames));
        let (glb, back) = (path.with_extension("glb"), here.join(format!("{frames} back.bvh")));
        fine(&["convert", text(&path), "-o", text(&glb)]);
        fine(&["convert", text(&glb), "-o", text(&back)]);
        let report = fine(&["inspect", text(&back), "--json"]);
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
        assert_eq!((report["frames"].as_u64(), report["joints"].as_u64()), (Some(frames as u64), Some(2)));
        fine(&["render", text(&path), "-o", text(&path.with_extension("svg"))]);
        written(here.join("adverb.toml"), format!("[motions.only]\nfile = \"{frames}.bvh\"\n"));
        let output = adverb(&["motion", text(&here), "only", "-o", text(&here.join("only.bvh"))]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}: {}", output.status, errors(&output));
    }
}
