//! The support phases that all examples of a verb share, so that their bounds can be blended.
//!
//! Phases belong together where they overlap, around the cycle. An example whose foot stays down where the others lift it
//! takes part in each of their phases: it only stands longer than it is held.

use adverb::CanonicalTime;

use super::Phase;

/// Phases belong together that overlap by this part of the shorter one.
const OVERLAP: f64 = 0.5;

/// For one foot, the phases that all examples share, each with the bounds of every example in their order; and messages, by example,
/// about what was left out or cut. The bounds of a phase lie on the same round of a cycle, so `from` may be a little below 0 or
/// beyond 1.
#[must_use]
pub fn shared(examples: &[(String, Vec<Phase>)], cyclic: bool) -> (Vec<Vec<Phase>>, Vec<(String, String)>) {
    // Per phase that is looked for: which phase it is in every example, and on which round.
    let found: Vec<Vec<(usize, Phase)>> = usual(examples)
        .iter()
        .filter_map(|wanted| examples.iter().map(|(_, phases)| best(phases, wanted, cyclic)).collect())
        .collect();
    let uses = |e: usize, k: usize| found.iter().filter(|phases| phases[e].0 == k).count();
    let stays = |e: usize, (k, phase): (usize, Phase)| is_whole(&phase) || uses(e, k) > 1;
    let mut cut = vec![Vec::new(); examples.len()];
    let mut bounds = |phases: &Vec<(usize, Phase)>| -> Vec<Phase> {
        let own = phases.iter().enumerate();
        let lifted: Vec<Phase> = own.clone().filter(|&(e, p)| !stays(e, *p)).map(|(_, p)| p.1).collect();
        let common = mean(&lifted);
        own.map(|(e, &(k, phase))| match common {
            Some(common) if stays(e, (k, phase)) => {
                cut[e].push(k);
                within(common, phase)
            }
            _ => phase,
        })
        .collect()
    };
    let shared = found.iter().map(&mut bounds).collect();
    let mut notes = Vec::new();
    for (e, (name, phases)) in examples.iter().enumerate() {
        for (k, Phase { from, to }) in phases.iter().enumerate() {
            let why = match uses(e, k) {
                0 => "left out: not all examples have it",
                _ if cut[e].contains(&k) => "held only while the feet of the other examples are down",
                _ => continue,
            };
            let what = format!("the support from {:.2} to {:.2} is {why}", from.0, to.0);
            notes.push((name.clone(), what));
        }
    }
    (shared, notes)
}

fn is_whole(phase: &Phase) -> bool {
    phase.length() >= 1.0
}

/// The phases to look for: those of the first example that has as many as most, feet that never lift counting only where there
/// are no others.
fn usual(examples: &[(String, Vec<Phase>)]) -> &[Phase] {
    let lifts: Vec<&Vec<Phase>> =
        examples.iter().map(|(_, phases)| phases).filter(|phases| !phases.iter().any(is_whole)).collect();
    let as_many = |count: usize| lifts.iter().filter(|phases| phases.len() == count).count();
    let most = lifts.iter().map(|phases| as_many(phases.len())).max();
    let usual = lifts.iter().find(|phases| Some(as_many(phases.len())) == most);
    usual.copied().or(examples.first().map(|(_, phases)| phases)).map_or(&[], Vec::as_slice)
}

/// The phase that overlaps most with the wanted one, and its bounds on that round.
fn best(phases: &[Phase], wanted: &Phase, cyclic: bool) -> Option<(usize, Phase)> {
    let rounds: &[f64] = if cyclic { &[-1.0, 0.0, 1.0] } else { &[0.0] };
    let on_round = |phase: &Phase, by: f64| Phase {
        from: CanonicalTime(phase.from.0 + by),
        to: CanonicalTime(phase.to.0 + by),
    };
    let overlap = |phase: &Phase| phase.to.0.min(wanted.to.0) - phase.from.0.max(wanted.from.0);
    phases
        .iter()
        .enumerate()
        .flat_map(|(k, phase)| rounds.iter().map(move |&by| (k, on_round(phase, by))))
        .max_by(|(_, a), (_, b)| overlap(a).total_cmp(&overlap(b)))
        .filter(|(_, phase)| overlap(phase) >= OVERLAP * phase.length().min(wanted.length()))
}

/// The mean bounds of phases, if there are any.
fn mean(phases: &[Phase]) -> Option<Phase> {
    let mean =
        |bound: fn(&Phase) -> f64| CanonicalTime(phases.iter().map(bound).sum::<f64>() / phases.len() as f64);
    (!phases.is_empty()).then(|| Phase { from: mean(|p| p.from.0), to: mean(|p| p.to.0) })
}

/// As much of the common bounds as a longer phase has; all of them where the foot never lifts.
fn within(common: Phase, phase: Phase) -> Phase {
    if is_whole(&phase) {
        return common;
    }
    let from = common.from.0.max(phase.from.0);
    Phase { from: CanonicalTime(from), to: CanonicalTime(common.to.0.min(phase.to.0).max(from)) }
}
