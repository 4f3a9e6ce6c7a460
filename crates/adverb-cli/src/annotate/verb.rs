//! `--verb VERB`: annotated recordings become examples of a verb whose adverbs are measured.

use adverb_author::check;
use adverb_author::finding::{Heading, Verdict, alike};
use adverb_author::project::{Edit, Project};
use adverb_author::space::{Axis, Draft, Example};
use adverb_author::verb::{self, Built, Definition, Measure};

use super::Take;
use crate::args;
use crate::edited::{ProjectFile, unwritten};
use crate::failure::Failure;
use crate::progress::Progress;

/// Writes the verb, or adds to it, and builds it: what cannot be built is not written.
pub fn write_down(
    args: &args::Annotate,
    name: &str,
    edit: &mut Edit,
    file: &ProjectFile,
    takes: &[Take],
    progress: &Progress,
) -> Result<(), Failure> {
    let refused = |problem: String| {
        unwritten(adverb_author::Error::File {
            file: file.name(),
            problem: format!("[verbs.{name}]: {problem}"),
        })
    };
    let before = file.check(edit, &[], progress)?;
    let old = before.verbs.iter().find(|verb| verb.name == name).filter(|_| edit.has_verb(name));
    let examples = edit.examples(name);
    let mut new = Vec::new();
    for take in takes {
        match &take.motions[..] {
            motions if motions.iter().any(|motion| examples.contains(motion)) => {}
            [motion] => new.push(motion.clone()),
            several => {
                return Err(refused(format!(
                    "{} is the file of several motions, {}; write the one you mean into [[verbs.{name}.examples]]",
                    take.name(),
                    several.join(", ")
                )));
            }
        }
    }
    let added = adverbs(args, old).map_err(refused)?;
    if old.is_none() {
        edit.add_verb(name, &added, takes.iter().all(|take| take.found.measures.is_some()));
    }
    added.iter().filter(|_| old.is_some()).for_each(|measure| edit.add_adverb(name, measure));
    new.iter().for_each(|motion| edit.add_example(name, motion, &[]));
    let project = file.check(edit, &[], progress)?;
    let Some(verb) = project.verbs.iter().find(|verb| verb.name == name) else { return Ok(()) };
    progress.step(format!("building {name}"));
    tell_disagreements(verb, &project, progress).map_err(refused)?;
    let built = verb::build(verb).map_err(|error| match error {
        adverb_author::Error::Space { problem, .. } => refused(format!("{problem}; {}", varied(verb))),
        other => refused(other.to_string()),
    })?;
    for (axis, measure) in verb.measures.iter().enumerate() {
        let Some(measure) = measure else { continue };
        let own = &built.space.axes[axis].name;
        let shown: Vec<f64> = built.space.examples.iter().map(|example| example.at[axis]).collect();
        let each: Vec<String> = built
            .space
            .examples
            .iter()
            .zip(&shown)
            .map(|(e, shown)| format!("{} {shown:.2}", e.name))
            .collect();
        if added.contains(own) && !measure.is_varied(&shown) {
            let hint = varied(verb);
            return Err(refused(format!("the recordings hardly vary {own}: {}; {hint}", each.join(", "))));
        }
        progress.note(format!("[verbs.{name}]: {own} {}", each.join(", ")));
    }
    Ok(())
}

/// The adverbs that are to be added, each called what it measures.
fn adverbs(args: &args::Annotate, old: Option<&Definition>) -> Result<Vec<String>, String> {
    let axes = old.map_or(&[][..], |old| &old.space.axes);
    let measures = old.map_or(&[][..], |old| &old.measures);
    let by_hand: Vec<&str> = axes
        .iter()
        .zip(measures)
        .filter(|(_, measure)| measure.is_none())
        .map(|(axis, _)| axis.name.as_str())
        .collect();
    let is_there =
        |wanted: &str| measures.iter().flatten().any(|own| Measure::NAMED.contains(&(wanted, *own)));
    let wanted = match &args.measure[..] {
        [] if axes.is_empty() => vec!["speed".to_string()],
        given => given.to_vec(),
    };
    if let Some(taken) = wanted.iter().find(|wanted| by_hand.contains(&wanted.as_str()) && !is_there(wanted))
    {
        return Err(format!(
            "its adverb {taken} is not measured; write {taken} = {{ measure = \"{taken}\" }} instead"
        ));
    }
    if !by_hand.is_empty() {
        return Err(format!(
            "its {} is not measured, so the places of the recordings are unknown; write them as examples with at = {{ … }}",
            by_hand.join(", ")
        ));
    }
    Ok(wanted.into_iter().filter(|wanted| !is_there(wanted)).collect())
}

/// What the examples disagree in: errors end it, warnings are printed.
fn tell_disagreements(verb: &Definition, project: &Project, progress: &Progress) -> Result<(), String> {
    for group in alike(&check::of_verb(verb, &project.brought)) {
        let finding = group.first();
        match finding.verdict {
            // What is wrong with the space is told when it is built, with what could be measured instead.
            Verdict::Error if finding.criterion.heading() == Heading::Space => {}
            Verdict::Error => return Err(group.told()),
            Verdict::Warning => progress.note(format!("warning: {}: {}", verb.name, group.told())),
            Verdict::Good | Verdict::Note | Verdict::Repaired => {}
        }
    }
    Ok(())
}

/// What could be measured instead.
fn varied(verb: &Definition) -> String {
    let is_varied = |measure: Measure| {
        let axis = Axis { name: String::new(), range: [None; 2], scale: None, periodic: false };
        let open = |name: &str| Example { name: name.into(), at: vec![None], radius: None, content: None };
        let examples = verb.space.examples.iter().map(|example| open(&example.name)).collect();
        let space = Draft { axes: vec![axis], examples, ..Draft::default() };
        let alone = Definition { space, measures: vec![Some(measure)], rates: vec![None], ..verb.clone() };
        let shown =
            |built: Built| built.space.examples.iter().map(|example| example.at[0]).collect::<Vec<f64>>();
        verb::build(&alone).is_ok_and(|built| measure.is_varied(&shown(built)))
    };
    let named = Measure::NAMED.iter().filter(|(_, measure)| is_varied(*measure));
    let names: Vec<&str> = named.map(|(name, _)| *name).collect();
    match names.is_empty() {
        true => "add recordings that differ".into(),
        false => format!("they do vary {} (--measure)", names.join(", ")),
    }
}
