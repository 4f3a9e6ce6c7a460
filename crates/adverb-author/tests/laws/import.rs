//! Recognising formats, and finding unit and up axis from the figure.

use adverb_author::clip::{Clip, Format, Up};
use adverb_author::figure::height_m;
use adverb_author::finding::Criterion;
use adverb_author::finding::Finding;
use adverb_author::formats::recognise;
use adverb_author::import::{ImportOptions, import};

/// A person of 1.75 m in a file of some unit and up axis, walking; `lying` turns it flat along z.
fn person(unit_m: f64, up: Up, lying: bool) -> String {
    let v = |x: f64, y: f64, z: f64| {
        let (y, z) = if up == Up::Z { (-z, y) } else { (y, z) };
        format!("{} {} {}", x / unit_m, y / unit_m, z / unit_m)
    };
    let no_turn = "CHANNELS 3 Zrotation Xrotation Yrotation";
    let mut text = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Spine\n{{\nOFFSET {}\n{no_turn}\nJOINT Head\n{{\nOFFSET {}\n{no_turn}\nEnd Site\n{{\nOFFSET {}\n}}\n}}\n}}\n",
        v(0.0, 0.2, 0.0),
        v(0.0, 0.4, 0.0),
        v(0.0, 0.2, 0.0),
    );
    for (side, x) in [("Left", 0.1), ("Right", -0.1)] {
        text += &format!(
            "JOINT {side}UpLeg\n{{\nOFFSET {}\n{no_turn}\nJOINT {side}Leg\n{{\nOFFSET {}\n{no_turn}\n\
             JOINT {side}Foot\n{{\nOFFSET {}\n{no_turn}\nEnd Site\n{{\nOFFSET {}\n}}\n}}\n}}\n}}\n",
            v(x, 0.0, 0.0),
            v(0.0, -0.45, 0.0),
            v(0.0, -0.42, 0.0),
            v(0.0, -0.08, 0.1),
        );
    }
    text += "}\nMOTION\nFrames: 20\nFrame Time: 0.04\n";
    for f in 0..20 {
        let height = if lying { 0.2 } else { 0.95 };
        let turn = if lying { "0 90 0" } else { "0 0 0" };
        text += &format!("{} {turn}{}\n", v(0.0, height, 0.1 * f64::from(f)), " 0".repeat(24));
    }
    text
}

fn load(text: &str) -> Clip {
    import("made.bvh", text.as_bytes(), &ImportOptions::default()).unwrap()
}

#[test]
fn every_usual_unit_and_both_axes_give_the_same_person() {
    let reference = load(&person(1.0, Up::Y, false));
    assert!((height_m(&reference) - 1.75).abs() < 1e-9);
    for unit_m in [1.0, 0.01, 0.001, 0.0254, 0.0254 / 0.45] {
        for up in [Up::Y, Up::Z] {
            let clip = load(&person(unit_m, up, false));
            assert_eq!((clip.source.unit_m, clip.source.up), (unit_m, up));
            for frame in 0..20 {
                let (a, b) = (clip.world(clip.frame(frame)), reference.world(reference.frame(frame)));
                assert!(a.iter().zip(&b).all(|(a, b)| a.translation.distance(b.translation) < 1e-9));
            }
            let rest = (clip.world(&clip.rest()), reference.world(&reference.rest()));
            assert!(rest.0.iter().zip(&rest.1).all(|(a, b)| a.translation.distance(b.translation) < 1e-9));
            let told = clip.source.assumptions.iter().map(Finding::said).collect::<Vec<_>>().join("\n");
            assert!(told.contains("unit: ") && told.contains("up: "), "{told}");
        }
    }
}

#[test]
fn someone_crawling_does_not_turn_the_world() {
    let clip = load(&person(0.01, Up::Y, true));
    assert_eq!(clip.source.up, Up::Y, "{:?}", clip.source.assumptions);
}

#[test]
fn a_standing_figure_turned_by_its_root_alone_is_z_up() {
    // The rest pose is Y up, but the root turns it to stand along z, walking along y.
    let text = person(0.01, Up::Y, true).replace("Frames: 20", "Frames: 3");
    let (head, _) = text.split_once("Frame Time: 0.04\n").unwrap();
    let zeros = " 0".repeat(24);
    let rows: String = (0..3).map(|f| format!("0 {} 95 0 90 0{zeros}\n", -50 * (f + 1))).collect();
    let clip = load(&format!("{head}Frame Time: 0.04\n{rows}"));
    assert_eq!(clip.source.up, Up::Z, "{:?}", clip.source.assumptions);
    assert!((height_m(&clip) - 1.75).abs() < 1e-6);
}

