//! The same arbitrary numbers on every machine.

use adverb::glam::{Quat, Vec3};
use adverb::rotation;

/// Knuth's 64-bit linear congruential generator (MMIX).
pub struct Random(pub u64);

impl Random {
    /// Between −1 and 1, every value exact in f32.
    pub fn number(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f32 {
        0.5 * (self.number() + 1.0)
    }

    /// One of this many.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f32) as usize
    }

    /// In the cube from −1 to 1.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    /// Any rotation.
    pub fn rotation(&mut self) -> Quat {
        rotation::normalised(Quat::from_xyzw(self.number(), self.number(), self.number(), self.number()))
    }
}
