//! What a scene says of itself: unit, axes, and what ufbx found wrong with it.

use glam::{DMat3, DQuat, DVec3};
use ufbx::{CoordinateAxes, CoordinateAxis, Scene};

use crate::clip::{self, Up};
use crate::finding::Criterion;
use crate::formats::log::Log;

/// FBX is in centimetres unless it says otherwise.
const USUAL_UNIT_M: f64 = 0.01;

/// What ufbx found wrong with the file.
pub(super) fn damages(scene: &Scene, log: &mut Log) {
    for warning in &scene.metadata.warnings {
        let times = if warning.count > 1 { format!(" ({} times)", warning.count) } else { String::new() };
        log.warn(Criterion::Damaged, format!("the file has a defect: {}{times}", warning.description), "");
    }
}

/// Metres per unit, as the file states unless that cannot be.
pub(super) fn unit(stated: f64, log: &mut Log) -> f64 {
    let unit_m = if (1e-9..=1e9).contains(&stated) { stated } else { USUAL_UNIT_M };
    if unit_m != stated {
        let message = format!("the file states a unit of {stated:?} m, which is impossible");
        log.warn(Criterion::Unit, message, "Give the unit.");
        log.assume(Criterion::Unit, format!("unit: {USUAL_UNIT_M} m, FBX's own"));
    }
    unit_m
}

/// The up axis if it is one of the usual two, and what the file's axes are turned by if they are not.
pub(super) fn axes(axes: CoordinateAxes, log: &mut Log) -> (Up, DQuat) {
    let directions = [axes.right, axes.up, axes.front].map(direction);
    let [Some(right), Some(up), Some(front)] = directions else {
        log.assume(Criterion::Axes, "up: Y, by default, because the file states none");
        return (Up::Y, DQuat::IDENTITY);
    };
    let file_from_y_up = DMat3::from_cols(right, up, front);
    if file_from_y_up.determinant() < 0.5 {
        let message = "its axes are left-handed, or no axes at all; they are taken for Y up";
        log.warn(Criterion::Axes, message, "Check left and right.");
        return (Up::Y, DQuat::IDENTITY);
    }
    let turn = DQuat::from_mat3(&file_from_y_up.transpose());
    for up in [Up::Y, Up::Z] {
        if turn.angle_between(clip::y_up_from(up)) < 1e-6 {
            log.assume(Criterion::Axes, format!("up: {up:?}, as stated in the file"));
            return (up, DQuat::IDENTITY);
        }
    }
    let message =
        format!("up: {:?}, and {:?} forward, as stated in the file; turned to Y up", axes.up, axes.front);
    log.assume(Criterion::Axes, message);
    (Up::Y, turn)
}

fn direction(axis: CoordinateAxis) -> Option<DVec3> {
    Some(match axis {
        CoordinateAxis::PositiveX => DVec3::X,
        CoordinateAxis::NegativeX => DVec3::NEG_X,
        CoordinateAxis::PositiveY => DVec3::Y,
        CoordinateAxis::NegativeY => DVec3::NEG_Y,
        CoordinateAxis::PositiveZ => DVec3::Z,
        CoordinateAxis::NegativeZ => DVec3::NEG_Z,
        CoordinateAxis::Unknown => return None,
    })
}
