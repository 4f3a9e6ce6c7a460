//! A thousand actors on two threads of the program's own: root motion and events without a lock.
//!
//! `cargo run --release --example crowd -- hero.adverb`

use std::error::Error;

use adverb::{Crowd, DPlacement, Pack};

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

    let mut crowd = Crowd::new(graph.clone(), 1000, 7);
    for number in 0..crowd.len() {
        let mut actor = crowd.actor_mut(number);
        actor.place(DPlacement { x: (number % 40) as f64, z: (number / 40) as f64, ..DPlacement::ORIGIN });
        actor.request(walk)?;
        drop(actor);
        // Those at the back are updated ten times a second.
        crowd.set_update_interval(number, if number < 500 { 0.0 } else { 0.1 });
    }

    let (mut footfalls, mut travelled) = (0, 0.0);
    for _frame in 0..300 {
        std::thread::scope(|scope| {
            for mut part in crowd.parts(2) {
                scope.spawn(move || part.step(1.0 / 60.0, |_number| ()));
            }
        });
        footfalls += crowd.events().count();
        travelled += (0..crowd.len()).map(|number| crowd.moved(number).z).sum::<f32>();
    }
    println!("five seconds of {} actors: {footfalls} events, {travelled:.0} m travelled", crowd.len());
    Ok(())
}
