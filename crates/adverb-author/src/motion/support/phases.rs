//! Support phases of one foot.
//!
//! A foot supports the body while its ball is slow compared with the body's travel. That shows where the floor is, so slopes and
//! stairs are floors too; a foot held still in the air is recognised by another one that is lower above the slope. A phase lasts as
//! long as the ball stays near its usual place. Between one foot's rest and the next one's, a walk has both on the floor, the one on its toes, the other on
//! its heel: there the feet hand over, at the moment that moves neither ball far. In a run they are too far away for that.

use adverb::{CanonicalTime, VerbTime};
use glam::DVec3;

use super::track::Track;
use super::{Foot, Phase, begun_later, feet};
use crate::figure::percentile;
use crate::limbs::{RISE_LEGS, leg_m};
use crate::motion::Motion;

/// The ball of a foot that carries is slower than this many legs per second, and a part of the body's speed more: at speed
/// a foot rolls faster.
pub(super) const SLOW_LEGS_PER_SEC: f64 = 0.12;
const SLOW_PER_BODY_SPEED: f64 = 0.15;
/// Speeds are taken over this many seconds to each side: a frame of most recordings in all; the body's over about a step.
pub(super) const SPEED_OVER_SECS: f64 = 1.0 / 60.0;
pub(super) const BODY_SPEED_OVER_SECS: f64 = 0.25;
/// A foot that never comes this near to the height of the lowest foot, in legs, is in the air.
const RAISED_LEGS: f64 = 0.12;
/// A foot is slow for no less than this when it carries, even in a sprint.
const SHORTEST_SECS: f64 = 0.03;
/// The ball rests while it is so near to its usual place, in legs, or as near to its height and slower than this many legs per
/// second: who stands may shuffle.
const REST_LEGS: f64 = 0.01;
const REST_LEGS_PER_SEC: f64 = 0.1;
/// How far, in legs, the ball may be from where it begins to rest, before, and ceases to, afterwards.
const NEAR_LEGS: f64 = 0.015;
/// Two phases so near in time and place, in seconds and in legs, are one: what is between them is noise.
const SAME_SECS: f64 = 0.1;
const SAME_LEGS: f64 = 0.06;
/// How far the ball moves, in legs, while the toes are still on the floor: so long a foot may hold on until another has come
/// down.
const TOES_LEGS: f64 = 0.07;

/// In canonical time: phases so near to each other across the seam of a cycle are one.
const SEAM: f64 = 0.05;

/// From one sample to another, in fractions of samples.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Run {
    /// The samples in it.
    fn samples(&self) -> std::ops::RangeInclusive<usize> {
        self.from.ceil() as usize..=self.to.floor() as usize
    }
}

/// When a foot carries.
struct Support {
    foot: usize,
    /// Where its ball is most of that time.
    place: DVec3,
    /// When it surely does.
    rest: Run,
    /// When it may, if no other foot does.
    most: Run,
}

/// The support phases of a foot, in order. Those of mirror images, and of cycles begun elsewhere, are those of what they are made of.
#[must_use]
pub fn phases(motion: &Motion, foot: &Foot, cyclic: bool) -> Vec<Phase> {
    if let Some(of) = motion.before_mirror() {
        return phases(of, &foot.partner(of.skeleton()), cyclic);
    }
    if let Some((of, later)) = motion.before_rephase() {
        return begun_later(phases(of, foot, cyclic), later);
    }
    let others = feet(motion.skeleton()).into_iter().filter(|other| other.ball != foot.ball);
    let feet: Vec<Foot> = std::iter::once(*foot).chain(others).collect();
    let recorded = Track::of_recording(motion, &feet).filter(|_| cyclic);
    let track = recorded.unwrap_or_else(|| Track::of(motion, &feet, cyclic));
    let leg_m = leg_m(motion.skeleton(), foot);
    let own = supports(&track, 0, leg_m);
    let others: Vec<Support> = (1..feet.len()).flat_map(|f| supports(&track, f, leg_m)).collect();
    let runs: Vec<Run> = own.iter().map(|support| handed_over(support, &others, &track)).collect();
    let phases = in_canonical_time(&runs, &track, motion);
    if cyclic { around_the_seam(phases) } else { phases }
}

