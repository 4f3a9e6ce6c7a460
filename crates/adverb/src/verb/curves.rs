//! The B-spline coefficients of all examples, and their sum by weights: the pass that a pose costs.
//!
//! ```text
//!   control point 0: example 0: DOF 0, 1, 2 … (padded)    example 1: …    example N−1: …
//!   control point 1: …
//! ```
//!
//! A pose at a time needs four control points. Each of their 4 N rows counts with the product of its example's weight and
//! its basis function, so value_d = Σ_k Σ_i b_k(u) w_i c_kid (eq. 3 of shape-and-animation-by-example over eq. 4.2's
//! coefficients). The order of the sum is that of the rows, whatever the width of the machine's vectors.

use glam::Vec4;

use super::parts::{LARGEST, VerbError};
use super::variations::Share;
use crate::curve::{Derivative, Encoding, basis, locate, spans};
use crate::numbers::Numbers;
use crate::time::CanonicalTime;
use crate::wide::wide;

/// Rows are padded to a multiple of this many numbers.
const PADDING: usize = 16;
/// So many columns are summed at a time: what stays in sixteen registers, even if each holds only four.
const BLOCK: usize = 48;

/// The first columns alone, among which are x, z and heading.
pub(super) const PLACED: usize = 4;

/// Control points as they lie in memory: control point by control point, within it example by example, within it DOF by DOF,
/// padded with zeros to a multiple of 16.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficients(pub Numbers);

impl Coefficients {
    /// From `value(control point, example, DOF)`.
    pub fn of(counts: [usize; 3], value: impl Fn(usize, usize, usize) -> f32) -> Self {
        let [control_points, examples, dofs] = counts;
        let mut numbers = Vec::with_capacity(control_points * examples * stride(dofs));
        for k in 0..control_points {
            for i in 0..examples {
                numbers.extend((0..stride(dofs)).map(|d| if d < dofs { value(k, i, d) } else { 0.0 }));
            }
        }
        Self(numbers.into())
    }

    /// All of them.
    pub fn numbers(&self) -> &[f32] {
        &self.0
    }
}

/// How many numbers a row has.
fn stride(dofs: usize) -> usize {
    dofs.div_ceil(PADDING) * PADDING
}

/// The curves of all DOFs of all examples, or of all cycles.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curves {
    coefficients: Coefficients,
    encoding: Encoding,
    control_points: usize,
    examples: usize,
    stride: usize,
}

impl Curves {
    pub(super) fn new(
        dofs: usize,
        encoding: Encoding,
        [control_points, examples]: [usize; 2],
        coefficients: &Coefficients,
    ) -> Result<Self, VerbError> {
        let stride = stride(dofs);
        let fits = control_points
            .checked_mul(examples)
            .and_then(|rows| rows.checked_mul(stride))
            .is_some_and(|count| count == coefficients.numbers().len());
        if control_points < 4 || !fits {
            return Err(VerbError::Counts("the curves"));
        }
        if !coefficients.numbers().iter().all(|c| c.abs() <= LARGEST) {
            return Err(VerbError::Numbers("the curves"));
        }
        Ok(Self { coefficients: coefficients.clone(), encoding, control_points, examples, stride })
    }

    /// Where a time lies: its first control point, and the basis functions or their derivatives with respect to time.
    fn at(&self, t: CanonicalTime, derivative: Derivative) -> (usize, [f32; 4]) {
        let spans = spans(self.encoding, self.control_points);
        let (span, u, outside) = locate(t.0, spans, self.encoding == Encoding::Cyclic);
        let scale = match derivative {
            Derivative::Position => 1.0,
            _ if outside => 0.0,
            Derivative::Velocity => spans as f32,
            Derivative::Acceleration => (spans * spans) as f32,
        };
        (span, basis(u, derivative).map(|b| b * scale))
    }

    /// The sum of the examples by weights at a canonical time, or its derivative with respect to that.
    pub(super) fn blend(&self, weights: &[f32], t: CanonicalTime, derivative: Derivative, out: &mut [f32]) {
        let (span, basis) = self.at(t, derivative);
        let rows = self.rows(span);
        wide(
            #[inline(always)]
            || {
                let (mut first, mut rest) = (0, out);
                while !rest.is_empty() {
                    let width = if self.stride - first >= BLOCK { BLOCK } else { PADDING };
                    let (out, others) = rest.split_at_mut(width.min(rest.len()));
                    if width == BLOCK {
                        sum::<BLOCK>(&rows, &basis, weights, first, self.stride, out);
                    } else {
                        sum::<PADDING>(&rows, &basis, weights, first, self.stride, out);
                    }
                    (first, rest) = (first + width, others);
                }
            },
        );
    }
}

