//! Bodies of other proportions follow an actor while it runs.

use adverb::body::{Binding, BoundLeg, Figure, Transform, Tree, Vertex, Wearer, bind};
use adverb::glam::{Affine3A, DQuat, DVec3, EulerRot, Vec3};
use adverb::graph::FootId;
use adverb::kinematics::{LocalTransform, local_transforms, world_transforms};
use adverb::{Actor, DPlacement, Ground, JointId, Pack, World};

fn pack() -> Pack {
    Pack::load(include_bytes!("../packs/v2.adverb")).expect("a kept pack")
}

/// Level ground that is known.
struct Floor;

impl World for Floor {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(0.0.into())
    }
}

/// How a made body differs from the pack's skeleton.
#[derive(Clone, Copy)]
struct Shape {
    /// In sizes of the skeleton.
    size: f64,
    shins: f64,
    hips: f64,
    feet: f64,
    /// How joints are turned, whatever their bones are.
    turned: bool,
    skin: bool,
}

const OWN: Shape = Shape { size: 1.0, shins: 1.0, hips: 1.0, feet: 1.0, turned: false, skin: false };

/// The joints of the pack's skeleton in other proportions, in the skeleton's own pose: upright, at the height of its legs.
fn body(pack: &Pack, shape: Shape) -> Figure {
    let joints = pack.skeleton().joints();
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent.map(|parent| parent.index())).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    let stretch = |name: &str| match name {
        "LeftFoot" | "RightFoot" => DVec3::new(1.0, shape.shins, 1.0),
        "LeftUpLeg" | "RightUpLeg" => DVec3::new(shape.hips, 1.0, 1.0),
        "LeftToe" | "RightToe" => DVec3::new(1.0, 1.0, shape.feet),
        _ => DVec3::ONE,
    };
    let axes = |j: usize| match shape.turned {
        true => DQuat::from_euler(EulerRot::XYZ, j as f64, 0.3, -0.2 * j as f64),
        false => DQuat::IDENTITY,
    };
    let rest: Vec<Transform> = joints
        .iter()
        .enumerate()
        .map(|(j, joint)| {
            let above = joint.parent.map_or(DQuat::IDENTITY, |parent| axes(parent.index()));
            let offset = joint.offset.as_dvec3() * stretch(&joint.name) * shape.size;
            Transform { translation: above.inverse() * offset, rotation: above.inverse() * axes(j) }
        })
        .collect();
    let mut places: Vec<DVec3> = Vec::new();
    for (j, joint) in joints.iter().enumerate() {
        let own = joint.offset.as_dvec3() * stretch(&joint.name) * shape.size;
        places.push(tree.parents[j].map_or(own, |parent| places[parent] + own));
    }
    let skin = ["LeftFoot", "RightFoot"].into_iter().filter(|_| shape.skin).flat_map(|name| {
        let foot = joint(pack, name);
        let corner = |x: f64, z: f64| {
            let sole = DVec3::new(0.04 * x, -0.09, 0.05 + shape.feet * z) * shape.size;
            Vertex { place: places[foot] + sole, held_by: vec![(foot, 1.0)] }
        };
        [corner(-1.0, -0.1), corner(1.0, -0.1), corner(-1.0, 0.15), corner(1.0, 0.15)]
    });
    Figure::bound(tree, rest, skin.collect())
}

fn joint(pack: &Pack, name: &str) -> usize {
    pack.skeleton().joint_named(name).expect("a joint of the pack").index()
}

fn bound(pack: &Pack, shape: Shape) -> Binding {
    bind(&Figure::of_verbs(pack.skeleton(), pack.verbs()), &body(pack, shape), &[]).expect("hips are known")
}

/// An actor that walks.
fn walker(pack: &Pack) -> Actor {
    let graph = &pack.graphs()[0];
    let mut actor = Actor::new(graph.clone(), 7);
    actor.request(graph.verb_named("walk").expect("a walk")).expect("a way there");
    actor
}

/// Where the actor's joints are.
fn places(actor: &Actor) -> Vec<Vec3> {
    let skeleton = actor.graph().skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, actor.dofs(), &mut world);
    world.iter().map(|joint| joint.translation.into()).collect()
}

