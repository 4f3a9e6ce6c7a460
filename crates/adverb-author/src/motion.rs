//! The motion formalism (thesis 3.8–3.10, appendix A): expressions over recordings that never copy a frame.
//!
//! Every kind of motion answers the same questions (tables A.1 and A.2): key-times, start, end, duration and adverbs; the maps
//! between animation, verb and canonical time; position, velocity and acceleration of every DOF; how each DOF is used; which
//! constraints hold. A node answers by asking the motions it is made of; verb time is what changes on the way down. Where a
//! recording goes on beyond the range that was taken from it, so do the answers ([`Motion::reach`]).

pub mod affine;
pub mod basic;
pub mod clip;
pub mod composition;
pub mod concatenation;
pub mod constraint;
pub mod cycle;
mod edit;
pub mod held;
mod jet;
pub mod mirror;
pub mod rephase;
pub mod selection;
pub mod standing;
pub mod support;
pub mod transition;
pub mod tree;
pub mod verb;
pub mod warp;

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::key_times::TimeMap;
use adverb::{AnimationTime, CanonicalTime, DofId, KeyTimes, Skeleton, VerbTime};

use crate::error::Error;
use crate::limbs::SAMPLES;

pub use adverb::graph::Usage;
pub use affine::affine;
pub use basic::{Recording, basic};
pub use clip::clip;
pub use composition::{Conflict, composition};
pub use concatenation::{concatenation, concatenation_at, reposition};
pub use constraint::{Constraint, Frame, Task};
pub use cycle::{Search, cycle, cycle_through};
pub use held::Held;
pub use mirror::mirror;
pub use rephase::rephase;
pub use selection::selection;
pub use standing::standing;
pub use transition::{bridge, transition};
pub use tree::{Node, tree};
pub use verb::verb;
pub use warp::{Pace, warp};

/// The longest motion: a day.
pub const LONGEST_SECS: f64 = 86_400.0;
/// The most key-times of a motion.
pub const MOST_KEYS: usize = 100_000;
/// The most nodes that one answer may ask: where parts are shared, their number doubles with every level.
pub const MOST_NODES: usize = 1024;

/// Key-times of a motion under the bounds above: expressions can multiply what they are made of.
fn key_times(keys: Vec<(String, f64)>, map: TimeMap) -> Result<KeyTimes, Error> {
    let problem = match keys.last() {
        _ if keys.len() > MOST_KEYS => {
            format!("the motion would have {} key-times; {MOST_KEYS} are enough", keys.len())
        }
        Some((_, end)) if *end > LONGEST_SECS => {
            format!("the motion would last {end:.0} s, longer than a day")
        }
        _ => return KeyTimes::new(keys, map).map_err(|e| Error::Motion { problem: e.to_string() }),
    };
    Err(Error::Motion { problem })
}

/// How many nodes one answer asks of a motion that may ask all of these.
fn nodes<'m>(parts: impl IntoIterator<Item = &'m Arc<Motion>>) -> Result<usize, Error> {
    let nodes = 1 + parts.into_iter().map(|part| part.nodes).sum::<usize>();
    if nodes <= MOST_NODES {
        return Ok(nodes);
    }
    let problem = format!("the motion would be made of {nodes} others at once; {MOST_NODES} are enough");
    Err(Error::Motion { problem })
}

/// A motion of a skeleton: a node of an expression.
#[derive(Debug, Clone)]
pub struct Motion {
    skeleton: Arc<Skeleton>,
    keys: KeyTimes,
    start: AnimationTime,
    adverbs: Vec<(String, f64)>,
    /// How many nodes one answer asks at most, this one among them.
    nodes: usize,
    /// Constraints that its author gave it, instead of those of what it is made of.
    own: Option<Vec<Constraint>>,
    kind: Kind,
}

/// What a motion is made of. Made by the function of the same name.
#[derive(Debug, Clone)]
enum Kind {
    Basic(basic::Basic),
    Clip(clip::ClipMotion),
    Affine(affine::Affine),
    Mirror(mirror::Mirror),
    Concatenation(concatenation::Concatenation),
    Cycle(cycle::Cycle),
    Rephased(rephase::Rephased),
    Verb(verb::VerbMotion),
    Warp(warp::Warp),
    Composition(composition::Composition),
    Selection(selection::Selection),
    Transition(Box<transition::Transition>),
}

