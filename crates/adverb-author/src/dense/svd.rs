//! Singular values by Hestenes' one-sided Jacobi rotations: the columns are turned against each other until all are orthogonal; their
//! lengths are then the singular values. Small ones are as exact as large ones, which decides what is flat.

use super::Mat;

/// A = U · diag(S) · Vᵀ, thin: as many values as the lesser of rows and columns, the largest first.
pub(crate) struct Svd {
    pub left: Mat,
    pub values: Vec<f64>,
    pub right: Mat,
}

/// Columns whose cosine is below this are orthogonal.
const ORTHOGONAL: f64 = 1e-15;
/// Each sweep squares the cosines, so a few do; more would mean numbers that are none.
const MOST_SWEEPS: usize = 60;

impl Svd {
    pub fn of(matrix: &Mat) -> Self {
        if matrix.nrows() < matrix.ncols() {
            let Self { left, values, right } = Self::of(&matrix.transposed());
            return Self { left: right, values, right: left };
        }
        let (mut turned, mut right) = (matrix.clone(), Mat::identity(matrix.ncols()));
        for _ in 0..MOST_SWEEPS {
            let mut changed = false;
            for q in 1..turned.ncols() {
                for p in 0..q {
                    if let Some(turn) = turn(turned.column(p), turned.column(q)) {
                        rotate(&mut turned, p, q, turn);
                        rotate(&mut right, p, q, turn);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let lengths: Vec<f64> =
            (0..turned.ncols()).map(|j| dot(turned.column(j), turned.column(j)).sqrt()).collect();
        let mut order: Vec<usize> = (0..lengths.len()).collect();
        order.sort_by(|a, b| lengths[*b].total_cmp(&lengths[*a]));
        let unit = |i: usize, j: usize| match lengths[order[j]] {
            length if length > 0.0 => turned[(i, order[j])] / length,
            _ => 0.0,
        };
        Self {
            left: Mat::from_fn(turned.nrows(), lengths.len(), unit),
            values: order.iter().map(|j| lengths[*j]).collect(),
            right: Mat::from_fn(lengths.len(), lengths.len(), |i, j| right[(i, order[j])]),
        }
    }
}

/// Sine and cosine of the rotation that makes two columns orthogonal; none if they are.
fn turn(p: &[f64], q: &[f64]) -> Option<[f64; 2]> {
    let (along, a, b) = (dot(p, q), dot(p, p), dot(q, q));
    if along == 0.0 || along.abs() <= ORTHOGONAL * (a * b).sqrt() || !along.is_finite() {
        return None;
    }
    let zeta = (b - a) / (2.0 * along);
    let tangent = (1.0 / (zeta.abs() + (1.0 + zeta * zeta).sqrt())).copysign(zeta);
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    Some([cosine * tangent, cosine])
}

fn rotate(matrix: &mut Mat, p: usize, q: usize, [sine, cosine]: [f64; 2]) {
    let rows = matrix.nrows();
    let (before, after) = matrix.values.split_at_mut(q * rows);
    for (x, y) in before[p * rows..(p + 1) * rows].iter_mut().zip(after) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apart, random};
    use super::*;

    fn holds(matrix: &Mat, rank: usize) {
        let Svd { left, values, right } = Svd::of(matrix);
        let least = matrix.nrows().min(matrix.ncols());
        assert_eq!((left.ncols(), values.len(), right.ncols()), (least, least, least));
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        let flat = 1e-14 * values.first().copied().unwrap_or(0.0);
        assert_eq!(values.iter().filter(|value| **value > flat).count(), rank, "{values:?}");
        let scaled = Mat::from_fn(left.nrows(), least, |i, j| left[(i, j)] * values[j]);
        assert!(apart(&(&scaled * &right.transposed()), matrix) < 1e-14 * (1.0 + matrix.norm()));
        for side in [left.columns(0, rank), right.columns(0, rank)] {
            assert!(apart(&(&side.transposed() * &side), &Mat::identity(rank)) < 1e-14);
        }
    }

    #[test]
    fn singular_values_and_vectors_make_their_matrix() {
        for (rows, columns) in [(1, 1), (5, 5), (40, 3), (3, 7), (200, 12), (0, 0), (4, 0), (0, 4)] {
            holds(&random(rows, columns, 5), rows.min(columns));
        }
        holds(&Mat::zeros(4, 3), 0);
        // Of rank two, and of columns that differ much in length.
        let flat = &random(20, 2, 6) * &random(2, 5, 7);
        holds(&flat, 2);
        holds(&flat.transposed(), 2);
        holds(&Mat::from_fn(6, 3, |i, j| if i == j { [1.0, 1e-6, 1e-12][j] } else { 0.0 }), 3);
    }
}
