//! From sites to weights: hyperplanes by least squares, the radial part exact at every example (sections 3.2, 3.3), and
//! pseudo-examples through the fit matrix (section 4).

use adverb::space::{self, Affine, Axis as Embedded, Kernel, Parts, Table};

use super::cardinal::{Coefficients, Fit, REFINE};
use super::damped::damped;
use super::distances::{Distances, squared_between};
use super::layout::Layout;
use super::levels::{self, Finest, Level};
use super::span::Span;
use super::system::{Shape, System};
use super::{Extrapolation, PseudoExample, Space, Warning, check, refined, remarks};
use crate::dense::Mat;
use crate::error::Error;

/// A solved space.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The table for the runtime.
    pub table: Table,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The condition of the radial system: how much it may magnify an error.
    pub condition: f64,
    /// For every cluster of the coarser levels, the sites in it, the coarsest level first. Their kernels come after the sites'.
    pub clusters: Vec<Vec<usize>>,
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

impl Solver {
    /// A table for a space.
    pub fn solve(&mut self, space: &Space) -> Result<Solution, Error> {
        check::check(space)?;
        match refined::solve(self, space)? {
            Some(solution) => Ok(solution),
            None => self.solve_plainly(space),
        }
    }

    /// Every example changes the space everywhere.
    pub(super) fn solve_plainly(&mut self, space: &Space) -> Result<Solution, Error> {
        if space.kernel == Kernel::ThinPlate && !space.corrections.is_empty() {
            let mut all = space.clone();
            all.pseudo_examples.append(&mut all.corrections);
            return self.solve_plainly(&all);
        }
        let mut warnings = Vec::new();
        let layout = Layout::new(space, false, &mut self.plain.distances, &mut warnings)?;
        let plain = cardinal(space, layout, &Wanted::default(), &mut self.plain, warnings)?;
        if space.pseudo_examples.is_empty() && space.corrections.is_empty() {
            return Ok(plain);
        }
        // Each row of the fit matrix: the weights where the pseudo-example is taken from.
        let found = |from: &[PseudoExample]| -> Vec<Vec<f64>> {
            let weights = |pseudo: &PseudoExample| {
                let mut weights = vec![0.0; space.examples.len()];
                plain.table.weights_f64(&pseudo.from, &mut weights);
                weights
            };
            from.iter().map(weights).collect()
        };
        let wanted = Wanted { pseudo: found(&space.pseudo_examples), corrections: found(&space.corrections) };
        let mut warnings = Vec::new();
        let layout = Layout::new(space, true, &mut self.reshaped.distances, &mut warnings)?;
        cardinal(space, layout, &wanted, &mut self.reshaped, warnings)
    }
}

/// Weights prescribed where there is no example.
#[derive(Default)]
struct Wanted {
    pseudo: Vec<Vec<f64>>,
    corrections: Vec<Vec<f64>>,
}

