//! Adjectives that a pose has: how far a joint is twisted and swung, so that an elbow drives its bulge.

use glam::{Quat, Vec3};

use crate::rotation;
use crate::skeleton::{DofId, JointId, Skeleton};

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
        let first = self.dof.index();
        let turned = rotation::exp(Vec3::new(dofs[first], dofs[first + 1], dofs[first + 2]));
        let along = turned.x * self.bone.x + turned.y * self.bone.y + turned.z * self.bone.z;
        // q = swing · twist, the twist about the bone.
        let length = libm::sqrtf(along * along + turned.w * turned.w);
        let twist = if length > 1e-9 {
            let axis = self.bone * (along / length);
            Quat::from_xyzw(axis.x, axis.y, axis.z, turned.w / length)
        } else {
            Quat::IDENTITY
        };
        let swing = || rotation::log(rotation::compose(turned, rotation::inverse(twist)));
        match self.turn {
            Turn::Twist => {
                let angle = 2.0 * libm::atan2f(along, turned.w);
                let pi = core::f32::consts::PI;
                if angle > pi {
                    angle - 2.0 * pi
                } else if angle < -pi {
                    angle + 2.0 * pi
                } else {
                    angle
                }
            }
            Turn::Swing => libm::sqrtf(swing().dot(swing())),
            Turn::SwingX => swing().x,
            Turn::SwingY => swing().y,
            Turn::SwingZ => swing().z,
        }
    }
}
