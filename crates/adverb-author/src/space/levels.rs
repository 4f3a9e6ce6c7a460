//! Other levels of a space than that of its sites: coarser ones, where examples that are close to each other are treated as one
//! (thesis 4.6), and the finest, where corrections join them.

use super::cardinal::Fit;
use super::clusters::{clusters, found};
use super::distances::{Distances, squared_between};
use super::layout::{Layout, Site};
use super::span::Span;
use super::{Kernel, Levels, Space};
use crate::dense::Mat;
use adverb::space::MAX_ROWS;

/// Sites closer than this part of the extent of all are clustered on the finest of the coarser levels; on every level before
/// it, those within twice as much.
const CLOSE: f64 = 0.1;
/// How many coarser levels there are at most, where they are found.
const MOST: i32 = 3;
/// A level of more clusters than half the sites is worth its cost only where they are as few as this.
const FEW: usize = 16;
/// A level of clusters much flatter than the sites would determine the planes badly.
const FLATTER: f64 = 0.25;

/// A correction nearer to a site than this part of the extent is none.
const NO_CORRECTION: f64 = 1e-6;

/// A coarser level.
pub(super) struct Level {
    /// Of the clusters' centres.
    pub layout: Layout,
    pub distances: Distances,
    /// One row per cluster: the share of every site in it.
    pub shares: Mat,
}

/// The coarser levels, the coarsest first. None where nothing is close; thin plates reach everywhere and need none.
pub(super) fn coarser(space: &Space, layout: &Layout, lines: &Span) -> Vec<Level> {
    if space.kernel == Kernel::ThinPlate {
        return Vec::new();
    }
    let sites = &layout.coordinates;
    let at_least = 1 + lines.rank();
    let counts: Vec<usize> = match &space.levels {
        Levels::One => return Vec::new(),
        Levels::Clusters(counts) => counts.clone(),
        Levels::Found => {
            let within = |level: i32| CLOSE * f64::from(1 << level) * layout.extent;
            (0..MOST).rev().map(|level| found(sites, within(level), at_least)).collect()
        }
    };
    let mut levels: Vec<Level> = Vec::new();
    let mut rows = 1 + sites.ncols() + sites.nrows();
    let mut fewest = at_least;
    for count in counts {
        rows += count;
        let is_fewer = count < sites.nrows() && count <= FEW.max(sites.nrows() / 2);
        if count < fewest || !is_fewer || rows > MAX_ROWS {
            rows -= count;
            continue;
        }
        let level = Level::of(layout, count);
        let own = Span::of(&level.layout.coordinates, layout.embedding.straight());
        if own.rank() == lines.rank() && own.flatness >= FLATTER * lines.flatness {
            levels.push(level);
            fewest = count + 1;
        }
    }
    levels
}

impl Level {
    fn of(layout: &Layout, count: usize) -> Self {
        let clusters = clusters(&layout.coordinates, count);
        let mut shares = Mat::zeros(count, layout.sites.len());
        clusters.of.iter().enumerate().for_each(|(site, cluster)| shares[(*cluster, site)] = 1.0);
        for cluster in 0..count {
            let members = clusters.of.iter().filter(|of| **of == cluster).count() as f64;
            (0..shares.ncols()).for_each(|site| shares[(cluster, site)] /= members);
        }
        let mut distances = Distances::default();
        distances.update(&clusters.centres);
        let nearest = distances.nearest();
        let layout = Layout {
            embedding: layout.embedding.clone(),
            sites: vec![Site::default(); count],
            coordinates: clusters.centres,
            radii: nearest.iter().map(|nearest| 2.0 * nearest).collect(),
            nearest,
            extent: layout.extent,
        };
        Self { layout, distances, shares }
    }

    /// left · F, where F of a cluster is the mean of its members'.
    pub fn times(&self, fit: &Fit, left: &Mat, product: &mut Mat) {
        fit.times(&(left * &self.shares), product);
    }

    /// The sites of every cluster.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let of = |cluster| (0..self.shares.ncols()).filter(move |site| self.shares[(cluster, *site)] > 0.0);
        (0..self.shares.nrows()).map(|cluster| of(cluster).collect()).collect()
    }
}

/// All sites and the corrections after them.
pub(super) struct Finest {
    pub layout: Layout,
    pub distances: Distances,
    /// The weights wanted at the corrections, one row each.
    wanted: Mat,
}

impl Finest {
    /// None where there is nothing to correct. A correction reaches twice as far as its nearest site; one on a site is none.
    pub fn of(space: &Space, layout: &Layout, wanted: &[Vec<f64>]) -> Option<Self> {
        let sites = &layout.coordinates;
        let mut finest = layout.clone();
        let (mut rows, mut weights): (Vec<Vec<f64>>, Vec<&[f64]>) = (Vec::new(), Vec::new());
        for (correction, wanted) in space.corrections.iter().zip(wanted) {
            let mut place = vec![0.0; sites.ncols()];
            layout.embedding.locate(&correction.to, &mut place);
            let mut distances = vec![0.0; sites.nrows()];
            squared_between(sites, &place, &mut distances);
            let nearest = distances.into_iter().fold(f64::INFINITY, f64::min).sqrt();
            if nearest > NO_CORRECTION * layout.extent && !rows.contains(&place) {
                finest.radii.push(2.0 * nearest);
                finest.nearest.push(nearest);
                finest.sites.push(Site::default());
                rows.push(place);
                weights.push(wanted);
            }
        }
        let n = sites.nrows();
        finest.coordinates =
            Mat::from_fn(
                n + rows.len(),
                sites.ncols(),
                |i, c| {
                    if i < n { sites[(i, c)] } else { rows[i - n][c] }
                },
            );
        let mut distances = Distances::default();
        distances.update(&finest.coordinates);
        let wanted = Mat::from_fn(weights.len(), space.examples.len(), |k, i| weights[k][i]);
        (!rows.is_empty()).then_some(Self { layout: finest, distances, wanted })
    }

    /// left · F, with the rows of the corrections.
    pub fn times(&self, fit: &Fit, left: &Mat, product: &mut Mat) {
        let n = left.ncols() - self.wanted.nrows();
        fit.times(&left.columns(0, n), product);
        product.add_product(1.0, &left.columns(n, self.wanted.nrows()), &self.wanted);
    }
}
