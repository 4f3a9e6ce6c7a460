//! Boxes around bones, held by joints.

use adverb_author::gait::{HEEL, SOLE_M};
use glam::{DMat3, DVec3};

use super::Part;
use super::bones::Bone;

/// A corner of a mesh in the bound pose: place, normal, and the two joints that hold it, half and half where they differ.
pub(super) struct Corner {
    pub(super) place: DVec3,
    pub(super) normal: DVec3,
    pub(super) held_by: [usize; 2],
}

/// The corners of a part, four for every face.
pub(super) fn corners(part: Part, bones: &[Bone]) -> Vec<Corner> {
    let named = |name: &str| bones.iter().position(|bone| bone.name.ends_with(name)).expect("it has it");
    let mut corners = Vec::new();
    let head = named(":Head");
    let at = bones[head].place;
    match part {
        Part::Body => bones.iter().enumerate().for_each(|(j, bone)| around(&mut corners, j, bone)),
        Part::Eyes => {
            for x in [-0.035, 0.035] {
                let middle = at + DVec3::new(x, 0.08, 0.09);
                add_box(&mut corners, middle, DMat3::IDENTITY, DVec3::splat(0.015), [head; 2]);
            }
        }
        Part::Hair => {
            let middle = at + DVec3::new(0.0, 0.16, -0.02);
            add_box(&mut corners, middle, DMat3::IDENTITY, DVec3::new(0.085, 0.03, 0.1), [head; 2]);
        }
    }
    corners
}

/// A box along a bone; ends have none.
fn around(corners: &mut Vec<Corner>, joint: usize, bone: &Bone) {
    let (middle, length) = (bone.place.midpoint(bone.tip), bone.place.distance(bone.tip));
    if length == 0.0 {
        return;
    }
    let name = &bone.name;
    if name.ends_with("Foot") || name.ends_with("ToeBase") {
        // From the heel, or the ball, on the ground.
        let back = if name.ends_with("Foot") { bone.place.z + HEEL.z } else { bone.place.z };
        let half = DVec3::new(0.045, 0.5 * (bone.place.y), 0.5 * (bone.tip.z - back));
        let half = if name.ends_with("Foot") { half } else { half.with_y(SOLE_M) };
        let middle = DVec3::new(bone.place.x, half.y, back + half.z);
        return add_box(corners, middle, DMat3::IDENTITY, half, [joint; 2]);
    }
    let thick = match name {
        name if name.ends_with("Hand") || name.ends_with("ForeArm") => 0.035,
        name if name.contains("Hand") => 0.01,
        name if name.contains("Spine") || name.ends_with("Hips") => 0.13,
        name if name.ends_with(":Head") => 0.09,
        name if name.ends_with("UpLeg") => 0.07,
        _ => 0.05,
    };
    let axes = DMat3::from_quat(bone.axes);
    add_box(
        corners,
        middle,
        axes,
        DVec3::new(thick, 0.5 * length, thick),
        [joint, bone.parent.unwrap_or(joint)],
    );
}

/// A box with flat faces; the second joint takes half of the end that is down along its y axis.
fn add_box(corners: &mut Vec<Corner>, middle: DVec3, axes: DMat3, half: DVec3, [own, above]: [usize; 2]) {
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let unit = |k: usize| DVec3::AXES[(axis + k) % 3];
            // Counterclockwise seen from outside.
            let (u, v) = if sign > 0.0 { (unit(1), unit(2)) } else { (unit(2), unit(1)) };
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let way = sign * unit(0) + a * u + b * v;
                let held_by = if way.y < 0.0 { [own, above] } else { [own; 2] };
                let place = middle + axes * (half * way);
                corners.push(Corner { place, normal: axes * (sign * unit(0)), held_by });
            }
        }
    }
}
