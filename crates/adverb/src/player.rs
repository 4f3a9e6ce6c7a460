//! One character playing one verb: knobs, phase, place, and feet that stay where they stand (thesis 4.4).
//!
//! The place in the verb is canonical time. It advances by seconds times the rate at the present point, so turning a knob
//! changes how fast the character goes on from where it is and never makes it jump. The frame in which the body moves
//! advances with it along the verb's travel; both are exact for any length of step while the knobs stand still.
//!
//! ```text
//!   knobs ─(limited in rate)─▶ point ──▶ Setting ──┬─▶ canonical time, frame      (step)
//!                                                  └─▶ pose ──▶ feet ──▶ gaze     (pose)
//! ```

mod feet;

use core::f64::consts::TAU;

use glam::Vec3;

use crate::curve::Derivative;
use crate::limbs::Look;
use crate::placement::Placement;
use crate::screw::Ground;
use crate::skeleton::Skeleton;
use crate::time::CanonicalTime;
use crate::verb::{Setting, Verb};
use feet::Feet;

/// Radians. A heading that has grown so large has lost digits as an f32; whole turns are taken off it then.
const MOST_HEADING: f64 = 64.0 * TAU;
/// No step is longer: a day.
const LONGEST_STEP_SECS: f64 = 86_400.0;

/// A knob and where it is being turned to.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Knob {
    value: f32,
    target: f32,
}

/// One character playing one verb. All its methods take that verb; another one is a caller's bug.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    time: CanonicalTime,
    /// Where the frame of the travel is. f64, so that a long walk in short steps arrives where one in long steps does.
    frame: Ground,
    /// How far the frame has risen, metres.
    climbed: f64,
    knobs: Vec<Knob>,
    point: Vec<f32>,
    setting: Setting,
    /// Canonical time passed since the last pose.
    advanced: f64,
    feet: Feet,
    look: Look,
}

impl Player {
    /// A character about to begin, its knobs at their defaults.
    pub fn new(verb: &Verb) -> Self {
        let point: Vec<f32> = verb.default_point().collect();
        Self {
            time: CanonicalTime(0.0),
            frame: [0.0; 3],
            climbed: 0.0,
            knobs: point.iter().map(|&value| Knob { value, target: value }).collect(),
            setting: Setting::new(verb, &point),
            point,
            advanced: 0.0,
            feet: Feet::new(verb.feet().len()),
            look: Look::default(),
        }
    }

    /// Puts the character somewhere else on the ground, facing another way; its feet are set down anew. How far it has climbed
    /// stays. A place that is none is ignored.
    pub fn place(&mut self, at: Placement) {
        self.push_to(at);
        self.feet.lift();
    }

    /// Moves the character a little, as a wall or a platform would: feet that stand stay where they are, as far as legs reach.
    /// For callers that move the character themselves, every frame. A place that is none is ignored.
    pub fn push_to(&mut self, at: Placement) {
        if [at.x, at.z, at.heading].iter().all(|v| v.is_finite()) {
            self.frame = [at.x, at.z, at.heading].map(f64::from);
        }
    }

    /// Goes to another canonical time at once; the feet are set down anew.
    pub fn seek(&mut self, verb: &Verb, t: CanonicalTime) {
        let t = t.clamped();
        self.time = if verb.is_cyclic() && t.0 >= 1.0 { CanonicalTime(0.0) } else { t };
        self.feet.lift();
    }

    /// Turns a knob. It moves there at its own rate as time passes. A value beyond the adverb's range stops at its end; one
    /// that is not a number is ignored.
    ///
    /// # Panics
    /// If the verb has no such adverb.
    pub fn turn(&mut self, verb: &Verb, adverb: usize, value: f32) {
        if !value.is_nan() {
            self.knobs[adverb].target = verb.adverbs()[adverb].limited(value);
        }
    }

    /// Turns all knobs at once, without waiting; the feet are set down anew. Values are limited as by [`Self::turn`].
    ///
    /// # Panics
    /// If there is not one value per adverb.
    pub fn set(&mut self, verb: &Verb, point: &[f32]) {
        assert_eq!(point.len(), self.knobs.len(), "one value per adverb");
        for (adverb, &value) in point.iter().enumerate() {
            self.turn(verb, adverb, value);
            self.knobs[adverb].value = self.knobs[adverb].target;
            self.point[adverb] = self.knobs[adverb].target;
        }
        self.setting.set(verb, &self.point);
        self.feet.lift();
    }

    /// Where the knobs are now, on their way to where they were turned.
    pub fn point(&self) -> &[f32] {
        &self.point
    }

    /// The verb at the present point.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How far through the verb: from 0 to below 1 for a cyclic one, up to 1 for others.
    pub fn time(&self) -> CanonicalTime {
        self.time
    }

    /// Where the evenly moving frame is, in which the body sways: the smoothest thing to call the character's place.
    pub fn placement(&self) -> Placement {
        let [x, z, heading] = self.frame.map(|v| v as f32);
        Placement { x, z, heading }
    }

    /// How many metres the frame has risen so far, on slopes. It is part of the height in the pose.
    pub fn climbed(&self) -> f64 {
        self.climbed
    }

