//! A piece of a monotone curve: the cubic through two values with given slopes. Time runs along it between key-times, through
//! transitions and through blends.

/// One piece over u from 0 to 1, increasing.
#[derive(Clone, Copy)]
pub(crate) struct Hermite {
    pub(crate) a: f64,
    pub(crate) b: f64,
    /// Per u, as is the other.
    pub(crate) slope_a: f64,
    pub(crate) slope_b: f64,
}

impl Hermite {
    pub(crate) fn linear_if(self, linear: bool) -> Self {
        let rise = self.b - self.a;
        if linear { Self { slope_a: rise, slope_b: rise, ..self } } else { self }
    }

    pub(crate) fn at(&self, u: f64) -> f64 {
        let rise = self.b - self.a;
        let (p, q) = (self.slope_a - rise, self.slope_b - rise);
        // The straight line plus what the slopes add to it: exact at both ends.
        let line = if u < 0.5 { self.a + rise * u } else { self.b - rise * (1.0 - u) };
        line + u * (1.0 - u) * (p * (1.0 - u) - q * u)
    }

    pub(crate) fn slope(&self, u: f64) -> f64 {
        let rise = self.b - self.a;
        let (p, q) = (self.slope_a - rise, self.slope_b - rise);
        rise + p * (1.0 - u) * (1.0 - 3.0 * u) + q * u * (3.0 * u - 2.0)
    }

    pub(crate) fn bend(&self, u: f64) -> f64 {
        let rise = self.b - self.a;
        let (p, q) = (self.slope_a - rise, self.slope_b - rise);
        p * (6.0 * u - 4.0) + q * (6.0 * u - 2.0)
    }

    /// The u at which the piece has the given value: Newton's steps kept inside a shrinking bracket.
    #[cfg_attr(target_family = "wasm", inline(never))] // in several places it would make the module for the browser larger
    pub(crate) fn invert(&self, value: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut u = ((value - self.a) / (self.b - self.a)).clamp(0.0, 1.0);
        for _ in 0..60 {
            let miss = self.at(u) - value;
            if miss > 0.0 {
                high = u
            } else {
                low = u
            }
            let newton = u - miss / self.slope(u);
            if (newton - u).abs() < 1e-15 {
                return newton.clamp(0.0, 1.0);
            }
            u = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        }
        u
    }
}
