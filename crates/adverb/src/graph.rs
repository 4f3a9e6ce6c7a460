//! The verb graph: which verbs can follow which, and how (thesis 5.1–5.3).
//!
//! A [`Graph`] describes the possible courses of an animation and is shared by all actors that take them; each of these is an
//! [`crate::Actor`]. Verbs with knobs and plain motions are nodes alike (5.7). What can be wrong with a graph is found when it
//! is made: every verb must be reachable, every verb must have a way out after every way in, or be declared an end.

mod blend;
mod check;
mod course;
mod parts;
mod usage;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use blend::sigmoid;
pub use check::GraphError;
pub use course::Course;
pub(crate) use course::{Knot, shared_keys, some};
pub use parts::{
    Blend, Call, Claim, Constraint, Deed, Enter, Event, EventId, Gesture, GestureId, Hand, HandId, Leave,
    Mode, OVER_SECS, Parts, Transition, TransitionId, Usage, VerbId, VerbUsage, arbitrate,
};
pub(crate) use usage::{Piece, Uses};

use crate::encoding::{Field, Writer};
use crate::skeleton::{Axis, DofKind, JointId, Skeleton};
use crate::verb::{Adverb, Foot, Gaze, Verb};

/// A knob's place among those of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnobId(pub usize);

/// An object's place among those of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectId(pub usize);

/// A foot's place among those of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FootId(pub usize);

/// Which verbs follow which. Immutable, shared by all actors.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    skeleton: Arc<Skeleton>,
    verbs: Arc<[Verb]>,
    parts: Parts,
    /// The verbs that it names, but for gestures.
    nodes: Vec<VerbId>,
    /// Adverbs of one name are one knob, whichever verbs they are of.
    knobs: Vec<Adverb>,
    /// For every verb, the knob of each of its adverbs; empty for verbs that the graph does not name.
    knobs_of: Vec<Vec<KnobId>>,
    /// Every foot of any verb once.
    feet: Vec<Foot>,
    /// For every verb, which of its feet is which of the graph's.
    feet_of: Vec<Vec<Option<usize>>>,
    /// Transitions by the verb that they leave.
    exits: Vec<Vec<TransitionId>>,
    /// Where each transition enters its second verb if it leaves at times of its own.
    entries: Vec<Option<[f64; 2]>>,
    /// Events by verb.
    events_of: Vec<Vec<EventId>>,
    /// For every call, its knob.
    call_knobs: Vec<KnobId>,
    /// What each verb uses.
    uses: Vec<Uses>,
    /// What each gesture uses.
    gesture_uses: Vec<Uses>,
    objects: Vec<String>,
    /// For every constraint, the object that it is about.
    object_of: Vec<ObjectId>,
    /// All DOFs, and those that say where the feet are.
    all: Blended,
    legs: Blended,
    /// The joints that turn to look at something.
    gaze: Option<Gaze>,
    fingerprint: u64,
}

