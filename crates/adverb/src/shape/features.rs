//! Face space (chapter 7.1): a neutral form, and features that are added to it independently of each other, each with the vertices
//! that it moves.
//!
//! Vertices are put into an order of their own, in which those that a feature moves lie together, so that a feature is a few long
//! stretches. Only they are visited: what a feature costs is what it moves. Results are in the mesh's order.

use super::LARGEST_WEIGHT;
use super::runs::{Run, counted};
use crate::numbers::{Numbers, limited};
use crate::wide::wide;

/// A feature: a smile, an open jaw.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Its name, as its author gave it.
    pub name: String,
    /// The vertices that it moves, in the order of [`Features::order`].
    pub moved: Vec<Run>,
    /// By how much at full weight, three numbers for each of them.
    pub deltas: Numbers,
}

/// All features of a face.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// The vertices that any feature moves, as the mesh counts them.
    pub order: Vec<u32>,
    /// Each by itself.
    pub features: Vec<Feature>,
    /// Whether weights are clamped to 0 … 1.
    pub clamped: bool,
}

impl Features {
    /// From `delta(feature, vertex)`; a vertex that a feature moves by no more than a threshold is left out.
    pub fn of(
        names: &[String],
        vertices: usize,
        threshold: f32,
        delta: impl Fn(usize, usize) -> [f32; 3],
    ) -> Self {
        let moves = |feature: usize, vertex: usize| {
            let [x, y, z] = delta(feature, vertex);
            x * x + y * y + z * z > threshold * threshold
        };
        let moved: Vec<Vec<bool>> =
            (0..names.len()).map(|f| (0..vertices).map(|v| moves(f, v)).collect()).collect();
        // The larger a feature, the earlier it sorts: its vertices then lie together.
        let mut by_size: Vec<usize> = (0..names.len()).collect();
        by_size.sort_by_key(|f| core::cmp::Reverse(moved[*f].iter().filter(|m| **m).count()));
        let mut order: Vec<u32> =
            (0..vertices as u32).filter(|v| moved.iter().any(|m| m[*v as usize])).collect();
        order.sort_by(|a, b| {
            let signs = by_size.iter().map(|f| moved[*f][*b as usize].cmp(&moved[*f][*a as usize]));
            signs.fold(core::cmp::Ordering::Equal, |all, sign| all.then(sign)).then(a.cmp(b))
        });
        let feature = |(f, name): (usize, &String)| {
            let own: Vec<u32> =
                (0..order.len() as u32).filter(|p| moved[f][order[*p as usize] as usize]).collect();
            let deltas: Vec<f32> = own.iter().flat_map(|p| delta(f, order[*p as usize] as usize)).collect();
            Feature { name: name.clone(), moved: Run::of(own), deltas: deltas.into() }
        };
        let features = names.iter().enumerate().map(feature).collect();
        Self { order, features, clamped: false }
    }

    /// Whether its counts fit together, for this many vertices.
    pub(super) fn fits(&self, vertices: usize) -> bool {
        let mut seen = vec![false; vertices];
        let once = |v: &u32| (*v as usize) < vertices && !core::mem::replace(&mut seen[*v as usize], true);
        self.order.iter().all(once)
            && self.features.iter().all(|feature| {
                counted(&feature.moved, self.order.len())
                    .is_some_and(|count| feature.deltas.len() == 3 * count)
            })
    }
}

/// A face that makes an expression: what it looks like without one, and which features are on. Takes memory once, when made.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// The vertices that features move, in their order: without features, and with them.
    base: Vec<f32>,
    now: Vec<f32>,
    /// What each feature has now.
    weights: Vec<f32>,
    /// Which features had or have any when it was last turned.
    touched: Vec<bool>,
}

impl Expression {
    /// No expression on a form's positions.
    pub fn new(features: &Features, positions: &[f32]) -> Self {
        let numbers = vec![0.0; 3 * features.order.len()];
        let weights = vec![0.0; features.features.len()];
        let touched = vec![false; features.features.len()];
        let mut expression = Self { base: numbers.clone(), now: numbers, weights, touched };
        expression.set_base(features, positions);
        expression
    }

    /// Goes over to another form, such as another person's face; the features stay on.
    pub fn set_base(&mut self, features: &Features, positions: &[f32]) {
        for (own, vertex) in self.base.chunks_exact_mut(3).zip(&features.order) {
            own.copy_from_slice(&positions[3 * *vertex as usize..][..3]);
        }
        self.now.copy_from_slice(&self.base);
        for (feature, weight) in features.features.iter().zip(&self.weights) {
            add(feature, *weight, &mut self.now);
        }
    }

    /// Turns all features, and writes the positions of vertices that any of them moves or moved; all others are left as they are.
    /// No weight counts for more than ten thousand; NaN is none.
    ///
    /// # Panics
    /// If there is not one weight per feature.
    pub fn express(&mut self, features: &Features, weights: &[f32], positions: &mut [f32]) {
        assert_eq!(weights.len(), features.features.len(), "a weight per feature");
        let [low, high] = if features.clamped { [0.0, 1.0] } else { [-LARGEST_WEIGHT, LARGEST_WEIGHT] };
        let limited = |weight: f32| if weight.is_nan() { 0.0 } else { limited(weight, low, high) };
        let Self { base, now, weights: own, touched } = self;
        // What a feature left behind goes first, for all features; then those that are on are added.
        for (feature, _) in features.features.iter().zip(&*own).filter(|(_, weight)| **weight != 0.0) {
            for run in &feature.moved {
                now[run.numbers(3)].copy_from_slice(&base[run.numbers(3)]);
            }
        }
        let turned = features.features.iter().zip(weights);
        for (feature, weight) in turned.clone().filter(|(_, weight)| limited(**weight) != 0.0) {
            add(feature, limited(*weight), now);
        }
        for (((feature, weight), own), touched) in turned.zip(own).zip(touched) {
            *touched = *own != 0.0 || limited(*weight) != 0.0;
            if *touched {
                show(features, feature, now, positions);
            }
            *own = limited(*weight);
        }
    }

    /// Which features moved vertices, or moved them back, when it was last turned.
    pub(super) fn touched(&self) -> &[bool] {
        &self.touched
    }
}

/// Adds a feature by its weight.
fn add(feature: &Feature, weight: f32, now: &mut [f32]) {
    wide(
        #[inline(always)]
        || {
            let mut deltas = &feature.deltas[..];
            for run in &feature.moved {
                let to = &mut now[run.numbers(3)];
                let (own, rest) = deltas.split_at(to.len());
                to.iter_mut().zip(own).for_each(|(to, delta)| *to += weight * delta);
                deltas = rest;
            }
        },
    );
}

/// Writes the vertices of a feature to where the mesh has them.
fn show(features: &Features, feature: &Feature, now: &[f32], positions: &mut [f32]) {
    for run in &feature.moved {
        let vertices = &features.order[run.numbers(1)];
        for (vertex, own) in vertices.iter().zip(now[run.numbers(3)].chunks_exact(3)) {
            positions[3 * *vertex as usize..][..3].copy_from_slice(own);
        }
    }
}
