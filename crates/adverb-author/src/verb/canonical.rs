//! Examples put into the canonical timeline, placed alike and unrolled alike (thesis 3.5, criteria 3, 5, 6 and 7).
//!
//! x, z and heading are taken into the evenly moving frame that leads from the example's start to its end in canonical time,
//! and the height of cycles that climb; what is left in it is a DOF like any other. Cycles are placed so that they sway about the origin and travel along +z; where
//! one goes sideways or backwards, or hardly at all, so that all face +z on average. (Heading taken from one frame, as
//! algorithm 3.1 has it, scatters the direction of travel by up to 19°.) Anything else starts at the origin facing +z.

use std::f64::consts::TAU;
use std::sync::Arc;

use adverb::rotation;
use adverb::screw::{self, Screw};
use adverb::{CanonicalTime, Skeleton};
use glam::Vec3;

use crate::finding::{Criterion, Finding, Place, Subject};
use crate::motion::Motion;
use crate::rig::balls;

/// Samples of an example per control point; no fewer than its frames.
const LEAST_SAMPLES: usize = 192;
const MOST_SAMPLES: usize = 8192;
/// A body that faces this much away from where it goes is going sideways.
const SIDEWAYS_RAD: f64 = 0.6;
/// Metres in a cycle; less is no travel.
const TRAVELS_M: f64 = 0.2;

/// A joint whose orientations were whole turns away from the other examples'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unrolled {
    /// The number of the example.
    pub example: usize,
    /// The number of the joint.
    pub joint: usize,
    /// How many turns were removed.
    pub turns: usize,
}

/// An example in the canonical timeline.
pub(super) struct Canonical {
    /// DOFs at equal distances in canonical time; for a cycle without the end, which is the start again. x, z and heading
    /// are those in the frame of the travel, and so is height.
    pub(super) rows: Vec<Vec<f64>>,
    /// Per canonical time.
    pub(super) travel: Screw,
    key_times: Vec<f64>,
    /// Joints that turn all the way round within a cycle, which curves that close on themselves cannot follow.
    spinning: Vec<usize>,
}

impl Canonical {
    /// Seconds between its key-times.
    pub(super) fn intervals(&self) -> impl Iterator<Item = f64> + '_ {
        self.key_times.windows(2).map(|w| w[1] - w[0])
    }

    /// The warning about joints that spin.
    pub(super) fn finding(&self, skeleton: &Skeleton, example: Subject) -> Option<Finding> {
        let joints: Vec<&str> = self.spinning.iter().map(|&j| skeleton.joints()[j].name.as_str()).collect();
        let first = joints.first()?;
        let message = format!(
            "joints that turn all the way round within a cycle, which a verb cannot follow: {}",
            joints.join(", ")
        );
        let found = Finding::warning(Criterion::Spins, example, message)
            .of(joints.len() as f64, "joints")
            .at(Place::joint(*first));
        Some(found.remedy("Leave the example out, or choose a window without that turn."))
    }
}

/// How motions are placed on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Laying {
    cyclic: bool,
    /// Whether all go where they face.
    forward: bool,
    whole_turns: f64,
}

impl Laying {
    /// Places a motion's rows, at equal distances in canonical time from its start to its end, and takes them into the frame of
    /// its travel, which is returned.
    pub(super) fn lay(&self, rows: &mut [Vec<f64>], climb: f64) -> Screw {
        let count = rows.len() - 1;
        place(rows, self.cyclic, self.forward);
        let level = Screw::between(ground(&rows[0]), ground(&rows[count]), 1.0, Some(self.whole_turns));
        let travel = Screw { climb, ..level };
        for (k, row) in rows.iter_mut().enumerate() {
            let t = k as f64 / count as f64;
            let relative = travel.take_off(t, ground(row));
            store(row, relative);
            row[Skeleton::HEIGHT.index()] -= travel.climb * t;
        }
        travel
    }
}

/// All examples of a verb, alike, and how they were placed.
pub(super) fn canonical(
    motions: &[Arc<Motion>],
    cyclic: bool,
    standing: bool,
    control_points: Option<usize>,
) -> (Vec<Canonical>, Vec<Unrolled>, Laying) {
    let frames = motions.iter().map(|m| (m.duration().0 * m.fps()).ceil() as usize).max().unwrap_or(0);
    let count = (2 * frames).max(2 * control_points.unwrap_or(0)).clamp(LEAST_SAMPLES, MOST_SAMPLES);
    let sampled: Vec<Vec<Vec<f64>>> = motions.iter().map(|motion| sample(motion, count)).collect();
    let turns: Vec<f64> = sampled.iter().map(|rows| ground(&rows[count])[2] - ground(&rows[0])[2]).collect();
    let forward = cyclic && sampled.iter().all(|rows| goes_forward(rows));
    let laying = Laying { cyclic, forward, whole_turns: whole_turns(&turns) };
    let mut all: Vec<Canonical> = sampled
        .into_iter()
        .zip(motions)
        .map(|(mut rows, motion)| {
            let travel = laying.lay(&mut rows, if cyclic { motion.rise_m() } else { 0.0 });
            if cyclic {
                rows.pop();
            }
            let key_times = motion.key_times().iter().map(|(_, key)| key.0).collect();
            let spinning = if cyclic { spinning(motion.skeleton(), &rows) } else { Vec::new() };
            let travel = if standing { Screw::default() } else { travel };
            Canonical { rows, travel, key_times, spinning }
        })
        .collect();
    let unrolled = motions.first().map(|motion| unroll_alike(motion.skeleton(), &mut all));
    (all, unrolled.unwrap_or_default(), laying)
}

