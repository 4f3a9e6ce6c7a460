//! Findings: everything adverb reports to the author, in one type. Code that measures, reads or builds adds findings; code that
//! shows them sums up similar ones ([`alike`]).
//!
//! ```text
//!   brisk (LeftFoot, at 0.20 s): 42 mm from the midpoint of the frames before and after; 3 mm is usual. Mend the recording there.
//!   subject ──── place ────────  message, with the quantity and what it is measured against    remedy
//! ```
//!
//! A message begins in lower case, since the subject stands before it, and has no full stop; a remedy is a sentence of its own.

mod alike;
mod criterion;
mod quantity;
mod subject;

use std::fmt;

use crate::error::Error;

pub use alike::{Alike, alike, summed_up, told};
pub use criterion::{Criterion, Heading};
pub(crate) use quantity::counted_as;
pub use quantity::{Quantity, counted};
pub use subject::{Place, Subject};

/// The outcome of a criterion, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// It was wrong and has been repaired, or is repaired when it is used.
    Repaired,
    /// It may not look as intended.
    Warning,
    /// It cannot be used.
    Error,
}

impl Verdict {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Note => "note",
            Self::Repaired => "repaired",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One report to the author.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The criterion that was checked.
    pub criterion: Criterion,
    /// Its outcome.
    pub verdict: Verdict,
    /// The subject.
    pub subject: Subject,
    /// The place, if there is one.
    pub place: Place,
    /// The measured or counted quantity, if any.
    pub quantity: Option<Quantity>,
    /// The message, without the subject.
    pub message: String,
    /// What to do, as a sentence; empty if nothing needs doing.
    pub remedy: String,
}

impl Finding {
    /// A finding without place, quantity and remedy.
    pub fn new(criterion: Criterion, verdict: Verdict, subject: Subject, message: impl Into<String>) -> Self {
        Self {
            criterion,
            verdict,
            subject,
            place: Place::default(),
            quantity: None,
            message: message.into(),
            remedy: String::new(),
        }
    }

    /// A finding that something is in order.
    pub(crate) fn good(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Good, subject, message)
    }

    /// A finding that something was repaired.
    pub(crate) fn repaired(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Repaired, subject, message)
    }

    /// A warning.
    pub(crate) fn warning(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Warning, subject, message)
    }

    /// A finding that something cannot be used.
    pub(crate) fn error(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Error, subject, message)
    }

    /// With another message.
    pub(crate) fn says(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// With a remedy.
    pub(crate) fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    /// With a quantity.
    pub(crate) fn of(self, value: f64, unit: &'static str) -> Self {
        Self { quantity: Some(Quantity { value, unit, limit: None }), ..self }
    }

    /// With the limit of its quantity.
    pub(crate) fn limit(mut self, limit: f64) -> Self {
        self.quantity = self.quantity.map(|own| Quantity { limit: Some(limit), ..own });
        self
    }

    /// With its place.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// About another subject.
    pub(crate) fn about(self, subject: Subject) -> Self {
        Self { subject, ..self }
    }

    /// The same as the error of a file.
    pub(crate) fn into_error(self) -> Error {
        Error::File { file: self.subject.name(), problem: self.said() }
    }

    /// Whether both have the same criterion, message and place, whatever their subjects.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.criterion == other.criterion && self.message == other.message && self.place == other.place
    }

    /// The value of its quantity, or zero.
    pub fn value(&self) -> f64 {
        self.quantity.map_or(0.0, |quantity| quantity.value)
    }

    /// The unit of its quantity, or nothing.
    pub fn unit(&self) -> &'static str {
        self.quantity.map_or("", |quantity| quantity.unit)
    }

    /// Subject, place and message, then the remedy as a sentence.
    pub fn told(&self) -> String {
        with_remedies(&self.to_string(), &[&self.remedy])
    }

    /// The same without the subject, for where that stands already.
    pub fn said(&self) -> String {
        let place = self.place.to_string();
        let at = if place.is_empty() { String::new() } else { format!("{place}: ") };
        with_remedies(&format!("{at}{}", self.message), &[&self.remedy])
    }
}

/// Subject, place and message.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = self.subject.name();
        let mut place = self.place.clone();
        // As editors and terminals know it.
        if let Some(line) = place.line.filter(|_| !name.is_empty()) {
            name += &format!(":{line}");
            place.line = None;
        }
        let place = place.to_string();
        match (name.is_empty(), place.is_empty()) {
            (true, true) => write!(f, "{}", self.message),
            (true, false) => write!(f, "{place}: {}", self.message),
            (false, true) => write!(f, "{name}: {}", self.message),
            (false, false) => write!(f, "{name} ({place}): {}", self.message),
        }
    }
}

/// With a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    let end = if text.is_empty() || text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn with_remedies(line: &str, remedies: &[&str]) -> String {
    let given: Vec<&str> = remedies.iter().copied().filter(|remedy| !remedy.is_empty()).collect();
    if given.is_empty() { line.into() } else { format!("{line}. {}", given.join(" ")) }
}
