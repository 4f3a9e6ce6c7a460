//! A made humanoid of 67 joints, fingers and all, with arbitrary poses. Only its legs are where legs are.

use std::sync::Arc;

use adverb::Skeleton;
use adverb::glam::{Quat, Vec3};
use adverb::kinematics::LocalTransform;
use adverb::rotation;
use adverb::skeleton::{JointSpec, ROTATION_VECTOR, UNLIMITED};

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
pub const LEG: [Vec3; 4] = [
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
    let mut parents = vec![None];
    for (start, length) in CHAINS {
        let first = parents.len();
        parents.push(Some(start));
        parents.extend((first + 1..first + length).map(|joint| Some(joint - 1)));
    }
    assert_eq!(parents.len(), JOINTS);
    parents
}

/// As the runtime has it.
pub fn skeleton() -> Skeleton {
    let mut random = Random::new(1);
    let joint = |(index, parent): (usize, Option<usize>)| JointSpec {
        name: format!("joint {index}"),
        parent,
        offset: leg(index).unwrap_or(random.vector() * 0.3),
        rest: Quat::IDENTITY,
        reference: Quat::IDENTITY,
        dofs: ROTATION_VECTOR.map(|kind| (kind, UNLIMITED)).to_vec(),
        end: false,
        partner: index,
        rig_axes: Quat::IDENTITY,
    };
    Skeleton::new(parents().into_iter().enumerate().map(joint).collect(), 0)
        .expect("the humanoid is well formed")
}

/// The offset of a joint of a leg.
fn leg(joint: usize) -> Option<Vec3> {
    let [left, right] = LEGS.map(|leg| leg.iter().position(|j| *j == joint));
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
