//! Products of matrices in blocks that stay in registers: eight rows and four columns at a time.

use adverb::wide::wide;

use super::Mat;

/// Rows and columns of a block.
const ROWS: usize = 8;
const COLUMNS: usize = 4;
/// So many products are summed at a time: what they need stays in the nearest cache.
const DEPTH: usize = 256;

/// Adds `factor` · left · right to columns that are `stride` apart; as many of their first entries as `left` has rows.
pub(super) fn add(to: &mut [f64], stride: usize, factor: f64, left: &Mat, right: &Mat) {
    wide(
        #[inline(always)]
        || {
            let mut strip = [[0.0; ROWS]; DEPTH];
            for from in (0..left.ncols()).step_by(DEPTH) {
                let depth = DEPTH.min(left.ncols() - from);
                for top in (0..left.nrows()).step_by(ROWS) {
                    let height = ROWS.min(left.nrows() - top);
                    // Rows side by side, so that all columns read them from the cache. What stands below the last row is not used.
                    for (k, line) in strip[..depth].iter_mut().enumerate() {
                        line[..height].copy_from_slice(&left.column(from + k)[top..top + height]);
                    }
                    let mut put = |j: usize, sums: &[f64; ROWS]| {
                        let entries = to[j * stride + top..][..height].iter_mut();
                        entries.zip(sums).for_each(|(entry, sum)| *entry += factor * sum);
                    };
                    let column = |j: usize| &right.column(j)[from..from + depth];
                    let whole = right.ncols() - right.ncols() % COLUMNS;
                    for j in (0..whole).step_by(COLUMNS) {
                        let sums = block(&strip[..depth], [0, 1, 2, 3].map(|c| column(j + c)));
                        sums.iter().enumerate().for_each(|(c, sums)| put(j + c, sums));
                    }
                    for j in whole..right.ncols() {
                        let [sums] = block(&strip[..depth], [column(j)]);
                        put(j, &sums);
                    }
                }
            }
        },
    );
}

/// The sums of a block, each from the first product to the last.
#[inline(always)]
fn block<const N: usize>(strip: &[[f64; ROWS]], columns: [&[f64]; N]) -> [[f64; ROWS]; N] {
    let columns = columns.map(|column| &column[..strip.len()]);
    let mut sums = [[0.0; ROWS]; N];
    for (k, line) in strip.iter().enumerate() {
        for (sums, column) in sums.iter_mut().zip(columns) {
            for (sum, entry) in sums.iter_mut().zip(line) {
                *sum += entry * column[k];
            }
        }
    }
    sums
}
