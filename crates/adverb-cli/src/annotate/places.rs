//! `--at`: where recordings are among the examples of a verb, on the adverbs that are not measured.

use adverb_author::verb::{Built, Definition};

use super::Take;
use crate::args;
use crate::failure::Failure;

/// The point of each recording.
pub struct Places<'a>(Vec<&'a [(String, f64)]>);

/// The range of a new adverb whose values lie in it.
const USUAL: [f64; 2] = [-1.0, 1.0];

impl<'a> Places<'a> {
    /// One point for all recordings, or one for each in their order.
    pub fn of(at: &'a [args::Point], takes: &[Take]) -> Result<Self, Failure> {
        let count = takes.len();
        let points: Vec<&[(String, f64)]> = at.iter().map(|point| &point.0[..]).collect();
        match points[..] {
            [] => Ok(Self(vec![&[]; count])),
            [one] => Ok(Self(vec![one; count])),
            _ if points.len() == count => Ok(Self(points)),
            _ => {
                let names: Vec<String> = takes.iter().map(Take::name).collect();
                Err(Failure::Misuse(format!(
                    "--at is given {} times for {count} recordings ({}); give it once for all, or once for each, in this order",
                    points.len(),
                    names.join(", ")
                )))
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &'a [(String, f64)]> {
        self.0.iter().copied()
    }

    /// All adverbs that are not measured: the verb's own, and those named here. Refuses points that leave something open, or name
    /// what is measured.
    pub fn adverbs(&self, old: Option<&Definition>) -> Result<Vec<String>, String> {
        let mut by_hand = Vec::new();
        for (axis, measure) in old.iter().flat_map(|old| old.space.axes.iter().zip(&old.measures)) {
            let is_named = || self.iter().flatten().any(|(name, _)| *name == axis.name);
            match measure {
                None => by_hand.push(axis.name.clone()),
                Some(_) if is_named() => {
                    return Err(format!("its {} is measured; leave it out of --at", axis.name));
                }
                Some(_) => {}
            }
        }
        if !by_hand.is_empty() && self.iter().any(<[_]>::is_empty) {
            let places: Vec<String> = by_hand.iter().map(|name| format!("{name}=…")).collect();
            return Err(format!(
                "its {} is not measured, so the places of the recordings are unknown; give them with --at {}",
                by_hand.join(", "),
                places.join(",")
            ));
        }
        for (name, _) in self.iter().flatten() {
            if !by_hand.contains(name) {
                by_hand.push(name.clone());
            }
        }
        Ok(by_hand)
    }

    /// The adverbs that the verb lacks, each with a range for its values.
    pub fn ranges(&self, by_hand: &[String], old: Option<&Definition>) -> Vec<(String, [f64; 2])> {
        let is_there =
            |name: &String| old.is_some_and(|old| old.space.axes.iter().any(|axis| axis.name == *name));
        let range = |adverb: &String| {
            let values = self.iter().flatten().filter(|(name, _)| name == adverb).map(|(_, value)| *value);
            // 0 is where the others are.
            let [low, high] =
                values.fold([0.0f64; 2], |[low, high], value| [low.min(value), high.max(value)]);
            let is_usual = low >= USUAL[0] && high <= USUAL[1];
            (adverb.clone(), if is_usual { USUAL } else { [low, high] })
        };
        by_hand.iter().filter(|name| !is_there(name)).map(range).collect()
    }
}

/// Refuses examples that were added at a point where another one is, and beyond the ranges.
pub fn refuse_taken(built: &Built, added: &[&str]) -> Result<(), String> {
    let examples = built.space.own_examples();
    for own in examples.iter().filter(|own| added.contains(&own.name.as_str())) {
        let at = |at: &[f64]| -> String {
            let values =
                built.space.axes.iter().zip(at).map(|(axis, value)| format!("{} = {value}", axis.name));
            values.collect::<Vec<_>>().join(", ")
        };
        if let Some(taken) = examples.iter().find(|other| other.name != own.name && other.at == own.at) {
            return Err(format!(
                "{} and {} are both at {}, so neither would be shown; give each a point of its own with --at",
                taken.name,
                own.name,
                at(&own.at)
            ));
        }
        for (axis, value) in built.space.axes.iter().zip(&own.at) {
            let [low, high] = axis.range;
            if !(low..=high).contains(value) {
                let name = &axis.name;
                let wide = [low.min(*value), high.max(*value)];
                return Err(format!(
                    "{}: {name} = {value} is beyond its range, {low} to {high}; write {name} = [{}, {}] there first",
                    own.name, wide[0], wide[1]
                ));
            }
        }
    }
    Ok(())
}
