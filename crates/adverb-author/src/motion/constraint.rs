//! Kinematic constraints of a motion (thesis 4.4, eq. 4.6): what must hold whatever else is changed.

use adverb::{DofId, JointId, Placement, Skeleton, VerbTime};
use glam::Vec3;

/// The frame of a constraint's point.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Frame {
    /// The world in which the skeleton is rooted.
    World,
    /// A joint of the skeleton.
    Joint(JointId),
    /// A named object, placed at run time.
    Object(String),
}

/// What a constraint asks of its joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Task {
    /// Stay at the point.
    StayPut,
    /// Turn towards the point.
    LookAt,
}

/// C = {tˢ, tᵉ, j, P, F}.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// What to do.
    pub task: Task,
    /// When it begins to hold.
    pub from: VerbTime,
    /// When it ends.
    pub to: VerbTime,
    /// The joint it binds.
    pub joint: JointId,
    /// Where, in `frame`.
    pub point: Vec3,
    /// The frame of the point.
    pub frame: Frame,
}

impl Constraint {
    /// Whether it holds at a time.
    pub fn holds(&self, time: VerbTime) -> bool {
        self.from <= time && time <= self.to
    }

    /// The DOFs that move its joint, from the root down.
    pub(super) fn involves<'a>(&self, skeleton: &'a Skeleton) -> impl Iterator<Item = DofId> + use<'a> {
        skeleton.ancestors(self.joint).flat_map(|joint| skeleton.joint(joint).dofs.clone()).map(DofId)
    }

    /// With times mapped from the inner motion's to the outer's, and cut to the outer motion.
    pub(super) fn in_time(mut self, outer: impl Fn(VerbTime) -> VerbTime) -> Self {
        (self.from, self.to) = (outer(self.from), outer(self.to));
        self
    }

    /// With a point of the world moved along with the body, over the ground and up.
    pub(super) fn moved(mut self, by: Placement, up_m: f64) -> Self {
        if self.frame == Frame::World {
            let (x, z) = by.turn(self.point.x, self.point.z);
            self.point = Vec3::new(by.x + x, self.point.y + up_m as f32, by.z + z);
        }
        self
    }

    /// As seen in the mirror: the partner joint, at the point across.
    pub(super) fn mirrored(mut self, skeleton: &Skeleton) -> Self {
        self.joint = skeleton.joint(self.joint).partner;
        self.point.x = -self.point.x;
        if let Frame::Joint(joint) = self.frame {
            self.frame = Frame::Joint(skeleton.joint(joint).partner);
        }
        self
    }
}
