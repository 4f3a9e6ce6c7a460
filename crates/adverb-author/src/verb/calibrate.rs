//! Calibration: corrections that make measured adverbs show the values asked for (thesis 6.1, without its lattice;
//! shape-and-animation-by-example 4).
//!
//! What a verb sums linearly, such as the turn of its travel, is exact by itself: the planes of a space reproduce its axes. A speed,
//! a quotient of two sums, is not exact, nor is the position of a hand at the end of bent joints. Where a point shows another value
//! than it asks for, the inverse finds the point that shows it, and a correction puts it there. Corrections are rows of the same
//! table, at most as many as examples (or [`FEW`]), so weights cost at most twice as much.

use adverb::verb::{Parts, Setting};
use adverb::{Skeleton, Verb};
use std::sync::Arc;

use super::Measure;
use crate::error::Error;
use crate::numbers::squared;
use crate::space::{PseudoExample, Space, Target, inverse};

/// Points of the hull that are tried, for every axis.
const TRIED_PER_AXIS: usize = 150;
/// Differences below this part of an axis's natural scale need no mending.
const GOOD: f64 = 0.001;
/// A correction is no nearer to another or to an example than this part of what examples are apart on average.
const APART: f64 = 0.2;
/// How far beyond its range an axis is searched.
const BEYOND: f64 = 0.25;
/// So many corrections are always allowed: below that, weights cost what calling them does.
const FEW: usize = 8;

/// A measured axis.
struct Measured {
    axis: usize,
    measure: Measure,
    /// Its natural scale.
    scale: f64,
}

/// The space with the corrections that it needs: differences over the points tried become as small as can be.
pub(super) fn calibrated(
    space: &Space,
    measures: &[Option<Measure>],
    skeleton: &Arc<Skeleton>,
    parts: &Parts,
) -> Result<Space, Error> {
    let measured: Vec<Measured> = (measures.iter().enumerate())
        .filter_map(|(axis, measure)| {
            Some(Measured { axis, measure: (*measure)?, scale: space.axes[axis].natural_scale() })
        })
        .collect();
    if measured.is_empty() || space.examples.len() < 2 {
        return Ok(space.clone());
    }
    let tried = space.mixtures(TRIED_PER_AXIS * space.axes.len(), 1);
    let mut plain = Shown::new(&Space { pseudo_examples: Vec::new(), ..space.clone() }, skeleton, parts)?;
    let most = space.examples.len().max(FEW);
    // Where examples are few and far between, there is still to be room for all of them.
    let room_of_each =
        0.5 * libm::pow(1.0 / (most + space.examples.len()) as f64, 1.0 / space.axes.len() as f64);
    let apart = APART * spacing(space).min(room_of_each / APART);
    let (mut best, mut trial) = (space.clone(), space.clone());
    let mut now = Shown::new(space, skeleton, parts)?;
    let mut least = now.cost(&measured, &tried);
    while least > GOOD && trial.corrections.len() < most {
        let Some(point) =
            now.worst(&measured, &tried, |point| room(&trial, &on_plane(space, point, apart)) > apart)
        else {
            break;
        };
        let point = on_plane(space, point, apart);
        let from = plain.inverse(space, &measured, &point);
        correct(&mut trial, from, point);
        now = Shown::new(&trial, skeleton, parts)?;
        let left = now.cost(&measured, &tried);
        if left < least {
            (best, least) = (trial.clone(), left);
        }
    }
    Ok(best)
}

/// A point, or where the mirror plane of a symmetric space is nearest, if a correction there would be too close to its mirror image.
fn on_plane(space: &Space, point: &[f64], apart: f64) -> Vec<f64> {
    let Some(symmetry) = &space.symmetry else { return point.to_vec() };
    let image = symmetry.mirrored(point);
    let middle = || point.iter().zip(&image).map(|(a, b)| 0.5 * (a + b)).collect();
    if distance(space, point, &image) > apart { point.to_vec() } else { middle() }
}

/// Adds a correction, in a symmetric space with its mirror image.
fn correct(space: &mut Space, from: Vec<f64>, to: Vec<f64>) {
    let own = PseudoExample { from, to };
    match space.symmetry.as_ref().map(|symmetry| symmetry.image_of(&own)) {
        None => space.corrections.push(own),
        Some(image) if image.to != own.to => space.corrections.extend([own, image]),
        // What the plane shows is its own mirror image.
        Some(image) => {
            let from = own.from.iter().zip(&image.from).map(|(a, b)| 0.5 * (a + b)).collect();
            space.corrections.push(PseudoExample { from, to: own.to });
        }
    }
}

