//! Motions with their constraints enforced (thesis 4.4, 5.5): what is written and drawn.
//!
//! Feet are held as an actor holds them at run time, by the same legs: from a hold that ends they leave at rest and ease into the motion,
//! and they come to rest just when the next one begins. Who looks at the whole motion knows more than an actor: the pelvis comes down for a
//! leg that cannot reach before it has to, and a foot that stands in two places without a pause takes a step from one to the other.

use adverb::kinematics::{LocalTransform, world_transforms};
use adverb::limbs::{Aim, bring, in_order, planted};
use adverb::verb::{self, Foot, Goal};
use adverb::{JointId, Skeleton, VerbTime};
use glam::{Affine3A, Quat, Vec2, Vec3, Vec3A};

use super::{Constraint, Frame, Motion, Task};
use crate::limbs::{SAMPLES, hand, hinge};
use crate::support;

/// Constraints are looked for, and the pelvis lowered, at so many moments per second, but no more than so many in all.
const RATE: f64 = 120.0;
const MOST_MOMENTS: f64 = 20_000.0;
/// Holds in one place with no more than this between them, in seconds, are one.
const SOON_SECS: f64 = 0.08;
/// Places that are no farther apart are one, metres.
const SAME_M: f32 = 5e-4;
/// A foot that is to stand elsewhere at once takes so many seconds for the step, or goes so many metres per second. It is lifted by this
/// part of how far it goes, by no less and no more than so much; metres. Less would look like sliding.
const STEP_SECS: f64 = 0.27;
const FASTEST_STEP: f64 = 2.0;
const STEP_HEIGHT: f32 = 0.3;
const STEP_HEIGHTS_M: [f32; 2] = [0.045, 0.08];
/// It is in the air for so much longer before it goes and after it has come, as a part of that.
const STEP_MARGIN: f64 = 0.25;
/// Of a hold, the part that may be given up for a step.
const MOST_GIVEN: f64 = 0.65;
/// A foot is eased no quicker than this, metres per second per second, if that takes it no more than so many seconds.
const QUICKEST_EASE: f32 = 17.0;
const LONGEST_EASE_SECS: f64 = 0.3;
/// Speeds are taken over so many seconds to each side.
const SPEED_OVER_SECS: f64 = 1.0 / 240.0;
/// A foot that would sink by twice this is lifted by all but this, metres; by less, smoothly less.
const SOFT_M: f32 = 0.001;
/// The pelvis is lowered for as long before and after it has to be, in seconds.
const PELVIS_SECS: f64 = 0.12;

/// A motion and what enforces its constraints.
#[derive(Debug)]
pub struct Held<'a> {
    motion: &'a Motion,
    feet: Vec<Foot>,
    courses: Vec<Course>,
    /// How far the pelvis comes down, at even times.
    lowered: Vec<f32>,
    goals: Vec<Timed>,
}

/// Where a foot is held, and how it gets from one hold to the next.
#[derive(Debug, Default)]
struct Course {
    holds: Vec<Hold>,
    /// Before the first hold, between two, and after the last.
    ways: Vec<Way>,
}

#[derive(Debug, Clone, Copy)]
struct Hold {
    from: f64,
    to: f64,
    at: Vec3,
    ease_secs: f64,
    /// Whether the foot had no time to get there.
    stepped: bool,
}

/// From one hold to the next.
#[derive(Debug, Clone, Copy, Default)]
struct Way {
    out: Option<Ease>,
    into: Option<Ease>,
    /// A step: from when to when the foot is lifted, and how much higher than the motion does it.
    step: Option<([f64; 2], f32)>,
}

/// How what a hold moves a foot by fades out after it, or in before it.
#[derive(Debug, Clone, Copy)]
struct Ease {
    at: f64,
    secs: f64,
    over: Vec2,
    up: f32,
    /// Of the ball in the motion itself, per second.
    velocity: Vec2,
}

/// A goal and when it holds.
#[derive(Debug)]
struct Timed {
    goal: Goal,
    in_world: bool,
    from: f64,
    to: f64,
    parts: [f64; 2],
}

