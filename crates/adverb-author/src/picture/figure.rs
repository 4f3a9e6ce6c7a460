//! A skeleton with flesh: balls on points that move with the joints, and body parts stretched around them.

use glam::DVec3;

use super::body;
use crate::clip::{Clip, Transform};
use crate::sides::Side;

/// A ball around a point of the figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    /// Index into the points of an exposure.
    pub point: usize,
    /// In metres.
    pub radius_m: f64,
}

/// A body part: the skin stretched around some balls. Two balls make a tapered capsule.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// At least one; the first and the last lie at the two ends.
    pub balls: Vec<Ball>,
    /// Decides the colour.
    pub side: Option<Side>,
    /// Parts with the same number are one limb: they are drawn together, set off from the others by a fine line.
    pub limb: usize,
    /// How much farther away than its middle it counts when parts overlap: a neck sinks into the shoulders.
    pub sink_m: f64,
}

/// A point that moves rigidly with a joint, such as a heel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landmark {
    /// The joint that carries it.
    pub joint: usize,
    /// In the joint's frame, in metres.
    pub offset: DVec3,
}

/// How to draw a skeleton. Its points are the joints, then the landmarks.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// How many of the points are joints.
    pub joint_count: usize,
    /// The points after the joints.
    pub landmarks: Vec<Landmark>,
    /// The body parts.
    pub parts: Vec<Part>,
    /// The joint whose path is drawn on the ground.
    pub root: usize,
    /// Points on the left and right, the hips, which show where the body faces.
    pub across: Option<[usize; 2]>,
    /// The points that come down on the ground: each foot's ball, with its side.
    pub soles: Vec<(usize, Option<Side>)>,
}

impl Figure {
    /// The joint that carries a point.
    pub(super) fn carrier(&self, point: usize) -> usize {
        point.checked_sub(self.joint_count).map_or(point, |landmark| self.landmarks[landmark].joint)
    }

    /// Flesh for any skeleton: a mannequin where the names are those of a human body, plain capsules elsewhere. Joints
    /// that only hold the rig together and bones without length are left out.
    pub fn of(clip: &Clip) -> Self {
        body::figure(clip)
    }

    /// A stick figure for any tree of joints.
    pub fn sticks(parents: &[Option<usize>], radius_m: f64) -> Self {
        let ball = |point| Ball { point, radius_m };
        let bone = |(child, parent): (usize, &Option<usize>)| {
            let balls = vec![ball((*parent)?), ball(child)];
            Some(Part { balls, side: None, limb: child, sink_m: 0.0 })
        };
        let mut parts: Vec<Part> = parents.iter().enumerate().filter_map(bone).collect();
        if parts.is_empty() && !parents.is_empty() {
            parts.push(Part { balls: vec![ball(0)], side: None, limb: 0, sink_m: 0.0 });
        }
        Self {
            joint_count: parents.len(),
            landmarks: Vec::new(),
            parts,
            root: 0,
            across: None,
            soles: Vec::new(),
        }
    }

    /// The points of a moment from the joints' world transforms.
    pub fn points(&self, world_from_joint: &[Transform]) -> Vec<DVec3> {
        let joints = world_from_joint.iter().map(|t| t.translation);
        let landmarks = self.landmarks.iter().map(|l| {
            let at = world_from_joint.get(l.joint).copied().unwrap_or(Transform::IDENTITY);
            at.translation + at.rotation * l.offset
        });
        joints.chain(landmarks).collect()
    }
}
