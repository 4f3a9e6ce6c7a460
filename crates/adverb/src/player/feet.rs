//! Feet that stay where they stand: stay-put constraints on support phases (thesis 4.4, eq. 4.7).
//!
//! When a phase begins the ball of the foot is at some place; over the phase the blended motion lets it slide a little, as
//! recordings do. It is held at the middle of that slide (the phase's `settle`), to which it is eased before the phase
//! begins; within the phase it does not move at all; what has built up by its end fades away after it. Phases begin and end
//! at their exact times, however long the steps are.
//!
//! The limb is bent by the exact two-bone solution, the foot keeping its orientation, so that heel and toes roll as they
//! did. Where a leg cannot reach, the pelvis comes down.

use glam::{Quat, Vec3};

use super::Moment;
use super::chain::Chain;
use crate::ik::two_bone;
use crate::kinematics::set_local_rotation;
use crate::placement::Placement;
use crate::rotation::{compose, inverse, rotate};
use crate::skeleton::Skeleton;
use crate::time::CanonicalTime;
use crate::verb::{Foot, Phase};

/// A leg is bent at least so much that its reach is this part of its length: straighter, a hair's breadth turns the knee by
/// many degrees.
const LONGEST_REACH: f32 = 0.999;
/// The pelvis begins to come down this far before a leg is out of reach, of the leg's length.
const SOFTNESS: f32 = 0.002;
/// It comes down no farther than this part of the leg; a foot that is still out of reach then is dragged along.
const LOWEST: f32 = 0.15;
/// How much of the bend of a knee is simply forward, of the leg's length: for legs that are straight.
const FORWARD: f32 = 0.01;
/// A foot found within a phase that began farther back than this, in canonical time, takes root where it is: its bounds
/// have come over it.
const JUST_BEGUN: f64 = 0.25;

/// How a foot is held.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Hold {
    /// The place in the world where it stands.
    planted: Option<Vec3>,
    /// How far it was from where it would have been when it was let go.
    left: Vec3,
    /// For how long it has been free.
    free_secs: f32,
    /// Whether it has been looked at: a foot that has not may begin in the middle of a phase.
    known: bool,
}

impl Hold {
    pub(super) fn is_planted(&self) -> bool {
        self.planted.is_some()
    }

    pub(super) fn wait(&mut self, secs: f32) {
        self.free_secs += secs;
    }

    /// What is left of the hold, a while after or before now.
    fn fading(&self, ease_secs: f32, later_secs: f32) -> Vec3 {
        self.left * (1.0 - eased((self.free_secs + later_secs) / ease_secs))
    }
}

/// Sets feet down whose phase has begun and lets go of those whose phase has ended, as of the moment when it did.
/// `dofs` is scratch space.
pub(super) fn update(moment: &Moment, holds: &mut [Hold], dofs: &mut [f32]) {
    let feet = moment.verb.feet();
    for ((foot, phases), hold) in feet.iter().zip(moment.setting.phases(feet)).zip(holds) {
        let current = phases.iter().find_map(|phase| Some((phase, since(moment, phase)?)));
        match (current, hold.planted) {
            (Some((phase, since)), None) => {
                let began = if hold.known && since > JUST_BEGUN { 0.0 } else { since };
                let ball = ball_ago(moment, foot, began, dofs);
                let left = hold.fading(foot.ease_secs, -secs_ago(moment, began));
                hold.planted = Some(ball + settle(moment, phase, began) + left);
            }
            (None, Some(at)) => {
                let ended = last_ended(moment, phases);
                hold.left = at - ball_ago(moment, foot, ended, dofs);
                hold.free_secs = secs_ago(moment, ended);
                hold.planted = None;
            }
            _ => {}
        }
        hold.known = true;
    }
}

/// Brings the feet where they are held, the pelvis down as far as that needs.
pub(super) fn enforce(moment: &Moment, holds: &[Hold], dofs: &mut [f32]) {
    let feet = moment.verb.feet();
    let skeleton = moment.verb.skeleton();
    let leg = |index: usize, dofs: &[f32]| {
        let phases = moment.setting.phases(feet).nth(index).unwrap_or_default();
        Leg::new(moment, &feet[index], phases, &holds[index], dofs)
    };
    // The fourth root of the sum of fourth powers is a smooth maximum.
    let powers = (0..feet.len()).fold(0.0, |sum, index| {
        let lack = leg(index, dofs).lack();
        sum + lack * lack * lack * lack
    });
    let lowered = powers.sqrt().sqrt();
    for index in 0..feet.len() {
        leg(index, dofs).bend(skeleton, lowered, dofs);
    }
    dofs[Skeleton::HEIGHT.index()] -= lowered;
}

/// A limb in a pose, and where its end should be.
struct Leg {
    chain: Chain,
    upper: usize,
    middle: usize,
    end: usize,
    goal: Vec3,
}

impl Leg {
    fn new(moment: &Moment, foot: &Foot, phases: &[Phase], hold: &Hold, dofs: &[f32]) -> Self {
        let chain = Chain::new(moment.verb.skeleton(), dofs, foot.ball);
        let [upper, middle, end] = [foot.limb.upper, foot.limb.middle, foot.limb.end].map(|j| chain.index(j));
        let correction = match hold.planted {
            Some(at) => at - chain.end(),
            None => hold.fading(foot.ease_secs, 0.0) + approach(moment, foot, phases),
        };
        let goal = chain.position(end) + correction;
        Self { chain, upper, middle, end, goal }
    }

