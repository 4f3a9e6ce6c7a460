//! Runs, slow to fast, straight and turning.
//!
//! With speed, strides get longer before they get quicker, feet stay down for less of the cycle, and knees and arms swing
//! higher (Novacheck 1998, tables 1 and 2).

use super::{Pace, Style};

/// One in the middle, and slow and fast ones that go straight and turn both ways.
pub(super) fn runs() -> Vec<Style> {
    let slow = Style {
        name: "run-slow",
        speed_m_s: 2.4,
        cadence_steps_per_min: 156.0,
        stance_fraction: 0.365,
        knee_lift_deg: 6.0,
        lean_deg: 6.0,
        pelvis_rotation_deg: 5.0,
        twist_deg: 11.0,
        arm_swing_deg: 28.0,
        elbow_deg: 78.0,
        elbow_swing_deg: 12.0,
        ..RUN
    };
    let fast = Style {
        name: "run-fast",
        speed_m_s: 4.2,
        cadence_steps_per_min: 171.0,
        stance_fraction: 0.335,
        crouch_deg: 9.0,
        knee_lift_deg: 18.0,
        lean_deg: 12.0,
        pelvis_rotation_deg: 9.0,
        twist_deg: 18.0,
        arm_swing_deg: 50.0,
        elbow_deg: 88.0,
        elbow_swing_deg: 20.0,
        ..RUN
    };
    let turning =
        |style: &Style, name, turn_deg_per_cycle| Style { name, turn_deg_per_cycle, ..style.clone() };
    // Who runs fast slows down for a turn.
    let bend = Style { speed_m_s: 3.8, ..fast.clone() };
    vec![
        RUN,
        turning(&slow, "run-slow-left", 45.0),
        turning(&slow, "run-slow-right", -45.0),
        turning(&bend, "run-fast-left", 30.0),
        turning(&bend, "run-fast-right", -30.0),
        slow,
        fast,
    ]
}

const RUN: Style = Style {
    name: "run",
    pace: Pace::Run,
    speed_m_s: 3.3,
    cadence_steps_per_min: 164.0,
    stance_fraction: 0.36,
    step_width_m: 0.06,
    toe_out_deg: 5.0,
    strike_deg: 8.0,
    clearance_m: 0.03,
    crouch_deg: 5.0,
    knee_lift_deg: 14.0,
    bounce: 1.0,
    hip_sway_m: 0.012,
    pelvis_rotation_deg: 7.0,
    pelvis_drop_deg: 5.0,
    pelvis_lean_deg: 10.0,
    lean_deg: 9.0,
    slump_deg: 2.0,
    twist_deg: 15.0,
    trunk_sway_deg: 2.0,
    head_pitch_deg: 0.0,
    arm_swing_deg: 40.0,
    arm_forward_deg: -8.0,
    arm_out_deg: 16.0,
    arm_inward_deg: 10.0,
    elbow_deg: 84.0,
    elbow_swing_deg: 16.0,
    wrist_deg: 4.0,
    ..Style::NEUTRAL
};
