//! Trunk, head and arms.
//!
//! The chest turns against the pelvis, the head keeps to the path, and the arms swing against the legs: the left one is
//! farthest back when the left foot comes down (Murray 1967; Perry 1992, ch. 7). Arms hang from the vertical, not from
//! the chest, so that a stooping figure's arms still hang.

use std::f64::consts::TAU;

use super::humanoid;
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

/// How a trunk is held, in degrees: yaw and roll to the left, lean forward, slump as [`Style`] has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TrunkAngles {
    pub(super) yaw_deg: f64,
    pub(super) roll_deg: f64,
    pub(super) lean_deg: f64,
    pub(super) slump_deg: f64,
    /// Lean that comes and goes with the steps, which arms do not follow.
    pub(super) give_deg: f64,
}

impl TrunkAngles {
    /// The trunk above a pelvis and below a head that are turned so.
    pub(super) fn trunk(&self, pelvis: DQuat, head: DQuat) -> Trunk {
        let Self { yaw_deg: yaw, roll_deg: roll, lean_deg: lean, slump_deg: slump, give_deg: give } = *self;
        let chest = turn(yaw, roll, lean + 0.6 * slump + give);
        let waist = turn(0.5 * yaw, 0.6 * roll, lean - 0.4 * slump.max(0.0) + give);
        Trunk {
            spine: pelvis.slerp(waist, 0.6),
            chest,
            neck: chest.slerp(head, 0.45),
            head,
            arms: turn(yaw, 0.5 * roll, 0.3 * lean.max(0.0)),
        }
    }
}

/// Turns of an arm: collar, elbow and wrist relative to their parents, the upper arm in the travelling frame.
pub(super) struct Arm {
    pub(super) collar: DQuat,
    pub(super) upper: DQuat,
    pub(super) elbow: DQuat,
    pub(super) wrist: DQuat,
}

/// How an arm is held, in degrees, with the meanings of [`Style`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ArmAngles {
    pub(super) shoulder_raise_deg: f64,
    pub(super) shoulder_forward_deg: f64,
    /// Upper arm forward of hanging.
    pub(super) flex_deg: f64,
    pub(super) out_deg: f64,
    pub(super) inward_deg: f64,
    pub(super) elbow_deg: f64,
    pub(super) palm_down_deg: f64,
    pub(super) wrist_deg: f64,
}

impl ArmAngles {
    /// The arm of a side, hanging from a trunk.
    pub(super) fn arm(&self, trunk: &Trunk, side: Side) -> Arm {
        let hanging = DQuat::from_rotation_x(-self.flex_deg.to_radians())
            * DQuat::from_rotation_z((self.out_deg - 90.0).to_radians())
            * DQuat::from_rotation_x(self.inward_deg.to_radians());
        let collar = DQuat::from_rotation_z(self.shoulder_raise_deg.to_radians())
            * DQuat::from_rotation_y(-self.shoulder_forward_deg.to_radians());
        let bent = DQuat::from_rotation_y(-self.elbow_deg.to_radians())
            * DQuat::from_rotation_x(self.palm_down_deg.to_radians());
        let wrist = DQuat::from_rotation_z(-self.wrist_deg.to_radians());
        Arm {
            collar: humanoid::mirror(side, collar),
            upper: trunk.arms * humanoid::mirror(side, hanging),
            elbow: humanoid::mirror(side, bent),
            wrist: humanoid::mirror(side, wrist),
        }
    }
}

/// Yaw to the left, roll to the left and pitch forward.
pub(super) fn turn(yaw_deg: f64, roll_deg: f64, pitch_deg: f64) -> DQuat {
    DQuat::from_rotation_y(yaw_deg.to_radians())
        * DQuat::from_rotation_z(-roll_deg.to_radians())
        * DQuat::from_rotation_x(pitch_deg.to_radians())
}

/// The trunk at a phase of the cycle, above a pelvis turned so.
pub(super) fn trunk(style: &Style, cycle: &Cycle, pelvis: DQuat, phase: f64) -> Trunk {
    let wave = |harmonic: f64, late: f64| libm::sin(harmonic * TAU * (phase - late));
    let bank = cycle.bank_rad().to_degrees();
    let into_turn = style.turn_deg_per_cycle;
    // Weight falls forward as each foot lands and is caught.
    let give = 1.2 * style.bounce * wave(2.0, -0.06);
    let yaw = style.twist_deg * libm::cos(TAU * phase) + 0.12 * into_turn;
    let roll = style.trunk_sway_deg * wave(1.0, 0.02) + bank;
    let nod = style.head_loll_deg * (0.5 * wave(2.0, 0.12) - 0.5);
    let head = turn(
        0.15 * yaw + 0.3 * into_turn,
        0.2 * roll + style.head_loll_deg * wave(1.0, 0.12),
        -style.head_pitch_deg - nod + 0.3 * give,
    );
    let angles = TrunkAngles {
        yaw_deg: yaw,
        roll_deg: roll,
        lean_deg: style.lean_deg,
        slump_deg: style.slump_deg,
        give_deg: give,
    };
    angles.trunk(pelvis, head)
}

/// An arm at a phase of the leg on its side.
pub(super) fn arm(style: &Style, trunk: &Trunk, side: Side, leg_phase: f64) -> Arm {
    let swing = -libm::cos(TAU * (leg_phase - 0.02));
    let front = 0.5 - 0.5 * libm::cos(TAU * (leg_phase - 0.07));
    let angles = ArmAngles {
        shoulder_raise_deg: style.shoulder_raise_deg,
        shoulder_forward_deg: style.shoulder_forward_deg + 0.15 * style.arm_swing_deg * swing,
        flex_deg: style.arm_forward_deg + style.arm_swing_deg * swing,
        out_deg: style.arm_out_deg,
        // The hand comes across the body in front and leaves it behind.
        inward_deg: style.arm_inward_deg + 0.25 * style.arm_swing_deg * swing,
        elbow_deg: style.elbow_deg + style.elbow_swing_deg * front,
        palm_down_deg: style.palm_down_deg,
        wrist_deg: style.wrist_deg,
    };
    angles.arm(trunk, side)
}
