//! The clusters of a space to look at: on the levels in use, or those that would be (thesis 4.6, figure 4.21).

use std::f64::consts::TAU;

use super::clusters::clusters;
use super::layout::Layout;
use super::levels::coarser;
use super::span::Span;
use super::{Levels, Solution, Space};
use crate::dense::{Lu, Mat};

/// Examples that are treated as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Its examples, by number.
    pub examples: Vec<usize>,
    /// Its pseudo-examples, by number.
    pub pseudo_examples: Vec<usize>,
    /// The mean of their points, one value per axis.
    pub centre: Vec<f64>,
    /// The distance of the farthest from the mean, in natural scales.
    pub radius: f64,
}

/// The clusters of one level.
#[derive(Debug, Clone, PartialEq)]
pub struct Clustering {
    /// What they were after every round of algorithm 4.1. The last ones count.
    pub rounds: Vec<Vec<Cluster>>,
}

impl Clustering {
    /// The clusters found.
    pub fn clusters(&self) -> &[Cluster] {
        self.rounds.last().map_or(&[], Vec::as_slice)
    }
}

/// The cost of a clustering: the sum of the radii.
pub fn cost(clusters: &[Cluster]) -> f64 {
    clusters.iter().map(|cluster| cluster.radius).sum()
}

/// The levels of a space, the coarsest first: those in use, or where there is only the finest, those that `levels = "auto"` would find.
/// With a count, one level with so many clusters.
pub fn clusterings(space: &Space, solution: &Solution, count: Option<usize>) -> Vec<Clustering> {
    let layout = &solution.layout;
    let counts = match count {
        Some(count) => vec![count.clamp(1, layout.sites.len())],
        None => {
            let levels = if space.levels == Levels::One { Levels::Found } else { space.levels.clone() };
            let lines = Span::of(&layout.coordinates, layout.embedding.straight());
            let coarser = coarser(&Space { levels, ..space.clone() }, layout, &lines);
            coarser.iter().map(|level| level.shares.nrows()).collect()
        }
    };
    let one = |count: usize| {
        let rounds = clusters(&layout.coordinates, count).rounds;
        Clustering { rounds: rounds.iter().map(|of| grouped(space, layout, of, count)).collect() }
    };
    counts.into_iter().map(one).collect()
}

fn grouped(space: &Space, layout: &Layout, of: &[usize], count: usize) -> Vec<Cluster> {
    let cluster = |k: usize| {
        let sites: Vec<usize> = (0..of.len()).filter(|site| of[*site] == k).collect();
        let all = |own: &dyn Fn(usize) -> Vec<usize>| sites.iter().flat_map(|site| own(*site)).collect();
        Cluster {
            examples: all(&|site| layout.sites[site].examples.clone()),
            pseudo_examples: all(&|site| layout.sites[site].pseudo_examples.clone()),
            centre: (0..space.axes.len()).map(|axis| mean(space, layout, &sites, axis)).collect(),
            radius: radius(&layout.coordinates, &sites),
        }
    };
    (0..count).map(cluster).collect()
}

/// The mean of an axis's values; on a ring, the direction of the mean place.
fn mean(space: &Space, layout: &Layout, sites: &[usize], axis: usize) -> f64 {
    let value = |site: &usize| match layout.sites[*site].examples.first() {
        Some(&example) => space.examples[example].at[axis],
        None => space.pseudo_examples[layout.sites[*site].pseudo_examples[0]].to[axis],
    };
    let [low, high] = space.axes[axis].range;
    if !space.axes[axis].periodic {
        return sites.iter().map(value).sum::<f64>() / sites.len() as f64;
    }
    let angles = || sites.iter().map(|site| TAU * (value(site) - low) / (high - low));
    let angle = libm::atan2(angles().map(libm::sin).sum(), angles().map(libm::cos).sum());
    low + (high - low) * (angle / TAU).rem_euclid(1.0)
}

fn radius(coordinates: &Mat, sites: &[usize]) -> f64 {
    let along = |c: usize| sites.iter().map(move |site| coordinates[(*site, c)]);
    let means: Vec<f64> =
        (0..coordinates.ncols()).map(|c| along(c).sum::<f64>() / sites.len() as f64).collect();
    let squared = |site: &usize| -> f64 {
        means
            .iter()
            .enumerate()
            .map(|(c, m)| (coordinates[(*site, c)] - m) * (coordinates[(*site, c)] - m))
            .sum()
    };
    sites.iter().map(squared).fold(0.0, f64::max).sqrt()
}

impl Space {
    /// What is one natural scale away, as seen over two axes: the matrix of x and y whose product with a circle of radius one is the
    /// outline. (With a metric, the shadow of an ellipsoid: the two axes' block of its inverse, factorised.)
    pub(crate) fn unit_circle(&self, x: usize, y: usize) -> [[f64; 2]; 2] {
        let n = self.axes.len();
        let one = |i: usize, j: usize| f64::from(u8::from(i == j));
        let inverse = match &self.metric {
            None => Mat::from_fn(n, n, one),
            Some(metric) => Lu::of(&Mat::from_fn(n, n, |i, j| metric[i][j])).solve(Mat::from_fn(n, n, one)),
        };
        let [sx, sy] = [x, y].map(|axis| self.axes[axis].natural_scale());
        let across = inverse[(x, x)].sqrt();
        let slanted = inverse[(y, x)] / across;
        let up = (inverse[(y, y)] - slanted * slanted).max(0.0).sqrt();
        [[sx * across, 0.0], [sy * slanted, sy * up]]
    }
}
