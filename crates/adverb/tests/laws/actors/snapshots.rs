//! Snapshots that are cut short, changed or forged; that whole ones lead back is a law of `adverb-laws`.

use std::sync::Arc;

use adverb::actor::SnapshotError;
use adverb::graph::{Graph, HandId, KnobId, ObjectId, VerbId};
use adverb::{Actor, WorldTransform};

use super::stage::{cyclic, graph, way};
use crate::packs::made;

/// An actor with something of everything under way.
pub fn busy(graph: &Arc<Graph>, seed: u64) -> Actor {
    let mut actor = Actor::new(graph.clone(), seed);
    actor.set_knob(KnobId(0), 2.0);
    for step in 0..40 {
        let _ = actor.request(VerbId((seed as usize + step / 9) % graph.verbs().len()));
        if !graph.parts().gestures.is_empty() {
            let _ = actor.start_gesture(adverb::graph::GestureId(0));
        }
        actor.step(0.05 * (1.0 + seed as f64 % 3.0), &mut ());
    }
    actor
}

/// The same, reaching for a point, looking at another, and with an object put somewhere.
fn busier(graph: &Arc<Graph>, seed: u64) -> Actor {
    let mut actor = busy(graph, seed);
    actor.reach(HandId(0), Some([0.5, 1.0, 2.0]));
    actor.look_at(Some([1.0, 1.0, 3.0]));
    actor.place_object(ObjectId(0), Some(WorldTransform::at([0.2, 1.1, 0.4])));
    actor.step(0.1, &mut ());
    actor
}

#[test]
fn snapshots_are_small() {
    let pack = made::pack(6);
    let mut state = Vec::new();
    busy(&pack.graphs()[0], 0).snapshot(&mut state);
    let dofs = pack.skeleton().dofs().len();
    println!("{} bytes for {dofs} DOFs", state.len());
    assert!(state.len() < 700 + 4 * 4 * dofs, "{} bytes", state.len());
}

#[test]
fn a_snapshot_of_another_graph_is_refused() {
    let here = Arc::new(graph(
        vec![cyclic("a", 1.0), cyclic("b", 1.0)],
        vec![way(0, [0.1, 0.2], 1, [0.1, 0.2])],
        &[1],
    ));
    let there = Arc::new(graph(
        vec![cyclic("a", 1.0), cyclic("b", 1.0)],
        vec![way(0, [0.1, 0.3], 1, [0.1, 0.2])],
        &[1],
    ));
    let mut state = Vec::new();
    busy(&here, 0).snapshot(&mut state);
    let mut actor = busy(&there, 1);
    let before = actor.clone();
    assert_eq!(actor.restore(&state), Err(SnapshotError::AnotherGraph));
    assert!(actor == before, "nothing has changed");
}

#[test]
fn cut_or_changed_snapshots_are_refused_and_change_nothing() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    busy(graph, 2).snapshot(&mut state);
    let mut actor = busy(graph, 1);
    let before = actor.clone();
    for end in 0..state.len() {
        assert!(actor.restore(&state[..end]).is_err(), "{end} bytes");
    }
    for bit in 0..8 * state.len() {
        state[bit / 8] ^= 1 << (bit % 8);
        assert!(actor.restore(&state).is_err(), "bit {bit}");
        state[bit / 8] ^= 1 << (bit % 8);
    }
    state.push(0);
    assert!(actor.restore(&state).is_err());
    assert!(actor == before, "nothing has changed");
}

#[test]
fn forged_snapshots_never_break_an_actor() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    let mut taken = 0;
    // Bytes, and numbers that are none or are more than any.
    let short = [f32::NAN, f32::INFINITY, 3e38, -3e38].map(|x| x.to_le_bytes().to_vec());
    let long = [f64::NAN, f64::INFINITY, 1e300, -1e300, 1e30].map(|x| x.to_le_bytes().to_vec());
    let wrongs = [vec![vec![0], vec![0x7f], vec![0xff]], short.to_vec(), long.to_vec()].concat();
    for seed in 0..2 {
        busier(graph, seed).snapshot(&mut state);
        let other = busier(graph, 3);
        for at in 16..state.len() {
            for wrong in &wrongs {
                let mut forged = state.clone();
                forged[at..].iter_mut().zip(wrong).for_each(|(byte, wrong)| *byte = *wrong);
                let checksum = crc32fast::hash(&forged[8..]);
                forged[4..8].copy_from_slice(&checksum.to_le_bytes());
                let mut actor = other.clone();
                taken += usize::from(actor.restore(&forged).is_ok());
                actor.step(0.3, &mut ());
                let _ = actor.request(VerbId(0));
                actor.step(0.5, &mut ());
                assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "byte {at} as {wrong:?}");
            }
        }
    }
    assert!(taken > 100, "many of them are states like any other");
}

#[test]
fn rolled_back_actors_are_equal_to_what_they_were() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    for seed in 0..60 {
        let mut actor = busier(graph, seed);
        actor.snapshot(&mut state);
        let before = actor.clone();
        actor.step(0.4, &mut ());
        assert!(actor != before && actor.state_hash() != before.state_hash(), "seed {seed}: time has passed");
        actor.restore(&state).expect("its own state");
        assert!(actor == before && actor.state_hash() == before.state_hash(), "seed {seed}");
        let mut other = Actor::new(graph.clone(), 99);
        other.restore(&state).expect("a state on the same graph");
        assert!(other == before && other.state_hash() == before.state_hash(), "seed {seed}");
    }
}

#[test]
fn a_snapshot_of_other_travel_is_refused() {
    let pack = made::pack(6);
    let tripled = |parts: &adverb::verb::Parts| {
        let mut parts = parts.clone();
        parts.travel.iter_mut().for_each(|screw| screw.velocity = screw.velocity.map(|v| 3.0 * v));
        parts
    };
    let verb = |verb: &adverb::Verb| {
        adverb::Verb::new(pack.skeleton().clone(), tripled(verb.parts())).expect("a verb")
    };
    let here = &pack.graphs()[0];
    let there = Graph::new(pack.verbs().iter().map(verb).collect(), here.parts().clone()).expect("a graph");
    let mut state = Vec::new();
    busy(here, 0).snapshot(&mut state);
    assert_eq!(Actor::new(there, 0).restore(&state), Err(SnapshotError::AnotherGraph));
}

#[test]
fn a_snapshot_of_another_version_is_refused_by_its_number() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    busy(graph, 0).snapshot(&mut state);
    state[0] = 77;
    assert_eq!(Actor::new(graph.clone(), 0).restore(&state), Err(SnapshotError::Version(77)));
}
