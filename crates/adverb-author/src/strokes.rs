//! Strokes: how often a limb swings to and fro, as a hand does that waves. Between a wave of three strokes and one of ten there is no
//! wave (thesis 3.5, criterion 1), so they are counted.

use adverb::{JointId, Skeleton};
use glam::{DMat3, DVec3, Vec3A};

use crate::figure::percentile;
use crate::support;

/// A swing goes back by this part of the way that the limb is swung, and by so many legs; less is unrest.
const SWING: f64 = 0.4;
const LEAST_LEGS: f64 = 0.07;
/// Fewer turns are no wave: who raises a hand and lowers it turns once.
const FEWEST: usize = 3;
/// Steps to the axis along which a joint moves most.
const STEPS: usize = 32;

/// The strokes of a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Strokes {
    /// The joint that swings the farthest.
    pub(crate) joint: usize,
    /// The poses at which it turns back.
    pub(crate) turns: Vec<usize>,
}

impl Strokes {
    /// The strokes of a body's joints, pose by pose; `None` if nothing is swung to and fro. Legs step, they do not wave.
    pub(crate) fn of(skeleton: &Skeleton, poses: &[Vec<Vec3A>], leg_m: f64) -> Option<Self> {
        let tops: Vec<_> = support::feet(skeleton)
            .iter()
            .map(|foot| foot.limb.map_or(foot.ball, |limb| limb.upper))
            .collect();
        let ids = skeleton.joints().iter().enumerate().map(|(joint, _)| JointId(joint as u16));
        let above = ids.filter(|joint| !skeleton.ancestors(*joint).any(|own| tops.contains(&own)));
        Self::of_joints(poses, above.map(JointId::index), leg_m)
    }

    fn of_joints(poses: &[Vec<Vec3A>], joints: impl Iterator<Item = usize>, leg_m: f64) -> Option<Self> {
        let swings = joints.map(|joint| (joint, swing(poses, joint)));
        let (joint, along) = swings.max_by(|a, b| spread(&a.1).total_cmp(&spread(&b.1)))?;
        let turns = turns(&along, (SWING * spread(&along)).max(LEAST_LEGS * leg_m));
        (turns.len() >= FEWEST).then_some(Self { joint, turns })
    }
}

/// How far a joint is along the axis along which it moves most.
fn swing(poses: &[Vec<Vec3A>], joint: usize) -> Vec<f64> {
    let path: Vec<DVec3> = poses.iter().map(|pose| pose[joint].as_dvec3()).collect();
    let mean = path.iter().sum::<DVec3>() / path.len() as f64;
    let square = |p: &DVec3| {
        let off = *p - mean;
        DMat3::from_cols(off * off.x, off * off.y, off * off.z)
    };
    let covariance = path.iter().map(square).fold(DMat3::ZERO, |sum, own| sum + own);
    let columns = [covariance.x_axis, covariance.y_axis, covariance.z_axis];
    let longest = columns.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let start = longest.unwrap_or(DVec3::Y).normalize_or(DVec3::Y);
    let axis = (0..STEPS).fold(start, |axis, _| (covariance * axis).normalize_or(axis));
    path.iter().map(|p| (*p - mean).dot(axis)).collect()
}

/// From the 5th to the 95th percentile.
fn spread(along: &[f64]) -> f64 {
    let mut sorted = along.to_vec();
    sorted.sort_by(f64::total_cmp);
    percentile(&sorted, 0.95) - percentile(&sorted, 0.05)
}

/// Where a number turns back by at least so much.
fn turns(along: &[f64], least: f64) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut low, mut high) = (0, 0);
    let mut rising = None;
    for (k, number) in along.iter().enumerate() {
        low = if *number < along[low] { k } else { low };
        high = if *number > along[high] { k } else { high };
        if rising != Some(false) && along[high] - number > least {
            found.extend((rising.is_some() || high > 0).then_some(high));
            (rising, low) = (Some(false), k);
            high = k;
        } else if rising != Some(true) && number - along[low] > least {
            found.extend((rising.is_some() || low > 0).then_some(low));
            (rising, high) = (Some(true), k);
            low = k;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hand that swings `times` to each side, 0.3 m wide, with unrest of 1 cm, while the body turns under it.
    fn wave(times: usize) -> Vec<Vec<Vec3A>> {
        let pose = |k: usize| {
            let phase = std::f32::consts::TAU * times as f32 * k as f32 / 200.0;
            let hand = Vec3A::new(0.3 * libm::sinf(phase), 1.5 + 0.05 * libm::cosf(phase), 0.2);
            vec![Vec3A::Y, hand + 0.01 * libm::sinf(7.3 * k as f32) * Vec3A::Z]
        };
        (0..=200).map(pose).collect()
    }

    fn strokes(poses: &[Vec<Vec3A>]) -> Option<Strokes> {
        Strokes::of_joints(poses, 0..2, 0.9)
    }

    #[test]
    fn strokes_of_a_wave_are_counted() {
        for times in [2, 3, 5, 11] {
            let found = strokes(&wave(times)).expect("a wave");
            assert_eq!((found.joint, found.turns.len()), (1, 2 * times));
        }
    }

    #[test]
    fn unrest_and_one_way_there_and_back_are_no_wave() {
        assert_eq!(strokes(&wave(1)), None);
        let quiet: Vec<Vec<Vec3A>> = wave(9).iter().map(|pose| vec![pose[0], pose[1] * 0.1]).collect();
        assert_eq!(strokes(&quiet), None);
        assert_eq!(strokes(&[]), None);
    }
}
