//! Many actors on one graph, stepped one by one or by several threads: the same bits either way, since none sees another.

use crate::actor::{Actor, World};
use crate::graph::Graph;

/// Actors on one graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Crowd {
    /// In any order; each is an actor like any other.
    pub actors: Vec<Actor>,
}

impl Crowd {
    /// So many actors, what each leaves to chance following from the seed and its number.
    pub fn new(graph: &Graph, count: usize, seed: u64) -> Self {
        Self {
            actors: (0..count as u64)
                .map(|number| Actor::new(graph, seed.wrapping_add(number << 32)))
                .collect(),
        }
    }

    /// Lets time pass for all, one after another. `world` makes what surrounds each, by its number.
    pub fn step<W: World>(&mut self, graph: &Graph, secs: f64, world: impl Fn(usize) -> W) {
        for (number, actor) in self.actors.iter_mut().enumerate() {
            actor.step(graph, secs, &mut world(number));
        }
    }

    /// As [`Self::step`], by this many threads at once; with one or none of them it is that. Starting threads takes memory.
    pub fn step_in_parallel<W: World>(
        &mut self,
        graph: &Graph,
        secs: f64,
        threads: usize,
        world: impl Fn(usize) -> W + Sync,
    ) {
        if threads < 2 || self.actors.len() < 2 {
            return self.step(graph, secs, world);
        }
        let size = self.actors.len().div_ceil(threads);
        let world = &world;
        std::thread::scope(|scope| {
            for (chunk, actors) in self.actors.chunks_mut(size).enumerate() {
                scope.spawn(move || {
                    for (place, actor) in actors.iter_mut().enumerate() {
                        actor.step(graph, secs, &mut world(chunk * size + place));
                    }
                });
            }
        });
    }
}
