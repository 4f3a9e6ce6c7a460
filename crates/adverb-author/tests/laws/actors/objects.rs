//! Objects that are given while an actor plays: the ball-catch pair of thesis 4.4, and what is like it.

use std::sync::Arc;

use adverb::graph::{Blend, Constraint, Deed, Enter, Graph, Leave, ObjectId, Parts};
use adverb::{Actor, CanonicalTime, Placement, WorldTransform};
use glam::Vec3;

use super::measure::{in_root, world};
use super::stage::{both_ways, hero, pack, transition, verb};

/// Verbs that have the right hand at the ball for a while, and the ball in the hand afterwards.
fn catching(during: &[(&str, [f64; 2], [f64; 2])]) -> Graph {
    catching_between_gaits(during, Blend::Sigmoid)
}

/// The same, with another way from the walk to the run and back.
fn catching_between_gaits(during: &[(&str, [f64; 2], [f64; 2])], blend: Blend) -> Graph {
    let hands = hero().parts().hands.clone();
    let hand = hero().hand_named("RightHand").expect("an arm");
    let joint = hands[hand.0].joint;
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
        transitions: both_ways("walk", "run", blend).into_iter().chain([reach, back]).collect(),
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

fn ball_at(translation: Vec3) -> Option<WorldTransform> {
    Some(WorldTransform::at(translation.to_array().map(f64::from)))
}

/// Where the actor holds the ball.
fn held(actor: &Actor) -> Option<Vec3> {
    let held = actor.held_object(ObjectId(0))?;
    Some(Vec3::from_array(held.translation.map(|x| x as f32)))
}

#[test]
fn a_ball_is_caught_and_held() {
    let graph = catching(&[("reach", [0.35, 0.5], [0.5, 0.9])]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(verb("reach")).expect("a way");
    let ball = ObjectId(0);
    let (mut at, mut last) = (Vec3::new(-0.25, 1.3, 0.45), None);
    let (mut caught, mut held, mut fastest) = (0, 0, 0.0f32);
    for frame in 0..600 {
        // It comes flying until it is caught.
        if held == 0 {
            at.x = -0.25 + 0.1 * (frame as f32 / 60.0).sin();
        }
        actor.place_object(ball, ball_at(at));
        actor.step(1.0 / 60.0, &mut ());
        let hand = hand_of(&graph, &actor);
        if actor.verb() == verb("reach") && (0.35..=0.5).contains(&actor.canonical_time().0) {
            caught += 1;
            assert!(hand.distance(at) < 2e-3, "the hand is {} m from the ball", hand.distance(at));
        }
        if let Some(own) = self::held(&actor) {
            held += 1;
            assert!(own.distance(hand) < 1e-5, "the ball is where the hand is");
            assert!(own.distance(at) < 0.06, "it does not jump: {} m", own.distance(at));
            at = own;
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
    let mut actor = Actor::new(graph.clone(), 0);
    actor.start(verb("walk"), CanonicalTime(0.2));
    actor.request(verb("run")).expect("a way");
    for _ in 0..60 {
        let before = actor.placement().on_ground();
        let (x, z) = before.turn(-0.2, 0.35);
        let at = Vec3::new(before.x + x, 1.2, before.z + z);
        actor.place_object(ObjectId(0), ball_at(at));
        actor.step(1.0 / 60.0, &mut ());
        let hand = hand_of(&graph, &actor);
        assert!(hand.distance(at) < 2e-3, "{} m at {:?}", hand.distance(at), actor.transition());
        let held = held(&actor).expect("it is held");
        assert!(held.distance(hand) < 1e-5);
    }
    assert_eq!(actor.verb(), verb("run"));
}

#[test]
fn what_is_held_follows_a_hand_that_reaches() {
    let graph = catching(&[("walk", [0.0, 0.0], [0.0, 1.0])]);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.start(verb("walk"), CanonicalTime(0.2));
    actor.reach(graph.hand_named("RightHand").expect("an arm"), Some([-0.3, 1.4, 0.8]));
    for _ in 0..40 {
        actor.step(1.0 / 60.0, &mut ());
        let held = held(&actor).expect("it is held");
        assert!(held.distance(hand_of(&graph, &actor)) < 1e-5);
    }
}

#[test]
fn holds_come_and_go_across_the_ends_of_a_round() {
    for during in [[0.0, 0.2], [0.8, 1.0]] {
        let graph = catching(&[("walk", during, [1.0, 1.0])]);
        let mut actor = Actor::new(graph.clone(), 0);
        actor.start(verb("walk"), CanonicalTime(0.5));
        let mut last: Option<Vec3> = None;
        for _ in 0..300 {
            let before = actor.placement().on_ground();
            actor.place_object(ObjectId(0), ball_at(Vec3::new(before.x - 0.2, 1.3, before.z + 0.4)));
            actor.step(1.0 / 60.0, &mut ());
            let hand = hand_of(&graph, &actor);
            let moved = last.map_or(0.0, |last| hand.distance(last));
            assert!(moved < 0.1, "the hand jumps {moved} m at {:?}", actor.canonical_time());
            last = Some(hand);
        }
    }
}

/// From one gait to the other, of which the walk has the hand at the ball.
struct Cut {
    blend: Blend,
    from: &'static str,
    to: &'static str,
    /// How far a transition has come when it is broken off, if it is.
    broken_off: Option<f32>,
}

/// A cut over at once either way, and transitions that are broken off.
fn cuts() -> Vec<Cut> {
    let mut cuts = Vec::new();
    for (from, to) in [("walk", "run"), ("run", "walk")] {
        cuts.push(Cut { blend: Blend::Inertial, from, to, broken_off: None });
        cuts.extend([0.2, 0.5, 0.8].map(|p| Cut { blend: Blend::Sigmoid, from, to, broken_off: Some(p) }));
    }
    cuts
}

impl Cut {
    fn graph(&self) -> Graph {
        catching_between_gaits(&[("walk", [0.0, 1.0], [1.0, 1.0])], self.blend.clone())
    }

    /// Plays in steps of some length until it has been cut over for 0.4 s. The ball, if there is one, is always a little before
    /// the right of the body.
    fn play(&self, graph: &Graph, with_ball: bool, secs: f64, mut look: impl FnMut(&Actor)) {
        let mut actor = Actor::new(graph.clone(), 0);
        actor.set_foot_planting(false);
        actor.start(verb(self.from), CanonicalTime(0.3));
        let (mut asked, mut cut_at) = (false, f64::INFINITY);
        while actor.now().0 < cut_at + 0.4 {
            if with_ball {
                let at = Placement::of(actor.dofs());
                let (beside, before) = at.turn(-0.25, 0.35);
                actor.place_object(ObjectId(0), ball_at(Vec3::new(at.x + beside, 1.25, at.z + before)));
            }
            actor.step(secs, &mut ());
            look(&actor);
            let now = actor.now().0;
            if !asked && now > 0.1 {
                asked = true;
                actor.request(verb(self.to)).expect("a way");
                cut_at = if self.broken_off.is_some() { cut_at } else { now };
            }
            let far = actor.transition().is_some_and(|(_, own)| Some(own) > self.broken_off);
            if far && self.broken_off.is_some() {
                actor.request(verb(self.from)).expect("it has hardly left");
                assert!(actor.transition().is_none(), "it goes back at once");
                cut_at = now;
            }
        }
    }

    /// How fast a hand goes at most, seen from the root, and by how much that changes from frame to frame; metres per second.
    fn rush_and_jolt(&self, with_ball: bool) -> [f64; 2] {
        const FRAME_SECS: f64 = 0.002;
        let graph = self.graph();
        let hand = graph.skeleton().joint_named("RightHand").expect("a hand").index();
        let mut places = Vec::new();
        self.play(&graph, with_ball, FRAME_SECS, |actor| {
            places.push(in_root(graph.skeleton(), actor.dofs())[hand])
        });
        let moved: Vec<_> = places[10..].windows(2).map(|w| (w[1] - w[0]) / FRAME_SECS).collect();
        let rush = moved.iter().map(|v| v.length()).fold(0.0, f64::max);
        [rush, moved.windows(2).map(|w| w[0].distance(w[1])).fold(0.0, f64::max)]
    }
}

#[test]
fn a_cut_does_not_pop_a_hand_that_is_at_an_object() {
    for cut in cuts() {
        let [rush, jolt] = cut.rush_and_jolt(true);
        let [plain_rush, plain_jolt] = cut.rush_and_jolt(false);
        let told = format!(
            "{} → {}, {:?} broken off at {:?}: {rush:.2} m/s, jolts by {jolt:.3}; without a ball {plain_rush:.2} and {plain_jolt:.3}",
            cut.from, cut.to, cut.blend, cut.broken_off
        );
        println!("{told}");
        assert!(rush < plain_rush + 3.0 && jolt < 2.0 * plain_jolt + 0.25, "{told}");
    }
}

#[test]
fn a_hand_goes_from_an_object_alike_whatever_the_step_and_after_a_snapshot() {
    let graph = cuts()[0].graph();
    let played = |steps: usize| {
        let mut actor = Actor::new(graph.clone(), 0);
        actor.start(verb("walk"), CanonicalTime(0.3));
        actor.place_object(ObjectId(0), ball_at(Vec3::new(-0.25, 1.25, 0.4)));
        actor.step(0.05, &mut ());
        actor.request(verb("run")).expect("a way");
        (0..steps).for_each(|_| _ = actor.step(0.1 / steps as f64, &mut ()));
        assert_eq!(actor.verb(), verb("run"));
        actor
    };
    let [mut once, many] = [played(1), played(24)];
    let far = once.dofs().iter().zip(many.dofs()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < 1e-5, "{far} apart");
    let mut without = once.clone();
    without.place_object(ObjectId(0), None);
    without.step(0.0, &mut ());
    let pulled = hand_of(&graph, &once).distance(hand_of(&graph, &without));
    assert!(pulled > 0.05, "the hand is on its way, {pulled} m from where the run has it");
    let mut state = Vec::new();
    once.snapshot(&mut state);
    let mut restored = Actor::new(graph.clone(), 3);
    restored.restore(&state).expect("a state");
    for actor in [&mut once, &mut restored] {
        actor.step(0.02, &mut ());
    }
    assert_eq!(once.dofs(), restored.dofs());
}
