//! What may not be as meant about a verb.

use std::fmt;

use crate::check::{Finding, SPACE};
use crate::space::Warning;

/// Something that works, but perhaps not as meant: of which examples, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Remark {
    /// Which criterion of [`crate::check::CRITERIA`] it is about.
    pub criterion: usize,
    /// The examples at fault, by name; none where all are meant.
    pub examples: Vec<String>,
    /// What it is.
    pub said: String,
    /// What to do; may be empty.
    pub remedy: String,
}

impl Remark {
    /// About one example.
    pub(super) fn of(criterion: usize, example: &str, said: String, remedy: &str) -> Self {
        Self { criterion, examples: vec![example.into()], said, remedy: remedy.into() }
    }

    /// About all of them.
    pub(super) fn of_all(criterion: usize, said: String, remedy: &str) -> Self {
        Self { criterion, examples: Vec::new(), said, remedy: remedy.into() }
    }
}

impl From<&Warning> for Remark {
    fn from(warning: &Warning) -> Self {
        let text = warning.to_string();
        // Every warning of a space says what it is, and then what to do.
        let (said, remedy) = text.split_once("; ").unwrap_or((&text, ""));
        let examples = warning.examples().iter().map(|name| name.to_string()).collect();
        Self { criterion: SPACE, examples, said: said.into(), remedy: remedy.into() }
    }
}

impl From<&Finding> for Remark {
    fn from(finding: &Finding) -> Self {
        let examples = Some(&finding.example).filter(|name| !name.is_empty()).cloned();
        Self {
            criterion: finding.criterion,
            examples: examples.into_iter().collect(),
            said: finding.to_string(),
            remedy: finding.remedy.clone(),
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remedy.as_str() {
            "" => write!(f, "{}", self.said),
            remedy => write!(f, "{}; {remedy}", self.said),
        }
    }
}
