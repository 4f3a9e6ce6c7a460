//! Forward kinematics (thesis 2.1, algorithm 2.1, in column vectors) and the Jacobians of joints.

mod chain;
mod fours;

use glam::{Affine3A, Mat4, Quat, Vec3, Vec3A, Vec4};

pub(crate) use self::chain::{LONGEST_CHAIN, Link, links, links_below, place_below};
use self::fours::below;
use crate::placement::Placement;
use crate::rotation::{self, compose, lanes, rotate};
use crate::skeleton::steps::{Step, ball_parent, splat};
use crate::skeleton::{Axis, DofKind, Joint, JointId, Skeleton};
pub use crate::transform::{LocalTransform, affine};

/// The local transform of one joint in a pose.
pub fn local_transform(skeleton: &Skeleton, joint: &Joint, dofs: &[f32]) -> LocalTransform {
    // Most joints: nothing to look up.
    if ball_parent(skeleton, joint).is_some() {
        let vector = Vec3::from_slice(&dofs[joint.dofs.start as usize..]);
        let rotation = compose(joint.reference, rotation::exp(vector));
        return LocalTransform { translation: joint.offset, rotation };
    }
    if core::ptr::eq(joint, skeleton.joint(skeleton.root())) {
        return root_transform(joint, dofs);
    }
    let range = joint.dofs.start as usize..joint.dofs.end as usize;
    let (kinds, values) = (&skeleton.dofs()[range.clone()], &dofs[range]);
    let (mut translation, mut rotation) = (joint.offset, joint.rest);
    let mut ball = None;
    for (dof, &value) in kinds.iter().zip(values) {
        match dof.kind {
            DofKind::Translation(axis) => translation[axis as usize] += value,
            DofKind::Rotation(axis) => rotation = compose(rotation, axis.rotation(value)),
            DofKind::RotationVector(axis) => ball.get_or_insert(Vec3::ZERO)[axis as usize] = value,
            DofKind::Heading => unreachable!("only the root has a heading"),
        }
    }
    if let Some(vector) = ball {
        rotation = compose(joint.reference, rotation::exp(vector));
    }
    let local = LocalTransform { translation, rotation };
    if skeleton.rides(joint) { Placement::of(dofs).carry(local) } else { local }
}

/// The root in the world, from the DOFs that every skeleton has.
fn root_transform(root: &Joint, dofs: &[f32]) -> LocalTransform {
    let [x, height, z, heading, tilt @ ..] =
        *dofs.first_chunk::<{ Skeleton::ROOT_DOFS }>().expect("the root's DOFs");
    let upright = compose(rotation::about_y(heading), root.reference);
    LocalTransform {
        translation: Vec3::new(x, height, z),
        rotation: compose(upright, rotation::exp(Vec3::from(tilt))),
    }
}

/// The local transforms of all joints in a pose.
///
/// # Panics
/// If `dofs` or `locals` does not fit the skeleton.
pub fn local_transforms(skeleton: &Skeleton, dofs: &[f32], locals: &mut [LocalTransform]) {
    assert_eq!(dofs.len(), skeleton.dofs().len(), "one value per DOF");
    assert_eq!(locals.len(), skeleton.joints().len(), "one transform per joint");
    for (joint, local) in skeleton.joints().iter().zip(locals) {
        *local = local_transform(skeleton, joint, dofs);
    }
}

/// Numbers per joint that [`write_locals`] writes.
pub const LOCAL_NUMBERS: usize = 7;

/// The local transforms of all joints in a pose as flat numbers: per joint the translation, then the quaternion, w last.
///
/// # Panics
/// If `dofs` does not fit the skeleton, or there are not [`LOCAL_NUMBERS`] numbers per joint.
pub fn write_locals(skeleton: &Skeleton, dofs: &[f32], locals: &mut [f32]) {
    assert_eq!(dofs.len(), skeleton.dofs().len(), "one value per DOF");
    assert_eq!(locals.len(), LOCAL_NUMBERS * skeleton.joints().len(), "seven numbers per joint");
    for (joint, numbers) in skeleton.joints().iter().zip(locals.as_chunks_mut::<LOCAL_NUMBERS>().0) {
        let local = local_transform(skeleton, joint, dofs);
        let (place, turn) = numbers.split_at_mut(3);
        place.copy_from_slice(&local.translation.to_array());
        turn.copy_from_slice(&local.rotation.to_array());
    }
}

