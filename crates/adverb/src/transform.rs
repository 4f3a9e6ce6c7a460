//! A joint relative to its parent, as translation and rotation, and as a matrix.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::rotation::lanes;

/// A joint relative to its parent, or the root relative to the world; laid out as in C: three numbers, room for a fourth, and
/// the quaternion, w last.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
pub struct LocalTransform {
    /// Metres.
    pub translation: Vec3,
    /// Unit length.
    pub rotation: Quat,
}

impl LocalTransform {
    /// Neither moved nor turned.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };
}

/// As a matrix.
#[inline]
pub fn affine(local: &LocalTransform) -> Affine3A {
    Affine3A { matrix3: matrix(local.rotation), translation: Vec3A::from(local.translation) }
}

#[inline]
fn matrix(q: Quat) -> Mat3A {
    let [x, y, z] = lanes::columns(q.to_array());
    Mat3A::from_cols(x.into(), y.into(), z.into())
}
