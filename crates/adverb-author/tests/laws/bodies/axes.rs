//! Bodies whose joints have axes of their own.

use adverb_author::clip::Clip;
use adverb_author::project::as_own;
use adverb_author::retarget::Target;
use glam::{DMat3, DQuat, DVec3};

use super::judge::worlds;
use super::{made, on};

/// The built-in figure with the bones of arms and legs along +X, on both sides, as programs export them, or `all` bones; without rotations
/// nobody would know its rest pose for a figure.
fn along_x(clip: &mut Clip, all: bool) {
    let rest = clip.world(&clip.rest());
    let children = clip.children();
    let is_sided = |j: usize| ["Left", "Right"].iter().any(|side| clip.joints[j].name.starts_with(side));
    let axes: Vec<DQuat> = (0..clip.joints.len())
        .map(|j| {
            let sided = is_sided(j);
            let above = clip.joints[j].parent.unwrap_or(j);
            let next = children[j].iter().find(|&&child| sided || !is_sided(child));
            let (from, to) = next.map_or((above, j), |&child| (j, child));
            let bone = (rest[to].translation - rest[from].translation).normalize_or_zero();
            let ahead =
                DVec3::Z.reject_from(bone).try_normalize().filter(|_| (all || sided) && bone.z.abs() < 0.9);
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

/// By how much a joint is turned at most from where it is in another motion of one body, in degrees.
fn turned(a: &Clip, b: &Clip, joint: usize) -> f64 {
    let pairs = worlds(a).into_iter().zip(worlds(b));
    pairs.map(|(a, b)| a[joint].rotation.angle_between(b[joint].rotation)).fold(0.0, f64::max).to_degrees()
}

/// A hand that is held otherwise than the other is no other hand.
#[test]
fn hands_are_turned_alike_where_the_bones_of_both_sides_run_along_x() {
    for all in [false, true] {
        for degrees in [0.0_f64, 80.0, 100.0, 130.0, 160.0] {
            let roll = |clip: &mut Clip| {
                let n = clip.joints.len();
                let forearm =
                    clip.joints.iter().position(|joint| joint.name == "RightForeArm").expect("an arm");
                let about = DQuat::from_axis_angle(DVec3::NEG_X, degrees.to_radians());
                clip.locals.iter_mut().skip(forearm).step_by(n).for_each(|local| local.rotation *= about);
            };
            let plain = made(roll);
            let other = made(|clip| {
                roll(clip);
                along_x(clip, all);
            });
            let (back, there) = (on(&other, &plain), on(&plain, &other));
            for (j, joint) in plain.joints.iter().enumerate().filter(|(_, joint)| !joint.end) {
                for (off, way) in [(turned(&plain, &back, j), "from"), (turned(&other, &there, j), "to")] {
                    let name = &joint.name;
                    assert!(off < 15.0, "{way} it {name} is turned by {off:.0}° for {degrees}°, all {all}");
                }
            }
        }
    }
}

#[test]
fn a_motion_on_its_own_joints_without_frames_is_itself() {
    let walk = made(|clip| along_x(clip, true));
    let mut bare = walk.clone();
    bare.locals.clear();
    assert_eq!(as_own(&walk, &bare).expect("its own joints").locals, walk.locals);
    assert!(as_own(&walk, &made(|_| {})).is_none(), "other axes are another body");
}

#[test]
fn a_rest_pose_that_is_no_figure_needs_frames() {
    let strange = made(|clip| {
        along_x(clip, true);
        clip.locals.clear();
    });
    let problem = Target::of_file(&strange).err().expect("nobody knows how it stands").to_string();
    assert!(problem.contains("frame"), "{problem}");
}
