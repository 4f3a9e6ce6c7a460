//! Laws of packs and of what is played from them: verbs, knobs, feet, gaze.

use adverb::graph::KnobId;
use adverb::{Actor, Graph, Pack};

use crate::Law;

/// Made by hand, with every kind of field; the first format that there was.
const MADE: &[u8] = include_bytes!("../../adverb/tests/packs/v1.adverb");

/// The made pack.
pub fn made() -> Pack {
    Pack::load(MADE).expect("a pack of the first format")
}

pub fn laws() -> Vec<Law> {
    vec![packs_play_alike()]
}

fn packs_play_alike() -> Law {
    let mut law = Law::new("packs_play_alike");
    let pack = made();
    law.check(Pack::load(&pack.save()).as_ref() == Ok(&pack));
    for verb in pack.verbs() {
        let mut actor = Actor::new(Graph::of_verb(verb.clone()), 1);
        for frame in 0..240 {
            for (adverb, knob) in verb.adverbs().iter().enumerate() {
                actor.set_knob(KnobId(adverb), knob.range[(frame / 50 + adverb) % 2]);
            }
            actor.look_at((frame > 60).then_some([1.0, 1.6, 3.0].map(|x: f32| x.into())));
            let moved = actor.step(1.0 / 60.0, &mut ());
            law.numbers(&[moved.x, moved.z, moved.heading]);
            law.numbers(actor.dofs());
            law.check(actor.dofs().iter().all(|dof| dof.is_finite()));
        }
    }
    law
}