    fn length(&self) -> f32 {
        let [hip, knee, ankle] = [self.upper, self.middle, self.end].map(|i| self.chain.position(i));
        (knee - hip).length() + (ankle - knee).length()
    }

    /// How far the hip must come down for the limb to reach; softly, so that it neither starts nor stops at once.
    fn lack(&self) -> f32 {
        let length = self.length();
        let reach = LONGEST_REACH * length;
        let down = self.chain.position(self.upper) - self.goal;
        let across = down.x * down.x + down.z * down.z;
        let height = reach * reach - across;
        let lack = down.y - if height > 0.0 { height.sqrt() } else { 0.0 };
        let softness = SOFTNESS * length;
        let soft = 0.5 * (lack + (lack * lack + softness * softness).sqrt());
        if soft < LOWEST * length { soft } else { LOWEST * length }
    }

    /// Bends the limb so that its end comes to its goal after the pelvis has come down.
    fn bend(&self, skeleton: &Skeleton, lowered: f32, dofs: &mut [f32]) {
        let down = Vec3::new(0.0, -lowered, 0.0);
        let [hip, knee, ankle] = [self.upper, self.middle, self.end].map(|i| self.chain.position(i) + down);
        let along = (ankle - hip).normalize_or_zero();
        let bend = (knee - hip) - along * (knee - hip).dot(along);
        let forward = rotate(self.chain.rotation(self.upper), Vec3::Z);
        let pole = bend + forward * (FORWARD * self.length());
        let (upper_turn, lower_turn) = two_bone::turns(hip, knee, ankle, self.goal, Some(pole));
        let both = compose(lower_turn, upper_turn);
        // How each joint of the chain turns in the world; the foot does not.
        let turn = |i: usize| match i {
            _ if i < self.upper || i >= self.end => Quat::IDENTITY,
            _ if i < self.middle => upper_turn,
            _ => both,
        };
        for i in [self.upper, self.middle, self.end] {
            let parent = compose(turn(i - 1), self.chain.rotation(i - 1));
            let own = compose(turn(i), self.chain.rotation(i));
            set_local_rotation(skeleton, self.chain.joint(i), compose(inverse(parent), own), dofs);
        }
    }
}

/// How much canonical time ago a phase began, if it has not ended.
fn since(moment: &Moment, phase: &Phase) -> Option<f64> {
    let since = ago(moment, phase.from);
    let inside = since >= 0.0 && since <= phase.to - phase.from;
    inside.then_some(since)
}

/// How much canonical time ago the last phase ended.
fn last_ended(moment: &Moment, phases: &[Phase]) -> f64 {
    let all = phases.iter().map(|phase| ago(moment, phase.to)).filter(|ago| *ago >= 0.0);
    all.fold(1.0, |least, ago| if ago < least { ago } else { least })
}

/// How much canonical time ago a moment was, the last time round.
fn ago(moment: &Moment, t: f64) -> f64 {
    let ago = moment.time.0 - t;
    if moment.verb.is_cyclic() { ago - ago.floor() } else { ago }
}

/// How many seconds ago a moment was that is so much canonical time ago, less than a round.
fn secs_ago(moment: &Moment, ago: f64) -> f32 {
    let timeline = moment.setting.timeline();
    let then = moment.time.0 - ago;
    let rounds = then.floor();
    let then = timeline.verb_time(CanonicalTime(then - rounds)).0 + rounds * timeline.duration().0;
    (timeline.verb_time(moment.time).0 - then) as f32
}

/// The ball of a foot in the world so much canonical time ago. `dofs` is scratch space.
fn ball_ago(moment: &Moment, foot: &Foot, ago: f64, dofs: &mut [f32]) -> Vec3 {
    moment.pose(-ago, dofs);
    Chain::new(moment.verb.skeleton(), dofs, foot.ball).end()
}

/// The phase's `settle`, in the world, for a phase that begins so much canonical time ago.
fn settle(moment: &Moment, phase: &Phase, ago: f64) -> Vec3 {
    let [x, y, z] = phase.settle.map(|s| s as f32);
    let heading = moment.frame[2] - moment.setting.travel().rate * ago;
    let (x, z) = Placement { x: 0.0, z: 0.0, heading: heading as f32 }.turn(x, z);
    Vec3::new(x, y, z)
}

/// On the way to the next phase: how far the foot is eased towards where it will stand.
fn approach(moment: &Moment, foot: &Foot, phases: &[Phase]) -> Vec3 {
    let mut sum = Vec3::ZERO;
    for phase in phases {
        // The time until it begins, as one that is negative ago.
        let ago = ago(moment, phase.from);
        let ago = if moment.verb.is_cyclic() { ago - 1.0 } else { ago };
        if ago > 0.0 {
            continue;
        }
        let until = secs_ago(moment, ago);
        sum += settle(moment, phase, ago) * (1.0 - eased(-until / foot.ease_secs));
    }
    sum
}

/// From 0 to 1 without a jerk: 3 s² − 2 s³, and 1 for an ease that takes no time.
fn eased(share: f32) -> f32 {
    let s = if share < 0.0 {
        0.0
    } else if share < 1.0 {
        share
    } else {
        1.0
    };
    s * s * (3.0 - 2.0 * s)
}
