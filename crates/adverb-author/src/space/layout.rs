//! Where the examples lie: their coordinates, the distinct places among them, and how far each reaches.

use std::f64::consts::TAU;

use adverb::space::{Affine, Axis as Embedded, Embedding, Hull};

use super::distances::{Distances, squared_to};
use super::{Kernel, Space, Symmetry, Warning};
use crate::dense::Mat;
use crate::error::Error;

/// A place where something is to be interpolated. Examples at one place share it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Site {
    /// Those at this place, by index.
    pub examples: Vec<usize>,
    /// Where there is no example, the pseudo-examples at this place, by index.
    pub pseudo_examples: Vec<usize>,
}

/// All sites: first those of examples, then those of pseudo-examples.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub embedding: Embedding,
    pub sites: Vec<Site>,
    /// One row per site.
    pub coordinates: Mat,
    /// The distance of each site to its nearest neighbour; infinite for one that is alone.
    pub nearest: Vec<f64>,
    /// Where the influence of each site ends.
    pub radii: Vec<f64>,
    /// The largest difference in any coordinate.
    pub extent: f64,
}

/// Two sites that are close.
pub(super) struct ClosePair {
    pub sites: [usize; 2],
    pub distance: f64,
    /// The distance over the mean distance of nearest neighbours.
    pub relative: f64,
}

/// Neighbours nearer than this part of the mean are remarked on.
const CLOSE: f64 = 0.2;
/// Sites nearer than this part of the extent are one: f64 would not tell their weights apart.
const SAME: f64 = 1e-11;
/// Thin plates bend by the square of a distance, which f64 can tell from nothing no closer than this.
const SAME_FOR_THIN_PLATES: f64 = 1e-7;

impl Layout {
    pub fn new(
        space: &Space,
        with_pseudo_examples: bool,
        distances: &mut Distances,
        warnings: &mut Vec<Warning>,
    ) -> Result<Self, Error> {
        let embedding = embedding(space)?;
        let pseudo = if with_pseudo_examples { &space.pseudo_examples[..] } else { &[] };
        let points: Vec<&[f64]> = (space.examples.iter().map(|example| &example.at[..]))
            .chain(pseudo.iter().map(|pseudo| &pseudo.to[..]))
            .collect();
        let all = coordinates(&embedding, &points);
        let widths: Vec<f64> = (0..all.ncols()).map(|c| width(&all, c)).collect();
        let extent = widths.iter().copied().fold(0.0, f64::max);
        distances.update(&all);
        let nearest = distances.nearest();
        let (sites, first) = if space.kernel == Kernel::ThinPlate {
            let same = SAME_FOR_THIN_PLATES * extent;
            merge(space, &nearest, same, |i, j| distances.squared[(i, j)] <= same * same, warnings)
        } else {
            // Coordinate by coordinate, so that one with a large scale does not hide differences in another.
            let same = SAME * extent * (all.ncols() as f64).sqrt();
            let is_same = |i: usize, j: usize| {
                widths.iter().enumerate().all(|(c, width)| (all[(i, c)] - all[(j, c)]).abs() <= SAME * width)
            };
            merge(space, &nearest, same, is_same, warnings)
        };
        let (coordinates, nearest) = if sites.len() == points.len() {
            (all, nearest)
        } else {
            let distinct = Mat::from_fn(sites.len(), all.ncols(), |i, c| all[(first[i], c)]);
            distances.update(&distinct);
            (distinct, distances.nearest())
        };
        let radii = sites.iter().zip(&nearest).map(|(site, nearest)| radius(space, site, *nearest)).collect();
        Ok(Self { embedding, sites, coordinates, nearest, radii, extent })
    }

