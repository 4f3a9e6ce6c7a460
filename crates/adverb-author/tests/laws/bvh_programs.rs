//! BVH as programs write it: their names for joints, their orders of channels, their units and axes, on one walk of which
//! everything is known.

use std::sync::Arc;

use adverb::body::Part;
use adverb_author::Clip;
use adverb_author::character::Character;
use adverb_author::clip::Up;
use adverb_author::finding::Verdict;
use adverb_author::import::{ImportOptions, import};
use adverb_author::rig;
use adverb_author::sides::Side;
use adverb_testdata::mixamo;
use glam::{DQuat, DVec3, EulerRot};

use crate::characters::made::walk;

/// How a program writes.
struct Program {
    called: &'static str,
    unit_m: f64,
    up: Up,
    order: (EulerRot, &'static str),
    /// Every joint has position channels, which repeat its offset.
    positions: bool,
    name: fn(&str) -> String,
}

/// The built-in figure's joints, by side and part.
fn renamed(name: &str, sided: impl Fn(&str, &str) -> String, middle: &[(&str, &str)]) -> String {
    let side = ["Left", "Right"].into_iter().find(|side| name.starts_with(side));
    match side {
        Some(side) => sided(side, &name[side.len()..]),
        None => middle.iter().find(|(own, _)| *own == name).map_or(name, |(_, other)| other).into(),
    }
}

fn biped(name: &str) -> String {
    let sided = |side: &str, part: &str| {
        let part = match part {
            "Shoulder" => "Clavicle",
            "Arm" => "UpperArm",
            "ForeArm" => "Forearm",
            "UpLeg" => "Thigh",
            "Leg" => "Calf",
            "ToeBase" => "Toe0",
            same => same,
        };
        format!("Bip01 {} {part}", &side[..1])
    };
    let own = renamed(name, sided, &[("Hips", "Pelvis"), ("Chest", "Spine1")]);
    if own.starts_with("Bip01") { own } else { format!("Bip01 {own}") }
}

fn rokoko(name: &str) -> String {
    let sided = |side: &str, part: &str| {
        let part = match part {
            "UpLeg" => "Thigh",
            "Leg" => "Shin",
            "ToeBase" => "Toe",
            same => same,
        };
        format!("{side}{part}")
    };
    renamed(name, sided, &[("Spine", "Spine1"), ("Chest", "Spine4")])
}

fn neuron(name: &str) -> String {
    format!("Robot_{}", renamed(name, |side, part| format!("{side}{part}"), &[("Chest", "Spine3")]))
}

const PROGRAMS: [Program; 4] = [
    Program {
        called: "Biped in inches, Z up",
        unit_m: 0.0254,
        up: Up::Z,
        order: (EulerRot::ZXY, "Zrotation Xrotation Yrotation"),
        positions: false,
        name: biped,
    },
    Program {
        called: "Biped in centimetres",
        unit_m: 0.01,
        up: Up::Y,
        order: (EulerRot::XYZ, "Xrotation Yrotation Zrotation"),
        positions: true,
        name: biped,
    },
    Program {
        called: "Rokoko",
        unit_m: 0.01,
        up: Up::Y,
        order: (EulerRot::ZYX, "Zrotation Yrotation Xrotation"),
        positions: true,
        name: rokoko,
    },
    Program {
        called: "Perception Neuron",
        unit_m: 0.01,
        up: Up::Y,
        order: (EulerRot::YXZ, "Yrotation Xrotation Zrotation"),
        positions: true,
        name: neuron,
    },
];

impl Program {
    /// From metres and Y up.
    fn turn(&self) -> DQuat {
        match self.up {
            Up::Y => DQuat::IDENTITY,
            Up::Z => DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
        }
    }

    fn place(&self, place: DVec3) -> String {
        let DVec3 { x, y, z } = self.turn() * place / self.unit_m;
        format!("{x:.6} {y:.6} {z:.6}")
    }

    fn write(&self, clip: &Clip) -> String {
        let mut text = String::from("HIERARCHY\r\n");
        self.joint(clip, 0, &mut text);
        text +=
            &format!("MOTION\r\nFrames:\t{}\r\nFrame Time:\t{:.6}\r\n", clip.frame_count(), 1.0 / clip.fps);
        for frame in 0..clip.frame_count() {
            let locals = clip.frame(frame).iter().zip(&clip.joints);
            for (j, (local, _)) in locals.enumerate().filter(|(_, (_, joint))| !joint.end) {
                if j == 0 || self.positions {
                    text += &format!("{} ", self.place(local.translation));
                }
                let turned = self.turn() * local.rotation * self.turn().inverse();
                let (a, b, c) = turned.to_euler(self.order.0);
                text += &format!("{:.6} {:.6} {:.6} ", a.to_degrees(), b.to_degrees(), c.to_degrees());
            }
            text += "\r\n";
        }
        text
    }

