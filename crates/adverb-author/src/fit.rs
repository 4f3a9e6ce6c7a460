//! DOF curves fitted to samples (thesis 2.2): least squares in f64, cast once when done.
//!
//! The number of control points is found by the tolerance, so that a calm DOF costs less than a lively one. The normal
//! equations of a cubic B-spline have seven diagonals; a cyclic one's corners join them when its control points are
//! numbered to and fro across the ring (0, n−1, 1, n−2, …), so one banded Cholesky serves both.

use crate::numbers::squared;
use adverb::curve::{Curve, Encoding, spans};
use adverb::skeleton::DofKind;

/// How close a fit must come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Root mean square over the samples, in the DOF's own unit.
    pub rms: f64,
}

impl Tolerance {
    /// The default: a milliradian for rotations, which is less than a millimetre at the end of an arm; 0.6 mm for translations.
    pub fn of(kind: DofKind) -> Self {
        Self { rms: if matches!(kind, DofKind::Translation(_)) { 6e-4 } else { 1e-3 } }
    }
}

/// A spline through samples at equal distances over `duration_secs`, with as few control points as the tolerance allows.
/// For an open spline the samples include both ends; for a cyclic one the end is left out, as it is the start again.
///
/// # Panics
/// If there are no samples or the encoding is not a spline.
#[must_use]
pub fn fit(samples: &[f64], encoding: Encoding, duration_secs: f64, tolerance: Tolerance) -> Curve {
    assert!(!samples.is_empty() && encoding != Encoding::Linear, "splines are fitted to samples");
    // With a knot at every sample the spline can follow anything and stays tame between samples; with nearly as many it
    // can too, but swings wildly between them.
    let most = if encoding == Encoding::Cyclic { samples.len() } else { samples.len() + 2 }.max(4);
    let tame = samples.len() * 7 / 10;
    let mut count = 4;
    loop {
        let control = least_squares(samples, encoding, count);
        let curve = Curve::new(encoding, duration_secs, control.iter().map(|&c| c as f32).collect());
        if count >= most || rms(samples, &curve) <= tolerance.rms {
            return curve;
        }
        let more = count + count.div_ceil(4);
        count = if more <= tame { more } else { most };
    }
}

fn rms(samples: &[f64], curve: &Curve) -> f64 {
    let step = curve.duration_secs() / steps(samples.len(), curve.encoding());
    let square = |(i, &s): (usize, &f64)| {
        let value = curve.evaluate(i as f64 * step, adverb::curve::Derivative::Position);
        squared(f64::from(value) - s)
    };
    (samples.iter().enumerate().map(square).sum::<f64>() / samples.len() as f64).sqrt()
}

/// How many sample distances the duration holds.
fn steps(samples: usize, encoding: Encoding) -> f64 {
    if encoding == Encoding::Cyclic { samples as f64 } else { (samples.max(2) - 1) as f64 }
}

/// The control points that come nearest to the samples. A trace of smoothness decides where there are too few samples.
pub(crate) fn least_squares(samples: &[f64], encoding: Encoding, count: usize) -> Vec<f64> {
    nearest(samples, encoding, count, 0)
}

/// The same where the first control points are zero.
pub(crate) fn nearest(samples: &[f64], encoding: Encoding, count: usize, zeros: usize) -> Vec<f64> {
    let cyclic = encoding == Encoding::Cyclic;
    let spans = spans(encoding, count);
    let steps = steps(samples.len(), encoding);
    let place = |i: usize| {
        let i = i % count;
        match cyclic {
            false => i,
            true if i < count.div_ceil(2) => 2 * i,
            true => 2 * (count - 1 - i) + 1,
        }
    };
    let mut system = Banded::new(count, if cyclic { 7 } else { 3 });
    for (i, &sample) in samples.iter().enumerate() {
        let x = i as f64 * spans as f64 / steps;
        let span = (x as usize).min(spans - 1);
        system.observe(&basis(x - span as f64).map(|(k, w)| (place(span + k), w)), sample, 1.0);
    }
    const STRAIGHT: f64 = 1e-9;
    const LEVEL: f64 = 1e-12;
    for i in 0..if cyclic { count } else { count - 2 } {
        system.observe(&[(place(i), 1.0), (place(i + 1), -2.0), (place(i + 2), 1.0)], 0.0, STRAIGHT);
        system.observe(&[(place(i), 1.0), (place(i + 1), -1.0)], 0.0, LEVEL);
    }
    const FIRM: f64 = 1e9;
    for i in 0..zeros {
        system.observe(&[(place(i), 1.0)], 0.0, FIRM);
    }
    let solution = system.solve();
    (0..count).map(|i| solution[place(i)]).collect()
}

fn basis(u: f64) -> [(usize, f64); 4] {
    let v = 1.0 - u;
    [
        (0, v * v * v / 6.0),
        (1, 2.0 / 3.0 - u * u * (2.0 - u) / 2.0),
        (2, 2.0 / 3.0 - v * v * (2.0 - v) / 2.0),
        (3, u * u * u / 6.0),
    ]
}

/// Normal equations that couple only unknowns at most `width` apart.
struct Banded {
    width: usize,
    /// Row i holds the entries (i, i − width) to (i, i).
    lower: Vec<f64>,
    right: Vec<f64>,
}

impl Banded {
    fn new(n: usize, width: usize) -> Self {
        Self { width, lower: vec![0.0; n * (width + 1)], right: vec![0.0; n] }
    }

    fn at(&self, row: usize, column: usize) -> usize {
        row * (self.width + 1) + self.width + column - row
    }

    /// One equation Σ weight · unknown = value. Unknowns may repeat, as on a ring shorter than a span.
    fn observe(&mut self, terms: &[(usize, f64)], value: f64, importance: f64) {
        for &(i, a) in terms {
            self.right[i] += importance * a * value;
            for &(j, b) in terms {
                if j <= i {
                    let at = self.at(i, j);
                    self.lower[at] += importance * a * b;
                }
            }
        }
    }

    /// Cholesky, then forward and backward substitution.
    fn solve(mut self) -> Vec<f64> {
        let n = self.right.len();
        for i in 0..n {
            let first = i.saturating_sub(self.width);
            for j in first..=i {
                let mut sum = self.lower[self.at(i, j)];
                for k in first.max(j.saturating_sub(self.width))..j {
                    sum -= self.lower[self.at(i, k)] * self.lower[self.at(j, k)];
                }
                let at = self.at(i, j);
                self.lower[at] = if i == j { sum.max(1e-14).sqrt() } else { sum / self.lower[self.at(j, j)] };
            }
        }
        for i in 0..n {
            let first = i.saturating_sub(self.width);
            let sum: f64 = (first..i).map(|k| self.lower[self.at(i, k)] * self.right[k]).sum();
            self.right[i] = (self.right[i] - sum) / self.lower[self.at(i, i)];
        }
        for i in (0..n).rev() {
            let last = (i + self.width).min(n - 1);
            let sum: f64 = (i + 1..=last).map(|k| self.lower[self.at(k, i)] * self.right[k]).sum();
            self.right[i] = (self.right[i] - sum) / self.lower[self.at(i, i)];
        }
        self.right
    }
}