/// Whether a joint, or one above it, slides: bodies keep the lengths of their bones.
fn slides(pack: &Pack, joint: usize) -> bool {
    let skeleton = pack.skeleton();
    let is_sliding = |id: JointId| skeleton.joint(id).parent.is_some() && moves_by(pack, id);
    skeleton.ancestors(JointId(joint as u16)).any(is_sliding)
}

/// Whether the walk moves a joint away from its place below its parent.
fn moves_by(pack: &Pack, id: JointId) -> bool {
    let mut actor = walker(pack);
    let mut locals = vec![LocalTransform::IDENTITY; pack.skeleton().joints().len()];
    (0..60).any(|_| {
        actor.step(1.0 / 60.0, &mut ());
        local_transforms(pack.skeleton(), actor.dofs(), &mut locals);
        locals[id.index()].translation.distance(pack.skeleton().joint(id).offset) > 1e-5
    })
}

#[test]
fn a_body_of_the_skeletons_own_proportions_moves_exactly_as_the_actor() {
    let pack = pack();
    let own = Figure::of_verbs(pack.skeleton(), pack.verbs());
    let made = |turned| body(&pack, Shape { turned, ..OWN });
    let bodies = [own.clone(), made(false), made(true)];
    let mut compared = 0;
    for (number, body) in bodies.iter().enumerate() {
        let binding = bind(&own, body, &[]).expect("hips are known");
        let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
        assert_eq!(wearer.scale(), 1.0);
        // Feet that somebody drew flat are flat when the actor's are: their tips are elsewhere.
        let is_exact = |&j: &usize| {
            let joint = &pack.skeleton().joints()[j];
            !slides(&pack, j) && joint.name != "Prop" && (number == 0 || !joint.end)
        };
        let exact: Vec<usize> = (0..body.places.len()).filter(is_exact).collect();
        for frame in 0..300 {
            actor.step(1.0 / 60.0, &mut ());
            wearer.pose(&actor, &(), 1.0 / 60.0);
            let places = places(&actor);
            for &j in &exact {
                let far = wearer.world(j).translation.distance(places[j]);
                let name = &pack.skeleton().joints()[j].name;
                assert!(far < 1e-4, "frame {frame}: {name} of body {number} is {far} m away");
                compared += 1;
            }
        }
    }
    assert!(compared > 300 * 7 * bodies.len(), "hips and legs, at least");
}

/// Bodies whose legs or soles are not the skeleton's.
const OTHERS: [Shape; 6] = [
    Shape { shins: 1.25, skin: true, ..OWN },
    Shape { hips: 1.6, skin: true, turned: true, ..OWN },
    Shape { feet: 1.5, shins: 0.9, skin: true, turned: true, ..OWN },
    Shape { size: 40.0, shins: 1.1, skin: true, ..OWN },
    Shape { size: 0.01, hips: 0.7, turned: true, ..OWN },
    Shape { skin: true, ..OWN },
];

/// Where the sole of a leg is, at the size of the skeleton.
fn sole(wearer: &Wearer, bound: &BoundLeg) -> Vec<Vec3> {
    let seen = |&(joint, from, weight): &(usize, DVec3, f64)| {
        let at = wearer.world(joint);
        (at.translation + at.rotation * from.as_vec3()) * (weight as f32) / wearer.scale()
    };
    bound.sole.points.iter().map(|point| point.iter().map(seen).sum()).collect()
}

/// How far what touches the ground went, over it, from one moment to the next.
fn slid(before: &[Vec3], now: &[Vec3]) -> f32 {
    let lowest = |sole: &[Vec3]| sole.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
    let [low, low_before] = [now, before].map(lowest);
    let (mut sum, mut total) = (Vec3::ZERO, 0.0);
    for (now, before) in now.iter().zip(before) {
        let touches = (-(now.y - low).max(before.y - low_before) / 0.005).exp();
        (sum, total) = (sum + (*now - *before) * touches, total + touches);
    }
    (sum / total).with_y(0.0).length()
}

