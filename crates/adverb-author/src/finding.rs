//! What adverb tells the author, in one type: whoever measures, reads or builds adds findings, whoever shows them sums up those that are
//! alike ([`alike`]).
//!
//! ```text
//!   brisk (LeftFoot, at 0.20 s): 42 mm off its way from one frame to the next; 3 mm is usual. Mend the recording there.
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

pub use alike::{Alike, alike, told};
pub use criterion::{Criterion, Heading};
pub(crate) use quantity::counted_as;
pub use quantity::{Quantity, counted};
pub use subject::{Place, Subject};

/// What came of a criterion, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// It was not as it should be, and was repaired, or is when it is used.
    Repaired,
    /// It may not look as meant.
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

/// One thing that adverb tells the author.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What was looked at.
    pub criterion: Criterion,
    /// What came of it.
    pub verdict: Verdict,
    /// Who it is about.
    pub subject: Subject,
    /// Where, if it is about one place.
    pub place: Place,
    /// What was measured or counted, if anything was.
    pub quantity: Option<Quantity>,
    /// What is the case, without the subject.
    pub message: String,
    /// What to do, as a sentence; empty where there is nothing to be done.
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

    /// That something is as it should be.
    pub(crate) fn good(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Good, subject, message)
    }

    /// That something was repaired.
    pub(crate) fn repaired(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Repaired, subject, message)
    }

    /// That something may not be as meant.
    pub(crate) fn warning(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Warning, subject, message)
    }

    /// That something cannot be used.
    pub(crate) fn error(criterion: Criterion, subject: Subject, message: impl Into<String>) -> Self {
        Self::new(criterion, Verdict::Error, subject, message)
    }

    /// With other words.
    pub(crate) fn says(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// With what to do.
    pub(crate) fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: remedy.into(), ..self }
    }

    /// With what was measured or counted.
    pub(crate) fn of(self, value: f64, unit: &'static str) -> Self {
        Self { quantity: Some(Quantity { value, unit, limit: None }), ..self }
    }

    /// With what the quantity is measured against.
    pub(crate) fn limit(mut self, limit: f64) -> Self {
        self.quantity = self.quantity.map(|own| Quantity { limit: Some(limit), ..own });
        self
    }

    /// With its place.
    pub(crate) fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// About somebody else.
    pub(crate) fn about(self, subject: Subject) -> Self {
        Self { subject, ..self }
    }

    /// Why a file cannot be used.
    pub(crate) fn into_error(self) -> Error {
        Error::File { file: self.subject.name(), problem: self.said() }
    }

    /// Whether it says the same at the same place, of whomever.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.criterion == other.criterion && self.message == other.message && self.place == other.place
    }

    /// What was measured; zero where nothing was.
    pub fn value(&self) -> f64 {
        self.quantity.map_or(0.0, |quantity| quantity.value)
    }

    /// In which unit; empty where nothing was measured.
    pub fn unit(&self) -> &'static str {
        self.quantity.map_or("", |quantity| quantity.unit)
    }

    /// Subject, place, message, and the remedy as a sentence of its own.
    pub fn told(&self) -> String {
        with_remedies(&self.to_string(), &[&self.remedy])
    }

    /// The same without the subject, for whoever has named it.
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
