//! Bodies whose names tell little, and what is said of them.

use std::collections::BTreeMap;

use adverb_author::clip::Clip;
use adverb_author::finding::Criterion;
use adverb_author::formats::bvh::{self, WriteOptions};
use adverb_author::retarget::{Target, put};

use super::judge::apart;
use super::{TWO, made, on, project, scaled, two_bodies};

/// Nothing but the hips has a name that tells.
fn numbered(clip: &mut Clip) {
    for (j, joint) in clip.joints.iter_mut().enumerate().skip(1) {
        joint.name = format!("k{j}");
    }
}

/// A joint above each thigh that only holds it.
fn held(clip: &mut Clip) {
    for name in ["LeftUpLeg", "RightUpLeg"] {
        let (n, thigh) = (clip.joints.len(), clip.joint_named(name).expect("a thigh"));
        let mut holder = clip.joints[thigh].clone();
        holder.name = format!("{name}Holder");
        clip.joints[thigh].rest.translation = glam::DVec3::ZERO;
        for joint in &mut clip.joints {
            joint.parent = joint.parent.map(|parent| if parent >= thigh { parent + 1 } else { parent });
        }
        clip.joints[thigh].parent = Some(thigh);
        clip.joints.insert(thigh, holder);
        let frame = |frame: &[adverb::body::Transform]| {
            let mut frame = frame.to_vec();
            let holder = adverb::body::Transform { rotation: glam::DQuat::IDENTITY, ..frame[thigh] };
            frame[thigh].translation = glam::DVec3::ZERO;
            frame.insert(thigh, holder);
            frame
        };
        clip.locals = clip.locals.chunks(n).flat_map(frame).collect();
    }
}

#[test]
fn where_names_tell_nothing_but_the_hips_the_shape_tells() {
    let (walk, body) = (made(|_| {}), made(|clip| scaled(clip, &["Leg", "Foot", "ForeArm", "Hand"], 1.1)));
    let own = on(&walk, &body);
    for source in [made(numbered), made(|clip| (held(clip), numbered(clip)).1)] {
        let [mm, degrees] = apart(&own, &on(&source, &body));
        assert!(mm < 1.0 && degrees < 0.5, "{mm} mm, {degrees}°");
    }
    // Also on a body like that, and where it faces back.
    let nameless = made(|clip| {
        scaled(clip, &["Leg", "Foot", "ForeArm", "Hand"], 1.1);
        numbered(clip);
    });
    let mut shown = on(&walk, &nameless);
    shown.joints.clone_from(&own.joints);
    let [mm, degrees] = apart(&own, &shown);
    assert!(mm < 1.0 && degrees < 0.5, "{mm} mm, {degrees}°");
    let back = glam::DQuat::from_rotation_y(std::f64::consts::PI);
    let backwards = made(|clip| {
        numbered(clip);
        let roots: Vec<bool> = clip.joints.iter().map(|joint| joint.parent.is_none()).collect();
        let n = roots.len();
        for (k, local) in clip.locals.iter_mut().enumerate() {
            local.translation = if roots[k % n] { local.translation } else { back * local.translation };
            local.rotation = match roots[k % n] {
                true => local.rotation * back.inverse(),
                false => back * local.rotation * back.inverse(),
            };
        }
        for joint in clip.joints.iter_mut().filter(|joint| joint.parent.is_some()) {
            joint.rest.translation = back * joint.rest.translation;
        }
    });
    let [mm, degrees] = apart(&own, &on(&backwards, &body));
    assert!(mm < 1.0 && degrees < 0.5, "facing back: {mm} mm, {degrees}°");
}

#[test]
fn an_arm_whose_names_are_doubled_is_told() {
    let told = |names: &[&str]| {
        let mut files = two_bodies();
        let doubled = made(|clip| {
            scaled(clip, &["Leg", "Foot"], 1.2);
            for name in names {
                let own = clip.joint_named(&format!("Right{name}")).expect("a joint");
                clip.joints[own].name = format!("Left{name}");
            }
        });
        files.insert("other.bvh".into(), bvh::write(&doubled, &WriteOptions::default()).into_bytes());
        let loaded = project(TWO, &files).unwrap_or_else(|problem| panic!("{problem}"));
        let told = loaded.warnings.iter().find(|found| found.criterion == Criterion::UnusedJoints);
        told.map(|found| found.said())
    };
    let said = told(&["Shoulder", "Arm", "ForeArm", "Hand"]).expect("a warning");
    assert!(said.contains("LeftArm#2") && said.contains("LeftHand#2"), "{said}");
    // Below a collar bone of the other side it is the other arm.
    assert_eq!(told(&["Arm", "ForeArm", "Hand"]), None);
}

#[test]
fn a_hand_does_not_follow_a_foot() {
    let (walk, body) = (made(|_| {}), made(|clip| scaled(clip, &["Leg"], 1.1)));
    let target = Target::of_file(&body).expect("a body");
    let refused = |own: &str, its: &str| put(&[&walk], &target, &[(own.into(), its.into())]).err();
    let problem = refused("LeftHand", "LeftFoot").expect("it is refused").to_string();
    assert!(
        problem.contains("\"LeftHand\" of an arm") && problem.contains("\"LeftFoot\" of a leg"),
        "{problem}"
    );
    assert!(refused("LeftHand", "RightHand").is_none());
}

#[test]
fn the_line_that_a_warning_of_exchanged_names_shows_is_one_to_write() {
    let exchanged = made(|clip| {
        for joint in &mut clip.joints {
            let name = joint.name.replace("Left", "#").replace("Right", "Left");
            joint.name = name.replace('#', "Right");
        }
    });
    let files: BTreeMap<String, Vec<u8>> =
        [("own.bvh".to_string(), bvh::write(&exchanged, &WriteOptions::default()).into_bytes())].into();
    let text = "[motions]\nown = { file = \"own.bvh\" }\n";
    let loaded = project(text, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let is_told = |found: &&adverb_author::finding::Finding| found.criterion == Criterion::ExchangedNames;
    let remedy = &loaded.warnings.iter().find(is_told).expect("a warning").remedy;
    let line = remedy.split_once("sides = {").map(|(_, rest)| rest.split_once('}').expect("a table").0);
    let line = format!("sides = {{{}}}\n", line.expect("a line"));
    let mended = project(&format!("{line}{text}"), &files).unwrap_or_else(|problem| panic!("{problem}"));
    let skeleton = mended.motions["own"].skeleton();
    let x = |name: &str| {
        let joint = skeleton.joint(skeleton.joint_named(name).expect("a joint"));
        joint.offset.x
    };
    // What is called right is at the left.
    assert!(x("RightUpLeg") > 0.05 && x("LeftUpLeg") < -0.05, "{} {}", x("RightUpLeg"), x("LeftUpLeg"));
}
