//! The verbs of the built-in character: they need no recordings, so they hold on every machine.

use adverb::graph::{FootId, KnobId};
use adverb::{Actor, DPlacement, Graph, Setting, Verb};
use adverb_author::project::Project;
use adverb_author::verb::Built;

use super::measure::{self, at, played, pose_distance, slide, supported};
use crate::support::hero::load;

pub fn project() -> Project {
    load(|own| own).unwrap_or_else(|e| panic!("{e}"))
}

pub fn hero() -> Vec<Built> {
    let project = project();
    project.verbs.iter().map(|verb| project.build(verb).unwrap_or_else(|e| panic!("{e}"))).collect()
}

fn walk() -> Verb {
    hero().swap_remove(0).verb
}

#[test]
fn the_built_in_verbs_come_without_a_warning() {
    for built in hero() {
        assert!(built.warnings.is_empty(), "{}: {:?}", built.verb.name(), built.warnings);
        assert!(built.deviations.iter().all(|d| d.rms_m < 1e-3), "{}", built.verb.name());
        assert_eq!(built.verb.feet().len(), 2, "{}", built.verb.name());
    }
}

#[test]
fn built_in_feet_stay_where_they_stand() {
    for built in hero() {
        let verb = &built.verb;
        for point in measure::points_of_the_hull(verb, 30) {
            let cycles = if verb.is_cyclic() { 2 } else { 1 };
            let played = played(verb, &point, cycles, 60, true);
            let own = slide(&played);
            // Feet stand softly: what a motion slides by itself shows a little.
            assert!(own < 3e-3, "{} at {point:?}: {own} m", verb.name());
            if verb.is_cyclic() {
                let climbed = 2.0 * Setting::new(verb, &point).travel().climb;
                let first = &played.frames[0];
                let last: Vec<_> = played.frames[120].iter().map(|p| *p - climbed * glam::DVec3::Y).collect();
                let (_, gap) = pose_distance(std::slice::from_ref(first), &[last]);
                assert!(gap < 1e-4, "{} at {point:?}: {gap} m open", verb.name());
            }
            if verb.name() != "run" {
                assert!(supported(&played) >= 0.85, "{} at {point:?}: {}", verb.name(), supported(&played));
            }
        }
    }
}

#[test]
fn a_knob_that_turns_never_makes_the_phase_jump() {
    let verb = walk();
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    actor.step(0.4, &mut ());
    let before = actor.canonical_time();
    actor.set_knob(KnobId(0), -1.0);
    actor.set_knob(KnobId(1), -0.6);
    actor.step(1.0 / 240.0, &mut ());
    let passed = actor.canonical_time().0 - before.0;
    assert!((0.0..0.02).contains(&passed), "{passed} of a cycle in a 240th of a second");
}

#[test]
fn knobs_are_limited_in_rate_and_range() {
    let verb = walk();
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    actor.set_knob(KnobId(0), 7.0);
    actor.step(0.1, &mut ());
    let rate = verb.adverbs()[0].rate;
    assert!((actor.knob(KnobId(0)) - 0.1 * rate).abs() < 1e-6, "{}", actor.knob(KnobId(0)));
    actor.step(10.0, &mut ());
    assert_eq!(actor.knob(KnobId(0)), 1.0, "the end of its range");
    actor.set_knob(KnobId(0), f32::NAN);
    actor.step(1.0, &mut ());
    assert_eq!(actor.knob(KnobId(0)), 1.0, "what is no number is ignored");
    actor.set_knob(KnobId(0), f32::NEG_INFINITY);
    actor.step(10.0, &mut ());
    assert_eq!(actor.knob(KnobId(0)), -1.0);
}

