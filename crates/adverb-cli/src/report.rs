//! `adverb report PROJECT -o report.html`: a page about the verbs and shapes of a project.

use adverb_author::names::suggestion;
use adverb_author::report;

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
    let names: Vec<&str> = project.verbs.iter().map(|verb| verb.name.as_str()).collect();
    let shapes: Vec<&str> = project.shapes.iter().map(|shape| shape.name.as_str()).collect();
    known(&args.verbs, &[&names[..], &shapes].concat())?;
    let is_chosen = |name: &String| args.verbs.is_empty() || args.verbs.contains(name);
    let (mut of_verbs, mut of_shapes) = (Vec::new(), Vec::new());
    for verb in project.verbs.iter().filter(|verb| is_chosen(&verb.name)) {
        let mut step = |what: &str| progress.step(format!("{}: {what}", verb.name));
        of_verbs.push(report::of_verb(&project, verb, &mut step)?);
    }
    for shape in project.shapes.iter().filter(|shape| is_chosen(&shape.name)) {
        let mut step = |what: &str| progress.step(format!("{}: {what}", shape.name));
        of_shapes.push(report::of_shape(&project, shape, &mut step)?);
    }
    let page = report::page(&format!("{}: a report", project.name), &of_verbs, &of_shapes)?;
    files::write(&args.output, page.as_bytes())?;
    progress.finish();
    Ok(())
}

/// Refuses what is neither a verb nor a shape.
fn known(named: &[String], names: &[&str]) -> Result<(), Failure> {
    match named.iter().find(|name| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let hint = suggestion(name, names);
            Err(Failure::Misuse(format!("there is no verb or shape named {name:?}; {hint}")))
        }
    }
}
