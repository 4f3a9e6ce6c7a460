//! Adjectives that a pose has: how far a joint is twisted and swung, so that an elbow drives its bulge.

use glam::{Quat, Vec3};

use crate::numbers::limited;
use crate::rotation;
use crate::skeleton::{DofId, JointId, Skeleton};

/// Radians: no joint is turned farther, since squares of that would be no numbers.
const MOST_TURN: f32 = 1e3;

/// What of a joint's turn is read, in radians from its reference orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// About the bone; + by the right hand.
    Twist,
    /// Away from the bone's direction, however.
    Swing,
    /// The part of the swing about x.
    SwingX,
    /// About y.
    SwingY,
    /// About z.
    SwingZ,
}

impl Turn {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Twist, Self::Swing, Self::SwingX, Self::SwingY, Self::SwingZ];

    /// Its keyword in project files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Twist => "twist",
            Self::Swing => "swing",
            Self::SwingX => "swing_x",
            Self::SwingY => "swing_y",
            Self::SwingZ => "swing_z",
        }
    }
}

/// A joint's turn as a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseAxis {
    /// The first of the joint's three DOFs.
    pub dof: DofId,
    /// The bone's direction in the joint's frame, of unit length.
    pub bone: Vec3,
    /// What is read.
    pub turn: Turn,
}

impl PoseAxis {
    /// The turn of a ball joint. The bone leads to the first child that is away from the joint.
    pub fn of(skeleton: &Skeleton, joint: JointId, turn: Turn) -> Option<Self> {
        let is_ball = |dof: &&crate::skeleton::Dof| {
            dof.joint == joint && matches!(dof.kind, crate::skeleton::DofKind::RotationVector(_))
        };
        let dof = skeleton.dofs().iter().position(|dof| is_ball(&dof))?;
        let children = skeleton.joints().iter().filter(|child| child.parent == Some(joint));
        let offset = |child: &crate::skeleton::Joint| child.offset;
        let bone = children.map(offset).find(|offset| offset.length_squared() > 1e-12);
        let bone = bone.map_or(Vec3::Y, |bone| bone * (1.0 / libm::sqrtf(bone.dot(bone))));
        Some(Self { dof: DofId(dof as u16), bone, turn })
    }

    /// What a pose shows.
    pub fn value(&self, dofs: &[f32]) -> f32 {
        let (swing, twist) = self.parted(dofs);
        match self.turn {
            Turn::Twist => twist,
            Turn::Swing => libm::sqrtf(swing.dot(swing)),
            Turn::SwingX => swing.x,
            Turn::SwingY => swing.y,
            Turn::SwingZ => swing.z,
        }
    }

    /// Turns the joint so that the pose shows this; what is not read stays. A swing goes on in its own direction, from rest in
    /// some direction, always the same. NaN is no turn.
    pub fn set(&self, value: f32, dofs: &mut [f32]) {
        let value = if value.is_nan() { 0.0 } else { limited(value, -MOST_TURN, MOST_TURN) };
        let (swing, twist) = self.parted(dofs);
        let (swing, twist) = match self.turn {
            Turn::Twist => (swing, value),
            Turn::Swing => {
                let length = libm::sqrtf(swing.dot(swing));
                let way = if length > 1e-6 { swing / length } else { rotation::perpendicular(self.bone) };
                (value * way, twist)
            }
            Turn::SwingX => (self.swung(swing, Vec3::X, value), twist),
            Turn::SwingY => (self.swung(swing, Vec3::Y, value), twist),
            Turn::SwingZ => (self.swung(swing, Vec3::Z, value), twist),
        };
        let turned = rotation::compose(rotation::exp(swing), rotation::exp(twist * self.bone));
        dofs[self.dof.index()..][..3].copy_from_slice(&rotation::log(turned).to_array());
    }

    /// A swing whose part about an axis is this; none is about the bone.
    fn swung(&self, swing: Vec3, axis: Vec3, value: f32) -> Vec3 {
        let across = axis - axis.dot(self.bone) * self.bone;
        let square = across.dot(across);
        if square < 1e-6 { swing } else { swing + (value - swing.dot(axis)) / square * across }
    }

    /// The joint's turn as swing · twist: the swing as a rotation vector, the twist as an angle about the bone.
    fn parted(&self, dofs: &[f32]) -> (Vec3, f32) {
        let first = self.dof.index();
        let turned = rotation::exp(Vec3::new(dofs[first], dofs[first + 1], dofs[first + 2]));
        let along = turned.x * self.bone.x + turned.y * self.bone.y + turned.z * self.bone.z;
        let length = libm::sqrtf(along * along + turned.w * turned.w);
        let twist = if length > 1e-9 {
            let axis = self.bone * (along / length);
            Quat::from_xyzw(axis.x, axis.y, axis.z, turned.w / length)
        } else {
            Quat::IDENTITY
        };
        let swing = rotation::log(rotation::compose(turned, rotation::inverse(twist)));
        let angle = 2.0 * libm::atan2f(along, turned.w);
        let pi = core::f32::consts::PI;
        let angle = if angle > pi {
            angle - 2.0 * pi
        } else if angle < -pi {
            angle + 2.0 * pi
        } else {
            angle
        };
        (swing, angle)
    }
}
