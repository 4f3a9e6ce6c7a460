//! Whether examples can be interpolated: the eight criteria of thesis 3.5, each a number with its place and a remedy.
//!
//! What can be repaired is repaired when a verb is built (reoriented, unrolled, resampled, brought to one skeleton), and said here.
//! What cannot is a warning: an example whose content disagrees with the others', wherever its keys are.

mod alike;
mod joints;
mod samples;
mod structure;

use crate::error::Error;
use crate::project::Project;
use crate::verb::{self, Built, Definition};
use samples::Samples;

/// The criteria of 3.5, in their order, and the space that the examples stand in.
pub const CRITERIA: [&str; 9] = [
    "space",
    "similar structure",
    "same skeleton",
    "continuous curves",
    "plausible joints",
    "similar use of joints",
    "same start",
    "canonical timeline",
    "same encoding",
];

/// What came of a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// It was not, and is when the verb is built.
    Repaired,
    /// It may not look as meant.
    Warning,
    /// The verb cannot be built.
    Error,
}

impl Verdict {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Repaired => "repaired",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One criterion for the examples of one verb: the number of the example that is farthest off, and where that is.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Whose examples.
    pub verb: String,
    /// Its place in [`CRITERIA`].
    pub criterion: usize,
    /// Whether it is met.
    pub verdict: Verdict,
    /// What was measured.
    pub number: f64,
    /// In which unit.
    pub unit: &'static str,
    /// The example that is farthest off; empty where all are meant.
    pub example: String,
    /// Where in the body, if anywhere.
    pub joint: Option<String>,
    /// When, in seconds of the example, if at any time.
    pub secs: Option<f64>,
    /// In words.
    pub said: String,
    /// What to do; empty where there is nothing to be done.
    pub remedy: String,
}

/// Checks the examples of every verb of a project that has more than one.
pub fn check(project: &Project) -> Vec<Finding> {
    let verbs = project.verbs.iter().filter(|verb| verb.motions.len() > 1);
    verbs.flat_map(|verb| of_verb(verb, project.build(verb))).collect()
}

/// Checks the examples of one verb, given what came of building it.
pub fn of_verb(verb: &Definition, built: Result<Built, Error>) -> Vec<Finding> {
    let verb = &closed(verb);
    let samples = Samples::of(verb);
    let mut all = structure::findings(verb, &samples);
    all.push(alike::skeleton(verb));
    all.extend(joints::findings(verb, &samples));
    all.extend(alike::findings(verb, built.as_ref().ok()));
    match &built {
        Ok(built) => all.extend(built.warnings.iter().map(|warning| {
            let (said, remedy) = warning.split_once("; ").unwrap_or((warning, ""));
            Finding { remedy: remedy.into(), ..finding(verb, 0, Verdict::Warning, said.into()) }
        })),
        Err(error) => all.push(finding(verb, 1, Verdict::Error, error.to_string())),
    }
    all.sort_by_key(|finding| finding.criterion);
    all
}

/// The verb as it is built: with its cycles closed, where they can be.
pub(crate) fn closed(verb: &Definition) -> Definition {
    let motions =
        verb.motions.iter().map(|motion| verb::cyclic(motion, verb.cycle).unwrap_or_else(|_| motion.clone()));
    Definition { motions: motions.collect(), ..verb.clone() }
}

/// A finding about all examples, without a number.
fn finding(verb: &Definition, criterion: usize, verdict: Verdict, said: String) -> Finding {
    Finding {
        verb: verb.name.clone(),
        criterion,
        verdict,
        number: 0.0,
        unit: "",
        example: String::new(),
        joint: None,
        secs: None,
        said,
        remedy: String::new(),
    }
}

/// The largest, with its place.
fn largest<T>(all: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    all.filter(|(number, _)| number.is_finite()).max_by(|a, b| a.0.total_cmp(&b.0))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
