//! Criterion 1: the same happens in every example, on the same side of the body.

use std::sync::Arc;

use super::samples::{MOMENTS, Samples, sampled};
use super::{Finding, STRUCTURE, Verdict, direction, finding, keys, largest, median, steps};
use crate::motion::mirror;
use crate::verb::Definition;

/// An example that is nearer to the others by this factor when it is taken otherwise was meant otherwise.
const NEARER: f64 = 0.7;
/// Farther from the others than this many times what is usual among them is odd.
const ODD: f64 = 3.0;
/// Metres; what is nearer to the others is not odd, however alike they are.
const NEAR_M: f64 = 0.08;
/// What one side does more than the other, in parts of both, to be the side that an example is about.
const ONE_SIDED: f64 = 0.2;
/// Two ways to take an example that bring it equally near, within this factor, cannot be told apart.
const SAME: f64 = 1.1;

/// How an example would be taken to be like the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Otherwise {
    Mirrored,
    /// The same, as told by which side of the body moves.
    OtherSide,
    Later,
    /// Of a walk that is the same on both sides, the mirror image is what comes half a cycle later.
    Either,
}

pub(super) fn findings(verb: &Definition, samples: &Samples) -> Vec<Finding> {
    let distances: Vec<f64> =
        (0..samples.bodies.len()).map(|i| samples.distance_to_others(i, |m| m, &samples.bodies[i])).collect();
    let Some((number, odd)) = largest(distances.iter().copied().zip(0..)) else { return Vec::new() };
    let usual = median(distances.clone());
    let is_odd = samples.bodies.len() > 2 && number > NEAR_M && number > ODD * usual;
    let mut all = vec![Finding {
        number: 1000.0 * number,
        unit: "mm",
        example: verb.space.examples[odd].name.clone(),
        remedy: if is_odd {
            "look at it beside the others; what does something else belongs to another verb".into()
        } else {
            String::new()
        },
        ..match is_odd {
            false => {
                let said = "from the mean of the others, wherever they stand".into();
                finding(verb, STRUCTURE, Verdict::Good, said)
            }
            true => {
                let said =
                    format!("from the mean of the others, {:.1} times as far as usual", number / usual);
                finding(verb, STRUCTURE, Verdict::Warning, said)
            }
        }
    }];
    let steps = steps::findings(verb);
    let mut exchanged: Vec<Option<(Otherwise, f64)>> =
        distances.iter().enumerate().map(|(i, own)| exchanged(verb, samples, i, *own)).collect();
    if let [Some(_), Some(_)] = exchanged[..] {
        // Two are equally far from each other: the one whose feet are not those of its keys is meant, or what came second.
        let first_is_meant = steps
            .iter()
            .any(|finding| finding.unit == keys::UNIT && finding.example == verb.space.examples[0].name);
        exchanged[usize::from(first_is_meant)] = None;
    }
    for (i, found) in exchanged.iter().enumerate() {
        all.extend(found.map(|(how, near)| said(verb, i, distances[i], how, near)));
    }
    let otherwise: Vec<Option<Otherwise>> = exchanged.iter().map(|found| found.map(|(how, _)| how)).collect();
    all.extend(keys::names(verb, &otherwise));
    all.extend(steps);
    all.extend(direction::findings(verb));
    all
}

/// Left and right exchanged, or the other foot first: how, and how far it would then be from the others.
fn exchanged(verb: &Definition, samples: &Samples, i: usize, own: f64) -> Option<(Otherwise, f64)> {
    if own < NEAR_M / 2.0 {
        return None;
    }
    let mirrored = sampled(&mirror(Arc::clone(&verb.motions[i])));
    let half = |moment: usize| (moment + MOMENTS / 2) % MOMENTS;
    let later =
        if verb.cycle { samples.distance_to_others(i, half, &samples.bodies[i]) } else { f64::INFINITY };
    let mirrored = samples.distance_to_others(i, |m| m, &mirrored);
    let near = mirrored.min(later);
    let how = match near {
        _ if mirrored.max(later) < SAME * near => Otherwise::Either,
        _ if mirrored < later => Otherwise::Mirrored,
        _ => Otherwise::Later,
    };
    if near < NEARER * own {
        return Some((how, near));
    }
    // What does not repeat may be about one side: a wave with the other hand, however its poses are.
    let skeleton = verb.motions[i].skeleton();
    let sided: Vec<f64> = (0..samples.bodies.len()).map(|j| samples.one_sidedness(j, skeleton)).collect();
    let others: Vec<f64> = sided.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, side)| *side).collect();
    let usual = median(others);
    let other_side =
        !verb.cycle && sided[i].abs() > ONE_SIDED && usual.abs() > ONE_SIDED && sided[i] * usual < 0.0;
    other_side.then_some((Otherwise::OtherSide, mirrored))
}

fn said(verb: &Definition, i: usize, own: f64, how: Otherwise, near: f64) -> Finding {
    let same_foot = "let its keys begin with the same foot as the others'";
    let image = "write its mirror image, mirror = \"…\", as the example";
    let (how, remedy) = match how {
        Otherwise::Mirrored => ("mirrored only", image.to_string()),
        Otherwise::OtherSide => ("with the other side of the body; mirrored", image.to_string()),
        Otherwise::Later => ("taken half a cycle later only", same_foot.to_string()),
        Otherwise::Either => {
            ("mirrored or taken half a cycle later only", format!("{same_foot}, or {image}"))
        }
    };
    Finding {
        number: 1000.0 * own,
        unit: "mm",
        example: verb.space.examples[i].name.clone(),
        remedy,
        ..finding(verb, STRUCTURE, Verdict::Warning, format!("from the others, {how} {:.0}", 1000.0 * near))
    }
}
