//! One pose: feet, pelvis, trunk and arms put together into local transforms.

use glam::{DMat3, DQuat, DVec3};

use super::curves::Curves;
use super::cycle::Cycle;
use super::humanoid::{
    self, CHEST, HEAD, HIPS, LEFT_ARM, LEFT_LEG, LIMB, NECK, SHANK_M, SPINE, THIGH_M, humanoid,
};
use super::leg::{Foot, Leg, Swing};
use super::pelvis::Pelvis;
use super::style::Style;
use super::upper_body::{arm, trunk};
use crate::clip::{ClipJoint, Transform};
use crate::sides::Side;

/// A style made ready to be posed at any time.
pub(super) struct Walker<'a> {
    pub(super) joints: Vec<ClipJoint>,
    style: &'a Style,
    cycle: &'a Cycle,
    legs: [Leg<'a>; 2],
    swings: [Swing; 2],
    pelvis: Pelvis<'a>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(style: &'a Style, curves: &'a Curves, cycle: &'a Cycle) -> Self {
        let legs = Side::BOTH.map(|side| Leg::new(side, style, curves, cycle));
        let pelvis = Pelvis::new(style, cycle, &legs);
        let swings =
            [&legs[0], &legs[1]].map(|leg| leg.swing(|p| pelvis.hip(leg.side, p + cycle.contact(leg.side))));
        Self { joints: humanoid(), style, cycle, legs, swings, pelvis }
    }

    /// Local transforms of all joints after this many cycles.
    pub(super) fn pose(&self, cycles: f64) -> Vec<Transform> {
        let phase = cycles.rem_euclid(1.0);
        let mut locals: Vec<Transform> = self.joints.iter().map(|j| j.rest).collect();
        let mut set = |joint: usize, parent: DQuat, turn: DQuat| {
            locals[joint].rotation = (parent.inverse() * turn).normalize();
        };
        let pelvis = self.pelvis.rotation(phase);
        for (leg, swing) in self.legs.iter().zip(&self.swings) {
            let hip = self.pelvis.hip(leg.side, phase);
            let foot = leg.foot(swing, hip, leg.phase(phase));
            let (thigh, shank) = bones(hip, &foot, pelvis);
            let first = humanoid::first(leg.side, LEFT_LEG, LIMB);
            set(first, pelvis, thigh);
            set(first + 1, thigh, shank);
            set(first + 2, shank, foot.rotation);
            set(first + 3, foot.rotation, foot.toe_rotation);
        }
        let trunk = trunk(self.style, self.cycle, pelvis, phase);
        set(SPINE, pelvis, trunk.spine);
        set(CHEST, trunk.spine, trunk.chest);
        set(NECK, trunk.chest, trunk.neck);
        set(HEAD, trunk.neck, trunk.head);
        for leg in &self.legs {
            let arm = arm(self.style, &trunk, leg.side, leg.phase(phase));
            let first = humanoid::first(leg.side, LEFT_ARM, LIMB);
            set(first, DQuat::IDENTITY, arm.collar);
            set(first + 1, trunk.chest * arm.collar, arm.upper);
            set(first + 2, DQuat::IDENTITY, arm.elbow);
            set(first + 3, DQuat::IDENTITY, arm.wrist);
        }
        let here = Transform { translation: self.pelvis.position(phase), rotation: pelvis };
        locals[HIPS] = self.cycle.travelled(cycles).compose(here);
        locals
    }
}

/// Turns of thigh and shank that bring the ankle to the foot, the knee bending to the front.
pub(super) fn bones(hip: DVec3, foot: &Foot, pelvis: DQuat) -> (DQuat, DQuat) {
    let reach = foot.ankle() - hip;
    let distance = reach.length().min(THIGH_M + SHANK_M);
    let along = reach.normalize_or(DVec3::NEG_Y);
    // Knees point between where the pelvis and the foot do.
    let front = pelvis * DVec3::Z + foot.toe_rotation * DVec3::Z;
    let hinge = (-along).cross(front).normalize_or(DVec3::X);
    let front = hinge.cross(-along);
    let x = (THIGH_M * THIGH_M - SHANK_M * SHANK_M + distance * distance) / (2.0 * distance);
    let y = (THIGH_M * THIGH_M - x * x).max(0.0).sqrt();
    let thigh = along * x + front * y;
    let shank = along * distance - thigh;
    (bone(hinge, thigh), bone(hinge, shank))
}

/// The turn of a bone that hangs along −Y at rest, with its hinge along X.
fn bone(hinge: DVec3, along: DVec3) -> DQuat {
    let up = -along.normalize();
    DQuat::from_mat3(&DMat3::from_cols(hinge, up, hinge.cross(up)))
}

#[cfg(test)]
mod tests {
    use super::super::style::{Pace, styles};
    use super::super::{curves, cycle::Cycle};
    use super::*;
    use crate::clip::{Clip, Format, Source, Up};

    /// Places of all joints in the travelling frame after this many cycles.
    fn places(walker: &Walker, cycles: f64) -> Vec<DVec3> {
        let source = Source {
            file: String::new(),
            format: Format::Bvh,
            unit_m: 1.0,
            up: Up::Y,
            warnings: vec![],
            assumptions: vec![],
        };
        let clip = Clip { joints: walker.joints.clone(), fps: 60.0, locals: vec![], source };
        let here = walker.cycle.travelled(cycles).inverse();
        clip.world(&walker.pose(cycles)).into_iter().map(|w| here.compose(w).translation).collect()
    }

    fn each_style(check: impl Fn(&str, &Walker)) {
        for style in styles() {
            let curves = if style.pace == Pace::Run { curves::run() } else { curves::walk() };
            let cycle = Cycle::new(&style);
            check(style.name, &Walker::new(&style, &curves, &cycle));
        }
    }

    /// Largest over the joints of a difference formula.
    fn most(walker: &Walker, at: f64, step: f64, weights: &[(f64, f64)]) -> f64 {
        let sampled: Vec<_> = weights.iter().map(|(k, w)| (places(walker, at + k * step), w)).collect();
        let joint = |j: usize| sampled.iter().map(|(p, w)| p[j] * **w).sum::<DVec3>().length();
        (0..walker.joints.len()).map(joint).fold(0.0, f64::max)
    }

    #[test]
    fn velocity_never_jumps() {
        each_style(|name, walker| {
            for i in 0..1000 {
                let at = f64::from(i) / 1000.0;
                let step = 1e-6;
                let jump = most(walker, at, step, &[(-1.0, 1.0), (0.0, -2.0), (1.0, 1.0)]) / step;
                // In metres per cycle: an acceleration of 100 m/s² over the step leaves 1e-4.
                assert!(jump < 1e-2, "{name} at {at}: {jump}");
            }
        });
    }

    #[test]
    fn acceleration_meets_at_each_contact() {
        each_style(|name, walker| {
            for side in Side::BOTH {
                let at = walker.cycle.contact(side);
                let jump = |step: f64| {
                    let formula = [(-2.0, -1.0), (-1.0, 2.0), (1.0, -2.0), (2.0, 1.0)];
                    most(walker, at, step, &formula) / (step * step)
                };
                // Where it is continuous, the difference between both sides goes down with the step.
                let (coarse, fine) = (jump(1e-4), jump(1e-5));
                assert!(fine < 0.3 * coarse + 0.1, "{name} {side:?}: {coarse} then {fine} m/cycle²");
            }
        });
    }
}
