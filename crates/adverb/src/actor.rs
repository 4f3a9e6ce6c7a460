//! An actor on a verb graph: what plays, what comes next, where it stands (thesis 5.2–5.6).
//!
//! The state is that of eq. 5.3: the time, the queue of transitions and verbs, the active gestures, the DOFs Θ and the active
//! constraints C. A step takes any time. It goes from happening to happening, each at its exact time whatever the length of
//! the step, so the path is that of many small steps:
//!
//! ```text
//!   step ─▶ next happening ──▶ flow until then ──▶ it happens ──▶ … ──▶ pose
//!            tick of the grid    clocks, frame      knobs, queue,        verb or transition, decaying offset,
//!            key, phase, event   run on             feet, events         gestures, feet, hands, head
//! ```
//!
//! The place in a verb is canonical time (algorithm 5.2 in seconds jumps in phase when an adverb changes the duration). Within
//! a verb the body moves in the evenly moving frame of its travel; in a transition x, z and heading are integrated from the
//! blended velocity seen from the body, from tick to tick of a fixed grid.

mod crossing;
mod feet;
mod gestures;
mod ground;
mod happening;
mod knobs;
mod mix;
mod objects;
mod offset;
mod pose;
mod queue;
mod root;
mod route;
mod snapshot;
mod voice;

use glam::Vec3;

use crate::chance::Chance;
use crate::graph::{EventId, GestureId, Graph, KnobId, ObjectId, TransitionId, VerbId};
use crate::kinematics::LocalTransform;
use crate::limbs::{Leg, Look};
use crate::placement::Placement;
use crate::screw;
use crate::time::{AnimationTime, CanonicalTime};
use crossing::Crossing;
use feet::Hold;
use gestures::Playing;
use knobs::Knobs;
use objects::{Pull, Reaching};
use offset::Offset;
use queue::Queued;
pub use queue::{Idle, Unreachable};
use root::Root;
use route::Router;
pub use snapshot::SnapshotError;
use voice::Voice;

/// No step is longer: ten minutes.
pub const LONGEST_STEP_SECS: f64 = 600.0;

/// What surrounds an actor. The empty one is `()`: no ground is known, and nobody listens.
pub trait World {
    /// The height of the ground at a place, in metres; `None` where the motion's own is to be taken.
    fn ground(&self, x: f32, z: f32) -> Option<f32> {
        let _ = (x, z);
        None
    }

    /// An event has happened.
    fn hear(&mut self, event: Heard) {
        let _ = event;
    }
}

impl World for () {}

/// An event that has happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// Which.
    pub event: EventId,
    /// When.
    pub at: AnimationTime,
}

/// Why a gesture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It is under way already.
    UnderWay,
    /// It requires DOFs that the playing verb requires.
    ByVerb(VerbId),
    /// It requires DOFs that a gesture requires which came first.
    ByGesture(GestureId),
}

impl core::fmt::Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::UnderWay => write!(f, "the gesture is under way already"),
            Self::ByVerb(_) => write!(f, "the gesture needs what the playing verb needs"),
            Self::ByGesture(_) => write!(f, "the gesture needs what another gesture needs that came first"),
        }
    }
}

impl core::error::Error for Refused {}

