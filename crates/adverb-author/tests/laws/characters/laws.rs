//! What moving a mesh promises, on meshes of which everything is known.

use adverb_author::clip::ClipJoint;
use adverb_author::finding::{Criterion, Verdict};
use adverb_author::gait::SOLE_M;
use adverb_author::retarget::Performance;
use adverb_author::sides::Side;
use glam::{DQuat, DVec3};

use super::made::{Figure, places, t_pose, walk, walking, world};
use crate::findings::told::tells;

/// The directions of all bones in every frame.
fn directions(figure: &Figure) -> Vec<Vec<DVec3>> {
    let clip = walking(figure).clip;
    let of = |f: usize| {
        let world = world(&clip, f);
        let bones = clip.joints.iter().enumerate().filter_map(|(j, joint)| Some((j, joint.parent?)));
        bones.map(|(j, p)| (world[j].translation - world[p].translation).normalize()).collect()
    };
    (0..clip.frame_count()).map(of).collect()
}

/// Bones whose ends are joints that follow others: what hangs loose at the tips has no say.
fn assert_same_directions(a: &[Vec<DVec3>], b: &[Vec<DVec3>], most: f64) {
    let far = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(far < most, "bones point {far} apart");
}

#[test]
fn a_mesh_on_the_motions_own_skeleton_moves_as_the_motion() {
    let (gait, _) = walk();
    let driven = walking(&t_pose());
    assert!(driven.warnings.is_empty(), "{:?}", driven.warnings);
    for f in 0..gait.clip.frame_count() {
        for (own, meshs) in world(&gait.clip, f).iter().zip(world(&driven.clip, f)) {
            assert!(own.translation.distance(meshs.translation) < 1e-5);
            assert!(own.rotation.dot(meshs.rotation).abs() > 1.0 - 1e-10);
        }
    }
}

#[test]
fn the_pose_that_a_mesh_was_bound_in_does_not_matter() {
    assert_same_directions(&directions(&t_pose()), &directions(&t_pose().in_a_pose()), 1e-5);
}

#[test]
fn neither_rolls_nor_axes_nor_unit_of_a_mesh_matter() {
    let rolled = t_pose().in_a_pose().rolled();
    assert_same_directions(&directions(&t_pose()), &directions(&rolled), 1e-5);
    let plain = walking(&t_pose()).clip;
    let lying = walking(&Figure { unit_m: 0.01, lying: true, ..rolled }).clip;
    for name in ["Head", "LeftHand", "RightToeBase"] {
        let (own, other) = (places(&plain, name), places(&lying, name));
        let far = own.iter().zip(other).map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
        assert!(far < 1e-5, "{name}: {far}");
    }
}

