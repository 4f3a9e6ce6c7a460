//! `measure = …` of an adverb: a value that the motions themselves show.

use adverb::Skeleton;

use super::SpaceKind;
use super::document::{Document, Value};
use super::expression::{At, name};
use super::graph::joint;
use crate::error::Error;
use crate::motion::Motion;
use crate::names::suggestion;
use crate::verb::Measure;

/// A measure whose joint and key-time are not looked up yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum MeasureEntry {
    Known(Measure),
    Position { joint: At<String>, at: At<String>, of: usize },
}

/// `"speed"`, or `{ position = "RightHand", at = "apex", of = "x" }`.
pub(super) fn read(doc: &Document, value: &Value, kind: SpaceKind) -> Result<MeasureEntry, Error> {
    if kind != SpaceKind::Verb {
        let problem = "only motions can be measured, not shapes".to_string();
        return Err(doc.error(
            value.span(),
            problem,
            "write every example's value into its at = { … }".into(),
        ));
    }
    let example = "for example: { position = \"RightHand\", at = \"apex\", of = \"x\" }";
    if let Some(table) = value.get_ref().as_table() {
        doc.only(table, "measure", &["position", "at", "of"])?;
        let part = |key: &str| {
            let problem = || doc.error(value.span(), format!("measure has no {key:?}"), example.into());
            name(doc, table.get(key).ok_or_else(problem)?, key)
        };
        let axis = part("of")?;
        let Some(of) = ["x", "y", "z"].iter().position(|name| *name == axis.value) else {
            let problem = format!("of = {:?} is not a direction", axis.value);
            return Err(doc.error(
                axis.span,
                problem,
                "write \"x\" (left), \"y\" (up) or \"z\" (ahead)".into(),
            ));
        };
        return Ok(MeasureEntry::Position { joint: part("position")?, at: part("at")?, of });
    }
    let wanted = doc.string(value, "measure")?;
    let known = Measure::NAMED.iter().find(|(name, _)| *name == wanted);
    known.map(|(_, measure)| MeasureEntry::Known(*measure)).ok_or_else(|| {
        let problem = format!("measure = {wanted:?} is not a known measure");
        let remedy = format!("{}; {example}", suggestion(wanted, &Measure::NAMED.map(|(name, _)| name)));
        doc.error(value.span(), problem, remedy)
    })
}

impl MeasureEntry {
    /// With its joint, and the number of its key-time.
    pub(super) fn found(
        &self,
        doc: &Document,
        skeleton: &Skeleton,
        motion: &Motion,
    ) -> Result<Measure, Error> {
        let (named, at, of) = match self {
            Self::Known(measure) => return Ok(*measure),
            Self::Position { joint, at, of } => (joint, at, of),
        };
        let keys: Vec<&str> = motion.key_times().iter().map(|(name, _)| name).collect();
        let key = keys.iter().position(|key| *key == at.value).ok_or_else(|| {
            let problem = format!("the examples have no key-time {:?}", at.value);
            doc.error(at.span.clone(), problem, suggestion(&at.value, &keys))
        })?;
        Ok(Measure::Position { joint: joint(doc, skeleton, named)?, key, of: *of })
    }
}
