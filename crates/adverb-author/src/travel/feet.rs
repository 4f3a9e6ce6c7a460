//! Feet of a recording, from frame to frame, and what they say about how the body goes on.

use std::sync::Arc;

use adverb::kinematics::world_transforms;
use adverb::skeleton::JointId;
use adverb::{Placement, Skeleton, VerbTime};
use glam::{Affine3A, DQuat, DVec2, DVec3, Quat};

use super::Rate;
use crate::error::Error;
use crate::figure::percentile;
use crate::limbs::leg_m;
use crate::motion::{Recording, basic};
use crate::support::{self, Foot};

/// The ground is at zero in most files: if all balls come as near to it, in legs, and by such a part of how far the ankle is above them.
const ALIKE_LEGS: f64 = 0.005;
const SOLES_PER_ANKLE: std::ops::Range<f64> = 0.15..1.2;
/// Else it is under the ball by this part: so feet are built.
const SOLE_PER_ANKLE: f64 = 0.6;
/// And by no more than this many times as far as the foot turns about a point before or behind its ball: one that turns about its ball
/// stands on its toes.
const SOLE_PER_LEVER: f64 = 12.0;
/// Seconds to each side within which every foot comes down; recordings drift, and floors rise, so it is low relative to that.
const STEP_SECS: f64 = 0.7;
/// A foot is down, as far as its height tells, whose ball is no higher than this above its lowest, in legs; and it counts for less and less
/// the higher it is.
const LOW_LEGS: f64 = 0.03;
const HIGH_LEGS: f64 = 0.02;
/// A foot that lands or leaves is soon faster or slower; legs hardly push a body so hard, in metres per second squared, nor so much of its speed
/// per second, over so many seconds.
const JOLT_M_PER_SEC2: f64 = 10.0;
const JOLT_PER_SEC: f64 = 4.5;
const JOLT_SECS: f64 = 1.0 / 30.0;
/// A foot counts for less the more its velocity differs from what was said before, as a part of the body's speed; that is at least so many
/// legs per second.
const DIFFERING: f64 = 0.4;
const SLOWEST_LEGS_PER_SEC: f64 = 0.15;
/// Of two feet the one that goes back faster counts for more: one that lands or leaves is slower. By a factor of e for each tenth of the
/// body's speed.
const FASTER: f64 = 10.0;
/// By so many legs nobody knows how far the ground is under a ball, which matters while the foot rolls; all else is as uncertain as this part
/// of the body's speed.
const DEPTH_LEGS: f64 = 0.02;
const UNCERTAIN: f64 = 0.05;
/// Feet tell how the body turns while they are flat, that is, roll no faster than this, in radians per second.
const FLAT_RAD_PER_SEC: f64 = 1.5;
/// What counts for less says nothing.
const LEAST: f64 = 0.1;
/// A pose that has come back to within this, in legs, closes a cycle.
const CLOSED_LEGS: f64 = 0.025;

/// A foot from one frame to the next.
struct Step {
    /// Over the ground, from the body's middle: the middle of its way.
    at: DVec2,
    /// How high its ball is above its lowest around that time.
    lift_m: f64,
    /// How the body's middle goes on if this foot stays where it is: over the ground, as the recording has it.
    back: DVec2,
    /// How fast that changes before or after.
    jolt: f64,
    /// How the body turns if this foot does not.
    turn: f64,
    /// How fast it rolls.
    roll: f64,
}

/// The feet of a recording.
pub(super) struct Feet {
    /// For each foot, one step per frame but the last.
    all: Vec<Vec<Step>>,
    /// Where the body is in every frame, and its middle.
    pub(super) body: Vec<Placement>,
    pub(super) middle: Vec<DVec2>,
    pub(super) step_secs: f64,
    pub(super) leg_m: f64,
    /// The last pose is the first.
    pub(super) closes: bool,
}

