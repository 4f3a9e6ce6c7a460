//! Hands that stay clear of the body (thesis 4.4: a constraint of the verb itself).
//!
//! Hands that are in front of the body in one example and beside it in another pass through it in between. How thick a body is, its
//! skeleton does not say, but the examples show how near their hands come to its bones. With d_i the smallest distance of a wrist, or the
//! middle of a forearm, to a bone in example i, Σ w_i d_i is how near it may come (the sum of eq. 4.2, of distances). An arm that is nearer is
//! taken out:
//!
//! ```text
//!   by how much        ╱        Far from the limit, as much as is lacking; near it the less, the nearer. The onset is where the limit is at an
//!                    ╱          example, whose own pose never changes, and the farther out the more examples count: so arms
//!   ───────────____╱            come and go smoothly.
//!        onset     limit ─▶ inside
//! ```
//!
//! Nothing here remembers anything: it is a function of the setting and the pose.

use glam::{DVec3, Quat, Vec3};

use crate::ik::bent::Bent;
use crate::ik::two_bone::{Limb, turn};
use crate::kinematics::{Link, links_below, place_below};
use crate::numbers::limited;
use crate::rotation::{normalised, rotate};
use crate::skeleton::{JointId, Skeleton};

/// Points of an arm: the wrist, and the middle of the forearm.
pub const POINTS: usize = 2;
/// Bones of the body: the trunk, the thigh of the arm's own side, the other thigh, the pelvis from hip to hip.
pub const PIECES: usize = 4;
/// The pieces before this one stand upright: what is deep in one of them is taken out to the arm's own side.
const PELVIS: usize = 3;
/// How near each point of an arm comes to each piece, metres.
pub type Nearness = [f32; POINTS * PIECES];

/// The onset is at most so far out of the limit, in lengths of the arm.
const SOFT: f64 = 0.03;
/// An arm gains and loses at most this part of what it lacks to be straight, so that its elbow does not snap.
const MOST_STRETCHED: f64 = 0.75;
/// What is deep in a piece goes so much to the side of the arm, beside straight out.
const SIDEWAYS: f64 = 2.0;
/// A way out that is shorter than this part of the distance wanted, sideways and straight out together, may turn round.
const SURE: f64 = 0.5;

/// How clear of the body hands stay.
#[derive(Debug, Clone, PartialEq)]
pub struct Clearance {
    /// Where the trunk ends that begins at the root; the arms hang from it.
    pub chest: JointId,
    /// The left arm and the right one.
    pub arms: Vec<ClearArm>,
}

/// An arm that stays clear of the body.
#[derive(Debug, Clone, PartialEq)]
pub struct ClearArm {
    /// Shoulder, elbow and wrist.
    pub limb: Limb,
    /// The axis about which the elbow bends, in the frame of its upper joint; unit length.
    pub hinge: [f32; 3],
    /// The hip of its side.
    pub hip: JointId,
    /// The knee of its side.
    pub knee: JointId,
    /// How near it comes to the body in each example.
    pub nearest: Vec<Nearness>,
}

/// How near arms may come at a setting of the adverbs, and by how much earlier they are taken out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Room {
    nearest: [Nearness; 2],
    /// From 0 to 1.
    soft: f32,
}

type Bone = [DVec3; 2];

/// A body in a pose.
struct Body {
    pelvis: Bone,
    trunk: Bone,
    thighs: [Bone; 2],
    /// Shoulders and elbows.
    arms: [[Link; 2]; 2],
    wrists: [DVec3; 2],
}

impl Body {
    /// As seen from its root.
    fn of(clearance: &Clearance, skeleton: &Skeleton, dofs: &[f32]) -> Self {
        let (position, rotation) = (Vec3::ZERO, Quat::IDENTITY);
        let root = Link { joint: skeleton.root(), position, rotation, parent: rotation };
        let [chest] = links_below(skeleton, dofs, Some(&root), [clearance.chest]);
        let sides = [0, 1].map(|side| {
            let ClearArm { limb, hip, knee, .. } = &clearance.arms[side];
            let arm = links_below(skeleton, dofs, Some(&chest), [limb.upper, limb.middle]);
            let [hip] = links_below(skeleton, dofs, Some(&root), [*hip]);
            let wrist = place_below(skeleton, dofs, &arm[1], limb.end);
            let knee = place_below(skeleton, dofs, &hip, *knee);
            (arm, wrist.as_dvec3(), [hip.position, knee].map(|place| place.as_dvec3()))
        });
        Self {
            pelvis: sides.map(|(_, _, thigh)| thigh[0]),
            trunk: [DVec3::ZERO, chest.position.as_dvec3()],
            thighs: sides.map(|(_, _, thigh)| thigh),
            arms: sides.map(|(arm, ..)| arm),
            wrists: sides.map(|(_, wrist, _)| wrist),
        }
    }

    /// Shoulder, elbow and wrist.
    fn arm(&self, side: usize) -> [DVec3; 3] {
        let [shoulder, elbow] = self.arms[side].map(|link| link.position.as_dvec3());
        [shoulder, elbow, self.wrists[side]]
    }

    /// What an arm stays clear of.
    fn pieces(&self, side: usize) -> [Bone; PIECES] {
        [self.trunk, self.thighs[side], self.thighs[1 - side], self.pelvis]
    }

    /// The way to the side of an arm.
    fn out(&self, side: usize) -> DVec3 {
        (self.pelvis[side] - self.pelvis[1 - side]).normalize_or_zero()
    }
}

