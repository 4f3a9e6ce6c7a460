//! How high the balls of standing feet are in the examples, so that between them no foot sinks (thesis 4.4).
//!
//! A blend of legs that are bent differently is not bent as they are on average: its feet are lower than theirs, by centimetres where a
//! gesture kneels in one example and stands in another. Balls rise by up to 27 mm while a foot stands, so the floor is no constant: it is
//! the sum, by weights, of the examples' own heights over the support phase. A body whose balls are lower is raised.
//!
//! ```text
//!   heights     0   1   2   3   4   5   6   7   8   9  10  11  12
//!   u         -1/4      0              1/2              1      5/4      parts of the phase
//!   counts      0 ····· 1 ····························· 1 ····· 0      by how much, eased
//! ```

use super::parts::Phase;
use crate::time::CanonicalTime;

/// How high a ball is, metres above the frame of the travel, at even steps over a support phase and a quarter of it before and after.
pub type Heights = [f32; 13];

/// Steps within a phase.
const STEPS: f64 = 8.0;
/// Steps before it, and after it.
const MARGIN: f64 = 2.0;
/// A ball that is lower than the floor by twice this is raised by all but this; metres. Below that it is raised the less the nearer it is
/// to the floor, so that it comes up smoothly.
const SOFT_M: f32 = 0.005;

/// At which part of a phase each of the heights is.
pub fn height_moments() -> impl Iterator<Item = f64> {
    (0..13).map(|k| (f64::from(k) - MARGIN) / STEPS)
}

/// A floor, and by how much it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Floor {
    height: f32,
    share: f32,
}

impl Floor {
    /// The floor of a phase at a canonical time, if it counts there.
    pub(super) fn of(phase: &Phase, heights: &Heights, t: CanonicalTime, cyclic: bool) -> Option<Self> {
        let length = phase.to - phase.from;
        let whole = length >= 1.0;
        let since = t.0 - phase.from;
        // On a verb that repeats: in the round in which the middle of the phase is nearest.
        let rounds = if cyclic { (since - 0.5 * length + 0.5).floor() } else { 0.0 };
        let place = (since - rounds) / length * STEPS + MARGIN;
        let last = STEPS + 2.0 * MARGIN;
        if !(place > 0.0 && place < last) {
            return None;
        }
        let edge = if place < 0.5 * last { place } else { last - place } / MARGIN;
        let share = if whole || edge >= 1.0 { 1.0 } else { (edge * edge * (3.0 - 2.0 * edge)) as f32 };
        Some(Self { height: between(heights, place), share })
    }

    /// Between this floor and the one of another phase.
    pub(super) fn and(self, other: Self) -> Self {
        let share = self.share + other.share;
        let height = (self.height * self.share + other.height * other.share) / share;
        Self { height, share: if share < 1.0 { share } else { 1.0 } }
    }

    /// How far a ball is to be raised.
    pub(super) fn lift(&self, ball: f32) -> f32 {
        let lack = self.height - ball;
        self.share
            * if lack <= 0.0 {
                0.0
            } else if lack < 2.0 * SOFT_M {
                lack * lack / (4.0 * SOFT_M)
            } else {
                lack - SOFT_M
            }
    }
}

/// The heights at a place between two of them: the cubic with the slopes of their neighbours.
fn between(heights: &Heights, place: f64) -> f32 {
    let k = place as usize;
    let u = (place - k as f64) as f32;
    let at = |k: usize| heights[if k < heights.len() { k } else { heights.len() - 1 }];
    let (before, a, b, after) = (heights[k.saturating_sub(1)], at(k), at(k + 1), at(k + 2));
    let (slope_a, slope_b) = (0.5 * (b - before), 0.5 * (after - a));
    let rise = b - a;
    a + rise * u + u * (1.0 - u) * ((slope_a - rise) * (1.0 - u) - (slope_b - rise) * u)
}
