//! Legs: bent so that feet are where they are held, the pelvis lowered where a leg cannot reach.
//!
//! The limb is bent by the exact two-bone solution. What its length must change by is shared with the foot, which rolls about
//! its ball: a straight knee would have to bend by many degrees for a hair's breadth.

use glam::{Quat, Vec3};

use crate::ik::two_bone::{self, Limb};
use crate::kinematics::{Link, links, set_local_rotation};
use crate::rotation::{self, compose, inverse, rotate};
use crate::skeleton::Skeleton;
use crate::verb::Foot;

/// The pelvis comes down no farther than this part of the leg; a foot that is still out of reach then is dragged along.
const LOWEST: f32 = 0.15;
/// The pelvis comes down and up by no more than this part of the leg in a second.
const FASTEST_FALL: f32 = 0.6;
/// A foot that lies flat gives up this part of its roll; the rest keeps a straight knee from bending suddenly.
const MOST_UNROLLED: f32 = 0.8;
/// A foot rolls by no more than this many radians.
const LARGEST_ROLL: f32 = 0.4;

/// A leg in a pose, and where its end should be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leg {
    /// Hip, knee, ankle and ball; the ball may be the ankle.
    links: [Link; 4],
    length: f32,
    goal: Vec3,
    /// How long the limb is to be at most.
    reach: f32,
    /// How the foot rolls about its ball, in the world, after its tilt.
    roll: Quat,
    /// How foot and toes are tilted to lie on sloping ground, in the world.
    tilt: Quat,
    /// What part of its roll the foot makes: less where it is to lie flat.
    rolls: f32,
}

/// Moves the balls of feet by corrections, and lowers the pelvis as far as that needs: within `secs` no faster than it may from
/// how far it was lowered before, if it was posed before. The legs are those of the pose. Returns whether all can be reached.
pub(crate) fn stand(
    skeleton: &Skeleton,
    feet: &[Foot],
    legs: &mut [Leg],
    correction: impl Fn(usize) -> Vec3,
    pelvis_lowered: &mut Option<f32>,
    secs: f32,
    dofs: &mut [f32],
) -> bool {
    // The fourth root of the sum of fourth powers is a smooth maximum.
    let (mut powers, mut longest, mut reached) = (0.0, 0.0, true);
    for (index, leg) in legs.iter_mut().enumerate() {
        leg.roll_about(leg.ball() + correction(index));
        let lack = leg.lack();
        powers += lack * lack * lack * lack;
        longest = if leg.length > longest { leg.length } else { longest };
        reached &= lack < LOWEST * leg.length;
    }
    let (wanted, most) = (powers.sqrt().sqrt(), FASTEST_FALL * longest * secs);
    let before = pelvis_lowered.unwrap_or(wanted);
    let way = wanted - before;
    let lowered = if way.abs() <= most { wanted } else { before + most.copysign(way) };
    for (leg, foot) in legs.iter().zip(feet) {
        leg.bend(skeleton, foot, lowered, dofs);
    }
    dofs[Skeleton::HEIGHT.index()] -= lowered;
    *pelvis_lowered = Some(lowered);
    reached && lowered >= wanted
}

impl Leg {
    /// As a pose has it.
    pub(crate) fn of(skeleton: &Skeleton, foot: &Foot, dofs: &[f32]) -> Self {
        let Limb { upper, middle, end } = foot.limb;
        let links = links(skeleton, dofs, [upper, middle, end, foot.ball]);
        let [hip, knee, ankle, _] = links.map(|link| link.position);
        let length = (knee - hip).length() + (ankle - knee).length();
        Self {
            links,
            length,
            goal: ankle,
            reach: (ankle - hip).length(),
            roll: Quat::IDENTITY,
            tilt: Quat::IDENTITY,
            rolls: 1.0,
        }
    }

    /// Where the ball of its foot is.
    pub(crate) fn ball(&self) -> Vec3 {
        self.links[3].position
    }

    /// Of thigh and shank.
    pub(crate) fn length(&self) -> f32 {
        self.length
    }

