//! Snapshots that are cut short, changed or forged; that whole ones lead back is a law of `adverb-laws`.

use adverb::actor::SnapshotError;
use adverb::graph::{Graph, KnobId, VerbId};
use adverb::{Actor, Crowd};

use super::stage::{cyclic, graph, way};
use crate::packs::made;

/// An actor with something of everything under way.
fn busy(graph: &Graph, seed: u64) -> Actor {
    let mut actor = Actor::new(graph, seed);
    actor.turn(graph, KnobId(0), 2.0);
    for step in 0..40 {
        let _ = actor.request(graph, VerbId((seed as usize + step / 9) % graph.verbs().len()));
        if !graph.parts().gestures.is_empty() {
            let _ = actor.gesture(graph, adverb::graph::GestureId(0));
        }
        actor.step(graph, 0.05 * (1.0 + seed as f64 % 3.0), &mut ());
    }
    actor
}

#[test]
fn snapshots_are_small() {
    let pack = made::pack(6);
    let mut state = Vec::new();
    busy(&pack.graphs()[0], 0).snapshot(&pack.graphs()[0], &mut state);
    let dofs = pack.skeleton().dofs().len();
    println!("{} bytes for {dofs} DOFs", state.len());
    assert!(state.len() < 700 + 4 * 4 * dofs, "{} bytes", state.len());
}

#[test]
fn a_snapshot_of_another_graph_is_refused() {
    let here = graph(vec![cyclic("a", 1.0), cyclic("b", 1.0)], vec![way(0, [0.1, 0.2], 1, [0.1, 0.2])], &[1]);
    let there =
        graph(vec![cyclic("a", 1.0), cyclic("b", 1.0)], vec![way(0, [0.1, 0.3], 1, [0.1, 0.2])], &[1]);
    let mut state = Vec::new();
    busy(&here, 0).snapshot(&here, &mut state);
    let mut actor = busy(&there, 1);
    let before = actor.clone();
    assert_eq!(actor.restore(&there, &state), Err(SnapshotError::AnotherGraph));
    assert!(actor == before, "nothing has changed");
}

#[test]
fn cut_or_changed_snapshots_are_refused_and_change_nothing() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    busy(graph, 2).snapshot(graph, &mut state);
    let mut actor = busy(graph, 1);
    let before = actor.clone();
    for end in 0..state.len() {
        assert!(actor.restore(graph, &state[..end]).is_err(), "{end} bytes");
    }
    for bit in 0..8 * state.len() {
        state[bit / 8] ^= 1 << (bit % 8);
        assert!(actor.restore(graph, &state).is_err(), "bit {bit}");
        state[bit / 8] ^= 1 << (bit % 8);
    }
    state.push(0);
    assert!(actor.restore(graph, &state).is_err());
    assert!(actor == before, "nothing has changed");
}

#[test]
fn forged_snapshots_never_break_an_actor() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut state = Vec::new();
    let mut taken = 0;
    for seed in 0..2 {
        busy(graph, seed).snapshot(graph, &mut state);
        let other = busy(graph, 3);
        for at in 8..state.len() {
            for wrong in [0u8, 0x7f, 0xff] {
                let mut forged = state.clone();
                forged[at] = wrong;
                let checksum = crc32fast::hash(&forged[8..]);
                forged[4..8].copy_from_slice(&checksum.to_le_bytes());
                let mut actor = other.clone();
                taken += usize::from(actor.restore(graph, &forged).is_ok());
                actor.step(graph, 0.3, &mut ());
                let _ = actor.request(graph, VerbId(0));
                actor.step(graph, 0.5, &mut ());
                assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "byte {at} as {wrong}");
            }
        }
    }
    assert!(taken > 100, "many of them are states like any other");
}

#[test]
fn threads_give_the_same_bits_as_one_by_one() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut alone = Crowd { actors: (0..23).map(|seed| busy(graph, seed)).collect() };
    for threads in [0, 1, 2, 3, 8, 100] {
        let mut crowd = alone.clone();
        let mut plain = alone.clone();
        for _ in 0..30 {
            crowd.step_in_parallel(graph, 1.0 / 30.0, threads, |_| ());
            plain.step(graph, 1.0 / 30.0, |_| ());
        }
        assert!(crowd == plain, "{threads} threads");
    }
    alone.actors.clear();
    alone.step_in_parallel(graph, 1.0, 4, |_| ());
}
