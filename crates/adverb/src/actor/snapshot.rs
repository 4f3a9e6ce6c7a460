//! The whole state of an actor as a few bytes, and back: for rollback, replays and saved games.
//!
//! ```text
//!   graph's fingerprint u32, checksum of the rest u32, then field after field as packs have them
//! ```
//!
//! Settings are not among them: they follow from the knobs. What is at rest (no offset, no gesture) takes no room.

use std::sync::Arc;

use super::crossing::Crossing;
use super::feet::{Hold, Left};
use super::knobs::Knob;
use super::objects::Reaching;
use super::queue::Queued;
use super::root::{Node, Root};
use super::{Actor, Chance, Idle};
use crate::graph::{Course, Graph, Knot, TransitionId, VerbId};
use crate::kinematics::LocalTransform;
use crate::limbs::Look;
use crate::pack::PackError;
use crate::pack::field::{Field, Reader, Writer};
use crate::pack::records::records;
use crate::time::CanonicalTime;

/// Why bytes are no state of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotError {
    /// They are those of an actor on another graph.
    AnotherGraph,
    /// They are cut short, changed, or not those of an actor.
    Damaged,
}

impl core::fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::AnotherGraph => write!(f, "the snapshot is that of an actor on another graph"),
            Self::Damaged => write!(f, "the snapshot is cut short or damaged"),
        }
    }
}

impl core::error::Error for SnapshotError {}

impl From<PackError> for SnapshotError {
    fn from(_: PackError) -> Self {
        Self::Damaged
    }
}

records! {
    Knob { start, since, target, value }
    Knot { p, t, slope }
    TransitionId { 0 }
    Queued { id, asked }
    Chance { 0 }
    Idle { after_secs, every_secs, amount }
    Root { frame, climbed, node }
    Node { place, ago_secs }
    Hold { planted, left, shifting, correction, goal_height, place, ground }
    Left { offset, velocity, rise, free_secs }
    Reaching { target, aim, nearness }
    LocalTransform { translation, rotation }
    Look { target, turned, waited_secs }
}

/// Bytes before the state.
const HEADER: usize = 8;

impl Actor {
    /// Its whole state, in the place of what the bytes held. They take no memory once there is room for them.
    pub fn snapshot(&self, graph: &Graph, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend([0; HEADER]);
        let mut to = Writer { description: core::mem::take(bytes), numbers: Vec::new() };
        self.write(&mut to);
        *bytes = to.description;
        let checksum = crc32fast::hash(&bytes[HEADER..]);
        bytes[..4].copy_from_slice(&graph.fingerprint().to_le_bytes());
        bytes[4..HEADER].copy_from_slice(&checksum.to_le_bytes());
    }

    /// Brings the actor back to a state. Bytes that are none are refused, and nothing changes; only bytes that were forged,
    /// with a right checksum over wrong contents, leave it at the start of its graph.
    pub fn restore(&mut self, graph: &Graph, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (header, state) = bytes.split_at_checked(HEADER).ok_or(SnapshotError::Damaged)?;
        let number =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if number(0) != graph.fingerprint() {
            return Err(SnapshotError::AnotherGraph);
        }
        if number(4) != crc32fast::hash(state) {
            return Err(SnapshotError::Damaged);
        }
        let read = self.read(graph, &mut Reader::new(state, Arc::default()));
        if read.is_err() {
            *self = Self::new(graph, 0);
        }
        read
    }

    fn write(&self, to: &mut Writer) {
        self.now.write(to);
        self.ticks.write(to);
        [self.fresh, self.lifted, self.feet_held, self.switched].write(to);
        self.knobs.0.iter().for_each(|knob| knob.write(to));
        (self.main.verb.0, self.main.time).write(to);
        self.crossing.is_some().write(to);
        if let Some(crossing) = &self.crossing {
            (crossing.id.0, (crossing.progress, crossing.duration)).write(to);
            (crossing.held, self.next.time).write(to);
            for course in [&crossing.from, &crossing.to] {
                to.count(course.knots().len());
                course.knots().iter().for_each(|knot| knot.write(to));
            }
        }
        self.queue.write(to);
        self.chance.write(to);
        self.idle.write(to);
        (self.touched, self.stirs).write(to);
        self.root.write(to);
        self.offset.is_active().write(to);
        if self.offset.is_active() {
            (self.offset.elapsed_secs, self.offset.duration_secs).write(to);
            self.offset.value.iter().chain(&self.offset.velocity).for_each(|x| x.write(to));
            self.offset.weights.iter().for_each(|weight| weight.write(to));
            self.offset.drift.write(to);
        }
        self.begun.write(to);
        for playing in &self.playing {
            playing.order.write(to);
            if playing.is_active() {
                playing.fresh.write(to);
                (playing.voice.time, playing.passed).write(to);
                playing.ending_secs.write(to);
                playing.has.iter().for_each(|has| has.write(to));
            }
        }
        self.holds.iter().for_each(|hold| hold.write(to));
        (self.lowered, self.ground).write(to);
        self.reaching.iter().for_each(|reaching| reaching.write(to));
        self.objects.iter().chain(&self.held).for_each(|object| object.write(to));
        self.look.write(to);
        (self.look_target, self.waited_secs).write(to);
        self.dofs.iter().for_each(|dof| dof.write(to));
    }