/// Legs, and bones within them, of other lengths.
fn others() -> [(&'static str, Figure); 5] {
    [
        ("a child", t_pose().larger(0.6)),
        ("a giant", t_pose().larger(2.5)),
        ("short thighs", t_pose().with_longer(&["Leg"], 0.8)),
        ("long shanks and feet", t_pose().with_longer(&["Foot", "ToeBase"], 1.3)),
        ("wide hips", t_pose().with_longer(&["UpLeg"], 1.6)),
    ]
}

#[test]
fn feet_that_stand_in_the_motion_stand_on_any_legs() {
    let (gait, _) = walk();
    for (what, figure) in others() {
        let clip = walking(&figure).clip;
        for support in &gait.supports {
            let side = support.side;
            let ball = &places(&clip, &format!("{side:?}ToeBase"))[support.from..=support.to];
            let level: Vec<DVec3> = ball.iter().map(|p| p.with_y(0.0)).collect();
            let slide = level.iter().map(|p| p.distance(level[level.len() / 2])).fold(0.0, f64::max);
            assert!(slide < 0.005, "{what}: the {side:?} foot slides {:.1} mm", 1000.0 * slide);
        }
    }
}

#[test]
fn soles_stand_on_the_ground_and_never_sink_in() {
    for (what, figure) in others() {
        let clip = walking(&figure).clip;
        for side in Side::BOTH {
            let balls = places(&clip, &format!("{side:?}ToeBase"));
            let lowest = balls.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
            // The made sole is so far below the ball.
            assert!((lowest - SOLE_M).abs() < 0.005, "{what}: {lowest} instead of {SOLE_M}");
        }
    }
}

#[test]
fn strides_are_as_long_as_legs() {
    let (gait, _) = walk();
    let way = |places: &[DVec3]| (places[gait.keys[2]] - places[gait.keys[0]]).with_y(0.0).length();
    let own = way(&places(&gait.clip, "Hips"));
    for factor in [0.5, 0.8, 1.3, 3.0] {
        let longer = ["Leg", "Foot"];
        // Of the names that end so, hips keep their width: LeftUpLeg ends in Leg too.
        let mut figure = t_pose().with_longer(&longer, factor);
        for joint in figure.joints.iter_mut().filter(|j| j.name.ends_with("UpLeg")) {
            joint.rest.translation /= factor;
        }
        let stride = way(&places(&walking(&figure).clip, "Hips"));
        assert!((stride / own / factor - 1.0).abs() < 0.02, "{factor}: {stride} for {own}");
    }
}

#[test]
fn no_bone_changes_its_length() {
    for (what, figure) in others() {
        let clip = walking(&figure).clip;
        for f in 0..clip.frame_count() {
            for (local, joint) in clip.frame(f).iter().zip(&clip.joints).skip(1) {
                assert!(local.translation.distance(joint.rest.translation) < 1e-9, "{what}: {}", joint.name);
            }
        }
    }
}

#[test]
fn a_cycle_stays_one() {
    let (gait, skeleton) = walk();
    let (from, to) = (gait.keys[0], gait.keys[2]);
    let mut clip = gait.clip.clone();
    let n = clip.joints.len();
    clip.locals = clip.locals[from * n..(to + 1) * n].to_vec();
    // The gait is made of whole frames; its last is made the first again, farther on.
    let last = clip.frame_count() - 1;
    for j in 1..n {
        clip.locals[last * n + j] = clip.locals[j];
    }
    for (what, figure) in others() {
        let driven = figure.character().driven(&skeleton, &clip, &[], &[]).unwrap().clip;
        for j in 1..n {
            let turned = driven.frame(0)[j].rotation.angle_between(driven.frame(last)[j].rotation);
            assert!(turned < 0.01, "{what}: {} by {turned}", driven.joints[j].name);
        }
    }
}

/// As Unreal names them.
fn foreign(_: usize, name: &str) -> String {
    let (side, part) = match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(part), _) => ("_l", part),
        (_, Some(part)) => ("_r", part),
        _ => ("", name),
    };
    let part = match part {
        "Hips" => "pelvis",
        "UpLeg" => "thigh",
        "Leg" => "calf",
        "Foot" => "foot",
        "ToeBase" => "ball",
        "Spine" => "spine_01",
        "Chest" => "spine_02",
        "Neck" => "neck_01",
        "Shoulder" => "clavicle",
        "Arm" => "upperarm",
        "ForeArm" => "lowerarm",
        "Hand" => "hand",
        other => return format!("{side}{}", other.to_lowercase()),
    };
    format!("{part}{side}")
}

#[test]
fn joints_of_other_names_are_found_by_what_they_are_for() {
    let named = t_pose().named(foreign);
    assert!(named.joints.iter().any(|j| j.name == "upperarm_l"));
    assert_same_directions(&directions(&t_pose()), &directions(&named), 1e-5);
}

#[test]
fn a_map_by_hand_does_what_names_would() {
    let (gait, skeleton) = walk();
    let numbered = t_pose().named(|j, _| format!("j{j}"));
    let character = numbered.character();
    let error = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap_err().to_string();
    assert!(error.contains("made.glb") && error.contains("hips"), "{error}");
    let ends: Vec<bool> = t_pose().joints.iter().map(|j| j.end).collect();
    let map: Vec<(String, String)> = t_pose()
        .joints
        .iter()
        .enumerate()
        .filter(|(j, _)| !ends[*j])
        .map(|(j, joint)| (joint.name.clone(), format!("j{j}")))
        .collect();
    let driven = character.driven(&skeleton, &gait.clip, &[], &map).unwrap().clip;
    for f in 0..driven.frame_count() {
        for (own, meshs) in world(&gait.clip, f).iter().zip(world(&driven, f)) {
            assert!(own.translation.distance(meshs.translation) < 1e-5);
        }
    }
}

#[test]
fn a_name_in_the_map_that_nobody_has_is_an_error_with_a_suggestion() {
    let (gait, skeleton) = walk();
    let character = t_pose().character();
    let error = |own: &str, meshs: &str| {
        character.driven(&skeleton, &gait.clip, &[], &[(own.into(), meshs.into())]).unwrap_err().to_string()
    };
    let own = error("Hip", "Hips");
    assert!(own.contains("the skeleton has no joint named \"Hip\"; did you mean \"Hips\"?"), "{own}");
    let meshs = error("Hips", "LeftUpLe");
    assert!(meshs.contains("the mesh has no joint named") && meshs.contains("LeftUpLeg"), "{meshs}");
}

