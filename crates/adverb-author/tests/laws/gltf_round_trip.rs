//! What is written as GLB reads back as it was.

use adverb_author::Clip;
use adverb_author::clip::{ClipJoint, Format, Source, Transform, Up};
use adverb_author::formats::gltf::{self, clip::WriteOptions};
use adverb_author::import::{self, ImportOptions};
use glam::{DQuat, DVec3, EulerRot};
use std::path::Path;

fn clip(
    joints: Vec<ClipJoint>,
    fps: f64,
    frames: usize,
    local: impl Fn(usize, &ClipJoint, f64) -> Transform,
) -> Clip {
    let frame = |f: usize| {
        joints.iter().enumerate().map(|(j, joint)| local(j, joint, f as f64 / fps)).collect::<Vec<_>>()
    };
    let locals = (0..frames).flat_map(frame).collect();
    let source = Source {
        file: "made".into(),
        format: Format::Bvh,
        unit_m: 1.0,
        up: Up::Y,
        warnings: vec![],
        assumptions: vec![],
    };
    Clip { joints, fps, locals, source }
}

fn joint(name: &str, parent: Option<usize>, offset: [f64; 3], end: bool) -> ClipJoint {
    let rest = Transform { translation: offset.into(), rotation: DQuat::IDENTITY };
    ClipJoint { name: name.into(), parent, rest, end }
}

/// Two legs, one that never turns, and ends of several names.
fn figure() -> Vec<ClipJoint> {
    let mut joints = vec![
        joint("Hips", None, [0.0, 0.9, 0.0], false),
        joint("Thigh", Some(0), [0.1, 0.0, 0.0], false),
        joint("Still", Some(0), [-0.1, 0.0, 0.0], false),
        joint("Shin", Some(1), [0.0, -0.4, 0.0], false),
        joint("Shin_End", Some(3), [0.0, -0.4, 0.01], true),
        joint("Site", Some(2), [0.0, -0.8, 0.0], true),
        joint("Not_An_End", Some(0), [0.0, 0.5, 0.0], false),
        joint("Zero_End", Some(6), [0.0, 0.0, 0.0], true),
    ];
    joints[1].rest.rotation = DQuat::from_rotation_z(0.3);
    joints
}

fn swing(j: usize, joint: &ClipJoint, t: f64) -> Transform {
    if joint.end || joint.name == "Still" {
        return joint.rest;
    }
    // More than a full turn, so that the quaternion changes sides.
    let turn = DQuat::from_euler(EulerRot::XYZ, 4.0 * t + j as f64, (5.0 * t).sin(), 0.2);
    let travel = if j == 0 { DVec3::new(1.3 * t, 0.02 * (9.0 * t).sin(), 20.0) } else { DVec3::ZERO };
    Transform { translation: joint.rest.translation + travel, rotation: joint.rest.rotation * turn }
}

/// Asserts that two clips are the same up to the precision of f32, and returns the greatest distance between joints.
fn assert_same(made: &Clip, read: &Clip) -> f64 {
    let plain =
        |clip: &Clip| clip.joints.iter().map(|j| (j.name.clone(), j.parent, j.end)).collect::<Vec<_>>();
    assert_eq!(plain(made), plain(read));
    assert_eq!(made.fps, read.fps);
    assert_eq!(made.frame_count(), read.frame_count());
    let mut worst: f64 = 0.0;
    for f in 0..made.frame_count() {
        for (a, b) in made.world(made.frame(f)).iter().zip(read.world(read.frame(f))) {
            worst = worst.max(a.translation.distance(b.translation));
            assert!(a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6, "frame {f}");
        }
    }
    for (a, b) in made.world(&made.rest()).iter().zip(read.world(&read.rest())) {
        worst = worst.max(a.translation.distance(b.translation));
    }
    assert!(worst < 1e-4, "{worst} m apart");
    worst
}

fn round_trip(made: &Clip) -> Clip {
    let read = gltf::clip::read("made.glb", &gltf::clip::write(made)).unwrap();
    assert_eq!((read.source.format, read.source.up, read.source.unit_m), (Format::Glb, Up::Y, 1.0));
    assert!(read.source.warnings.is_empty(), "{:?}", read.source.warnings);
    read
}

#[test]
fn a_made_clip_survives_with_its_ends_rate_and_order() {
    for fps in [30.0, 1.0 / 0.0333333, 120.0, 59.94, 0.5, 7.3] {
        let made = clip(figure(), fps, 61, swing);
        assert_same(&made, &round_trip(&made));
    }
}

#[test]
fn without_bones_only_the_mesh_is_gone() {
    let made = clip(figure(), 30.0, 20, swing);
    let bare = gltf::clip::write_with(&made, WriteOptions { bones: false, ..WriteOptions::default() });
    assert!(bare.len() < gltf::clip::write(&made).len());
    assert_same(&made, &gltf::clip::read("bare.glb", &bare).unwrap());
}

