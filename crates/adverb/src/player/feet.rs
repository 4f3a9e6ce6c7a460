//! Feet that stay where they stand: stay-put constraints on support phases (thesis 4.4, eq. 4.7).
//!
//! When a phase begins the ball of the foot is at some place; over the phase the blended motion lets it slide a little, as
//! recordings do. It is held at the middle of that slide (the phase's `settle`). Before the phase it is eased there, so that
//! it comes to rest just when the phase begins; within the phase it does not move over the ground at all; after it, it leaves
//! from rest and is eased back. Phases begin and end at their exact times, however long the steps are.
//!
//! The limb is bent by the exact two-bone solution. What its length must change by is shared with the foot, which rolls about
//! its ball: a straight knee would have to bend by many degrees for a hair's breadth. Where a leg cannot reach, the pelvis
//! comes down.

use glam::{Quat, Vec2, Vec3};

use super::Moment;
use super::chain::{Link, links};
use crate::ik::two_bone::{self, Limb};
use crate::kinematics::set_local_rotation;
use crate::placement::Placement;
use crate::rotation::{self, compose, inverse, rotate};
use crate::skeleton::Skeleton;
use crate::time::CanonicalTime;
use crate::verb::{Foot, Phase};

/// A limb reaches this part of its length, or as far as it does in the motion.
const LONGEST_REACH: f32 = 0.998;
/// The pelvis comes down softly: by less than is lacking, by at most this part of the leg's length less.
const SOFTNESS: f32 = 0.001;
/// It comes down no farther than this part of the leg; a foot that is still out of reach then is dragged along.
const LOWEST: f32 = 0.15;
/// A foot is held no farther than this part of the leg from where the motion has it: knobs that turn while it stands may take
/// the body elsewhere.
const LEASH: f32 = 0.2;
/// The pelvis comes down and up by no more than this part of the leg in a second.
const FASTEST_FALL: f32 = 0.6;
/// A foot rolls by no more than this many radians.
const LARGEST_ROLL: f32 = 0.4;
/// So many legs are kept from when it is found how far the pelvis comes down until they are bent; more are found twice.
const KEPT_LEGS: usize = 4;
/// In canonical time: less is rounding, that of weights, which sum to one as f32, included. A foot that always stands is not
/// set down anew in a gap that small.
const ROUNDING: f64 = 1e-5;

/// The feet of a character.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Feet {
    holds: Vec<Hold>,
    /// Whether they are held at all.
    pub(super) held: bool,
    /// How far the pelvis has come down.
    lowered: f32,
    /// Since the last pose.
    waited_secs: f32,
    /// Whether they have been looked at: feet that have not may begin in the middle of a phase.
    known: bool,
}

/// How a foot is held.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Hold {
    /// Where it stands: x and z in the world.
    planted: Option<Vec2>,
    left: Left,
    /// How far it was moved in the last pose.
    correction: Vec2,
}

/// What is left of a hold after it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Left {
    /// How far the ball was from where it would have been.
    offset: Vec2,
    /// How fast it would have moved, per second.
    velocity: Vec2,
    free_secs: f32,
}

impl Left {
    /// The cubic that begins at rest where the ball was held and goes over into the motion.
    fn correction(&self, ease_secs: f32, later_secs: f32) -> Vec2 {
        let Some(s) = share(self.free_secs + later_secs, ease_secs) else { return Vec2::ZERO };
        let back = 1.0 - s;
        self.offset * (back * back * (1.0 + 2.0 * s)) - self.velocity * (ease_secs * s * back * back)
    }
}

impl Feet {
    pub(super) fn new(count: usize) -> Self {
        Self { holds: vec![Hold::default(); count], held: true, lowered: 0.0, waited_secs: 0.0, known: false }
    }

    /// They are to be set down anew.
    pub(super) fn lift(&mut self) {
        self.holds.fill(Hold::default());
        self.known = false;
    }

    pub(super) fn wait(&mut self, secs: f32) {
        self.holds.iter_mut().for_each(|hold| hold.left.free_secs += secs);
        self.waited_secs += secs;
    }

    /// Sets feet down whose phase has begun and lets go of those whose phase has ended, as of the moment when it did; feet
    /// whose phase came and went since the last pose, or which have not been looked at, are as if they had been looked at all
    /// along. `dofs` is scratch space.
    pub(super) fn update(&mut self, moment: &Moment, dofs: &mut [f32]) {
        let feet = moment.verb.feet();
        let fresh = !core::mem::replace(&mut self.known, true);
        for ((foot, phases), hold) in feet.iter().zip(moment.setting.phases(feet)).zip(&mut self.holds) {
            if !self.held {
                hold.let_go();
                continue;
            }
            let current = phases.iter().find_map(|phase| Some((phase, moment.since(phase)?)));
            if let Some((phase, since)) = current {
                hold.set_down(moment, foot, phases, (phase, since), fresh, dofs);
            } else if let Some((ended, phase)) = moment.last_ended(phases) {
                hold.lift(moment, foot, (phase, ended), fresh, dofs);
            } else {
                hold.let_go();
            }
        }
    }

