//! Laws of skeletons in motion, on a made body of 22 joints.

use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::kinematics::{
    LocalTransform, Partial, affine, jacobian, local_transform, local_transforms, set_local_rotation,
    world_from_locals, world_rotation, world_transforms,
};
use adverb::rotation::{compose, inverse};
use adverb::skeleton::{
    Axis, DofKind, JointId, JointSpec, ROTATION_VECTOR, Skeleton, TRANSLATIONS, UNLIMITED,
};

use crate::Law;
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    let body = body();
    vec![
        both_ways_to_the_world_agree(&body),
        ball_joints_in_lanes_are_ball_joints_alone(),
        jacobian_is_the_derivative_of_a_point(&body),
        a_joint_takes_the_rotation_it_is_given(&body),
        limits_hold_at_signed_zeros(),
    ]
}

/// Every kind of joint: balls, hinges, a universal joint and one that slides, each with arbitrary rest and reference.
pub fn body() -> Skeleton {
    let mut random = Random(100);
    let free = |kinds: &[DofKind]| kinds.iter().map(|&kind| (kind, UNLIMITED)).collect::<Vec<_>>();
    let specs = (0..22).map(|j| {
        let ball = j % 4 < 2;
        let dofs = match j % 4 {
            0 => free(&ROTATION_VECTOR),
            1 => free(&[TRANSLATIONS.as_slice(), &ROTATION_VECTOR].concat()),
            2 => vec![(DofKind::Rotation(Axis::X), [0.0, 2.5])],
            _ => free(&[DofKind::Rotation(Axis::Z), DofKind::Rotation(Axis::X)]),
        };
        let rest = random.rotation();
        JointSpec {
            name: format!("joint {j}"),
            // A spine with limbs that leave it: some long chains, some short.
            parent: (j > 0).then(|| if j % 5 == 0 { j / 2 } else { j - 1 }),
            offset: random.vector() * 0.4,
            rest,
            reference: if ball { random.rotation() } else { rest },
            dofs,
            end: false,
            partner: j,
            rig_axes: Quat::IDENTITY,
        }
    });
    Skeleton::new(specs.collect(), 0).expect("the made body is well formed")
}

pub fn pose(body: &Skeleton, random: &mut Random) -> Vec<f32> {
    body.dofs().iter().map(|dof| (random.number() * 1.2).clamp(dof.limits[0], dof.limits[1])).collect()
}

fn both_ways_to_the_world_agree(body: &Skeleton) -> Law {
    let (mut law, mut random) = (Law::new("both_ways_to_the_world_agree"), Random(101));
    let joints = body.joints().len();
    let (mut direct, mut stepwise) = (vec![Affine3A::IDENTITY; joints], vec![Affine3A::IDENTITY; joints]);
    let mut locals = vec![LocalTransform::IDENTITY; joints];
    for _ in 0..16 {
        let pose = pose(body, &mut random);
        world_transforms(body, &pose, &mut direct);
        local_transforms(body, &pose, &mut locals);
        world_from_locals(body, &locals, &mut stepwise);
        // To the bit: one goes joint by joint, the other four joints at a time and then the two that are left.
        let bits = |world: &Affine3A| world.to_cols_array().map(f32::to_bits);
        law.check(direct.iter().map(bits).eq(stepwise.iter().map(bits)));
        for world in &direct {
            law.transform(world);
            law.quaternion(world_rotation(world));
        }
    }
    law
}

