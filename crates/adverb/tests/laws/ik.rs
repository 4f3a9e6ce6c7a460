use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::ik::linear_step::{Goal, LinearStep};
use adverb::ik::two_bone::{Limb, MOST_BENT_DEG, Reach, reach, small_turns, turns};
use adverb::kinematics::{world_rotation, world_transforms};
use adverb::rotation::{compose, exp, inverse, log, rotate};
use adverb::{JointId, Skeleton};
use proptest::prelude::*;

use crate::made;

fn world(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Affine3A> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    world
}

fn named(skeleton: &Skeleton, name: &str) -> JointId {
    skeleton.joint_named(name).expect("a made joint")
}

fn within_limits(skeleton: &Skeleton, dofs: &[f32]) -> bool {
    skeleton.dofs().iter().zip(dofs).all(|(d, v)| v.is_finite() && *v >= d.limits[0] && *v <= d.limits[1])
}

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    [-most..most, -most..most, -most..most].prop_map(Vec3::from)
}

#[test]
fn a_limb_folded_onto_itself_unfolds_to_its_goal() {
    let (middle, goal) = (Vec3::new(0.3, 0.4, 0.0), Vec3::new(0.36, 0.48, 0.0));
    let (upper_turn, lower_turn) = turns(Vec3::ZERO, middle, Vec3::ZERO, goal, None);
    let knee = rotate(upper_turn, middle);
    let foot = knee + rotate(compose(lower_turn, upper_turn), -middle);
    assert!(foot.distance(goal) < 1e-4, "{foot}");
}

proptest! {
    #[test]
    fn a_limb_of_two_bones_reaches_what_is_in_reach(
        middle in vector(1.0), end in vector(1.0), goal in vector(0.8), pole in vector(1.0), with_pole: bool) {
        prop_assume!(middle.length() > 0.1 && end.length() > 0.1);
        let (l1, l2) = (middle.length(), end.length());
        let (upper, middle, end) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 3.0) + middle, Vec3::new(1.0, 2.0, 3.0) + middle + end);
        let (a, b) = turns(upper, middle, end, upper + goal, with_pole.then_some(pole));
        let knee = upper + rotate(a, middle - upper);
        let foot = knee + rotate(compose(b, a), end - middle);
        let reachable = goal.length().clamp((l1 - l2).abs(), l1 + l2);
        prop_assert!(((foot - upper).length() - reachable).abs() < 2e-5, "{} {reachable}", (foot - upper).length());
        if (goal.length() - reachable).abs() < 1e-6 {
            prop_assert!(foot.distance(upper + goal) < 1e-4, "{} {}", foot - upper, goal);
        }
        if with_pole && goal.length() > 0.05 {
            // The knee lies on the pole's side of the line.
            let along = goal.normalize();
            let off = |v: Vec3| v - along * v.dot(along);
            prop_assert!(off(knee - upper).dot(off(pole)) >= -1e-4);
        }
    }

    #[test]
    fn a_leg_reaches_and_keeps_its_foot_level(dofs in made::pose(&made::skeleton()), goal in vector(0.5)) {
        let skeleton = made::skeleton();
        let mut dofs = dofs;
        let leg = Limb { upper: named(&skeleton, "LeftUpLeg"), middle: named(&skeleton, "LeftLeg"), end: named(&skeleton, "LeftFoot") };
        // A bent knee has a hinge to keep.
        dofs[skeleton.joint(leg.middle).dofs.start as usize] = 0.8;
        let before = world(&skeleton, &dofs);
        let hip = Vec3::from(before[leg.upper.index()].translation);
        let goal = hip + goal.normalize_or(Vec3::Y) * 0.6;
        let mut scratch = before.clone();
        reach(&skeleton, &mut dofs, leg, &Reach { position: goal, pole: None, rotation: None }, &mut scratch);
        let after = world(&skeleton, &dofs);
        prop_assert!(Vec3::from(after[leg.end.index()].translation).distance(goal) < 1e-3);
        prop_assert!(within_limits(&skeleton, &dofs));
    }

    #[test]
    fn the_linear_step_converges_on_several_goals(dofs in made::pose(&made::skeleton()), other in made::pose(&made::skeleton())) {
        let skeleton = made::skeleton();
        // Goals that some pose near by fulfils, so that they are possible together.
        let target: Vec<f32> = dofs.iter().zip(&other).map(|(a, b)| a + 0.15 * (b - a)).collect();
        let there = world(&skeleton, &target);
        let place = |name: &str| Vec3::from(there[named(&skeleton, name).index()].translation);
        let goals = [
            Goal::Position { joint: named(&skeleton, "LeftToe"), point: Vec3::ZERO, target: place("LeftToe") },
            Goal::Position { joint: named(&skeleton, "RightFoot"), point: Vec3::ZERO, target: place("RightFoot") },
            Goal::Orientation { joint: named(&skeleton, "Spine"), target: world_rotation(&there[named(&skeleton, "Spine").index()]) },
            Goal::LookAt { joint: named(&skeleton, "Head"), axis: Vec3::Z,
                target: there[named(&skeleton, "Head").index()].transform_point3(Vec3::Z * 2.0) },
        ];
        let mut dofs = dofs;
        let mut solver = LinearStep::new(&skeleton, goals.len());
        let free = vec![true; dofs.len()];
        let mut off = f32::INFINITY;
        for _ in 0..60 {
            off = solver.step(&skeleton, &mut dofs, &goals, &free);
        }
        prop_assert!(off < 1e-2, "{off}");
        prop_assert!(within_limits(&skeleton, &dofs));
    }

    #[test]
    fn a_step_is_sane_whatever_the_goal(dofs in made::pose(&made::skeleton()), far in vector(1e6)) {
        let skeleton = made::skeleton();
        let joint = named(&skeleton, "RightToe");
        for target in [far, Vec3::NAN, Vec3::INFINITY, Vec3::ZERO] {
            let goals = [
                Goal::Position { joint, point: Vec3::ZERO, target },
                Goal::LookAt { joint, axis: Vec3::ZERO, target },
                Goal::Orientation { joint, target: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) },
            ];
            let mut dofs = dofs.clone();
            let mut solver = LinearStep::new(&skeleton, 3);
            for _ in 0..5 {
                solver.step(&skeleton, &mut dofs, &goals, &vec![true; skeleton.dofs().len()]);
            }
            prop_assert!(within_limits(&skeleton, &dofs));
        }
    }
}

