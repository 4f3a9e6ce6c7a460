//! What a scene says of itself: unit, axes, and what ufbx found wrong with it.

use glam::{DMat3, DQuat, DVec3};
use ufbx::{CoordinateAxes, CoordinateAxis};

use crate::clip::{self, Up};

/// FBX is in centimetres unless it says otherwise.
const USUAL_UNIT_M: f64 = 0.01;

pub(super) fn ufbx_warning(warning: &ufbx::Warning) -> String {
    let times = if warning.count > 1 { format!(" ({} times)", warning.count) } else { String::new() };
    format!("the file is not quite right: {}{times}", warning.description)
}

/// Metres per unit, as the file states unless that cannot be.
pub(super) fn unit(stated: f64, assumptions: &mut Vec<String>, warnings: &mut Vec<String>) -> f64 {
    let unit_m = if (1e-9..=1e9).contains(&stated) { stated } else { USUAL_UNIT_M };
    if unit_m != stated {
        warnings.push(format!("the file states a unit of {stated:?} m, which cannot be; give the unit"));
        assumptions.push(format!("unit: {USUAL_UNIT_M} m, FBX's own"));
    }
    unit_m
}

/// The up axis if it is one of the usual two, and what the file's axes are turned by if they are not.
pub(super) fn axes(
    axes: CoordinateAxes,
    assumptions: &mut Vec<String>,
    warnings: &mut Vec<String>,
) -> (Up, DQuat) {
    let directions = [axes.right, axes.up, axes.front].map(direction);
    let [Some(right), Some(up), Some(front)] = directions else {
        assumptions.push("up: Y, by default, since the file does not say".into());
        return (Up::Y, DQuat::IDENTITY);
    };
    let file_from_y_up = DMat3::from_cols(right, up, front);
    if file_from_y_up.determinant() < 0.5 {
        warnings.push(
            "its axes are left-handed, or no axes at all; they are taken for Y up, check left and right"
                .into(),
        );
        return (Up::Y, DQuat::IDENTITY);
    }
    let turn = DQuat::from_mat3(&file_from_y_up.transpose());
    for up in [Up::Y, Up::Z] {
        if turn.angle_between(clip::y_up_from(up)) < 1e-6 {
            assumptions.push(format!("up: {up:?}, as the file says"));
            return (up, DQuat::IDENTITY);
        }
    }
    assumptions
        .push(format!("up: {:?}, and {:?} forward, as the file says; turned to Y up", axes.up, axes.front));
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
