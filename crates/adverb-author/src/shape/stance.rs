//! The pose for a point of a shape: joints that adjectives read turn by the adjectives' values, or the poses of the forms are blended
//! as the forms are.

use adverb::shape::{PoseAxis, Turn};
use adverb::{Shape, Skeleton, rotation};
use glam::{DMat4, DVec3, Mat4, Vec3};

use crate::mesh::Joint;

/// A turn of less than this has no axis.
const NO_TURN: f32 = 1e-4;

/// The DOFs of a skeleton at which the adjectives that read a pose have the values of a point; other DOFs are as in the mean of the
/// motions. `None` if no adjective reads a pose. A plain swing has an angle but no direction: the direction is that of the heaviest
/// form made in a pose (`made`, one per example) in which the joint is swung.
#[must_use]
pub fn stance(
    shape: &Shape,
    skeleton: &Skeleton,
    point: &[f32],
    made: &[Option<Vec<f32>>],
) -> Option<Vec<f32>> {
    let reads: Vec<&PoseAxis> = shape.adjectives().iter().filter_map(|own| own.read.as_ref()).collect();
    if reads.is_empty() {
        return None;
    }
    let mut weights = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut weights);
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    dofs[Skeleton::HEIGHT.index()] = skeleton.rest_pose()[Skeleton::HEIGHT.index()];
    for axis in reads.into_iter().filter(|axis| axis.turn == Turn::Swing) {
        if let Some(pose) = most_swung(axis, made, &weights) {
            let joint = axis.dof.index()..axis.dof.index() + 3;
            dofs[joint.clone()].copy_from_slice(&pose[joint]);
            PoseAxis { turn: Turn::Twist, ..*axis }.set(0.0, &mut dofs);
        }
    }
    shape.pose(point, &mut dofs);
    Some(dofs)
}

/// The pose of the heaviest form made with a joint swung.
fn most_swung<'m>(axis: &PoseAxis, made: &'m [Option<Vec<f32>>], weights: &[f32]) -> Option<&'m [f32]> {
    let poses = made.iter().zip(weights).filter_map(|(dofs, weight)| Some((dofs.as_deref()?, *weight)));
    let swung = poses.filter(|(dofs, _)| axis.value(dofs) > NO_TURN);
    swung.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(dofs, _)| dofs)
}

/// The joints of a skin, blended from the poses of the forms by the forms' weights, as turns from where they were `bound` (the pose
/// of forms made in the rest pose).
#[must_use]
pub fn blended_pose(
    joints: &[Joint],
    bound: &[Mat4],
    made: &[Option<&[Mat4]>],
    weights: &[f32],
) -> Vec<Mat4> {
    let mut world: Vec<Mat4> = Vec::with_capacity(joints.len());
    for (j, joint) in joints.iter().enumerate() {
        let local_of = |pose: &[Mat4]| {
            let own = pose[j].as_dmat4();
            let local = joint.parent.map_or(own, |parent| pose[parent].as_dmat4().inverse() * own);
            local.to_scale_rotation_translation()
        };
        let (scale, turn, place) = local_of(bound);
        let (mut turned, mut moved) = (Vec3::ZERO, DVec3::ZERO);
        for (pose, weight) in made.iter().zip(weights).filter_map(|(pose, w)| Some((pose.as_ref()?, *w))) {
            let (_, own, at) = local_of(pose);
            turned += weight * rotation::log((turn.inverse() * own).as_quat());
            moved += f64::from(weight) * (at - place);
        }
        let turn = turn * rotation::exp(turned).as_dquat();
        let local = DMat4::from_scale_rotation_translation(scale, turn, place + moved);
        world.push(joint.parent.map_or(local, |parent| world[parent].as_dmat4() * local).as_mat4());
    }
    world
}