/// `world_from_joint` for all joints from their local transforms, parents first. Rotations become matrices four at a time,
/// one per lane (docs/performance.md).
///
/// # Panics
/// If `locals` or `world` does not fit the skeleton.
pub fn world_from_locals(skeleton: &Skeleton, locals: &[LocalTransform], world: &mut [Affine3A]) {
    assert_eq!(locals.len(), skeleton.joints().len(), "one transform per joint");
    assert_eq!(world.len(), skeleton.joints().len(), "one transform per joint");
    let (fours, rest) = locals.as_chunks();
    for (four, locals) in fours.iter().enumerate() {
        let columns = columns(locals);
        place_lane::<0>(skeleton, 4 * four, locals, &columns, world);
        place_lane::<1>(skeleton, 4 * four, locals, &columns, world);
        place_lane::<2>(skeleton, 4 * four, locals, &columns, world);
        place_lane::<3>(skeleton, 4 * four, locals, &columns, world);
    }
    for (k, local) in rest.iter().enumerate() {
        let j = 4 * fours.len() + k;
        world[j] = below_parent(parent(skeleton, j), affine(local), world);
    }
}

/// Of the matrices of four rotations, one per lane.
#[inline]
fn columns([a, b, c, d]: &[LocalTransform; 4]) -> [[Vec4; 3]; 3] {
    let q = Mat4::from_cols(a.rotation.into(), b.rotation.into(), c.rotation.into(), d.rotation.into());
    let q = q.transpose();
    lanes::columns([q.x_axis, q.y_axis, q.z_axis, q.w_axis])
}

/// Places one of the four joints from `first` on.
#[inline]
fn place_lane<const LANE: usize>(
    skeleton: &Skeleton,
    first: usize,
    locals: &[LocalTransform; 4],
    columns: &[[Vec4; 3]; 3],
    world: &mut [Affine3A],
) {
    world[first + LANE] = match parent(skeleton, first + LANE) {
        Some(parent) => below::<LANE>(&world[parent.index()], columns, splat(locals[LANE].translation)),
        None => affine(&locals[LANE]),
    };
}

/// `world_from_joint` for all joints in a pose: algorithm 2.1. Ball joints go four at a time, one per lane, from the DOFs to
/// their matrices; the bits are those of [`local_transform`] and the product with the parent.
///
/// # Panics
/// If `dofs` or `world` does not fit the skeleton.
pub fn world_transforms(skeleton: &Skeleton, dofs: &[f32], world: &mut [Affine3A]) {
    assert_eq!(dofs.len(), skeleton.dofs().len(), "one value per DOF");
    assert_eq!(world.len(), skeleton.joints().len(), "one transform per joint");
    for step in skeleton.steps() {
        match step {
            Step::Balls(four) => four.place(skeleton, dofs, world),
            Step::Fixed { joint, parent, local } => {
                world[joint.index()] = below_parent(*parent, *local, world);
            }
            Step::Other(joint) => place(skeleton, *joint, dofs, world),
        }
    }
}

/// Places one joint of any kind below its parent.
fn place(skeleton: &Skeleton, id: JointId, dofs: &[f32], world: &mut [Affine3A]) {
    let local = local_transform(skeleton, skeleton.joint(id), dofs);
    world[id.index()] = below_parent(parent(skeleton, id.index()), affine(&local), world);
}

/// What a joint is placed below. The root, given in the world, counts as having no parent.
#[inline]
fn parent(skeleton: &Skeleton, joint: usize) -> Option<JointId> {
    skeleton.joints()[joint].parent.filter(|_| joint != skeleton.root().index())
}

