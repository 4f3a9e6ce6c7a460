//! From sites to weights: hyperplanes by least squares, the radial part exact at every example (sections 3.2, 3.3), and
//! pseudo-examples through the fit matrix (section 4).

use adverb::space::{self, Affine, Axis as Embedded, Kernel, Parts, Table};
use faer::linalg::matmul::matmul;
use faer::linalg::solvers::Solve;
use faer::{Accum, Mat, MatMut, MatRef, Par, reborrow::ReborrowMut};

use super::distances::Distances;
use super::layout::Layout;
use super::span::Span;
use super::system::{Shape, System};
use super::{Extrapolation, Space, Warning, check, remarks};
use crate::error::Error;

/// A solved space.
#[derive(Debug, Clone)]
pub struct Solution {
    /// What a runtime needs.
    pub table: Table,
    /// What may not be as meant.
    pub warnings: Vec<Warning>,
    /// The condition of the radial system: by how much it may magnify an error.
    pub condition: f64,
    pub(super) layout: Layout,
}

/// Solves spaces, and solves again only what changed since the last time.
#[derive(Debug, Clone, Default)]
pub struct Solver {
    /// Examples alone, then with pseudo-examples.
    plain: Solved,
    reshaped: Solved,
}

/// What was solved last.
#[derive(Debug, Clone, Default)]
struct Solved {
    distances: Distances,
    system: Option<System>,
}

/// Coefficients are refined once where the condition is above this.
const REFINE: f64 = 1e6;

impl Solver {
    /// A table for a space.
    pub fn solve(&mut self, space: &Space) -> Result<Solution, Error> {
        check::check(space)?;
        let mut warnings = Vec::new();
        let pseudo_examples = space.pseudo_examples.len();
        let layout = Layout::new(space, false, &mut self.plain.distances, &mut warnings)?;
        let plain = cardinal(space, layout, None, &mut self.plain, warnings)?;
        if pseudo_examples == 0 {
            return Ok(plain);
        }
        // Each row of the fit matrix: the weights where the pseudo-example is taken from.
        let mut fits = vec![vec![0.0; space.examples.len()]; pseudo_examples];
        for (pseudo, fit) in space.pseudo_examples.iter().zip(&mut fits) {
            plain.table.weights_f64(&pseudo.from, fit);
        }
        let mut warnings = Vec::new();
        let layout = Layout::new(space, true, &mut self.reshaped.distances, &mut warnings)?;
        cardinal(space, layout, Some(&fits), &mut self.reshaped, warnings)
    }
}

/// The cardinal basis: what sums to F at the sites.
fn cardinal(
    space: &Space,
    layout: Layout,
    fits: Option<&[Vec<f64>]>,
    solved: &mut Solved,
    mut warnings: Vec<Warning>,
) -> Result<Solution, Error> {
    let straight = layout.embedding.straight();
    let (n, dimension) = (layout.sites.len(), layout.embedding.dimension());
    let thin_plate = space.kernel == Kernel::ThinPlate;
    let lines = Span::of(&layout.coordinates, straight);
    // A periodic axis has no plane of its own, but thin plates need all planes for their side conditions; there the planes
    // of a circle are its first harmonic.
    let with_circles = (thin_plate && dimension > straight).then(|| Span::of(&layout.coordinates, dimension));
    let span = with_circles.as_ref().unwrap_or(&lines);
    let system = System::of(&layout, &solved.distances, shape(space, &layout), solved.system.take());
    let fit = Fit::new(space, &layout, fits);
    let mut coefficients =
        Coefficients::of(&system, span, fit.examples, thin_plate, |left, to| fit.times(left, to));
    if system.condition > REFINE {
        let error = fit.dense() - coefficients.at_sites(&system, span);
        let correction = Coefficients::of(&system, span, fit.examples, thin_plate, |left, to| {
            matmul(to, Accum::Replace, left, &error, 1.0, Par::Seq);
        });
        coefficients.add(&correction);
    }
    let mut embedding = layout.embedding.clone();
    if lines.rank() < straight {
        embedding.affine = Some(onto(&lines, embedding.affine.as_ref(), straight));
    }
    still_circles(&layout, &mut embedding.axes);
    let parts = Parts {
        embedding,
        extrapolation: extrapolation(space, &layout),
        kernel: space.kernel,
        centres: (0..n * dimension).map(|at| layout.coordinates[(at / dimension, at % dimension)]).collect(),
        radii: system.radii.clone(),
        examples: space.examples.len(),
        coefficients: coefficients.into_rows(span),
    };
    let table = Table::new(parts).map_err(|e| Error::Space {
        problem: format!("the examples cannot be interpolated: {e}"),
        remedy: "bring ranges and natural scales nearer to the examples' values".into(),
    })?;
    remarks::remark(space, &layout, &lines, system.factor, &mut warnings);
    let condition = system.condition;
    solved.system = Some(system);
    Ok(Solution { table, warnings, condition, layout })
}

/// What the entries of the kernel matrix have in common.
fn shape(space: &Space, layout: &Layout) -> Shape {
    if space.kernel != Kernel::ThinPlate {
        return Shape { kernel: space.kernel, ridge: space.smoothing * space.kernel.peak(), unit: 1.0 };
    }
    // Near the extent, but the same for extents nearly the same, so that small moves keep what was solved.
    let unit = if layout.extent > 0.0 { layout.extent.log2().ceil().exp2() } else { 1.0 };
    Shape { kernel: space.kernel, ridge: space.smoothing / (unit * unit), unit }
}

/// The fit matrix F: one row per site, one column per example.
struct Fit<'a> {
    layout: &'a Layout,
    examples: usize,
    /// The rows of sites that are pseudo-examples.
    pseudo: Mat<f64>,
}

