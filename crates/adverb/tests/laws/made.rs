//! A made skeleton with every kind of joint, and random poses of it.

use adverb::Skeleton;
use adverb::glam::{Quat, Vec3};
use adverb::rotation;
use adverb::skeleton::{Axis, DofKind, JointSpec, ROTATION_VECTOR, TRANSLATIONS, UNLIMITED};
use proptest::prelude::*;

pub fn joint(name: &str, parent: Option<usize>, offset: [f32; 3], dofs: Vec<DofKind>) -> JointSpec {
    JointSpec {
        name: name.into(),
        parent,
        offset: Vec3::from(offset),
        rest: Quat::IDENTITY,
        reference: Quat::IDENTITY,
        dofs: dofs.into_iter().map(|k| (k, UNLIMITED)).collect(),
        end: false,
        partner: 0,
        rig_axes: Quat::IDENTITY,
    }
}

/// Hips with two legs (ball hip, hinged knee within limits, two-axis ankle), a sliding spine, a prop of its own.
pub fn skeleton() -> Skeleton {
    let ball = || ROTATION_VECTOR.to_vec();
    let mut joints = vec![
        joint("Hips", None, [0.0, 1.0, 0.0], vec![]),
        joint("LeftUpLeg", Some(0), [0.1, 0.0, 0.0], ball()),
        joint("LeftLeg", Some(1), [0.0, -0.45, 0.01], vec![DofKind::Rotation(Axis::X)]),
        joint(
            "LeftFoot",
            Some(2),
            [0.0, -0.42, 0.0],
            vec![DofKind::Rotation(Axis::X), DofKind::Rotation(Axis::Z)],
        ),
        joint("LeftToe", Some(3), [0.0, -0.06, 0.15], vec![]),
        joint("RightUpLeg", Some(0), [-0.1, 0.0, 0.0], ball()),
        joint("RightLeg", Some(5), [0.0, -0.45, 0.01], vec![DofKind::Rotation(Axis::X)]),
        joint(
            "RightFoot",
            Some(6),
            [0.0, -0.42, 0.0],
            vec![DofKind::Rotation(Axis::X), DofKind::Rotation(Axis::Z)],
        ),
        joint("RightToe", Some(7), [0.0, -0.06, 0.15], vec![]),
        joint("Spine", Some(0), [0.0, 0.2, 0.0], TRANSLATIONS.into_iter().chain(ROTATION_VECTOR).collect()),
        joint("Head", Some(9), [0.0, 0.5, 0.02], ball()),
        joint("Prop", None, [0.0, 0.0, 0.0], TRANSLATIONS.into_iter().chain(ROTATION_VECTOR).collect()),
    ];
    for (j, partner) in [5, 6, 7, 8].into_iter().enumerate() {
        joints[j + 1].partner = partner;
        joints[partner].partner = j + 1;
    }
    for j in [0, 9, 10, 11] {
        joints[j].partner = j;
    }
    for j in [2, 6] {
        joints[j].dofs[0].1 = [0.0, 2.5];
    }
    for j in [4, 8] {
        joints[j].end = true;
    }
    // References and rests that are not the identity, mirrored on the right.
    joints[1].reference = rotation::exp(Vec3::new(0.3, 0.1, -0.2));
    joints[5].reference = rotation::mirrored(joints[1].reference);
    joints[3].rest = rotation::exp(Vec3::new(-0.2, 0.05, 0.1));
    joints[7].rest = rotation::mirrored(joints[3].rest);
    Skeleton::new(joints, 0).expect("a made skeleton")
}

/// Any tree of any kinds of joints, most of them ball joints, with any joint as the root.
pub fn any_skeleton() -> impl Strategy<Value = Skeleton> {
    let vector = || [-1.0f32..1.0, -1.0..1.0, -1.0..1.0].prop_map(Vec3::from);
    let any_joint = (0..12usize, any::<proptest::sample::Index>(), 0..8usize, [vector(), vector(), vector()]);
    let root = any::<proptest::sample::Index>();
    (proptest::collection::vec(any_joint, 1..40), root).prop_map(|(joints, root)| {
        let made = joints.iter().enumerate().map(|(j, (kind, parent, orphan, [offset, rest, reference]))| {
            let dofs = match kind {
                0 | 1 => vec![],
                2 => vec![DofKind::Rotation(Axis::X), DofKind::Rotation(Axis::Z)],
                3 => TRANSLATIONS.into_iter().chain(ROTATION_VECTOR).collect(),
                _ => ROTATION_VECTOR.to_vec(),
            };
            // Chains more often than anything else.
            let parent = if *kind % 3 == 0 { j.checked_sub(1) } else { (j > 0).then(|| parent.index(j)) };
            JointSpec {
                rest: rotation::exp(*rest),
                reference: rotation::exp(*reference),
                ..joint(&j.to_string(), parent.filter(|_| *orphan > 0), offset.to_array(), dofs)
            }
        });
        Skeleton::new(made.collect(), root.index(joints.len())).expect("a made skeleton")
    })
}

pub fn pose(skeleton: &Skeleton) -> impl Strategy<Value = Vec<f32>> + use<> {
    let limits: Vec<[f32; 2]> = skeleton.dofs().iter().map(|d| d.limits).collect();
    proptest::collection::vec(-1.5f32..1.5, limits.len())
        .prop_map(move |values| values.iter().zip(&limits).map(|(v, l)| v.max(l[0]).min(l[1])).collect())
}
