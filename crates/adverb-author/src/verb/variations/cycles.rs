//! The other cycles of an example's recording: where the body is again as the example is at its key-times.
//!
//! Key-times are found by likeness, not by contacts of feet: what is alike at corresponding moments differs least in between, and
//! a cycle that begins where the body is nearest to the seam has the least to be changed there.

use std::sync::Arc;

use adverb::{CanonicalTime, KeyTimes, VerbTime};

use crate::jolts::jolt;
use crate::motion::Motion;
use crate::motion::cycle::Snapshot;

/// No finer, per second: moments between are found by a parabola.
const MOST_PER_SEC: f64 = 60.0;
/// A body is at the seam again where it is nearer to it than this part of how far it goes away from it on average.
const AGAIN: f64 = 0.5;
/// Cycles are at least and at most this long, in lengths of the example.
const LENGTHS: [f64; 2] = [0.75, 1.33];
/// An inner key is looked for within this part of the cycle around where it should be.
const KEY_SHARE: f64 = 0.12;
/// A cycle that has more than this part of the example's own in it is that.
const OWN_SHARE: f64 = 0.7;

/// A cycle of a recording.
pub(super) struct Cycle {
    /// When it begins, in the time of the motion that was made cyclic.
    pub(super) from: VerbTime,
    pub(super) keys: KeyTimes,
}

impl Cycle {
    /// The pose at a canonical time.
    pub(super) fn pose(&self, of: &Motion, t: f64) -> Vec<f64> {
        let time = self.from + self.keys.verb_time(CanonicalTime(t)).0;
        of.pose(time).into_iter().map(f64::from).collect()
    }

    /// The greatest acceleration in it.
    pub(super) fn jolt(&self, of: &Motion) -> f64 {
        jolt(of, self.from, self.from + self.keys.duration().0)
    }
}

/// How like some moments of a recording are to one moment of the example.
struct Likeness<'a> {
    moments: &'a [Snapshot],
    apart: Vec<f64>,
}

impl<'a> Likeness<'a> {
    fn new(moments: &'a [Snapshot], to: &Snapshot) -> Self {
        Self { moments, apart: moments.iter().map(|moment| moment.apart(to)).collect() }
    }

    /// The moment that is most alike within a range of seconds, if it is not at an end of it.
    fn best(&self, [from, to]: [f64; 2]) -> Option<(usize, f64)> {
        let first = self.moments.partition_point(|moment| moment.secs < from);
        let last = self.moments.partition_point(|moment| moment.secs <= to);
        let all = first..last.max(first);
        let best = all.min_by(|a, b| self.apart[*a].total_cmp(&self.apart[*b]))?;
        let is_inner = best > 0 && best + 1 < self.moments.len() && best > first && best + 1 < last;
        is_inner.then(|| (best, self.between(best)))
    }

    /// The least of a parabola through three moments.
    fn between(&self, middle: usize) -> f64 {
        let [a, b, c] = [middle - 1, middle, middle + 1].map(|k| self.apart[k] * self.apart[k]);
        let bend = a - 2.0 * b + c;
        let step = self.moments[middle + 1].secs - self.moments[middle].secs;
        let by = if bend > 0.0 { (0.5 * (a - c) / bend).clamp(-0.5, 0.5) } else { 0.0 };
        self.moments[middle].secs + by * step
    }
}

/// The cycles of the recording of an example besides its own, in their order, each with the same keys. `example` is the closed cycle.
pub(super) fn cycles(example: &Arc<Motion>, of: &Motion) -> Vec<Cycle> {
    let secs = example.duration().0;
    let (first, last) = of.reach();
    let half_frame = 0.5 / of.fps();
    let (first, last) = (first.0 + half_frame, last.0 - half_frame);
    if !(first.is_finite() && last.is_finite()) {
        return Vec::new();
    }
    let climb = example.rise_m() / secs;
    let per_sec = of.fps().min(MOST_PER_SEC);
    let count = ((last - first) * per_sec).floor().max(0.0) as usize;
    let moment = |k: usize| Snapshot::of(of, VerbTime(first + k as f64 / per_sec), climb);
    let moments: Vec<Snapshot> = (0..=count).map(moment).collect();
    let keys: Vec<(String, f64)> =
        example.key_times().iter().map(|(name, key)| (name.to_string(), key.0)).collect();
    let like = |key: &(String, f64)| Likeness::new(&moments, &Snapshot::of(example, VerbTime(key.1), climb));
    let like: Vec<Likeness> = keys[..keys.len() - 1].iter().map(like).collect();
    let seams = seams(&like[0], secs);
    let one = |pair: &[f64]| {
        let [from, to] = [pair[0], pair[1]];
        let long = to - from;
        let shared = to.min(secs) - from.max(0.0);
        if !(LENGTHS[0] * secs..=LENGTHS[1] * secs).contains(&long) || shared > OWN_SHARE * secs {
            return None;
        }
        let mut own = vec![(keys[0].0.clone(), 0.0)];
        for (like, (name, key)) in like.iter().zip(&keys).skip(1) {
            let about = from + key / secs * long;
            let (_, time) = like.best([about - KEY_SHARE * long, about + KEY_SHARE * long])?;
            own.push((name.clone(), time - from));
        }
        own.push((keys[keys.len() - 1].0.clone(), long));
        let keys = KeyTimes::new(own, example.key_times().map()).ok()?;
        Some(Cycle { from: VerbTime(from), keys })
    };
    seams.windows(2).filter_map(one).collect()
}

/// When the body is as at the seam.
fn seams(like: &Likeness, secs: f64) -> Vec<f64> {
    let Likeness { moments, apart } = like;
    let inside = moments.iter().zip(apart).filter(|(moment, _)| (0.0..secs).contains(&moment.secs));
    let away: Vec<f64> = inside.map(|(_, apart)| *apart).collect();
    let near = AGAIN * away.iter().sum::<f64>() / away.len().max(1) as f64;
    let reach = 0.5 * LENGTHS[0] * secs;
    let is_least = |k: &usize| {
        let at = moments[*k].secs;
        apart[*k] < near && like.best([at - reach, at + reach]).is_some_and(|(best, _)| best == *k)
    };
    (0..moments.len()).filter(is_least).map(|k| like.between(k)).collect()
}
