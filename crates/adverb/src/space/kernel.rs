//! Radial kernels: how far an example's influence reaches and how it fades (thesis 4.3, shape-and-animation-by-example 3.3).
//!
//! Every kernel is a function of t, the distance divided by the dilation, which is half of the radius. Kernels are computed
//! many at a time by plain formulas without branches, exponential and logarithm included, so that the compiler can use
//! vectors and the bits stay the same everywhere.

/// How many kernels are computed at a time: what fills the registers of common machines.
pub(crate) const LANES: usize = 4;

/// ln 2 in two parts, the first of which has zeros enough at its end for products with exponents to be exact.
const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// 1/13!, 1/12!, … 1/0!
const RECIPROCAL_FACTORIALS: [f64; 14] = {
    let mut all = [1.0; 14];
    let mut k = 12;
    while k > 0 {
        // From 1/1! on; each divides the one before.
        all[k - 1] = all[k] / (14 - k) as f64;
        k -= 1;
    }
    all
};

/// The cross section of the radial basis functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kernel {
    /// The cubic B-spline: 2/3 at its centre, zero from its radius on, C².
    #[default]
    BSpline,
    /// d² log d, the smoothest interpolation. It has no radius and reaches everywhere.
    ThinPlate,
    /// exp(−3/2 t²), which has the spread of the B-spline. It never quite ends; at its radius it is 0.0025.
    Gaussian,
    /// Wendland's function of the smallest degree that is C² and positive definite in the space's dimension.
    Wendland,
}

impl Kernel {
    /// Every kernel.
    pub const ALL: [Self; 4] = [Self::BSpline, Self::ThinPlate, Self::Gaussian, Self::Wendland];

    /// The value at the centre.
    pub fn peak(self) -> f64 {
        match self {
            Self::BSpline => 2.0 / 3.0,
            Self::ThinPlate => 0.0,
            Self::Gaussian | Self::Wendland => 1.0,
        }
    }

    /// Replaces every t² by φ(t), in a space of this many coordinates.
    #[inline(always)]
    pub fn values(self, coordinates: usize, t_squared: &mut [f64]) {
        match self {
            Self::BSpline => each(t_squared, |t2| {
                let t = t2.sqrt();
                let (outer, inner) = (positive(2.0 - t), positive(1.0 - t));
                (outer * outer * outer - 4.0 * (inner * inner * inner)) * (1.0 / 6.0)
            }),
            Self::ThinPlate => each(t_squared, |t2| 0.5 * t2 * ln(t2)),
            Self::Gaussian => each(t_squared, |t2| exp(-1.5 * t2)),
            Self::Wendland => {
                let power = wendland_power(coordinates);
                each(t_squared, |t2| {
                    let s = 0.5 * t2.sqrt();
                    raised(positive(1.0 - s), power) * (f64::from(power) * s + 1.0)
                });
            }
        }
    }

    /// Replaces every t² by φ′(t) / t. Times the difference of a point and the centre, and over the dilation squared, it is
    /// the gradient.
    #[inline(always)]
    pub fn slopes(self, coordinates: usize, t_squared: &mut [f64]) {
        match self {
            Self::BSpline => each(t_squared, |t2| {
                let t = t2.sqrt();
                let outer = positive(2.0 - t);
                if t < 1.0 { 1.5 * t - 2.0 } else { -0.5 * outer * outer / t }
            }),
            Self::ThinPlate => each(t_squared, |t2| ln(t2) + 1.0),
            Self::Gaussian => each(t_squared, |t2| -3.0 * exp(-1.5 * t2)),
            Self::Wendland => {
                let power = wendland_power(coordinates);
                let p = f64::from(power);
                each(t_squared, |t2| {
                    -0.25 * p * (p + 1.0) * raised(positive(1.0 - 0.5 * t2.sqrt()), power - 1)
                });
            }
        }
    }
}

/// Wendland's φ(s) = (1 − s)ᵖ (p s + 1) has p = ⌊dimension/2⌋ + 3.
fn wendland_power(coordinates: usize) -> u32 {
    (coordinates / 2 + 3) as u32
}

/// Four at a time, which become vectors.
#[inline(always)]
fn each(numbers: &mut [f64], of: impl Fn(f64) -> f64) {
    let (blocks, rest) = numbers.as_chunks_mut::<LANES>();
    for block in blocks {
        for number in block {
            *number = of(*number);
        }
    }
    rest.iter_mut().for_each(|number| *number = of(*number));
}

