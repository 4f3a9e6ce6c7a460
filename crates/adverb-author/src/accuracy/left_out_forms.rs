//! Leave-one-out for forms: how well the other examples of a shape predict each example.

use adverb::Shape;

use super::left_out::{NO_RADIAL_PART, is_inside, nearest};
use crate::numbers::squared;
use crate::shape::Built;
use crate::space::{Levels, Space};

/// An example form, and how well the others predict it.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOutForm {
    /// Its name.
    pub example: String,
    /// The nearest of the others.
    pub nearest: String,
    /// Whether its point lies outside the hull of the others, so that they must extrapolate.
    pub is_corner: bool,
    /// In the order of [`super::Guess::ALL`]: over all vertices, root mean square, in parts of its size.
    pub errors: [f64; 4],
    /// The largest error of a vertex, predicted by the shape of the others, relative to the form's size.
    pub farthest: f64,
}

/// Leaves out each example in turn. Empty if fewer than two would remain. Forms are compared in the rest pose.
#[must_use]
pub fn left_out_forms(built: &Built) -> Vec<LeftOutForm> {
    let count = built.space.examples.len();
    if count < 3 || built.space.axes.is_empty() {
        return Vec::new();
    }
    let forms: Vec<Vec<f32>> = (0..count).map(|i| form(&built.shape, i)).collect();
    (0..count).filter_map(|i| one(built, &forms, i)).collect()
}

/// Where the vertices of an example are.
fn form(shape: &Shape, example: usize) -> Vec<f32> {
    let weights: Vec<f32> =
        (0..shape.examples().len()).map(|i| if i == example { 1.0 } else { 0.0 }).collect();
    let mut form = shape.form();
    shape.blend(&weights, &mut form);
    form.positions().to_vec()
}

fn one(built: &Built, forms: &[Vec<f32>], example: usize) -> Option<LeftOutForm> {
    let mut rest = built.space.clone();
    let left = rest.examples.remove(example);
    let near = nearest(&rest, &left.at);
    let planes =
        Space { smoothing: NO_RADIAL_PART, levels: Levels::One, pseudo_examples: Vec::new(), ..rest.clone() };
    let count = rest.examples.len();
    let weights = |space: &Space| {
        let mut weights = vec![0.0; count];
        space.solve().ok()?.table.weights_f64(&left.at, &mut weights);
        Some(weights)
    };
    let alone: Vec<f64> = (0..count).map(|i| if i == near { 1.0 } else { 0.0 }).collect();
    let guesses = [weights(&rest)?, alone, weights(&planes)?, vec![1.0 / count as f64; count]];
    let others: Vec<&Vec<f32>> =
        forms.iter().enumerate().filter(|(i, _)| *i != example).map(|(_, form)| form).collect();
    let size = size(&forms[example]).max(1e-30);
    let away = guesses.map(|weights| distances(&forms[example], &others, &weights, size));
    let rms = |all: &Vec<f64>| (all.iter().map(|d| d * d).sum::<f64>() / all.len().max(1) as f64).sqrt();
    Some(LeftOutForm {
        is_corner: !is_inside(&rest, &left.at),
        nearest: rest.examples[near].name.clone(),
        errors: [rms(&away[0]), rms(&away[1]), rms(&away[2]), rms(&away[3])],
        farthest: away[0].iter().copied().fold(0.0, f64::max),
        example: left.name,
    })
}

/// How far each vertex is from where a blend has it, in parts of the size.
fn distances(truth: &[f32], others: &[&Vec<f32>], weights: &[f64], size: f64) -> Vec<f64> {
    let mut sum = vec![0.0f64; truth.len()];
    for (form, weight) in others.iter().zip(weights) {
        sum.iter_mut().zip(form.iter()).for_each(|(sum, x)| *sum += weight * f64::from(*x));
    }
    let apart = |(sum, truth): (&[f64], &[f32])| {
        let squares = sum.iter().zip(truth).map(|(a, b)| squared(a - f64::from(*b)));
        squares.sum::<f64>().sqrt() / size
    };
    sum.chunks_exact(3).zip(truth.chunks_exact(3)).map(apart).collect()
}

/// The diagonal of the box around vertices.
fn size(positions: &[f32]) -> f64 {
    let along = |axis: usize| {
        let values = || positions.iter().skip(axis).step_by(3).map(|x| f64::from(*x));
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    (0..3).map(|axis| squared(along(axis))).sum::<f64>().sqrt()
}
