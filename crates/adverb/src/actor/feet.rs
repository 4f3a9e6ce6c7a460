//! Feet that stay where they stand, from verb to verb (thesis 4.4, 5.5).
//!
//! A foot is set down at the exact time a support phase begins, where it is then, and held over the ground until the exact
//! time it ends. Before a phase it is eased to where the phase will slide to on average, so that it comes to rest just when
//! the phase begins; after one it leaves from rest and is eased back; both no quicker than a leg follows. In a transition, feet
//! that stand at both ends are held throughout; otherwise the first verb's phases count in its first half and the second
//! verb's in its second.
//!
//! A foot that is held while the body drifts away from it, as between idles, is released and set down anew, one at a time.

use glam::{Vec2, Vec3};

use super::crossing::ROUNDING;
use super::voice::Voice;
use crate::graph::Graph;
use crate::limbs::{Leg, links};
use crate::placement::Placement;
use crate::screw::Ground;
use crate::verb::{Foot, Phase};

/// A foot is held no farther than this part of the leg from where the motion has it.
const LEASH: f32 = 0.2;
/// Where nothing hurries, a foot that has drifted this part of the leg from where the motion has it is released.
const DRIFT: f32 = 0.05;
/// Seconds that a released foot is in the air.
pub(super) const SHIFT_SECS: f32 = 0.35;
/// How high it is lifted, as a part of how far it goes, and at most in metres.
const SHIFT_HEIGHT: [f32; 2] = [0.35, 0.06];
/// A foot is eased no quicker than this, metres per second per second, if that takes it …
const QUICKEST_EASE: f32 = 20.0;
/// … no more than so many seconds.
const LONGEST_EASE_SECS: f32 = 0.25;

/// How a foot is held.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Hold {
    /// Where it stands: x and z in the world.
    pub(super) planted: Option<Vec2>,
    pub(super) left: Left,
    /// Released to be set down anew, though its verb has it stand.
    pub(super) shifting: bool,
    /// How far it was moved in the last pose.
    pub(super) correction: Vec3,
    /// How high it was to be in the last pose.
    pub(super) goal_height: f32,
    /// Over which place it was in the last pose, where the ground is known: x and z in the world.
    pub(super) place: Vec2,
    /// How high the ground is taken to be under it.
    pub(super) ground: f32,
}

/// What is left of a hold after it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Left {
    /// How far the ball was from where it would have been.
    pub(super) offset: Vec2,
    /// How fast it would have moved, per second.
    pub(super) velocity: Vec2,
    /// How much higher it was than it would have been.
    pub(super) rise: f32,
    pub(super) free_secs: f32,
}

impl Left {
    /// The cubic that begins at rest where the ball was held and goes over into the motion.
    fn correction(&self, ease_secs: f32) -> Vec2 {
        let Some(s) = share(self.free_secs, ease_secs) else { return Vec2::ZERO };
        let back = 1.0 - s;
        self.offset * (back * back * (1.0 + 2.0 * s)) - self.velocity * (ease_secs * s * back * back)
    }
}

impl Hold {
    /// How far the ball is from where the motion has it while it is not held; x and z of the world and the lift.
    pub(super) fn free_correction(&self, foot: &Foot, approach: Vec2) -> Vec3 {
        let ease = if self.shifting {
            SHIFT_SECS
        } else {
            foot_ease_secs(foot, self.left.offset, self.left.velocity)
        };
        let over = self.left.correction(ease) + approach;
        let rest = share(self.left.free_secs, ease).map_or(0.0, |s| (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s));
        let lift = match share(self.left.free_secs, SHIFT_SECS) {
            Some(s) if self.shifting => {
                let high = SHIFT_HEIGHT[0] * self.left.offset.length();
                let high = if high < SHIFT_HEIGHT[1] { high } else { SHIFT_HEIGHT[1] };
                16.0 * high * s * s * (1.0 - s) * (1.0 - s)
            }
            _ => 0.0,
        };
        Vec3::new(over.x, lift + self.left.rise * rest, over.y)
    }

    /// Releases the foot if it has drifted farther than its leash from where the motion has it.
    pub(super) fn leash(&mut self, leg: &Leg) {
        let (ball, leash) = (leg.ball(), LEASH * leg.length());
        if let Some(at) = self.planted
            && (at - Vec2::new(ball.x, ball.z)).length() > leash
        {
            self.shift(Vec3::new(at.x, ball.y, at.y), ball, leash);
        }
    }

