//! Where the feet go.
//!
//! On the floor a foot is planted: the heel keeps its place until the foot lies flat, the ball from then on, while the
//! heel rises over it (Perry's rockers). In the air it follows the published joint angles, hung from the hip, leaving the one place and seeking
//! the next by blends with two continuous derivatives. Soft maxima keep heel, ball and toes above the floor. On a slope, feet
//! lie on it and angles of the foot count from it.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};

use super::blend::{bump, ramp, rise, soft_limit, soft_max};
use super::curves::{Curves, PELVIS_LEAN_DEG};
use super::cycle::Cycle;
use super::humanoid::{BALL_FORWARD_M, BALL_UP_M, HEEL_TO_BALL_M, LEFT_HIP, SHANK_M, SOLE_M, THIGH_M, TOE_M};
use super::style::Style;
use crate::numbers::squared;
use crate::sides::Side;

/// A foot in the travelling frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Foot {
    pub(super) ball: DVec3,
    /// The foot's turn; its toes turn with its yaw only.
    pub(super) rotation: DQuat,
    pub(super) toe_rotation: DQuat,
}

impl Foot {
    pub(super) fn ankle(&self) -> DVec3 {
        self.ball - self.rotation * DVec3::new(0.0, BALL_UP_M, BALL_FORWARD_M)
    }
}

/// Segment angles in the sagittal plane; forward and toes-up are positive.
struct Angles {
    thigh_rad: f64,
    knee_rad: f64,
    foot_rad: f64,
}

/// A leg of a style. Its phase counts cycles from its own contact.
pub(super) struct Leg<'a> {
    pub(super) side: Side,
    style: &'a Style,
    curves: &'a Curves,
    cycle: &'a Cycle,
    pub(super) stance: f64,
    /// Trust in this leg: 1 full.
    strength: f64,
    /// The ball's place in the travelling frame at [`Leg::middle`].
    plant_x_m: f64,
    plant_z_m: f64,
    /// Rise of the heel, as a part of the published one.
    push_off: f64,
    /// Part of stance after which the heel rises; springy steps rise early.
    heel_off: f64,
    /// Parts of the cycle in which the foot still leaves its place, and already seeks the next.
    leaving: f64,
    landing: f64,
}

/// What the joint angles miss at the ends of the swing.
pub(super) struct Swing {
    lift_off: DVec3,
    landing: DVec3,
    /// From hip to ankle at those times.
    lift_off_reach_m: f64,
    landing_reach_m: f64,
}

/// Part of stance after which the foot lies flat.
pub(super) const FLAT: f64 = 0.22;
/// Part of the cycle for which the toes stay when the ball has left the floor.
pub(super) const TOES: f64 = 0.07;
/// How much farther a leg in the air may stretch than at lift-off or contact, and how far at all.
const STRETCH_M: f64 = 0.012;
const STRAIGHT: f64 = 0.997;

impl<'a> Leg<'a> {
    pub(super) fn new(side: Side, style: &'a Style, curves: &'a Curves, cycle: &'a Cycle) -> Self {
        let strength = if side == Side::Right { 1.0 - style.limp } else { 1.0 };
        let outside = -0.9 * libm::tan(cycle.bank_rad());
        let mut leg = Self {
            side,
            style,
            curves,
            cycle,
            stance: cycle.stance(side) - TOES,
            strength,
            plant_x_m: outside + 0.5 * side.sign() * style.step_width_m,
            plant_z_m: 0.0,
            // Shorter in a long stride, or the foot would be out of reach; a slow foot may not creep to its place.
            leaving: 0.15 / cycle.stride_m().sqrt(),
            landing: 0.12 / cycle.secs(),
            push_off: 1.2 * style.push_off * (0.6 + 0.4 * strength),
            heel_off: 0.42 - 0.07 * (style.bounce - 1.5).clamp(0.0, 2.0),
        };
        leg.plant_z_m = leg.balanced_plant_m();
        leg
    }

    /// Where to put the foot so that the leg, bent as published, holds the pelvis equally high when it comes down and when
    /// it leaves: farther forward the one sinks, farther back the other.
    fn balanced_plant_m(&self) -> f64 {
        let swing = LEFT_HIP.x * libm::sin(self.style.pelvis_rotation_deg.to_radians());
        let height = |p: f64, plant_m: f64, hip_m: f64| {
            let ankle = self.standing(p).ankle();
            let aside = ankle.z + plant_m - hip_m;
            let length = leg_length(self.knee_rad(p));
            self.above_ground(ankle) + (length * length - aside * aside).max(0.0).sqrt()
        };
        let (mut back, mut front) = (-0.4, 0.4);
        for _ in 0..40 {
            let middle = 0.5 * (back + front);
            if height(0.0, middle, swing) > height(self.stance, middle, -swing) {
                back = middle;
            } else {
                front = middle;
            }
        }
        // A little farther back, the more the longer the stride, so that the knee comes down softly.
        back - 0.01 * squared(self.cycle.stride_m())
    }

