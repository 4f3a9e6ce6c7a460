//! An actor on a verb graph: what plays, what comes next, where it stands (thesis 5.2–5.6).
//!
//! A step takes any time. It goes from happening to happening, each at its exact time whatever the length of the step, so the
//! path is that of many small steps:
//!
//! ```text
//!   step ─▶ next happening ──▶ flow until then ──▶ it happens ──▶ … ──▶ pose
//!            tick of the grid    clocks, frame      knobs, plan,         verb or transition, inertia,
//!            key, phase, event   run on             feet, events         gestures, feet, hands, gaze
//! ```
//!
//! The place in a verb is canonical time (algorithm 5.2 in seconds jumps in phase when an adverb changes the duration). Within
//! a verb the body moves in the evenly moving frame of its travel; in a transition x, z and heading are integrated from the
//! blended velocity seen from the body, from tick to tick of a fixed grid.

mod body;
mod events;
mod feet;
mod footing;
mod gaze;
mod gestures;
mod hands;
mod inertia;
mod knees;
mod knobs;
mod life;
mod migrate;
mod mix;
mod plan;
mod pose;
mod root;
mod snapshot;
mod state;
mod step;
mod transition;
mod voice;
mod world;

use std::sync::Arc;

use crate::encoding::Writer;
use crate::graph::{FootId, GestureId, Graph, HandId, KnobId, ObjectId, TransitionId, VerbId};
use crate::kinematics;
use crate::origin::{DPlacement, WorldTransform, is_sound_point};
use crate::placement::Placement;
use crate::time::{AnimationTime, CanonicalTime};
pub use gestures::{Reason, Refused};
pub use plan::{Idle, Unreachable};
pub use snapshot::{SNAPSHOT_VERSION, SnapshotError};
pub(crate) use state::Scratch;
use state::State;
pub use world::{Ground, Heard, World};

/// No step is longer: ten minutes.
pub const LONGEST_STEP_SECS: f64 = 600.0;

/// One character on a verb graph.
///
/// Ask for verbs with [`request`](Self::request), steer with [`set_knob`](Self::set_knob), let time pass with
/// [`step`](Self::step), and take the pose with [`write_locals`](Self::write_locals) or [`dofs`](Self::dofs).
///
/// Two actors are equal if their states are, bit by bit; their graphs are not compared.
pub struct Actor {
    graph: Arc<Graph>,
    state: State,
    /// The room that a step works in; `None` while a crowd lends it to others.
    scratch: Option<Box<Scratch>>,
}

impl Actor {
    /// An actor about to begin with the first start of the graph, in the middle of the world, its knobs at their defaults.
    /// What it leaves to chance follows from the seed.
    pub fn new(graph: impl Into<Arc<Graph>>, seed: u64) -> Self {
        let graph = graph.into();
        let scratch = Box::new(Scratch::new(&graph));
        Self::with_scratch(graph, scratch, seed)
    }

    pub(crate) fn with_scratch(graph: Arc<Graph>, mut scratch: Box<Scratch>, seed: u64) -> Self {
        let state = State::new(&graph, &mut scratch, seed);
        Self { graph, state, scratch: Some(scratch) }
    }

    /// Takes the room that it works in, so that another actor can have it; the next step makes it anew unless it is given
    /// back.
    pub(crate) fn take_scratch(&mut self) -> Option<Box<Scratch>> {
        self.scratch.take()
    }

    /// Gives it room to work in.
    pub(crate) fn lend(&mut self, scratch: Box<Scratch>) {
        self.scratch = Some(scratch);
    }

    /// What all its methods work on.
    fn parts(&mut self) -> (&Graph, &mut State, &mut Scratch) {
        let Self { graph, state, scratch } = self;
        (graph, state, scratch.get_or_insert_with(|| Box::new(Scratch::new(graph))))
    }

    /// The graph it plays.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Lets time pass, and finds the pose then. Returns how the actor's place moved, as seen from where it was: the root
    /// motion for callers that move it themselves. Time never runs backwards, nor more than ten minutes at once.
    pub fn step(&mut self, secs: f64, world: &mut impl World) -> Placement {
        let (graph, state, scratch) = self.parts();
        // As a `dyn World` from here on: an actor's and a crowd's are played by the same code.
        state.step(graph, scratch, secs, world)
    }

    /// Asks for a verb: the quickest way there takes the place of what was queued. Within a transition the way may lead back
    /// out of it; pose and velocity go on without a step then. If no way leads there, nothing changes.
    ///
    /// # Panics
    /// If the graph has no such verb.
    pub fn request(&mut self, verb: VerbId) -> Result<(), Unreachable> {
        let (graph, state, scratch) = self.parts();
        let asked = state.request(graph, scratch, verb);
        asked.map_err(|from| Unreachable::new(&self.graph, from, verb))
    }

    /// Begins anew with a verb, at a canonical time of it, where the actor stands: nothing is blended, the queue is empty, no
    /// gesture is under way, feet are set down anew.
    ///
    /// # Panics
    /// If the graph has no such verb.
    pub fn start(&mut self, verb: VerbId, t: CanonicalTime) {
        let (graph, state, scratch) = self.parts();
        state.start(graph, scratch, verb, t);
    }

