//! A hand reaches for a point: a made arm, one exact two-bone solution, then the general linear step for a look as well.
//!
//! Run with `cargo run -p adverb --example reach`.

use adverb::Skeleton;
use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::ik::linear_step::{Goal, LinearStep};
use adverb::ik::two_bone::{Limb, Reach, reach};
use adverb::kinematics::world_transforms;
use adverb::skeleton::{JointSpec, ROTATION_VECTOR, UNLIMITED};

fn joint(name: &str, parent: Option<usize>, offset: Vec3, partner: usize) -> JointSpec {
    JointSpec {
        name: name.into(),
        parent,
        offset,
        rest: Quat::IDENTITY,
        reference: Quat::IDENTITY,
        dofs: ROTATION_VECTOR.map(|kind| (kind, UNLIMITED)).to_vec(),
        end: false,
        partner,
        rig_axes: Quat::IDENTITY,
    }
}

fn main() -> Result<(), adverb::skeleton::SkeletonError> {
    let skeleton = Skeleton::new(
        vec![
            joint("Chest", None, Vec3::new(0.0, 1.3, 0.0), 0),
            joint("Arm", Some(0), Vec3::new(0.18, 0.1, 0.0), 1),
            joint("ForeArm", Some(1), Vec3::new(0.28, 0.0, 0.0), 2),
            joint("Hand", Some(2), Vec3::new(0.25, 0.0, 0.0), 3),
            joint("Head", Some(0), Vec3::new(0.0, 0.25, 0.0), 4),
        ],
        0,
    )?;
    let named = |name: &str| skeleton.joint_named(name).expect("one of the five");
    let mut pose = skeleton.rest_pose();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let cup = Vec3::new(0.3, 1.25, 0.35);

    let arm = Limb { upper: named("Arm"), middle: named("ForeArm"), end: named("Hand") };
    let goal = Reach { position: cup, pole: Some(Vec3::NEG_Y), rotation: None };
    reach(&skeleton, &mut pose, arm, &goal, &mut world);

    // Keep the hand where it is and turn the head to look at it, all DOFs but the root's free.
    let goals = [
        Goal::Position { joint: named("Hand"), point: Vec3::ZERO, target: cup },
        Goal::LookAt { joint: named("Head"), axis: Vec3::Z, target: cup },
    ];
    let free: Vec<bool> = (0..pose.len()).map(|dof| dof >= Skeleton::ROOT_DOFS).collect();
    let mut solver = LinearStep::new(&skeleton, goals.len());
    for _ in 0..20 {
        solver.step(&skeleton, &mut pose, &goals, &free);
    }

    world_transforms(&skeleton, &pose, &mut world);
    let hand = world[named("Hand").index()].transform_point3(Vec3::ZERO);
    println!("the hand is {:.2} mm from the cup", 1000.0 * hand.distance(cup));
    assert!(hand.distance(cup) < 1e-3);
    Ok(())
}