/// A joint below its parent, which is placed already.
#[inline]
fn below_parent(parent: Option<JointId>, local: Affine3A, world: &[Affine3A]) -> Affine3A {
    match parent {
        Some(parent) => world[parent.index()] * local,
        None => local,
    }
}

/// The rotation of a world transform.
pub fn world_rotation(world_from_joint: &Affine3A) -> Quat {
    let m = &world_from_joint.matrix3;
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    // The largest of the four squares decides the branch (Shepperd 1978), so that no root is near zero.
    let squares = [x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y, x.x + y.y + z.z];
    let largest = (0..4).max_by(|&a, &b| squares[a].total_cmp(&squares[b])).unwrap_or(3);
    let s = (1.0 + squares[largest]).max(0.0).sqrt() * 2.0;
    let (a, b, c) = (y.z - z.y, z.x - x.z, x.y - y.x);
    let (d, e, f) = (y.x + x.y, z.x + x.z, z.y + y.z);
    let q = match largest {
        0 => Quat::from_xyzw(0.25 * s, d / s, e / s, a / s),
        1 => Quat::from_xyzw(d / s, 0.25 * s, f / s, b / s),
        2 => Quat::from_xyzw(e / s, f / s, 0.25 * s, c / s),
        _ => Quat::from_xyzw(a / s, b / s, c / s, 0.25 * s),
    };
    rotation::normalised(q)
}

/// How one DOF moves a point of a joint: velocity and angular velocity per unit of the DOF, in the world.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Partial {
    /// d position / d DOF.
    pub linear: Vec3,
    /// Angular velocity of the joint per unit of the DOF.
    pub angular: Vec3,
}

/// The Jacobian of a point on a joint (given in the joint's frame) with respect to every DOF of the pose; zero for DOFs
/// that do not move it. `world` are the world transforms of that pose.
///
/// # Panics
/// If a buffer does not fit the skeleton.
pub fn jacobian(
    skeleton: &Skeleton,
    dofs: &[f32],
    world: &[Affine3A],
    joint: JointId,
    point: Vec3,
    partials: &mut [Partial],
) {
    assert_eq!(dofs.len(), skeleton.dofs().len(), "one value per DOF");
    assert_eq!(partials.len(), dofs.len(), "one partial per DOF");
    partials.fill(Partial::default());
    let target = world[joint.index()].transform_point3(point);
    for ancestor in skeleton.ancestors(joint) {
        joint_partials(skeleton, dofs, world, ancestor, target, partials);
        if ancestor == skeleton.root() {
            break;
        }
        if skeleton.rides(skeleton.joint(ancestor)) {
            placement_partials(dofs, target, partials);
        }
    }
}

/// How a point that rides on the placement moves with it.
fn placement_partials(dofs: &[f32], target: Vec3, partials: &mut [Partial]) {
    let from = Placement::of(dofs);
    let lever = target - Vec3::new(from.x, 0.0, from.z);
    partials[Skeleton::X.index()].linear = Vec3::X;
    partials[Skeleton::Z.index()].linear = Vec3::Z;
    partials[Skeleton::HEADING.index()] = Partial { linear: Vec3::Y.cross(lever), angular: Vec3::Y };
}

