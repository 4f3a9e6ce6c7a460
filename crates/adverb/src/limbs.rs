//! Bending limbs of a pose so that their ends are where they should be: feet that stand, hands that reach, heads that look.

mod arm;
mod gaze;
mod goals;
mod leg;

use glam::Vec3;

pub(crate) use arm::reach;
pub(crate) use gaze::Look;
pub use goals::{Aim, bring, in_order};
pub(crate) use leg::{Leg, stand};

use crate::skeleton::Skeleton;
use crate::verb::Foot;

/// Moves the balls of the feet of a pose by corrections, one each, as an actor does. The pelvis comes down by `lowered`, or as far as the
/// legs need. Returns how far it came down. For poses that nobody steps through: it takes memory.
///
/// # Panics
/// If there are fewer corrections than feet, or a buffer does not fit the skeleton.
pub fn planted(
    skeleton: &Skeleton,
    feet: &[Foot],
    corrections: &[Vec3],
    lowered: Option<f32>,
    dofs: &mut [f32],
) -> f32 {
    let mut legs: Vec<Leg> = feet.iter().map(|foot| Leg::of(skeleton, foot, dofs)).collect();
    let mut pelvis = lowered;
    stand(skeleton, feet, &mut legs, |foot| corrections[foot], &mut pelvis, 0.0, dofs);
    pelvis.unwrap_or_default()
}
