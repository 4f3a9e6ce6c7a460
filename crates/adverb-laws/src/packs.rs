//! Laws of packs and of what is played from them: verbs, knobs, feet, gaze.

use adverb::glam::Vec3;
use adverb::{Pack, Player};

use crate::Law;

/// Made by hand, with every kind of field; the first format that there was.
const MADE: &[u8] = include_bytes!("../../adverb/tests/packs/v1.adverb");

pub fn laws() -> Vec<Law> {
    vec![packs_play_alike()]
}

fn packs_play_alike() -> Law {
    let mut law = Law::new("packs_play_alike");
    let Ok(pack) = Pack::load(MADE) else {
        law.check(false);
        return law;
    };
    law.check(Pack::load(&pack.save()).as_ref() == Ok(&pack));
    for verb in pack.verbs() {
        let mut player = Player::new(verb);
        let mut dofs = vec![0.0; pack.skeleton().dofs().len()];
        for frame in 0..240 {
            for (adverb, knob) in verb.adverbs().iter().enumerate() {
                player.turn(verb, adverb, knob.range[(frame / 50 + adverb) % 2]);
            }
            player.look_at((frame > 60).then_some(Vec3::new(1.0, 1.6, 3.0)));
            let moved = player.step(verb, 1.0 / 60.0);
            player.pose(verb, &mut dofs);
            law.numbers(&[moved.x, moved.z, moved.heading]);
            law.numbers(&dofs);
            law.check(dofs.iter().all(|dof| dof.is_finite()));
        }
    }
    law
}
