//! Systems of equations: LU with the largest pivot of each column, in blocks, so that most of the work is products.

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
            let rest = after * size + after;
            if rest < lu.factors.values.len() {
                product::add(&mut lu.factors.values[rest..], size, -1.0, &lower, &upper);
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
        let size = self.factors.nrows();
        assert_eq!(size, right.nrows());
        for j in 0..right.ncols() {
            let column = right.column_mut(j);
            self.pivots.iter().enumerate().for_each(|(k, pivot)| column.swap(k, *pivot));
        }
        let starts: Vec<usize> = (0..size).step_by(BLOCK).collect();
        for from in starts.iter().copied() {
            let to = size.min(from + BLOCK);
            for j in 0..right.ncols() {
                let column = right.column_mut(j);
                for k in from..to {
                    let (factor, own) = (column[k], &self.factors.column(k)[k + 1..to]);
                    column[k + 1..to].iter_mut().zip(own).for_each(|(entry, l)| *entry -= factor * l);
                }
            }
            self.take(&mut right, from..to, to..size);
        }
        for from in starts.into_iter().rev() {
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
            self.take(&mut right, from..to, 0..from);
        }
        right
    }

    /// Takes from some rows what the solved ones explain.
    fn take(&self, right: &mut Mat, solved: std::ops::Range<usize>, rows: std::ops::Range<usize>) {
        if rows.is_empty() || right.ncols() == 0 {
            return;
        }
        let size = right.nrows();
        let factors =
            Mat::from_fn(rows.len(), solved.len(), |i, j| self.factors[(rows.start + i, solved.start + j)]);
        let known = right.rows(solved.start, solved.len());
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
            let inverse = Lu::of(&matrix).solve(Mat::identity(size));
            let allowed = 1e-14 * matrix.norm() * inverse.norm();
            assert!(apart(&(&matrix * &inverse), &Mat::identity(size)) < allowed, "{size}");
            let right = random(size, 3, 9);
            let solved = Lu::of(&matrix).solve(right.clone());
            assert!(apart(&(&matrix * &solved), &right) < allowed, "{size}");
        }
        assert_eq!(Lu::of(&Mat::default()).solve(Mat::zeros(0, 2)), Mat::zeros(0, 2));
    }

    #[test]
    fn what_is_singular_is_solved_by_nothing_finite() {
        let solved = Lu::of(&Mat::from_fn(3, 3, |_, _| 1.0)).solve(Mat::identity(3));
        assert!(!solved.norm().is_finite());
    }
}