#[test]
fn long_and_short_steps_arrive_at_the_same_place() {
    let verb = walk();
    let graph = Graph::of_verb(verb.clone());
    let point = [0.4, -0.2, 30.0, 0.0];
    let (mut long, mut short) = (at(&graph, &point), at(&graph, &point));
    let mut walked = DPlacement::ORIGIN;
    for _ in 0..4 {
        long.step(2.5, &mut ());
        for _ in 0..600 {
            walked = walked.moved(short.step(2.5 / 600.0, &mut ()));
        }
    }
    let (a, b) = (long.placement(), short.placement());
    assert!((a.x - b.x).hypot(a.z - b.z) < 1e-4 && (a.heading - b.heading).abs() < 1e-5, "{a:?} {b:?}");
    // The deltas lead there too.
    assert!((walked.x - b.x).hypot(walked.z - b.z) < 1e-3, "{walked:?} {b:?}");
    let off = long.dofs().iter().zip(short.dofs()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(off < 1e-3, "DOFs {off} apart");
}

#[test]
fn the_built_in_speeds_are_the_speeds_asked_for() {
    let verb = hero().swap_remove(1).verb;
    for (example, asked) in verb.examples().iter().zip([0.8, 1.3, 1.65, 2.05]) {
        let setting = Setting::new(&verb, &example.at);
        let speed = setting.travel().velocity[1] / setting.duration().0;
        assert!((speed - asked).abs() < 0.02, "{}: {speed} m/s", example.name);
    }
    for asked in [1.0f32, 1.5, 1.9] {
        let setting = Setting::new(&verb, &[asked]);
        println!("asked for {asked} m/s: {:.3}", setting.travel().velocity[1] / setting.duration().0);
    }
}

#[test]
fn a_head_turns_to_what_it_looks_at_and_back() {
    let verb = walk();
    let gaze = verb.parts().gaze.expect("a head");
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = vec![glam::Affine3A::IDENTITY; verb.skeleton().joints().len()];
    let mut angle = |actor: &Actor, target: glam::Vec3| {
        adverb::kinematics::world_transforms(verb.skeleton(), actor.dofs(), &mut world);
        let head = &world[gaze.head.index()];
        let ahead = glam::Vec3::from(head.matrix3.z_axis);
        ahead.angle_between(target - glam::Vec3::from(head.translation))
    };
    let target = glam::Vec3::new(60.0, 1.2, 60.0);
    let before = angle(&actor, target);
    actor.look_at(Some(target.to_array().map(f64::from)));
    let mut last = before;
    for _ in 0..90 {
        actor.step(1.0 / 60.0, &mut ());
        let now = angle(&actor, target);
        assert!((now - last).abs() < 0.12, "the head jumps by {} rad", now - last);
        last = now;
    }
    assert!(before > 0.6 && last < 0.05, "{before} → {last} rad");
    actor.look_at(None);
    actor.step(3.0, &mut ());
    for _ in 0..60 {
        actor.step(1.0 / 60.0, &mut ());
        last = angle(&actor, target);
    }
    assert!(last > 0.5, "looks ahead again");
}

#[test]
fn no_step_and_no_place_makes_a_character_nowhere() {
    let verb = walk();
    for secs in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e40, 1e5] {
        let graph = Graph::of_verb(verb.clone());
        let mut actor = at(&graph, &[0.1, 0.2, 30.0, 5.0]);
        actor.place(DPlacement { x: f64::NAN, ..DPlacement::ORIGIN });
        actor.step(secs, &mut ());
        assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "after {secs} s");
    }
}

#[test]
fn feet_that_are_let_go_are_eased_back() {
    let verb = walk();
    let graph = Graph::of_verb(verb.clone());
    let mut actor = at(&graph, &[-0.9, 0.6, 30.0, 0.0]);
    let mut frames = Vec::new();
    for frame in 0..240 {
        actor.set_foot_planting(frame % 31 < 17);
        actor.step(1.0 / 60.0, &mut ());
        frames.push(measure::positions(verb.skeleton(), actor.dofs()));
    }
    let worst = measure::bends(&frames).into_iter().fold(0.0, f64::max);
    assert!(worst < 0.03, "something jumps by {worst} m");
}

#[test]
fn feet_stay_while_the_character_is_pushed() {
    let verb = walk();
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = vec![glam::Affine3A::IDENTITY; verb.skeleton().joints().len()];
    let mut stood: Vec<Option<glam::Vec3A>> = vec![None; verb.feet().len()];
    for _ in 0..300 {
        actor.step(1.0 / 60.0, &mut ());
        let at = actor.placement();
        actor.push_to(DPlacement { x: at.x + 0.001, ..at });
        adverb::kinematics::world_transforms(verb.skeleton(), actor.dofs(), &mut world);
        for (f, foot) in verb.feet().iter().enumerate() {
            let ball = world[foot.ball.index()].translation * glam::Vec3A::new(1.0, 0.0, 1.0);
            stood[f] = actor.is_planted(FootId(f)).then(|| {
                let first = stood[f].unwrap_or(ball);
                assert!(first.distance(ball) < 2e-3, "a standing foot moved by {} m", first.distance(ball));
                first
            });
        }
    }
    assert!(actor.placement().x > 0.25);
}
