//! The cycles of a walk or a run, and the best of them: the one whose ends are most alike and whose two steps are equally fast.

use adverb::VerbTime;

use super::steps::{Step, Steps, shared};
use super::{Look, WIDE_GAP_M, Window, name};
use crate::motion::cycle;
use crate::sides::Side;

/// Between the two steps of a cycle, a difference in speed of one metre per second is as bad as this many metres between its ends.
const UNSTEADY_SECS: f64 = 0.1;

/// The best cycle, those that begin with the left foot before all others, and the rest in order.
pub(super) fn cycles(steps: &Steps, look: &Look, remarks: &mut Vec<String>) -> (Option<Window>, Vec<Window>) {
    let mut windows: Vec<(Side, f64, Window)> = steps
        .cycles(look)
        .filter_map(|steps| Some((steps[0].side, cost(look, &steps), window(look, &steps)?)))
        .collect();
    let best = windows
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| (a.0 != Side::Left).cmp(&(b.0 != Side::Left)).then(a.1.total_cmp(&b.1)))
        .map(|(k, _)| k);
    let best = best.map(|k| windows.remove(k));
    if let Some((side, _, window)) = &best {
        if *side == Side::Right {
            remarks.push(
                "it has no whole cycle that begins with the left foot; this one begins with the right".into(),
            );
        }
        let gap_m = window.measures.gap_m;
        if gap_m > WIDE_GAP_M {
            remarks.push(format!(
                "the ends of its best cycle are {:.0} mm apart: does it repeat at all?",
                1000.0 * gap_m
            ));
        }
    }
    let others = windows.into_iter().map(|(_, _, window)| window).collect();
    (best.map(|(_, _, window)| window), others)
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

/// The key-times of a file that is itself one cycle: its last frame is the first again.
pub(super) fn whole_file(
    steps: &Steps,
    look: &Look,
    remarks: &mut Vec<String>,
) -> Option<Vec<(String, usize)>> {
    let end = look.motion.duration();
    let [first, second] = steps.0[..] else { return None };
    let (gap_m, _) = cycle::apart(&look.motion, VerbTime::ZERO, end);
    if first.side == second.side || gap_m > WIDE_GAP_M || !shared(second.down - first.down, end.0) {
        return None;
    }
    let mut keys = vec![("start".to_string(), look.frame(VerbTime::ZERO))];
    keys.extend([first, second].iter().map(|step| key(look, step)));
    keys.push(("end".into(), look.frame(end)));
    remarks.push(
        "the whole file is one cycle, which begins at no foot-down; beside others, whose key-times begin at one, play it \
         twice with concatenate and clip that"
            .into(),
    );
    keys.is_sorted_by(|a, b| a.1 < b.1).then_some(keys)
}
