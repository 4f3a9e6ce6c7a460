//! Points to weights: the one interpolation engine (shape-and-animation-by-example 3–4).
//!
//! A [`Table`] turns a point of a space, one value per axis, into one weight per example. It is the cardinal basis of
//! equation 2, whatever made it: a hyperplane per example plus kernels around centres, so every weight is a sum over the
//! rows of one matrix,
//!
//! ```text
//!              value of the row at the point     coefficients, one column per example
//!   constant   1                                 a₁₀   a₂₀   …
//!   slopes     coordinate l                      a₁ₗ   a₂ₗ   …
//!   kernels    R_k(distance to centre k)         r_k₁  r_k₂  …
//! ```
//!
//! and rows whose value is zero, those of compact kernels out of reach, cost nothing. Points and weights are `f32`; the
//! sums inside are `f64`, because neighbouring kernels cancel: with thin plates around examples a hundredth of the range
//! apart the coefficients are in the thousands, and sums of `f32` were off by a thousandth.
//!
//! `adverb_author::space` makes tables.

mod embedding;
mod hull;
mod kernel;
mod parts;

pub use embedding::{Affine, Axis, Embedding, MAX_COORDINATES};
pub use hull::Hull;
pub use kernel::Kernel;
pub use parts::{Extrapolation, Parts, TableError};

use embedding::Coordinates;
use hull::Face;
use kernel::LANES;

use crate::wide::wide;

/// The largest number of rows of a table, so that their values find room on the stack.
pub const MAX_ROWS: usize = 4096;
/// Weights are summed in groups of this many, which stay in registers; the last group may be smaller.
const GROUP: usize = 24;
/// The size of a group is a multiple of this.
const PADDING: usize = 4;
/// In multiples of the kernels' extent: a point farther out than that counts as being there.
const FAR: f64 = 1e6;
/// Thin plates are differences of ever larger numbers, which lose their digits sooner.
const FAR_FOR_THIN_PLATES: f64 = 100.0;

/// An immutable table from points to weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The coefficients are followed by a few zeros, so that the last row can be read in whole groups.
    parts: Parts,
    coordinates: usize,
    slopes: usize,
    /// Four kernels at a time: their first coordinates, their second …
    centres: Vec<[f64; LANES]>,
    /// 1 / dilation², where the dilation is half the radius.
    sharpness: Vec<[f64; LANES]>,
    far: f64,
}

impl Table {
    /// A table of parts, which are checked.
    pub fn new(mut parts: Parts) -> Result<Self, TableError> {
        let (coordinates, slopes) = parts.checked_counts()?;
        if !parts.is_sound() {
            return Err(TableError::Numbers);
        }
        let Parts { kernel, centres, radii, .. } = &parts;
        let extent = centres.iter().fold(1.0, |most, c| if c.abs() > most { c.abs() } else { most });
        let lanes = |block: usize, value: &dyn Fn(usize) -> f64| -> [f64; LANES] {
            core::array::from_fn(|i| {
                let k = block * LANES + i;
                if k < radii.len() { value(k) } else { 0.0 }
            })
        };
        let blocks = radii.len().div_ceil(LANES);
        Ok(Self {
            centres: (0..blocks)
                .flat_map(|b| (0..coordinates).map(move |c| (b, c)))
                .map(|(b, c)| lanes(b, &|k| centres[k * coordinates + c]))
                .collect(),
            sharpness: (0..blocks).map(|b| lanes(b, &|k| 4.0 / (radii[k] * radii[k]))).collect(),
            far: extent * if *kernel == Kernel::ThinPlate { FAR_FOR_THIN_PLATES } else { FAR },
            coordinates,
            slopes,
            parts: {
                parts.coefficients.extend([0.0; PADDING - 1]);
                parts
            },
        })
    }

    /// What it is made of.
    pub fn parts(&self) -> Parts {
        let mut parts = self.parts.clone();
        parts.coefficients.truncate(self.rows() * parts.examples);
        parts
    }

    /// How many values a point has.
    pub fn axes(&self) -> usize {
        self.parts.embedding.axes.len()
    }

    /// How many weights there are: one per example.
    pub fn examples(&self) -> usize {
        self.parts.examples
    }

