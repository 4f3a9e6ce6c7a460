//! `--verb VERB`: annotated recordings become examples of a verb, at the points that `--at` gives or where they are measured to be.

use adverb_author::check;
use adverb_author::finding::{Heading, Verdict, alike};
use adverb_author::project::{Edit, Project};
use adverb_author::space::{Axis, Draft, Example};
use adverb_author::verb::{self, Built, Definition, Measure};

use super::Take;
use super::places::{self, Places};
use crate::args;
use crate::edited::{ProjectFile, unwritten};
use crate::failure::Failure;
use crate::findings;
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
    let places = Places::of(&args.at, takes)?;
    let mut new = Vec::new();
    for (take, at) in takes.iter().zip(places.iter()) {
        match &take.motions[..] {
            motions if motions.iter().any(|motion| examples.contains(motion)) => {
                if !at.is_empty() {
                    let motion = &motions[0];
                    progress.note(format!(
                        "note: {motion} is already an example of {name}; its place stays as it is"
                    ));
                }
            }
            [motion] => new.extend([motion].into_iter().chain(&take.more).map(|motion| (motion.clone(), at))),
            several => {
                return Err(refused(format!(
                    "{} is the file of several motions, {}; write the one you mean into [[verbs.{name}.examples]]",
                    take.name(),
                    several.join(", ")
                )));
            }
        }
    }
    let measured = measured(args, old).map_err(refused)?;
    let by_hand = places.adverbs(old).map_err(refused)?;
    if old.is_none() {
        edit.add_verb(name, takes.iter().all(|take| take.found.measures.is_some()));
    }
    measured.iter().for_each(|measure| edit.add_measured(name, measure));
    for (adverb, range) in places.ranges(&by_hand, old) {
        edit.add_ranged(name, &adverb, range);
        let others =
            if examples.is_empty() { "" } else { "; the examples that were there are at its default" };
        progress.note(format!(
            "note: [verbs.{name}] gets the adverb {adverb}, {} to {}{others}; adverb.toml has its range",
            range[0], range[1]
        ));
    }
    new.iter().for_each(|(motion, at)| edit.add_example(name, motion, at));
    let project = file.check(edit, &[], progress)?;
    let Some(verb) = project.verbs.iter().find(|verb| verb.name == name) else { return Ok(()) };
    progress.step(format!("building {name}"));
    tell_disagreements(verb, &project, progress).map_err(refused)?;
    let built = verb::build(verb).map_err(|error| match error {
        adverb_author::Error::Space { problem, .. } if by_hand.is_empty() => {
            refused(format!("{problem}; {}", varied(verb)))
        }
        other => refused(other.to_string()),
    })?;
    let added: Vec<&str> = new.iter().map(|(motion, _)| motion.as_str()).collect();
    places::refuse_taken(&built, &added).map_err(refused)?;
    for (axis, measure) in verb.measures.iter().enumerate() {
        let Some(measure) = measure else { continue };
        let own = &built.space.axes[axis].name;
        let shown: Vec<f64> = built.space.examples.iter().map(|example| example.at[axis]).collect();
        let each: Vec<String> = built
            .space
            .examples
            .iter()
            .zip(&shown)
            .map(|(e, shown)| {
                format!("{} {shown:.2}{}", e.name, why(&e.name, *measure, *shown, takes, &project))
            })
            .collect();
        if measured.contains(own) && !measure.is_varied(&shown) {
            let hint = varied(verb);
            return Err(refused(format!("the recordings hardly vary {own}: {}; {hint}", each.join(", "))));
        }
        progress.note(format!("[verbs.{name}]: {own} {}", each.join(", ")));
    }
    Ok(())
}

/// Why a speed or a stride of a verb is not what was found in the recording, where it is not.
fn why(motion: &str, measure: Measure, shown: f64, takes: &[Take], project: &Project) -> String {
    let take = takes.iter().find(|take| take.motions.iter().any(|own| own == motion));
    let found = take.and_then(|take| take.found.measures);
    let recorded = match (measure, found) {
        (Measure::Speed, Some(found)) => found.speed_m_s,
        (Measure::Stride, Some(found)) => found.stride_m,
        _ => return String::new(),
    };
    let files = project.motions.get(motion).map(|motion| motion.files()).unwrap_or_default();
    let scale =
        project.brought.iter().find(|own| files.contains(own.file.as_str())).map_or(1.0, |own| own.scale);
    if format!("{shown:.2}") == format!("{recorded:.2}") {
        return String::new();
    }
    let legs = match scale {
        longer if longer > 1.0005 => "longer",
        shorter if shorter < 0.9995 => "shorter",
        _ => return format!(" ({recorded:.2} before its ends were joined)"),
    };
    format!(" ({recorded:.2} as recorded; the skeleton's legs are {legs}: times {scale:.3})")
}

/// The measured adverbs that are to be added, each called what it measures.
fn measured(args: &args::Annotate, old: Option<&Definition>) -> Result<Vec<String>, String> {
    let axes = || old.iter().flat_map(|old| old.space.axes.iter().zip(&old.measures));
    let is_there =
        |wanted: &str| axes().any(|(_, own)| own.is_some_and(|own| Measure::NAMED.contains(&(wanted, own))));
    let wanted = match &args.measure[..] {
        [] if old.is_some_and(|old| !old.space.axes.is_empty()) || !args.at.is_empty() => Vec::new(),
        [] => vec!["speed".to_string()],
        given => given.to_vec(),
    };
    let is_by_hand = |wanted: &&String| axes().any(|(axis, own)| own.is_none() && axis.name == **wanted);
    if let Some(taken) = wanted.iter().find(is_by_hand) {
        return Err(format!(
            "its adverb {taken} is not measured; write {taken} = {{ measure = \"{taken}\" }} instead"
        ));
    }
    let placed = || args.at.iter().flat_map(|point| &point.0).map(|(name, _)| name);
    if let Some(both) = wanted.iter().find(|wanted| placed().any(|name| name == *wanted)) {
        return Err(format!("{both} is measured; leave it out of --at"));
    }
    Ok(wanted.into_iter().filter(|wanted| !is_there(wanted)).collect())
}

/// Checks whether the examples agree: prints warnings, returns the first error.
fn tell_disagreements(verb: &Definition, project: &Project, progress: &Progress) -> Result<(), String> {
    // Building the verb reports problems of its space, and which measures would vary. Besides, a verb that grows recording by recording
    // has an incomplete space at first.
    let mut found = check::of_verb(verb, &project.brought);
    found.retain(|finding| {
        finding.criterion.heading() != Heading::Space && finding.verdict >= Verdict::Warning
    });
    if let Some(group) = alike(&found).iter().find(|group| group.first().verdict == Verdict::Error) {
        return Err(group.told());
    }
    findings::note(&found, progress);
    Ok(())
}

/// What could be measured instead.
fn varied(verb: &Definition) -> String {
    let is_varied = |measure: Measure| {
        let axis =
            Axis { name: String::new(), range: [None; 2], scale: None, periodic: false, measured: true };
        let open = |name: &str| Example { at: vec![None], ..Example::new(name, []).into() };
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
