//! What joints do whatever the adverbs say: constraints of a verb in a frame other than the world (thesis 4.4). Where an author does not say
//! how it is, it is as in the examples, on average.

use adverb::kinematics::{LocalTransform, world_rotation, world_transforms};
use adverb::rotation::normalised;
use adverb::rotation::{compose, inverse, rotate};
use adverb::verb::{Frame, Hand, Task};
use adverb::{CanonicalTime, JointId, Skeleton};
use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};

use crate::limbs::{SAMPLES, hand};
use crate::motion::standing::{standing, stands_at};
use crate::motion::{self, Constraint, Motion};

/// A constraint as its author asks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// What is to be achieved.
    pub asked: Asked,
    /// By which joint.
    pub joint: JointId,
    /// Seen from where.
    pub within: Within,
    /// Canonical times; `None`: throughout, or, of a motion's foot in the world, whenever it stands.
    pub during: Option<[f64; 2]>,
    /// Seconds in which it fades in before and out after.
    pub ease_secs: f64,
    /// How much it counts, above 0 to 1.
    pub weight: f64,
}

/// What is to be achieved; nothing is as in the examples, on average.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// To be at a point.
    Keep(Option<DVec3>),
    /// To follow a path.
    Track(Vec<DVec3>),
    /// To be turned so.
    Turn(Option<DQuat>),
    /// To face a point with a direction of its own.
    Look {
        /// The direction, a unit vector.
        axis: DVec3,
        /// The point.
        at: DVec3,
    },
}

/// What points are seen from.
#[derive(Debug, Clone, PartialEq)]
pub enum Within {
    /// Motions: the world.
    World,
    /// Verbs: the place of the body on the ground.
    Body,
    /// A joint.
    Joint(JointId),
    /// Verbs: an object that is given at run time.
    Object(String),
}

impl Goal {
    /// When it holds.
    pub(crate) fn throughout(&self) -> [f64; 2] {
        self.during.unwrap_or([0.0, 1.0])
    }

    /// As a motion has it: several where a foot stands several times.
    pub(crate) fn constraints(&self, motion: &Motion) -> Vec<Constraint> {
        let [from, to] = self.throughout().map(|t| motion.verb_time(CanonicalTime(t)));
        let poses: Vec<Vec<f32>> =
            moments(self.throughout()).map(|t| motion.pose(motion.verb_time(CanonicalTime(t)))).collect();
        let shown = Shown { skeleton: motion.skeleton(), poses: &poses };
        let (joint, ease_secs, weight) = (self.joint, self.ease_secs, self.weight);
        let frame = match &self.within {
            Within::World | Within::Body => motion::Frame::World,
            Within::Joint(joint) => motion::Frame::Joint(*joint),
            Within::Object(name) => motion::Frame::Object(name.clone()),
        };
        let (task, point) = match &self.asked {
            Asked::Keep(None) if self.within == Within::World => {
                let mut stands = standing(motion);
                stands.retain(|c| c.joint == joint && self.during.is_none());
                if stands.is_empty() {
                    stands.push(Constraint::stays(joint, [from, to], stands_at(motion, joint, [from, to])));
                }
                return stands.into_iter().map(|c| Constraint { ease_secs, weight, ..c }).collect();
            }
            Asked::Keep(at) => {
                let at = at.unwrap_or_else(|| shown.mean_place(joint, &self.within));
                (motion::Task::StayPut, at.as_vec3())
            }
            Asked::Track(path) => {
                let path = path.iter().map(|point| point.as_vec3()).collect();
                (motion::Task::TrackPath { path, parts: [0.0, 1.0] }, Vec3::ZERO)
            }
            Asked::Turn(to) => {
                let to = to.unwrap_or_else(|| shown.mean_turn(joint, &self.within));
                (motion::Task::Turn(normalised(to.as_quat())), Vec3::ZERO)
            }
            Asked::Look { axis, at } => (motion::Task::LookAt(axis.as_vec3()), at.as_vec3()),
        };
        vec![Constraint { task, from, to, joint, point, frame, ease_secs, weight }]
    }
}

