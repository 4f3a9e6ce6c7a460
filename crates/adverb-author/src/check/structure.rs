//! Criterion 1: the same happens in every example, at the same keys, on the same feet.

use std::sync::Arc;

use super::samples::{MOMENTS, Samples, sampled};
use super::{Finding, Verdict, finding, largest, median};
use crate::motion::mirror;
use crate::support;
use crate::verb::Definition;

/// An example that is nearer to the others by this factor when it is taken otherwise was meant otherwise.
const NEARER: f64 = 0.7;
/// Farther from the others than this many times what is usual among them is odd.
const ODD: f64 = 3.0;
/// Metres; what is nearer to the others is not odd, however alike they are.
const NEAR_M: f64 = 0.08;
/// A part of the time in which no foot is down that makes a run.
const FLIGHT: f64 = 0.1;

pub(super) fn findings(verb: &Definition, samples: &Samples) -> Vec<Finding> {
    let name = |i: usize| verb.space.examples[i].name.clone();
    let distances: Vec<f64> =
        (0..samples.bodies.len()).map(|i| samples.distance_to_others(i, |m| m, &samples.bodies[i])).collect();
    let Some((number, odd)) = largest(distances.iter().copied().zip(0..)) else { return Vec::new() };
    let mut all = vec![Finding {
        number: 1000.0 * number,
        unit: "mm",
        example: name(odd),
        ..finding(verb, 1, Verdict::Good, "from the mean of the others, wherever they stand".into())
    }];
    let usual = median(distances.clone());
    if samples.bodies.len() > 2 && number > NEAR_M && number > ODD * usual {
        all[0].verdict = Verdict::Warning;
        all[0].said = format!(
            "{:.0} mm from the mean of the others, {:.1} times as far as usual",
            1000.0 * number,
            number / usual
        );
        all[0].remedy =
            "look at it beside the others; what does something else belongs to another verb".into();
    }
    for (i, own) in distances.iter().enumerate() {
        all.extend(exchanged(verb, samples, i, *own));
    }
    all.extend(feet(verb));
    all
}

/// Left and right exchanged, or the other foot first.
fn exchanged(verb: &Definition, samples: &Samples, i: usize, own: f64) -> Option<Finding> {
    if own < NEAR_M / 2.0 {
        return None;
    }
    let mirrored = sampled(&mirror(Arc::clone(&verb.motions[i])));
    let half = |moment: usize| (moment + MOMENTS / 2) % MOMENTS;
    let later =
        if verb.cycle { samples.distance_to_others(i, half, &samples.bodies[i]) } else { f64::INFINITY };
    let mirrored = samples.distance_to_others(i, |m| m, &mirrored);
    let is_nearer = |other: f64| other < NEARER * own;
    // Of a walk that is the same on both sides, the mirror image is what comes half a cycle later.
    let (how, remedy) = match (is_nearer(mirrored), is_nearer(later)) {
        (_, true) => (
            "taken half a cycle later",
            "let its keys begin with the same foot as the others', or write mirror = \"…\"",
        ),
        (true, false) => ("mirrored", "write its mirror image, mirror = \"…\", as the example"),
        (false, false) => return None,
    };
    let said =
        format!("{:.0} mm from the others, {how} only {:.0}", 1000.0 * own, 1000.0 * mirrored.min(later));
    Some(Finding {
        number: 1000.0 * own,
        unit: "mm",
        example: verb.space.examples[i].name.clone(),
        remedy: remedy.into(),
        ..finding(verb, 1, Verdict::Warning, said)
    })
}

/// Which feet stand when: steps that others do not have, a run among walks.
fn feet(verb: &Definition) -> Vec<Finding> {
    let feet = support::feet(verb.motions[0].skeleton());
    if feet.is_empty() {
        return Vec::new();
    }
    let phases: Vec<Vec<Vec<support::Phase>>> = (verb.motions.iter())
        .map(|motion| feet.iter().map(|foot| support::phases(motion, foot, verb.cycle)).collect())
        .collect();
    let name = |i: usize| verb.space.examples[i].name.clone();
    let joint = |foot: usize| verb.motions[0].skeleton().joint(feet[foot].ball).name.clone();
    let mut all = Vec::new();
    for foot in 0..feet.len() {
        let counts: Vec<usize> = phases.iter().map(|example| example[foot].len()).collect();
        let usual = median(counts.iter().map(|count| *count as f64).collect());
        for (i, count) in counts.iter().enumerate().filter(|(_, count)| **count as f64 != usual) {
            all.push(Finding {
                number: *count as f64,
                unit: "phases",
                example: name(i),
                joint: Some(joint(foot)),
                remedy: "choose a window with as many steps, or say with constraints when the foot stands"
                    .into(),
                ..finding(
                    verb,
                    1,
                    Verdict::Warning,
                    format!("stands {count} times, in the others {usual:.0} times"),
                )
            });
        }
    }
    let flights: Vec<f64> = phases.iter().map(|example| flight(example, verb.cycle)).collect();
    let usual = median(flights.clone());
    let runs = flights.iter().enumerate().filter(|(_, part)| **part > usual + FLIGHT);
    all.extend(runs.map(|(i, part)| Finding {
        number: 100.0 * part,
        unit: "%",
        example: name(i),
        remedy: "put runs into a verb of their own, and a transition between the two".into(),
        ..finding(
            verb,
            1,
            Verdict::Warning,
            format!(
                "no foot is down for {:.0} % of it, in the others for {:.0} %: a run among walks",
                100.0 * part,
                100.0 * usual
            ),
        )
    }));
    all
}

/// The part of the time in which no foot is down.
fn flight(feet: &[Vec<support::Phase>], cyclic: bool) -> f64 {
    let stands = |phase: &support::Phase, t: f64| {
        let since = if cyclic { (t - phase.from.0).rem_euclid(1.0) } else { t - phase.from.0 };
        (0.0..=phase.length()).contains(&since)
    };
    let down = |t: f64| feet.iter().flatten().any(|phase| stands(phase, t));
    (0..MOMENTS).filter(|m| !down(*m as f64 / MOMENTS as f64)).count() as f64 / MOMENTS as f64
}
