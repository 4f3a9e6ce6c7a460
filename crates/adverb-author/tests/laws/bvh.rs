//! BVH as tools write it, and as it must be written for all of them.

use adverb_author::clip::{Clip, ClipJoint, Format, Source, Transform, Up};
use adverb_author::formats::bvh::{self, Positions, ReadOptions, WriteOptions, zxy_degrees};
use glam::{DQuat, DVec3, EulerRot};
use proptest::prelude::*;

fn read(text: &str) -> Clip {
    bvh::read("made.bvh", text.as_bytes(), &ReadOptions::default()).unwrap()
}

#[test]
fn sloppy_writing_is_read_as_meant() {
    let clip = read(
        "\u{feff}\r\n hierarchy\r\nRoot My Hips:é {\r offset 0 .5 0 channels 4 YROTATION Xposition zrotation YPosition\n\
         joint a b{OFFSET 0 1e0 -0 CHANNELS 0 end site unused {OFFSET 0 0 0}}}\r\n\
         ROOT Prop\n{\nOFFSET 1 2 3\nCHANNELS 1 Xrotation\nEnd Site\n{\nOFFSET 1 1 1\n}\nEnd Site\n{\nOFFSET 2 2 2\n}\n}\n\
         Motion\nframes :\t2\nFRAME TIME:.5\n\n1 2 3\n\n4 5\n+6 7.0 8. .9 1e1",
    );
    assert_eq!(clip.source.warnings, []);
    let names: Vec<_> = clip.joints.iter().map(|j| (j.name.as_str(), j.parent, j.end)).collect();
    assert_eq!(
        names,
        [
            ("My Hips:é", None, false),
            ("a b", Some(0), false),
            ("a b_End", Some(1), true),
            ("Prop", None, false),
            ("Prop_End", Some(3), true),
            ("Prop_End2", Some(3), true),
        ]
    );
    assert_eq!((clip.fps, clip.frame_count()), (2.0, 2));
    let frame = clip.frame(0);
    assert_eq!(frame[0].translation, DVec3::new(2.0, 4.0, 0.0));
    let turn = DQuat::from_rotation_y(1f64.to_radians()) * DQuat::from_rotation_z(3f64.to_radians());
    assert!(frame[0].rotation.abs_diff_eq(turn, 1e-12));
    assert_eq!(frame[1], clip.joints[1].rest);
    assert!(frame[3].rotation.abs_diff_eq(DQuat::from_rotation_x(5f64.to_radians()), 1e-12));
    assert_eq!(frame[3].translation, DVec3::new(1.0, 2.0, 3.0));
}

/// A root that travels along x at a height that is its channels' or its offset's.
fn travelling(offset_y: f64, channel_y: f64) -> String {
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 {offset_y} -430\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n\
         MOTION\nFrames: 3\nFrame Time: 1\n0 {channel_y} 1\n50 {channel_y} 1\n100 {channel_y} 1\n"
    )
}

#[test]
fn positions_are_judged_by_the_height_that_results() {
    let height = |text: &str, positions| {
        let options = ReadOptions { positions, up: None };
        bvh::read("made.bvh", text.as_bytes(), &options).unwrap().frame(1)[0].translation
    };
    let (replacing, adding) = (travelling(93.0, 90.0), travelling(93.0, -3.0));
    assert_eq!(height(&replacing, Positions::Auto), DVec3::new(50.0, 90.0, 1.0));
    assert_eq!(height(&adding, Positions::Auto), DVec3::new(50.0, 90.0, -429.0));
    assert_eq!(height(&replacing, Positions::Add), DVec3::new(50.0, 183.0, -429.0));
    assert_eq!(height(&adding, Positions::Replace), DVec3::new(50.0, -3.0, 1.0));
    let told = read(&adding).source.assumptions;
    assert!(told.iter().any(|a| a.said().contains("Hips add to their OFFSET")), "{told:?}");
}

#[test]
fn constant_positions_that_replace_the_offset_are_the_rest_pose() {
    let clip = read(
        "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 0 JOINT b\n{ OFFSET 0 10 0 CHANNELS 3 Xposition Yposition Zposition End Site\n{ OFFSET 0 1 0 } } }\n\
         MOTION Frames: 2 Frame Time: 1\n0 11 0\n0 11 0\n",
    );
    assert_eq!(clip.joints[1].rest.translation, DVec3::new(0.0, 11.0, 0.0));
    assert_eq!(clip.frame(1)[1].translation, DVec3::new(0.0, 11.0, 0.0));
}

#[test]
fn no_frames_leave_the_rest_pose_and_a_warning() {
    let clip = read(
        "HIERARCHY ROOT a\n{ OFFSET 0 1 0 CHANNELS 3 Xposition Yposition Zposition }\nMOTION\nFrames: 0\nFrame Time: 0.1\n",
    );
    assert_eq!((clip.frame_count(), clip.fps), (0, 10.0));
    assert!(clip.source.warnings[0].said().contains("rest pose"), "{:?}", clip.source.warnings);
    assert_eq!(read(&bvh::write(&clip, &WriteOptions::default())).joints[0].rest, clip.joints[0].rest);
}

