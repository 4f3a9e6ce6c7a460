//! What the built-in character does on its graph: waits without its feet drifting, waves while it walks, catches a ball, climbs
//! stairs.

use adverb::actor::Heard;
use adverb::glam::Vec3;
use adverb::graph::{Constraint, Deed, FootId, Graph, Parts};
use adverb::{Actor, CanonicalTime, DPlacement, Ground, World, WorldTransform};

use super::measure::{Watch, fastest, world};
use super::stage::{hero, pack, verb};

/// Where a joint is.
fn joint(graph: &Graph, actor: &Actor, name: &str) -> Vec3 {
    let joint = graph.skeleton().joint_named(name).expect("a joint");
    world(graph.skeleton(), actor.dofs())[joint.index()].translation.into()
}

#[test]
fn waiting_for_minutes_leaves_the_feet_under_the_body() {
    let graph = hero();
    let mut actor = Actor::new(graph.clone(), 4);
    actor.set_idle(Some(Default::default()));
    let (mut farthest, mut released, mut both) = (0.0f32, 0, 0);
    let mut stood = [true; 2];
    for _ in 0..60 * 240 {
        actor.step(1.0 / 60.0, &mut ());
        let hips = joint(graph, &actor, "Hips");
        for foot in ["LeftToeBase", "RightToeBase"] {
            let at = joint(graph, &actor, foot);
            farthest = farthest.max((at.x - hips.x).hypot(at.z - hips.z));
        }
        let now = [actor.is_planted(FootId(0)), actor.is_planted(FootId(1))];
        released += (0..2).filter(|&foot| stood[foot] && !now[foot]).count();
        both += usize::from(!now[0] && !now[1]);
        stood = now;
    }
    println!(
        "four minutes: a ball is at most {farthest:.2} m from under the hips; feet were released {released} times"
    );
    assert!(farthest < 0.45, "a foot is {farthest} m away");
    assert_eq!(both, 0, "one foot at a time");
}

#[test]
fn pushed_while_waiting_it_steps_after() {
    let graph = hero();
    let mut actor = Actor::new(graph.clone(), 4);
    let mut watch = Watch::new(graph, fastest(graph));
    let mut released = 0;
    let mut stood = [true; 2];
    for _ in 0..60 * 40 {
        actor.step(1.0 / 60.0, &mut ());
        let at = actor.placement();
        actor.push_to(DPlacement { x: at.x + 0.0005, ..at });
        watch.look(graph, &actor, 1.0 / 60.0);
        let now = [actor.is_planted(FootId(0)), actor.is_planted(FootId(1))];
        assert!(now[0] || now[1], "one foot at a time");
        released += (0..2).filter(|&foot| stood[foot] && !now[foot]).count();
        stood = now;
    }
    let off = joint(graph, &actor, "LeftToeBase").x - joint(graph, &actor, "Hips").x;
    println!(
        "pushed by 1.2 m: {released} steps, feet slide {:.1} mm, the left one is {off:.2} m beside the hips",
        1e3 * watch.slide.0
    );
    assert!(released > 6 && watch.slide.0 < 0.01 && off.abs() < 0.35);
}

#[test]
fn it_waves_while_it_walks() {
    let graph = hero();
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(verb("walk")).expect("a way");
    actor.step(3.0, &mut ());
    let wave = graph.gesture_named("wave").expect("a gesture");
    actor.start_gesture(wave).expect("nothing is in its way");
    let mut watch = Watch::new(graph, fastest(graph));
    let (mut highest, start) = (f32::NEG_INFINITY, actor.placement());
    for _ in 0..180 {
        actor.step(1.0 / 60.0, &mut ());
        watch.look(graph, &actor, 1.0 / 60.0);
        highest = highest.max(joint(graph, &actor, "RightHand").y - joint(graph, &actor, "RightArm").y);
    }
    let gone = (actor.placement().z - start.z).hypot(actor.placement().x - start.x);
    println!(
        "the hand comes {highest:.2} m above the shoulder; {gone:.1} m walked; feet slide {:.2} mm",
        1e3 * watch.slide.0
    );
    assert!(highest > 0.1 && gone > 2.5 && watch.slide.0 < 1e-3);
    assert_eq!(actor.verb(), verb("walk"));
}

