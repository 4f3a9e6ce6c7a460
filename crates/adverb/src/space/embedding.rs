//! Where a point of the space lies among the kernels: scaled axes, a metric, circles for periodic axes.
//!
//! The coordinates are those of the straight axes, each from its origin in natural scales and then through the metric, and
//! after them two for each periodic axis, on a circle whose circumference is its period in natural scales.

use std::f64::consts::TAU;

/// The largest number of coordinates: straight axes count once, periodic ones twice.
pub const MAX_COORDINATES: usize = 64;

/// How one axis of the space becomes coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axis {
    /// A line: (value − origin) / scale.
    Straight {
        /// What is zero.
        origin: f64,
        /// What counts as one.
        scale: f64,
    },
    /// A circle: (cos, sin) of the phase, times the radius.
    Periodic {
        /// A value where the phase is zero.
        origin: f64,
        /// After which it is the same again.
        period: f64,
        /// Of the circle; zero where the axis does not matter.
        radius: f64,
    },
}

/// An affine map of the straight coordinates, for metrics that mix axes and for directions that nothing determines.
#[derive(Debug, Clone, PartialEq)]
pub struct Affine {
    /// Rows of a square matrix.
    pub matrix: Vec<f64>,
    /// Added after it.
    pub offset: Vec<f64>,
}

/// All axes together.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// In the order of a point's values.
    pub axes: Vec<Axis>,
    /// None where it is the identity.
    pub affine: Option<Affine>,
}

/// Coordinates on the stack.
pub(crate) type Coordinates = [f64; MAX_COORDINATES];

impl Embedding {
    /// How many straight axes there are: the first coordinates.
    pub fn straight(&self) -> usize {
        self.axes.iter().filter(|axis| matches!(axis, Axis::Straight { .. })).count()
    }

    /// How many coordinates there are.
    pub fn dimension(&self) -> usize {
        2 * self.axes.len() - self.straight()
    }

    /// The coordinates of a point, one after another.
    ///
    /// # Panics
    /// If the point does not have one value per axis or there is no room for its coordinates.
    pub fn locate(&self, point: &[f64], coordinates: &mut [f64]) {
        assert_eq!(point.len(), self.axes.len(), "one value per axis");
        let mut all = [0.0; MAX_COORDINATES];
        self.embed(|axis| point[axis], f64::INFINITY, &mut all);
        coordinates.copy_from_slice(&all[..self.dimension()]);
    }

    /// The coordinates of a point. A value that is not a number counts as the origin, and none counts as farther away than
    /// `far`.
    #[inline(always)]
    pub(crate) fn embed(&self, value: impl Fn(usize) -> f64, far: f64, embedded: &mut [f64]) {
        let (mut line, mut circle) = (0, self.straight());
        for (a, axis) in self.axes.iter().enumerate() {
            match *axis {
                Axis::Straight { origin, scale } => {
                    embedded[line] = within((value(a) - origin) / scale, far);
                    line += 1;
                }
                Axis::Periodic { origin, period, radius } => {
                    let (sin, cos) = libm::sincos(phase(value(a), origin, period));
                    (embedded[circle], embedded[circle + 1]) = (radius * cos, radius * sin);
                    circle += 2;
                }
            }
        }
        if let Some(affine) = &self.affine {
            let mut from = [0.0; MAX_COORDINATES];
            from[..line].copy_from_slice(&embedded[..line]);
            for ((to, row), offset) in
                embedded.iter_mut().zip(affine.matrix.chunks_exact(line)).zip(&affine.offset)
            {
                *to = row.iter().zip(&from).fold(*offset, |sum, (m, x)| sum + m * x);
            }
        }
    }

    /// How the coordinates change with one axis.
    pub(crate) fn derivative(&self, axis: usize, value: impl Fn(usize) -> f64, far: f64) -> Coordinates {
        let mut derivative = [0.0; MAX_COORDINATES];
        let straight = self.straight();
        let lines = self.axes[..axis].iter().filter(|a| matches!(a, Axis::Straight { .. })).count();
        match self.axes[axis] {
            Axis::Straight { origin, scale } => {
                let free = ((value(axis) - origin) / scale).abs() <= far;
                let slope = if free { 1.0 / scale } else { 0.0 };
                match &self.affine {
                    None => derivative[lines] = slope,
                    Some(affine) => {
                        let rows = affine.matrix.chunks_exact(straight);
                        derivative.iter_mut().zip(rows).for_each(|(to, row)| *to = row[lines] * slope);
                    }
                }
            }
            Axis::Periodic { origin, period, radius } => {
                let circle = straight + 2 * (axis - lines);
                let (sin, cos) = libm::sincos(phase(value(axis), origin, period));
                let rate = radius * TAU / period;
                (derivative[circle], derivative[circle + 1]) = (-rate * sin, rate * cos);
            }
        }
        derivative
    }
}

/// Radians from the origin, whole turns taken away.
fn phase(value: f64, origin: f64, period: f64) -> f64 {
    let turns = (value - origin) / period;
    let part = turns - turns.floor();
    if part.is_finite() { TAU * part } else { 0.0 }
}

fn within(x: f64, far: f64) -> f64 {
    if x.abs() <= far {
        x
    } else if x > far {
        far
    } else if x < -far {
        -far
    } else {
        0.0
    }
}
