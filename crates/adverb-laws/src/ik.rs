//! Laws of inverse kinematics.

use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::ik::linear_step::{Goal, LinearStep};
use adverb::ik::two_bone::{Limb, Reach, reach, turns};
use adverb::kinematics::{world_rotation, world_transforms};
use adverb::rotation::rotate;
use adverb::{JointId, Skeleton};

use crate::Law;
use crate::kinematics::{body, pose};
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    let body = body();
    vec![
        linear_steps_come_nearer_within_limits(&body),
        two_bones_reach_what_is_within_reach(),
        a_limb_of_balls_reaches(&body),
    ]
}

/// A hand here, a head turned there and a gaze, all at once.
fn linear_steps_come_nearer_within_limits(body: &Skeleton) -> Law {
    let (mut law, mut random) = (Law::new("linear_steps_come_nearer_within_limits"), Random(300));
    let mut solver = LinearStep::new(body, 3);
    let free = vec![true; body.dofs().len()];
    let mut world = vec![Affine3A::IDENTITY; body.joints().len()];
    for _ in 0..4 {
        // A pose that exists, so that the goals agree with each other.
        let (wanted, mut pose) = (pose(body, &mut random), pose(body, &mut random));
        world_transforms(body, &wanted, &mut world);
        let point = random.vector() * 0.2;
        let sight = world[12].transform_point3(Vec3::Z * 3.0);
        let goals = [
            Goal::Position { joint: JointId(19), point, target: world[19].transform_point3(point) },
            Goal::Orientation { joint: JointId(6), target: world_rotation(&world[6]) },
            Goal::LookAt { joint: JointId(12), axis: Vec3::Z, target: sight },
        ];
        let offs: Vec<f32> = (0..30).map(|_| solver.step(body, &mut pose, &goals, &free)).collect();
        law.numbers(&offs);
        law.numbers(&pose);
        law.check(offs[29] < 0.1 * offs[0]);
        law.check(body.dofs().iter().zip(&pose).all(|(dof, &value)| dof.limited(value) == value));
    }
    law
}

fn two_bones_reach_what_is_within_reach() -> Law {
    let (mut law, mut random) = (Law::new("two_bones_reach_what_is_within_reach"), Random(301));
    for k in 0..64 {
        let (upper, middle, end) = (random.vector(), random.vector(), random.vector());
        let goal = upper + random.vector() * [0.0, 0.5, 1.0, 5.0][k % 4];
        let pole = (k % 3 > 0).then(|| random.vector());
        let (first, second) = turns(upper, middle, end, goal, pole);
        law.quaternion(first);
        law.quaternion(second);
        let knee = upper + rotate(first, middle - upper);
        let foot = knee + rotate(second, rotate(first, end - middle));
        let (thigh, shank) = (middle.distance(upper), end.distance(middle));
        let distance = goal.distance(upper);
        let within = distance < thigh + shank && distance > (thigh - shank).abs();
        law.check(!within || foot.distance(goal) < 2e-3);
        law.check(foot.is_finite());
    }
    law
}

/// Through a skeleton, whose ball joints turn as they must; the hinge at the end takes what it can of the rotation.
fn a_limb_of_balls_reaches(body: &Skeleton) -> Law {
    let (mut law, mut random) = (Law::new("a_limb_of_balls_reaches"), Random(302));
    let limb = Limb { upper: JointId(16), middle: JointId(17), end: JointId(18) };
    let mut world = vec![Affine3A::IDENTITY; body.joints().len()];
    for _ in 0..16 {
        let mut pose = pose(body, &mut random);
        world_transforms(body, &pose, &mut world);
        let at = |world: &[Affine3A], joint: JointId| Vec3::from(world[joint.index()].translation);
        let [upper, middle, end] = [limb.upper, limb.middle, limb.end].map(|joint| at(&world, joint));
        let (thigh, shank) = (middle.distance(upper), end.distance(middle));
        let away = (random.vector() + Vec3::Y * 1.5).normalize();
        let position = upper + away * (0.5 * (thigh + shank + (thigh - shank).abs()));
        let goal = Reach { position, pole: Some(random.vector()), rotation: Some(Quat::IDENTITY) };
        reach(body, &mut pose, limb, &goal, &mut world);
        world_transforms(body, &pose, &mut world);
        law.numbers(&pose);
        law.check(at(&world, limb.end).distance(position) < 2e-3);
    }
    law
}