/// A verb whose measures can be asked for.
struct Shown {
    verb: Verb,
    setting: Setting,
}

impl Shown {
    fn new(space: &Space, skeleton: &Arc<Skeleton>, parts: &Parts) -> Result<Self, Error> {
        let parts = Parts { space: space.solve()?.table.parts(), ..parts.clone() };
        let verb = Verb::new(skeleton.clone(), parts).map_err(|e| super::fail(e.to_string()))?;
        let setting = Setting::new(&verb, &vec![0.0; space.axes.len()]);
        Ok(Self { verb, setting })
    }

    fn measured(&mut self, measured: &[Measured], point: &[f64]) -> Vec<f64> {
        let point: Vec<f32> = point.iter().map(|x| *x as f32).collect();
        self.setting.set(&self.verb, &point);
        measured.iter().map(|m| m.measure.at(&self.verb, &self.setting)).collect()
    }

    /// How far what a point shows is from what it asks for, at most; see [`Measure::unit`].
    fn off(&mut self, measured: &[Measured], point: &[f64]) -> f64 {
        let shown = self.measured(measured, point);
        let off = measured.iter().zip(shown);
        let off =
            off.map(|(m, shown)| ((shown - point[m.axis]) / m.measure.unit(point[m.axis], m.scale)).abs());
        off.fold(0.0, f64::max)
    }

    /// What is to become small: the largest difference at the points tried, and four times as much their mean.
    fn cost(&mut self, measured: &[Measured], tried: &[Vec<f64>]) -> f64 {
        let off: Vec<f64> = tried.iter().map(|point| self.off(measured, point)).collect();
        0.5 * off.iter().copied().fold(0.0, f64::max) + 2.0 * off.iter().sum::<f64>() / off.len() as f64
    }

    /// Among the points tried that are allowed, the one that is farthest from what it asks for.
    fn worst<'a>(
        &mut self,
        measured: &[Measured],
        tried: &'a [Vec<f64>],
        allowed: impl Fn(&[f64]) -> bool,
    ) -> Option<&'a [f64]> {
        let allowed = tried.iter().filter(|point| allowed(point));
        let off: Vec<(&[f64], f64)> = allowed.map(|point| (&point[..], self.off(measured, point))).collect();
        off.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|worst| worst.0)
    }

    /// Where what a point asks for is shown.
    fn inverse(&mut self, space: &Space, measured: &[Measured], point: &[f64]) -> Vec<f64> {
        // At the edge of the hull it may be found beyond.
        let mut wider = space.clone();
        for axis in &mut wider.axes {
            let ([low, high], beyond) = (axis.range, BEYOND * (axis.range[1] - axis.range[0]));
            (axis.scale, axis.range) = (Some(axis.natural_scale()), [low - beyond, high + beyond]);
        }
        let values: Vec<f64> = measured.iter().map(|m| point[m.axis]).collect();
        let units: Vec<f64> = measured.iter().map(|m| m.scale).collect();
        let free: Vec<usize> = measured.iter().map(|m| m.axis).collect();
        let target = Target { values: &values, units: &units, free: &free };
        inverse(&wider, &mut |point| self.measured(measured, point), &target, point).point
    }
}

/// The distance of two points, in natural scales.
fn distance(space: &Space, a: &[f64], b: &[f64]) -> f64 {
    let along = |(axis, (a, b)): (&crate::space::Axis, (&f64, &f64))| squared((a - b) / axis.natural_scale());
    space.axes.iter().zip(a.iter().zip(b)).map(along).sum::<f64>().sqrt()
}

/// How far examples are from their nearest neighbours, on average.
fn spacing(space: &Space) -> f64 {
    let nearest = |i: usize| {
        let others = space.examples.iter().enumerate().filter(|(j, _)| *j != i);
        let distances = others.map(|(_, other)| distance(space, &space.examples[i].at, &other.at));
        distances.filter(|d| *d > 0.0).fold(f64::INFINITY, f64::min)
    };
    let all: Vec<f64> = (0..space.examples.len()).map(nearest).filter(|d| d.is_finite()).collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// How far a point is from all examples, pseudo-examples and corrections.
fn room(space: &Space, point: &[f64]) -> f64 {
    let examples = space.examples.iter().map(|example| &example.at);
    let others = space.pseudo_examples.iter().chain(&space.corrections).map(|pseudo| &pseudo.to);
    examples.chain(others).map(|other| distance(space, point, other)).fold(f64::INFINITY, f64::min)
}