#[test]
fn a_body_of_other_proportions_stands_on_the_ground_and_does_not_slide() {
    let pack = pack();
    for shape in OTHERS {
        let binding = bound(&pack, shape);
        let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
        let mut stood: Vec<Option<Vec<Vec3>>> = vec![None; binding.legs.len()];
        let (mut slides, mut stands) = (vec![0.0; binding.legs.len()], 0);
        for frame in 0..600 {
            // The origin follows the actor, as that of a large world does.
            if frame % 100 == 99 {
                actor.shift_origin(actor.placement());
                stood.fill(None);
            }
            actor.step(1.0 / 60.0, &mut Floor);
            wearer.pose(&actor, &Floor, 1.0 / 60.0);
            for (l, bound) in binding.legs.iter().enumerate() {
                let now = sole(&wearer, bound);
                let low = now.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
                assert!(low > -1e-3, "frame {frame}: leg {l} is {low} m high");
                if !actor.is_planted(FootId(l)) {
                    (stood[l], slides[l]) = (None, 0.0);
                    continue;
                }
                if let Some(before) = &stood[l] {
                    slides[l] += slid(before, &now);
                    stands += 1;
                    assert!(slides[l] < 2e-3, "frame {frame}: leg {l} slid {} m", slides[l]);
                }
                stood[l] = Some(now);
            }
        }
        assert!(stands > 40, "feet stand in {stands} frames");
    }
}

#[test]
fn feet_stay_where_they_stand_when_the_origin_moves() {
    let pack = pack();
    let binding = bound(&pack, OTHERS[0]);
    let run = |shift: bool| {
        let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
        actor.place(DPlacement { x: 30.0, y: 0.0, z: -7.0, heading: 0.4 });
        (0..240)
            .map(|frame| {
                if shift && frame % 7 == 0 {
                    actor.shift_origin(DPlacement { heading: f64::from(frame), ..actor.placement() });
                }
                actor.step(1.0 / 60.0, &mut Floor);
                wearer.pose(&actor, &Floor, 1.0 / 60.0);
                let seen = |bound: &BoundLeg| wearer.world(bound.leg.target[2]).translation / wearer.scale();
                let feet = binding.legs.iter().map(seen);
                feet.map(|at| actor.origin().to_world(at.to_array())).collect()
            })
            .collect::<Vec<Vec<[f64; 3]>>>()
    };
    for (frame, (still, moved)) in run(false).iter().zip(run(true)).enumerate() {
        for (a, b) in still.iter().zip(moved) {
            let far = DVec3::from_array(*a).distance(DVec3::from_array(b));
            assert!(far < 1e-3, "frame {frame}: a foot is {far} m from where it would be");
        }
    }
}

/// Without ground that is known, feet stand as high as the actor's do.
#[test]
fn feet_on_unknown_ground_stand_as_the_pose_has_it() {
    let pack = pack();
    let binding = bound(&pack, OTHERS[0]);
    let heights = |y: f64| {
        let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
        actor.place(DPlacement { y, ..DPlacement::ORIGIN });
        actor.shift_origin(DPlacement::ORIGIN);
        (0..240)
            .map(|_| {
                actor.step(1.0 / 60.0, &mut ());
                wearer.pose(&actor, &(), 1.0 / 60.0);
                let sole = sole(&wearer, &binding.legs[0]);
                sole.iter().map(|point| point.y).fold(f32::INFINITY, f32::min) - y as f32
            })
            .collect::<Vec<f32>>()
    };
    let (low, high) = (heights(0.0), heights(5.0));
    for (low, high) in low.iter().zip(high) {
        assert!((low - high).abs() < 1e-3, "{low} and {high}");
    }
}

#[test]
fn a_body_that_is_carried_elsewhere_stands_there_at_once() {
    let pack = pack();
    let binding = bound(&pack, OTHERS[0]);
    let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
    for frame in 0..120 {
        if frame == 60 {
            actor.place(DPlacement { x: 500.0, ..DPlacement::ORIGIN });
            wearer.reset();
        }
        actor.step(1.0 / 60.0, &mut Floor);
        wearer.pose(&actor, &Floor, 1.0 / 60.0);
        let hips = wearer.world(binding.hips).translation / wearer.scale();
        for bound in &binding.legs {
            let ankle = wearer.world(bound.leg.target[2]).translation / wearer.scale();
            assert!(ankle.distance(hips) < 1.2, "frame {frame}: a foot is left behind");
        }
    }
}

