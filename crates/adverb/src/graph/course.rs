//! How the canonical times of two verbs run side by side through a transition.
//!
//! The two regions of a transition may differ in length, and key-times of the same names should fall together, so that a walk
//! enters a run on the right foot. So each verb's canonical time is a monotone, C¹ function of the transition's progress p,
//! through the ends of its region and through the shared keys. Where p is 0 the first verb runs at its own speed, where it
//! is 1 the second does: dt/dp = D ṫ there, D being the transition's duration.

use super::parts::{Enter, Transition};
use crate::hermite::Hermite;
use crate::numbers::limited;
use crate::time::ROUNDING;
use crate::verb::Verb;

/// A cubic whose end slope is more than this many times its rise does not increase throughout.
const STEEPEST: f64 = 3.0;

/// A time over the progress of a transition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    knots: [Knot; Course::MOST_KNOTS],
    count: usize,
}

/// A point of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Knot {
    /// Progress.
    pub(crate) p: f64,
    /// Canonical time.
    pub(crate) t: f64,
    /// dt/dp.
    pub(crate) slope: f64,
}

impl Course {
    /// Ends and shared keys; more keys than fit between are not aligned.
    pub const MOST_KNOTS: usize = 8;

    /// Through points (p, t) that increase in both, from p = 0 to p = 1, with the slopes at its ends where they are given.
    ///
    /// # Panics
    /// If there are fewer than two points, or more than fit.
    pub fn through(points: &[[f64; 2]], first: Option<f64>, last: Option<f64>) -> Self {
        let mut knots = [Knot::default(); Self::MOST_KNOTS];
        let count = points.len();
        let rise = |i: usize| (points[i + 1][1] - points[i][1]) / (points[i + 1][0] - points[i][0]);
        for (i, &[p, t]) in points.iter().enumerate() {
            let slope = if i == 0 {
                end_slope(first, rise(0))
            } else if i == count - 1 {
                end_slope(last, rise(count - 2))
            } else {
                let (before, after) = (rise(i - 1), rise(i));
                let sum = before + after;
                if sum > 0.0 { 2.0 * before * after / sum } else { 0.0 }
            };
            knots[i] = Knot { p, t, slope };
        }
        Self { knots, count }
    }

    pub(crate) fn knots(&self) -> &[Knot] {
        &self.knots[..self.count]
    }

    /// From knots that were taken from another.
    pub(crate) fn of_knots(knots: &[Knot]) -> Option<Self> {
        let increasing = knots.windows(2).all(|w| w[0].p < w[1].p && w[0].t <= w[1].t);
        let sound = knots.iter().all(|k| k.t.is_finite() && (0.0..1e9).contains(&k.slope));
        let ends = knots.first().is_some_and(|k| k.p == 0.0) && knots.last().is_some_and(|k| k.p == 1.0);
        if !(increasing && sound && ends && (2..=Self::MOST_KNOTS).contains(&knots.len())) {
            return None;
        }
        let mut own = [Knot::default(); Self::MOST_KNOTS];
        own[..knots.len()].copy_from_slice(knots);
        Some(Self { knots: own, count: knots.len() })
    }

    pub(crate) fn first(&self) -> f64 {
        self.knots[0].t
    }

    pub(crate) fn last(&self) -> f64 {
        self.knots[self.count - 1].t
    }

    /// The time at a progress.
    pub fn at(&self, p: f64) -> f64 {
        let (cubic, u, _) = self.piece(p);
        cubic.at(u)
    }

    /// The time t at a progress, dt/dp and d²t/dp² there.
    pub fn derivatives(&self, p: f64) -> [f64; 3] {
        let (cubic, u, length) = self.piece(p);
        [cubic.at(u), cubic.slope(u) / length, cubic.bend(u) / (length * length)]
    }

    /// The progress at a time between the ends.
    pub fn when(&self, t: f64) -> f64 {
        let (cubic, start, length) = self.piece_where(|knot| knot.t <= t);
        start + length * cubic.invert(t)
    }

    /// The piece that a progress lies in, how far through it, and how long it is.
    fn piece(&self, p: f64) -> (Hermite, f64, f64) {
        let p = p.clamp(0.0, 1.0);
        let (cubic, start, length) = self.piece_where(|knot| knot.p <= p);
        (cubic, (p - start) / length, length)
    }

