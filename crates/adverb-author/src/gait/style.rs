//! Styles of walking and running: pace, posture, amplitude and asymmetry; and the built-in styles.

mod moods;
mod paces;
mod runs;

/// The published curves that the legs follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// One foot is always on the floor.
    Walk,
    /// With a flight after each step.
    Run,
}

/// A style of walking or running. Angles are in degrees; "forward" and "up" are positive.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Its name, fit for a file name.
    pub name: &'static str,
    /// The published curves that the legs follow.
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
    /// An adult at the speed people choose by themselves.
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
#[must_use]
pub fn styles() -> Vec<Style> {
    let mut all = vec![Style::NEUTRAL];
    all.extend(moods::moods());
    all.extend(paces::paces());
    all.extend(runs::runs());
    all
}
