//! Damaged BVH files: an error that names the line, or a repair that is reported; never a panic.

use adverb_author::Error;
use adverb_author::clip::Clip;
use adverb_author::finding::told;
use adverb_author::formats::bvh::{self, ReadOptions};
use adverb_author::import::{ImportOptions, import};

pub const SMALL: &str = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 1 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
\tJOINT Head\n\t{\n\t\tOFFSET 0 0.6 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 0.2 0\n\t\t}\n\t}\n}\n\
MOTION\nFrames: 3\nFrame Time: .0333333\n0 1 0 0 0 0 10 20 30\n0 1 0.1 1 0 0 11 21 31\n0 1e0 0.2 2 0 -0 12 22 32\n";

fn read(text: &[u8]) -> Result<Clip, Error> {
    bvh::read("made.bvh", text, &ReadOptions::default())
}

/// The small file with a piece of it replaced.
fn with(from: &str, to: &str) -> Result<Clip, Error> {
    assert_eq!(SMALL.matches(from).count(), 1, "{from}");
    read(SMALL.replace(from, to).as_bytes())
}

/// An error or a sound clip.
fn check(bytes: &[u8]) {
    if let Ok(clip) = import("made.bvh", bytes, &ImportOptions::default()) {
        assert!(!clip.joints.is_empty() && clip.locals.len() == clip.joints.len() * clip.frame_count());
        assert!(clip.fps.is_finite() && clip.fps > 0.0);
        assert!(clip.locals.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
        assert!(clip.joints.iter().enumerate().all(|(j, joint)| joint.parent.is_none_or(|p| p < j)));
    }
}

#[test]
fn every_prefix_is_an_error_or_a_clip() {
    assert_eq!(read(SMALL.as_bytes()).unwrap().source.warnings, []);
    for length in 0..SMALL.len() {
        check(&SMALL.as_bytes()[..length]);
    }
    let rows = SMALL.find("0 1 0 0").unwrap();
    for length in 0..rows - 1 {
        let result = read(&SMALL.as_bytes()[..length]);
        assert!(result.is_err() || SMALL[..length].contains("Frame Time: .03"), "{length}");
    }
    for length in rows..SMALL.len() - 1 {
        let clip = read(&SMALL.as_bytes()[..length]).unwrap();
        let whole = SMALL[rows..length].matches('\n').count();
        // The last row counts only when the file says that it is the last.
        assert!(clip.frame_count() == whole || clip.frame_count() == 3, "{length}");
    }
}

#[test]
fn every_changed_byte_is_an_error_or_a_clip() {
    for at in 0..SMALL.len() {
        for byte in 0..=255 {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[at] = byte;
            check(&bytes);
        }
    }
}

#[test]
fn every_missing_byte_is_an_error_or_a_clip() {
    for at in 0..SMALL.len() {
        let mut bytes = SMALL.as_bytes().to_vec();
        bytes.remove(at);
        check(&bytes);
    }
}

#[test]
fn the_corrupt_files_give_their_line_or_a_reported_repair() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let errors = [
        ("deep_nesting_20000.bvh", 4098, "nested deeper"),
        ("empty.bvh", 1, "empty"),
        ("random_bytes.bvh", 1, "HIERARCHY"),
        ("s_cut_in_hierarchy.bvh", 97, "ends in the OFFSET"),
        ("s_duplicate_channel.bvh", 5, "twice"),
        ("s_frame_time_negative.bvh", 187, "Frame Time: -0.01"),
        ("s_frame_time_zero.bvh", 187, "Frame Time: 0"),
        ("s_huge_channels.bvh", 9, "says 1000000000, but 3"),
        ("s_huge_frame_count.bvh", 186, "Frames: 4000000000"),
        ("s_missing_brace.bvh", 184, "closing brace is missing"),
        ("s_negative_channels.bvh", 5, "says -6"),
        ("s_negative_frame_count.bvh", 186, "Frames: -5"),
        ("s_overflow_frame_count.bvh", 186, "Frames: 9999"),
        ("s_unknown_channel.bvh", 5, "Wrotation"),
        ("s_word_in_data.bvh", 190, "oops"),
    ];
    let repairs = [
        ("s_cut_in_motion.bvh", 35, "left out"),
        ("s_extra_brace.bvh", 60, "line 185: a closing brace"),
        ("s_frame_count_too_small.bvh", 60, "line 186: 30 frames are declared, but 60 rows follow"),
        ("s_inf.bvh", 60, "line 189, Xposition of `Hips`, frame 1: `inf`"),
        ("s_nan.bvh", 60, "line 189, Xposition of `Hips`, frame 1: `NaN`"),
        ("s_short_row.bvh", 60, "line 190, frame 2: 93 numbers instead of 96"),
    ];
    let corrupt = adverb_testdata::files_below(&folder.join("formats/corrupt"), "bvh");
    assert_eq!(corrupt.len(), errors.len() + repairs.len());
    let load = |file: &str| {
        let bytes = std::fs::read(folder.join("formats/corrupt").join(file)).unwrap();
        import(file, &bytes, &ImportOptions::default())
    };
    for (file, expected, words) in errors {
        match load(file) {
            Err(Error::Text { line, problem, .. }) => {
                assert_eq!(line, expected, "{file}: {problem}");
                assert!(problem.contains(words), "{file}: {problem}");
            }
            other => panic!("{file}: {:?}", other.map(|clip| clip.source.warnings)),
        }
    }
    for (file, frames, words) in repairs {
        let clip = load(file).unwrap();
        assert_eq!(clip.frame_count(), frames, "{file}: {:?}", clip.source.warnings);
        assert!(
            clip.source.warnings.iter().any(|w| w.said().contains(words)),
            "{file}: {:?}",
            clip.source.warnings
        );
    }
}

