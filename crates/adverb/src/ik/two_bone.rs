//! The exact solution for a limb of two bones, with a pole that says which way the middle joint points.
//!
//! The lengths of the bones and the distance to the goal make a triangle; it lies in the plane of the pole. Out of reach
//! the limb points at the goal, straight or folded as far as it goes. Limbs without length, goals on the joint itself and
//! straight limbs without a pole have no plane of their own: they keep the one they have, or take a fixed one.

use glam::{Affine3A, Quat, Vec3};

use crate::kinematics::{Link, set_local_rotation, world_rotation, world_transforms};
use crate::numbers::limited;
use crate::placement::Placement;
use crate::rotation::{self, between, compose, inverse, rotate};
use crate::skeleton::{JointId, Skeleton};

/// No elbow or knee bends farther, in degrees: the elbows of people by the American Academy of Orthopaedic Surgeons, and their knees within
/// three degrees (Soucie and others 2011).
pub const MOST_BENT_DEG: f32 = 150.0;
/// A limb that is pulled loses no more than this part of what it lacks to be straight.
const MOST_STRETCHED: f32 = 0.75;
const MOST_BENT: f32 = MOST_BENT_DEG.to_radians();

/// An arm or a leg: three joints, each below the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limb {
    /// Hip or shoulder.
    pub upper: JointId,
    /// Knee or elbow.
    pub middle: JointId,
    /// Ankle or wrist.
    pub end: JointId,
}

/// Where the end of a limb should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// In the world.
    pub position: Vec3,
    /// The direction, in the world, to which the middle joint should bend; `None` keeps the present plane.
    pub pole: Option<Vec3>,
    /// The end joint's rotation in the world; `None` lets it follow the limb.
    pub rotation: Option<Quat>,
}

/// How to turn a limb given by the positions of its joints: the rotation of the upper bone and that of the lower bone after
/// it, both in the world. The middle joint then moves by the first, the end by both.
pub fn turns(upper: Vec3, middle: Vec3, end: Vec3, goal: Vec3, pole: Option<Vec3>) -> (Quat, Quat) {
    let (first, second) = (middle - upper, end - middle);
    let (length_1, length_2) = (first.length(), second.length());
    let least = 1e-6 * (length_1 + length_2);
    let sane = least > 0.0 && least.is_finite() && goal.is_finite();
    if !sane {
        return (Quat::IDENTITY, Quat::IDENTITY);
    }
    let reach = goal - upper;
    if length_1 <= least || length_2 <= least {
        return (between(end - upper, reach), Quat::IDENTITY);
    }
    let present = (end - upper).normalize_or(first / length_1);
    let along = if reach.length() > least { reach / reach.length() } else { present };
    let distance = limited(reach.length(), (length_1 - length_2).abs().max(least), length_1 + length_2);

    // Where the middle joint goes: x along the line to the goal, y off it towards the bend.
    let bend = bend_direction(first, present, along, pole);
    let x = (length_1 * length_1 - length_2 * length_2 + distance * distance) / (2.0 * distance);
    let y = (length_1 * length_1 - x * x).max(0.0).sqrt();
    let new_first = along * x + bend * y;
    let new_second = along * distance - new_first;
    let normal = bend.cross(along).normalize_or_zero();

    // The upper bone turns with its plane, so that a hinge keeps its axis; the lower bone then turns in that plane.
    let swing = between(first, new_first);
    let old_normal = first.cross(second);
    let flat = old_normal.length() < 1e-4 * length_1 * length_2;
    let twist = if flat { Quat::IDENTITY } else { about(new_first, rotate(swing, old_normal), normal) };
    let upper_turn = rotation::normalised(compose(twist, swing));
    let carried = rotate(upper_turn, second);
    let lower_turn = if flat { between(carried, new_second) } else { about(normal, carried, new_second) };
    (upper_turn, lower_turn)
}

/// How to turn a limb that is nearly where it should be: as [`turns`], but keeping the roll of its bones, which has no meaning
/// to spare for a limb in motion. The middle joint bends about its hinge, a unit vector, until the distance is right, then the
/// whole limb swings.
///
/// A limb bends the way of its hinge. One that is bent a little the other way (a knee that is straight through) stays so while
/// that does, and goes over as it has to bend more: twice as far bent it is on the right side, and on the way it is too long by
/// less than a tenth of the square of its bend.
///
/// It bends by no more than [`MOST_BENT_DEG`], or than it is bent already. Then its end stays this side of a goal that is nearer.
pub fn small_turns(upper: Vec3, middle: Vec3, end: Vec3, goal: Vec3, hinge: Vec3) -> (Quat, Quat) {
    let (first, second) = (middle - upper, end - middle);
    let size = first.length() * second.length();
    let reach = goal - upper;
    let sane = size > 0.0 && size.is_finite() && goal.is_finite();
    if !sane {
        return (Quat::IDENTITY, Quat::IDENTITY);
    }
    // |first + R second|² = distance², where first · R(δ) second = a cos δ + b sin δ + c: longest at δ = atan2(b, a), so the
    // bend is now the opposite of that, and acos(…) is what it must be, one way or the other.
    let c = first.dot(hinge) * second.dot(hinge);
    let (a, b) = (first.dot(second) - c, first.dot(hinge.cross(second)));
    let wanted = 0.5 * (reach.length_squared() - first.length_squared() - second.length_squared()) - c;
    let most = (a * a + b * b).sqrt();
    let cosine = if most > 0.0 { (wanted / most).clamp(-1.0, 1.0) } else { 1.0 };
    let (bend, must) = (-libm::atan2f(b, a), libm::acosf(cosine));
    let most_bent = if bend > MOST_BENT { bend } else { MOST_BENT };
    let must = if must < most_bent { must } else { most_bent };
    let new_bend = if bend >= 0.0 {
        must
    } else {
        let over = ((must + bend) / -bend).clamp(0.0, 1.0);
        must * (2.0 * over * over * (3.0 - 2.0 * over) - 1.0)
    };
    let lower_turn = rotation::exp(hinge * (new_bend - bend));
    let swing = between(first + rotate(lower_turn, second), reach);
    // The lower bone bends first and is carried along by the swing.
    (swing, compose(compose(swing, lower_turn), inverse(swing)))
}

