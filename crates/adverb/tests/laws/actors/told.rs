//! What an actor tells: events once, at their times, and where it goes.

use std::sync::Arc;

use adverb::actor::Idle;
use adverb::graph::{
    Blend, Claim, Enter, Event, EventId, Gesture, GestureId, Graph, Leave, Mode, Parts, Transition, Usage,
    VerbId,
};
use adverb::key_times::TimeMap;
use adverb::skeleton::{DofId, JointId};
use adverb::verb;
use adverb::{Actor, CanonicalTime, DPlacement, Setting, Verb};

use super::stage::{Listener, cyclic, once, way};

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
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = Listener::default();
    let mut now = 0.0;
    for leg in 0..8 {
        let end = f64::from(leg + 1);
        actor.request(VerbId((leg % 2) as usize)).expect("a way");
        while end - now > step {
            actor.step(step, &mut world);
            now += step;
        }
        actor.step(end - now, &mut world);
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
    let mut actor = Actor::new(graph.clone(), 0);
    actor.place(DPlacement { x: 1.0, y: 0.0, z: -2.0, heading: 0.7 });
    let mut at = actor.placement();
    for frame in 0..600 {
        if frame % 100 == 0 {
            actor.request(VerbId(frame / 100 % 2)).expect("a way");
        }
        at = at.moved(actor.step(1.0 / 60.0, &mut ()));
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
    let mut actor = Actor::new(graph.clone(), 0);
    for frame in 0..200 {
        if frame % 40 == 10 {
            actor.request(VerbId((frame / 40 + 1) % 2)).expect("a way");
        }
        let before = actor.placement();
        let moved = actor.step(1.0 / 60.0, &mut ());
        let wanted = DPlacement { x: 5.0, ..before.moved(moved) };
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
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = Listener::default();
    actor.request(VerbId(1)).expect("a way");
    while actor.now().0 < 2.0 {
        actor.step(step, &mut world);
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

/// A walk that says nothing and two gestures that do, also at their beginnings and ends: a nod that is played once, and a
/// shake that repeats.
fn gesturing(at: &[f64]) -> Graph {
    let verbs: Arc<[_]> = vec![cyclic("walk", 1.0), once("nod"), cyclic("shake", 0.7)].into();
    let joint = |joint: u16| verbs[0].skeleton().joint(JointId(joint)).dofs.clone().map(DofId).collect();
    let gesture = |name: &str, verb: usize, dofs: Vec<DofId>| Gesture {
        name: name.into(),
        verb: VerbId(verb),
        fade_in: 0.2,
        fade_out: 0.8,
        mode: Mode::Replace,
        usage: vec![Claim { during: [0.0, 1.0], usage: Usage::Required, dofs }],
    };
    let event = |verb: usize, at: f64| Event { verb: VerbId(verb), at, emit: format!("{verb} {at}") };
    let parts = Parts {
        starts: vec![VerbId(0)],
        ends: vec![VerbId(0)],
        gestures: vec![gesture("nod", 1, joint(10)), gesture("shake", 2, joint(9))],
        events: at.iter().flat_map(|&at| [event(1, at), event(2, at)]).collect(),
        ..Parts::default()
    };
    Graph::new(verbs, parts).expect("a graph")
}

/// What is heard of gestures that begin at 0.3 s, in steps of some length, until 4 s; the shake is ended when it has lasted for
/// some time.
fn heard_of_gestures(graph: &Graph, shaken_secs: f64, step: f64) -> Vec<(usize, f64)> {
    let (mut actor, mut world) = (Actor::new(graph.clone(), 0), Listener::default());
    for (stop, end) in [0.3, 0.3 + shaken_secs, 4.0].into_iter().enumerate() {
        while end - actor.now().0 > step {
            actor.step(step, &mut world);
        }
        actor.step(end - actor.now().0, &mut world);
        if stop == 0 {
            assert!(world.0.is_empty(), "none has begun: {:?}", world.0);
            for id in [0, 1] {
                actor.start_gesture(GestureId(id)).expect("nothing is in its way");
            }
        } else {
            actor.end_gesture(GestureId(1));
        }
    }
    world.0.iter().map(|heard| (heard.event.0, heard.at.0)).collect()
}

#[test]
fn events_of_gestures_are_heard_once_and_at_their_times_whatever_the_step() {
    let at = [0.0, 0.25, 0.25 + 1e-12, 0.77, 1.0];
    let graph = gesturing(&at);
    let shaken_secs = 1.9;
    // When they are to be heard: of the nod once, of the shake in every round until it is ended; its end is its beginning.
    let mut expected = Vec::new();
    for (verb, rounds) in [(1, 1), (2, 9)] {
        let knobs: Vec<f32> = graph.verb(VerbId(verb)).adverbs().iter().map(|a| a.default).collect();
        let setting = Setting::new(graph.verb(VerbId(verb)), &knobs);
        for round in 0..rounds {
            for (i, &at) in at.iter().enumerate() {
                let own = if verb == 2 && at == 1.0 { 0.0 } else { at };
                let secs = setting.timeline().verb_time(CanonicalTime(own)).0
                    + f64::from(round) * setting.duration().0;
                if verb == 1 || secs < shaken_secs {
                    expected.push((2 * i + verb - 1, 0.3 + secs));
                }
            }
        }
    }
    expected.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    assert!(expected.len() > 15, "{expected:?}");
    for step in [10.0, 1.0 / 3.0, 1.0 / 30.0, 1.0 / 60.0, 1.0 / 61.0, 0.01, 0.001] {
        let mut own = heard_of_gestures(&graph, shaken_secs, step);
        assert!(own.windows(2).all(|pair| pair[0].1 <= pair[1].1), "in order, in steps of {step} s: {own:?}");
        // Those as near as rounding fall together.
        own.sort_by(|a, b| if (a.1 - b.1).abs() < 1e-9 { a.0.cmp(&b.0) } else { a.1.total_cmp(&b.1) });
        let events = |all: &[(usize, f64)]| all.iter().map(|(event, _)| *event).collect::<Vec<_>>();
        assert_eq!(events(&own), events(&expected), "in steps of {step} s");
        for (a, b) in own.iter().zip(&expected) {
            assert!((a.1 - b.1).abs() < 1e-9, "in steps of {step} s: {a:?}, {b:?}");
        }
    }
}

#[test]
fn a_gesture_that_has_not_begun_is_heard_after_a_snapshot() {
    let graph = gesturing(&[0.0]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.start_gesture(GestureId(0)).expect("nothing is in its way");
    let mut state = Vec::new();
    actor.snapshot(&mut state);
    let mut restored = Actor::new(graph.clone(), 1);
    restored.restore(&state).expect("a state");
    for actor in [&mut actor, &mut restored] {
        let mut world = Listener::default();
        (0..3).for_each(|_| _ = actor.step(0.1, &mut world));
        assert_eq!(
            world.0.iter().map(|heard| (heard.event, heard.at.0)).collect::<Vec<_>>(),
            [(EventId(0), 0.0)]
        );
    }
}

#[test]
fn a_gesture_that_is_ended_says_nothing_more() {
    let graph = gesturing(&[0.0, 0.5]);
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = Listener::default();
    actor.start_gesture(GestureId(0)).expect("nothing is in its way");
    actor.end_gesture(GestureId(0));
    actor.step(2.0, &mut world);
    assert!(world.0.is_empty(), "{:?}", world.0);
}

/// A verb that repeats and the same as a gesture, which say something wherever a tick of the grid of 60 Hz falls.
fn ticking(ticks: usize) -> Graph {
    let walk = cyclic("walk", 1.0);
    let parts = walk.parts().clone();
    let intervals = vec![ticks as f64 / 120.0; parts.intervals.len()];
    let parts = verb::Parts { map: TimeMap::Linear, intervals, ..parts };
    let walk = Verb::new(walk.skeleton().clone(), parts).expect("a verb");
    let head = walk.skeleton().joint(JointId(10)).dofs.clone().map(DofId).collect();
    let gesture = Gesture {
        name: "walk".into(),
        verb: VerbId(1),
        fade_in: 0.2,
        fade_out: 0.8,
        mode: Mode::Replace,
        usage: vec![Claim { during: [0.0, 1.0], usage: Usage::Required, dofs: head }],
    };
    let at = |i: usize| (i % ticks) as f64 / ticks as f64;
    let event = |i: usize| Event { verb: VerbId(i / ticks), at: at(i), emit: i.to_string() };
    let parts = Parts {
        starts: vec![VerbId(0)],
        ends: vec![VerbId(0)],
        gestures: vec![gesture],
        events: (0..2 * ticks).map(event).collect(),
        ..Parts::default()
    };
    Graph::new(vec![walk.clone(), walk].into(), parts).expect("a graph")
}

#[test]
fn events_that_fall_on_ticks_are_heard_once() {
    for ticks in (60..140).step_by(2) {
        let graph = ticking(ticks);
        for step in [1.0 / 60.0, 1.0 / 30.0, 0.1, 1.0 / 120.0, 5.0, 0.013] {
            let mut actor = Actor::new(graph.clone(), 0);
            // So that ticks count.
            actor.set_idle(Some(Idle { after_secs: 1e6, ..Idle::default() }));
            actor.start_gesture(GestureId(0)).expect("nothing is in its way");
            let mut world = Listener::default();
            while actor.now().0 < 5.0 {
                actor.step(step, &mut world);
            }
            for verb in 0..2 {
                let own = world.0.iter().map(|heard| heard.event.0).filter(|event| event / ticks == verb);
                let own: Vec<usize> = own.collect();
                assert!(own.len() >= 300, "{ticks} ticks, steps of {step} s: {} events", own.len());
                for (i, event) in own.iter().enumerate() {
                    assert_eq!(event % ticks, i % ticks, "{ticks} ticks, steps of {step} s, verb {verb}");
                }
            }
        }
    }
}
