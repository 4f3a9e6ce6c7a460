//! Concatenations (A.7): motions one after another, each starting where the one before it ended.
//!
//! The body's placement is lined up by algorithm 3.2; height and everything else is left as it is, so the floor stays
//! the floor, except that what follows a cycle on a slope starts where that has climbed to. The last key of one motion and the first of the next are one key.

use std::sync::Arc;

use adverb::key_times::TimeMap;
use adverb::{AnimationTime, DofId, Placement, Skeleton, VerbTime};

use super::{Constraint, Kind, Motion, Usage};
use crate::error::Error;

/// See [`concatenation`].
#[derive(Debug, Clone)]
pub(super) struct Concatenation {
    parts: Vec<Part>,
    /// Where it was asked to start.
    pub(super) place: Option<Placement>,
}

#[derive(Debug, Clone)]
struct Part {
    motion: Arc<Motion>,
    start: VerbTime,
    /// The motion of the ground that brings it behind the part before.
    moved: Placement,
    /// How far the parts before it have climbed.
    risen_m: f64,
}

/// `motions` in order, all of the same skeleton, from where the first one starts.
pub fn concatenation(motions: Vec<Arc<Motion>>) -> Result<Motion, Error> {
    concatenation_at(motions, None)
}

/// A motion brought to a placement: algorithm 3.2, and with [`Placement::ORIGIN`] algorithm 3.1.
pub fn reposition(of: Arc<Motion>, to: Placement) -> Result<Motion, Error> {
    concatenation_at(vec![of], Some(to))
}

/// As [`concatenation`], from a given placement.
pub fn concatenation_at(motions: Vec<Arc<Motion>>, place: Option<Placement>) -> Result<Motion, Error> {
    let Some(first) = motions.first().cloned() else {
        return Err(Error::Motion { problem: "a concatenation needs at least one motion".into() });
    };
    if motions.iter().any(|m| m.skeleton != first.skeleton) {
        return Err(Error::Motion {
            problem: "the motions of a concatenation must share one skeleton".into(),
        });
    }
    let map = match first.key_times().map() {
        TimeMap::Linear => TimeMap::Linear,
        _ => TimeMap::Smooth,
    };
    let mut keys: Vec<(String, f64)> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let (mut start, mut risen_m) = (VerbTime::ZERO, 0.0);
    for motion in motions {
        let wanted = match parts.last() {
            Some(before) => {
                let end = before.motion.pose(before.motion.duration());
                Some(before.moved.compose(Placement::of(&end)))
            }
            None => place,
        };
        let here = Placement::of(&motion.pose(VerbTime::ZERO));
        let moved = wanted.map_or(Placement::ORIGIN, |wanted| Placement::reposition(here, wanted));
        for (m, (name, key)) in motion.key_times().iter().enumerate() {
            match keys.last_mut() {
                Some(merged) if m == 0 => {
                    if merged.0.is_empty() {
                        merged.0 = name.to_string();
                    }
                }
                _ => keys.push((name.to_string(), start.0 + key.0)),
            }
        }
        let (duration, rise_m) = (motion.duration(), motion.rise_m());
        parts.push(Part { motion, start, moved, risen_m });
        (start, risen_m) = (start + duration.0, risen_m + rise_m);
    }
    Ok(Motion {
        skeleton: first.skeleton.clone(),
        keys: super::key_times(keys, map)?,
        start: AnimationTime(0.0),
        adverbs: Vec::new(),
        // Only one of them is asked at a time.
        nodes: super::nodes(parts.iter().map(|part| &part.motion).max_by_key(|motion| motion.nodes))?,
        own: None,
        kind: Kind::Concatenation(Concatenation { parts, place }),
    })
}

impl Concatenation {
    /// The part active at a time, and the time spent in it.
    fn part(&self, time: VerbTime) -> (&Part, VerbTime) {
        let c = self.parts.partition_point(|p| p.start <= time).max(1) - 1;
        (&self.parts[c], VerbTime(time - self.parts[c].start))
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let (part, inner) = self.part(time);
        part.motion.derivatives(inner, rows);
        let (position, rates) = rows.split_at_mut(part.motion.skeleton.dofs().len());
        part.moved.apply(position);
        position[Skeleton::HEIGHT.index()] += part.risen_m as f32;
        rates.chunks_exact_mut(position.len()).for_each(|rate| part.moved.apply_to_rate(rate));
    }

    pub(super) fn usage(&self, time: VerbTime, dof: DofId) -> Usage {
        let (part, inner) = self.part(time);
        part.motion.usage(inner, dof)
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let (part, inner) = self.part(time);
        let outer = |inner: VerbTime| part.start + inner.0;
        let moved = |c: Constraint| c.in_time(outer).moved(part.moved, part.risen_m);
        part.motion.constraints(inner).into_iter().map(moved).collect()
    }

    pub(super) fn motions(&self) -> impl Iterator<Item = &Arc<Motion>> {
        self.parts.iter().map(|part| &part.motion)
    }

    /// When usages may change: from part to part, and where theirs do.
    pub(super) fn changes(&self) -> impl Iterator<Item = VerbTime> + '_ {
        self.parts.iter().flat_map(|part| {
            let end = part.motion.duration();
            let inside = part.motion.usage_changes().into_iter().filter(move |t| *t < end);
            inside.chain([VerbTime::ZERO]).map(|t| part.start + t.0)
        })
    }

    pub(super) fn rise_m(&self) -> f64 {
        self.parts.last().map_or(0.0, |last| last.risen_m + last.motion.rise_m())
    }

    pub(super) fn reach(&self) -> (VerbTime, VerbTime) {
        let last = &self.parts[self.parts.len() - 1];
        (self.parts[0].motion.reach().0, last.start + last.motion.reach().1.0)
    }

    pub(super) fn fps(&self) -> f64 {
        self.parts[0].motion.fps()
    }
}