    fn read(&mut self, graph: &Graph, from: &mut Reader) -> Result<(), SnapshotError> {
        self.now = within(f64::read(from)?, 0.0, 1e12)?;
        self.ticks = u64::read(from)?;
        holds(self.ticks < 1 << 60)?;
        [self.fresh, self.lifted, self.feet_held, self.switched] = Field::read(from)?;
        for knob in &mut self.knobs.0 {
            *knob = Field::read(from)?;
            holds(
                [knob.start, knob.target, knob.value].iter().all(|x| x.is_finite()) && knob.since.is_finite(),
            )?;
        }
        let (verb, time) = Field::read(from)?;
        let verb = VerbId(verb);
        holds(graph.nodes().any(|node| node == verb))?;
        self.main.begin(graph, &self.knobs, verb, canonical(time)?);
        self.crossing = if bool::read(from)? { Some(self.read_crossing(graph, from)?) } else { None };
        self.read_queue(graph, from)?;
        self.chance = Field::read(from)?;
        let idle: Option<Idle> = Field::read(from)?;
        self.set_idle(idle);
        holds(self.idle == idle)?;
        (self.touched, self.stirs) = Field::read(from)?;
        holds(self.touched.is_finite() && self.stirs.is_finite())?;
        self.root = Field::read(from)?;
        let node = self.root.node;
        holds(self.root.frame.iter().chain(node.iter().flat_map(|n| &n.place)).all(|x| x.abs() < 1e12))?;
        holds(self.root.climbed.abs() < 1e12 && node.is_none_or(|n| (0.0..1e6).contains(&n.ago_secs)))?;
        holds(self.crossing.is_none() || node.is_some())?;
        self.read_offset(from)?;
        holds(!self.offset.is_active() || node.is_some())?;
        self.read_gestures(graph, from)?;
        for hold in &mut self.holds {
            *hold = Field::read(from)?;
            let numbers = [hold.left.offset, hold.left.velocity, hold.planted.unwrap_or_default()];
            let near = |x: &f32| x.abs() < 1e12;
            holds(numbers.iter().all(|x| near(&x.x) && near(&x.y)) && hold.left.free_secs >= 0.0)?;
            holds(
                [hold.goal_height, hold.place.x, hold.place.y, hold.ground, hold.left.rise].iter().all(near),
            )?;
            holds(hold.correction.to_array().iter().all(near))?;
        }
        (self.lowered, self.ground) = Field::read(from)?;
        let [mean, pelvis] = self.ground.unwrap_or_default();
        holds([self.lowered.unwrap_or_default(), mean, pelvis].iter().all(|height| height.is_finite()))?;
        for reaching in &mut self.reaching {
            *reaching = Field::read(from)?;
            let points = [reaching.aim, reaching.target.unwrap_or_default()];
            holds(points.iter().all(|x| x.is_finite()) && (0.0..=1.0).contains(&reaching.nearness))?;
        }
        for object in self.objects.iter_mut().chain(&mut self.held) {
            *object = Field::read(from)?;
            holds(object.is_none_or(|at| at.translation.is_finite() && at.rotation.is_finite()))?;
        }
        self.look = Field::read(from)?;
        (self.look_target, self.waited_secs) = Field::read(from)?;
        let targets = [self.look.target, self.look_target].map(Option::unwrap_or_default);
        holds(targets.iter().all(|x| x.is_finite()) && self.look.turned.is_finite())?;
        holds(self.look.waited_secs >= 0.0 && self.waited_secs >= 0.0)?;
        for dof in &mut self.dofs {
            *dof = within(f64::from(f32::read(from)?), -1e9, 1e9)? as f32;
        }
        Ok(from.finish()?)
    }

