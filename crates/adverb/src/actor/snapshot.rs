//! The whole state of an actor as a few bytes, and back: for rollback, replays and saved games.
//!
//! ```text
//!   0  format version       u32: 2
//!   4  checksum of the rest u32
//!   8  graph's fingerprint  u64
//!  16  the state            part after part, each as it writes itself, field by field as packs have them
//! ```
//!
//! Settings are not among them: they follow from the knobs. What is at rest (no inertia, no gesture) takes no room.

use std::sync::Arc;

use super::body::Body;
use super::feet::{Hold, Left, Step};
use super::hands::{Object, Reaching};
use super::knobs::Knob;
use super::plan::{Idle, Queued};
use super::root::{Node, Root, Steer};
use super::state::State;
use super::transition::Crossing;
use crate::chance::Chance;
use crate::checksum::crc32;
use crate::encoding::{Field, Malformed, Reader, Writer, records};
use crate::graph::{Graph, Knot, TransitionId, VerbId};
use crate::kinematics::LocalTransform;
use crate::limbs::Look;
use crate::origin::{DPlacement, WorldTransform};

/// The version of snapshots that this version of the library writes and reads.
pub const SNAPSHOT_VERSION: u32 = 2;

/// Why bytes are not a state of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// Another version of the library wrote them.
    Version(u32),
    /// They are those of an actor on another graph.
    AnotherGraph,
    /// They are cut short, changed, or not those of an actor.
    Damaged,
}

impl core::fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Version(other) => {
                write!(f, "the snapshot has format {other}; this version reads {SNAPSHOT_VERSION}")
            }
            Self::AnotherGraph => write!(f, "the snapshot belongs to another graph"),
            Self::Damaged => write!(f, "the snapshot is cut short or damaged"),
        }
    }
}

impl core::error::Error for SnapshotError {}

impl From<Malformed> for SnapshotError {
    fn from(_: Malformed) -> Self {
        Self::Damaged
    }
}

/// What reading a part comes to.
pub(super) type Read = Result<(), SnapshotError>;

records! {
    Knob { start, since, target, value }
    Knot { p, t, slope }
    TransitionId { 0 }
    Queued { id, asked }
    Chance { 0 }
    Idle { after_secs, every_secs, amount }
    Root { frame, climbed, node }
    Node { place, ago_secs }
    Steer { by, from }
    Hold { planted, left, shifting, step, correction, cut_height, goal_height, place, ground, tilt, flat }
    Left { offset, velocity, rise, free_secs }
    Step { to, height, from, leaves, own, secs, takes_secs }
    Reaching { target, aim, nearness }
    Object { at, held }
    LocalTransform { translation, rotation }
    WorldTransform { translation, rotation }
    DPlacement { x, y, z, heading }
    Look { target, turned, waited_secs }
}

/// Bytes before the state.
const HEADER: usize = 16;

impl State {
    /// The whole state, in the place of what the bytes held.
    pub(super) fn snapshot(&self, graph: &Graph, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend(SNAPSHOT_VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(graph.fingerprint().to_le_bytes());
        let mut to = Writer::onto(core::mem::take(bytes));
        self.write(graph, &mut to);
        *bytes = to.into_sections().0;
        let checksum = crc32(&bytes[8..]);
        bytes[4..8].copy_from_slice(&checksum.to_le_bytes());
    }

    pub(super) fn write(&self, graph: &Graph, to: &mut Writer) {
        self.origin.write(to);
        (self.now, self.ticks).write(to);
        (self.fresh, self.waited_secs).write(to);
        self.knobs.write(to);
        self.body.write(to);
        self.plan.write(to);
        self.life.write(graph, to);
        self.feet.write(to);
        self.hands.write(to);
        self.gaze.write(to);
        self.dofs.iter().for_each(|dof| dof.write(to));
    }

    /// Takes over the contents of a snapshot. Where they are refused, the state is no longer whole.
    pub(super) fn read(&mut self, graph: &Graph, contents: &[u8]) -> Read {
        let from = &mut Reader::new(contents, Arc::default());
        self.origin = Field::read(from);
        ensure(self.origin.is_sound())?;
        (self.now, self.ticks) = Field::read(from);
        within(self.now, 0.0, 1e12)?;
        ensure(self.ticks < 1 << 60)?;
        (self.fresh, self.waited_secs) = Field::read(from);
        ensure(self.waited_secs >= 0.0)?;
        self.knobs.read(from)?;
        self.read_body(graph, from)?;
        self.plan.read(graph, &self.body, from)?;
        self.life.read(graph, from);
        self.feet.read(from)?;
        self.hands.read(from)?;
        self.gaze.read(from)?;
        for dof in &mut self.dofs {
            *dof = within(f64::from(f32::read(from)), -1e9, 1e9)? as f32;
        }
        Ok(from.finish()?)
    }

    fn read_body(&mut self, graph: &Graph, from: &mut Reader) -> Read {
        let Self { body, knobs, .. } = self;
        let (verb, time) = Field::read(from);
        let verb = VerbId(verb);
        ensure(graph.nodes().any(|node| node == verb))?;
        body.main.begin(graph, knobs, verb, canonical(time)?);
        body.main.read_drawn(graph, from);
        body.crossing = match bool::read(from) {
            true => Some(Crossing::read(graph, knobs, &body.main, &mut body.next, from)?),
            false => None,
        };
        body.inertia.read(from)?;
        body.root.read(from)?;
        ensure(body.is_steady() || body.root.node.is_some())?;
        body.gestures.read(graph, knobs, from)
    }
}

/// The state within a snapshot of an actor on this graph, whose checksum is right.
pub(super) fn contents<'a>(graph: &Graph, bytes: &'a [u8]) -> Result<&'a [u8], SnapshotError> {
    let (header, state) = bytes.split_first_chunk::<HEADER>().ok_or(SnapshotError::Damaged)?;
    let [v0, v1, v2, v3, c0, c1, c2, c3, fingerprint @ ..] = *header;
    let version = u32::from_le_bytes([v0, v1, v2, v3]);
    if version != SNAPSHOT_VERSION {
        return Err(SnapshotError::Version(version));
    }
    if u32::from_le_bytes([c0, c1, c2, c3]) != crc32(&bytes[8..]) {
        return Err(SnapshotError::Damaged);
    }
    if u64::from_le_bytes(fingerprint) != graph.fingerprint() {
        return Err(SnapshotError::AnotherGraph);
    }
    Ok(state)
}

impl Body {
    fn write(&self, to: &mut Writer) {
        (self.main.verb.0, self.main.time).write(to);
        self.main.write_drawn(to);
        self.crossing.is_some().write(to);
        if let Some(crossing) = &self.crossing {
            crossing.write(&self.next, to);
        }
        self.inertia.write(to);
        self.root.write(to);
        self.gestures.write(to);
    }
}

pub(super) fn ensure(law: bool) -> Read {
    if law { Ok(()) } else { Err(SnapshotError::Damaged) }
}

pub(super) fn within(number: f64, least: f64, most: f64) -> Result<f64, SnapshotError> {
    ensure(number >= least && number <= most).map(|()| number)
}

/// Within a transition times go on beyond the end of a round.
pub(super) fn canonical(t: f64) -> Result<f64, SnapshotError> {
    within(t, 0.0, 4.0)
}
