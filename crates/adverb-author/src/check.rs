//! Whether examples can be interpolated: the eight criteria of thesis 3.5, each a number with its place and a remedy.
//!
//! Forms of shapes have criteria of their own: one connectivity, sound surfaces, one size, poses that can be undone.
//!
//! What can be repaired is repaired when a verb is built (reoriented, unrolled, resampled, brought to one skeleton), and said here.
//! What cannot is a warning: an example whose content disagrees with the others', wherever its keys are.

mod alike;
mod asked;
mod direction;
mod joints;
mod keys;
mod late;
mod samples;
mod shape;
mod skeleton;
mod steps;
mod structure;

use std::fmt;

use crate::error::Error;
use crate::project::{Brought, Project};
use crate::verb::{self, Built, Definition, Remark};
use samples::Samples;
pub use shape::of_shape;

/// The criteria of 3.5, in their order, after the space that the examples stand in; then those of forms.
pub const CRITERIA: [&str; 16] = [
    "space",
    "similar structure",
    "same skeleton",
    "continuous curves",
    "plausible joints",
    "similar use of joints",
    "same start",
    "canonical timeline",
    "same encoding",
    "one connectivity",
    "sound surface",
    "size and side",
    "poses undone",
    "something new",
    "features",
    "nothing lost",
];

pub(crate) const SPACE: usize = 0;
pub(crate) const STRUCTURE: usize = 1;
const SKELETON: usize = 2;
pub(crate) const CURVES: usize = 3;
const JOINTS: usize = 4;
const USE: usize = 5;
const START: usize = 6;
const TIMELINE: usize = 7;
const ENCODING: usize = 8;

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
    /// Whose examples: a verb's name, or a shape's as `shapes.NAME`.
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

impl Finding {
    /// About all examples, without a number.
    fn about(verb: String, criterion: usize, verdict: Verdict, said: String) -> Self {
        Self {
            verb,
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
}

impl Finding {
    /// Whether the example does something else than the others, so that there is no motion in between.
    pub fn is_of_another_kind(&self) -> bool {
        self.criterion == STRUCTURE && self.verdict >= Verdict::Warning && !self.example.is_empty()
    }
}

/// The number, what it is of, and where.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.unit.is_empty() {
            let is_whole =
                self.number.fract() == 0.0 || (self.number.abs() >= 10.0 && self.unit != alike::RATE);
            let digits = if is_whole { 0 } else { 2 };
            write!(f, "{:.digits$} {} ", self.number, self.unit)?;
        }
        let places = [
            (!self.example.is_empty()).then(|| self.example.clone()),
            self.joint.clone(),
            self.secs.map(|secs| format!("at {secs:.2} s")),
        ];
        let places: Vec<String> = places.into_iter().flatten().collect();
        match places.is_empty() {
            true => write!(f, "{}", self.said),
            false => write!(f, "{} ({})", self.said, places.join(", ")),
        }
    }
}

/// Checks the examples of every verb and every shape of a project. Of one that has a single example there is only to say what its space and
/// its building give cause for.
pub fn check(project: &Project) -> Vec<Finding> {
    let verbs = project.verbs.iter().flat_map(|verb| of_verb(verb, &project.brought));
    verbs.chain(project.shapes.iter().flat_map(of_shape)).collect()
}

/// Checks the examples of one verb, given what was done to the recordings of its project.
pub fn of_verb(verb: &Definition, brought: &[Brought]) -> Vec<Finding> {
    let built = verb::build(verb);
    let mut all = Vec::new();
    if verb.motions.len() > 1 {
        let verb = &closed(verb);
        let samples = Samples::of(verb);
        all.extend(structure::findings(verb, &samples));
        all.extend(skeleton::findings(verb, brought));
        all.extend(joints::findings(verb, &samples, built.as_ref().ok()));
        all.extend(alike::findings(verb, built.as_ref().ok()));
    }
    match &built {
        Ok(built) => {
            // Supports that examples do not share follow from steps that differ, if that was found; so does what is shown in between.
            let is_known = all.iter().any(|f| f.criterion == STRUCTURE && f.verdict == Verdict::Warning);
            let mut shown = asked::findings(verb, built);
            for missed in shown.iter_mut().filter(|f| is_known && f.verdict == Verdict::Warning) {
                missed.remedy = "first mend what the examples disagree in, criterion 1".into();
            }
            all.extend(shown);
            let news = built.warnings.iter().filter(|remark| !(is_known && is_of_supports(remark)));
            all.extend(news.map(|remark| remarked(verb, remark)));
        }
        // Found above, and said better.
        Err(_) if all.iter().any(|finding| finding.verdict == Verdict::Error) => {}
        Err(Error::Space { problem, remedy }) => {
            all.push(Finding {
                remedy: remedy.clone(),
                ..finding(verb, SPACE, Verdict::Error, problem.clone())
            });
        }
        Err(error) => all.push(finding(verb, STRUCTURE, Verdict::Error, error.to_string())),
    }
    all.sort_by_key(|finding| finding.criterion);
    all
}

/// What there is to say of a verb that was built: what building found, whether measured adverbs are shown as asked, and in the
/// place of supports that are not shared, the examples whose steps differ, each once.
pub(crate) fn remarks(verb: &Definition, built: &Built) -> Vec<Remark> {
    let mut all = built.warnings.clone();
    if all.iter().any(is_of_supports) {
        let closed = closed(verb);
        let mut odd = structure::findings(&closed, &Samples::of(&closed));
        odd.retain(|finding| finding.verdict == Verdict::Warning);
        odd.dedup_by(|later, earlier| later.example == earlier.example);
        if !odd.is_empty() {
            all.retain(|remark| !is_of_supports(remark));
        }
        all.extend(odd.iter().map(Remark::from));
    }
    let missed = asked::findings(verb, built);
    all.extend(missed.iter().filter(|finding| finding.verdict == Verdict::Warning).map(Remark::from));
    all
}

/// Of supports that some example does not share.
fn is_of_supports(remark: &Remark) -> bool {
    remark.criterion == STRUCTURE && !remark.examples.is_empty()
}

/// What building has to say. Of several examples at fault the last is the place, as what came after others.
fn remarked(verb: &Definition, remark: &Remark) -> Finding {
    Finding {
        example: remark.examples.last().cloned().unwrap_or_default(),
        remedy: remark.remedy.clone(),
        ..finding(verb, remark.criterion, Verdict::Warning, remark.said.clone())
    }
}

/// The verb as it is built: with its cycles closed, where they can be.
pub(crate) fn closed(verb: &Definition) -> Definition {
    let motions =
        verb.motions.iter().map(|motion| verb::cyclic(motion, verb.cycle).unwrap_or_else(|_| motion.clone()));
    Definition { motions: motions.collect(), ..verb.clone() }
}

/// A finding about all examples of a verb, without a number.
fn finding(verb: &Definition, criterion: usize, verdict: Verdict, said: String) -> Finding {
    Finding::about(verb.name.clone(), criterion, verdict, said)
}

/// The largest, with its place.
fn largest<T>(all: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    all.filter(|(number, _)| number.is_finite()).max_by(|a, b| a.0.total_cmp(&b.0))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