/// All numbers that a body may be made of, and the seconds between poses.
const ODD: [f64; 9] = [0.0, -0.0, 1e-40, 1e-9, 1e9, 1e30, f64::MAX, f64::INFINITY, f64::NAN];

#[test]
fn no_number_makes_a_body_panic() {
    let pack = pack();
    let skeleton = Figure::of_verbs(pack.skeleton(), pack.verbs());
    let whole = body(&pack, OTHERS[2]);
    for odd in ODD {
        for j in 0..whole.tree.names.len() {
            let mut rest = whole.rest.clone();
            match j % 3 {
                0 => rest[j].translation.y = odd,
                1 => rest[j].rotation = DQuat::from_xyzw(odd, odd, 0.0, 1.0),
                _ => rest[j].translation *= odd,
            }
            let mut skin = whole.skin.clone();
            skin[0].place.x = odd;
            skin[1].held_by[0].1 = odd;
            let figure = Figure::bound(whole.tree.clone(), rest, skin);
            let Ok(binding) = bind(&skeleton, &figure, &[]) else { continue };
            let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
            for secs in [1.0 / 60.0, odd as f32, f32::NAN, -1.0, 1.0 / 60.0] {
                actor.step(1.0 / 60.0, &mut ());
                wearer.pose(&actor, &Lunatic(odd), secs);
            }
        }
    }
}

/// A world whose ground is anywhere.
struct Lunatic(f64);

impl World for Lunatic {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(self.0.into())
    }
}

/// A body with all finite numbers has finite poses, whatever the world says and however long a frame takes.
#[test]
fn poses_are_finite_whatever_the_world_says() {
    let pack = pack();
    for shape in OTHERS.into_iter().chain([Shape { shins: 0.0, ..OWN }, Shape { size: 1e-6, ..OWN }]) {
        let binding = bound(&pack, shape);
        for odd in ODD {
            let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
            for secs in [1.0 / 60.0, odd as f32, f32::NAN, -1.0, 1.0 / 60.0] {
                actor.step(1.0 / 60.0, &mut ());
                wearer.pose(&actor, &Lunatic(odd), secs);
                let sound = wearer
                    .locals()
                    .iter()
                    .all(|local| local.translation.is_finite() && local.rotation.is_finite());
                assert!(sound, "ground at {odd}, {secs} s");
            }
        }
    }
}

/// Bodies with no legs, with hips alone, and of one joint.
#[test]
fn bodies_without_legs_go_along() {
    let pack = pack();
    let skeleton = Figure::of_verbs(pack.skeleton(), pack.verbs());
    let whole = body(&pack, OWN);
    let kept: [fn(&str) -> bool; 3] = [
        |name| !name.contains("Leg") && !name.contains("Foot") && !name.contains("Toe"),
        |name| name == "Hips",
        |name| name == "Hips" || name == "Head",
    ];
    for keep in kept {
        let joints: Vec<usize> =
            (0..whole.tree.names.len()).filter(|&j| keep(&whole.tree.names[j])).collect();
        let above = |j: &usize| {
            std::iter::successors(whole.tree.parents[*j], |&j| whole.tree.parents[j])
                .find_map(|j| joints.iter().position(|own| *own == j))
        };
        let tree = Tree {
            names: joints.iter().map(|&j| whole.tree.names[j].clone()).collect(),
            parents: joints.iter().map(above).collect(),
            ends: vec![false; joints.len()],
        };
        let rest = joints.iter().map(|&j| whole.rest[j]).collect();
        let binding = bind(&skeleton, &Figure::bound(tree, rest, Vec::new()), &[]).expect("hips");
        let (mut wearer, mut actor) = (Wearer::new(&binding), walker(&pack));
        for _ in 0..60 {
            actor.step(1.0 / 60.0, &mut ());
            wearer.pose(&actor, &(), 1.0 / 60.0);
        }
        let (own, actors) =
            (wearer.world(binding.hips).translation / wearer.scale(), places(&actor)[joint(&pack, "Hips")]);
        assert!((own - actors).with_y(0.0).length() < 1e-4, "{own} and {actors}");
        assert!(wearer.locals().iter().all(|local| local.translation.is_finite()));
    }
    let nothing = Figure::bound(Tree::default(), Vec::new(), Vec::new());
    assert!(bind(&skeleton, &nothing, &[]).is_err());
}
