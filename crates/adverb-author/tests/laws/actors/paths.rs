//! The way an actor goes does not depend on how often it is looked at.

use adverb::graph::Blend;
use adverb::{Actor, Graph};

use super::stage::{gaits, verb};

/// What is asked of an actor at which time, in seconds.
type Script = [(f64, fn(&mut Actor, &Graph))];

/// The pose at the end of a script that is played in steps of some seconds.
fn played(graph: &Graph, script: &Script, secs: f64, step: f64) -> Actor {
    let mut actor = Actor::new(graph.clone(), 7);
    let mut now = 0.0;
    for (at, ask) in script.iter().map(|(at, ask)| (*at, Some(ask))).chain([(secs, None)]) {
        while at - now > step {
            actor.step(step, &mut ());
            now += step;
        }
        actor.step(at - now, &mut ());
        now = at;
        if let Some(ask) = ask {
            ask(&mut actor, graph);
        }
    }
    actor
}

#[test]
fn path_does_not_depend_on_the_step() {
    let script: &Script = &[
        (1.0, |actor, graph| actor.set_knob(graph.knob_named("happiness").unwrap(), 0.8)),
        (1.7, |actor, _| actor.request(verb("run")).unwrap()),
        (2.5, |actor, graph| actor.set_knob(graph.knob_named("turn").unwrap(), 30.0)),
        (3.3, |actor, _| actor.request(verb("sneak")).unwrap()),
        (6.0, |actor, _| actor.request(verb("run")).unwrap()),
        (6.2, |actor, _| actor.request(verb("walk")).unwrap()),
    ];
    for blend in [Blend::Sigmoid, Blend::Inertial, Blend::Linear] {
        let graph = gaits(blend.clone());
        let fine = played(&graph, script, 12.0, 1.0 / 300.0);
        for step in [20.0, 1.0 / 7.0, 1.0 / 60.0] {
            let actor = played(&graph, script, 12.0, step);
            assert_eq!(actor.verb(), fine.verb());
            let far = actor.dofs().iter().zip(fine.dofs()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 1e-5, "steps of {step} s: {far} apart after {blend:?}");
        }
    }
}
