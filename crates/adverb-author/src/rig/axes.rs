//! Axes for every joint that are the world's in a symmetric pose of the body (see the parent module).
//!
//! With S the mirror x → −x, a joint with world orientation W and its partner's W* in the symmetric pose, the mirrored
//! joint's orientation is S W C with the constant C = W⁻¹ S W*. −C is a proper rotation, P = W⁻¹ · about_x(π) · W*. Axes A
//! and A* make left and right correspond by signs alone when A* = P⁻¹ · A · about_x(π); from W A = W* A* = world this
//! follows, and where W is only a mean over frames P is rounded to what the file's author must have meant.

use std::f64::consts::PI;

use adverb::body::Part;
use glam::{DMat3, DQuat, DVec3};

use super::{Extract, Mean};
use crate::clip::{Clip, Transform};
use crate::sides::{Side, Sides};

/// Legs that go where the trunk goes by more than this cosine are those of no figure.
const FOLDED: f64 = 0.7;
/// A trunk that rises by less than this part of its length does not stand.
const UPRIGHT: f64 = 0.5;

/// `file_from_aligned` for every joint: `world_from_joint · axes` is the aligned frame.
pub(super) fn aligned(base: &Clip, examples: &[Extract], root: usize, sides: &Sides) -> Vec<DQuat> {
    let rest = stood_up(base, examples, root);
    if let Some(facing) = facing_of_symmetric(base, &rest, sides).filter(|_| !is_folded(base, &rest)) {
        return rest.iter().map(|t| (t.rotation.inverse() * facing).normalize()).collect();
    }
    let mean = mean_orientations(base, examples, root, sides);
    let mut axes: Vec<DQuat> = mean.iter().map(|w| w.inverse()).collect();
    let half_turn = DQuat::from_rotation_x(PI);
    let children = base.children();
    let mut across: Vec<Option<DQuat>> = vec![None; axes.len()];
    for j in 0..axes.len() {
        let k = sides.partner[j];
        if k == j {
            // In the middle, the file axis nearest to the lateral one is lateral.
            let lateral = axes[j] * DVec3::X;
            axes[j] = DQuat::from_rotation_arc(lateral, snapped_direction(lateral)) * axes[j];
        } else if j < k {
            let like = base.joints[j].parent.and_then(|p| across[p]);
            let bones = bones(base, sides, &children[j]);
            let snapped = snapped_across(&bones, mean[j].inverse() * half_turn * mean[k], like);
            axes[k] = snapped.inverse() * axes[j] * half_turn;
            across[j] = Some(snapped);
        }
    }
    axes.into_iter().map(|a| a.normalize()).collect()
}

/// Whether legs go where the trunk goes: all bones point alike, as programs export them, which is no figure.
fn is_folded(base: &Clip, rest: &[Transform]) -> bool {
    let roles = base.roles();
    let at = |part: Part, side: Option<Side>| roles.joint(part, side).map(|joint| rest[joint].translation);
    let leg = |side: Side| Some(at(Part::Foot, Some(side))? - at(Part::UpLeg, Some(side))?);
    let legs: DVec3 = Side::BOTH.into_iter().filter_map(leg).sum();
    let trunk = at(Part::Head, None).zip(at(Part::Hips, None)).map(|(head, hips)| head - hips);
    trunk.is_some_and(|trunk| trunk.normalize_or_zero().dot(legs.normalize_or_zero()) > FOLDED)
}

/// The rest pose. One that lies where the body stands in its motions (its file has another axis up than its joints do) is turned as they
/// have it.
fn stood_up(base: &Clip, examples: &[Extract], root: usize) -> Vec<Transform> {
    let rest = base.world(&base.rest());
    let roles = base.roles();
    let top = [Part::Head, Part::Neck].into_iter().find_map(|part| roles.joint(part, None));
    let trunk = top.map(|top| rest[top].translation - rest[root].translation);
    if trunk.is_none_or(|trunk| trunk.y > UPRIGHT * trunk.length()) {
        return rest;
    }
    // The direction of the rest pose that is up on average.
    let up = |locals: &[Transform], clip: &Clip| {
        rest[root].rotation * clip.world_of(locals, root).rotation.inverse() * DVec3::Y
    };
    let frames = examples.iter().flat_map(|e| e.frames.clone().map(|f| up(e.clip.frame(f), e.clip)));
    let axis = snapped_direction(frames.sum());
    let turn = match axis == DVec3::NEG_Y {
        true => DQuat::from_rotation_z(PI),
        false => DQuat::from_rotation_arc(axis, DVec3::Y),
    };
    let turned = |t: Transform| Transform {
        translation: turn * t.translation,
        rotation: (turn * t.rotation).normalize(),
    };
    rest.into_iter().map(turned).collect()
}