impl Curves {
    /// Four control points, from one on.
    fn rows(&self, span: usize) -> [&[f32]; 4] {
        let numbers = self.coefficients.numbers();
        let size = self.examples * self.stride;
        core::array::from_fn(|k| {
            let control = (span + k) % self.control_points;
            &numbers[control * size..(control + 1) * size]
        })
    }

    /// The first columns alone, and their derivatives with respect to canonical time, in one pass.
    pub(super) fn placed(&self, weights: &[f32], t: CanonicalTime) -> [[f32; PLACED]; 2] {
        let spans = spans(self.encoding, self.control_points);
        let (span, u, outside) = locate(t.0, spans, self.encoding == Encoding::Cyclic);
        let scale = if outside { 0.0 } else { spans as f32 };
        let value = basis(u, Derivative::Position);
        let velocity = basis(u, Derivative::Velocity).map(|b| b * scale);
        let [mut a, mut b, mut c, mut d] = [Vec4::ZERO; 4];
        let [rows_a, rows_b, rows_c, rows_d] = self.rows(span).map(|rows| rows.chunks_exact(self.stride));
        for ((((weight, row_a), row_b), row_c), row_d) in
            weights.iter().zip(rows_a).zip(rows_b).zip(rows_c).zip(rows_d)
        {
            a += Vec4::from_slice(row_a) * *weight;
            b += Vec4::from_slice(row_b) * *weight;
            c += Vec4::from_slice(row_c) * *weight;
            d += Vec4::from_slice(row_d) * *weight;
        }
        [value, velocity].map(|basis| (a * basis[0] + b * basis[1] + c * basis[2] + d * basis[3]).to_array())
    }
}

impl Curves {
    /// Some rows alone, each by its share, added to a sum.
    pub(super) fn add(&self, shares: &[Share], t: CanonicalTime, derivative: Derivative, out: &mut [f32]) {
        let (span, basis) = self.at(t, derivative);
        let rows = self.rows(span);
        wide(
            #[inline(always)]
            || {
                for Share { cycle, share } in shares {
                    let [a, b, c, d] = rows.map(|rows| &rows[cycle * self.stride..][..out.len()]);
                    let [p, q, r, s] = basis.map(|b| b * share);
                    for (column, out) in out.iter_mut().enumerate() {
                        *out += p * a[column] + q * b[column] + r * c[column] + s * d[column];
                    }
                }
            },
        );
    }

    /// Control points per DOF, and examples.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.control_points, self.examples]
    }

    /// Each example less a row of others, which have as many control points, where there is one.
    pub(super) fn less(&self, others: &Self, rows: impl Iterator<Item = Option<usize>>) -> Self {
        let mut numbers = self.coefficients.numbers().to_vec();
        for (example, row) in rows.enumerate() {
            let Some(row) = row else { continue };
            for k in 0..self.control_points {
                let own = &mut numbers[(k * self.examples + example) * self.stride..][..self.stride];
                let other = &others.coefficients.numbers()[(k * others.examples + row) * self.stride..];
                own.iter_mut().zip(other).for_each(|(own, other)| *own -= other);
            }
        }
        Self { coefficients: Coefficients(numbers.into()), ..*self }
    }
}

/// The sums of `WIDTH` columns from the `first` on; `out` may be narrower.
#[inline(always)]
fn sum<const WIDTH: usize>(
    rows: &[&[f32]; 4],
    basis: &[f32; 4],
    weights: &[f32],
    first: usize,
    stride: usize,
    out: &mut [f32],
) {
    let mut sums = [0.0; WIDTH];
    for (rows, b) in rows.iter().zip(basis) {
        for (row, weight) in rows.chunks_exact(stride).zip(weights) {
            let share = b * weight;
            let row = &row[first..first + WIDTH];
            for column in 0..WIDTH {
                sums[column] += share * row[column];
            }
        }
    }
    match <&mut [f32; WIDTH]>::try_from(&mut *out) {
        Ok(out) => *out = sums,
        Err(_) => out.copy_from_slice(&sums[..out.len()]),
    }
}
