//! Crowds: the same actors as alone, however they are stepped.

use std::sync::Arc;

use adverb::actor::Heard;
use adverb::graph::{GestureId, KnobId, VerbId};
use adverb::{Actor, Crowd, Graph, World};

use super::snapshots::busy;
use super::stage::Listener;
use crate::packs::made;

fn crowd(graph: &Arc<Graph>, count: u64) -> Crowd {
    let mut crowd = Crowd::new(graph.clone(), 0, 0);
    (0..count).for_each(|seed| crowd.push(busy(graph, seed)));
    crowd
}

#[test]
fn threads_give_the_same_bits_as_one_by_one() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let alone = crowd(graph, 23);
    for threads in [0, 1, 2, 3, 8, 100] {
        let (mut many, mut plain) = (alone.clone(), alone.clone());
        for _ in 0..30 {
            std::thread::scope(|scope| {
                for mut part in many.parts(threads) {
                    scope.spawn(move || part.step(1.0 / 30.0, |_| ()));
                }
            });
            plain.step(1.0 / 30.0, |_| ());
            assert!(many.events().eq(plain.events()), "{threads} threads: what is heard");
            assert!((0..23).all(|number| many.moved(number) == plain.moved(number)), "{threads} threads");
        }
        assert!(many == plain, "{threads} threads");
    }
    Crowd::new(graph.clone(), 0, 0).parts(4).for_each(|mut part| part.step(1.0, |_| ()));
}

#[test]
fn an_actor_of_a_crowd_is_as_one_alone() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut crowd = Crowd::new(graph.clone(), 5, 3);
    let mut alone: Vec<Actor> = crowd.actors().cloned().collect();
    let mut heard: Vec<(usize, Heard)> = Vec::new();
    let mut told: Vec<(usize, Heard)> = Vec::new();
    for frame in 0..600 {
        let number = frame % 5;
        if frame % 200 < 5 {
            let verb = VerbId(frame / 200 % 2);
            assert_eq!(alone[number].request(verb), crowd.actor_mut(number).request(verb));
        }
        alone[number].set_knob(KnobId(0), (frame % 7) as f32);
        crowd.actor_mut(number).set_knob(KnobId(0), (frame % 7) as f32);
        let begun = alone[number].start_gesture(GestureId(0));
        assert_eq!(begun, crowd.actor_mut(number).start_gesture(GestureId(0)));
        crowd.step(1.0 / 60.0, |_| ());
        heard.extend(crowd.events());
        for (number, actor) in alone.iter_mut().enumerate() {
            let mut listener = Listener::default();
            let moved = actor.step(1.0 / 60.0, &mut listener);
            assert_eq!(moved, crowd.moved(number));
            told.extend(listener.0.into_iter().map(|heard| (number, heard)));
        }
    }
    assert!(crowd.actors().eq(alone.iter()), "the same states");
    assert!(!heard.is_empty() && heard == told, "{} and {} events", heard.len(), told.len());
}

#[test]
fn actors_that_are_updated_less_often_go_along_the_same_path() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut often = crowd(graph, 6);
    let mut seldom = often.clone();
    (0..6).for_each(|number| seldom.set_update_interval(number, 0.1 * number as f64));
    let mut met = 0;
    for _ in 0..240 {
        often.step(1.0 / 60.0, |_| ());
        seldom.step(1.0 / 60.0, |_| ());
        for (own, other) in seldom.actors().zip(often.actors()) {
            if (own.now().0 - other.now().0).abs() < 1e-9 {
                met += 1;
                let far = own.dofs().iter().zip(other.dofs()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(far < 2e-3, "{far} apart at {:?}", own.now());
            }
        }
    }
    assert!(met > 240 + 5 * 6, "they meet: {met} times");
}

/// Ground that is told by the number of the actor.
struct Storey(usize);

impl World for Storey {
    fn ground(&self, _: [f64; 3]) -> Option<adverb::Ground> {
        Some((self.0 as f64).into())
    }
}

#[test]
fn every_actor_has_a_world_of_its_own() {
    let pack = made::pack(6);
    let mut crowd = crowd(&pack.graphs()[0], 4);
    (0..240).for_each(|_| crowd.step(1.0 / 60.0, Storey));
    for (number, actor) in crowd.actors().enumerate() {
        assert!((actor.placement().y - number as f64).abs() < 0.05, "{number}: {:?}", actor.placement());
    }
}
