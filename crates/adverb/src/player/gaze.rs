//! A head that looks at something (the look-at constraint of thesis 4.4).
//!
//! The head's z axis is turned towards the target, the neck taking half of the turn. It turns no farther than a neck does
//! and no faster than a head does, so a target that passes behind is followed to one side, let go, and found again on the
//! other.

use glam::{Quat, Vec3};

use super::chain::Chain;
use crate::kinematics::set_local_rotation;
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
pub(super) struct Look {
    /// In the world; `None` is ahead.
    pub(super) target: Option<Vec3>,
    /// By how much the head is turned away from where the motion has it, as a rotation vector in its own frame.
    turned: Vec3,
    waited_secs: f32,
}

impl Look {
    pub(super) fn wait(&mut self, secs: f32) {
        self.waited_secs += secs;
    }

    /// Turns the head of a pose.
    pub(super) fn turn(&mut self, skeleton: &Skeleton, gaze: Gaze, dofs: &mut [f32]) {
        if self.target.is_none() && self.turned == Vec3::ZERO {
            self.waited_secs = 0.0;
            return;
        }
        let chain = Chain::new(skeleton, dofs, gaze.head);
        let head = chain.index(gaze.head);
        let wanted = self.target.map_or(Vec3::ZERO, |target| {
            let seen = rotate(inverse(chain.rotation(head)), target - chain.position(head));
            let turn = rotation::log(rotation::between(Vec3::Z, seen));
            turn * shortened(turn.length(), FARTHEST)
        });
        self.approach(wanted);
        let turn = |share: f32| rotation::exp(self.turned * share);
        let (own, neck) = match gaze.neck.map(|neck| chain.index(neck)) {
            Some(neck) => (turn(1.0), Some((neck, turn(0.5)))),
            None => (turn(1.0), None),
        };
        // Turns are given in the head's frame; in the world they are carried there by it.
        let head_rotation = chain.rotation(head);
        let in_world = |q: Quat| compose(compose(head_rotation, q), inverse(head_rotation));
        let neck_turn = neck.map_or(Quat::IDENTITY, |(_, q)| in_world(q));
        if let Some((neck, _)) = neck.filter(|(neck, _)| *neck > 0) {
            let local = compose(inverse(chain.rotation(neck - 1)), compose(neck_turn, chain.rotation(neck)));
            set_local_rotation(skeleton, chain.joint(neck), local, dofs);
        }
        let parent = compose(neck_turn, chain.rotation(head - 1));
        let local = compose(inverse(parent), compose(in_world(own), head_rotation));
        set_local_rotation(skeleton, gaze.head, local, dofs);
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