    fn read_crossing(&mut self, graph: &Graph, from: &mut Reader) -> Result<Crossing, SnapshotError> {
        let (id, (progress, duration)) = Field::read(from)?;
        let (held, time) = Field::read(from)?;
        holds(id < graph.parts().transitions.len())?;
        let id = TransitionId(id);
        let transition = graph.transition(id);
        holds(transition.from == self.main.verb && duration > 0.0)?;
        self.next.begin(graph, &self.knobs, transition.to, canonical(time)?);
        let mut course = || -> Result<Course, SnapshotError> {
            let mut knots = [Knot::default(); Course::MOST_KNOTS];
            let count = usize::read(from)?;
            let own = knots.get_mut(..count).ok_or(SnapshotError::Damaged)?;
            for knot in own.iter_mut() {
                *knot = Field::read(from)?;
                canonical(knot.t)?;
            }
            Course::of_knots(own).ok_or(SnapshotError::Damaged)
        };
        let (from, to) = (course()?, course()?);
        let duration = within(duration, 1e-6, 1e6)?;
        Ok(Crossing { id, progress: within(progress, 0.0, 1.0)?, duration, from, to, held })
    }

    /// The queue leads from verb to verb.
    fn read_queue(&mut self, graph: &Graph, from: &mut Reader) -> Result<(), SnapshotError> {
        self.queue.clear();
        let mut verb = if self.crossing.is_some() { self.next.verb } else { self.main.verb };
        for _ in 0..usize::read(from)? {
            let queued = Queued::read(from)?;
            holds(queued.id.0 < graph.parts().transitions.len() && self.queue.len() < self.queue.capacity())?;
            holds(graph.transition(queued.id).from == verb)?;
            verb = graph.transition(queued.id).to;
            self.queue.push(queued);
        }
        Ok(())
    }

    fn read_offset(&mut self, from: &mut Reader) -> Result<(), SnapshotError> {
        self.offset.end();
        if !bool::read(from)? {
            return Ok(());
        }
        let (elapsed, duration) = Field::read(from)?;
        self.offset.elapsed_secs = within(elapsed, 0.0, 1e6)?;
        self.offset.duration_secs = within(duration, 1e-6, 1e6)?;
        for x in self.offset.value.iter_mut().chain(&mut self.offset.velocity) {
            *x = within(f64::from(f32::read(from)?), -1e9, 1e9)? as f32;
        }
        for weight in &mut self.offset.weights {
            *weight = Field::read(from)?;
            holds(weight.iter().all(|x| x.abs() < 1e9))?;
        }
        self.offset.drift = Field::read(from)?;
        let drift = &self.offset.drift;
        holds(
            [drift.rate, drift.spin, drift.climb, drift.velocity[0], drift.velocity[1]]
                .iter()
                .all(|x| x.abs() < 1e9),
        )
    }

    fn read_gestures(&mut self, graph: &Graph, from: &mut Reader) -> Result<(), SnapshotError> {
        self.begun = Field::read(from)?;
        holds(self.begun < u32::MAX / 2)?;
        for playing in &mut self.playing {
            playing.order = Field::read(from)?;
            holds(playing.order <= self.begun)?;
            if playing.is_active() {
                playing.fresh = Field::read(from)?;
                let (time, passed) = Field::read(from)?;
                playing.voice.begin(graph, &self.knobs, playing.voice.verb, canonical(time)?);
                playing.passed = within(passed, 0.0, 1e12)?;
                playing.ending_secs = Field::read(from)?;
                holds(playing.ending_secs.is_none_or(|secs| (0.0..1e6).contains(&secs)))?;
                playing.settled = false;
                for has in &mut playing.has {
                    *has = within(f64::from(f32::read(from)?), 0.0, 1.0)? as f32;
                }
            }
        }
        Ok(())
    }
}

fn holds(law: bool) -> Result<(), SnapshotError> {
    if law { Ok(()) } else { Err(SnapshotError::Damaged) }
}

fn within(number: f64, least: f64, most: f64) -> Result<f64, SnapshotError> {
    holds(number >= least && number <= most).map(|()| number)
}

/// Within a transition times go on beyond the end of a round.
fn canonical(t: f64) -> Result<f64, SnapshotError> {
    within(t, 0.0, 4.0).map(|t| CanonicalTime(t).0)
}
