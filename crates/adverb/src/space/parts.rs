//! What a table of weights is made of, and what must hold for it to be one.

use super::{Affine, Axis, Embedding, Hull, Kernel, MAX_COORDINATES, MAX_ROWS};

/// No number of a table is larger, and no radius smaller. Coordinates are of the order of one, so nothing real comes near; and
/// no sum that a table makes of such numbers leaves f64: the largest are thin plates out to 10³⁶ by metrics of 10³⁰, divided by the
/// square of the smallest radius.
const LARGEST: f64 = 1e30;
pub(super) const SMALLEST: f64 = 1e-60;

/// What happens to points outside the examples.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Extrapolation {
    /// The hyperplanes go on for ever.
    #[default]
    Free,
    /// The farther out, the less a step counts: a point at distance e from the hull goes to e · reach / (e + reach).
    Damped {
        /// Never reached, in coordinates.
        reach: f64,
        /// Of the examples.
        hull: Hull,
    },
    /// The nearest point of the hull.
    Held {
        /// Of the examples, scaled as wished.
        hull: Hull,
    },
}

/// What a table is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// From points to coordinates.
    pub embedding: Embedding,
    /// For points outside.
    pub extrapolation: Extrapolation,
    /// The cross section of all kernels.
    pub kernel: Kernel,
    /// The kernels' centres, one after another, each with all its coordinates.
    pub centres: Vec<f64>,
    /// The kernels' radii: where influence ends. Thin plates have none; theirs is twice the length that counts as one.
    pub radii: Vec<f64>,
    /// How many weights there are.
    pub examples: usize,
    /// One column per example; the rows are the constant, the slopes along the first coordinates, the kernels.
    pub coefficients: Vec<f64>,
}

impl Parts {
    /// The numbers of coordinates and of slopes, where no count contradicts another.
    pub(super) fn checked_counts(&self) -> Result<(usize, usize), TableError> {
        let (straight, coordinates) = (self.embedding.straight(), self.embedding.dimension());
        if self.examples == 0 {
            return Err(TableError::NoExamples);
        }
        let rows = self.coefficients.len() / self.examples;
        if coordinates > MAX_COORDINATES || rows > MAX_ROWS {
            return Err(TableError::TooLarge);
        }
        let slopes = rows.checked_sub(1 + self.radii.len()).ok_or(TableError::Counts)?;
        let hull = match &self.extrapolation {
            Extrapolation::Free => None,
            Extrapolation::Damped { hull, .. } | Extrapolation::Held { hull } => Some(hull),
        };
        let matching = self.coefficients.len() == rows * self.examples
            && self.centres.len() == self.radii.len() * coordinates
            && slopes <= coordinates
            && hull.is_none_or(|hull| hull.dimension() == straight)
            && self.embedding.affine.as_ref().is_none_or(|affine| {
                straight > 0 && affine.matrix.len() == straight * straight && affine.offset.len() == straight
            });
        if matching { Ok((coordinates, slopes)) } else { Err(TableError::Counts) }
    }

    /// Whether no number is beyond all measure, and scales, periods and radii are positive.
    pub(super) fn is_sound(&self) -> bool {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        let finite = |numbers: &[f64]| numbers.iter().all(|x| x.abs() <= LARGEST);
        let axis = |axis: &Axis| match *axis {
            Axis::Straight { origin, scale } => origin.is_finite() && positive(scale),
            Axis::Periodic { origin, period, radius } => {
                origin.is_finite() && positive(period) && (0.0..=LARGEST).contains(&radius)
            }
        };
        let affine = |affine: &Affine| finite(&affine.matrix) && finite(&affine.offset);
        self.embedding.axes.iter().all(axis)
            && self.embedding.affine.as_ref().is_none_or(affine)
            && self.radii.iter().all(|radius| (SMALLEST..=LARGEST).contains(radius))
            && finite(&self.centres)
            && finite(&self.coefficients)
            && match &self.extrapolation {
                Extrapolation::Free => true,
                Extrapolation::Held { hull } => finite(hull.vertices()),
                Extrapolation::Damped { hull, reach } => {
                    finite(hull.vertices()) && (SMALLEST..=LARGEST).contains(reach)
                }
            }
    }
}

/// Why parts do not make a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// No example, and so no weights.
    NoExamples,
    /// More coordinates than [`MAX_COORDINATES`] or more rows than [`MAX_ROWS`].
    TooLarge,
    /// Counts that contradict each other.
    Counts,
    /// A number that is not finite or beyond all measure, or a scale, period or radius that is not positive.
    Numbers,
}

impl core::fmt::Display for TableError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::NoExamples => "a space needs at least one example",
            Self::TooLarge => "a space holds at most 64 coordinates and 4096 rows",
            Self::Counts => "the counts of a space contradict each other",
            Self::Numbers => "a number of a space is not finite, not positive or out of range",
        })
    }
}

impl core::error::Error for TableError {}
