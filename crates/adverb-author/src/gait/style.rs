//! What makes a walk this walk: pace, posture, amplitude and asymmetry, and the built-in set of them.

/// Which published curves the legs follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// One foot is always on the floor.
    Walk,
    /// With a flight after each step.
    Run,
}

/// A manner of going. Angles in degrees; "forward" and "up" are positive.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Its name, fit for a file name.
    pub name: &'static str,
    /// Which published curves the legs follow.
    pub pace: Pace,
    /// Along the path.
    pub speed_m_s: f64,
    /// Both feet counted. Rounded so that a cycle is a whole number of frames.
    pub cadence_steps_per_min: f64,
    /// Part of the cycle in which a foot is on the floor, 0.25 to 0.85.
    pub stance_fraction: f64,
    /// How far the path turns in a cycle, left positive.
    pub turn_deg_per_cycle: f64,
    /// How steep the path is, uphill positive.
    pub slope_deg: f64,
    /// How late the right foot comes down, how briefly it stays, and how little it is trusted: 0 even, 1 lame.
    pub limp: f64,

    /// Between the lines of the two feet.
    pub step_width_m: f64,
    /// Of each foot, outwards.
    pub toe_out_deg: f64,
    /// The foot's slope at contact: toes up for a heel strike, toes down for a careful step.
    pub strike_deg: f64,
    /// Rise of the heel before the foot leaves, as a part of the published one.
    pub push_off: f64,
    /// Least height of the sole in mid-swing.
    pub clearance_m: f64,
    /// Bend added to the knees all through.
    pub crouch_deg: f64,
    /// Bend of the knee over the cycle, as a factor of the published one.
    pub knee_swing: f64,
    /// Bend added to hip and knee in swing.
    pub knee_lift_deg: f64,

    /// Rise and fall of the pelvis, as a factor of what the legs give.
    pub bounce: f64,
    /// Pelvis from the middle to the standing side.
    pub hip_sway_m: f64,
    /// Pelvis forwards with the swinging leg, to each side.
    pub pelvis_rotation_deg: f64,
    /// Pelvis falling on the swinging side.
    pub pelvis_drop_deg: f64,
    /// Mean lean of the pelvis.
    pub pelvis_lean_deg: f64,

    /// Lean of the chest.
    pub lean_deg: f64,
    /// Curl of the upper back, on top of the lean; negative is a chest thrust out.
    pub slump_deg: f64,
    /// Chest against the pelvis about the vertical, to each side.
    pub twist_deg: f64,
    /// Chest leaning to the standing side.
    pub trunk_sway_deg: f64,
    /// Where the face points: up positive, whatever the trunk does.
    pub head_pitch_deg: f64,
    /// Nodding and rolling of the head over the cycle.
    pub head_loll_deg: f64,
    /// Collars up.
    pub shoulder_raise_deg: f64,
    /// Collars forward.
    pub shoulder_forward_deg: f64,

    /// Upper arm from its middle to its ends.
    pub arm_swing_deg: f64,
    /// The middle of the swing, forward of hanging.
    pub arm_forward_deg: f64,
    /// Away from the body.
    pub arm_out_deg: f64,
    /// Upper arm turned so that the bent forearm points inwards.
    pub arm_inward_deg: f64,
    /// Bend of the elbow at the back of the swing.
    pub elbow_deg: f64,
    /// Bend added at the front of the swing.
    pub elbow_swing_deg: f64,
    /// Forearm turned from palm inwards to palm down.
    pub palm_down_deg: f64,
    /// Bend of the wrist towards the palm.
    pub wrist_deg: f64,
}

impl Style {
    /// An adult at the speed people choose when not asked.
    pub const NEUTRAL: Self = Self {
        name: "neutral",
        pace: Pace::Walk,
        speed_m_s: 1.3,
        cadence_steps_per_min: 110.0,
        stance_fraction: 0.61,
        turn_deg_per_cycle: 0.0,
        slope_deg: 0.0,
        limp: 0.0,
        step_width_m: 0.11,
        toe_out_deg: 6.0,
        strike_deg: 21.0,
        push_off: 1.0,
        clearance_m: 0.015,
        crouch_deg: 2.0,
        knee_swing: 1.0,
        knee_lift_deg: 0.0,
        bounce: 1.7,
        hip_sway_m: 0.022,
        pelvis_rotation_deg: 5.0,
        pelvis_drop_deg: 4.5,
        pelvis_lean_deg: 4.0,
        lean_deg: 2.0,
        slump_deg: 3.0,
        twist_deg: 5.0,
        trunk_sway_deg: 1.5,
        head_pitch_deg: -2.0,
        head_loll_deg: 0.0,
        shoulder_raise_deg: 0.0,
        shoulder_forward_deg: 0.0,
        arm_swing_deg: 20.0,
        arm_forward_deg: -3.0,
        arm_out_deg: 8.0,
        arm_inward_deg: 15.0,
        elbow_deg: 14.0,
        elbow_swing_deg: 16.0,
        palm_down_deg: 30.0,
        wrist_deg: 6.0,
    };
}

/// The built-in styles, the neutral one first.
pub fn styles() -> Vec<Style> {
    let mut all = vec![Style::NEUTRAL];
    all.extend(moods());
    all.extend(paces());
    all
}