    /// The whole body has been raised.
    pub(crate) fn raise(&mut self, by: f32) {
        self.links.iter_mut().for_each(|link| link.position.y += by);
        self.goal.y += by;
    }

    /// Lays foot and toes on sloping ground: tilts them by a rotation vector of the world, and lets the foot roll the less the
    /// flatter it is to lie, from 0 to 1.
    pub(crate) fn lay(&mut self, turn: Vec3, flat: f32) {
        if flat > 0.0 {
            self.tilt = rotation::exp(turn);
            self.roll = self.tilt;
            self.rolls = 1.0 - MOST_UNROLLED * flat;
        }
    }

    /// The foot's way round its ball, which has moved: so far that the knee need not do it all. With the sensitivity of the
    /// limb's length to the knee s_k and to the foot s_f, the least change of angles that changes the length by δ gives the
    /// foot δ s_f / (s_k² + s_f²). Damped by δ² it is never much, and passes smoothly through zero where the foot comes in
    /// line with a straight leg.
    fn roll_about(&mut self, ball: Vec3) {
        let [hip, knee, ankle, old_ball] = self.positions();
        let own = ankle - old_ball;
        let foot = if self.tilt == Quat::IDENTITY { own } else { rotate(self.tilt, own) };
        self.goal = ball + foot;
        let (before, after) = ((ankle - hip).length(), (self.goal - hip).length());
        let bend = (knee - hip).cross(ankle - knee).length();
        if after <= 0.0 {
            return;
        }
        let towards = (hip - self.goal) / after;
        let about = foot.cross(towards);
        let knee_share = bend / after;
        let change = after - before;
        let squares = knee_share * knee_share + about.length_squared() + change * change;
        if squares <= 0.0 {
            return;
        }
        let vector = about * (change / squares);
        let angle = vector.length();
        let vector = if angle > LARGEST_ROLL { vector * (LARGEST_ROLL / angle) } else { vector };
        let roll = rotation::exp(if self.rolls < 1.0 { vector * self.rolls } else { vector });
        self.roll = if self.tilt == Quat::IDENTITY { roll } else { compose(roll, self.tilt) };
        self.goal = ball + rotate(roll, foot);
    }

    fn positions(&self) -> [Vec3; 4] {
        self.links.map(|link| link.position)
    }

    /// How far the hip must come down for the limb to reach, being pulled softly.
    fn lack(&mut self) -> f32 {
        let [hip, _, ankle, _] = self.positions();
        let own = (ankle - hip).length();
        let down = hip - self.goal;
        self.reach = two_bone::softly(own, down.length(), self.length);
        let height = self.reach * self.reach - (down.x * down.x + down.z * down.z);
        let lack = down.y - if height > 0.0 { height.sqrt() } else { 0.0 };
        if down.length() <= own || lack <= 0.0 {
            return 0.0;
        }
        let lowest = LOWEST * self.length;
        if lack < lowest { lack } else { lowest }
    }

    /// Bends the limb so that its end comes to its goal after the pelvis has come down, or near it if that has not come far
    /// enough.
    fn bend(&self, skeleton: &Skeleton, foot: &Foot, lowered: f32, dofs: &mut [f32]) {
        let down = Vec3::new(0.0, -lowered, 0.0);
        let [hip, knee, ankle, _] = self.positions().map(|joint| joint + down);
        let hinge = rotate(self.links[0].rotation, Vec3::from_array(foot.hinge));
        let way = self.goal - hip;
        let far = way.length();
        let goal = if far > self.reach {
            hip + way * (two_bone::softly(self.reach, far, self.length) / far)
        } else {
            self.goal
        };
        let (upper_turn, lower_turn) = two_bone::small_turns(hip, knee, ankle, goal, hinge);
        let both = compose(lower_turn, upper_turn);
        // How each turns in the world, below a joint that turns as the one before does; the toes do not roll.
        let turns = [upper_turn, both, self.roll, self.tilt];
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
