//! Where the feet are over time, sampled densely enough to tell moments within a frame.
//!
//! A cycle is laid out over three rounds, moved on from one to the next, so that nothing depends on where its seam is. Better
//! is the recording it was made from, where that goes on beyond it: closing the gap between its ends moves feet that stood
//! still.

use adverb::kinematics::world_transforms;
use adverb::{JointId, Placement, VerbTime};
use glam::{Affine3A, DVec3};

use super::Foot;
use super::phases::BODY_SPEED_OVER_SECS;
use crate::motion::Motion;

/// Samples per frame of the recording, and bounds for recordings of unlikely rates and lengths.
const PER_FRAME: f64 = 4.0;
const RATES: std::ops::RangeInclusive<f64> = 120.0..=480.0;
const MOST_SAMPLES: f64 = 1e6;
/// How much of a round a recording must go on before and after its cycle to tell how its ends go on.
const BEYOND: f64 = 0.1;

/// The balls of feet, and the body, at evenly spaced times.
pub(super) struct Track {
    pub(super) step_secs: f64,
    /// Samples before the motion's start.
    pub(super) lead: usize,
    /// Steps from the motion's start to its end.
    pub(super) steps: usize,
    /// Metres that the ground rises per metre in the direction in which the body goes.
    pub(super) slope: f64,
    pub(super) body: Vec<DVec3>,
    /// One list per foot.
    pub(super) balls: Vec<Vec<DVec3>>,
}

impl Track {
    pub(super) fn of(motion: &Motion, feet: &[Foot], cyclic: bool) -> Self {
        let (steps, step_secs) = steps(motion);
        let (mut body, mut balls) = sampled(motion, feet, 0, steps, step_secs);
        let mut lead = 0;
        if cyclic {
            let place = |time| Placement::of(&motion.pose(time));
            let on = Placement::reposition(place(VerbTime::ZERO), place(motion.duration()));
            for points in balls.iter_mut().chain([&mut body]) {
                *points = three_rounds(&points[..steps], on, motion.rise_m());
            }
            lead = steps;
        }
        Self { step_secs, lead, steps, slope: slope(motion), body, balls }
    }

    /// The recording that a cycle was made from, where it goes on far enough beyond it.
    pub(super) fn of_recording(motion: &Motion, feet: &[Foot]) -> Option<Self> {
        let recording = motion.before_cycle()?;
        let duration_secs = motion.duration().0;
        let (steps, step_secs) = steps(motion);
        let (first, last) = recording.reach();
        let whole = |secs: f64| ((secs / step_secs).max(0.0) as usize).min(steps);
        let (lead, tail) = (whole(-first.0), whole(last.0 - duration_secs));
        let (body, balls) = sampled(&recording, feet, lead, steps + tail, step_secs);
        (lead.min(tail) as f64 >= BEYOND * steps as f64).then_some(Self {
            step_secs,
            lead,
            steps,
            slope: slope(motion),
            body,
            balls,
        })
    }

    /// How many samples there are.
    pub(super) fn len(&self) -> usize {
        self.body.len()
    }

    /// A foot's ball between two samples.
    pub(super) fn ball(&self, foot: usize, at: f64) -> DVec3 {
        let i = (at as usize).min(self.len() - 2);
        self.balls[foot][i].lerp(self.balls[foot][i + 1], at - i as f64)
    }

    /// How far apart the places of a point are so long before and after each sample, per second.
    pub(super) fn velocities(&self, points: &[DVec3], half_secs: f64) -> Vec<DVec3> {
        let reach = ((half_secs / self.step_secs).round() as usize).max(1);
        let last = points.len() - 1;
        (0..points.len())
            .map(|i| {
                let (before, after) = (i.saturating_sub(reach), (i + reach).min(last));
                (points[after] - points[before]) / ((after - before) as f64 * self.step_secs)
            })
            .collect()
    }

    /// How high each foot's ball is above a plane through the body that rises where it goes as the ground does: what feet on a
    /// slope can be compared by.
    pub(super) fn heights_above_the_slope(&self) -> Vec<Vec<f64>> {
        let travels = self.velocities(&self.body, BODY_SPEED_OVER_SECS);
        let uphill: Vec<DVec3> =
            travels.iter().map(|v| v.with_y(0.0).normalize_or_zero() * self.slope).collect();
        let height = |ball: &[DVec3], i: usize| ball[i].y - uphill[i].dot(ball[i] - self.body[i]);
        self.balls.iter().map(|ball| (0..self.len()).map(|i| height(ball, i)).collect()).collect()
    }
}

/// How many steps a motion has, and how long they are.
pub(super) fn steps(motion: &Motion) -> (usize, f64) {
    let rate = (PER_FRAME * motion.fps()).clamp(*RATES.start(), *RATES.end());
    let steps = (motion.duration().0 * rate).ceil().clamp(1.0, MOST_SAMPLES) as usize;
    (steps, motion.duration().0 / steps as f64)
}

/// The body and the balls of feet from this many steps before a motion's start to this many after it.
fn sampled(
    motion: &Motion,
    feet: &[Foot],
    lead: usize,
    steps: usize,
    step_secs: f64,
) -> (Vec<DVec3>, Vec<Vec<DVec3>>) {
    let skeleton = motion.skeleton();
    let (mut body, mut balls) = (Vec::new(), vec![Vec::new(); feet.len()]);
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    for i in 0..=lead + steps {
        let secs = (i as f64 - lead as f64) * step_secs;
        world_transforms(skeleton, &motion.pose(VerbTime(secs)), &mut world);
        let at = |joint: JointId| world[joint.index()].translation.as_dvec3();
        body.push(at(skeleton.root()));
        for (ball, foot) in balls.iter_mut().zip(feet) {
            ball.push(at(foot.ball));
        }
    }
    (body, balls)
}

/// How steep the ground is under a cycle.
fn slope(motion: &Motion) -> f64 {
    let place = |time| Placement::of(&motion.pose(time));
    let on = Placement::reposition(place(VerbTime::ZERO), place(motion.duration()));
    let way = f64::from(libm::hypotf(on.x, on.z));
    if way > 0.0 { motion.rise_m() / way } else { 0.0 }
}

/// One round of a cycle, the one that leads to it and the one that follows: what moves on from one to the next is given, over
/// the ground and up.
fn three_rounds(round: &[DVec3], on: Placement, rise_m: f64) -> Vec<DVec3> {
    let moved = |by: Placement, up: f64| {
        let (sin, cos) = libm::sincos(f64::from(by.heading));
        let (x, z) = (f64::from(by.x), f64::from(by.z));
        round.iter().map(move |p| DVec3::new(x + cos * p.x + sin * p.z, p.y + up, z + cos * p.z - sin * p.x))
    };
    moved(on.inverse(), -rise_m).chain(round.iter().copied()).chain(moved(on, rise_m)).collect()
}
