//! A number with its first two derivatives with respect to time, and what is blended of such numbers.
//!
//! Where motions are warped, blended or laid over each other, velocity and acceleration follow from position by the chain rule.
//! Carrying the three along through every formula (a 2-jet) leaves none of its terms out; the thesis's own formulas do.

use std::ops::{Add, Mul, Sub};

use adverb::VerbTime;
use adverb::curve::Derivative;

use super::Motion;

/// x, ẋ and ẍ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jet(pub(super) [f64; 3]);

/// What a jet holds, in order.
pub(super) const DERIVATIVES: [Derivative; 3] =
    [Derivative::Position, Derivative::Velocity, Derivative::Acceleration];

impl Jet {
    pub(super) fn constant(value: f64) -> Self {
        Self([value, 0.0, 0.0])
    }

    /// A function of it, given by its value and its derivatives where it is now.
    pub(super) fn through(self, [f, df, ddf]: [f64; 3]) -> Self {
        let [_, d, dd] = self.0;
        Self([f, df * d, ddf * d * d + df * dd])
    }

    pub(super) fn value(self) -> f64 {
        self.0[0]
    }

    fn inverse(self) -> Self {
        let y = 1.0 / self.0[0];
        self.through([y, -y * y, 2.0 * y * y * y])
    }

    fn sqrt(self) -> Self {
        let y = self.0[0].sqrt();
        self.through([y, 0.5 / y, -0.25 / (y * y * y)])
    }

    fn scaled(self, by: f64) -> Self {
        Self(self.0.map(|x| x * by))
    }
}

impl Add for Jet {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self([0, 1, 2].map(|k: usize| self.0[k] + other.0[k]))
    }
}

impl Sub for Jet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self([0, 1, 2].map(|k: usize| self.0[k] - other.0[k]))
    }
}

impl Mul for Jet {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let ([a, da, dda], [b, db, ddb]) = (self.0, other.0);
        Self([a * b, da * b + a * db, dda * b + 2.0 * da * db + a * ddb])
    }
}

/// All DOFs of a motion at a time that itself passes in time, with as many derivatives as have room among this many numbers.
pub(super) fn along(motion: &Motion, time: Jet, room: usize) -> Vec<Jet> {
    let count = motion.skeleton.dofs().len();
    let mut rows = vec![0.0; room];
    motion.derivatives(VerbTime(time.value()), &mut rows);
    let number = |at: usize| rows.get(at).map_or(0.0, |x| f64::from(*x));
    (0..count).map(|d| time.through([0, 1, 2].map(|k: usize| number(k * count + d)))).collect()
}

/// Writes as many derivatives of some jets as have room.
pub(super) fn store(jets: &[Jet], rows: &mut [f32]) {
    for (k, row) in rows.chunks_exact_mut(jets.len()).enumerate() {
        row.iter_mut().zip(jets).for_each(|(out, jet)| *out = jet.0[k] as f32);
    }
}

/// A share of the way from one number to another.
pub(super) fn mix(a: Jet, b: Jet, share: Jet) -> Jet {
    a + (b - a) * share
}

/// A share of the way from one rotation to another, the shorter way round: rotation vectors, the result near to both.
pub(super) fn mix_ball(a: [Jet; 3], b: [Jet; 3], share: Jet) -> [Jet; 3] {
    let (qa, qb) = (exp(a), exp(b));
    let dot: f64 = (0..4).map(|i| qa[i].value() * qb[i].value()).sum();
    let other = if dot < 0.0 { share.scaled(-1.0) } else { share };
    let own = Jet::constant(1.0) - share;
    let mixed: [Jet; 4] = std::array::from_fn(|i| qa[i] * own + qb[i] * other);
    let near: [f64; 3] = std::array::from_fn(|i| mix(a[i], b[i], share).value());
    log_near(mixed, near)
}

fn square(v: [Jet; 3]) -> Jet {
    v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
}

/// The quaternion of a rotation vector v: with x = |v|², its vector part is v s(x) and its scalar part c(x), where
/// s = sin(√x/2)/√x and c = cos(√x/2). c′ = −s/4 and s′ = (c/2 − s)/2x, so all derivatives follow.
fn exp(v: [Jet; 3]) -> [Jet; 4] {
    let square = square(v);
    let x = square.value();
    let c = libm::cos(x.sqrt() / 2.0);
    let [s, ds, dds] = if x < 0.1 {
        [
            0.5 - x * (1.0 / 48.0 - x * (1.0 / 3840.0 - x * (1.0 / 645_120.0 - x / 185_794_560.0))),
            -1.0 / 48.0 + x * (1.0 / 1920.0 - x * (1.0 / 215_040.0 - x / 46_448_640.0)),
            1.0 / 1920.0 - x * (1.0 / 107_520.0 - x / 15_482_880.0),
        ]
    } else {
        let s = libm::sin(x.sqrt() / 2.0) / x.sqrt();
        let ds = (c / 2.0 - s) / (2.0 * x);
        [s, ds, -s / (16.0 * x) - 1.5 * ds / x]
    };
    let sine = square.through([s, ds, dds]);
    let cosine = square.through([c, -s / 4.0, -ds / 4.0]);
    [v[0] * sine, v[1] * sine, v[2] * sine, cosine]
}

