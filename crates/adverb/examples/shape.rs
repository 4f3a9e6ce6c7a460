//! A shape: knobs turned, vertices taken.
//!
//! `cargo run --example shape -- shapes.adverb`, with a pack that `adverb build` made of a project with shapes.

use std::error::Error;

use adverb::Pack;
use adverb::shape::Sculpture;

/// The pack that is named, or a small one that the tests keep.
fn pack() -> Result<Pack, Box<dyn Error>> {
    Ok(match std::env::args().nth(1) {
        Some(path) => Pack::load(&std::fs::read(path)?)?,
        None => Pack::load(include_bytes!("../tests/packs/v2.adverb"))?,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let pack = pack()?;
    let shape = pack.shapes().first().ok_or("the pack has no shape")?;

    let mut sculpture = Sculpture::new(shape.clone(), pack.skeleton().clone());
    for (number, adjective) in shape.adjectives().iter().enumerate() {
        let [low, high] = adjective.range;
        for value in [low, 0.5 * (low + high), high] {
            sculpture.set_knob(number, value);
            sculpture.update();
            let highest = sculpture.positions().iter().skip(1).step_by(3).fold(f32::MIN, |a, b| a.max(*b));
            println!(
                "{} = {value}: {} vertices, up to {highest:.3} m",
                adjective.name,
                shape.parts().vertices
            );
        }
        sculpture.set_knob(number, adjective.default);
    }
    Ok(())
}
