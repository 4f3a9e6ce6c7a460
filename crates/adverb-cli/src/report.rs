//! `adverb report PROJECT -o report.html`: a page about the verbs of a project.

use adverb_author::project::suggestion;
use adverb_author::report;
use adverb_author::verb::Definition;

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input};

pub fn run(args: &args::Report, progress: &Progress) -> Result<(), Failure> {
    if !input::is_project(&args.project) {
        let problem = format!("{} is not a project: adverb.toml or its folder", args.project.display());
        return Err(Failure::Misuse(problem));
    }
    if files::extension(&args.output) != "html" {
        let problem = format!("reports are written as .html: {}", args.output.display());
        return Err(Failure::Misuse(problem));
    }
    let project = input::project(&args.project, progress)?;
    let chosen = chosen(&project.verbs, &args.verbs)?;
    let mut reports = Vec::new();
    for verb in chosen {
        let mut step = |what: &str| progress.step(format!("{}: {what}", verb.name));
        reports.push(report::of_verb(&project, verb, &mut step)?);
    }
    let page = report::page(&format!("{}: a report", project.name), &reports)?;
    files::write(&args.output, page.as_bytes())?;
    progress.finish();
    Ok(())
}

/// The verbs named, or all.
fn chosen<'a>(verbs: &'a [Definition], named: &[String]) -> Result<Vec<&'a Definition>, Failure> {
    if named.is_empty() {
        return Ok(verbs.iter().collect());
    }
    let names: Vec<&str> = verbs.iter().map(|verb| verb.name.as_str()).collect();
    let one = |name: &String| {
        verbs.iter().find(|verb| verb.name == *name).ok_or_else(|| {
            Failure::Misuse(format!("there is no verb named {name:?}; {}", suggestion(name, &names)))
        })
    };
    named.iter().map(one).collect()
}
