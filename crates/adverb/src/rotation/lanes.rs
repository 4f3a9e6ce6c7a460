//! The formulas of rotations, written once for one rotation and for four at a time, one per lane.
//!
//! A lane does what one number alone would do, in the same order, so four at a time give the bits of one by one. Quaternions
//! are x, y, z, w.

use core::ops::{Add, Div, Mul, Sub};

use glam::Vec4;

/// One number, or four.
pub(crate) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The same number in every lane.
    fn all(value: f32) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// One value where this is less than a limit, another elsewhere.
    fn choose_below(self, limit: f32, below: Self, otherwise: Self) -> Self;
}

impl Lanes for f32 {
    #[inline]
    fn all(value: f32) -> Self {
        value
    }

    #[inline]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline]
    fn choose_below(self, limit: f32, below: Self, otherwise: Self) -> Self {
        if self < limit { below } else { otherwise }
    }
}

impl Lanes for Vec4 {
    #[inline]
    fn all(value: f32) -> Self {
        Self::splat(value)
    }

    #[inline]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline]
    fn sqrt(self) -> Self {
        Self::new(self.x.sqrt(), self.y.sqrt(), self.z.sqrt(), self.w.sqrt())
    }

    #[inline]
    fn choose_below(self, limit: f32, below: Self, otherwise: Self) -> Self {
        Self::select(self.cmplt(Self::splat(limit)), below, otherwise)
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

/// Added to what is divided by, it keeps zero from being divided by zero and changes nothing else.
const NEXT_TO_NOTHING: f32 = 1e-30;

/// The shortest rotation vector of a rotation whose quaternion may have any length. With n the length of its vector part, the
/// angle is
///
/// ```text
/// 2 atan(n/|w|) = 4 atan(r),    r = n / (|w| + |q|) ≤ 1
/// ```
///
/// which needs no case of its own anywhere; (atan r)/r is a polynomial in r², exact at zero and minimax within 2e-8.
#[inline]
pub(crate) fn log<L: Lanes>([x, y, z, w]: [L; 4]) -> [L; 3] {
    let l = L::all;
    let sine = x * x + y * y + z * z;
    let k = l(1.0) / (w.abs() + (sine + w * w).sqrt() + l(NEXT_TO_NOTHING));
    let square = sine * k * k;
    let over_r = (l(2.920_691_9e-3) * square + l(-1.636_792_7e-2)) * square + l(4.321_186e-2);
    let over_r = (over_r * square + l(-7.552_214e-2)) * square + l(0.106_660_05);
    let over_r = (over_r * square + l(-0.142_110_56)) * square + l(0.199_937_73);
    let over_r = (over_r * square + l(-0.333_331_53)) * square + l(1.0);
    let k = l(4.0) * over_r * k;
    let k = w.choose_below(0.0, l(0.0) - k, k);
    [x * k, y * k, z * k]
}

/// The rotation vector nearest to another: [`log`] and whole turns about its axis.
#[inline]
pub(crate) fn log_near<L: Lanes>(q: [L; 4], near: [L; 3]) -> [L; 3] {
    const TURN: f32 = core::f32::consts::TAU;
    /// A number of ordinary size that is added to this loses what comes after its point.
    const WHOLE: f32 = 1.5 * (1 << 23) as f32;
    let l = L::all;
    let dot = |a: [L; 3], b: [L; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let v = log(q);
    let angle = dot(v, v).sqrt();
    let own = l(1.0) / (angle + l(NEXT_TO_NOTHING));
    let others = l(1.0) / (dot(near, near).sqrt() + l(NEXT_TO_NOTHING));
    // Without an axis of its own, a full turn may be about any axis: take the neighbour's.
    let axis: [L; 3] = core::array::from_fn(|i| angle.choose_below(1e-6, near[i] * others, v[i] * own));
    let turns = ((dot(near, axis) - angle) * l(1.0 / TURN) + l(WHOLE)) - l(WHOLE);
    let turned = turns * l(TURN);
    core::array::from_fn(|i| v[i] + axis[i] * turned)
}

/// The rotation vector a share of the way from one rotation to another, the shorter way round; of all that say so the nearest
/// to one.
#[inline]
pub(crate) fn mixed<L: Lanes>([a, b]: [[L; 4]; 2], share: L, near: [L; 3]) -> [L; 3] {
    let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    let own = L::all(1.0) - share;
    let other = dot.choose_below(0.0, L::all(0.0) - share, share);
    log_near(core::array::from_fn(|i| a[i] * own + b[i] * other), near)
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
