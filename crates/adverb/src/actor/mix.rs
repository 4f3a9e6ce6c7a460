//! Poses blended: rotations on the sphere, numbers on the line.

use glam::{Quat, Vec3};

use crate::graph::Graph;
use crate::rotation::{exp, log_near, normalised};

/// `into` moved towards `other` by a share: (1 − α) θ_A + α θ_B of eq. 5.4, for rotations along the arc between them.
pub(super) fn mix(graph: &Graph, into: &mut [f32], other: &[f32], share: f32) {
    let (balls, scalars) = graph.blended();
    scalars.iter().for_each(|&d| mix_scalar(into, other, d, share));
    balls.iter().for_each(|&d| mix_ball(into, other, d, share));
}

pub(super) fn mix_scalar(into: &mut [f32], other: &[f32], dof: usize, share: f32) {
    into[dof] += share * (other[dof] - into[dof]);
}

pub(super) fn mix_ball(into: &mut [f32], other: &[f32], dof: usize, share: f32) {
    let (a, b) = (vector(into, dof), vector(other, dof));
    let (qa, qb) = (exp(a), exp(b));
    let dot = qa.x * qb.x + qa.y * qb.y + qa.z * qb.z + qa.w * qb.w;
    // The shorter way round.
    let other_share = if dot < 0.0 { -share } else { share };
    let mixed = sum(qa, 1.0 - share, qb, other_share);
    store(into, dof, log_near(normalised(mixed), a + (b - a) * share));
}

fn sum(a: Quat, wa: f32, b: Quat, wb: f32) -> Quat {
    Quat::from_xyzw(a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb)
}

pub(super) fn vector(dofs: &[f32], dof: usize) -> Vec3 {
    Vec3::new(dofs[dof], dofs[dof + 1], dofs[dof + 2])
}

pub(super) fn store(dofs: &mut [f32], dof: usize, vector: Vec3) {
    dofs[dof..dof + 3].copy_from_slice(&vector.to_array());
}