/// Ball joints, and tips between them that have no DOFs, are placed four at a time, and one by one where one of four turns
/// by more than a whole turn. The bits must be those of one joint after another.
fn ball_joints_in_lanes_are_ball_joints_alone() -> Law {
    let (mut law, mut random) = (Law::new("ball_joints_in_lanes_are_ball_joints_alone"), Random(104));
    let specs = (0..31).map(|j| {
        let tip = j % 7 == 6;
        JointSpec {
            name: format!("joint {j}"),
            parent: (j > 0).then(|| if j % 7 == 0 { j / 2 } else { j - 1 }),
            offset: random.vector() * 0.4,
            rest: random.rotation(),
            reference: random.rotation(),
            dofs: ROTATION_VECTOR.into_iter().filter(|_| !tip).map(|kind| (kind, UNLIMITED)).collect(),
            end: tip,
            partner: j,
            rig_axes: Quat::IDENTITY,
        }
    });
    let hand = Skeleton::new(specs.collect(), 0).expect("the made hand is well formed");
    let mut world = vec![Affine3A::IDENTITY; hand.joints().len()];
    for size in [0.0, 1e-20, 1e-3, 0.5, 1.8, 3.0, 4.5] {
        let pose: Vec<f32> = hand.dofs().iter().map(|_| size * random.number()).collect();
        world_transforms(&hand, &pose, &mut world);
        for (j, joint) in hand.joints().iter().enumerate() {
            let local = affine(&local_transform(&hand, joint, &pose));
            let alone = joint.parent.map_or(local, |parent| world[parent.index()] * local);
            law.transform(&world[j]);
            law.check(alone.to_cols_array().map(f32::to_bits) == world[j].to_cols_array().map(f32::to_bits));
        }
    }
    law
}

fn jacobian_is_the_derivative_of_a_point(body: &Skeleton) -> Law {
    let (mut law, mut random) = (Law::new("jacobian_is_the_derivative_of_a_point"), Random(102));
    const STEP: f32 = 1e-2;
    let mut world = vec![Affine3A::IDENTITY; body.joints().len()];
    let mut partials = vec![Partial::default(); body.dofs().len()];
    for joint in [JointId(4), JointId(11), JointId(19)] {
        let (mut pose, point) = (pose(body, &mut random), random.vector() * 0.3);
        world_transforms(body, &pose, &mut world);
        jacobian(body, &pose, &world, joint, point, &mut partials);
        for (d, partial) in partials.iter().enumerate() {
            let mut at = |offset: f32| {
                let kept = pose[d];
                pose[d] += offset;
                world_transforms(body, &pose, &mut world);
                pose[d] = kept;
                world[joint.index()].transform_point3(point)
            };
            let slope = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            law.vector(partial.linear);
            law.vector(partial.angular);
            law.check(slope.distance(partial.linear) < 3e-3);
        }
    }
    law
}

fn a_joint_takes_the_rotation_it_is_given(body: &Skeleton) -> Law {
    let (mut law, mut random) = (Law::new("a_joint_takes_the_rotation_it_is_given"), Random(103));
    let mut locals = vec![LocalTransform::IDENTITY; body.joints().len()];
    for joint in body.joint_ids() {
        let (wanted, mut from) = (pose(body, &mut random), pose(body, &mut random));
        local_transforms(body, &wanted, &mut locals);
        let rotation = locals[joint.index()].rotation;
        set_local_rotation(body, joint, rotation, &mut from);
        local_transforms(body, &from, &mut locals);
        let miss = compose(inverse(rotation), locals[joint.index()].rotation);
        law.numbers(&from);
        law.check(Vec3::new(miss.x, miss.y, miss.z).length() < 1e-3);
    }
    law
}

/// Which zero `max` and `min` return between −0 and 0 is left to the machine; the numbers that come out must not show it.
fn limits_hold_at_signed_zeros() -> Law {
    let mut law = Law::new("limits_hold_at_signed_zeros");
    for limits in [[0.0, 1.0], [-0.0, 1.0], [-1.0, 0.0], [-1.0, -0.0]] {
        let spec = |name: &str, parent| JointSpec {
            name: name.into(),
            parent,
            offset: Vec3::Y,
            rest: Quat::IDENTITY,
            reference: Quat::IDENTITY,
            dofs: vec![(DofKind::Rotation(Axis::X), limits)],
            end: false,
            partner: 0,
            rig_axes: Quat::IDENTITY,
        };
        let hinge = Skeleton::new(vec![spec("root", None), spec("hinge", Some(0))], 0).expect("a hinge");
        for rotation in [Quat::from_xyzw(0.0, 0.0, 0.0, 1.0), Quat::from_xyzw(-0.0, -0.0, -0.0, 1.0)] {
            let mut pose = hinge.rest_pose();
            set_local_rotation(&hinge, JointId(1), rotation, &mut pose);
            law.numbers(&pose);
            law.check(pose.last().is_some_and(|&angle| angle == 0.0));
        }
    }
    law
}