/// A foot in every frame.
#[derive(Default)]
struct Track {
    balls: Vec<DVec3>,
    ankles: Vec<DVec3>,
    turns: Vec<DQuat>,
}

/// A foot that is flat.
struct Sole {
    /// How high its ball is.
    lowest: f64,
    /// How much higher its ankle is.
    ankle_m: f64,
}

/// How far the ground is under the ball of each foot that is flat.
fn depths(soles: &[Sole], leg_m: f64) -> Vec<f64> {
    let heights = || soles.iter().map(|sole| sole.lowest);
    let apart = heights().fold(f64::MIN, f64::max) - heights().fold(f64::MAX, f64::min);
    let is_on_zero = |sole: &Sole| SOLES_PER_ANKLE.contains(&(sole.lowest / sole.ankle_m));
    if apart < ALIKE_LEGS * leg_m && soles.iter().all(is_on_zero) {
        return heights().collect();
    }
    soles.iter().map(|sole| SOLE_PER_ANKLE * sole.ankle_m).collect()
}

/// The bones of the body: their ends, and their lengths, which stand for their masses.
fn bones(skeleton: &Skeleton) -> Vec<([usize; 2], f64)> {
    let is_of_body =
        |&id: &JointId| id != skeleton.root() && skeleton.ancestors(id).any(|up| up == skeleton.root());
    let bone = |id: JointId| {
        let joint = skeleton.joint(id);
        Some(([joint.parent?.index(), id.index()], f64::from(joint.offset.length())))
    };
    skeleton.joint_ids().filter(is_of_body).filter_map(bone).collect()
}

/// The middle of a body over the ground. Wherever the hips of a recording are put, it goes on evenly, and in flight as it did before.
fn middle(bones: &[([usize; 2], f64)], world: &[Affine3A], root: JointId) -> DVec2 {
    let at = |joint: usize| over(world[joint].translation.as_dvec3());
    let length: f64 = bones.iter().map(|(_, length)| length).sum();
    if length <= 0.0 {
        return at(root.index());
    }
    let sum: DVec2 = bones.iter().map(|([from, to], length)| 0.5 * length * (at(*from) + at(*to))).sum();
    sum / length
}

/// What a foot that carries says, and how much that counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told {
    pub(super) rate: Rate,
    pub(super) weight: f64,
}