    /// Brings the feet where they are held, the pelvis down as far as that needs.
    pub(super) fn enforce(&mut self, moment: &Moment, dofs: &mut [f32]) {
        let secs = core::mem::take(&mut self.waited_secs);
        let feet = moment.verb.feet();
        for (index, phases) in moment.setting.phases(feet).enumerate() {
            self.holds[index].correct(moment, &feet[index], if self.held { phases } else { &[] }, dofs);
        }
        let idle = self.holds.iter().all(|hold| hold.correction == Vec2::ZERO) && self.lowered == 0.0;
        if idle && !self.held {
            return;
        }
        let skeleton = moment.verb.skeleton();
        let leg =
            |index: usize, dofs: &[f32]| Leg::new(skeleton, &feet[index], self.holds[index].correction, dofs);
        let mut legs = [const { None }; KEPT_LEGS];
        // The fourth root of the sum of fourth powers is a smooth maximum.
        let (mut powers, mut longest) = (0.0, 0.0);
        for index in 0..feet.len() {
            let leg = leg(index, dofs);
            let (lack, length) = (leg.lack(), leg.length());
            powers += lack * lack * lack * lack;
            longest = if length > longest { length } else { longest };
            if let Some(kept) = legs.get_mut(index) {
                *kept = Some(leg);
            }
        }
        let (wanted, most) = (powers.sqrt().sqrt(), FASTEST_FALL * longest * secs);
        let way = wanted - self.lowered;
        let lowered =
            if way.abs() <= most || secs == 0.0 { wanted } else { self.lowered + most.copysign(way) };
        for (index, foot) in feet.iter().enumerate() {
            match legs.get(index) {
                Some(Some(leg)) => leg.bend(skeleton, foot, lowered, dofs),
                _ => leg(index, dofs).bend(skeleton, foot, lowered, dofs),
            }
        }
        dofs[Skeleton::HEIGHT.index()] -= lowered;
        self.lowered = lowered;
    }
}

impl Hold {
    /// In a phase that began a while ago.
    fn set_down(
        &mut self,
        moment: &Moment,
        foot: &Foot,
        phases: &[Phase],
        (phase, since): (&Phase, f64),
        fresh: bool,
        dofs: &mut [f32],
    ) {
        if self.planted.is_some() && moment.advanced < since + moment.gap_before(phase, phases) {
            return;
        }
        self.planted = Some(if fresh || self.planted.is_some() || since <= moment.advanced {
            let left = match self.planted {
                Some(_) => Vec2::ZERO,
                None => self.left.correction(foot.ease_secs, -moment.secs_ago(since)),
            };
            moment.ball_ago(foot, since, dofs) + moment.in_world(phase.settle, since) + left
        } else {
            // The phase's bounds have come over the foot, or it was not held before: it stays where it is.
            moment.ball_ago(foot, 0.0, dofs) + self.correction
        });
    }

    /// After a phase that ended a while ago.
    fn lift(
        &mut self,
        moment: &Moment,
        foot: &Foot,
        (phase, ended): (&Phase, f64),
        fresh: bool,
        dofs: &mut [f32],
    ) {
        let began = moment.ago(phase.from);
        let unseen = fresh || began < moment.advanced;
        let held = match self.planted.take() {
            Some(at) if !unseen => at,
            None if !unseen => return,
            _ => moment.ball_ago(foot, began, dofs) + moment.in_world(phase.settle, began),
        };
        // Bounds that come over the foot end its phase now, not when it has ended already.
        let ended = if unseen || ended < moment.advanced { ended } else { moment.advanced };
        self.left = Left {
            offset: held - moment.ball_ago(foot, ended, dofs),
            velocity: moment.in_world(phase.leaving, ended) / moment.secs_per_canonical(phase.to),
            free_secs: moment.secs_ago(ended),
        };
    }

    /// Without a phase to tell how it goes on.
    fn let_go(&mut self) {
        if self.planted.take().is_some() {
            self.left = Left { offset: self.correction, velocity: Vec2::ZERO, free_secs: 0.0 };
        }
    }

