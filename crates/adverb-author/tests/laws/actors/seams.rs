//! Without a seam: knobs that turn, transitions, and transitions that are interrupted.

use adverb::graph::{Blend, Enter, Graph, KnobId, Leave, Parts, VerbId};
use adverb::{Actor, CanonicalTime, Setting, Skeleton, VerbTime};

use super::measure::in_root;
use super::stage::{gaits, pack, transition, verb};

/// Figure 5.6: happiness rises quadratically. The verb alone, asked for ever later times at ever other points, is thrown ahead,
/// and back when happiness falls; an actor goes at the speeds of the points it passes.
#[test]
fn a_changing_adverb_neither_boosts_nor_turns_back() {
    let verb = pack().verb_named("pace").expect("a verb");
    let graph = Graph::of_verb(verb.clone());
    let [low, high] = graph.knobs()[0].range;
    let ramp = |secs: f64| (secs / 4.0).clamp(0.0, 1.0).powi(2);
    let speed_at = |point: f32| {
        let setting = Setting::new(verb, &[point]);
        setting.travel().velocity[1] / setting.duration().0
    };
    for rising in [true, false] {
        let point = |secs: f64| {
            let share = if rising { ramp(secs) } else { 1.0 - ramp(secs) };
            low + (high - low) * share as f32
        };
        let mut actor = Actor::new(graph.clone(), 0);
        actor.set_knob(KnobId(0), point(0.0));
        actor.snap_knobs();
        let (slowest, fastest) = (speed_at(low), speed_at(high));
        let mut naive: Vec<f64> = Vec::new();
        let (mut least, mut most) = (f64::INFINITY, 0.0f64);
        for frame in 0..300 {
            let secs = f64::from(frame) / 60.0;
            actor.set_knob(KnobId(0), point(secs));
            let moved = actor.step(1.0 / 60.0, &mut ());
            let speed = f64::from(moved.z) * 60.0;
            (least, most) = (least.min(speed), most.max(speed));
            // The verb alone, at time T = τ.
            let setting = Setting::new(verb, &[point(secs)]);
            let rounds = (secs / setting.duration().0).floor();
            let t =
                setting.timeline().canonical_time(VerbTime(secs - rounds * setting.duration().0)).0 + rounds;
            naive.push(setting.travel().velocity[1] * t);
        }
        let naive: Vec<f64> = naive.windows(2).map(|w| (w[1] - w[0]) * 60.0).collect();
        let naive =
            (naive.iter().copied().fold(0.0, f64::max), naive.iter().copied().fold(f64::INFINITY, f64::min));
        println!(
            "{slowest:.2} to {fastest:.2} m/s; actor {least:.2} to {most:.2}; verb alone {:.2} to {:.2}",
            naive.1, naive.0
        );
        assert!(least > 0.97 * slowest && most < 1.03 * fastest, "{least} to {most} m/s");
        if rising {
            assert!(naive.0 > 1.5 * fastest, "the printed way boosts: {} m/s", naive.0);
        } else {
            assert!(naive.1 < 0.0, "the printed way turns back: {} m/s", naive.1);
        }
    }
}

/// The greatest step of a joint's velocity between two frames, in metres per second, in the root's frame and of the root.
fn steps(graph: &Graph, actor: &mut Actor, frames: usize, secs: f64) -> f64 {
    let skeleton = graph.skeleton();
    let mut places = Vec::new();
    for _ in 0..frames {
        actor.step(secs, &mut ());
        let mut all = in_root(skeleton, actor.dofs());
        let [x, z] = [Skeleton::X, Skeleton::Z].map(|d| f64::from(actor.dofs()[d.index()]));
        all.push(glam::DVec3::new(x, 0.0, z));
        places.push(all);
    }
    let mut most = 0.0f64;
    for w in places.windows(3) {
        for ((a, b), c) in w[0].iter().zip(&w[1]).zip(&w[2]) {
            most = most.max(((*c - *b) - (*b - *a)).length() / secs);
        }
    }
    most
}