    /// The piece after the last inner knot that something holds for, where it starts, and how long it is.
    fn piece_where(&self, holds: impl Fn(&Knot) -> bool) -> (Hermite, f64, f64) {
        let after = self.knots[1..self.count - 1].partition_point(holds) + 1;
        let (a, b) = (&self.knots[after - 1], &self.knots[after]);
        let length = b.p - a.p;
        let cubic = Hermite { a: a.t, b: b.t, slope_a: a.slope * length, slope_b: b.slope * length };
        (cubic, a.p, length)
    }
}

fn end_slope(wanted: Option<f64>, rise: f64) -> f64 {
    wanted.map_or(rise, |slope| limited(slope, 0.0, STEEPEST * rise))
}

/// The canonical time of another verb that lies between keys of the same names, as far from each; for verbs that repeat,
/// times beyond 1 are those of further rounds. `None` where the other has no such keys.
pub(super) fn matching(from: &Verb, to: &Verb, t: f64) -> Option<f64> {
    let rounds = if from.is_cyclic() { t.floor() } else { 0.0 };
    let intervals = from.keys().len() - 1;
    let x = (t - rounds).clamp(0.0, 1.0) * intervals as f64;
    let m = (x as usize).min(intervals - 1);
    let names = &from.keys()[m..m + 2];
    let n = to.keys().windows(2).position(|other| other == names)?;
    Some(rounds + (n as f64 + (x - m as f64)) / (to.keys().len() - 1) as f64)
}

/// Where a transition enters its second verb, if it leaves its first at these canonical times.
pub(crate) fn entered(verbs: &[Verb], transition: &Transition, leave: [f64; 2]) -> [f64; 2] {
    let [from, to] = [transition.from, transition.to].map(|id| &verbs[id.0]);
    let enter = match transition.enter {
        Enter::During(region) => region,
        Enter::Matching => leave.map(|t| matching(from, to, t).unwrap_or(t)),
    };
    // A matching region may begin in a later round.
    let rounds = if to.is_cyclic() { enter[0].floor() } else { 0.0 };
    some(enter.map(|t| t - rounds))
}

/// A region that has no length, at the end of a verb, gets some.
pub(crate) fn some([from, to]: [f64; 2]) -> [f64; 2] {
    if to > from { [from, to] } else { [from, from + ROUNDING] }
}

/// Canonical times of keys that both verbs pass within their regions, in order and at comparable places.
pub(crate) fn shared_keys(
    [from, to]: [&Verb; 2],
    [[a0, a1], [b0, b1]]: [[f64; 2]; 2],
) -> impl Iterator<Item = [f64; 2]> {
    let comparable = move |a: f64, b: f64| {
        let (a, b) = ((a - a0) / (a1 - a0), (b - b0) / (b1 - b0));
        let near = |x: f64, y: f64| x < 2.5 * y && y < 2.5 * x;
        near(a, b) && near(1.0 - a, 1.0 - b)
    };
    let mut last = b0;
    let pair = move |(name, a): (&str, f64)| {
        let b = passed(to, [last, b1]).find(|&(other, b)| other == name && comparable(a, b))?.1;
        last = b;
        Some([a, b])
    };
    passed(from, [a0, a1]).filter_map(pair).take(Course::MOST_KNOTS - 2)
}

/// The keys of a verb strictly within a region, with their canonical times.
fn passed(verb: &Verb, [from, to]: [f64; 2]) -> impl Iterator<Item = (&str, f64)> {
    let keys = verb.keys();
    let intervals = (keys.len() - 1) as f64;
    // On a verb that repeats the last key is the first of the next round.
    let own = if verb.is_cyclic() { keys.len() - 1 } else { keys.len() };
    let rounds = if verb.is_cyclic() { 0..3 } else { 0..1 };
    rounds
        .flat_map(move |round| keys[..own].iter().enumerate().map(move |(k, name)| (round, k, name)))
        .map(move |(round, k, name)| (name.as_str(), f64::from(round) + k as f64 / intervals))
        .filter(move |&(_, t)| t > from && t < to)
}
