//! The findings of a reader: repairs, doubts, and choices where the file is open. A damaged file can have a million defects, so the
//! log keeps the first few of every criterion and counts the others.

use crate::finding::{Criterion, Finding, Place, Subject, Verdict};

/// How many findings of a criterion are kept.
const MOST: usize = 40;

/// The findings of one file.
#[derive(Debug)]
pub(crate) struct Log {
    subject: Subject,
    kinds: Vec<Kind>,
    assumptions: Vec<Finding>,
}

/// Those of a criterion, in the order in which criteria first came up.
#[derive(Debug)]
struct Kind {
    criterion: Criterion,
    count: usize,
    kept: Vec<Finding>,
}

impl Log {
    /// Of a recording.
    pub(crate) fn of_recording(file: &str) -> Self {
        Self::of(Subject::Recording(file.into()))
    }

    /// Of a mesh.
    pub(crate) fn of_mesh(file: &str) -> Self {
        Self::of(Subject::Mesh(file.into()))
    }

    fn of(subject: Subject) -> Self {
        Self { subject, kinds: Vec::new(), assumptions: Vec::new() }
    }

    /// Notes a repair; `tell` adds its place and message, and is called only if the finding is kept.
    pub(crate) fn note(&mut self, criterion: Criterion, tell: impl FnOnce(Finding) -> Finding) {
        let at = self.kinds.iter().position(|kind| kind.criterion == criterion).unwrap_or_else(|| {
            self.kinds.push(Kind { criterion, count: 0, kept: Vec::new() });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[at];
        kind.count += 1;
        if kind.kept.len() < MOST {
            kind.kept.push(tell(Finding::repaired(criterion, self.subject.clone(), "")));
        }
    }

    /// A repair of a part of the file.
    pub(crate) fn repaired(
        &mut self,
        criterion: Criterion,
        part: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.note(criterion, |found| found.says(message).at(Place::part(part)));
    }

    /// A warning about the file as a whole.
    pub(crate) fn warn(&mut self, criterion: Criterion, message: impl Into<String>, remedy: &str) {
        let warning =
            |found: Finding| Finding { verdict: Verdict::Warning, ..found.says(message).remedy(remedy) };
        self.note(criterion, warning);
    }

    /// A choice where the file is open.
    pub(crate) fn assume(&mut self, criterion: Criterion, message: impl Into<String>) {
        self.assumptions.push(Finding::new(criterion, Verdict::Note, self.subject.clone(), message));
    }

    /// Repairs and warnings, then assumptions.
    pub(crate) fn into_findings(self) -> (Vec<Finding>, Vec<Finding>) {
        let mut findings = Vec::new();
        for Kind { criterion, count, kept } in self.kinds {
            let more = count - kept.len();
            findings.extend(kept);
            if more > 0 {
                let message = format!("{more} more like the last");
                let found = Finding::repaired(criterion, self.subject.clone(), message);
                findings.push(found.of(more as f64, "more"));
            }
        }
        (findings, self.assumptions)
    }
}
