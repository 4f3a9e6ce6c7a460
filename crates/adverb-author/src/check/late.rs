//! Criterion 1: keys at the same moments of the steps. A key named left-down in the middle of a stance shifts that example's steps
//! against the others'.

use super::{example, median};
use crate::finding::{Criterion, Finding, Place};
use crate::support::Phase;
use crate::verb::Definition;

/// Steps so far from the others', in canonical time, are moved; farther than the second, another foot's.
const MOVED: [f64; 2] = [0.12, 0.38];

/// For every example and foot, when it stands.
type Steps = [Vec<Vec<Phase>>];

pub(super) fn findings(verb: &Definition, steps: &Steps) -> Vec<Finding> {
    if !verb.cycle {
        return Vec::new();
    }
    let count = steps.len();
    let moved: Vec<f64> = (0..count)
        .map(|i| {
            let others = (0..count).filter(|j| *j != i).filter_map(|j| moved(&steps[i], &steps[j]));
            median(others.collect())
        })
        .collect();
    let is_moved = |i: &usize| (MOVED[0]..MOVED[1]).contains(&moved[*i].abs());
    let mut odd: Vec<usize> = (0..count).filter(is_moved).collect();
    if count == 2 && odd.len() == 2 {
        // Each is as far from the other: the one whose steps are farther from its keys is meant.
        let off = |i: usize| from_keys(verb, i, &steps[i]);
        odd = vec![usize::from(off(1) >= off(0))];
    }
    odd.into_iter().map(|i| told(verb, i, moved[i])).collect()
}

fn told(verb: &Definition, i: usize, moved: f64) -> Finding {
    let secs_of_cycle = verb.motions[i].duration().0;
    let (later, way) = if moved < 0.0 { ("later", "earlier") } else { ("earlier", "later") };
    let secs = moved.abs() * secs_of_cycle;
    let message =
        format!("its key-times are {secs:.2} s {later} in its steps than the others' are in theirs");
    Finding::warning(Criterion::LateKeys, example(verb, i), message)
        .of(secs, "s")
        .limit(MOVED[0] * secs_of_cycle)
        .at(Place::secs(0.0))
        .remedy(format!("Move its keys {way}, to where the others' are in their steps."))
}

/// How much later, as a part of the cycle, the feet of one example come down than those of another, relative to their keys.
fn moved(own: &[Vec<Phase>], other: &[Vec<Phase>]) -> Option<f64> {
    let mut all = Vec::new();
    for (own, other) in own.iter().zip(other) {
        let starts = |phases: &[Phase]| -> Vec<f64> {
            phases.iter().filter(|phase| phase.length() < 1.0).map(|phase| phase.from.0).collect()
        };
        let (own, other) = (starts(own), starts(other));
        if own.is_empty() || own.len() != other.len() {
            return None;
        }
        all.extend(own.iter().map(|start| nearest(*start, &other)));
    }
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

/// From the nearest of some times to this one, round the cycle.
fn nearest(start: f64, others: &[f64]) -> f64 {
    let round = |rounds: f64| rounds - rounds.round();
    let all = others.iter().map(|other| round(start - other));
    all.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0)
}

/// How far the steps of an example are from its keys on average, in canonical time.
fn from_keys(verb: &Definition, i: usize, steps: &[Vec<Phase>]) -> f64 {
    let last = verb.motions[i].key_times().len() - 1;
    let keys: Vec<f64> = (0..last).map(|key| key as f64 / last as f64).collect();
    let all: Vec<f64> = steps.iter().flatten().map(|phase| nearest(phase.from.0, &keys).abs()).collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}
