//! Laws of actors on verb graphs: requests, chance, gestures, objects, ground, and snapshots of all of it.

use adverb::actor::{Heard, Idle};
use adverb::glam::Vec3;
use adverb::graph::{GestureId, KnobId, ObjectId, VerbId};
use adverb::kinematics::LocalTransform;
use adverb::{Actor, Crowd, Graph, World};

use crate::Law;
use crate::packs::made;
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    vec![replays_are_alike(), a_restored_actor_goes_on_alike(), crowds_are_actors()]
}

/// Hills, and how often something was heard.
#[derive(Default)]
struct Hills {
    heard: Vec<(usize, f64)>,
}

impl World for Hills {
    fn ground(&self, x: f32, z: f32) -> Option<f32> {
        (x < 3.0).then_some(0.1 * x - 0.05 * z)
    }

    fn hear(&mut self, event: Heard) {
        self.heard.push((event.event.0, event.at.0));
    }
}

/// Asks an actor for something or other.
fn ask(random: &mut Random, actor: &mut Actor, graph: &Graph) {
    let point = 2.0 * random.vector() + Vec3::Y;
    match random.below(9) {
        0 | 1 => {
            let _ = actor.request(graph, VerbId(random.below(graph.verbs().len())));
        }
        2 | 3 => {
            let knob = random.below(graph.knobs().len());
            let [low, high] = graph.knobs()[knob].range;
            actor.turn(graph, KnobId(knob), low + (high - low) * random.unit());
        }
        4 => {
            let _ = actor.gesture(graph, GestureId(0));
        }
        5 => actor.look_at((random.unit() < 0.7).then_some(point)),
        6 => actor.reach(0, (random.unit() < 0.7).then_some(point)),
        7 => {
            let at = LocalTransform { translation: point, ..LocalTransform::IDENTITY };
            actor.put(ObjectId(0), (random.unit() < 0.7).then_some(at));
        }
        _ => actor.set_idle((random.unit() < 0.5).then_some(Idle { after_secs: 0.5, ..Idle::default() })),
    }
}

fn step(random: &mut Random, actor: &mut Actor, graph: &Graph, law: &mut Law) {
    if random.below(6) == 0 {
        ask(random, actor, graph);
    }
    let secs = if random.below(40) == 0 { 3.0 * random.unit() } else { 0.03 * random.unit() };
    let mut hills = Hills::default();
    let moved = actor.step(graph, f64::from(secs), &mut hills);
    law.numbers(&[moved.x, moved.z, moved.heading]);
    law.numbers(actor.dofs());
    for (event, at) in hills.heard {
        law.number(event as f32);
        law.time(at);
    }
    law.check(actor.dofs().iter().all(|dof| dof.is_finite()));
}

fn replays_are_alike() -> Law {
    let mut law = Law::new("replays_are_alike");
    let pack = made();
    let graph = &pack.graphs()[0];
    for seed in 0..12 {
        let (mut random, mut actor) = (Random(seed), Actor::new(graph, seed));
        for _ in 0..150 {
            step(&mut random, &mut actor, graph, &mut law);
        }
    }
    law
}

fn a_restored_actor_goes_on_alike() -> Law {
    let mut law = Law::new("a_restored_actor_goes_on_alike");
    let pack = made();
    let graph = &pack.graphs()[0];
    let (mut state, mut again) = (Vec::new(), Vec::new());
    for seed in 100..130 {
        let (mut random, mut actor) = (Random(seed), Actor::new(graph, seed));
        let mut ignored = Law::new("");
        for _ in 0..60 {
            step(&mut random, &mut actor, graph, &mut ignored);
        }
        actor.snapshot(graph, &mut state);
        law.number(state.len() as f32);
        let mut restored = Actor::new(graph, 0);
        law.check(restored.restore(graph, &state) == Ok(()));
        restored.snapshot(graph, &mut again);
        law.check(state == again);
        let mut both = [Law::new(""), Law::new("")];
        for (actor, law) in [&mut actor, &mut restored].into_iter().zip(&mut both) {
            let mut random = Random(seed + 1000);
            (0..60).for_each(|_| step(&mut random, actor, graph, law));
        }
        law.check(both[0].bits == both[1].bits);
        law.numbers(actor.dofs());
    }
    law
}

fn crowds_are_actors() -> Law {
    let mut law = Law::new("crowds_are_actors");
    let pack = made();
    let graph = &pack.graphs()[0];
    let mut crowd = Crowd::new(graph, 5, 3);
    let mut alone = crowd.actors.clone();
    for frame in 0..90 {
        for actors in [&mut crowd.actors, &mut alone] {
            for (number, actor) in actors.iter_mut().enumerate() {
                let mut random = Random(1000 * frame + number as u64);
                ask(&mut random, actor, graph);
            }
        }
        crowd.step(graph, 1.0 / 45.0, |_| Hills::default());
        alone.iter_mut().for_each(|actor| {
            actor.step(graph, 1.0 / 45.0, &mut Hills::default());
        });
    }
    law.check(crowd.actors == alone);
    crowd.actors.iter().for_each(|actor| law.numbers(actor.dofs()));
    law
}