impl Feet {
    /// `None` for a single pose, and where no foot is known.
    pub(super) fn of(skeleton: &Arc<Skeleton>, recording: &Recording) -> Result<Option<Self>, Error> {
        let feet = support::feet(skeleton);
        let frames = (recording.duration_secs() * recording.fps()).round() as usize;
        let Some(leg_m) = feet.first().map(|foot| leg_m(skeleton, foot)) else { return Ok(None) };
        if frames < 2 || leg_m <= 0.0 {
            return Ok(None);
        }
        let motion = basic::whole(skeleton.clone(), Arc::new(recording.clone()))?;
        let step_secs = recording.duration_secs() / frames as f64;
        let mut tracks: Vec<Track> = feet.iter().map(|_| Track::default()).collect();
        let (mut body, mut middles, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let bones = bones(skeleton);
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        for f in 0..=frames {
            let pose = motion.pose(VerbTime(f as f64 * step_secs));
            world_transforms(skeleton, &pose, &mut world);
            body.push(Placement::of(&pose));
            middles.push(middle(&bones, &world, skeleton.root()));
            feet.iter().zip(&mut tracks).for_each(|(foot, track)| track.note(foot, &world));
            if f == 0 || f == frames {
                ends.push(world.clone());
            }
        }
        let apart = |(a, b): (&Affine3A, &Affine3A)| f64::from(a.translation.distance(b.translation));
        let closes = ends[0].iter().zip(&ends[1]).all(|pair| apart(pair) < CLOSED_LEGS * leg_m);
        let soles: Vec<Sole> = tracks.iter().map(Track::sole).collect();
        let depths = depths(&soles, leg_m);
        let mut all: Vec<Vec<Step>> =
            tracks.iter().zip(depths).map(|(track, depth)| track.steps(&middles, depth, step_secs)).collect();
        let heading = |step: usize| 0.5 * f64::from(body[step].heading + body[step + 1].heading);
        all.iter_mut().for_each(|own| find_jolts(own, heading, step_secs, closes));
        Ok(Some(Self { all, body, middle: middles, step_secs, leg_m, closes }))
    }

    /// From frame to frame.
    pub(super) fn steps(&self) -> usize {
        self.body.len() - 1
    }

    /// How the body faces in the middle of a step.
    pub(super) fn heading(&self, step: usize) -> f64 {
        0.5 * f64::from(self.body[step].heading + self.body[step + 1].heading)
    }

    /// How fast the body goes, as it faces, as most feet that are low say.
    pub(super) fn guess(&self) -> DVec2 {
        let told = |step: &Step, i: usize| turned(step.back, -self.heading(i));
        let low: Vec<DVec2> = (self.all.iter())
            .flat_map(|own| own.iter().enumerate())
            .filter(|(_, step)| step.lift_m < LOW_LEGS * self.leg_m)
            .map(|(i, step)| told(step, i))
            .collect();
        let median = |coordinate: fn(&DVec2) -> f64| sorted(low.iter().map(coordinate), 0.5);
        DVec2::new(median(|v| v.x), median(|v| v.y))
    }

    /// What feet that carry say at every step, `None` where none does, and how fast flat feet twist on average. What was said before is
    /// only looked at for its direction if it `is_guess`.
    pub(super) fn told(&self, before: &[Rate], is_guess: bool) -> (Vec<Option<Told>>, f64) {
        let (mut twist, mut flat) = (0.0, 1e-9);
        let mut step = |i: usize| {
            let said: Vec<(&Step, DVec2)> = (self.all.iter())
                .map(|own| (&own[i], turned(own[i].velocity(before[i].turn), -self.heading(i))))
                .collect();
            let speed = before[i].velocity.length().max(SLOWEST_LEGS_PER_SEC * self.leg_m);
            let ahead = before[i].velocity.normalize_or_zero();
            let fastest = said.iter().map(|(_, v)| v.dot(ahead)).fold(f64::MIN, f64::max);
            let counts = |(step, v): &(&Step, DVec2)| {
                let differing = (*v - before[i].velocity).length() / (DIFFERING * speed);
                let odds = [
                    if is_guess { 0.0 } else { differing },
                    step.lift_m.max(0.0) / (HIGH_LEGS * self.leg_m),
                    step.jolt / JOLT_M_PER_SEC2.max(JOLT_PER_SEC * speed),
                ];
                let slower = FASTER * (fastest - v.dot(ahead)) / speed;
                libm::exp(-0.5 * odds.iter().map(|odd| odd * odd).sum::<f64>() - slower)
            };
            let (mut sum, mut total, mut carrying) = (Rate::default(), 0.0, 0.0);
            for own in &said {
                let carries = counts(own);
                let rolls = own.0.roll / FLAT_RAD_PER_SEC;
                let as_flat = carries * libm::exp(-0.5 * rolls * rolls);
                twist += as_flat * own.0.turn;
                flat += as_flat;
                let blur = own.0.roll * DEPTH_LEGS * self.leg_m / (UNCERTAIN * speed);
                let weight = carries / (1.0 + blur * blur);
                sum.velocity += weight * own.1;
                sum.turn += weight * own.0.turn;
                total += weight;
                carrying += carries;
            }
            let rate = Rate { velocity: sum.velocity / total, turn: sum.turn / total };
            (carrying > LEAST).then_some(Told { rate, weight: total })
        };
        let told = (0..self.steps()).map(&mut step).collect();
        (told, twist / flat)
    }
}

/// Notes how fast what each step says changes, over so many seconds to either side.
fn find_jolts(steps: &mut [Step], heading: impl Fn(usize) -> f64, step_secs: f64, closes: bool) {
    let said: Vec<DVec2> = steps.iter().enumerate().map(|(i, own)| turned(own.back, -heading(i))).collect();
    let (count, away) = (said.len() as isize, (JOLT_SECS / step_secs).round().max(1.0));
    let at = |i: isize| match closes {
        true => said[i.rem_euclid(count) as usize],
        false => said[i.clamp(0, count - 1) as usize],
    };
    for (i, own) in (0..).zip(steps) {
        let change = |by: isize| (at(i + by) - at(i)).length() / (away * step_secs);
        own.jolt = change(away as isize).max(change(-(away as isize)));
    }
}

impl Track {
    fn note(&mut self, foot: &Foot, world: &[Affine3A]) {
        let ankle = foot.limb.map_or(foot.ball, |limb| limb.end);
        self.balls.push(world[foot.ball.index()].translation.as_dvec3());
        self.ankles.push(world[ankle.index()].translation.as_dvec3());
        self.turns.push(Quat::from_mat3a(&world[ankle.index()].matrix3).as_dquat());
    }

