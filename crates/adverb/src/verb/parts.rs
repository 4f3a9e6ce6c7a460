//! What a verb is made of, and what must hold for it to be one.

use super::clearance::{ClearArm, Clearance};
use super::curves::Coefficients;
use super::goals::{self, Goal};
use super::heights::Heights;
use super::variations::Variations;
use crate::ik::two_bone::Limb;
use crate::key_times::TimeMap;
use crate::kinematics::LONGEST_CHAIN;
use crate::screw::Screw;
use crate::skeleton::{JointId, Skeleton};
use crate::space::{self, TableError};

/// A knob.
#[derive(Debug, Clone, PartialEq)]
pub struct Adverb {
    /// Its name, as its author gave it.
    pub name: String,
    /// From where to where it can be turned.
    pub range: [f32; 2],
    /// Its default.
    pub default: f32,
    /// How fast it may turn, per second.
    pub rate: f32,
}

impl Adverb {
    /// The value brought within the range; one that is not a number becomes the default.
    pub fn limited(&self, value: f32) -> f32 {
        let [low, high] = self.range;
        if value.is_nan() {
            self.default
        } else if value < low {
            low
        } else if value > high {
            high
        } else {
            value
        }
    }
}

/// What a verb was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its motion's name.
    pub name: String,
    /// One value per adverb.
    pub at: Vec<f32>,
}

/// A foot (or any end of a limb) that supports the body: stay-put constraints of eq. 4.7.
#[derive(Debug, Clone, PartialEq)]
pub struct Foot {
    /// The joint that stays where it is: the ball of the foot.
    pub ball: JointId,
    /// The limb that is bent to keep it there.
    pub limb: Limb,
    /// The axis about which the limb's middle joint bends, forward for a knee, in the frame of its upper joint; unit length.
    pub hinge: [f32; 3],
    /// Seconds, before and after a phase, in which its hold comes and goes.
    pub ease_secs: f32,
    /// When it supports, in order; one entry per phase, with one [`Phase`] per example.
    pub phases: Vec<Vec<Phase>>,
}

/// A support phase of one example.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// Canonical time at which it begins; on a cyclic verb it may lie beyond 0 or 1, so that all examples' are near.
    pub from: f64,
    /// Canonical time at which it ends.
    pub to: f64,
    /// From where the ball is when the phase begins to where it is on average: x and z in the frame of the travel then.
    pub settle: [f64; 2],
    /// How fast the ball still moves when the phase begins, per canonical time: x and z in the frame of the travel then.
    pub arriving: [f64; 2],
    /// How fast it moves already when the phase ends, likewise.
    pub leaving: [f64; 2],
}

/// The joints that turn to look at something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gaze {
    /// Looks along its z axis.
    pub head: JointId,
    /// Takes its share of the turn; an ancestor of the head.
    pub neck: Option<JointId>,
}

/// What a verb is made of. Lists over examples have one entry for each, in the order of `examples`.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// Its name, as its author gave it.
    pub name: String,
    /// Its knobs.
    pub adverbs: Vec<Adverb>,
    /// What it was made from.
    pub examples: Vec<Example>,
    /// From points to weights.
    pub space: space::Parts,
    /// Names of the key-times, at least two.
    pub keys: Vec<String>,
    /// How time runs between the keys.
    pub map: TimeMap,
    /// Whether it repeats.
    pub cyclic: bool,
    /// Seconds between key-times: those of the first example, then of the second …
    pub intervals: Vec<f64>,
    /// How each example travels, per canonical time.
    pub travel: Vec<Screw>,
    /// What supports it.
    pub feet: Vec<Foot>,
    /// What looks.
    pub gaze: Option<Gaze>,
    /// B-spline control points per DOF.
    pub control_points: usize,
    /// The control points: see [`Coefficients`].
    pub coefficients: Coefficients,
    /// The other cycles of its examples.
    pub variations: Variations,
    /// How high balls stand: for every foot, for every phase, one entry per example. Empty where nobody knows.
    pub heights: Vec<Heights>,
    /// How clear of the body its hands stay; nothing where they do so without care.
    pub clearance: Option<Clearance>,
    /// What its joints do whatever the adverbs say.
    pub goals: Vec<Goal>,
}

