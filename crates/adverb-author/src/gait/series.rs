//! Fourier series over the gait cycle, and their fit to landmarks by least squares.
//!
//! Everything that repeats with the cycle is such a series, so it meets itself at the seam in all derivatives.

use std::f64::consts::TAU;

/// `mean + Σ cosine[k] cos 2π(k+1)φ + sine[k] sin 2π(k+1)φ`, φ in cycles.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    /// mean, then cosine and sine of each harmonic.
    coefficients: Vec<f64>,
}

/// One condition of a fit: `Σ row · coefficients = value`, as much as its weight.
pub(super) struct Condition {
    row: Vec<f64>,
    value: f64,
    weight: f64,
}

impl Condition {
    /// The series has this value at a phase.
    pub(super) fn value(harmonics: usize, phase: f64, value: f64, weight: f64) -> Self {
        Self { row: basis(harmonics, phase, 0), value, weight }
    }

    /// The series has this second derivative (per cycle²) at a phase.
    pub(super) fn acceleration(harmonics: usize, phase: f64, value: f64, weight: f64) -> Self {
        Self { row: basis(harmonics, phase, 2), value, weight }
    }
}

impl Series {
    /// The series of this many harmonics nearest to values evenly spread over the cycle, from phase 0.
    pub(super) fn through(values: &[f64], harmonics: usize) -> Self {
        let step = 1.0 / values.len() as f64;
        let at = |(i, &v): (usize, &f64)| Condition::value(harmonics, i as f64 * step, v, 1.0);
        Self::fit(harmonics, &values.iter().enumerate().map(at).collect::<Vec<_>>())
    }

    /// The series that meets weighted conditions best.
    pub(super) fn fit(harmonics: usize, conditions: &[Condition]) -> Self {
        let n = 2 * harmonics + 1;
        // Normal equations; the little weight on high harmonics keeps them regular where conditions are few.
        let mut a = vec![vec![0.0; n + 1]; n];
        for c in conditions {
            for (equation, factor) in a.iter_mut().zip(&c.row) {
                for (x, other) in equation.iter_mut().zip(c.row.iter().chain([&c.value])) {
                    *x += c.weight * factor * other;
                }
            }
        }
        for (i, row) in a.iter_mut().enumerate() {
            row[i] += 1e-9 * (1 + i.pow(4)) as f64;
        }
        Self { coefficients: solve(a) }
    }

    /// The value at a phase.
    pub(super) fn at(&self, phase: f64) -> f64 {
        let harmonics = self.coefficients.len() / 2;
        basis(harmonics, phase, 0).iter().zip(&self.coefficients).map(|(b, c)| b * c).sum()
    }

    /// The same series, higher by so much.
    pub(super) fn raised(mut self, by: f64) -> Self {
        self.coefficients[0] += by;
        self
    }

    /// The mean over the cycle.
    pub(super) fn mean(&self) -> f64 {
        self.coefficients[0]
    }
}

/// The derivative of that order of each term of a series.
fn basis(harmonics: usize, phase: f64, order: i32) -> Vec<f64> {
    let mut row = vec![if order == 0 { 1.0 } else { 0.0 }];
    for k in 1..=harmonics {
        let rate = TAU * k as f64;
        let (sin, cos) = libm::sincos(rate * phase);
        // Only even orders are asked for: each second derivative turns the sign.
        let factor = (0..order / 2).fold(1.0, |factor, _| factor * -rate * rate);
        row.extend([factor * cos, factor * sin]);
    }
    row
}

/// Gaussian elimination of a symmetric positive definite system with its right side as last column.
fn solve(mut a: Vec<Vec<f64>>) -> Vec<f64> {
    let n = a.len();
    for i in 0..n {
        let pivot = a[i].clone();
        for row in &mut a[i + 1..] {
            let factor = row[i] / pivot[i];
            for (x, p) in row[i..].iter_mut().zip(&pivot[i..]) {
                *x -= factor * p;
            }
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * x[j]).sum();
        x[i] = (a[i][n] - known) / a[i][i];
    }
    x
}
