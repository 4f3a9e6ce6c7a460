//! Whether examples can be interpolated: the eight criteria of thesis 3.5, each a number with its place and a remedy.
//!
//! Forms of shapes have criteria of their own: one connectivity, sound surfaces, one size, poses that can be undone.
//!
//! Building a verb repairs what it can (it reorients, unrolls, resamples, brings recordings to one skeleton), and `check` reports the
//! repairs. What it cannot repair is a warning: an example whose content disagrees with the others', wherever its keys are.

mod alike;
mod asked;
mod direction;
mod hands;
mod joints;
mod keys;
mod late;
mod ranges;
mod samples;
mod shape;
mod skeleton;
mod steps;
mod strokes;
mod structure;

use std::sync::Arc;

use crate::error::Error;
use crate::finding::{Criterion, Finding, Heading, Subject, Verdict, sentence};
use crate::project::{Brought, Project};
use crate::verb::{self, Built, Definition};
use samples::Samples;
pub use shape::of_shape;

/// Checks the examples of every verb and every shape of a project. If there is only one example, it checks only the space and whether
/// the verb or shape can be built.
pub fn check(project: &Project) -> Vec<Finding> {
    let verbs = project.verbs.iter().flat_map(|verb| of_verb(verb, &project.brought));
    verbs.chain(project.shapes.iter().flat_map(of_shape)).collect()
}

/// Checks the examples of one verb, given the repairs of its project's recordings.
pub fn of_verb(verb: &Definition, brought: &[Brought]) -> Vec<Finding> {
    let built = verb::build(verb);
    let mut all = Vec::new();
    if verb.motions.len() > 1 {
        let as_written = verb;
        let verb = &closed(verb);
        all.extend(keys::put_in_step(as_written, verb));
        let samples = Samples::of(verb);
        all.extend(structure::findings(verb, &samples));
        all.extend(skeleton::findings(verb, brought));
        all.extend(joints::findings(verb, &samples, built.as_ref().ok()));
        all.extend(ranges::finding(verb, built.as_ref().ok()));
        all.extend(hands::findings(verb, built.as_ref().ok()));
        all.extend(alike::findings(verb, built.as_ref().ok()));
    }
    match &built {
        Ok(built) => {
            // Supports that examples do not share follow from steps that differ, if that was found; so does what is shown in between.
            let is_known = all.iter().any(is_disagreement);
            let mut shown = asked::findings(verb, built);
            for missed in shown.iter_mut().filter(|f| is_known && f.verdict == Verdict::Warning) {
                missed.remedy = "First mend what the examples disagree in, criterion 1.".into();
            }
            all.extend(shown);
            all.extend(built.warnings.iter().filter(|own| !(is_known && is_of_supports(own))).cloned());
        }
        // Found above, and told better.
        Err(_) if all.iter().any(|finding| finding.verdict == Verdict::Error) => {}
        Err(error) => all.push(unbuilt(error, verb.subject(), Criterion::Unbuilt)),
    }
    told_once(verb, &mut all);
    all.sort_by_key(|finding| finding.criterion.heading());
    all
}

/// Whatever is found about an example of a symmetric verb is also true of its mirror image.
fn told_once(verb: &Definition, all: &mut Vec<Finding>) {
    let Some(symmetry) = &verb.space.symmetry else { return };
    let known = all.clone();
    all.retain(|finding| {
        let image = (symmetry.pairs..verb.motions.len()).find(|i| finding.subject == example(verb, *i));
        let is_told = |i: usize| {
            let of = example(verb, symmetry.partner(i));
            known.iter().any(|other| other.criterion == finding.criterion && other.subject == of)
        };
        !image.is_some_and(is_told)
    });
}

/// The finding for a verb or a shape that cannot be built.
fn unbuilt(error: &Error, subject: Subject, otherwise: Criterion) -> Finding {
    match error {
        Error::Space { problem, remedy } => {
            Finding::error(Criterion::UnsolvedSpace, subject, problem).remedy(sentence(remedy))
        }
        error => Finding::error(otherwise, subject, error.to_string()),
    }
}

/// The findings about a built verb: those of the build, whether it shows what measured adverbs ask for, and instead of supports
/// that examples do not share, the examples whose steps differ, each once.
pub(crate) fn of_built(verb: &Definition, built: &Built) -> Vec<Finding> {
    let mut all = built.warnings.clone();
    if all.iter().any(is_of_supports) {
        let closed = closed(verb);
        let mut odd = structure::findings(&closed, &Samples::of(&closed));
        odd.retain(|finding| finding.verdict == Verdict::Warning);
        odd.dedup_by(|later, earlier| later.subject == earlier.subject);
        if !odd.is_empty() {
            all.retain(|finding| !is_of_supports(finding));
        }
        all.extend(odd);
    }
    let missed = asked::findings(verb, built);
    all.extend(missed.into_iter().filter(|finding| finding.verdict == Verdict::Warning));
    all
}

/// Whether the example does something other than the rest, so that nothing lies between them.
#[must_use]
pub fn is_of_another_kind(finding: &Finding) -> bool {
    finding.criterion.heading() == Heading::SimilarStructure
        && finding.verdict >= Verdict::Warning
        && matches!(finding.subject, Subject::Example { .. })
}

fn is_disagreement(finding: &Finding) -> bool {
    finding.criterion.heading() == Heading::SimilarStructure && finding.verdict == Verdict::Warning
}

fn is_of_supports(finding: &Finding) -> bool {
    finding.criterion == Criterion::SupportNotShared
}

/// The verb with its cycles closed and in step, as far as that is possible.
pub(crate) fn closed(verb: &Definition) -> Definition {
    let one = |motion| verb::cyclic(motion, verb.cycle).unwrap_or_else(|_| Arc::clone(motion));
    let motions = verb::in_step(verb).unwrap_or_else(|_| verb.motions.iter().map(one).collect());
    Definition { motions, ..verb.clone() }
}

/// The example with that number.
fn example(verb: &Definition, number: usize) -> Subject {
    verb.example(&verb.space.examples[number].name)
}

/// Good within the limit, else a warning with a remedy.
fn judged(finding: Finding, limit: f64, remedy: &str) -> Finding {
    let finding = if limit.is_finite() { finding.limit(limit) } else { finding };
    match finding.value() > limit {
        true => Finding { verdict: Verdict::Warning, ..finding.remedy(remedy) },
        false => finding,
    }
}

/// The largest, with its place.
fn largest<T>(all: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    all.filter(|(number, _)| number.is_finite()).max_by(|a, b| a.0.total_cmp(&b.0))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
