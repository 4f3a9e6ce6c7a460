//! The map between verb time and canonical time through key-times (thesis 3.4, eq. 3.1 and 3.2).
//!
//! Between keys the thesis interpolates linearly, which makes every key a step in velocity; the default here is
//! a monotone cubic with continuous slope, periodic for cycles. The linear map remains as [`TimeMap::Linear`]. A timeline
//! can be set anew without taking memory: a verb's changes with every point.

use crate::hermite::Hermite;
use crate::time::{CanonicalTime, VerbTime};

/// How verb time runs between two keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeMap {
    /// Monotone and C¹: a cubic with harmonic-mean slopes at the keys (Fritsch and Butland 1984).
    #[default]
    Smooth,
    /// As `Smooth`, with the slope at the last key equal to that at the first: for cycles.
    Periodic,
    /// Piecewise linear: eq. 3.1 and 3.2 as printed.
    Linear,
}

/// The times of key-times, and the map through them.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Strictly increasing from 0, at least two.
    secs: Vec<f64>,
    /// dT/dt at every key, in units of the interval between keys, for the cubic maps.
    slopes: Vec<f64>,
    map: TimeMap,
}

impl Timeline {
    /// A timeline through key-times that increase from 0; [`crate::KeyTimes`] makes sure of that.
    pub(crate) fn new(secs: Vec<f64>, map: TimeMap) -> Self {
        let mut timeline = Self { slopes: vec![0.0; secs.len()], secs, map };
        timeline.find_slopes();
        timeline
    }

    /// Room for this many keys, to be fitted to a verb.
    pub(crate) fn with_room(keys: usize) -> Self {
        Self { secs: Vec::with_capacity(keys), slopes: Vec::with_capacity(keys), map: TimeMap::default() }
    }

    /// So many keys, whose intervals are to be set.
    pub(crate) fn fit(&mut self, keys: usize, map: TimeMap) {
        self.secs.resize(keys, 0.0);
        self.slopes.resize(keys, 0.0);
        self.map = map;
    }

    /// Other intervals between the keys, all of them positive and as many as before.
    pub(crate) fn set_intervals(&mut self, intervals: impl Iterator<Item = f64>) {
        let mut secs = 0.0;
        for (key, interval) in self.secs[1..].iter_mut().zip(intervals) {
            secs += interval;
            *key = secs;
        }
        self.find_slopes();
    }

    /// All of it slower by a factor.
    pub(crate) fn stretch(&mut self, factor: f64) {
        self.secs.iter_mut().chain(&mut self.slopes).for_each(|number| *number *= factor);
    }

    /// Intervals that take longer by a factor each. At both ends time runs as before, so that any such round meets any other.
    pub(crate) fn vary(&mut self, factors: impl Iterator<Item = f64>) {
        let last = self.secs.len() - 1;
        let ends = [self.slopes[0], self.slopes[last]];
        let (mut before, mut secs) = (0.0, 0.0);
        for (key, factor) in self.secs[1..].iter_mut().zip(factors) {
            secs += (*key - before) * factor;
            before = core::mem::replace(key, secs);
        }
        self.find_slopes();
        [self.slopes[0], self.slopes[last]] = ends;
    }

    /// The times of the keys.
    pub fn keys(&self) -> &[f64] {
        &self.secs
    }

    /// The last key.
    pub fn duration(&self) -> VerbTime {
        VerbTime(*self.secs.last().expect("at least two keys"))
    }

    /// Which map is in force.
    pub fn map(&self) -> TimeMap {
        self.map
    }

    /// T(t), eq. 3.2. Clamped to the motion.
    pub fn verb_time(&self, t: CanonicalTime) -> VerbTime {
        let (m, u) = self.piece(t);
        VerbTime(self.cubic(m).at(u))
    }

    /// t(T), eq. 3.1: the inverse of [`Self::verb_time`]. Clamped to the motion.
    pub fn canonical_time(&self, time: VerbTime) -> CanonicalTime {
        let last = self.secs.len() - 1;
        let inside = time.0 > 0.0;
        if !inside {
            return CanonicalTime(0.0);
        }
        if time.0 >= self.secs[last] {
            return CanonicalTime(1.0);
        }
        let m = self.secs.partition_point(|&key| key <= time.0) - 1;
        // Rounding must not end a motion before its time.
        const BEFORE_THE_END: f64 = 1.0 - f64::EPSILON / 2.0;
        CanonicalTime(((m as f64 + self.cubic(m).invert(time.0)) / self.intervals()).min(BEFORE_THE_END))
    }

    /// dT/dt at `t`, in seconds: what a step in canonical time costs.
    pub fn verb_time_rate(&self, t: CanonicalTime) -> f64 {
        let (m, u) = self.piece(t);
        self.cubic(m).slope(u) * self.intervals()
    }

    /// d²T/dt² at `t`, in seconds: zero for the linear map, which has its bends at the keys.
    pub fn verb_time_bend(&self, t: CanonicalTime) -> f64 {
        let (m, u) = self.piece(t);
        self.cubic(m).bend(u) * self.intervals() * self.intervals()
    }

    fn piece(&self, t: CanonicalTime) -> (usize, f64) {
        let x = t.clamped().0 * self.intervals();
        let m = (x as usize).min(self.secs.len() - 2);
        (m, x - m as f64)
    }

    fn intervals(&self) -> f64 {
        (self.secs.len() - 1) as f64
    }

    fn cubic(&self, m: usize) -> Hermite {
        Hermite { a: self.secs[m], b: self.secs[m + 1], slope_a: self.slopes[m], slope_b: self.slopes[m + 1] }
            .linear_if(self.map == TimeMap::Linear)
    }

    /// Harmonic means of the neighbouring intervals stay below twice the smaller one, which keeps every piece increasing.
    fn find_slopes(&mut self) {
        let Self { secs, slopes, map } = self;
        let last = secs.len() - 1;
        let step = |i: usize| secs[i + 1] - secs[i];
        let harmonic = |a: f64, b: f64| 2.0 * a * b / (a + b);
        for (i, slope) in slopes[1..last].iter_mut().enumerate() {
            *slope = harmonic(step(i), step(i + 1));
        }
        (slopes[0], slopes[last]) = match (*map, last) {
            (TimeMap::Periodic, _) => {
                let seam = harmonic(step(last - 1), step(0));
                (seam, seam)
            }
            (_, 1) => (step(0), step(0)),
            // The end slopes of a parabola through the end interval; between half and one and a half times its mean.
            _ => ((3.0 * step(0) - slopes[1]) / 2.0, (3.0 * step(last - 1) - slopes[last - 1]) / 2.0),
        };
    }
}
