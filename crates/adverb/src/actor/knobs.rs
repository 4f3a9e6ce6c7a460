//! The knobs of an actor, each on its way from where it was to where it was set.
//!
//! A knob moves at a limited rate (5.3). Where it is follows from when it was set, and verbs are set to where it is at the
//! ticks of a fixed grid, so that the path does not depend on the frame rate.

use super::migrate::Renumbered;
use super::snapshot::{Read, ensure};
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Graph, KnobId, VerbId};

/// A knob.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Knob {
    /// Where it was when it was set, and when that was.
    pub(super) start: f32,
    pub(super) since: f64,
    pub(super) target: f32,
    /// Where it was at the last tick.
    pub(super) value: f32,
}

impl Knob {
    fn at(&self, rate: f32, now: f64) -> f32 {
        let (most, way) = (rate * (now - self.since) as f32, self.target - self.start);
        if way.abs() <= most { self.target } else { self.start + most.copysign(way) }
    }
}

/// All knobs of an actor.
#[derive(Debug, Clone)]
pub(super) struct Knobs {
    all: Vec<Knob>,
    /// Room for a point of any verb's space.
    point: Vec<f32>,
}

impl Knobs {
    pub(super) fn new(graph: &Graph) -> Self {
        let knob = |start: f32| Knob { start, since: 0.0, target: start, value: start };
        let most = graph.verbs().iter().map(|verb| verb.adverbs().len()).max().unwrap_or(0);
        Self {
            all: graph.knobs().iter().map(|adverb| knob(adverb.default)).collect(),
            point: Vec::with_capacity(most),
        }
    }

    pub(super) fn value(&self, KnobId(id): KnobId) -> f32 {
        self.all[id].value
    }

    /// Where a knob is, if it does not move and was set after a time.
    pub(super) fn set_since(&self, KnobId(id): KnobId, time: f64) -> Option<f32> {
        let knob = &self.all[id];
        (knob.value == knob.target && knob.since > time).then_some(knob.value)
    }

    pub(super) fn set(&mut self, graph: &Graph, KnobId(id): KnobId, value: f32, now: f64) {
        let adverb = &graph.knobs()[id];
        let knob = &mut self.all[id];
        let target = adverb.limited(value);
        if value.is_nan() || target == knob.target {
            return;
        }
        let start = knob.at(adverb.rate, now);
        *knob = Knob { start, since: now, target, value: knob.value };
    }

    /// All at their targets now.
    pub(super) fn snap(&mut self) {
        for knob in &mut self.all {
            (knob.start, knob.value) = (knob.target, knob.target);
        }
    }

    pub(super) fn are_moving(&self) -> bool {
        self.all.iter().any(|knob| knob.value != knob.target)
    }

    /// Whether any is elsewhere now than at the last tick.
    pub(super) fn have_moved(&self, graph: &Graph, now: f64) -> bool {
        let mut all = self.all.iter().zip(graph.knobs());
        all.any(|(knob, adverb)| knob.value != knob.target && knob.value != knob.at(adverb.rate, now))
    }

    /// Brings them to where they are at a tick. Whether any moved.
    pub(super) fn tick(&mut self, graph: &Graph, now: f64) -> bool {
        let mut moved = false;
        for (knob, adverb) in self.all.iter_mut().zip(graph.knobs()) {
            if knob.value != knob.target {
                knob.value = knob.at(adverb.rate, now);
                moved = true;
            }
        }
        moved
    }

    /// The point of a verb's space where they stood at the last tick, or where they are at another time.
    pub(super) fn point(&mut self, graph: &Graph, verb: VerbId, now: Option<f64>) -> &[f32] {
        let Self { all, point } = self;
        let own = graph.verb(verb).adverbs().iter().zip(graph.knobs_of(verb));
        let value = |id: &KnobId| {
            let knob = &all[id.0];
            now.map_or(knob.value, |now| knob.at(graph.knobs()[id.0].rate, now))
        };
        point.clear();
        point.extend(own.map(|(adverb, knob)| adverb.limited(value(knob))));
        point
    }

    /// Takes over the knobs of an actor on another graph, from where they are now, within the ranges of this one.
    pub(super) fn take_over(&mut self, old: &Self, names: Renumbered, now: f64) {
        for (id, knob) in old.all.iter().enumerate().map(|(id, knob)| (KnobId(id), knob)) {
            let Some(new) = names.knob(id) else { continue };
            let limited = |value: f32| names.to.knob(new).limited(value);
            self.all[new.0] = Knob {
                start: limited(knob.at(names.from.knob(id).rate, now)),
                since: now,
                target: limited(knob.target),
                value: limited(knob.value),
            };
        }
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.all.iter().for_each(|knob| knob.write(to));
    }

    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        for knob in &mut self.all {
            *knob = Field::read(from);
            let numbers = [knob.start, knob.target, knob.value];
            ensure(numbers.iter().all(|x| x.is_finite()) && knob.since.is_finite())?;
        }
        Ok(())
    }
}