impl Graph {
    /// A checked graph over verbs of one skeleton. A verb without a usage among the parts requires the root and the limbs that
    /// support it, and defines everything else.
    pub fn new(verbs: Arc<[Verb]>, parts: Parts) -> Result<Self, GraphError> {
        let first = parts.starts.first().ok_or(GraphError::NoStart)?;
        let first =
            verbs.get(first.0).ok_or_else(|| GraphError::Unknown(format!("verb number {}", first.0)))?;
        let skeleton = first.skeleton().clone();
        if verbs.iter().any(|verb| !Arc::ptr_eq(verb.skeleton(), &skeleton) && *verb.skeleton() != skeleton) {
            return Err(GraphError::Unknown("one skeleton of all verbs".into()));
        }
        check::check(&skeleton, &verbs, &parts)?;
        let played = played(verbs.len(), &parts);
        let dofs = skeleton.dofs().len();
        let mut uses: Vec<Uses> = verbs.iter().map(|verb| Uses::new(&usage::usual(verb), dofs)).collect();
        parts.usage.iter().for_each(|usage| uses[usage.verb.0] = Uses::new(&usage.claims, dofs));
        let gesture_uses = parts.gestures.iter().map(|g| Uses::new(&g.usage, dofs)).collect();
        let mut graph = Self {
            nodes: check::each_once(verbs.len(), check::named(&parts)),
            knobs: Vec::new(),
            knobs_of: vec![Vec::new(); verbs.len()],
            feet: Vec::new(),
            feet_of: vec![Vec::new(); verbs.len()],
            exits: vec![Vec::new(); verbs.len()],
            entries: Vec::with_capacity(parts.transitions.len()),
            events_of: vec![Vec::new(); verbs.len()],
            call_knobs: Vec::new(),
            uses,
            gesture_uses,
            objects: Vec::new(),
            object_of: Vec::new(),
            all: Blended::of(&skeleton, |_| true),
            legs: Blended::default(),
            gaze: first.parts().gaze,
            fingerprint: 0,
            skeleton,
            verbs,
            parts,
        };
        graph.find_knobs(&played);
        graph.find_calls()?;
        graph.find_feet(&played);
        let chains = graph.feet.iter().flat_map(|foot| graph.skeleton.ancestors(foot.ball));
        let joints: Vec<JointId> = chains.chain([graph.skeleton.root()]).collect();
        graph.legs = Blended::of(&graph.skeleton, |joint| joints.contains(&joint));
        for (i, transition) in graph.parts.transitions.iter().enumerate() {
            graph.exits[transition.from.0].push(TransitionId(i));
            let leave = match transition.leave {
                Leave::During(leave) => Some(leave),
                Leave::AtOnce { .. } => None,
            };
            graph.entries.push(leave.map(|leave| course::entered(&graph.verbs, transition, leave)));
        }
        for (i, event) in graph.parts.events.iter().enumerate() {
            graph.events_of[event.verb.0].push(EventId(i));
        }
        for constraint in &graph.parts.constraints {
            let place = graph.objects.iter().position(|object| *object == constraint.object);
            graph.object_of.push(ObjectId(place.unwrap_or_else(|| {
                graph.objects.push(constraint.object.clone());
                graph.objects.len() - 1
            })));
        }
        graph.fingerprint = graph.find_fingerprint();
        Ok(graph)
    }

    /// A graph of one verb, to play it alone.
    pub fn of_verb(verb: Verb) -> Self {
        let parts = Parts {
            name: verb.name().into(),
            starts: vec![VerbId(0)],
            ends: vec![VerbId(0)],
            ..Parts::default()
        };
        // `expect` would write out the error, and so bring along the text of every one.
        Self::new([verb].into(), parts).unwrap_or_else(|_| unreachable!("one verb is a graph"))
    }

    fn find_knobs(&mut self, played: &[VerbId]) {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for id in played {
            for adverb in self.verbs[id.0].adverbs() {
                let place = places.get(&*adverb.name).copied().unwrap_or(self.knobs.len());
                if place == self.knobs.len() {
                    self.knobs.push(adverb.clone());
                    places.insert(&adverb.name, place);
                }
                let knob = &mut self.knobs[place];
                let [low, high] = adverb.range;
                knob.range[0] = if low < knob.range[0] { low } else { knob.range[0] };
                knob.range[1] = if high > knob.range[1] { high } else { knob.range[1] };
                knob.rate = if adverb.rate < knob.rate { adverb.rate } else { knob.rate };
                self.knobs_of[id.0].push(KnobId(place));
            }
        }
    }

    fn find_calls(&mut self) -> Result<(), GraphError> {
        for call in &self.parts.calls {
            let knob = self.knobs.iter().position(|knob| knob.name == call.knob);
            let knob =
                knob.ok_or_else(|| GraphError::Unknown(format!("the knob {:?} of `when`", call.knob)))?;
            let [low, high] = call.range;
            if call.transition.0 >= self.parts.transitions.len()
                || !(low <= high && high - low < f32::INFINITY)
            {
                return Err(GraphError::Numbers(format!(
                    "`when`: {:?} must go from one number to another",
                    call.knob
                )));
            }
            self.call_knobs.push(KnobId(knob));
        }
        Ok(())
    }

