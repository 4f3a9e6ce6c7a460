//! How one motion goes over into another: the blending functions α of thesis 5.5.

use core::f64::consts::PI;

use super::parts::Blend;
use crate::hermite::Hermite;

impl Blend {
    /// α(p): how much of the second motion there is at a progress from 0 to 1.
    pub fn share(&self, p: f64) -> f64 {
        let p = p.clamp(0.0, 1.0);
        match self {
            Self::Linear => p,
            Self::Sigmoid | Self::Inertial => sigmoid(p),
            Self::Through(points) => {
                let (cubic, u, _) = piece(points, p);
                cubic.at(u)
            }
        }
    }

    /// α, dα/dp and d²α/dp² at a progress from 0 to 1.
    pub fn derivatives(&self, p: f64) -> [f64; 3] {
        let p = p.clamp(0.0, 1.0);
        match self {
            Self::Linear => [p, 1.0, 0.0],
            Self::Sigmoid | Self::Inertial => {
                let (sine, cosine) = (libm::sin(PI * p), libm::cos(PI * p));
                [(1.0 - cosine) / 2.0, PI * sine / 2.0, PI * PI * cosine / 2.0]
            }
            Self::Through(points) => {
                let (cubic, u, length) = piece(points, p);
                [cubic.at(u), cubic.slope(u) / length, cubic.bend(u) / (length * length)]
            }
        }
    }
}

/// (1 − cos πp)/2, figure 5.11.
pub(crate) fn sigmoid(p: f64) -> f64 {
    (1.0 - libm::cos(PI * p.clamp(0.0, 1.0))) / 2.0
}

/// The piece that a progress lies in of a monotone curve through points which begins and ends level, how far through it, and
/// how long it is.
fn piece(points: &[[f32; 2]], p: f64) -> (Hermite, f64, f64) {
    let i = points.partition_point(|point| f64::from(point[0]) <= p).clamp(1, points.len() - 1) - 1;
    let point = |i: usize| points[i].map(f64::from);
    let rise = |i: usize| (point(i + 1)[1] - point(i)[1]) / (point(i + 1)[0] - point(i)[0]);
    let slope = |i: usize| {
        if i == 0 || i == points.len() - 1 {
            return 0.0;
        }
        let (before, after) = (rise(i - 1), rise(i));
        if before + after > 0.0 { 2.0 * before * after / (before + after) } else { 0.0 }
    };
    let ([x0, y0], [x1, y1]) = (point(i), point(i + 1));
    let length = x1 - x0;
    let cubic = Hermite { a: y0, b: y1, slope_a: slope(i) * length, slope_b: slope(i + 1) * length };
    (cubic, ((p - x0) / length).clamp(0.0, 1.0), length)
}
