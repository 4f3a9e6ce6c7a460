//! Skinning with AVX2, eight vertices at a time: the operations of the plain loop in the same order, so the same bits.

use core::arch::x86_64::{
    __m128, __m256, _CMP_GT_OQ, _mm_add_ps, _mm_loadu_ps, _mm_storeu_ps, _mm256_add_ps, _mm256_blend_ps,
    _mm256_blendv_ps, _mm256_broadcast_ss, _mm256_castps256_ps128, _mm256_cmp_ps, _mm256_div_ps,
    _mm256_extractf128_ps, _mm256_loadu_ps, _mm256_mul_ps, _mm256_permutevar_ps, _mm256_set_m128,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_epi32, _mm256_shuffle_ps, _mm256_sqrt_ps,
    _mm256_unpackhi_ps, _mm256_unpacklo_ps,
};

use super::super::directions::SHORTEST;
use super::{INFLUENCES, Matrix};

/// Vertices of a block.
pub(super) const EIGHT: usize = 8;
/// The numbers of their positions.
pub(super) const NUMBERS: usize = 3 * EIGHT;

/// Places blocks of eight vertices.
#[target_feature(enable = "avx2")]
pub(super) fn place(
    palette: &[Matrix],
    joints: &[[[u16; INFLUENCES]; EIGHT]],
    weights: &[[[f32; INFLUENCES]; EIGHT]],
    w: f32,
    rest: &[[f32; NUMBERS]],
    out: &mut [[f32; NUMBERS]],
) {
    let highest = joints.as_flattened().as_flattened().iter().copied().fold(0, u16::max);
    assert!(usize::from(highest) < palette.len(), "a matrix for every joint");
    for (((joints, weights), rest), out) in joints.iter().zip(weights).zip(rest).zip(out) {
        if joints.iter().all(|own| *own == joints[0]) {
            together(joints[0].map(|joint| &palette[usize::from(joint)]), weights, w, rest, out);
        } else {
            one_by_one(palette, joints, weights, w, rest, out);
        }
    }
}

/// Eight vertices that are held by the same joints: one in each lane, so that a number of a matrix serves all.
#[target_feature(enable = "avx2")]
fn together(
    matrices: [&Matrix; INFLUENCES],
    weights: &[[f32; INFLUENCES]; EIGHT],
    w: f32,
    rest: &[f32; NUMBERS],
    out: &mut [f32; NUMBERS],
) {
    let w = _mm256_set1_ps(w);
    let weights = by_influence(weights);
    let [x, y, z] = by_axis(rest);
    let number = |place: usize| {
        let [a, b, c, d] =
            [0, 1, 2, 3].map(|k: usize| _mm256_mul_ps(weights[k], _mm256_broadcast_ss(&matrices[k][place])));
        _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a, b), c), d)
    };
    let along = |axis: usize| {
        let xz = _mm256_add_ps(_mm256_mul_ps(number(axis), x), _mm256_mul_ps(number(8 + axis), z));
        let yw = _mm256_add_ps(_mm256_mul_ps(number(4 + axis), y), _mm256_mul_ps(number(12 + axis), w));
        _mm256_add_ps(xz, yw)
    };
    by_vertex([along(0), along(1), along(2)], out);
}

/// Vertices that have joints of their own: two columns of a matrix in a vector.
#[target_feature(enable = "avx2")]
fn one_by_one(
    palette: &[Matrix],
    joints: &[[u16; INFLUENCES]; EIGHT],
    weights: &[[f32; INFLUENCES]; EIGHT],
    w: f32,
    rest: &[f32; NUMBERS],
    out: &mut [f32; NUMBERS],
) {
    let w = _mm256_set1_ps(w);
    let (of_xy, of_z) = (_mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), _mm256_set1_epi32(2));
    let place = |joints: [u16; INFLUENCES], weights: &[f32; INFLUENCES], rest: __m128| {
        #[allow(unsafe_code)]
        // SAFETY: the caller has asked whether there is a matrix for every joint.
        let matrices = joints.map(|joint| unsafe { palette.get_unchecked(usize::from(joint)) });
        let weights = [0, 1, 2, 3].map(|k: usize| _mm256_broadcast_ss(&weights[k]));
        let columns = |half: usize| {
            let [a, b, c, d] =
                [0, 1, 2, 3].map(|k: usize| _mm256_mul_ps(weights[k], eight(matrices[k], 8 * half)));
            _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a, b), c), d)
        };
        let rest = _mm256_set_m128(rest, rest);
        let xy = _mm256_permutevar_ps(rest, of_xy);
        let zw = _mm256_blend_ps::<0xf0>(_mm256_permutevar_ps(rest, of_z), w);
        let sum = _mm256_add_ps(_mm256_mul_ps(columns(0), xy), _mm256_mul_ps(columns(1), zw));
        _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum))
    };
    // Four numbers are read and stored at a time; the fourth is the next vertex's, which comes after.
    for vertex in 0..EIGHT - 1 {
        let placed = place(joints[vertex], &weights[vertex], four(rest, 3 * vertex));
        store(placed, out[3 * vertex..].first_chunk_mut().expect("four numbers"));
    }
    let mut last = [0.0; 4];
    last[..3].copy_from_slice(&rest[NUMBERS - 3..]);
    store(place(joints[EIGHT - 1], &weights[EIGHT - 1], four(&last, 0)), &mut last);
    out[NUMBERS - 3..].copy_from_slice(&last[..3]);
}