    /// The weights of the examples at a point. They sum to one.
    ///
    /// NaN counts as the middle of its axis.
    ///
    /// # Panics
    /// If the point does not have one value per axis or `weights` one place per example.
    pub fn weights(&self, point: &[f32], weights: &mut [f32]) {
        self.check(point.len(), weights.len());
        self.weigh(|axis| f64::from(point[axis]), |first, group| store(&mut weights[first..], group));
    }

    /// [`weights`](Self::weights) before they are rounded, for tools.
    pub fn weights_f64(&self, point: &[f64], weights: &mut [f64]) {
        self.check(point.len(), weights.len());
        self.weigh(
            |axis| point[axis],
            |first, group| weights[first..].iter_mut().zip(group).for_each(|(w, g)| *w = *g),
        );
    }

    /// The weights at many points: the points one after another, and the weights likewise.
    ///
    /// # Panics
    /// If the two do not hold the same number of points.
    pub fn weights_of_many(&self, points: &[f32], weights: &mut [f32]) {
        let count = weights.len() / self.parts.examples;
        assert!(
            points.len() == count * self.axes() && weights.len() == count * self.parts.examples,
            "one value per axis and one place per example for every point"
        );
        for (i, weights) in weights.chunks_exact_mut(self.parts.examples).enumerate() {
            self.weights(&points[i * self.axes()..(i + 1) * self.axes()], weights);
        }
    }

    /// The weights at a point and how they change along each axis: `gradient` holds for the first axis the derivatives of
    /// all weights, then for the second …
    ///
    /// # Panics
    /// If a slice has another length.
    pub fn gradient(&self, point: &[f32], weights: &mut [f32], gradient: &mut [f32]) {
        self.weights(point, weights);
        assert_eq!(gradient.len(), self.axes() * self.parts.examples, "one place per axis and example");
        self.differentiate(
            |axis| f64::from(point[axis]),
            |axis, first, group| {
                store(
                    &mut gradient[axis * self.parts.examples + first..(axis + 1) * self.parts.examples],
                    group,
                );
            },
        );
    }

    /// [`gradient`](Self::gradient) before it is rounded, for tools.
    pub fn gradient_f64(&self, point: &[f64], weights: &mut [f64], gradient: &mut [f64]) {
        self.weights_f64(point, weights);
        assert_eq!(gradient.len(), self.axes() * self.parts.examples, "one place per axis and example");
        self.differentiate(
            |axis| point[axis],
            |axis, first, group| {
                let places =
                    &mut gradient[axis * self.parts.examples + first..(axis + 1) * self.parts.examples];
                places.iter_mut().zip(group).for_each(|(place, slope)| *place = *slope);
            },
        );
    }

    fn check(&self, values: usize, places: usize) {
        assert_eq!(values, self.axes(), "one value per axis");
        assert_eq!(places, self.parts.examples, "one place per example");
    }

    fn kernels(&self) -> usize {
        self.parts.radii.len()
    }

    fn rows(&self) -> usize {
        1 + self.slopes + self.kernels()
    }

    fn weigh(&self, value: impl Fn(usize) -> f64, emit: impl FnMut(usize, &[f64])) {
        // Small tables need not clear a large stack: twice the rows, as corrections may make them, take at most twice the time.
        wide(
            #[inline(always)]
            || match (self.rows(), self.coordinates) {
                (0..=32, 0..=8) => self.weigh_within::<32, 8>(value, emit),
                (0..=64, 0..=8) => self.weigh_within::<64, 8>(value, emit),
                (0..=128, _) => self.weigh_within::<128, MAX_COORDINATES>(value, emit),
                (0..=256, _) => self.weigh_within::<256, MAX_COORDINATES>(value, emit),
                _ => self.weigh_within::<MAX_ROWS, MAX_COORDINATES>(value, emit),
            },
        )
    }

