//! Findings on the terminal and in JSON.

use adverb_author::finding::{Alike, Finding, Verdict, alike};
use serde::{Serialize, Serializer};

use crate::progress::Progress;

/// Tells findings on standard error, those that are alike as one line: notes as such, everything else as a warning.
pub fn note<'f>(findings: impl IntoIterator<Item = &'f Finding>, progress: &Progress) {
    for group in alike(findings) {
        let word = if group.first().verdict <= Verdict::Note { "note" } else { "warning" };
        progress.note(format!("{word}: {}", owned(&group)));
    }
}

/// The same lines for the page, without the word.
#[cfg(page)]
pub fn told<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<String> {
    alike(findings).iter().map(owned).collect()
}

/// With the verb or the shape before it.
fn owned(group: &Alike) -> String {
    match group.first().subject.owner() {
        owner if owner.is_empty() => group.told(),
        owner => format!("{owner}: {}", group.told()),
    }
}

/// A list of findings as JSON has it: each in words.
pub fn in_words<S: Serializer>(findings: &[Finding], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(findings.iter().map(Finding::told))
}

/// The same where the file that they are all about is named beside them.
pub fn without_subject<S: Serializer>(findings: &[Finding], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(findings.iter().map(Finding::said))
}

/// A finding in JSON (docs/command-line.md). Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct Entry<'f> {
    verb: String,
    criterion: usize,
    criterion_name: &'static str,
    /// What exactly it is about; several of these belong to a criterion.
    kind: &'static str,
    verdict: &'static str,
    number: f64,
    unit: &'static str,
    limit: Option<f64>,
    example: String,
    joint: Option<&'f str>,
    time_s: Option<f64>,
    said: &'f str,
    remedy: &'f str,
}

impl<'f> Entry<'f> {
    pub fn of(finding: &'f Finding) -> Self {
        let heading = finding.criterion.heading();
        Self {
            verb: finding.subject.owner(),
            criterion: heading.number(),
            criterion_name: heading.title(),
            kind: finding.criterion.name(),
            verdict: finding.verdict.word(),
            number: finding.value(),
            unit: finding.unit(),
            limit: finding.quantity.and_then(|quantity| quantity.limit),
            example: finding.subject.name(),
            joint: finding.place.joint.as_deref(),
            time_s: finding.place.secs,
            said: &finding.message,
            remedy: &finding.remedy,
        }
    }
}
