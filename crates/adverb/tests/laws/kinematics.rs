use adverb::glam::{Affine3A, Vec3};
use adverb::kinematics::*;
use adverb::skeleton::SkeletonError;
use adverb::{JointId, Placement, Skeleton, rotation};
use proptest::prelude::*;

use crate::made;

fn world(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Affine3A> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    world
}

/// Algorithm 2.1 as it stands: one joint after another, each below its parent.
fn one_by_one(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Affine3A> {
    let mut world: Vec<Affine3A> = Vec::new();
    for id in skeleton.joint_ids() {
        let joint = skeleton.joint(id);
        let local = affine(&local_transform(skeleton, joint, dofs));
        let parent = joint.parent.filter(|_| id != skeleton.root());
        world.push(parent.map_or(local, |parent| world[parent.index()] * local));
    }
    world
}

fn bits(world: &[Affine3A]) -> Vec<[u32; 12]> {
    world.iter().map(|transform| transform.to_cols_array().map(f32::to_bits)).collect()
}

proptest! {
    #[test]
    fn joints_are_placed_four_at_a_time_as_one_by_one(
        skeleton in made::any_skeleton(),
        values in proptest::collection::vec(-1.0f32..1.0, 250),
        // Now and then beyond a whole turn.
        most in 0.1f32..5.0,
    ) {
        let dofs: Vec<f32> = skeleton.dofs().iter().zip(values).map(|(_, value)| most * value).collect();
        let expected = one_by_one(&skeleton, &dofs);
        prop_assert_eq!(bits(&world(&skeleton, &dofs)), bits(&expected));
        let locals: Vec<_> =
            skeleton.joints().iter().map(|joint| local_transform(&skeleton, joint, &dofs)).collect();
        let mut from_locals = vec![Affine3A::IDENTITY; locals.len()];
        world_from_locals(&skeleton, &locals, &mut from_locals);
        prop_assert_eq!(bits(&from_locals), bits(&expected));
    }

    #[test]
    fn a_dof_that_is_no_number_moves_only_what_hangs_on_it(skeleton in made::any_skeleton(), at in any::<proptest::sample::Index>()) {
        let mut dofs = skeleton.rest_pose();
        let whole = world(&skeleton, &dofs);
        let spoilt = at.index(dofs.len());
        dofs[spoilt] = f32::NAN;
        let broken = world(&skeleton, &dofs);
        let joint = skeleton.dofs()[spoilt].joint;
        for id in skeleton.joint_ids() {
            // What rides on the placement hangs on the root too.
            let rides = joint == skeleton.root() && skeleton.ancestors(id).any(|a| skeleton.rides(skeleton.joint(a)));
            if !rides && !skeleton.ancestors(id).any(|a| a == joint) {
                prop_assert_eq!(whole[id.index()], broken[id.index()]);
            }
        }
    }

    #[test]
    fn the_jacobian_is_the_derivative(dofs in made::pose(&made::skeleton()), joint in 0u16..12) {
        let skeleton = made::skeleton();
        let (joint, point) = (JointId(joint), Vec3::new(0.1, -0.2, 0.3));
        let here = world(&skeleton, &dofs);
        let mut partials = vec![Partial::default(); dofs.len()];
        jacobian(&skeleton, &dofs, &here, joint, point, &mut partials);
        let h = 1e-2;
        for d in 0..dofs.len() {
            let moved = |by: f32| {
                let mut dofs = dofs.clone();
                dofs[d] += by;
                world(&skeleton, &dofs)[joint.index()]
            };
            let (a, b) = (moved(-h), moved(h));
            let linear = (b.transform_point3(point) - a.transform_point3(point)) / (2.0 * h);
            let turn = rotation::compose(world_rotation(&b), rotation::inverse(world_rotation(&a)));
            let angular = rotation::log(turn) / (2.0 * h);
            prop_assert!(linear.distance(partials[d].linear) < 2e-3, "dof {d}: {linear} {}", partials[d].linear);
            prop_assert!(angular.distance(partials[d].angular) < 2e-3, "dof {d}: {angular} {}", partials[d].angular);
        }
    }

    #[test]
    fn two_ways_to_world_transforms_agree(dofs in made::pose(&made::skeleton())) {
        let skeleton = made::skeleton();
        let still = LocalTransform::IDENTITY;
        let mut locals = vec![still; skeleton.joints().len()];
        local_transforms(&skeleton, &dofs, &mut locals);
        let mut other = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_from_locals(&skeleton, &locals, &mut other);
        prop_assert_eq!(world(&skeleton, &dofs), other);
    }

    #[test]
    fn moving_the_placement_moves_every_joint_rigidly(dofs in made::pose(&made::skeleton()), x in -2.0f32..2.0, heading in -3.0f32..3.0) {
        let skeleton = made::skeleton();
        let by = Placement { x, z: 0.7, heading };
        let mut moved = dofs.clone();
        by.apply(&mut moved);
        let ground = Affine3A::from_translation(Vec3::new(by.x, 0.0, by.z)) * Affine3A::from_rotation_y(heading);
        for (a, b) in world(&skeleton, &dofs).into_iter().zip(world(&skeleton, &moved)) {
            prop_assert!((ground * a).abs_diff_eq(b, 1e-5));
        }
    }

    #[test]
    fn a_mirrored_pose_is_the_mirror_image(dofs in made::pose(&made::skeleton())) {
        let skeleton = made::skeleton();
        let mirrored: Vec<f32> =
            skeleton.dofs().iter().map(|d| d.kind.mirror_sign() * dofs[d.partner.index()]).collect();
        let (own, image) = (world(&skeleton, &dofs), world(&skeleton, &mirrored));
        for (joint, there) in skeleton.joints().iter().zip(&image) {
            let here = own[joint.partner.index()].translation;
            let expected = Vec3::new(-here.x, here.y, here.z);
            prop_assert!(expected.distance(there.translation.into()) < 1e-5, "{}", joint.name);
        }
    }

    #[test]
    fn setting_a_local_rotation_gives_that_rotation(dofs in made::pose(&made::skeleton()), v in [-1.2f32..1.2, -1.2..1.2, -1.2..1.2]) {
        let skeleton = made::skeleton();
        for name in ["LeftUpLeg", "Head", "Hips"] {
            let id = skeleton.joint_named(name).unwrap();
            let wanted = rotation::exp(Vec3::from(v));
            let mut dofs = dofs.clone();
            set_local_rotation(&skeleton, id, wanted, &mut dofs);
            let got = local_transform(&skeleton, skeleton.joint(id), &dofs).rotation;
            prop_assert!(rotation::log(rotation::compose(rotation::inverse(wanted), got)).length() < 1e-5);
        }
        // A two-axis ankle can be set to what its axes make.
        let id = skeleton.joint_named("LeftFoot").unwrap();
        let first = skeleton.joint(id).dofs.start as usize;
        let mut posed = dofs.clone();
        (posed[first], posed[first + 1]) = (v[0], v[1]);
        let wanted = local_transform(&skeleton, skeleton.joint(id), &posed).rotation;
        let mut dofs = dofs.clone();
        set_local_rotation(&skeleton, id, wanted, &mut dofs);
        let got = local_transform(&skeleton, skeleton.joint(id), &dofs).rotation;
        prop_assert!(rotation::log(rotation::compose(rotation::inverse(wanted), got)).length() < 1e-4);
    }

    #[test]
    fn world_rotation_reads_the_matrix_back(v in [-3.0f32..3.0, -3.0..3.0, -3.0..3.0]) {
        let q = rotation::exp(Vec3::from(v));
        let back = world_rotation(&affine(&LocalTransform { translation: Vec3::ZERO, rotation: q }));
        prop_assert!(rotation::log(rotation::compose(rotation::inverse(q), back)).length() < 2e-6);
    }
}

#[test]
fn a_hinge_is_set_within_its_limits() {
    let skeleton = made::skeleton();
    let knee = skeleton.joint_named("LeftLeg").unwrap();
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    let d = skeleton.joint(knee).dofs.start as usize;
    set_local_rotation(&skeleton, knee, rotation::about_x(1.0), &mut dofs);
    assert!((dofs[d] - 1.0).abs() < 1e-6);
    set_local_rotation(&skeleton, knee, rotation::about_x(-1.0), &mut dofs);
    assert_eq!(dofs[d], 0.0);
}

#[test]
fn the_rest_pose_has_every_joint_at_its_offset() {
    let skeleton = made::skeleton();
    let world = world(&skeleton, &skeleton.rest_pose());
    let mut at = vec![Vec3::ZERO; world.len()];
    for (j, joint) in skeleton.joints().iter().enumerate() {
        let parent = joint.parent.map(|p| p.index());
        at[j] = parent.map_or(joint.offset, |p| world[p].transform_point3(joint.offset));
        assert!(at[j].distance(world[j].translation.into()) < 1e-6, "{}", joint.name);
    }
}

#[test]
fn end_effectors_are_the_tips_and_nothing_moves_there() {
    let skeleton = made::skeleton();
    let names: Vec<&str> = skeleton.end_effectors().map(|j| skeleton.joint(j).name.as_str()).collect();
    assert_eq!(names, ["LeftToe", "RightToe"]);
    assert!(skeleton.end_effectors().all(|j| skeleton.joint(j).dofs.is_empty()));
}

#[test]
fn a_malformed_skeleton_is_refused_by_joint() {
    let fine = || vec![made::joint("a", None, [0.0; 3], vec![]), made::joint("b", Some(0), [0.0; 3], vec![])];
    let refused = |change: &dyn Fn(&mut Vec<adverb::skeleton::JointSpec>)| {
        let mut joints = fine();
        change(&mut joints);
        Skeleton::new(joints, 0).unwrap_err()
    };
    assert_eq!(Skeleton::new(vec![], 0).unwrap_err(), SkeletonError::NoRoot);
    assert_eq!(refused(&|j| j[1].parent = Some(1)), SkeletonError::Order("b".into()));
    assert_eq!(refused(&|j| j[1].partner = 7), SkeletonError::Order("b".into()));
    assert_eq!(refused(&|j| j[1].offset.x = -2e6), SkeletonError::TooFar("b".into()));
    assert_eq!(refused(&|j| j[1].offset.x = f32::NAN), SkeletonError::NotFinite("b".into()));
    let half_a_ball = [(adverb::skeleton::ROTATION_VECTOR[0], adverb::skeleton::UNLIMITED)];
    assert_eq!(refused(&|j| j[1].dofs = half_a_ball.to_vec()), SkeletonError::Dofs("b".into()));
}
