//! Gestures: motions laid over what the actor does (thesis 5.6, algorithms 5.4 and 5.5).
//!
//! A gesture comes until t_in and goes from t_out on, in its own canonical time. Where it requires a DOF it has it; where it
//! merely defines one, what the verb below requires comes first. Two gestures that require a DOF in common, or a gesture and
//! a verb, do not go together: a newcomer is refused whole, and one that the verb comes to contradict is ended smoothly.
//! What its verb says at certain times is heard as a verb's is, until it is over or is ended early.

use std::sync::Arc;

use super::knobs::Knobs;
use super::migrate::Renumbered;
use super::mix::{mix_ball, mix_scalar, store, vector};
use super::snapshot::{Read, canonical, ensure, within};
use super::step::later;
use super::voice::Voice;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Blended, GestureId, Graph, Mode, OVER_SECS, Piece, VerbId, sigmoid};
use crate::rotation::{compose, exp, inverse, log, log_near};
use crate::skeleton::Skeleton;

/// Seconds in which a gesture that is ended early goes.
const END_SECS: f64 = 0.5;

/// A gesture is refused.
#[derive(Clone)]
#[non_exhaustive]
pub struct Refused {
    /// The gesture that was asked for.
    pub gesture: GestureId,
    /// Why.
    pub reason: Reason,
    graph: Arc<Graph>,
}

/// Why a gesture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is already under way.
    UnderWay,
    /// It requires DOFs that the playing verb requires.
    Verb(VerbId),
    /// It requires DOFs that a gesture requires which came first.
    Gesture(GestureId),
}

impl Refused {
    pub(super) fn new(graph: &Arc<Graph>, gesture: GestureId, reason: Reason) -> Self {
        Self { gesture, reason, graph: graph.clone() }
    }
}

impl core::fmt::Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let gesture = |id| &self.graph.gesture(id).name;
        write!(f, "{} ", gesture(self.gesture))?;
        match self.reason {
            Reason::UnderWay => write!(f, "is already under way"),
            Reason::Verb(verb) => write!(f, "needs the same joints as {}", self.graph.verb(verb).name()),
            Reason::Gesture(other) => {
                write!(f, "needs the same joints as {}, which came first", gesture(other))
            }
        }
    }
}

impl core::fmt::Debug for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Refused({self})")
    }
}

impl PartialEq for Refused {
    fn eq(&self, other: &Self) -> bool {
        (self.gesture, self.reason) == (other.gesture, other.reason)
    }
}

impl core::error::Error for Refused {}

/// All gestures of an actor.
#[derive(Debug, Clone)]
pub(super) struct Gestures {
    /// One for every gesture of the graph.
    pub(super) all: Vec<Playing>,
    /// How many have begun.
    begun: u32,
}

impl Gestures {
    pub(super) fn new(graph: &Graph) -> Self {
        let playing = |gesture: &crate::graph::Gesture| Playing {
            voice: Voice::with_room_for(graph, gesture.verb),
            order: 0,
            fresh: false,
            passed: 0.0,
            ending_secs: None,
            has: vec![0.0; graph.skeleton().dofs().len()],
            settled: false,
        };
        Self { all: graph.parts().gestures.iter().map(playing).collect(), begun: 0 }
    }

    pub(super) fn is_any_active(&self) -> bool {
        self.all.iter().any(Playing::is_active)
    }

    /// Those under way.
    pub(super) fn active(&self) -> impl Iterator<Item = (GestureId, &Playing)> {
        let all = self.all.iter().enumerate().filter(|(_, playing)| playing.is_active());
        all.map(|(id, playing)| (GestureId(id), playing))
    }

    fn active_mut(&mut self) -> impl Iterator<Item = (GestureId, &mut Playing)> {
        let all = self.all.iter_mut().enumerate().filter(|(_, playing)| playing.is_active());
        all.map(|(id, playing)| (GestureId(id), playing))
    }