#[inline(always)]
fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[inline(always)]
fn raised(x: f64, power: u32) -> f64 {
    (0..power).fold(1.0, |product, _| product * x)
}

/// e to a power that is not positive. x = n ln 2 + r with |r| ≤ ln 2 / 2, then the series of eʳ, whose 14th term is below
/// half a unit in the last place.
#[inline(always)]
fn exp(x: f64) -> f64 {
    /// Added and subtracted, it rounds to a whole number and leaves that number in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let vanishes = x < -700.0;
    let x = if vanishes { 0.0 } else { x };
    let rounded = x * std::f64::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let mut series = 0.0;
    for coefficient in RECIPROCAL_FACTORIALS {
        series = series * r + coefficient;
    }
    let two_to_n = f64::from_bits((rounded.to_bits() << 52).wrapping_add(1023 << 52));
    if vanishes { 0.0 } else { series * two_to_n }
}

/// The natural logarithm of a positive number; of zero, a large negative one. x = 2ᵏ m with m between √½ and √2, and
/// ln m = 2 artanh((m − 1)/(m + 1)), whose twelfth term is below half a unit in the last place.
#[inline(always)]
fn ln(x: f64) -> f64 {
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const BIAS: u64 = 1024;
    /// With a whole number in its lowest bits it is 2⁵² plus that number.
    const TWO_52: f64 = 4_503_599_627_370_496.0;
    let biased = x.to_bits().wrapping_sub(ROOT_HALF).wrapping_add(BIAS << 52) >> 52;
    let k = f64::from_bits(TWO_52.to_bits() | biased) - (TWO_52 + BIAS as f64);
    let m = f64::from_bits(x.to_bits().wrapping_sub(biased.wrapping_sub(BIAS) << 52));
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let mut series = 0.0;
    for odd in (1..24).rev().step_by(2) {
        series = series * s2 + 2.0 / f64::from(odd);
    }
    k * LN_2_HIGH + (k * LN_2_LOW + s * series)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)] // the platform's are what ours are compared with
mod tests {
    use super::*;

    #[test]
    fn exponential_and_logarithm_are_those_of_the_textbook() {
        for i in -3000..3000 {
            let x = f64::from(i) * 0.0317;
            let power = x.exp();
            assert!((ln(power) - power.ln()).abs() <= 4e-16 * power.ln().abs(), "ln e^{x}");
            let falling = -x.abs() * 7.0;
            assert!((exp(falling) - falling.exp()).abs() <= 1e-15 * falling.exp(), "e^{falling}");
        }
        assert_eq!([exp(0.0), exp(-1e300), ln(1.0)], [1.0, 0.0, 0.0]);
        assert!(ln(0.0).is_finite());
    }

    fn value(kernel: Kernel, coordinates: usize, t: f64) -> f64 {
        let mut values = [t * t];
        kernel.values(coordinates, &mut values);
        values[0]
    }

    #[test]
    fn slopes_are_the_derivatives_of_values() {
        for kernel in Kernel::ALL {
            for coordinates in [1, 2, 3, 5, 8] {
                for i in 1..260 {
                    let (t, h) = (f64::from(i) * 0.01 + 0.001, 1e-5);
                    let at = |t: f64| value(kernel, coordinates, t);
                    let numeric = (at(t + h) - at(t - h)) / (2.0 * h);
                    let mut slopes = [t * t];
                    kernel.slopes(coordinates, &mut slopes);
                    let analytic = slopes[0] * t;
                    assert!((numeric - analytic).abs() < 1e-6, "{kernel:?} at {t}: {numeric} {analytic}");
                }
            }
        }
    }

    #[test]
    fn kernels_have_their_peak_and_end_at_their_radius() {
        for kernel in Kernel::ALL {
            assert_eq!(value(kernel, 3, 0.0).abs(), kernel.peak());
            let ended = [2.0, 2.1, 3.0, 1e3, 1e20, 1e100].iter().all(|t| value(kernel, 3, *t) == 0.0);
            assert_eq!(ended, matches!(kernel, Kernel::BSpline | Kernel::Wendland), "{kernel:?}");
        }
        assert!(value(Kernel::Gaussian, 3, 2.0) < 0.0025);
    }
}
