//! One actor on a verb graph: steered, stepped, its pose as flat numbers.
//!
//! `cargo run --example walk -- hero.adverb`, with a pack that `adverb build` made.

use std::error::Error;

use adverb::{Actor, Pack};

fn main() -> Result<(), Box<dyn Error>> {
    let path =
        std::env::args().nth(1).ok_or("name a pack: adverb demo hero; adverb build hero -o hero.adverb")?;
    let pack = Pack::load(&std::fs::read(path)?)?;
    let graph = pack.graphs().first().ok_or("the pack has no graph")?;
    let walk = graph.verb_named("walk").ok_or("the graph has no walk")?;
    let turn = graph.knob_named("turn").ok_or("no verb of the graph turns")?;

    let mut actor = Actor::new(graph.clone(), 7);
    let mut locals = vec![0.0; 7 * graph.skeleton().joints().len()];
    actor.request(walk)?;
    for frame in 0..600 {
        if frame == 300 {
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
