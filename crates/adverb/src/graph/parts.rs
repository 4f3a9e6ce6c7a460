//! What a verb graph is made of (thesis 5.2, eq. 5.1: {V, T, S, G}), as its author writes it and packs hold it.
//!
//! Verbs are named by their place among all verbs of the pack; a verb is a node of the graph if the graph names it.

use crate::ik::two_bone::Limb;
use crate::skeleton::{DofId, JointId};
use crate::verb::Verb;

/// A verb's place among those of a graph, which are those of its pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VerbId(pub usize);

/// A transition's place in [`Parts::transitions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TransitionId(pub usize);

/// A gesture's place in [`Parts::gestures`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GestureId(pub usize);

/// A hand's place in [`Parts::hands`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HandId(pub usize);

/// An event's place in [`Parts::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EventId(pub usize);

/// What a graph is made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parts {
    /// Its name, as its author gave it.
    pub name: String,
    /// S, the verbs an actor may begin with; the first is the default.
    pub starts: Vec<VerbId>,
    /// Verbs that intentionally have no way out: the death loops of 5.4.
    pub ends: Vec<VerbId>,
    /// T.
    pub transitions: Vec<Transition>,
    /// G.
    pub gestures: Vec<Gesture>,
    /// What verbs emit as they pass certain times.
    pub events: Vec<Event>,
    /// Which DOFs verbs need, if their author says so; for the others see [`crate::graph::Graph::new`].
    pub usage: Vec<VerbUsage>,
    /// Limbs that can reach for a point.
    pub hands: Vec<Hand>,
    /// What verbs do with objects that are given while they run.
    pub constraints: Vec<Constraint>,
    /// Knobs that call for transitions.
    pub calls: Vec<Call>,
}

impl Parts {
    /// The title of a transition: `walk → run`; the second between the same verbs is `walk → run (2)`.
    ///
    /// # Panics
    /// If there is no such transition, or a verb of it.
    pub fn title(&self, verbs: &[Verb], id: TransitionId) -> String {
        let Transition { from, to, .. } = self.transitions[id.0];
        let name = format!("{} → {}", verbs[from.0].name(), verbs[to.0].name());
        match self.transitions[..id.0].iter().filter(|t| (t.from, t.to) == (from, to)).count() {
            0 => name,
            before => format!("{name} ({})", before + 1),
        }
    }
}

/// From one verb to another (definition 10).
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// A.
    pub from: VerbId,
    /// B.
    pub to: VerbId,
    /// The part of A that is blended out.
    pub leave: Leave,
    /// The part of B that is blended in.
    pub enter: Enter,
    /// How.
    pub blend: Blend,
    /// How likely an unsteered actor takes it, each time it comes by; 0 is never.
    pub likelihood: f32,
}

/// A knob that calls for a transition: when it has been set and rests within a range, an actor that plays the first verb takes the
/// transition by itself, once, as if it were asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Which transition.
    pub transition: TransitionId,
    /// The name of the knob.
    pub knob: String,
    /// From where to where it calls.
    pub range: [f32; 2],
}

/// Where a transition leaves its first verb.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Leave {
    /// From one canonical time to another; on a verb that repeats the second may lie beyond 1.
    During([f64; 2]),
    /// Wherever it is, in this many seconds.
    AtOnce {
        /// How long the part of the first verb is.
        secs: f64,
    },
}

/// Where a transition enters its second verb.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Enter {
    /// From one canonical time to another; on a verb that repeats the second may lie beyond 1.
    During([f64; 2]),
    /// Between the key-times of the same names, as far from each as in the first verb.
    Matching,
}

/// How one motion goes over into another.
#[derive(Debug, Clone, PartialEq)]
pub enum Blend {
    /// Evenly (figure 5.10). Velocities step at both ends.
    Linear,
    /// α = (1 − cos πp)/2 (figure 5.11).
    Sigmoid,
    /// A monotone curve through points (p, α), from (0, 0) to (1, 1).
    Through(Vec<[f32; 2]>),
    /// The second verb plays at once; what the pose and its velocity differ by decays.
    Inertial,
}

/// A motion that may be laid over others (thesis 5.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Gesture {
    /// Its name, as its author gave it.
    pub name: String,
    /// What is played.
    pub verb: VerbId,
    /// Canonical time at which it has faded in, t_in.
    pub fade_in: f64,
    /// Canonical time at which it starts to fade out, t_out.
    pub fade_out: f64,
    /// How it is laid over what is there.
    pub mode: Mode,
    /// Which DOFs it uses, and when.
    pub usage: Vec<Claim>,
}

/// How a gesture is laid over what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// In its place.
    Replace,
    /// Its difference from its own beginning is added.
    Additive,
}

/// How much a motion needs a DOF (thesis 3.9). Ordered: of motions that go together the one that needs it most has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Usage {
    /// It says nothing about it.
    Undefined,
    /// It has something to say about it, but works without.
    Defined,
    /// It is integral to what the motion does.
    Required,
}

/// Seconds in which a DOF goes over from one motion to another.
pub const OVER_SECS: f64 = 0.2;

/// Which of some motions has a DOF: the one that needs it most, of equals the first (3.9). `None` if it is undefined in all.
pub fn arbitrate(uses: impl IntoIterator<Item = Usage>) -> Option<usize> {
    let defined = uses.into_iter().enumerate().filter(|(_, usage)| *usage > Usage::Undefined);
    defined.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(first, _)| first)
}

/// The DOFs that a motion uses for a while, the usage 𝒟(T). DOFs that no claim names are undefined then; where several
/// claims name one, the strongest holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Canonical times.
    pub during: [f64; 2],
    /// How much they are needed.
    pub usage: Usage,
    /// Which.
    pub dofs: Vec<DofId>,
}

/// What a verb of the graph uses.
#[derive(Debug, Clone, PartialEq)]
pub struct VerbUsage {
    /// Whose.
    pub verb: VerbId,
    /// What.
    pub claims: Vec<Claim>,
}

/// Something a verb emits when it passes a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Which verb.
    pub verb: VerbId,
    /// Canonical time.
    pub at: f64,
    /// What it emits. Several events may emit the same.
    pub emit: String,
}

/// A limb that can reach for a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Hand {
    /// The joint that comes to the point, the end of the limb or below it.
    pub joint: JointId,
    /// Shoulder, elbow and wrist.
    pub limb: Limb,
    /// The axis about which the elbow bends, in the frame of the limb's upper joint; unit length.
    pub hinge: [f32; 3],
}

/// What a verb does with an object for a while: the constraints of eq. 4.6 whose frame is given at run time.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// Which verb.
    pub verb: VerbId,
    /// From t^s to t^e, canonical.
    pub during: [f64; 2],
    /// The object's name.
    pub object: String,
    /// What is done with it.
    pub deed: Deed,
    /// Seconds in which it fades in before and out after.
    pub ease_secs: f32,
}

/// What an actor does with an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A hand is where the object is: C₁ of the ball-catch.
    Reach(HandId),
    /// The head turns to it.
    Look,
    /// The object is where the joint is: C₂ of the ball-catch.
    Hold(JointId),
}
