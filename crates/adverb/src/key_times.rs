//! Key-times and the map between verb time and canonical time (thesis 3.4, eq. 3.1 and 3.2).
//!
//! A key-time is an instant at which something structural happens, such as a foot coming down. The keys of
//! a motion sit at equal distances in canonical time, so that the m-th of n is at m/(n−1) in every example.
//! Between keys the thesis interpolates linearly, which makes every key a step in velocity; the default here is
//! a monotone cubic with continuous slope, periodic for cycles. The linear map remains as [`TimeMap::Linear`].

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

/// Named key-times of a motion: strictly increasing from 0 to its duration, at least two.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyTimes {
    /// One name per key; the first and the last may be empty.
    names: Vec<String>,
    secs: Vec<f64>,
    /// dT/dt at every key, for the cubic maps.
    slopes: Vec<f64>,
    map: TimeMap,
}

/// Why a list of key-times is refused.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyTimesError {
    /// Fewer than two keys.
    TooFew,
    /// The first key is not at zero.
    NotFromZero(f64),
    /// The key at `index` does not come after the one before it.
    NotIncreasing {
        /// Which key.
        index: usize,
        /// The time of the key before it.
        before: f64,
        /// Its own time.
        time: f64,
    },
}

impl core::fmt::Display for KeyTimesError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::TooFew => write!(f, "a motion needs at least two key-times, its start and its end"),
            Self::NotFromZero(secs) => {
                write!(f, "the first key-time must be the start, 0 s, but is {secs} s")
            }
            Self::NotIncreasing { index, before, time } => {
                write!(f, "key-time {index} at {time} s does not come after the one before it at {before} s")
            }
        }
    }
}
impl core::error::Error for KeyTimesError {}

impl KeyTimes {
    /// Key-times from pairs of name and seconds since the start.
    pub fn new(keys: Vec<(String, f64)>, map: TimeMap) -> Result<Self, KeyTimesError> {
        if keys.len() < 2 {
            return Err(KeyTimesError::TooFew);
        }
        if keys[0].1 != 0.0 {
            return Err(KeyTimesError::NotFromZero(keys[0].1));
        }
        for (i, pair) in keys.windows(2).enumerate() {
            let rises = pair[1].1 > pair[0].1 && pair[1].1.is_finite();
            if !rises {
                return Err(KeyTimesError::NotIncreasing {
                    index: i + 1,
                    before: pair[0].1,
                    time: pair[1].1,
                });
            }
        }
        let (names, secs): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
        let slopes = slopes(&secs, map);
        Ok(Self { names, secs, slopes, map })
    }

    /// How many keys there are, at least two.
    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.secs.len()
    }

    /// Name and time of each key in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, VerbTime)> {
        self.names.iter().zip(&self.secs).map(|(name, &secs)| (name.as_str(), VerbTime(secs)))
    }

    /// The last key.
    pub fn duration(&self) -> VerbTime {
        VerbTime(*self.secs.last().expect("at least two keys"))
    }

    /// Which map is in force.
    pub fn map(&self) -> TimeMap {
        self.map
    }

    /// The same keys under another map.
    pub fn with_map(&self, map: TimeMap) -> Self {
        Self { slopes: slopes(&self.secs, map), map, ..self.clone() }
    }

    /// The same times under other names, e.g. with left and right exchanged.
    pub fn renamed(&self, rename: impl Fn(&str) -> String) -> Self {
        Self { names: self.names.iter().map(|n| rename(n)).collect(), ..self.clone() }
    }

    /// T(t), eq. 3.2. Clamped to the motion.
    pub fn verb_time(&self, t: CanonicalTime) -> VerbTime {
        let x = t.clamped().0 * self.intervals();
        let m = (x as usize).min(self.secs.len() - 2);
        VerbTime(self.cubic(m).at(x - m as f64))
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
        let x = t.clamped().0 * self.intervals();
        let m = (x as usize).min(self.secs.len() - 2);
        self.cubic(m).slope(x - m as f64) * self.intervals()
    }

    fn intervals(&self) -> f64 {
        (self.secs.len() - 1) as f64
    }

    fn cubic(&self, m: usize) -> Hermite {
        Hermite { a: self.secs[m], b: self.secs[m + 1], slope_a: self.slopes[m], slope_b: self.slopes[m + 1] }
            .linear_if(self.map == TimeMap::Linear)
    }
}

/// Slopes at the keys with respect to the key's number. Harmonic means of the neighbouring intervals stay below
/// twice the smaller one, which keeps every piece increasing.
fn slopes(secs: &[f64], map: TimeMap) -> Vec<f64> {
    let steps: Vec<f64> = secs.windows(2).map(|w| w[1] - w[0]).collect();
    let harmonic = |a: f64, b: f64| 2.0 * a * b / (a + b);
    let mut slopes = vec![0.0; secs.len()];
    for i in 1..steps.len() {
        slopes[i] = harmonic(steps[i - 1], steps[i]);
    }
    let last = steps.len();
    if map == TimeMap::Periodic {
        slopes[0] = harmonic(steps[last - 1], steps[0]);
        slopes[last] = slopes[0];
    } else if last == 1 {
        slopes = vec![steps[0]; 2];
    } else {
        // The end slopes of a parabola through the end interval; between half and one and a half times its mean.
        slopes[0] = (3.0 * steps[0] - slopes[1]) / 2.0;
        slopes[last] = (3.0 * steps[last - 1] - slopes[last - 1]) / 2.0;
    }
    slopes
}

/// One piece of the map over u from 0 to 1, increasing.
#[derive(Clone, Copy)]
struct Hermite {
    a: f64,
    b: f64,
    slope_a: f64,
    slope_b: f64,
}

impl Hermite {
    fn linear_if(self, linear: bool) -> Self {
        let rise = self.b - self.a;
        if linear { Self { slope_a: rise, slope_b: rise, ..self } } else { self }
    }

    fn at(&self, u: f64) -> f64 {
        let rise = self.b - self.a;
        let (p, q) = (self.slope_a - rise, self.slope_b - rise);
        // The straight line plus what the slopes add to it: exact at both ends.
        let line = if u < 0.5 { self.a + rise * u } else { self.b - rise * (1.0 - u) };
        line + u * (1.0 - u) * (p * (1.0 - u) - q * u)
    }

    fn slope(&self, u: f64) -> f64 {
        let rise = self.b - self.a;
        let (p, q) = (self.slope_a - rise, self.slope_b - rise);
        rise + p * (1.0 - u) * (1.0 - 3.0 * u) + q * u * (3.0 * u - 2.0)
    }

    /// The u at which the piece has the given value: Newton's steps kept inside a shrinking bracket.
    fn invert(&self, value: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut u = ((value - self.a) / (self.b - self.a)).clamp(0.0, 1.0);
        for _ in 0..60 {
            let miss = self.at(u) - value;
            if miss > 0.0 {
                high = u
            } else {
                low = u
            }
            let newton = u - miss / self.slope(u);
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - u).abs() < 1e-15 {
                return next;
            }
            u = next;
        }
        u
    }
}