impl<'a> Held<'a> {
    /// Nothing if the motion has no constraints.
    pub fn of(motion: &'a Motion) -> Option<Self> {
        if !motion.is_constrained() {
            return None;
        }
        let all = all(motion);
        let skeleton = motion.skeleton();
        let poses: Vec<Vec<f32>> = moments(motion.duration().0, SAMPLES).map(|t| motion.pose(t)).collect();
        let mut held =
            Self { motion, feet: Vec::new(), courses: Vec::new(), lowered: Vec::new(), goals: Vec::new() };
        for foot in support::feet(skeleton) {
            let Some(limb) = foot.limb else { continue };
            let mine = |c: &&Constraint| is_foot_hold(c) && (c.joint == foot.ball || c.joint == limb.end);
            let mut holds: Vec<Hold> = all.iter().filter(mine).map(Hold::of).collect();
            let Some(ball) = all.iter().find(mine).map(|c| c.joint) else { continue };
            holds.sort_by(|a, b| a.from.total_cmp(&b.from));
            let hinge = hinge(skeleton, limb, poses.iter().cloned(), Vec3A::X);
            held.feet.push(Foot { ball, limb, hinge, ease_secs: 0.0, phases: Vec::new() });
            held.courses.push(Course { holds: parted(joined(holds)), ways: Vec::new() });
        }
        let feet: Vec<JointId> = held.feet.iter().map(|foot| foot.ball).collect();
        let others = all.iter().filter(|c| !(is_foot_hold(c) && feet.contains(&c.joint)));
        let goals: Vec<Timed> = others.filter_map(|c| Timed::of(c, skeleton, &poses)).collect();
        let order = in_order(skeleton, &goals.iter().map(|timed| &timed.goal).collect::<Vec<_>>());
        let mut goals: Vec<Option<Timed>> = goals.into_iter().map(Some).collect();
        held.goals = order.into_iter().filter_map(|place| goals[place].take()).collect();
        for foot in 0..held.feet.len() {
            held.courses[foot].ways = held.ways(foot);
        }
        held.lowered = held.lowered();
        Some(held)
    }

    /// The pose at a time.
    pub fn pose(&self, time: VerbTime) -> Vec<f32> {
        let mut pose = self.motion.pose(time);
        let skeleton = self.motion.skeleton();
        if !self.feet.is_empty() {
            let corrections = self.corrections(time.0, &pose);
            planted(skeleton, &self.feet, &corrections, Some(self.pelvis_lowered(time.0)), &mut pose);
        }
        let aims = self.goals.iter().filter_map(|timed| timed.aim(time.0));
        bring(skeleton, aims, &mut pose);
        pose
    }

    /// How far each foot is moved in a pose.
    fn corrections(&self, time: f64, pose: &[f32]) -> Vec<Vec3> {
        let skeleton = self.motion.skeleton();
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_transforms(skeleton, pose, &mut world);
        let ball = |foot: &Foot| Vec3::from(world[foot.ball.index()].translation);
        self.feet
            .iter()
            .zip(&self.courses)
            .map(|(foot, course)| course.correction(time, ball(foot)))
            .collect()
    }

    fn ball(&self, foot: usize, time: f64) -> Vec3 {
        let skeleton = self.motion.skeleton();
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_transforms(skeleton, &self.motion.pose(VerbTime(time)), &mut world);
        world[self.feet[foot].ball.index()].translation.into()
    }

