//! An actor goes over to a rebuilt graph: what has the same name in both goes on.

use std::sync::Arc;

use adverb::glam::Affine3A;
use adverb::graph::{self, GestureId, Graph, Transition, VerbId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, Crowd, Pack, Verb, verb};

use super::snapshots::busy;
use super::stage::{cyclic, once, way};
use crate::packs::made;

fn old() -> Arc<Graph> {
    made::pack(6).graphs()[0].clone()
}

/// The made graph built anew from other verbs, each by its name; another verb is first, so that all have other numbers.
fn rebuilt(change: impl Fn(&mut verb::Parts), edit: impl Fn(&mut graph::Parts)) -> Arc<Graph> {
    let pack: Pack = made::pack(6);
    let own = |verb: &Verb| {
        let mut parts = verb.parts().clone();
        change(&mut parts);
        Verb::new(pack.skeleton().clone(), parts).expect("a verb")
    };
    let verbs: Vec<Verb> = [cyclic("intro", 1.0)].into_iter().chain(pack.verbs().iter().map(own)).collect();
    let mut parts = pack.graphs()[0].parts().clone();
    let later = |VerbId(id): &mut VerbId| *id += 1;
    parts.starts.iter_mut().chain(&mut parts.ends).for_each(later);
    parts.transitions.iter_mut().for_each(|transition| {
        later(&mut transition.from);
        later(&mut transition.to);
    });
    parts.gestures.iter_mut().for_each(|gesture| later(&mut gesture.verb));
    parts.events.iter_mut().for_each(|event| later(&mut event.verb));
    parts.usage.iter_mut().for_each(|usage| later(&mut usage.verb));
    parts.constraints.iter_mut().for_each(|constraint| later(&mut constraint.verb));
    let first = Transition { likelihood: 0.0, ..way(0, [0.1, 0.2], 1, [0.1, 0.2]) };
    parts.transitions.insert(0, first);
    parts.starts.push(VerbId(0));
    edit(&mut parts);
    Arc::new(Graph::new(verbs.into(), parts).unwrap_or_else(|why| panic!("{why}")))
}

fn same() -> Arc<Graph> {
    rebuilt(|_| (), |_| ())
}

/// Joints in the world, as seen from the origin.
fn joints(actor: &Actor) -> Vec<[f32; 3]> {
    let skeleton = actor.graph().skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, actor.dofs(), &mut world);
    world.iter().map(|joint| joint.translation.to_array()).collect()
}

/// How far apart the joints are that are farthest apart, in metres.
fn apart(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    let far =
        |(a, b): (&[f32; 3], &[f32; 3])| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
    a.iter().zip(b).map(far).fold(0.0, f32::max)
}

fn titles(actor: &Actor) -> Vec<String> {
    let graph = actor.graph();
    actor.queue().map(|id| graph.parts().title(graph.verbs(), id)).collect()
}

fn verb_name(actor: &Actor) -> String {
    actor.graph().verb(actor.verb()).name().into()
}

#[test]
fn on_an_equal_graph_an_actor_is_equal() {
    for seed in 0..20 {
        let actor = busy(&old(), seed);
        let (migrated, lost) = actor.migrated(old());
        assert!(migrated == actor && lost.is_empty(), "seed {seed}: {lost:?}");
    }
}

#[test]
fn on_a_graph_that_has_more_an_actor_goes_on_as_before() {
    let (here, there) = (old(), same());
    for seed in 0..60 {
        let mut actor = busy(&here, seed);
        let (mut migrated, lost) = actor.migrated(there.clone());
        assert!(lost.is_empty(), "seed {seed}: {lost:?}");
        for step in 0..120 {
            let what = format!("seed {seed}, step {step}");
            assert_eq!(verb_name(&migrated), verb_name(&actor), "{what}");
            assert_eq!(titles(&migrated), titles(&actor), "{what}");
            let [a, b] = [&actor, &migrated].map(|actor| actor.transition().map(|(_, progress)| progress));
            assert!(
                a.is_some() == b.is_some() && (a.unwrap_or(0.0) - b.unwrap_or(0.0)).abs() < 1e-6,
                "{what}"
            );
            assert!((actor.canonical_time().0 - migrated.canonical_time().0).abs() < 1e-9, "{what}");
            assert_eq!(migrated.gesture_weight(GestureId(0)), actor.gesture_weight(GestureId(0)), "{what}");
            assert_eq!(migrated.now(), actor.now());
            for knob in ["speed", "wind"] {
                let [a, b] =
                    [&actor, &migrated].map(|actor| actor.knob(actor.graph().knob_named(knob).expect(knob)));
                assert!((a - b).abs() < 1e-4, "{what}: {knob} {a} and {b}");
            }
            for foot in here.foot_ids() {
                assert_eq!(migrated.is_planted(foot), actor.is_planted(foot), "{what}: {foot:?}");
            }
            let far = apart(&joints(&actor), &joints(&migrated));
            assert!(far < 1e-4, "{what}: {far} m apart");
            actor.step(1.0 / 60.0, &mut ());
            migrated.step(1.0 / 60.0, &mut ());
        }
    }
}

#[test]
fn chance_goes_on_as_it_would_have() {
    let (here, there) = (old(), same());
    for seed in 0..20 {
        let mut actor = Actor::new(here.clone(), seed);
        actor.step(0.5, &mut ());
        let (mut migrated, _) = actor.migrated(there.clone());
        for _ in 0..400 {
            actor.step(0.05, &mut ());
            migrated.step(0.05, &mut ());
            assert_eq!(verb_name(&migrated), verb_name(&actor), "seed {seed} at {:?}", actor.now());
        }
    }
}