#[test]
fn what_cannot_be_meant_is_an_error_with_its_line() {
    for (from, to, at) in [
        ("CHANNELS 3 Z", "CHANNELS 2 Z", 9),
        ("OFFSET 0 0.6 0", "OFFSET 0 0.6", 9),
        ("OFFSET 0 0.6 0", "OFFSET 0 nan 0", 8),
        ("OFFSET 0 0.6 0", "OFFSET 0 1e300 0", 8),
        ("OFFSET 0 0.6 0", "OFFSET 0 0.6 0 OFFSET 0 0 0", 8),
        ("JOINT Head", "JOINT", 6),
        ("JOINT Head", "ROOT Head", 6),
        ("JOINT Head\n\t{", "JOINT Head", 7),
        ("\t\t\tOFFSET 0 0.2 0", "JOINT x {", 12),
        ("\t\t\tOFFSET 0 0.2 0", "CHANNELS 1 Xrotation", 12),
        ("}\n}\nMOTION", "}\n}\nJOINT x {}\nMOTION", 16),
        (".0333333", "nan", 18),
        (".0333333", "1e-300", 18),
        (".0333333", "inf", 18),
        ("Frames: 3", "Rows: 3", 17),
        ("Frames: 3", "Frames: many", 17),
        ("10 20 30", "10 20,5 30", 19),
        ("10 20 30", "10 } 30", 19),
    ] {
        match with(from, to) {
            Err(Error::Text { line, problem, .. }) => assert_eq!(line, at, "{to}: {problem}"),
            other => panic!("{to}: {other:?}"),
        }
    }
}

#[test]
fn what_can_be_repaired_is_reported() {
    for (from, to, frames, words) in [
        ("10 20 30", "10 20", 3, "line 19, frame 0: 8 numbers instead of 9"),
        ("11 21 31", "11 21", 3, "line 20, frame 1: 8 numbers instead of 9"),
        ("12 22 32", "12 22", 2, "the last row has 8 numbers instead of 9"),
        ("11 21 31", "11 -nan(ind) 31", 3, "Xrotation of `Head`, frame 1: `-nan(ind)`"),
        ("11 21 31", "11 1e99 31", 3, "Xrotation of `Head`, frame 1: `1e99`"),
        ("Frames: 3", "Frames: 2", 3, "line 17: 2 frames are declared, but 3 rows follow"),
        ("Frames: 3", "Frames: 9", 3, "line 17: 9 frames are declared, but 3 rows follow"),
        ("JOINT Head", "JOINT Hips", 3, "line 6: two joints are called `Hips`, the other in line 2"),
        ("\t\tOFFSET 0 0.6 0", "", 3, "line 6: `Head` has no OFFSET"),
        ("}\nMOTION", "}\n}\nMOTION", 3, "line 16: a closing brace"),
    ] {
        let clip = with(from, to).unwrap();
        assert_eq!(clip.frame_count(), frames, "{to}");
        assert!(
            clip.source.warnings.iter().any(|w| w.said().contains(words)),
            "{to}: {:?}",
            clip.source.warnings
        );
    }
}

#[test]
fn bad_values_hold_the_frame_before_or_else_the_next() {
    let good = read(SMALL.as_bytes()).unwrap();
    let middle = with("11 21 31", "NaN NaN NaN").unwrap();
    assert_eq!(middle.frame(1)[1], good.frame(0)[1]);
    assert_eq!(middle.frame(1)[0], good.frame(1)[0]);
    let first = with("10 20 30", "NaN NaN NaN").unwrap();
    assert_eq!(first.frame(0)[1], good.frame(1)[1]);
}

#[test]
fn a_million_bad_values_are_told_in_a_few_words() {
    let braces = "}".repeat(100_000);
    let clip = with("}\nMOTION", &format!("}}{braces}\nMOTION")).unwrap();
    assert!(told(&clip.source.warnings).len() < 10, "{}", clip.source.warnings.len());
    let rows = "0 nan 0 0 0 0 0 0 0\n".repeat(10_000);
    let clip = with("10 20 30\n", &format!("10 20 30\n{rows}")).unwrap();
    assert!(told(&clip.source.warnings).len() < 10);
    assert!(
        clip.source.warnings.iter().any(|w| w.said().contains("9960 more")),
        "{:?}",
        clip.source.warnings
    );
}

#[test]
fn many_joints_with_few_channels_cannot_ask_for_the_memory() {
    let joints = "End Site { OFFSET 0 0 0 }\n".repeat(30_000);
    let rows = "1\n".repeat(200_000);
    let text = format!(
        "HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 1 Xrotation {joints} }} MOTION Frames: 9 Frame Time: 1\n{rows}"
    );
    let error = read(text.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("MB"), "{error}");
    let many = "End Site { OFFSET 0 0 0 }\n".repeat(70_000);
    let text =
        format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 0 {many} }} MOTION Frames: 0 Frame Time: 1");
    assert!(read(text.as_bytes()).unwrap_err().to_string().contains("more than 65535 joints"));
}
