//! The thesis's formulation, with a hyperplane and radial coefficients for every DOF (equations 4.2, 4.4, 4.5), against the
//! cardinal one, which has them once.

use adverb_author::space::{Kernel, Space};
use proptest::prelude::*;

use super::made::{Recipe, anywhere, weights};

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn per_dof_and_cardinal_formulations_agree(seed: u64, axes in 1..=8_usize, examples in 1..=60_usize) {
        let examples = (examples + axes).min(if axes == 1 { 50 } else { 60 });
        let recipe = Recipe { seed, axes, examples, kernel: Kernel::BSpline };
        let space = recipe.space();
        let mut random = recipe.random();
        let values: Vec<f64> = space.examples.iter().map(|_| random.number()).collect();
        let dof = Dof::fitted(&space, &values);
        let solution = space.solve().unwrap();
        for _ in 0..20 {
            let point = anywhere(&space, &mut random);
            let cardinal: f64 = weights(&solution, &point).iter().zip(&values).map(|(w, x)| w * x).sum();
            let own = dof.at(&space, &point);
            prop_assert!((cardinal - own).abs() < 1e-6 * (1.0 + own.abs()), "{recipe:?}: {cardinal} {own}");
        }
    }
}

/// b(p) = Σ r R + Σ a A, with A₀ = 1.
struct Dof {
    linear: Vec<f64>,
    radial: Vec<f64>,
    dilations: Vec<f64>,
}

fn coordinates(space: &Space, point: &[f64]) -> Vec<f64> {
    space.axes.iter().zip(point).map(|(axis, x)| (x - axis.range[0]) / axis.natural_scale()).collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn b_spline(t: f64) -> f64 {
    match t {
        t if t < 1.0 => 2.0 / 3.0 - t * t + t * t * t / 2.0,
        t if t < 2.0 => (2.0 - t).powi(3) / 6.0,
        _ => 0.0,
    }
}

impl Dof {
    fn fitted(space: &Space, values: &[f64]) -> Self {
        let points: Vec<Vec<f64>> = space.examples.iter().map(|e| coordinates(space, &e.at)).collect();
        let n = points.len();
        let rows: Vec<Vec<f64>> =
            points.iter().map(|p| std::iter::once(1.0).chain(p.iter().copied()).collect()).collect();
        // Least squares by the normal equations.
        let width = rows[0].len();
        let inner = |a: usize, b: usize| rows.iter().map(|row| row[a] * row[b]).sum::<f64>();
        let normal = (0..width).map(|a| (0..width).map(|b| inner(a, b)).collect()).collect();
        let right = (0..width).map(|a| rows.iter().zip(values).map(|(row, x)| row[a] * x).sum()).collect();
        let linear = eliminated(normal, right);
        let flat = |p: &[f64]| linear[0] + linear[1..].iter().zip(p).map(|(a, x)| a * x).sum::<f64>();
        let nearest = |i: usize| {
            let others = (0..n).filter(|&j| j != i).map(|j| distance(&points[i], &points[j]));
            others.fold(f64::INFINITY, f64::min)
        };
        let dilations: Vec<f64> = (0..n).map(nearest).collect();
        let entry = |i: usize, j: usize| b_spline(distance(&points[i], &points[j]) / dilations[j]);
        let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let residuals = points.iter().zip(values).map(|(p, x)| x - flat(p)).collect();
        Self { radial: eliminated(matrix, residuals), linear, dilations }
    }

    fn at(&self, space: &Space, point: &[f64]) -> f64 {
        let p = coordinates(space, point);
        let flat = self.linear[0] + self.linear[1..].iter().zip(&p).map(|(a, x)| a * x).sum::<f64>();
        let radial = space
            .examples
            .iter()
            .zip(&self.dilations)
            .zip(&self.radial)
            .map(|((e, dilation), r)| r * b_spline(distance(&p, &coordinates(space, &e.at)) / dilation));
        flat + radial.sum::<f64>()
    }
}

/// Gaussian elimination with row pivots.
fn eliminated(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| matrix[a][k].abs().total_cmp(&matrix[b][k].abs())).unwrap();
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        for i in k + 1..n {
            let factor = matrix[i][k] / matrix[k][k];
            let (above, below) = matrix.split_at_mut(i);
            below[0][k..].iter_mut().zip(&above[k][k..]).for_each(|(x, p)| *x -= factor * p);
            right[i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| matrix[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    right
}
