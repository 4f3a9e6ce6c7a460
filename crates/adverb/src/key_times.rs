//! Key-times and the map between verb time and canonical time (thesis 3.4, eq. 3.1 and 3.2).
//!
//! A key-time is an instant at which something structural happens, such as a foot coming down. The keys of
//! a motion sit at equal distances in canonical time, so that the m-th of n is at m/(n−1) in every example.
//! What happens between them is the [`Timeline`]'s.

use crate::time::{CanonicalTime, VerbTime};
pub use crate::timeline::{TimeMap, Timeline};

/// Named key-times of a motion: strictly increasing from 0 to its duration, at least two.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyTimes {
    /// One name per key; the first and the last may be empty.
    names: Vec<String>,
    timeline: Timeline,
}

/// Why a list of key-times is refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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
        Ok(Self { names, timeline: Timeline::new(secs, map) })
    }

    /// How many keys there are, at least two.
    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Name and time of each key in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, VerbTime)> {
        self.names.iter().zip(self.timeline.keys()).map(|(name, &secs)| (name.as_str(), VerbTime(secs)))
    }

    /// The last key.
    pub fn duration(&self) -> VerbTime {
        self.timeline.duration()
    }

    /// The map between the two times.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Which map is in force.
    pub fn map(&self) -> TimeMap {
        self.timeline.map()
    }

    /// The same keys under another map.
    pub fn with_map(&self, map: TimeMap) -> Self {
        Self { names: self.names.clone(), timeline: Timeline::new(self.timeline.keys().to_vec(), map) }
    }

    /// The same times under other names, e.g. with left and right exchanged.
    pub fn renamed(&self, rename: impl Fn(&str) -> String) -> Self {
        Self { names: self.names.iter().map(|n| rename(n)).collect(), ..self.clone() }
    }

    /// T(t), eq. 3.2. Clamped to the motion.
    pub fn verb_time(&self, t: CanonicalTime) -> VerbTime {
        self.timeline.verb_time(t)
    }

    /// t(T), eq. 3.1: the inverse of [`Self::verb_time`]. Clamped to the motion.
    pub fn canonical_time(&self, time: VerbTime) -> CanonicalTime {
        self.timeline.canonical_time(time)
    }

    /// dT/dt at `t`, in seconds: what a step in canonical time costs.
    pub fn verb_time_rate(&self, t: CanonicalTime) -> f64 {
        self.timeline.verb_time_rate(t)
    }
}
