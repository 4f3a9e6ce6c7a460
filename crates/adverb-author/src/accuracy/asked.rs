//! Asked and shown: how far a verb's measured adverbs are from the values asked for, over the hull (thesis, figures 6.5 and 6.6).

use adverb::Verb;
use adverb::verb::{Parts, Setting};

use crate::error::Error;
use crate::numbers::squared;
use crate::space::Space;
use crate::verb::{Built, Definition, Measure};

/// How many points of the hull to ask for.
const POINTS: usize = 1000;
/// Other points than those of the calibration.
const SEED: u64 = 7;

/// The values that measured axes were asked for, and those the verb showed.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The measured axes, by their places in the space.
    pub axes: Vec<usize>,
    /// For every point, one value per measured axis.
    pub asked: Vec<Vec<f64>>,
    /// The values shown.
    pub shown: Vec<Vec<f64>>,
    /// The values without corrections.
    pub raw: Vec<Vec<f64>>,
    /// The unit of each point's error: see [`Measure::unit`]; for positions, the diagonal of the axes' scales.
    units: Vec<f64>,
}

/// A summary of errors, each relative to its [`Measure::unit`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// At best.
    pub least: f64,
    /// On average.
    pub mean: f64,
    /// At worst.
    pub most: f64,
}

impl Asked {
    /// The error of every point.
    pub fn errors(&self) -> Vec<f64> {
        self.errors_of(&self.shown)
    }

    /// The error of every point without corrections.
    pub fn raw_errors(&self) -> Vec<f64> {
        self.errors_of(&self.raw)
    }

    fn errors_of(&self, shown: &[Vec<f64>]) -> Vec<f64> {
        let error = |((asked, shown), unit): ((&Vec<f64>, &Vec<f64>), &f64)| -> f64 {
            let squares = asked.iter().zip(shown).map(|(a, s)| squared(a - s));
            squares.sum::<f64>().sqrt() / unit
        };
        self.asked.iter().zip(shown).zip(&self.units).map(error).collect()
    }
}

impl Summary {
    /// Of errors, at least one.
    pub fn of(errors: &[f64]) -> Self {
        Self {
            least: errors.iter().copied().fold(f64::INFINITY, f64::min),
            mean: errors.iter().sum::<f64>() / errors.len() as f64,
            most: errors.iter().copied().fold(0.0, f64::max),
        }
    }
}

/// Asks for points of the hull, once for every kind of measured axis; the axes of a position count as one kind. (Errors in metres
/// per second and in degrees do not compare.)
pub fn asked(definition: &Definition, built: &Built) -> Result<Vec<Asked>, Error> {
    let raw_space = Space { corrections: Vec::new(), ..built.space.clone() };
    let parts = Parts { space: raw_space.solve()?.table.parts(), ..built.verb.parts().clone() };
    let raw = Verb::new(built.verb.skeleton().clone(), parts)
        .map_err(|why| Error::Motion { problem: why.to_string() })?;
    let points = built.space.mixtures(POINTS, SEED);
    let group = |axes: Vec<usize>| {
        let scale = axes.iter().map(|&a| squared(built.space.axes[a].natural_scale())).sum::<f64>().sqrt();
        let measures: Vec<Measure> = axes.iter().filter_map(|&a| definition.measures[a]).collect();
        let unit = |point: &Vec<f64>| measures[0].unit(point[axes[0]], scale);
        let values = |verb: &Verb| points.iter().map(|point| measured(verb, &measures, point)).collect();
        Asked {
            asked: points.iter().map(|point| axes.iter().map(|&a| point[a]).collect()).collect(),
            shown: values(&built.verb),
            raw: values(&raw),
            units: points.iter().map(unit).collect(),
            axes,
        }
    };
    Ok(groups(&definition.measures).into_iter().map(group).collect())
}

/// Axes that are measured in the same unit at the same place.
fn groups(measures: &[Option<Measure>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let place = |axis: usize| match measures[axis] {
        Some(Measure::Position { joint, key, .. }) => Some((joint, key)),
        _ => None,
    };
    for axis in (0..measures.len()).filter(|axis| measures[*axis].is_some()) {
        match groups.iter_mut().find(|group| place(axis).is_some() && place(group[0]) == place(axis)) {
            Some(group) => group.push(axis),
            None => groups.push(vec![axis]),
        }
    }
    groups
}

fn measured(verb: &Verb, measures: &[Measure], point: &[f64]) -> Vec<f64> {
    let point: Vec<f32> = point.iter().map(|x| *x as f32).collect();
    let setting = Setting::new(verb, &point);
    measures.iter().map(|measure| measure.at(verb, &setting)).collect()
}