    /// Sites of examples that are much closer to each other than neighbours are on average, the closest first.
    pub fn close_pairs(&self) -> Vec<ClosePair> {
        let count = self.example_sites();
        let mean = self.nearest[..count].iter().sum::<f64>() / count as f64;
        let mut pairs = Vec::new();
        for j in (0..count).filter(|&j| self.nearest[j] < CLOSE * mean) {
            let mut squared = vec![0.0; self.sites.len()];
            squared_to(&self.coordinates, j, &mut squared);
            for (i, squared) in squared[..j].iter().enumerate() {
                let distance = squared.sqrt();
                // Of a cluster, only nearest neighbours: the rest follows.
                if distance < CLOSE * mean && distance <= self.nearest[i].max(self.nearest[j]) {
                    pairs.push(ClosePair { sites: [i, j], distance, relative: distance / mean });
                }
            }
        }
        pairs.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        pairs
    }

    /// The hull of the examples' points in straight coordinates, scaled about their mean.
    pub fn hull(&self, factor: f64) -> Hull {
        let mean = self.mean_of_examples();
        let straight = mean.len();
        let vertices = (0..self.example_sites() * straight).map(|i| {
            let (site, c) = (i / straight, i % straight);
            mean[c] + factor * (self.coordinates[(site, c)] - mean[c])
        });
        Hull::new(straight, vertices.collect()).expect("whole vertices, and at least one example")
    }

    /// In straight coordinates.
    pub fn mean_of_examples(&self) -> Vec<f64> {
        let count = self.example_sites();
        let mean = |c: usize| self.coordinates.column(c)[..count].iter().sum::<f64>() / count as f64;
        (0..self.embedding.straight()).map(mean).collect()
    }

    /// For each axis, if it is periodic, the first of its two coordinates.
    pub fn circles(&self) -> Vec<Option<usize>> {
        let mut next = self.embedding.straight();
        let mut circle = |axis: &Embedded| match axis {
            Embedded::Straight { .. } => None,
            Embedded::Periodic { .. } => {
                next += 2;
                Some(next - 2)
            }
        };
        self.embedding.axes.iter().map(&mut circle).collect()
    }

    /// Whether no site varies the periodic axis with these two coordinates.
    pub fn is_still(&self, circle: usize) -> bool {
        (circle..circle + 2).all(|c| {
            let column = self.coordinates.column(c);
            column.iter().all(|x| (x - column[0]).abs() <= 1e-12 * self.extent.max(1e-300))
        })
    }

    /// How many sites hold examples.
    pub fn example_sites(&self) -> usize {
        self.sites.iter().filter(|site| !site.examples.is_empty()).count()
    }
}

/// Scaled axes and, for a full metric, the transposed Cholesky factor of it.
fn embedding(space: &Space) -> Result<Embedding, Error> {
    let axes = (space.axes.iter())
        .map(|axis| {
            let ([low, high], scale) = (axis.range, axis.natural_scale());
            if axis.periodic {
                Embedded::Periodic { origin: low, period: high - low, radius: (high - low) / (TAU * scale) }
            } else {
                Embedded::Straight { origin: low + (high - low) / 2.0, scale }
            }
        })
        .collect();
    Ok(Embedding { axes, affine: metric(space)? })
}

