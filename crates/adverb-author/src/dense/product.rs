//! Products of matrices in blocks that stay in registers: eight rows and four columns at a time.

use super::Mat;

/// Rows and columns of a block.
const ROWS: usize = 8;
const COLUMNS: usize = 4;

/// Adds `factor` · left · right to columns that are `stride` apart; as many of their first entries as `left` has rows.
pub(super) fn add(to: &mut [f64], stride: usize, factor: f64, left: &Mat, right: &Mat) {
    let (rows, inner) = (left.nrows(), left.ncols());
    let mut strip = vec![[0.0; ROWS]; inner];
    for top in (0..rows).step_by(ROWS) {
        let height = ROWS.min(rows - top);
        // Rows of one strip side by side, so that all columns read them from the cache. Below the last row stand zeros.
        for (k, line) in strip.iter_mut().enumerate() {
            line[..height].copy_from_slice(&left.column(k)[top..top + height]);
        }
        let mut j = 0;
        while j < right.ncols() {
            let width = COLUMNS.min(right.ncols() - j);
            let mut put = |c: usize, sums: &[f64; ROWS]| {
                let at = (j + c) * stride + top;
                let entries = to[at..at + height].iter_mut();
                entries.zip(sums).for_each(|(entry, sum)| *entry += factor * sum);
            };
            if width == COLUMNS {
                let columns = [0, 1, 2, 3].map(|c| &right.column(j + c)[..inner]);
                block(&strip, columns).iter().enumerate().for_each(|(c, sums)| put(c, sums));
            } else {
                for c in 0..width {
                    let [sums] = block(&strip, [&right.column(j + c)[..inner]]);
                    put(c, &sums);
                }
            }
            j += width;
        }
    }
}

/// The sums of a block, each from the first product to the last.
#[inline(always)]
fn block<const N: usize>(strip: &[[f64; ROWS]], columns: [&[f64]; N]) -> [[f64; ROWS]; N] {
    let mut sums = [[0.0; ROWS]; N];
    for (k, line) in strip.iter().enumerate() {
        for (sums, column) in sums.iter_mut().zip(columns) {
            let factor = column[k];
            for (sum, entry) in sums.iter_mut().zip(line) {
                *sum += entry * factor;
            }
        }
    }
    sums
}
