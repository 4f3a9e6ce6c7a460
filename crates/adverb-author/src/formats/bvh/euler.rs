//! Euler angles: rotations made of them, quickly, and found from a rotation, exact also at gimbal lock and continuous from frame
//! to frame.
//!
//! For R = Rz·Rx·Ry the quaternion's components combine into products of the half angles:
//! ```text
//! w + x = p·cos s   y + z = p·sin s   with s = (z+y)/2, p = √2·cos(45° − x/2)
//! w − x = m·cos d   z − y = m·sin d   with d = (z−y)/2, m = √2·sin(45° − x/2)
//! ```
//! so that x = 90° − 2·atan2(m, p). Near gimbal lock only one of s and d is badly known, and there it hardly
//! matters, whereas the usual formula loses both angles (Bernardes and Viollet, 2022).

use crate::numbers::squared;
use glam::DQuat;

/// Below this, an angle has no measurable effect (p and m scale it).
const LOCKED: f64 = 1e-10;

/// The angles [z, x, y] in degrees with R = Rz(z)·Rx(x)·Ry(y); of the many, those nearest to `near`. For a
/// first frame, `near` is zero.
pub fn zxy_degrees(rotation: DQuat, near: [f64; 3]) -> [f64; 3] {
    let DQuat { x, y, z, w } = rotation;
    let (p, m) = (libm::hypot(w + x, y + z), libm::hypot(w - x, z - y));
    let (mut s, mut d) = (libm::atan2(y + z, w + x), libm::atan2(z - y, w - x));
    // Locked: any split of the turn between z and y will do; keep y.
    let near_y = near[2].to_radians();
    if m < LOCKED {
        d = s - near_y;
    } else if p < LOCKED {
        s = d + near_y;
    }
    let x = std::f64::consts::FRAC_PI_2 - 2.0 * libm::atan2(m, p);
    let principal = [s + d, x, s - d].map(f64::to_degrees);
    let other = [principal[0] + 180.0, 180.0 - principal[1], principal[2] + 180.0];
    let [principal, other] = [principal, other].map(|angles| unwound(angles, near));
    // A little patience with the principal one, so that noise at gimbal lock does not toss the choice about.
    if distance(other, near) + 1e-6 < distance(principal, near) { other } else { principal }
}

/// The same angles less whole turns, each as near as can be.
fn unwound(angles: [f64; 3], near: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| angles[k] - 360.0 * ((angles[k] - near[k]) / 360.0).round())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| squared(a - b)).sum()
}

/// `rotation` · Rk(angle) for axis k (0, 1, 2 for X, Y, Z), by the sine and cosine of half the angle.
pub(super) fn turned(rotation: DQuat, axis: usize, (sine, cosine): (f64, f64)) -> DQuat {
    let DQuat { x, y, z, w } = rotation;
    let of = |along: f64, across: f64| (along * cosine + across * sine, across * cosine - along * sine);
    match axis {
        0 => {
            let ((x, w), (y, z)) = (of(x, w), of(y, z));
            DQuat::from_xyzw(x, y, z, w)
        }
        1 => {
            let ((y, w), (z, x)) = (of(y, w), of(z, x));
            DQuat::from_xyzw(x, y, z, w)
        }
        _ => {
            let ((z, w), (x, y)) = (of(z, w), of(x, y));
            DQuat::from_xyzw(x, y, z, w)
        }
    }
}

/// Sine and cosine of an angle in degrees, within 4e-16 up to a million turns. Whole quarter turns are taken off where they are
/// exact, in degrees; Taylor's series do for the eighth of a turn that is left.
pub(super) fn sin_cos_degrees(angle: f64) -> (f64, f64) {
    /// Added and taken off again it rounds to a whole number, whose last bits are then the sum's.
    const ROUNDS: f64 = 6_755_399_441_055_744.0;
    let sum = angle * (1.0 / 90.0) + ROUNDS;
    let (quarters, which) = (sum - ROUNDS, sum.to_bits());
    let r = (angle - 90.0 * quarters) * (std::f64::consts::PI / 180.0);
    let q = r * r;
    let sine = r + r * q * series(q, [3, 5, 7, 9, 11, 13, 15]);
    let cosine = 1.0 + q * series(q, [2, 4, 6, 8, 10, 12, 14, 16]);
    let (a, b) = if which & 1 == 0 { (sine, cosine) } else { (cosine, sine) };
    let signed = |value: f64, negative: u64| f64::from_bits(value.to_bits() ^ (negative << 63));
    (signed(a, which >> 1 & 1), signed(b, (which ^ which >> 1) & 1))
}

/// −1/n₀! + q/n₁! − q²/n₂! + …
fn series<const N: usize>(q: f64, of: [u64; N]) -> f64 {
    (0..N).rev().fold(0.0, |sum, k| {
        let sign = if k % 2 == 0 { -1.0 } else { 1.0 };
        sum * q + sign / (1..=of[k]).product::<u64>() as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_of_degrees_are_those_of_radians_and_exact_at_quarter_turns() {
        for step in -40_000..40_000 {
            let angle = 0.037 * f64::from(step);
            let (sine, cosine) = sin_cos_degrees(angle);
            let (s, c) = libm::sincos((angle % 360.0).to_radians());
            assert!(
                (sine - s).abs() < 1.5e-15 && (cosine - c).abs() < 1.5e-15,
                "{angle}: {sine} {s}, {cosine} {c}"
            );
            assert!((sine * sine + cosine * cosine - 1.0).abs() < 6e-16, "{angle}");
        }
        for (angle, expected) in [
            (0.0, (0.0, 1.0)),
            (90.0, (1.0, 0.0)),
            (-180.0, (0.0, -1.0)),
            (270.0, (-1.0, 0.0)),
            (3.6e8 + 90.0, (1.0, 0.0)),
        ] {
            assert_eq!(sin_cos_degrees(angle), expected, "{angle}");
        }
    }

    #[test]
    fn turning_about_an_axis_is_multiplying_by_the_rotation_about_it() {
        let rotation = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.2).normalize();
        for axis in 0..3 {
            let turned = turned(rotation, axis, sin_cos_degrees(20.0));
            let product = rotation * DQuat::from_axis_angle(glam::DVec3::AXES[axis], 40f64.to_radians());
            assert!((turned - product).length() < 1e-15);
        }
    }
}