#[test]
fn joints_that_nothing_moves_keep_their_rest_and_that_is_good() {
    let mut figure = t_pose();
    let mut tail = figure.joints[0].clone();
    (tail.name, tail.parent) = ("Tail".into(), Some(0));
    tail.rest.translation = DVec3::new(0.0, 0.0, -0.3);
    figure.joints.push(tail);
    let driven = walking(&figure);
    let last = figure.joints.len() - 1;
    tells(&driven.warnings, Criterion::StillJoints, Verdict::Good, ["", "made.glb"]);
    assert!(driven.warnings[0].said().contains("keep their rest pose: Tail"), "{:?}", driven.warnings);
    for f in 0..driven.clip.frame_count() {
        assert!(driven.clip.frame(f)[last].rotation.angle_between(figure.joints[last].rest.rotation) < 1e-5);
    }
}

#[test]
fn a_binding_says_in_numbers_what_the_motion_does_to_the_mesh() {
    let (gait, skeleton) = walk();
    let figure = Figure { unit_m: 0.01, lying: true, ..t_pose().in_a_pose().rolled() };
    let character = figure.character();
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    let performance = Performance::of(&skeleton, &gait.clip, &[]).unwrap();
    let source = Performance::figure(&skeleton, &[&performance]);
    let binding = character.follows(&source, &[&gait.clip], &[]).unwrap().binding;
    assert_eq!((binding.proportions.scale, binding.legs.len(), binding.hips), (1.0, 2, 0));
    let (own, meshs) = (world(&gait.clip, 9), world(&driven, 9));
    for (joint, meshs) in binding.joints.iter().zip(&meshs) {
        let Some(source) = joint.follows.filter(|own| own.from == own.to).map(|own| own.from) else {
            continue;
        };
        let aligned = own[source].rotation * skeleton.joints()[source].rig_axes.as_dquat().inverse();
        let turned = aligned * joint.turn;
        assert!(turned.dot(meshs.rotation).abs() > 1.0 - 1e-9);
    }
}

#[test]
fn what_a_mesh_cannot_do_is_told() {
    let made = ["", "made.glb"];
    // An arm that grows from the hips.
    let mut armed = t_pose();
    let parts = ["LeftArm", "LeftForeArm", "LeftHand"];
    for (number, part) in parts.iter().enumerate() {
        let joint = armed.joints.iter_mut().find(|joint| joint.name == *part).expect(part);
        joint.name = format!("Tentacle{number}");
        joint.parent = joint.parent.filter(|_| number > 0).or(Some(0));
    }
    let told = walking(&armed.rolled()).warnings;
    tells(&told, Criterion::StillJoints, Verdict::Warning, made);
    let said = told.iter().map(|found| found.told()).collect::<String>();
    assert!(
        said.contains("Tentacle0, Tentacle1, Tentacle2; no joint follows the skeleton's LeftArm"),
        "{said}"
    );
    let is_leg = |name: &str| ["Leg", "Foot", "Toe"].iter().any(|part| name.contains(part));
    let mut half = t_pose().without(is_leg).rolled();
    tells(&walking(&half).warnings, Criterion::UnknownLegs, Verdict::Note, made);
    let tail = ClipJoint { name: "Tail".into(), parent: Some(0), ..half.joints[1].clone() };
    half.joints.push(tail);
    tells(&walking(&half).warnings, Criterion::UnknownLegs, Verdict::Warning, made);
    tells(&walking(&t_pose().on_fours().rolled()).warnings, Criterion::FourLegs, Verdict::Warning, made);
}

#[test]
fn a_mesh_that_lies_in_its_file_is_turned_upright() {
    let mut lying = t_pose().rolled();
    let turn = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    lying.joints[0].rest.rotation = turn * lying.joints[0].rest.rotation;
    lying.joints[0].rest.translation = turn * lying.joints[0].rest.translation;
    let driven = walking(&lying);
    tells(&driven.warnings, Criterion::LiesDown, Verdict::Warning, ["", "made.glb"]);
    let upright = walking(&t_pose().rolled()).clip;
    for name in ["Head", "LeftHand", "RightFoot"] {
        let (own, other) = (places(&upright, name), places(&driven.clip, name));
        let far = own.iter().zip(&other).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        assert!(far < 0.01, "{name} is {far} m off");
    }
}

#[test]
fn feet_tell_left_from_right_where_names_do_not() {
    let exchanged = t_pose().rolled().named(|_, name| {
        adverb_author::sides::exchanged(name).map_or_else(|| name.to_string(), |(other, _)| other)
    });
    let driven = walking(&exchanged);
    tells(&driven.warnings, Criterion::SidesExchanged, Verdict::Warning, ["", "made.glb"]);
    let plain = walking(&t_pose().rolled()).clip;
    let (own, other) = (places(&plain, "LeftFoot"), places(&driven.clip, "RightFoot"));
    let far = own.iter().zip(&other).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(far < 0.01, "the foot is {far} m off");
}
