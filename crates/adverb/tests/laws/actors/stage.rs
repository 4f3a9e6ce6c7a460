//! Graphs of made verbs that differ in little but their names, so that what leads where is all that matters.

use std::sync::Arc;

use adverb::actor::Heard;
use adverb::graph::{Blend, Enter, Graph, Leave, Parts, Transition, VerbId};
use adverb::verb;
use adverb::{Actor, Verb, World};

use crate::packs::made;

/// A verb of that name that repeats, and lasts so many times as long as the made walk.
pub fn cyclic(name: &str, slower: f64) -> Verb {
    let pack = made::pack(6);
    let parts = pack.verbs()[0].parts().clone();
    let intervals = parts.intervals.iter().map(|secs| secs * slower).collect();
    Verb::new(pack.skeleton().clone(), verb::Parts { name: name.into(), intervals, ..parts }).expect("a verb")
}

/// A verb of that name that is played once.
pub fn once(name: &str) -> Verb {
    let pack = made::pack(6);
    let parts = pack.verbs()[2].parts().clone();
    Verb::new(pack.skeleton().clone(), verb::Parts { name: name.into(), ..parts }).expect("a verb")
}

pub fn way(from: usize, leave: [f64; 2], to: usize, enter: [f64; 2]) -> Transition {
    Transition {
        from: VerbId(from),
        to: VerbId(to),
        leave: Leave::During(leave),
        enter: Enter::During(enter),
        blend: Blend::Sigmoid,
        likelihood: 0.0,
    }
}

pub fn likely(likelihood: f32, way: Transition) -> Transition {
    Transition { likelihood, ..way }
}

/// A graph that begins with the first verb; the last verbs are its ends.
pub fn graph(verbs: Vec<Verb>, transitions: Vec<Transition>, ends: &[usize]) -> Graph {
    let parts = Parts {
        name: "made".into(),
        starts: vec![VerbId(0)],
        ends: ends.iter().map(|end| VerbId(*end)).collect(),
        transitions,
        ..Parts::default()
    };
    Graph::new(Arc::from(verbs), parts).unwrap_or_else(|why| panic!("{why}"))
}

/// Everything that is heard.
#[derive(Default)]
pub struct Listener(pub Vec<Heard>);

impl World for Listener {
    fn hear(&mut self, event: Heard) {
        self.0.push(event);
    }
}

/// Plays on until a verb plays alone, and returns after how many seconds; within a minute.
pub fn until(actor: &mut Actor, graph: &Graph, verb: VerbId) -> f64 {
    let start = actor.now().0;
    while actor.verb() != verb || actor.transition().is_some() {
        actor.step(0.001, &mut ());
        assert!(actor.now().0 - start < 60.0, "{} never plays", graph.verb(verb).name());
    }
    actor.now().0 - start
}