#[test]
fn a_figure_of_no_usual_unit_becomes_a_person_and_says_so() {
    let clip = load(&person(7.0, Up::Y, false));
    assert!((1.5..2.1).contains(&height_m(&clip)), "{}", height_m(&clip));
    assert!(
        clip.source.warnings.iter().any(|w| w.said().contains("no usual unit")),
        "{:?}",
        clip.source.warnings
    );
}

#[test]
fn a_skeleton_without_size_keeps_the_metre() {
    let clip =
        load("HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION Frames: 1 Frame Time: 1\n0\n");
    assert_eq!(clip.source.unit_m, 1.0);
    assert!(clip.source.warnings.iter().any(|w| w.said().contains("no size")));
    assert_eq!(height_m(&clip), 0.0);
}

#[test]
fn what_is_asked_for_overrules_what_is_found() {
    let text = person(0.01, Up::Y, false);
    let options = ImportOptions { up: Some(Up::Z), unit_m: Some(0.02), ..Default::default() };
    let clip = import("made.bvh", text.as_bytes(), &options).unwrap();
    assert_eq!((clip.source.up, clip.source.unit_m), (Up::Z, 0.02));
    for unit_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = ImportOptions { unit_m: Some(unit_m), ..Default::default() };
        assert!(import("made.bvh", text.as_bytes(), &options).is_err());
    }
}

#[test]
fn a_root_that_marks_the_origin_is_not_part_of_the_height() {
    let raised = |channels: &str, row: &str| {
        load(&format!(
            "HIERARCHY ROOT Scene\n{{ OFFSET 0 0 0 CHANNELS 1 Xrotation JOINT Hips\n{{ OFFSET 0 0 0 {channels} JOINT Head\n{{ OFFSET 0 1 0 CHANNELS 0 }} }} }}\n\
             MOTION Frames: 2 Frame Time: 1\n0 {row}\n0 {row}1\n"
        ))
    };
    let clip = raised("CHANNELS 2 Yposition Xposition", "5 3");
    assert!((height_m(&clip) / clip.source.unit_m - 1.0).abs() < 1e-9, "{}", height_m(&clip));
}

#[test]
fn formats_are_told_by_magic_then_extension_then_content() {
    assert_eq!(recognise("walk.bvh", b"glTF\x02"), Some(Format::Glb));
    assert_eq!(recognise("walk.BVH", b"{"), Some(Format::Bvh));
    assert_eq!(recognise("walk.gltf", b""), Some(Format::Gltf));
    assert_eq!(recognise("walk", b"\xef\xbb\xbf\r\n hierarchy"), Some(Format::Bvh));
    assert_eq!(recognise("walk.txt", b"\n{ \"asset\""), Some(Format::Gltf));
    assert_eq!(recognise("walk.fbx", b"Kaydara"), Some(Format::Fbx));
    assert_eq!(recognise("walk", b"Kaydara FBX Binary  \0"), Some(Format::Fbx));
    assert_eq!(recognise("walk", b"; FBX 7.5.0 project file"), Some(Format::Fbx));
    assert_eq!(recognise("walk", b"# by hand\r\n:version 1.10\r\n"), Some(Format::Asf));
    assert_eq!(recognise("walk", b"#!OML:ASF\n:FULLY-SPECIFIED\n"), Some(Format::Amc));
    assert_eq!(recognise("walk.c3d", b"\x02P"), None);
    let error = import("walk.c3d", b"\x02P", &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("walk.c3d") && error.contains(".fbx"), "{error}");
}

#[test]
fn a_joint_that_jumps_is_reported_with_its_frames() {
    // The head is turned round in frames 8 and 9, as markers that are mistaken for each other make it.
    let with = |turned: std::ops::Range<usize>| {
        let text = person(0.01, Up::Y, false);
        let (head, motion) = text.split_once("Frame Time: 0.04\n").unwrap();
        let frame = |(number, line): (usize, &str)| {
            let mut numbers: Vec<&str> = line.split(' ').collect();
            if turned.contains(&number) {
                numbers[9] = "175";
            }
            numbers.join(" ") + "\n"
        };
        let frames: String = motion.lines().enumerate().map(frame).collect();
        load(&format!("{head}Frame Time: 0.02\n{frames}"))
    };
    assert_eq!(with(0..0).source.warnings, []);
    let found = with(8..10).source.warnings;
    let [jump] = &found[..] else { panic!("{found:?}") };
    assert_eq!(jump.criterion, Criterion::JointJumps);
    assert_eq!((jump.place.joint.as_deref(), jump.place.frame), (Some("Head"), Some(7)));
    assert_eq!(jump.message, "turns by 175° to the next frame, the first of 2 such jumps");
}