    /// Whether a gesture may begin over verbs that require some DOFs now.
    pub(super) fn admit<'a>(
        &self,
        graph: &'a Graph,
        id: GestureId,
        mut voices: impl Iterator<Item = &'a Voice>,
    ) -> Result<(), Reason> {
        if self.all[id.0].is_active() {
            return Err(Reason::UnderWay);
        }
        let required = &graph.gesture_uses(id).required;
        let contradicts =
            |voice: &&Voice| graph.uses(voice.verb).at(voice.round_time(graph)).required.meets(required);
        if let Some(voice) = voices.find(contradicts) {
            return Err(Reason::Verb(voice.verb));
        }
        let mut others = self.active().map(|(other, _)| other);
        match others.find(|other| graph.gesture_uses(*other).required.meets(required)) {
            Some(other) => Err(Reason::Gesture(other)),
            None => Ok(()),
        }
    }

    /// Begins a gesture over what the verb below uses.
    pub(super) fn begin(&mut self, graph: &Graph, knobs: &mut Knobs, id: GestureId, below: &Piece) {
        self.begun += 1;
        let gesture = &mut self.all[id.0];
        gesture.voice.begin(graph, knobs, gesture.voice.verb, 0.0);
        (gesture.order, gesture.fresh, gesture.passed, gesture.ending_secs) = (self.begun, true, 0.0, None);
        gesture.take_dofs(graph, id, below, None);
    }

    pub(super) fn end_all(&mut self) {
        self.all.iter_mut().for_each(|gesture| gesture.order = 0);
    }

    pub(super) fn retune(&mut self, graph: &Graph, knobs: &mut Knobs, now: Option<f64>) {
        for (_, playing) in self.active_mut() {
            playing.voice.retune(graph, knobs, now);
        }
    }

    /// Time passes over what the verb below uses.
    pub(super) fn pass(&mut self, graph: &Graph, secs: f64, below: &Piece) {
        for (id, playing) in self.active_mut() {
            playing.pass(graph, secs);
            if !playing.settled {
                playing.take_dofs(graph, id, below, Some(secs));
            }
        }
    }

    /// Ends those that require what the verb below has come to require.
    pub(super) fn end_contradicted(&mut self, graph: &Graph, below: &Piece) {
        for (id, playing) in self.active_mut() {
            playing.settled = false;
            if graph.gesture_uses(id).required.meets(&below.required) {
                playing.ending_secs.get_or_insert(0.0);
            }
        }
    }

    /// Laid over some DOFs of a pose, the ones that came first above; two more poses are room for their own.
    pub(super) fn apply(&self, graph: &Graph, of: &Blended, dofs: &mut [f32], [own, first]: [&mut [f32]; 2]) {
        if !self.is_any_active() {
            return;
        }
        let mut newest = u32::MAX;
        while let Some((id, playing)) = self.newest(newest) {
            playing.apply(graph, id, of, dofs, [own, first]);
            newest = playing.order;
        }
    }

    /// The last gesture to begin before another.
    fn newest(&self, before: u32) -> Option<(GestureId, &Playing)> {
        let earlier = self.active().filter(|(_, playing)| playing.order < before);
        earlier.reduce(|a, b| if b.1.order > a.1.order { b } else { a })
    }

    /// Those of an actor on another graph go on, if this one has them.
    pub(super) fn take_over(
        &mut self,
        knobs: &mut Knobs,
        old: &Self,
        names: Renumbered,
        lost: &mut Vec<String>,
    ) {
        self.begun = old.begun;
        for (id, playing) in old.active() {
            let Some(new_id) = names.gesture(id) else {
                lost.push(format!("gesture {}", names.from.gesture(id).name));
                continue;
            };
            let new = &mut self.all[new_id.0];
            new.voice.begin(names.to, knobs, new.voice.verb, playing.voice.time);
            (new.order, new.fresh, new.passed) = (playing.order, playing.fresh, playing.passed);
            (new.ending_secs, new.settled) = (playing.ending_secs, false);
            let defined = &names.to.gesture_uses(new_id).defined;
            let own = names.dofs().filter(|[_, to]| defined.contains(*to));
            own.for_each(|[from, to]| new.has[to] = playing.has[from]);
        }
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.begun.write(to);
        for playing in &self.all {
            playing.order.write(to);
            if playing.is_active() {
                playing.fresh.write(to);
                (playing.voice.time, playing.passed).write(to);
                playing.ending_secs.write(to);
                playing.has.iter().for_each(|has| has.write(to));
            }
        }
    }

    pub(super) fn read(&mut self, graph: &Graph, knobs: &mut Knobs, from: &mut Reader) -> Read {
        self.begun = Field::read(from);
        ensure(self.begun < u32::MAX / 2)?;
        for playing in &mut self.all {
            playing.order = Field::read(from);
            ensure(playing.order <= self.begun)?;
            if playing.is_active() {
                playing.fresh = Field::read(from);
                let (time, passed) = Field::read(from);
                playing.voice.begin(graph, knobs, playing.voice.verb, canonical(time)?);
                playing.passed = within(passed, 0.0, 1e12)?;
                playing.ending_secs = Field::read(from);
                ensure(playing.ending_secs.is_none_or(|secs| (0.0..1e6).contains(&secs)))?;
                playing.settled = false;
                for has in &mut playing.has {
                    *has = within(f64::from(f32::read(from)), 0.0, 1.0)? as f32;
                }
            }
        }
        Ok(())
    }
}

