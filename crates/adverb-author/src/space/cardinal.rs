//! The cardinal basis in numbers: what each example's weight is made of, level by level.

use faer::linalg::matmul::matmul;
use faer::linalg::solvers::Solve;
use faer::{Accum, Mat, MatMut, MatRef, Par, reborrow::ReborrowMut};

use super::Space;
use super::layout::Layout;
use super::span::Span;
use super::system::System;

/// Coefficients are refined once where the condition is above this.
pub(super) const REFINE: f64 = 1e6;

/// The fit matrix F: one row per site, one column per example.
pub(super) struct Fit<'a> {
    layout: &'a Layout,
    pub examples: usize,
    /// The rows of sites that are pseudo-examples.
    pseudo: Mat<f64>,
}

impl<'a> Fit<'a> {
    pub fn new(space: &Space, layout: &'a Layout, fits: &[Vec<f64>]) -> Self {
        let examples = space.examples.len();
        let first = layout.example_sites();
        let mean = |site: usize, example: usize| {
            let members = &layout.sites[first + site].pseudo_examples;
            let sum: f64 = members.iter().map(|&p| fits[p][example]).sum();
            sum / members.len() as f64
        };
        Self { layout, examples, pseudo: Mat::from_fn(layout.sites.len() - first, examples, mean) }
    }

    /// left · F. Most rows of F are ones and zeros, which cost nothing.
    pub fn times(&self, left: MatRef<'_, f64>, mut product: MatMut<'_, f64>) {
        let first = self.layout.sites.len() - self.pseudo.nrows();
        for (s, site) in self.layout.sites[..first].iter().enumerate() {
            let share = 1.0 / site.examples.len() as f64;
            for &example in &site.examples {
                let column = product.rb_mut().col_mut(example).iter_mut();
                column.zip(left.col(s).iter()).for_each(|(to, from)| *to = share * from);
            }
        }
        if self.pseudo.nrows() > 0 {
            let left = left.subcols(first, self.pseudo.nrows());
            matmul(product, Accum::Add, left, &self.pseudo, 1.0, Par::Seq);
        }
    }

    pub fn dense(&self) -> Mat<f64> {
        let n = self.layout.sites.len();
        let mut dense = Mat::zeros(n, self.examples);
        self.times(Mat::<f64>::identity(n, n).as_ref(), dense.as_mut());
        dense
    }
}

/// Factors of the span's basis, and the rows of a table, of which those of the kernels come first to be known.
pub(super) struct Coefficients {
    examples: usize,
    planes: Mat<f64>,
    rows: Vec<f64>,
    /// How many rows come before those of the kernels.
    before: usize,
}

impl Coefficients {
    /// `times_fit` multiplies F from the left.
    pub fn of(
        system: &System,
        span: &Span,
        examples: usize,
        side_conditions: bool,
        times_fit: impl Fn(MatRef<'_, f64>, MatMut<'_, f64>),
    ) -> Self {
        let spread = &system.inverse * &span.basis;
        let mut planes = Mat::zeros(span.basis.ncols(), examples);
        if side_conditions {
            // Such that the radial part is orthogonal to all planes: (Pᵀ Q⁻¹ P) a = Pᵀ Q⁻¹ F.
            times_fit((span.basis.transpose() * &system.inverse).as_ref(), planes.as_mut());
            (span.basis.transpose() * &spread).partial_piv_lu().solve_in_place(&mut planes);
        } else {
            times_fit(span.basis.transpose(), planes.as_mut());
        }
        let before = 1 + span.slopes.nrows();
        let rows = vec![0.0; (before + system.radii.len()) * examples];
        let mut coefficients = Self { examples, planes, rows, before };
        // The kernels' coefficients stand where the table has them from the start: Q⁻¹ (F − P a).
        let mut radial = MatMut::from_row_major_slice_mut(
            &mut coefficients.rows[before * examples..],
            system.radii.len(),
            examples,
        );
        times_fit(system.inverse.as_ref(), radial.rb_mut());
        matmul(radial, Accum::Add, &spread, &coefficients.planes, -1.0, Par::Seq);
        coefficients
    }

    /// Planes alone, to be refined.
    pub fn of_planes(
        span: &Span,
        examples: usize,
        times_fit: impl Fn(MatRef<'_, f64>, MatMut<'_, f64>),
    ) -> Self {
        let mut planes = Mat::zeros(span.basis.ncols(), examples);
        times_fit(span.basis.transpose(), planes.as_mut());
        let before = 1 + span.slopes.nrows();
        Self { examples, planes, rows: vec![0.0; before * examples], before }
    }

    /// Appends the kernels of the next finer level: exact at its sites, where `below` has the values of the planes and of all
    /// kernels so far (eq. 4.8 and 4.10).
    pub fn refine(
        &mut self,
        system: &System,
        below: &Mat<f64>,
        times_fit: impl Fn(MatRef<'_, f64>, MatMut<'_, f64>),
    ) {
        let (n, examples) = (system.radii.len(), self.examples);
        let mut radial = Mat::zeros(n, examples);
        times_fit(system.inverse.as_ref(), radial.as_mut());
        let spread = &system.inverse * below;
        radial -= self.sum(&spread);
        if system.condition > REFINE {
            let mut wanted = Mat::zeros(n, examples);
            times_fit(Mat::<f64>::identity(n, n).as_ref(), wanted.as_mut());
            let error = wanted - (&system.matrix * &radial + self.sum(below));
            radial += &system.inverse * error;
        }
        self.rows.extend((0..n * examples).map(|at| radial[(at / examples, at % examples)]));
    }

    /// The sum of planes and kernels, given the value of each at some points.
    fn sum(&self, values: &Mat<f64>) -> Mat<f64> {
        let planes = self.planes.nrows();
        let kernels = &self.rows[self.before * self.examples..];
        let kernels = MatRef::from_row_major_slice(kernels, values.ncols() - planes, self.examples);
        values.subcols(0, planes) * &self.planes + values.subcols(planes, values.ncols() - planes) * kernels
    }

    /// The weights at the sites.
    pub fn at_sites(&self, system: &System, span: &Span) -> Mat<f64> {
        let kernels = &self.rows[self.before * self.examples..];
        let radial = MatRef::from_row_major_slice(kernels, system.radii.len(), self.examples);
        &system.matrix * radial + &span.basis * &self.planes
    }

    pub fn add(&mut self, other: &Self) {
        self.planes += &other.planes;
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, more)| *row += more);
    }

    /// The rows of a table: constant, slopes, kernels. The constants of all examples sum to one and everything else to
    /// nothing; rounding is taken away here, so that weights sum to one however far from the examples.
    pub fn into_rows(mut self, span: &Span) -> Vec<f64> {
        let slopes = &span.slopes * self.planes.subrows(1, span.rank());
        for i in 0..self.examples {
            let slopes = slopes.col_as_slice(i);
            let mean: f64 = slopes.iter().zip(&span.mean).map(|(slope, mean)| slope * mean).sum();
            self.rows[i] = self.planes[(0, i)] * span.basis[(0, 0)] - mean;
            slopes.iter().enumerate().for_each(|(c, slope)| self.rows[(1 + c) * self.examples + i] = *slope);
        }
        for (row, coefficients) in self.rows.chunks_exact_mut(self.examples).enumerate() {
            let excess = coefficients.iter().sum::<f64>() - if row == 0 { 1.0 } else { 0.0 };
            coefficients.iter_mut().for_each(|c| *c -= excess / self.examples as f64);
        }
        self.rows
    }
}
