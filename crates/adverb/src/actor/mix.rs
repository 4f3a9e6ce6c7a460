//! Poses blended: rotations on the sphere, numbers on the line.

use glam::{Vec3, Vec4};

use crate::graph::Blended;
use crate::rotation::lanes::{self, WHOLE_TURN, quarter_square};
use crate::rotation::{compose, exp, log_near};

/// `into` moved towards `other` by a share: (1 − α) θ_A + α θ_B of eq. 5.4, for rotations along the arc between them.
pub(super) fn mix(of: &Blended, into: &mut [f32], other: &[f32], share: f32) {
    let Blended { balls, scalars, .. } = of;
    scalars.iter().for_each(|&d| mix_scalar(into, other, d, share));
    let (fours, rest) = balls.as_chunks();
    fours.iter().for_each(|four| mix_balls(into, other, four, share));
    rest.iter().for_each(|&d| mix_ball(into, other, d, share));
}

pub(super) fn mix_scalar(into: &mut [f32], other: &[f32], dof: usize, share: f32) {
    into[dof] += share * (other[dof] - into[dof]);
}

pub(super) fn mix_ball(into: &mut [f32], other: &[f32], dof: usize, share: f32) {
    let (a, b) = (vector(into, dof), vector(other, dof));
    let ends = [exp(a).to_array(), exp(b).to_array()];
    let near = a + (b - a) * share;
    store(into, dof, Vec3::from_array(lanes::mixed(ends, share, near.to_array())));
}

/// As four times [`mix_ball`], one per lane.
fn mix_balls(into: &mut [f32], other: &[f32], dofs: &[usize; 4], share: f32) {
    let (a, b) = (four(into, dofs), four(other, dofs));
    let squares = [quarter_square(a), quarter_square(b)];
    if !squares.iter().all(|square| square.cmple(Vec4::splat(WHOLE_TURN)).all()) {
        return dofs.iter().for_each(|&d| mix_ball(into, other, d, share));
    }
    let ends = [lanes::exp(a, squares[0]), lanes::exp(b, squares[1])];
    let near = core::array::from_fn(|i| a[i] + (b[i] - a[i]) * share);
    store_four(into, dofs, lanes::mixed(ends, Vec4::splat(share), near));
}

/// A ball joint turned farther, by a rotation vector that is applied after its own.
pub(super) fn turn_ball(dofs: &mut [f32], dof: usize, by: Vec3) {
    let own = vector(dofs, dof);
    store(dofs, dof, log_near(compose(exp(by), exp(own)), own));
}

/// As four times [`turn_ball`], one per lane.
pub(super) fn turn_balls(dofs: &mut [f32], balls: &[usize; 4], by: [Vec4; 3]) {
    let own = four(dofs, balls);
    let squares = [quarter_square(by), quarter_square(own)];
    if !squares.iter().all(|square| square.cmple(Vec4::splat(WHOLE_TURN)).all()) {
        let by = |lane: usize| Vec3::new(by[0][lane], by[1][lane], by[2][lane]);
        return balls.iter().enumerate().for_each(|(lane, &d)| turn_ball(dofs, d, by(lane)));
    }
    let turned = lanes::product(lanes::exp(by, squares[0]), lanes::exp(own, squares[1]));
    store_four(dofs, balls, lanes::log_near(turned, own));
}

pub(super) fn four(dofs: &[f32], [a, b, c, d]: &[usize; 4]) -> [Vec4; 3] {
    let [a, b, c, d] = [a, b, c, d].map(|dof| vector(dofs, *dof));
    core::array::from_fn(|i| Vec4::new(a[i], b[i], c[i], d[i]))
}

fn store_four(dofs: &mut [f32], balls: &[usize; 4], vectors: [Vec4; 3]) {
    let [x, y, z] = vectors.map(|lanes| lanes.to_array());
    for (lane, dof) in balls.iter().enumerate() {
        store(dofs, *dof, Vec3::new(x[lane], y[lane], z[lane]));
    }
}

pub(super) fn vector(dofs: &[f32], dof: usize) -> Vec3 {
    Vec3::from_slice(&dofs[dof..])
}

pub(super) fn store(dofs: &mut [f32], dof: usize, vector: Vec3) {
    dofs[dof..dof + 3].copy_from_slice(&vector.to_array());
}
