//! A made figure of 44 DOFs and a graph of two of its verbs, with a gesture of one arm.

use std::sync::Arc;

use adverb::glam::Vec3;
use adverb::graph::{Blend, Claim, Enter, Gesture, Graph, Leave, Mode, Parts, Transition, Usage, VerbId};
use adverb::skeleton::{Axis, DofKind, ROTATION_VECTOR};
use adverb::{DofId, Verb};

use crate::verbs::made::verb;
use crate::world::humanoid::{Figure, parents_of, skeleton_of};

pub const EXAMPLES: usize = 20;
pub const ONE: VerbId = VerbId(0);
pub const OTHER: VerbId = VerbId(1);
const GESTURE: VerbId = VerbId(2);
/// Long, so that an actor is in one nearly all of the time.
const TRANSITION_SECS: f64 = 2.0;

/// After the pelvis, as (the joint they hang on, how many joints): spine, neck and head, two legs, two arms.
const CHAINS: [(usize, usize); 5] = [(0, 3), (0, 4), (0, 4), (1, 2), (1, 2)];
/// Hip, knee, ankle and ball; the balls have no DOFs.
const LEGS: [[usize; 4]; 2] = [[4, 5, 6, 7], [8, 9, 10, 11]];
const HEAD: usize = 3;
/// One axis; the others that move are balls.
const NECK: usize = 2;
const RIGHT_ARM: [usize; 2] = [14, 15];

/// Pelvis, spine, neck, head, two legs, two arms of shoulder and elbow: 7 DOFs of the root, 36 of twelve balls, one of the neck.
fn figure() -> Figure {
    let kinds = |joint: usize| match joint {
        NECK => vec![DofKind::Rotation(Axis::Y)],
        _ if LEGS.iter().any(|leg| leg[3] == joint) => Vec::new(),
        _ => ROTATION_VECTOR.to_vec(),
    };
    let skeleton = skeleton_of(&parents_of(&CHAINS), LEGS, || Vec3::new(0.0, 0.25, 0.0), kinds);
    assert_eq!(skeleton.dofs().len(), 44);
    Figure { skeleton: Arc::new(skeleton), legs: LEGS, head: HEAD, neck: None }
}

/// From one verb to the other and back at any time, and a gesture that goes on until it is ended.
pub fn graph() -> Graph {
    let figure = figure();
    let verbs: [Verb; 3] = [
        verb(&figure, "one", EXAMPLES, 0),
        verb(&figure, "other", EXAMPLES, 1),
        verb(&figure, "gesture", 1, 2),
    ];
    let transition = |from: VerbId, to: VerbId| Transition {
        from,
        to,
        leave: Leave::AtOnce { secs: TRANSITION_SECS },
        enter: Enter::Matching,
        blend: Blend::Sigmoid,
        likelihood: 0.0,
    };
    let arm = RIGHT_ARM.iter().flat_map(|joint| figure.skeleton.joints()[*joint].dofs.clone()).map(DofId);
    let gesture = Gesture {
        name: "gesture".into(),
        verb: GESTURE,
        fade_in: 0.2,
        fade_out: 0.8,
        mode: Mode::Replace,
        usage: vec![Claim { during: [0.0, 1.0], usage: Usage::Required, dofs: arm.collect() }],
    };
    let parts = Parts {
        name: "two".into(),
        starts: vec![ONE],
        transitions: vec![transition(ONE, OTHER), transition(OTHER, ONE)],
        gestures: vec![gesture],
        ..Parts::default()
    };
    Graph::new(Arc::from(verbs), parts).expect("a graph")
}
