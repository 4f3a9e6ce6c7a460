//! Random spaces, the same for the same seed.

use adverb_author::space::{Axis, Example, Kernel, Solution, Space};
use proptest::prelude::*;

/// Knuth's 64-bit linear congruential generator (MMIX).
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From −1 to 1.
    pub fn number(&mut self) -> f64 {
        2.0 * self.part() - 1.0
    }
}

/// What a random space is made from.
#[derive(Debug, Clone)]
pub struct Recipe {
    pub seed: u64,
    pub axes: usize,
    pub examples: usize,
    pub kernel: Kernel,
}

/// One to eight axes, up to 200 examples, at one axis up to 50.
pub fn recipes() -> impl Strategy<Value = Recipe> {
    (any::<u64>(), 1..=8_usize, 1..=200_usize, prop::sample::select(Kernel::ALL.to_vec())).prop_map(
        |(seed, axes, examples, kernel)| {
            let examples = if axes == 1 { examples.min(50) } else { examples };
            Recipe { seed, axes, examples, kernel }
        },
    )
}

impl Recipe {
    /// Points at least a hundredth of the range apart, on axes of very different ranges.
    pub fn space(&self) -> Space {
        self.space_apart(0.01)
    }

    /// Points at least so far apart, in parts of the range.
    pub fn space_apart(&self, least: f64) -> Space {
        let mut random = Random(self.seed);
        let axes: Vec<Axis> = (0..self.axes)
            .map(|a| {
                let width = 10_f64.powf(3.0 * random.number());
                let low = width * (random.number() - 0.5);
                Axis::new(format!("axis {a}"), [low, low + width])
            })
            .collect();
        let mut parts: Vec<Vec<f64>> = Vec::new();
        while parts.len() < self.examples {
            let new: Vec<f64> = (0..self.axes).map(|_| random.part()).collect();
            let apart = |old: &Vec<f64>| {
                old.iter().zip(&new).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt() >= least
            };
            if parts.iter().all(apart) {
                parts.push(new);
            }
        }
        let example =
            |(i, parts): (usize, Vec<f64>)| Example::new(format!("example {i}"), place(&axes, &parts));
        let examples = parts.into_iter().enumerate().map(example).collect();
        Space { kernel: self.kernel, ..Space::new(axes, examples) }
    }

    /// Random numbers that are not those of the space.
    pub fn random(&self) -> Random {
        Random(self.seed ^ 0x5DEE_CE66)
    }
}

/// A point given in parts of the ranges.
pub fn place(axes: &[Axis], parts: &[f64]) -> Vec<f64> {
    axes.iter()
        .zip(parts)
        .map(|(axis, part)| axis.range[0] + part * (axis.range[1] - axis.range[0]))
        .collect()
}

/// A point in the ranges, or somewhat outside.
pub fn anywhere(space: &Space, random: &mut Random) -> Vec<f64> {
    let parts: Vec<f64> = space.axes.iter().map(|_| 2.0 * random.part() - 0.5).collect();
    place(&space.axes, &parts)
}

/// A place of its own, so that the space stays as it should be.
pub fn free_place(space: &Space, random: &mut Random) -> Vec<f64> {
    loop {
        let parts: Vec<f64> = space.axes.iter().map(|_| random.part()).collect();
        let point = place(&space.axes, &parts);
        let apart = |other: &[f64]| {
            let scaled =
                space.axes.iter().zip(&point).zip(other).map(|((a, x), y)| (x - y) / a.natural_scale());
            scaled.map(|d| d * d).sum::<f64>().sqrt() >= 0.005
        };
        let others = space.pseudo_examples.iter().map(|p| &p.to).chain(space.examples.iter().map(|e| &e.at));
        if others.clone().all(|other| apart(other)) {
            return point;
        }
    }
}

pub fn weights(solution: &Solution, point: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; solution.table.examples()];
    solution.table.weights_f64(point, &mut weights);
    weights
}

pub fn weights_f32(solution: &Solution, point: &[f64]) -> Vec<f32> {
    let mut weights = vec![0.0; solution.table.examples()];
    let point: Vec<f32> = point.iter().map(|x| *x as f32).collect();
    solution.table.weights(&point, &mut weights);
    weights
}

/// The largest difference.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The largest weight, or one: where weights are large, so is their rounding.
pub fn size(weights: &[f64]) -> f64 {
    weights.iter().fold(1.0, |size, weight| size.max(weight.abs()))
}

/// How far the weights at the examples are from one and zero, in f64 and in f32.
pub fn inexactness(space: &Space, solution: &Solution) -> [f64; 2] {
    let mut worst = [0.0_f64; 2];
    for (i, example) in space.examples.iter().enumerate() {
        let exact = |j: usize| if i == j { 1.0 } else { 0.0 };
        for (j, weight) in weights(solution, &example.at).into_iter().enumerate() {
            worst[0] = worst[0].max((weight - exact(j)).abs());
        }
        for (j, weight) in weights_f32(solution, &example.at).into_iter().enumerate() {
            worst[1] = worst[1].max((f64::from(weight) - exact(j)).abs());
        }
    }
    worst
}