/// The same person in another mood.
fn moods() -> [Style; 5] {
    let happy = Style {
        name: "happy",
        speed_m_s: 1.5,
        cadence_steps_per_min: 116.0,
        knee_lift_deg: 12.0,
        crouch_deg: 4.0,
        bounce: 4.5,
        hip_sway_m: 0.03,
        pelvis_rotation_deg: 8.0,
        pelvis_drop_deg: 6.0,
        lean_deg: -4.0,
        slump_deg: -8.0,
        twist_deg: 10.0,
        trunk_sway_deg: 4.0,
        head_pitch_deg: 12.0,
        head_loll_deg: 4.0,
        shoulder_raise_deg: 2.0,
        shoulder_forward_deg: -8.0,
        arm_swing_deg: 38.0,
        arm_forward_deg: 6.0,
        arm_out_deg: 16.0,
        arm_inward_deg: 20.0,
        elbow_deg: 22.0,
        elbow_swing_deg: 48.0,
        ..Style::NEUTRAL
    };
    let sad = Style {
        name: "sad",
        speed_m_s: 0.68,
        cadence_steps_per_min: 82.0,
        stance_fraction: 0.67,
        step_width_m: 0.10,
        toe_out_deg: 2.0,
        strike_deg: 7.0,
        push_off: 0.6,
        clearance_m: 0.01,
        crouch_deg: 6.0,
        knee_swing: 0.75,
        bounce: 1.2,
        hip_sway_m: 0.026,
        pelvis_rotation_deg: 2.0,
        pelvis_drop_deg: 3.0,
        pelvis_lean_deg: -4.0,
        lean_deg: 9.0,
        slump_deg: 24.0,
        twist_deg: 1.5,
        trunk_sway_deg: 2.0,
        head_pitch_deg: -55.0,
        shoulder_raise_deg: -6.0,
        shoulder_forward_deg: 22.0,
        arm_swing_deg: 4.0,
        arm_forward_deg: 2.0,
        arm_out_deg: 6.0,
        arm_inward_deg: 35.0,
        elbow_deg: 10.0,
        elbow_swing_deg: 2.0,
        wrist_deg: 12.0,
        ..Style::NEUTRAL
    };
    let angry = Style {
        name: "angry",
        speed_m_s: 1.85,
        cadence_steps_per_min: 136.0,
        stance_fraction: 0.59,
        step_width_m: 0.16,
        toe_out_deg: 10.0,
        strike_deg: 18.0,
        clearance_m: 0.04,
        crouch_deg: 8.0,
        knee_lift_deg: 14.0,
        bounce: 2.2,
        hip_sway_m: 0.028,
        pelvis_rotation_deg: 8.0,
        pelvis_lean_deg: 10.0,
        lean_deg: 19.0,
        slump_deg: 8.0,
        twist_deg: 13.0,
        trunk_sway_deg: 5.0,
        head_pitch_deg: -8.0,
        shoulder_raise_deg: 10.0,
        shoulder_forward_deg: 10.0,
        arm_swing_deg: 34.0,
        arm_forward_deg: -6.0,
        arm_out_deg: 24.0,
        arm_inward_deg: 28.0,
        elbow_deg: 68.0,
        elbow_swing_deg: 24.0,
        palm_down_deg: 50.0,
        wrist_deg: 14.0,
        ..Style::NEUTRAL
    };
    let tired = Style {
        name: "tired",
        speed_m_s: 0.72,
        cadence_steps_per_min: 76.0,
        stance_fraction: 0.66,
        limp: 0.6,
        step_width_m: 0.17,
        toe_out_deg: 12.0,
        strike_deg: 4.0,
        push_off: 0.5,
        clearance_m: 0.004,
        crouch_deg: 28.0,
        knee_swing: 0.6,
        bounce: 1.0,
        hip_sway_m: 0.05,
        pelvis_rotation_deg: 5.0,
        pelvis_drop_deg: 6.0,
        pelvis_lean_deg: 0.0,
        lean_deg: 27.0,
        slump_deg: 10.0,
        twist_deg: 5.0,
        trunk_sway_deg: 11.0,
        head_pitch_deg: -24.0,
        head_loll_deg: 14.0,
        shoulder_raise_deg: -8.0,
        shoulder_forward_deg: 14.0,
        arm_swing_deg: 13.0,
        arm_forward_deg: 16.0,
        arm_out_deg: 9.0,
        elbow_deg: 7.0,
        elbow_swing_deg: 6.0,
        wrist_deg: 10.0,
        ..Style::NEUTRAL
    };
    let sneaky = Style {
        name: "sneaky",
        speed_m_s: 0.62,
        cadence_steps_per_min: 54.0,
        stance_fraction: 0.64,
        step_width_m: 0.10,
        toe_out_deg: 4.0,
        strike_deg: -24.0,
        push_off: 0.8,
        clearance_m: 0.08,
        crouch_deg: 42.0,
        knee_swing: 0.8,
        knee_lift_deg: 26.0,
        bounce: 1.0,
        hip_sway_m: 0.045,
        pelvis_rotation_deg: 7.0,
        pelvis_drop_deg: 3.0,
        pelvis_lean_deg: 14.0,
        lean_deg: 34.0,
        slump_deg: 14.0,
        twist_deg: 6.0,
        trunk_sway_deg: 3.0,
        head_pitch_deg: 4.0,
        head_loll_deg: 3.0,
        shoulder_raise_deg: 14.0,
        shoulder_forward_deg: 12.0,
        arm_swing_deg: 9.0,
        arm_forward_deg: 52.0,
        arm_out_deg: 12.0,
        arm_inward_deg: 26.0,
        elbow_deg: 108.0,
        elbow_swing_deg: 14.0,
        palm_down_deg: 85.0,
        wrist_deg: 75.0,
        ..Style::NEUTRAL
    };
    [happy, sad, angry, tired, sneaky]
}

/// The neutral person at other speeds and on other paths.
fn paces() -> [Style; 8] {
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
    [slow, brisk, fast, turn("turn-left", 45.0), turn("turn-right", -45.0), uphill, downhill, RUN]
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
