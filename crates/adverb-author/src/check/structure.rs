//! Criterion 1: the same happens in every example, on the same side of the body.

use std::sync::Arc;

use super::samples::{MOMENTS, Samples, sampled};
use super::{direction, example, judged, keys, largest, median, steps, strokes};
use crate::finding::{Criterion, Finding, sentence};
use crate::motion::mirror;
use crate::sides;
use crate::verb::Definition;

/// An example that comes nearer to the others by this factor when mirrored or shifted was meant so.
const NEARER: f64 = 0.7;
/// An odd example is this many times as far from the others as usual.
const ODD: f64 = 3.0;
/// Nearer than this, in metres, an example is never odd.
const NEAR_M: f64 = 0.08;
/// How one-sided an example must be to be about one side of the body.
const ONE_SIDED: f64 = 0.2;
/// Two ways to take an example that bring it equally near, within this factor, cannot be distinguished.
const SAME: f64 = 1.1;

/// The change that would make an example like the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Otherwise {
    Mirrored,
    /// The same, found from the side of the body that moves.
    OtherSide,
    Later,
    /// Either of both: the mirror image of a symmetric walk is the walk half a cycle later.
    Either,
}

pub(super) fn findings(verb: &Definition, samples: &Samples) -> Vec<Finding> {
    let distances: Vec<f64> =
        (0..samples.bodies.len()).map(|i| samples.distance_to_others(i, |m| m, &samples.bodies[i])).collect();
    let Some((number, odd)) = largest(distances.iter().copied().zip(0..)) else { return Vec::new() };
    let usual = median(distances.clone());
    let limit = if samples.bodies.len() > 2 { NEAR_M.max(ODD * usual) } else { f64::INFINITY };
    let far = match number > limit {
        true => format!("{:.1} times as far as usual", number / usual),
        false => "wherever they stand".into(),
    };
    let message = format!("{:.0} mm from the mean of the others, {far}", 1000.0 * number);
    let found = Finding::good(Criterion::OddPoses, example(verb, odd), message).of(1000.0 * number, "mm");
    let remedy = "Look at it beside the others; what does something else belongs to another verb.";
    let mut all = vec![judged(found, 1000.0 * limit, remedy)];
    let steps = steps::findings(verb);
    let mut exchanged: Vec<Option<(Otherwise, f64)>> =
        distances.iter().enumerate().map(|(i, own)| exchanged(verb, samples, i, *own)).collect();
    if let [Some(_), Some(_)] = exchanged[..] {
        // Two are equally far from each other: the one whose feet are not those of its keys is meant, or what came second.
        let first = example(verb, 0);
        let first_is_meant =
            steps.iter().any(|own| own.criterion == Criterion::WrongFeet && own.subject == first);
        exchanged[usize::from(first_is_meant)] = None;
    }
    for (i, found) in exchanged.iter_mut().enumerate() {
        // Begun at the other foot by its names, and they are wrong: that says it all.
        let misnamed =
            |own: &Finding| own.criterion == Criterion::WrongFeet && own.subject == example(verb, i);
        if verb.motions[i].before_rephase().is_some() && steps.iter().any(misnamed) {
            *found = None;
        }
        all.extend(found.map(|(how, near)| told(verb, i, distances[i], how, near)));
    }
    let otherwise: Vec<Option<Otherwise>> = exchanged.iter().map(|found| found.map(|(how, _)| how)).collect();
    all.extend(keys::names(verb, &otherwise));
    all.extend(steps);
    all.extend(strokes::findings(verb));
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
    // A symmetric verb has the mirror image of every example as well: only the other foot first would be a mistake.
    let is_symmetric = verb.space.symmetry.is_some();
    let mirrored = match is_symmetric {
        true => f64::INFINITY,
        false => samples.distance_to_others(i, |m| m, &mirrored),
    };
    let near = mirrored.min(later);
    let how = match near {
        _ if mirrored.max(later) < SAME * near => Otherwise::Either,
        _ if mirrored < later => Otherwise::Mirrored,
        _ => Otherwise::Later,
    };
    if near < NEARER * own {
        return Some((how, near));
    }
    if is_symmetric {
        return None;
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

/// What to do about an example that should be the mirror image of itself: nobody needs the mirror image of a mirror image.
pub(super) fn the_other_image(verb: &Definition, i: usize) -> &'static str {
    match verb.motions[i].is_mirror_image() {
        true => "write the motion that it is the mirror image of as the example",
        false => "write its mirror image, mirror = \"…\", as the example",
    }
}

/// Whether keys of an example name a side.
fn names_sides(verb: &Definition, i: usize) -> bool {
    verb.motions[i].key_times().iter().any(|(name, _)| sides::exchanged(name).is_some())
}

fn told(verb: &Definition, i: usize, own: f64, how: Otherwise, near: f64) -> Finding {
    let image = the_other_image(verb, i);
    let foot = "Let its keys begin with the same foot as the others'";
    let (how, remedy) = match how {
        Otherwise::Mirrored => ("only {} mirrored", sentence(image)),
        Otherwise::OtherSide => ("with the other side of the body; {} mirrored", sentence(image)),
        Otherwise::Later => ("only {} half a cycle later", sentence(foot)),
        // A mirror also exchanges the names of its keys, by which it would be put in step.
        Otherwise::Either if names_sides(verb, i) => {
            ("only {} mirrored or half a cycle later", sentence(foot))
        }
        Otherwise::Either => {
            ("only {} mirrored or half a cycle later", sentence(&format!("{foot}, or {image}")))
        }
    };
    let [own, near] = [own, near].map(|metres| 1000.0 * metres);
    let message = format!("{own:.0} mm from the others, {}", how.replace("{}", &format!("{near:.0} mm")));
    Finding::warning(Criterion::Exchanged, example(verb, i), message).of(own, "mm").remedy(remedy)
}