    /// Sets a knob. It moves there at its own rate as time passes. A value beyond the adverb's range stops at its end; NaN is
    /// ignored.
    ///
    /// # Panics
    /// If the graph has no such knob.
    pub fn set_knob(&mut self, knob: KnobId, value: f32) {
        self.state.set_knob(&self.graph, knob, value);
    }

    /// Takes all knobs to where they were set, without waiting; feet are set down anew.
    pub fn snap_knobs(&mut self) {
        self.state.snap_knobs(&self.graph);
    }

    /// Where a knob is now, on its way to where it was set.
    ///
    /// # Panics
    /// If the graph has no such knob.
    pub fn knob(&self, knob: KnobId) -> f32 {
        self.state.knobs.value(knob)
    }

    /// Begins a gesture, or says why not; nothing changes then.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn start_gesture(&mut self, gesture: GestureId) -> Result<(), Refused> {
        let begun = self.state.start_gesture(&self.graph, gesture);
        begun.map_err(|reason| Refused::new(&self.graph, gesture, reason))
    }

    /// Ends a gesture smoothly, if it is under way.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn end_gesture(&mut self, gesture: GestureId) {
        self.state.body.gestures.all[gesture.0].ending_secs.get_or_insert(0.0);
    }

    /// How much of a gesture there is now, from 0 to 1.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn gesture_weight(&self, gesture: GestureId) -> f32 {
        let playing = &self.state.body.gestures.all[gesture.0];
        if playing.is_active() { playing.weight(&self.graph, gesture) } else { 0.0 }
    }

    /// What it does when nobody asks it for anything; `None` is nothing of its own. Numbers that make no sense are ignored.
    pub fn set_idle(&mut self, idle: Option<Idle>) {
        self.state.plan.set_idle(idle, self.state.now);
    }

    /// Looks at a point of the world from now on, or ahead again. A point that is not finite is none.
    pub fn look_at(&mut self, target: Option<[f64; 3]>) {
        self.state.gaze.target = target.filter(is_sound_point);
    }

    /// Brings a hand to a point of the world from now on, or lets it go again. The limb does what it can: the rest is a
    /// verb's. A point that is not finite is none.
    ///
    /// # Panics
    /// If the graph has no such hand.
    pub fn reach(&mut self, hand: HandId, target: Option<[f64; 3]>) {
        self.state.hands.reaching[hand.0].target = target.filter(is_sound_point);
    }

    /// Puts an object somewhere in the world, for the constraints that are about it; `None` takes it away.
    ///
    /// # Panics
    /// If the graph has no such object.
    pub fn place_object(&mut self, object: ObjectId, at: Option<WorldTransform>) {
        self.state.hands.objects[object.0].at = at.filter(WorldTransform::is_sound);
    }

    /// Where the actor holds an object, if it does: draw the object there.
    ///
    /// # Panics
    /// If the graph has no such object.
    pub fn held_object(&self, object: ObjectId) -> Option<WorldTransform> {
        self.state.hands.objects[object.0].held.map(|held| self.state.origin.transform(held))
    }

    /// Whether feet are kept where they stand. Those that are held when that ends are eased back.
    pub fn set_foot_planting(&mut self, on: bool) {
        self.state.feet.set_on(on);
    }

    /// Whether rounds of verbs that vary differ, as those of the recordings do; they do unless this says otherwise. Else every round
    /// is the same loop. Takes effect when a verb or a round begins.
    pub fn set_variations(&mut self, on: bool) {
        let (graph, state, scratch) = self.parts();
        state.set_variations(graph, scratch, on);
    }

    /// Whether a foot is held where it stands.
    ///
    /// # Panics
    /// If the graph has no such foot.
    pub fn is_planted(&self, foot: FootId) -> bool {
        self.state.feet.is_planted(foot.0)
    }

    /// Whether a foot is in a support phase now, held or not: constraint arbitration of 5.5.
    pub fn supports(&self, foot: FootId) -> bool {
        self.state.body.supports(&self.graph, foot.0)
    }

    /// What DOFs and local transforms are seen from: where the actor was placed last, or where [`Self::shift_origin`] has
    /// moved the origin since.
    pub fn origin(&self) -> DPlacement {
        self.state.origin
    }

    /// Moves the origin and nothing else: the actor and its feet stay where they are in the world, and its pose is given as
    /// seen from the new origin. An `f32` resolves 0.06 mm at a kilometre, so keep the origin near: a placement farther than a
    /// hundred thousand kilometres from it, or not finite, is ignored.
    pub fn shift_origin(&mut self, to: DPlacement) {
        self.state.shift_origin(to);
    }

    /// Where the evenly moving frame is in which the body sways: the smoothest thing to call the actor's place. Its height is
    /// that of the ground, if the world tells it, or what its verbs have climbed.
    pub fn placement(&self) -> DPlacement {
        self.state.placement(&self.graph)
    }

    /// How far below the ground is, in metres, if the actor has walked off a ledge: ground that the world knew lies more than a
    /// metre lower all at once. It goes on at its height then, as of the last step, rather than down through the air: let it
    /// fall by verbs of its own, and [`place`](Self::place) it where it lands.
    pub fn ledge(&self) -> Option<f32> {
        self.state.feet.drop
    }

    /// Puts the actor and its origin somewhere else in the world; feet are set down anew. A placement that is not finite, or farther
    /// out than a thousand million kilometres, is ignored.
    pub fn place(&mut self, at: DPlacement) {
        self.state.place(at);
    }

    /// Moves the actor a little, as a wall or a platform would: feet that stand stay where they are, as far as legs reach.
    /// For callers that move it themselves, every frame. A placement farther than a hundred thousand kilometres from the
    /// origin, or not finite, is ignored.
    pub fn push_to(&mut self, at: DPlacement) {
        self.state.push_to(&self.graph, at);
    }

    /// The time since it began.
    pub fn now(&self) -> AnimationTime {
        AnimationTime(self.state.now)
    }

    /// The verb that plays: in a transition the one that it leaves.
    pub fn verb(&self) -> VerbId {
        self.state.body.main.verb
    }

    /// How far through the verb that plays.
    pub fn canonical_time(&self) -> CanonicalTime {
        CanonicalTime(self.state.body.main.time)
    }

    /// How far through the verb that a transition leads to.
    pub fn next_canonical_time(&self) -> Option<CanonicalTime> {
        let body = &self.state.body;
        body.crossing.is_some().then_some(CanonicalTime(body.next.time))
    }

    /// How the verb that plays is set.
    pub fn setting(&self) -> &crate::Setting {
        &self.state.body.main.setting
    }

    /// The transition under way and how far it has come, from 0 to 1.
    pub fn transition(&self) -> Option<(TransitionId, f32)> {
        self.state.body.crossing.as_ref().map(|crossing| (crossing.id, crossing.progress as f32))
    }

    /// The transitions that are to follow.
    pub fn queue(&self) -> impl Iterator<Item = TransitionId> {
        self.state.plan.queue.iter().map(|queued| queued.id)
    }

    /// The pose at the end of the last step: one value per DOF of the skeleton, x, z, height and heading as seen from
    /// [`Self::origin`].
    pub fn dofs(&self) -> &[f32] {
        &self.state.dofs
    }

    /// The pose at the end of the last step as flat numbers, for any renderer: per joint of the skeleton seven, the
    /// translation and the quaternion (w last) below its parent; the root's as seen from [`Self::origin`].
    ///
    /// # Panics
    /// If there are not seven numbers per joint.
    pub fn write_locals(&self, locals: &mut [f32]) {
        kinematics::write_locals(self.graph.skeleton(), &self.state.dofs, locals);
    }

    /// Its whole state, in the place of what the bytes held. They take no memory once there is room for them.
    pub fn snapshot(&self, bytes: &mut Vec<u8>) {
        self.state.snapshot(&self.graph, bytes);
    }

    /// Brings the actor back to the state of a snapshot. Other bytes are refused, and nothing changes; only bytes that were
    /// forged, with a right checksum over wrong contents, leave it at the start of its graph.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (graph, state, scratch) = self.parts();
        let contents = snapshot::contents(graph, bytes)?;
        let read = state.read(graph, contents);
        if read.is_err() {
            *state = State::new(graph, scratch, 0);
        }
        read
    }

    /// The same actor on a rebuilt graph, as when a project was edited while it plays. What has the same name in both goes on: the
    /// verb or transition with its canonical time, the queue, knobs, gestures, hands and objects, chance, and feet where they
    /// stand; what the pose differs by decays. Besides, what the actor was about and the new graph does not have, in words for
    /// the author. Without its verb it begins with the first start of the graph.
    #[must_use]
    pub fn migrated(&self, graph: impl Into<Arc<Graph>>) -> (Self, Vec<String>) {
        let graph = graph.into();
        if graph.fingerprint() == self.graph.fingerprint() {
            return (Self { graph, state: self.state.clone(), scratch: None }, Vec::new());
        }
        let (mut old, mut scratch) = (Scratch::new(&self.graph), Box::new(Scratch::new(&graph)));
        let (state, lost) = self.state.migrated(&self.graph, [&mut old, &mut scratch], &graph);
        (Self { graph, state, scratch: Some(scratch) }, lost)
    }

    /// A hash of its whole state, for comparing simulations: equal states have equal hashes on every machine. Takes no memory.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        Writer::hash(|to| self.state.write(&self.graph, to))
    }
}

impl Clone for Actor {
    /// In the same state on the same graph; its scratch is made when it is first used.
    fn clone(&self) -> Self {
        Self { graph: self.graph.clone(), state: self.state.clone(), scratch: None }
    }
}

impl PartialEq for Actor {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |actor: &Self| {
            let mut to = Writer::onto(Vec::new());
            actor.state.write(&actor.graph, &mut to);
            to.into_sections().0
        };
        bytes(self) == bytes(other)
    }
}

impl Eq for Actor {}

impl core::hash::Hash for Actor {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.state_hash());
    }
}

impl core::fmt::Debug for Actor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Actor").field("graph", &self.graph.name()).field("state", &self.state).finish()
    }
}
