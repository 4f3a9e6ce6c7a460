//! What a form is made of: what is left out of it, its directions, and a sculpture as its shape has it.

use adverb::glam::{Quat, Vec3};
use adverb::kinematics::{LocalTransform, affine, world_transforms};
use adverb::rotation;
use adverb::shape::{Attribute, Channel, Expression, Features, Interpolation, Sculpture, Shape, Turn};
use adverb::{Skeleton, skeleton::JointId};
use proptest::prelude::*;

use crate::packs::made;

fn vector() -> impl Strategy<Value = Vec3> {
    [-1.0f32..1.0, -1.0..1.0, -1.0..1.0].prop_map(Vec3::from_array)
}

proptest! {
    #[test]
    fn what_moves_no_farther_than_the_threshold_is_left_out(
        moves in proptest::collection::vec(vector(), 1..30), threshold in 0.1f32..1.0,
    ) {
        let far: Vec<bool> = moves.iter().map(|by| by.length_squared() > threshold * threshold).collect();
        let names = ["feature".to_string()];
        let features = Features::of(&names, moves.len(), threshold, |_, v| moves[v].to_array());
        let of_feature: Vec<u32> = features.order.clone();
        let expected: Vec<u32> = (0..moves.len() as u32).filter(|v| far[*v as usize]).collect();
        prop_assert_eq!(&of_feature, &expected);
        // Of examples, from where the first one has it.
        let value = |example: usize, j: usize| 2.0 + example as f32 * moves[j / 3][j % 3];
        let channel = Channel::of(Attribute::Position, Interpolation::Linear, [2, moves.len()], threshold, value);
        let moved: Vec<u32> = channel.moved.iter().flat_map(|run| run.start..run.start + run.count).collect();
        let apart = |v: u32| (0..3).map(|c| value(1, 3 * v as usize + c) - 2.0).map(|x| x * x).sum::<f32>();
        let expected: Vec<u32> =
            (0..moves.len() as u32).filter(|v| apart(*v) > threshold * threshold).collect();
        prop_assert_eq!(moved, expected);
    }

    #[test]
    fn features_of_any_kind_are_added_to_what_is_there(
        deltas in proptest::collection::vec(proptest::option::of(vector()), 3 * 8),
        weights in proptest::collection::vec([-1.0f32..2.0, -1.0..2.0, -1.0..2.0], 1..5),
    ) {
        let names = ["a", "b", "c"].map(String::from);
        let delta = |f: usize, v: usize| deltas[8 * f + v].unwrap_or_default();
        let features = Features::of(&names, 8, 0.0, |f, v| delta(f, v).to_array());
        let base: Vec<f32> = (0..24).map(|j| j as f32).collect();
        let mut positions = base.clone();
        let mut expression = Expression::new(&features, &base);
        for weights in weights.iter().chain([&[0.0; 3]]) {
            expression.express(&features, weights, &mut positions);
            for v in 0..8 {
                let sum = (0..3).fold(Vec3::from_slice(&base[3 * v..]), |sum, f| sum + weights[f] * delta(f, v));
                prop_assert!(Vec3::from_slice(&positions[3 * v..]).distance(sum) < 1e-4, "vertex {v}");
            }
        }
        prop_assert_eq!(positions, base);
    }

    #[test]
    fn blended_directions_are_means(
        turns in proptest::collection::vec(vector(), 3), sides in [any::<bool>(), any::<bool>(), any::<bool>()],
        shares in [0.05f32..1.0, 0.05..1.0, 0.05..1.0],
    ) {
        let own: Vec<Vec3> = turns.iter().map(|turn| rotation::rotate(rotation::exp(*turn), Vec3::Z)).collect();
        let side = |i: usize| if sides[i] { 1.0 } else { -1.0 };
        let weights = shares.map(|share| share / shares.iter().sum::<f32>());
        let value = |i: usize, j: usize| if j % 4 == 3 { side(i) } else { own[i][j % 4] };
        let blended = |by| {
            let mut parts = made::shaped(4).shapes()[0].parts().clone();
            parts.channels.retain(|channel| channel.attribute == Attribute::Position);
            parts.channels.push(Channel::of(Attribute::Tangent, by, [3, parts.vertices], 0.0, value));
            let shape = Shape::new(parts).expect("a shape");
            let mut form = shape.form();
            shape.blend(&weights, &mut form);
            form.attribute(1).to_vec()
        };
        let sum = (0..3).fold(Vec3::ZERO, |sum, i| sum + weights[i] * own[i]);
        let sides: f32 = (0..3).map(|i| weights[i] * side(i)).sum();
        for tangent in blended(Interpolation::Normalised).chunks_exact(4) {
            prop_assert!(Vec3::from_slice(tangent).distance(sum.normalize()) < 1e-5);
            prop_assert!(tangent[3] == sides.signum() || sides.abs() < 1e-5);
        }
        for tangent in blended(Interpolation::Spherical).chunks_exact(4) {
            let mean = Vec3::from_slice(tangent);
            prop_assert!((mean.length() - 1.0).abs() < 1e-5);
            // The ways from it to all of them, by their weights, lead nowhere.
            let way = |to: Vec3| mean.cross(to).normalize_or_zero() * mean.angle_between(to);
            let off = (0..3).fold(Vec3::ZERO, |sum, i| sum + weights[i] * way(own[i]));
            prop_assert!(off.length() < 2e-3, "{off}");
        }
    }
}

