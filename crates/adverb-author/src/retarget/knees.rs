//! Knees of legs that are nearly straight.
//!
//! Of bones a and b, an ankle at the distance d from its hip bends the knee by β with d² = a² + b² + 2ab cos β. Near β = 0 a millimetre of d is
//! many degrees of β, so what plants a foot, however smoothly it comes and goes, would jerk the knee. The bend is therefore that of the leg in
//! the motion and a correction that is smooth itself, γ averaged over some frames; the foot is off by what that lacks, which is little just
//! where it matters: d is flat where β is steep.

use adverb::body::{Leg, Transform};
use glam::DVec3;

/// Seconds over which the correction of a knee is averaged, to each side.
const AVERAGED_SECS: f64 = 0.06;
/// How far a foot is off at most, in legs: of a straight leg so far, of one that is so much shorter not at all.
const OFF_LEGS: f64 = 0.001;
const NEARLY_STRAIGHT_LEGS: f64 = 0.02;

/// The two bones of a leg.
struct Bones(f64, f64);

impl Bones {
    fn bend(&self, distance: f64) -> f64 {
        let cosine = (distance * distance - self.0 * self.0 - self.1 * self.1) / (2.0 * self.0 * self.1);
        libm::acos(cosine.clamp(-1.0, 1.0))
    }

    fn distance(&self, bend: f64) -> f64 {
        (self.0 * self.0 + self.1 * self.1 + 2.0 * self.0 * self.1 * libm::cos(bend)).max(0.0).sqrt()
    }
}

/// A leg, frame by frame: where its hip is, where its ankle is to be, and the way from the one to the other as the motion has it, on legs of this length.
pub(super) struct Course<'a> {
    pub(super) hips: Vec<DVec3>,
    pub(super) goals: &'a [DVec3],
    pub(super) ways: &'a [DVec3],
    pub(super) fps: f64,
    pub(super) cyclic: bool,
}

impl Course<'_> {
    /// Where the ankle is to be so that its knee does not jerk; `world` is any pose of the body.
    pub(super) fn eased(&self, world: &[Transform], leg: &Leg) -> Vec<DVec3> {
        let [hip, knee, ankle, _] = leg.target.map(|j| world[j].translation);
        let bones = Bones(hip.distance(knee), knee.distance(ankle));
        let length = bones.0 + bones.1;
        if !(bones.0 > 0.0 && bones.1 > 0.0 && length.is_finite()) {
            return self.goals.to_vec();
        }
        let asked: Vec<DVec3> = self.goals.iter().zip(&self.hips).map(|(goal, hip)| *goal - *hip).collect();
        let own: Vec<f64> = self.ways.iter().map(|way| bones.bend(way.length())).collect();
        let gamma: Vec<f64> =
            asked.iter().zip(&own).map(|(way, own)| bones.bend(way.length()) - own).collect();
        let gamma = averaged(&gamma, (AVERAGED_SECS * self.fps).round() as isize, self.cyclic);
        let eased = |f: usize| {
            let far = asked[f].length();
            let off = OFF_LEGS * (length - (length - far) / NEARLY_STRAIGHT_LEGS);
            if off <= 0.0 {
                return self.goals[f];
            }
            let lacks = bones.distance((own[f] + gamma[f]).max(0.0)) - far;
            self.goals[f] + asked[f].normalize_or_zero() * (lacks / (1.0 + lacks.abs() / off))
        };
        (0..self.goals.len()).map(eased).collect()
    }
}

/// The frame that counts for one that may lie before the first or after the last: of a cycle, that of another round.
pub(super) fn frame(i: isize, count: usize, cyclic: bool) -> usize {
    match cyclic {
        true => i.rem_euclid((count as isize - 1).max(1)) as usize,
        false => i.clamp(0, count as isize - 1) as usize,
    }
}

/// The mean over so many frames to each side, near ones more.
pub(super) fn averaged(values: &[f64], reach: isize, cyclic: bool) -> Vec<f64> {
    let weight = |k: isize| 1.0 + libm::cos(std::f64::consts::PI * k as f64 / (reach + 1) as f64);
    let total: f64 = (-reach..=reach).map(weight).sum();
    let at = |i: isize| values[frame(i, values.len(), cyclic)];
    let mean = |i: isize| (-reach..=reach).map(|k| weight(k) * at(i + k)).sum::<f64>() / total;
    (0..values.len() as isize).map(mean).collect()
}
