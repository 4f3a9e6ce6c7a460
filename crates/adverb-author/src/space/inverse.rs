//! The inverse of a space: the point at which what is measured there hits a target.
//!
//! The thesis inverts a verb by a lattice of points (6.1), which grows exponentially with the number of axes. Here a few steps of
//! Gauss and Newton, damped where they would lead astray, find the point from wherever one stands; starting also from the
//! examples that measure nearest to the target makes sure that it is not missed.

use super::Space;
use crate::dense::{Lu, Mat};

/// Where a measurement comes nearest to its target.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// One value per axis.
    pub point: Vec<f64>,
    /// What is still missing: the largest difference of any measured number, in its unit.
    pub off: f64,
}

/// What to hit, and how to look for it.
pub struct Target<'a> {
    /// The numbers to be measured: any count of them at once.
    pub values: &'a [f64],
    /// A unit for each: what counts as much as one of the other. Differences below a millionth of it are none.
    pub units: &'a [f64],
    /// The axes that may be changed; all others stay as they are.
    pub free: &'a [usize],
}

/// Steps from one start.
const STEPS: usize = 24;
/// Differences below this part of a unit are none.
const HIT: f64 = 1e-6;
/// So many examples are tried as starts.
const STARTS: usize = 3;
/// A step of a difference quotient, in natural scales.
const QUOTIENT: f64 = 1e-3;

/// The point near `from`, within the ranges of the axes, where `measure` gives the target; where none does, the one that comes
/// nearest. Where there are more axes than numbers to hit, as little as possible is changed.
pub fn inverse(
    space: &Space,
    measure: &mut dyn FnMut(&[f64]) -> Vec<f64>,
    target: &Target,
    from: &[f64],
) -> Hit {
    let mut search = Search { space, measure, target };
    let mut best = search.descend(from);
    if best.off <= HIT {
        return best;
    }
    let mut starts: Vec<(f64, Vec<f64>)> = (space.examples.iter())
        .map(|example| {
            let mut start = from.to_vec();
            target.free.iter().for_each(|axis| start[*axis] = example.at[*axis]);
            (norm(&search.missing(&start)), start)
        })
        .collect();
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, start) in starts.into_iter().take(STARTS) {
        let other = search.descend(&start);
        if other.off < best.off {
            best = other;
        }
        if best.off <= HIT {
            break;
        }
    }
    best
}

struct Search<'a> {
    space: &'a Space,
    measure: &'a mut dyn FnMut(&[f64]) -> Vec<f64>,
    target: &'a Target<'a>,
}

impl Search<'_> {
    /// What is missing, in units.
    fn missing(&mut self, point: &[f64]) -> Vec<f64> {
        let (values, units) = (self.target.values, self.target.units);
        let measured = (self.measure)(point);
        (0..values.len()).map(|k| (values[k] - measured[k]) / units[k]).collect()
    }

    /// Levenberg and Marquardt's steps, in natural scales, held within the ranges.
    fn descend(&mut self, from: &[f64]) -> Hit {
        let mut point = self.held(from.to_vec());
        let mut missing = self.missing(&point);
        let mut damping = 1e-9;
        for _ in 0..STEPS {
            if largest(&missing) <= HIT {
                break;
            }
            let slopes = self.slopes(&point, &missing);
            let mut improved = false;
            for _ in 0..6 {
                let step = step(&slopes, &missing, damping);
                let mut next = point.clone();
                for (axis, step) in self.target.free.iter().zip(step) {
                    next[*axis] += step * self.space.axes[*axis].natural_scale();
                }
                let next = self.held(next);
                let left = self.missing(&next);
                if norm(&left) < norm(&missing) {
                    (point, missing, improved) = (next, left, true);
                    damping = (damping * 0.1).max(1e-12);
                    break;
                }
                damping = (damping * 100.0).max(1e-4);
            }
            if !improved {
                break;
            }
        }
        let off = largest(&missing);
        Hit { point, off }
    }

    /// How what is missing shrinks along each free axis: one column each, by difference quotients.
    fn slopes(&mut self, point: &[f64], missing: &[f64]) -> Mat {
        let free = self.target.free;
        let mut slopes = Mat::zeros(missing.len(), free.len());
        for (k, axis) in free.iter().enumerate() {
            let scale = self.space.axes[*axis].natural_scale();
            let [before, after] = [-1.0, 1.0].map(|side| {
                let mut beside = point.to_vec();
                beside[*axis] += side * QUOTIENT * scale;
                self.missing(&beside)
            });
            (0..missing.len()).for_each(|m| slopes[(m, k)] = (before[m] - after[m]) / (2.0 * QUOTIENT));
        }
        slopes
    }

    fn held(&self, mut point: Vec<f64>) -> Vec<f64> {
        for axis in self.target.free {
            let own = &self.space.axes[*axis];
            if !own.periodic {
                point[*axis] = point[*axis].clamp(own.range[0], own.range[1]);
            }
        }
        point
    }
}

/// Jᵀ (J Jᵀ + λ)⁻¹ r, the shortest step that does it; with more numbers than axes the same is (JᵀJ + λ)⁻¹ Jᵀ r, the best.
fn step(slopes: &Mat, missing: &[f64], damping: f64) -> Vec<f64> {
    let r = Mat::from_fn(missing.len(), 1, |i, _| missing[i]);
    let (j, across) = (slopes, slopes.transposed());
    let damped = |mut square: Mat| {
        let size = (0..square.nrows()).map(|i| square[(i, i)]).fold(1e-30, f64::max);
        (0..square.nrows()).for_each(|i| square[(i, i)] += damping * size);
        square
    };
    let step = if j.nrows() <= j.ncols() {
        &across * &Lu::of(&damped(j * &across)).solve(r)
    } else {
        Lu::of(&damped(&across * j)).solve(&across * &r)
    };
    // A step goes no farther than half the range.
    let length = (0..step.nrows()).map(|i| step[(i, 0)].abs()).fold(0.0, f64::max);
    let shorter = if length > 0.5 { 0.5 / length } else { 1.0 };
    (0..step.nrows()).map(|i| if step[(i, 0)].is_finite() { shorter * step[(i, 0)] } else { 0.0 }).collect()
}

fn norm(missing: &[f64]) -> f64 {
    missing.iter().map(|x| x * x).sum()
}

fn largest(missing: &[f64]) -> f64 {
    missing.iter().map(|x| x.abs()).fold(0.0, f64::max)
}
