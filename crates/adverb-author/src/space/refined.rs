//! Examples that refine: each changes the space near its own point only.
//!
//! A plain example moves hyperplanes and narrows the radii of its neighbours. So the space changes everywhere, even if the example shows
//! nothing but what the space showed there anyway. One that refines leaves the weights of the others, w, as they are, and puts itself in
//! their place by a kernel of its own, φ, which is 1 at its point p and ends before any other example:
//!
//! ```text
//!   its own weight       φ(x)
//!   that of another      wᵢ(x) − φ(x) · wᵢ(p)
//! ```
//!
//! These are the weights of a table like any other: one more row. Of several that refine, each is added to the table of those before it. What it shows at x is what the others show there, and φ(x) of the
//! difference that it makes at p. On the mirror plane of a symmetric space it shares its point with its image: each has φ(x)/2.

use adverb::space::{Kernel, Parts, Table};

use super::solution::{Solution, Solver, table};
use super::{Space, Symmetry};
use crate::error::Error;

/// Weights that are off by more than this at its point are not an example's own.
const EXACT: f64 = 1e-6;
/// In natural scales: at the place of another example it cannot refine.
const LEAST: f64 = 1e-6;
/// Its kernel ends at this part of the way to the nearest other example.
const REACH: f64 = 0.95;

/// Solves a space with examples that refine. `None` where there are none, or where they cannot: kernels that end nowhere reach
/// every other example, and one that is outside of the others' hull says how the space goes on there.
pub(super) fn solve(solver: &mut Solver, space: &Space) -> Result<Option<Solution>, Error> {
    let ends = matches!(space.kernel, Kernel::BSpline | Kernel::Wendland);
    let mut refines: Vec<bool> = space.examples.iter().map(|example| ends && example.refines).collect();
    loop {
        let (refining, kept): (Vec<usize>, Vec<usize>) = (0..space.examples.len()).partition(|&i| refines[i]);
        if refining.is_empty() || kept.is_empty() {
            return Ok(None);
        }
        let plain = solver.solve_plainly(&without(space, &kept))?;
        let (hull, parts) = (plain.layout.hull(1.0), plain.table.parts());
        let is_within = |i: usize| hull.contains(&place(&parts, space, i)[..hull.dimension()]);
        let table = refined(space, &plain, &refining, &kept)?;
        let outside: Vec<usize> =
            refining.iter().copied().filter(|&i| !is_within(i) || !is_exact(&table, space, i)).collect();
        if outside.is_empty() {
            return Ok(Some(renumbered(Solution { table, ..plain }, &kept)));
        }
        outside.into_iter().for_each(|i| refines[i] = false);
    }
}

/// Whether a table has an example's own weights at its point.
fn is_exact(table: &Table, space: &Space, example: usize) -> bool {
    let weights = weights(table, &space.examples[example].at);
    let own = at_its_place(space, example);
    let share = |j: usize| if own.contains(&j) { 1.0 / own.len() as f64 } else { 0.0 };
    weights.iter().enumerate().all(|(j, w)| (w - share(j)).abs() < EXACT)
}

/// An example; on the mirror plane, with its image.
fn at_its_place(space: &Space, example: usize) -> Vec<usize> {
    let image = space.symmetry.as_ref().map(|symmetry| symmetry.partner(example));
    let shares = |&image: &usize| space.examples[image].at == space.examples[example].at;
    std::iter::once(example).chain(image.filter(shares)).collect()
}

/// With the numbers that examples have among all.
fn renumbered(mut solution: Solution, kept: &[usize]) -> Solution {
    for example in solution.layout.sites.iter_mut().flat_map(|site| &mut site.examples) {
        *example = kept[*example];
    }
    solution
}

/// The space of the other examples.
fn without(space: &Space, kept: &[usize]) -> Space {
    let symmetry = space.symmetry.as_ref().map(|symmetry| Symmetry {
        axes: symmetry.axes.clone(),
        pairs: kept.iter().filter(|&&i| !symmetry.is_image(i)).count(),
    });
    let examples = kept.iter().map(|&i| space.examples[i].clone()).collect();
    Space { examples, symmetry, ..space.clone() }
}

/// The table of the others with a column and a kernel more for each that refines: one after the other, so that a later one leaves what an
/// earlier one shows; mirror images together.
fn refined(space: &Space, solution: &Solution, refining: &[usize], kept: &[usize]) -> Result<Table, Error> {
    let mut parts = solution.table.parts();
    let (before, examples) = (parts.examples, space.examples.len());
    let widened = |row: &[f64]| {
        let mut wide = vec![0.0; examples];
        kept.iter().zip(row).for_each(|(&i, value)| wide[i] = *value);
        wide
    };
    parts.coefficients = parts.coefficients.chunks_exact(before).flat_map(widened).collect();
    parts.examples = examples;
    let dimension = parts.embedding.dimension();
    // Sites and corrections have a place; the centres of clusters are nowhere in particular.
    let sites = parts.radii.len() - solution.clusters.len();
    let mut all: Vec<Vec<f64>> =
        parts.centres.chunks_exact(dimension).take(sites).map(<[f64]>::to_vec).collect();
    let mut table = self::table(parts.clone())?;
    for group in together(space, refining) {
        let places: Vec<Vec<f64>> = group.iter().map(|own| place(&parts, space, own[0])).collect();
        let first = all.len();
        all.extend(places.iter().cloned());
        for (k, own) in group.iter().enumerate() {
            let others = (0..all.len()).filter(|&other| other != first + k);
            let nearest = others.map(|other| distance(&all[other], &places[k])).fold(f64::INFINITY, f64::min);
            let example = &space.examples[own[0]];
            let radius = example.radius.unwrap_or(f64::INFINITY).min(REACH * nearest);
            let peak = space.kernel.peak();
            let mut row: Vec<f64> = weights(&table, &example.at).into_iter().map(|w| -w / peak).collect();
            own.iter().for_each(|&i| row[i] += (peak * own.len() as f64).recip());
            parts.centres.extend(&places[k]);
            parts.radii.push(radius.max(LEAST));
            parts.coefficients.extend(row);
        }
        table = self::table(parts.clone())?;
    }
    Ok(table)
}

/// Those that refine in their order, each place with that of its mirror image; at a place, those that share it.
fn together(space: &Space, refining: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let Some(symmetry) = &space.symmetry else { return refining.iter().map(|&i| vec![vec![i]]).collect() };
    let own = refining.iter().copied().filter(|&i| !symmetry.is_image(i));
    own.map(|i| match at_its_place(space, i) {
        shared if shared.len() > 1 => vec![shared],
        alone => vec![alone, vec![symmetry.partner(i)]],
    })
    .collect()
}

/// Where an example is, in the coordinates of a table.
fn place(parts: &Parts, space: &Space, example: usize) -> Vec<f64> {
    let mut place = vec![0.0; parts.embedding.dimension()];
    parts.embedding.locate(&space.examples[example].at, &mut place);
    place
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn weights(table: &Table, point: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; table.examples()];
    table.weights_f64(point, &mut weights);
    weights
}