/// Brings directions to unit length, as [`unit`](super::super::directions::unit) does.
#[target_feature(enable = "avx2")]
pub(super) fn unit(rest: &[[f32; NUMBERS]], turned: &mut [[f32; NUMBERS]]) {
    for (rest, turned) in rest.iter().zip(turned) {
        let [x, y, z] = by_axis(turned);
        let squared =
            _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)), _mm256_mul_ps(z, z));
        let scale = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(squared));
        let long = _mm256_cmp_ps::<_CMP_GT_OQ>(squared, _mm256_set1_ps(SHORTEST));
        let mut own = by_axis(rest);
        for (own, turned) in own.iter_mut().zip([x, y, z]) {
            *own = _mm256_blendv_ps(*own, _mm256_mul_ps(turned, scale), long);
        }
        by_vertex(own, turned);
    }
}

/// The weights of each influence, a vertex in each lane.
#[target_feature(enable = "avx2")]
fn by_influence(weights: &[[f32; INFLUENCES]; EIGHT]) -> [__m256; INFLUENCES] {
    let pair = |v: usize| _mm256_set_m128(four(&weights[v + 4], 0), four(&weights[v], 0));
    let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
    // 4 × 4 numbers turned over, twice at once.
    let (ab01, ab23) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
    let (cd01, cd23) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
    [
        _mm256_shuffle_ps::<0b01_00_01_00>(ab01, cd01),
        _mm256_shuffle_ps::<0b11_10_11_10>(ab01, cd01),
        _mm256_shuffle_ps::<0b01_00_01_00>(ab23, cd23),
        _mm256_shuffle_ps::<0b11_10_11_10>(ab23, cd23),
    ]
}

/// x, y and z of eight vertices, one in each lane.
#[target_feature(enable = "avx2")]
fn by_axis(positions: &[f32; NUMBERS]) -> [__m256; 3] {
    let pair = |at: usize| _mm256_set_m128(four(positions, 12 + at), four(positions, at));
    // x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3
    let (a, b, c) = (pair(0), pair(4), pair(8));
    let x2y2x3y3 = _mm256_shuffle_ps::<0b10_01_11_10>(b, c);
    let y0z0y1z1 = _mm256_shuffle_ps::<0b01_00_10_01>(a, b);
    [
        _mm256_shuffle_ps::<0b10_00_11_00>(a, x2y2x3y3),
        _mm256_shuffle_ps::<0b11_01_10_00>(y0z0y1z1, x2y2x3y3),
        _mm256_shuffle_ps::<0b11_00_11_01>(y0z0y1z1, c),
    ]
}

/// The inverse of [`by_axis`].
#[target_feature(enable = "avx2")]
fn by_vertex([x, y, z]: [__m256; 3], out: &mut [f32; NUMBERS]) {
    let x0x2y0y2 = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
    let y1y3z1z3 = _mm256_shuffle_ps::<0b11_01_11_01>(y, z);
    let z0z2x1x3 = _mm256_shuffle_ps::<0b11_01_10_00>(z, x);
    let quarters = [
        _mm256_shuffle_ps::<0b10_00_10_00>(x0x2y0y2, z0z2x1x3),
        _mm256_shuffle_ps::<0b11_01_10_00>(y1y3z1z3, x0x2y0y2),
        _mm256_shuffle_ps::<0b11_01_11_01>(z0z2x1x3, y1y3z1z3),
    ];
    let (out, _) = out.as_chunks_mut::<4>();
    for (k, quarter) in quarters.into_iter().enumerate() {
        store(_mm256_castps256_ps128(quarter), &mut out[k]);
        store(_mm256_extractf128_ps::<1>(quarter), &mut out[3 + k]);
    }
}

#[target_feature(enable = "avx2")]
fn eight(numbers: &[f32], at: usize) -> __m256 {
    let numbers: &[f32; 8] = numbers[at..].first_chunk().expect("eight numbers");
    #[allow(unsafe_code)]
    // SAFETY: eight numbers are there, wherever they lie.
    unsafe {
        _mm256_loadu_ps(numbers.as_ptr())
    }
}

#[target_feature(enable = "avx2")]
fn four(numbers: &[f32], at: usize) -> __m128 {
    let numbers: &[f32; 4] = numbers[at..].first_chunk().expect("four numbers");
    #[allow(unsafe_code)]
    // SAFETY: four numbers are there, wherever they lie.
    unsafe {
        _mm_loadu_ps(numbers.as_ptr())
    }
}

#[target_feature(enable = "avx2")]
fn store(vector: __m128, numbers: &mut [f32; 4]) {
    #[allow(unsafe_code)]
    // SAFETY: there is room for four numbers, wherever they lie.
    unsafe {
        _mm_storeu_ps(numbers.as_mut_ptr(), vector);
    }
}