/// The made shape on joints of the made skeleton.
fn worn() -> (Shape, Skeleton) {
    let pack = made::shaped(4);
    let mut parts = pack.shapes()[0].parts().clone();
    let skin = parts.skin.as_mut().expect("a skin");
    skin.joints = vec!["Spine".into(), "Head".into()];
    let mut specs = pack.skeleton().specs();
    specs[10].rig_axes = rotation::exp(Vec3::new(0.4, -0.7, 1.1));
    (Shape::new(parts).expect("a shape"), Skeleton::new(specs, 0).expect("a skeleton"))
}

#[test]
fn a_sculpture_without_a_skin_is_not_posed() {
    let (shape, skeleton) = worn();
    let mut parts = shape.parts().clone();
    parts.skin = None;
    let bare = Shape::new(parts).expect("a shape");
    assert!(!Sculpture::new(bare, skeleton).is_posed());
}

#[test]
fn a_sculpture_is_what_its_shape_makes_of_knobs_features_and_pose() {
    let (shape, skeleton) = worn();
    let mut sculpture = Sculpture::new(shape.clone(), skeleton.clone());
    assert!(sculpture.is_posed());
    let mut form = shape.form();
    let mut dofs = skeleton.rest_pose();
    shape.pose(&[0.5, 0.5], &mut dofs);
    let (mut weights, mut features) = (vec![0.0; 3], vec![0.0f32; 2]);
    for step in 0..24 {
        let number = ((step * 7) % 11) as f32 / 11.0;
        match step % 4 {
            0 => sculpture.set_knob(0, 2.0 * number - 0.5),
            1 => {
                features[step % 3 % 2] = number;
                sculpture.set_feature(step % 3 % 2, number);
            }
            2 => {
                dofs.iter_mut().enumerate().for_each(|(d, dof)| *dof += 0.02 * ((d * step) % 5) as f32);
                sculpture.follow(&dofs);
            }
            _ => {
                sculpture.set_knob(1, number);
                shape.pose(sculpture.point(), &mut dofs);
            }
        }
        sculpture.update();
        shape.weights(sculpture.point(), &mut weights);
        assert_eq!(sculpture.weights(), weights);
        shape.blend(&weights, &mut form);
        let mut expression = Expression::new(&shape.parts().features, form.positions());
        shape.express(&features, &mut expression, &mut form);
        let moved = moved(&shape, &skeleton, &dofs, form.positions());
        for (own, plain) in sculpture.positions().chunks_exact(3).zip(&moved) {
            assert!(Vec3::from_slice(own).distance(*plain) < 1e-4, "step {step}: {own:?} {plain}");
        }
        assert_eq!(sculpture.attribute(0), sculpture.positions());
        assert_eq!(sculpture.attribute(3), form.attribute(3), "colours have no pose");
        let fresh = sculpture.like(shape.clone());
        assert_eq!(fresh.positions(), sculpture.positions(), "step {step}: another of the same state");
    }
}

