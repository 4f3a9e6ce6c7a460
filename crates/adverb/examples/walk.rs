//! One actor on a verb graph: steered, stepped, its pose as flat numbers.
//!
//! `cargo run --example walk -- hero.adverb`, with a pack that `adverb build` made.

use std::error::Error;

use adverb::{Actor, Pack};

/// The pack that is named, or a small one that the tests keep.
fn pack() -> Result<Pack, Box<dyn Error>> {
    Ok(match std::env::args().nth(1) {
        Some(path) => Pack::load(&std::fs::read(path)?)?,
        None => Pack::load(include_bytes!("../tests/packs/v2.adverb"))?,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let pack = pack()?;
    let graph = pack.graphs().first().ok_or("the pack has no graph")?;
    let walk = graph.verb_named("walk").unwrap_or(graph.parts().starts[0]);
    let turn = graph.knob_named("turn");

    let mut actor = Actor::new(graph.clone(), 7);
    let mut locals = vec![0.0; 7 * graph.skeleton().joints().len()];
    actor.request(walk)?;
    for frame in 0..600 {
        if let (300, Some(turn)) = (frame, turn) {
            actor.set_knob(turn, 30.0);
        }
        actor.step(1.0 / 60.0, &mut ());
        actor.write_locals(&mut locals); // hand these to your renderer
        if frame % 60 == 59 {
            let (at, verb) = (actor.placement(), graph.verb(actor.verb()).name());
            let planted = graph.foot_ids().filter(|foot| actor.is_planted(*foot)).count();
            println!(
                "{:4.1} s: {verb} at x {:.2} m, z {:.2} m, {planted} feet planted",
                actor.now().0,
                at.x,
                at.z
            );
        }
    }
    Ok(())
}