    /// How a foot gets from hold to hold.
    fn ways(&self, foot: usize) -> Vec<Way> {
        let holds = &self.courses[foot].holds;
        let end = self.motion.duration().0;
        let ease = |hold: &Hold, at: f64, room_secs: f64| {
            let ball = self.ball(foot, at);
            let (before, after) = ((at - SPEED_OVER_SECS).max(0.0), (at + SPEED_OVER_SECS).min(end));
            let moved = (self.ball(foot, after) - self.ball(foot, before)) / (after - before) as f32;
            let (over, up) = hold.moves(ball);
            let velocity = Vec2::new(moved.x, moved.z);
            let secs = ease_secs(over, velocity, hold.ease_secs).min(room_secs);
            (secs > 0.0).then_some(Ease { at, secs, over, up, velocity })
        };
        let way = |k: usize| {
            let before = k.checked_sub(1).map(|k| &holds[k]);
            let after = holds.get(k);
            let (from, to) = (before.map_or(0.0, |hold| hold.to), after.map_or(end, |hold| hold.from));
            let step = match (before, after) {
                (Some(before), Some(after)) if after.stepped => {
                    let margin = STEP_MARGIN * (to - from);
                    Some(([from - margin, to + margin], self.lift(foot, before, after)))
                }
                _ => None,
            };
            Way {
                out: before.and_then(|hold| ease(hold, from, to - from)),
                into: after.and_then(|hold| ease(hold, to, to - from)),
                step,
            }
        };
        (0..=holds.len()).map(way).collect()
    }

    /// How much higher than in the motion a foot is lifted on its way from one hold to the next.
    fn lift(&self, foot: usize, before: &Hold, after: &Hold) -> f32 {
        let way = after.at - before.at;
        let far = Vec2::new(way.x, way.z).length();
        let [least, most] = STEP_HEIGHTS_M;
        let wanted = (STEP_HEIGHT * far).clamp(least, most);
        let low = self.ball(foot, before.to).y.max(self.ball(foot, after.from).y);
        let own = |k: usize| self.ball(foot, before.to + (after.from - before.to) * k as f64 / 8.0).y - low;
        let highest = (1..8).map(own).fold(0.0, f32::max);
        (wanted - highest).max(0.0)
    }

    /// How far the pelvis comes down at even times: as far as legs need, and as much shortly before and after, smoothly.
    fn lowered(&self) -> Vec<f32> {
        if self.feet.is_empty() {
            return Vec::new();
        }
        let secs = self.motion.duration().0;
        let steps = steps(secs);
        let wanted: Vec<f32> = moments(secs, steps)
            .map(|t| {
                let mut pose = self.motion.pose(t);
                let corrections = self.corrections(t.0, &pose);
                planted(self.motion.skeleton(), &self.feet, &corrections, None, &mut pose)
            })
            .collect();
        let reach = ((PELVIS_SECS * steps as f64 / secs) as usize).min(steps);
        // As far to both sides, so that the ends are as they are.
        let around = |values: &[f32], k: usize, reach: usize| {
            let near = reach.min(k).min(values.len() - 1 - k);
            values[k - near..=k + near].to_vec()
        };
        let most: Vec<f32> =
            (0..wanted.len()).map(|k| around(&wanted, k, reach).into_iter().fold(0.0, f32::max)).collect();
        let mean = |values: &[f32]| -> Vec<f32> {
            let one = |k: usize| {
                let own = around(values, k, reach / 2);
                own.iter().sum::<f32>() / own.len() as f32
            };
            (0..values.len()).map(one).collect()
        };
        mean(&mean(&most))
    }

    fn pelvis_lowered(&self, time: f64) -> f32 {
        let last = self.lowered.len() - 1;
        let place = (time / self.motion.duration().0 * last as f64).clamp(0.0, last as f64);
        let k = (place as usize).min(last.saturating_sub(1));
        let (a, b) = (self.lowered[k], self.lowered[(k + 1).min(last)]);
        a + (b - a) * (place - k as f64) as f32
    }
}

impl Motion {
    /// Whether it has constraints at all.
    pub fn is_constrained(&self) -> bool {
        let (mut rest, mut seen) = (vec![self], 0);
        while let Some(motion) = rest.pop() {
            seen += 1;
            match motion.constrained_itself() {
                Some(true) => return true,
                // Its own say takes the place of what its parts say.
                Some(false) => {}
                None if seen > super::MOST_NODES => return true,
                None => rest.extend(motion.parts().into_iter().map(|part| &**part)),
            }
        }
        false
    }
}

