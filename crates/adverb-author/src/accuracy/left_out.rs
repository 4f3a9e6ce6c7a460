//! Leave-one-out: how well the other examples predict each example, compared with simpler guesses.

use adverb::space::{Hull, Table};
use adverb::verb::{Parts, Setting};
use adverb::{CanonicalTime, Verb};

use crate::error::Error;
use crate::numbers::squared;
use crate::played::{Positions, distance, pose_distances, positions};
use crate::space::{Axis, Example, Levels, Space};
use crate::verb::{Built, Definition, build, in_step};

/// Canonical times at which poses are compared.
const MOMENTS: usize = 100;
/// Enough smoothing to leave only the planes.
pub(super) const NO_RADIAL_PART: f64 = 1e9;

/// A guess at the example that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// The verb of the other examples.
    Verb,
    /// The other example whose point is nearest.
    Nearest,
    /// The plane that fits the other examples best, without a radial part.
    Linear,
    /// The mean of the other examples, whatever the point.
    Mean,
}

impl Guess {
    /// In the order of [`LeftOut::errors`].
    pub const ALL: [Self; 4] = [Self::Verb, Self::Nearest, Self::Linear, Self::Mean];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verb => "verb",
            Self::Nearest => "nearest",
            Self::Linear => "linear",
            Self::Mean => "mean",
        }
    }
}

/// The error of a guess.
#[derive(Debug, Clone, PartialEq)]
pub struct GuessError {
    /// Root mean square over all joints and times, metres, after the best fit of the whole motion on the ground: its path counts.
    pub motion_m: f64,
    /// The same after the best fit of every pose: its path does not count.
    pub pose_m: f64,
    /// The poses' error of every joint.
    pub joints_m: Vec<f64>,
    /// How much longer it takes, in parts of the example's duration.
    pub duration: f64,
}

/// An example, and how well the others predict it.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    /// Its name.
    pub example: String,
    /// The nearest of the others.
    pub nearest: String,
    /// Whether its point lies outside the hull of the others, so that they must extrapolate.
    pub is_corner: bool,
    /// In the order of [`Guess::ALL`].
    pub errors: [GuessError; 4],
}

impl LeftOut {
    /// The error of a guess.
    pub fn error(&self, guess: Guess) -> &GuessError {
        &self.errors[guess as usize]
    }
}

/// Leaves out each example in turn. Empty if fewer than two would remain.
pub fn left_out(definition: &Definition, built: &Built) -> Result<Vec<LeftOut>, Error> {
    let count = built.space.examples.len();
    if count < 3 || built.space.axes.is_empty() {
        return Ok(Vec::new());
    }
    // Those left in may begin elsewhere than all of them did, and an example predicts its own mirror image too well.
    let definition = &Definition { motions: in_step(definition)?, ..definition.clone() };
    let own = built.space.symmetry.as_ref().map_or(count, |symmetry| symmetry.pairs);
    if own < 2 {
        return Ok(Vec::new());
    }
    (0..own).map(|example| one(definition, built, example)).collect()
}

fn one(definition: &Definition, built: &Built, example: usize) -> Result<LeftOut, Error> {
    let mut space = Space { corrections: Vec::new(), ..built.space.clone() };
    let mut motions = definition.motions.clone();
    if let Some(symmetry) = &mut space.symmetry {
        space.examples.remove(symmetry.partner(example));
        motions.remove(symmetry.partner(example));
        symmetry.pairs -= 1;
    }
    let left = space.examples.remove(example);
    motions.remove(example);
    let rest = Definition { space: space.into(), motions, ..definition.clone() };
    // Where examples are measured, the ranges stay those of all.
    let rest = build(&rest)?;
    let nearest = nearest(&rest.space, &left.at);
    let planes = Space {
        smoothing: NO_RADIAL_PART,
        levels: Levels::One,
        pseudo_examples: Vec::new(),
        ..rest.space.clone()
    };
    let linear = with_table(&rest.verb, planes.solve()?.table)?;
    let mean = mean(&rest.verb)?;
    let truth = Shown::at(&built.verb, &left.at);
    let near = &rest.space.examples[nearest];
    let guesses = [
        Shown::at(&rest.verb, &left.at),
        Shown::at(&rest.verb, &near.at),
        Shown::at(&linear, &left.at),
        Shown::at(&mean, &[]),
    ];
    Ok(LeftOut {
        is_corner: !is_inside(&rest.space, &left.at),
        nearest: near.name.clone(),
        errors: guesses.map(|guess| truth.error_of(&guess)),
        example: left.name,
    })
}

