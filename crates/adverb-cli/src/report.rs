//! `adverb report PROJECT -o report.html`: a page about the verbs and shapes of a project.

use adverb_author::report;

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, output};

pub fn run(args: &args::Report, progress: &Progress) -> Result<(), Failure> {
    output::extension(&args.output, "reports", &["html"])?;
    let project = input::project(&args.project, progress)?;
    let names: Vec<&str> = project.verbs.iter().map(|verb| verb.name.as_str()).collect();
    let shapes: Vec<&str> = project.shapes.iter().map(|shape| shape.name.as_str()).collect();
    let names = [&names[..], &shapes].concat();
    if let Some(name) = args.verbs.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(Failure::unknown(&args.project, "verb or shape", name, &names));
    }
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
    files::write(&args.output, page.as_bytes(), progress)
}
