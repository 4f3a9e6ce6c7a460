//! BVH reading, import and writing on real recordings.

use adverb_author::clip::{Clip, Up};
use adverb_author::figure::height_m;
use adverb_author::finding::Criterion;
use adverb_author::formats::bvh::{self, WriteOptions};
use adverb_author::import::{ImportOptions, import};
use std::path::Path;

fn load(path: &Path) -> Clip {
    let name = path.file_name().unwrap().to_str().unwrap();
    import(name, &std::fs::read(path).unwrap(), &ImportOptions::default()).unwrap()
}

/// The largest distance in mm between joints of equal index, over all frames.
fn apart_mm(a: &Clip, b: &Clip) -> f64 {
    assert_eq!((a.joints.len(), a.frame_count()), (b.joints.len(), b.frame_count()), "{}", a.source.file);
    let mut worst: f64 = 0.0;
    for frame in 0..a.frame_count() {
        let (a, b) = (a.world(a.frame(frame)), b.world(b.frame(frame)));
        for (a, b) in a.iter().zip(&b) {
            worst = worst.max(a.translation.distance(b.translation));
        }
    }
    worst * 1000.0
}

#[test]
fn encodings_of_one_motion_agree() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let files = adverb_testdata::files_below(&folder.join("formats/bvh/same-motion"), "bvh");
    assert_eq!(files.len(), 15);
    let first = load(&files[0]);
    assert_eq!(first.frame_count(), 60);
    let mut worst: f64 = 0.0;
    for path in &files[1..] {
        let other = load(path);
        worst = worst.max(apart_mm(&first, &other));
        assert!(apart_mm(&first, &other) < 0.1, "{}: {} mm", other.source.file, apart_mm(&first, &other));
        assert!(other.source.warnings.is_empty(), "{}: {:?}", other.source.file, other.source.warnings);
    }
    eprintln!("15 encodings agree within {worst:.6} mm");
}

#[test]
fn what_is_written_reads_back_as_the_same_motion() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let mut files = adverb_testdata::files_below(&folder.join("motion"), "bvh");
    files.extend(adverb_testdata::files_below(&folder.join("formats/bvh"), "bvh"));
    assert!(files.len() > 100);
    let mut worst: f64 = 0.0;
    for path in files {
        let clip = load(&path);
        for options in [WriteOptions::default(), WriteOptions { unit_m: Some(1.0), up: Some(Up::Z) }] {
            let text = bvh::write(&clip, &options);
            let asked = ImportOptions { unit_m: options.unit_m, up: options.up, ..Default::default() };
            let back = import("back.bvh", text.as_bytes(), &asked).unwrap();
            assert_eq!(back.fps, clip.fps);
            let names = |c: &Clip| c.joints.iter().map(|j| j.name.clone()).collect::<Vec<_>>();
            assert_eq!(names(&back), names(&clip), "{path:?}");
            let apart = apart_mm(&clip, &back);
            worst = worst.max(apart);
            assert!(apart < 0.1, "{path:?}: {apart} mm");
            let found = import("back.bvh", text.as_bytes(), &ImportOptions::default()).unwrap().source;
            assert_eq!(found.up, options.up.unwrap_or(Up::Y), "{path:?}");
            assert_eq!(found.unit_m, options.unit_m.unwrap_or(clip.source.unit_m), "{path:?}");
            if options.unit_m.is_none() {
                assert_eq!(bvh::write(&back, &options), text, "{path:?}: writing again changes the text");
            }
        }
    }
    eprintln!("read, written and read: within {worst:.6} mm");
}

#[test]
fn unit_up_and_height_are_found() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    // Heights as an independent reader of BVH finds them.
    for (file, unit_m, height) in [
        ("motion/cmu/07_12.bvh", 0.0254 / 0.45, 1.396_502),
        ("motion/cmu/16_15.bvh", 0.0254 / 0.45, 1.471_653),
        ("motion/walk-styles/dataset-1_walk_normal_001.bvh", 0.01, 1.329_599),
        ("formats/bvh/pirouette.bvh", 0.01, 1.463_049),
        ("formats/bvh/test_mocapbank.bvh", 0.01, 1.300_969),
        ("formats/bvh/cmu07_12_root_3_channels.bvh", 0.0254 / 0.45, 1.397_223),
        ("formats/bvh/cmu07_12_one_frame.bvh", 0.0254 / 0.45, 1.409_347),
    ] {
        let clip = load(&folder.join(file));
        assert_eq!((clip.source.unit_m, clip.source.up), (unit_m, Up::Y), "{file}");
        assert!((height_m(&clip) - height).abs() < 1e-5, "{file}: {}", height_m(&clip));
    }
}

#[test]
fn bad_leading_frames_are_named() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    for (file, words) in [
        ("motion/cmu/07_12.bvh", Some("frames 0 to 1 are")),
        ("motion/cmu/16_15.bvh", Some("frames 0 to 2 are")),
        ("formats/bvh/pirouette.bvh", Some("frame 0 is")),
        ("motion/walk-styles/dataset-1_walk_normal_001.bvh", None),
    ] {
        let source = load(&folder.join(file)).source;
        assert!(source.warnings.is_empty(), "{file}: {:?}", source.warnings);
        let told = source.assumptions.iter().find(|own| own.criterion == Criterion::OutlierFrames);
        match words {
            Some(words) => assert!(told.is_some_and(|own| own.said().starts_with(words)), "{file}: {told:?}"),
            None => assert!(told.is_none(), "{file}: {told:?}"),
        }
    }
}

#[test]
fn positions_that_replace_the_offset_are_told_from_those_that_add() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    for path in adverb_testdata::files_below(&folder.join("motion/walk-styles"), "bvh") {
        let clip = load(&path);
        let hips = clip.joint_named("Hips").unwrap();
        let height = clip.world(clip.frame(0))[hips].translation.y;
        assert!((0.5..1.1).contains(&height), "{path:?}: hips at {height} m");
        assert!(
            clip.source.assumptions.iter().any(|a| a.said().contains("replace their OFFSET")),
            "{path:?}"
        );
    }
}
