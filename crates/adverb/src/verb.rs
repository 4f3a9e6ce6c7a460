//! Verbs: motions with knobs (thesis 4.1–4.4; shape-and-animation-by-example 3.1).
//!
//! A verb is some example motions in one canonical timeline, encoded alike, each at a point of a space of adverbs. At any
//! point the space gives one weight per example, and everything else is the sum of the examples by those weights:
//!
//! ```text
//!   point ── table ──▶ weights ──▶ intervals between key-times ──▶ timeline: seconds ↔ canonical time
//!                         │    ──▶ travel: the evenly moving frame the body walks along in
//!                         │    ──▶ when each foot supports
//!                         └──────▶ B-spline coefficients of every DOF ── canonical time ──▶ pose in that frame
//! ```
//!
//! The first three are a [`Setting`], made anew when the point moves; a pose costs one pass over four rows of coefficients
//! per example. x, z, heading and height are taken in the frame, so blends of turning walks bend instead of
//! shrinking, and those of walks on slopes climb. Since all is
//! interpolated per canonical time, feet that stand still in every example nearly do in between.
//!
//! A plain motion is a verb of one example and no adverbs. Verbs are made by `adverb_author::verb` and come out of packs.

mod clearance;
mod curves;
mod goals;
mod heights;
mod parts;
mod setting;
mod variations;

use std::sync::Arc;

pub use clearance::{ClearArm, Clearance, Nearness, PIECES, POINTS};
pub use curves::Coefficients;
pub use goals::{Frame, Goal, Hand, Task};
pub use heights::{Heights, height_moments};
pub use parts::{Adverb, Example, Foot, Gaze, Parts, Phase, VerbError};
pub use setting::Setting;
use variations::Varied;
pub use variations::{AT_THE_SEAM, Variations};

use crate::curve::{Derivative, Encoding};
use crate::encoding::{Field, Writer};
use crate::kinematics::links;
use crate::placement::Placement;
use crate::screw::{Place, Screw};
use crate::skeleton::Skeleton;
use crate::space::Table;
use crate::time::CanonicalTime;
use curves::Curves;

/// A motion with knobs. Immutable, shared by all who play it.
#[derive(Debug, Clone, PartialEq)]
pub struct Verb {
    skeleton: Arc<Skeleton>,
    table: Table,
    curves: Curves,
    /// Where its rounds differ.
    varied: Option<Varied>,
    /// Of the parts' intervals.
    log_intervals: Vec<f64>,
    /// Metres per second of each example, where all of them go somewhere; else none.
    speeds: Vec<f64>,
    fingerprint: u64,
    parts: Parts,
}

/// Who goes less far than this in a cycle, metres, does not go anywhere.
const SHORTEST_STRIDE: f64 = 0.2;

/// How fast each example of a cycle goes, if all of them do.
fn speeds(parts: &Parts) -> Vec<f64> {
    let strides = parts.travel.iter().map(Screw::stride);
    if !parts.cyclic || strides.clone().any(|stride| stride < SHORTEST_STRIDE) {
        return Vec::new();
    }
    let durations = parts.intervals.chunks(parts.keys.len() - 1).map(|own| own.iter().sum::<f64>());
    strides.zip(durations).map(|(stride, secs)| stride / secs).collect()
}

impl Verb {
    /// A verb of parts, which are checked.
    pub fn new(skeleton: Arc<Skeleton>, parts: Parts) -> Result<Self, VerbError> {
        parts.check(&skeleton)?;
        let table = Table::new(parts.space.clone()).map_err(VerbError::Space)?;
        if table.axes() != parts.adverbs.len() || table.examples() != parts.examples.len() {
            return Err(VerbError::Counts("the space"));
        }
        let (dofs, examples) = (skeleton.dofs().len(), parts.examples.len());
        let encoding = if parts.cyclic { Encoding::Cyclic } else { Encoding::Open };
        let curves = Curves::new(dofs, encoding, [parts.control_points, examples], &parts.coefficients)?;
        let varied = parts.variations.curves(dofs, &curves, parts.keys.len() - 1, parts.cyclic)?;
        let log_intervals = parts.intervals.iter().map(|secs| libm::log(*secs)).collect();
        let speeds = speeds(&parts);
        let fingerprint = Writer::hash(|to| {
            parts.write(to);
            if varied.is_some() {
                parts.variations.write(to);
            }
            if !parts.heights.is_empty() {
                parts.heights.write(to);
            }
            if let Some(clearance) = &parts.clearance {
                clearance.write(to);
            }
            if !parts.goals.is_empty() {
                parts.goals.write(to);
            }
        });
        Ok(Self { skeleton, table, curves, varied, log_intervals, speeds, fingerprint, parts })
    }

    /// What it is made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// A hash of its parts as packs encode them.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Its name, as its author gave it.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// The skeleton it moves.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Its knobs.
    pub fn adverbs(&self) -> &[Adverb] {
        &self.parts.adverbs
    }