impl<'a> Fit<'a> {
    fn new(space: &Space, layout: &'a Layout, fits: Option<&[Vec<f64>]>) -> Self {
        let examples = space.examples.len();
        let first = layout.example_sites();
        let mean = |site: usize, example: usize| {
            let members = &layout.sites[first + site].pseudo_examples;
            let sum: f64 = members.iter().map(|&p| fits.map_or(0.0, |fits| fits[p][example])).sum();
            sum / members.len() as f64
        };
        Self { layout, examples, pseudo: Mat::from_fn(layout.sites.len() - first, examples, mean) }
    }

    /// left · F. Most rows of F are ones and zeros, which cost nothing.
    fn times(&self, left: MatRef<'_, f64>, mut product: MatMut<'_, f64>) {
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

    fn dense(&self) -> Mat<f64> {
        let n = self.layout.sites.len();
        let mut dense = Mat::zeros(n, self.examples);
        self.times(Mat::<f64>::identity(n, n).as_ref(), dense.as_mut());
        dense
    }
}

/// Factors of the span's basis, and the rows of a table, of which those of the kernels come first to be known.
struct Coefficients {
    examples: usize,
    planes: Mat<f64>,
    rows: Vec<f64>,
    /// How many rows come before those of the kernels.
    before: usize,
}

impl Coefficients {
    /// `times_fit` multiplies F from the left.
    fn of(
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

    /// The weights at the sites.
    fn at_sites(&self, system: &System, span: &Span) -> Mat<f64> {
        let kernels = &self.rows[self.before * self.examples..];
        let radial = MatRef::from_row_major_slice(kernels, system.radii.len(), self.examples);
        &system.matrix * radial + &span.basis * &self.planes
    }

    fn add(&mut self, other: &Self) {
        self.planes += &other.planes;
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, more)| *row += more);
    }

    /// The rows of a table: constant, slopes, kernels. The constants of all examples sum to one and everything else to
    /// nothing; rounding is taken away here, so that weights sum to one however far from the examples.
    fn into_rows(mut self, span: &Span) -> Vec<f64> {
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

/// Directions that nothing determines do nothing: points are brought to the affine hull of the sites.
fn onto(span: &Span, affine: Option<&Affine>, straight: usize) -> Affine {
    let projector = &span.directions * span.directions.transpose();
    let before =
        affine.map(|affine| Mat::from_fn(straight, straight, |i, j| affine.matrix[i * straight + j]));
    let matrix = before.map_or(projector.clone(), |before| &projector * before);
    let offset = (0..straight)
        .map(|i| span.mean[i] - (0..straight).map(|j| projector[(i, j)] * span.mean[j]).sum::<f64>());
    Affine {
        matrix: (0..straight * straight).map(|at| matrix[(at / straight, at % straight)]).collect(),
        offset: offset.collect(),
    }
}

/// A periodic axis that no site varies does nothing.
fn still_circles(layout: &Layout, axes: &mut [Embedded]) {
    for (axis, circle) in axes.iter_mut().zip(layout.circles()) {
        if let (Embedded::Periodic { radius, .. }, Some(c)) = (axis, circle)
            && layout.is_still(c)
        {
            *radius = 0.0;
        }
    }
}

/// As wished, with the hull of the examples.
fn extrapolation(space: &Space, layout: &Layout) -> space::Extrapolation {
    match space.extrapolation {
        Extrapolation::Free => space::Extrapolation::Free,
        Extrapolation::Hull(factor) => space::Extrapolation::Held { hull: layout.hull(factor) },
        Extrapolation::Damped => {
            let mean = layout.mean_of_examples();
            let distance =
                |vertex: &[f64]| vertex.iter().zip(&mean).map(|(v, m)| (v - m).powi(2)).sum::<f64>();
            let hull = layout.hull(1.0);
            let vertices = hull.vertices().chunks_exact(hull.dimension().max(1));
            let radius = vertices.map(distance).fold(0.0, f64::max).sqrt();
            let reach = if radius > 0.0 { radius / 2.0 } else { 1.0 };
            space::Extrapolation::Damped { reach, hull }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Axis, Example, PseudoExample};

    #[test]
    fn small_changes_update_the_inverse_instead_of_solving_anew() {
        // Thin plates around so many sites are too badly conditioned for updates to be exact.
        for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland] {
            // A grid, so that whatever moves is the nearest neighbour of few.
            let width = 9;
            let at = |i: u32| [f64::from(i % width), f64::from(i / width)];
            let axes = ["x", "y"].map(|name| Axis::new(name, [0.0, 8.0]));
            let examples = (0..width * width).map(|i| Example::new(format!("{i}"), at(i))).collect();
            let mut space = Space { kernel, ..Space::new(axes.into(), examples) };
            space.pseudo_examples.push(PseudoExample { from: vec![1.0, 1.5], to: vec![1.5, 1.5] });
            let mut solver = Solver::default();
            solver.solve(&space).unwrap();
            let updates = |solver: &Solver| {
                [&solver.plain, &solver.reshaped].map(|solved| solved.system.as_ref().unwrap().updates)
            };
            assert_eq!(updates(&solver), [0; 2], "{kernel:?}");
            let changes: [fn(&mut Space); 5] = [
                |space| space.examples[3].at[0] += 0.3,
                |space| space.examples.push(Example::new("new", [0.5, 2.5])),
                |space| drop(space.examples.remove(11)),
                |space| space.pseudo_examples[0].to[1] += 0.2,
                |space| space.pseudo_examples[0].from[1] += 0.2,
            ];
            for (i, change) in changes.into_iter().enumerate() {
                change(&mut space);
                solver.solve(&space).unwrap();
                assert_eq!(updates(&solver), [i + 1; 2], "{kernel:?}");
            }
        }
    }
}
