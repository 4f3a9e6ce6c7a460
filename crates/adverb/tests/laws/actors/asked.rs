//! What an actor does when it is asked, and when it is not: routes, chance, ends.

use adverb::actor::Idle;
use adverb::graph::{GraphError, Transition, TransitionId, VerbId};
use adverb::{Actor, CanonicalTime, Graph};

use super::stage::{cyclic, graph, likely, once, until, way};

/// Four verbs; two ways from the first to the last, one by a slow verb and one by a quick one.
fn forked() -> Graph {
    let verbs = vec![cyclic("a", 1.0), cyclic("slow", 4.0), cyclic("quick", 0.5), cyclic("b", 1.0)];
    let ways = vec![
        way(0, [0.1, 0.3], 1, [0.0, 0.1]),
        way(1, [0.9, 0.95], 3, [0.0, 0.2]),
        way(0, [0.6, 0.8], 2, [0.1, 0.4]),
        way(2, [0.5, 0.9], 3, [0.2, 0.5]),
        way(3, [0.2, 0.5], 0, [0.2, 0.5]),
    ];
    graph(verbs, ways, &[])
}

#[test]
fn the_quickest_way_is_taken() {
    let graph = forked();
    for start in [0.0, 0.05, 0.2, 0.55, 0.7, 0.95] {
        let by = |first: usize| {
            let mut actor = Actor::new(graph.clone(), 0);
            actor.start(VerbId(0), CanonicalTime(start));
            actor.request(VerbId(first)).expect("a way");
            let secs = until(&mut actor, &graph, VerbId(first));
            actor.request(VerbId(3)).expect("a way");
            secs + until(&mut actor, &graph, VerbId(3))
        };
        let mut actor = Actor::new(graph.clone(), 0);
        actor.start(VerbId(0), CanonicalTime(start));
        actor.request(VerbId(3)).expect("a way");
        let own = until(&mut actor, &graph, VerbId(3));
        let best = by(1).min(by(2));
        assert!(own < best + 0.01, "from {start}: {own} s, but {best} s is possible");
    }
}

#[test]
fn a_queue_leads_to_what_was_asked_last() {
    let graph = forked();
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(VerbId(1)).expect("a way");
    actor.step(0.05, &mut ());
    actor.request(VerbId(2)).expect("a way");
    let way: Vec<VerbId> = actor.queue().map(|id| graph.transition(id).to).collect();
    assert_eq!(way, [VerbId(2)]);
    actor.request(VerbId(0)).expect("it is there already");
    assert_eq!(actor.queue().count(), 0);
    actor.step(10.0, &mut ());
    assert_eq!(actor.verb(), VerbId(0), "nobody asked for anything else");
}

#[test]
fn who_is_asked_for_what_it_plays_stays_if_it_can_and_goes_on_if_it_must() {
    let on = |verb: adverb::Verb| {
        let ways = vec![likely(1.0, way(0, [0.7, 1.0], 1, [0.0, 0.3]))];
        let mut actor = Actor::new(graph(vec![verb, cyclic("b", 1.0)], ways, &[1]), 0);
        actor.step(0.1, &mut ());
        actor.request(VerbId(0)).expect("it is there");
        actor
    };
    assert_eq!(on(cyclic("a", 1.0)).queue().count(), 0, "it repeats");
    assert_eq!(on(once("a")).queue().collect::<Vec<_>>(), [TransitionId(0)], "it ends");
}

