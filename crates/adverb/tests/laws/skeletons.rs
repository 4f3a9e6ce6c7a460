//! What a skeleton keeps of its joints, and what it refuses.

use adverb::Skeleton;
use adverb::glam::{Quat, Vec3};
use adverb::kinematics::local_transform;
use adverb::rotation;
use adverb::skeleton::{Axis, DofKind, JointSpec, ROTATION_VECTOR, SkeletonError};
use proptest::prelude::*;

use crate::made;

proptest! {
    #[test]
    fn specs_make_the_same_skeleton_bit_for_bit(skeleton in made::any_skeleton()) {
        prop_assert_eq!(Skeleton::new(skeleton.specs(), skeleton.root().index()), Ok(skeleton));
    }

    #[test]
    fn unit_rotations_stay_as_they_are_and_others_become_units(
        turns in proptest::collection::vec([-3.0f32..3.0, -3.0..3.0, -3.0..3.0], 20), length in 0.1f32..9.0,
    ) {
        let units: Vec<Quat> = turns.iter().map(|turn| rotation::exp(Vec3::from_array(*turn))).collect();
        let of = |length: f32| {
            let joint = |&q: &Quat| JointSpec { rest: q * length, reference: q * length, rig_axes: q * length,
                ..made::joint("a", None, [0.0; 3], vec![]) };
            Skeleton::new(units.iter().map(joint).collect(), 0).expect("a skeleton")
        };
        for (joint, unit) in of(1.0).joints().iter().zip(&units) {
            prop_assert_eq!([joint.rest, joint.reference, joint.rig_axes], [*unit; 3]);
        }
        for (joint, unit) in of(length).joints().iter().zip(&units) {
            for q in [joint.rest, joint.reference, joint.rig_axes] {
                prop_assert!((q.length() - 1.0).abs() < 1e-6 && q.dot(*unit) > 1.0 - 1e-5, "{q} {unit}");
            }
        }
    }

    #[test]
    fn in_the_rest_pose_joints_are_at_rest(skeleton in made::any_skeleton()) {
        let rest = skeleton.rest_pose();
        for (id, joint) in skeleton.joint_ids().zip(skeleton.joints()) {
            let local = local_transform(&skeleton, joint, &rest);
            prop_assert!(local.rotation.dot(joint.rest).abs() > 1.0 - 1e-5, "{id:?}: {local:?} {joint:?}");
            // What rides on the placement is where the root takes it.
            let in_place = local.translation.distance(joint.offset) < 1e-5;
            prop_assert!(in_place || skeleton.rides(joint), "{id:?}: {local:?}");
        }
    }
}

/// Three joints, of which something of the second is changed.
fn changed(change: impl Fn(&mut JointSpec)) -> Result<Skeleton, SkeletonError> {
    let mut joints: Vec<JointSpec> = [None, Some(0), Some(1)]
        .map(|parent| made::joint("joint", parent, [0.0, 1.0, 0.0], ROTATION_VECTOR.to_vec()))
        .to_vec();
    joints[1].name = "wrong".into();
    change(&mut joints[1]);
    Skeleton::new(joints, 0)
}

#[test]
fn numbers_that_no_joint_has_are_refused_by_its_name() {
    let name = || String::from("wrong");
    let nothing = Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0);
    let fields: [fn(&mut JointSpec) -> &mut Quat; 3] =
        [|joint| &mut joint.rest, |joint| &mut joint.reference, |joint| &mut joint.rig_axes];
    for field in fields {
        assert_eq!(changed(|joint| *field(joint) = nothing), Err(SkeletonError::NotFinite(name())));
    }
    for (metres, error) in [
        (1e6, None),
        (1.1e6, Some(SkeletonError::TooFar(name()))),
        (f32::INFINITY, Some(SkeletonError::NotFinite(name()))),
    ] {
        for offset in [Vec3::X, Vec3::Y, Vec3::NEG_Z] {
            assert_eq!(
                changed(|joint| joint.offset = offset.map(|x| if x == 0.0 { 0.0 } else { x * metres })).err(),
                error
            );
        }
    }
    for (limits, sound) in [
        ([-1.0, 2.0], true),
        ([1.0, 1.0], true),
        ([1.0, 0.9], false),
        ([f32::NAN, 1.0], false),
        ([0.0, f32::NAN], false),
        ([1e6, f32::INFINITY], true),
        ([1.1e6, f32::INFINITY], false),
        ([f32::NEG_INFINITY, -1e6], true),
        ([f32::NEG_INFINITY, -1.1e6], false),
    ] {
        let made = changed(|joint| joint.dofs[2].1 = limits);
        assert_eq!(made.err(), (!sound).then(|| SkeletonError::Limits(name())), "{limits:?}");
    }
}

#[test]
fn dofs_are_translations_and_then_one_kind_of_rotation() {
    use DofKind::{Heading, Rotation, RotationVector, Translation};
    let ball = ROTATION_VECTOR;
    let is_sound = |kinds: &[DofKind]| {
        let made = changed(|joint| joint.dofs = kinds.iter().map(|kind| (*kind, [-1.0, 1.0])).collect());
        assert!(made.is_ok() || made == Err(SkeletonError::Dofs("wrong".into())), "{made:?}");
        made.is_ok()
    };
    let slide = Translation(Axis::Y);
    for sound in [
        &[][..],
        &[slide],
        &[slide, slide, Rotation(Axis::X)],
        &[Rotation(Axis::Z), Rotation(Axis::X)],
        &ball,
    ] {
        assert!(is_sound(sound), "{sound:?}");
    }
    assert!(is_sound(&[&[slide], &ball[..]].concat()));
    for wrong in [
        &[Rotation(Axis::X), slide][..],
        &ball[..2],
        &[ball[0], ball[2], ball[1]],
        &[Rotation(Axis::X), RotationVector(Axis::X)],
        &[Heading],
    ] {
        assert!(!is_sound(wrong), "{wrong:?}");
    }
}
