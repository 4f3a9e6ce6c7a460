//! When a foot touches the ground.
//!
//! In a support phase the ball of a foot stays in place. A foot that lands on its heel touches the ground before that: the heel stands
//! while the ball still comes down. No joint marks the heel; it lies under the ankle, as high as the ball, while the foot is flat, as
//! it is for most of its phases.

use adverb::kinematics::world_transforms;
use adverb::{JointId, VerbTime};
use glam::{Affine3A, DVec3};

use super::phases::{BODY_SPEED_OVER_SECS, SLOW_LEGS_PER_SEC, SPEED_OVER_SECS, usual_place};
use super::track::steps;
use super::{Foot, phases};
use crate::limbs::{RISE_LEGS, leg_m};
use crate::motion::Motion;

/// A heel that has landed is as slow as the ball of someone who stands, and this part of the body's speed faster: it rolls, and gives, while
/// the body goes on over it. One that still swings is faster than the body.
const LANDED_PER_BODY_SPEED: f64 = 0.4;

/// A time during which a foot touches the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// When its heel or its ball comes down, or the motion's start.
    pub down: VerbTime,
    /// When its ball lifts, or the motion's end.
    pub up: VerbTime,
}

/// The contacts of a foot in a motion that is not a cycle, in order.
#[must_use]
pub fn contacts(motion: &Motion, foot: &Foot) -> Vec<Contact> {
    let mut contacts: Vec<Contact> = phases(motion, foot, false)
        .iter()
        .map(|phase| Contact { down: motion.verb_time(phase.from), up: motion.verb_time(phase.to) })
        .collect();
    let Some(heel) = Heel::of(motion, foot, &contacts) else { return contacts };
    for k in 0..contacts.len() {
        let earliest = if k == 0 { VerbTime::ZERO } else { contacts[k - 1].up };
        contacts[k].down = heel.down_before(contacts[k], earliest);
    }
    contacts
}

/// A heel of a motion.
struct Heel<'m> {
    motion: &'m Motion,
    ankle: JointId,
    /// In the axes of the ankle.
    place: DVec3,
    leg_m: f64,
}

impl<'m> Heel<'m> {
    /// `None` where no ankle is known besides the ball, or the foot never stands.
    fn of(motion: &'m Motion, foot: &Foot, contacts: &[Contact]) -> Option<Self> {
        let ankle = foot.limb?.end;
        let under_the_ankle = |time: VerbTime| {
            let world = world(motion, time);
            let above = world[ankle.index()];
            let ground = above.translation.with_y(world[foot.ball.index()].translation.y);
            above.inverse().transform_point3a(ground).as_dvec3()
        };
        let times = contacts.iter().flat_map(|contact| {
            let frames = ((contact.up - contact.down) * motion.fps()).floor() as usize;
            (0..=frames).map(|frame| contact.down + frame as f64 / motion.fps())
        });
        let places: Vec<DVec3> = times.map(under_the_ankle).collect();
        let known = ankle != foot.ball && !places.is_empty();
        let leg_m = leg_m(motion.skeleton(), foot);
        known.then(|| Self { motion, ankle, place: usual_place(&places), leg_m })
    }

    fn at(&self, time: VerbTime) -> DVec3 {
        let ankle = world(self.motion, time)[self.ankle.index()];
        ankle.transform_point3a(self.place.as_vec3a()).as_dvec3()
    }

    /// From when on the heel stands until the ball does.
    fn down_before(&self, contact: Contact, earliest: VerbTime) -> VerbTime {
        let (_, step_secs) = steps(self.motion);
        let highest_m = self.at(contact.down).y + RISE_LEGS * self.leg_m;
        let mut down = contact.down;
        while down.0 - step_secs >= earliest.0 {
            let before = down - step_secs;
            if self.at(before).y > highest_m || !self.is_slow(before) {
                break;
            }
            down = before;
        }
        down
    }

    /// Whether it has landed, by its speed.
    fn is_slow(&self, time: VerbTime) -> bool {
        let velocity = |half_secs: f64, point: &dyn Fn(VerbTime) -> DVec3| {
            let first = VerbTime((time.0 - half_secs).max(0.0));
            let last = VerbTime((time.0 + half_secs).min(self.motion.duration().0));
            (point(last) - point(first)) / (last - first)
        };
        let root = self.motion.skeleton().root().index();
        let body = |time| world(self.motion, time)[root].translation.as_dvec3();
        let body_speed = velocity(BODY_SPEED_OVER_SECS, &body).with_y(0.0).length();
        let speed = velocity(SPEED_OVER_SECS, &|time| self.at(time)).length();
        speed < SLOW_LEGS_PER_SEC * self.leg_m + LANDED_PER_BODY_SPEED * body_speed
    }
}

fn world(motion: &Motion, time: VerbTime) -> Vec<Affine3A> {
    let mut world = vec![Affine3A::IDENTITY; motion.skeleton().joints().len()];
    world_transforms(motion.skeleton(), &motion.pose(time), &mut world);
    world
}
