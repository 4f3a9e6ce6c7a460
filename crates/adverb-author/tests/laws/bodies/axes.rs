//! Bodies whose joints have axes of their own.

use adverb_author::clip::Clip;
use glam::{DMat3, DQuat, DVec3};

use super::judge::worlds;
use super::{made, on};

/// The built-in figure with the bones of arms and legs along +X, on both sides, as programs export them; without rotations nobody would
/// know its rest pose for a figure.
fn along_x(clip: &mut Clip) {
    let rest = clip.world(&clip.rest());
    let children = clip.children();
    let axes: Vec<DQuat> = (0..clip.joints.len())
        .map(|j| {
            let sided = ["Left", "Right"].iter().any(|side| clip.joints[j].name.starts_with(side));
            let above = clip.joints[j].parent.unwrap_or(j);
            let (from, to) = children[j].first().map_or((above, j), |&child| (j, child));
            let bone = (rest[to].translation - rest[from].translation).normalize_or_zero();
            let ahead = DVec3::Z.reject_from(bone).try_normalize().filter(|_| sided && bone.z.abs() < 0.9);
            match ahead {
                Some(z) => DQuat::from_mat3(&DMat3::from_cols(bone, z.cross(bone), z)),
                None => DQuat::IDENTITY,
            }
        })
        .collect();
    let above: Vec<DQuat> =
        clip.joints.iter().map(|joint| joint.parent.map_or(DQuat::IDENTITY, |p| axes[p])).collect();
    let n = clip.joints.len();
    for (i, local) in clip.locals.iter_mut().enumerate() {
        local.translation = above[i % n].inverse() * local.translation;
        local.rotation = (above[i % n].inverse() * local.rotation * axes[i % n]).normalize();
    }
    for (joint, above) in clip.joints.iter_mut().zip(&above) {
        joint.rest.translation = above.inverse() * joint.rest.translation;
        joint.rest.rotation = DQuat::IDENTITY;
    }
}

/// A hand that is held otherwise than the other is no other hand.
#[test]
fn hands_are_turned_alike_where_the_bones_of_both_sides_run_along_x() {
    for degrees in [0.0_f64, 80.0, 100.0, 130.0, 160.0] {
        let roll = |clip: &mut Clip| {
            let n = clip.joints.len();
            let forearm = clip.joints.iter().position(|joint| joint.name == "RightForeArm").expect("an arm");
            let about = DQuat::from_axis_angle(DVec3::NEG_X, degrees.to_radians());
            clip.locals.iter_mut().skip(forearm).step_by(n).for_each(|local| local.rotation *= about);
        };
        let plain = made(roll);
        let other = made(|clip| {
            roll(clip);
            along_x(clip);
        });
        let (own, put) = (worlds(&plain), worlds(&on(&other, &plain)));
        for (j, joint) in plain.joints.iter().enumerate().filter(|(_, joint)| !joint.end) {
            let off = own.iter().zip(&put).map(|(a, b)| a[j].rotation.angle_between(b[j].rotation));
            let off = off.fold(0.0, f64::max).to_degrees();
            assert!(off < 15.0, "{} is turned by {off:.0}° where the forearm is by {degrees}°", joint.name);
        }
    }
}
