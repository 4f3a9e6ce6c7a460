//! Cycle motions (3.10, A.9): a motion made perfectly cyclic, so that it can follow itself without a seam.
//!
//! It searches for the best window near the given one, fades the remaining gap between its ends (in value and in velocity) into the
//! motion beside the seam, and fits a cyclic spline, so that value, velocity and acceleration meet. The
//! thesis spreads the gap evenly (and prints the sign so that it doubles); fading it over 8 % at each end leaves the middle
//! of the motion as it was recorded.
//!
//! x, z and heading do not return to where they were. Over a cycle the body undergoes a rigid motion of the ground, g; the
//! evenly moving and turning frame G(T) with G(D) = g takes it off, and what is left in that frame is periodic like any
//! other DOF. So a turning walk repeats along a circle, and T may run on beyond the duration. A walk on a slope rises evenly
//! along with its frame; one that hardly rises for how far it goes is on level ground, and its height returns like the rest.

mod standing;
mod window;

use std::f64::consts::PI;
use std::sync::Arc;

use adverb::curve::{Curve, Derivative, Encoding};
use adverb::graph::Blend;
use adverb::key_times::TimeMap;
use adverb::rotation;
use adverb::screw::{Place, Screw};
use adverb::{CanonicalTime, Skeleton, VerbTime};
use glam::Vec3;

use super::jet::DERIVATIVES;
use super::{Constraint, Kind, Motion, clip, concatenation, transition};
use crate::error::Error;
use crate::fit::{self, Tolerance};
pub(crate) use window::{Snapshot, apart};

/// Where to look for the ends of the cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Search {
    /// Exactly the motion's own start and end.
    Exact,
    /// The best ends within this many seconds of the motion's own, as far as the recording goes.
    Near(f64),
    /// Within 15 % of the duration.
    Default,
}

/// See [`cycle`].
#[derive(Debug, Clone)]
pub(super) struct Cycle {
    pub(super) of: Arc<Motion>,
    pub(super) search: Search,
    /// The seam, in `of`'s time: the curves start there. The cycle's own start is at 0.
    from: VerbTime,
    duration_secs: f64,
    /// How far apart the ends of the window were.
    pub(super) gap_m: f64,
    screw: Screw,
    /// Cyclic; x, z, heading and height in the frame that moves along with the cycle, rotation vectors without their whole turns.
    curves: Vec<Option<Curve>>,
    /// Per DOF, in radians per second: whole turns that a rotation vector makes over the cycle (a wheel's).
    turning: Vec<f64>,
}

/// How far a body goes from one placement to another along an even turn. (The velocity of the frame between them is that of the
/// world's origin, wherever the body is.)
fn way_m([x, z, heading]: Place, end: Place) -> f64 {
    let seen = Screw::between([0.0, 0.0, heading], [end[0] - x, end[1] - z, end[2]], 1.0, None);
    libm::hypot(seen.velocity[0], seen.velocity[1])
}

/// The length of a motion's path from one moment to another.
pub(crate) fn travelled_m(of: &Motion, from: VerbTime, to: VerbTime) -> f64 {
    let [start, end] = [from, to].map(|time| of.pose(time).into_iter().map(f64::from).collect::<Vec<_>>());
    way_m(ground(&start), ground(&end))
}

/// The share of the duration, at each end, into which the gap is faded. Less would leave the rest nearer to the recording, and let heads
/// snap at every round of a run.
const FADE: f64 = 0.08;

/// What a cycle rises, as a part of the way it goes: more is a slope. Recordings of walks on level ground reach 2 %.
const SLOPE: f64 = 0.05;
/// Metres; a cycle that goes no farther is in place, and does not climb.
const IN_PLACE_M: f64 = 0.2;

fn ground(pose: &[f64]) -> Place {
    Skeleton::PLACEMENT.map(|d| pose[d])
}

/// `of` made cyclic.
pub fn cycle(of: Arc<Motion>, search: Search) -> Result<Motion, Error> {
    let window::Window { from, to, gap_m } = window::best(&of, search);
    let duration_secs = to - from;
    // Wherever the seam lies, the cycle starts at the motion's own first key, and every key stays where it was.
    let mut keys: Vec<(String, f64)> =
        of.key_times().iter().map(|(name, key)| (name.to_string(), key.0)).collect();
    if let Some(last) = keys.last_mut() {
        last.1 = duration_secs;
    }
    let map = match of.key_times().map() {
        TimeMap::Linear => TimeMap::Linear,
        _ => TimeMap::Periodic,
    };
    let keys = super::key_times(keys, map)?;
    let screw = travel(&of, from, to);
    let (curves, turning) = closed_curves(&of, from, duration_secs, &screw);
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys,
        start: of.start,
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Cycle(Cycle { of, search, from, duration_secs, gap_m, screw, curves, turning }),
    })
}

