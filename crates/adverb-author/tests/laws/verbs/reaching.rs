//! The built-in reach: between its examples too the hand comes to the point that was asked for.

use adverb::ik::linear_step::{Goal, LinearStep};
use adverb::{CanonicalTime, Setting, Verb};
use adverb_author::space::Space;
use adverb_author::verb::Built;
use glam::{Affine3A, Vec3};

use super::demo;
use super::measure;

/// The reach as it is, and without corrections: at the same points, but as if they were not measured.
fn reach() -> [Built; 2] {
    let project = demo::project();
    let mut definition = project.verbs.iter().find(|verb| verb.name == "reach").expect("a reach").clone();
    let calibrated = project.build(&definition).expect("a verb");
    definition.space = Space { corrections: Vec::new(), ..calibrated.space.clone() }.into();
    definition.measures = vec![None; 3];
    [calibrated, project.build(&definition).expect("a verb")]
}

/// The pose at the key-time `reach` when a point is asked for.
fn pose(verb: &Verb, point: Vec3) -> Vec<f32> {
    let setting = Setting::new(verb, &point.to_array());
    let key = verb.keys().iter().position(|key| key == "reach").expect("a key-time");
    let t = key as f64 / (verb.keys().len() - 1) as f64;
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    verb.pose(&setting, CanonicalTime(t), &mut dofs);
    dofs
}

/// Where the hand is in a pose.
fn hand(verb: &Verb, dofs: &[f32]) -> Vec3 {
    let skeleton = verb.skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    adverb::kinematics::world_transforms(skeleton, dofs, &mut world);
    world[skeleton.joint_named("RightHand").expect("a hand").index()].translation.into()
}

/// One step of inverse kinematics (eq. 2.2) of the arm and the shoulder.
fn stepped(verb: &Verb, dofs: &mut [f32], target: Vec3) {
    let skeleton = verb.skeleton();
    let joint = skeleton.joint_named("RightHand").expect("a hand");
    let arm = ["RightShoulder", "RightArm", "RightForeArm"];
    let free: Vec<bool> =
        skeleton.dofs().iter().map(|dof| arm.contains(&skeleton.joint(dof.joint).name.as_str())).collect();
    let mut step = LinearStep::new(skeleton, 1);
    step.damping = 0.005;
    step.step(skeleton, dofs, &[Goal::Position { joint, point: Vec3::ZERO, target }], &free);
}

/// How far the hand is from where it should be over the hull: on average and at most, in parts of the diagonal of the ranges.
fn errors(verb: &Verb, ik: bool) -> [f32; 2] {
    let extent = verb.adverbs().iter().map(|a| (a.range[1] - a.range[0]).powi(2)).sum::<f32>().sqrt();
    let off = |point: &Vec<f32>| {
        let point = Vec3::from_slice(point);
        let mut dofs = pose(verb, point);
        if ik {
            stepped(verb, &mut dofs, point);
        }
        hand(verb, &dofs).distance(point) / extent
    };
    let errors: Vec<f32> = measure::points_of_the_hull(verb, 1000).iter().map(off).collect();
    [errors.iter().sum::<f32>() / errors.len() as f32, errors.iter().copied().fold(0.0, f32::max)]
}

#[test]
fn the_hand_comes_to_the_point_asked_for() {
    let [calibrated, plain] = reach();
    let axes: Vec<&str> = calibrated.verb.adverbs().iter().map(|adverb| adverb.name.as_str()).collect();
    assert_eq!(axes, ["x", "y", "z"]);
    for example in calibrated.verb.examples() {
        let at = Vec3::from_slice(&example.at);
        let off = hand(&calibrated.verb, &pose(&calibrated.verb, at)).distance(at);
        assert!(off < 0.001, "{}: {off} m", example.name);
    }
    assert!(calibrated.space.corrections.len() <= calibrated.space.examples.len());
    let all = [errors(&plain.verb, false), errors(&calibrated.verb, false), errors(&calibrated.verb, true)];
    for (name, [mean, most]) in ["plain", "calibrated", "after a step of IK"].iter().zip(all) {
        println!("{name}: {:.2} % on average, {:.2} % at most", 100.0 * mean, 100.0 * most);
    }
    // Thesis 6.1 has 3.12 % on average and 9.68 % at most, 0.6 % and 2.8 % with its lattice.
    let [plain, calibrated, stepped] = all;
    assert!(plain[0] < 0.0312 && plain[1] < 0.0968, "{plain:?}");
    assert!(calibrated[0] < 0.006 && calibrated[1] < 0.028, "{calibrated:?}");
    assert!(stepped[0] < 0.001, "{stepped:?}");
}

#[test]
fn corrections_of_the_reach_are_where_the_hand_is_right() {
    let [calibrated, plain] = reach();
    let point = |at: &[f64]| Vec3::from_array([0, 1, 2].map(|axis: usize| at[axis] as f32));
    // Where the arm folds, what is asked for may be shown nowhere.
    let mut missed = 0;
    for correction in &calibrated.space.corrections {
        let off =
            hand(&plain.verb, &pose(&plain.verb, point(&correction.from))).distance(point(&correction.to));
        assert!(off < 0.04, "{correction:?}: {off} m off");
        missed += usize::from(off > 0.001);
    }
    assert!(missed <= 4, "{missed} of {} are not", calibrated.space.corrections.len());
}
