//! Kinematic constraints of a motion (thesis 4.4, eq. 4.6): what must hold whatever else is changed.

use adverb::rotation::{about_y, compose, mirrored};
use adverb::{DofId, JointId, Placement, Skeleton, VerbTime};
use glam::{Quat, Vec3};

/// Seconds in which a constraint fades in before and out after, unless its author says otherwise.
pub const EASE_SECS: f64 = 0.12;

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
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Task {
    /// Stay at the point.
    StayPut,
    /// Follow a path from one part of it to another, 0 to 1; instead of the point.
    TrackPath {
        /// At even times.
        path: Vec<Vec3>,
        /// Of it, what is followed from the constraint's beginning to its end.
        parts: [f64; 2],
    },
    /// Be turned so, in the frame; the point does not matter.
    Turn(Quat),
    /// Turn this direction of the joint, a unit vector, towards the point.
    LookAt(Vec3),
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
    /// Where, in `frame`. Feet that stay put in the world do so over the ground, and no lower than this.
    pub point: Vec3,
    /// The frame of the point.
    pub frame: Frame,
    /// Seconds in which it fades in before and out after.
    pub ease_secs: f64,
    /// How much it counts, above 0 to 1.
    pub weight: f64,
}

impl Constraint {
    /// A joint stays at a point of the world.
    pub fn stays(joint: JointId, [from, to]: [VerbTime; 2], point: Vec3) -> Self {
        let frame = Frame::World;
        Self { task: Task::StayPut, from, to, joint, point, frame, ease_secs: EASE_SECS, weight: 1.0 }
    }

    /// Whether it holds at a time.
    pub fn holds(&self, time: VerbTime) -> bool {
        self.from <= time && time <= self.to
    }

    /// Whether two are the same constraint, maybe seen at different times.
    pub(super) fn is(&self, other: &Self) -> bool {
        const SAME_SECS: f64 = 1e-6;
        let near = |a: VerbTime, b: VerbTime| (a - b).abs() < SAME_SECS;
        let alike = core::mem::discriminant(&self.task) == core::mem::discriminant(&other.task);
        alike
            && self.joint == other.joint
            && self.frame == other.frame
            && near(self.from, other.from)
            && near(self.to, other.to)
    }

    /// The DOFs that move its joint, from the root down.
    pub(super) fn involves<'a>(&self, skeleton: &'a Skeleton) -> impl Iterator<Item = DofId> + use<'a> {
        skeleton.ancestors(self.joint).flat_map(|joint| skeleton.joint(joint).dofs.clone()).map(DofId)
    }

    /// What of it lies between two times.
    pub(super) fn cut(mut self, first: VerbTime, last: VerbTime) -> Self {
        let (from, to) = (VerbTime(self.from.0.max(first.0)), VerbTime(self.to.0.min(last.0)));
        if let Task::TrackPath { parts, .. } = &mut self.task {
            let (whole, [a, b]) = (self.to - self.from, *parts);
            let part =
                |time: VerbTime| a + (b - a) * if whole > 0.0 { (time - self.from) / whole } else { 0.0 };
            *parts = [part(from), part(to)];
        }
        (self.from, self.to) = (from, to);
        self
    }

    /// With times mapped from the inner motion's to the outer's.
    pub(super) fn in_time(mut self, outer: impl Fn(VerbTime) -> VerbTime) -> Self {
        (self.from, self.to) = (outer(self.from), outer(self.to));
        self
    }

    /// With what is in the world moved along with the body, over the ground and up.
    pub(super) fn moved(mut self, by: Placement, up_m: f64) -> Self {
        if self.frame != Frame::World {
            return self;
        }
        let place = |point: &mut Vec3| {
            let (x, z) = by.turn(point.x, point.z);
            *point = Vec3::new(by.x + x, point.y + up_m as f32, by.z + z);
        };
        place(&mut self.point);
        match &mut self.task {
            Task::TrackPath { path, .. } => path.iter_mut().for_each(place),
            Task::Turn(to) => *to = compose(about_y(by.heading), *to),
            Task::StayPut | Task::LookAt(_) => {}
        }
        self
    }

    /// As seen in the mirror: the partner joint, at the point across.
    pub(super) fn mirrored(mut self, skeleton: &Skeleton) -> Self {
        self.joint = skeleton.joint(self.joint).partner;
        self.point.x = -self.point.x;
        match &mut self.task {
            Task::TrackPath { path, .. } => path.iter_mut().for_each(|point| point.x = -point.x),
            Task::Turn(to) => *to = mirrored(*to),
            Task::LookAt(along) => along.x = -along.x,
            Task::StayPut => {}
        }
        if let Frame::Joint(joint) = self.frame {
            self.frame = Frame::Joint(skeleton.joint(joint).partner);
        }
        self
    }
}