    /// The leg's own phase, 0..1, at a phase of the cycle.
    pub(super) fn phase(&self, cycle_phase: f64) -> f64 {
        (cycle_phase - self.cycle.contact(self.side)).rem_euclid(1.0)
    }

    fn middle(&self) -> f64 {
        0.5 * self.stance
    }

    /// The published angles, stretched to this stance and bent to this style.
    fn angles(&self, p: f64) -> Angles {
        let style = self.style;
        // A smooth warp of the cycle that puts the curves' toe-off where this style has it.
        let toe_off = self.stance + TOES;
        let late = (self.curves.toe_off - toe_off) / squared(libm::sin(PI * toe_off));
        let phase = p + late * squared(libm::sin(PI * p));
        let u = (p.rem_euclid(1.0) - self.stance) / (1.0 - self.stance);
        let lift = style.knee_lift_deg * if u > 0.0 { bump(u, 0.55, 0.5) } else { 0.0 };

        let hip = &self.curves.hip_deg;
        let amplitude = (self.cycle.stride_m() / self.curves.stride_m).clamp(0.35, 1.25);
        let thigh = hip.mean() + amplitude * (hip.at(phase) - hip.mean()) - PELVIS_LEAN_DEG;
        let knee_curve = self.curves.knee_deg.at(phase);
        // Short steps swing the knee less as well.
        let knee =
            knee_curve * style.knee_swing * (0.45 + 0.55 * amplitude.min(1.0)) * (0.7 + 0.3 * self.strength);
        let knee = soft_max(knee, 3.0, 4.0) + style.crouch_deg + 1.4 * lift;
        let thigh = thigh + 0.5 * style.crouch_deg + 1.2 * lift;
        let foot = thigh - knee + self.curves.ankle_deg.at(phase) + 0.4 * style.crouch_deg + 0.5 * lift;
        Angles { thigh_rad: thigh.to_radians(), knee_rad: knee.to_radians(), foot_rad: foot.to_radians() }
    }

    /// The knee's published angle in this style.
    pub(super) fn knee_rad(&self, p: f64) -> f64 {
        self.angles(p).knee_rad
    }

    /// The ball relative to the hip, forwards and up, as the joint angles have it.
    fn hanging(&self, p: f64) -> (f64, f64) {
        let a = self.angles(p);
        let (thigh_sin, thigh_cos) = libm::sincos(a.thigh_rad);
        let (shank_sin, shank_cos) = libm::sincos(a.thigh_rad - a.knee_rad);
        let (sin, cos) = libm::sincos(a.foot_rad);
        let forward = THIGH_M * thigh_sin + SHANK_M * shank_sin + BALL_FORWARD_M * cos - BALL_UP_M * sin;
        let up = -THIGH_M * thigh_cos - SHANK_M * shank_cos + BALL_FORWARD_M * sin + BALL_UP_M * cos;
        (forward, up)
    }

    /// Slope of the foot against the ground: from its strike down to the floor, up over the ball with the heel, and freely to the next strike.
    fn slope_rad(&self, p: f64) -> f64 {
        let u = self.aloft(p);
        let heel_off = rise(p, self.heel_off * self.stance, 1.1 * self.stance);
        // More push than published, which frees the knee while the ball is still down.
        let push = self.push_off + (1.0 - self.push_off) * rise(u, 0.0, 0.5);
        let landing = rise(u, 0.4, 0.9);
        // The foot already comes down when the heel touches.
        let since_contact = if u > 0.0 { p - 1.0 } else { p };
        let lowered = rise(since_contact, -0.03, FLAT * self.stance);
        let strike = if u > 0.0 { landing } else { 1.0 } * (1.0 - lowered);
        let free = if u > 0.0 { 1.0 - landing } else { 1.0 };
        self.angles(p).foot_rad * heel_off * push * free + self.style.strike_deg.to_radians() * strike
    }

    /// Part of the swing that is over; negative on the floor.
    fn aloft(&self, p: f64) -> f64 {
        (p - self.stance) / (1.0 - self.stance)
    }

    /// The ball on the floor, seen from the travelling frame, and the heading that the path has there; `landing` is 0 for
    /// the contact at phase 0 and 1 for the next. While the toes are up the heel is what stays.
    fn plant(&self, p: f64, landing: f64, slope_rad: f64) -> (DVec3, f64) {
        let since = self.middle() + landing - p;
        let moved = self.cycle.travelled(since);
        let height = self.cycle.ground_m(self.plant_z_m) + self.above(SOLE_M);
        let place = moved.translation + moved.rotation * DVec3::new(self.plant_x_m, height, self.plant_z_m);
        let course = self.cycle.heading_rad(since);
        let (sin, cos) = libm::sincos(slope_rad.max(0.0));
        let toes_up = DVec3::new(0.0, HEEL_TO_BALL_M * sin, HEEL_TO_BALL_M * (cos - 1.0));
        (place + self.lying(course) * toes_up, course)
    }

    /// How far one is above the ground, measured upwards, at a distance from it.
    fn above(&self, distance_m: f64) -> f64 {
        distance_m / libm::cos(self.cycle.slope_rad())
    }

