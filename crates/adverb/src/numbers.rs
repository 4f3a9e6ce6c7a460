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