/// `of` made cyclic by a transition to itself (3.10): a share at its end blends into an equal share at its beginning. The cycle starts
/// after that share, and is shorter than the motion by it.
pub fn cycle_through(of: Arc<Motion>, share: f64) -> Result<Motion, Error> {
    if !(share > 0.0 && share < 0.5) {
        let problem = format!("the overlap of a cycle must be between 0 and 0.5, not {share}");
        return Err(Error::Motion { problem });
    }
    let [start, before, after, end] = [0.0, share, 1.0 - share, 1.0].map(CanonicalTime);
    let middle = clip(of.clone(), before, after)?;
    let bridge = transition([of.clone(), of], [[after, end], [start, before]], Blend::Sigmoid)?;
    cycle(Arc::new(concatenation(vec![Arc::new(middle), Arc::new(bridge)])?), Search::Exact)
}

/// The frame that leads from one moment of a motion to another, rising where that is a slope.
pub(crate) fn travel(of: &Motion, from: VerbTime, to: VerbTime) -> Screw {
    let pose = |time: VerbTime| of.pose(time).into_iter().map(f64::from).collect::<Vec<_>>();
    let (start, end, secs) = (pose(from), pose(to), to - from);
    let level = Screw::between(ground(&start), ground(&end), secs, None);
    let way = way_m(ground(&start), ground(&end));
    let rise = end[Skeleton::HEIGHT.index()] - start[Skeleton::HEIGHT.index()];
    let climbs = way > IN_PLACE_M && rise.abs() > SLOPE * way;
    Screw { climb: if climbs { rise / secs } else { 0.0 }, ..level }
}

/// Samples every DOF in the moving frame, closes the gap and fits cyclic splines.
fn closed_curves(
    of: &Motion,
    from: VerbTime,
    duration_secs: f64,
    screw: &Screw,
) -> (Vec<Option<Curve>>, Vec<f64>) {
    let count = ((duration_secs * of.fps()).round() as usize).max(4);
    let step = duration_secs / count as f64;
    // Velocities at the ends are taken over a thirtieth of a second to each side, against noise: so far the samples go on
    // beyond the cycle, where the recording does.
    let stride = ((1.0 / 30.0 / step).round() as usize).clamp(1, count / 2);
    let (first, last) = of.reach();
    let goes_on = from.0 - stride as f64 * step >= first.0 - 1e-9
        && from.0 + (count + stride) as f64 * step <= last.0 + 1e-9;
    let beyond = if goes_on { stride } else { 0 };
    let sample = |i: usize| {
        let secs = (i as f64 - beyond as f64) * step;
        let mut pose: Vec<f64> = of.pose(from + secs).into_iter().map(f64::from).collect();
        let relative = screw.take_off(secs, ground(&pose));
        Skeleton::PLACEMENT.into_iter().zip(relative).for_each(|(d, value)| pose[d] = value);
        pose[Skeleton::HEIGHT.index()] -= screw.climb * secs;
        pose
    };
    let mut rows: Vec<Vec<f64>> = (0..=count + 2 * beyond).map(sample).collect();
    let turns = whole_turns(&of.skeleton, &rows[beyond], &rows[beyond + count]);
    for (i, row) in rows.iter_mut().enumerate() {
        for (value, turn) in row.iter_mut().zip(&turns) {
            *value -= turn * (i as f64 - beyond as f64) / count as f64;
        }
    }
    let skeleton = &of.skeleton;
    let dofs = skeleton.dofs().len();
    let columns: Vec<Vec<f64>> = (0..dofs).map(|d| rows.iter().map(|row| row[d]).collect()).collect();
    let columns: Vec<Vec<f64>> = columns.iter().map(|column| closed(column, beyond)).collect();
    let mut closed: Vec<Vec<f64>> =
        (0..count).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
    let defined = |d: usize| of.usage(from, adverb::DofId(d as u16)) != super::Usage::Undefined;
    if (0..dofs).all(defined) {
        standing::Samples { skeleton, screw, step_secs: step, beyond, rows: &rows }.stand(&mut closed);
    }
    let fit_one = |d: usize| {
        let samples: Vec<f64> = closed.iter().map(|row| row[d]).collect();
        // The spline is for its smoothness, not to save space: close enough for feet to stay where they stood.
        let tolerance = Tolerance { rms: 0.1 * Tolerance::of(skeleton.dofs()[d].kind).rms };
        defined(d).then(|| fit::fit(&samples, Encoding::Cyclic, duration_secs, tolerance))
    };
    let turning = turns.iter().map(|turn| turn / duration_secs).collect();
    ((0..dofs).map(fit_one).collect(), turning)
}

