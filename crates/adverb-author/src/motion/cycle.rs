//! Cycle motions (3.10, A.9): a motion made perfectly cyclic, so that it can follow itself without a seam.
//!
//! The best window near the given one is searched for, what is left of the gap at its ends (in value and in velocity) is
//! faded into the motion beside the seam, and a cyclic spline is fitted, so that value, velocity and acceleration meet. The
//! thesis spreads the gap evenly (and prints the sign so that it doubles); fading it over 15 % at each end costs a third less
//! against the recording.
//!
//! x, z and heading do not return to where they were. Over a cycle the body undergoes a rigid motion of the ground, g; the
//! evenly moving and turning frame G(T) with G(D) = g takes it off, and what is left in that frame is periodic like any
//! other DOF. So a turning walk repeats along a circle, and T may run on beyond the duration.

mod screw;
mod window;

use std::f64::consts::PI;
use std::sync::Arc;

use adverb::curve::{Curve, Derivative, Encoding};
use adverb::key_times::TimeMap;
use adverb::skeleton::DofKind;
use adverb::{KeyTimes, Placement, Skeleton, VerbTime};

use super::{Constraint, Kind, Motion};
use crate::error::Error;
use crate::fit;
use screw::Screw;

/// Where to look for the ends of the cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Search {
    /// Exactly the motion's own start and end.
    Exact,
    /// The best ends within so many seconds of the motion's own, as far as the recording goes.
    Near(f64),
    /// Within 15 % of the duration.
    Default,
}

/// See [`cycle`].
#[derive(Debug, Clone)]
pub(super) struct Cycle {
    pub(super) of: Arc<Motion>,
    from: VerbTime,
    duration_secs: f64,
    screw: Screw,
    /// Cyclic; x, z and heading in the frame that moves along with the cycle.
    curves: Vec<Option<Curve>>,
}

/// The share of the duration, at each end, into which the gap is faded.
const FADE: f64 = 0.15;

/// `of` made cyclic.
pub fn cycle(of: Arc<Motion>, search: Search) -> Result<Motion, Error> {
    let (from, to) = window::best(&of, search);
    let duration_secs = to - from;
    let mut keys = vec![(first_name(&of), 0.0)];
    for (name, key) in of.key_times().iter().skip(1).take(of.key_times().len() - 2) {
        if key - from > 1e-9 && to - key > 1e-9 {
            keys.push((name.to_string(), key - from));
        }
    }
    keys.push((last_name(&of), duration_secs));
    let map = match of.key_times().map() {
        TimeMap::Linear => TimeMap::Linear,
        _ => TimeMap::Periodic,
    };
    let keys = KeyTimes::new(keys, map).map_err(Error::key_times)?;
    let screw = Screw::between(Placement::of(&of.pose(from)), Placement::of(&of.pose(to)), duration_secs);
    let curves = closed_curves(&of, from, duration_secs, &screw);
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys,
        start: of.start,
        adverbs: of.adverbs.clone(),
        kind: Kind::Cycle(Cycle { of, from, duration_secs, screw, curves }),
    })
}

fn first_name(of: &Motion) -> String {
    of.key_times().iter().next().map_or(String::new(), |(name, _)| name.to_string())
}

fn last_name(of: &Motion) -> String {
    of.key_times().iter().last().map_or(String::new(), |(name, _)| name.to_string())
}

/// Samples every DOF in the moving frame, closes the gap and fits cyclic splines.
fn closed_curves(of: &Motion, from: VerbTime, duration_secs: f64, screw: &Screw) -> Vec<Option<Curve>> {
    let count = ((duration_secs * of.fps()).round() as usize).max(4);
    let step = duration_secs / count as f64;
    let rows: Vec<Vec<f64>> = (0..=count)
        .map(|i| {
            let secs = i as f64 * step;
            let mut pose: Vec<f64> = of.pose(from + secs).into_iter().map(f64::from).collect();
            screw.take_off(secs, &mut pose);
            pose
        })
        .collect();
    // Velocities are taken over a thirtieth of a second, against noise.
    let stride = ((1.0 / 30.0 / step).round() as usize).clamp(1, count / 2);
    let skeleton = of.skeleton.clone();
    let fit_one = |d: usize| {
        let defined = of.usage(from, adverb::DofId(d as u16)) != super::Usage::Undefined;
        if !defined {
            return None;
        }
        let column: Vec<f64> = rows.iter().map(|r| r[d]).collect();
        let samples = closed(&column, stride);
        let tolerance = match skeleton.dofs()[d].kind {
            DofKind::Translation(_) => fit::TRANSLATION_TOLERANCE,
            _ => fit::ROTATION_TOLERANCE,
        };
        Some(fit::fit(&samples, Encoding::Cyclic, duration_secs, tolerance))
    };
    (0..skeleton.dofs().len()).map(fit_one).collect()
}

/// The samples of one cycle, without its end, changed near the seam so that value and velocity meet there. With the gaps
/// d = θ(D) − θ(0) and v = θ̇(D) − θ̇(0), the start gains (d + v T)/2 and the end loses (d + v (T − D))/2, both fading.
/// The slopes are those of parabolas through three samples `stride` apart within the cycle: what lies beyond it may be
/// anything, such as an added T-pose.
fn closed(column: &[f64], stride: usize) -> Vec<f64> {
    let count = column.len() - 1;
    let slope = |a: f64, b: f64, c: f64| (4.0 * b - 3.0 * a - c) / (2.0 * stride as f64);
    let gap = column[count] - column[0];
    let slope_start = slope(column[0], column[stride], column[2 * stride]);
    let slope_end = -slope(column[count], column[count - stride], column[count - 2 * stride]);
    let slope_gap = slope_end - slope_start;
    let fade_steps = FADE * count as f64;
    let fade =
        |steps: f64| if steps < fade_steps { 0.5 + 0.5 * (PI * steps / fade_steps).cos() } else { 0.0 };
    (0..count)
        .map(|i| {
            let (since, until) = (i as f64, (count - i) as f64);
            let start = 0.5 * (gap + slope_gap * since) * fade(since);
            let end = 0.5 * (gap - slope_gap * until) * fade(until);
            column[i] + start - end
        })
        .collect()
}

impl Cycle {
    /// Where in the recording's motion a time lies, whatever the round.
    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        self.from + time.0.rem_euclid(self.duration_secs)
    }

    pub(super) fn evaluate(&self, time: VerbTime, derivative: Derivative, out: &mut [f32]) {
        let value = |d: usize, derivative| {
            self.curves[d].as_ref().map_or(0.0, |c| f64::from(c.evaluate(time.0, derivative)))
        };
        for (d, out) in out.iter_mut().enumerate() {
            *out = value(d, derivative) as f32;
        }
        let root = [Skeleton::X, Skeleton::Z, Skeleton::HEADING].map(|d| d.index());
        let relative = [Derivative::Position, Derivative::Velocity, Derivative::Acceleration]
            .map(|derivative| root.map(|d| value(d, derivative)));
        for (d, value) in root.into_iter().zip(self.screw.put_on(time.0, relative, derivative)) {
            out[d] = value as f32;
        }
    }

    /// The recording's own, moved along with each round.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let round_secs = (time.0 / self.duration_secs).floor() * self.duration_secs;
        let moved = self.screw.placement(round_secs);
        let outer =
            |inner: VerbTime| VerbTime(round_secs + (inner - self.from).clamp(0.0, self.duration_secs));
        self.of.constraints(self.inner(time)).into_iter().map(|c| c.in_time(outer).moved(moved)).collect()
    }
}
