//! What an actor tells: events once, at their times, and where it goes.

use std::sync::Arc;

use adverb::graph::{Blend, Enter, Event, EventId, Graph, Leave, Parts, Transition, VerbId};
use adverb::{Actor, Placement};

use super::stage::{Listener, cyclic, way};

/// Two verbs that say something at their keys, at their beginnings and in between.
fn talking(blend: Blend) -> Graph {
    let verbs = vec![cyclic("walk", 1.0), cyclic("run", 0.6)];
    let event = |verb: usize, at: f64| Event { verb: VerbId(verb), at, emit: format!("{verb} {at}") };
    let events = [0.0, 0.5, 0.25, 0.77].iter().flat_map(|&at| [event(0, at), event(1, at)]).collect();
    let way = |from: usize, to: usize| Transition {
        from: VerbId(from),
        to: VerbId(to),
        leave: Leave::AtOnce { secs: 0.3 },
        enter: Enter::Matching,
        blend: blend.clone(),
        likelihood: 0.0,
    };
    let transitions = vec![way(0, 1), way(1, 0)];
    let parts =
        Parts { name: "talking".into(), starts: vec![VerbId(0)], transitions, events, ..Parts::default() };
    Graph::new(Arc::from(verbs), parts).expect("a graph")
}

/// What is heard in eight seconds of going to and fro between the verbs, in steps of some length.
fn heard(graph: &Graph, step: f64) -> Vec<(usize, f64)> {
    let mut actor = Actor::new(graph, 0);
    let mut world = Listener::default();
    let mut now = 0.0;
    for leg in 0..8 {
        let end = f64::from(leg + 1);
        actor.request(graph, VerbId((leg % 2) as usize)).expect("a way");
        while end - now > step {
            actor.step(graph, step, &mut world);
            now += step;
        }
        actor.step(graph, end - now, &mut world);
        now = end;
    }
    world.0.iter().map(|heard| (heard.event.0, heard.at.0)).collect()
}

#[test]
fn events_are_heard_once_and_at_their_times_whatever_the_step() {
    for blend in [Blend::Sigmoid, Blend::Inertial] {
        let graph = talking(blend);
        let all = heard(&graph, 100.0);
        assert!(all.len() > 20, "{all:?}");
        for step in [1.0 / 3.0, 1.0 / 30.0, 1.0 / 61.0, 0.001] {
            let own = heard(&graph, step);
            assert_eq!(own.len(), all.len(), "in steps of {step} s");
            for (a, b) in own.iter().zip(&all) {
                assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-9, "in steps of {step} s: {a:?}, {b:?}");
            }
        }
        // Keys that fall together in a transition are heard from one of the two verbs, in turn.
        let keys: Vec<usize> = all.iter().map(|(event, _)| event / 2).collect();
        let turns = [0, 2, 1, 3];
        for (i, key) in keys.iter().enumerate() {
            assert_eq!(*key, turns[i % 4], "{keys:?}");
        }
    }
}

#[test]
fn root_deltas_add_up_to_the_way() {
    let graph = talking(Blend::Sigmoid);
    let mut actor = Actor::new(&graph, 0);
    actor.place(Placement { x: 1.0, z: -2.0, heading: 0.7 });
    let mut at = actor.placement();
    for frame in 0..600 {
        if frame % 100 == 0 {
            actor.request(&graph, VerbId(frame / 100 % 2)).expect("a way");
        }
        at = at.compose(actor.step(&graph, 1.0 / 60.0, &mut ()));
    }
    let own = actor.placement();
    assert!(
        (own.x - at.x).hypot(own.z - at.z) < 1e-3 && (own.heading - at.heading).abs() < 1e-4,
        "{own:?} {at:?}"
    );
    assert!(own.z.hypot(own.x) > 3.0, "it has gone somewhere: {own:?}");
}

#[test]
fn pushed_actors_are_where_they_were_pushed() {
    let graph = talking(Blend::Sigmoid);
    let mut actor = Actor::new(&graph, 0);
    for frame in 0..200 {
        if frame % 40 == 10 {
            actor.request(&graph, VerbId((frame / 40 + 1) % 2)).expect("a way");
        }
        let before = actor.placement();
        let moved = actor.step(&graph, 1.0 / 60.0, &mut ());
        let wanted = Placement { x: 5.0, ..before.compose(moved) };
        actor.push_to(wanted);
        assert_eq!(actor.placement().x, 5.0);
    }
}

/// What is heard in the first round of a walk that goes over to a run, both of which say something at some times.
fn heard_once(transition: Transition, at: &[f64], step: f64) -> Vec<EventId> {
    let event = |verb: usize, at: f64| Event { verb: VerbId(verb), at, emit: format!("{verb} {at}") };
    let parts = Parts {
        starts: vec![VerbId(0)],
        ends: vec![VerbId(1)],
        transitions: vec![transition],
        events: at.iter().flat_map(|&at| [event(0, at), event(1, at)]).collect(),
        ..Parts::default()
    };
    let graph = Graph::new(vec![cyclic("walk", 1.0), cyclic("run", 1.0)].into(), parts).expect("a graph");
    let mut actor = Actor::new(&graph, 0);
    let mut world = Listener::default();
    actor.request(&graph, VerbId(1)).expect("a way");
    while actor.now().0 < 2.0 {
        actor.step(&graph, step, &mut world);
    }
    let first_round = world.0.iter().filter(|heard| heard.at.0 < actor.setting().duration().0);
    first_round.map(|heard| heard.event).collect()
}

#[test]
fn events_on_the_bounds_of_a_transition_are_heard_once() {
    for step in [1.0, 0.01] {
        let heard = |leave, enter| heard_once(way(0, leave, 1, enter), &[0.5], step);
        assert_eq!(heard([0.5, 0.7], [0.6, 0.8]), [EventId(0)], "where it leaves");
        assert_eq!(heard([0.1, 0.3], [0.3, 0.5]), [EventId(1)], "where it has entered");
        assert_eq!(heard([0.4, 0.6], [0.4, 0.6]).len(), 1, "half way, where two fall together");
    }
}

#[test]
fn events_as_near_as_rounding_are_heard_once_each() {
    let at = [0.1, 0.1 + 1e-12, 0.8, 0.8 + 1e-12];
    for step in [1.0, 0.01] {
        let heard = heard_once(way(0, [0.3, 0.5], 1, [0.3, 0.5]), &at, step);
        assert_eq!(heard, [0, 2, 5, 7].map(EventId));
    }
}
