//! Objects that are given while an actor plays: the ball-catch pair of thesis 4.4, and what is like it.

use std::sync::Arc;

use adverb::graph::{Blend, Constraint, Deed, Enter, Graph, Leave, ObjectId, Parts};
use adverb::kinematics::LocalTransform;
use adverb::{Actor, CanonicalTime};
use glam::{Quat, Vec3};

use crate::measure::world;
use crate::stage::{both_ways, hero, pack, transition, verb};

/// Verbs that have the right hand at the ball for a while, and the ball in the hand afterwards.
fn catching(during: &[(&str, [f64; 2], [f64; 2])]) -> Graph {
    let hands = hero().parts().hands.clone();
    let hand = hero().hand_named("RightHand").expect("an arm");
    let joint = hands[hand].joint;
    let constraint = |name: &str, during: [f64; 2], deed: Deed| Constraint {
        verb: verb(name),
        during,
        object: "ball".into(),
        deed,
        ease_secs: 0.2,
    };
    let pair = |&(name, caught, held): &(&str, [f64; 2], [f64; 2])| {
        [constraint(name, caught, Deed::Reach(hand)), constraint(name, held, Deed::Hold(joint))]
    };
    let reach =
        transition("idle", Leave::AtOnce { secs: 0.4 }, "reach", Enter::During([0.0, 0.15]), Blend::Sigmoid);
    let back =
        transition("reach", Leave::During([0.8, 1.0]), "idle", Enter::During([0.0, 0.15]), Blend::Sigmoid);
    let parts = Parts {
        name: "catching".into(),
        starts: vec![verb("idle"), verb("walk")],
        transitions: both_ways("walk", "run", Blend::Sigmoid).into_iter().chain([reach, back]).collect(),
        hands,
        constraints: during.iter().flat_map(pair).collect(),
        ..Parts::default()
    };
    Graph::new(Arc::from(pack().verbs().to_vec()), parts).expect("a graph")
}

fn hand_of(graph: &Graph, actor: &Actor) -> Vec3 {
    let joint = graph.skeleton().joint_named("RightHand").expect("a hand");
    world(graph.skeleton(), actor.dofs())[joint.index()].translation.into()
}

fn ball_at(translation: Vec3) -> Option<LocalTransform> {
    Some(LocalTransform { translation, rotation: Quat::IDENTITY })
}

#[test]
fn a_ball_is_caught_and_held() {
    let graph = catching(&[("reach", [0.35, 0.5], [0.5, 0.9])]);
    let mut actor = Actor::new(&graph, 0);
    actor.request(&graph, verb("reach")).expect("a way");
    let ball = ObjectId(0);
    let (mut at, mut last) = (Vec3::new(-0.25, 1.3, 0.45), None);
    let (mut caught, mut held, mut fastest) = (0, 0, 0.0f32);
    for frame in 0..600 {
        // It comes flying until it is caught.
        if held == 0 {
            at.x = -0.25 + 0.1 * (frame as f32 / 60.0).sin();
        }
        actor.put(ball, ball_at(at));
        actor.step(&graph, 1.0 / 60.0, &mut ());
        let hand = hand_of(&graph, &actor);
        if actor.verb() == verb("reach") && (0.35..=0.5).contains(&actor.time().0) {
            caught += 1;
            assert!(hand.distance(at) < 2e-3, "the hand is {} m from the ball", hand.distance(at));
        }
        if let Some(own) = actor.held(ball) {
            held += 1;
            assert!(own.translation.distance(hand) < 1e-5, "the ball is where the hand is");
            assert!(
                own.translation.distance(at) < 0.06,
                "it does not jump: {} m",
                own.translation.distance(at)
            );
            at = own.translation;
        }
        let moved = last.map_or(0.0, |last: Vec3| hand.distance(last));
        fastest = fastest.max(60.0 * moved);
        last = Some(hand);
    }
    assert!(caught > 5 && held > 20, "{caught} frames caught, {held} held");
    assert!(fastest < 6.0, "the hand goes at {fastest} m/s");
}

#[test]
fn what_two_verbs_hold_is_held_in_the_transition() {
    let graph = catching(&[("walk", [0.0, 1.0], [0.0, 1.0]), ("run", [0.0, 1.0], [0.0, 1.0])]);
    let mut actor = Actor::new(&graph, 0);
    actor.start(&graph, verb("walk"), CanonicalTime(0.2));
    actor.request(&graph, verb("run")).expect("a way");
    for _ in 0..60 {
        let before = actor.placement();
        let (x, z) = before.turn(-0.2, 0.35);
        let at = Vec3::new(before.x + x, 1.2, before.z + z);
        actor.put(ObjectId(0), ball_at(at));
        actor.step(&graph, 1.0 / 60.0, &mut ());
        let hand = hand_of(&graph, &actor);
        assert!(hand.distance(at) < 2e-3, "{} m at {:?}", hand.distance(at), actor.transition());
        let held = actor.held(ObjectId(0)).expect("it is held");
        assert!(held.translation.distance(hand) < 1e-5);
    }
    assert_eq!(actor.verb(), verb("run"));
}

#[test]
fn what_is_held_follows_a_hand_that_reaches() {
    let graph = catching(&[("walk", [0.0, 0.0], [0.0, 1.0])]);
    let mut actor = Actor::new(&graph, 0);
    actor.start(&graph, verb("walk"), CanonicalTime(0.2));
    actor.reach(graph.hand_named("RightHand").expect("an arm"), Some(Vec3::new(-0.3, 1.4, 0.8)));
    for _ in 0..40 {
        actor.step(&graph, 1.0 / 60.0, &mut ());
        let held = actor.held(ObjectId(0)).expect("it is held");
        assert!(held.translation.distance(hand_of(&graph, &actor)) < 1e-5);
    }
}

#[test]
fn holds_come_and_go_across_the_ends_of_a_round() {
    for during in [[0.0, 0.2], [0.8, 1.0]] {
        let graph = catching(&[("walk", during, [1.0, 1.0])]);
        let mut actor = Actor::new(&graph, 0);
        actor.start(&graph, verb("walk"), CanonicalTime(0.5));
        let mut last: Option<Vec3> = None;
        for _ in 0..300 {
            let before = actor.placement();
            actor.put(ObjectId(0), ball_at(Vec3::new(before.x - 0.2, 1.3, before.z + 0.4)));
            actor.step(&graph, 1.0 / 60.0, &mut ());
            let hand = hand_of(&graph, &actor);
            let moved = last.map_or(0.0, |last| hand.distance(last));
            assert!(moved < 0.1, "the hand jumps {moved} m at {:?}", actor.time());
            last = Some(hand);
        }
    }
}
