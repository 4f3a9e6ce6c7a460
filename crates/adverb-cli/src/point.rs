//! Points of a verb's space as they are typed: `happiness=0.5,energy=-1`.

use adverb::Verb;
use adverb_author::names::suggestion;

use crate::failure::Failure;
use crate::progress::Progress;

/// One value per adverb; those left out have their defaults. Values beyond an adverb's range are brought within it, and said.
pub fn of(verb: &Verb, settings: &[(String, f64)], progress: &Progress) -> Result<Vec<f32>, Failure> {
    named_once("--at", settings)?;
    let mut point: Vec<f32> = verb.default_point().collect();
    for (name, value) in settings {
        let index = adverb(verb, name)?;
        let adverb = &verb.adverbs()[index];
        point[index] = adverb.limited(*value as f32);
        if f64::from(point[index]) != f64::from(*value as f32) {
            let [low, high, using] = [adverb.range[0], adverb.range[1], point[index]].map(round);
            progress
                .note(format!("note: {name}={value} is beyond its range, {low} to {high}; using {using}"));
        }
    }
    Ok(point)
}

/// Refuses settings that contradict each other.
pub fn named_once(flag: &str, settings: &[(String, f64)]) -> Result<(), Failure> {
    let is_again = |i: &usize| settings[..*i].iter().any(|(name, _)| *name == settings[*i].0);
    match (1..settings.len()).find(is_again) {
        Some(i) => Err(Failure::Misuse(format!("{flag} names {:?} twice; give it one value", settings[i].0))),
        None => Ok(()),
    }
}

/// Warns of a point that is farther beyond the examples than they are apart: what a verb shows there is made up.
pub fn tell_far(verb: &Verb, point: &[f32], progress: &Progress) {
    for (axis, (adverb, value)) in verb.adverbs().iter().zip(point).enumerate() {
        let all = || verb.examples().iter().map(|example| example.at[axis]);
        let (low, high) = (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max));
        let (beyond, apart) = ((low - value).max(value - high), high - low);
        if apart > 0.0 && beyond > apart {
            progress.note(format!(
                "warning: {}={} is {:.1} times as far beyond the examples, {} to {}, as they are apart: the result is a guess; \
                 add an example near there, or narrow the range",
                adverb.name,
                round(*value),
                beyond / apart,
                round(low),
                round(high)
            ));
        }
    }
}

/// As [`of`], for what is put there: a value beyond its range is refused.
pub fn within(verb: &Verb, settings: &[(String, f64)]) -> Result<Vec<f32>, Failure> {
    named_once("--at", settings)?;
    let mut point: Vec<f32> = verb.default_point().collect();
    for (name, value) in settings {
        let index = adverb(verb, name)?;
        let adverb = &verb.adverbs()[index];
        point[index] = *value as f32;
        if adverb.limited(point[index]) != point[index] {
            let [low, high] = adverb.range.map(round);
            return Err(Failure::Misuse(format!(
                "{name}={value} is beyond its range, {low} to {high}; widen the range in [verbs.{}], or give a value within it",
                verb.name()
            )));
        }
    }
    Ok(point)
}

/// The place of an adverb by its name; the error offers the names there are.
pub fn adverb(verb: &Verb, name: &str) -> Result<usize, Failure> {
    verb.adverbs().iter().position(|adverb| adverb.name == name).ok_or_else(|| {
        let names: Vec<&str> = verb.adverbs().iter().map(|adverb| adverb.name.as_str()).collect();
        let hint = if names.is_empty() { "it has none".into() } else { suggestion(name, &names) };
        Failure::Misuse(format!("{} has no adverb {name:?}; {hint}", verb.name()))
    })
}

/// A point as it would be typed.
pub fn text(verb: &Verb, point: &[f32]) -> String {
    let settings =
        verb.adverbs().iter().zip(point).map(|(adverb, value)| format!("{}={}", adverb.name, round(*value)));
    settings.collect::<Vec<_>>().join(", ")
}

/// A verb at a point, as the name of a motion: `walk happiness=-1 energy=0.5`.
pub fn named(verb: &Verb, point: &[f32]) -> String {
    format!("{} {}", verb.name(), text(verb, point).replace(", ", " ")).trim_end().into()
}

/// Without digits that nobody typed.
pub fn round(value: f32) -> f64 {
    let rounded = (f64::from(value) * 1000.0).round() / 1000.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}