impl Motion {
    /// The skeleton it moves.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// K: strictly increasing from 0 to the duration.
    pub fn key_times(&self) -> &KeyTimes {
        &self.keys
    }

    /// τˢ.
    pub fn start(&self) -> AnimationTime {
        self.start
    }

    /// τᵉ.
    pub fn end(&self) -> AnimationTime {
        self.start + self.duration().0
    }

    /// Tᵈ.
    pub fn duration(&self) -> VerbTime {
        self.keys.duration()
    }

    /// p: its point in a verb's space, as far as its author gave one.
    pub fn adverbs(&self) -> &[(String, f64)] {
        &self.adverbs
    }

    /// The same motion at other adverb values.
    #[must_use]
    pub fn with_adverbs(mut self, adverbs: Vec<(String, f64)>) -> Self {
        self.adverbs = adverbs;
        self
    }

    /// The same motion with these constraints instead of those of what it is made of.
    #[must_use]
    pub fn with_constraints(mut self, constraints: Vec<Constraint>) -> Self {
        self.own = Some(constraints);
        self
    }

    /// Whether it says itself that it has constraints, or none; nothing where its parts say.
    fn constrained_itself(&self) -> Option<bool> {
        if let Some(own) = &self.own {
            return Some(!own.is_empty());
        }
        match &self.kind {
            Kind::Basic(m) => Some(m.is_constrained()),
            Kind::Verb(m) => Some(!m.verb.feet().is_empty()),
            Kind::Transition(m) if m.has_holds() => Some(true),
            _ => None,
        }
    }

    /// The same motion with another map between its verb time and its canonical time.
    #[must_use]
    pub fn with_time_map(mut self, map: TimeMap) -> Self {
        self.keys = self.keys.with_map(map);
        self
    }

    /// τ(T). For every kind the offset of its start: an affine's T is already stretched.
    pub fn animation_time(&self, time: VerbTime) -> AnimationTime {
        self.start + time.0
    }

    /// T(t), eq. 3.2.
    pub fn verb_time(&self, t: CanonicalTime) -> VerbTime {
        self.keys.verb_time(t)
    }

    /// t(T), eq. 3.1.
    pub fn canonical_time(&self, time: VerbTime) -> CanonicalTime {
        self.keys.canonical_time(time)
    }

    /// θ, θ̇ or θ̈ of every DOF at once; zero for those that are undefined.
    ///
    /// # Panics
    /// If `out` does not have one entry per DOF of the skeleton.
    pub fn evaluate(&self, time: VerbTime, derivative: Derivative, out: &mut [f32]) {
        assert_eq!(out.len(), self.skeleton.dofs().len(), "one entry per DOF");
        let before = match derivative {
            Derivative::Position => return self.derivatives(time, out),
            Derivative::Velocity => 1,
            Derivative::Acceleration => 2,
        };
        let mut rows = vec![0.0; (before + 1) * out.len()];
        self.derivatives(time, &mut rows);
        out.copy_from_slice(&rows[before * out.len()..]);
    }

