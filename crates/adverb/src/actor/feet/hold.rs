//! One foot: where it is held, and what is left of a hold after it has ended.

use glam::{Vec2, Vec3};

use super::ground::Terrain;
use super::step::Step;
use crate::graph::Graph;
use crate::kinematics::links;
use crate::limbs::Leg;
use crate::origin::DPlacement;
use crate::verb::Foot;

/// A foot is held no farther than this part of the leg from where the motion has it.
const LEASH: f32 = 0.2;
/// Where nothing hurries, a foot that has drifted this part of the leg from where the motion has it is released.
const DRIFT: f32 = 0.05;
/// Seconds that a released foot is in the air.
pub(in crate::actor) const SHIFT_SECS: f32 = 0.4;
/// How high it is lifted at least, in metres, and how much higher for every metre that it goes.
const SHIFT_HEIGHT: [f32; 2] = [0.045, 0.1];
/// Feet stand softly: what they would slide comes through as far as this, in metres, so that small movements of a foot that stands stay
/// as they are.
const SOFT_M: f32 = 0.0015;
/// A foot is eased no quicker than this, metres per second per second, if that takes it …
const QUICKEST_EASE: f32 = 17.0;
/// … no more than so many seconds.
const LONGEST_EASE_SECS: f32 = 0.25;

/// How a foot is held.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::actor) struct Hold {
    /// Where it stands: x and z.
    pub(in crate::actor) planted: Option<Vec2>,
    pub(in crate::actor) left: Left,
    /// Released to be set down anew, though its verb has it stand.
    pub(in crate::actor) shifting: bool,
    /// A step to a place that it makes, or waits to make.
    pub(in crate::actor) step: Option<Step>,
    /// How far it was moved in the last pose.
    pub(in crate::actor) correction: Vec3,
    /// How high it was at the last cut, less what the body has climbed.
    pub(in crate::actor) cut_height: f32,
    /// How high it was to be in the last pose.
    pub(in crate::actor) goal_height: f32,
    /// Over which place it was in the last pose, where the ground is known: x and z.
    pub(in crate::actor) place: Vec2,
    /// How high the ground is taken to be under it.
    pub(in crate::actor) ground: f32,
    /// How the foot is tilted to lie on sloping ground: a rotation vector.
    pub(in crate::actor) tilt: Vec3,
    /// How flat it lies on ground whose normal is known, from 0 to 1.
    pub(in crate::actor) flat: f32,
}