    /// On the web, where code is downloaded, all sizes share what is long; elsewhere each has it inlined, as [`wide`] wants it.
    #[inline(always)]
    fn weigh_within<const ROWS: usize, const COORDINATES: usize>(
        &self,
        value: impl Fn(usize) -> f64,
        emit: impl FnMut(usize, &[f64]),
    ) {
        let mut at = [0.0; COORDINATES];
        self.locate(value, &mut at);
        let mut rows = Rows::<ROWS>::new();
        rows.values[0] = 1.0;
        rows.values[1..1 + self.slopes].copy_from_slice(&at[..self.slopes]);
        self.kernels_at(&at, &mut rows.values[1 + self.slopes..][..self.kernels()]);
        rows.select(0..self.rows());
        self.sum(rows.used(), emit);
    }

    /// The coordinates that count.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn locate(&self, value: impl Fn(usize) -> f64, at: &mut [f64]) {
        self.parts.embedding.embed(value, self.far, at);
        self.confine(at);
    }

    /// The values of all kernels.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn kernels_at(&self, at: &[f64], values: &mut [f64]) {
        self.t_squared(at, values);
        self.parts.kernel.values(self.coordinates, values);
    }

    /// (distance / dilation)² to all centres.
    #[inline(always)]
    fn t_squared(&self, at: &[f64], squared: &mut [f64]) {
        let blocks = squared.chunks_mut(LANES).zip(self.centres.chunks_exact(self.coordinates.max(1)));
        for ((block, centres), sharpness) in blocks.zip(&self.sharpness) {
            let mut sum = [0.0; LANES];
            for (centre, x) in centres.iter().zip(at) {
                for lane in 0..LANES {
                    let difference = x - centre[lane];
                    sum[lane] += difference * difference;
                }
            }
            for lane in 0..LANES {
                sum[lane] *= sharpness[lane];
            }
            match <&mut [f64; LANES]>::try_from(&mut *block) {
                Ok(block) => *block = sum,
                Err(_) => block.copy_from_slice(&sum[..block.len()]),
            }
        }
    }

    /// The sums of the columns, each row times its value, in the order of the rows whatever the width of the machine's
    /// vectors.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn sum(&self, rows: (&[u16], &[f64]), mut emit: impl FnMut(usize, &[f64])) {
        let (stride, coefficients) = (self.parts.examples, &self.parts.coefficients[..]);
        let mut first = 0;
        while first < stride {
            let columns = &coefficients[first..];
            match (stride - first).div_ceil(PADDING) * PADDING {
                4 => emit(first, &sum_columns::<4>(rows, columns, stride)),
                8 => emit(first, &sum_columns::<8>(rows, columns, stride)),
                12 => emit(first, &sum_columns::<12>(rows, columns, stride)),
                16 => emit(first, &sum_columns::<16>(rows, columns, stride)),
                20 => emit(first, &sum_columns::<20>(rows, columns, stride)),
                _ => emit(first, &sum_columns::<GROUP>(rows, columns, stride)),
            }
            first += GROUP;
        }
    }

    /// Brings coordinates outside to where extrapolation allows, and says by which face they left.
    #[inline]
    fn confine(&self, at: &mut [f64]) -> Option<Face> {
        match &self.parts.extrapolation {
            Extrapolation::Free => None,
            Extrapolation::Damped { hull, .. } | Extrapolation::Held { hull } => {
                let face = hull.nearest_face(at)?;
                let back = 1.0 - self.kept(face.distance);
                at.iter_mut().zip(&face.offset).for_each(|(x, offset)| *x += back * offset);
                Some(face)
            }
        }
    }

    /// How much of the way from the hull to a point is kept.
    fn kept(&self, distance: f64) -> f64 {
        match &self.parts.extrapolation {
            Extrapolation::Free => 1.0,
            Extrapolation::Damped { reach, .. } => reach / (distance + reach),
            Extrapolation::Held { .. } => 0.0,
        }
    }

    /// How the coordinates that count move when those of the point do.
    fn reach_derivative(&self, face: Option<&Face>, moved: Coordinates) -> Coordinates {
        let (Some(face), Extrapolation::Damped { hull, .. } | Extrapolation::Held { hull }) =
            (face, &self.parts.extrapolation)
        else {
            return moved;
        };
        // at = nearest + kept · (point − nearest), and kept falls as the point leaves along the normal:
        // d(reach / (e + reach)) · e = −kept² e / reach = −kept (1 − kept).
        let along = hull.along(face, &moved);
        let kept = self.kept(face.distance);
        let straight = hull.dimension();
        let across: f64 = (0..straight).fold(0.0, |sum, c| sum + face.offset[c] * (moved[c] - along[c]))
            / (face.distance * face.distance);
        let mut result = moved;
        for c in 0..straight {
            result[c] =
                along[c] + kept * (moved[c] - along[c]) - kept * (1.0 - kept) * across * face.offset[c];
        }
        result
    }

    fn differentiate(&self, value: impl Fn(usize) -> f64, emit: impl FnMut(usize, usize, &[f64])) {
        match self.rows() {
            0..=256 => self.differentiate_within::<256>(value, emit),
            _ => self.differentiate_within::<MAX_ROWS>(value, emit),
        }
    }

    #[inline(always)]
    fn differentiate_within<const ROWS: usize>(
        &self,
        value: impl Fn(usize) -> f64,
        mut emit: impl FnMut(usize, usize, &[f64]),
    ) {
        let mut at = [0.0; MAX_COORDINATES];
        self.parts.embedding.embed(&value, self.far, &mut at);
        let face = self.confine(&mut at);
        let mut slopes = [0.0; ROWS];
        let slopes = &mut slopes[..self.kernels()];
        self.t_squared(&at, slopes);
        self.parts.kernel.slopes(self.coordinates, slopes);
        for axis in 0..self.axes() {
            let moved = self.parts.embedding.derivative(axis, &value, self.far);
            let moved = self.reach_derivative(face.as_ref(), moved);
            let mut rows = Rows::<ROWS>::new();
            rows.values[1..1 + self.slopes].copy_from_slice(&moved[..self.slopes]);
            let kernels = &mut rows.values[1 + self.slopes..];
            for (k, (to, slope)) in kernels.iter_mut().zip(&*slopes).enumerate() {
                let (block, lane) = (k / LANES, k % LANES);
                let centres = &self.centres[block * self.coordinates..(block + 1) * self.coordinates];
                let approach = (centres.iter().zip(&at).zip(&moved))
                    .fold(0.0, |sum, ((centre, x), m)| sum + (x - centre[lane]) * m);
                *to = slope * approach * self.sharpness[block][lane];
            }
            rows.select(1..self.rows());
            self.sum(rows.used(), |first, group| emit(axis, first, group));
        }
    }
}

