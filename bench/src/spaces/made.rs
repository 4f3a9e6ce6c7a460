//! Made spaces: examples anywhere in a cube, and points to ask for.

use adverb_author::space::{Axis, Example, Kernel, Space};

use crate::random::Random;

/// No two examples are nearer than this, in a cube of side 2.
const APART: f32 = 0.1;

/// Coordinates are the values themselves.
pub fn space(examples: usize, axes: usize, kernel: Kernel) -> Space {
    let mut random = Random::new(examples as u64 * 64 + axes as u64);
    let mut points: Vec<Vec<f32>> = Vec::new();
    while points.len() < examples {
        let new: Vec<f32> = (0..axes).map(|_| random.number()).collect();
        let distance = |old: &Vec<f32>| old.iter().zip(&new).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
        if points.iter().all(|old| distance(old) > APART * APART) {
            points.push(new);
        }
    }
    let axis = |a: usize| Axis { scale: Some(1.0), ..Axis::new(format!("axis {a}"), [-1.0, 1.0]) };
    let example = |(i, at): (usize, &Vec<f32>)| {
        Example::new(format!("example {i}"), at.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>())
    };
    let examples = points.iter().enumerate().map(example).collect();
    Space { kernel, ..Space::new((0..axes).map(axis).collect(), examples) }
}

/// Points of the cube, one after another.
pub fn queries(axes: usize, count: usize) -> Vec<f32> {
    let mut random = Random::new(7);
    (0..count * axes).map(|_| random.number()).collect()
}
