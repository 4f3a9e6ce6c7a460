//! Measured adverbs: numbers that the motion itself shows, so that examples need no written coordinates.

use adverb::kinematics::world_transforms;
use adverb::screw::Screw;
use adverb::verb::Setting;
use adverb::{CanonicalTime, JointId, Skeleton, Verb};
use glam::Affine3A;

use super::Definition;
use super::canonical::Canonical;
use super::curves::Fitted;
use super::symmetric;
use crate::error::Error;
use crate::finding::{Criterion, Finding};
use crate::space::Space;

/// What an adverb measures.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// Speed along the path, metres per second.
    Speed,
    /// Turn, in degrees, of a cycle per round; + is left.
    Turn,
    /// Slope of a cycle's path, in degrees; + is uphill.
    Slope,
    /// Length of the path, in metres, of a cycle per round.
    Stride,
    /// Duration, in seconds, of a cycle per round.
    Duration,
    /// Position of a joint at a key-time, in metres, seen from where the body started.
    Position {
        /// The joint.
        joint: JointId,
        /// The number of the key-time.
        key: usize,
        /// 0: x, to its left; 1: y, up; 2: z, ahead.
        of: usize,
    },
}

impl Measure {
    /// Measures without parameters, and their names.
    pub const NAMED: [(&str, Self); 5] = [
        ("speed", Self::Speed),
        ("turn", Self::Turn),
        ("slope", Self::Slope),
        ("stride", Self::Stride),
        ("duration", Self::Duration),
    ];

    /// Whether these values vary by more than the steps of one person do.
    pub fn is_varied(self, shown: &[f64]) -> bool {
        let (span, largest) = span(shown);
        let anybodys = match self {
            Self::Speed | Self::Stride | Self::Duration => 0.05 * largest,
            Self::Turn => 5.0,
            Self::Slope => 1.0,
            Self::Position { .. } => 0.02,
        };
        span >= anybodys && self.is_seen(shown)
    }

    /// Whether these values vary visibly. Less is noise, not an adverb.
    pub fn is_seen(self, shown: &[f64]) -> bool {
        let (span, largest) = span(shown);
        span >= match self {
            Self::Speed | Self::Stride => 0.05,
            Self::Turn => 2.0,
            Self::Slope => 1.0,
            Self::Duration => 0.03 * largest,
            Self::Position { .. } => 0.01,
        }
    }

    /// The value that a verb shows at a setting.
    pub fn at(self, verb: &Verb, setting: &Setting) -> f64 {
        let last_key = verb.keys().len() - 1;
        self.of(verb.skeleton(), setting.travel(), setting.duration().0, last_key, |t, dofs| {
            verb.pose(setting, CanonicalTime(t), dofs);
        })
    }

    /// The unit of an error. For speed, stride and duration it is the value asked for, so that slow motions are as accurate as fast
    /// ones; for positions and angles, which may be zero, the axis's natural scale.
    pub fn unit(self, asked: f64, scale: f64) -> f64 {
        match self {
            Self::Speed | Self::Stride | Self::Duration => asked.abs().clamp(0.1 * scale, scale),
            Self::Turn | Self::Slope | Self::Position { .. } => scale,
        }
    }

    /// The value that a motion shows, given its travel, its duration and its poses by canonical time.
    pub(super) fn of(
        self,
        skeleton: &Skeleton,
        travel: &Screw,
        secs: f64,
        last_key: usize,
        pose: impl FnOnce(f64, &mut [f32]),
    ) -> f64 {
        let stride = travel.stride();
        match self {
            Self::Speed => stride / secs,
            Self::Turn => (travel.rate + travel.spin).to_degrees(),
            Self::Slope => libm::atan2(travel.climb, stride).to_degrees(),
            Self::Stride => stride,
            Self::Duration => secs,
            Self::Position { joint, key, of } => {
                let mut dofs = vec![0.0; skeleton.dofs().len()];
                pose(key as f64 / last_key as f64, &mut dofs);
                let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
                world_transforms(skeleton, &dofs, &mut world);
                f64::from(world[joint.index()].translation[of])
            }
        }
    }
}

