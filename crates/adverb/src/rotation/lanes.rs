//! The formulas of rotations, written once for one rotation and for four at a time, one per lane.
//!
//! A lane does what one number alone would do, in the same order, so four at a time give the bits of one by one. Quaternions
//! are x, y, z, w.

use core::ops::{Add, Mul, Sub};

use glam::Vec4;

/// One number, or four.
pub(crate) trait Lanes: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The same number in every lane.
    fn all(value: f32) -> Self;
}

impl Lanes for f32 {
    #[inline]
    fn all(value: f32) -> Self {
        value
    }
}

impl Lanes for Vec4 {
    #[inline]
    fn all(value: f32) -> Self {
        Self::splat(value)
    }
}

/// [`exp`] holds up to this square of a quarter of the angle: a whole turn, (2π/4)².
pub(crate) const WHOLE_TURN: f32 = 2.467_401;

/// The square of a quarter of the angle of a rotation vector.
#[inline]
pub(crate) fn quarter_square<L: Lanes>([x, y, z]: [L; 3]) -> L {
    (x * x + y * y + z * z) * L::all(1.0 / 16.0)
}

/// The rotation of a rotation vector no longer than a whole turn, given the square a² of a quarter of its angle. There is no
/// square root: the sine and cosine of the half angle come from those of the quarter angle,
///
/// ```text
/// sin(2a)/4a = ½ (sin a)/a · cos a,    cos(2a) = 1 − 2 a² ((sin a)/a)²
/// ```
///
/// and both (sin a)/a and cos a are polynomials in a², exact at zero and minimax within 5e-9 and 3e-10 up to there.
#[inline]
pub(crate) fn exp<L: Lanes>([x, y, z]: [L; 3], square: L) -> [L; 4] {
    let l = L::all;
    let sine_over_angle = l(2.608_861_2e-6) * square + l(-1.981_108_4e-4);
    let sine_over_angle = (sine_over_angle * square + l(8.333_088e-3)) * square + l(-0.166_666_6);
    let sine_over_angle = sine_over_angle * square + l(1.0);
    let half_cosine = l(-1.303_819_2e-7) * square + l(1.238_092_3e-5);
    let half_cosine = (half_cosine * square + l(-6.944_201_5e-4)) * square + l(2.083_332e-2);
    let half_cosine = (half_cosine * square + l(-0.25)) * square + l(0.5);
    let k = sine_over_angle * half_cosine;
    let sine = square * sine_over_angle * sine_over_angle;
    [x * k, y * k, z * k, L::all(1.0) - (sine + sine)]
}

/// The rotation that applies `b` first and `a` after it.
#[inline]
pub(crate) fn product<L: Lanes>([ax, ay, az, aw]: [L; 4], [bx, by, bz, bw]: [L; 4]) -> [L; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The columns of the matrix.
#[inline]
pub(crate) fn columns<L: Lanes>([x, y, z, w]: [L; 4]) -> [[L; 3]; 3] {
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, xy, xz) = (x * x2, x * y2, x * z2);
    let (yy, yz, zz) = (y * y2, y * z2, z * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = L::all(1.0);
    [
        [one - (yy + zz), xy + wz, xz - wy],
        [xy - wz, one - (xx + zz), yz + wx],
        [xz + wy, yz - wx, one - (xx + yy)],
    ]
}
