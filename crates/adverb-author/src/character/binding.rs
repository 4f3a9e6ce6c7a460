//! How a character follows a skeleton, in numbers: what another program needs to move the mesh as an actor moves.
//!
//! With W the world rotation of the joint that it follows, in aligned axes, a joint of the mesh has the rotation W · turn; one
//! that follows none hangs at rest from its parent. The middle between the skeleton's hip joints, scaled by `scale` and with
//! its height h as `ankle[1] + scale · (h − ankle[0])`, is where that of the mesh is. The sole of a foot
//! that stands rolls over the ground without sliding.

use glam::DQuat;
use serde::Serialize;

use super::legs::Leg;
use super::plant;
use super::retarget::Bound;
use super::sole::{Point, Sole};
use crate::clip::Transform;
use crate::finding::Finding;

/// How a character follows a skeleton.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Binding {
    /// Parents before children.
    pub joints: Vec<BoundJoint>,
    /// The joint that carries the body.
    pub hips: usize,
    /// The middle between the mesh's hip joints, seen from its hips.
    pub middle: [f64; 3],
    /// The mesh's leg in lengths of the skeleton's.
    pub scale: f64,
    /// Heights of the ankle above the ground when the foot is flat, the skeleton's and the mesh's.
    pub ankle: [f64; 2],
    /// Heights of the ball.
    pub ball: [f64; 2],
    /// Legs with planted feet.
    pub legs: Vec<BoundLeg>,
    /// Warnings about joints that do not follow, and about its legs.
    #[serde(skip)]
    pub warnings: Vec<Finding>,
}

/// A joint of the mesh.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundJoint {
    /// Of the file.
    pub node: u32,
    /// Among the joints.
    pub parent: Option<usize>,
    /// The joint of the skeleton to follow.
    pub source: Option<usize>,
    /// A quaternion, x y z w.
    pub turn: [f64; 4],
    /// Its rotation seen from its parent, at rest.
    pub rest: [f64; 4],
    /// Where it is, seen from its parent.
    pub place: [f64; 3],
}

/// A leg: hip, knee, ankle and the joint of the ball, of the mesh and of the skeleton.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundLeg {
    /// Of the mesh.
    pub target: [usize; 4],
    /// Of the skeleton.
    pub source: [usize; 4],
    /// The ball, seen from its joint of the mesh.
    pub ball: [f64; 3],
    /// The axis about which the knee bends, seen from the hip.
    pub hinge: [f64; 3],
    /// The points of the sole: for each of the mesh's joints that hold it, where it is seen from that one, and how much it does.
    pub sole: Vec<Vec<(usize, [f64; 3], f64)>>,
    /// Whether it is a foreleg, which carries no hips.
    pub fore: bool,
    /// Of a leg that steps as another does: where its ankle is at rest, over the ground from its upper end, and how high.
    pub step: Option<[f64; 3]>,
    /// Skin that is so much higher than the lowest carries a third as much.
    pub soft: f64,
}

impl Binding {
    pub(super) fn of(bound: &Bound) -> Self {
        let figure = &bound.mesh.figure;
        let joint = |(j, joint): (usize, &crate::clip::ClipJoint)| BoundJoint {
            node: bound.mesh.nodes[j],
            parent: joint.parent,
            source: bound.source[j],
            turn: bound.stance.turn[j].unwrap_or(DQuat::IDENTITY).to_array(),
            rest: joint.rest.rotation.to_array(),
            place: joint.rest.translation.to_array(),
        };
        let turned = bound.turned(figure.fps);
        let worlds: Vec<Vec<Transform>> =
            (0..turned.frame_count()).map(|f| turned.world(turned.frame(f))).collect();
        let point =
            |point: &Point| point.iter().map(|&(j, from, weight)| (j, from.to_array(), weight)).collect();
        let leg = |(leg, sole): (&Leg, &Sole)| BoundLeg {
            target: leg.target,
            source: leg.source,
            ball: leg.ball.to_array(),
            hinge: plant::hinge(&worlds, leg).to_array(),
            sole: sole.points.iter().map(point).collect(),
            fore: leg.fore,
            step: bound.step(leg).map(|rest| rest.to_array()),
            soft: sole.soft,
        };
        Self {
            joints: figure.joints.iter().enumerate().map(joint).collect(),
            hips: bound.hips,
            middle: bound.middle().to_array(),
            scale: bound.proportions.scale,
            ankle: bound.proportions.ankle,
            ball: bound.proportions.ball,
            legs: bound.legs.iter().zip(&bound.soles).map(leg).collect(),
            warnings: Vec::new(),
        }
    }
}
