//! Coverage: which axes and regions the examples of a space determine, where they leave holes, and how far weights run between
//! them.
//!
//! Found by trying points: an even sequence over the ranges of the axes, and mixtures of examples inside their hull, the
//! best of which are then followed uphill. The same space gives the same report.

mod probe;

use std::fmt;

use adverb::space::{Hull, Kernel, Parts};
use serde::Serialize;

use super::span::Span;
use super::{Solution, Space};
use probe::{Even, climb, mixtures};

/// A report on a solved space.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coverage {
    /// One per axis.
    pub axes: Vec<AxisCoverage>,
    /// How many independent directions the examples vary, of those that straight axes have.
    pub directions: [usize; 2],
    /// The least spread of the examples over the largest, among directions that they vary.
    pub flatness: f64,
    /// How much solving may magnify an error.
    pub condition: f64,
    /// The part of the ranges that lies inside the hull of the examples.
    pub inside: f64,
    /// The part of the ranges within the radius of an example; elsewhere hyperplanes alone decide. One for thin plates.
    pub reached: f64,
    /// The point of the ranges that is farthest from every example.
    pub hole: Hole,
    /// The largest weight over the hull. Above one, an example is exaggerated there.
    pub largest: Extreme,
    /// The smallest weight over the hull. Below zero, the opposite of an example is shown there.
    pub smallest: Extreme,
    /// Pairs of examples much closer to each other than average, the closest first.
    pub close: Vec<ClosePair>,
}

/// What the examples determine of one axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AxisCoverage {
    /// The axis.
    pub name: String,
    /// Its range.
    pub range: [f64; 2],
    /// From the smallest to the largest value of an example.
    pub spanned: [f64; 2],
    /// How far the examples determine it.
    pub determined: Determined,
}

/// How far the examples determine an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Determined {
    /// By itself.
    Alone,
    /// Only together with others.
    WithOthers,
    /// Not at all: no example varies it.
    Not,
}

/// A place far from every example.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hole {
    /// Where.
    pub at: Vec<f64>,
    /// How far the nearest example is, in natural scales.
    pub distance: f64,
    /// Its name.
    pub nearest: String,
}

/// An extreme weight.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extreme {
    /// Where.
    pub at: Vec<f64>,
    /// The example.
    pub example: String,
    /// How much.
    pub weight: f64,
}

/// Two examples that are close.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClosePair {
    /// Both names.
    pub examples: [String; 2],
    /// In natural scales.
    pub distance: f64,
    /// The distance over the mean distance of nearest neighbours.
    pub relative: f64,
}

/// How many points are tried over the ranges.
const TRIED: usize = 2048;
/// How many mixtures of examples are tried.
const MIXED: usize = 1024;

/// Reports on a space and its solution.
#[must_use]
pub fn coverage(space: &Space, solution: &Solution) -> Coverage {
    let layout = &solution.layout;
    let straight: Vec<usize> = (0..space.axes.len()).filter(|&a| !space.axes[a].periodic).collect();
    let points: Vec<&[f64]> = space.examples.iter().map(|example| &example.at[..]).collect();
    let span = Span::of_axes(space, &points);
    let trial = Trial::new(solution);
    let box_points: Vec<Vec<f64>> = Even::new(space.axes.len())
        .take(TRIED)
        .map(|point| {
            let place =
                |(axis, part): (&super::Axis, f64)| axis.range[0] + part * (axis.range[1] - axis.range[0]);
            space.axes.iter().zip(point).map(place).collect()
        })
        .collect();
    let share = |holds: &dyn Fn(&[f64]) -> bool| {
        box_points.iter().filter(|point| holds(point)).count() as f64 / box_points.len() as f64
    };
    Coverage {
        axes: (0..space.axes.len()).map(|a| axis(space, a, &straight, &span)).collect(),
        directions: [span.rank(), straight.len()],
        flatness: span.flatness,
        condition: solution.condition,
        inside: share(&|point| trial.is_inside(point)),
        reached: if space.kernel == Kernel::ThinPlate {
            1.0
        } else {
            share(&|point| trial.is_reached(point))
        },
        hole: hole(space, &trial, &box_points),
        largest: extreme(space, &trial, &box_points, 1.0),
        smallest: extreme(space, &trial, &box_points, -1.0),
        close: close_pairs(space, layout),
    }
}

fn axis(space: &Space, a: usize, straight: &[usize], span: &Span) -> AxisCoverage {
    let axis = &space.axes[a];
    let values = || space.examples.iter().map(|example| example.at[a]);
    let spanned = [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)];
    let determined = match straight.iter().position(|&s| s == a) {
        Some(s) if span.determined[s] == 0.0 => Determined::Not,
        Some(s) if span.determined[s] < 1.0 - 1e-9 => Determined::WithOthers,
        None if spanned[0] == spanned[1] => Determined::Not,
        _ => Determined::Alone,
    };
    AxisCoverage { name: axis.name.clone(), range: axis.range, spanned, determined }
}

/// Answers questions about points.
struct Trial<'a> {
    solution: &'a Solution,
    parts: Parts,
    hull: Hull,
    example_sites: usize,
}

impl<'a> Trial<'a> {
    fn new(solution: &'a Solution) -> Self {
        let layout = &solution.layout;
        let (parts, hull) = (solution.table.parts(), layout.hull(1.0));
        Self { solution, parts, hull, example_sites: layout.example_sites() }
    }

    fn located(&self, point: &[f64]) -> Vec<f64> {
        let embedding = &self.parts.embedding;
        let mut coordinates = vec![0.0; embedding.dimension()];
        embedding.locate(point, &mut coordinates);
        coordinates
    }