/// Turns joints of a chain in the world, each below the one before; what hangs from the last keeps its place below it.
pub(crate) fn turn(skeleton: &Skeleton, links: &[Link], turns: &[Quat], dofs: &mut [f32]) {
    let mut above = Quat::IDENTITY;
    for (link, by) in links.iter().zip(turns) {
        let parent = compose(above, link.parent);
        let own = compose(*by, link.rotation);
        set_local_rotation(skeleton, link.joint, compose(inverse(parent), own), dofs);
        above = *by;
    }
}

/// Perpendicular to `along`: towards the pole, or the present bend carried over to the new line, or any fixed direction.
fn bend_direction(first: Vec3, present: Vec3, along: Vec3, pole: Option<Vec3>) -> Vec3 {
    let off = |v: Vec3, line: Vec3| v - line * v.dot(line);
    let usable =
        |v: Vec3, scale: f32| (v.is_finite() && v.length() > 1e-4 * scale).then(|| v.normalize_or_zero());
    pole.and_then(|pole| usable(off(pole, along), pole.length()))
        .or_else(|| {
            usable(off(first, present), first.length()).map(|bend| rotate(between(present, along), bend))
        })
        .unwrap_or_else(|| rotation::perpendicular(along))
}

/// The rotation about `axis` that brings `from` into the half plane of `to`.
fn about(axis: Vec3, from: Vec3, to: Vec3) -> Quat {
    let axis = axis.normalize_or_zero();
    let angle = libm::atan2f(axis.dot(from.cross(to)), from.dot(to) - axis.dot(from) * axis.dot(to));
    rotation::exp(axis * angle)
}

/// How long a limb becomes that is pulled from how long it is to how long it should be, if it is `straight` at some length.
///
/// The square of a knee's bend is as what its limb lacks to be straight. Pulled by δ it would lack δ less, and come to be
/// straight, and cease to be, at infinite speed. So of the part r of it that it may lose it keeps r² / (r + δ): the knee keeps
/// half of its bend however far the limb is pulled.
pub(crate) fn softly(from: f32, to: f32, straight: f32) -> f32 {
    let (room, pull) = (MOST_STRETCHED * (straight - from), to - from);
    if room > 0.0 && pull > 0.0 { from + room * pull / (room + pull) } else { from }
}

/// Turns the limb of a pose so that its end reaches the goal. `world` is scratch space for one transform per joint.
///
/// # Panics
/// If a buffer does not fit the skeleton.
pub fn reach(skeleton: &Skeleton, dofs: &mut [f32], limb: Limb, goal: &Reach, world: &mut [Affine3A]) {
    world_transforms(skeleton, dofs, world);
    let at = |j: JointId| Vec3::from(world[j.index()].translation);
    let [upper, middle, end] = [limb.upper, limb.middle, limb.end].map(at);
    let pole = goal.pole.filter(|p| *p != Vec3::ZERO);
    let (upper_turn, lower_turn) = turns(upper, middle, end, goal.position, pole);
    let both = compose(lower_turn, upper_turn);
    let turned = |j: JointId, by: Quat| compose(by, world_rotation(&world[j.index()]));
    // The turn that each joint's parent has undergone, and the joint's own wanted rotation.
    let mut set = |joint: JointId, parent_turn: Quat, rotation: Quat| {
        let parent_rotation = match skeleton.joint(joint).parent {
            Some(parent) if joint != skeleton.root() => turned(parent, parent_turn),
            None if joint != skeleton.root() => rotation::about_y(Placement::of(dofs).heading),
            _ => Quat::IDENTITY,
        };
        set_local_rotation(skeleton, joint, compose(inverse(parent_rotation), rotation), dofs);
    };
    set(limb.upper, Quat::IDENTITY, turned(limb.upper, upper_turn));
    set(limb.middle, upper_turn, turned(limb.middle, both));
    if let Some(rotation) = goal.rotation {
        set(limb.end, both, rotation);
    }
}
