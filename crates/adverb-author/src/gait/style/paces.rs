//! Walks of the neutral person at other speeds and on other paths.

use super::Style;

/// Slow to fast, turning, and on slopes.
pub(super) fn paces() -> [Style; 7] {
    let slow = Style {
        name: "slow",
        speed_m_s: 0.8,
        cadence_steps_per_min: 84.0,
        stance_fraction: 0.65,
        strike_deg: 15.0,
        hip_sway_m: 0.034,
        pelvis_rotation_deg: 3.0,
        pelvis_drop_deg: 3.5,
        twist_deg: 3.0,
        arm_swing_deg: 11.0,
        elbow_swing_deg: 8.0,
        ..Style::NEUTRAL
    };
    let brisk = Style {
        name: "brisk",
        speed_m_s: 1.65,
        cadence_steps_per_min: 122.0,
        stance_fraction: 0.595,
        strike_deg: 23.0,
        hip_sway_m: 0.019,
        pelvis_rotation_deg: 7.0,
        lean_deg: 4.0,
        twist_deg: 7.0,
        arm_swing_deg: 27.0,
        elbow_deg: 22.0,
        elbow_swing_deg: 26.0,
        ..Style::NEUTRAL
    };
    let fast = Style {
        name: "fast",
        speed_m_s: 2.05,
        cadence_steps_per_min: 138.0,
        stance_fraction: 0.575,
        strike_deg: 25.0,
        crouch_deg: 7.0,
        hip_sway_m: 0.017,
        pelvis_rotation_deg: 10.0,
        lean_deg: 7.0,
        twist_deg: 10.0,
        arm_swing_deg: 34.0,
        arm_out_deg: 14.0,
        elbow_deg: 58.0,
        elbow_swing_deg: 32.0,
        ..Style::NEUTRAL
    };
    let turn = |name, turn_deg_per_cycle| Style {
        name,
        turn_deg_per_cycle,
        speed_m_s: 1.1,
        cadence_steps_per_min: 104.0,
        ..Style::NEUTRAL
    };
    // Uphill steps are slower and land flat on a bent knee, the trunk over them; downhill ones are short and quick, the trunk
    // held back, and sink into the knee (Lay, Hass and Gregor 2006; Sun and others 1996).
    let uphill = Style {
        name: "uphill",
        slope_deg: 10.0,
        speed_m_s: 1.05,
        cadence_steps_per_min: 100.0,
        stance_fraction: 0.63,
        strike_deg: 9.0,
        clearance_m: 0.025,
        crouch_deg: 5.0,
        bounce: 1.2,
        pelvis_lean_deg: 10.0,
        lean_deg: 11.0,
        slump_deg: 5.0,
        head_pitch_deg: 3.0,
        arm_swing_deg: 24.0,
        arm_forward_deg: 3.0,
        elbow_deg: 24.0,
        elbow_swing_deg: 22.0,
        ..Style::NEUTRAL
    };
    let downhill = Style {
        name: "downhill",
        slope_deg: -10.0,
        speed_m_s: 1.15,
        cadence_steps_per_min: 118.0,
        stance_fraction: 0.6,
        strike_deg: 15.0,
        push_off: 0.6,
        crouch_deg: 9.0,
        bounce: 1.2,
        pelvis_lean_deg: 1.0,
        lean_deg: -5.0,
        slump_deg: 3.0,
        head_pitch_deg: -9.0,
        arm_swing_deg: 15.0,
        arm_out_deg: 13.0,
        elbow_deg: 22.0,
        elbow_swing_deg: 10.0,
        ..Style::NEUTRAL
    };
    [slow, brisk, fast, turn("turn-left", 45.0), turn("turn-right", -45.0), uphill, downhill]
}
