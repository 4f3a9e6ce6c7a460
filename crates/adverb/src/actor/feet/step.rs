//! A step to a place: the last ones before a body stands, planned when a transition begins.
//!
//! The ball goes from where it is, as it moves, to rest at its goal, along the polynomial of fifth degree that does so.

use glam::{Vec2, Vec3};

/// How high above the ground between both ends a foot is kept amid its way, less what follows; metres.
const LIFT_M: f32 = 0.06;
/// In this part of its time it has come to be over its goal.
const OVER: f32 = 0.9;
/// It is lifted as high only if it has as many seconds.
const LIFTED_SECS: f32 = 0.35;
/// Over so much, a foot that is too low is raised the less the less it lacks.
const SOFT_M: f32 = 0.01;

/// A step of one foot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::actor) struct Step {
    /// Where its ball is to stand.
    pub(in crate::actor) to: Vec3,
    /// How high it is before.
    pub(in crate::actor) height: f32,
    /// Where it was as the step began, how fast and how much faster it moved: x and z.
    pub(in crate::actor) from: [Vec2; 3],
    /// A foot that stands leaves getting faster by so many times its way per square of its time.
    pub(in crate::actor) leaves: f32,
    /// How much is left of what it was moved by before: all, or nothing if it stood.
    pub(in crate::actor) own: f32,
    /// Since it began; less than none while it waits.
    pub(in crate::actor) secs: f32,
    /// How long it takes.
    pub(in crate::actor) takes_secs: f32,
}

impl Step {
    /// It begins at a place where the foot stood.
    pub(in crate::actor) fn begin(&mut self, at: Vec2) {
        let secs = self.takes_secs * OVER;
        let way = Vec2::new(self.to.x, self.to.z) - at;
        self.from = [at, Vec2::ZERO, way * (self.leaves / (secs * secs))];
        (self.own, self.secs) = (0.0, 0.0);
    }

    /// Whether its numbers can be those of a step.
    pub(in crate::actor) fn is_sound(&self) -> bool {
        let [from, velocity, acceleration] = self.from.map(|v| Vec3::new(v.x, v.y, 0.0));
        let vectors = [self.to, from, velocity, acceleration];
        let numbers = [self.height, self.leaves, self.own];
        vectors.iter().flat_map(|v| v.to_array()).chain(numbers).all(|x| x.abs() < 1e12)
            && (1e-3..1e3).contains(&self.takes_secs)
            && self.secs.abs() < 1e3
    }

    pub(in crate::actor) fn waits(&self) -> bool {
        self.secs < 0.0
    }

    /// Seconds until it begins or ends.
    pub(in crate::actor) fn left_secs(&self) -> f32 {
        if self.waits() { -self.secs } else { self.takes_secs - self.secs }
    }

    /// How far the ball is from where the motion has it, given how far it would be without the step.
    pub(in crate::actor) fn correction(&self, ball: Vec3, own: Vec3) -> Vec3 {
        let risen = (self.secs / self.takes_secs).clamp(0.0, 1.0);
        let bump = 16.0 * risen * risen * (1.0 - risen) * (1.0 - risen) * (0.6 + 0.8 * risen);
        // It comes down where it is to stand, not on the way there.
        let secs = self.takes_secs * OVER;
        let s = (self.secs / secs).clamp(0.0, 1.0);
        let (back, own) = (1.0 - s, own * self.own);
        let cube = back * back * back;
        let [place, velocity, acceleration] = self.from;
        let left = cube * (1.0 + s * (3.0 + 6.0 * s));
        let moved = velocity * (secs * s * cube * (1.0 + 3.0 * s))
            + acceleration * (0.5 * secs * secs * s * s * cube);
        let at = place * left + Vec2::new(self.to.x, self.to.z) * (1.0 - left) + moved;
        let hurry = self.takes_secs / LIFTED_SECS;
        let hurry = if hurry < 1.0 { hurry } else { 1.0 };
        let floor = self.to.y * (1.0 - left) + self.height * left;
        let lack = LIFT_M * hurry * hurry * bump - (ball.y + own.y * left - floor);
        let lift = if lack > 0.0 { lack * lack / (lack + SOFT_M) } else { 0.0 };
        Vec3::new(at.x + own.x * left - ball.x, own.y * left + lift, at.y + own.z * left - ball.z)
    }
}
