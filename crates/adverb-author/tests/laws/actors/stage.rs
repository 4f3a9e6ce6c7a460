//! The graphs that actors are tried on, made of the built-in character's verbs.

use std::sync::{Arc, OnceLock};

use adverb::graph::{Blend, Enter, Leave, Parts, Transition, VerbId};
use adverb::{Graph, Pack};

use crate::support::hero::load;

/// The built-in character.
pub fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack)
}

pub fn verb(name: &str) -> VerbId {
    VerbId(pack().verbs().iter().position(|verb| verb.name() == name).expect("a verb"))
}

pub fn transition(from: &str, leave: Leave, to: &str, enter: Enter, blend: Blend) -> Transition {
    Transition { from: verb(from), to: verb(to), leave, enter, blend, likelihood: 0.0 }
}

pub fn both_ways(a: &str, b: &str, blend: Blend) -> [Transition; 2] {
    let at_once = Leave::AtOnce { secs: 0.4 };
    [
        transition(a, at_once, b, Enter::Matching, blend.clone()),
        transition(b, at_once, a, Enter::Matching, blend),
    ]
}

/// The built-in character's own graph.
pub fn hero() -> &'static Graph {
    pack().graph_named("main").expect("a graph")
}

/// Walks and runs that can be left at any time.
pub fn gaits(blend: Blend) -> Graph {
    let mut transitions = Vec::new();
    for [a, b] in [["walk", "run"], ["walk", "pace"], ["pace", "run"], ["walk", "sneak"]] {
        transitions.extend(both_ways(a, b, blend.clone()));
    }
    let parts = Parts { name: "gaits".into(), starts: vec![verb("walk")], transitions, ..Parts::default() };
    Graph::new(Arc::from(pack().verbs().to_vec()), parts).expect("a graph")
}
