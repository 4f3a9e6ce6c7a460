//! The numbers of all example forms, and their sum by weights (eq. 3 of shape-by-example): what a form costs at run time.
//!
//! ```text
//!   tile 0: example 0: number 0 … 63    example 1: number 0 … 63    …    example N−1
//!   tile 1: example 0: number 64 … 127  …
//! ```
//!
//! A tile of the result is the sum of N rows that lie one after another, so memory is read once, from its beginning to its end,
//! and the sum stays in registers: it is as fast as memory is. Every number is summed in the order of the examples, whatever the
//! width of the machine's vectors, so the bits are those of the plain formula.

use crate::numbers::Numbers;
use crate::wide::wide;

/// Numbers of a form that are summed at a time: what stays in eight registers of eight.
pub const TILE: usize = 64;

/// The numbers of N forms, as many for each.
#[derive(Debug, Clone, PartialEq)]
pub struct Forms {
    examples: usize,
    width: usize,
    numbers: Numbers,
}

impl Forms {
    /// From `value(example, number)`.
    pub fn of(examples: usize, width: usize, value: impl Fn(usize, usize) -> f32) -> Self {
        let mut numbers = Vec::with_capacity(examples * width.next_multiple_of(TILE));
        for tile in (0..width).step_by(TILE) {
            for example in 0..examples {
                numbers.extend((tile..tile + TILE).map(|j| if j < width { value(example, j) } else { 0.0 }));
            }
        }
        Self { examples, width, numbers: numbers.into() }
    }

    /// From numbers laid out as in [`Forms::numbers`]. `None` if their count differs.
    pub fn new(examples: usize, width: usize, numbers: Numbers) -> Option<Self> {
        let count = examples.checked_mul(width.checked_next_multiple_of(TILE)?)?;
        (numbers.len() == count).then_some(Self { examples, width, numbers })
    }

    /// N.
    pub fn examples(&self) -> usize {
        self.examples
    }

    /// How many numbers a form has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// As they lie in memory, tile by tile.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// A number of an example.
    pub fn value(&self, example: usize, number: usize) -> f32 {
        self.numbers[(number / TILE * self.examples + example) * TILE + number % TILE]
    }

    /// The sum of all forms by their weights.
    ///
    /// # Panics
    /// If there is not one weight per example, or not room for one form.
    pub fn blend(&self, weights: &[f32], out: &mut [f32]) {
        assert_eq!(weights.len(), self.examples, "a weight per example");
        assert_eq!(out.len(), self.width, "room for a form");
        if self.examples == 0 {
            out.fill(0.0);
            return;
        }
        let numbers: &[f32] = &self.numbers;
        wide(
            #[inline(always)]
            || {
                let mut tiles = numbers.chunks_exact(TILE * weights.len());
                let (whole, rest) = out.as_chunks_mut::<TILE>();
                whole.iter_mut().zip(&mut tiles).for_each(|(out, tile)| *out = sum_of(tile, weights));
                if let Some(tile) = tiles.next() {
                    rest.copy_from_slice(&sum_of(tile, weights)[..rest.len()]);
                }
            },
        );
    }
}

/// A tile of the result.
#[inline(always)]
fn sum_of(rows: &[f32], weights: &[f32]) -> [f32; TILE] {
    let mut sum = [0.0; TILE];
    let (rows, _) = rows.as_chunks::<TILE>();
    for (row, weight) in rows.iter().zip(weights) {
        for (sum, number) in sum.iter_mut().zip(row) {
            *sum += weight * number;
        }
    }
    sum
}
