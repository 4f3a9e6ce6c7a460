//! A made humanoid of 67 joints, fingers and all, with arbitrary poses. Only its legs are where legs are.

use std::sync::Arc;

use adverb::Skeleton;
use adverb::glam::{Quat, Vec3};
use adverb::kinematics::LocalTransform;
use adverb::rotation;
use adverb::skeleton::{DofKind, JointSpec, ROTATION_VECTOR, UNLIMITED};

use crate::random::Random;

/// How many joints.
pub const JOINTS: usize = 67;

/// Chains as (the joint they hang on, how many joints), after the pelvis: spine and head, two legs, two arms from the
/// chest, and on each hand four fingers of four and a thumb of six.
const CHAINS: [(usize, usize); 15] = [
    (0, 6),
    (0, 4),
    (0, 4),
    (3, 4),
    (3, 4),
    (18, 4),
    (18, 4),
    (18, 4),
    (18, 4),
    (18, 6),
    (22, 4),
    (22, 4),
    (22, 4),
    (22, 4),
    (22, 6),
];

/// Hip, knee, ankle and ball of the two legs.
pub const LEGS: [[usize; 4]; 2] = [[7, 8, 9, 10], [11, 12, 13, 14]];
/// From the pelvis to the left hip, and on down to the ball.
const LEG: [Vec3; 4] = [
    Vec3::new(0.1, -0.05, 0.0),
    Vec3::new(0.0, -0.42, 0.0),
    Vec3::new(0.0, -0.4, 0.0),
    Vec3::new(0.0, -0.06, 0.14),
];
/// The last of the spine, and the one before.
const HEAD: usize = 6;
const NECK: usize = 5;

/// A skeleton and which of its joints are for what.
pub struct Figure {
    pub skeleton: Arc<Skeleton>,
    /// Hip, knee, ankle and ball.
    pub legs: [[usize; 4]; 2],
    pub head: usize,
    pub neck: Option<usize>,
}

/// The humanoid with its joints told.
pub fn figure() -> Figure {
    Figure { skeleton: Arc::new(skeleton()), legs: LEGS, head: HEAD, neck: Some(NECK) }
}

/// The parent of each joint.
pub fn parents() -> Vec<Option<usize>> {
    let parents = parents_of(&CHAINS);
    assert_eq!(parents.len(), JOINTS);
    parents
}

/// The parent of each joint of a pelvis and chains after it.
pub fn parents_of(chains: &[(usize, usize)]) -> Vec<Option<usize>> {
    let mut parents = vec![None];
    for (start, length) in chains {
        let first = parents.len();
        parents.push(Some(*start));
        parents.extend((first + 1..first + length).map(|joint| Some(joint - 1)));
    }
    parents
}

/// As the runtime has it.
pub fn skeleton() -> Skeleton {
    let mut random = Random::new(1);
    skeleton_of(&parents(), LEGS, || random.vector() * 0.3, |_| ROTATION_VECTOR.to_vec())
}

/// A skeleton whose legs are where legs are and the rest elsewhere, with DOFs of these kinds.
pub fn skeleton_of(
    parents: &[Option<usize>],
    legs: [[usize; 4]; 2],
    mut elsewhere: impl FnMut() -> Vec3,
    kinds: impl Fn(usize) -> Vec<DofKind>,
) -> Skeleton {
    let joint = |(index, parent): (usize, &Option<usize>)| {
        let offset = elsewhere();
        JointSpec {
            name: format!("joint {index}"),
            parent: *parent,
            offset: leg(legs, index).unwrap_or(offset),
            rest: Quat::IDENTITY,
            reference: Quat::IDENTITY,
            dofs: kinds(index).into_iter().map(|kind| (kind, UNLIMITED)).collect(),
            end: false,
            partner: index,
            rig_axes: Quat::IDENTITY,
        }
    };
    Skeleton::new(parents.iter().enumerate().map(joint).collect(), 0).expect("it is well formed")
}

/// The offset of a joint of a leg.
fn leg(legs: [[usize; 4]; 2], joint: usize) -> Option<Vec3> {
    let [left, right] = legs.map(|leg| leg.iter().position(|j| *j == joint));
    let mirrored = |at: usize| LEG[at] * Vec3::new(-1.0, 1.0, 1.0);
    left.map(|at| LEG[at]).or(right.map(mirrored))
}

/// A pose as local transforms: every joint's offset and any rotation.
pub fn locals(skeleton: &Skeleton) -> Vec<LocalTransform> {
    let mut random = Random::new(2);
    let joint = |joint: &adverb::skeleton::Joint| LocalTransform {
        translation: joint.offset,
        rotation: rotation::exp(random.vector()),
    };
    skeleton.joints().iter().map(joint).collect()
}

/// A pose as DOFs: any numbers.
pub fn dofs(skeleton: &Skeleton) -> Vec<f32> {
    let mut random = Random::new(3);
    skeleton.dofs().iter().map(|_| random.number()).collect()
}