    /// Whether feet are kept where they stand. Those that are held when that ends are eased back.
    pub fn set_constraints(&mut self, on: bool) {
        self.feet.held = on;
    }

    /// Whether a foot of the verb is in a support phase now, held or not.
    ///
    /// # Panics
    /// If the verb has no such foot.
    pub fn stands(&self, verb: &Verb, foot: usize) -> bool {
        self.moment(verb).stands(foot)
    }

    /// Looks at a point of the world from now on, or ahead again.
    pub fn look_at(&mut self, target: Option<Vec3>) {
        self.look.target = target.filter(|t| t.is_finite());
    }

    /// Lets time pass: knobs turn, the verb advances, the frame moves on. Returns how it moved, as seen from where it was:
    /// the root motion for callers that move the character themselves. Time never runs backwards, nor more than a day at once.
    pub fn step(&mut self, verb: &Verb, secs: f64) -> Placement {
        let secs = if secs > 0.0 { secs.min(LONGEST_STEP_SECS) } else { 0.0 };
        if self.turn_knobs(verb, secs as f32) {
            self.setting.set(verb, &self.point);
        }
        let advance = self.advance(verb, secs);
        self.advanced += advance;
        self.frame = self.setting.travel().moved(self.frame, advance);
        self.climbed += self.setting.travel().climb * advance;
        if self.frame[2].abs() > MOST_HEADING {
            self.frame[2] -= (self.frame[2] / TAU).round() * TAU;
        }
        self.feet.wait(secs as f32);
        self.look.wait(secs as f32);
        let [x, z, heading] = self.setting.travel().moved([0.0; 3], advance).map(|v| v as f32);
        Placement { x, z, heading }
    }

    /// The pose now, with feet kept where they stand.
    ///
    /// # Panics
    /// If `dofs` does not have one entry per DOF of the skeleton.
    pub fn pose(&mut self, verb: &Verb, dofs: &mut [f32]) {
        let Self { time, frame, climbed, setting, advanced, feet, look, .. } = self;
        let advanced = core::mem::take(advanced);
        let moment = Moment { verb, setting, time: *time, frame: *frame, climbed: *climbed, advanced };
        feet.update(&moment, dofs);
        moment.pose(0.0, dofs);
        feet.enforce(&moment, dofs);
        if let Some(gaze) = verb.parts().gaze {
            look.turn(verb.skeleton(), gaze, dofs);
        }
    }

    fn moment<'a>(&'a self, verb: &'a Verb) -> Moment<'a> {
        let Self { time, frame, climbed, setting, advanced, .. } = self;
        Moment { verb, setting, time: *time, frame: *frame, climbed: *climbed, advanced: *advanced }
    }

    /// Whether any knob moved.
    fn turn_knobs(&mut self, verb: &Verb, secs: f32) -> bool {
        let mut moved = false;
        for ((knob, adverb), value) in self.knobs.iter_mut().zip(verb.adverbs()).zip(&mut self.point) {
            if knob.value == knob.target {
                continue;
            }
            let (most, way) = (adverb.rate * secs, knob.target - knob.value);
            knob.value = if way.abs() <= most { knob.target } else { knob.value + most.copysign(way) };
            *value = knob.value;
            moved = true;
        }
        moved
    }

    /// Moves on in canonical time, and returns by how much, rounds included.
    fn advance(&mut self, verb: &Verb, secs: f64) -> f64 {
        let before = self.time.0;
        let timeline = self.setting.timeline();
        let mut now = timeline.verb_time(self.time) + secs;
        let mut rounds = 0.0;
        if verb.is_cyclic() {
            let duration = timeline.duration().0;
            rounds = (now.0 / duration).floor();
            now.0 -= rounds * duration;
        }
        self.time = timeline.canonical_time(now);
        // Rounding may leave exactly a whole round.
        if verb.is_cyclic() && self.time.0 >= 1.0 {
            self.time.0 = 0.0;
            rounds += 1.0;
        }
        rounds + self.time.0 - before
    }
}

/// A verb at a setting, a time and a place.
struct Moment<'a> {
    verb: &'a Verb,
    setting: &'a Setting,
    time: CanonicalTime,
    frame: Ground,
    climbed: f64,
    /// Canonical time passed since the last pose.
    advanced: f64,
}

impl Moment<'_> {
    /// The pose in the world so much canonical time from now, the knobs standing still.
    fn pose(&self, ahead: f64, dofs: &mut [f32]) {
        let t = CanonicalTime(self.time.0 + ahead);
        self.verb.in_frame(self.setting, t, Derivative::Position, dofs);
        let [x, z, heading] = self.frame_at(ahead);
        let [own_x, own_z, own_heading] = Skeleton::PLACEMENT.map(|d| dofs[d]);
        let frame = Placement { x: x as f32, z: z as f32, heading: heading as f32 };
        let spun = own_heading + (self.setting.travel().spin * t.0) as f32;
        frame.compose(Placement { x: own_x, z: own_z, heading: spun }).store(dofs);
        let risen = self.climbed + self.setting.travel().climb * ahead;
        dofs[Skeleton::HEIGHT.index()] += risen as f32;
    }

    fn frame_at(&self, ahead: f64) -> Ground {
        self.setting.travel().moved(self.frame, ahead)
    }
}
