//! A thousand random scripts of requests, gestures, sudden knob changes and odd time steps.

use adverb::Actor;
use adverb::graph::{Blend, GestureId, Graph, KnobId};

use crate::measure::Watch;
use crate::stage::gaits;

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
    for (i, blend) in [Blend::Sigmoid, Blend::Inertial].into_iter().enumerate() {
        let graph = gaits(blend);
        for seed in 0..50 {
            let watch = watched(&graph, seed);
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
