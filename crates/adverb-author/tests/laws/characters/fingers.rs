//! Fingers: relaxed where nothing moves them, moved where a recording does.

use std::sync::Arc;

use adverb_author::Clip;
use adverb_author::character::{Character, Fingers};
use adverb_author::clip::{ClipJoint, Transform};
use adverb_author::retarget::Performance;
use adverb_author::rig;
use adverb_testdata::mixamo;
use glam::{DQuat, DVec3};

use super::made::{walk, world};

const FINGERS: [&str; 5] = ["Thumb", "Index", "Middle", "Ring", "Pinky"];

fn character(figure: mixamo::Figure) -> Character {
    Character::read("mixamo.glb", &figure.glb(), &mut |_| None).unwrap()
}

/// Where a joint is at a frame, seen from its hand, in axes of the bind pose: arms out, palms down, thumbs ahead.
fn seen_from_hand(character: &Character, clip: &Clip, frame: usize, side: &str, joint: &str) -> DVec3 {
    let figure = character.figure();
    let named = |name: &str| figure.joint_named(&format!("{}{side}{name}", mixamo::PREFIX)).expect(name);
    let (hand, joint) = (named("Hand"), named(joint));
    let world = world(clip, frame);
    let bound = figure.world(&figure.rest())[hand].rotation;
    bound * (world[hand].rotation.inverse() * (world[joint].translation - world[hand].translation))
}

#[test]
fn fingers_that_nothing_moves_curl_towards_the_palm_of_either_hand() {
    let (gait, skeleton) = walk();
    let plain = mixamo::Figure::default();
    for figure in
        [plain, mixamo::Figure { turned_parent: true, ..plain }, mixamo::Figure { height: 0.7, ..plain }]
    {
        let character = character(figure);
        let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
        let rest = Clip { locals: character.figure().rest(), ..driven.clone() };
        for (side, out) in [("Left", DVec3::X), ("Right", DVec3::NEG_X)] {
            for finger in FINGERS {
                let tip = format!("Hand{finger}4");
                let at =
                    |clip: &Clip, frame| seen_from_hand(&character, clip, frame, side, &tip) / figure.height;
                let (stretched, relaxed) = (at(&rest, 0), at(&driven, 7));
                let (down, back) = (stretched.y - relaxed.y, (stretched - relaxed).dot(out));
                // Three bones of 25 mm.
                let least = if finger == "Thumb" { 0.008 } else { 0.02 };
                assert!(down > least && back > 0.0, "{side} {finger}: {down} m down, {back} m back");
                assert!(down < 0.07 && back < 0.04, "{side} {finger}: {down} m down, {back} m back");
                if finger == "Thumb" {
                    assert!(relaxed.z < stretched.z, "{side} thumb: not across the palm");
                }
            }
        }
    }
}

#[test]
fn fingers_may_stay_as_bound_and_are_then_told_to_be_still() {
    let (gait, skeleton) = walk();
    let mut character = character(mixamo::Figure::default());
    let told = |character: &Character| {
        let warnings = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().warnings;
        warnings.iter().any(|found| found.message.contains("Thumb"))
    };
    assert!(!told(&character));
    character.fingers = Fingers::Bound;
    assert!(told(&character));
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    for (joint, local) in character.figure().joints.iter().zip(driven.frame(3)) {
        if FINGERS.iter().any(|finger| joint.name.contains(finger)) {
            assert!(local.rotation.angle_between(joint.rest.rotation) < 1e-9, "{}", joint.name);
        }
    }
}

#[test]
fn the_page_is_told_of_relaxed_fingers() {
    let (gait, skeleton) = walk();
    let character = character(mixamo::Figure::default());
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    let source = Performance::figure(&skeleton, &[&Performance::of(&skeleton, &gait.clip, &[]).unwrap()]);
    let binding = character.follows(&source, &[&gait.clip], &[]).unwrap().binding;
    let index = character.figure().joint_named("mixamorig:LeftHandIndex2").expect("it has one");
    let own = &binding.joints[index];
    assert_eq!(own.follows, None);
    assert!(own.rest.rotation.angle_between(driven.frame(0)[index].rotation) < 1e-9);
}

/// The built-in figure's walk with fingers of other names, axes and rest, whose links turn by `bend` at the middle of the clip. The
/// palms are ahead at rest: wrists are turned by a quarter.
fn recorded_with_fingers(name: impl Fn(&str, usize, usize) -> String, bend: f64) -> Clip {
    let (gait, _) = walk();
    let mut clip = gait.clip;
    let count = clip.frame_count();
    let mut frames: Vec<Vec<Transform>> = (0..count).map(|f| clip.frame(f).to_vec()).collect();
    for (side, out) in [("Left", DVec3::X), ("Right", DVec3::NEG_X)] {
        let hand = clip.joint_named(&format!("{side}Hand")).expect("it has hands");
        let mut fingers = 0;
        for finger in 0..5 {
            let mut parent = hand;
            for link in 0..3 {
                // Thumbs are up, and fingers bend ahead.
                let across = DVec3::Y * (0.04 - 0.02 * finger as f64);
                let way = if link == 0 { out * 0.08 + across } else { out * 0.03 };
                let rest = Transform { translation: way, rotation: DQuat::IDENTITY };
                clip.joints.push(ClipJoint {
                    name: name(side, finger, link),
                    parent: Some(parent),
                    rest,
                    end: false,
                });
                for (f, frame) in frames.iter_mut().enumerate() {
                    let part = (std::f64::consts::PI * f as f64 / (count - 1) as f64).sin();
                    let axis = out.cross(DVec3::Z);
                    let rotation =
                        if finger == 0 { DQuat::IDENTITY } else { DQuat::from_axis_angle(axis, bend * part) };
                    frame.push(Transform { rotation, ..rest });
                }
                parent = clip.joints.len() - 1;
                fingers += 1;
            }
        }
        assert_eq!(fingers, 15);
    }
    Clip { locals: frames.concat(), ..clip }
}

