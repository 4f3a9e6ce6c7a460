//! Verbs from examples (thesis 4.1–4.4): what `adverb build` does for each verb of a project.
//!
//! ```text
//!   motions ── cycle ──▶ canonical (same key-times, placed alike, unrolled alike) ── fit ──▶ control points ─┐
//!      │                       └── travel, intervals, support phases ──────────────────────────────────────┼─▶ Verb
//!   points ── Space ── solve ──▶ table ─────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! The space is solved once; every coefficient, key-time and travel is interpolated by the same weights.

mod calibrate;
mod canonical;
pub(crate) mod clearance;
mod curves;
mod feet;
pub mod goals;
mod in_step;
mod measure;
mod sinking;
mod symmetric;
mod variations;

use std::sync::Arc;

use adverb::Verb;
use adverb::verb::{Adverb, Example, Parts, Variations};

use crate::error::Error;
use crate::finding::{Finding, Subject};
pub use crate::kinematics::Ranges;
use crate::motion::{self, Motion, Search};
use crate::space::{Draft, Space};
use crate::support;
use canonical::Canonical;
pub use canonical::Unrolled;
pub use curves::Deviation;
pub(crate) use feet::{EASE_SECS, gaze};
pub use feet::{Keep, Keeps};
pub(crate) use in_step::in_step;
pub use measure::Measure;

/// Everything a verb is built from.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its adverbs, and its examples' points, as far as they are written.
    pub space: Draft,
    /// What each axis measures, if anything. Its range, and examples' values on it, may then be missing.
    pub measures: Vec<Option<Measure>>,
    /// The motions of the space's examples, in their order.
    pub motions: Vec<Arc<Motion>>,
    /// Whether to make its examples cyclic.
    pub cycle: bool,
    /// How fast each adverb may change, per second; `None`: its whole range in 0.8 s.
    pub rates: Vec<Option<f64>>,
    /// The joints that stay in place.
    pub keeps: Keeps,
    /// What joints do whatever the adverbs say.
    pub goals: Vec<goals::Goal>,
    /// Control points per DOF; `None`: 24, or as many as bring every example back within a millimetre.
    pub control_points: Option<usize>,
    /// Whether to keep other cycles of its recordings, so that its rounds differ.
    pub variations: bool,
    /// Whether hands are kept clear of the body where that needs care.
    pub clear_hands: bool,
    /// How far its joints may bend, for `check`.
    pub ranges: Ranges,
}

impl Definition {
    /// A plain motion as a verb of one example. A cycle repeats.
    pub fn of_motion(name: &str, motion: Arc<Motion>) -> Self {
        Self {
            name: name.into(),
            space: Space::new(Vec::new(), vec![crate::space::Example::new(name, [])]).into(),
            cycle: motion.before_cycle().is_some(),
            measures: Vec::new(),
            motions: vec![motion],
            rates: Vec::new(),
            keeps: Keeps::default(),
            goals: Vec::new(),
            control_points: None,
            variations: false,
            clear_hands: true,
            ranges: Ranges::default(),
        }
    }

    /// All of its examples, as the subject of a finding.
    pub(crate) fn subject(&self) -> Subject {
        Subject::Verb(self.name.clone())
    }

    /// One of its examples, as the subject of a finding.
    pub(crate) fn example(&self, name: &str) -> Subject {
        self.subject().example(name)
    }
}

/// A verb, with what was found while building it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The verb.
    pub verb: Verb,
    /// Its space as solved: with the measured values, and with corrections so that measured adverbs are exact in between.
    pub space: Space,
    /// How far each example's curves are from its motion.
    pub deviations: Vec<Deviation>,
    /// Findings about its space and its examples.
    pub warnings: Vec<Finding>,
    /// Whole turns that were removed, so that similar orientations have similar numbers in all examples.
    pub unrolled: Vec<Unrolled>,
}

/// Seconds in which a knob goes through its whole range.
const RANGE_SECS: f64 = 0.8;

