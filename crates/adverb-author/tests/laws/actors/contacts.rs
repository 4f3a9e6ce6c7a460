//! Support contacts begin and end at the bounds of the verb's phases, however long the steps are.

use adverb::graph::KnobId;
use adverb::{Actor, CanonicalTime, Graph};

use super::stage::pack;

const PLAYED_SECS: f64 = 5.0;

/// When each foot is set down and let go, by the phases of how the actor's verb is set: foot, seconds, whether it stands.
fn bounds(graph: &Graph, actor: &Actor) -> Vec<(usize, f64, bool)> {
    let (verb, setting) = (graph.verb(actor.verb()), actor.setting());
    let timeline = setting.timeline();
    let secs =
        |t: f64| timeline.verb_time(CanonicalTime(t - t.floor())).0 + t.floor() * timeline.duration().0;
    let mut all = Vec::new();
    for (foot, phases) in setting.phases(verb.feet()).enumerate() {
        for phase in phases {
            for round in -1..20 {
                let bound = |t: f64, stands: bool| (foot, secs(t + f64::from(round)), stands);
                all.extend([bound(phase.from, true), bound(phase.to, false)]);
            }
        }
    }
    all.retain(|(_, secs, _)| *secs > 0.2 && *secs < PLAYED_SECS);
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all
}

/// When each foot was seen to be set down and let go, dated by playing the step again by halves.
fn seen(graph: &Graph, mut actor: Actor, step: f64) -> Vec<(usize, f64, bool)> {
    let mut all = Vec::new();
    while actor.now().0 < PLAYED_SECS {
        let before = actor.clone();
        actor.step(step, &mut ());
        for foot in graph.foot_ids().filter(|&foot| actor.is_planted(foot) != before.is_planted(foot)) {
            let [mut same, mut other] = [0.0, step];
            while other - same > 1e-9 {
                let middle = 0.5 * (same + other);
                let mut probe = before.clone();
                probe.step(middle, &mut ());
                let unchanged = probe.is_planted(foot) == before.is_planted(foot);
                if unchanged { same = middle } else { other = middle }
            }
            all.push((foot.0, before.now().0 + other, actor.is_planted(foot)));
        }
    }
    all.retain(|(_, secs, _)| *secs > 0.2 && *secs < PLAYED_SECS);
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all
}

#[test]
fn feet_are_set_down_and_let_go_at_the_exact_bounds_of_their_phases() {
    for name in ["walk", "run", "sneak", "pace"] {
        let graph = Graph::of_verb(pack().verb_named(name).expect("a verb").clone());
        for share in [0.5, 0.31, 0.77] {
            let mut actor = Actor::new(graph.clone(), 0);
            for (knob, adverb) in graph.knobs().iter().enumerate() {
                let [low, high] = adverb.range;
                actor.set_knob(KnobId(knob), low + (high - low) * share);
            }
            actor.snap_knobs();
            actor.step(0.0, &mut ());
            let expected = bounds(&graph, &actor);
            assert!(expected.len() > 8, "{name}: {expected:?}");
            for step in [1.0 / 60.0, 0.0137, 0.031, 1.0 / 11.0] {
                let seen = seen(&graph, actor.clone(), step);
                assert_eq!(seen.len(), expected.len(), "{name}, steps of {step} s: {seen:?}, {expected:?}");
                for (own, wanted) in seen.iter().zip(&expected) {
                    let alike = (own.0, own.2) == (wanted.0, wanted.2) && (own.1 - wanted.1).abs() < 1e-8;
                    assert!(alike, "{name}, steps of {step} s: {own:?}, the phase says {wanted:?}");
                }
            }
        }
    }
}
