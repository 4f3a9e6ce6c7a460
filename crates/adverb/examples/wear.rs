//! A body of other proportions follows an actor: it is bound once, and posed every frame.
//!
//! `cargo run --example wear -- hero.adverb`, with a pack that `adverb build` made. The body here is the pack's own skeleton with longer
//! shins, wider hips and larger feet. A game takes its character's joints, bind pose and vertices from where it loaded them.

use std::error::Error;

use adverb::body::{Figure, Transform, Tree, Vertex, Wearer, bind};
use adverb::glam::{DQuat, DVec3};
use adverb::{Actor, Ground, Pack, World};

/// The pack that is named, or a small one that the tests keep.
fn pack() -> Result<Pack, Box<dyn Error>> {
    Ok(match std::env::args().nth(1) {
        Some(path) => Pack::load(&std::fs::read(path)?)?,
        None => Pack::load(include_bytes!("../tests/packs/v2.adverb"))?,
    })
}

/// Level ground.
struct Floor;

impl World for Floor {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(0.0.into())
    }
}

/// The skeleton's joints in other proportions, with a box around each foot for a skin.
fn body(pack: &Pack) -> Figure {
    let joints = pack.skeleton().joints();
    let legs = Figure::of(pack.skeleton()).legs();
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent.map(|parent| parent.index())).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    let stretch = |j: usize| match legs.iter().find_map(|(_, leg)| leg.iter().position(|&own| own == j)) {
        Some(0) => DVec3::new(1.5, 1.0, 1.0),
        Some(2) => DVec3::new(1.0, 1.2, 1.0),
        Some(3) => DVec3::new(1.0, 1.0, 1.3),
        _ => DVec3::ONE,
    };
    let rest: Vec<Transform> = (0..joints.len())
        .map(|j| Transform {
            translation: joints[j].offset.as_dvec3() * stretch(j),
            rotation: DQuat::IDENTITY,
        })
        .collect();
    let place = |j: usize| -> DVec3 {
        let above = std::iter::successors(Some(j), |&j| tree.parents[j]);
        above.map(|j| rest[j].translation).sum()
    };
    let corner = |ankle: usize, x: f64, z: f64| Vertex {
        place: place(ankle) + DVec3::new(x, -0.1, z),
        held_by: vec![(ankle, 1.0)],
    };
    let foot = |ankle: usize| {
        [(-0.05, -0.08), (0.05, -0.08), (-0.05, 0.25), (0.05, 0.25)].map(|(x, z)| corner(ankle, x, z))
    };
    let skin = legs.iter().flat_map(|(_, leg)| foot(leg[2])).collect();
    Figure::bound(tree, rest, skin)
}

fn main() -> Result<(), Box<dyn Error>> {
    let pack = pack()?;
    let graph = pack.graphs().first().ok_or("the pack has no graph")?;
    let body = body(&pack);
    let binding = bind(&Figure::of_verbs(pack.skeleton(), pack.verbs()), &body, &[])
        .map_err(|_| "no joint is known to be the hips")?;
    let mut wearer = Wearer::new(&binding);

    let mut actor = Actor::new(graph.clone(), 7);
    actor.request(graph.verb_named("walk").unwrap_or(graph.parts().starts[0]))?;
    let mut locals = vec![0.0; 7 * body.places.len()];
    println!("the body is {:.2} times as large as the skeleton", wearer.scale());
    for frame in 0..600 {
        actor.step(1.0 / 60.0, &mut Floor);
        wearer.pose(&actor, &Floor, 1.0 / 60.0);
        wearer.write_locals(&mut locals); // hand these to your renderer, which draws the body at 1 / scale
        if frame % 60 == 59 {
            let (at, hips) = (actor.placement(), wearer.world(binding.hips).translation);
            println!("{:4.1} s: at z {:.2} m, its hips {:.2} m high", actor.now().0, at.z, hips.y);
        }
    }
    Ok(())
}