/// The partials of one joint's own DOFs for a point of the world carried by it.
fn joint_partials(
    skeleton: &Skeleton,
    dofs: &[f32],
    world: &[Affine3A],
    id: JointId,
    target: Vec3,
    partials: &mut [Partial],
) {
    let joint = skeleton.joint(id);
    let is_root = id == skeleton.root();
    let world_from_parent = match joint.parent {
        Some(parent) if !is_root => world_rotation(&world[parent.index()]),
        None if !is_root => rotation::about_y(dofs[Skeleton::HEADING.index()]),
        _ => Quat::IDENTITY,
    };
    let lever = target - Vec3::from(world[id.index()].translation);
    let vector = |d: u16| {
        let mut v = Vec3::ZERO;
        for k in joint.dofs.clone() {
            if let DofKind::RotationVector(axis) = skeleton.dofs()[k as usize].kind {
                v[axis as usize] = dofs[k as usize];
            }
        }
        let DofKind::RotationVector(axis) = skeleton.dofs()[d as usize].kind else { return Vec3::ZERO };
        rotation::right_jacobian(v)[axis as usize]
    };
    let mut before = compose(world_from_parent, joint.rest);
    for d in joint.dofs.clone() {
        let turning = |axis: Vec3| Partial { linear: axis.cross(lever), angular: axis };
        partials[d as usize] = match skeleton.dofs()[d as usize].kind {
            DofKind::Translation(axis) => {
                Partial { linear: rotate(world_from_parent, axis.vector()), angular: Vec3::ZERO }
            }
            DofKind::Rotation(axis) => {
                let about = rotate(before, axis.vector());
                before = compose(before, axis.rotation(dofs[d as usize]));
                turning(about)
            }
            DofKind::Heading => turning(Axis::Y.vector()),
            DofKind::RotationVector(_) => {
                turning(Vec3::from(world[id.index()].matrix3 * Vec3A::from(vector(d))))
            }
        };
    }
}

/// Writes the DOFs of a joint so that its local rotation becomes `rotation`, as near as its DOFs and their limits allow.
/// Rotation vectors stay on the sheet they are on.
pub fn set_local_rotation(skeleton: &Skeleton, id: JointId, rotation: Quat, dofs: &mut [f32]) {
    let joint = skeleton.joint(id);
    let first =
        joint.dofs.clone().find(|&d| !matches!(skeleton.dofs()[d as usize].kind, DofKind::Translation(_)));
    let Some(first) = first.map(usize::from) else { return };
    match skeleton.dofs()[first].kind {
        DofKind::Heading | DofKind::RotationVector(_) => {
            let is_root = id == skeleton.root();
            let vector = if is_root { first + 1 } else { first };
            let before = if is_root {
                compose(rotation::about_y(dofs[first]), joint.reference)
            } else {
                joint.reference
            };
            let turn = rotation::normalised(compose(rotation::inverse(before), rotation));
            let near = Vec3::new(dofs[vector], dofs[vector + 1], dofs[vector + 2]);
            let v = rotation::log_near(turn, near);
            for (k, value) in v.to_array().into_iter().enumerate() {
                dofs[vector + k] = skeleton.dofs()[vector + k].limited(value);
            }
        }
        _ => set_one_axis_rotations(skeleton, joint, rotation, dofs, first),
    }
}

/// One-axis rotations have no closed form for every number and order of axes: Newton's steps on the rotation's error, one
/// DOF after another, from the present angles, until a round of them changes nothing. A single hinge is there after one.
fn set_one_axis_rotations(skeleton: &Skeleton, joint: &Joint, wanted: Quat, dofs: &mut [f32], first: usize) {
    for _ in 0..24 {
        let mut moved = false;
        for d in first..joint.dofs.end as usize {
            let DofKind::Rotation(axis) = skeleton.dofs()[d].kind else { continue };
            let product = |dofs: &[f32], range: core::ops::Range<usize>| {
                range.fold(Quat::IDENTITY, |q, k| match skeleton.dofs()[k].kind {
                    DofKind::Rotation(a) => compose(q, a.rotation(dofs[k])),
                    _ => q,
                })
            };
            let before = compose(joint.rest, product(dofs, first..d));
            let after = product(dofs, d + 1..joint.dofs.end as usize);
            // before · R(axis, θ) · after = wanted: the twist about the axis of before⁻¹ · wanted · after⁻¹ is nearest.
            let q = compose(compose(rotation::inverse(before), wanted), rotation::inverse(after));
            let about = Vec3::new(q.x, q.y, q.z).dot(axis.vector());
            let twist = 2.0 * libm::atan2f(about, q.w);
            let turn = twist - dofs[d];
            let whole = (turn / core::f32::consts::TAU).round() * core::f32::consts::TAU;
            let value = skeleton.dofs()[d].limited(dofs[d] + turn - whole);
            moved |= value.to_bits() != dofs[d].to_bits();
            dofs[d] = value;
        }
        if !moved {
            return;
        }
    }
}
