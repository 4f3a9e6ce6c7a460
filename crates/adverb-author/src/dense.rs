//! Dense matrices of f64 for solving spaces, with the same bits on every machine: every sum has one order, and nothing is fused.
//!
//! Libraries ask the machine how wide its vectors are and whether it fuses, and group their sums accordingly. Sites are a few hundred at
//! most, so plain loops in blocks that fit registers and caches are quick enough (docs/performance.md).

mod lu;
mod product;
mod svd;

use std::ops::{AddAssign, Index, IndexMut, Mul, SubAssign};

pub(crate) use lu::Lu;
pub(crate) use svd::Svd;

/// A matrix, column by column.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Mat {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Mat {
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, values: vec![0.0; rows * columns] }
    }

    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |i, j| if i == j { 1.0 } else { 0.0 })
    }

    /// `f` gets row and column.
    pub fn from_fn(rows: usize, columns: usize, mut f: impl FnMut(usize, usize) -> f64) -> Self {
        let mut values = Vec::with_capacity(rows * columns);
        for j in 0..columns {
            values.extend((0..rows).map(|i| f(i, j)));
        }
        Self { rows, columns, values }
    }

    pub fn nrows(&self) -> usize {
        self.rows
    }

    pub fn ncols(&self) -> usize {
        self.columns
    }

    pub fn column(&self, j: usize) -> &[f64] {
        &self.values[j * self.rows..(j + 1) * self.rows]
    }

    pub fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.values[j * self.rows..(j + 1) * self.rows]
    }

    pub fn transposed(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self[(j, i)])
    }

    /// So many columns from one on.
    pub fn columns(&self, from: usize, count: usize) -> Self {
        let values = self.values[from * self.rows..(from + count) * self.rows].to_vec();
        Self { rows: self.rows, columns: count, values }
    }

    /// So many rows from one on.
    pub fn rows(&self, from: usize, count: usize) -> Self {
        Self::from_fn(count, self.columns, |i, j| self[(from + i, j)])
    }

    /// Adds `factor` · left · right. Every entry sums its products from the first to the last, 256 at a time, and adds `factor` times the sum.
    pub fn add_product(&mut self, factor: f64, left: &Self, right: &Self) {
        assert!(left.columns == right.rows && self.rows == left.rows && self.columns == right.columns);
        let rows = self.rows;
        product::add(&mut self.values, rows, factor, left, right);
    }

    /// The largest column sum of absolute values.
    pub fn norm(&self) -> f64 {
        let sum = |j: usize| self.column(j).iter().map(|x| x.abs()).sum::<f64>();
        (0..self.columns).map(sum).fold(0.0, |most, sum| if sum > most || sum.is_nan() { sum } else { most })
    }

    /// The lower factor L of a symmetric matrix L Lᵀ, by Cholesky; none where it is not positive definite.
    pub fn cholesky(&self) -> Option<Self> {
        let mut lower = Self::zeros(self.rows, self.rows);
        for j in 0..self.rows {
            for i in j..self.rows {
                let sum = (0..j).map(|k| lower[(i, k)] * lower[(j, k)]).sum::<f64>();
                let rest = self[(i, j)] - sum;
                if i == j && (rest <= 0.0 || !rest.is_finite()) {
                    return None;
                }
                lower[(i, j)] = if i == j { rest.sqrt() } else { rest / lower[(j, j)] };
            }
        }
        Some(lower)
    }
}

impl Index<(usize, usize)> for Mat {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        debug_assert!(i < self.rows);
        &self.values[j * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for Mat {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        debug_assert!(i < self.rows);
        &mut self.values[j * self.rows + i]
    }
}

impl Mul for &Mat {
    type Output = Mat;

    fn mul(self, right: &Mat) -> Mat {
        let mut product = Mat::zeros(self.rows, right.columns);
        product.add_product(1.0, self, right);
        product
    }
}

impl AddAssign<&Mat> for Mat {
    fn add_assign(&mut self, other: &Mat) {
        assert_eq!((self.rows, self.columns), (other.rows, other.columns));
        self.values.iter_mut().zip(&other.values).for_each(|(own, other)| *own += other);
    }
}

impl SubAssign<&Mat> for Mat {
    fn sub_assign(&mut self, other: &Mat) {
        assert_eq!((self.rows, self.columns), (other.rows, other.columns));
        self.values.iter_mut().zip(&other.values).for_each(|(own, other)| *own -= other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adverb::chance::Chance;

    /// Entries between −1 and 1.
    pub(super) fn random(rows: usize, columns: usize, seed: u64) -> Mat {
        let mut chance = Chance(seed);
        Mat::from_fn(rows, columns, |_, _| 2.0 * chance.share() - 1.0)
    }

    /// The largest difference of any entry.
    pub(super) fn apart(a: &Mat, b: &Mat) -> f64 {
        assert_eq!((a.rows, a.columns), (b.rows, b.columns));
        a.values.iter().zip(&b.values).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn products_have_the_bits_of_sums_from_the_first_to_the_last() {
        for (rows, inner, columns) in
            [(1, 1, 1), (3, 5, 2), (8, 4, 4), (9, 7, 5), (17, 0, 3), (33, 40, 21), (5, 600, 6)]
        {
            let (left, right) = (random(rows, inner, 1), random(inner, columns, 2));
            let before = random(rows, columns, 3);
            for factor in [1.0, -1.0, 0.3] {
                let mut product = before.clone();
                product.add_product(factor, &left, &right);
                let plain = Mat::from_fn(rows, columns, |i, j| {
                    let products: Vec<f64> = (0..inner).map(|k| left[(i, k)] * right[(k, j)]).collect();
                    products.chunks(256).fold(before[(i, j)], |entry, part| {
                        entry + factor * part.iter().fold(0.0, |sum, product| sum + product)
                    })
                });
                assert_eq!(product, plain, "{rows} × {inner} × {columns}");
            }
        }
    }

    #[test]
    fn cholesky_factors_what_is_positive_definite_and_nothing_else() {
        for size in 1..9 {
            let root = random(size, size, size as u64);
            let mut square = &root * &root.transposed();
            (0..size).for_each(|i| square[(i, i)] += 0.1);
            let lower = square.cholesky().unwrap();
            assert!(apart(&(&lower * &lower.transposed()), &square) < 1e-14 * square.norm());
            (0..size).for_each(|j| (0..j).for_each(|i| assert_eq!(lower[(i, j)], 0.0)));
            square[(size - 1, size - 1)] = -1.0;
            assert_eq!(square.cholesky(), None);
        }
        assert_eq!(Mat::from_fn(2, 2, |_, _| 1.0).cholesky(), None, "singular");
        assert_eq!(Mat::from_fn(1, 1, |_, _| f64::NAN).cholesky(), None);
    }
}