    /// The transition that knobs call for from a verb, given where they rest.
    pub(crate) fn called(
        &self,
        from: VerbId,
        knob: impl Fn(KnobId) -> Option<f32>,
    ) -> impl Iterator<Item = TransitionId> {
        let calls = self.parts.calls.iter().zip(&self.call_knobs);
        let own = calls.filter(move |(call, _)| self.transition(call.transition).from == from);
        own.filter_map(move |(call, id)| {
            let [low, high] = call.range;
            (low..=high).contains(&knob(*id)?).then_some(call.transition)
        })
    }

    fn find_feet(&mut self, played: &[VerbId]) {
        for foot in played.iter().flat_map(|id| self.verbs[id.0].feet()) {
            if !self.feet.iter().any(|other| other.ball == foot.ball) {
                self.feet.push(Foot { phases: Vec::new(), ..foot.clone() });
            }
        }
        for (verb, own) in self.verbs.iter().zip(&mut self.feet_of) {
            let place = |foot: &Foot| verb.feet().iter().position(|other| other.ball == foot.ball);
            *own = self.feet.iter().map(place).collect();
        }
    }

    /// A number that tells graphs apart between which snapshots must not be exchanged: a hash of skeleton, verbs and parts as
    /// packs encode them.
    fn find_fingerprint(&self) -> u64 {
        Writer::hash(|to| {
            self.skeleton.root().index().write(to);
            self.skeleton.specs().write(to);
            self.verbs.iter().for_each(|verb| verb.fingerprint().write(to));
            self.parts.write(to);
            self.parts.calls.iter().for_each(|call| call.write(to));
        })
    }

    /// What it is made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Its name, as its author gave it.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// What its verbs move.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Whether rounds of any verb differ.
    pub fn varies(&self) -> bool {
        self.verbs.iter().any(Verb::varies)
    }

    /// All verbs of the pack; those that the graph does not name are never played.
    pub fn verbs(&self) -> &[Verb] {
        &self.verbs
    }

