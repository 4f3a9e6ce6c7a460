//! Poses between two verbs.

use adverb::glam::{Quat, Vec3};
use adverb::graph::VerbId;
use adverb::skeleton::DofKind;
use adverb::verb::{Coefficients, Parts};
use adverb::{Actor, Verb, rotation};

use super::stage::{cyclic, graph, way};

/// A verb in which all ball joints stand at one rotation vector.
fn turned(name: &str, vector: Vec3) -> Verb {
    let verb = cyclic(name, 1.0);
    let (skeleton, parts) = (verb.skeleton().clone(), verb.parts().clone());
    let counts = [parts.control_points, parts.examples.len(), skeleton.dofs().len()];
    let coefficients = Coefficients::of(counts, |_, _, dof| match skeleton.dofs()[dof].kind {
        DofKind::RotationVector(axis) => vector[axis as usize],
        _ => 0.0,
    });
    Verb::new(skeleton, Parts { coefficients, ..parts }).expect("a verb")
}

/// Radians between two rotations.
fn angle(a: Quat, b: Quat) -> f32 {
    rotation::log(rotation::compose(rotation::inverse(a), b)).length()
}

#[test]
fn rotations_are_blended_on_the_arc_between_them_beyond_half_a_turn_too() {
    let axis = Vec3::new(0.48, -0.6, 0.64);
    for turn in [0.4, 2.0, 3.0, 4.5, 5.2, 7.0] {
        let ends = [axis * turn, axis * (turn + 0.2) + Vec3::new(0.3, -0.2, 0.1)];
        let verbs = vec![turned("a", ends[0]), turned("b", ends[1])];
        let graph = graph(verbs, vec![way(0, [0.1, 0.9], 1, [0.1, 0.9])], &[1]);
        let mut actor = Actor::new(graph.clone(), 0);
        actor.set_foot_planting(false);
        actor.request(VerbId(1)).expect("a way");
        let ball_dofs = graph.skeleton().dofs().iter().enumerate();
        let balls: Vec<usize> = ball_dofs
            .filter(|(_, dof)| dof.kind == DofKind::RotationVector(adverb::skeleton::Axis::X))
            .map(|(d, _)| d)
            .collect();
        let (mut between, mut farthest) = (0, 0.0f32);
        while actor.verb() == VerbId(0) {
            actor.step(0.01, &mut ());
            let [first, rest @ ..] =
                &balls.iter().map(|d| Vec3::from_slice(&actor.dofs()[*d..])).collect::<Vec<_>>()[..]
            else {
                panic!("ball joints")
            };
            let alike = rest.iter().all(|other| other.distance(*first) < 1e-3);
            assert!(alike, "all turn alike: {first} {rest:?}");
            let [a, own, b] = [ends[0], *first, ends[1]].map(rotation::exp);
            let detour = angle(a, own) + angle(own, b) - angle(a, b);
            assert!(detour < 2e-3, "{turn}: {detour} rad off the arc");
            between += usize::from(angle(a, own) > 0.05 && angle(own, b) > 0.05);
            farthest = farthest.max((*first - ends[0]).length());
        }
        // The same rotations are a whole turn away, too.
        assert!(between > 10 && farthest < 1.0, "{turn}: {between} frames, {farthest}");
    }
}

/// The time of the second verb when the first passes its key in the middle, in a transition between two regions.
fn at_the_key(leave: [f64; 2], enter: [f64; 2]) -> f64 {
    let graph = graph(vec![cyclic("a", 1.0), cyclic("b", 1.3)], vec![way(0, leave, 1, enter)], &[1]);
    let mut actor = Actor::new(graph, 0);
    actor.request(VerbId(1)).expect("a way");
    while actor.transition().is_none() || actor.canonical_time().0 < 0.5 {
        actor.step(1e-4, &mut ());
        assert!(actor.now().0 < 9.0, "it is passed");
    }
    actor.next_canonical_time().expect("a transition").0
}

#[test]
fn keys_of_one_name_fall_together_where_they_lie_at_comparable_places() {
    for (leave, enter) in [
        ([0.35, 0.85], [0.2, 0.7]),
        ([0.2, 0.7], [0.35, 0.85]),
        ([0.3, 0.9], [0.1, 0.8]),
        ([0.4, 0.6], [0.4, 0.6]),
    ] {
        let there = at_the_key(leave, enter);
        assert!((there - 0.5).abs() < 1e-3, "{leave:?} {enter:?}: {there}");
    }
    // Near the beginning of one and the end of the other, they would make time stand still or run.
    for (leave, enter) in [([0.45, 0.95], [0.1, 0.6]), ([0.1, 0.6], [0.45, 0.95])] {
        let there = at_the_key(leave, enter);
        assert!((there - 0.5).abs() > 0.1, "{leave:?} {enter:?}: {there}");
    }
}