/// The span of the values, and the largest magnitude.
fn span(shown: &[f64]) -> (f64, f64) {
    let [low, high] = [f64::min, f64::max].map(|of| shown.iter().copied().reduce(of).unwrap_or(0.0));
    (high - low, high.abs().max(low.abs()))
}

/// The space with measured values where none are written, and the ranges that these span.
pub(super) fn measured(
    definition: &Definition,
    skeleton: &Skeleton,
    examples: &[Canonical],
    fitted: &Fitted,
    warnings: &mut Vec<Finding>,
) -> Result<Space, Error> {
    /// How far a written value may differ from the measured one, relative to the axis.
    const ALIKE: f64 = 0.03;
    let mut draft = definition.space.clone();
    let last_key = definition.motions[0].key_times().len() - 1;
    for (axis, measure) in definition.measures.iter().enumerate() {
        let Some(measure) = measure else { continue };
        let name = draft.axes[axis].name.clone();
        let shown: Vec<f64> = (0..examples.len())
            .map(|i| {
                let (travel, secs) = (&examples[i].travel, examples[i].intervals().sum());
                measure.of(skeleton, travel, secs, last_key, |t, dofs| {
                    dofs.copy_from_slice(&fitted.pose(i, t));
                    travel.placement(t).apply(dofs);
                    dofs[Skeleton::HEIGHT.index()] += (travel.climb * t) as f32;
                })
            })
            .collect();
        let [low, high] = [f64::min, f64::max].map(|of| shown.iter().copied().reduce(of).unwrap_or(0.0));
        let is_symmetric = draft.symmetry.as_ref().is_some_and(|symmetry| symmetry.axes.contains(&axis));
        // Those of images are opposite, but for rounding.
        let [low, high] = if is_symmetric { [-high.max(-low), high.max(-low)] } else { [low, high] };
        let range = match draft.axes[axis].range {
            [Some(low), Some(high)] => [low, high],
            _ if measure.is_seen(&shown) && low < high => [low, high],
            _ => {
                let seen = match high - low <= 1e-3 * high.abs().max(1e-3) {
                    true => format!("all examples show the same, {low:.3}"),
                    false => format!("nobody could see its examples differ, {low:.3} to {high:.3}"),
                };
                return Err(Error::Space {
                    problem: format!("{name} is measured, and {seen}"),
                    remedy: format!("add an example that shows another {name}, or leave {name} out"),
                });
            }
        };
        draft.axes[axis].range = range.map(Some);
        if examples.len() > 1 && !measure.is_varied(&shown) {
            let message =
                format!("the examples hardly vary {name}, which is measured as {low:.3} to {high:.3}");
            let found = Finding::warning(Criterion::HardlyVaried, definition.subject(), message);
            warnings.push(
                found.remedy(format!("Add an example that shows another {name}, or leave {name} out.")),
            );
        }
        let scale = draft.axes[axis].scale.unwrap_or(range[1] - range[0]);
        let symmetry = &draft.symmetry;
        for (i, (example, shown)) in draft.examples.iter_mut().zip(shown).enumerate() {
            if symmetry.as_ref().is_some_and(|symmetry| symmetry.is_image(i)) {
                example.at[axis].get_or_insert(shown);
                continue; // What is to be said was said of the example itself.
            }
            let written = *example.at[axis].get_or_insert(shown);
            if (written - shown).abs() > ALIKE * scale {
                let message = format!("{name} is written as {written} and measured as {shown:.3}");
                let subject = definition.example(&example.name);
                let found = Finding::warning(Criterion::WrittenUnlikeMeasured, subject, message)
                    .of((written - shown).abs(), "")
                    .limit(ALIKE * scale);
                warnings.push(found.remedy(format!("Leave {name} out to take the measured value.")));
            }
        }
    }
    let mut space = draft.settled()?;
    symmetric::settle(definition, &mut space);
    Ok(space)
}
