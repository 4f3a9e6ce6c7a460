//! Squared distances between all points, kept from one solve to the next: a point that moves changes one row and one column.

use crate::dense::Mat;

/// Coordinates, one row per point, and the squared distances between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Distances {
    coordinates: Mat,
    pub squared: Mat,
}

impl Distances {
    /// Brings the distances to new coordinates.
    pub fn update(&mut self, coordinates: &Mat) {
        let n = coordinates.nrows();
        let alike = self.coordinates.nrows() == n && self.coordinates.ncols() == coordinates.ncols();
        let moved: Vec<usize> = (0..n)
            .filter(|&i| {
                !alike || (0..coordinates.ncols()).any(|c| self.coordinates[(i, c)] != coordinates[(i, c)])
            })
            .collect();
        self.coordinates = coordinates.clone();
        if moved.len() * 2 > n {
            self.squared = Mat::zeros(n, n);
            (0..n).for_each(|j| squared_to(coordinates, j, self.squared.column_mut(j)));
            return;
        }
        for j in moved {
            let column = self.squared.column_mut(j);
            column.fill(0.0);
            squared_to(coordinates, j, column);
            (0..n).for_each(|i| self.squared[(j, i)] = self.squared[(i, j)]);
        }
    }

    /// From each point to its nearest neighbour; infinite for one that is alone.
    pub fn nearest(&self) -> Vec<f64> {
        let least =
            |part: &[f64]| part.iter().fold(f64::INFINITY, |least, d| if *d < least { *d } else { least });
        let to_others = |j: usize| {
            let column = self.squared.column(j);
            least(&column[..j]).min(least(&column[j + 1..])).sqrt()
        };
        (0..self.squared.nrows()).map(to_others).collect()
    }
}

/// Adds the squared distances of all points to one of them.
pub(super) fn squared_to(coordinates: &Mat, point: usize, sums: &mut [f64]) {
    let own: Vec<f64> = (0..coordinates.ncols()).map(|c| coordinates[(point, c)]).collect();
    squared_between(coordinates, &own, sums);
}

/// Adds the squared distances of all points to another.
pub(super) fn squared_between(coordinates: &Mat, other: &[f64], sums: &mut [f64]) {
    for (c, own) in other.iter().enumerate() {
        let column = coordinates.column(c);
        sums.iter_mut().zip(column).for_each(|(sum, x)| *sum += (x - own) * (x - own));
    }
}
