//! `adverb check PROJECT`: whether the examples of every verb and the forms of every shape can be interpolated.

use std::collections::BTreeSet;

use adverb_author::check::{self, CRITERIA, Finding, Verdict};
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::printing::counted;
use crate::progress::Progress;
use crate::{files, input};

pub fn run(args: &args::Check, progress: &Progress) -> Result<(), Failure> {
    if !input::is_project(&args.project) {
        let problem = format!("{} is not a project: adverb.toml or its folder", args.project.display());
        return Err(Failure::Misuse(problem));
    }
    let project = input::project(&args.project, progress)?;
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
    let verbs: BTreeSet<&str> = bad.map(|finding| finding.verb.as_str()).collect();
    if verbs.is_empty() {
        return Ok(());
    }
    Err(Failure::Check { verbs: verbs.into_iter().collect::<Vec<_>>().join(", ") })
}

/// The JSON of a check (docs/command-line.md). Fields stay once they are here.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// What was repaired or odd when the files were read.
    read: &'a [String],
    findings: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    verb: &'a str,
    criterion: usize,
    criterion_name: &'static str,
    verdict: &'static str,
    number: f64,
    unit: &'static str,
    example: &'a str,
    joint: Option<&'a str>,
    time_s: Option<f64>,
    said: &'a str,
    remedy: &'a str,
}

impl<'a> Entry<'a> {
    fn of(finding: &'a Finding) -> Self {
        Self {
            verb: &finding.verb,
            criterion: finding.criterion,
            criterion_name: CRITERIA[finding.criterion],
            verdict: finding.verdict.word(),
            number: finding.number,
            unit: finding.unit,
            example: &finding.example,
            joint: finding.joint.as_deref(),
            time_s: finding.secs,
            said: &finding.said,
            remedy: &finding.remedy,
        }
    }
}

fn text(read: &[String], findings: &[Finding]) -> String {
    let mut text = String::new();
    for warning in read {
        text += &format!("read      {warning}\n");
    }
    let mut verb = "";
    for finding in findings {
        if finding.verb != verb {
            verb = &finding.verb;
            text += &format!("{verb}\n");
        }
        let title = format!("{} {}", finding.criterion, CRITERIA[finding.criterion]);
        text += &format!("  {title:<24} {:<9} {finding}\n", finding.verdict.word());
        if !finding.remedy.is_empty() {
            text += &format!("  {:<24} {:<9} → {}\n", "", "", finding.remedy);
        }
    }
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let [repaired, warnings, errors] = [Verdict::Repaired, Verdict::Warning, Verdict::Error].map(count);
    if findings.is_empty() {
        text += "no verb has more than one example, so there is nothing to compare; [verbs.NAME] makes one of several motions\n";
    }
    let counts = [counted(warnings, "warning"), counted(errors, "error")].join(", ");
    text + &format!("{repaired} repaired, {counts}\n")
}