    /// Whether it leaves its foot as the motion has it, and has done so.
    pub(super) fn is_at_rest(&self, foot: &Foot) -> bool {
        let eases = self.left.free_secs < foot.ease_secs || self.left.free_secs < SHIFT_SECS;
        self.planted.is_none() && !self.shifting && !eases
    }

    /// Sets the foot down where it is.
    pub(super) fn set_down(&mut self, ball: Vec3, correction: Vec3) {
        self.planted = Some(Vec2::new(ball.x + correction.x, ball.z + correction.z));
        self.shifting = false;
    }

    /// Lets go of a foot whose motion moves with a velocity, and that may be on its way to the next phase already.
    pub(super) fn lift(&mut self, ball: Vec3, velocity: Vec2, approach: Vec2) {
        if let Some(at) = self.planted.take() {
            let offset = at - Vec2::new(ball.x, ball.z) - approach;
            self.left = Left { offset, velocity, rise: 0.0, free_secs: 0.0 };
        }
    }

    /// Releases it to be set down anew, from where it is, at most so far away.
    pub(super) fn shift(&mut self, from: Vec3, ball: Vec3, farthest: f32) {
        let offset = Vec2::new(from.x - ball.x, from.z - ball.z);
        let length = offset.length();
        let offset = if length > farthest { offset * (farthest / length) } else { offset };
        self.planted = None;
        self.left = Left { offset, velocity: Vec2::ZERO, rise: from.y - ball.y, free_secs: 0.0 };
        self.shifting = true;
    }
}

/// How far a foot has drifted from where the motion has it, if so far that it should be released when nothing hurries; and
/// where the motion has it.
pub(super) fn drift(graph: &Graph, foot: &Foot, hold: &Hold, dofs: &[f32]) -> Option<(f32, Vec3)> {
    let at = hold.planted?;
    let leg = Leg::of(graph.skeleton(), foot, dofs);
    let ball = leg.ball();
    let far = (at - Vec2::new(ball.x, ball.z)).length();
    (far > DRIFT * leg.length()).then_some((far, ball))
}

/// Seconds in which a foot goes from rest to where it would have been, or comes from there: its own, or more if it is far away,
/// since a leg that hurries after its foot snaps. The cubics that take it there are quickest where it rests, at
/// (6 |offset| + 4 |velocity| T) / T².
fn foot_ease_secs(foot: &Foot, offset: Vec2, velocity: Vec2) -> f32 {
    let (far, fast) = (offset.length(), velocity.length());
    let gentle = (2.0 * fast + (4.0 * fast * fast + 6.0 * far * QUICKEST_EASE).sqrt()) / QUICKEST_EASE;
    let gentle = if gentle < LONGEST_EASE_SECS { gentle } else { LONGEST_EASE_SECS };
    if gentle > foot.ease_secs { gentle } else { foot.ease_secs }
}

/// How long that may be.
pub(super) fn longest_ease_secs(foot: &Foot) -> f32 {
    if foot.ease_secs > LONGEST_EASE_SECS { foot.ease_secs } else { LONGEST_EASE_SECS }
}

/// Where the ball of a foot is in a pose.
pub(super) fn ball(graph: &Graph, foot: &Foot, dofs: &[f32]) -> Vec3 {
    let [ball] = links(graph.skeleton(), dofs, [foot.ball]);
    ball.position
}

/// A support phase that is under way or over.
pub(super) struct LastPhase {
    /// How many seconds ago it began.
    pub(super) began_secs: f64,
    /// How many seconds ago it ended, if it has.
    pub(super) ended_secs: Option<f64>,
    /// From where the foot was when it began to where it was held.
    pub(super) settle: Vec2,
    /// How fast the foot would have moved when it ended, per second.
    pub(super) leaving: Vec2,
}

impl Voice {
    /// How much canonical time before now another time was; for a verb that repeats, the last time round.
    fn ago(&self, graph: &Graph, now: f64, t: f64) -> f64 {
        let ago = now - t;
        if self.own(graph).is_cyclic() { ago - (ago + ROUNDING).floor() } else { ago }
    }

    /// Whether a foot of the graph supports at a canonical time; of a phase's bounds the first belongs to it.
    pub(super) fn supports(&self, graph: &Graph, foot: usize, now: f64) -> bool {
        self.phases(graph, foot).iter().any(|phase| {
            let since = self.ago(graph, now, phase.from);
            since >= -ROUNDING && since < phase.to - phase.from - ROUNDING
        })
    }

