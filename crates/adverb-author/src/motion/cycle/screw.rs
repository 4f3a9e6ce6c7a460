//! The evenly moving and turning frame of a cycle: a one-parameter group of rigid motions of the ground.
//!
//! The ground plane as complex numbers, w = z + i x, on which a heading ψ acts as e^{iψ}. With g: w → e^{iωD} w + b(D) the
//! motion over a cycle, G(T): w → e^{iωT} w + b(T), where b(T) = β (e^{iωT} − 1)/(iω). Whole turns within a cycle are left
//! to the heading alone, so that ω D lies within ±π and β stays bounded.

use std::f64::consts::TAU;

use adverb::Placement;
use adverb::Skeleton;
use adverb::curve::Derivative;
use glam::DVec2;

/// A rotation e^{iψ} of w = (z, x).
fn turned(angle: f64, w: DVec2) -> DVec2 {
    DVec2::from_angle(angle).rotate(w)
}

/// i · w.
fn quarter(w: DVec2) -> DVec2 {
    w.perp()
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Screw {
    /// ω, radians per second, of the frame in which x and z are periodic.
    rate: f64,
    /// Radians per second of the heading, whole turns included.
    heading_rate: f64,
    /// β, metres per second.
    velocity: DVec2,
}

impl Screw {
    pub(super) fn between(start: Placement, end: Placement, duration_secs: f64) -> Self {
        let turn = f64::from(end.heading - start.heading);
        let short = turn - (turn / TAU).round() * TAU;
        let place = |p: Placement| DVec2::new(f64::from(p.z), f64::from(p.x));
        let shift = place(end) - turned(short, place(start));
        let rate = short / duration_secs;
        // b(D) = β · D · sinc(ωD/2) · e^{iωD/2}
        let velocity = turned(-short / 2.0, shift) / (duration_secs * sinc(short / 2.0));
        Self { rate, heading_rate: turn / duration_secs, velocity }
    }

    /// b(T).
    fn shift(&self, secs: f64) -> DVec2 {
        let half = self.rate * secs / 2.0;
        turned(half, self.velocity) * (secs * sinc(half))
    }

    /// G(T), as it moves a body.
    pub(super) fn placement(&self, secs: f64) -> Placement {
        let b = self.shift(secs);
        Placement { x: b.y as f32, z: b.x as f32, heading: (self.heading_rate * secs) as f32 }
    }

    /// A pose as seen from the frame at a time: G(T)⁻¹ applied.
    pub(super) fn take_off(&self, secs: f64, pose: &mut [f64]) {
        let [x, z, heading] = [Skeleton::X, Skeleton::Z, Skeleton::HEADING].map(|d| d.index());
        let r = turned(-self.rate * secs, DVec2::new(pose[z], pose[x]) - self.shift(secs));
        (pose[z], pose[x]) = (r.x, r.y);
        pose[heading] -= self.heading_rate * secs;
    }

    /// x, z and heading (or a derivative of them) in the world, from their value, velocity and acceleration in the frame:
    /// p = e^{iωT} r + b, ṗ = e^{iωT} (ṙ + iω r + β), p̈ = e^{iωT} (r̈ + 2iω ṙ − ω² r + iωβ).
    pub(super) fn put_on(&self, secs: f64, relative: [[f64; 3]; 3], derivative: Derivative) -> [f64; 3] {
        let [r, v, a] = relative.map(|[x, z, _]| DVec2::new(z, x));
        let rate = self.rate;
        let w = match derivative {
            Derivative::Position => turned(rate * secs, r) + self.shift(secs),
            Derivative::Velocity => turned(rate * secs, v + quarter(r) * rate + self.velocity),
            Derivative::Acceleration => turned(
                rate * secs,
                a + quarter(v) * (2.0 * rate) - r * (rate * rate) + quarter(self.velocity) * rate,
            ),
        };
        let heading = match derivative {
            Derivative::Position => relative[0][2] + self.heading_rate * secs,
            Derivative::Velocity => relative[1][2] + self.heading_rate,
            Derivative::Acceleration => relative[2][2],
        };
        [w.y, w.x, heading]
    }
}

fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-4 { 1.0 - x * x / 6.0 } else { x.sin() / x }
}
