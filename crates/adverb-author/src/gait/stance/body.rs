//! A posture as local transforms: feet on the floor, the pelvis as high as the legs hold it, arms hanging or on their way to
//! where a hand is wanted.

use glam::{DMat3, DQuat, DVec3};

use super::super::blend::{soft_limit, soft_max};
use super::super::humanoid::{
    self, CHEST, FOREARM_M, HEAD, HIPS, LEFT_ARM, LEFT_LEG, LIMB, NECK, SOLE_M, SPINE, UPPER_ARM_M, humanoid,
};
use super::super::leg::{Foot, assemble, leg_length};
use super::super::pelvis::hip_offset;
use super::super::pose::bones;
use super::super::upper_body::{Arm, Trunk, TrunkAngles, turn};
use super::posture::Posture;
use crate::clip::{ClipJoint, Transform};
use crate::sides::Side;

/// Between the balls of the feet; how far they are in front of the pelvis; and how they point outwards.
const WIDTH_M: f64 = 0.2;
const BALLS_FORWARD_M: f64 = 0.1;
const TOE_OUT_DEG: f64 = 9.0;
/// Bend of the straighter knee.
const KNEE_DEG: f64 = 13.0;
/// The pelvis goes over from one leg to the other within about so much.
const SOFTNESS_M: f64 = 0.006;
/// An arm reaches this part of its length: with ease, with its elbow nearly straight, and at all.
const EASY_REACH: f64 = 0.955;
const HARD_REACH: f64 = 0.975;
const LONGEST_REACH: f64 = 0.999;
/// The part of its length by which an arm is drawn in at most on its way.
const DRAWN_IN: f64 = 0.25;

/// The frame of a hand's goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Ground,
    /// It moves along with the hips.
    Pelvis,
}

/// Where a hand is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Goal {
    pub(super) frame: Frame,
    /// The wrist.
    pub(super) at: DVec3,
    /// Where the elbow points.
    pub(super) elbow: DVec3,
    /// Where the fingers point; `None`: on as the forearm does.
    pub(super) fingers: Option<DVec3>,
    /// Forearm turned from palm inwards to palm down.
    pub(super) palm_down_deg: f64,
    /// Which way round the arm swings.
    pub(super) around: DVec3,
}

/// A hand on its way to a goal: a share of 1 has arrived.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Grasp {
    pub(super) side: Side,
    pub(super) goal: Goal,
    pub(super) share: f64,
}

/// Where a foot is on the ground, seen from where the body faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) ball: DVec3,
    /// Where it points: radians, to the left.
    pub(super) yaw_rad: f64,
}

impl Place {
    /// Where it stands at rest.
    pub(super) fn at_rest(side: Side) -> Self {
        let ball = DVec3::new(0.5 * side.sign() * WIDTH_M, SOLE_M, BALLS_FORWARD_M);
        Self { ball, yaw_rad: side.sign() * TOE_OUT_DEG.to_radians() }
    }
}

/// The figure.
pub(super) struct Body {
    pub(super) joints: Vec<ClipJoint>,
}

impl Body {
    pub(super) fn new() -> Self {
        Self { joints: humanoid() }
    }

    /// Local transforms of all joints, the feet where they stand at rest.
    pub(super) fn pose(&self, posture: &Posture, grasps: &[Grasp]) -> Vec<Transform> {
        self.pose_on(posture, &Side::BOTH.map(Place::at_rest), grasps)
    }