    /// What it was made from.
    pub fn examples(&self) -> &[Example] {
        &self.parts.examples
    }

    /// The names of its key-times.
    pub fn keys(&self) -> &[String] {
        &self.parts.keys
    }

    /// Whether it repeats.
    pub fn is_cyclic(&self) -> bool {
        self.parts.cyclic
    }

    /// Whether its rounds differ: its examples have several cycles.
    pub fn varies(&self) -> bool {
        self.varied.is_some()
    }

    /// Whether it knows how high its feet stand.
    pub(crate) fn has_heights(&self) -> bool {
        !self.parts.heights.is_empty()
    }

    /// Whether its hands need care to stay clear of the body.
    pub fn clears_hands(&self) -> bool {
        self.parts.clearance.is_some()
    }

    /// The feet that support it.
    pub fn feet(&self) -> &[Foot] {
        &self.parts.feet
    }

    /// From points to weights.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The defaults of all its knobs.
    pub fn default_point(&self) -> impl Iterator<Item = f32> + '_ {
        self.parts.adverbs.iter().map(|adverb| adverb.default)
    }

    /// The DOFs at a canonical time, or their derivatives with respect to it; x, z, heading and height as seen from the frame
    /// that the setting's travel moves along. Cyclic verbs go on beyond 0 and 1, others hold still there.
    ///
    /// # Panics
    /// If `dofs` does not have one entry per DOF of the skeleton.
    pub fn in_frame(&self, setting: &Setting, t: CanonicalTime, derivative: Derivative, dofs: &mut [f32]) {
        assert_eq!(dofs.len(), self.skeleton.dofs().len(), "one value per DOF");
        self.first_in_frame(setting, t, derivative, dofs);
    }

    /// [`Self::in_frame`] for as many of the first DOFs as there is room for.
    pub(crate) fn first_in_frame(
        &self,
        setting: &Setting,
        t: CanonicalTime,
        derivative: Derivative,
        dofs: &mut [f32],
    ) {
        match self.varied.as_ref().filter(|_| setting.lives()) {
            Some(varied) => varied.blend(setting, t, derivative, dofs),
            None => self.curves.blend(setting.weights(), t, derivative, dofs),
        }
    }

    /// x, z and heading alone, as [`Self::in_frame`] has them, and how fast they change per canonical time.
    pub(crate) fn placement_in_frame(&self, setting: &Setting, t: CanonicalTime) -> [Place; 2] {
        let both = match self.varied.as_ref().filter(|_| setting.lives()) {
            Some(varied) => varied.placed(setting, t),
            None => self.curves.placed(setting.weights(), t),
        };
        both.map(|first| Skeleton::PLACEMENT.map(|d| f64::from(first[d])))
    }

    /// The pose at a canonical time of a body that set out at the origin at time 0. No constraint is enforced: that is
    /// what [`crate::Actor`] is for.
    ///
    /// # Panics
    /// If `dofs` does not have one entry per DOF of the skeleton.
    pub fn pose(&self, setting: &Setting, t: CanonicalTime, dofs: &mut [f32]) {
        self.in_frame(setting, t, Derivative::Position, dofs);
        self.clear_hands(setting, dofs);
        let place: Place = Skeleton::PLACEMENT.map(|d| f64::from(dofs[d]));
        let [x, z, heading] = setting.travel().put_on(t.0, [place, [0.0; 3], [0.0; 3]], Derivative::Position);
        Placement { x: x as f32, z: z as f32, heading: heading as f32 }.store(dofs);
        dofs[Skeleton::HEIGHT.index()] += self.lift(setting, t, dofs) + (setting.travel().climb * t.0) as f32;
    }

    /// Takes hands and forearms out of the body, as [`Self::pose`] does, in a pose of all DOFs.
    pub fn clear_hands(&self, setting: &Setting, dofs: &mut [f32]) {
        if let Some(clearance) = &self.parts.clearance {
            clearance.keep(&self.skeleton, setting.room(), dofs);
        }
    }

    /// How far [`Self::pose`] raises the body in a pose in the frame of its travel, so that standing feet are no lower than the examples' are, by
    /// weights. Lifts of several feet count as they are large, Σ l² / Σ l, so that one comes up smoothly after another.
    pub fn lift(&self, setting: &Setting, t: CanonicalTime, dofs: &[f32]) -> f32 {
        if !self.has_heights() {
            return 0.0;
        }
        let (mut sum, mut squares) = (0.0, 0.0);
        for (foot, parts) in self.feet().iter().enumerate() {
            if let Some(floor) = setting.floor(self, foot, t) {
                let [ball] = links(&self.skeleton, dofs, [parts.ball]);
                let lift = floor.lift(ball.position.y);
                sum += lift;
                squares += lift * lift;
            }
        }
        if squares > 0.0 { squares / sum } else { 0.0 }
    }
}
