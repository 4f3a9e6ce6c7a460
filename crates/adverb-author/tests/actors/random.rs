//! A thousand random scripts of requests, gestures, sudden knob changes and odd time steps.

use adverb::Actor;
use adverb::graph::{Blend, GestureId, Graph, KnobId};

use crate::measure::Watch;
use crate::stage::{gaits, hero};

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize % count.max(1)
    }
}

fn ask(dice: &mut Dice, actor: &mut Actor, graph: &Graph) {
    match dice.below(10) {
        0..=2 => {
            let nodes: Vec<_> = graph.nodes().collect();
            let _ = actor.request(graph, nodes[dice.below(nodes.len())]);
        }
        3..=6 if !graph.knobs().is_empty() => {
            let knob = dice.below(graph.knobs().len());
            let [low, high] = graph.knobs()[knob].range;
            let value = match dice.below(12) {
                0 => f32::NAN,
                1 => f32::INFINITY,
                2 => -1e30,
                _ => low + (high - low) * dice.share() as f32,
            };
            actor.turn(graph, KnobId(knob), value);
        }
        7 | 8 if !graph.parts().gestures.is_empty() => {
            let _ = actor.gesture(graph, GestureId(dice.below(graph.parts().gestures.len())));
        }
        9 if !graph.parts().gestures.is_empty() => {
            actor.end_gesture(GestureId(dice.below(graph.parts().gestures.len())));
        }
        _ => {}
    }
}

/// Plays a random script of ten seconds, and watches it.
fn watched(graph: &Graph, seed: u64) -> Watch {
    let mut dice = Dice(seed);
    let mut actor = Actor::new(graph, seed);
    let mut watch = Watch::new(graph);
    while actor.now().0 < 10.0 {
        if dice.below(20) == 0 {
            ask(&mut dice, &mut actor, graph);
        }
        let secs = match dice.below(60) {
            0 => 0.0,
            1 => -1.0,
            2 => f64::NAN,
            3 => 0.3 * dice.share(),
            _ => 0.002 + 0.03 * dice.share(),
        };
        let before = actor.now().0;
        actor.step(graph, secs, &mut ());
        watch.look(graph, &actor, actor.now().0 - before);
    }
    watch
}

#[test]
fn a_thousand_random_scripts_stay_sound() {
    let mut haste: Vec<(f64, String)> = Vec::new();
    let mut slides: Vec<(f64, String)> = Vec::new();
    let graphs = [hero().clone(), gaits(Blend::Sigmoid), gaits(Blend::Inertial)];
    for (i, graph) in graphs.iter().enumerate() {
        for seed in 0..60 {
            let watch = watched(graph, seed);
            let joint = &graph.skeleton().joints()[watch.haste.1].name;
            let rush = &graph.skeleton().joints()[watch.rush.1].name;
            haste.push((
                watch.rush.0,
                format!(
                    "{i} {seed} {rush} at {:.2} haste {:.2} {joint} {:.2}",
                    watch.rush.2, watch.haste.0, watch.haste.2
                ),
            ));
            slides.push((watch.slide.0, format!("{i} {seed} at {:.2}", watch.slide.1)));
        }
    }
    haste.sort_by(|a, b| b.0.total_cmp(&a.0));
    slides.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{:#?}\n{:#?}", &haste[..16], &slides[..10]);
}

#[test]
fn debug_one() {
    let v: Vec<f64> = std::env::var("DBG")
        .unwrap_or("25 0 3.4 3.48".into())
        .split(' ')
        .map(|x| x.parse().unwrap())
        .collect();
    let (seed, kind, from, to) = (v[0] as u64, v[1] as usize, v[2], v[3]);
    let graph = [hero().clone(), gaits(Blend::Sigmoid), gaits(Blend::Inertial)][kind].clone();
    let mut dice = Dice(seed);
    let mut actor = Actor::new(&graph, seed);
    let mut last = crate::measure::in_root(graph.skeleton(), actor.dofs());
    while actor.now().0 < to {
        if dice.below(20) == 0 {
            ask(&mut dice, &mut actor, &graph);
            if actor.now().0 > from - 0.5 {
                println!("{:.3} ask", actor.now().0);
            }
        }
        let secs = match dice.below(60) {
            0 => 0.0,
            1 => -1.0,
            2 => f64::NAN,
            3 => 0.3 * dice.share(),
            _ => 0.002 + 0.03 * dice.share(),
        };
        let before = actor.now().0;
        actor.step(&graph, secs, &mut ());
        let now = crate::measure::in_root(graph.skeleton(), actor.dofs());
        let dt = actor.now().0 - before;
        if actor.now().0 > from {
            let knobs: Vec<f32> = (0..graph.knobs().len()).map(|k| actor.knob(KnobId(k))).collect();
            let (j, s) = now
                .iter()
                .zip(&last)
                .map(|(a, b)| a.distance(*b) / dt)
                .enumerate()
                .fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
            println!(
                "{:.3} dt {dt:.3} {} {:.3} {:?} {} knobs {knobs:.2?} {} {s:.2} stands {} {} {:.2?}",
                actor.now().0,
                graph.verb(actor.verb()).name(),
                actor.time().0,
                actor.transition(),
                actor.transition().map_or("", |t| graph.verb(graph.transition(t.0).to).name()),
                graph.skeleton().joints()[j].name,
                actor.stands(0),
                actor.stands(1),
                (0..graph.parts().gestures.len())
                    .map(|g| actor.gesture_weight(&graph, GestureId(g)))
                    .collect::<Vec<_>>()
            );
        }
        last = now;
    }
    println!("fastest {:?}", crate::measure::fastest(&graph).into_iter().fold(0.0, f64::max));
}