    /// How far the ball is moved now. One that the motion has left far behind is dragged along.
    fn correct(&mut self, moment: &Moment, foot: &Foot, phases: &[Phase], dofs: &[f32]) {
        let Some(at) = self.planted else {
            self.correction = self.left.correction(foot.ease_secs, 0.0) + moment.approach(foot, phases);
            return;
        };
        let Limb { upper, middle, end } = foot.limb;
        let [hip, knee, ankle, ball] =
            links(moment.verb.skeleton(), dofs, [upper, middle, end, foot.ball]).map(|link| link.position);
        let ball = Vec2::new(ball.x, ball.z);
        let (way, most) = (at - ball, LEASH * ((knee - hip).length() + (ankle - knee).length()));
        let length = way.length();
        self.correction = if length > most { way * (most / length) } else { way };
        self.planted = Some(ball + self.correction);
    }
}

/// A limb in a pose, and where its end should be.
struct Leg {
    /// Hip, knee, ankle and ball; the ball may be the ankle.
    links: [Link; 4],
    goal: Vec3,
    /// How the foot rolls about its ball, in the world.
    roll: Quat,
}

impl Leg {
    fn new(skeleton: &Skeleton, foot: &Foot, correction: Vec2, dofs: &[f32]) -> Self {
        let Limb { upper, middle, end } = foot.limb;
        let links = links(skeleton, dofs, [upper, middle, end, foot.ball]);
        let moved = links[3].position + Vec3::new(correction.x, 0.0, correction.y);
        let mut leg = Self { links, goal: moved, roll: Quat::IDENTITY };
        leg.roll_about(moved);
        leg
    }

    /// The foot's way round its ball, which has moved: so far that the knee need not do it all. With the sensitivity of the
    /// limb's length to the knee s_k and to the foot s_f, the least change of angles that changes the length by δ gives the
    /// foot δ s_f / (s_k² + s_f²).
    fn roll_about(&mut self, ball: Vec3) {
        let [hip, knee, ankle, old_ball] = self.positions();
        let foot = ankle - old_ball;
        self.goal = ball + foot;
        let (before, after) = ((ankle - hip).length(), (self.goal - hip).length());
        let bend = (knee - hip).cross(ankle - knee).length();
        if after <= 0.0 {
            return;
        }
        let towards = (hip - self.goal) / after;
        let about = foot.cross(towards);
        let knee_share = bend / after;
        let squares = knee_share * knee_share + about.length_squared();
        if squares <= 0.0 {
            return;
        }
        let vector = about * ((after - before) / squares);
        let angle = vector.length();
        let vector = if angle > LARGEST_ROLL { vector * (LARGEST_ROLL / angle) } else { vector };
        self.roll = rotation::exp(vector);
        self.goal = ball + rotate(self.roll, foot);
    }

    fn positions(&self) -> [Vec3; 4] {
        self.links.map(|link| link.position)
    }

    fn length(&self) -> f32 {
        let [hip, knee, ankle, _] = self.positions();
        (knee - hip).length() + (ankle - knee).length()
    }

    /// How far the hip must come down for the limb to reach.
    fn lack(&self) -> f32 {
        let [hip, _, ankle, _] = self.positions();
        let length = self.length();
        let own = (ankle - hip).length();
        let reach = if own > LONGEST_REACH * length { own } else { LONGEST_REACH * length };
        let down = hip - self.goal;
        let height = reach * reach - (down.x * down.x + down.z * down.z);
        let lack = down.y - if height > 0.0 { height.sqrt() } else { 0.0 };
        if lack <= 0.0 {
            return 0.0;
        }
        let soft = lack * lack / (lack + SOFTNESS * length);
        if soft < LOWEST * length { soft } else { LOWEST * length }
    }

    /// Bends the limb so that its end comes to its goal after the pelvis has come down.
    fn bend(&self, skeleton: &Skeleton, foot: &Foot, lowered: f32, dofs: &mut [f32]) {
        let down = Vec3::new(0.0, -lowered, 0.0);
        let [hip, knee, ankle, _] = self.positions().map(|joint| joint + down);
        let hinge = rotate(self.links[0].rotation, Vec3::from_array(foot.hinge));
        let (upper_turn, lower_turn) = two_bone::small_turns(hip, knee, ankle, self.goal, hinge);
        let both = compose(lower_turn, upper_turn);
        // How each turns in the world, below a joint that turns as the one before does; the toes do not.
        let turns = [upper_turn, both, self.roll, Quat::IDENTITY];
        let parent_turns = [Quat::IDENTITY, upper_turn, both, self.roll];
        let toes = self.links[3].joint != self.links[2].joint;
        for i in 0..if toes { 4 } else { 3 } {
            let link = &self.links[i];
            let parent = compose(parent_turns[i], link.parent);
            let own = compose(turns[i], link.rotation);
            set_local_rotation(skeleton, link.joint, compose(inverse(parent), own), dofs);
        }
    }
}

