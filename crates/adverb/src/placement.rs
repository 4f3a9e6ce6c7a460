//! Where a body stands and which way it faces: x, z and heading (thesis 3.5, algorithms 3.1 and 3.2).
//!
//! Placements compose like the rigid motions of the ground plane they are. Algorithm 3.1 is
//! `reposition(start, Placement::ORIGIN)`; algorithm 3.2 (whose printed rotation turns the wrong way) is
//! `reposition(start, wanted)`. A walk along +Z given heading +90° goes along +X.

use glam::Vec3;

use crate::rotation;
use crate::skeleton::Skeleton;
use crate::transform::LocalTransform;

/// A point of the ground plane and a heading about the vertical, in radians; 0 faces +Z, +π/2 faces +X.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Placement {
    /// Metres.
    pub x: f32,
    /// Metres.
    pub z: f32,
    /// Radians, not wrapped: a body that turns around twice has turned by 4π.
    pub heading: f32,
}

impl Placement {
    /// Standing at the origin, facing +Z: where every example starts.
    pub const ORIGIN: Self = Self { x: 0.0, z: 0.0, heading: 0.0 };

    /// The placement in a skeleton's DOF values.
    pub fn of(dofs: &[f32]) -> Self {
        Self {
            x: dofs[Skeleton::X.index()],
            z: dofs[Skeleton::Z.index()],
            heading: dofs[Skeleton::HEADING.index()],
        }
    }

    /// Written into a skeleton's DOF values.
    pub fn store(self, dofs: &mut [f32]) {
        dofs[Skeleton::X.index()] = self.x;
        dofs[Skeleton::Z.index()] = self.z;
        dofs[Skeleton::HEADING.index()] = self.heading;
    }

    /// `self` applied after `inner`: `inner` as seen from the ground on which `self` stands.
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        let (x, z) = self.turn(inner.x, inner.z);
        Self { x: self.x + x, z: self.z + z, heading: self.heading + inner.heading }
    }

    /// The placement that undoes `self`.
    #[must_use]
    pub fn inverse(self) -> Self {
        let back = Self { x: 0.0, z: 0.0, heading: -self.heading };
        let (x, z) = back.turn(-self.x, -self.z);
        Self { x, z, heading: -self.heading }
    }

    /// The motion of the ground that takes a body from `from` to `to`.
    #[must_use]
    pub fn reposition(from: Self, to: Self) -> Self {
        to.compose(from.inverse())
    }

    /// A direction (or velocity, or acceleration) of the ground plane turned by the heading.
    #[must_use]
    pub fn turn(self, x: f32, z: f32) -> (f32, f32) {
        let (sin, cos) = (libm::sinf(self.heading), libm::cosf(self.heading));
        (cos * x + sin * z, cos * z - sin * x)
    }

    /// A transform given on the ground of this placement, in the world.
    #[must_use]
    pub fn carry(self, on_ground: LocalTransform) -> LocalTransform {
        let turn = rotation::about_y(self.heading);
        LocalTransform {
            translation: rotation::rotate(turn, on_ground.translation) + Vec3::new(self.x, 0.0, self.z),
            rotation: rotation::compose(turn, on_ground.rotation),
        }
    }

    /// Moves a whole pose: only x, z and heading change.
    pub fn apply(self, dofs: &mut [f32]) {
        self.compose(Self::of(dofs)).store(dofs);
    }

    /// Turns the velocity or acceleration of a pose along with it.
    pub fn apply_to_rate(self, rates: &mut [f32]) {
        let (x, z) = self.turn(rates[Skeleton::X.index()], rates[Skeleton::Z.index()]);
        rates[Skeleton::X.index()] = x;
        rates[Skeleton::Z.index()] = z;
    }
}