    /// Local transforms of all joints, the feet at places.
    pub(super) fn pose_on(&self, posture: &Posture, feet: &[Place; 2], grasps: &[Grasp]) -> Vec<Transform> {
        let mut locals: Vec<Transform> = self.joints.iter().map(|j| j.rest).collect();
        let mut set = |joint: usize, parent: DQuat, turn: DQuat| {
            locals[joint].rotation = (parent.inverse() * turn).normalize();
        };
        let pelvis = pelvis(posture, feet);
        for side in Side::BOTH {
            let hip = pelvis.translation + pelvis.rotation * hip_offset(side);
            let foot = foot(posture, &feet[side as usize]);
            let (thigh, shank) = bones(hip, &foot, pelvis.rotation);
            let first = humanoid::first(side, LEFT_LEG, LIMB);
            set(first, pelvis.rotation, thigh);
            set(first + 1, thigh, shank);
            set(first + 2, shank, foot.rotation);
            set(first + 3, foot.rotation, foot.toe_rotation);
        }
        let trunk = trunk(posture, pelvis.rotation);
        set(SPINE, pelvis.rotation, trunk.spine);
        set(CHEST, trunk.spine, trunk.chest);
        set(NECK, trunk.chest, trunk.neck);
        set(HEAD, trunk.neck, trunk.head);
        for side in Side::BOTH {
            let mut arm = posture.arms[side as usize].arm(&trunk, side);
            for grasp in grasps.iter().filter(|grasp| grasp.side == side && grasp.share > 0.0) {
                arm = reaching(self.shoulder(&pelvis, &trunk, &arm, side), arm, &pelvis, grasp);
            }
            let first = humanoid::first(side, LEFT_ARM, LIMB);
            set(first, DQuat::IDENTITY, arm.collar);
            set(first + 1, trunk.chest * arm.collar, arm.upper);
            set(first + 2, DQuat::IDENTITY, arm.elbow);
            set(first + 3, DQuat::IDENTITY, arm.wrist);
        }
        locals[HIPS] = pelvis;
        locals
    }

    /// Where a posture has the shoulder joint of a side.
    pub(super) fn shoulder_of(&self, posture: &Posture, side: Side) -> DVec3 {
        let pelvis = pelvis(posture, &Side::BOTH.map(Place::at_rest));
        let trunk = trunk(posture, pelvis.rotation);
        self.shoulder(&pelvis, &trunk, &posture.arms[side as usize].arm(&trunk, side), side)
    }

    fn shoulder(&self, pelvis: &Transform, trunk: &Trunk, arm: &Arm, side: Side) -> DVec3 {
        let offset = |joint: usize| self.joints[joint].rest.translation;
        let collar = humanoid::first(side, LEFT_ARM, LIMB);
        pelvis.translation
            + pelvis.rotation * offset(SPINE)
            + trunk.spine * offset(CHEST)
            + trunk.chest * (offset(collar) + arm.collar * offset(collar + 1))
    }
}

fn foot(posture: &Posture, place: &Place) -> Foot {
    assemble(place.ball, DQuat::from_rotation_y(place.yaw_rad), -posture.torso.heels_deg.to_radians(), 0.0)
}

/// The pelvis, as high as the shorter leg holds it.
fn pelvis(posture: &Posture, feet: &[Place; 2]) -> Transform {
    let torso = &posture.torso;
    let rotation = DQuat::from_rotation_y(torso.pelvis_yaw_deg.to_radians())
        * DQuat::from_rotation_z(torso.pelvis_roll_deg.to_radians())
        * DQuat::from_rotation_x(torso.pelvis_lean_deg.to_radians());
    let flat = DVec3::new(torso.pelvis_left_m, 0.0, torso.pelvis_forward_m);
    let length = leg_length(KNEE_DEG.to_radians());
    let [left, right] = Side::BOTH.map(|side| {
        let hip = rotation * hip_offset(side);
        let ankle = foot(posture, &feet[side as usize]).ankle();
        let aside = (flat + hip - ankle).with_y(0.0).length_squared();
        ankle.y - hip.y + (length * length - aside).max(0.01).sqrt()
    });
    let height = -soft_max(-left, -right, SOFTNESS_M) - torso.drop_m;
    Transform { translation: flat.with_y(height), rotation }
}

fn trunk(posture: &Posture, pelvis: DQuat) -> Trunk {
    let torso = &posture.torso;
    let angles = TrunkAngles {
        yaw_deg: torso.yaw_deg,
        roll_deg: torso.roll_deg,
        lean_deg: torso.lean_deg,
        slump_deg: torso.slump_deg,
        give_deg: 0.0,
    };
    angles.trunk(pelvis, turn(torso.head_yaw_deg, torso.head_roll_deg, -torso.head_pitch_deg))
}

