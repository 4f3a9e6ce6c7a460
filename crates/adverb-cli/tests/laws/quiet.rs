//! What is said without being asked for: each thing once, in short, and all of it with `--verbose`.

use std::path::PathBuf;

use adverb::glam::DVec3;
use adverb_author::clip::{ClipJoint, Transform};
use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import};

use crate::support::call::{adverb, errors, fine, messages, refused, text};
use crate::support::folder::{folder, text_of, written};

/// The built-in character in a project with several things to remark: an example beyond its range, and recordings of other bodies.
fn remarkable(name: &str) -> PathBuf {
    let here = folder(name);
    fine(&["demo", text(&here)]);
    let own = text_of(&here.join("adverb.toml"));
    let at = "at = { happiness = 1, energy = 0.5 }";
    assert!(own.contains(at), "{own}");
    written(here.join("adverb.toml"), own.replacen(at, "at = { happiness = 1.2, energy = 0.5 }", 1));
    for file in ["walk_sad.bvh", "walk_angry.bvh", "walk_tired.bvh", "walk_sneaky.bvh"] {
        let taller = text_of(&here.join(file)).replace("OFFSET 0.000000 -42", "OFFSET 0.000000 -52");
        written(here.join(file), taller);
    }
    here
}

#[test]
fn build_counts_its_remarks_and_check_lists_them() {
    let here = remarkable("build");
    let out = here.join("out.adverb");
    let build = ["build", text(&here), "-o", text(&out)];
    let said = messages(&build);
    assert!(
        said.contains("Built with ") && said.contains(&format!("see adverb check {}", text(&here))),
        "{said}"
    );
    assert!(!said.contains("warning"), "{said}");
    let listed = String::from_utf8(fine(&["check", text(&here)]).stdout).unwrap();
    let full = messages(&[&build[..], &["--verbose"]].concat());
    let words = "happiness = 1.2 is outside the range";
    assert!(listed.contains(words) && full.contains(words), "{full}");
    // What is as it should be has nothing to say.
    let good = folder("good");
    fine(&["demo", text(&good)]);
    assert!(!messages(&["build", text(&good), "-o", text(&good.join("out.adverb"))]).contains("remark"));
}

#[test]
fn check_says_everything_once() {
    let here = remarkable("check");
    let output = fine(&["check", text(&here)]);
    assert!(!errors(&output).contains("warning"), "{}", errors(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("happiness = 1.2 is outside the range").count(), 1, "{said}");
}

#[test]
fn whoever_uses_a_project_is_told_where_to_read_its_warnings() {
    let here = remarkable("use");
    let out = here.join("out.bvh");
    let sample = ["sample", text(&here), "walk", "-o", text(&out)];
    let said = messages(&sample);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("warning")).collect();
    assert_eq!(lines.len(), 1, "{said}");
    assert!(lines[0].contains("see adverb check"), "{said}");
    let full = messages(&[&sample[..], &["-v"]].concat());
    assert!(full.contains("happiness = 1.2 is outside the range"), "{full}");
    assert_eq!(messages(&[&sample[..], &["-q"]].concat()), "");
    refused(&[&sample[..], &["-q", "-v"]].concat(), 2, &["--quiet"]);
}

#[test]
fn nothing_is_said_about_fingers_that_nothing_moves() {
    let here = folder("fingers");
    fine(&["demo", text(&here)]);
    let walk = here.join("walk_neutral.bvh");
    let mut clip = import("walk.bvh", &std::fs::read(&walk).unwrap(), &ImportOptions::default()).unwrap();
    clip.locals.clear();
    for hand in ["LeftHand", "RightHand"] {
        let mut parent = clip.joints.iter().position(|joint| joint.name == hand).expect(hand);
        for number in 1..4 {
            let rest = Transform { translation: DVec3::new(0.03, 0.0, 0.0), ..Transform::IDENTITY };
            clip.joints.push(ClipJoint {
                name: format!("{hand}Index{number}"),
                parent: Some(parent),
                rest,
                end: false,
            });
            parent = clip.joints.len() - 1;
        }
    }
    let mesh = written(here.join("fingered.glb"), gltf::clip::write(&clip));
    let out = here.join("out.glb");
    let convert = ["convert", text(&walk), "--character", text(&mesh), "-o", text(&out)];
    let said = messages(&convert);
    assert!(!said.contains("Index") && !said.contains("warning"), "{said}");
    let full = messages(&[&convert[..], &["-v"]].concat());
    assert!(full.contains("keep their rest pose: LeftHandIndex1"), "{full}");
}

#[test]
fn doubts_about_many_recordings_are_summed_up() {
    let here = folder("doubts");
    fine(&["demo", text(&here.join("hero"))]);
    let files: Vec<PathBuf> =
        ["nod", "bow", "wave", "celebrate"].map(|name| here.join(format!("hero/{name}.bvh"))).into();
    let project = here.join("mine");
    let mut call = vec!["annotate"];
    call.extend(files.iter().map(|file| text(file)));
    call.extend(["-p", text(&project), "--dry-run"]);
    let short = errors(&adverb(&call));
    call.push("-v");
    let full = errors(&adverb(&call));
    let count = |said: &str| said.lines().filter(|line| line.starts_with("unsure: ")).count();
    assert!(count(&short) <= count(&full), "{short}\n{full}");
    let criteria = 3;
    assert!(count(&short) <= criteria, "{short}");
}
