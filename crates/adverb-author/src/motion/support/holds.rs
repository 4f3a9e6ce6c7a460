//! When feet are held: while their balls are low and slow in the motion itself.
//!
//! A foot carries for longer than its ball rests: it lands on its heel and leaves over its toes. Holding the ball all that time would
//! drag the toes, straighten the knee and let the hips dip. Holds are found in the closed cycle, whose feet are the ones that are
//! held, and end a little before the ball moves, so that easing out of them does not begin with a jerk.

use adverb::{CanonicalTime, VerbTime};

use super::phases::{BODY_SPEED_OVER_SECS, Run, below_zero};
use super::track::Track;
use super::{Foot, Phase, of_source, phases_of_all};
use crate::limbs::{REST_GAP_SECS, REST_OVER_SECS, leg_m, unrest};
use crate::motion::Motion;

/// A rest belongs to a phase that it overlaps for so long.
const LEAST_OVERLAP_SECS: f64 = 0.05;
/// A hold begins this much later than the ball rests, and ends so much earlier; less where little would be left.
const LATER_SECS: f64 = 0.024;
const EARLIER_SECS: f64 = 0.037;
const SHORTEST_SECS: f64 = 0.08;

/// When each foot is held: for every phase in which it carries, while its ball rests.
#[must_use]
pub fn holds_of_all(motion: &Motion, feet: &[Foot], cyclic: bool) -> Vec<Vec<Phase>> {
    if let Some(of_source) = of_source(motion, feet, cyclic, holds_of_all) {
        return of_source;
    }
    let track = Track::of(motion, feet, cyclic);
    let carried = phases_of_all(motion, feet, cyclic).into_iter().enumerate();
    carried
        .map(|(f, phases)| {
            let rests = rests(&track, f, leg_m(motion.skeleton(), &feet[f]), motion, cyclic);
            phases.into_iter().map(|phase| of_phase(phase, &rests, cyclic, motion.duration().0)).collect()
        })
        .collect()
}

/// When the ball of a foot rests, a little less at both ends.
fn rests(track: &Track, foot: usize, leg_m: f64, motion: &Motion, cyclic: bool) -> Vec<Phase> {
    let ball = &track.balls[foot];
    let speeds = track.velocities(ball, REST_OVER_SECS);
    let travels = track.velocities(&track.body, BODY_SPEED_OVER_SECS);
    let lowest_m = ball.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let over = |v: &glam::DVec3| libm::hypot(v.x, v.z);
    // Bodies slow down just when feet leave; a motion that repeats has one speed.
    let mean = travels.iter().map(over).sum::<f64>() / travels.len() as f64;
    let body_speed = |i: usize| if cyclic { mean } else { over(&travels[i]) };
    let last = (track.len() - 1) as f64;
    let moves = |i: usize| unrest(over(&speeds[i]), body_speed(i), ball[i].y - lowest_m, leg_m);
    let mut runs: Vec<Run> = Vec::new();
    for run in below_zero(moves, Run { from: 0.0, to: last }) {
        match runs.last_mut() {
            Some(before) if (run.from - before.to) * track.step_secs < REST_GAP_SECS => before.to = run.to,
            _ => runs.push(run),
        }
    }
    let canonical = |sample: f64| {
        let at = (sample - track.lead as f64) / track.steps as f64;
        let rounds = if cyclic { at.floor() } else { 0.0 };
        let secs = VerbTime((at - rounds) * motion.duration().0);
        CanonicalTime(rounds + motion.canonical_time(secs).0)
    };
    let kept = |run: &Run| {
        let spare = (run.to - run.from) * track.step_secs - SHORTEST_SECS;
        let cut = |secs: f64| secs.min(0.5 * spare).max(0.0) / track.step_secs;
        // Nobody knows what was before the first sample and will be after the last.
        let from = if run.from > 0.0 { run.from + cut(LATER_SECS) } else { run.from };
        let to = if run.to < last { run.to - cut(EARLIER_SECS) } else { run.to };
        Phase { from: canonical(from), to: canonical(to) }
    };
    // Of a cycle's three rounds, what is cut off at the ends is whole on another.
    let whole = |run: &&Run| !cyclic || (run.from > 0.0 && run.to < last);
    runs.iter().filter(whole).map(kept).collect()
}

/// From the first rest within a phase to the last: between them the seam of a cycle may drag a foot that stands. The phase itself where
/// there is none.
fn of_phase(phase: Phase, rests: &[Phase], cyclic: bool, secs: f64) -> Phase {
    if phase.length() >= 1.0 {
        return phase;
    }
    let rounds: &[f64] = if cyclic { &[-1.0, 0.0, 1.0] } else { &[0.0] };
    let on_round = |rest: &Phase, by: f64| Phase {
        from: CanonicalTime(rest.from.0 + by),
        to: CanonicalTime(rest.to.0 + by),
    };
    let within = |rest: &Phase| {
        let overlap = rest.to.0.min(phase.to.0) - rest.from.0.max(phase.from.0);
        overlap > 0.0 && (overlap * secs > LEAST_OVERLAP_SECS || 2.0 * overlap > rest.length())
    };
    let all = rests.iter().flat_map(|rest| rounds.iter().map(move |by| on_round(rest, *by)));
    let whole = |a: Phase, b: Phase| Phase {
        from: CanonicalTime(a.from.0.min(b.from.0)),
        to: CanonicalTime(a.to.0.max(b.to.0)),
    };
    let found = all.filter(within).reduce(whole).filter(|rest| rest.length() < 1.0).unwrap_or(phase);
    let from = if cyclic { found.from.0.rem_euclid(1.0) } else { found.from.0 };
    Phase { from: CanonicalTime(from), to: CanonicalTime(from + found.length()) }
}