/// What is left of a hold after it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::actor) struct Left {
    /// How far the ball was from where it would have been.
    pub(in crate::actor) offset: Vec2,
    /// How fast it would have moved, per second.
    pub(in crate::actor) velocity: Vec2,
    /// How much higher it was than it would have been.
    pub(in crate::actor) rise: f32,
    pub(in crate::actor) free_secs: f32,
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
    /// How far the ball is from where the motion has it while it is not held; x, z and the lift.
    pub(in crate::actor) fn free_correction(&self, foot: &Foot, approach: Vec2) -> Vec3 {
        let shifting = self.shifting && self.step.is_none();
        let ease =
            if shifting { SHIFT_SECS } else { foot_ease_secs(foot, self.left.offset, self.left.velocity) };
        let over = self.left.correction(ease) + approach;
        let rest = share(self.left.free_secs, ease).map_or(0.0, |s| (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s));
        let lift = match share(self.left.free_secs, SHIFT_SECS) {
            Some(s) if shifting => {
                let [least, more] = SHIFT_HEIGHT;
                16.0 * (least + more * self.left.offset.length()) * s * s * (1.0 - s) * (1.0 - s)
            }
            _ => 0.0,
        };
        Vec3::new(over.x, lift + self.left.rise * rest, over.y)
    }

    /// How far the ball of a foot that is held is moved from where the motion has it, over the ground.
    pub(in crate::actor) fn held(&self, ball: Vec3) -> Option<Vec2> {
        self.planted.map(|at| softened(at - Vec2::new(ball.x, ball.z)))
    }

    /// Where the ball of a foot that is held was to be in the last pose.
    pub(in crate::actor) fn goal(&self) -> Option<Vec3> {
        let over = Vec2::new(self.correction.x, self.correction.z);
        let at = self.planted? - (stiffened(over) - over);
        Some(Vec3::new(at.x, self.goal_height, at.y))
    }

    /// Releases the foot if it has drifted farther than its leash from where the motion has it.
    pub(in crate::actor) fn leash(&mut self, leg: &Leg) {
        let (ball, leash) = (leg.ball(), LEASH * leg.length());
        if let Some(over) = self.held(ball)
            && over.length() > leash
            && !self.begin_step()
        {
            self.shift(ball + Vec3::new(over.x, 0.0, over.y), ball, leash);
        }
    }

    /// Begins the step that it waits to make, if there is one.
    pub(in crate::actor) fn begin_step(&mut self) -> bool {
        let (Some(step), Some(at)) = (&mut self.step, self.planted) else { return false };
        step.begin(at);
        (self.planted, self.shifting, self.left) = (None, true, Left::default());
        true
    }

    /// Its step is over: it stands where that went.
    pub(in crate::actor) fn end_step(&mut self) -> bool {
        let Some(step) = self.step.take() else { return false };
        (self.planted, self.shifting) = (Some(Vec2::new(step.to.x, step.to.z)), false);
        true
    }

    /// Whether it leaves its foot as the motion has it, and has done so.
    pub(in crate::actor) fn is_at_rest(&self, foot: &Foot) -> bool {
        let eases = self.left.free_secs < foot.ease_secs || self.left.free_secs < SHIFT_SECS;
        self.planted.is_none() && !self.shifting && !eases
    }

    /// Sets the foot down where it is.
    pub(in crate::actor) fn set_down(&mut self, ball: Vec3, correction: Vec3) {
        let over = stiffened(Vec2::new(correction.x, correction.z));
        self.planted = Some(Vec2::new(ball.x, ball.z) + over);
        self.shifting = false;
    }

    /// Lets go of a foot whose motion moves with a velocity, and that may be on its way to the next phase already.
    pub(in crate::actor) fn lift(&mut self, ball: Vec3, velocity: Vec2, approach: Vec2) {
        if let Some(over) = self.held(ball) {
            self.planted = None;
            self.left = Left { offset: over - approach, velocity, rise: 0.0, free_secs: 0.0 };
        }
    }

    /// Releases it to be set down anew, from where it is, at most so far away.
    pub(in crate::actor) fn shift(&mut self, from: Vec3, ball: Vec3, farthest: f32) {
        let offset = Vec2::new(from.x - ball.x, from.z - ball.z);
        let length = offset.length();
        let offset = if length > farthest { offset * (farthest / length) } else { offset };
        self.planted = None;
        self.left = Left { offset, velocity: Vec2::ZERO, rise: from.y - ball.y, free_secs: 0.0 };
        self.shifting = true;
    }

    /// Where it stands moves along with the ground.
    pub(super) fn ride(&mut self, terrain: Terrain, near: f32) {
        if let Some(at) = &mut self.planted
            && let Some(under) = terrain.at(*at, near)
            && under.velocity != Vec3::ZERO
        {
            *at += Vec2::new(under.velocity.x, under.velocity.z) * terrain.secs;
        }
        if let Some(step) = &mut self.step
            && let Some(under) = terrain.at(Vec2::new(step.to.x, step.to.z), near)
        {
            let way = under.velocity * terrain.secs;
            step.to += Vec3::new(way.x, 0.0, way.z);
            step.from[0] += Vec2::new(way.x, way.z);
        }
    }

    /// Lays the foot on the ground by a turn if it stands, or goes back to how the motion has it.
    pub(super) fn lie(&mut self, turn: Option<Vec3>, share: f32) {
        let turn = turn.filter(|_| self.planted.is_some());
        self.tilt += (turn.unwrap_or_default() - self.tilt) * share;
        self.flat += (if turn.is_some() { 1.0 } else { 0.0 } - self.flat) * share;
        // Going back has an end.
        if turn.is_none() && self.flat < 1e-4 {
            (self.tilt, self.flat) = (Vec3::ZERO, 0.0);
        }
    }

    /// The same foot as seen from another origin, of which the old one is seen at `old`.
    pub(super) fn seen_from(&mut self, old: &DPlacement) {
        let place = |at: Vec2| {
            let at = old.carry_point(Vec3::new(at.x, 0.0, at.y));
            Vec2::new(at.x, at.z)
        };
        let way = |way: Vec2| {
            let way = old.carry_direction(Vec3::new(way.x, 0.0, way.y));
            Vec2::new(way.x, way.z)
        };
        self.planted = self.planted.map(place);
        self.place = place(self.place);
        if let Some(step) = &mut self.step {
            step.to = old.carry_point(step.to);
            step.height += old.y as f32;
            let [at, velocity, acceleration] = step.from;
            step.from = [place(at), way(velocity), way(acceleration)];
        }
        self.left.offset = way(self.left.offset);
        self.left.velocity = way(self.left.velocity);
        self.correction = old.carry_direction(self.correction);
        self.tilt = old.carry_direction(self.tilt);
        self.goal_height += old.y as f32;
        self.ground += old.y as f32;
    }

    /// Whether its numbers can be those of a foot.
    pub(super) fn is_sound(&self) -> bool {
        let near = |x: &f32| x.abs() < 1e12;
        let places = [self.left.offset, self.left.velocity, self.planted.unwrap_or_default(), self.place];
        let heights = [self.goal_height, self.ground, self.left.rise, self.cut_height];
        places.iter().all(|x| near(&x.x) && near(&x.y))
            && heights.iter().all(near)
            && self.correction.to_array().iter().all(near)
            && self.tilt.length() < 4.0
            && (0.0..=1.0).contains(&self.flat)
            && self.left.free_secs >= 0.0
            && self.step.is_none_or(|step| step.is_sound())
    }
}