    fn sole(&self) -> Sole {
        let heights = || self.balls.iter().map(|ball| ball.y);
        let low = sorted(heights(), 0.3);
        let flat = self.balls.iter().zip(&self.ankles).filter(|(ball, _)| ball.y <= low);
        let ankle_m = sorted(flat.map(|(ball, ankle)| ankle.y - ball.y), 0.5).max(0.0);
        Sole { lowest: sorted(heights(), 0.05), ankle_m }
    }

    /// Its steps, if the ground is so far under the ball of the flat foot; `body` is the body's middle.
    fn steps(&self, body: &[DVec2], depth_m: f64, step_secs: f64) -> Vec<Step> {
        let near = (STEP_SECS / step_secs).round() as usize;
        let lowest = |i: usize| {
            let around = &self.balls[i.saturating_sub(near)..(i + near + 2).min(self.balls.len())];
            around.iter().map(|ball| ball.y).fold(f64::MAX, f64::min)
        };
        let step = |i: usize| {
            let [from, to] = [self.balls[i], self.balls[i + 1]];
            let velocity = (to - from) / step_secs;
            let turn = self.turns[i + 1] * self.turns[i].inverse();
            // The nearer way round.
            let spin = (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis() / step_secs;
            let middle = 0.5 * (from + to);
            let lift_m = middle.y - lowest(i);
            let roll = libm::hypot(spin.x, spin.z);
            let lever_m = velocity.y.abs() / roll.max(1e-9);
            // What is level with the ground, straight under the ball.
            let depth_m = (lift_m + depth_m).min(SOLE_PER_LEVER * lever_m);
            let under = velocity + spin.cross(DVec3::NEG_Y * depth_m);
            let own = (body[i + 1] - body[i]) / step_secs;
            Step {
                at: over(middle) - 0.5 * (body[i] + body[i + 1]),
                lift_m,
                back: own - over(under),
                jolt: 0.0,
                turn: -spin.y,
                roll,
            }
        };
        (0..self.balls.len() - 1).map(step).collect()
    }
}

impl Step {
    /// How the body's middle goes on if this foot stays where it is while the body turns.
    fn velocity(&self, turn: f64) -> DVec2 {
        self.back - turn * DVec2::new(self.at.y, -self.at.x)
    }
}

fn over(place: DVec3) -> DVec2 {
    DVec2::new(place.x, place.z)
}

/// A direction over the ground turned by a heading.
pub(super) fn turned(v: DVec2, heading: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(heading);
    DVec2::new(cos * v.x + sin * v.y, cos * v.y - sin * v.x)
}

/// The value below which this part of all values is, or zero if there are none.
fn sorted(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    percentile(&values, part)
}
