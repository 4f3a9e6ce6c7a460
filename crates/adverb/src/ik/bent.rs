//! An arm that is turned step by step: its wrist goes somewhere, or the whole of it swings about the shoulder.

use glam::{DQuat, DVec3, Vec3};

use super::two_bone::small_turns;
use crate::rotation::shortest;

/// An arm as it is turned so far; joints and hinge in the world.
pub(crate) struct Bent {
    pub(crate) shoulder: DVec3,
    pub(crate) elbow: DVec3,
    pub(crate) wrist: DVec3,
    /// The axis about which the elbow bends.
    hinge: DVec3,
    /// How upper arm and forearm have been turned.
    pub(crate) turns: [DQuat; 2],
}

impl Bent {
    pub(crate) fn new([shoulder, elbow, wrist]: [DVec3; 3], hinge: DVec3) -> Self {
        Self { shoulder, elbow, wrist, hinge, turns: [DQuat::IDENTITY; 2] }
    }

    /// Turns the whole arm so that a point of it goes so far.
    pub(crate) fn swing(&mut self, point: DVec3, by: DVec3) {
        let [from, to] = [point, point + by].map(|place| (place - self.shoulder).try_normalize());
        if let (Some(from), Some(to)) = (from, to) {
            let swing = shortest(from, to);
            self.turn(swing, swing);
        }
    }

    /// Bends the elbow about its hinge and swings the arm so that the wrist is at a goal.
    pub(crate) fn reach(&mut self, goal: DVec3) {
        let seen = |at: DVec3| (at - self.shoulder).as_vec3();
        let [elbow, wrist, goal] = [self.elbow, self.wrist, goal].map(seen);
        let (upper, lower) = small_turns(Vec3::ZERO, elbow, wrist, goal, self.hinge.as_vec3());
        let (upper, lower) = (upper.as_dquat().normalize(), lower.as_dquat().normalize());
        self.turn(upper, lower * upper);
    }

    /// How far the wrist is from the shoulder where the elbow, bent about its hinge, is as straight as it can be: see [`small_turns`].
    pub(crate) fn longest(&self) -> f64 {
        let (first, second) = (self.elbow - self.shoulder, self.wrist - self.elbow);
        let c = first.dot(self.hinge) * second.dot(self.hinge);
        let (a, b) = (first.dot(second) - c, first.dot(self.hinge.cross(second)));
        (first.length_squared() + second.length_squared() + 2.0 * (c + (a * a + b * b).sqrt())).sqrt()
    }

    fn turn(&mut self, upper: DQuat, fore: DQuat) {
        let forearm = self.wrist - self.elbow;
        self.elbow = self.shoulder + upper * (self.elbow - self.shoulder);
        self.wrist = self.elbow + fore * forearm;
        self.hinge = upper * self.hinge;
        self.turns = [(upper * self.turns[0]).normalize(), (fore * self.turns[1]).normalize()];
    }
}
