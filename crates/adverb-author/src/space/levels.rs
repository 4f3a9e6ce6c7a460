//! Coarser levels of a space: examples that are close to each other treated as one (thesis 4.6).

use faer::Mat;

use super::clusters::{clusters, found};
use super::distances::Distances;
use super::layout::{Layout, Site};
use super::span::Span;
use super::{Kernel, Levels, Space};
use adverb::space::MAX_ROWS;

/// Sites closer than this part of the extent of all are clustered on the finest of the coarser levels; on every level before
/// it, those within twice as much.
const CLOSE: f64 = 0.1;
/// How many coarser levels there are at most, where they are found.
const MOST: i32 = 3;
/// A level of clusters much flatter than the sites would determine the planes badly.
const FLATTER: f64 = 0.25;

/// A coarser level.
pub(super) struct Level {
    /// Of the clusters' centres.
    pub layout: Layout,
    pub distances: Distances,
    /// One row per cluster: the share of every site in it.
    pub shares: Mat<f64>,
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
            let within = |level: i32| CLOSE * 2f64.powi(level) * layout.extent;
            (0..MOST).rev().map(|level| found(sites, within(level), at_least)).collect()
        }
    };
    let mut levels: Vec<Level> = Vec::new();
    let mut rows = 1 + sites.ncols() + sites.nrows();
    let mut fewest = at_least;
    for count in counts {
        rows += count;
        if count < fewest || count >= sites.nrows() || rows > MAX_ROWS {
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
            let members: f64 = shares.row(cluster).iter().sum();
            shares.row_mut(cluster).iter_mut().for_each(|share| *share /= members);
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

    /// The sites of every cluster.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let of = |cluster| (0..self.shares.ncols()).filter(move |site| self.shares[(cluster, *site)] > 0.0);
        (0..self.shares.nrows()).map(|cluster| of(cluster).collect()).collect()
    }
}
