//! Laws of numbers that mean nothing: whatever a call is given, the next pose is one, the next snapshot is read back, and the
//! next good numbers are followed as if nothing had been.

use adverb::actor::Idle;
use adverb::glam::Mat4;
use adverb::graph::{HandId, KnobId, ObjectId, VerbId};
use adverb::shape::{Features, Interpolation, Parts, PoseAxis, Sculpture, Shape, Skin, Turn};
use adverb::{Actor, CanonicalTime, DPlacement, Ground, Skeleton, World, WorldTransform};

use crate::Law;
use crate::packs::made;
use crate::shapes::shape;

pub fn laws() -> Vec<Law> {
    vec![no_number_breaks_an_actor(), no_number_breaks_a_shape()]
}

/// Numbers of every magnitude, and what is none.
fn magnitudes() -> impl Iterator<Item = f64> {
    let most = [f64::from(f32::MAX), 1e60, f64::MAX, f64::INFINITY];
    let powers = (-46..39).step_by(3).map(ten_to_the);
    powers.chain(most).chain([0.0]).flat_map(|x| [x, -x]).chain([f64::NAN])
}

/// A power of ten, the same on every machine.
fn ten_to_the(power: i32) -> f64 {
    (0..power.abs()).fold(1.0, |product, _| if power < 0 { product / 10.0 } else { product * 10.0 })
}

/// Ground that is level but for a number.
struct Floor(Option<Ground>);

impl World for Floor {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        self.0
    }
}

fn level() -> Ground {
    Ground::from(0.0)
}

fn floor() -> Floor {
    Floor(Some(level()))
}

/// Every call that takes a number, and what the world may answer.
const CALLS: [fn(&mut Actor, f64) -> Floor; 20] = [
    |_, x| Floor(Some(x.into())),
    |_, x| Floor(Some(level().with_normal([x as f32, 1.0, 0.0]))),
    |_, x| Floor(Some(level().with_normal([0.0, x as f32, x as f32]))),
    |_, x| Floor(Some(level().with_velocity([x as f32, 0.0, 0.0]))),
    |_, x| Floor(Some(level().with_velocity([0.0, x as f32, x as f32]))),
    |actor, x| {
        (0..actor.graph().knobs().len()).for_each(|knob| actor.set_knob(KnobId(knob), x as f32));
        actor.snap_knobs();
        floor()
    },
    |actor, x| {
        actor.place(DPlacement { x, y: x, z: -x, heading: 0.3 });
        floor()
    },
    |actor, x| {
        actor.place(DPlacement { heading: x, ..DPlacement::ORIGIN });
        floor()
    },
    |actor, x| {
        actor.push_to(DPlacement { x, z: x, ..DPlacement::ORIGIN });
        floor()
    },
    |actor, x| {
        actor.push_to(DPlacement { y: x, heading: x, ..DPlacement::ORIGIN });
        Floor(None)
    },
    |actor, x| {
        actor.shift_origin(DPlacement { x, z: x, ..DPlacement::ORIGIN });
        floor()
    },
    |actor, x| {
        actor.shift_origin(DPlacement { y: x, heading: x, ..DPlacement::ORIGIN });
        Floor(None)
    },
    |actor, x| {
        actor.look_at(Some([x, 1.0, x]));
        floor()
    },
    |actor, x| {
        actor.look_at(Some([1.0, x, 2.0]));
        floor()
    },
    |actor, x| {
        actor.reach(HandId(0), Some([x, 1.0, -x]));
        floor()
    },
    |actor, x| {
        actor.reach(HandId(0), Some([0.2, x, 0.2]));
        floor()
    },
    |actor, x| {
        let rotation = [x as f32, 0.0, 0.0, 1.0];
        actor.place_object(ObjectId(0), Some(WorldTransform { translation: [x, 1.0, x], rotation }));
        floor()
    },
    |actor, x| {
        actor.start(VerbId(0), CanonicalTime(x));
        floor()
    },
    |actor, x| {
        actor.set_idle(Some(Idle { after_secs: x as f32, every_secs: [x as f32; 2], amount: x as f32 }));
        floor()
    },
    |actor, x| {
        // Nearly ten minutes at most, which takes long enough to be done for a few only.
        actor.step(if x > 1.0 && x < 1e30 { 1.0 } else { x }, &mut floor());
        floor()
    },
];

/// Whether a pose is one, and a snapshot is read back.
fn is_sound(actor: &Actor) -> bool {
    let mut state = Vec::new();
    actor.snapshot(&mut state);
    let mut again = Actor::new(actor.graph().clone(), 0);
    actor.dofs().iter().all(|dof| dof.abs() < 1e9) && again.restore(&state).is_ok() && again == *actor
}

/// Good numbers for everything.
fn mend(actor: &mut Actor) {
    for (knob, adverb) in actor.graph().clone().knobs().iter().enumerate() {
        actor.set_knob(KnobId(knob), adverb.default);
    }
    actor.snap_knobs();
    actor.set_idle(None);
    actor.look_at(None);
    actor.reach(HandId(0), None);
    actor.place_object(ObjectId(0), None);
    let near = DPlacement { x: 1.0, ..DPlacement::ORIGIN };
    // Being placed anew would mend everything; it is for those that are elsewhere.
    if actor.origin() != DPlacement::ORIGIN {
        actor.place(near);
    }
    actor.push_to(near);
    actor.shift_origin(near);
}

