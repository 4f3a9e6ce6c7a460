//! How the pelvis moves in the travelling frame.
//!
//! Sway, drop, rotation and tilt are the low harmonics that Perry and Winter give. The height follows from the legs: each
//! standing leg, bent at the knee as published, holds the pelvis at some height; a Fourier series is fitted to that, to
//! free fall where no foot stands, and below what a nearly straight leg reaches. On a slope the pelvis keeps the height above
//! the ground that it would have on the level, as far as legs reach: the upper leg bends.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

use super::blend::rise;
use super::cycle::Cycle;
use super::humanoid::{LEFT_HIP, SHANK_M, THIGH_M};
use super::leg::{Leg, TOES, leg_length};
use super::series::{Condition, Series};
use super::style::{Pace, Style};
use crate::sides::Side;

const STEPS: usize = 240;

/// The pelvis of a style.
pub(super) struct Pelvis<'a> {
    style: &'a Style,
    cycle: &'a Cycle,
    height_m: Series,
}

/// What a standing leg says about the pelvis at a phase.
struct Demand {
    phase: f64,
    /// Where the leg's published bend holds it.
    height_m: f64,
    /// Where the leg would be too straight.
    limit_m: f64,
    /// How much weight the leg carries.
    weight: f64,
}

impl<'a> Pelvis<'a> {
    pub(super) fn new(style: &'a Style, cycle: &'a Cycle, legs: &[Leg; 2]) -> Self {
        let mut pelvis = Self { style, cycle, height_m: Series::through(&[0.0], 0) };
        let demands: Vec<Demand> = legs.iter().flat_map(|leg| pelvis.demands(leg)).collect();
        pelvis.height_m = pelvis.height(&demands, legs);
        pelvis
    }

    fn demands(&self, leg: &Leg) -> Vec<Demand> {
        let contact = self.cycle.contact(leg.side);
        let count = (STEPS as f64 * leg.stance) as usize;
        let demand = |i: usize| {
            let p = leg.stance * i as f64 / count as f64;
            let phase = p + contact;
            let hip = self.horizontal(phase) + self.rotation(phase) * hip_offset(leg.side);
            let ankle = leg.standing(p).ankle();
            let aside = (hip - ankle).with_y(0.0).length_squared();
            let above =
                |ankle_m: f64, length: f64| ankle_m - hip.y + (length * length - aside).max(0.01).sqrt();
            let (s, knee) = (p / leg.stance, leg.knee_rad(p));
            // Straightest in late stance; at contact there must be some length left from which to come.
            let reach = (THIGH_M + SHANK_M) * (0.982 + 0.0115 * rise(s, 0.0, 0.25));
            Demand {
                phase,
                height_m: above(leg.above_ground(ankle), leg_length(knee)),
                limit_m: above(ankle.y, leg_length(0.8 * knee).min(reach)),
                weight: 0.5 + rise(s, -0.05, 0.3) * (1.0 - rise(s, 0.65, 1.05)),
            }
        };
        (0..=count).map(demand).collect()
    }

    fn height(&self, demands: &[Demand], legs: &[Leg; 2]) -> Series {
        // A run needs more of them: it has a stance and a flight in each half of the cycle.
        let harmonics = if self.style.pace == Pace::Run { 6 } else { 4 };
        let fall = -9.81 * self.cycle.secs() * self.cycle.secs();
        let free = |phase: f64| legs.iter().all(|leg| leg.phase(phase) > leg.stance + TOES);
        let phases = || (0..STEPS).map(|i| i as f64 / STEPS as f64);
        let mut conditions: Vec<Condition> =
            demands.iter().map(|d| Condition::value(harmonics, d.phase, d.height_m, d.weight)).collect();
        conditions
            .extend(phases().filter(|&p| free(p)).map(|p| Condition::acceleration(harmonics, p, fall, 1e-5)));
        let natural = Series::fit(harmonics, &conditions);

        let top = phases().map(|p| natural.at(p)).fold(f64::MIN, f64::max);
        let bounced = |p: f64| top + self.style.bounce * (natural.at(p) - top);
        let mut wanted = natural.clone();
        let mut held: Vec<Condition> = Vec::new();
        // Legs that are too short pull the curve down where they are, a little more each time.
        for _ in 0..12 {
            let over = demands.iter().filter(|d| wanted.at(d.phase) > d.limit_m);
            held.extend(over.map(|d| Condition::value(harmonics, d.phase, d.limit_m - 0.002, 4.0)));
            let aims = phases().map(|p| Condition::value(harmonics, p, bounced(p), 1.0));
            let all: Vec<Condition> = aims.chain(held.drain(..)).collect();
            wanted = Series::fit(harmonics, &all);
            held = all.into_iter().skip(STEPS).collect();
        }
        let excess = demands.iter().map(|d| wanted.at(d.phase) - d.limit_m).fold(0.0, f64::max);
        wanted.raised(-excess)
    }

    /// The middle of the pelvis.
    pub(super) fn position(&self, phase: f64) -> DVec3 {
        self.horizontal(phase).with_y(self.height_m.at(phase))
    }

    fn horizontal(&self, phase: f64) -> DVec3 {
        // Over the standing foot in mid-stance; fastest when both feet are down.
        let sway = self.style.hip_sway_m * libm::sin(TAU * (phase - 0.05));
        let surge = 0.008 * libm::sin(2.0 * TAU * (phase - 0.05));
        DVec3::new(sway, 0.0, surge)
    }

    /// The pelvis's turn.
    pub(super) fn rotation(&self, phase: f64) -> DQuat {
        let style = self.style;
        let yaw = -style.pelvis_rotation_deg * libm::cos(TAU * phase);
        let roll = style.pelvis_drop_deg * libm::sin(TAU * (phase + 0.08));
        let lean = style.pelvis_lean_deg + 1.5 * libm::cos(2.0 * TAU * (phase + 0.05));
        DQuat::from_rotation_y(yaw.to_radians())
            * DQuat::from_rotation_z(roll.to_radians() - 0.5 * self.cycle.bank_rad())
            * DQuat::from_rotation_x(lean.to_radians())
    }

    /// The hip joint.
    pub(super) fn hip(&self, side: Side, phase: f64) -> DVec3 {
        self.position(phase) + self.rotation(phase) * hip_offset(side)
    }
}

/// A hip joint relative to the middle of the pelvis.
pub(super) fn hip_offset(side: Side) -> DVec3 {
    DVec3::new(side.sign() * LEFT_HIP.x, LEFT_HIP.y, LEFT_HIP.z)
}
