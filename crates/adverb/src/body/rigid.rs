//! Rigid transforms in f64, with the same bits on every machine.

use glam::{DQuat, DVec3};

pub(super) use crate::rotation::shortest;

/// A rigid transform relative to a parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// Where.
    pub translation: DVec3,
    /// Unit length.
    pub rotation: DQuat,
}

impl Transform {
    /// No transform.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// `self · inner`: `inner` applied first.
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        Self {
            translation: self.translation + self.rotation * inner.translation,
            rotation: (self.rotation * inner.rotation).normalize(),
        }
    }

    /// Where a point goes.
    #[must_use]
    pub fn apply(self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * point
    }

    /// The transform that undoes `self`.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { translation: rotation * -self.translation, rotation }
    }
}

/// A turn about x, in radians.
#[must_use]
pub fn about_x(angle_rad: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle_rad);
    DQuat::from_xyzw(sin, 0.0, 0.0, cos)
}

/// A turn about the vertical, in radians.
#[must_use]
pub fn about_y(angle_rad: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle_rad);
    DQuat::from_xyzw(0.0, sin, 0.0, cos)
}

/// A turn about z, in radians.
pub(super) fn about_z(angle_rad: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle_rad);
    DQuat::from_xyzw(0.0, 0.0, sin, cos)
}

/// The angle about the vertical, as [`crate::rotation::twist_y`] has it but for whole turns.
#[must_use]
pub fn twist_y(q: DQuat) -> f64 {
    2.0 * libm::atan2(q.y, q.w)
}

/// Between two rotations, the short way; nearly even for those of a spine.
pub(super) fn between(from: DQuat, to: DQuat, part: f64) -> DQuat {
    let to = if from.dot(to) < 0.0 { -to } else { to };
    (from * (1.0 - part) + to * part).normalize()
}

/// The angle between two rotations is more than this one, given by its cosine's half: no inverse cosine is needed.
pub(super) fn is_turned_more(a: DQuat, b: DQuat, angle_rad: f64) -> bool {
    a.dot(b).abs() < libm::cos(0.5 * angle_rad)
}
