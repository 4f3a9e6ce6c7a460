//! Parts of the body that leave a posture and come back, each in its own time.

use std::f64::consts::TAU;

use glam::DVec3;

use super::super::LEAD_FRAMES;
use super::super::blend::rise;
use super::super::cycle::FPS;
use super::Act;
use super::body::{Body, Goal, Grasp};
use super::posture::Posture;
use crate::clip::{Clip, Source};
use crate::sides::Side;

/// Seconds at which something begins, is there, begins to go and is gone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span(pub(super) f64, pub(super) f64, pub(super) f64, pub(super) f64);

impl Span {
    /// 0 outside, 1 in the middle, with two continuous derivatives.
    fn share(&self, secs: f64) -> f64 {
        let Self(from, there, going, gone) = *self;
        rise(secs, from, there) * (1.0 - rise(secs, going, gone))
    }
}

/// A change of posture that comes and goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Move {
    pub(super) by: Posture,
    pub(super) during: Span,
}

/// A change of posture that swings to and fro this many times, from zero to zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Swing {
    pub(super) by: Posture,
    pub(super) times: f64,
    /// Seconds after the start at which it passes zero first.
    pub(super) late_secs: f64,
}

/// A hand that goes somewhere and comes back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Errand {
    pub(super) side: Side,
    pub(super) goal: Goal,
    pub(super) during: Span,
    /// To and fro about the goal while it is there, this many times.
    pub(super) sway: DVec3,
    pub(super) times: f64,
}

/// Something done on the spot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Action {
    pub(super) name: String,
    /// How the body is held before and after.
    pub(super) stance: Posture,
    pub(super) secs: f64,
    pub(super) repeats: bool,
    pub(super) moves: Vec<Move>,
    pub(super) swings: Vec<Swing>,
    pub(super) errands: Vec<Errand>,
    /// Names of key-times, and their seconds.
    pub(super) keys: Vec<(&'static str, f64)>,
}

impl Action {
    /// As frames.
    pub(super) fn act(&self) -> Act {
        let body = Body::new();
        let frame = |secs: f64| (secs * FPS).round() as usize;
        let lead = if self.repeats { LEAD_FRAMES } else { 0 };
        let count = frame(self.secs) + 2 * lead + 1;
        let secs = |f: usize| (f as f64 - lead as f64) / FPS;
        let locals =
            (0..count).flat_map(|f| body.pose(&self.posture(secs(f)), &self.grasps(secs(f)))).collect();
        Act {
            name: self.name.clone(),
            clip: Clip { joints: body.joints, fps: FPS, locals, source: Source::made(&self.name) },
            keys: self.keys.iter().map(|(key, secs)| (*key, lead + frame(*secs))).collect(),
        }
    }

    fn share(&self, during: &Span, secs: f64) -> f64 {
        // What begins before the end of a cycle may end after its start.
        let rounds: &[f64] = if self.repeats { &[-1.0, 0.0, 1.0] } else { &[0.0] };
        let secs = if self.repeats { secs.rem_euclid(self.secs) } else { secs };
        rounds.iter().map(|round| during.share(secs + round * self.secs)).sum()
    }

    pub(super) fn posture(&self, secs: f64) -> Posture {
        let moved =
            self.moves.iter().fold(self.stance, |sum, own| sum.plus(&own.by, self.share(&own.during, secs)));
        self.swings.iter().fold(moved, |sum, swing| {
            sum.plus(&swing.by, libm::sin(TAU * swing.times * (secs - swing.late_secs) / self.secs))
        })
    }

    fn grasps(&self, secs: f64) -> Vec<Grasp> {
        let grasp = |errand: &Errand| {
            let Span(_, there, going, _) = errand.during;
            let share = self.share(&errand.during, secs);
            let sway = errand.sway
                * share
                * libm::sin(TAU * errand.times * (secs - there) / (going - there).max(0.1));
            let fingers = errand.goal.fingers.map(|fingers| fingers + 3.0 * sway);
            let goal = Goal { at: errand.goal.at + sway, fingers, ..errand.goal };
            Grasp { side: errand.side, goal, share }
        };
        self.errands.iter().map(grasp).collect()
    }
}
