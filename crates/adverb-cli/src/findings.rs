//! Findings on the terminal and in JSON.

use std::path::Path;

use adverb_author::finding::{Finding, Verdict, alike, counted, summed_up};
use serde::{Serialize, Serializer};

use crate::progress::Progress;

/// Prints findings on standard error: one line per criterion, or all in full with `--verbose`. Notes are marked as notes, everything
/// else as a warning; what is as it should be, only in full.
pub fn note<'f>(findings: impl IntoIterator<Item = &'f Finding>, progress: &Progress) {
    let all: Vec<&Finding> = findings.into_iter().collect();
    for (first, line) in lines(all, progress.is_verbose()) {
        progress.note(format!("{}: {}", word(first), owned(first, &line)));
    }
}

/// Tells doubts about what was found in recordings, in short or in full.
pub fn unsure<'f>(findings: impl IntoIterator<Item = &'f Finding>, progress: &Progress) {
    let told = lines(findings, progress.is_verbose());
    told.iter().for_each(|(_, line)| progress.note(format!("unsure: {line}")));
}

/// What there is to say about a project: that there is something, and where to read it. With `--verbose`, all of it.
pub fn of_project<'f>(path: &Path, findings: impl IntoIterator<Item = &'f Finding>, progress: &Progress) {
    let all: Vec<&Finding> = findings.into_iter().collect();
    if progress.is_verbose() {
        return note(all, progress);
    }
    let warnings = all.into_iter().filter(|found| found.verdict >= Verdict::Warning);
    match lines(warnings, false).len() {
        0 => {}
        count => progress.note(format!("{}; see adverb check {}", counted(count, "warning"), path.display())),
    }
}

/// How many lines `check` has about these findings besides what is as it should be.
pub fn remarks<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> usize {
    alike(findings.into_iter().filter(|found| found.verdict > Verdict::Good)).len()
}

/// Lines in short, without what is as it should be, or in full.
fn lines<'f>(findings: impl IntoIterator<Item = &'f Finding>, in_full: bool) -> Vec<(&'f Finding, String)> {
    if in_full {
        return alike(findings).iter().map(|group| (group.first(), group.told())).collect();
    }
    summed_up(findings.into_iter().filter(|found| found.verdict > Verdict::Good))
}

fn word(finding: &Finding) -> &'static str {
    match finding.verdict {
        Verdict::Good | Verdict::Note => "note",
        Verdict::Repaired | Verdict::Warning | Verdict::Error => "warning",
    }
}

/// Lines in short for the page, without the word.
#[cfg(page)]
pub fn told<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<String> {
    lines(findings, false).iter().map(|(first, line)| owned(first, line)).collect()
}

/// With the verb or the shape before it.
fn owned(first: &Finding, line: &str) -> String {
    match first.subject.owner() {
        owner if owner.is_empty() => line.into(),
        owner => format!("{owner}: {line}"),
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