    /// A verb.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn verb(&self, id: VerbId) -> &Verb {
        &self.verbs[id.0]
    }

    /// The verbs that are nodes of the graph.
    pub fn nodes(&self) -> impl Iterator<Item = VerbId> {
        self.nodes.iter().copied()
    }

    /// A transition.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.parts.transitions[id.0]
    }

    /// The ways out of a verb.
    pub fn exits(&self, id: VerbId) -> &[TransitionId] {
        &self.exits[id.0]
    }

    /// How likely an unsteered actor takes a transition: what the transition says, but a verb that does not repeat
    /// must be left, and where all its ways have likelihood 0 they are alike.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn likelihood(&self, id: TransitionId) -> f32 {
        let own = self.transition(id);
        let exits = self.exits(own.from);
        let unlikely = exits.iter().all(|exit| self.transition(*exit).likelihood <= 0.0);
        if unlikely && !self.verb(own.from).is_cyclic() { 1.0 / exits.len() as f32 } else { own.likelihood }
    }

    /// The knobs of all verbs and gestures: adverbs of one name are one knob, with the widest of their ranges and the slowest
    /// of their rates; each verb limits it to its own range.
    pub fn knobs(&self) -> &[Adverb] {
        &self.knobs
    }

    /// Every foot that supports any of its verbs.
    pub fn feet(&self) -> &[Foot] {
        &self.feet
    }

    /// All feet, to ask an actor about.
    pub fn foot_ids(&self) -> impl ExactSizeIterator<Item = FootId> + use<> {
        (0..self.feet.len()).map(FootId)
    }

    /// A foot.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn foot(&self, id: FootId) -> &Foot {
        &self.feet[id.0]
    }

    /// The limbs that can reach for a point.
    pub fn hands(&self) -> &[Hand] {
        &self.parts.hands
    }

    /// A limb that can reach for a point.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn hand(&self, id: HandId) -> &Hand {
        &self.parts.hands[id.0]
    }

    /// A gesture.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn gesture(&self, id: GestureId) -> &Gesture {
        &self.parts.gestures[id.0]
    }

    /// An event.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn event(&self, id: EventId) -> &Event {
        &self.parts.events[id.0]
    }

    /// A knob.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn knob(&self, id: KnobId) -> &Adverb {
        &self.knobs[id.0]
    }

    /// Names of the objects that its constraints are about.
    pub fn objects(&self) -> &[String] {
        &self.objects
    }

    /// Where a transition enters its second verb, if it leaves its first at these canonical times.
    pub(crate) fn entered(&self, id: TransitionId, leave: [f64; 2]) -> [f64; 2] {
        self.entries[id.0].unwrap_or_else(|| course::entered(&self.verbs, self.transition(id), leave))
    }

    pub(crate) fn knobs_of(&self, id: VerbId) -> &[KnobId] {
        &self.knobs_of[id.0]
    }

    /// Which foot of a verb is a foot of the graph.
    pub(crate) fn foot_of(&self, id: VerbId, foot: usize) -> Option<usize> {
        self.feet_of[id.0].get(foot).copied().flatten()
    }

    pub(crate) fn events_of(&self, id: VerbId) -> impl Iterator<Item = (EventId, &Event)> {
        self.events_of[id.0].iter().map(|&event| (event, &self.parts.events[event.0]))
    }

    pub(crate) fn uses(&self, id: VerbId) -> &Uses {
        &self.uses[id.0]
    }

    pub(crate) fn gesture_uses(&self, id: GestureId) -> &Uses {
        &self.gesture_uses[id.0]
    }

    /// All DOFs.
    pub(crate) fn all_dofs(&self) -> &Blended {
        &self.all
    }

    /// The DOFs from the root down to the balls of the feet.
    pub(crate) fn leg_dofs(&self) -> &Blended {
        &self.legs
    }

    /// The constraints, each with the object that it is about.
    pub(crate) fn constraints(&self) -> impl Iterator<Item = (&Constraint, ObjectId)> {
        self.parts.constraints.iter().zip(self.object_of.iter().copied())
    }

    pub(crate) fn gaze(&self) -> Option<Gaze> {
        self.gaze
    }

    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The node of that name. A look-up for load time, as are the following.
    pub fn verb_named(&self, name: &str) -> Option<VerbId> {
        self.nodes().find(|id| self.verbs[id.0].name() == name)
    }

    /// The gesture of that name.
    pub fn gesture_named(&self, name: &str) -> Option<GestureId> {
        self.parts.gestures.iter().position(|gesture| gesture.name == name).map(GestureId)
    }

    /// The knob of that name.
    pub fn knob_named(&self, name: &str) -> Option<KnobId> {
        self.knobs.iter().position(|knob| knob.name == name).map(KnobId)
    }

    /// The object of that name.
    pub fn object_named(&self, name: &str) -> Option<ObjectId> {
        self.objects.iter().position(|object| object == name).map(ObjectId)
    }

    /// The hand whose joint has that name.
    pub fn hand_named(&self, joint: &str) -> Option<HandId> {
        let name = |id: JointId| &self.skeleton.joint(id).name;
        self.parts.hands.iter().position(|hand| name(hand.joint) == joint).map(HandId)
    }

    /// The foot whose ball has that name.
    pub fn foot_named(&self, ball: &str) -> Option<FootId> {
        let name = |id: JointId| &self.skeleton.joint(id).name;
        self.feet.iter().position(|foot| name(foot.ball) == ball).map(FootId)
    }
}

/// The verbs that an actor may play: nodes and gestures, each once.
fn played(verbs: usize, parts: &Parts) -> Vec<VerbId> {
    let gestures = parts.gestures.iter().map(|gesture| gesture.verb);
    check::each_once(verbs, check::named(parts).chain(gestures))
}

/// Some DOFs of a skeleton, by how they are blended.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Blended {
    /// The first DOF of every ball joint, its x: rotations are blended on the sphere.
    pub(crate) balls: Vec<usize>,
    /// All others, which are numbers of their own.
    pub(crate) scalars: Vec<usize>,
    /// None of them is beyond.
    pub(crate) end: usize,
}

impl Blended {
    /// Those of some joints.
    fn of(skeleton: &Skeleton, wanted: impl Fn(JointId) -> bool) -> Self {
        let mut blended = Self::default();
        for (d, dof) in skeleton.dofs().iter().enumerate().filter(|(_, dof)| wanted(dof.joint)) {
            match dof.kind {
                DofKind::RotationVector(Axis::X) => blended.balls.push(d),
                DofKind::RotationVector(_) => {}
                _ => blended.scalars.push(d),
            }
            blended.end = d + 1;
        }
        blended
    }
}