/// A gesture of the graph as an actor has it.
#[derive(Debug, Clone)]
pub(super) struct Playing {
    pub(super) voice: Voice,
    /// Its turn among the gestures that were begun; zero when it is not played.
    pub(super) order: u32,
    /// Whether it has not begun yet.
    pub(super) fresh: bool,
    /// Canonical time since it began: goes on beyond 1 on a verb that repeats.
    pub(super) passed: f64,
    /// Seconds since it was ended early.
    pub(super) ending_secs: Option<f64>,
    /// How far it has each DOF, from 0 to 1.
    pub(super) has: Vec<f32>,
    /// Whether it has had all that it is to have since its usage, or that of the verb below, last changed.
    pub(super) settled: bool,
}

impl Playing {
    pub(super) fn is_active(&self) -> bool {
        self.order > 0
    }

    /// How much of it there is, 1 − α of algorithm 5.4.
    pub(super) fn weight(&self, graph: &Graph, id: GestureId) -> f32 {
        let gesture = &graph.parts().gestures[id.0];
        let repeats = self.voice.own(graph).is_cyclic();
        let comes = if self.passed < gesture.fade_in { sigmoid(self.passed / gesture.fade_in) } else { 1.0 };
        let goes = if !repeats && self.voice.time > gesture.fade_out {
            sigmoid((1.0 - self.voice.time) / (1.0 - gesture.fade_out))
        } else {
            1.0
        };
        let least = if comes < goes { comes } else { goes };
        (least * self.ending_secs.map_or(1.0, |secs| 1.0 - sigmoid(secs / END_SECS))) as f32
    }

    /// Seconds until it is over.
    pub(super) fn left_secs(&self, graph: &Graph) -> f64 {
        let own = if self.voice.own(graph).is_cyclic() { f64::INFINITY } else { self.secs_until(graph, 1.0) };
        let ending = self.ending_secs.map_or(f64::INFINITY, |secs| END_SECS - secs);
        if own < ending { own } else { ending }
    }

    /// Seconds until it comes to a canonical time.
    pub(super) fn secs_until(&self, graph: &Graph, t: f64) -> f64 {
        self.voice.secs_at(graph, t) - self.voice.secs_at(graph, self.voice.time)
    }