/// An arm brought a share of the way to its goal: the wrist straight or around, the elbow by the exact two-bone
/// solution. With a share of 0 it is the arm that hung.
fn reaching(shoulder: DVec3, arm: Arm, pelvis: &Transform, grasp: &Grasp) -> Arm {
    let Grasp { side, goal, share } = *grasp;
    let (place, carry) = match goal.frame {
        Frame::Ground => (DVec3::ZERO, DQuat::IDENTITY),
        Frame::Pelvis => (pelvis.translation, pelvis.rotation),
    };
    let bone = |turn: DQuat, length: f64| turn * DVec3::new(side.sign() * length, 0.0, 0.0);
    let hung = bone(arm.upper, UPPER_ARM_M) + bone(arm.upper * arm.elbow, FOREARM_M);
    // Until the body has come near enough, the hand is on its way to a nearer point.
    let wanted = place + carry * goal.at - shoulder;
    let length = UPPER_ARM_M + FOREARM_M;
    let near = soft_limit(wanted.length(), EASY_REACH * length, HARD_REACH * length);
    let wrist = swung(hung, wanted.normalize() * near, carry * goal.around, share);
    // A bent arm points with its elbow away from where its own z axis does.
    let pole = (arm.upper * DVec3::NEG_Z).lerp((carry * goal.elbow).normalize(), share);
    let (upper, bend_rad) = two_bones(wrist, pole, side);
    let palm = arm_twist(&arm, side) * (1.0 - share) + goal.palm_down_deg.to_radians() * share;
    let elbow = humanoid::mirror(side, DQuat::from_rotation_y(-bend_rad) * DQuat::from_rotation_x(palm));
    let on = goal.fingers.map_or(DQuat::IDENTITY, |fingers| {
        let seen = (upper * elbow).inverse() * (carry * fingers).normalize();
        DQuat::from_rotation_arc(DVec3::new(side.sign(), 0.0, 0.0), seen)
    });
    Arm { collar: arm.collar, upper, elbow, wrist: arm.wrist.slerp(on, share) }
}

/// A share of the way from one place to another as an arm swings: directions by a curve bent around, the more the farther apart
/// they are, and drawn in on a wide swing.
fn swung(from: DVec3, to: DVec3, around: DVec3, share: f64) -> DVec3 {
    let (a, b) = (from.normalize(), to.normalize());
    let wide = 0.5 * a.distance(b);
    let middle = 0.5 * (a + b) + around.normalize_or_zero() * wide;
    let back = 1.0 - share;
    let direction = a * (back * back) + middle * (2.0 * share * back) + b * (share * share);
    let drawn_in = 1.0 - DRAWN_IN * wide * 4.0 * share * back;
    direction.normalize() * (from.length() * back + to.length() * share) * drawn_in
}

/// How far the forearm is turned, from palm inwards to palm down.
fn arm_twist(arm: &Arm, side: Side) -> f64 {
    let elbow = humanoid::mirror(side, arm.elbow);
    2.0 * libm::atan2(elbow.x, elbow.w)
}

/// The turn of the upper arm and the bend of the elbow that bring the wrist so far from the shoulder, the elbow towards a
/// pole. The bones lie along ±X at rest, and the elbow bends towards Z.
fn two_bones(way: DVec3, pole: DVec3, side: Side) -> (DQuat, f64) {
    let distance = way.length().clamp(0.05, LONGEST_REACH * (UPPER_ARM_M + FOREARM_M));
    let along = way.normalize();
    let pole = (pole - along * pole.dot(along)).normalize();
    let (a, b) = (UPPER_ARM_M, FOREARM_M);
    let x = (a * a - b * b + distance * distance) / (2.0 * distance);
    let upper = (along * x + pole * (a * a - x * x).max(0.0).sqrt()) / a;
    let z = upper.cross(along.cross(pole));
    let out = upper * side.sign();
    let bend = libm::acos(((distance * distance - a * a - b * b) / (2.0 * a * b)).clamp(-1.0, 1.0));
    (DQuat::from_mat3(&DMat3::from_cols(out, z.cross(out), z)), bend)
}