    /// One, two or three rows of all DOFs: θ, θ̇, θ̈. Together, so that an expression asks each of its nodes once.
    fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        match &self.kind {
            Kind::Basic(m) => m.derivatives(time, rows),
            Kind::Clip(m) => m.derivatives(time, rows),
            Kind::Affine(m) => m.derivatives(time, rows),
            Kind::Mirror(m) => m.derivatives(time, rows),
            Kind::Concatenation(m) => m.derivatives(time, rows),
            Kind::Cycle(m) => m.derivatives(time, rows),
            Kind::Rephased(m) => m.derivatives(time, rows),
            Kind::Verb(m) => m.derivatives(time, rows),
            Kind::Warp(m) => m.derivatives(time, rows),
            Kind::Composition(m) => m.derivatives(time, rows),
            Kind::Selection(m) => m.derivatives(time, rows),
            Kind::Transition(m) => m.derivatives(time, rows),
        }
    }

    /// The pose at a time: [`Self::evaluate`] into a vector of its own.
    pub fn pose(&self, time: VerbTime) -> Vec<f32> {
        let mut pose = vec![0.0; self.skeleton.dofs().len()];
        self.evaluate(time, Derivative::Position, &mut pose);
        pose
    }

    /// 𝒟: how a DOF is used at a time.
    pub fn usage(&self, time: VerbTime, dof: DofId) -> Usage {
        match &self.kind {
            Kind::Basic(m) => m.usage(dof),
            Kind::Clip(m) => m.of.usage(m.inner(time), dof),
            Kind::Affine(m) => m.of.usage(m.inner(time), dof),
            Kind::Mirror(m) => m.of.usage(time, self.skeleton.dofs()[dof.index()].partner),
            Kind::Concatenation(m) => m.usage(time, dof),
            Kind::Cycle(m) => m.of.usage(m.inner(time), dof),
            Kind::Rephased(m) => m.of.usage(m.inner(time), dof),
            Kind::Verb(_) => Usage::Required,
            Kind::Warp(m) => m.of.usage(m.inner(time), dof),
            Kind::Composition(m) => m.usage(time, dof),
            Kind::Selection(m) => m.usage(time, dof),
            Kind::Transition(m) => m.usage(time, dof),
        }
    }

    /// When the usage of DOFs may change, within the motion.
    pub fn usage_changes(&self) -> Vec<VerbTime> {
        let of = |of: &Motion, outer: &dyn Fn(VerbTime) -> VerbTime| -> Vec<VerbTime> {
            of.usage_changes().into_iter().map(outer).collect()
        };
        let mut changes = match &self.kind {
            Kind::Basic(_) | Kind::Verb(_) => Vec::new(),
            Kind::Clip(m) => of(&m.of, &|t| VerbTime(t - m.inner(VerbTime::ZERO))),
            Kind::Affine(m) => of(&m.of, &|t| VerbTime(t.0 * m.stretch)),
            Kind::Mirror(m) => m.of.usage_changes(),
            Kind::Concatenation(m) => m.changes().collect(),
            Kind::Cycle(m) => m.of.usage_changes(),
            Kind::Rephased(m) => m.changes(),
            Kind::Warp(m) => of(&m.of, &|t| m.outer(t)),
            Kind::Composition(m) => m.changes().collect(),
            Kind::Selection(m) => m.changes().chain(m.of.usage_changes()).collect(),
            Kind::Transition(m) => m.changes(),
        };
        let end = self.duration();
        changes.retain(|t| t.0 > 0.0 && *t < end);
        changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        changes.dedup();
        changes
    }

    /// For a composition, where two of its motions require a joint at once.
    pub fn conflicts(&self) -> &[Conflict] {
        match &self.kind {
            Kind::Composition(m) => m.conflicts(),
            _ => &[],
        }
    }

    /// ℐ: the constraints that hold at a time, their own times in this motion's verb time.
    pub fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        if let Some(own) = &self.own {
            return own.iter().filter(|c| c.holds(time)).cloned().collect();
        }
        match &self.kind {
            Kind::Basic(m) => m.constraints(time),
            Kind::Clip(m) => m.constraints(time, self.duration()),
            Kind::Affine(m) => m.constraints(time),
            Kind::Mirror(m) => m.constraints(time),
            Kind::Concatenation(m) => m.constraints(time),
            Kind::Cycle(m) => m.constraints(time),
            Kind::Rephased(m) => m.constraints(time),
            Kind::Verb(m) => m.constraints(time),
            Kind::Warp(m) => m.constraints(time),
            Kind::Composition(m) => m.constraints(time),
            Kind::Selection(m) => m.constraints(time),
            Kind::Transition(m) => m.constraints(time),
        }
    }

    /// The range that can be evaluated: at least 0 to the duration, more if the recording goes on.
    pub fn reach(&self) -> (VerbTime, VerbTime) {
        match &self.kind {
            Kind::Basic(m) => m.reach(),
            Kind::Clip(m) => m.reach(),
            Kind::Affine(m) => m.reach(),
            Kind::Mirror(m) => m.of.reach(),
            Kind::Concatenation(m) => m.reach(),
            Kind::Cycle(_) | Kind::Rephased(_) => (VerbTime(f64::NEG_INFINITY), VerbTime(f64::INFINITY)),
            Kind::Verb(m) => m.reach(),
            Kind::Selection(m) => m.of.reach(),
            Kind::Warp(_) | Kind::Composition(_) | Kind::Transition(_) => (VerbTime::ZERO, self.duration()),
        }
    }

    /// For a cycle, the mirror image of one or one begun elsewhere, the motion that was made cyclic.
    pub fn before_cycle(&self) -> Option<Arc<Motion>> {
        match &self.kind {
            Kind::Cycle(m) => Some(m.of.clone()),
            Kind::Mirror(m) => m.of.before_cycle().map(|of| Arc::new(mirror(of))),
            Kind::Rephased(m) => m.of.before_cycle(),
            _ => None,
        }
    }

    /// For a mirror image, what it is the image of.
    pub(crate) fn before_mirror(&self) -> Option<&Arc<Motion>> {
        match &self.kind {
            Kind::Mirror(m) => Some(&m.of),
            _ => None,
        }
    }

    /// For a cycle begun elsewhere, the cycle and how much later this one begins.
    pub(crate) fn before_rephase(&self) -> Option<(&Arc<Motion>, CanonicalTime)> {
        match &self.kind {
            Kind::Rephased(m) => Some((&m.of, m.later())),
            _ => None,
        }
    }

    /// Whether left and right were exchanged in all that it is made of.
    pub fn is_mirror_image(&self) -> bool {
        let parts = self.parts();
        let all_are = || !parts.is_empty() && parts.iter().all(|part| part.is_mirror_image());
        matches!(self.kind, Kind::Mirror(_)) || all_are()
    }

    /// For a cycle, the gap between the ends of its recording: root mean square over the joints.
    pub fn cycle_gap_m(&self) -> Option<f64> {
        match &self.kind {
            Kind::Cycle(m) => Some(m.gap_m),
            _ => None,
        }
    }

    /// How far a cycle on a slope climbs per round, in metres; 0 on level ground and for other motions.
    pub fn rise_m(&self) -> f64 {
        match &self.kind {
            Kind::Basic(_) | Kind::Clip(_) | Kind::Composition(_) | Kind::Transition(_) => 0.0,
            Kind::Warp(m) => m.of.rise_m(),
            Kind::Selection(m) => m.of.rise_m(),
            Kind::Affine(m) => m.of.rise_m(),
            Kind::Mirror(m) => m.of.rise_m(),
            Kind::Concatenation(m) => m.rise_m(),
            Kind::Cycle(m) => m.rise_m(),
            Kind::Rephased(m) => m.of.rise_m(),
            Kind::Verb(m) => m.rise_m(),
        }
    }

    /// The frame rate of the recording it begins with: the natural one to write it at.
    pub fn fps(&self) -> f64 {
        match &self.kind {
            Kind::Basic(m) => m.fps(),
            Kind::Clip(m) => m.of.fps(),
            Kind::Affine(m) => m.of.fps(),
            Kind::Mirror(m) => m.of.fps(),
            Kind::Concatenation(m) => m.fps(),
            Kind::Cycle(m) => m.of.fps(),
            Kind::Rephased(m) => m.of.fps(),
            Kind::Verb(m) => m.fps(),
            Kind::Warp(m) => m.of.fps(),
            Kind::Composition(m) => m.parts[0].fps(),
            Kind::Selection(m) => m.of.fps(),
            Kind::Transition(m) => m.ends[0].fps(),
        }
    }
}

/// Poses of all motions, which show the way limbs bend.
pub(crate) fn poses(motions: &[Arc<Motion>]) -> Vec<Vec<f32>> {
    let of = |motion: &Arc<Motion>| -> Vec<Vec<f32>> {
        let secs = |k: usize| VerbTime(motion.duration().0 * k as f64 / SAMPLES as f64);
        (0..SAMPLES).map(|k| motion.pose(secs(k))).collect()
    };
    motions.iter().flat_map(of).collect()
}