/// Builds a verb.
pub fn build(definition: &Definition) -> Result<Built, Error> {
    let Definition { name, measures, motions, cycle, rates, keeps, control_points, .. } = definition;
    let Some(first) = motions.first() else {
        return Err(fail(format!("verb {name:?} has no examples")));
    };
    let skeleton = first.skeleton().clone();
    let mut warnings: Vec<Finding> = Vec::new();
    let motions = in_step(definition)?;
    check_keys(definition, &motions)?;
    let is_symmetric = definition.space.symmetry.is_some();
    let later = if is_symmetric { in_step::image_later(definition, &motions)? } else { 0.0 };
    symmetric::check(definition, later)?;
    let standing = *cycle && motions.iter().all(|motion| stands(motion));
    let (examples, unrolled, laying) = canonical::canonical(&motions, *cycle, standing, *control_points);
    check_turns(definition, &examples)?;
    for (example, canonical) in definition.space.examples.iter().zip(&examples) {
        warnings.extend(canonical.finding(&skeleton, definition.example(&example.name)));
    }
    let fitted = curves::fit(&skeleton, &examples, *cycle, *control_points, is_symmetric);
    let space = measure::measured(definition, &skeleton, &examples, &fitted, &mut warnings)?;
    let solution = space.solve()?;
    warnings.splice(0..0, solution.warnings.iter().map(|own| own.finding(&definition.subject())));
    let travel = examples.iter().map(|e| e.travel).collect::<Vec<_>>();
    let standing = feet::Examples {
        verb: definition,
        skeleton: &skeleton,
        motions: &motions,
        fitted: &fitted,
        travel: &travel,
        cyclic: *cycle,
        later,
    };
    let feet = feet::feet(&standing, keeps, &mut warnings);
    let heights = standing.heights(&feet);
    let goals = standing.goals();
    let variations = match definition.variations && *cycle {
        true => variations::found(definition, &motions, &examples, &fitted, &feet, laying, &mut warnings),
        false => Variations::default(),
    };
    let parts = Parts {
        name: name.clone(),
        adverbs: space.axes.iter().zip(rates).map(|(axis, rate)| adverb(axis, *rate)).collect(),
        examples: space.examples.iter().map(example).collect(),
        space: solution.table.parts(),
        keys: motions[0].key_times().iter().map(|(key, _)| key.to_string()).collect(),
        map: motions[0].key_times().map(),
        cyclic: *cycle,
        intervals: examples.iter().flat_map(Canonical::intervals).collect(),
        travel,
        gaze: feet::gaze(&skeleton),
        feet,
        control_points: fitted.control_points,
        coefficients: fitted.coefficients(),
        variations,
        heights,
        clearance: None,
        goals,
    };
    let space = calibrate::calibrated(&space, measures, &skeleton, &parts)?;
    let parts = Parts { space: space.solve()?.table.parts(), ..parts };
    let verb = Verb::new(skeleton, parts).map_err(|e| fail(format!("verb {name:?}: {e}")))?;
    let verb = sinking::without_needless_heights(verb, &space)?;
    let verb = clearance::with_clear_hands(definition, verb, &space)?;
    Ok(Built { verb, space, deviations: fitted.deviations, warnings, unrolled })
}

fn fail(problem: String) -> Error {
    Error::Motion { problem }
}

/// An example ready for the canonical timeline.
pub(crate) fn cyclic(motion: &Arc<Motion>, cycle: bool) -> Result<Arc<Motion>, Error> {
    // One that is a cycle already is not searched again.
    if !cycle || motion.before_cycle().is_some() {
        return Ok(motion.clone());
    }
    // The mirror image of a cycle, so that its feet stand exactly when those of the motion itself do.
    if let Some(of) = motion.before_mirror() {
        return Ok(Arc::new(motion::mirror(cyclic(of, cycle)?).with_adverbs(motion.adverbs().to_vec())));
    }
    Ok(Arc::new(motion::cycle(motion.clone(), Search::Default)?))
}

/// Whether all feet stand all the time. Then a cycle does not travel, even if its recording drifts.
fn stands(motion: &Motion) -> bool {
    let feet = support::feet(motion.skeleton());
    !feet.is_empty() && feet.iter().all(|foot| support::phases(motion, foot, true) == [support::Phase::WHOLE])
}

/// Refuses examples that turn nearly a whole turn farther than the others: nothing lies between them.
fn check_turns(definition: &Definition, examples: &[Canonical]) -> Result<(), Error> {
    const MOST_RAD: f64 = 1.5 * std::f64::consts::PI;
    let turn = |example: &Canonical| (example.travel.rate + example.travel.spin).to_degrees();
    match examples.iter().position(|example| example.travel.rate.abs() > MOST_RAD) {
        None => Ok(()),
        Some(odd) => {
            let all: Vec<String> = definition
                .space
                .examples
                .iter()
                .zip(examples)
                .map(|(example, canonical)| format!("{} {:.0}°", example.name, turn(canonical)))
                .collect();
            Err(fail(format!(
                "verb {:?}: {:?} turns so much more than the others that there is no motion in between; they turn by {}",
                definition.name,
                definition.space.examples[odd].name,
                all.join(", ")
            )))
        }
    }
}

/// All examples have the same key-times in the same order (thesis 3.5).
fn check_keys(definition: &Definition, motions: &[Arc<Motion>]) -> Result<(), Error> {
    let wanted = in_step::names(&motions[0]);
    let first = &definition.space.examples[0].name;
    for (motion, example) in motions.iter().zip(&definition.space.examples) {
        let own = in_step::names(motion);
        let named = |keys: &[String]| {
            let inner: Vec<&str> =
                keys.iter().map(|k| if k.is_empty() { "(unnamed)" } else { k.as_str() }).collect();
            inner.join(", ")
        };
        if !in_step::agree(&own, &wanted) {
            return Err(fail(format!(
                "verb {:?}: its examples must have the same key-times in the same order; {:?} has {}, {:?} has {}",
                definition.name,
                first,
                named(&wanted),
                example.name,
                named(&own)
            )));
        }
    }
    Ok(())
}

fn adverb(axis: &crate::space::Axis, rate: Option<f64>) -> Adverb {
    let [low, high] = axis.range;
    Adverb {
        name: axis.name.clone(),
        range: [low as f32, high as f32],
        default: axis.default_value() as f32,
        rate: rate.unwrap_or((high - low) / RANGE_SECS) as f32,
    }
}

fn example(example: &crate::space::Example) -> Example {
    Example { name: example.name.clone(), at: example.at.iter().map(|v| *v as f32).collect() }
}
