//! Laws of bodies that follow an actor: how they are bound, and how they move.

use adverb::body::{Binding, Figure, Transform, Tree, Vertex, Wearer, bind};
use adverb::glam::{DQuat, DVec3};
use adverb::{Actor, DPlacement, Ground, Pack, World};

use crate::Law;
use crate::packs::made;

pub fn laws() -> Vec<Law> {
    vec![bodies_are_bound_and_move_alike()]
}

/// A slope.
struct Slope;

impl World for Slope {
    fn ground(&self, [x, _, z]: [f64; 3]) -> Option<Ground> {
        (z < 4.0).then(|| f64::from(0.05 * x as f32 - 0.03 * z as f32).into())
    }
}

/// The joints of a pack's skeleton with shins of another length, turned anyhow, lying with Z up, and a sole under each foot.
fn body(pack: &Pack, shins: f64) -> Figure {
    let joints = pack.skeleton().joints();
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent.map(|parent| parent.index())).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    let lying = DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5).normalize();
    let axes = |j: usize| DQuat::from_xyzw(0.1 * j as f64, 0.7 - 0.1 * j as f64, 0.3, 1.0).normalize();
    let offset = |j: usize| {
        let stretch = if joints[j].name.ends_with("Foot") { shins } else { 1.0 };
        lying * (joints[j].offset.as_dvec3() * DVec3::new(1.0, stretch, 1.0))
    };
    let mut places: Vec<DVec3> = Vec::new();
    let mut rest = Vec::new();
    for (j, parent) in tree.parents.iter().enumerate() {
        let above = parent.map_or(DQuat::IDENTITY, axes).inverse();
        rest.push(Transform { translation: above * offset(j), rotation: above * axes(j) });
        places.push(parent.map_or(DVec3::ZERO, |parent| places[parent]) + offset(j));
    }
    let feet = (0..joints.len()).filter(|&j| joints[j].name.ends_with("Foot"));
    let corners = [(-0.04, -0.06), (0.04, -0.06), (-0.05, 0.2), (0.05, 0.2)];
    let skin = feet.flat_map(|foot| {
        let place = places[foot];
        corners.map(|(x, z)| Vertex {
            place: place + lying * DVec3::new(x, -0.09, z),
            held_by: vec![(foot, 0.75), (foot - 1, 0.25)],
        })
    });
    Figure::bound(tree, rest, skin.collect())
}

fn write(law: &mut Law, binding: &Binding) {
    let numbers = &binding.proportions;
    [numbers.scale, numbers.leg]
        .into_iter()
        .chain(numbers.ankle)
        .chain(numbers.ball)
        .for_each(|x| law.time(x));
    for joint in &binding.joints {
        joint.turn.to_array().into_iter().for_each(|x| law.time(x));
    }
    for bound in &binding.legs {
        bound.hinge.to_array().into_iter().for_each(|x| law.time(x));
        bound.sole.points.iter().flatten().for_each(|(_, from, _)| law.time(from.length()));
    }
}

fn bodies_are_bound_and_move_alike() -> Law {
    let mut law = Law::new("bodies_are_bound_and_move_alike");
    let pack = made();
    let skeleton = Figure::of_verbs(pack.skeleton(), pack.verbs());
    for shins in [1.0, 1.3, 0.8] {
        let bound = bind(&skeleton, &body(&pack, shins), &[]);
        law.check(bound.is_ok());
        let Ok(binding) = bound else { continue };
        write(&mut law, &binding);
        law.check(binding.legs.len() == 2);
        let (mut wearer, mut actor) = (Wearer::new(&binding), Actor::new(pack.graphs()[0].clone(), 3));
        for frame in 0..150 {
            if frame % 40 == 39 {
                actor.shift_origin(DPlacement { heading: 0.1 * f64::from(frame), ..actor.placement() });
            }
            actor.step(1.0 / 50.0, &mut Slope);
            wearer.pose(&actor, &Slope, 1.0 / 50.0);
            for local in wearer.locals() {
                law.vector(local.translation);
                law.quaternion(local.rotation);
            }
        }
    }
    law
}