    fn joint(&self, clip: &Clip, joint: usize, text: &mut String) {
        let own = &clip.joints[joint];
        *text += &match (own.end, own.parent) {
            (true, _) => "End Site\r\n".into(),
            (false, None) => format!("ROOT {}\r\n", (self.name)(&own.name)),
            (false, Some(_)) => format!("JOINT {}\r\n", (self.name)(&own.name)),
        };
        *text += &format!("{{\r\n\tOFFSET {}\r\n", self.place(own.rest.translation));
        if !own.end {
            *text += &match joint == 0 || self.positions {
                true => format!("\tCHANNELS 6 Xposition Yposition Zposition {}\r\n", self.order.1),
                false => format!("\tCHANNELS 3 {}\r\n", self.order.1),
            };
        }
        for child in (0..clip.joints.len()).filter(|&child| clip.joints[child].parent == Some(joint)) {
            self.joint(clip, child, text);
        }
        *text += "}\r\n";
    }
}

#[test]
fn files_of_capture_programs_are_read_with_their_unit_axis_and_joints() {
    let (gait, _) = walk();
    for program in &PROGRAMS {
        let called = program.called;
        let clip =
            import("made.bvh", program.write(&gait.clip).as_bytes(), &ImportOptions::default()).unwrap();
        assert_eq!((clip.source.unit_m, clip.source.up), (program.unit_m, program.up), "{called}");
        assert_eq!(clip.source.warnings, [], "{called}");
        let roles = clip.roles();
        let named = |part, side| roles.joint(part, side).map(|joint| clip.joints[joint].name.clone());
        for (part, name) in [(Part::Hips, "Hips"), (Part::Neck, "Neck"), (Part::Head, "Head")] {
            assert_eq!(named(part, None), Some((program.name)(name)), "{called}: {part:?}");
        }
        let sided = [
            (Part::UpLeg, "UpLeg"),
            (Part::Knee, "Leg"),
            (Part::Foot, "Foot"),
            (Part::Toe, "ToeBase"),
            (Part::Shoulder, "Shoulder"),
            (Part::Arm, "Arm"),
            (Part::Elbow, "ForeArm"),
            (Part::Hand, "Hand"),
        ];
        for (side, word) in [(Side::Left, "Left"), (Side::Right, "Right")] {
            for (part, name) in sided {
                let name = (program.name)(&format!("{word}{name}"));
                assert_eq!(named(part, Some(side)), Some(name), "{called}: {side:?} {part:?}");
            }
        }
        for frame in [0, 20, 41] {
            let own = gait.clip.world(gait.clip.frame(frame));
            let read = clip.world(clip.frame(frame));
            for joint in gait.clip.joints.iter().filter(|joint| !joint.end) {
                let at = gait.clip.joint_named(&joint.name).expect("its own");
                let there = clip.joint_named(&(program.name)(&joint.name)).expect("the same");
                let far = own[at].translation.distance(read[there].translation);
                assert!(far < 1e-4, "{called}: {} is {far} m off", joint.name);
            }
        }
    }
}

#[test]
fn a_character_follows_files_of_capture_programs() {
    let (gait, _) = walk();
    let character = Character::read("mixamo.glb", &mixamo::Figure::default().glb(), &mut |_| None).unwrap();
    let driven = |text: &str| {
        let clip = import("made.bvh", text.as_bytes(), &ImportOptions::default()).unwrap();
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        character.driven(&skeleton, &clip, &[], &[]).unwrap()
    };
    let plain = Program { name: |name| name.into(), called: "", ..PROGRAMS[1] };
    let expected = driven(&plain.write(&gait.clip)).clip;
    for program in &PROGRAMS {
        let own = driven(&program.write(&gait.clip));
        let loud: Vec<_> = own.warnings.iter().filter(|found| found.verdict > Verdict::Good).collect();
        assert!(loud.is_empty(), "{}: {loud:?}", program.called);
        let (a, b) = (own.clip.world(own.clip.frame(30)), expected.world(expected.frame(30)));
        let far = a.iter().zip(&b).map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f64::max);
        // Names and roles spread the spine differently.
        assert!(far < 1e-2, "{}: {far} m off", program.called);
    }
}
