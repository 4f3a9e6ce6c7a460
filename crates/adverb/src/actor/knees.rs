//! Knees while an offset decays: they bend no farther through than straight, than in the motion, or than they did at the cut.
//!
//! What decays is a difference of rotations, which says nothing of where a joint ends. Added to a knee that is nearly straight it would
//! bend it the wrong way, and the foot that is held would snap it back.

use core::f32::consts::TAU;

use glam::Vec3;

use crate::graph::Graph;
use crate::kinematics::{Link, links, set_local_rotation};
use crate::rotation::{compose, exp, inverse, rotate};
use crate::verb::Foot;

/// A knee is held back from so far before straight, so that it comes to a stand gently; radians: at least, and at most.
const SOFT: [f32; 2] = [0.06, 0.3];

/// How far the middle joint of a leg is bent about its hinge, radians; negative if it is bent the wrong way.
pub(super) fn bend(graph: &Graph, foot: &Foot, dofs: &[f32]) -> f32 {
    let (bend, ..) = knee(graph, foot, dofs);
    bend
}

/// Bends a knee that is less bent than it was in some poses and is nearly straight, or bent through.
pub(super) fn limit(graph: &Graph, foot: &Foot, poses: [f32; 2], dofs: &mut [f32]) {
    let (bend, knee, hinge) = knee(graph, foot, dofs);
    let least = poses.into_iter().fold(SOFT[1], |least, bend| if bend < least { bend } else { least });
    let soft = if least > SOFT[0] { least } else { SOFT[0] };
    let lack = least - bend;
    let more = match () {
        () if lack <= 0.0 => return,
        () if lack < 2.0 * soft => lack * lack / (4.0 * soft),
        () => lack - soft,
    };
    let turned = compose(exp(hinge * more), knee.rotation);
    set_local_rotation(graph.skeleton(), knee.joint, compose(inverse(knee.parent), turned), dofs);
}

/// How far a knee is bent, the joint, and its hinge in the world.
fn knee(graph: &Graph, foot: &Foot, dofs: &[f32]) -> (f32, Link, Vec3) {
    let [hip, knee, ankle] =
        links(graph.skeleton(), dofs, [foot.limb.upper, foot.limb.middle, foot.limb.end]);
    let hinge = rotate(hip.rotation, Vec3::from_array(foot.hinge));
    let (first, second) = (knee.position - hip.position, ankle.position - knee.position);
    let c = first.dot(hinge) * second.dot(hinge);
    let bend = -libm::atan2f(first.dot(hinge.cross(second)), first.dot(second) - c);
    // One that is bent as far as that is bent the right way.
    (if bend < -2.8 { bend + TAU } else { bend }, knee, hinge)
}
