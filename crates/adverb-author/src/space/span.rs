//! The directions that the sites determine, and the hyperplanes that fit best over them (section 3.2).
//!
//! The sites are centred, so that the constant stands apart from the slopes and weights sum to one whatever becomes of the
//! slopes; each coordinate is measured by its own spread, so that scales do not decide what is determined; and directions
//! without spread are left out by singular values. In the rest, the columns of `basis` are orthonormal and orthogonal to
//! the constant: least squares is a product with them.

use super::{Axis, Space};
use crate::dense::{Mat, Svd};

/// What the sites span.
pub(super) struct Span {
    /// Of the sites, per coordinate.
    pub mean: Vec<f64>,
    /// One row per site: the constant column, 1/√n, and then one column for every direction that is determined.
    pub basis: Mat,
    /// From factors of the directions to slopes along the coordinates.
    pub slopes: Mat,
    /// The directions, orthonormal, one column each.
    pub directions: Mat,
    /// For each coordinate, how much of it lies in the span: one where it is determined alone, zero where nothing varies it.
    pub determined: Vec<f64>,
    /// How far the sites lie from the mean along each coordinate (root mean square).
    pub spread: Vec<f64>,
    /// The least spread over the largest, among what varies at all.
    pub flatness: f64,
    /// How much each coordinate takes part in the least spread.
    pub flattest: Vec<f64>,
}

/// Spreads below this part of the largest are none.
const FLAT: f64 = 1e-10;

impl Span {
    /// Of the first `count` coordinates.
    pub fn of(coordinates: &Mat, count: usize) -> Self {
        let n = coordinates.nrows();
        let columns = || (0..count).map(|c| coordinates.column(c));
        let mean: Vec<f64> = columns().map(|column| column.iter().sum::<f64>() / n as f64).collect();
        let spread: Vec<f64> = (columns().zip(&mean))
            .map(|(column, mean)| {
                let sum: f64 = column.iter().map(|x| (x - mean) * (x - mean)).sum();
                let size = column.iter().fold(mean.abs(), |size, x| size.max(x.abs()));
                let spread = (sum / n as f64).sqrt();
                // Rounding of equal values is no spread.
                if spread > 1e-13 * size { spread } else { 0.0 }
            })
            .collect();
        let varied: Vec<usize> = (0..count).filter(|&c| spread[c] > 0.0).collect();
        let centred = Mat::from_fn(n, varied.len(), |i, v| {
            let c = varied[v];
            (coordinates[(i, c)] - mean[c]) / spread[c]
        });
        let mut span = Self {
            basis: Mat::from_fn(n, 1, |_, _| (n as f64).sqrt().recip()),
            slopes: Mat::zeros(count, 0),
            directions: Mat::zeros(count, 0),
            determined: vec![0.0; count],
            flatness: 1.0,
            flattest: vec![0.0; count],
            mean,
            spread,
        };
        let Svd { left, values, right } = Svd::of(&centred);
        let largest = values.first().copied().unwrap_or(0.0);
        // Centred points of n sites have at most n − 1 directions, whatever rounding says.
        let rank = values.iter().take(n - 1).take_while(|value| **value > FLAT * largest).count();
        if rank == 0 {
            return span;
        }
        let sparse = |of: &dyn Fn(usize, usize) -> f64| {
            let mut all = Mat::zeros(count, rank);
            (varied.iter().enumerate()).for_each(|(v, &c)| (0..rank).for_each(|k| all[(c, k)] = of(v, k)));
            all
        };
        span.basis =
            Mat::from_fn(n, 1 + rank, |i, k| if k == 0 { span.basis[(i, 0)] } else { left[(i, k - 1)] });
        span.slopes = sparse(&|v, k| right[(v, k)] / (values[k] * span.spread[varied[v]]));
        span.directions = if rank == count {
            Mat::identity(count)
        } else {
            Svd::of(&sparse(&|v, k| right[(v, k)] * span.spread[varied[v]])).left
        };
        for (v, &c) in varied.iter().enumerate() {
            span.determined[c] = (0..rank).map(|k| right[(v, k)] * right[(v, k)]).sum();
            span.flattest[c] = right[(v, rank - 1)].abs();
        }
        span.flatness = values[rank - 1] / largest;
        span
    }

    /// Of points along the straight axes of a space, each in its natural scale: what a metric mixes stays apart here, so that
    /// it can be named.
    pub fn of_axes(space: &Space, points: &[&[f64]]) -> Self {
        let axes: Vec<(usize, &Axis)> =
            space.axes.iter().enumerate().filter(|(_, axis)| !axis.periodic).collect();
        let scaled = Mat::from_fn(points.len(), axes.len(), |i, s| {
            let (a, axis) = axes[s];
            (points[i][a] - axis.range[0]) / axis.natural_scale()
        });
        Self::of(&scaled, axes.len())
    }

    /// The constant and the directions at points, one row each, as `basis` has them at the sites.
    pub fn at(&self, points: &Mat) -> Mat {
        let count = self.mean.len();
        let centred = Mat::from_fn(points.nrows(), count, |i, c| points[(i, c)] - self.mean[c]);
        let directions = &centred * &self.slopes;
        Mat::from_fn(points.nrows(), 1 + self.rank(), |i, k| {
            if k == 0 { self.basis[(0, 0)] } else { directions[(i, k - 1)] }
        })
    }

    /// How many directions are determined.
    pub fn rank(&self) -> usize {
        self.slopes.ncols()
    }
}