/// Every constraint of a motion, once.
fn all(motion: &Motion) -> Vec<Constraint> {
    let secs = motion.duration().0;
    let mut all: Vec<Constraint> = Vec::new();
    for time in moments(secs, steps(secs)) {
        for constraint in motion.constraints(time) {
            if !all.iter().rev().any(|known| known.is(&constraint)) {
                all.push(constraint);
            }
        }
    }
    all
}

fn steps(secs: f64) -> usize {
    (secs * RATE).ceil().clamp(1.0, MOST_MOMENTS) as usize
}

fn moments(secs: f64, steps: usize) -> impl Iterator<Item = VerbTime> {
    (0..=steps).map(move |k| VerbTime(secs * k as f64 / steps as f64))
}

/// Whether a foot, if it is one, is to stay where it stands.
pub(super) fn is_foot_hold(constraint: &Constraint) -> bool {
    constraint.task == Task::StayPut && constraint.frame == Frame::World
}

impl Hold {
    fn of(constraint: &Constraint) -> Self {
        let Constraint { from, to, point, ease_secs, .. } = *constraint;
        Self { from: from.0, to: to.0, at: point, ease_secs, stepped: false }
    }

    /// How far the ball of the foot is moved over the ground, and up.
    fn moves(&self, ball: Vec3) -> (Vec2, f32) {
        let lack = self.at.y - ball.y;
        let up = if lack <= 0.0 {
            0.0
        } else if lack < 2.0 * SOFT_M {
            lack * lack / (4.0 * SOFT_M)
        } else {
            lack - SOFT_M
        };
        (Vec2::new(self.at.x - ball.x, self.at.z - ball.z), up)
    }
}

/// Holds of a foot in the same place that follow each other soon, as one.
fn joined(holds: Vec<Hold>) -> Vec<Hold> {
    let mut joined: Vec<Hold> = Vec::new();
    for hold in holds {
        match joined.last_mut() {
            Some(last) if hold.from - last.to < SOON_SECS && apart(last, &hold) < SAME_M => {
                last.to = last.to.max(hold.to);
                last.at.y = last.at.y.min(hold.at.y);
            }
            // One place after another.
            Some(last) if hold.from < last.to => {
                let middle = 0.5 * (hold.from + last.to.min(hold.to));
                last.to = middle;
                joined.push(Hold { from: middle, ..hold });
            }
            _ => joined.push(hold),
        }
    }
    joined
}

fn apart(a: &Hold, b: &Hold) -> f32 {
    Vec2::new(a.at.x - b.at.x, a.at.z - b.at.z).length()
}

/// Makes time for steps between holds in different places.
fn parted(mut holds: Vec<Hold>) -> Vec<Hold> {
    for k in 1..holds.len() {
        let [before, after] = [holds[k - 1], holds[k]];
        let secs = STEP_SECS.max(f64::from(apart(&before, &after)) / FASTEST_STEP);
        let lacks = 0.5 * (secs - (after.from - before.to));
        if after.from - before.to < SOON_SECS && lacks > 0.0 {
            let given = |hold: &Hold| lacks.min(MOST_GIVEN * (hold.to - hold.from));
            holds[k - 1].to -= given(&before);
            holds[k].from += given(&after);
            holds[k].stepped = true;
        }
    }
    holds
}

/// Seconds in which a foot goes from rest into the motion, or comes from it: a leg that hurries after its foot snaps. The cubics that take
/// it there are quickest where it rests, at (6 |over| + 4 |velocity| T) / T².
fn ease_secs(over: Vec2, velocity: Vec2, own_secs: f64) -> f64 {
    let (far, fast) = (over.length(), velocity.length());
    let gentle = (2.0 * fast + (4.0 * fast * fast + 6.0 * far * QUICKEST_EASE).sqrt()) / QUICKEST_EASE;
    f64::from(gentle).min(LONGEST_EASE_SECS).max(own_secs)
}

