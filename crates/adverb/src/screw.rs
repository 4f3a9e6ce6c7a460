//! The evenly moving and turning frame of a motion that repeats: a one-parameter group of rigid motions of the ground.
//!
//! The ground plane as complex numbers, w = z + i x, on which a heading ψ acts as e^{iψ}. With g: w → e^{iω} w + b(1) the
//! motion over a cycle, G(t): w → e^{iωt} w + b(t), where b(t) = β (e^{iωt} − 1)/(iω). It moves along an arc at an even
//! speed, and G(s) G(t) = G(s + t). Time may be of any kind; for a verb it is canonical time, in which everything about its
//! examples is interpolated. A walk on a slope rises evenly besides; height has nothing to do with the ground plane, so those
//! who move along with the frame add it themselves.

use core::f64::consts::TAU;

use glam::DVec2;

use crate::curve::Derivative;
use crate::placement::Placement;

/// A placement in f64: x, z and heading.
pub type Place = [f64; 3];

/// An evenly moving and turning frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Screw {
    /// ω, radians per unit of time, of the frame.
    pub rate: f64,
    /// Radians per unit of time that the heading gains besides: whole turns that the frame does not make.
    pub spin: f64,
    /// β, metres per unit of time: x and z.
    pub velocity: [f64; 2],
    /// Metres per unit of time that the frame rises: on a slope.
    pub climb: f64,
}

impl Screw {
    /// The frame that takes one placement to another within a time. The frame itself turns by `turns` whole turns less than
    /// the body: with the nearest number of them (`None`) by at most half a turn. It stays level.
    pub fn between(start: Place, end: Place, duration: f64, turns: Option<f64>) -> Self {
        let turn = end[2] - start[2];
        let turns = turns.unwrap_or_else(|| (turn / TAU).round());
        let short = turn - turns * TAU;
        let shift = complex(end) - turned(short, complex(start));
        // b(D) = β · D · sinc(ωD/2) · e^{iωD/2}
        let velocity = turned(-short / 2.0, shift) / (duration * sinc(short / 2.0));
        Self {
            rate: short / duration,
            spin: turns * TAU / duration,
            velocity: [velocity.y, velocity.x],
            climb: 0.0,
        }
    }

    /// How far it goes along its way in a unit of time.
    pub fn stride(&self) -> f64 {
        libm::sqrt(self.velocity[0] * self.velocity[0] + self.velocity[1] * self.velocity[1])
    }

    /// β.
    fn beta(&self) -> DVec2 {
        DVec2::new(self.velocity[1], self.velocity[0])
    }

    /// b(t).
    fn shift(&self, time: f64) -> DVec2 {
        let half = self.rate * time / 2.0;
        turned(half, self.beta()) * (time * sinc(half))
    }

    /// G(t), as it moves a body.
    pub fn placement(&self, time: f64) -> Placement {
        let [x, z, heading] = self.moved([0.0; 3], time);
        Placement { x: x as f32, z: z as f32, heading: (heading + self.spin * time) as f32 }
    }

    /// The frame `from` after a time: `from` ∘ G(t), without the spin.
    pub fn moved(&self, from: Place, time: f64) -> Place {
        let w = complex(from) + turned(from[2], self.shift(time));
        [w.y, w.x, from[2] + self.rate * time]
    }

    /// How a body in the frame moves, seen from itself, given its placement there and how fast that changes: p = e^{iωt} r + b
    /// moves by e^{iωt} (ṙ + iω r + β), and the body faces along e^{i(ωt + ψ)}.
    #[must_use]
    pub fn of_body(&self, place: Place, velocity: Place) -> Self {
        let moved = complex(velocity) + complex(place).perp() * self.rate + self.beta();
        let own = turned(-place[2], moved);
        Self {
            rate: self.rate + self.spin + velocity[2],
            spin: 0.0,
            velocity: [own.y, own.x],
            climb: self.climb,
        }
    }

    /// A placement as seen from the frame at a time: G(t)⁻¹ applied.
    pub fn take_off(&self, time: f64, place: Place) -> Place {
        let r = turned(-self.rate * time, complex(place) - self.shift(time));
        [r.y, r.x, place[2] - (self.rate + self.spin) * time]
    }

    /// x, z and heading (or a derivative of them) in the world, from their value, velocity and acceleration in the frame:
    /// p = e^{iωt} r + b, ṗ = e^{iωt} (ṙ + iω r + β), p̈ = e^{iωt} (r̈ + 2iω ṙ − ω² r + iωβ).
    pub fn put_on(&self, time: f64, relative: [Place; 3], derivative: Derivative) -> Place {
        let [r, v, a] = relative.map(complex);
        let (rate, beta) = (self.rate, self.beta());
        let w = match derivative {
            Derivative::Position => turned(rate * time, r) + self.shift(time),
            Derivative::Velocity => turned(rate * time, v + r.perp() * rate + beta),
            Derivative::Acceleration => {
                turned(rate * time, a + v.perp() * (2.0 * rate) - r * (rate * rate) + beta.perp() * rate)
            }
        };
        let heading = match derivative {
            Derivative::Position => relative[0][2] + (self.rate + self.spin) * time,
            Derivative::Velocity => relative[1][2] + self.rate + self.spin,
            Derivative::Acceleration => relative[2][2],
        };
        [w.y, w.x, heading]
    }
}

/// `outer` applied after `inner`: `inner` as seen from the ground on which `outer` stands.
pub fn compose(outer: Place, inner: Place) -> Place {
    let w = complex(outer) + turned(outer[2], complex(inner));
    [w.y, w.x, outer[2] + inner[2]]
}

/// The placement that undoes one.
pub fn inverse(place: Place) -> Place {
    let w = turned(-place[2], -complex(place));
    [w.y, w.x, -place[2]]
}

fn complex([x, z, _]: Place) -> DVec2 {
    DVec2::new(z, x)
}

/// e^{iψ} w.
fn turned(angle: f64, w: DVec2) -> DVec2 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    DVec2::new(cos * w.x - sin * w.y, sin * w.x + cos * w.y)
}

fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-4 { 1.0 - x * x / 6.0 } else { libm::sin(x) / x }
}