/// A clip that no BVH file is: rest rotations, a bone that stretches, a leaf without an end, awkward names.
fn awkward() -> Clip {
    let joint = |name: &str, parent, rest| ClipJoint { name: name.into(), parent, rest, end: false };
    let at = |x: f64, y: f64, z: f64, turn: f64| Transform {
        translation: DVec3::new(x, y, z),
        rotation: DQuat::from_euler(EulerRot::XYZ, turn, 2.0 * turn, -turn),
    };
    let joints = vec![
        joint("a {b}\n", None, at(0.0, 1.0, 0.0, 0.3)),
        joint("stretchy", Some(0), at(0.0, 0.5, 0.0, 0.1)),
        joint("", None, at(3.0, 0.0, 0.0, 0.0)),
        joint("leaf", Some(1), at(0.1, 0.2, 0.3, 0.7)),
        joint("other", Some(0), at(0.4, 0.0, 0.0, 1.1)),
    ];
    let locals = (0..20).flat_map(|f| {
        let t = f64::from(f) * 0.4;
        [
            at(t, 1.0, -t, t),
            at(0.0, 0.5 + 0.01 * t, 0.0, -t),
            at(3.0, 0.0, 0.0, 0.0),
            at(0.1, 0.2, 0.3, 2.0 * t),
            at(0.4, 0.0, 0.0, t),
        ]
    });
    Clip {
        joints,
        fps: 29.97,
        locals: locals.collect(),
        source: Source {
            file: "made".into(),
            format: Format::Glb,
            unit_m: 1.0,
            up: Up::Y,
            warnings: vec![],
            assumptions: vec![],
        },
    }
}

#[test]
fn both_meanings_of_positions_read_a_written_file_alike() {
    let clip = awkward();
    let text = bvh::write(&clip, &WriteOptions { unit_m: Some(0.01), up: None });
    let order = ["a _b__", "stretchy", "leaf", "leaf_End", "other", "other_End", "joint", "joint_End"];
    let from = [0, 1, 3, 3, 4, 4, 2, 2];
    for positions in [Positions::Auto, Positions::Replace, Positions::Add] {
        let back =
            bvh::read("back.bvh", text.as_bytes(), &ReadOptions { positions, up: Some(Up::Y) }).unwrap();
        assert_eq!(back.joints.iter().map(|j| j.name.as_str()).collect::<Vec<_>>(), order);
        assert!((back.fps / clip.fps - 1.0).abs() < 1e-12);
        for frame in 0..clip.frame_count() {
            let (expected, found) = (clip.world(clip.frame(frame)), back.world(back.frame(frame)));
            for (found, &j) in found.iter().zip(&from) {
                assert!((found.translation * 0.01).distance(expected[j].translation) < 1e-6);
                assert!(
                    found.rotation.angle_between(expected[j].rotation) < 1e-6 || order[j].ends_with("_End")
                );
            }
        }
    }
}

/// The rotation channels of the only joint of a clip that turns steadily, one degree a frame for three turns.
fn written_angles(axis: DVec3) -> Vec<[f64; 3]> {
    let mut clip = awkward();
    clip.joints.truncate(1);
    let turned = |f| DQuat::from_axis_angle(axis.normalize(), f64::from(f).to_radians());
    clip.locals = (0..1080).map(|f| Transform { rotation: turned(f), ..Transform::IDENTITY }).collect();
    let text = bvh::write(&clip, &WriteOptions::default());
    let rows = text.lines().skip_while(|l| !l.starts_with("Frame Time")).skip(1);
    let angles = |row: &str| row.split(' ').skip(3).map(|v| v.parse().unwrap()).collect::<Vec<f64>>();
    rows.map(|row| angles(row).try_into().unwrap()).collect()
}

#[test]
fn written_angles_are_continuous_where_the_rotation_is() {
    // Passing by gimbal lock, the outer angles must swing round, but over several frames.
    for pair in written_angles(DVec3::new(1.0, 0.1, 0.05)).windows(2) {
        assert!((0..3).all(|k| (pair[0][k] - pair[1][k]).abs() < 30.0), "{pair:?}");
    }
    // Passing through it, they need not.
    for (f, angles) in written_angles(DVec3::X).iter().enumerate() {
        assert!(
            angles[0].abs() < 1e-6 && (angles[1] - f as f64).abs() < 1e-6 && angles[2].abs() < 1e-6,
            "{f}: {angles:?}"
        );
    }
}

fn composed([z, x, y]: [f64; 3]) -> DQuat {
    DQuat::from_rotation_z(z.to_radians())
        * DQuat::from_rotation_x(x.to_radians())
        * DQuat::from_rotation_y(y.to_radians())
}

fn apart(a: DQuat, b: DQuat) -> f64 {
    2.0 * (a - b).length().min((a + b).length())
}

#[test]
fn angles_are_exact_at_and_near_gimbal_lock() {
    for x in [90.0, -90.0, 450.0] {
        for off in [0.0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2] {
            for (z, y) in [(0.0, 0.0), (33.0, -71.0), (180.0, 180.0), (-123.0, 45.0)] {
                let rotation = composed([z, x + off, y]);
                let found = zxy_degrees(rotation, [10.0, 80.0, -20.0]);
                assert!(apart(composed(found), rotation) < 1e-9, "{z} {x} {y} {off}: {found:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn angles_make_the_rotation_again(q in prop::array::uniform4(-1.0f64..1.0), near in prop::array::uniform3(-720.0f64..720.0)) {
        prop_assume!(q.iter().map(|c| c * c).sum::<f64>() > 1e-3);
        let rotation = DQuat::from_array(q).normalize();
        let found = zxy_degrees(rotation, near);
        prop_assert!(apart(composed(found), rotation) < 1e-9, "{found:?}");
    }

    #[test]
    fn angles_near_the_last_ones_stay_near(angles in prop::array::uniform3(-700.0f64..700.0), step in prop::array::uniform3(-0.5f64..0.5)) {
        prop_assume!((angles[1].to_radians().cos()).abs() > 0.1);
        let moved: [f64; 3] = std::array::from_fn(|k| angles[k] + step[k]);
        let found = zxy_degrees(composed(moved), angles);
        prop_assert!(found.iter().zip(moved).all(|(f, m)| (f - m).abs() < 1e-6), "{found:?} {moved:?}");
    }
}