#[test]
fn one_way_graphs_lead_one_way() {
    // A start sequence, a pair of verbs, a death, and the lying around after it (figures 5.7 to 5.9).
    let verbs = vec![once("wake"), cyclic("walk", 1.0), cyclic("run", 0.7), once("die"), cyclic("lie", 2.0)];
    let ways = vec![
        likely(1.0, way(0, [0.7, 1.0], 1, [0.0, 0.2])),
        way(1, [0.4, 0.6], 2, [0.4, 0.6]),
        way(2, [0.4, 0.6], 1, [0.4, 0.6]),
        way(1, [0.8, 0.95], 3, [0.0, 0.2]),
        way(3, [0.8, 1.0], 4, [0.0, 0.1]),
    ];
    let graph = graph(verbs, ways, &[4]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.step(20.0, &mut ());
    assert_eq!(actor.verb(), VerbId(1), "the start sequence goes over by itself");
    let mut state = Vec::new();
    actor.snapshot(&mut state);
    let why = actor.request(VerbId(0)).expect_err("there is no way back");
    assert_eq!((why.from, why.verb), (VerbId(1), VerbId(0)));
    assert_eq!(why.to_string(), "no way leads from walk to wake");
    let mut after = Vec::new();
    actor.snapshot(&mut after);
    assert_eq!(state, after, "nothing has changed");
    actor.request(VerbId(2)).expect("a way");
    until(&mut actor, &graph, VerbId(2));
    actor.request(VerbId(4)).expect("by way of the walk and the death");
    until(&mut actor, &graph, VerbId(4));
    actor.step(60.0, &mut ());
    assert_eq!(actor.verb(), VerbId(4));
    assert!(actor.request(VerbId(1)).is_err(), "dead is dead");
}

#[test]
fn likelihoods_say_how_often_and_seeds_repeat_it() {
    let verbs = vec![once("a"), once("b"), once("c"), once("d")];
    let to = |verb: usize, likelihood: f32| likely(likelihood, way(0, [0.7, 1.0], verb, [0.0, 0.3]));
    let graph = graph(verbs, vec![to(1, 3.0), to(2, 1.0), to(3, 0.0)], &[1, 2, 3]);
    let end = |seed: u64| {
        let mut actor = Actor::new(graph.clone(), seed);
        actor.step(10.0, &mut ());
        actor.verb().0
    };
    let mut counts = [0; 4];
    (0..2000).for_each(|seed| counts[end(seed)] += 1);
    assert_eq!((counts[0], counts[3]), (0, 0), "it must leave, and never by what is not likely at all");
    assert!((1430..1570).contains(&counts[1]), "{counts:?} of 2000 where 3 in 4 are expected");
    assert_eq!((0..50).map(end).collect::<Vec<_>>(), (0..50).map(end).collect::<Vec<_>>());
}

#[test]
fn ways_of_no_likelihood_are_alike_where_a_verb_must_be_left() {
    let ways = || [1, 2].map(|verb| way(0, [0.7, 1.0], verb, [0.0, 0.3])).to_vec();
    let likelihoods = |verb, ways| {
        let graph = graph(vec![verb, once("b"), once("c")], ways, &[1, 2]);
        [0, 1].map(|id| graph.likelihood(TransitionId(id)))
    };
    assert_eq!(likelihoods(once("a"), ways()), [0.5, 0.5]);
    assert_eq!(likelihoods(cyclic("a", 1.0), ways()), [0.0, 0.0], "it may repeat for ever");
    let mut said = ways();
    said[1].likelihood = 3.0;
    assert_eq!(likelihoods(once("a"), said), [0.0, 3.0]);
}

#[test]
fn what_repeats_stays_for_as_many_rounds_as_likely() {
    let verbs = vec![cyclic("a", 1.0), once("b")];
    let graph = graph(verbs, vec![likely(0.25, way(0, [0.5, 0.7], 1, [0.0, 0.3]))], &[1]);
    let rounds = |seed: u64| {
        let mut actor = Actor::new(graph.clone(), seed);
        while actor.verb() == VerbId(0) {
            actor.step(0.1, &mut ());
        }
        (actor.now().0 / actor_round(&graph)).floor()
    };
    let mean = (0..300).map(rounds).sum::<f64>() / 300.0;
    // After three other rounds on average.
    assert!((2.4..3.8).contains(&mean), "{mean} rounds");
}

fn actor_round(graph: &Graph) -> f64 {
    Actor::new(graph.clone(), 0).setting().duration().0
}

#[test]
fn queues_go_on_at_the_end_of_a_verb_that_nobody_asked_to_leave() {
    let verbs = vec![once("a"), once("b")];
    let ways = vec![way(0, [0.6, 1.0], 1, [0.0, 0.3]), way(1, [0.6, 1.0], 0, [0.0, 0.3])];
    let graph = graph(verbs, ways, &[]);
    let mut actor = Actor::new(graph.clone(), 0);
    let mut played = [0; 2];
    for _ in 0..2000 {
        actor.step(0.05, &mut ());
        played[actor.verb().0] += 1;
        assert!(actor.transition().is_some() || actor.queue().count() > 0, "the queue is empty");
    }
    assert!(played.iter().all(|count| *count > 700), "{played:?}");
}

#[test]
fn untouched_actors_stir_and_touched_ones_do_not() {
    let graph = forked();
    let idle = Idle { after_secs: 2.0, every_secs: [0.5, 1.0], amount: 0.5 };
    let moved = |touch: bool| {
        let mut actor = Actor::new(graph.clone(), 5);
        actor.set_idle(Some(idle));
        let knob = graph.knob_named("speed").expect("a knob");
        let before = actor.knob(knob);
        for _ in 0..600 {
            if touch {
                actor.request(VerbId(0)).expect("it is there");
            }
            actor.step(1.0 / 60.0, &mut ());
        }
        actor.knob(knob) != before
    };
    assert!(moved(false) && !moved(true));
}

fn refused(verbs: Vec<adverb::Verb>, ways: Vec<Transition>, ends: &[usize]) -> GraphError {
    let parts = adverb::graph::Parts {
        starts: vec![VerbId(0)],
        ends: ends.iter().map(|end| VerbId(*end)).collect(),
        transitions: ways,
        ..Default::default()
    };
    Graph::new(verbs.into(), parts).expect_err("a broken graph")
}

#[test]
fn broken_graphs_are_refused_by_name() {
    let two = || vec![once("a"), once("b")];
    let late =
        refused(two(), vec![way(0, [0.5, 1.0], 1, [0.2, 0.9]), way(1, [0.5, 1.0], 0, [0.0, 0.2])], &[]);
    assert!(
        matches!(&late, GraphError::EntryAfterLastExit { transition, .. } if transition == "a → b"),
        "{late}"
    );
    let stuck = refused(two(), vec![way(0, [0.5, 1.0], 1, [0.0, 0.5])], &[]);
    assert!(matches!(&stuck, GraphError::DeadEnd(verb) if verb == "b"), "{stuck}");
    let lost = refused(two(), vec![way(1, [0.5, 1.0], 0, [0.0, 0.5])], &[0]);
    assert!(matches!(&lost, GraphError::Unreachable(verb) if verb == "b"), "{lost}");
    let never = vec![
        way(0, [0.5, 1.0], 1, [0.2, 0.5]),
        way(1, [0.1, 0.4], 0, [0.0, 0.2]),
        way(1, [0.6, 1.0], 0, [0.0, 0.2]),
    ];
    let never = refused(two(), never, &[]);
    assert!(matches!(&never, GraphError::NeverTaken(transition) if transition == "b → a"), "{never}");
    for why in [late, stuck, lost, never] {
        assert!(why.to_string().len() > 20, "{why}");
    }
}

#[test]
fn a_transition_may_leave_at_the_end_of_a_round() {
    let ways = vec![way(0, [1.0, 1.2], 1, [0.0, 0.2]), way(1, [0.0, 0.2], 0, [1.0, 1.2])];
    let graph = graph(vec![cyclic("a", 1.0), cyclic("b", 1.0)], ways, &[]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.step(0.1, &mut ());
    for verb in [VerbId(1), VerbId(0)] {
        actor.request(verb).expect("a way");
        until(&mut actor, &graph, verb);
    }
}
