//! FBX on made files: what a node's transform is made of, which take is read, unit and axes, and what damage becomes.
#![cfg(feature = "fbx")]

use adverb_author::Error;
use adverb_author::clip::{Clip, Transform, Up};
use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::{fbx, read_mesh};
use adverb_author::import::{ImportOptions, import};
use adverb_testdata::fbx::{Curve, Made, Record, binary, mesh, property, text, whole};
use glam::{DQuat, DVec3};

use crate::findings::told::tells;

fn read(bytes: &[u8]) -> Result<Clip, Error> {
    fbx::clip::read("made.fbx", bytes, fbx::clip::ReadOptions::default())
}

fn vector(name: &'static str, v: [f64; 3]) -> Record {
    property(name, "Vector3D", &v)
}

/// Two bones, of which the second turns by 90° about x within a second, beside a take without keys.
fn small() -> Vec<Record> {
    let keys = |value| vec![(0.0, 0.0), (0.5, value), (1.0, value)];
    Made {
        settings: vec![whole("TimeMode", "enum", 6)],
        bones: vec![
            ("Hips", 0, vec![vector("Lcl Translation", [0.0, 90.0, 0.0])]),
            ("Knee", 1, vec![vector("Lcl Translation", [0.0, -40.0, 0.0])]),
        ],
        takes: vec![
            ("Default Take", 2.0, vec![]),
            (
                "Bend",
                1.0,
                vec![
                    Curve(2, "Lcl Rotation", "d|X", [0.0; 3], keys(90.0)),
                    Curve(1, "Lcl Translation", "d|Z", [0.0, 90.0, 0.0], keys(10.0)),
                ],
            ),
        ],
    }
    .records()
}

#[test]
fn the_take_that_has_keys_is_read_at_the_scenes_rate() {
    for bytes in [text(&small()), binary(&small())] {
        let clip = read(&bytes).unwrap();
        assert_eq!(clip.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), ["Hips", "Knee"]);
        assert_eq!((clip.frame_count(), clip.fps, clip.source.unit_m), (31, 30.0, 0.01));
        let told = clip.source.assumptions.iter().map(Finding::said).collect::<Vec<_>>().join("\n");
        assert!(told.contains("take 'Bend' was read; there are also: Default Take (without keys)"), "{told}");
        let (half, end) = (clip.frame(15), clip.frame(30));
        assert!(half[0].translation.distance(DVec3::new(0.0, 90.0, 10.0)) < 1e-6, "{:?}", half[0]);
        assert!(clip.frame(5)[1].rotation.angle_between(DQuat::from_rotation_x(30f64.to_radians())) < 1e-6);
        assert!(end[1].rotation.angle_between(DQuat::from_rotation_x(90f64.to_radians())) < 1e-6);
        let wish = fbx::clip::ReadOptions { animation: Some("Default Take") };
        let error = fbx::clip::read("made.fbx", &bytes, wish).unwrap_err().to_string();
        assert_eq!(error, "made.fbx: it has no animation \"Default Take\" that moves a joint; it has: Bend");
    }
}

#[test]
fn keys_between_the_scenes_frames_raise_the_rate() {
    let made = |keys: &[f64]| Made {
        settings: vec![whole("TimeMode", "enum", 6)],
        bones: vec![("Hips", 0, vec![])],
        takes: vec![(
            "Fast",
            1.0,
            vec![Curve(
                1,
                "Lcl Rotation",
                "d|Y",
                [0.0; 3],
                keys.iter().map(|&t| (t, 100.0 * t as f32)).collect(),
            )],
        )],
    };
    let rate = |keys: &[f64]| read(&text(&made(keys).records())).unwrap().fps;
    assert_eq!(rate(&[0.0, 1.0 / 30.0, 1.0]), 30.0);
    assert_eq!(rate(&[0.0, 1.0 / 120.0, 1.0]), 120.0);
    assert_eq!(rate(&[0.0, 0.123456, 1.0]), 30.0);
}

