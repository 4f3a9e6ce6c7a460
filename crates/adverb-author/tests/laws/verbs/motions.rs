//! A verb at a fixed point is a motion too: it answers the formalism and can be used like any other.

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::{CanonicalTime, Verb, VerbTime};
use adverb_author::motion::{self, Motion, clip, mirror};
use adverb_author::space::{Axis, Example, Space};
use adverb_author::verb::{self, Definition, Keeps, Ranges};

use super::demo;
use super::measure::{played, pose_distance, sampled};

fn walk() -> Arc<Verb> {
    let project = demo::project();
    Arc::new(project.build(&project.verbs[0]).expect("a verb").verb)
}

fn at(point: [f32; 4]) -> Motion {
    motion::verb(walk(), &point, 60.0).expect("a motion")
}

#[test]
fn a_verb_as_a_motion_is_the_verb_played() {
    let point = [0.3, 0.2, 20.0, 4.0];
    let (_, most) = pose_distance(&sampled(&at(point), 90), &played(&walk(), &point, 1, 90, false).frames);
    assert!(most < 1e-5, "{most} m");
}

#[test]
fn its_velocity_and_acceleration_are_derivatives() {
    let motion = at([0.5, -0.3, -30.0, -3.0]);
    let mut values = [0.0; 3].map(|_: f64| vec![0.0; motion.skeleton().dofs().len()]);
    let step = 2e-3;
    for k in 0..40 {
        // Beyond the end of the cycle too; not on a key, where the map's second derivative steps, as it does a little where hands and
        // feet begin to be moved.
        let time = VerbTime(0.013 + 0.041 * k as f64);
        for (order, derivative) in
            [(Derivative::Position, Derivative::Velocity), (Derivative::Velocity, Derivative::Acceleration)]
        {
            let [before, after, own] = &mut values;
            motion.evaluate(time - step, order, before);
            motion.evaluate(time + step, order, after);
            motion.evaluate(time, derivative, own);
            for ((a, b), own) in before.iter().zip(after.iter()).zip(own.iter()) {
                let slope = (b - a) / (2.0 * step as f32);
                let tolerance =
                    0.02 + 0.03 * own.abs() + if derivative == Derivative::Velocity { 0.0 } else { 4.0 };
                assert!((slope - own).abs() < tolerance, "{derivative:?} at {time:?}: {own}, not {slope}");
            }
        }
    }
}

#[test]
fn it_can_be_clipped_and_mirrored() {
    let motion = Arc::new(at([0.0, 0.5, 25.0, 0.0]));
    let half = clip(motion.clone(), CanonicalTime(0.0), CanonicalTime(0.5)).expect("a clip");
    assert!((half.duration().0 - motion.verb_time(CanonicalTime(0.5)).0).abs() < 1e-12);
    let twice = mirror(Arc::new(mirror(motion.clone())));
    assert_eq!(twice.pose(VerbTime(0.3)), motion.pose(VerbTime(0.3)));
    let constraints = motion.constraints(VerbTime(0.3));
    assert!(!constraints.is_empty() && constraints.iter().all(|c| c.holds(VerbTime(0.3))), "{constraints:?}");
}

#[test]
fn it_can_be_an_example() {
    let definition = Definition {
        name: "of verbs".into(),
        space: Space::new(
            vec![Axis::new("mood", [0.0, 1.0])],
            vec![Example::new("low", [0.0]), Example::new("high", [1.0])],
        )
        .into(),
        measures: Vec::new(),
        motions: [[-1.0, -0.6, 0.0, 0.0], [1.0, 0.5, 0.0, 0.0]].map(|point| Arc::new(at(point))).to_vec(),
        cycle: true,
        rates: vec![None],
        keeps: Keeps::Feet,
        goals: Vec::new(),
        control_points: None,
        variations: false,
        clear_hands: true,
        ranges: Ranges::People,
    };
    let built = verb::build(&definition).expect("a verb of verbs");
    let low = played(&built.verb, &[0.0], 1, 60, false).frames;
    let (rms, _) = pose_distance(&sampled(&definition.motions[0], 60), &low);
    assert!(rms < 1e-3, "{rms} m");
}