#[test]
fn interruptions_keep_pose_and_velocity() {
    let graph = gaits(Blend::Sigmoid);
    for (from, to) in [("walk", "run"), ("run", "pace"), ("walk", "sneak")] {
        for progress in [0.15f32, 0.4, 0.7, 0.9] {
            let interrupted = |back: bool| {
                let mut actor = Actor::new(graph.clone(), 0);
                actor.set_foot_planting(false);
                actor.start(verb(from), CanonicalTime(0.3));
                actor.step(0.1, &mut ());
                actor.request(verb(to)).expect("a way");
                while actor.transition().is_none_or(|(_, own)| own < progress) {
                    actor.step(0.001, &mut ());
                }
                if back {
                    actor.request(verb(from)).expect("it has hardly left");
                    assert!(actor.transition().is_none(), "it goes back at once");
                    assert_eq!(actor.verb(), verb(from));
                }
                steps(&graph, &mut actor, 100, 0.002)
            };
            let (plain, back) = (interrupted(false), interrupted(true));
            println!(
                "{from} → {to} at {progress}: velocities step by {back:.3} m/s, {plain:.3} if it goes on"
            );
            assert!(back < 2.0 * plain + 0.25, "{from} → {to} at {progress}: {back} m/s, {plain} m/s");
        }
    }
}

#[test]
fn transitions_have_no_seam() {
    for blend in [Blend::Sigmoid, Blend::Inertial, Blend::Through(vec![[0.0, 0.0], [0.3, 0.6], [1.0, 1.0]])] {
        let graph = gaits(blend.clone());
        for (from, to) in [("walk", "run"), ("run", "walk"), ("pace", "run")] {
            let mut actor = Actor::new(graph.clone(), 0);
            actor.set_foot_planting(false);
            actor.start(verb(from), CanonicalTime(0.1));
            let before = steps(&graph, &mut actor, 300, 0.002);
            actor.start(verb(to), CanonicalTime(0.1));
            let after = steps(&graph, &mut actor, 300, 0.002);
            actor.start(verb(from), CanonicalTime(0.1));
            actor.request(verb(to)).expect("a way");
            let over = steps(&graph, &mut actor, 400, 0.002);
            println!("{from} → {to}, {blend:?}: {over:.3} m/s, within the verbs {before:.3} and {after:.3}");
            assert!(over < 2.0 * before.max(after), "{from} → {to}, {blend:?}: {over} m/s");
        }
    }
}

/// Keys of the same names fall together, wherever the author has put the regions.
#[test]
fn a_walk_enters_a_run_on_the_right_foot() {
    // Right-down is at 0.5 in both, early in the one region and late in the other.
    let leave = Leave::During([0.42, 0.9]);
    let enter = Enter::During([0.1, 0.62]);
    let transitions = vec![
        transition("walk", leave, "run", enter, Blend::Sigmoid),
        transition("run", leave, "walk", enter, Blend::Sigmoid),
    ];
    let parts = Parts { starts: vec![verb("walk")], transitions: transitions.clone(), ..Parts::default() };
    assert!(keys_apart(parts) > 0.1, "these are too far apart to be brought together");
    let mut near = transitions;
    near[0].leave = Leave::During([0.35, 0.75]);
    near[0].enter = Enter::During([0.25, 0.7]);
    let parts = Parts { starts: vec![verb("walk")], transitions: near, ..Parts::default() };
    assert!(keys_apart(parts) < 0.01);
}

/// How far the second verb is from right-down when the first passes it, in canonical time.
fn keys_apart(parts: Parts) -> f64 {
    let graph = Graph::new(pack().verbs().to_vec().into(), parts).expect("a graph");
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(verb("run")).expect("a way");
    while actor.transition().is_none() || actor.canonical_time().0 < 0.5 {
        actor.step(1e-4, &mut ());
    }
    (actor.next_canonical_time().expect("a transition is under way").0 - 0.5).abs()
}

#[test]
fn headings_blend_as_velocity() {
    // A right turn that goes over into a left turn (figure 5.13): the path bends from the one to the other.
    let graph = gaits(Blend::Sigmoid);
    let knob = graph.knob_named("turn").expect("a knob");
    let mut actor = Actor::new(graph.clone(), 0);
    actor.set_knob(knob, -40.0);
    actor.snap_knobs();
    actor.request(VerbId(verb("run").0)).expect("a way");
    let mut rates = Vec::new();
    while actor.verb() != verb("run") {
        rates.push(f64::from(actor.step(0.01, &mut ()).heading) / 0.01);
    }
    let slow = rates.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max);
    assert!(slow < 0.35, "the heading jerks by {slow} rad/s in a hundredth of a second");
}
