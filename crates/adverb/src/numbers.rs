//! Many numbers as they lie in memory, which may be that of a whole pack.

use std::ops::Range;
use std::sync::Arc;

/// A part of some numbers that others may share.
#[derive(Debug, Clone)]
pub struct Numbers {
    all: Arc<[f32]>,
    range: Range<usize>,
}

impl Numbers {
    /// A part of some numbers.
    ///
    /// # Panics
    /// If there are fewer numbers than that.
    pub fn new(all: Arc<[f32]>, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= all.len(), "a part of the numbers");
        Self { all, range }
    }
}

impl From<Vec<f32>> for Numbers {
    fn from(all: Vec<f32>) -> Self {
        Self { range: 0..all.len(), all: all.into() }
    }
}

impl core::ops::Deref for Numbers {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.all[self.range.clone()]
    }
}

/// Wherever they lie.
impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

/// The number between two others that is nearest to `x`. As `clamp`, whose panic about bounds in the wrong order writes them out: what
/// writes an f64 makes the module for the browser 10 KB larger, compressed. (Bounds that the compiler knows cannot be wrong.)
pub(crate) fn limited<T: PartialOrd>(x: T, low: T, high: T) -> T {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
