//! Clip motions (A.2): a piece of a motion, between two canonical times of it.

use std::sync::Arc;

use adverb::key_times::TimeMap;
use adverb::{AnimationTime, CanonicalTime, VerbTime};

use super::{Constraint, Kind, Motion};
use crate::error::Error;

/// See [`clip`].
#[derive(Debug, Clone)]
pub(super) struct ClipMotion {
    pub(super) of: Arc<Motion>,
    pub(super) range: [CanonicalTime; 2],
    from: VerbTime,
}

/// The piece of `of` from canonical time `from` to `to`. Key-times inside it stay; its ends are key-times too. It stands where
/// it stood: the clip from 0 to 1 is the motion itself.
pub fn clip(of: Arc<Motion>, from: CanonicalTime, to: CanonicalTime) -> Result<Motion, Error> {
    let in_order = 0.0 <= from.0 && from.0 < to.0 && to.0 <= 1.0;
    if !in_order {
        let problem = format!(
            "a clip runs from a canonical time to a later one, between 0 and 1, not {} to {}",
            from.0, to.0
        );
        return Err(Error::Motion { problem });
    }
    let (first, last) = (of.verb_time(from), of.verb_time(to));
    let name_at = |time: VerbTime| {
        of.key_times()
            .iter()
            .find(|(_, key)| (*key - time).abs() < 1e-9)
            .map_or(String::new(), |(name, _)| name.into())
    };
    let inside = of.key_times().iter().filter(|(_, k)| *k - first > 1e-9 && last - *k > 1e-9);
    let mut keys = vec![(name_at(first), 0.0)];
    keys.extend(inside.map(|(name, key)| (name.to_string(), key - first)));
    keys.push((name_at(last), last - first));
    let whole = first == VerbTime::ZERO && last == of.duration();
    let map = match of.key_times().map() {
        TimeMap::Periodic if !whole => TimeMap::Smooth, // a piece of a cycle is not one
        map => map,
    };
    let keys = super::key_times(keys, map)?;
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys,
        start: AnimationTime(0.0),
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Clip(ClipMotion { of, range: [from, to], from: first }),
    })
}

impl ClipMotion {
    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        self.from + time.0
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        self.of.derivatives(self.inner(time), rows);
    }

    /// Those of the clipped motion, cut to the clip.
    pub(super) fn constraints(&self, time: VerbTime, duration: VerbTime) -> Vec<Constraint> {
        let last = self.from + duration.0;
        let cut = |c: Constraint| c.cut(self.from, last).in_time(|inner| VerbTime(inner - self.from));
        self.of.constraints(self.inner(time)).into_iter().map(cut).collect()
    }

    pub(super) fn reach(&self) -> (VerbTime, VerbTime) {
        let (first, last) = self.of.reach();
        (first - self.from.0, last - self.from.0)
    }
}
