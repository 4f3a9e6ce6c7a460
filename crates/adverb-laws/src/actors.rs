//! Laws of actors on verb graphs: requests, chance, gestures, objects, ground, and snapshots of all of it.

use adverb::actor::{Heard, Idle};
use adverb::glam::Vec3;
use adverb::graph::{GestureId, HandId, KnobId, ObjectId, VerbId};
use adverb::{Actor, Crowd, DPlacement, Graph, Ground, World, WorldTransform};

use crate::Law;
use crate::packs::made;
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    vec![
        replays_are_alike(),
        a_restored_actor_goes_on_alike(),
        crowds_are_actors(),
        origins_are_as_good_as_home(),
    ]
}

/// Hills, and how often something was heard.
#[derive(Default)]
struct Hills {
    heard: Vec<(usize, f64)>,
}

impl World for Hills {
    fn ground(&self, [x, _, z]: [f64; 3]) -> Option<Ground> {
        let (x, z) = (x as f32, z as f32);
        (x < 3.0).then(|| f64::from(0.1 * x - 0.05 * z).into())
    }

    fn hear(&mut self, event: Heard) {
        self.heard.push((event.event.0, event.at.0));
    }
}

/// Asks an actor for something or other.
fn ask(random: &mut Random, actor: &mut Actor, graph: &Graph) {
    let point = (2.0 * random.vector() + Vec3::Y).to_array().map(f64::from);
    match random.below(9) {
        0 | 1 => {
            let _ = actor.request(VerbId(random.below(graph.verbs().len())));
        }
        2 | 3 => {
            let knob = random.below(graph.knobs().len());
            let [low, high] = graph.knobs()[knob].range;
            actor.set_knob(KnobId(knob), low + (high - low) * random.unit());
        }
        4 => {
            let _ = actor.start_gesture(GestureId(0));
        }
        5 => actor.look_at((random.unit() < 0.7).then_some(point)),
        6 => actor.reach(HandId(0), (random.unit() < 0.7).then_some(point)),
        7 => {
            actor.place_object(ObjectId(0), (random.unit() < 0.7).then_some(WorldTransform::at(point)));
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
    let moved = actor.step(f64::from(secs), &mut hills);
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
        let (mut random, mut actor) = (Random(seed), Actor::new(graph.clone(), seed));
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
        let (mut random, mut actor) = (Random(seed), Actor::new(graph.clone(), seed));
        let mut ignored = Law::new("");
        for _ in 0..60 {
            step(&mut random, &mut actor, graph, &mut ignored);
        }
        actor.snapshot(&mut state);
        law.number(state.len() as f32);
        let mut restored = Actor::new(graph.clone(), 0);
        law.check(restored.restore(&state) == Ok(()));
        restored.snapshot(&mut again);
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
    let mut crowd = Crowd::new(graph.clone(), 5, 3);
    let mut alone: Vec<Actor> = crowd.actors().cloned().collect();
    for frame in 0..90 {
        for (number, actor) in alone.iter_mut().enumerate() {
            let seed = 1000 * frame + number as u64;
            ask(&mut Random(seed), actor, graph);
            ask(&mut Random(seed), &mut crowd.actor_mut(number), graph);
        }
        crowd.step(1.0 / 45.0, |_| Hills::default());
        alone.iter_mut().for_each(|actor| {
            actor.step(1.0 / 45.0, &mut Hills::default());
        });
    }
    law.check(crowd.actors().eq(alone.iter()));
    for actor in crowd.actors() {
        law.numbers(actor.dofs());
        law.time(f64::from_bits(actor.state_hash()));
    }
    law
}

/// Far out, on ground that slopes and moves, with an origin that follows: the same bits everywhere.
fn origins_are_as_good_as_home() -> Law {
    let mut law = Law::new("origins_are_as_good_as_home");
    let pack = made();
    let graph = &pack.graphs()[0];
    let far = DPlacement { x: 1e6, y: 50.0, z: -3e5, heading: 2.0 };
    let mut actor = Actor::new(graph.clone(), 5);
    actor.place(far);
    let mut random = Random(77);
    for frame in 0..200 {
        if frame % 20 == 0 {
            ask(&mut random, &mut actor, graph);
        }
        actor.step(1.0 / 60.0, &mut Deck { height: far.y });
        actor.shift_origin(actor.placement());
        law.numbers(actor.dofs());
        law.time(f64::from_bits(actor.state_hash()));
    }
    law
}

/// The deck of a ship: sloping, and on its way.
struct Deck {
    height: f64,
}

impl World for Deck {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(Ground::from(self.height).with_normal([0.1, 1.0, 0.05]).with_velocity([0.5, 0.0, 1.0]))
    }
}