/// Eq. 8, vertex by vertex.
fn moved(shape: &Shape, skeleton: &Skeleton, dofs: &[f32], rest: &[f32]) -> Vec<Vec3> {
    let skin = shape.parts().skin.as_ref().expect("a skin");
    let mut world = vec![adverb::glam::Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    let matrix = |joint: usize| {
        let id = skeleton.joint_named(&skin.joints[joint]).expect("a joint");
        let turn = LocalTransform { rotation: skeleton.joint(id).rig_axes, ..LocalTransform::IDENTITY };
        adverb::glam::Mat4::from(world[id.index()] * affine(&turn))
            * adverb::glam::Mat4::from_cols_array(&skin.inverse_bind[joint])
    };
    let vertices = skin.vertex_joints.iter().zip(&skin.vertex_weights).zip(rest.chunks_exact(3));
    let place = |((joints, weights), at): ((&[u16; 4], &[f32; 4]), &[f32])| {
        let parts = joints.iter().zip(weights);
        parts.fold(Vec3::ZERO, |sum, (joint, weight)| {
            sum + *weight * matrix(usize::from(*joint)).transform_point3(Vec3::from_slice(at))
        })
    };
    vertices.map(place).collect()
}

#[test]
fn numbers_that_are_none_leave_a_sculpture_as_it_is() {
    let (shape, skeleton) = worn();
    let mut sculpture = Sculpture::new(shape, skeleton.clone());
    let before = sculpture.positions().to_vec();
    sculpture.set_knob(0, f32::NAN);
    sculpture.set_feature(0, f32::NAN);
    for wrong in [f32::NAN, f32::INFINITY, 1e9, -1e9] {
        let mut dofs = skeleton.rest_pose();
        dofs[9] = wrong;
        sculpture.follow(&dofs);
    }
    sculpture.update();
    assert_eq!(sculpture.positions(), before);
}

#[test]
fn the_turn_of_a_joint_is_about_the_bone_to_its_first_child_that_is_away() {
    let skeleton = crate::made::skeleton();
    let axis = |joint: u16| adverb::shape::PoseAxis::of(&skeleton, JointId(joint), Turn::Twist);
    assert_eq!(axis(2), None, "a knee is no ball joint");
    let leg = axis(1).expect("a ball joint");
    assert!(leg.bone.distance(Vec3::new(0.0, -0.45, 0.01).normalize()) < 1e-6, "{leg:?}");
    assert_eq!(leg.dof.0, skeleton.joint(JointId(1)).dofs.start);
    assert_eq!(axis(10).expect("a ball joint").bone, Vec3::Y, "a head has no child");
    let turned = |joint: u16, by: f32| {
        let mut dofs = skeleton.rest_pose();
        let leg = axis(joint).expect("a ball joint");
        leg.set(by, &mut dofs);
        let own = Vec3::from_slice(&dofs[leg.dof.index()..]);
        (leg.value(&dofs), rotation::exp(own))
    };
    for by in [-3.0, -1.0, 0.5, 3.1] {
        let (value, turn) = turned(10, by);
        assert!(
            (value - by).abs() < 1e-5 && turn.dot(Quat::from_rotation_y(by)).abs() > 1.0 - 1e-6,
            "{value}"
        );
    }
}
