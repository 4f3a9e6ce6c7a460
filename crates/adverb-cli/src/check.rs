//! `adverb check PROJECT`: whether the examples of every verb and the forms of every shape can be interpolated.

use std::collections::BTreeSet;

use adverb_author::check;
use adverb_author::finding::{Finding, Verdict, alike, counted, told};
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::files::Stamps;
use crate::findings::{self, Entry};
use crate::progress::Progress;
use crate::{files, input};

pub fn run(args: &args::Check, progress: &Progress) -> Result<(), Failure> {
    let project = input::project_unremarked(&args.project, &mut Stamps::new(), progress)?;
    progress.step("checking examples");
    let findings = check::check(&project);
    progress.finish();
    let text = if args.json {
        let report = Report { read: &project.warnings, findings: findings.iter().map(Entry::of).collect() };
        serde_json::to_string_pretty(&report).map_err(|e| Failure::Misuse(e.to_string()))? + "\n"
    } else {
        text(&project.warnings, &findings)
    };
    files::print(text.as_bytes())?;
    let bad = findings.iter().filter(|finding| finding.verdict == Verdict::Error);
    let verbs: BTreeSet<String> = bad.map(|finding| finding.subject.owner()).collect();
    if verbs.is_empty() {
        return Ok(());
    }
    Err(Failure::Check { verbs: verbs.into_iter().collect::<Vec<_>>().join(", ") })
}

/// The JSON of a check (docs/command-line.md). Fields stay once they are here.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// What was repaired or odd when the files were read.
    #[serde(serialize_with = "findings::in_words")]
    read: &'a [Finding],
    findings: Vec<Entry<'a>>,
}

fn text(read: &[Finding], findings: &[Finding]) -> String {
    let mut text = String::new();
    for warning in told(read) {
        text += &format!("read      {warning}\n");
    }
    let mut owner = String::new();
    for group in alike(findings) {
        let finding = group.first();
        if finding.subject.owner() != owner {
            owner = finding.subject.owner();
            text += &format!("{owner}\n");
        }
        let heading = finding.criterion.heading();
        let title = format!("{} {}", heading.number(), heading.title());
        text += &format!("  {title:<24} {:<9} {group}\n", finding.verdict.word());
        for remedy in group.remedies() {
            text += &format!("  {:<24} {:<9} → {remedy}\n", "", "");
        }
    }
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let [repaired, warnings, errors] = [Verdict::Repaired, Verdict::Warning, Verdict::Error].map(count);
    if findings.is_empty() {
        text += "no verb has more than one example, so there is nothing to compare; [verbs.NAME] makes a verb of several motions\n";
    }
    let counts = [counted(warnings, "warning"), counted(errors, "error")].join(", ");
    text + &format!("{repaired} repaired, {counts}\n")
}
