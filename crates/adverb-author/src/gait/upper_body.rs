//! Trunk, head and arms.
//!
//! The chest turns against the pelvis, the head keeps to the path, and the arms swing against the legs: the left one is
//! farthest back when the left foot comes down (Murray 1967; Perry 1992, ch. 7). Arms hang from the vertical, not from
//! the chest, so that a stooping figure's arms still hang.

use std::f64::consts::TAU;

use glam::DQuat;

use super::cycle::Cycle;
use super::style::Style;
use crate::sides::Side;

/// Turns of the trunk in the travelling frame.
pub(super) struct Trunk {
    pub(super) spine: DQuat,
    pub(super) chest: DQuat,
    pub(super) neck: DQuat,
    pub(super) head: DQuat,
    /// From where the arms hang.
    arms: DQuat,
}

/// Turns of an arm: collar, elbow and wrist relative to their parents, the upper arm in the travelling frame.
pub(super) struct Arm {
    pub(super) collar: DQuat,
    pub(super) upper: DQuat,
    pub(super) elbow: DQuat,
    pub(super) wrist: DQuat,
}

/// Yaw to the left, roll to the left and pitch forward.
fn turn(yaw_deg: f64, roll_deg: f64, pitch_deg: f64) -> DQuat {
    DQuat::from_rotation_y(yaw_deg.to_radians())
        * DQuat::from_rotation_z(-roll_deg.to_radians())
        * DQuat::from_rotation_x(pitch_deg.to_radians())
}

/// The trunk at a phase of the cycle, above a pelvis turned so.
pub(super) fn trunk(style: &Style, cycle: &Cycle, pelvis: DQuat, phase: f64) -> Trunk {
    let wave = |harmonic: f64, late: f64| (harmonic * TAU * (phase - late)).sin();
    let bank = cycle.bank_rad().to_degrees();
    let into_turn = style.turn_deg_per_cycle;
    // Weight falls forward as each foot lands and is caught.
    let give = 1.2 * style.bounce * wave(2.0, -0.06);
    let yaw = style.twist_deg * (TAU * phase).cos() + 0.12 * into_turn;
    let roll = style.trunk_sway_deg * wave(1.0, 0.02) + bank;
    let chest = turn(yaw, roll, style.lean_deg + 0.6 * style.slump_deg + give);
    let waist = turn(0.5 * yaw, 0.6 * roll, style.lean_deg - 0.4 * style.slump_deg.max(0.0) + give);
    let nod = style.head_loll_deg * (0.5 * wave(2.0, 0.12) - 0.5);
    let head = turn(
        0.15 * yaw + 0.3 * into_turn,
        0.2 * roll + style.head_loll_deg * wave(1.0, 0.12),
        -style.head_pitch_deg - nod + 0.3 * give,
    );
    Trunk {
        spine: pelvis.slerp(waist, 0.6),
        chest,
        neck: chest.slerp(head, 0.45),
        head,
        arms: turn(yaw, 0.5 * roll, 0.3 * style.lean_deg.max(0.0)),
    }
}

/// An arm at a phase of the leg on its side.
pub(super) fn arm(style: &Style, trunk: &Trunk, side: Side, leg_phase: f64) -> Arm {
    let swing = -(TAU * (leg_phase - 0.02)).cos();
    let front = 0.5 - 0.5 * (TAU * (leg_phase - 0.07)).cos();
    let flex = style.arm_forward_deg + style.arm_swing_deg * swing;
    // The hand comes across the body in front and leaves it behind.
    let inward = style.arm_inward_deg + 0.25 * style.arm_swing_deg * swing;
    let elbow = style.elbow_deg + style.elbow_swing_deg * front;
    let hanging = DQuat::from_rotation_x(-flex.to_radians())
        * DQuat::from_rotation_z((style.arm_out_deg - 90.0).to_radians())
        * DQuat::from_rotation_x(inward.to_radians());
    let collar = DQuat::from_rotation_z(style.shoulder_raise_deg.to_radians())
        * DQuat::from_rotation_y(
            -(style.shoulder_forward_deg + 0.15 * style.arm_swing_deg * swing).to_radians(),
        );
    let bent = DQuat::from_rotation_y(-elbow.to_radians())
        * DQuat::from_rotation_x(style.palm_down_deg.to_radians());
    let wrist = DQuat::from_rotation_z(-style.wrist_deg.to_radians());
    Arm {
        collar: side.mirror(collar),
        upper: trunk.arms * side.mirror(hanging),
        elbow: side.mirror(bent),
        wrist: side.mirror(wrist),
    }
}
