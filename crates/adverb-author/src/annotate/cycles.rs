//! The cycles of a walk or a run, and the best of them: one that is as fast and turns as far as is typical of the take, whose ends are
//! alike and whose two steps are equally fast.

use std::sync::Arc;

use adverb::VerbTime;

use super::steps::{Step, Steps, shared};
use super::{Look, Measures, Window, name};
use crate::figure::percentile;
use crate::finding::{Criterion, Finding};
use crate::jolts::glitch_from;
use crate::motion::{Search, concatenation, cycle};
use crate::sides::Side;
use crate::support;

/// Between the two steps of a cycle, a difference in speed of one metre per second is as bad as this many metres between its ends.
const UNSTEADY_SECS: f64 = 0.1;

/// A cycle that is so much faster than the take's median, or turns so much farther, is as bad as this many metres between its ends, one
/// that is twice as far off four times as bad.
const ATYPICAL_M: f64 = 0.05;
const FAR_SPEED: f64 = 0.15;
const FAR_TURN_DEG: f64 = 25.0;
/// A take whose cycles differ more in how far they turn goes straight and turns: straight on is typical of it.
const TURNS_DEG: f64 = 45.0;
/// Slower takes, in legs per second, are compared as if they were this fast.
const SLOW_LEGS_PER_SEC: f64 = 0.2;

/// A cycle whose ends are farther apart than this, in legs, and so many seconds of its way, is not chosen: nothing repeats in it but the
/// feet.
const NO_CYCLE_LEGS: f64 = 0.14;
const NO_CYCLE_SECS: f64 = 0.01;
/// A cycle goes at least so far, in legs, and the gap between its ends is at most this part of its way. Else it is stepping on the spot if
/// its ends are this near to each other, or standing.
const LEAST_STRIDE_LEGS: f64 = 0.2;
const GAP_PER_STRIDE: f64 = 0.2;
const ON_THE_SPOT_LEGS: f64 = 0.05;

/// One that begins with the right foot is as good as one from the left foot on with so many metres more between its ends. Verbs put their
/// cycles in step.
const RIGHT_FIRST_M: f64 = 0.02;

/// One whose ends may not be the same moment is as bad as so many metres more between them.
const DOUBTFUL_M: f64 = 0.05;

/// One with a glitch of capture, which would show in every round, is as bad as so many metres more between its ends.
const GLITCH_M: f64 = 0.05;

/// The best cycle, and the rest in order.
pub(super) fn cycles(
    steps: &Steps,
    look: &Look,
    remarks: &mut Vec<Finding>,
) -> (Option<Window>, Vec<Window>) {
    let mut windows: Vec<(f64, Window)> =
        steps.cycles(look).filter_map(|steps| Some((cost(look, &steps), window(look, &steps)?))).collect();
    let typical = Typical::of(windows.iter().map(|(_, window)| window).filter(|window| window.repeats));
    let jolts: Vec<f64> = windows.iter().map(|(_, window)| look.jolt(window)).collect();
    let glitch = glitch_from(&jolts);
    for ((cost, window), jolt) in windows.iter_mut().zip(&jolts) {
        let is_doubtful = window.measures.gap_m > window.measures.wide_gap_m();
        *cost += ATYPICAL_M * typical.distance(&window.measures, look)
            + if is_doubtful { DOUBTFUL_M } else { 0.0 }
            + if *jolt > glitch { GLITCH_M } else { 0.0 };
    }
    let repeat = windows.iter().enumerate().filter(|(_, (_, window))| window.repeats);
    let best = repeat.min_by(|(_, a), (_, b)| a.0.total_cmp(&b.0)).map(|(k, _)| k);
    let best = best.map(|k| windows.remove(k).1);
    if let Some(Window { measures, .. }) = &best {
        let (gap_m, wide_m) = (measures.gap_m, measures.wide_gap_m());
        if gap_m > wide_m {
            let message = format!("the ends of its best cycle are {:.0} mm apart", 1000.0 * gap_m);
            let found = look.unsure(Criterion::Cycle, message).of(1000.0 * gap_m, "mm");
            remarks.push(found.limit(1000.0 * wide_m).remedy("See whether it repeats at all."));
        }
    }
    (best, windows.into_iter().map(|(_, window)| window).collect())
}

/// What most cycles of a take are like.
struct Typical {
    speed_m_s: f64,
    turn_deg: f64,
}