#[test]
fn finger_tracks_pass_to_fingers_of_other_names_and_palms() {
    let unreal = |side: &str, finger: usize, link: usize| {
        let name = FINGERS[finger].to_lowercase();
        format!("{name}_0{}_{}", link + 1, side[..1].to_lowercase())
    };
    let clip = recorded_with_fingers(unreal, 1.2);
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let character = character(mixamo::Figure::default());
    let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
    let middle = clip.frame_count() / 2;
    for (side, out) in [("Left", DVec3::X), ("Right", DVec3::NEG_X)] {
        let tip = |frame| seen_from_hand(&character, &driven, frame, side, "HandIndex4");
        let (open, closed) = (tip(0), tip(middle));
        // Bent by 1.2 radians at each link, towards a palm that was ahead there and is down here.
        assert!(open.y.abs() < 5e-3, "{side}: open at {open}");
        assert!(closed.y < -0.02 && closed.dot(out) < open.dot(out) - 0.03, "{side}: {open} to {closed}");
        assert!((closed.z - open.z).abs() < 5e-3, "{side}: bends sideways, {open} to {closed}");
    }
    // The palm is where the recording's is.
    let world = world(&driven, middle);
    let own = clip.world(clip.frame(middle));
    let across = |world: &[Transform], of: &Clip, names: [&str; 2]| {
        let [a, b] = names.map(|name| world[of.joint_named(name).expect(name)].translation);
        (a - b).normalize()
    };
    let meshs = across(&world, &driven, ["mixamorig:LeftHandIndex1", "mixamorig:LeftHandPinky1"]);
    let recorded = across(&own, &clip, ["index_01_l", "pinky_01_l"]);
    assert!(meshs.distance(recorded) < 0.05, "{meshs} instead of {recorded}");
}

#[test]
fn fingers_that_a_recording_has_and_leaves_at_rest_are_relaxed() {
    let unreal = |side: &str, finger: usize, link: usize| {
        format!("{}_0{}_{}", FINGERS[finger].to_lowercase(), link + 1, side[..1].to_lowercase())
    };
    let clip = recorded_with_fingers(unreal, 0.01);
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let character = character(mixamo::Figure::default());
    let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
    for side in ["Left", "Right"] {
        let tip = seen_from_hand(&character, &driven, 9, side, "HandRing4");
        assert!(tip.y < -0.02, "{side}: {tip}");
    }
}

/// As in recordings of CMU, whose thumbs turn by a hundred degrees and whose fingers never move.
#[test]
fn a_thumb_that_moves_alone_is_relaxed_with_its_hand() {
    let named = |side: &str, finger: usize, link: usize| match finger {
        0 => format!("{}Thumb{link}", &side[..1]),
        _ => format!("{side}Hand{}{}", FINGERS[finger], link + 1),
    };
    let mut clip = recorded_with_fingers(named, 0.0);
    let thumb = clip.joint_named("LThumb0").expect("it has one");
    let count = clip.joints.len();
    for (f, local) in clip.locals.iter_mut().skip(thumb).step_by(count).enumerate() {
        local.rotation = DQuat::from_rotation_y(0.03 * f as f64);
    }
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let character = character(mixamo::Figure::default());
    let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
    let tip = |frame| seen_from_hand(&character, &driven, frame, "Left", "HandThumb4");
    assert!(tip(0).distance(tip(30)) < 1e-6, "{} to {}", tip(0), tip(30));
}

#[test]
fn a_hand_that_was_bound_curled_is_not_curled_further() {
    let (gait, skeleton) = walk();
    let character = character(mixamo::Figure::default());
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    // The relaxed hands become those of another mesh.
    let curled = {
        let glb = mixamo::Figure::default().glb();
        let (mut json, bin) = crate::support::gltf::taken_apart(&glb);
        for (joint, local) in driven.joints.iter().zip(driven.frame(0)) {
            if FINGERS.iter().any(|finger| joint.name.contains(finger)) {
                let nodes = json["nodes"].as_array_mut().expect("it has nodes");
                let node =
                    nodes.iter_mut().find(|node| node["name"] == joint.name.as_str()).expect("its node");
                node["rotation"] = serde_json::json!(local.rotation.to_array());
            }
        }
        // Without inverse bind matrices the nodes stand as bound.
        json["skins"][0].as_object_mut().expect("a skin").remove("inverseBindMatrices");
        Character::read("curled.glb", &adverb_testdata::gltf::glb(&json, bin), &mut |_| None).unwrap()
    };
    let again = curled.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    for (joint, (own, other)) in driven.joints.iter().zip(driven.frame(5).iter().zip(again.frame(5))) {
        if FINGERS[1..].iter().any(|finger| joint.name.contains(finger)) {
            let apart = own.rotation.angle_between(other.rotation);
            assert!(apart < 0.02, "{}: {apart} rad", joint.name);
        }
    }
}