/// How far a foot is moved that stands so far from where the motion has it: d |d| / (|d| + soft), so that no more than `SOFT_M` of its
/// way comes through, and the way back into the motion begins gently.
pub(super) fn softened(way: Vec2) -> Vec2 {
    let far = way.length();
    way * (far / (far + SOFT_M))
}

/// Where a foot stands that is moved so far: the inverse.
fn stiffened(over: Vec2) -> Vec2 {
    let far = over.length();
    if far > 0.0 { over * (0.5 + (0.25 + SOFT_M / far).sqrt()) } else { over }
}

/// How far a foot has drifted from where the motion has it, if so far that it should be released when nothing hurries; and
/// where the motion has it.
pub(in crate::actor) fn drift(graph: &Graph, foot: &Foot, hold: &Hold, dofs: &[f32]) -> Option<(f32, Vec3)> {
    let leg = Leg::of(graph.skeleton(), foot, dofs);
    let ball = leg.ball();
    let far = hold.held(ball)?.length();
    (far > DRIFT * leg.length()).then_some((far, ball))
}

/// Seconds in which a foot goes from rest to where it would have been, or comes from there: its own, or more if it is far away,
/// since a leg that hurries after its foot snaps. The cubics that take it there are quickest where it rests, at
/// (6 |offset| + 4 |velocity| T) / T².
pub(super) fn foot_ease_secs(foot: &Foot, offset: Vec2, velocity: Vec2) -> f32 {
    let (far, fast) = (offset.length(), velocity.length());
    let gentle = (2.0 * fast + (4.0 * fast * fast + 6.0 * far * QUICKEST_EASE).sqrt()) / QUICKEST_EASE;
    let gentle = if gentle < LONGEST_EASE_SECS { gentle } else { LONGEST_EASE_SECS };
    if gentle > foot.ease_secs { gentle } else { foot.ease_secs }
}

/// How long that may be.
pub(in crate::actor) fn longest_ease_secs(foot: &Foot) -> f32 {
    if foot.ease_secs > LONGEST_EASE_SECS { foot.ease_secs } else { LONGEST_EASE_SECS }
}

/// Where the ball of a foot is in a pose.
pub(in crate::actor) fn ball(graph: &Graph, foot: &Foot, dofs: &[f32]) -> Vec3 {
    let [ball] = links(graph.skeleton(), dofs, [foot.ball]);
    ball.position
}

/// How much of an ease is over, if it is under way.
pub(super) fn share(secs: f32, ease_secs: f32) -> Option<f32> {
    let under_way = secs >= 0.0 && secs < ease_secs;
    under_way.then(|| secs / ease_secs)
}