/// Whether a joint is at the end of two bones that could be bent.
pub(crate) fn reaches(skeleton: &Skeleton, joint: JointId) -> bool {
    hand(skeleton, joint, &[]).is_some()
}

/// The first joint that a constraint turns.
pub(crate) fn moves(skeleton: &Skeleton, asked: &Asked, joint: JointId) -> Option<JointId> {
    match asked {
        Asked::Keep(_) | Asked::Track(_) => hand(skeleton, joint, &[]).map(|hand| hand.limb.upper),
        Asked::Turn(_) | Asked::Look { .. } => Some(joint),
    }
}

/// Poses in which a constraint holds, and where the body's own place is in each.
pub(crate) struct Shown<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) poses: &'a [Vec<f32>],
}

impl Shown<'_> {
    /// The constraint as a verb has it; nothing where its joint cannot do it.
    pub(crate) fn goal(&self, goal: &Goal) -> Option<adverb::verb::Goal> {
        let joint = goal.joint;
        let hand = || -> Option<Hand> { hand(self.skeleton, joint, self.poses) };
        let point = |point: DVec3| point.as_vec3().to_array();
        let task = match &goal.asked {
            Asked::Keep(at) => {
                let at = at.unwrap_or_else(|| self.mean_place(joint, &goal.within));
                Task::Reach { hand: hand()?, path: vec![point(at)] }
            }
            Asked::Track(path) => {
                Task::Reach { hand: hand()?, path: path.iter().copied().map(point).collect() }
            }
            Asked::Turn(to) => {
                let to = to.unwrap_or_else(|| self.mean_turn(joint, &goal.within));
                Task::Turn { joint, to: normalised(to.as_quat()).to_array() }
            }
            Asked::Look { axis, at } => Task::Look { joint, along: point(*axis), at: point(*at) },
        };
        let frame = match &goal.within {
            Within::World | Within::Body => Frame::Body,
            Within::Joint(joint) => Frame::Joint(*joint),
            Within::Object(name) => Frame::Object(name.clone()),
        };
        let (ease_secs, weight) = (goal.ease_secs as f32, goal.weight as f32);
        Some(adverb::verb::Goal { task, frame, during: goal.throughout(), ease_secs, weight })
    }

    /// A joint as seen from a frame, in every pose. Objects are nowhere yet: a joint is at their middle, turned as they are.
    fn seen(&self, joint: JointId, within: &Within) -> Vec<LocalTransform> {
        let mut world = vec![Affine3A::IDENTITY; self.skeleton.joints().len()];
        let one = |pose: &Vec<f32>| {
            world_transforms(self.skeleton, pose, &mut world);
            let place = |joint: JointId| {
                let own = &world[joint.index()];
                (Vec3::from(own.translation), world_rotation(own))
            };
            let (at, turned) = place(joint);
            let (from, frame) = match within {
                Within::Joint(frame) => place(*frame),
                Within::World | Within::Body => (Vec3::ZERO, Quat::IDENTITY),
                Within::Object(_) => (at, turned),
            };
            let back = inverse(frame);
            LocalTransform { translation: rotate(back, at - from), rotation: compose(back, turned) }
        };
        self.poses.iter().map(one).collect()
    }

    fn mean_place(&self, joint: JointId, within: &Within) -> DVec3 {
        let seen = self.seen(joint, within);
        let sum: DVec3 = seen.iter().map(|place| place.translation.as_dvec3()).sum();
        sum / seen.len().max(1) as f64
    }

    fn mean_turn(&self, joint: JointId, within: &Within) -> DQuat {
        let seen = self.seen(joint, within);
        let Some(first) = seen.first() else { return DQuat::IDENTITY };
        let first = first.rotation.as_dquat();
        let near = |place: &LocalTransform| {
            let own = place.rotation.as_dquat();
            if own.dot(first) < 0.0 { -own } else { own }
        };
        let sum = seen.iter().map(near).fold(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, own| sum + own);
        if sum.length_squared() > 1e-12 { sum.normalize() } else { first }
    }
}

/// Canonical times at which examples are looked at, within a part of them.
pub(crate) fn moments([from, to]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..SAMPLES).map(move |k| from + (to - from) * (k as f64 + 0.5) / SAMPLES as f64)
}