fn metric(space: &Space) -> Result<Option<Affine>, Error> {
    let Some(metric) = &space.metric else { return Ok(None) };
    let wrong = |problem: String, remedy: &str| Err(Error::Space { problem, remedy: remedy.into() });
    let names: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
    let n = names.len();
    if metric.len() != n || metric.iter().any(|row| row.len() != n) {
        return wrong(format!("the metric is not {n} by {n}"), "give one row and one column per axis");
    }
    for i in 0..n {
        for j in 0..n {
            let (here, there) = (metric[i][j], metric[j][i]);
            if !here.is_finite() || (here - there).abs() > 1e-9 * (here.abs() + there.abs()) {
                let problem = format!("the metric of {} and {} is {here} and {there}", names[i], names[j]);
                return wrong(problem, "a metric is symmetric and finite");
            }
            if i != j && here != 0.0 && (space.axes[i].periodic || space.axes[j].periodic) {
                let problem =
                    format!("the metric joins {} and {}, one of which is periodic", names[i], names[j]);
                return wrong(problem, "write 0 there");
            }
            if i == j && space.axes[i].periodic && here != 1.0 {
                let problem = format!("the metric of {} is {here}, but it is periodic", names[i]);
                return wrong(problem, "write 1 there and set its natural scale");
            }
        }
    }
    let straight: Vec<usize> = (0..n).filter(|&i| !space.axes[i].periodic).collect();
    let s = straight.len();
    if s == 0 {
        return Ok(None);
    }
    let matrix = Mat::from_fn(s, s, |i, j| metric[straight[i]][straight[j]]);
    let Some(lower) = matrix.cholesky() else {
        let names: Vec<&str> = straight.iter().map(|&i| names[i]).collect();
        let problem = format!("the metric of {} is not positive definite", names.join(", "));
        return wrong(problem, "some step would have no length; make the diagonal larger");
    };
    // metric = L Lᵀ, so that the coordinates Lᵀ s have its length.
    let matrix = (0..s * s).map(|at| if at % s >= at / s { lower[(at % s, at / s)] } else { 0.0 }).collect();
    Ok(Some(Affine { matrix, offset: vec![0.0; s] }))
}

/// One row per point.
fn coordinates(embedding: &Embedding, points: &[&[f64]]) -> Mat {
    let mut row = vec![0.0; embedding.dimension()];
    let mut all = Mat::zeros(points.len(), row.len());
    for (i, point) in points.iter().enumerate() {
        embedding.locate(point, &mut row);
        row.iter().enumerate().for_each(|(c, x)| all[(i, c)] = *x);
    }
    all
}

/// From the least to the largest.
fn width(coordinates: &Mat, coordinate: usize) -> f64 {
    let column = coordinates.column(coordinate);
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    column.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least
}

/// Distinct places, and the first point at each.
fn merge(
    space: &Space,
    nearest: &[f64],
    same: f64,
    is_same: impl Fn(usize, usize) -> bool,
    warnings: &mut Vec<Warning>,
) -> (Vec<Site>, Vec<usize>) {
    let examples = space.examples.len();
    let name = |i: usize| space.examples[i].name.clone();
    let (mut sites, mut first): (Vec<Site>, Vec<usize>) = (Vec::new(), Vec::new());
    for (i, nearest) in nearest.iter().enumerate() {
        let known =
            if *nearest > same { None } else { first.iter().position(|&earlier| is_same(earlier, i)) };
        let at = known.unwrap_or_else(|| {
            sites.push(Site::default());
            first.push(i);
            sites.len() - 1
        });
        let site = &mut sites[at];
        if i < examples {
            if let Some(&earlier) = site.examples.first() {
                let pair = [name(earlier), name(i)];
                let (a, b) = (space.examples[earlier].content, space.examples[i].content);
                let on_plane = |symmetry: &Symmetry| symmetry.partner(earlier) == i;
                if a.is_some() && a == b {
                    warnings.push(Warning::Repeated { examples: pair });
                } else if !space.symmetry.as_ref().is_some_and(on_plane) {
                    warnings.push(Warning::Conflict { examples: pair });
                }
            }
            site.examples.push(i);
        } else if let Some(&example) = site.examples.first() {
            warnings
                .push(Warning::PseudoOnExample { pseudo_example: i - examples + 1, example: name(example) });
        } else {
            if let Some(&earlier) = site.pseudo_examples.first() {
                warnings.push(Warning::PseudoOnPseudo { pseudo_examples: [earlier + 1, i - examples + 1] });
            }
            site.pseudo_examples.push(i - examples);
        }
    }
    (sites, first)
}

/// As given for the example or for the space; else twice the distance to the nearest neighbour.
fn radius(space: &Space, site: &Site, nearest: f64) -> f64 {
    // Of several at one place the widest, so that their order is no matter.
    let own = site.examples.iter().filter_map(|&example| space.examples[example].radius).reduce(f64::max);
    let found = if nearest.is_finite() { 2.0 * nearest } else { 2.0 };
    own.or(space.radius).unwrap_or(found)
}