/// C₁ and C₂ of thesis 4.4: until the apex of the reach the hand is at the ball, after it the ball is at the hand.
#[test]
fn a_ball_is_caught_and_held() {
    let (start, caught, end) = (0.4, 0.5, 0.8);
    let own = hero().parts().clone();
    let hand = hero().hand_named("RightHand").expect("a hand");
    let wrist = hero().skeleton().joint_named("RightHand").expect("a joint");
    let constraint = |deed, during| Constraint {
        verb: verb("reach"),
        during,
        object: "ball".into(),
        deed,
        ease_secs: 0.2,
    };
    let constraints =
        vec![constraint(Deed::Reach(hand), [start, caught]), constraint(Deed::Hold(wrist), [caught, end])];
    let graph = Graph::new(pack().verbs().to_vec().into(), Parts { constraints, ..own }).expect("a graph");
    let ball = graph.object_named("ball").expect("it is named");
    let mut actor = Actor::new(graph.clone(), 0);
    // It is thrown so as to pass where the hand is when it reaches out, a little beside it.
    actor.start(verb("reach"), CanonicalTime(0.0));
    actor.step(0.0, &mut ());
    let secs = actor.setting().duration().0;
    let mut probe = actor.clone();
    probe.step(secs * caught, &mut ());
    let meeting = joint(&graph, &probe, "RightHand") + Vec3::new(0.03, -0.02, -0.03);
    let velocity = Vec3::new(0.3, -0.5, -0.6);
    let (mut most, mut jump, mut held) = (0.0f32, 0.0f32, 0);
    let mut last: Option<Vec3> = None;
    let mut at = Vec3::ZERO;
    for frame in 0..(secs * 120.0) as usize {
        let now = frame as f64 / 120.0;
        let since = (now - secs * caught) as f32;
        let flies = meeting + velocity * since;
        if actor.held_object(ball).is_none() {
            at = flies;
        }
        actor.place_object(ball, Some(WorldTransform::at(at.to_array().map(f64::from))));
        actor.step(if frame == 0 { 0.0 } else { 1.0 / 120.0 }, &mut ());
        let hand = joint(&graph, &actor, "RightHand");
        let t = actor.canonical_time().0;
        if t >= start && t <= caught {
            most = most.max(hand.distance(at));
        }
        if let Some(place) = actor.held_object(ball) {
            held += 1;
            at = Vec3::from_array(place.translation.map(|x| x as f32));
            most = most.max(at.distance(hand));
        }
        jump = last.map_or(jump, |last: Vec3| jump.max(last.distance(hand)));
        last = Some(hand);
    }
    println!(
        "the hand is within {:.2} mm of the ball; it is held in {held} frames; the hand goes {:.1} m/s at most",
        1e3 * most,
        jump * 120.0
    );
    assert!(most < 2e-3, "the hand is {most} m from the ball");
    assert!(held as f64 > 0.25 * secs * 120.0, "{held} frames");
    assert!(jump * 120.0 < 5.0, "the hand jumps, {} m/s", jump * 120.0);
    assert!(actor.held_object(ball).is_none(), "let go at the end");
}

/// Stairs of 12 cm from z = 1.5 m on.
struct Stairs;

impl Stairs {
    fn height(z: f32) -> f32 {
        if z < 1.5 { 0.0 } else { 0.12 * ((z - 1.5) / 0.45).floor().clamp(0.0, 4.0) + 0.12 }
    }
}

impl World for Stairs {
    fn ground(&self, [_, _, z]: [f64; 3]) -> Option<Ground> {
        Some(f64::from(Self::height(z as f32)).into())
    }

    fn hear(&mut self, _: Heard) {}
}

#[test]
fn feet_stand_on_the_ground_that_they_are_told_of() {
    let graph = hero();
    let mut level = Actor::new(graph.clone(), 0);
    let mut actor = Actor::new(graph.clone(), 0);
    for actor in [&mut level, &mut actor] {
        actor.request(verb("walk")).expect("a way");
    }
    let balls = ["LeftToeBase", "RightToeBase"];
    let (mut below, mut off, mut count) = (0.0f32, 0.0f32, 0);
    for _ in 0..60 * 6 {
        level.step(1.0 / 60.0, &mut ());
        actor.step(1.0 / 60.0, &mut Stairs);
        for (foot, ball) in balls.iter().enumerate() {
            let (own, plain) = (joint(graph, &actor, ball), joint(graph, &level, ball));
            let ground = Stairs::height(own.z);
            if actor.is_planted(FootId(foot)) {
                below = below.max(ground + plain.y - own.y);
                off += (own.y - ground - plain.y).abs();
                count += 1;
            }
        }
    }
    let mean = off / count as f32;
    println!(
        "on stairs: standing feet are {:.1} mm off on average, {:.0} mm below at most",
        1e3 * mean,
        1e3 * below
    );
    assert!(count > 300 && actor.dofs()[1] > 1.3, "it has gone up, to {} m", actor.dofs()[1]);
    assert!(mean < 0.015, "{mean} m");
}