/// Translation · rotation offset · rotation pivot · pre-rotation · rotation · post-rotation⁻¹ · pivot⁻¹, as Autodesk has it.
#[test]
fn rotation_orders_pre_and_post_rotations_and_pivots_are_heeded() {
    let turn = |order: &str, v: [f64; 3]| {
        order.chars().fold(DQuat::IDENTITY, |q, axis| {
            let a = "XYZ".find(axis).unwrap();
            DQuat::from_axis_angle(DVec3::AXES[a], v[a].to_radians()) * q
        })
    };
    let moved = |v: [f64; 3]| Transform { translation: DVec3::from_array(v), rotation: DQuat::IDENTITY };
    let turned = |rotation| Transform { translation: DVec3::ZERO, rotation };
    let (place, offset, pivot) = ([1.0, 2.0, 3.0], [0.5, 0.0, -0.25], [4.0, -5.0, 6.0]);
    let (pre, post, angles) = ([10.0, 20.0, 30.0], [-40.0, 15.0, 5.0], [70.0, -35.0, 110.0]);
    for (number, order) in ["XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"].into_iter().enumerate() {
        let made = Made {
            settings: vec![],
            bones: vec![(
                "Bone",
                0,
                vec![
                    vector("Lcl Translation", place),
                    vector("Lcl Rotation", angles),
                    vector("PreRotation", pre),
                    vector("PostRotation", post),
                    vector("RotationPivot", pivot),
                    vector("RotationOffset", offset),
                    whole("RotationOrder", "enum", number as i64),
                    whole("RotationActive", "bool", 1),
                ],
            )],
            takes: vec![(
                "Take",
                1.0,
                vec![Curve(1, "Lcl Rotation", "d|X", angles, vec![(0.0, 70.0), (1.0, 70.0)])],
            )],
        };
        let clip = read(&text(&made.records())).unwrap();
        let chain = [
            moved(place),
            moved(offset),
            moved(pivot),
            turned(turn("XYZ", pre)),
            turned(turn(order, angles)),
            turned(turn("XYZ", post).inverse()),
            moved(pivot).inverse(),
        ];
        let wanted = chain.into_iter().reduce(Transform::compose).unwrap();
        for found in [clip.joints[0].rest, clip.frame(0)[0]] {
            assert!(found.translation.distance(wanted.translation) < 1e-6, "{order}: {found:?} {wanted:?}");
            assert!(found.rotation.angle_between(wanted.rotation) < 1e-6, "{order}");
        }
    }
}

#[test]
fn unit_and_axes_are_the_files_and_can_be_overruled() {
    let axes = |up: (i64, i64), front: (i64, i64), right: (i64, i64), scale: f64| {
        let mut records = small();
        let settings = vec![
            whole("UpAxis", "int", up.0),
            whole("UpAxisSign", "int", up.1),
            whole("FrontAxis", "int", front.0),
            whole("FrontAxisSign", "int", front.1),
            whole("CoordAxis", "int", right.0),
            whole("CoordAxisSign", "int", right.1),
            property("UnitScaleFactor", "double", &[scale]),
        ];
        records[1].2[1] = adverb_testdata::fbx::properties(settings);
        text(&records)
    };
    let load = |bytes: &[u8], options: ImportOptions| import("made.fbx", bytes, &options).unwrap();
    // The knee hangs 0.4 m below the hips along the file's own −y.
    let knee =
        |clip: &Clip| clip.world(&clip.rest())[1].translation - clip.world(&clip.rest())[0].translation;
    let y_up = load(&axes((1, 1), (2, 1), (0, 1), 1.0), ImportOptions::default());
    assert_eq!((y_up.source.unit_m, y_up.source.up), (0.01, Up::Y));
    assert!(knee(&y_up).distance(DVec3::new(0.0, -0.4, 0.0)) < 1e-9, "{}", knee(&y_up));
    let z_up = load(&axes((2, 1), (1, -1), (0, 1), 2.54), ImportOptions::default());
    assert!((z_up.source.unit_m - 0.0254).abs() < 1e-12 && z_up.source.up == Up::Z);
    assert!(knee(&z_up).distance(DVec3::new(0.0, 0.0, 1.016)) < 1e-9, "{}", knee(&z_up));
    let x_up = load(&axes((0, 1), (2, 1), (1, -1), 1.0), ImportOptions::default());
    assert!(knee(&x_up).distance(DVec3::new(0.4, 0.0, 0.0)) < 1e-9, "{}", knee(&x_up));
    assert!(
        x_up.source.assumptions.iter().any(|a| a.said().contains("up: PositiveX")),
        "{:?}",
        x_up.source.assumptions
    );
    let options = ImportOptions { unit_m: Some(1.0), up: Some(Up::Z), ..Default::default() };
    let asked = load(&axes((1, 1), (2, 1), (0, 1), 1.0), options);
    assert!(knee(&asked).distance(DVec3::new(0.0, 0.0, 40.0)) < 1e-9, "{}", knee(&asked));
}