/// When a foot carries, as far as it shows without the others.
fn supports(track: &Track, foot: usize, leg_m: f64) -> Vec<Support> {
    let ball = &track.balls[foot];
    let speeds: Vec<f64> = track.velocities(ball, SPEED_OVER_SECS).iter().map(|v| v.length()).collect();
    let shortest = (SHORTEST_SECS / track.step_secs).min(track.steps as f64).max(1.0);
    let mut slow = joined(slow_and_low(track, foot, &speeds, leg_m), track, foot, leg_m);
    let heights = track.heights_above_the_slope();
    slow.retain(|run| run.to - run.from >= shortest && is_lowest(&heights, foot, run, leg_m));
    let mut supports: Vec<Support> = Vec::new();
    for (k, run) in slow.iter().enumerate() {
        let earliest = supports.last().map_or(0.0, |before| before.most.to);
        let latest = slow.get(k + 1).map_or((track.len() - 1) as f64, |after| after.from);
        let highest_m = lowest_m(ball, run) + RISE_LEGS * leg_m;
        let beyond = |from: f64, to: f64, away_legs: f64| {
            let home = track.ball(foot, from);
            let excess = |p: DVec3| (p.distance(home) - away_legs * leg_m).max(p.y - highest_m);
            until_positive(from, to, |at| excess(track.ball(foot, at)))
        };
        let place = usual_place(&ball[run.samples()]);
        let still = rest(ball, &speeds, run, place, leg_m);
        let rest =
            Run { from: beyond(still.from, earliest, NEAR_LEGS), to: beyond(still.to, latest, NEAR_LEGS) };
        let most = Run {
            from: beyond(run.from, earliest, NEAR_LEGS).min(rest.from),
            to: beyond(run.to, latest, TOES_LEGS).max(rest.to),
        };
        supports.push(Support { foot, place, rest, most });
    }
    supports
}

/// Runs of samples in which the ball is slow, cut to where it is low.
fn slow_and_low(track: &Track, foot: usize, speeds: &[f64], leg_m: f64) -> Vec<Run> {
    let ball = &track.balls[foot];
    let travels = track.velocities(&track.body, BODY_SPEED_OVER_SECS);
    let too_fast = |i: usize| {
        let body_speed = libm::hypot(travels[i].x, travels[i].z);
        speeds[i] - SLOW_LEGS_PER_SEC * leg_m - SLOW_PER_BODY_SPEED * body_speed
    };
    let slow = below_zero(too_fast, Run { from: 0.0, to: (track.len() - 1) as f64 });
    let low = |run: Run| {
        let highest_m = lowest_m(ball, &run) + RISE_LEGS * leg_m;
        below_zero(|i| ball[i].y - highest_m, run)
    };
    slow.into_iter().flat_map(low).collect()
}

/// How low a ball comes in a run.
fn lowest_m(ball: &[DVec3], run: &Run) -> f64 {
    ball[run.samples()].iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
}

/// The runs within a run in which the values are below zero, to the moment at which they cross it.
pub(super) fn below_zero(value: impl Fn(usize) -> f64, within: Run) -> Vec<Run> {
    let mut runs = Vec::new();
    let crossing = |i: usize| i as f64 + value(i) / (value(i) - value(i + 1));
    let mut start = None;
    for i in within.samples() {
        let below = value(i) < 0.0;
        match start {
            None if below && (i as f64) < within.from + 1.0 => start = Some(within.from),
            None if below => start = Some(crossing(i - 1)),
            Some(from) if !below => {
                runs.push(Run { from, to: crossing(i - 1) });
                start = None;
            }
            _ => {}
        }
    }
    runs.extend(start.map(|from| Run { from, to: within.to }));
    runs
}

/// Runs between which the foot hardly moves, as one.
fn joined(runs: Vec<Run>, track: &Track, foot: usize, leg_m: f64) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last)
                if (run.from - last.to) * track.step_secs < SAME_SECS
                    && track.ball(foot, last.to).distance(track.ball(foot, run.from)) < SAME_LEGS * leg_m =>
            {
                last.to = run.to;
            }
            _ => joined.push(run),
        }
    }
    joined
}

/// Whether, at some time of a run, no foot is much lower.
fn is_lowest(heights: &[Vec<f64>], foot: usize, run: &Run, leg_m: f64) -> bool {
    run.samples().any(|i| {
        let lowest = heights.iter().map(|own| own[i]).fold(f64::INFINITY, f64::min);
        heights[foot][i] - lowest < RAISED_LEGS * leg_m
    })
}

