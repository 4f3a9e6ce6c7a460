//! What blending and skinning are compared with.

use adverb::shape::Skin;

/// The plain formula, an example after the other: reads and writes the result again and again.
pub fn row_by_row(rows: &[f32], weights: &[f32], out: &mut [f32]) {
    out.fill(0.0);
    for (row, weight) in rows.chunks_exact(out.len()).zip(weights) {
        out.iter_mut().zip(row).for_each(|(out, number)| *out += weight * number);
    }
}

/// A tuned loop over forms as they come: a piece of the result at a time, which stays in registers.
pub fn in_pieces(rows: &[f32], weights: &[f32], out: &mut [f32]) {
    wide(
        #[inline(always)]
        || {
            const PIECE: usize = 64;
            let width = out.len();
            for (start, out) in (0..width).step_by(PIECE).zip(out.chunks_mut(PIECE)) {
                let mut sum = [0.0; PIECE];
                let whole = out.len() == PIECE;
                for (i, weight) in weights.iter().enumerate() {
                    let row = &rows[i * width + start..][..out.len()];
                    match row.first_chunk::<PIECE>() {
                        Some(row) if whole => sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += weight * x),
                        _ => sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += weight * x),
                    }
                }
                out.copy_from_slice(&sum[..out.len()]);
            }
        },
    );
}

/// All numbers once: what memory allows.
pub fn read(numbers: &[f32]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn with_avx2(numbers: &[f32]) -> f32 {
            summed(numbers)
        }
        // SAFETY: the machine has AVX2; that was asked just now.
        return unsafe { with_avx2(numbers) };
    }
    summed(numbers)
}

#[inline(always)]
fn summed(numbers: &[f32]) -> f32 {
    let mut sums = [0.0; 64];
    for piece in numbers.as_chunks::<64>().0 {
        sums.iter_mut().zip(piece).for_each(|(sum, number)| *sum += number);
    }
    sums.iter().sum()
}

/// Each influence moves the vertex, summed by weights.
pub fn plain_skin(skin: &Skin, palette: &[[f32; 16]], rest: &[f32], out: &mut [f32]) {
    for vertex in 0..skin.vertex_joints.len() {
        let (x, y, z) = (rest[3 * vertex], rest[3 * vertex + 1], rest[3 * vertex + 2]);
        let mut sum = [0.0; 3];
        for k in 0..4 {
            let m = &palette[usize::from(skin.vertex_joints[vertex][k])];
            let weight = skin.vertex_weights[vertex][k];
            for c in 0..3 {
                sum[c] += weight * (m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c]);
            }
        }
        out[3 * vertex..3 * vertex + 3].copy_from_slice(&sum);
    }
}

/// With wider vectors where the machine has them, as the runtime does.
#[inline(always)]
fn wide(work: impl FnOnce()) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn with_avx2(work: impl FnOnce()) {
            work();
        }
        // SAFETY: the machine has AVX2; that was asked just now.
        unsafe { with_avx2(work) };
        return;
    }
    work();
}
