//! When things happen in a cycle, and the frame that travels along the path.
//!
//! The path is an arc taken at constant speed, level or rising evenly. Everything else is expressed in the frame that moves with it, where a cycle
//! repeats exactly, even when it turns.

use glam::{DQuat, DVec3};

use super::style::Style;
use crate::clip::Transform;
use crate::sides::Side;

/// Frames per second of what is synthesised.
pub(super) const FPS: f64 = 60.0;

/// The clock of a style.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cycle {
    /// How many frames a cycle takes; even, so that even walks have the right foot's contact on a frame.
    pub(super) frames: usize,
    speed_m_s: f64,
    turn_rad_per_cycle: f64,
    /// Metres up per metre of the path.
    slope: f64,
    /// When the right foot comes down; the left does at 0.
    right_contact: f64,
    stance: [f64; 2],
}

impl Cycle {
    pub(super) fn new(style: &Style) -> Self {
        let frames = 2 * (FPS * 60.0 / style.cadence_steps_per_min).round().max(4.0) as usize;
        let late = (frames as f64 * (0.5 + 0.06 * style.limp)).round();
        Self {
            frames,
            speed_m_s: style.speed_m_s,
            turn_rad_per_cycle: style.turn_deg_per_cycle.to_radians(),
            slope: libm::tan(style.slope_deg.clamp(-45.0, 45.0).to_radians()),
            right_contact: late / frames as f64,
            stance: [0.03, -0.05].map(|more| (style.stance_fraction + more * style.limp).clamp(0.25, 0.85)),
        }
    }

    pub(super) fn secs(&self) -> f64 {
        self.frames as f64 / FPS
    }

    pub(super) fn stride_m(&self) -> f64 {
        self.speed_m_s * self.secs()
    }

    /// When the foot comes down, in cycles.
    pub(super) fn contact(&self, side: Side) -> f64 {
        match side {
            Side::Left => 0.0,
            Side::Right => self.right_contact,
        }
    }

    /// How long it stays, in cycles.
    pub(super) fn stance(&self, side: Side) -> f64 {
        self.stance[side as usize]
    }

    /// Heading gained after this many cycles.
    pub(super) fn heading_rad(&self, cycles: f64) -> f64 {
        self.turn_rad_per_cycle * cycles
    }

    /// The travelling frame after this many cycles, seen from where it is now.
    pub(super) fn travelled(&self, cycles: f64) -> Transform {
        let heading = self.heading_rad(cycles);
        let length = self.stride_m() * cycles;
        // A chord of the arc points half-way; its length shrinks by sin x / x.
        let half = 0.5 * heading;
        let chord = if half.abs() < 1e-6 { length } else { length * libm::sin(half) / half };
        Transform {
            translation: (DVec3::new(libm::sin(half), 0.0, libm::cos(half)) * chord)
                .with_y(self.ground_m(length)),
            rotation: DQuat::from_rotation_y(heading),
        }
    }

    /// How high the ground is so far ahead.
    pub(super) fn ground_m(&self, ahead_m: f64) -> f64 {
        self.slope * ahead_m
    }

    /// How steep the ground is.
    pub(super) fn slope_rad(&self) -> f64 {
        libm::atan(self.slope)
    }

    /// How far the body leans into the turn, to the left positive, for its weight to press along the legs.
    pub(super) fn bank_rad(&self) -> f64 {
        libm::atan(self.speed_m_s * self.turn_rad_per_cycle / self.secs() / 9.81)
    }
}
