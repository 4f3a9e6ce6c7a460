//! What joints of a verb do whatever its adverbs say: constraints (thesis 4.4, eq. 4.6) in a frame other than the world.
//!
//! C = {t^s, t^e, j, P, F}: a hand is at a point of a frame, or follows a path in it; any joint is turned as the frame is, or faces a
//! point of it. The frame may be another joint of the body, an object, or the body's own place. Feet that stay put in the world are
//! [`super::Foot`]s.

use super::parts::{VerbError, is_above, reaches};
use crate::ik::two_bone::Limb;
use crate::skeleton::{JointId, Skeleton};

/// A limb that can reach for a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Hand {
    /// The joint that comes to the point, the end of the limb or below it.
    pub joint: JointId,
    /// Shoulder, elbow and wrist.
    pub limb: Limb,
    /// The axis about which the elbow bends, in the frame of the limb's upper joint; unit length.
    pub hinge: [f32; 3],
}

/// A constraint of a verb.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// What is to be achieved, in the frame.
    pub task: Task,
    /// F.
    pub frame: Frame,
    /// From t^s to t^e, canonical.
    pub during: [f64; 2],
    /// Seconds in which it fades in before and out after.
    pub ease_secs: f32,
    /// How much it counts, above 0 to 1. Goals of one joint that contradict each other meet in between, by their weights.
    pub weight: f32,
}

/// What is to be achieved.
#[derive(Debug, Clone, PartialEq)]
pub enum Task {
    /// A hand is at a point, or goes along a path of several, at even canonical times.
    Reach {
        /// Which.
        hand: Hand,
        /// P, or the path.
        path: Vec<[f32; 3]>,
    },
    /// A joint is turned so, a quaternion with w last.
    Turn {
        /// Which.
        joint: JointId,
        /// In the frame.
        to: [f32; 4],
    },
    /// A joint faces a point.
    Look {
        /// Which.
        joint: JointId,
        /// What faces the point: a unit vector of the joint.
        along: [f32; 3],
        /// In the frame.
        at: [f32; 3],
    },
}

impl Task {
    /// The joint that it is about.
    pub fn joint(&self) -> JointId {
        match self {
            Self::Reach { hand, .. } => hand.joint,
            Self::Turn { joint, .. } | Self::Look { joint, .. } => *joint,
        }
    }

    /// The first joint that it turns: what hangs from it moves.
    pub(crate) fn turns(&self) -> JointId {
        match self {
            Self::Reach { hand, .. } => hand.limb.upper,
            Self::Turn { joint, .. } | Self::Look { joint, .. } => *joint,
        }
    }
}

/// What points are seen from.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// The place on the ground in which the body sways, x to its left, y up, z ahead.
    Body,
    /// A joint of the body.
    Joint(JointId),
    /// An object, by its name.
    Object(String),
}

/// Goals of a verb, and points of a path, are no more than this.
const MOST_GOALS: usize = 64;
const MOST_POINTS: usize = 64;
/// A point is no farther from its frame, metres.
const FARTHEST_M: f32 = 1e3;
/// Seconds.
const LONGEST_EASE_SECS: f32 = 10.0;

/// What must hold for goals to be a verb's.
pub(super) fn check(goals: &[Goal], skeleton: &Skeleton) -> Result<(), VerbError> {
    if goals.len() > MOST_GOALS {
        return Err(VerbError::Counts("the goals"));
    }
    goals.iter().try_for_each(|goal| {
        let [from, to] = goal.during;
        let timed = 0.0 <= from && from <= to && to <= 1.0;
        let eased = (0.0..=LONGEST_EASE_SECS).contains(&goal.ease_secs);
        let weighs = goal.weight > 0.0 && goal.weight <= 1.0;
        if !(timed && eased && weighs && is_sound(&goal.task)) {
            return Err(VerbError::Numbers("the goals"));
        }
        let placed = is_placed(&goal.task, skeleton)
            && match goal.frame {
                Frame::Joint(joint) => reaches(skeleton, joint),
                Frame::Body | Frame::Object(_) => true,
            };
        if placed { Ok(()) } else { Err(VerbError::Joints) }
    })
}

fn is_sound(task: &Task) -> bool {
    let near = |point: &[f32; 3]| point.iter().all(|x| x.abs() <= FARTHEST_M);
    let is_unit = |numbers: &[f32]| (0.99..1.01).contains(&numbers.iter().map(|x| x * x).sum::<f32>());
    match task {
        Task::Reach { hand, path } => {
            (1..=MOST_POINTS).contains(&path.len()) && path.iter().all(near) && is_unit(&hand.hinge)
        }
        Task::Turn { to, .. } => is_unit(to),
        Task::Look { along, at, .. } => is_unit(along) && near(at),
    }
}

fn is_placed(task: &Task, skeleton: &Skeleton) -> bool {
    match task {
        Task::Reach { hand, .. } => {
            let Limb { upper, middle, end } = hand.limb;
            reaches(skeleton, hand.joint)
                && is_above(skeleton, end, hand.joint)
                && middle != end
                && is_above(skeleton, middle, end)
                && upper != middle
                && is_above(skeleton, upper, middle)
                && upper != skeleton.root()
        }
        // A root that turned would turn the body.
        Task::Turn { joint, .. } | Task::Look { joint, .. } => {
            reaches(skeleton, *joint) && *joint != skeleton.root()
        }
    }
}
