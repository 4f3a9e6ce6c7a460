//! Variations: what the cycles of one recording differ by, so that a verb which repeats need not repeat to the bit.
//!
//! Of each example other cycles may be kept, its own first. With m their mean and ε_v what cycle v deviates by from it, a round
//! in which cycle v_i of example i was drawn is
//!
//! ```text
//!   Σ_i w_i (e_i − ε_i0)  +  Σ_i w_i ε_iv_i / √Σ_i w_i²
//! ```
//!
//! where e_i is the example, eq. 4.2's summand. The first sum is that of the means, which are found on loading. Deviations are independent, so a sum by
//! weights of them alone would be smaller than each of them, by √Σw². At an example its recorded cycles come back.
//!
//! All deviations vanish at the seam with their first two derivatives, so any round can follow any other: the first three control
//! points, the only ones that count there, are zero.

use super::curves::{Coefficients, Curves, PLACED};
use super::parts::{LARGEST, VerbError};
use super::setting::Setting;
use crate::chance::Chance;
use crate::curve::{Derivative, Encoding};
use crate::numbers::limited;
use crate::time::CanonicalTime;

/// An interval between key-times is at most this much longer or shorter, as a logarithm.
const LARGEST_LOG: f64 = 0.25;
/// So many control points count at the seam.
pub const AT_THE_SEAM: usize = 3;

/// The cycles of all examples of a verb as deviations from each example's mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Variations {
    /// How many cycles each example has, its own included; 0 where it has no other. Without entries no example has.
    pub counts: Vec<usize>,
    /// Logarithms: by how much the intervals between key-times deviate. Cycle after cycle, those of the first example first.
    pub intervals: Vec<f64>,
    /// As many control points as the examples have, with cycles in the place of examples.
    pub coefficients: Coefficients,
}

impl Default for Variations {
    fn default() -> Self {
        let coefficients = Coefficients(Vec::new().into());
        Self { counts: Vec::new(), intervals: Vec::new(), coefficients }
    }
}

impl Variations {
    /// Whether no example has any.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Of all examples.
    pub fn cycles(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The curves, if they are those of a verb with these and so many intervals.
    pub(super) fn curves(
        &self,
        dofs: usize,
        examples: &Curves,
        intervals: usize,
        cyclic: bool,
    ) -> Result<Option<Varied>, VerbError> {
        if self.is_empty() {
            return if *self == Self::default() {
                Ok(None)
            } else {
                Err(VerbError::Counts("the variations"))
            };
        }
        let [control_points, count] = examples.counts();
        let cycles = self.counts.iter().try_fold(0usize, |sum, count| sum.checked_add(*count));
        let fits = cyclic
            && self.counts.len() == count
            && self.counts.iter().all(|count| *count < usize::from(AS_IT_IS))
            && cycles.and_then(|cycles| cycles.checked_mul(intervals)) == Some(self.intervals.len());
        let Some(cycles) = cycles.filter(|cycles| fits && *cycles > 0) else {
            return Err(VerbError::Counts("the variations"));
        };
        let deviations = Curves::new(dofs, Encoding::Cyclic, [control_points, cycles], &self.coefficients)
            .map_err(|wrong| match wrong {
                VerbError::Numbers(_) => VerbError::Numbers("the variations"),
                _ => VerbError::Counts("the variations"),
            })?;
        let numbers = self.coefficients.numbers();
        let at_the_seam = &numbers[..AT_THE_SEAM * numbers.len() / control_points];
        let sound = at_the_seam.iter().all(|number| *number == 0.0)
            && self.intervals.iter().all(|log| log.abs() <= f64::from(LARGEST));
        let own = self.firsts().map(|(count, first)| (count > 0).then_some(first));
        let means = examples.less(&deviations, own);
        if sound { Ok(Some(Varied { means, deviations })) } else { Err(VerbError::Numbers("the variations")) }
    }

    /// How many cycles each example has, and the number of its own.
    fn firsts(&self) -> impl Iterator<Item = (usize, usize)> {
        self.counts.iter().scan(0, |next, count| {
            let first = *next;
            *next += count;
            Some((*count, first))
        })
    }

    /// Draws a cycle for each example; where there are three or more, another than the last time.
    pub(super) fn draw(&self, chance: &mut Chance, drawn: &mut [u16]) {
        for (own, &count) in drawn.iter_mut().zip(&self.counts) {
            let last = usize::from(*own);
            let choice = match count {
                0 => continue,
                3.. if last < count => {
                    let other = chance.below(count - 1);
                    if other < last { other } else { other + 1 }
                }
                _ => chance.below(count),
            };
            *own = choice as u16;
        }
    }

    /// Which cycles count for how much, by the weights of the examples.
    pub(super) fn shares(&self, weights: &[f32], drawn: &[u16], shares: &mut Vec<Share>) {
        shares.clear();
        let squares: f32 = weights.iter().map(|weight| weight * weight).sum();
        let size = squares.sqrt();
        for (((count, first), &own), &weight) in self.firsts().zip(drawn).zip(weights) {
            if usize::from(own) < count && weight != 0.0 {
                shares.push(Share { cycle: first + usize::from(own), share: weight / size });
            }
        }
    }

    /// By how much an interval is longer.
    pub(super) fn factor(&self, weights: &[f32], shares: &[Share], interval: usize, intervals: usize) -> f64 {
        let log = |cycle: usize| self.intervals[cycle * intervals + interval];
        let own = self.firsts().zip(weights).filter(|((count, _), _)| *count > 0);
        let means: f64 = own.map(|((_, first), weight)| f64::from(*weight) * log(first)).sum();
        let drawn: f64 = shares.iter().map(|s| f64::from(s.share) * log(s.cycle)).sum();
        libm::exp(limited(drawn - means, -LARGEST_LOG, LARGEST_LOG))
    }
}

/// The curves of a verb whose rounds differ.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Varied {
    /// Of each example's cycles.
    means: Curves,
    /// Of all cycles from these.
    deviations: Curves,
}

impl Varied {
    /// A round in place of the sum of the examples: see [`Curves::blend`].
    pub(super) fn blend(&self, setting: &Setting, t: CanonicalTime, derivative: Derivative, out: &mut [f32]) {
        self.means.blend(setting.weights(), t, derivative, out);
        self.deviations.add(setting.shares(), t, derivative, out);
    }

    /// The same for the first columns: see [`Curves::placed`].
    pub(super) fn placed(&self, setting: &Setting, t: CanonicalTime) -> [[f32; PLACED]; 2] {
        let mut sums = self.means.placed(setting.weights(), t);
        for (sum, derivative) in sums.iter_mut().zip([Derivative::Position, Derivative::Velocity]) {
            self.deviations.add(setting.shares(), t, derivative, sum);
        }
        sums
    }
}

/// In the place of a drawn cycle: the example as it is.
pub(super) const AS_IT_IS: u16 = u16::MAX;

/// A cycle, and how much its deviation counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share {
    pub(super) cycle: usize,
    pub(super) share: f32,
}
