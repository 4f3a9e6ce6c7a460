//! Criterion 1: which feet stand when. Steps that others do not have, a run among walks, keys that name the wrong foot.

use super::samples::MOMENTS;
use super::{Finding, STRUCTURE, Verdict, finding, keys, late};
use crate::support::{self, Phase};
use crate::verb::Definition;

/// Parts of the time in which no foot is down: more makes a run, less a walk.
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
            all.push(Finding {
                number: *count as f64,
                unit: "times",
                example: verb.space.examples[i].name.clone(),
                joint: Some(verb.motions[0].skeleton().joint(foot.ball).name.clone()),
                remedy: "choose a window with as many steps, or say with constraints when the foot stands"
                    .into(),
                ..finding(
                    verb,
                    STRUCTURE,
                    Verdict::Warning,
                    format!("the foot comes to stand, in the others {usual}"),
                )
            });
        }
    }
    let flights: Vec<f64> = phases.iter().map(|example| flight(example, verb.cycle)).collect();
    all.extend(runs_among_walks(verb, &flights));
    all.extend(late::findings(verb, &phases));
    all.extend((0..phases.len()).filter_map(|i| keys::wrong_feet(verb, i, &feet, &phases[i])));
    all
}

/// Of equally common ones the first.
fn most_common(counts: &[usize]) -> usize {
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
    let said = format!("of the time no foot is down, in the others {usual:.0} %: {what}");
    let one = |i: &usize| Finding {
        number: 100.0 * flights[*i],
        unit: "%",
        example: verb.space.examples[*i].name.clone(),
        remedy: "put walks and runs into verbs of their own, and a transition between the two".into(),
        ..finding(verb, STRUCTURE, Verdict::Warning, said.clone())
    };
    odd.iter().map(one).collect()
}

/// The part of the time in which no foot is down.
fn flight(feet: &[Vec<Phase>], cyclic: bool) -> f64 {
    let stands = |phase: &Phase, t: f64| {
        let since = if cyclic { (t - phase.from.0).rem_euclid(1.0) } else { t - phase.from.0 };
        (0.0..=phase.length()).contains(&since)
    };
    let down = |t: f64| feet.iter().flatten().any(|phase| stands(phase, t));
    (0..MOMENTS).filter(|m| !down(*m as f64 / MOMENTS as f64)).count() as f64 / MOMENTS as f64
}