/// The least and the most of every DOF but for x, z and heading, while an actor plays its first verb for a while.
fn reaches(actor: &mut Actor) -> Vec<[f32; 2]> {
    let mut reaches = vec![[f32::INFINITY, f32::NEG_INFINITY]; actor.dofs().len()];
    for _ in 0..90 {
        actor.step(1.0 / 30.0, &mut floor());
        for ([least, most], dof) in reaches.iter_mut().zip(actor.dofs()) {
            (*least, *most) = (least.min(*dof), most.max(*dof));
        }
    }
    Skeleton::PLACEMENT.iter().for_each(|dof| reaches[*dof] = [f32::NEG_INFINITY, f32::INFINITY]);
    reaches
}

fn no_number_breaks_an_actor() -> Law {
    let mut law = Law::new("no_number_breaks_an_actor");
    let pack = made();
    let graph = &pack.graphs()[0];
    let mut plain = Actor::new(graph.clone(), 1);
    mend(&mut plain);
    let usual = reaches(&mut plain);
    for call in CALLS {
        for number in magnitudes() {
            let mut actor = Actor::new(graph.clone(), 1);
            (0..20).for_each(|_| _ = actor.step(1.0 / 60.0, &mut floor()));
            let mut world = call(&mut actor, number);
            law.check(is_sound(&actor));
            for _ in 0..3 {
                actor.step(1.0 / 60.0, &mut world);
                law.check(is_sound(&actor));
            }
            law.numbers(actor.dofs());
            mend(&mut actor);
            (0..90).for_each(|_| _ = actor.step(1.0 / 30.0, &mut floor()));
            let near = |(dof, [least, most]): (&f32, &[f32; 2])| *dof > least - 0.05 && *dof < most + 0.05;
            law.check(actor.dofs().iter().zip(&usual).all(near));
        }
    }
    law
}

/// A sheet on two joints of the made skeleton, the first of which turns its knob, with a feature.
fn posed_sheet(skeleton: &Skeleton) -> Shape {
    let vertices = shape(Interpolation::Fixed, Features::default()).parts().vertices;
    let features = Features::of(&["bump".into()], vertices, 0.0, |_, v| [0.0, v as f32 * 0.01, 0.0]);
    let mut parts: Parts = shape(Interpolation::Recomputed { every: 1 }, features).parts().clone();
    let turns = |joint| PoseAxis::of(skeleton, joint, Turn::Swing);
    let joint =
        (0..skeleton.joints().len() as u16).map(adverb::JointId).find(|joint| turns(*joint).is_some());
    let joint = joint.expect("a ball joint");
    parts.adjectives[0].read = turns(joint);
    parts.skin = Some(Skin {
        joints: vec![skeleton.joint(joint).name.clone(), skeleton.joint(skeleton.root()).name.clone()],
        inverse_bind: vec![Mat4::IDENTITY.to_cols_array(); 2],
        vertex_joints: vec![[0, 1, 0, 0]; vertices],
        vertex_weights: vec![[0.5, 0.5, 0.0, 0.0]; vertices],
    });
    Shape::new(parts).expect("parts that fit together")
}

fn no_number_breaks_a_shape() -> Law {
    let mut law = Law::new("no_number_breaks_a_shape");
    let pack = made();
    let shape = posed_sheet(pack.skeleton());
    let rest = pack.skeleton().rest_pose();
    let mut good = Sculpture::new(shape, pack.skeleton().clone());
    law.check(good.is_posed());
    good.set_knob(0, 0.5);
    good.set_feature(0, 0.5);
    good.update();
    let calls: [fn(&mut Sculpture, f32, &[f32]); 4] = [
        |sculpture, x, _| sculpture.set_knob(0, x),
        |sculpture, x, _| sculpture.set_feature(0, x),
        |sculpture, x, rest| sculpture.follow(&vec![x; rest.len()]),
        |sculpture, x, rest| {
            let mut dofs = rest.to_vec();
            sculpture.shape().pose(&[x], &mut dofs);
            sculpture.follow(&dofs);
        },
    ];
    for call in calls {
        for number in magnitudes() {
            let mut sculpture = good.clone();
            call(&mut sculpture, number as f32, &rest);
            sculpture.update();
            let numbers = || [0, 1].into_iter().flat_map(|channel| sculpture.attribute(channel));
            law.check(numbers().all(|x| x.is_finite()));
            numbers().for_each(|x| law.number(*x));
            sculpture.follow(&rest);
            sculpture.set_knob(0, 0.5);
            sculpture.set_feature(0, 0.5);
            sculpture.update();
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
            law.check(
                [0, 1].iter().all(|c| sculpture.attribute(*c).iter().zip(good.attribute(*c)).all(near)),
            );
        }
    }
    law
}