/// One character on a verb graph. All its methods take that graph; another one is a caller's bug.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    now: f64,
    /// Of the fixed grid, those that have passed.
    ticks: u64,
    /// Whether its first verb has not begun yet.
    fresh: bool,
    /// Whether its feet are to be set down anew.
    lifted: bool,
    knobs: Knobs,
    /// Q₀.
    main: Voice,
    /// The verb that a transition leads to.
    next: Voice,
    crossing: Option<Crossing>,
    queue: Vec<Queued>,
    chance: Chance,
    idle: Option<Idle>,
    /// When somebody last asked for something.
    touched: f64,
    /// When something is to be stirred next if nobody does.
    stirs: f64,
    root: Root,
    offset: Offset,
    playing: Vec<Playing>,
    /// How many gestures have begun.
    begun: u32,
    holds: Vec<Hold>,
    feet_held: bool,
    /// Whether that has just been changed.
    switched: bool,
    /// How far the pelvis has come down for the legs to reach, once there was a pose.
    lowered: Option<f32>,
    /// How high the ground is taken to be under the feet together and under the pelvis, if it is known.
    ground: Option<[f32; 2]>,
    reaching: Vec<Reaching>,
    pulls: Vec<Pull>,
    objects: Vec<Option<LocalTransform>>,
    held: Vec<Option<LocalTransform>>,
    look: Look,
    look_target: Option<Vec3>,
    /// Since the last pose.
    waited_secs: f32,
    dofs: Vec<f32>,
    router: Router,
    way: Vec<TransitionId>,
    legs: Vec<Leg>,
    scratch: [Vec<f32>; 4],
}

impl Actor {
    /// An actor about to begin with the first start of the graph, at the origin, its knobs at their defaults. What it leaves
    /// to chance follows from the seed.
    pub fn new(graph: &Graph, seed: u64) -> Self {
        let dofs = graph.skeleton().dofs().len();
        let knobs = Knobs::new(graph);
        let parts = graph.parts();
        let playing = |gesture: &crate::graph::Gesture| Playing {
            voice: Voice::of(graph, &knobs, gesture.verb),
            order: 0,
            fresh: false,
            passed: 0.0,
            ending_secs: None,
            has: vec![0.0; dofs],
            settled: false,
        };
        let mut actor = Self {
            now: 0.0,
            ticks: 0,
            fresh: true,
            lifted: true,
            main: Voice::with_room(graph),
            next: Voice::with_room(graph),
            crossing: None,
            queue: Vec::with_capacity(parts.transitions.len()),
            chance: Chance(seed),
            idle: None,
            touched: 0.0,
            stirs: 0.0,
            root: Root::default(),
            offset: Offset::none(dofs, parts.constraints.len()),
            playing: parts.gestures.iter().map(playing).collect(),
            begun: 0,
            holds: vec![Hold::default(); graph.feet().len()],
            feet_held: true,
            switched: false,
            lowered: None,
            ground: None,
            reaching: vec![Reaching::default(); parts.hands.len()],
            pulls: vec![Pull::default(); parts.hands.len()],
            objects: vec![None; graph.objects().len()],
            held: vec![None; graph.objects().len()],
            look: Look::default(),
            look_target: None,
            waited_secs: 0.0,
            dofs: vec![0.0; dofs],
            router: Router::new(graph),
            way: Vec::with_capacity(parts.transitions.len()),
            legs: Vec::with_capacity(graph.feet().len()),
            scratch: core::array::from_fn(|_| vec![0.0; dofs]),
            knobs,
        };
        actor.start(graph, parts.starts[0], CanonicalTime(0.0));
        actor
    }

    /// Begins anew with a verb, at a canonical time of it, where the actor stands: nothing is blended, the queue is empty, no
    /// gesture is under way, feet are set down anew.
    pub fn start(&mut self, graph: &Graph, verb: VerbId, t: CanonicalTime) {
        let frame = self.root.frame;
        let t = t.clamped().0;
        let time = if graph.verb(verb).is_cyclic() { t - t.floor() } else { t };
        self.main.begin(graph, &self.knobs, verb, time);
        self.crossing = None;
        self.queue.clear();
        self.offset.end();
        self.playing.iter_mut().for_each(|gesture| gesture.order = 0);
        self.root = Root { frame, node: None, climbed: self.root.climbed };
        self.lift_feet();
        self.fresh = true;
        self.unheld(graph);
    }

    fn lift_feet(&mut self) {
        self.holds.fill(Hold::default());
        self.lowered = None;
        self.ground = None;
        self.lifted = true;
    }