#[test]
fn where_motions_have_changed_the_pose_does_not_jump() {
    let swayed = |parts: &mut verb::Parts| {
        // Heights are the only numbers that are large.
        let swayed = |x: &f32| if x.abs() < 0.5 { 1.4 * x } else { *x };
        let numbers: Vec<f32> = parts.coefficients.numbers().iter().map(swayed).collect();
        parts.coefficients = verb::Coefficients(numbers.into());
    };
    let (here, there) = (old(), rebuilt(swayed, |_| ()));
    let mut differs = 0.0_f32;
    for seed in 0..20 {
        let mut actor = busy(&here, seed);
        let (mut migrated, _) = actor.migrated(there.clone());
        let before = joints(&migrated);
        assert!(apart(&joints(&actor), &before) < 1e-4, "seed {seed}: shows what it showed");
        for _ in 0..3 {
            let last = joints(&actor);
            actor.step(1.0 / 240.0, &mut ());
            migrated.step(1.0 / 240.0, &mut ());
            let (far, moved) = (apart(&joints(&actor), &joints(&migrated)), apart(&last, &joints(&actor)));
            assert!(
                far < 0.01 + moved,
                "seed {seed}: {far} m beside where it was going, {moved} m in a step"
            );
        }
        actor.step(3.0, &mut ());
        migrated.step(3.0, &mut ());
        differs = differs.max(apart(&joints(&actor), &joints(&migrated)));
    }
    assert!(differs > 0.02, "after a while it plays the new motions: {differs} m");
}

#[test]
fn what_is_gone_is_named_and_the_rest_goes_on() {
    let renamed = |parts: &mut verb::Parts| {
        if parts.name == "reach" {
            parts.name = "grasp".into();
        }
    };
    let there = rebuilt(renamed, |parts| parts.gestures.clear());
    let mut actor = busy(&old(), 0);
    let place = |actor: &Actor| actor.placement();
    let graph = actor.graph().clone();
    let reach = graph.verb_named("reach").expect("a verb");
    actor.start(reach, adverb::CanonicalTime(0.4));
    let _ = actor.start_gesture(GestureId(0));
    actor.step(0.01, &mut ());
    let (mut migrated, lost) = actor.migrated(there);
    assert!(lost.contains(&"verb reach".to_string()), "{lost:?}");
    assert_eq!(verb_name(&migrated), "walk", "the first start");
    let [a, b] = [&actor, &migrated].map(place);
    assert!((a.x - b.x).hypot(a.z - b.z) < 1.0, "where it stood: {a:?}, {b:?}");
    migrated.step(5.0, &mut ());
    assert!(migrated.dofs().iter().all(|dof| dof.is_finite()));
}

#[test]
fn a_queue_that_breaks_off_is_asked_for_anew() {
    let verbs = || vec![cyclic("a", 1.0), cyclic("by", 1.0), cyclic("b", 1.0), cyclic("round", 1.0)];
    let back = way(2, [0.2, 0.3], 0, [0.0, 0.1]);
    let here = Arc::new(super::stage::graph(
        verbs(),
        vec![
            way(0, [0.5, 0.6], 1, [0.0, 0.1]),
            way(1, [0.5, 0.6], 2, [0.0, 0.1]),
            back.clone(),
            way(2, [0.5, 0.6], 3, [0.0, 0.1]),
            way(3, [0.5, 0.6], 0, [0.0, 0.1]),
        ],
        &[],
    ));
    let there = Arc::new(super::stage::graph(
        verbs(),
        vec![
            way(0, [0.5, 0.6], 1, [0.0, 0.1]),
            way(0, [0.5, 0.6], 3, [0.0, 0.1]),
            way(3, [0.5, 0.6], 2, [0.0, 0.1]),
            back,
            way(1, [0.5, 0.6], 0, [0.0, 0.1]),
        ],
        &[],
    ));
    let mut actor = Actor::new(here, 0);
    actor.request(VerbId(2)).expect("by way of one");
    let (migrated, lost) = actor.migrated(there);
    assert_eq!(titles(&migrated), ["a → round", "round → b"], "{lost:?}");
    let nowhere = Arc::new(super::stage::graph(
        vec![cyclic("a", 1.0), once("c")],
        vec![way(0, [0.5, 0.6], 1, [0.0, 0.1])],
        &[1],
    ));
    let (migrated, lost) = actor.migrated(nowhere);
    assert_eq!((titles(&migrated).len(), lost), (0, vec!["way to b".to_string()]));
}

#[test]
fn a_crowd_migrates_as_its_actors_do() {
    let (here, there) = (old(), same());
    let mut crowd = Crowd::new(here, 5, 3);
    (0..5).for_each(|i| crowd.actor_mut(i).request(VerbId(i % 3)).expect("a way"));
    crowd.step(0.7, |_| ());
    let alone: Vec<Actor> = crowd.actors().map(|actor| actor.migrated(there.clone()).0).collect();
    assert_eq!(crowd.migrate(there.clone()), Vec::<String>::new());
    assert!(Arc::ptr_eq(crowd.graph(), &there));
    crowd.step(0.3, |_| ());
    for (mut alone, together) in alone.into_iter().zip(crowd.actors()) {
        alone.step(0.3, &mut ());
        assert!(alone == *together);
    }
}
