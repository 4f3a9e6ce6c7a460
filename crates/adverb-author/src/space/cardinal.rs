//! The cardinal basis in numbers: what each example's weight is made of, level by level.

use super::Space;
use super::layout::Layout;
use super::span::Span;
use super::system::System;
use crate::dense::{Lu, Mat};

/// Coefficients are refined once where the condition is above this.
pub(super) const REFINE: f64 = 1e6;

/// The fit matrix F: one row per site, one column per example.
pub(super) struct Fit<'a> {
    layout: &'a Layout,
    pub examples: usize,
    /// The rows of sites that are pseudo-examples.
    pseudo: Mat,
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
    pub fn times(&self, left: &Mat, product: &mut Mat) {
        let first = self.layout.sites.len() - self.pseudo.nrows();
        for (s, site) in self.layout.sites[..first].iter().enumerate() {
            let share = 1.0 / site.examples.len() as f64;
            for &example in &site.examples {
                let column = product.column_mut(example).iter_mut();
                column.zip(left.column(s)).for_each(|(to, from)| *to = share * from);
            }
        }
        if self.pseudo.nrows() > 0 {
            product.add_product(1.0, &left.columns(first, self.pseudo.nrows()), &self.pseudo);
        }
    }

    pub fn dense(&self) -> Mat {
        let n = self.layout.sites.len();
        let mut dense = Mat::zeros(n, self.examples);
        self.times(&Mat::identity(n), &mut dense);
        dense
    }
}

/// Factors of the span's basis, and the rows of a table, of which those of the kernels come first to be known.
pub(super) struct Coefficients {
    examples: usize,
    planes: Mat,
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
        times_fit: impl Fn(&Mat, &mut Mat),
    ) -> Self {
        let spread = &system.inverse * &span.basis;
        let mut planes = Mat::zeros(span.basis.ncols(), examples);
        if side_conditions {
            // Such that the radial part is orthogonal to all planes: (Pᵀ Q⁻¹ P) a = Pᵀ Q⁻¹ F.
            let across = span.basis.transposed();
            times_fit(&(&across * &system.inverse), &mut planes);
            planes = Lu::of(&(&across * &spread)).solve(planes);
        } else {
            times_fit(&span.basis.transposed(), &mut planes);
        }
        let before = 1 + span.slopes.nrows();
        // The kernels' coefficients: Q⁻¹ (F − P a).
        let mut radial = Mat::zeros(system.radii.len(), examples);
        times_fit(&system.inverse, &mut radial);
        radial.add_product(-1.0, &spread, &planes);
        let mut coefficients = Self { examples, planes, rows: vec![0.0; before * examples], before };
        coefficients.append(&radial);
        coefficients
    }

    /// Planes alone, to be refined.
    pub fn of_planes(span: &Span, examples: usize, times_fit: impl Fn(&Mat, &mut Mat)) -> Self {
        let mut planes = Mat::zeros(span.basis.ncols(), examples);
        times_fit(&span.basis.transposed(), &mut planes);
        let before = 1 + span.slopes.nrows();
        Self { examples, planes, rows: vec![0.0; before * examples], before }
    }

    /// Appends the kernels of the next finer level: exact at its sites, where `below` has the values of the planes and of all
    /// kernels so far (eq. 4.8 and 4.10).
    pub fn refine(&mut self, system: &System, below: &Mat, times_fit: impl Fn(&Mat, &mut Mat)) {
        let (n, examples) = (system.radii.len(), self.examples);
        let mut radial = Mat::zeros(n, examples);
        times_fit(&system.inverse, &mut radial);
        let spread = &system.inverse * below;
        radial -= &self.sum(&spread);
        if system.condition > REFINE {
            let mut wanted = Mat::zeros(n, examples);
            times_fit(&Mat::identity(n), &mut wanted);
            let mut shown = self.sum(below);
            shown.add_product(1.0, &system.matrix, &radial);
            wanted -= &shown;
            radial.add_product(1.0, &system.inverse, &wanted);
        }
        self.append(&radial);
    }

    /// Appends rows of kernels.
    fn append(&mut self, radial: &Mat) {
        for kernel in 0..radial.nrows() {
            self.rows.extend((0..self.examples).map(|example| radial[(kernel, example)]));
        }
    }

    /// The rows of all kernels so far.
    fn kernels(&self) -> Mat {
        let rows = &self.rows[self.before * self.examples..];
        let count = rows.len() / self.examples.max(1);
        Mat::from_fn(count, self.examples, |kernel, example| rows[kernel * self.examples + example])
    }

    /// The sum of planes and kernels, given the value of each at some points.
    fn sum(&self, values: &Mat) -> Mat {
        let planes = self.planes.nrows();
        let mut sum = &values.columns(0, planes) * &self.planes;
        sum.add_product(1.0, &values.columns(planes, values.ncols() - planes), &self.kernels());
        sum
    }

    /// The weights at the sites.
    pub fn at_sites(&self, system: &System, span: &Span) -> Mat {
        let mut weights = &span.basis * &self.planes;
        weights.add_product(1.0, &system.matrix, &self.kernels());
        weights
    }

    pub fn add(&mut self, other: &Self) {
        self.planes += &other.planes;
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, more)| *row += more);
    }

    /// The rows of a table: constant, slopes, kernels. The constants of all examples sum to one and everything else to
    /// nothing; rounding is taken away here, so that weights sum to one however far from the examples.
    pub fn into_rows(mut self, span: &Span) -> Vec<f64> {
        let slopes = &span.slopes * &self.planes.rows(1, span.rank());
        for i in 0..self.examples {
            let slopes = slopes.column(i);
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