/// The facing of a pose if the figure in it is symmetric: joints across from their partners, and those that they hang from in the middle
/// plane. Where an arm without a partner, a third leg or what a hand holds is does not matter.
fn facing_of_symmetric(base: &Clip, world: &[Transform], sides: &Sides) -> Option<DQuat> {
    let at = |j: usize| world[j].translation;
    let size = (0..world.len()).map(|j| at(j).distance(at(0))).fold(0.0, f64::max);
    let across: DVec3 = sides.pairs().map(|(l, r)| at(l) - at(r)).sum();
    let Some(lateral) = across.try_normalize() else {
        // Nothing to tell left from right: the world's axes in the rest pose.
        return sides.pairs().next().is_none().then_some(DQuat::IDENTITY);
    };
    let count = sides.pairs().count() as f64;
    let middle: DVec3 = sides.pairs().map(|(l, r)| at(l) + at(r)).sum::<DVec3>() / (2.0 * count);
    let mirror = |p: DVec3| p - lateral * (2.0 * (p - middle).dot(lateral));
    let mut counts: Vec<bool> = (0..world.len()).map(|j| sides.partner[j] != j).collect();
    for j in (0..world.len()).rev() {
        if let Some(parent) = base.joints[j].parent {
            counts[parent] |= counts[j];
        }
    }
    let mirrored = |j: usize| at(j).distance(mirror(at(sides.partner[j]))) < 0.1 * size;
    let symmetric = (0..world.len()).all(|j| !counts[j] || mirrored(j));
    (symmetric && lateral.y.abs() < 0.3).then(|| facing(lateral))
}

/// The rotation about the vertical of a body whose left is at `lateral`; a quarter turn exactly when it is nearly one.
fn facing(lateral: DVec3) -> DQuat {
    let angle = libm::atan2(-lateral.z, lateral.x);
    let quarter = (angle / (PI / 2.0)).round() * (PI / 2.0);
    DQuat::from_rotation_y(if (angle - quarter).abs() < 0.1 { quarter } else { angle })
}

/// World orientations with the body's facing taken off, averaged over all frames.
fn mean_orientations(base: &Clip, examples: &[Extract], root: usize, sides: &Sides) -> Vec<DQuat> {
    let mut means = vec![Mean::default(); base.joints.len()];
    let hips = hip_pairs(base, root, sides);
    for e in examples {
        for f in e.frames.clone() {
            let world = e.clip.world(e.clip.frame(f));
            let lateral: DVec3 = hips.iter().map(|&(l, r)| world[l].translation - world[r].translation).sum();
            let level = DVec3::new(lateral.x, 0.0, lateral.z);
            let Some(lateral) = level.try_normalize() else { continue };
            let back = DQuat::from_rotation_y(-libm::atan2(-lateral.z, lateral.x));
            for (mean, t) in means.iter_mut().zip(&world) {
                mean.add(back * t.rotation);
            }
        }
    }
    let rest = base.world(&base.rest());
    means.iter().zip(rest).map(|(mean, rest)| mean.value().unwrap_or(rest.rotation)).collect()
}

/// The pairs that show which way the body faces: those nearest to the root whose offsets differ.
fn hip_pairs(base: &Clip, root: usize, sides: &Sides) -> Vec<(usize, usize)> {
    let mut depths = vec![usize::MAX; base.joints.len()];
    depths[root] = 0;
    for (j, joint) in base.joints.iter().enumerate().skip(root + 1) {
        depths[j] = joint.parent.map_or(usize::MAX, |p| depths[p].saturating_add(1));
    }
    let apart = |&(l, r): &(usize, usize)| {
        base.joints[l].rest.translation.distance(base.joints[r].rest.translation) > 1e-3
    };
    let pairs: Vec<_> = sides.pairs().filter(apart).collect();
    let nearest = pairs.iter().map(|&(l, _)| depths[l]).min().unwrap_or(0);
    pairs.into_iter().filter(|&(l, _)| depths[l] == nearest).collect()
}

/// The principal direction nearest to a unit vector, if it is near at all.
fn snapped_direction(v: DVec3) -> DVec3 {
    let directions = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let nearest = directions.into_iter().max_by(|a, b| a.dot(v).total_cmp(&b.dot(v))).unwrap_or(v);
    if nearest.dot(v) > 0.85 { nearest } else { v }
}

/// The bones to a joint's children, each with the one across from it.
fn bones(base: &Clip, sides: &Sides, children: &[usize]) -> Vec<(DVec3, DVec3)> {
    let along = |c: usize| base.joints[c].rest.translation;
    let pairs =
        children.iter().filter(|&&c| sides.partner[c] != c).map(|&c| (along(c), along(sides.partner[c])));
    pairs.filter(|(own, other)| own.length() > 1e-6 && other.length() > 1e-6).collect()
}

/// P rounded to a rotation between principal axes that also carries the bones of one side onto the other's, preferably the
/// same as for the joint above, `like`; P itself if none is near.
fn snapped_across(bones: &[(DVec3, DVec3)], across: DQuat, like: Option<DQuat>) -> DQuat {
    let bones_off = |p: DQuat| {
        let off =
            |&(own, other): &(DVec3, DVec3)| (-(p.inverse() * own)).normalize().distance(other.normalize());
        bones.iter().map(off).fold(0.0, f64::max)
    };
    let unlike = |p: DQuat| like.is_some_and(|l| l.angle_between(p) > 0.1);
    let cost = |p: DQuat| p.angle_between(across) + 2.0 * bones_off(p) + if unlike(p) { 0.4 } else { 0.0 };
    let best = principal_rotations().into_iter().min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
    best.filter(|b| cost(*b) < 1.2).unwrap_or(across)
}

/// The 24 rotations that take principal axes to principal axes.
fn principal_rotations() -> Vec<DQuat> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let mut rotations = Vec::with_capacity(24);
    for x in axes {
        for y in axes.into_iter().filter(|y| y.dot(x) == 0.0) {
            rotations.push(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))));
        }
    }
    rotations
}