#[test]
fn a_straight_leg_in_a_singular_pose_still_bends_to_its_goal() {
    let skeleton = made::skeleton();
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    dofs[Skeleton::HEIGHT.index()] = 1.0;
    let foot = named(&skeleton, "LeftFoot");
    let before = Vec3::from(world(&skeleton, &dofs)[foot.index()].translation);
    let goals = [Goal::Position { joint: foot, point: Vec3::ZERO, target: before + Vec3::Y * 0.2 }];
    let free: Vec<bool> = (0..dofs.len()).map(|d| d >= Skeleton::ROOT_DOFS).collect();
    let mut solver = LinearStep::new(&skeleton, 1);
    let mut off = 1.0;
    for _ in 0..80 {
        off = solver.step(&skeleton, &mut dofs, &goals, &free);
    }
    assert!(off < 5e-3, "{off}");
}

#[test]
fn a_goal_that_is_no_goal_does_not_hinder_the_others() {
    let skeleton = made::skeleton();
    let foot = named(&skeleton, "LeftFoot");
    let start = vec![0.2; skeleton.dofs().len()];
    let target = Vec3::from(world(&skeleton, &start)[foot.index()].translation) + Vec3::splat(0.05);
    let real = Goal::Position { joint: foot, point: Vec3::ZERO, target };
    let hollow = [
        Goal::Position { joint: foot, point: Vec3::NAN, target: Vec3::ZERO },
        Goal::Position { joint: foot, point: Vec3::ZERO, target: Vec3::INFINITY },
    ];
    for other in hollow {
        let mut dofs = start.clone();
        let mut solver = LinearStep::new(&skeleton, 2);
        for _ in 0..30 {
            solver.step(&skeleton, &mut dofs, &[other, real], &vec![true; start.len()]);
        }
        let there = Vec3::from(world(&skeleton, &dofs)[foot.index()].translation);
        assert!(there.distance(target) < 1e-3, "{other:?}: {}", there.distance(target));
    }
}

#[test]
fn locked_dofs_do_not_move() {
    let skeleton = made::skeleton();
    let mut dofs = vec![0.1; skeleton.dofs().len()];
    let joint = named(&skeleton, "LeftToe");
    let free: Vec<bool> = (0..dofs.len()).map(|d| d % 2 == 0).collect();
    let goal = Goal::Position { joint, point: Vec3::ZERO, target: Vec3::ONE };
    LinearStep::new(&skeleton, 1).step(&skeleton, &mut dofs, &[goal], &free);
    assert!(dofs.iter().zip(&free).all(|(v, free)| *free || *v == 0.1));
    assert!(dofs.iter().any(|v| *v != 0.1));
}