/// What rotation vectors gain over a cycle by whole turns, which are no gap: the same rotation, sheets apart.
fn whole_turns(skeleton: &Skeleton, start: &[f64], end: &[f64]) -> Vec<f64> {
    let mut turns = vec![0.0; start.len()];
    for (_, [x, y, z]) in crate::rig::balls(skeleton) {
        let vector = |row: &[f64]| Vec3::new(row[x] as f32, row[y] as f32, row[z] as f32);
        let (start, end) = (vector(start), vector(end));
        let gained = end - rotation::log_near(rotation::exp(end), start);
        if gained.length() > 1.0 {
            for (d, gain) in [x, y, z].into_iter().zip(gained.to_array()) {
                turns[d] = f64::from(gain);
            }
        }
    }
    turns
}

/// The samples of one cycle, without its end, changed near the seam so that value and velocity meet there. With the gaps
/// d = θ(D) − θ(0) and v = θ̇(D) − θ̇(0), the start gains (d + v T)/2 and the end loses (d + v (T − D))/2, both fading.
/// `column` has `beyond` samples more at each end, for the velocities.
fn closed(column: &[f64], beyond: usize) -> Vec<f64> {
    let count = column.len() - 1 - 2 * beyond;
    let cycle = &column[beyond..=beyond + count];
    let gap = cycle[count] - cycle[0];
    let slope_gap = slope_gap(column, beyond, count);
    let fade_steps = FADE * count as f64;
    let fade =
        |steps: f64| if steps < fade_steps { 0.5 + 0.5 * libm::cos(PI * steps / fade_steps) } else { 0.0 };
    (0..count)
        .map(|i| {
            let (since, until) = (i as f64, (count - i) as f64);
            let start = 0.5 * (gap + slope_gap * since) * fade(since);
            let end = 0.5 * (gap - slope_gap * until) * fade(until);
            cycle[i] + start - end
        })
        .collect()
}

/// v per sample. Nothing is known of it, and nothing done about it, where the recording does not go on, or leaps as no part of
/// the cycle does (an added T-pose).
fn slope_gap(column: &[f64], beyond: usize, count: usize) -> f64 {
    const LEAP: f64 = 3.0;
    if beyond == 0 {
        return 0.0;
    }
    let step = |i: usize| column[i + beyond] - column[i];
    let liveliest = (beyond..=count).map(|i| step(i).abs()).fold(0.0, f64::max);
    if step(0).abs().max(step(count + beyond).abs()) > LEAP * liveliest {
        return 0.0;
    }
    let slope = |middle: usize| (column[middle + beyond] - column[middle - beyond]) / (2 * beyond) as f64;
    slope(count + beyond) - slope(beyond)
}

impl Cycle {
    /// Where in the recording's motion a time lies, whatever the round.
    pub(super) fn inner(&self, time: VerbTime) -> VerbTime {
        self.from + (time - self.from).rem_euclid(self.duration_secs)
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let secs = time - self.from;
        let within_secs = secs.rem_euclid(self.duration_secs);
        let value = |d: usize, derivative| {
            let turned = match derivative {
                Derivative::Position => self.turning[d] * within_secs,
                Derivative::Velocity => self.turning[d],
                Derivative::Acceleration => 0.0,
            };
            self.curves[d].as_ref().map_or(0.0, |c| f64::from(c.evaluate(secs, derivative)) + turned)
        };
        let relative = DERIVATIVES.map(|derivative| Skeleton::PLACEMENT.map(|d| value(d, derivative)));
        let risen = [self.screw.climb * secs, self.screw.climb, 0.0];
        let rows = rows.chunks_exact_mut(self.curves.len());
        for ((row, derivative), risen) in rows.zip(DERIVATIVES).zip(risen) {
            row.iter_mut().enumerate().for_each(|(d, out)| *out = value(d, derivative) as f32);
            let placed = self.screw.put_on(secs, relative, derivative);
            Skeleton::PLACEMENT.into_iter().zip(placed).for_each(|(d, value)| row[d] = value as f32);
            row[Skeleton::HEIGHT.index()] += risen as f32;
        }
    }

    /// How far it rises per round.
    pub(super) fn rise_m(&self) -> f64 {
        self.screw.climb * self.duration_secs
    }

    /// The recording's own, moved along with each round.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let round_secs = ((time - self.from) / self.duration_secs).floor() * self.duration_secs;
        let (moved, risen_m) = (self.screw.placement(round_secs), self.screw.climb * round_secs);
        let (first, last) = (self.from.0, self.from.0 + self.duration_secs);
        let outer = |inner: VerbTime| VerbTime(round_secs + inner.0.clamp(first, last));
        let moved_on = |c: Constraint| c.in_time(outer).moved(moved, risen_m);
        self.of.constraints(self.inner(time)).into_iter().map(moved_on).collect()
    }
}