    /// Seconds until the next phase of a foot begins.
    pub(super) fn secs_until_it_stands(&self, graph: &Graph, foot: usize) -> f64 {
        let until = |phase: &Phase| {
            let ahead = -self.ago(graph, self.time, phase.from);
            let ahead = if self.own(graph).is_cyclic() { ahead + 1.0 } else { ahead };
            (ahead > 0.0).then(|| self.secs_at(graph, self.time + ahead) - self.secs_at(graph, self.time))
        };
        let all = self.phases(graph, foot).iter().filter_map(until);
        all.fold(f64::INFINITY, |least, secs| if secs < least { secs } else { least })
    }

    /// Whether a foot stands for some seconds yet, or has just begun to.
    pub(super) fn stands_for(&self, graph: &Graph, foot: usize, secs: f64) -> bool {
        self.phases(graph, foot).iter().any(|phase| {
            let since = self.ago(graph, self.time, phase.from);
            let left = phase.to - phase.from - since;
            left > 0.0
                && (since < ROUNDING
                    || self.secs_at(graph, self.time + left) - self.secs_at(graph, self.time) > secs)
        })
    }

    /// The phase of a foot that began last.
    pub(super) fn last_phase(&self, graph: &Graph, foot: usize, frame: Ground) -> Option<LastPhase> {
        let began = |phase: &Phase| (self.ago(graph, self.time, phase.from), *phase);
        let all = self.phases(graph, foot).iter().map(began).filter(|(ago, _)| *ago >= 0.0);
        let (ago, phase) = all.reduce(|last, other| if other.0 < last.0 { other } else { last })?;
        let secs_ago = |ago: f64| self.secs_at(graph, self.time) - self.secs_at(graph, self.time - ago);
        let ended = ago - (phase.to - phase.from);
        let heading = |ago: f64| frame[2] - self.setting.travel().rate * ago;
        Some(LastPhase {
            began_secs: secs_ago(ago),
            // As in `supports`: one that ends just now has ended.
            ended_secs: (ended >= -ROUNDING).then(|| if ended > 0.0 { secs_ago(ended) } else { 0.0 }),
            settle: turned(heading(ago), phase.settle),
            leaving: turned(heading(ended), phase.leaving) / self.rate(graph, phase.to) as f32,
        })
    }

    /// The velocity with which a foot would leave a phase that ends now, per second, if one does.
    pub(super) fn leaving(&self, graph: &Graph, foot: usize, frame: Ground) -> Option<Vec2> {
        let ended = |phase: &&Phase| {
            let ago = self.ago(graph, self.time, phase.to);
            ago.abs() < 2.0 * ROUNDING
        };
        let phase = self.phases(graph, foot).iter().find(ended)?;
        Some(turned(frame[2], phase.leaving) / self.rate(graph, phase.to) as f32)
    }

    /// On the way to the next phase: the cubic that leaves the motion and comes to rest where the foot will stand.
    pub(super) fn approach(&self, graph: &Graph, foot: usize, frame: Ground) -> Vec2 {
        let foot_of_graph = &graph.feet()[foot];
        let mut sum = Vec2::ZERO;
        for phase in self.phases(graph, foot) {
            let ago = self.ago(graph, self.time, phase.from);
            // A phase that begins just now lies ahead, not a round ahead.
            let rounds = if self.own(graph).is_cyclic() && ago > ROUNDING { 1.0 } else { 0.0 };
            let ahead = rounds - ago;
            let until = (self.secs_at(graph, self.time + ahead) - self.secs_at(graph, self.time)) as f32;
            let until = if until > 0.0 || ago > ROUNDING { until } else { 0.0 };
            if share(until, longest_ease_secs(foot_of_graph)).is_none() {
                continue;
            }
            let heading = frame[2] + self.setting.travel().rate * ahead;
            let settle = turned(heading, phase.settle);
            let velocity = turned(heading, phase.arriving) / self.rate(graph, phase.from) as f32;
            let ease_secs = foot_ease_secs(foot_of_graph, settle, velocity);
            let Some(back) = share(until, ease_secs) else { continue };
            let s = 1.0 - back;
            sum += settle * (s * s * (3.0 - 2.0 * s)) + velocity * (ease_secs * s * s * back);
        }
        sum
    }
}

fn turned(heading: f64, [x, z]: [f64; 2]) -> Vec2 {
    let (x, z) = Placement { x: 0.0, z: 0.0, heading: heading as f32 }.turn(x as f32, z as f32);
    Vec2::new(x, z)
}

/// How much of an ease is over, if it is under way.
fn share(secs: f32, ease_secs: f32) -> Option<f32> {
    let under_way = secs >= 0.0 && secs < ease_secs;
    under_way.then(|| secs / ease_secs)
}
