//! Criterion 1: which feet stand when. Steps that others do not have, a run among walks, keys that name the wrong foot.

use super::samples::MOMENTS;
use super::{example, keys, late};
use crate::finding::{Criterion, Finding, Place};
use crate::support::{self, Phase};
use crate::verb::Definition;

/// The share of the time without a foot on the ground: more is a run, less a walk.
const RUN: f64 = 0.1;
const WALK: f64 = 0.05;

pub(super) fn findings(verb: &Definition) -> Vec<Finding> {
    let feet = support::feet(verb.motions[0].skeleton());
    if feet.is_empty() {
        return Vec::new();
    }
    let phases: Vec<Vec<Vec<Phase>>> = (verb.motions.iter())
        .map(|motion| feet.iter().map(|foot| support::phases(motion, foot, verb.cycle)).collect())
        .collect();
    let mut all = Vec::new();
    for (f, foot) in feet.iter().enumerate() {
        let counts: Vec<usize> = phases.iter().map(|example| example[f].len()).collect();
        let usual = most_common(&counts);
        for (i, count) in counts.iter().enumerate().filter(|(_, count)| **count != usual) {
            let message = format!("the foot {}; in the other examples it {}", stands(*count), stands(usual));
            let found = Finding::warning(Criterion::Steps, example(verb, i), message)
                .of(*count as f64, "times")
                .at(Place::joint(&verb.motions[0].skeleton().joint(foot.ball).name));
            all.push(
                found.remedy(
                    "Choose a window with as many steps, or say with constraints when the foot stands.",
                ),
            );
        }
    }
    let flights: Vec<f64> = phases.iter().map(|example| flight(example, verb.cycle)).collect();
    all.extend(runs_among_walks(verb, &flights));
    all.extend(late::findings(verb, &phases));
    all.extend((0..phases.len()).filter_map(|i| keys::wrong_feet(verb, i, &feet, &phases[i])));
    all
}

fn stands(count: usize) -> String {
    match count {
        0 => "never stands".into(),
        1 => "stands once".into(),
        2 => "stands twice".into(),
        _ => format!("stands {count} times"),
    }
}

/// The most common count; of equally common ones the first.
pub(super) fn most_common(counts: &[usize]) -> usize {
    let as_many = |count: usize| counts.iter().filter(|other| **other == count).count();
    counts.iter().rev().copied().max_by_key(|count| as_many(*count)).unwrap_or(0)
}

/// Runs among walks, or walks among runs, whichever are fewer.
fn runs_among_walks(verb: &Definition, flights: &[f64]) -> Vec<Finding> {
    let those = |is: fn(f64) -> bool| (0..flights.len()).filter(|i| is(flights[*i])).collect::<Vec<_>>();
    let (runs, walks) = (those(|part| part > RUN), those(|part| part < WALK));
    if runs.is_empty() || walks.is_empty() {
        return Vec::new();
    }
    let (odd, others, what) = match runs.len() <= walks.len() {
        true => (runs, walks, "a run among walks"),
        false => (walks, runs, "a walk among runs"),
    };
    let usual = super::median(others.iter().map(|i| 100.0 * flights[*i]).collect());
    let one = |i: &usize| {
        let flight = 100.0 * flights[*i];
        let message =
            format!("{what}: no foot is down {flight:.0} % of the time, in the others {usual:.0} %");
        Finding::warning(Criterion::RunAmongWalks, example(verb, *i), message)
            .of(flight, "%")
            .remedy("Put walks and runs into verbs of their own, with a transition between the two.")
    };
    odd.iter().map(one).collect()
}

/// The share of the time without a foot on the ground.
fn flight(feet: &[Vec<Phase>], cyclic: bool) -> f64 {
    let stands = |phase: &Phase, t: f64| {
        let since = if cyclic { (t - phase.from.0).rem_euclid(1.0) } else { t - phase.from.0 };
        (0.0..=phase.length()).contains(&since)
    };
    let down = |t: f64| feet.iter().flatten().any(|phase| stands(phase, t));
    (0..MOMENTS).filter(|m| !down(*m as f64 / MOMENTS as f64)).count() as f64 / MOMENTS as f64
}
