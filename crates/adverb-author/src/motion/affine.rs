//! Affine motions (A.3): a motion shifted and stretched in time.

use std::sync::Arc;

use adverb::{AnimationTime, VerbTime};

use super::{Constraint, Kind, Motion};
use crate::error::Error;

/// See [`affine`].
#[derive(Debug, Clone)]
pub(super) struct Affine {
    pub(super) of: Arc<Motion>,
    pub(super) stretch: f64,
}

/// `of` starting at `start` and taking `stretch` times as long.
pub fn affine(of: Arc<Motion>, start: AnimationTime, stretch: f64) -> Result<Motion, Error> {
    let sane = stretch > 0.0 && stretch.is_finite() && start.0.is_finite();
    if !sane {
        let problem = format!("stretch must be positive and start finite, not {stretch} and {}", start.0);
        return Err(Error::Motion { problem });
    }
    let keys = of.key_times().iter().map(|(name, key)| (name.to_string(), key.0 * stretch)).collect();
    let keys = super::key_times(keys, of.key_times().map())?;
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys,
        start,
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Affine(Affine { of, stretch }),
    })
}

impl Affine {
    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        VerbTime(time.0 / self.stretch)
    }

    /// Velocities divide by the stretch, accelerations by its square (A.3 prints neither).
    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        self.of.derivatives(self.inner(time), rows);
        let mut divisor = 1.0;
        for row in rows.chunks_exact_mut(self.of.skeleton.dofs().len()) {
            row.iter_mut().for_each(|value| *value = (f64::from(*value) / divisor) as f32);
            divisor *= self.stretch;
        }
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let outer = |inner: VerbTime| VerbTime(inner.0 * self.stretch);
        self.of.constraints(self.inner(time)).into_iter().map(|c| c.in_time(outer)).collect()
    }

    pub(super) fn reach(&self) -> (VerbTime, VerbTime) {
        let (first, last) = self.of.reach();
        (VerbTime(first.0 * self.stretch), VerbTime(last.0 * self.stretch))
    }
}
