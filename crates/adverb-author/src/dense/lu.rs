//! Systems of equations: LU with the largest pivot of each column, in blocks, so that most of the work is products.

use std::ops::Range;

use super::{Mat, product};

/// Columns of a block.
const BLOCK: usize = 32;

/// A square matrix as P⁻¹ L U.
pub(crate) struct Lu {
    /// L below the diagonal (its own is one), U on and above it.
    factors: Mat,
    /// The row that stood first at the turn of each.
    pivots: Vec<usize>,
}

impl Lu {
    /// Of a matrix that is regular; for others, what is solved is infinite or no number.
    pub fn of(matrix: &Mat) -> Self {
        let size = matrix.nrows();
        assert_eq!(size, matrix.ncols());
        let mut lu = Self { factors: matrix.clone(), pivots: Vec::with_capacity(size) };
        for from in (0..size).step_by(BLOCK) {
            let width = BLOCK.min(size - from);
            lu.factor(from, width);
            let after = from + width;
            let upper = lu.solved_rows(from, width);
            // What is left below and to the right loses what the block explains.
            let lower = Mat::from_fn(size - after, width, |i, j| lu.factors[(after + i, from + j)]);
            if after < size {
                product::add(&mut lu.factors.values[after * size + after..], size, -1.0, &lower, &upper);
            }
        }
        lu
    }

    /// Factors the columns of a block; rows change places in all columns.
    fn factor(&mut self, from: usize, width: usize) {
        let size = self.factors.nrows();
        for k in from..from + width {
            let column = self.factors.column(k);
            let larger = |best: usize, i: usize| if column[i].abs() > column[best].abs() { i } else { best };
            let pivot = (k + 1..size).fold(k, larger);
            self.pivots.push(pivot);
            if pivot != k {
                (0..size).for_each(|j| self.factors.column_mut(j).swap(k, pivot));
            }
            let by = self.factors[(k, k)].recip();
            let own = self.factors.column_mut(k);
            own[k + 1..].iter_mut().for_each(|entry| *entry *= by);
            let (before, others) = self.factors.values.split_at_mut((k + 1) * size);
            let own = &before[k * size + k + 1..];
            for column in others.chunks_exact_mut(size).take(from + width - k - 1) {
                let factor = column[k];
                column[k + 1..].iter_mut().zip(own).for_each(|(entry, l)| *entry -= factor * l);
            }
        }
    }

    /// Solves the rows of U beside a block, and returns them.
    fn solved_rows(&mut self, from: usize, width: usize) -> Mat {
        let size = self.factors.nrows();
        let (block, others) = self.factors.values.split_at_mut((from + width) * size);
        let mut upper = Mat::zeros(width, size - from - width);
        for (j, column) in others.chunks_exact_mut(size).enumerate() {
            let rows = &mut column[from..from + width];
            for k in 0..width {
                let factor = rows[k];
                let own = &block[(from + k) * size + from + k + 1..][..width - k - 1];
                rows[k + 1..].iter_mut().zip(own).for_each(|(entry, l)| *entry -= factor * l);
            }
            upper.column_mut(j).copy_from_slice(rows);
        }
        upper
    }

    /// The X of matrix · X = `right`.
    pub fn solve(&self, mut right: Mat) -> Mat {
        assert_eq!(self.factors.nrows(), right.nrows());
        for j in 0..right.ncols() {
            let column = right.column_mut(j);
            self.pivots.iter().enumerate().for_each(|(k, pivot)| column.swap(k, *pivot));
        }
        let columns = right.ncols();
        self.undo_lower(&mut right, |_| columns);
        self.undo_upper(&mut right);
        right
    }

    /// The inverse of the matrix, U⁻¹ L⁻¹ P. L⁻¹ is lower too: only columns up to the diagonal are worked on.
    pub fn inverse(&self) -> Mat {
        let size = self.factors.nrows();
        let mut inverse = Mat::identity(size);
        self.undo_lower(&mut inverse, |rows| rows);
        self.undo_upper(&mut inverse);
        for (k, pivot) in self.pivots.iter().enumerate().rev().filter(|(k, pivot)| k != *pivot) {
            let (before, after) = inverse.values.split_at_mut(pivot * size);
            before[k * size..(k + 1) * size].swap_with_slice(&mut after[..size]);
        }
        inverse
    }

    /// L⁻¹ · right. `columns` says how many have anything in so many rows.
    fn undo_lower(&self, right: &mut Mat, columns: impl Fn(usize) -> usize) {
        let size = right.nrows();
        for from in (0..size).step_by(BLOCK) {
            let to = size.min(from + BLOCK);
            for j in 0..columns(to) {
                let column = right.column_mut(j);
                for k in from..to {
                    let (factor, own) = (column[k], &self.factors.column(k)[k + 1..to]);
                    column[k + 1..to].iter_mut().zip(own).for_each(|(entry, l)| *entry -= factor * l);
                }
            }
            self.take(right, from..to, to..size, columns(to));
        }
    }

    /// U⁻¹ · right.
    fn undo_upper(&self, right: &mut Mat) {
        let size = right.nrows();
        for from in (0..size).step_by(BLOCK).rev() {
            let to = size.min(from + BLOCK);
            for j in 0..right.ncols() {
                let column = right.column_mut(j);
                for k in (from..to).rev() {
                    let own = self.factors.column(k);
                    let factor = column[k] / own[k];
                    column[k] = factor;
                    column[from..k].iter_mut().zip(&own[from..k]).for_each(|(entry, u)| *entry -= factor * u);
                }
            }
            self.take(right, from..to, 0..from, right.ncols());
        }
    }

    /// Takes from some rows of the first columns what the solved rows explain.
    fn take(&self, right: &mut Mat, solved: Range<usize>, rows: Range<usize>, columns: usize) {
        if columns == 0 {
            return;
        }
        let size = right.nrows();
        let factor = |i: usize, j: usize| self.factors[(rows.start + i, solved.start + j)];
        let factors = Mat::from_fn(rows.len(), solved.len(), factor);
        let known = Mat::from_fn(solved.len(), columns, |i, j| right[(solved.start + i, j)]);
        product::add(&mut right.values[rows.start..], size, -1.0, &factors, &known);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apart, random};
    use super::*;

    #[test]
    fn a_solution_solves_its_system_whatever_the_blocks() {
        for size in [1, 2, 7, 31, 32, 33, 64, 65, 100] {
            let mut matrix = random(size, size, size as u64);
            // Pivots are needed: the diagonal begins with nothing.
            (0..size.min(3)).for_each(|i| matrix[(i, i)] = if size == 1 { 2.0 } else { 0.0 });
            let inverse = Lu::of(&matrix).inverse();
            let allowed = 1e-14 * matrix.norm() * inverse.norm();
            assert!(apart(&(&matrix * &inverse), &Mat::identity(size)) < allowed, "{size}");
            let right = random(size, 3, 9);
            let solved = Lu::of(&matrix).solve(right.clone());
            assert!(apart(&(&matrix * &solved), &right) < allowed, "{size}");
        }
        assert_eq!(Lu::of(&Mat::default()).solve(Mat::zeros(0, 2)), Mat::zeros(0, 2));
        assert_eq!(Lu::of(&Mat::identity(40)).solve(Mat::zeros(40, 0)), Mat::zeros(40, 0));
    }

    #[test]
    fn what_is_singular_is_solved_by_nothing_finite() {
        let lu = Lu::of(&Mat::from_fn(3, 3, |_, _| 1.0));
        assert!(!lu.inverse().norm().is_finite());
        assert!(!lu.solve(Mat::identity(3)).norm().is_finite());
    }
}