impl Clearance {
    /// How near each arm is to the body in a pose.
    ///
    /// # Panics
    /// If `dofs` does not have one entry per DOF of the skeleton.
    pub fn of_pose(&self, skeleton: &Skeleton, dofs: &[f32]) -> [Nearness; 2] {
        let body = Body::of(self, skeleton, dofs);
        [0, 1].map(|side| {
            let [_, elbow, wrist] = body.arm(side);
            let pieces = body.pieces(side);
            let mut near = Nearness::default();
            for (of, point) in near.chunks_mut(PIECES).zip([wrist, elbow.midpoint(wrist)]) {
                of.iter_mut().zip(&pieces).for_each(|(far, bone)| *far = off(point, bone).length() as f32);
            }
            near
        })
    }

    /// How near arms may come: the weighted sum, no farther beyond the examples than they are themselves.
    pub fn allowed(&self, weights: &[f32]) -> [Nearness; 2] {
        [0, 1].map(|side| {
            let own = &self.arms[side].nearest;
            core::array::from_fn(|k| {
                let (mut sum, mut least, mut most) = (0.0, f32::INFINITY, 0.0);
                for (weight, near) in weights.iter().zip(own) {
                    sum += weight * near[k];
                    least = if near[k] < least { near[k] } else { least };
                    most = if near[k] > most { near[k] } else { most };
                }
                limited(sum, least, most)
            })
        })
    }

    pub(super) fn room(&self, weights: &[f32]) -> Room {
        // Σ_i<j |w_i w_j|: nothing at an example, a quarter halfway between two.
        let (mut sum, mut squares) = (0.0, 0.0);
        for weight in weights {
            sum += weight.abs();
            squares += weight * weight;
        }
        let rest = 1.0 - limited(2.0 * (sum * sum - squares), 0.0, 1.0);
        Room { nearest: self.allowed(weights), soft: 1.0 - rest * rest }
    }

    /// Takes arms out of the body.
    pub(super) fn keep(&self, skeleton: &Skeleton, room: &Room, dofs: &mut [f32]) {
        let body = Body::of(self, skeleton, dofs);
        for (side, arm) in self.arms.iter().enumerate() {
            let links = &body.arms[side];
            let joints = body.arm(side);
            let length = joints[0].distance(joints[1]) + joints[1].distance(joints[2]);
            let keeps = Keeps {
                pieces: body.pieces(side),
                nearest: &room.nearest[side],
                soft: SOFT * f64::from(room.soft) * length,
                out: body.out(side),
            };
            let hinge = rotate(links[0].rotation, Vec3::from_array(arm.hinge));
            let mut bent = Bent::new(joints, hinge.as_dvec3());
            if keeps.take_out(&mut bent) {
                let turns = bent.turns.map(|turn| normalised(turn.as_quat()));
                turn(skeleton, links, &turns, dofs);
            }
        }
    }
}

/// What an arm keeps clear of, and how clear.
struct Keeps<'a> {
    pieces: [Bone; PIECES],
    nearest: &'a Nearness,
    soft: f64,
    out: DVec3,
}

impl Keeps<'_> {
    /// The wrist first, then the forearm. Whether anything was to be done.
    fn take_out(&self, bent: &mut Bent) -> bool {
        let out = self.way_out(bent.wrist, 0);
        if out != DVec3::ZERO {
            let goal = bent.wrist + out - bent.shoulder;
            let (own, far) = (bent.wrist.distance(bent.shoulder), goal.length());
            bent.reach(bent.shoulder + goal * (eased(own, far, bent.longest()) / far));
        }
        let middle = bent.elbow.midpoint(bent.wrist);
        let forearm_out = self.way_out(middle, 1);
        if forearm_out != DVec3::ZERO {
            bent.swing(middle, forearm_out);
        }
        out != DVec3::ZERO || forearm_out != DVec3::ZERO
    }

    /// How far a point of an arm must go to be clear of all pieces, one after another.
    fn way_out(&self, point: DVec3, of: usize) -> DVec3 {
        let mut at = point;
        for (piece, bone) in self.pieces.iter().enumerate() {
            let nearest = f64::from(self.nearest[of * PIECES + piece]);
            let off = off(at, bone);
            let far = off.length();
            let lack = nearest + self.soft - far;
            if lack <= 0.0 {
                continue;
            }
            let by = if lack < 2.0 * self.soft { lack * lack / (4.0 * self.soft) } else { lack - self.soft };
            // Through the bone the way straight out would turn round at once. So what is deep in an upright piece goes to the side; and where
            // there is no way, which is on the other side, nothing goes far.
            let deep = if piece < PELVIS && far < nearest { SIDEWAYS * (nearest - far) } else { 0.0 };
            let way = off + self.out * deep;
            let (length, unsure) = (way.length(), SURE * nearest);
            let sure = if length < unsure { length / unsure } else { 1.0 };
            let by = by * sure * sure * (3.0 - 2.0 * sure);
            let way = way.normalize_or_zero();
            // So far along it that the distance from the bone is `by` more: |off + way · s| = far + by.
            let along = off.dot(way);
            at += way * ((along * along + by * (by + 2.0 * far)).sqrt() - along);
        }
        at - point
    }
}

/// From the nearest place of a bone to a point.
fn off(point: DVec3, [from, to]: &Bone) -> DVec3 {
    let line = *to - *from;
    let part = (point - *from).dot(line) / line.length_squared();
    // Of a bone without length it is not a number: that is its start.
    let part = if part > 1.0 {
        1.0
    } else if part > 0.0 {
        part
    } else {
        0.0
    };
    point - *from - line * part
}

/// How long an arm becomes that is to go from one length to another and is straight at some length. As with legs that are pulled, the
/// elbow's bend grows with the square root of what is lacking to be straight.
fn eased(from: f64, to: f64, straight: f64) -> f64 {
    let (room, way) = (MOST_STRETCHED * (straight - from), to - from);
    if room > 0.0 { from + way * room / (room + way.abs()) } else { from }
}