    /// How high a point is above the ground.
    pub(super) fn above_ground(&self, point: DVec3) -> f64 {
        point.y - self.cycle.ground_m(point.z)
    }

    /// The turn of a foot that lies on the ground where the path has a heading.
    fn lying(&self, course_rad: f64) -> DQuat {
        DQuat::from_rotation_y(course_rad)
            * DQuat::from_rotation_x(-self.cycle.slope_rad())
            * DQuat::from_rotation_y(self.toe_out_rad())
    }

    fn toe_out_rad(&self) -> f64 {
        self.side.sign() * self.style.toe_out_deg.to_radians()
    }

    /// The foot at a phase of stance.
    pub(super) fn standing(&self, p: f64) -> Foot {
        let slope = self.slope_rad(p);
        let (ball, course) = self.plant(p, 0.0, slope);
        assemble(ball, self.lying(course), slope, 0.0)
    }

    /// Where the joint angles carry the ball.
    fn free(&self, hip: DVec3, p: f64) -> DVec3 {
        let (forward, up) = self.hanging(p);
        DVec3::new(self.plant_x_m, hip.y + up, hip.z + forward)
    }

    /// How far the floor is from where the joint angles carry the ball, at both ends of the swing.
    pub(super) fn swing(&self, hip: impl Fn(f64) -> DVec3) -> Swing {
        let gap = |p: f64, landing: f64| self.plant(p, landing, self.slope_rad(p)).0 - self.free(hip(p), p);
        let reach = |p: f64| (self.standing(p).ankle() - hip(p)).length();
        Swing {
            lift_off: gap(self.stance, 0.0),
            landing: gap(1.0, 1.0),
            lift_off_reach_m: reach(self.stance),
            landing_reach_m: reach(0.0),
        }
    }

    /// The foot at a phase of the leg, in the travelling frame.
    pub(super) fn foot(&self, swing: &Swing, hip: DVec3, p: f64) -> Foot {
        let u = self.aloft(p);
        if u <= 0.0 {
            return self.standing(p);
        }
        let slope = self.slope_rad(p);
        // The toes bend with the foot only once they are in the air, and lie flat again in time.
        let toes = rise(u, 0.05, 0.5) * (1.0 - rise(u, 0.75, 1.0));
        let airborne = bump(u, 0.4, 0.6);
        let radius = 0.02 * airborne;
        let heel = soft_max(HEEL_TO_BALL_M * libm::sin(slope), 0.0, radius);
        let tip = -TOE_M * libm::sin(toe_slope(slope, toes));
        let floor = self.above(SOLE_M + soft_max(heel, tip, radius * toes));

        let (mut left, left_course) = self.plant(p, 0.0, slope);
        let (mut next, next_course) = self.plant(p, 1.0, slope);
        left.y = floor + self.cycle.ground_m(left.z);
        next.y = floor + self.cycle.ground_m(next.z);
        let free = self.free(hip, p) + swing.lift_off.lerp(swing.landing, rise(u, 0.0, 1.0));
        let leaving = rise(p, self.stance, self.stance + self.leaving);
        let landing = rise(p, 1.0 - self.landing, 1.0);
        let mut ball = left.lerp(free, leaving).lerp(next, landing);
        // Feet do not scrape backwards when they leave.
        ball.z = soft_max(ball.z, left.z, radius);
        let cleared = self.cycle.ground_m(ball.z) + floor + self.style.clearance_m * airborne;
        ball.y = soft_max(ball.y, cleared, radius);
        let course = left_course + (next_course - left_course) * rise(u, 0.0, 1.0);
        let mut foot = assemble(ball, self.lying(course), slope, toes);
        // Hardly longer than on the floor before and after: well before that the foot comes along instead.
        let ends =
            swing.lift_off_reach_m + (swing.landing_reach_m - swing.lift_off_reach_m) * rise(u, 0.2, 0.8);
        let reach = foot.ankle() - hip;
        let limit = (ends + STRETCH_M).min(STRAIGHT * (THIGH_M + SHANK_M)).max(ends + 0.001);
        let length = soft_limit(reach.length(), ends - 0.06 * bump(u, 0.3, 0.75), limit);
        foot.ball -= reach * (1.0 - length / reach.length());
        foot
    }
}

/// Toes keep level while the heel rises over them, except as far as they are free.
fn toe_slope(slope_rad: f64, free: f64) -> f64 {
    let up = ramp(slope_rad, 0.14);
    up + free * (slope_rad - up)
}

/// A foot at a slope to the ground on which it would lie so.
pub(super) fn assemble(ball: DVec3, lying: DQuat, slope: f64, toes_free: f64) -> Foot {
    Foot {
        ball,
        rotation: lying * DQuat::from_rotation_x(-slope),
        toe_rotation: lying * DQuat::from_rotation_x(-toe_slope(slope, toes_free)),
    }
}

/// From hip to ankle, by the cosine rule.
pub(super) fn leg_length(knee_rad: f64) -> f64 {
    (THIGH_M * THIGH_M + SHANK_M * SHANK_M + 2.0 * THIGH_M * SHANK_M * libm::cos(knee_rad)).sqrt()
}
