//! The pose that belongs to a point of a shape: joints that adjectives read are turned by as much as they say, or the poses that forms
//! were made in are blended as the forms are.

use adverb::shape::{PoseAxis, Turn};
use adverb::{Shape, Skeleton, rotation};
use glam::{Mat4, Quat, Vec3};

use crate::mesh::Joint;

/// A turn of less than this has no axis.
const NO_TURN: f32 = 1e-4;

/// The DOFs of a skeleton where the adjectives that read a pose show a point, all else being as in the mean of the motions; `None` if
/// none does. A plain swing says how far, not where to: that is taken from the form that counts the most of those that were made in
/// a pose (`made`, one per example) in which the joint is swung.
pub fn stance(
    shape: &Shape,
    skeleton: &Skeleton,
    point: &[f32],
    made: &[Option<Vec<f32>>],
) -> Option<Vec<f32>> {
    let read: Vec<(&PoseAxis, f32)> = shape
        .adjectives()
        .iter()
        .zip(point)
        .filter_map(|(own, at)| Some((own.read.as_ref()?, *at)))
        .collect();
    if read.is_empty() {
        return None;
    }
    let mut weights = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut weights);
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    dofs[Skeleton::HEIGHT.index()] = skeleton.rest_pose()[Skeleton::HEIGHT.index()];
    for (axis, value) in read {
        let first = axis.dof.index();
        let (mut swing, mut twist) = parted(turn_of(&dofs, first), axis.bone);
        match axis.turn {
            Turn::Twist => twist = value,
            Turn::Swing => {
                swing = value * direction(axis, made, &weights).unwrap_or(swing.normalize_or_zero())
            }
            Turn::SwingX => swing = along(swing, 0, value, axis.bone),
            Turn::SwingY => swing = along(swing, 1, value, axis.bone),
            Turn::SwingZ => swing = along(swing, 2, value, axis.bone),
        }
        let turn = rotation::compose(rotation::exp(swing), rotation::exp(twist * axis.bone));
        dofs[first..first + 3].copy_from_slice(&rotation::log(turn).to_array());
    }
    Some(dofs)
}

fn turn_of(dofs: &[f32], first: usize) -> Quat {
    rotation::exp(Vec3::new(dofs[first], dofs[first + 1], dofs[first + 2]))
}

/// `q = swing · twist`, the twist about the bone: the swing as a rotation vector, the twist as an angle.
fn parted(turn: Quat, bone: Vec3) -> (Vec3, f32) {
    let angle = 2.0 * turn.xyz().dot(bone).atan2(turn.w);
    let twist = rotation::exp(angle * bone);
    (rotation::log(rotation::compose(turn, rotation::inverse(twist))), angle)
}

/// Where to a joint swings in the poses that forms were made in.
fn direction(axis: &PoseAxis, made: &[Option<Vec<f32>>], weights: &[f32]) -> Option<Vec3> {
    let swings = made.iter().zip(weights).filter_map(|(dofs, weight)| {
        let (swing, _) = parted(turn_of(dofs.as_ref()?, axis.dof.index()), axis.bone);
        (swing.length() > NO_TURN).then(|| (swing.normalize(), *weight))
    });
    swings.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(direction, _)| direction)
}

/// A swing whose part about one axis is given. Swings are square to the bone, so the parts about the others may have to give way.
fn along(swing: Vec3, axis: usize, value: f32, bone: Vec3) -> Vec3 {
    let mut swing = swing;
    swing[axis] = value;
    let mut others = bone;
    others[axis] = 0.0;
    let square = others.dot(others);
    if square > 1e-6 { swing - others * (swing.dot(bone) / square) } else { swing }
}

/// The joints of a skin where the poses that forms were made in have them, blended by the forms' weights: as turns from where they were
/// `bound`, which is where forms of the rest pose have them.
pub fn blended_pose(
    joints: &[Joint],
    bound: &[Mat4],
    made: &[Option<&[Mat4]>],
    weights: &[f32],
) -> Vec<Mat4> {
    let mut world: Vec<Mat4> = Vec::with_capacity(joints.len());
    for (j, joint) in joints.iter().enumerate() {
        let local_of = |pose: &[Mat4]| {
            let local = joint.parent.map_or(pose[j], |parent| pose[parent].inverse() * pose[j]);
            local.to_scale_rotation_translation()
        };
        let (scale, turn, place) = local_of(bound);
        let (mut turned, mut moved) = (Vec3::ZERO, Vec3::ZERO);
        for (pose, weight) in made.iter().zip(weights).filter_map(|(pose, w)| Some((pose.as_ref()?, *w))) {
            let (_, own, at) = local_of(pose);
            turned += weight * rotation::log(turn.inverse() * own);
            moved += weight * (at - place);
        }
        let local = Mat4::from_scale_rotation_translation(scale, turn * rotation::exp(turned), place + moved);
        world.push(joint.parent.map_or(local, |parent| world[parent] * local));
    }
    world
}