/// Why parts do not make a verb.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum VerbError {
    /// Counts that contradict each other, with what they are of.
    Counts(&'static str),
    /// A number that is not finite or out of its range, with what it is of.
    Numbers(&'static str),
    /// A joint that the skeleton does not have, or that is not where its role needs it.
    Joints,
    /// The space is at fault.
    Space(TableError),
}

impl core::fmt::Display for VerbError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Counts(what) => write!(f, "the counts of {what} contradict each other"),
            Self::Numbers(what) => write!(f, "a number of {what} is not finite or out of its range"),
            Self::Joints => {
                write!(f, "a foot or a head is not a joint of the skeleton, or in the wrong place")
            }
            Self::Space(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for VerbError {}

/// Metres or radians, also per canonical time: more is no motion, and powers of it are no numbers.
pub(super) const LARGEST: f32 = 1e6;
/// No adverb is turned farther from zero.
const FARTHEST_POINT: f32 = 1e12;
/// Seconds in which a hold comes and goes, at most.
const LONGEST_EASE_SECS: f32 = 60.0;

impl Parts {
    pub(super) fn check(&self, skeleton: &Skeleton) -> Result<(), VerbError> {
        let n = self.examples.len();
        let counts = |holds: bool, what| if holds { Ok(()) } else { Err(VerbError::Counts(what)) };
        let numbers = |holds: bool, what| if holds { Ok(()) } else { Err(VerbError::Numbers(what)) };
        counts(n > 0, "the examples")?;
        counts(self.examples.iter().all(|e| e.at.len() == self.adverbs.len()), "the examples' points")?;
        counts(self.keys.len() >= 2 && self.intervals.len() == (self.keys.len() - 1) * n, "the key-times")?;
        counts(self.travel.len() == n, "the travel")?;
        counts(self.feet.iter().flat_map(|f| &f.phases).all(|p| p.len() == n), "the support phases")?;
        let phases: usize = self.feet.iter().map(|foot| foot.phases.len()).sum();
        counts(self.heights.is_empty() || self.heights.len() == phases * n, "the heights")?;
        numbers(self.adverbs.iter().all(is_sound), "the adverbs")?;
        numbers(self.heights.iter().flatten().all(|height| height.abs() <= LARGEST), "the heights")?;
        let near = |x: &f32| x.abs() <= FARTHEST_POINT;
        numbers(self.examples.iter().all(|e| e.at.iter().all(near)), "the examples' points")?;
        // Longer than a day is no motion; shorter than a nanosecond divides by nothing.
        numbers(self.intervals.iter().all(|i| (1e-9..=86_400.0).contains(i)), "the key-times")?;
        numbers(self.travel.iter().all(|s| travels(s, &self.travel[0])), "the travel")?;
        numbers(self.feet.iter().all(is_held), "the feet")?;
        goals::check(&self.goals, skeleton)?;
        let phases = self.feet.iter().flat_map(|f| &f.phases).flatten();
        numbers(phases.into_iter().all(|p| holds(p, self.cyclic)), "the support phases")?;
        let near = |arm: &ClearArm| arm.nearest.iter().flatten().all(|far| (0.0..=LARGEST).contains(far));
        let arms = || self.clearance.iter().flat_map(|own| &own.arms);
        counts(arms().all(|arm| arm.nearest.len() == n), "the clearance")?;
        counts(self.clearance.iter().all(|own| own.arms.len() == 2), "the arms")?;
        numbers(arms().all(|arm| near(arm) && is_unit(&arm.hinge)), "the clearance")?;
        let placed = self.feet.iter().all(|foot| is_limb(skeleton, foot))
            && self.clearance.iter().all(|own| is_placed(skeleton, own))
            && self.gaze.is_none_or(|gaze| {
                reaches(skeleton, gaze.head)
                    && gaze.head != skeleton.root()
                    && gaze.neck.is_none_or(|neck| neck != gaze.head && is_above(skeleton, neck, gaze.head))
            });
        if placed { Ok(()) } else { Err(VerbError::Joints) }
    }
}

fn is_sound(adverb: &Adverb) -> bool {
    let [low, high] = adverb.range;
    -FARTHEST_POINT <= low
        && high <= FARTHEST_POINT
        && low <= adverb.default
        && adverb.default <= high
        && adverb.rate > 0.0
        && adverb.rate.is_finite()
}

fn is_held(foot: &Foot) -> bool {
    (0.0..=LONGEST_EASE_SECS).contains(&foot.ease_secs) && is_unit(&foot.hinge)
}

fn is_unit(axis: &[f32; 3]) -> bool {
    let length: f32 = axis.iter().map(|x| x * x).sum();
    (0.99..1.01).contains(&length)
}

fn travels(screw: &Screw, first: &Screw) -> bool {
    // Whole turns besides those of the frame are not interpolated.
    let Screw { rate, spin, velocity: [x, z], climb } = *screw;
    [rate, spin, x, z, climb].iter().all(is_moderate) && screw.spin == first.spin
}

fn holds(phase: &Phase, cyclic: bool) -> bool {
    let within = if cyclic { -1.0..=3.0 } else { 0.0..=1.0 };
    phase.from <= phase.to
        && phase.to - phase.from <= 1.0
        && within.contains(&phase.from)
        && within.contains(&phase.to)
        && [phase.settle, phase.arriving, phase.leaving].iter().flatten().all(is_moderate)
}

fn is_moderate(number: &f64) -> bool {
    number.abs() <= f64::from(LARGEST)
}

/// Hip, knee, ankle and ball, each below the one before (the ball may be the ankle), and the hip below the root.
fn is_limb(skeleton: &Skeleton, foot: &Foot) -> bool {
    reaches(skeleton, foot.ball)
        && is_above(skeleton, foot.limb.end, foot.ball)
        && is_chain(skeleton, foot.limb)
        && foot.limb.upper != skeleton.root()
}

/// Three joints, each below the one before.
fn is_chain(skeleton: &Skeleton, Limb { upper, middle, end }: Limb) -> bool {
    middle != end && is_above(skeleton, middle, end) && upper != middle && is_above(skeleton, upper, middle)
}

/// Both arms hang from the end of the trunk, and each knee from its hip.
fn is_placed(skeleton: &Skeleton, clearance: &Clearance) -> bool {
    clearance.arms.iter().all(|arm| {
        reaches(skeleton, arm.limb.end)
            && is_chain(skeleton, arm.limb)
            && arm.limb.upper != clearance.chest
            && is_above(skeleton, clearance.chest, arm.limb.upper)
            && reaches(skeleton, arm.knee)
            && arm.hip != arm.knee
            && is_above(skeleton, arm.hip, arm.knee)
    })
}

/// Whether a joint is there and hangs from the root by not too many others.
pub(super) fn reaches(skeleton: &Skeleton, joint: JointId) -> bool {
    joint.index() < skeleton.joints().len() && chain(skeleton, joint).any(|j| j == skeleton.root())
}

/// Whether a joint lies on the way from another up to the root.
pub(super) fn is_above(skeleton: &Skeleton, above: JointId, below: JointId) -> bool {
    chain(skeleton, below).any(|j| j == above)
}

/// From a joint up to the root, both included, as far as chains may be long.
fn chain(skeleton: &Skeleton, joint: JointId) -> impl Iterator<Item = JointId> + '_ {
    let mut past_root = false;
    let ancestors = skeleton.ancestors(joint).take(LONGEST_CHAIN);
    ancestors.take_while(move |&j| !core::mem::replace(&mut past_root, j == skeleton.root()))
}