    fn is_inside(&self, point: &[f64]) -> bool {
        self.hull.contains(&self.located(point)[..self.hull.dimension()])
    }

    /// How far each example's site is.
    fn distances(&self, point: &[f64]) -> impl Iterator<Item = f64> {
        let (located, coordinates) = (self.located(point), &self.solution.layout.coordinates);
        (0..self.example_sites).map(move |site| {
            let steps = located.iter().enumerate().map(|(c, x)| x - coordinates[(site, c)]);
            steps.map(|step| step * step).sum::<f64>().sqrt()
        })
    }

    /// The nearest example's site and how far it is.
    fn nearest(&self, point: &[f64]) -> (usize, f64) {
        self.distances(point).enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    fn is_reached(&self, point: &[f64]) -> bool {
        self.distances(point).zip(&self.parts.radii).any(|(distance, radius)| distance < *radius)
    }
}

fn hole(space: &Space, trial: &Trial<'_>, tried: &[Vec<f64>]) -> Hole {
    let ranges: Vec<[f64; 2]> = space.axes.iter().map(|axis| axis.range).collect();
    let within = |point: &[f64]| point.iter().zip(&ranges).all(|(x, [low, high])| (low..=high).contains(&x));
    let corners = corners(&ranges);
    let at = climb(tried.iter().chain(&corners), &ranges, |point| trial.nearest(point).1, within);
    let at = at.unwrap_or_else(|| space.examples[0].at.clone());
    let (site, distance) = trial.nearest(&at);
    let nearest = space.examples[trial.solution.layout.sites[site].examples[0]].name.clone();
    Hole { at, distance, nearest }
}

/// All corners of the ranges while they are few: holes like to be there.
fn corners(ranges: &[[f64; 2]]) -> Vec<Vec<f64>> {
    if ranges.len() > 10 {
        return Vec::new();
    }
    let corner = |bits: usize| ranges.iter().enumerate().map(|(a, range)| range[bits >> a & 1]).collect();
    (0..1 << ranges.len()).map(corner).collect()
}

/// The largest weight inside the hull, or with a sign of −1 the smallest.
fn extreme(space: &Space, trial: &Trial<'_>, tried: &[Vec<f64>], sign: f64) -> Extreme {
    let ranges: Vec<[f64; 2]> = space.axes.iter().map(|axis| axis.range).collect();
    let most = |point: &[f64]| -> (usize, f64) {
        let mut weights = vec![0.0; space.examples.len()];
        trial.solution.table.weights_f64(point, &mut weights);
        let all = weights.iter().enumerate().map(|(i, w)| (i, sign * w));
        all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    };
    let points: Vec<&[f64]> = space.examples.iter().map(|example| &example.at[..]).collect();
    let mixed = mixtures(&points, MIXED);
    let at =
        climb(tried.iter().chain(&mixed), &ranges, |point| most(point).1, |point| trial.is_inside(point));
    let at = at.unwrap_or_else(|| space.examples[0].at.clone());
    let (example, weight) = most(&at);
    Extreme { at, example: space.examples[example].name.clone(), weight: sign * weight }
}

fn close_pairs(space: &Space, layout: &super::layout::Layout) -> Vec<ClosePair> {
    let name = |example: usize| space.examples[example].name.clone();
    let mut close: Vec<ClosePair> = (layout.sites.iter())
        .flat_map(|site| site.examples.windows(2))
        .map(|pair| ClosePair { examples: [name(pair[0]), name(pair[1])], distance: 0.0, relative: 0.0 })
        .collect();
    close.extend(layout.close_pairs().into_iter().map(|pair| ClosePair {
        examples: pair.sites.map(|site| name(layout.sites[site].examples[0])),
        distance: pair.distance,
        relative: pair.relative,
    }));
    close
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |at: &[f64]| -> String {
            let values = self.axes.iter().zip(at).map(|(axis, value)| format!("{} = {value:.3}", axis.name));
            values.collect::<Vec<_>>().join(", ")
        };
        for AxisCoverage { name, range: [low, high], spanned: [least, most], determined } in &self.axes {
            let known = match determined {
                Determined::Alone => "determined",
                Determined::WithOthers => "known only together with others",
                Determined::Not => "not varied by any example",
            };
            let [least, most, low, high] = [least, most, low, high].map(|x| (1000.0 * x).round() / 1000.0);
            writeln!(f, "{name}: examples from {least} to {most} of {low} to {high}, {known}")?;
        }
        let [rank, all] = self.directions;
        writeln!(f, "directions: {rank} of {all}, flatness {:.3}", self.flatness)?;
        writeln!(f, "condition: {:.1}", self.condition)?;
        let percent = |part: f64| 100.0 * part;
        writeln!(
            f,
            "of the ranges {:.0} % lie inside the hull, {:.0} % within reach of an example",
            percent(self.inside),
            percent(self.reached)
        )?;
        let Hole { at, distance, nearest } = &self.hole;
        writeln!(f, "farthest from every example: {} ({distance:.3} from {nearest})", place(at))?;
        for (what, extreme) in [("largest", &self.largest), ("smallest", &self.smallest)] {
            let Extreme { at, example, weight } = extreme;
            writeln!(f, "{what} weight inside the hull: {weight:.3} of {example} at {}", place(at))?;
        }
        for ClosePair { examples: [a, b], distance, relative } in &self.close {
            writeln!(
                f,
                "too close: {a} and {b}, {distance:.3e} apart, {:.1} % of the mean",
                percent(*relative)
            )?;
        }
        Ok(())
    }
}
