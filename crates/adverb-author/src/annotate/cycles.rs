//! The cycles of a walk or a run, and the best of them: one that is as fast and turns as far as is typical of the take, whose ends are
//! alike and whose two steps are equally fast.

use std::sync::Arc;

use adverb::VerbTime;

use super::steps::{Step, Steps, shared};
use super::{Look, Measures, WIDE_GAP_M, Window, name};
use crate::figure::percentile;
use crate::finding::{Criterion, Finding};
use crate::motion::{Search, concatenation, cycle};
use crate::sides::Side;
use crate::support;

/// Between the two steps of a cycle, a difference in speed of one metre per second is as bad as this many metres between its ends.
const UNSTEADY_SECS: f64 = 0.1;

/// A cycle twice as fast as the take's median, or one that turns a right angle farther, is as bad as this many metres between its ends.
const ATYPICAL_M: f64 = 0.5;
const FAR_TURN_DEG: f64 = 90.0;
/// Slower takes, in legs per second, are compared as if they were this fast.
const SLOW_LEGS_PER_SEC: f64 = 0.2;

/// A cycle whose ends are farther apart than this, in legs, is not chosen: nothing repeats in it but the feet.
const NO_CYCLE_LEGS: f64 = 0.25;
/// A cycle goes at least so far, in legs; less is standing.
const LEAST_STRIDE_LEGS: f64 = 0.2;

/// The best cycle, those that begin with the left foot before all others, and the rest in order.
pub(super) fn cycles(
    steps: &Steps,
    look: &Look,
    remarks: &mut Vec<Finding>,
) -> (Option<Window>, Vec<Window>) {
    let mut windows: Vec<(Side, f64, Window)> = steps
        .cycles(look)
        .filter_map(|steps| Some((steps[0].side, cost(look, &steps), window(look, &steps)?)))
        .collect();
    let repeats = |window: &Window| window.measures.gap_m < NO_CYCLE_LEGS * look.leg_m;
    let typical = Typical::of(windows.iter().map(|(_, _, window)| window).filter(|window| repeats(window)));
    for (_, cost, window) in &mut windows {
        *cost += ATYPICAL_M * typical.distance(&window.measures, look);
    }
    let best = windows
        .iter()
        .enumerate()
        .filter(|(_, (_, _, window))| repeats(window))
        .min_by(|(_, a), (_, b)| (a.0 != Side::Left).cmp(&(b.0 != Side::Left)).then(a.1.total_cmp(&b.1)))
        .map(|(k, _)| k);
    let best = best.map(|k| windows.remove(k));
    if let Some((side, _, window)) = &best {
        if *side == Side::Right {
            let message = "no whole cycle begins with the left foot; this one begins with the right";
            remarks.push(look.unsure(Criterion::Cycle, message));
        }
        let gap_m = window.measures.gap_m;
        if gap_m > WIDE_GAP_M {
            let message = format!("the ends of its best cycle are {:.0} mm apart", 1000.0 * gap_m);
            let found = look.unsure(Criterion::Cycle, message).of(1000.0 * gap_m, "mm");
            remarks.push(found.limit(1000.0 * WIDE_GAP_M).remedy("See whether it repeats at all."));
        }
    }
    let others = windows.into_iter().map(|(_, _, window)| window).collect();
    (best.map(|(_, _, window)| window), others)
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
        Self { speed_m_s: percentile(&speeds, 0.5), turn_deg: percentile(&turns, 0.5) }
    }

    /// How unusual a cycle is.
    fn distance(&self, of: &Measures, look: &Look) -> f64 {
        let usual = self.speed_m_s.max(SLOW_LEGS_PER_SEC * look.leg_m);
        (of.speed_m_s - self.speed_m_s).abs() / usual + (of.turn_deg - self.turn_deg).abs() / FAR_TURN_DEG
    }
}

/// `None` where two of its key-times are one frame.
fn window(look: &Look, steps: &[Step; 3]) -> Option<Window> {
    let keys: Vec<(String, usize)> = steps.iter().map(|step| key(look, step)).collect();
    let measures = look.measures(steps[0].down, steps[2].down);
    keys.is_sorted_by(|a, b| a.1 < b.1).then_some(Window { keys, measures })
}

fn key(look: &Look, step: &Step) -> (String, usize) {
    (format!("{}-down", name(step.side)), look.frame(step.down))
}

fn cost(look: &Look, [first, second, last]: &[Step; 3]) -> f64 {
    let speed = |from: VerbTime, to: VerbTime| look.measures(from, to).speed_m_s;
    let unsteady = (speed(first.down, second.down) - speed(second.down, last.down)).abs();
    cycle::apart(&look.motion, first.down, last.down).1 + UNSTEADY_SECS * unsteady
}

/// A file that is itself one cycle, as games have them: its last frame is the first again, moved on.
pub(super) fn whole_file(look: &Look, remarks: &mut Vec<Finding>) -> Option<Window> {
    let end = look.motion.duration();
    let measures = look.measures(VerbTime::ZERO, end);
    if measures.stride_m < LEAST_STRIDE_LEGS * look.leg_m || measures.gap_m > WIDE_GAP_M {
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
    keys.is_sorted_by(|a, b| a.1 < b.1).then_some(Window { keys, measures })
}
