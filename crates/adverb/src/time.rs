//! The four kinds of time (thesis 3.4), as four types: mixing them up does not compile.
//!
//! ```compile_fail,E0308
//! use adverb::{AnimationTime, VerbTime};
//! let since_start: VerbTime = AnimationTime(1.5);
//! ```
//!
//! ```
//! use adverb::VerbTime;
//! let seconds: f64 = VerbTime(2.0) - VerbTime(0.5);
//! assert_eq!(VerbTime(0.5) + seconds, VerbTime(2.0));
//! ```

/// Of canonical times: less than this apart is rounding.
pub(crate) const ROUNDING: f64 = 1e-9;

macro_rules! time {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
        pub struct $name(pub f64);
    };
}
time!(
    /// 𝒯: seconds on everybody's clock. Zero is an arbitrary moment.
    ClockTime
);
time!(
    /// τ: seconds on the timeline on which animations are placed.
    AnimationTime
);
time!(
    /// T: seconds since the start of a motion, from 0 to its duration.
    VerbTime
);
time!(
    /// t: how far a motion is through its structure, from 0 to 1, whatever its duration; the key-times of
    /// all examples of a verb share the same canonical times.
    CanonicalTime
);

macro_rules! shift {
    ($($name:ident),*) => {$(
        impl core::ops::Add<f64> for $name {
            type Output = Self;
            fn add(self, secs: f64) -> Self { Self(self.0 + secs) }
        }
        impl core::ops::Sub<f64> for $name {
            type Output = Self;
            fn sub(self, secs: f64) -> Self { Self(self.0 - secs) }
        }
        impl core::ops::Sub for $name {
            type Output = f64;
            fn sub(self, earlier: Self) -> f64 { self.0 - earlier.0 }
        }
    )*};
}
// Canonical time has no seconds to add: it advances by a rate that depends on where one is.
shift!(ClockTime, AnimationTime, VerbTime);

impl VerbTime {
    /// The start of every motion.
    pub const ZERO: Self = Self(0.0);
}

impl CanonicalTime {
    /// Brought into 0 to 1; NaN becomes 0.
    #[must_use]
    pub fn clamped(self) -> Self {
        Self(if self.0 > 0.0 { self.0.min(1.0) } else { 0.0 })
    }
}
