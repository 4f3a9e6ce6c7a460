//! Input that makes no sense: documented, no panic, the state stays valid.

use adverb::actor::{Idle, LONGEST_STEP_SECS};
use adverb::graph::{HandId, KnobId, ObjectId, VerbId};
use adverb::{Actor, CanonicalTime, DPlacement, Ground, World, WorldTransform};

use super::stage::{cyclic, graph, way};
use crate::packs::made;

struct Nowhere;

impl World for Nowhere {
    fn ground(&self, [x, ..]: [f64; 3]) -> Option<Ground> {
        let wrong = Ground::from(if x > 0.0 { f64::NAN } else { f64::INFINITY });
        Some(if x > 1.0 { Ground::from(0.0).with_velocity([f32::NAN; 3]) } else { wrong })
    }
}

#[test]
fn nothing_that_is_no_number_reaches_the_pose() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let mut actor = Actor::new(graph.clone(), 0);
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e38, -1e38, 1e300, -1e300] {
        for knob in 0..graph.knobs().len() {
            actor.set_knob(KnobId(knob), wrong as f32);
        }
        actor.look_at(Some([wrong, 1.0, 1.0]));
        actor.reach(HandId(0), Some([1.0, wrong, 1.0]));
        actor.place_object(ObjectId(0), Some(WorldTransform::at([wrong; 3])));
        let nowhere = DPlacement { x: wrong, ..DPlacement::ORIGIN };
        actor.place(nowhere);
        actor.push_to(nowhere);
        actor.shift_origin(nowhere);
        let number = wrong as f32;
        actor.set_idle(Some(Idle { after_secs: number, every_secs: [number; 2], amount: number }));
        actor.start(VerbId(0), CanonicalTime(wrong));
        for secs in [f64::NAN, -1.0, f64::NEG_INFINITY, 0.0, wrong, 1e-300, 0.5] {
            actor.step(secs, &mut Nowhere);
            assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "{wrong}, {secs} s: {:?}", actor.dofs());
            for (knob, adverb) in graph.knobs().iter().enumerate() {
                let value = actor.knob(KnobId(knob));
                assert!(adverb.range[0] <= value && value <= adverb.range[1], "{value}");
            }
        }
    }
}

#[test]
fn steps_take_no_time_backwards_and_ten_minutes_at_most() {
    let graph =
        graph(vec![cyclic("a", 1.0), cyclic("b", 1.0)], vec![way(0, [0.1, 0.2], 1, [0.1, 0.2])], &[1]);
    for (secs, passes) in [
        (-5.0, 0.0),
        (f64::NAN, 0.0),
        (0.0, 0.0),
        (2.5, 2.5),
        (1e9, LONGEST_STEP_SECS),
        (f64::INFINITY, LONGEST_STEP_SECS),
    ] {
        let mut actor = Actor::new(graph.clone(), 0);
        actor.step(secs, &mut ());
        assert_eq!(actor.now().0, passes);
    }
}

#[test]
fn a_verb_that_takes_nanoseconds_does_not_take_for_ever() {
    let graph =
        graph(vec![cyclic("a", 1e-8), cyclic("b", 1e-8)], vec![way(0, [0.1, 0.2], 1, [0.1, 0.2])], &[1]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(VerbId(1)).expect("a way");
    actor.step(60.0, &mut ());
    actor.step(60.0, &mut ());
    assert!(actor.dofs().iter().all(|dof| dof.is_finite()));
    assert_eq!(actor.now().0, 120.0);
}

#[test]
fn names_that_are_unknown_are_none() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    assert!(graph.verb_named("fly").is_none() && graph.gesture_named("fly").is_none());
    assert!(graph.knob_named("fly").is_none() && graph.object_named("fly").is_none());
    assert!(graph.hand_named("fly").is_none());
    assert!(graph.verb_named("walk").is_some() && graph.object_named("ball").is_some());
}