    /// Puts the actor somewhere else, facing another way; its feet are set down anew. A place that is none is ignored.
    pub fn place(&mut self, at: Placement) {
        self.push_to(at);
        self.lift_feet();
    }

    /// Moves the actor a little, as a wall or a platform would: feet that stand stay where they are, as far as legs reach.
    /// For callers that move it themselves, every frame. A place that is none is ignored.
    pub fn push_to(&mut self, at: Placement) {
        if [at.x, at.z, at.heading].iter().all(|v| v.is_finite()) {
            self.root.push_to([at.x, at.z, at.heading].map(f64::from));
        }
    }

    /// Turns a knob. It moves there at its own rate as time passes. A value beyond the adverb's range stops at its end; one
    /// that is not a number is ignored.
    ///
    /// # Panics
    /// If the graph has no such knob.
    pub fn turn(&mut self, graph: &Graph, knob: KnobId, value: f32) {
        self.knobs.turn(graph, knob, value, self.now);
        self.touched = self.now;
    }

    /// Takes all knobs to where they were turned, without waiting; feet are set down anew.
    pub fn jump(&mut self, graph: &Graph) {
        self.knobs.jump();
        self.retune(graph, None);
        self.lift_feet();
    }

    /// Where a knob is now, on its way to where it was turned.
    ///
    /// # Panics
    /// If the graph has no such knob.
    pub fn knob(&self, knob: KnobId) -> f32 {
        self.knobs.0[knob.0].value
    }

    /// The verb that plays: in a transition the one that it leaves.
    pub fn verb(&self) -> VerbId {
        self.main.verb
    }

    /// How far through the verb that plays.
    pub fn time(&self) -> CanonicalTime {
        CanonicalTime(self.main.time)
    }

    /// How far through the verb that a transition leads to.
    pub fn next_time(&self) -> Option<CanonicalTime> {
        self.crossing.is_some().then_some(CanonicalTime(self.next.time))
    }

    /// How the verb that plays is set.
    pub fn setting(&self) -> &crate::Setting {
        &self.main.setting
    }

    /// The transition under way and how far it has come, from 0 to 1.
    pub fn transition(&self) -> Option<(TransitionId, f32)> {
        self.crossing.as_ref().map(|crossing| (crossing.id, crossing.progress as f32))
    }

    /// The transitions that are to follow.
    pub fn queue(&self) -> impl Iterator<Item = TransitionId> {
        self.queue.iter().map(|queued| queued.id)
    }

    /// The time since it began.
    pub fn now(&self) -> AnimationTime {
        AnimationTime(self.now)
    }

    /// The pose: one value per DOF of the skeleton. It is that of the end of the last step.
    pub fn dofs(&self) -> &[f32] {
        &self.dofs
    }

    /// Where the evenly moving frame is, in which the body sways: the smoothest thing to call the actor's place.
    pub fn placement(&self) -> Placement {
        let [x, z, heading] = self.root.frame.map(|v| v as f32);
        Placement { x, z, heading }
    }

    /// Metres that it has risen since it began, as its verbs climb slopes.
    pub fn climbed(&self, graph: &Graph) -> f64 {
        self.body(graph).1
    }

    /// Whether feet are kept where they stand. Those that are held when that ends are eased back.
    pub fn set_constraints(&mut self, on: bool) {
        self.switched |= self.feet_held != on;
        self.feet_held = on;
    }

    /// Whether a foot of the graph is held where it stands.
    ///
    /// # Panics
    /// If the graph has no such foot.
    pub fn stands(&self, foot: usize) -> bool {
        self.holds[foot].planted.is_some()
    }

    /// Looks at a point of the world from now on, or ahead again.
    pub fn look_at(&mut self, target: Option<Vec3>) {
        self.look_target = target.filter(|t| t.is_finite());
    }