/// The median of places, coordinate by coordinate: neither leaps nor the way there and away count.
pub(super) fn usual_place(places: &[DVec3]) -> DVec3 {
    let median = |coordinate: fn(&DVec3) -> f64| {
        let mut values: Vec<f64> = places.iter().map(coordinate).collect();
        values.sort_by(f64::total_cmp);
        percentile(&values, 0.5)
    };
    DVec3::new(median(|p| p.x), median(|p| p.y), median(|p| p.z))
}

/// The part of a run from when the ball comes to rest to when it ceases to.
fn rest(ball: &[DVec3], speeds: &[f64], run: &Run, place: DVec3, leg_m: f64) -> Run {
    let rests = |&i: &usize| {
        let away = ball[i] - place;
        away.length() < REST_LEGS * leg_m
            || (away.y.abs() < REST_LEGS * leg_m && speeds[i] < REST_LEGS_PER_SEC * leg_m)
    };
    match (run.samples().find(rests), run.samples().rfind(rests)) {
        (Some(first), Some(last)) => Run { from: first as f64, to: last as f64 },
        _ => *run,
    }
}

/// A foot that has to hold on until the next one comes down, or to come down before it rests, does so: somebody always
/// carries a walk.
fn handed_over(support: &Support, others: &[Support], track: &Track) -> Run {
    let Run { from, to } = support.rest;
    let next = others
        .iter()
        .filter(|other| other.rest.to > to)
        .min_by(|a, b| a.rest.from.total_cmp(&b.rest.from))
        .and_then(|next| meeting(support, next, track));
    let before = others
        .iter()
        .filter(|other| other.rest.from < from)
        .max_by(|a, b| a.rest.to.total_cmp(&b.rest.to))
        .and_then(|before| meeting(before, support, track));
    Run { from: before.unwrap_or(from), to: next.unwrap_or(to) }
}

/// When one foot hands over to another that does not rest yet when the first has left: both are then equally far from their
/// places. `None` if they need not, or cannot: the body flies.
fn meeting(first: &Support, second: &Support, track: &Track) -> Option<f64> {
    if first.rest.to >= second.rest.from || first.most.to < second.most.from {
        return None;
    }
    let away = |support: &Support, at: f64| track.ball(support.foot, at).distance(support.place);
    let earliest = first.rest.to.max(second.most.from);
    let latest = second.rest.from.min(first.most.to);
    Some(until_positive(earliest, latest, |at| away(first, at) - away(second, at)))
}

/// The first moment, between two others in either order, at which a function is positive; the second if it never is.
fn until_positive(start: f64, end: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut before, mut value_before) = (start, value(start));
    if value_before > 0.0 {
        return start;
    }
    while before != end {
        // From sample to sample, the end included.
        let next = if end > start { (before.floor() + 1.0).min(end) } else { (before.ceil() - 1.0).max(end) };
        let value_next = value(next);
        if value_next > 0.0 {
            return before + (next - before) * value_before / (value_before - value_next);
        }
        (before, value_before) = (next, value_next);
    }
    end
}

/// What of the runs lies within the motion.
fn in_canonical_time(runs: &[Run], track: &Track, motion: &Motion) -> Vec<Phase> {
    let (lead, steps) = (track.lead as f64, track.steps as f64);
    let canonical = |sample: f64| match sample - lead {
        within if within >= steps => Phase::WHOLE.to,
        within => motion.canonical_time(VerbTime(within.max(0.0) * track.step_secs)),
    };
    runs.iter()
        .map(|run| Phase { from: canonical(run.from), to: canonical(run.to) })
        .filter(|phase| phase.from < phase.to)
        .collect()
}

/// Phases of a cycle: what ends at its end and what begins at its start, or nearly so, is one phase over the seam. (The end
/// and the start of a recording are not the same moment; a foot comes down a little before the one and after the other.)
fn around_the_seam(mut phases: Vec<Phase>) -> Vec<Phase> {
    let (Some(first), Some(last)) = (phases.first().copied(), phases.last().copied()) else { return phases };
    if first.from.0 + 1.0 - last.to.0 > SEAM {
        return phases;
    }
    if phases.len() == 1 {
        return vec![Phase::WHOLE];
    }
    phases.remove(0);
    let over = Phase { from: last.from, to: CanonicalTime(first.to.0 + 1.0) };
    phases.pop();
    phases.push(over);
    phases
}
