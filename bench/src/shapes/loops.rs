//! What blending is compared with.

/// The plain formula, an example after the other: reads and writes the result again and again.
pub fn row_by_row(rows: &[f32], weights: &[f32], out: &mut [f32]) {
    out.fill(0.0);
    for (row, weight) in rows.chunks_exact(out.len()).zip(weights) {
        out.iter_mut().zip(row).for_each(|(out, number)| *out += weight * number);
    }
}

/// A tuned loop over forms as they come, in C (blend.c).
pub fn in_pieces(rows: &[f32], weights: &[f32], out: &mut [f32]) {
    unsafe extern "C" {
        fn blend_in_pieces(
            rows: *const f32,
            examples: usize,
            width: usize,
            weights: *const f32,
            out: *mut f32,
        );
    }
    assert_eq!(rows.len(), weights.len() * out.len(), "a row per weight");
    // SAFETY: there are as many rows, weights and places as its arguments say.
    unsafe {
        blend_in_pieces(rows.as_ptr(), weights.len(), out.len(), weights.as_ptr(), out.as_mut_ptr());
    }
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
