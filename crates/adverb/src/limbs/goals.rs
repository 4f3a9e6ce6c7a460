//! Joints brought to what constraints ask of them (thesis 4.4): hands to points of frames, any joint turned as a frame is or facing a
//! point.
//!
//! Several goals of one joint are one: their places, or turns, are summed by weight, so that two that contradict each other meet in
//! between and nothing flips from one to the other.

use glam::{Quat, Vec3};

use super::arm;
use crate::kinematics::{LocalTransform, links, set_local_rotation};
use crate::rotation::{self, compose, inverse, rotate};
use crate::skeleton::{JointId, Skeleton};
use crate::verb::{Frame, Goal, Task};

/// A joint is turned to face a point no farther than this, radians: 75°.
const FARTHEST_LOOK: f32 = 1.31;
/// What is farther round than this is looked at less, and what is behind not at all: else it would be looked at over one shoulder and
/// then over the other. Radians.
const BEHIND: [f32; 2] = [1.9, 2.9];

/// A goal at a moment.
#[derive(Debug, Clone, Copy)]
pub struct Aim<'a> {
    /// Which.
    pub goal: &'a Goal,
    /// How much it counts now, the goal's own weight included.
    pub weight: f32,
    /// How far along its path it is, from 0 to 1.
    pub part: f32,
    /// Where its frame is; that of a joint is found in the pose.
    pub frame: Option<LocalTransform>,
}

/// In which order goals are gone for: first what turns joints, from the root outwards, then hands, whose frames that moves; last what is
/// seen from a joint that a hand takes along. Those of one joint follow one another.
pub fn in_order(skeleton: &Skeleton, goals: &[&Goal]) -> Vec<usize> {
    let is_hand = |task: &Task| matches!(task, Task::Reach { .. });
    let hands = || goals.iter().map(|goal| &goal.task).filter(|task| is_hand(task));
    let rank = |goal: &Goal| {
        let own = goal.task.turns();
        let taken = |joint| hands().any(|task| task.turns() == joint && task.turns() != own);
        let is_carried = match goal.frame {
            Frame::Joint(joint) => skeleton.ancestors(joint).any(taken),
            Frame::Body | Frame::Object(_) => false,
        };
        let joint = goal.task.joint();
        let faces = matches!(goal.task, Task::Look { .. });
        (is_carried, is_hand(&goal.task), skeleton.ancestors(joint).count(), joint.0, faces)
    };
    let mut order: Vec<usize> = (0..goals.len()).collect();
    order.sort_by_key(|&goal| rank(goals[goal]));
    order
}

/// What the goals of a joint add up to.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sum {
    weights: f32,
    places: Vec3,
    /// Rotation vectors of the world.
    turns: Vec3,
}

/// Brings the joints of a pose to their goals, one after another; those of one joint that follow each other as one.
pub fn bring<'a>(skeleton: &Skeleton, aims: impl Iterator<Item = Aim<'a>>, dofs: &mut [f32]) {
    let mut under_way: Option<(&Task, Sum)> = None;
    for aim in aims {
        let joint_frame = match aim.goal.frame {
            Frame::Joint(joint) => Some(joint),
            Frame::Body | Frame::Object(_) => None,
        };
        let task = &aim.goal.task;
        if let Some((before, sum)) = under_way.filter(|(before, _)| !is_alike(before, task)) {
            finish(skeleton, before, sum, dofs);
            under_way = None;
        }
        let (_, sum) = under_way.get_or_insert((task, Sum::default()));
        let Some(frame) = joint_frame.map(|joint| place(skeleton, joint, dofs)).or(aim.frame) else {
            continue;
        };
        let in_world = |point: Vec3| frame.translation + rotate(frame.rotation, point);
        match task {
            Task::Reach { path, .. } => sum.places += in_world(along(path, aim.part)) * aim.weight,
            Task::Turn { joint, to } => {
                let own = place(skeleton, *joint, dofs).rotation;
                let wanted = compose(frame.rotation, rotation::normalised(Quat::from_array(*to)));
                sum.turns += rotation::log(compose(wanted, inverse(own))) * aim.weight;
            }
            Task::Look { joint, along, at } => {
                let own = place(skeleton, *joint, dofs);
                let ahead = rotate(own.rotation, Vec3::from_array(*along));
                let way = in_world(Vec3::from_array(*at)) - own.translation;
                sum.turns += faced(rotation::log(rotation::between(ahead, way))) * aim.weight;
            }
        }
        sum.weights += aim.weight;
    }
    if let Some((task, sum)) = under_way {
        finish(skeleton, task, sum, dofs);
    }
}

/// Whether two goals are of the same kind and about the same joint.
fn is_alike(a: &Task, b: &Task) -> bool {
    core::mem::discriminant(a) == core::mem::discriminant(b) && a.joint() == b.joint()
}

fn finish(skeleton: &Skeleton, task: &Task, sum: Sum, dofs: &mut [f32]) {
    if sum.weights <= 0.0 {
        return;
    }
    match task {
        Task::Reach { hand, .. } => {
            let share = if sum.weights < 1.0 { sum.weights } else { 1.0 };
            arm::reach(skeleton, hand, sum.places / sum.weights, share, dofs);
        }
        Task::Turn { joint, .. } | Task::Look { joint, .. } => {
            let turn = if sum.weights > 1.0 { sum.turns / sum.weights } else { sum.turns };
            let [link] = links(skeleton, dofs, [*joint]);
            let own = compose(rotation::exp(turn), link.rotation);
            set_local_rotation(skeleton, *joint, compose(inverse(link.parent), own), dofs);
        }
    }
}

fn place(skeleton: &Skeleton, joint: JointId, dofs: &[f32]) -> LocalTransform {
    let [link] = links(skeleton, dofs, [joint]);
    LocalTransform { translation: link.position, rotation: link.rotation }
}

/// Where a path has come to: the cubic through its points with the slopes of their neighbours.
fn along(path: &[[f32; 3]], part: f32) -> Vec3 {
    let last = path.len() - 1;
    let at = |k: usize| Vec3::from_array(path[if k < last { k } else { last }]);
    let place = part * last as f32;
    let k = place as usize;
    let u = place - k as f32;
    let (a, b) = (at(k), at(k + 1));
    let (slope_a, slope_b) = ((b - at(k.saturating_sub(1))) * 0.5, (at(k + 2) - a) * 0.5);
    let rise = b - a;
    a + rise * u + ((slope_a - rise) * (1.0 - u) - (slope_b - rise) * u) * (u * (1.0 - u))
}

/// By how much a joint is turned that would have to turn so to face a point.
fn faced(turn: Vec3) -> Vec3 {
    let angle = turn.length();
    let [from, to] = BEHIND;
    let s = ((angle - from) / (to - from)).clamp(0.0, 1.0);
    let ahead = (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s);
    let most = if angle > FARTHEST_LOOK { FARTHEST_LOOK / angle } else { 1.0 };
    turn * (most * ahead)
}
