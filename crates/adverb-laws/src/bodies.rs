//! Laws of bodies that follow an actor: how they are bound, and how they move.

use adverb::body::{Binding, Figure, Transform, Tree, Vertex, Wearer, bind};
use adverb::glam::{DQuat, DVec3};
use adverb::{Actor, DPlacement, Ground, Pack, World};

use crate::Law;
use crate::packs::made;

pub fn laws() -> Vec<Law> {
    vec![bodies_are_bound_and_move_alike(), arms_keep_clear_alike()]
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

/// A body of hips, back, legs and arms in a T-pose, of which the arms are so long; with a skin of so much about its trunk.
fn armed(arms: f64, girth: f64) -> Figure {
    let mut tree = Tree::default();
    let mut rest: Vec<Transform> = Vec::new();
    let mut add = |name: &str, parent: Option<usize>, at: [f64; 3]| {
        tree.names.push(name.into());
        tree.parents.push(parent);
        tree.ends.push(false);
        rest.push(Transform { translation: DVec3::from_array(at), rotation: DQuat::IDENTITY });
        rest.len() - 1
    };
    let hips = add("Hips", None, [0.0, 0.95, 0.0]);
    let chest = add("Spine", Some(hips), [0.0, 0.25, 0.0]);
    let neck = add("Neck", Some(chest), [0.0, 0.25, 0.0]);
    add("Head", Some(neck), [0.0, 0.1, 0.0]);
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let mut limb = |words: [&str; 3], parent: usize, bones: [[f64; 3]; 3]| {
            let mut above = parent;
            for (word, [x, y, z]) in words.into_iter().zip(bones) {
                above = add(&format!("{side}{word}"), Some(above), [sign * x, y, z]);
            }
        };
        let leg = [[0.1, -0.05, 0.0], [0.0, -0.42, 0.0], [0.0, -0.4, 0.0]];
        limb(["UpLeg", "Leg", "Foot"], hips, leg);
        let arm = [[0.18, 0.2, 0.0], [0.28 * arms, 0.0, 0.0], [0.25 * arms, 0.0, 0.0]];
        limb(["Arm", "ForeArm", "Hand"], chest, arm);
    }
    let ring = [[1.0, 0.0], [0.0, 0.8], [-1.0, 0.0], [0.0, -0.8]];
    let skin = ring.into_iter().filter(|_| girth > 0.0).flat_map(|[x, z]| {
        let at = |height: f64| DVec3::new(girth * x, height, girth * z);
        [(hips, at(0.95)), (chest, at(1.2))]
            .map(|(joint, place)| Vertex { place, held_by: vec![(joint, 1.0)] })
    });
    let skin = skin.collect();
    Figure::bound(tree, rest, skin)
}

fn arms_keep_clear_alike() -> Law {
    let mut law = Law::new("arms_keep_clear_alike");
    let source = armed(1.0, 0.0);
    for girth in [0.0, 0.1, 0.3] {
        let Ok(binding) = bind(&source, &armed(1.1, girth), &[]) else { continue };
        law.check(binding.arms.is_some());
        let Some(arms) = &binding.arms else { continue };
        for moment in 0..40 {
            let bent = |j: usize| {
                let turn = f64::from((moment * (j as i32 + 3)) % 17 - 8) / 8.0;
                DQuat::from_xyzw(0.3 * turn, 0.2, turn, 1.0).normalize()
            };
            let world = |figure: &Figure| {
                let mut world: Vec<Transform> = Vec::new();
                for (j, parent) in figure.tree.parents.iter().enumerate() {
                    let own = Transform { rotation: bent(j), ..figure.rest[j] };
                    world.push(parent.map_or(own, |parent: usize| world[parent].compose(own)));
                }
                world
            };
            let (own, others) = (world(&source), world(&armed(1.1, girth)));
            for (_, turns) in arms.turns(&|j| own[j], &|j| others[j]).into_iter().flatten() {
                turns.into_iter().flat_map(|turn| turn.to_array()).for_each(|x| law.time(x));
            }
        }
    }
    law
}
