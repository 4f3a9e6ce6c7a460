//! DOF curves (thesis 2.2): one number over time, with its velocity and acceleration.
//!
//! Uniform cubic B-splines, open or cyclic, and piecewise linear curves for raw frames. A spline of n equal spans has
//! n + 3 control points when open and n when cyclic; its curve is C² everywhere, and for a cyclic one over the seam too.

/// How a curve is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Straight lines between samples at equal distances; the first at the start, the last at the end.
    Linear,
    /// A uniform cubic B-spline.
    Open,
    /// A uniform cubic B-spline that closes on itself.
    Cyclic,
}

/// Which derivative with respect to time is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derivative {
    /// The value itself.
    Position,
    /// Per second.
    Velocity,
    /// Per second squared. Zero everywhere for straight lines.
    Acceleration,
}

/// One DOF over `duration_secs`.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    encoding: Encoding,
    duration_secs: f64,
    coefficients: Vec<f32>,
}

impl Curve {
    /// A curve from its coefficients: samples or control points.
    ///
    /// # Panics
    /// If there are no coefficients, an open spline has fewer than four, or the duration is not positive.
    pub fn new(encoding: Encoding, duration_secs: f64, coefficients: Vec<f32>) -> Self {
        let least = if encoding == Encoding::Open { 4 } else { 1 };
        assert!(coefficients.len() >= least, "too few coefficients for a curve");
        assert!(duration_secs > 0.0, "a curve takes time");
        Self { encoding, duration_secs, coefficients }
    }

    /// How it is encoded.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Seconds from its start to its end.
    pub fn duration_secs(&self) -> f64 {
        self.duration_secs
    }

    /// Samples or control points.
    pub fn coefficients(&self) -> &[f32] {
        &self.coefficients
    }

    /// Value, velocity or acceleration at a time. Open and linear curves hold still beyond their ends; cyclic ones go on.
    pub fn evaluate(&self, secs: f64, derivative: Derivative) -> f32 {
        let spans = spans(self.encoding, self.coefficients.len());
        let (span, u, outside) = locate(secs / self.duration_secs, spans, self.encoding == Encoding::Cyclic);
        let per_sec = (spans as f64 / self.duration_secs) as f32;
        let scale = match derivative {
            Derivative::Position => 1.0,
            _ if outside => return 0.0,
            Derivative::Velocity => per_sec,
            Derivative::Acceleration => per_sec * per_sec,
        };
        if self.encoding == Encoding::Linear {
            let a = self.coefficients[span];
            let b = self.coefficients[(span + 1).min(self.coefficients.len() - 1)];
            return match derivative {
                Derivative::Position => a + (b - a) * u,
                Derivative::Velocity => (b - a) * scale,
                Derivative::Acceleration => 0.0,
            };
        }
        let weights = basis(u, derivative);
        let n = self.coefficients.len();
        let control = |k: usize| self.coefficients[(span + k) % n];
        let sum = weights[0] * control(0)
            + weights[1] * control(1)
            + weights[2] * control(2)
            + weights[3] * control(3);
        sum * scale
    }
}

/// How many spans a curve with this many coefficients has.
pub fn spans(encoding: Encoding, coefficients: usize) -> usize {
    match encoding {
        Encoding::Linear => coefficients.saturating_sub(1).max(1),
        Encoding::Open => coefficients - 3,
        Encoding::Cyclic => coefficients,
    }
}

/// Span and place within it for a fraction of the duration, and whether that lies outside.
pub(crate) fn locate(fraction: f64, spans: usize, cyclic: bool) -> (usize, f32, bool) {
    let fraction = if fraction.is_nan() { 0.0 } else { fraction };
    let outside = !cyclic && !(0.0..=1.0).contains(&fraction);
    let wrapped = if cyclic { fraction - fraction.floor() } else { fraction.clamp(0.0, 1.0) };
    let x = wrapped * spans as f64;
    let span = (x as usize).min(spans - 1);
    (span, ((x - span as f64) as f32).min(1.0), outside)
}

/// The four cubic B-spline weights at `u` of a span, or their derivatives with respect to `u`.
pub fn basis(u: f32, derivative: Derivative) -> [f32; 4] {
    let v = 1.0 - u;
    match derivative {
        Derivative::Position => [
            v * v * v / 6.0,
            2.0 / 3.0 - u * u * (2.0 - u) * 0.5,
            2.0 / 3.0 - v * v * (2.0 - v) * 0.5,
            u * u * u / 6.0,
        ],
        Derivative::Velocity => [-0.5 * v * v, u * (1.5 * u - 2.0), v * (2.0 - 1.5 * v), 0.5 * u * u],
        Derivative::Acceleration => [v, 3.0 * u - 2.0, 1.0 - 3.0 * u, u],
    }
}
