//! Time-warps (A.4): a motion whose parts are slowed down and sped up, taking as long as before.
//!
//! At T the warped motion shows the original at d U(T/d), so a key at K moves to d U⁻¹(K/d) (the thesis prints U for both).
//! Velocities gain the factor U′, accelerations U′² and the term U″/d of the velocity.

use std::f64::consts::PI;
use std::sync::Arc;

use adverb::VerbTime;
use adverb::key_times::TimeMap;

use super::jet::{Jet, along, store};
use super::{Constraint, Kind, Motion};
use crate::error::Error;

/// U: from 0 at 0 to 1 at 1, increasing.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Pace {
    /// t²: it starts from rest (the thesis's first).
    EaseIn,
    /// 1 − (1 − t)²: it comes to rest.
    EaseOut,
    /// 3t² − 2t³: both.
    EaseInOut,
    /// ½ + ½ sin(π(t − ½)): both, the middle sped up (the thesis's second).
    Sigmoid,
    /// Straight from point to point: speeds change at once there.
    Through(Vec<[f64; 2]>),
}

impl Pace {
    /// U, U′ and U″.
    pub fn derivatives(&self, t: f64) -> [f64; 3] {
        match self {
            Self::EaseIn => [t * t, 2.0 * t, 2.0],
            Self::EaseOut => [t * (2.0 - t), 2.0 * (1.0 - t), -2.0],
            Self::EaseInOut => [t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t), 6.0 - 12.0 * t],
            Self::Sigmoid => {
                let (sine, cosine) = libm::sincos(PI * (t - 0.5));
                [0.5 + 0.5 * sine, 0.5 * PI * cosine, -0.5 * PI * PI * sine]
            }
            Self::Through(points) => {
                let after = points.partition_point(|p| p[0] <= t).clamp(1, points.len() - 1);
                let ([t0, u0], [t1, u1]) = (points[after - 1], points[after]);
                let slope = (u1 - u0) / (t1 - t0);
                [u0 + slope * (t - t0), slope, 0.0]
            }
        }
    }

    /// U⁻¹, exact at its ends.
    pub fn inverse(&self, u: f64) -> f64 {
        if u <= 0.0 || u >= 1.0 {
            return u.clamp(0.0, 1.0);
        }
        match self {
            Self::EaseIn => u.sqrt(),
            Self::EaseOut => 1.0 - (1.0 - u).sqrt(),
            // The root of the cubic between 0 and 1.
            Self::EaseInOut => 0.5 - libm::sin(libm::asin(1.0 - 2.0 * u) / 3.0),
            Self::Sigmoid => 0.5 + libm::asin(2.0 * u - 1.0) / PI,
            Self::Through(points) => {
                let after = points.partition_point(|p| p[1] <= u).clamp(1, points.len() - 1);
                let ([t0, u0], [t1, u1]) = (points[after - 1], points[after]);
                t0 + (u - u0) * (t1 - t0) / (u1 - u0)
            }
        }
    }

    fn check(&self) -> Result<(), Error> {
        let Self::Through(points) = self else { return Ok(()) };
        let ends = points.first() == Some(&[0.0, 0.0]) && points.last() == Some(&[1.0, 1.0]);
        let increases = points.windows(2).all(|w| w[0][0] < w[1][0] && w[0][1] < w[1][1]);
        if ends && increases {
            return Ok(());
        }
        let problem = "a warp goes from [0, 0] to [1, 1], both numbers increasing from point to point".into();
        Err(Error::Motion { problem })
    }
}

/// See [`warp`].
#[derive(Debug, Clone)]
pub(super) struct Warp {
    pub(super) of: Arc<Motion>,
    pub(super) pace: Pace,
}

/// `of` at another pace.
pub fn warp(of: Arc<Motion>, pace: Pace) -> Result<Motion, Error> {
    pace.check()?;
    let duration = of.duration().0;
    let moved = |(name, key): (&str, VerbTime)| (name.to_string(), duration * pace.inverse(key.0 / duration));
    let map = match of.key_times().map() {
        TimeMap::Periodic => TimeMap::Smooth, // the pace at its end need not be that at its start
        map => map,
    };
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys: super::key_times(of.key_times().iter().map(moved).collect(), map)?,
        start: of.start,
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Warp(Warp { of, pace }),
    })
}

impl Warp {
    fn duration(&self) -> f64 {
        self.of.duration().0
    }

    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        VerbTime(self.time(time).value())
    }

    /// Beyond its ends the motion stands still: a pace goes no farther.
    fn time(&self, time: VerbTime) -> Jet {
        let (secs, duration) = (time.0, self.duration());
        if secs < 0.0 || secs > duration {
            return Jet::constant(secs.clamp(0.0, duration));
        }
        let [u, du, ddu] = self.pace.derivatives(secs / duration);
        Jet([duration * u, du, ddu / duration])
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        store(&along(&self.of, self.time(time), rows.len()), rows);
    }

    pub(super) fn outer(&self, inner: VerbTime) -> VerbTime {
        let duration = self.duration();
        VerbTime(duration * self.pace.inverse((inner.0 / duration).clamp(0.0, 1.0)))
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let constraints = self.of.constraints(self.inner(time)).into_iter();
        constraints.map(|c| c.in_time(|inner| self.outer(inner))).collect()
    }
}
