//! Criterion 1: the same keys in every example, in the same order, each where its name says.

use super::structure::{Otherwise, the_other_image};
use crate::finding::{Criterion, Finding, Place, sentence};
use crate::sides;
use crate::support::{Foot, Phase};
use crate::verb::Definition;

/// The unit of the counts.
const UNIT: &str = "keys";
/// A key belongs to the other foot if that one comes down nearer to it by this much, in canonical time.
const FARTHER: f64 = 0.25;

/// Key-times that the other examples lack, or have in another order: no verb can be built with them.
pub(super) fn names(verb: &Definition, otherwise: &[Option<Otherwise>]) -> Vec<Finding> {
    let keys: Vec<Vec<&str>> =
        verb.motions.iter().map(|motion| motion.key_times().iter().map(|(name, _)| name).collect()).collect();
    let as_many = |own: &Vec<&str>| keys.iter().filter(|other| agree(own, other)).count();
    // The names that most have; of equally many the first's.
    let Some(usual) = (0..keys.len()).rev().max_by_key(|i| as_many(&keys[*i])) else { return Vec::new() };
    let odd = (0..keys.len()).filter(|i| !agree(&keys[*i], &keys[usual]));
    odd.map(|i| {
        let (own, wanted) = (&keys[i], &keys[usual]);
        let remedy = match (own.len() == wanted.len(), otherwise[i]) {
            (false, _) => format!("Give it the same keys in the same order: {}.", listed(wanted)),
            (true, None) => format!("Its poses agree with the others': call its keys {}.", listed(wanted)),
            (true, Some(Otherwise::Mirrored | Otherwise::OtherSide)) => sentence(the_other_image(verb, i)),
            (true, Some(_)) => {
                let begin = listed(&wanted[..1]);
                sentence(&format!(
                    "choose a window that begins with {begin}, or {}",
                    the_other_image(verb, i)
                ))
            }
        };
        let other = &verb.space.examples[usual].name;
        let message = format!("the key-times are {}; {other} has {}", listed(own), listed(wanted));
        let found = Finding::error(Criterion::KeyNames, super::example(verb, i), message);
        found.of(own.len() as f64, UNIT).remedy(remedy)
    })
    .collect()
}

/// Cycles that are begun elsewhere than they are written, so that their keys are those of the others.
pub(super) fn put_in_step(as_written: &Definition, verb: &Definition) -> Vec<Finding> {
    let is_image = |i: &usize| verb.space.symmetry.as_ref().is_some_and(|symmetry| symmetry.is_image(*i));
    let own = (0..verb.motions.len()).filter(|i| !is_image(i));
    own.filter_map(|i| {
        let (_, later) = verb.motions[i].before_rephase()?;
        let [written, begins] = [as_written, verb].map(|verb| verb.motions[i].key_times().iter().next());
        let [written, begins] = [written?.0, begins?.0];
        let message =
            format!("begins with {written}; it is begun at {begins}, {:.2} of a round later", later.0);
        let found = Finding::repaired(Criterion::OutOfStep, super::example(verb, i), message);
        Some(found.of(100.0 * later.0, "%"))
    })
    .collect()
}

/// Names agree where both are given.
fn agree(a: &[&str], b: &[&str]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || a.is_empty() || b.is_empty())
}

fn listed(keys: &[&str]) -> String {
    let names: Vec<&str> = keys.iter().map(|key| if key.is_empty() { "(unnamed)" } else { key }).collect();
    names.join(", ")
}

/// An example whose keys all name the wrong foot.
pub(super) fn wrong_feet(
    verb: &Definition,
    example: usize,
    feet: &[Foot],
    phases: &[Vec<Phase>],
) -> Option<Finding> {
    let motion = &verb.motions[example];
    let last = (motion.key_times().len() - 1) as f64;
    let away = |at: f64, phases: &[Phase]| {
        let rounds = phases.iter().filter(|phase| phase.length() < 1.0).map(|phase| at - phase.from.0);
        let whole = |rounds: f64| if verb.cycle { rounds - rounds.round() } else { rounds };
        rounds.map(|rounds| whole(rounds).abs()).fold(f64::INFINITY, f64::min)
    };
    let keys = motion.key_times().iter().enumerate().filter_map(|(m, (name, time))| {
        let (_, side) = sides::exchanged(name).filter(|_| name.contains("down"))?;
        let own = feet.iter().position(|foot| foot.side == Some(side))?;
        let other = feet.iter().position(|foot| foot.side.is_some_and(|other| other != side))?;
        let at = m as f64 / last;
        let [own, other] = [own, other].map(|foot| away(at, &phases[foot]));
        Some((name, time, own.is_finite() && other + FARTHER < own))
    });
    let keys: Vec<_> = keys.collect();
    let (name, time, _) = *keys.first().filter(|_| keys.iter().all(|(_, _, wrong)| *wrong))?;
    let other = sides::exchanged(name)?.0;
    let count = keys.len();
    let message = format!("{count} key-times name the other foot: what is called {name} is {other}");
    // Then also a mirrored recording is in step: no mirror is needed.
    let remedy = match motion.is_mirror_image() {
        true => {
            "Exchange left and right in the keys of what it is the mirror image of, or let them begin a step later."
        }
        false => "Exchange left and right in its keys, or let them begin a step later.",
    };
    let found = Finding::warning(Criterion::WrongFeet, super::example(verb, example), message);
    Some(found.of(count as f64, UNIT).at(Place::secs(time.0)).remedy(remedy))
}