impl Course {
    fn correction(&self, time: f64, ball: Vec3) -> Vec3 {
        let k = self.holds.partition_point(|hold| hold.from <= time);
        let lift = Vec3::Y * self.ways.iter().filter_map(|way| way.lift(time)).sum::<f32>();
        if let Some(hold) = k.checked_sub(1).map(|k| &self.holds[k]).filter(|hold| time <= hold.to) {
            let (over, up) = hold.moves(ball);
            return Vec3::new(over.x, up, over.y) + lift;
        }
        let way = &self.ways[k];
        let parts = [way.out.map(|ease| ease.after(time)), way.into.map(|ease| ease.before(time))];
        parts.into_iter().flatten().sum::<Vec3>() + lift
    }
}

impl Way {
    fn lift(&self, time: f64) -> Option<f32> {
        let ([from, to], high) = self.step.filter(|([from, to], _)| (*from..*to).contains(&time))?;
        let s = ((time - from) / (to - from)) as f32;
        Some(16.0 * high * s * s * (1.0 - s) * (1.0 - s))
    }
}

impl Ease {
    /// The cubic that begins at rest where the foot was held and goes over into the motion.
    fn after(&self, time: f64) -> Vec3 {
        self.at_part(((time - self.at) / self.secs) as f32, 1.0)
    }

    /// The cubic that comes out of the motion to rest where the foot is held.
    fn before(&self, time: f64) -> Vec3 {
        self.at_part(((self.at - time) / self.secs) as f32, -1.0)
    }

    fn at_part(&self, s: f32, sign: f32) -> Vec3 {
        if !(0.0..1.0).contains(&s) {
            return Vec3::ZERO;
        }
        let back = 1.0 - s;
        let fades = back * back * (1.0 + 2.0 * s);
        let over = self.over * fades - self.velocity * (sign * self.secs as f32 * s * back * back);
        Vec3::new(over.x, self.up * fades, over.y)
    }
}

impl Timed {
    /// A constraint as a goal; nothing where that cannot be: objects are given at run time, and some joints cannot reach.
    fn of(constraint: &Constraint, skeleton: &Skeleton, poses: &[Vec<f32>]) -> Option<Self> {
        let joint = constraint.joint;
        let (frame, in_world) = match constraint.frame {
            Frame::World => (verb::Frame::Body, true),
            Frame::Joint(joint) => (verb::Frame::Joint(joint), false),
            Frame::Object(_) => return None,
        };
        let reach = |path: Vec<Vec3>| {
            let hand = hand(skeleton, joint, poses)?;
            Some(verb::Task::Reach { hand, path: path.into_iter().map(|point| point.to_array()).collect() })
        };
        let mut parts = [0.0; 2];
        let task = match &constraint.task {
            Task::StayPut => reach(vec![constraint.point])?,
            Task::TrackPath { path, parts: own } => {
                parts = *own;
                reach(path.clone())?
            }
            Task::Turn(to) => verb::Task::Turn { joint, to: to.to_array() },
            Task::LookAt(along) => {
                verb::Task::Look { joint, along: along.to_array(), at: constraint.point.to_array() }
            }
        };
        let (ease_secs, weight) = (constraint.ease_secs as f32, constraint.weight as f32);
        let goal = Goal { task, frame, during: [0.0, 1.0], ease_secs, weight };
        Some(Self { goal, in_world, from: constraint.from.0, to: constraint.to.0, parts })
    }

    fn aim(&self, time: f64) -> Option<Aim<'_>> {
        let outside = (self.from - time).max(time - self.to).max(0.0);
        let s = if outside > 0.0 { outside / f64::from(self.goal.ease_secs) } else { 0.0 };
        if s >= 1.0 {
            return None;
        }
        let holds = ((1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s)) as f32;
        let along = ((time - self.from) / (self.to - self.from).max(1e-9)).clamp(0.0, 1.0);
        let [a, b] = self.parts;
        let here = LocalTransform { translation: Vec3::ZERO, rotation: Quat::IDENTITY };
        Some(Aim {
            goal: &self.goal,
            weight: self.goal.weight * holds,
            part: (a + (b - a) * along) as f32,
            frame: self.in_world.then_some(here),
        })
    }
}
