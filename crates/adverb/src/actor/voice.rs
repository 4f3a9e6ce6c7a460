//! A verb being played: which, how far through it, and how it is set.

use super::knobs::Knobs;
use super::transition::STEP_M;
use crate::curve::Derivative;
use crate::graph::{Graph, VerbId};
use crate::screw::{Place, Screw};
use crate::skeleton::Skeleton;
use crate::time::{CanonicalTime, VerbTime};
use crate::verb::{Phase, Setting, Verb};

/// A verb being played. Room is made once for any verb of the graph.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Voice {
    pub(super) verb: VerbId,
    /// Canonical; within a transition it may lie beyond 1 on a verb that repeats.
    pub(super) time: f64,
    pub(super) setting: Setting,
}

impl Voice {
    pub(super) fn with_room(graph: &Graph) -> Self {
        let setting = Setting::with_room(graph.verbs().iter());
        Self { verb: VerbId(0), time: 0.0, setting }
    }

    /// Room for one verb alone.
    pub(super) fn with_room_for(graph: &Graph, verb: VerbId) -> Self {
        let setting = Setting::with_room([graph.verb(verb)].into_iter());
        Self { verb, time: 0.0, setting }
    }

    pub(super) fn begin(&mut self, graph: &Graph, knobs: &mut Knobs, verb: VerbId, time: f64) {
        (self.verb, self.time) = (verb, time);
        self.setting.play(graph.verb(verb), knobs.point(graph, verb, None));
    }

    /// What times a verb takes, and nothing else of it.
    pub(super) fn find_times(&mut self, graph: &Graph, knobs: &mut Knobs, verb: VerbId) {
        self.setting.play_times(graph.verb(verb), knobs.point(graph, verb, None));
    }

    /// The knobs have moved: sets it as at the last tick, or as at another time.
    pub(super) fn retune(&mut self, graph: &Graph, knobs: &mut Knobs, now: Option<f64>) {
        let own = graph.verb(self.verb);
        if !own.adverbs().is_empty() {
            self.setting.set(own, knobs.point(graph, self.verb, now));
        }
    }

    pub(super) fn own<'a>(&self, graph: &'a Graph) -> &'a Verb {
        graph.verb(self.verb)
    }

    /// The canonical time, in this round.
    pub(super) fn round_time(&self, graph: &Graph) -> f64 {
        if self.own(graph).is_cyclic() { self.time - self.time.floor() } else { self.time }
    }

    /// A canonical time in the round that the clock is in.
    pub(super) fn in_this_round(&self, graph: &Graph, t: f64) -> f64 {
        if self.own(graph).is_cyclic() { t - t.floor() + self.time.floor() } else { t }
    }

    /// Verb time at a canonical time; on a verb that repeats, rounds included.
    #[cfg_attr(target_family = "wasm", inline(never))] // in many places it would make the module for the browser larger
    pub(super) fn secs_at(&self, graph: &Graph, t: f64) -> f64 {
        let rounds = if self.own(graph).is_cyclic() { t.floor() } else { 0.0 };
        let timeline = self.setting.timeline();
        timeline.verb_time(CanonicalTime(t - rounds)).0 + rounds * timeline.duration().0
    }

    /// The canonical time so many seconds after another, or before it.
    pub(super) fn after(&self, graph: &Graph, t: f64, secs: f64) -> f64 {
        let timeline = self.setting.timeline();
        let then = self.secs_at(graph, t) + secs;
        let rounds = if self.own(graph).is_cyclic() { (then / timeline.duration().0).floor() } else { 0.0 };
        rounds + timeline.canonical_time(VerbTime(then - rounds * timeline.duration().0)).0
    }

    /// Seconds per canonical time.
    pub(super) fn rate(&self, graph: &Graph, t: f64) -> f64 {
        let t = if self.own(graph).is_cyclic() { t - t.floor() } else { t };
        self.setting.timeline().verb_time_rate(CanonicalTime(t))
    }

    /// How far it goes from its beginning to its end, or in a round.
    pub(super) fn travels_m(&self) -> f64 {
        let [x, z] = self.setting.travel().velocity;
        (x * x + z * z).sqrt()
    }

    /// Whether it hardly goes anywhere.
    pub(super) fn stays(&self) -> bool {
        self.travels_m() < STEP_M
    }

    /// x, z and heading as seen from the frame of the travel.
    pub(super) fn place(&self, graph: &Graph, t: f64) -> Place {
        let [[x, z, heading], _] = self.own(graph).placement_in_frame(&self.setting, CanonicalTime(t));
        [x, z, heading + self.setting.travel().spin * t]
    }

    /// How the body moves at a canonical time, per canonical time, seen from itself.
    pub(super) fn twist(&self, graph: &Graph, t: f64) -> Screw {
        let [place, velocity] = self.own(graph).placement_in_frame(&self.setting, CanonicalTime(t));
        self.setting.travel().of_body(place, velocity)
    }

    /// The first DOFs, or all, legs among them; x, z and heading as [`Self::place`] has them.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn pose(&self, graph: &Graph, t: f64, dofs: &mut [f32]) {
        self.own(graph).first_in_frame(&self.setting, CanonicalTime(t), Derivative::Position, dofs);
        dofs[Skeleton::HEIGHT.index()] += self.own(graph).lift(&self.setting, CanonicalTime(t), dofs);
        dofs[Skeleton::HEADING.index()] += (self.setting.travel().spin * t) as f32;
    }

    /// The support phases of a foot of the graph.
    pub(super) fn phases<'a>(&'a self, graph: &'a Graph, foot: usize) -> &'a [Phase] {
        let own = graph.foot_of(self.verb, foot);
        own.and_then(|own| self.setting.phases(self.own(graph).feet()).nth(own)).unwrap_or(&[])
    }

    /// The next canonical time after now at which something is marked: an event, a support phase that begins or ends, a
    /// change of usage. On a verb that repeats the end is the next beginning; its own marks are found at most one round
    /// ahead.
    pub(super) fn next_mark(&self, graph: &Graph) -> f64 {
        let mut next = f64::INFINITY;
        let round = self.own(graph).is_cyclic().then(|| self.time.floor());
        let mut consider = |t: f64| {
            let t = match round {
                None => t,
                Some(round) => {
                    let of_round = t - t.floor();
                    let own = of_round + round;
                    if own <= self.time { of_round + (round + 1.0) } else { own }
                }
            };
            if t > self.time && t < next {
                next = t;
            }
        };
        graph.events_of(self.verb).for_each(|(_, event)| consider(event.at));
        graph.uses(self.verb).pieces.iter().for_each(|piece| consider(piece.from));
        let phases = self.setting.phases(self.own(graph).feet()).flatten();
        phases.for_each(|phase| {
            consider(phase.from);
            consider(phase.to);
        });
        next
    }
}