    /// Brings a hand, by its place among the graph's, to a point of the world from now on, or lets it go again. The limb
    /// does what it can: the rest is a verb's.
    ///
    /// # Panics
    /// If the graph has no such hand.
    pub fn reach(&mut self, hand: usize, target: Option<Vec3>) {
        self.reaching[hand].target = target.filter(|t| t.is_finite());
    }

    /// Says where an object is now, for the constraints that are about it; `None` where there is none.
    ///
    /// # Panics
    /// If the graph has no such object.
    pub fn put(&mut self, object: ObjectId, at: Option<LocalTransform>) {
        self.objects[object.0] = at.filter(|at| at.translation.is_finite() && at.rotation.is_finite());
    }

    /// Where the actor holds an object, if it does: the object is then to be drawn there.
    ///
    /// # Panics
    /// If the graph has no such object.
    pub fn held(&self, object: ObjectId) -> Option<LocalTransform> {
        self.held[object.0]
    }

    /// Begins a gesture, or says why not; nothing is changed then.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn gesture(&mut self, graph: &Graph, id: GestureId) -> Result<(), Refused> {
        if self.playing[id.0].is_active() {
            return Err(Refused::UnderWay);
        }
        let required = &graph.gesture_uses(id).required;
        for voice in self.voices() {
            if graph.uses(voice.verb).at(voice.round_time(graph)).required.meets(required) {
                return Err(Refused::ByVerb(voice.verb));
            }
        }
        let others = self.playing.iter().enumerate().filter(|(_, other)| other.is_active());
        for (other, _) in others {
            if graph.gesture_uses(GestureId(other)).required.meets(required) {
                return Err(Refused::ByGesture(GestureId(other)));
            }
        }
        self.begun += 1;
        self.touched = self.now;
        let leading = self.leading();
        let below = graph.uses(leading.verb).at(leading.round_time(graph));
        let Self { playing, knobs, begun, .. } = self;
        let gesture = &mut playing[id.0];
        gesture.voice.begin(graph, knobs, gesture.voice.verb, 0.0);
        (gesture.order, gesture.fresh, gesture.passed, gesture.ending_secs) = (*begun, true, 0.0, None);
        gesture.take_dofs(graph, id, below, None);
        Ok(())
    }

    /// Ends a gesture smoothly, if it is under way.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn end_gesture(&mut self, id: GestureId) {
        self.playing[id.0].ending_secs.get_or_insert(0.0);
    }

    /// How much of a gesture there is now, from 0 to 1.
    ///
    /// # Panics
    /// If the graph has no such gesture.
    pub fn gesture_weight(&self, graph: &Graph, id: GestureId) -> f32 {
        let playing = &self.playing[id.0];
        if playing.is_active() { playing.weight(graph, id) } else { 0.0 }
    }

    /// Lets time pass, and finds the pose then. Returns how the actor's place moved, as seen from where it was: the root
    /// motion for callers that move it themselves. Time never runs backwards, nor more than ten minutes at once.
    pub fn step(&mut self, graph: &Graph, secs: f64, world: &mut impl World) -> Placement {
        let secs =
            if secs > 0.0 { if secs < LONGEST_STEP_SECS { secs } else { LONGEST_STEP_SECS } } else { 0.0 };
        let before = self.root.frame;
        let end = self.now + secs;
        self.run_until(graph, end, world);
        self.pose_between_ticks(graph, world);
        let [x, z, heading] = screw::compose(screw::inverse(before), self.root.frame).map(|v| v as f32);
        self.root.take_off_whole_turns();
        Placement { x, z, heading }
    }

    /// The verbs that play: one, or two in a transition.
    fn voices(&self) -> impl Iterator<Item = &Voice> {
        core::iter::once(&self.main).chain(self.crossing.is_some().then_some(&self.next))
    }

    /// The verb that says what is constrained, used and heard now.
    fn leading(&self) -> &Voice {
        match &self.crossing {
            Some(crossing) if !crossing.is_first_half() => &self.next,
            _ => &self.main,
        }
    }
}
