//! Verbs while their knobs turn: what a person sees who drags a point and a slider.

use adverb::graph::{FootId, KnobId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, Graph, Verb};
use glam::{Affine3A, DVec3};

use super::demo;
use super::measure::{Positions, bends, positions};
use super::real;

const FPS: f64 = 60.0;
const SECS: f64 = 40.0;

/// From −1 to 1 of its range, by the time in seconds and the knob's number.
type Knobs = fn(f64, usize) -> f32;

/// Plays a verb, all its knobs turned by a function of time and of the knob's number, from −1 to 1 of their ranges. Returns the
/// frames, and the farthest that a ball moved over the ground while its foot stood.
fn steered(verb: &Verb, constraints: bool, knob: impl Fn(f64, usize) -> f32) -> (Vec<Positions>, f64) {
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    actor.set_foot_planting(constraints);
    let skeleton = verb.skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let mut frames = Vec::new();
    let mut stood: Vec<Option<DVec3>> = vec![None; verb.feet().len()];
    let mut most = 0.0f64;
    for frame in 0..(SECS * FPS) as usize {
        for (a, adverb) in verb.adverbs().iter().enumerate() {
            let [low, high] = adverb.range;
            let value = knob(frame as f64 / FPS, a).clamp(-1.0, 1.0);
            actor.set_knob(KnobId(a), 0.5 * (low + high) + 0.5 * (high - low) * value);
        }
        actor.step(1.0 / FPS, &mut ());
        frames.push(positions(skeleton, actor.dofs()));
        world_transforms(skeleton, actor.dofs(), &mut world);
        for (f, foot) in verb.feet().iter().enumerate() {
            let ball = world[foot.ball.index()].translation.as_dvec3();
            let ball = DVec3::new(ball.x, 0.0, ball.z);
            stood[f] = actor.is_planted(FootId(f)).then(|| {
                let first = stood[f].unwrap_or(ball);
                most = most.max(first.distance(ball));
                first
            });
        }
    }
    (frames, most)
}

/// Every three seconds somewhere else, as fast as the knobs go.
fn jerks(secs: f64, knob: usize) -> f32 {
    const PLACES: [f32; 7] = [0.0, 0.9, -0.8, 0.3, -1.0, 0.6, -0.2];
    PLACES[((secs / 3.0) as usize * 3 + 2 * knob) % PLACES.len()]
}

/// Slowly there and back, every knob in its own time.
fn waves(secs: f64, knob: usize) -> f32 {
    (secs * (0.7 + 0.31 * knob as f64)).sin() as f32
}

/// Slow knobs leave feet where they are. Knobs that jump from end to end while a foot stands may take the body so far from it
/// that it is dragged along; nothing flips even then.
fn holds(name: &str, verb: &Verb) {
    let ways: [(_, Knobs, _, _); 2] = [("waves", waves, 5e-3, 3.0), ("jerks", jerks, 0.15, 5.0)];
    for (how, knob, most_m, most_times) in ways {
        let (held, slid) = steered(verb, true, knob);
        let (free, _) = steered(verb, false, knob);
        let worst = bends(&held)
            .into_iter()
            .zip(bends(&free))
            .enumerate()
            .map(|(j, (held, free))| (held / (free + 3e-3), j, held, free))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .expect("joints");
        let joint = super::measure::name(verb.skeleton(), worst.1);
        println!(
            "{name}, {how}: feet slide {:.2} mm; {joint} bends by {:.1} mm, {:.1} mm if not held",
            1e3 * slid,
            1e3 * worst.2,
            1e3 * worst.3
        );
        assert!(held.iter().flatten().all(|p| p.is_finite()), "{name}, {how}");
        assert!(slid < most_m, "{name}, {how}: a foot slides {slid} m");
        assert!(
            worst.0 < most_times,
            "{name}, {how}: {joint} bends by {} m, {} m if not held",
            worst.2,
            worst.3
        );
    }
}

#[test]
fn built_in_feet_hold_while_knobs_turn() {
    for built in demo::hero().iter().filter(|built| !built.verb.adverbs().is_empty()) {
        holds(built.verb.name(), &built.verb);
    }
}

#[test]
fn real_feet_hold_while_knobs_turn() {
    for (name, real) in [("styles", real::styles()), ("turns", real::turns()), ("speeds", real::speeds())] {
        holds(name, &real.built.verb);
    }
}