#[test]
fn limbs_without_length_and_goals_on_the_joint_are_sane() {
    let (a, x) = (Vec3::ZERO, Vec3::X);
    let cases = [
        (a, a, a, x),             // no length at all
        (a, a, x, Vec3::Y),       // no upper bone
        (a, x, x, Vec3::Y),       // no lower bone
        (a, x, x * 2.0, a),       // goal on the joint
        (a, x, x * 2.0, x * 9.0), // straight, out of reach
        (a, x, a, x),             // folded flat
        (a, x, x * 1.5, -x),      // straight, opposite
    ];
    for (upper, middle, end, goal) in cases {
        for pole in [None, Some(Vec3::Y), Some(x), Some(Vec3::NAN)] {
            let (p, q) = turns(upper, middle, end, goal, pole);
            for q in [p, q] {
                assert!(
                    q.is_finite() && (q.length() - 1.0).abs() < 1e-5,
                    "{upper} {middle} {end} {goal} {pole:?}: {q}"
                );
            }
        }
    }
    assert_eq!(turns(a, x, x * 2.0, Vec3::NAN, None), (Quat::IDENTITY, Quat::IDENTITY));
}

#[test]
fn the_end_takes_the_rotation_it_is_given() {
    let skeleton = made::skeleton();
    let arm = Limb {
        upper: named(&skeleton, "Hips"),
        middle: named(&skeleton, "Spine"),
        end: named(&skeleton, "Head"),
    };
    let mut dofs = vec![0.2; skeleton.dofs().len()];
    let mut scratch = world(&skeleton, &dofs);
    let wanted = exp(Vec3::new(0.3, -0.4, 0.1));
    let goal = Reach { position: Vec3::new(0.2, 2.0, 0.3), pole: None, rotation: Some(wanted) };
    reach(&skeleton, &mut dofs, arm, &goal, &mut scratch);
    let got = world_rotation(&world(&skeleton, &dofs)[arm.end.index()]);
    assert!(log(compose(inverse(wanted), got)).length() < 1e-4, "{wanted} {got}");
}

/// A leg bent so much, a little backwards too, and a goal near its end.
fn leg(bend: f32, lean: f32, off: [f32; 3]) -> ([Vec3; 3], Vec3) {
    let hip = Vec3::new(0.1, 0.9, 0.0);
    let knee = hip + 0.42 * Vec3::new(0.0, -lean.cos(), lean.sin());
    let ankle = knee + 0.4 * Vec3::new(0.0, -(lean - bend).cos(), (lean - bend).sin());
    ([hip, knee, ankle], ankle + Vec3::from(off))
}

/// Where a leg's knee and ankle come to.
fn turned(([hip, knee, ankle], goal): ([Vec3; 3], Vec3)) -> (Vec3, Vec3) {
    let (upper, lower) = small_turns(hip, knee, ankle, goal, Vec3::X);
    let new_knee = hip + rotate(upper, knee - hip);
    (new_knee, new_knee + rotate(lower, rotate(upper, ankle - knee)))
}

proptest! {
    #[test]
    fn small_turns_reach_their_goal_and_keep_bones_from_rolling(
        bend in -0.12f32..1.2, lean in -0.4f32..0.4, off in prop::array::uniform3(-0.03f32..0.03),
    ) {
        let ([hip, knee, ankle], goal) = leg(bend, lean, off);
        let (_, end) = turned(([hip, knee, ankle], goal));
        // Out of reach it points there.
        let reach = 0.42 + 0.4;
        let wanted = if (goal - hip).length() < reach { goal } else { hip + (goal - hip).normalize() * reach };
        let slack = if bend < 0.0 { 0.1 * 4.0 * bend * bend } else { 0.0 };
        prop_assert!(end.distance(wanted) < 2e-4 + slack, "{end} {wanted}");
        let (upper, _) = small_turns(hip, knee, ankle, goal, Vec3::X);
        let side = rotate(upper, Vec3::X);
        prop_assert!(side.dot(Vec3::X) > 0.95, "the thigh rolls: {side}");
    }

    /// However near the goal is.
    #[test]
    fn small_turns_bend_no_limb_farther_than_people_do(
        bend in 0.1f32..2.9, lean in -0.4f32..0.4, off in prop::array::uniform3(-0.8f32..0.8),
    ) {
        let (limb, goal) = leg(bend, lean, off);
        let (knee, ankle) = turned((limb, goal));
        let bent = (knee - limb[0]).angle_between(ankle - knee);
        let most = MOST_BENT_DEG.to_radians().max(bend);
        prop_assert!(bent < most + 2e-3, "{bent} {most}");
        // It stops only where it has to.
        let nearest = (ankle - limb[0]).length();
        prop_assert!(bent > most - 2e-2 || (goal - limb[0]).length() > 0.82 || ankle.distance(goal) < 1e-3, "{nearest}");
    }

    /// A knee that goes through straight while its foot is held does not flip.
    #[test]
    fn small_turns_are_continuous_through_a_straight_limb(
        lean in -0.4f32..0.4, off in prop::array::uniform3(-0.02f32..0.02),
    ) {
        let knees: Vec<Vec3> = (-60..60).map(|k| turned(leg(0.002 * k as f32, lean, off)).0).collect();
        for pair in knees.windows(2) {
            prop_assert!(pair[0].distance(pair[1]) < 0.012, "the knee jumps from {} to {}", pair[0], pair[1]);
        }
    }
}
