//! Findings about files: repairs, and choices where a file leaves something open.

use adverb_author::clip::{Clip, Up};
use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::{bvh, obj};
use adverb_author::gait::{styles, synthesise};
use adverb_author::import::{ImportOptions, import, import_with};
use adverb_author::{demo, figure};
use adverb_testdata::acclaim::{MOTION, SKELETON};
use glam::DQuat;

use super::told::tells;
use crate::bvh_corrupt::SMALL;
use crate::support::recordings::gaits;

fn told(clip: Clip) -> Vec<Finding> {
    [clip.source.warnings, clip.source.assumptions].concat()
}

/// A walk whose first frame is far off, as files of CMU begin with a T-pose.
pub fn after_a_t_pose() -> String {
    let mut clip = gaits()[0].clip();
    clip.skip(figure::leading_outliers(&clip));
    let first = clip.frame(0).to_vec();
    clip.locals.splice(0..0, first);
    clip.locals[0].translation.x += 5.0;
    bvh::write(&clip, &bvh::WriteOptions::default())
}

/// The small file with a piece of it replaced.
fn with(from: &str, to: &[u8]) -> Vec<Finding> {
    let at = SMALL.find(from).expect(from);
    let bytes = [&SMALL.as_bytes()[..at], to, &SMALL.as_bytes()[at + from.len()..]].concat();
    told(import("made.bvh", &bytes, &ImportOptions::default()).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn what_is_wrong_with_a_recording_is_told() {
    let made = ["", "made.bvh"];
    for (from, to, criterion, verdict) in [
        ("Head", &b"H\xe4nd"[..], Criterion::Letters, Verdict::Repaired),
        ("}\nMOTION", b"}\n}\nMOTION", Criterion::Braces, Verdict::Repaired),
        ("\t\tOFFSET 0 0.6 0", b"", Criterion::Offsets, Verdict::Repaired),
        ("JOINT Head", b"JOINT Hips", Criterion::Namesakes, Verdict::Repaired),
        ("11 21 31", b"11 nan 31", Criterion::Values, Verdict::Repaired),
        ("11 21 31", b"11 21", Criterion::Rows, Verdict::Repaired),
        ("12 22 32", b"12 22", Criterion::EndsEarly, Verdict::Repaired),
        ("Frames: 3", b"Frames: 9", Criterion::Counts, Verdict::Repaired),
        (".0333333", b"30", Criterion::FrameTime, Verdict::Warning),
        (&SMALL[SMALL.find("0 1 0 0 0").expect("rows")..], b"", Criterion::NoMotion, Verdict::Repaired),
    ] {
        tells(&with(from, to), criterion, verdict, made);
    }
}

/// A walk of another body.
fn walk_with(change: impl Fn(&mut Clip)) -> Vec<Finding> {
    let mut clip = synthesise(&styles()[0]).clip;
    change(&mut clip);
    let text = bvh::write(&clip, &bvh::WriteOptions::default());
    told(import("made.bvh", text.as_bytes(), &ImportOptions::default()).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn bodies_upside_down_and_with_exchanged_names_are_warned_of() {
    let over = DQuat::from_rotation_x(std::f64::consts::PI);
    let upside_down = walk_with(|clip| {
        let n = clip.joints.len();
        for root in clip.locals.iter_mut().step_by(n) {
            root.rotation = over * root.rotation;
            root.translation = over * root.translation;
        }
    });
    tells(&upside_down, Criterion::UpsideDown, Verdict::Warning, ["", "made.bvh"]);
    let exchanged = walk_with(|clip| {
        for joint in &mut clip.joints {
            let name = joint.name.replace("Left", "#").replace("Right", "Left");
            joint.name = name.replace('#', "Right");
        }
    });
    tells(&exchanged, Criterion::ExchangedNames, Verdict::Warning, ["", "made.bvh"]);
    let plain = walk_with(|_| {});
    let is_doubt = |own: &Finding| matches!(own.criterion, Criterion::UpsideDown | Criterion::ExchangedNames);
    assert!(!plain.iter().any(is_doubt), "{plain:?}");
}

#[test]
fn what_is_chosen_is_told_and_what_was_asked_for_is_good() {
    let made = ["", "made.bvh"];
    let (_, walk) = demo::project().swap_remove(0);
    let found = told(import("made.bvh", &walk, &ImportOptions::default()).expect("a walk"));
    tells(&found, Criterion::Unit, Verdict::Note, made);
    tells(&found, Criterion::Axes, Verdict::Note, made);
    tells(&with(".0333333", b".0166667"), Criterion::Rate, Verdict::Note, made);
    let posed = import("made.bvh", after_a_t_pose().as_bytes(), &ImportOptions::default()).expect("a walk");
    assert!(posed.source.warnings.is_empty(), "{:?}", posed.source.warnings);
    tells(&told(posed), Criterion::OutlierFrames, Verdict::Note, made);
    let asked = ImportOptions {
        unit_m: Some(1.0),
        up: Some(Up::Z),
        positions: bvh::Positions::Add,
        ..ImportOptions::default()
    };
    let given = told(import("made.bvh", SMALL.as_bytes(), &asked).expect("a clip"));
    for criterion in [Criterion::Unit, Criterion::Axes, Criterion::Positions] {
        tells(&given, criterion, Verdict::Good, made);
    }
    let beside = |_: &str| Some(SKELETON.into());
    let clip = import_with("made.amc", MOTION.as_bytes(), &ImportOptions::default(), &mut beside.clone());
    tells(&told(clip.expect("a clip")), Criterion::Choice, Verdict::Note, ["", "made.amc"]);
}

#[test]
fn what_is_wrong_with_a_mesh_is_told() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 nan 1\nfoo 3\nf 1 2\nf 1 2 3\n";
    let found = obj::read("made.obj", text.as_bytes()).expect("a mesh").warnings;
    for criterion in [Criterion::UnknownWords, Criterion::Values, Criterion::LeftOut] {
        tells(&found, criterion, Verdict::Repaired, ["", "made.obj"]);
    }
}