fn sample(motion: &Motion, count: usize) -> Vec<Vec<f64>> {
    let row = |k: usize| {
        let time = motion.verb_time(CanonicalTime(k as f64 / count as f64));
        motion.pose(time).into_iter().map(f64::from).collect()
    };
    (0..=count).map(row).collect()
}

fn ground(row: &[f64]) -> screw::Place {
    Skeleton::PLACEMENT.map(|d| row[d])
}

fn store(row: &mut [f64], place: screw::Place) {
    Skeleton::PLACEMENT.into_iter().zip(place).for_each(|(d, value)| row[d] = value);
}

/// How many whole turns the body makes besides those of its frame, the same for all examples, so that their travel can be
/// interpolated: as many as leave the frames the least to turn.
fn whole_turns(turns: &[f64]) -> f64 {
    let farthest = |whole: f64| turns.iter().map(|turn| (turn - whole * TAU).abs()).fold(0.0, f64::max);
    let choice = turns.iter().map(|turn| (turn / TAU).round()).chain([0.0]);
    choice.min_by(|a, b| farthest(*a).total_cmp(&farthest(*b))).unwrap_or(0.0)
}

/// Moves a whole motion over the ground to where all examples are.
fn place(rows: &mut [Vec<f64>], cyclic: bool, forward: bool) {
    let first = ground(&rows[0]);
    if !cyclic {
        return shift(rows, first);
    }
    // Swaying about the origin: the mean place in the moving frame is taken off, then the direction.
    shift(rows, [first[0], first[1], 0.0]);
    let (_, [x, z, _]) = mean(rows);
    shift(rows, [x, z, 0.0]);
    let (travel, [_, _, facing]) = mean(rows);
    shift(rows, [0.0, 0.0, if forward { facing + away(&travel, facing) } else { facing }]);
}

/// The frame that a cycle moves in, and the mean place and heading in it.
fn mean(rows: &[Vec<f64>]) -> (Screw, screw::Place) {
    let count = rows.len() - 1;
    let travel = Screw::between(ground(&rows[0]), ground(&rows[count]), 1.0, None);
    let mut sum = [0.0; 3];
    for (k, row) in rows[..count].iter().enumerate() {
        let relative = travel.take_off(k as f64 / count as f64, ground(row));
        sum.iter_mut().zip(relative).for_each(|(s, r)| *s += r / count as f64);
    }
    (travel, sum)
}

/// How far a body goes away from where it faces.
fn away(travel: &Screw, facing: f64) -> f64 {
    let [vx, vz] = travel.velocity;
    let away = libm::atan2(vx, vz) - facing;
    away - (away / TAU).round() * TAU
}

/// Whether a cycle goes where it faces, rather than sideways, backwards or nowhere.
fn goes_forward(rows: &[Vec<f64>]) -> bool {
    let (travel, [_, _, facing]) = mean(rows);
    let [vx, vz] = travel.velocity;
    libm::hypot(vx, vz) > TRAVELS_M && away(&travel, facing).abs() < SIDEWAYS_RAD
}

/// Takes a motion to where `origin` is the origin.
fn shift(rows: &mut [Vec<f64>], origin: screw::Place) {
    let (sin, cos) = libm::sincos(origin[2]);
    for row in rows {
        let [x, z, heading] = ground(row);
        let (dx, dz) = (x - origin[0], z - origin[1]);
        store(row, [cos * dx - sin * dz, cos * dz + sin * dx, heading - origin[2]]);
    }
}

/// Joints whose rotation vectors leap back by a whole turn once in a cycle: where a cycle repeats, so does its pose.
fn spinning(skeleton: &Skeleton, rows: &[Vec<f64>]) -> Vec<usize> {
    let leaps = |dofs: &[usize; 3]| {
        let next = |k: usize| &rows[(k + 1) % rows.len()];
        (0..rows.len()).any(|k| (vector(&rows[k], dofs) - vector(next(k), dofs)).length() > 3.0)
    };
    balls(skeleton).filter(|(_, dofs)| leaps(dofs)).map(|(joint, _)| joint).collect()
}

pub(super) fn vector(row: &[f64], dofs: &[usize; 3]) -> Vec3 {
    Vec3::from_array(dofs.map(|d| row[d] as f32))
}

/// Rotation vectors are continuous in time; whole turns between examples are taken off too, so that nearly the same orientation
/// is nearly the same numbers in all of them: each is unrolled near the mean of those before it, the first near zero.
fn unroll_alike(skeleton: &Skeleton, examples: &mut [Canonical]) -> Vec<Unrolled> {
    let mut unrolled = Vec::new();
    for (joint, dofs) in balls(skeleton) {
        let mut mean = Vec3::ZERO;
        for (i, example) in examples.iter_mut().enumerate() {
            let own = |rows: &[Vec<f64>]| {
                rows.iter().map(|row| vector(row, &dofs)).sum::<Vec3>() / rows.len() as f32
            };
            let before = own(&example.rows);
            if before.distance(mean) > std::f32::consts::PI {
                let mut near = mean;
                for row in &mut example.rows {
                    near = rotation::log_near(rotation::exp(vector(row, &dofs)), near);
                    dofs.iter().zip(near.to_array()).for_each(|(&d, value)| row[d] = f64::from(value));
                }
                let turns = f64::from((before - own(&example.rows)).length()) / TAU;
                if turns.round() > 0.0 {
                    unrolled.push(Unrolled { example: i, joint, turns: turns.round() as usize });
                }
            }
            mean += (own(&example.rows) - mean) / (i + 1) as f32;
        }
    }
    unrolled
}