/// Times around a moment, and where a foot is then.
impl Moment<'_> {
    /// Whether a foot supports.
    pub(super) fn stands(&self, foot: usize) -> bool {
        let phases = self.setting.phases(self.verb.feet()).nth(foot);
        phases.is_some_and(|phases| phases.iter().any(|phase| self.since(phase).is_some()))
    }

    /// How much canonical time ago a phase began, if it has not ended.
    fn since(&self, phase: &Phase) -> Option<f64> {
        let since = self.ago(phase.from);
        let inside = since >= -ROUNDING && since <= phase.to - phase.from + ROUNDING;
        inside.then_some(since)
    }

    /// How much canonical time ago another time was; for a verb that repeats, the last time round.
    fn ago(&self, t: f64) -> f64 {
        let ago = self.time.0 - t;
        if self.verb.is_cyclic() { ago - ago.floor() } else { ago }
    }

    /// How many seconds ago a moment was that is so much canonical time ago.
    fn secs_ago(&self, ago: f64) -> f32 {
        let timeline = self.setting.timeline();
        let then = self.time.0 - ago;
        let rounds = if self.verb.is_cyclic() { then.floor() } else { 0.0 };
        let then = timeline.verb_time(CanonicalTime(then - rounds)).0 + rounds * timeline.duration().0;
        (timeline.verb_time(self.time).0 - then) as f32
    }

    /// The ball of a foot over the ground so much canonical time ago. `dofs` is scratch space.
    fn ball_ago(&self, foot: &Foot, ago: f64, dofs: &mut [f32]) -> Vec2 {
        self.pose(-ago, dofs);
        let [ball] = links(self.verb.skeleton(), dofs, [foot.ball]);
        Vec2::new(ball.position.x, ball.position.z)
    }

    /// The phase that ended last, and how much canonical time ago.
    fn last_ended<'p>(&self, phases: &'p [Phase]) -> Option<(f64, &'p Phase)> {
        let ended = phases.iter().map(|phase| (self.ago(phase.to), phase)).filter(|(ago, _)| *ago >= 0.0);
        ended.reduce(|last, other| if other.0 < last.0 { other } else { last })
    }

    /// How much canonical time lies between a phase and the one before it; without end where there is none.
    fn gap_before(&self, phase: &Phase, phases: &[Phase]) -> f64 {
        let gap = |before: &Phase| {
            let gap = phase.from - before.to;
            if self.verb.is_cyclic() { gap - (gap + ROUNDING).floor() } else { gap }
        };
        let gaps = phases.iter().map(gap).filter(|gap| *gap > ROUNDING);
        gaps.fold(f64::INFINITY, |least, gap| if gap < least { gap } else { least })
    }

    /// On the way to the next phase: the cubic that leaves the motion and comes to rest where the foot will stand.
    fn approach(&self, foot: &Foot, phases: &[Phase]) -> Vec2 {
        let mut sum = Vec2::ZERO;
        for phase in phases {
            // The time until it begins, as one that is negative ago.
            let ago = self.ago(phase.from);
            let ago = if self.verb.is_cyclic() { ago - 1.0 } else { ago };
            let until = -self.secs_ago(ago);
            let Some(back) = share(until, foot.ease_secs) else { continue };
            let s = 1.0 - back;
            let velocity = self.in_world(phase.arriving, ago) / self.secs_per_canonical(phase.from);
            sum += self.in_world(phase.settle, ago) * (s * s * (3.0 - 2.0 * s))
                + velocity * (foot.ease_secs * s * s * back);
        }
        sum
    }

    /// A direction given in the frame of the travel so much canonical time ago.
    fn in_world(&self, [x, z]: [f64; 2], ago: f64) -> Vec2 {
        let heading = (self.frame[2] - self.setting.travel().rate * ago) as f32;
        let (x, z) = Placement { x: 0.0, z: 0.0, heading }.turn(x as f32, z as f32);
        Vec2::new(x, z)
    }

    fn secs_per_canonical(&self, t: f64) -> f32 {
        let t = if self.verb.is_cyclic() { t - t.floor() } else { t };
        self.setting.timeline().verb_time_rate(CanonicalTime(t)) as f32
    }
}

/// How much of an ease is over, if it is under way.
fn share(secs: f32, ease_secs: f32) -> Option<f32> {
    let under_way = secs >= 0.0 && secs < ease_secs;
    under_way.then(|| secs / ease_secs)
}
