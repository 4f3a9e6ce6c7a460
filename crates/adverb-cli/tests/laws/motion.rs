//! `adverb motion --tree`, `--usage` and `adverb render --overhead`, on the manual's motions of motions.

use std::path::PathBuf;

use crate::support::call::{adverb, errors, text};
use crate::support::folder::folder;

/// The built-in character's recordings with the manual's expressions over them.
fn project(name: &str) -> PathBuf {
    let folder = folder(name);
    assert_eq!(adverb(&["demo", text(&folder)]).status.code(), Some(0));
    let expressions = include_str!("../../../../docs/motions.toml");
    std::fs::write(folder.join("adverb.toml"), expressions).expect("a writable folder");
    folder
}

#[test]
fn the_tree_of_an_expression_is_printed_with_durations_and_keys() {
    let project = project("motion-tree");
    let output = adverb(&["motion", text(&project), "right", "--tree"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(!errors(&output).contains("warning"), "{}", errors(&output));
    let expected = "\
right
clip 0.25 to 0.75 · 0.767 s · keys left-down 0.000, right-down 0.383, left-down 0.767
└─ concatenate · 1.533 s · keys right-down 0.000, left-down 0.383, right-down 0.767, left-down 1.150, right-down 1.533
   ├─ cycle, ends 0 mm apart · 0.767 s · keys right-down 0.000, left-down 0.383, right-down 0.767
   │  └─ mirror · 0.767 s · keys right-down 0.000, left-down 0.383, right-down 0.767
   │     └─ run-slow-left.bvh from 0.200 to 0.967 s · 0.767 s · keys left-down 0.000, right-down 0.383, left-down 0.767
   └─ cycle, ends 0 mm apart · 0.767 s · keys right-down 0.000, left-down 0.383, right-down 0.767
      └─ mirror · 0.767 s · keys right-down 0.000, left-down 0.383, right-down 0.767
         └─ run-slow-left.bvh from 0.200 to 0.967 s · 0.767 s · keys left-down 0.000, right-down 0.383, left-down 0.767
";
    assert_eq!(String::from_utf8(output.stdout).expect("text"), expected);
}

#[test]
fn usage_is_drawn_over_time_and_motions_from_overhead() {
    let project = project("motion-pictures");
    let out = |name: &str| project.join(name);
    let usage =
        adverb(&["motion", text(&project), "walk-and-wave", "--usage", "-o", text(&out("usage.svg"))]);
    assert_eq!(usage.status.code(), Some(0), "{}", errors(&usage));
    let svg = std::fs::read_to_string(out("usage.svg")).expect("a picture");
    assert!(svg.contains("yellow: required, red: defined, grey: undefined") && svg.contains("1.10 s"));
    let names = ["sharp-right", "straight", "sharp-left"];
    let picture = out("over.png");
    let arguments = [&["render", text(&project)][..], &names, &["--overhead", "-o", text(&picture)]].concat();
    let render = adverb(&arguments);
    assert_eq!(render.status.code(), Some(0), "{}", errors(&render));
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
    let wrong = adverb(&["motion", text(&project), "right", "--usage", "-o", "usage.bvh"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", errors(&wrong));
}
