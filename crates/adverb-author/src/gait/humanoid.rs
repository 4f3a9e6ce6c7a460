//! The built-in figure: 21 joints and 5 end sites, 1.75 m tall, facing +Z with its left at +X, arms out.
//!
//! Lengths follow the body segment proportions in Winter, *Biomechanics and Motor Control of Human Movement*, ch. 4.
//! All rest rotations are the identity, so a joint's local axes are the world's in the T-pose. The foot touches the
//! floor with three spheres of radius [`SOLE_M`]: about the heel, the ball (`ToeBase`) and the tip of the toes (its end
//! site). A foot stands when their centres are that high, and sinks when one is lower.

use glam::{DQuat, DVec3};

use crate::clip::{ClipJoint, Transform};
use crate::sides::Side;

/// How far the centres of heel, ball and toe tip are above the sole.
pub const SOLE_M: f64 = 0.02;
/// Hip to knee.
pub(super) const THIGH_M: f64 = 0.42;
/// Knee to ankle.
pub(super) const SHANK_M: f64 = 0.41;
/// Shoulder to elbow.
pub(super) const UPPER_ARM_M: f64 = 0.285;
/// Elbow to wrist.
pub(super) const FOREARM_M: f64 = 0.25;
/// Ball of the foot to the tip of the toes.
pub(super) const TOE_M: f64 = 0.065;
/// Heel to ball.
pub(super) const HEEL_TO_BALL_M: f64 = 0.17;
/// From the ankle to the ball, forwards and up.
pub(super) const BALL_FORWARD_M: f64 = 0.125;
pub(super) const BALL_UP_M: f64 = -0.06;
/// The left hip joint relative to the middle of the pelvis.
pub(super) const LEFT_HIP: DVec3 = DVec3::new(0.09, -0.04, 0.0);

/// The heel relative to the ankle (`LeftFoot`, `RightFoot`), in the foot's own axes.
pub const HEEL: DVec3 = DVec3::new(0.0, BALL_UP_M, BALL_FORWARD_M - HEEL_TO_BALL_M);

/// The mirror image of a turn, for the right side.
pub(super) fn mirror(side: Side, turn: DQuat) -> DQuat {
    match side {
        Side::Left => turn,
        Side::Right => DQuat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w),
    }
}

/// Index of the side's first joint; the others follow it.
pub(super) fn first(side: Side, left: usize, count: usize) -> usize {
    match side {
        Side::Left => left,
        Side::Right => left + count,
    }
}

// Where joints stand in the list. A leg is hip, knee, ankle, ball, toe tip; an arm collar, shoulder, elbow, wrist, tip.
pub(super) const HIPS: usize = 0;
pub(super) const LEFT_LEG: usize = 1;
pub(super) const SPINE: usize = 11;
pub(super) const CHEST: usize = 12;
pub(super) const NECK: usize = 13;
pub(super) const HEAD: usize = 14;
pub(super) const LEFT_ARM: usize = 16;
/// Joints of a leg, and of an arm.
pub(super) const LIMB: usize = 5;

/// The figure at rest.
#[must_use]
pub fn humanoid() -> Vec<ClipJoint> {
    let mut joints = Vec::with_capacity(26);
    add(&mut joints, "Hips", None, DVec3::new(0.0, 0.95, 0.0));
    for side in Side::BOTH {
        let at = |x, y, z| DVec3::new(side.sign() * x, y, z);
        let hip = limb(&mut joints, side, "UpLeg", HIPS, at(LEFT_HIP.x, LEFT_HIP.y, LEFT_HIP.z));
        let knee = limb(&mut joints, side, "Leg", hip, at(0.0, -THIGH_M, 0.0));
        let ankle = limb(&mut joints, side, "Foot", knee, at(0.0, -SHANK_M, 0.0));
        let ball = limb(&mut joints, side, "ToeBase", ankle, at(0.0, BALL_UP_M, BALL_FORWARD_M));
        end(&mut joints, ball, at(0.0, 0.0, TOE_M));
    }
    let spine = add(&mut joints, "Spine", Some(HIPS), DVec3::new(0.0, 0.09, -0.01));
    let chest = add(&mut joints, "Chest", Some(spine), DVec3::new(0.0, 0.17, -0.005));
    let neck = add(&mut joints, "Neck", Some(chest), DVec3::new(0.0, 0.27, -0.005));
    let head = add(&mut joints, "Head", Some(neck), DVec3::new(0.0, 0.09, 0.02));
    end(&mut joints, head, DVec3::new(0.0, 0.18, 0.0));
    for side in Side::BOTH {
        let at = |x, y, z| DVec3::new(side.sign() * x, y, z);
        let collar = limb(&mut joints, side, "Shoulder", chest, at(0.025, 0.22, 0.0));
        let shoulder = limb(&mut joints, side, "Arm", collar, at(0.15, 0.0, 0.0));
        let elbow = limb(&mut joints, side, "ForeArm", shoulder, at(UPPER_ARM_M, 0.0, 0.0));
        let wrist = limb(&mut joints, side, "Hand", elbow, at(FOREARM_M, 0.0, 0.0));
        end(&mut joints, wrist, at(0.17, 0.0, 0.0));
    }
    joints
}

fn add(joints: &mut Vec<ClipJoint>, name: &str, parent: Option<usize>, offset: DVec3) -> usize {
    let rest = Transform { translation: offset, rotation: DQuat::IDENTITY };
    joints.push(ClipJoint { name: name.to_owned(), parent, rest, end: false });
    joints.len() - 1
}

fn limb(joints: &mut Vec<ClipJoint>, side: Side, name: &str, parent: usize, offset: DVec3) -> usize {
    add(joints, &format!("{side:?}{name}"), Some(parent), offset)
}

fn end(joints: &mut Vec<ClipJoint>, parent: usize, offset: DVec3) {
    let name = format!("{}_End", joints[parent].name);
    let at = add(joints, &name, Some(parent), offset);
    joints[at].end = true;
}
