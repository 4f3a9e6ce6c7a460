//! Glitches of capture: a joint that leaps out and back shows as an acceleration far above that of other cycles of the take.

use adverb::VerbTime;
use adverb::kinematics::world_transforms;
use glam::{Affine3A, Vec3A};

use crate::figure::percentile;
use crate::motion::Motion;

/// A part of a take has a glitch if its greatest acceleration is more than this many times that of most parts.
const GLITCH: f64 = 2.5;
/// Finer than this, per second, noise is all there is to see.
const MOST_PER_SEC: f64 = 120.0;

/// The greatest acceleration of any joint between two times, in metres per second squared.
pub(crate) fn jolt(motion: &Motion, from: VerbTime, to: VerbTime) -> f64 {
    let per_sec = motion.fps().min(MOST_PER_SEC);
    let count = ((to - from) * per_sec).floor().max(0.0) as usize;
    let mut world = vec![Affine3A::IDENTITY; motion.skeleton().joints().len()];
    let mut positions = |k: usize| -> Vec<Vec3A> {
        world_transforms(motion.skeleton(), &motion.pose(from + k as f64 / per_sec), &mut world);
        world.iter().map(|joint| joint.translation).collect()
    };
    let (mut before, mut now) = (positions(0), positions(1.min(count)));
    let mut most = 0.0f32;
    for k in 2..=count {
        let after = positions(k);
        for ((a, b), c) in before.iter().zip(&now).zip(&after) {
            most = most.max((*a - 2.0 * *b + *c).length());
        }
        (before, now) = (now, after);
    }
    f64::from(most) * per_sec * per_sec
}

/// Above which a jolt is a glitch, by those of all parts of a take.
pub(crate) fn glitch_from(jolts: &[f64]) -> f64 {
    let mut sorted = jolts.to_vec();
    sorted.sort_by(f64::total_cmp);
    GLITCH * percentile(&sorted, 0.5)
}