/// The rotation vector of a quaternion of any length, nearest to another: the angle is 4 atan(r), r = n / (|w| + |q|), as in
/// the runtime, and whole turns are about its axis.
fn log_near([x, y, z, w]: [Jet; 4], near: [f64; 3]) -> [Jet; 3] {
    use std::f64::consts::TAU;
    let sine = square([x, y, z]);
    let w_up = if w.value() < 0.0 { w.scaled(-1.0) } else { w };
    let k = (w_up + (sine + w * w).sqrt()).inverse();
    let r = sine * k * k;
    let k = r.through(atan_over_root(r.value())) * k.scaled(if w.value() < 0.0 { -4.0 } else { 4.0 });
    let v = [x * k, y * k, z * k];
    let angle_square = square(v);
    let angle = angle_square.value().sqrt();
    if angle < 1e-6 {
        return v;
    }
    let along: f64 = v.iter().zip(near).map(|(v, near)| v.value() * near).sum::<f64>() / angle;
    let turns = ((along - angle) / TAU).round();
    if turns == 0.0 {
        return v;
    }
    let longer = Jet::constant(1.0) + angle_square.sqrt().inverse().scaled(turns * TAU);
    v.map(|v| v * longer)
}

/// A = atan(√s)/√s with its derivatives: A′ = (1/(1 + s) − A)/2s, A″ = (−1/(1 + s)² − 3A′)/2s.
fn atan_over_root(s: f64) -> [f64; 3] {
    if s < 0.01 {
        return [
            1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s * (1.0 / 9.0 - s / 11.0)))),
            -1.0 / 3.0 + s * (2.0 / 5.0 - s * (3.0 / 7.0 - s * (4.0 / 9.0 - s * 5.0 / 11.0))),
            2.0 / 5.0 - s * (6.0 / 7.0 - s * (12.0 / 9.0 - s * 20.0 / 11.0)),
        ];
    }
    let a = libm::atan(s.sqrt()) / s.sqrt();
    let over = 1.0 / (1.0 + s);
    let da = (over - a) / (2.0 * s);
    [a, da, (-over * over - 3.0 * da) / (2.0 * s)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rotation vectors that move, and a share that does.
    fn mixed(t: f64) -> [Jet; 3] {
        let line = |a: f64, b: f64, c: f64| Jet([a + b * t + c * t * t, b + 2.0 * c * t, 2.0 * c]);
        let a = [line(0.1, 0.4, -0.3), line(-0.6, 0.2, 0.9), line(0.02, -0.5, 0.1)];
        let b = [line(0.9, -0.4, 0.2), line(0.3, 1.2, -0.4), line(-0.8, 0.1, 0.6)];
        mix_ball(a, b, line(0.2, 0.5, -0.1))
    }

    #[test]
    fn derivatives_of_mixed_rotations_are_true() {
        const H: f64 = 1e-4;
        for t in [-0.4, 0.0, 0.3, 0.9] {
            let (before, now, after) = (mixed(t - H), mixed(t), mixed(t + H));
            for i in 0..3 {
                let [b, n, a] = [before[i], now[i], after[i]].map(Jet::value);
                assert!(((a - b) / (2.0 * H) - now[i].0[1]).abs() < 1e-6, "velocity {i} at {t}");
                assert!(((a - 2.0 * n + b) / (H * H) - now[i].0[2]).abs() < 1e-5, "acceleration {i} at {t}");
            }
        }
    }

    #[test]
    fn the_ends_of_a_mix_are_its_rotations() {
        let still = |v: [f64; 3]| v.map(Jet::constant);
        let (a, b) = ([0.3, -1.1, 0.4], [4.0, 0.1, -2.0]);
        for (share, end) in [(0.0, a), (1.0, b)] {
            let mixed = mix_ball(still(a), still(b), Jet::constant(share));
            for i in 0..3 {
                assert!(
                    (mixed[i].value() - end[i]).abs() < 1e-9,
                    "{share}: {} is not {}",
                    mixed[i].value(),
                    end[i]
                );
            }
        }
    }
}