/// The cardinal basis: what sums to F at the sites. With levels (thesis 4.6), planes and the first kernels are those of the
/// coarsest clusters, where F is the mean of their members'; every finer level mends what those before it leave.
fn cardinal(
    space: &Space,
    layout: Layout,
    wanted: &Wanted,
    solved: &mut Solved,
    mut warnings: Vec<Warning>,
) -> Result<Solution, Error> {
    let straight = layout.embedding.straight();
    let dimension = layout.embedding.dimension();
    let thin_plate = space.kernel == Kernel::ThinPlate;
    let lines = Span::of(&layout.coordinates, straight);
    // A periodic axis has no plane of its own, but thin plates need all planes for their side conditions; there the planes
    // of a circle are its first harmonic.
    let with_circles = (thin_plate && dimension > straight).then(|| Span::of(&layout.coordinates, dimension));
    let fit = Fit::new(space, &layout, &wanted.pseudo);
    let coarser = levels::coarser(space, &layout, &lines);
    let of_clusters = coarser.first().map(|level| Span::of(&level.layout.coordinates, straight));
    let span = of_clusters.as_ref().or(with_circles.as_ref()).unwrap_or(&lines);
    let mut kernels = Kernels::default();
    let finest = Finest::of(space, &layout, &wanted.corrections);
    let system = match &finest {
        None => System::of(&layout, &solved.distances, shape(space, &layout), solved.system.take()),
        Some(finest) => System::of(&finest.layout, &finest.distances, shape(space, &layout), None),
    };
    let coefficients = if coarser.is_empty() && finest.is_none() {
        let mut coefficients =
            Coefficients::of(&system, span, fit.examples, thin_plate, |left, to| fit.times(left, to));
        if system.condition > REFINE {
            let mut error = fit.dense();
            error -= &coefficients.at_sites(&system, span);
            let correction = Coefficients::of(&system, span, fit.examples, thin_plate, |left, to| {
                to.add_product(1.0, left, &error);
            });
            coefficients.add(&correction);
        }
        coefficients
    } else {
        let mut coefficients = match coarser.first() {
            None => Coefficients::of_planes(span, fit.examples, |left, to| fit.times(left, to)),
            Some(level) => {
                Coefficients::of_planes(span, fit.examples, |left, to| level.times(&fit, left, to))
            }
        };
        for level in &coarser {
            let system = System::of(&level.layout, &level.distances, shape(space, &level.layout), None);
            let below = kernels.beside(span, space.kernel, &level.layout.coordinates);
            coefficients.refine(&system, &below, |left, to| level.times(&fit, left, to));
            kernels.append(&level.layout.coordinates, &system.radii);
        }
        match &finest {
            None => {
                let below = kernels.beside(span, space.kernel, &layout.coordinates);
                coefficients.refine(&system, &below, |left, to| fit.times(left, to));
            }
            Some(finest) => {
                let below = kernels.beside(span, space.kernel, &finest.layout.coordinates);
                coefficients.refine(&system, &below, |left, to| finest.times(&fit, left, to));
            }
        }
        coefficients
    };
    let last = finest.as_ref().map_or(&layout, |finest| &finest.layout);
    kernels.append(&last.coordinates, &system.radii);
    let mut coefficients = coefficients.into_rows(span);
    // Where there are clusters, they come after the sites and the corrections.
    let clusters: Vec<Vec<usize>> = coarser.iter().flat_map(Level::members).collect();
    let before = coefficients.len() - kernels.radii.len() * fit.examples;
    coefficients[before..].rotate_left(clusters.len() * fit.examples);
    kernels.centres.rotate_left(clusters.len());
    kernels.radii.rotate_left(clusters.len());
    let mut embedding = layout.embedding.clone();
    if lines.rank() < straight {
        embedding.affine = Some(onto(&lines, embedding.affine.as_ref(), straight));
    }
    still_circles(&layout, &mut embedding.axes);
    let parts = Parts {
        embedding,
        extrapolation: extrapolation(space, &layout, &lines),
        kernel: space.kernel,
        centres: kernels.centres.concat(),
        radii: kernels.radii,
        examples: space.examples.len(),
        coefficients,
    };
    let table = table(parts)?;
    remarks::remark(space, &layout, &lines, system.factor, &mut warnings);
    let condition = system.condition;
    solved.system = finest.is_none().then_some(system);
    Ok(Solution { table, warnings, condition, clusters, layout })
}

pub(super) fn table(parts: Parts) -> Result<Table, Error> {
    Table::new(parts).map_err(|e| Error::Space {
        problem: format!("the examples cannot be interpolated: {e}"),
        remedy: "bring ranges and natural scales nearer to the examples' values".into(),
    })
}

/// The kernels of all levels, the coarsest first.
#[derive(Default)]
struct Kernels {
    centres: Vec<Vec<f64>>,
    radii: Vec<f64>,
}

impl Kernels {
    fn append(&mut self, centres: &Mat, radii: &[f64]) {
        let row = |i: usize| (0..centres.ncols()).map(|c| centres[(i, c)]).collect();
        self.centres.extend((0..centres.nrows()).map(row));
        self.radii.extend(radii);
    }

    /// The values of planes and kernels at some points, one row each.
    fn beside(&self, span: &Span, kernel: Kernel, points: &Mat) -> Mat {
        let planes = span.at(points);
        let before = planes.ncols();
        let mut values = Mat::zeros(points.nrows(), before + self.radii.len());
        (0..before).for_each(|k| values.column_mut(k).copy_from_slice(planes.column(k)));
        for (k, (centre, radius)) in self.centres.iter().zip(&self.radii).enumerate() {
            let column = values.column_mut(before + k);
            squared_between(points, centre, column);
            column.iter_mut().for_each(|t| *t *= 4.0 / (radius * radius));
            kernel.values(points.ncols(), column);
        }
        values
    }
}

/// What the entries of the kernel matrix have in common.
fn shape(space: &Space, layout: &Layout) -> Shape {
    if space.kernel != Kernel::ThinPlate {
        return Shape { kernel: space.kernel, ridge: space.smoothing * space.kernel.peak(), unit: 1.0 };
    }
    // Near the extent, but the same for extents nearly the same, so that small moves keep what was solved.
    let unit = if layout.extent > 0.0 { libm::exp2(libm::log2(layout.extent).ceil()) } else { 1.0 };
    Shape { kernel: space.kernel, ridge: space.smoothing / (unit * unit), unit }
}

/// Directions that nothing determines do nothing: points are brought to the affine hull of the sites.
fn onto(span: &Span, affine: Option<&Affine>, straight: usize) -> Affine {
    let projector = &span.directions * &span.directions.transposed();
    let before =
        affine.map(|affine| Mat::from_fn(straight, straight, |i, j| affine.matrix[i * straight + j]));
    let matrix = before.map_or(projector.clone(), |before| &projector * &before);
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
fn extrapolation(space: &Space, layout: &Layout, lines: &Span) -> space::Extrapolation {
    match space.extrapolation {
        Extrapolation::Free => space::Extrapolation::Free,
        Extrapolation::Hull(factor) => space::Extrapolation::Held { hull: layout.hull(factor) },
        Extrapolation::Damped => damped(space, layout, lines),
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
