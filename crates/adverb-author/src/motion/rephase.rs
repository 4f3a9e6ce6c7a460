//! Cycles that begin elsewhere: the same rounds from another of their key-times on, so that examples which begin with different feet
//! can be in step.
//!
//! The body stays where it was at that key. On a slope its height is taken from the frame that climbs with it, so that the cycle
//! starts as low as before.

use std::sync::Arc;

use adverb::{CanonicalTime, Skeleton, VerbTime};

use super::{Constraint, Frame, Kind, Motion};
use crate::error::Error;

/// See [`rephase`].
#[derive(Debug, Clone)]
pub(super) struct Rephased {
    pub(super) of: Arc<Motion>,
    /// The key at which it begins.
    pub(super) key: usize,
    from: VerbTime,
    /// How far the cycle has climbed by then.
    risen_m: f64,
}

/// A cycle, begun at one of its key-times.
pub fn rephase(of: Arc<Motion>, key: usize) -> Result<Motion, Error> {
    let keys: Vec<(&str, VerbTime)> = of.key_times().iter().collect();
    let last = keys.len() - 1;
    if of.before_cycle().is_none() || key >= last {
        let problem = format!("only a cycle can begin at another key-time, one of its {last}");
        return Err(Error::Motion { problem });
    }
    let (from, secs) = (keys[key].1, of.duration().0);
    // The end of a cycle is its start again: one of the two may be without a name.
    let seam = if keys[0].0.is_empty() { keys[last].0 } else { keys[0].0 };
    let name = |k: usize| if k == 0 || k == last { seam } else { keys[k].0 }.to_string();
    let after = (key..last).map(|k| (name(k), keys[k].1 - from));
    let before = (0..=key).map(|k| (name(k), if k == key { secs } else { keys[k].1 - from + secs }));
    let own = super::key_times(after.chain(before).collect(), of.key_times().map())?;
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys: own,
        start: of.start,
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Rephased(Rephased { key, from, risen_m: of.rise_m() * from.0 / secs, of }),
    })
}

impl Rephased {
    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        time + self.from.0
    }

    /// How much later it begins, as a part of the cycle in canonical time.
    pub(super) fn later(&self) -> CanonicalTime {
        CanonicalTime(self.key as f64 / (self.of.key_times().len() - 1) as f64)
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        self.of.derivatives(self.inner(time), rows);
        rows[Skeleton::HEIGHT.index()] -= self.risen_m as f32;
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let outer = |inner: VerbTime| inner - self.from.0;
        let lowered = |mut c: Constraint| {
            if c.frame == Frame::World {
                c.point.y -= self.risen_m as f32;
            }
            c.in_time(outer)
        };
        self.of.constraints(self.inner(time)).into_iter().map(lowered).collect()
    }

    /// Changes of the cycle, each in the round from here on.
    pub(super) fn changes(&self) -> Vec<VerbTime> {
        let secs = self.of.duration().0;
        let outer = |inner: VerbTime| VerbTime((inner.0 - self.from.0).rem_euclid(secs));
        self.of.usage_changes().into_iter().map(outer).collect()
    }
}