#[test]
fn a_clip_of_one_frame_keeps_its_pose_and_rate() {
    let made = clip(figure(), 90.0, 1, |j, joint, _| swing(j, joint, 0.7));
    assert_same(&made, &round_trip(&made));
}

#[test]
fn a_clip_in_which_nothing_moves_keeps_its_frames() {
    let made = clip(figure(), 25.0, 12, |_, joint, _| joint.rest);
    assert_same(&made, &round_trip(&made));
    let posed = clip(figure(), 25.0, 12, |j, joint, _| swing(j, joint, 0.4));
    assert_same(&posed, &round_trip(&posed));
}

#[test]
fn a_clip_without_frames_keeps_its_rest_pose_and_says_so() {
    let made = clip(figure(), 30.0, 0, swing);
    let read = gltf::clip::read("rest.glb", &gltf::clip::write(&made)).unwrap();
    assert_same(&made, &read);
    assert!(read.source.warnings[0].said().contains("rest pose"), "{:?}", read.source.warnings);
}

#[test]
fn several_roots_and_single_joints_survive() {
    let joints = vec![
        joint("A", None, [0.0, 1.0, 0.0], false),
        joint("B", None, [2.0, 1.0, 0.0], false),
        joint("B_End", Some(1), [0.0, 0.3, 0.0], true),
        joint("A2", Some(0), [0.0, 0.3, 0.0], false),
        joint("C", None, [0.0; 3], false),
    ];
    let made = clip(joints, 60.0, 40, swing);
    assert_same(&made, &round_trip(&made));
}

#[test]
fn a_clip_without_joints_is_written_and_refused() {
    let made = clip(vec![], 30.0, 0, swing);
    let error = gltf::clip::read("none.glb", &gltf::clip::write(&made)).unwrap_err().to_string();
    assert!(error.starts_with("none.glb: it has no skeleton"), "{error}");
}

#[test]
fn rotations_are_written_without_changing_sides() {
    let made = clip(figure(), 30.0, 200, |j, joint, t| {
        let mut local = swing(j, joint, t);
        if (t * 30.0) as usize % 2 == 1 {
            local.rotation = -local.rotation;
        }
        local
    });
    let bytes = gltf::clip::write(&made);
    let json_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let document: serde_json::Value = serde_json::from_slice(&bytes[20..20 + json_len]).unwrap();
    let mut checked = 0;
    for accessor in document["accessors"].as_array().unwrap() {
        if accessor["type"] != "VEC4" || accessor["componentType"] != 5126 {
            continue;
        }
        let view = &document["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let at = 28 + json_len + view["byteOffset"].as_u64().unwrap() as usize;
        let bytes = &bytes[at..][..view["byteLength"].as_u64().unwrap() as usize];
        let floats: Vec<f32> = bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        for pair in floats.chunks(4).collect::<Vec<_>>().windows(2) {
            assert!(pair[0].iter().zip(pair[1]).map(|(a, b)| a * b).sum::<f32>() > 0.0);
            checked += 1;
        }
    }
    assert!(checked > 500);
}

fn bvh(path: &Path) -> Clip {
    let name = path.file_name().unwrap().to_string_lossy();
    import::import(&name, &std::fs::read(path).unwrap(), &ImportOptions::default()).unwrap()
}

#[test]
fn every_joint_of_every_recording_survives_within_a_tenth_of_a_millimetre() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let (mut files, mut worst) = (0, 0.0f64);
    for path in adverb_testdata::files_below(&data.join("motion"), "bvh") {
        let made = bvh(&path);
        worst = worst.max(assert_same(&made, &round_trip(&made)));
        files += 1;
    }
    assert!(files > 60, "{files}");
    eprintln!("{files} recordings, at most {} mm", worst * 1e3);
}

#[test]
fn a_recording_reads_back_without_adverb_s_notes() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let path = &adverb_testdata::files_below(&data.join("motion/walk-styles"), "bvh")[3];
    let made = bvh(path);
    let bytes = gltf::clip::write(&made);
    // Other tools drop `extras`; of the same length, so that nothing else changes.
    let at = |from: usize| bytes[from..].windows(8).position(|w| w == b"\"extras\"").map(|at| from + at);
    let mut stripped = bytes.clone();
    let mut next = at(0);
    while let Some(found) = next {
        stripped[found + 1..found + 7].copy_from_slice(b"nothin");
        next = at(found + 1);
    }
    let mut read = gltf::clip::read("stripped.glb", &stripped).unwrap();
    assert!((read.fps / made.fps - 1.0).abs() < 1e-6, "{}", read.fps);
    read.fps = made.fps;
    assert_same(&made, &read);
}