/// A verb with other weights.
fn with_table(verb: &Verb, table: Table) -> Result<Verb, Error> {
    remade(verb, Parts { space: table.parts(), ..verb.parts().clone() })
}

/// A verb that shows the mean of its examples.
fn mean(verb: &Verb) -> Result<Verb, Error> {
    let names = verb.examples().iter().map(|example| Example::new(&example.name, []));
    let table = Space::new(Vec::new(), names.collect()).solve()?.table;
    let mut parts = Parts { adverbs: Vec::new(), space: table.parts(), ..verb.parts().clone() };
    parts.examples.iter_mut().for_each(|example| example.at.clear());
    remade(verb, parts)
}

fn remade(verb: &Verb, parts: Parts) -> Result<Verb, Error> {
    let problem = |why: adverb::verb::VerbError| Error::Motion { problem: why.to_string() };
    Verb::new(verb.skeleton().clone(), parts).map_err(problem)
}

/// The example whose point is nearest, in natural scales.
pub(super) fn nearest(space: &Space, point: &[f64]) -> usize {
    let distance = |example: &Example| -> f64 {
        let steps = space.axes.iter().zip(example.at.iter().zip(point));
        steps.map(|(axis, (a, b))| squared(apart(axis, *a, *b) / axis.natural_scale())).sum()
    };
    let distances = space.examples.iter().map(distance).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i)
}

/// How far two values of an axis are apart, the short way round where it is a ring.
fn apart(axis: &Axis, a: f64, b: f64) -> f64 {
    let round = axis.range[1] - axis.range[0];
    if axis.periodic { (a - b + 0.5 * round).rem_euclid(round) - 0.5 * round } else { a - b }
}

/// Whether a point lies in the hull of a space's examples, along its straight axes.
pub(super) fn is_inside(space: &Space, point: &[f64]) -> bool {
    let straight: Vec<usize> = (0..space.axes.len()).filter(|a| !space.axes[*a].periodic).collect();
    let scaled =
        |at: &[f64]| straight.iter().map(|&a| at[a] / space.axes[a].natural_scale()).collect::<Vec<_>>();
    let vertices = space.examples.iter().flat_map(|example| scaled(&example.at)).collect();
    Hull::new(straight.len(), vertices).is_ok_and(|hull| hull.contains(&scaled(point)))
}

/// What a verb shows at a point.
struct Shown {
    secs: f64,
    poses: Vec<Positions>,
}

impl Shown {
    fn at(verb: &Verb, point: &[f64]) -> Self {
        let point: Vec<f32> = point.iter().map(|x| *x as f32).collect();
        let setting = Setting::new(verb, &point);
        let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
        let mut pose = |moment: usize| {
            verb.pose(&setting, CanonicalTime(moment as f64 / MOMENTS as f64), &mut dofs);
            positions(verb.skeleton(), &dofs)
        };
        Self { secs: setting.duration().0, poses: (0..MOMENTS).map(&mut pose).collect() }
    }

    fn error_of(&self, guess: &Self) -> GuessError {
        let joints_m = pose_distances(&self.poses, &guess.poses);
        let mean_square = joints_m.iter().map(|m| m * m).sum::<f64>() / joints_m.len() as f64;
        let (motion_m, _) = distance(&self.poses, &guess.poses);
        GuessError { motion_m, pose_m: mean_square.sqrt(), joints_m, duration: guess.secs / self.secs - 1.0 }
    }
}