impl Typical {
    fn of<'w>(windows: impl Iterator<Item = &'w Window>) -> Self {
        let (mut speeds, mut turns): (Vec<f64>, Vec<f64>) =
            windows.map(|window| (window.measures.speed_m_s, window.measures.turn_deg)).unzip();
        [&mut speeds, &mut turns].into_iter().for_each(|all| all.sort_by(f64::total_cmp));
        let straightest = turns.iter().copied().min_by(|a, b| a.abs().total_cmp(&b.abs()));
        let turn_deg = match (&turns[..], straightest) {
            ([least, .., most], Some(straightest)) if most - least > TURNS_DEG => straightest,
            _ => percentile(&turns, 0.5),
        };
        Self { speed_m_s: percentile(&speeds, 0.5), turn_deg }
    }

    /// How unusual a cycle is.
    fn distance(&self, of: &Measures, look: &Look) -> f64 {
        let usual = self.speed_m_s.max(SLOW_LEGS_PER_SEC * look.leg_m);
        let faster = (of.speed_m_s - self.speed_m_s) / (FAR_SPEED * usual);
        let farther = (of.turn_deg - self.turn_deg) / FAR_TURN_DEG;
        faster * faster + farther * farther
    }
}

/// `None` where two of its key-times are one frame.
fn window(look: &Look, steps: &[Step; 3]) -> Option<Window> {
    let keys: Vec<(String, usize)> = steps.iter().map(|step| key(look, step)).collect();
    let measures = look.measures(steps[0].down, steps[2].down);
    let Measures { gap_m, stride_m, speed_m_s, .. } = measures;
    let goes = stride_m > LEAST_STRIDE_LEGS * look.leg_m && gap_m < GAP_PER_STRIDE * stride_m;
    let repeats = (goes || gap_m < ON_THE_SPOT_LEGS * look.leg_m)
        && gap_m < NO_CYCLE_LEGS * look.leg_m + NO_CYCLE_SECS * speed_m_s;
    keys.is_sorted_by(|a, b| a.1 < b.1).then_some(Window { keys, measures, repeats })
}

fn key(look: &Look, step: &Step) -> (String, usize) {
    (format!("{}-down", name(step.side)), look.frame(step.down))
}

fn cost(look: &Look, [first, second, last]: &[Step; 3]) -> f64 {
    let speed = |from: VerbTime, to: VerbTime| look.measures(from, to).speed_m_s;
    let unsteady = (speed(first.down, second.down) - speed(second.down, last.down)).abs();
    let right = if first.side == Side::Right { RIGHT_FIRST_M } else { 0.0 };
    cycle::apart(&look.motion, first.down, last.down).1 + UNSTEADY_SECS * unsteady + right
}

/// A file that is itself one cycle, as games have them: its last frame is the first again, moved on.
pub(super) fn whole_file(look: &Look, remarks: &mut Vec<Finding>) -> Option<Window> {
    let end = look.motion.duration();
    let measures = look.measures(VerbTime::ZERO, end);
    if measures.stride_m < LEAST_STRIDE_LEGS * look.leg_m || measures.gap_m > measures.wide_gap_m() {
        return None;
    }
    // The middle one of three rounds has no ends.
    let round = Arc::new(cycle::cycle(Arc::new(look.motion.clone()), Search::Exact).ok()?);
    let rounds = concatenation(vec![round.clone(), round.clone(), round]).ok()?;
    let mut downs: Vec<(Side, VerbTime)> = Vec::new();
    for foot in support::feet(rounds.skeleton()) {
        let all = support::contacts(&rounds, &foot).into_iter().map(|contact| contact.down - end.0);
        let own: Vec<VerbTime> = all.filter(|down| (0.0..end.0).contains(&down.0)).collect();
        // One step a round: standing throughout is none, and two are not of a walk.
        let [down] = own[..] else { return None };
        downs.push((foot.side?, down));
    }
    downs.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
    let [first, second] = downs[..] else { return None };
    if !shared(second.1 - first.1, end.0) {
        return None;
    }
    // A foot comes down at the seam, or where frames tell no difference.
    let near_secs = look.at_an_end_secs();
    let seam = downs.iter().find(|(_, down)| down.0 < near_secs || end - *down < near_secs);
    let named = |side: Side| format!("{}-down", name(side));
    let [start, stop] = seam.map_or(["start".into(), "end".into()], |(side, _)| [named(*side), named(*side)]);
    let inner = downs.iter().filter(|down| Some(*down) != seam);
    let mut keys = vec![(start, look.frame(VerbTime::ZERO))];
    keys.extend(inner.map(|(side, down)| (named(*side), look.frame(*down))));
    keys.push((stop, look.frame(end)));
    if seam.is_none() {
        let found =
            look.unsure(Criterion::Cycle, "the whole file is one cycle, which begins at no foot-down");
        remarks.push(found.remedy(
            "Beside others, whose key-times begin at one, play it twice with concatenate and clip that.",
        ));
    }
    keys.is_sorted_by(|a, b| a.1 < b.1).then_some(Window { keys, measures, repeats: true })
}
