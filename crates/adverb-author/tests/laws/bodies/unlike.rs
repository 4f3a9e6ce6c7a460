//! Bodies whose halves are not alike: legs of unequal length, an arm or a leg too few or too many, left called right.

use adverb::body::Transform;
use adverb_author::clip::Clip;
use adverb_author::retarget::{Target, put};
use glam::{DQuat, DVec3};

use super::judge::worlds;
use super::{made, on, scaled};

/// A body that other motions are put on.
fn longer(clip: &mut Clip) {
    scaled(clip, &["Leg", "Foot", "ForeArm", "Hand"], 1.1);
}

/// How far joints of the same names are apart at most, in metres.
fn far(a: &Clip, b: &Clip) -> f64 {
    let pairs: Vec<(usize, usize)> = (a.joints.iter().enumerate())
        .filter(|(_, joint)| !joint.end)
        .filter_map(|(j, joint)| Some((j, b.joint_named(&joint.name)?)))
        .collect();
    let off = |(a, b): (Vec<Transform>, Vec<Transform>)| {
        pairs.iter().map(|&(i, j)| a[i].translation.distance(b[j].translation)).fold(0.0, f64::max)
    };
    worlds(a).into_iter().zip(worlds(b)).map(off).fold(0.0, f64::max)
}

fn without(clip: &mut Clip, name: &str) {
    let gone: Vec<usize> = (0..clip.joints.len())
        .filter(|&j| {
            std::iter::successors(Some(j), |&j| clip.joints[j].parent).any(|j| clip.joints[j].name == name)
        })
        .collect();
    let kept: Vec<usize> = (0..clip.joints.len()).filter(|j| !gone.contains(j)).collect();
    let n = clip.joints.len();
    clip.locals = clip.locals.chunks(n).flat_map(|frame| kept.iter().map(|&j| frame[j])).collect();
    clip.joints = kept.iter().map(|&j| clip.joints[j].clone()).collect();
    for joint in &mut clip.joints {
        joint.parent = joint.parent.map(|parent| kept.iter().position(|&j| j == parent).expect("kept"));
    }
}

/// A joint more, at the same place as another and turned alike.
fn doubled(clip: &mut Clip, like: &str, name: &str) {
    let (n, own) = (clip.joints.len(), clip.joint_named(like).expect("a joint"));
    let mut joint = clip.joints[own].clone();
    joint.name = name.into();
    clip.joints.push(joint);
    clip.locals = clip.locals.chunks(n).flat_map(|frame| frame.iter().copied().chain([frame[own]])).collect();
}

#[test]
fn a_missing_arm_or_a_third_leg_changes_nothing_else() {
    let (walk, body) = (made(|_| {}), made(longer));
    let own = on(&walk, &body);
    let armless = made(|clip| without(clip, "LeftShoulder"));
    let mut expected = own.clone();
    without(&mut expected, "LeftShoulder");
    let mut shown = on(&armless, &body);
    without(&mut shown, "LeftShoulder");
    assert!(far(&expected, &shown) < 2e-3, "without an arm: {} m", far(&expected, &shown));
    let three_legged = made(|clip| doubled(clip, "LeftUpLeg", "MiddleUpLeg"));
    let shown = on(&three_legged, &body);
    assert!(far(&own, &shown) < 2e-3, "with a third leg: {} m", far(&own, &shown));
    let mut body = made(longer);
    doubled(&mut body, "RightUpLeg", "Tail");
    assert!(far(&own, &on(&walk, &body)) < 2e-3, "on a third leg: {} m", far(&own, &on(&walk, &body)));
}

/// Names call left what is right.
fn exchanged(clip: &mut Clip) {
    for joint in &mut clip.joints {
        let name = joint.name.replace("Left", "#").replace("Right", "Left");
        joint.name = name.replace('#', "Right");
    }
}

#[test]
fn names_that_call_left_what_is_right_change_no_motion() {
    let (walk, body) = (made(|_| {}), made(longer));
    let own = on(&walk, &body);
    assert!(far(&own, &on(&made(exchanged), &body)) < 1e-6);
    let mut named_otherwise = on(&walk, &made(|clip| (longer(clip), exchanged(clip)).1));
    exchanged(&mut named_otherwise);
    assert!(far(&own, &named_otherwise) < 1e-6);
    // Feet without toes do not tell: one pair of joints does.
    let toeless = |clip: &mut Clip| ["LeftToeBase", "RightToeBase"].iter().for_each(|toe| without(clip, toe));
    let own = on(&made(toeless), &body);
    let source = made(|clip| (toeless(clip), exchanged(clip)).1);
    let target = Target::of_file(&body).expect("a body");
    let pairs = [("LeftUpLeg", "RightUpLeg"), ("RightUpLeg", "LeftUpLeg")]
        .map(|(own, its)| (own.to_string(), its.to_string()));
    let shown = put(&[&source], &target, &pairs).expect("a motion on it").clips.remove(0);
    assert!(far(&own, &shown) < 1e-6, "{} m", far(&own, &shown));
}

/// The built-in figure, standing still on straight legs of which the left one is shorter: its pelvis is rolled so that both feet are on the
/// ground.
fn lopsided(shorter: f64) -> Clip {
    made(|clip| {
        scaled(clip, &["LeftLeg", "LeftFoot"], 1.0 - shorter);
        let n = clip.joints.len();
        let at = |name: &str| clip.joint_named(name).expect("a joint");
        let (hips, left, right) = (at("Hips"), at("LeftUpLeg"), at("RightUpLeg"));
        let length: f64 =
            [at("RightLeg"), at("RightFoot")].iter().map(|&j| clip.joints[j].rest.translation.length()).sum();
        let apart = clip.joints[left].rest.translation.distance(clip.joints[right].rest.translation);
        let roll = DQuat::from_rotation_z(-(shorter * length / apart).asin());
        let mut pose = clip.rest();
        pose[hips].rotation = roll;
        pose[left].rotation = roll.inverse();
        pose[right].rotation = roll.inverse();
        pose[at("Spine")].rotation = roll.inverse();
        let world = clip.world(&pose);
        let lowest = world.iter().map(|joint| joint.translation.y).fold(f64::INFINITY, f64::min);
        pose[hips].translation -= DVec3::Y * lowest;
        let frames = clip.frame_count();
        clip.locals = pose.iter().copied().cycle().take(n * frames).collect();
    })
}

#[test]
fn straight_legs_of_unequal_length_are_straight_on_equal_ones() {
    let body = made(longer);
    for shorter in [0.01, 0.023, 0.036] {
        let shown = on(&lopsided(shorter), &body);
        let world = shown.world(shown.frame(shown.frame_count() / 2));
        let at = |name: &str| world[shown.joint_named(name).expect("a joint")].translation;
        for side in ["Left", "Right"] {
            let [hip, knee, ankle] = ["UpLeg", "Leg", "Foot"].map(|part| at(&format!("{side}{part}")));
            let bend = (knee - hip).angle_between(ankle - knee).to_degrees();
            assert!(bend < 6.0, "{shorter}: the {side} knee is bent by {bend:.0}°");
        }
        let [left, right] = ["LeftFoot", "RightFoot"].map(|foot| at(foot).y);
        assert!((left - right).abs() < 2e-3, "{shorter}: ankles are {left} and {right} m high");
        // Above the pelvis nothing leans.
        let lean = (at("Neck") - at("Chest")).angle_between(DVec3::Y).to_degrees();
        assert!(lean < 3.0, "{shorter}: it leans by {lean:.1}°");
    }
}