/// An error, or a clip that is finite throughout.
fn check(bytes: &[u8]) -> Option<Clip> {
    let clip = import("changed.fbx", bytes, &ImportOptions::default()).ok()?;
    assert!(clip.locals.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
    assert!(clip.joints.iter().all(|j| j.rest.translation.is_finite() && j.rest.rotation.is_normalized()));
    Some(clip)
}

#[test]
fn every_prefix_is_an_error_or_told() {
    for whole in [text(&small()), binary(&small())] {
        let good = check(&whole).unwrap();
        for length in 0..whole.len() {
            let Some(clip) = check(&whole[..length]) else { continue };
            // Between two records of a text nothing is open; what is missing then is the motion, and that is told.
            assert!(
                clip.locals == good.locals || !clip.source.warnings.is_empty(),
                "{length} of {}",
                whole.len()
            );
        }
    }
}

#[test]
fn every_changed_or_missing_byte_is_an_error_or_a_clip() {
    for whole in [text(&small()), binary(&small())] {
        for at in 0..whole.len() {
            for value in [0, b' ', b'"', b'*', b'-', b'9', b'{', b'}', 0x7f, 0x80, 0xff, whole[at] ^ 1] {
                let mut changed = whole.clone();
                changed[at] = value;
                check(&changed);
            }
            let mut shorter = whole.clone();
            shorter.remove(at);
            check(&shorter);
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused_in_words() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert!(error(b"").contains("empty"), "{}", error(b""));
    let noise: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 | 1).collect();
    assert!(error(&noise).contains("no FBX file") || error(&noise).contains("damaged"), "{}", error(&noise));
    let whole = binary(&small());
    let cut = error(&whole[..whole.len() / 2]);
    assert!(cut.contains("truncated or damaged"), "{cut}");
    let text_cut = text(&small());
    let text_cut = error(&text_cut[..text_cut.len() - 5]);
    assert!(text_cut.contains("still open"), "{text_cut}");
    let mut circle = small();
    circle[3].2[0].1[2] = adverb_testdata::fbx::Value::Int(2);
    let circle = error(&text(&circle));
    assert!(circle.contains("Cyclic node hierarchy"), "{circle}");
    let nothing = Made { settings: vec![], bones: vec![], takes: vec![] };
    let nothing = error(&text(&nothing.records()));
    assert!(nothing.contains("it has no skeleton"), "{nothing}");
}

#[test]
fn names_are_told_apart_and_may_be_anything() {
    let bones =
        || vec![("a b:c/d|e ☃", 0, vec![]), ("twin", 1, vec![]), ("twin", 1, vec![]), ("", 1, vec![])];
    let made = || Made { settings: vec![], bones: bones(), takes: vec![] }.records();
    for bytes in [text(&made()), binary(&made())] {
        let clip = read(&bytes).unwrap();
        let names: Vec<_> = clip.joints.iter().map(|j| j.name.as_str()).collect();
        assert_eq!(names, ["a b:c/d|e ☃", "twin", "twin_2", "node_4"]);
        assert!(
            clip.source.warnings.iter().any(|w| w.said().contains("twin_2")),
            "{:?}",
            clip.source.warnings
        );
    }
}

#[test]
fn nodes_nested_too_deep_are_refused_and_long_takes_cannot_ask_for_the_memory() {
    let bones = (0..3000).map(|i| ("b", i, vec![])).collect();
    let deep = Made { settings: vec![], bones, takes: vec![] };
    let error = read(&text(&deep.records())).map(|clip| clip.joints.len()).unwrap_err().to_string();
    assert!(error.contains("deeper than 1024"), "{error}");
    let keys = vec![(0.0, 0.0), (9e7, 90.0)];
    let long = Made {
        settings: vec![],
        bones: vec![("b", 0, vec![])],
        takes: vec![("Long", 9e7, vec![Curve(1, "Lcl Rotation", "d|X", [0.0; 3], keys)])],
    };
    let error = read(&text(&long.records())).unwrap_err().to_string();
    assert!(error.contains("take 'Long'") && error.contains("does not justify"), "{error}");
}

#[test]
fn the_pose_of_a_skin_and_the_defects_of_a_file_are_told() {
    let told = |records: &[Record]| {
        let source = read(&text(records)).expect("a clip").source;
        [source.warnings, source.assumptions].concat()
    };
    let skinned = told(&mesh());
    tells(&skinned, Criterion::RestPose, Verdict::Note, ["", "made.fbx"]);
    tells(&skinned, Criterion::NoMotion, Verdict::Warning, ["", "made.fbx"]);
    // A corner that refers to a texture coordinate that is missing.
    let written = String::from_utf8(text(&mesh())).expect("text");
    let (before, after) = written.split_once("UVIndex").expect("texture coordinates");
    let damaged = format!("{before}UVIndex{}", after.replacen("2", "9", 2));
    let read = read_mesh("made.fbx", damaged.as_bytes(), &mut |_| None).expect("a mesh");
    tells(&read.warnings, Criterion::Damaged, Verdict::Warning, ["", "made.fbx"]);
}