/// The values of the rows at a point, of which those that are zero can be left out.
struct Rows<const ROWS: usize> {
    count: usize,
    indices: [u16; ROWS],
    values: [f64; ROWS],
}

impl<const ROWS: usize> Rows<ROWS> {
    fn new() -> Self {
        Self { count: 0, indices: [0; ROWS], values: [0.0; ROWS] }
    }

    /// Moves the values that are not zero to the front. Each is written, but counted only if it matters: cheaper than a
    /// branch that is hard to foretell.
    #[inline(always)]
    fn select(&mut self, rows: core::ops::Range<usize>) {
        for row in rows {
            let value = self.values[row];
            // There are never more rows than places, a power of two; the mask tells the compiler so.
            let at = self.count & (ROWS - 1);
            self.indices[at] = row as u16;
            self.values[at] = value;
            self.count += usize::from(value != 0.0);
        }
    }

    fn used(&self) -> (&[u16], &[f64]) {
        (&self.indices[..self.count], &self.values[..self.count])
    }
}

/// The sums of neighbouring columns. Those beyond the last are of no meaning.
#[inline(always)]
fn sum_columns<const WIDTH: usize>(
    (indices, values): (&[u16], &[f64]),
    columns: &[f64],
    stride: usize,
) -> [f64; WIDTH] {
    let mut sums = [0.0; WIDTH];
    for (&row, value) in indices.iter().zip(values) {
        let start = usize::from(row) * stride;
        let row = &columns[start..start + WIDTH];
        for column in 0..WIDTH {
            sums[column] += value * row[column];
        }
    }
    sums
}

#[inline(always)]
fn store(weights: &mut [f32], group: &[f64]) {
    weights.iter_mut().zip(group).for_each(|(weight, sum)| *weight = *sum as f32);
}
