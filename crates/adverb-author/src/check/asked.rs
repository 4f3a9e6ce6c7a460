//! The space: whether measured adverbs show the values asked for.

use super::{judged, largest};
use crate::accuracy::{Asked, asked};
use crate::finding::{Criterion, Finding};
use crate::verb::{Built, Definition, Measure};

/// Larger relative errors are a warning.
const OFF: f64 = 0.02;
/// Errors of speeds, strides and durations are relative to the value asked for, but at least to this part of the largest: nobody sees a
/// hundredth of next to nothing.
const LEAST: f64 = 0.1;

/// For every kind of measured axis, the worst error over points of the hull, its point, and the mean error.
pub(super) fn findings(verb: &Definition, built: &Built) -> Vec<Finding> {
    if built.space.examples.len() < 2 {
        return Vec::new();
    }
    let groups = asked(verb, built).unwrap_or_default();
    groups.iter().filter_map(|group| of_group(verb, built, group)).collect()
}

fn of_group(verb: &Definition, built: &Built, group: &Asked) -> Option<Finding> {
    let measure = verb.measures[group.axes[0]]?;
    let (off, of_what) = match measure {
        Measure::Speed | Measure::Stride | Measure::Duration => {
            (of_what_is_asked(group), "what is asked for")
        }
        Measure::Turn | Measure::Slope | Measure::Position { .. } => (group.errors(), "the range"),
    };
    let (worst, at) = largest(off.iter().copied().zip(0..))?;
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    let names: Vec<&str> = group.axes.iter().map(|&a| built.space.axes[a].name.as_str()).collect();
    let values = |values: &[f64]| {
        let each = names.iter().zip(values).map(|(name, value)| format!("{name} {value:.3}"));
        each.collect::<Vec<_>>().join(", ")
    };
    let message = format!(
        "{} is off by at most {:.2} % of {of_what}, {:.2} % on average; asked for {} the verb shows {}",
        names.join(", "),
        100.0 * worst,
        100.0 * mean,
        values(&group.asked[at]),
        values(&group.shown[at])
    );
    let found = Finding::good(Criterion::AskedAndShown, verb.subject(), message).of(100.0 * worst, "%");
    Some(judged(found, 100.0 * OFF, &remedy(verb, measure)))
}

/// Errors relative to the values asked for.
fn of_what_is_asked(group: &Asked) -> Vec<f64> {
    let most = group.asked.iter().map(|asked| asked[0].abs()).fold(0.0, f64::max);
    let off = |(asked, shown): (&Vec<f64>, &Vec<f64>)| {
        (asked[0] - shown[0]).abs() / asked[0].abs().max(LEAST * most)
    };
    group.asked.iter().zip(&group.shown).map(off).collect()
}

/// Speed is stride over duration, so only two of the three can be chosen.
fn remedy(verb: &Definition, measure: Measure) -> String {
    let three = [Measure::Speed, Measure::Stride, Measure::Duration];
    let name = |wanted: Measure| {
        let axis = verb.measures.iter().position(|own| *own == Some(wanted))?;
        Some(verb.space.axes[axis].name.as_str())
    };
    match three.map(name) {
        [Some(speed), Some(stride), Some(duration)] if three.contains(&measure) => {
            format!("Leave out {duration}, which follows from {speed} and {stride}, or one of these.")
        }
        _ => "Add an example near there, or leave out an adverb that depends on the others.".into(),
    }
}
