//! A head that looks at something (the look-at constraint of thesis 4.4).
//!
//! The head's z axis is turned towards the target, the neck taking half of the turn. It turns no farther than a neck does
//! and no faster than a head does, so a target that passes behind is followed to one side, let go, and found again on the
//! other.

use glam::{Quat, Vec3};

use crate::kinematics::{links, set_local_rotation};
use crate::rotation::{self, compose, inverse, rotate};
use crate::skeleton::Skeleton;
use crate::verb::Gaze;

/// Radians: 75°.
const FARTHEST: f32 = 1.31;
/// Radians per second: half a turn.
const FASTEST: f32 = core::f32::consts::PI;
/// Seconds in which most of the way to the target is made.
const SETTLING_SECS: f32 = 0.15;

/// Where a head looks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Look {
    /// In the world; `None` is ahead.
    pub(crate) target: Option<Vec3>,
    /// By how much the head is turned away from where the motion has it, as a rotation vector in its own frame.
    pub(crate) turned: Vec3,
    pub(crate) waited_secs: f32,
}

impl Look {
    pub(crate) fn wait(&mut self, secs: f32) {
        self.waited_secs += secs;
    }

    /// Turns the head of a pose.
    pub(crate) fn turn(&mut self, skeleton: &Skeleton, gaze: Gaze, dofs: &mut [f32]) {
        if self.target.is_none() && self.turned == Vec3::ZERO {
            self.waited_secs = 0.0;
            return;
        }
        // A root that turned would turn the body.
        let has_neck = gaze.neck.is_some_and(|neck| neck != skeleton.root());
        let [neck, head] = links(skeleton, dofs, [gaze.neck.unwrap_or(gaze.head), gaze.head]);
        let wanted = self.target.map_or(Vec3::ZERO, |target| {
            let seen = rotate(inverse(head.rotation), target - head.position);
            let turn = rotation::log(rotation::between(Vec3::Z, seen));
            turn * shortened(turn.length(), FARTHEST)
        });
        self.approach(wanted);
        // Turns are given in the head's frame; in the world they are carried there by it.
        let in_world = |share: f32| {
            let turn = rotation::exp(self.turned * share);
            compose(compose(head.rotation, turn), inverse(head.rotation))
        };
        let neck_turn = if has_neck { in_world(0.5) } else { Quat::IDENTITY };
        if has_neck {
            let local = compose(inverse(neck.parent), compose(neck_turn, neck.rotation));
            set_local_rotation(skeleton, neck.joint, local, dofs);
        }
        let parent = compose(neck_turn, head.parent);
        let local = compose(inverse(parent), compose(in_world(1.0), head.rotation));
        set_local_rotation(skeleton, head.joint, local, dofs);
    }

    fn approach(&mut self, wanted: Vec3) {
        let secs = core::mem::take(&mut self.waited_secs);
        let way = wanted - self.turned;
        let share = 1.0 - libm::expf(-secs / SETTLING_SECS);
        let step = way * share;
        self.turned += step * shortened(step.length(), FASTEST * secs);
        // Looking ahead again has an end.
        if self.target.is_none() && self.turned.length() < 1e-4 {
            self.turned = Vec3::ZERO;
        }
    }
}

/// By what a vector of a length must be multiplied to be no longer than the most.
fn shortened(length: f32, most: f32) -> f32 {
    if length > most { most / length } else { 1.0 }
}