    /// When its verb says something next: the canonical time, of one that repeats maybe beyond 1, and the same within its round.
    pub(super) fn next_event(&self, graph: &Graph) -> Option<[f64; 2]> {
        let repeats = self.voice.own(graph).is_cyclic();
        let ahead = |at: f64| {
            let own = self.voice.in_this_round(graph, at);
            [if repeats && own <= self.voice.time { own + 1.0 } else { own }, own]
        };
        let events = graph.events_of(self.voice.verb).map(|(_, event)| ahead(event.at));
        let events = events.filter(|[t, _]| *t > self.voice.time && self.ending_secs.is_none());
        events.reduce(|next, other| if other[0] < next[0] { other } else { next })
    }

    fn pass(&mut self, graph: &Graph, secs: f64) {
        let after = later(self.voice.time, self.voice.after(graph, self.voice.time, secs));
        // Rounding must not take it over what it has not said yet.
        let after = match self.next_event(graph) {
            Some([t, _]) if after >= t => t.next_down(),
            _ => after,
        };
        self.passed += after - self.voice.time;
        self.voice.time = if self.voice.own(graph).is_cyclic() { after - after.floor() } else { after };
        if let Some(ending) = &mut self.ending_secs {
            *ending += secs;
        }
    }

    /// Takes and leaves DOFs as its usage and that of the verb below change, at once or as time passes. What it requires at
    /// any time it has throughout: it is ended as a whole where that cannot be.
    fn take_dofs(&mut self, graph: &Graph, id: GestureId, below: &Piece, secs: Option<f64>) {
        let uses = graph.gesture_uses(id);
        let piece = uses.at(self.voice.time);
        self.settled = uses.steady;
        let most = secs.map_or(1.0, |secs| secs as f32 / OVER_SECS as f32);
        let sets = [&uses.defined, &uses.required, &piece.defined, &below.required].map(|dofs| dofs.words());
        for (word, all) in self.has.chunks_mut(64).enumerate() {
            let [mut own, required, defined, taken] = sets.map(|words| words[word]);
            // As `arbitrate` has it between the two.
            let wanted = required | (defined & !taken);
            while own != 0 {
                let d = own.trailing_zeros() as usize;
                own &= own - 1;
                let way = (wanted >> d & 1) as f32 - all[d];
                self.settled &= way.abs() <= most;
                all[d] = if way.abs() <= most { all[d] + way } else { all[d] + most.copysign(way) };
            }
        }
    }

    /// Laid over some DOFs of a pose; two more poses are room for its own.
    fn apply(
        &self,
        graph: &Graph,
        id: GestureId,
        of: &Blended,
        dofs: &mut [f32],
        [own, first]: [&mut [f32]; 2],
    ) {
        let Blended { balls, scalars, end } = of;
        let weight = self.weight(graph, id);
        if weight <= 0.0 || balls.iter().chain(scalars).all(|d| self.has[*d] <= 0.0) {
            return;
        }
        let gesture = &graph.parts().gestures[id.0];
        self.voice.pose(graph, self.voice.time, &mut own[..*end]);
        if gesture.mode == Mode::Additive {
            self.voice.pose(graph, 0.0, &mut first[..*end]);
        }
        let share = |d: usize| weight * smooth(self.has[d]);
        let scalars = scalars.iter().filter(|d| !Skeleton::PLACEMENT.contains(d));
        for (&d, share) in scalars.map(|d| (d, share(*d))).filter(|(_, share)| *share > 0.0) {
            match gesture.mode {
                Mode::Replace => mix_scalar(dofs, own, d, share),
                Mode::Additive => dofs[d] += share * (own[d] - first[d]),
            }
        }
        for (&d, share) in balls.iter().map(|d| (d, share(*d))).filter(|(_, share)| *share > 0.0) {
            match gesture.mode {
                Mode::Replace => mix_ball(dofs, own, d, share),
                Mode::Additive => {
                    let change = log(compose(inverse(exp(vector(first, d))), exp(vector(own, d))));
                    let below = vector(dofs, d);
                    store(dofs, d, log_near(compose(exp(below), exp(change * share)), below));
                }
            }
        }
    }
}

fn smooth(x: f32) -> f32 {
    x * x * (3.0 - 2.0 * x)
}
