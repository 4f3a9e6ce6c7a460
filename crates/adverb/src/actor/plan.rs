//! What an actor is to do next: requests, chance, and the transitions between (thesis 5.2–5.4, algorithm 5.1).

mod route;

use std::sync::Arc;

pub(super) use route::{Origin, Router};

use super::body::Body;
use super::knobs::Knobs;
use super::snapshot::{Read, ensure};
use super::state::{Scratch, State};
use crate::chance::Chance;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Blend, Graph, KnobId, Leave, TransitionId, VerbId};
use crate::time::ROUNDING;

/// Seconds that an interruption must save to be worth it.
const INTERRUPTION_SECS: f64 = 0.1;

/// A transition that is to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Queued {
    pub(super) id: TransitionId,
    /// Whether somebody asked for it. Otherwise one that could leave at once waits for the end of its verb or round.
    pub(super) asked: bool,
}

/// No way leads to a verb from where the actor is.
#[derive(Clone)]
#[non_exhaustive]
pub struct Unreachable {
    /// The verb that plays, or that the transition under way leads to.
    pub from: VerbId,
    /// The verb that was asked for.
    pub verb: VerbId,
    graph: Arc<Graph>,
}

impl Unreachable {
    pub(super) fn new(graph: &Arc<Graph>, from: VerbId, verb: VerbId) -> Self {
        Self { from, verb, graph: graph.clone() }
    }
}

impl core::fmt::Display for Unreachable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let name = |id| self.graph.verb(id).name();
        write!(f, "no way leads from {} to {}", name(self.from), name(self.verb))
    }
}

impl core::fmt::Debug for Unreachable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Unreachable({self})")
    }
}

impl PartialEq for Unreachable {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.verb) == (other.from, other.verb)
    }
}

impl core::error::Error for Unreachable {}

/// What an actor does by itself when nobody asks it for anything: it moves knobs a little, and takes transitions that have a
/// likelihood sooner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Idle {
    /// Seconds without a request or a knob set after which it begins.
    pub after_secs: f32,
    /// Seconds between two stirrings, at least and at most.
    pub every_secs: [f32; 2],
    /// How far it moves knobs from their defaults, as a part of their range.
    pub amount: f32,
}

impl Default for Idle {
    fn default() -> Self {
        Self { after_secs: 8.0, every_secs: [2.0, 6.0], amount: 0.25 }
    }
}

/// The queue, and what fills it.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) queue: Vec<Queued>,
    chance: Chance,
    pub(super) idle: Option<Idle>,
    /// When somebody last asked for something.
    pub(super) touched: f64,
    /// When something is to be stirred next if nobody does.
    stirs: f64,
    /// When a knob last called for a transition.
    answered: f64,
}

impl Plan {
    pub(super) fn new(graph: &Graph, seed: u64) -> Self {
        Self {
            queue: Vec::with_capacity(graph.parts().transitions.len()),
            chance: Chance(seed),
            idle: None,
            touched: 0.0,
            stirs: 0.0,
            answered: -1.0,
        }
    }

    pub(super) fn set_idle(&mut self, idle: Option<Idle>, now: f64) {
        let sound = |i: &Idle| {
            let [least, most] = i.every_secs;
            i.after_secs >= 0.0
                && least >= 0.1
                && most >= least
                && most.is_finite()
                && (0.0..=1.0).contains(&i.amount)
        };
        self.idle = idle.filter(sound);
        self.stirs = now;
    }

    /// An actor whose queue is empty chooses by the likelihoods of the transitions that can still be taken. On a verb that
    /// repeats, what they lack to 1 is the likelihood of another round; one that does not must be left: where all are 0, they
    /// are alike.
    pub(super) fn draw(&mut self, graph: &Graph, body: &Body) {
        if !self.queue.is_empty() {
            return;
        }
        let repeats = body.main.own(graph).is_cyclic();
        let time = body.main.time;
        let achievable = |id: &&TransitionId| is_achievable(graph, **id, time);
        let exits = || graph.exits(body.main.verb).iter().filter(achievable);
        let likelihood = |id: &TransitionId| f64::from(graph.transition(*id).likelihood);
        let total: f64 = exits().map(likelihood).sum();
        let alike = total <= 0.0;
        if exits().next().is_none() || (alike && repeats) {
            return;
        }
        let weight = |id: &TransitionId| if alike { 1.0 } else { likelihood(id) };
        let total: f64 = exits().map(weight).sum();
        let all = if repeats && total < 1.0 { 1.0 } else { total };
        let mut left = self.chance.share() * all;
        let chosen = exits().find(|id| {
            left -= weight(id);
            left < 0.0
        });
        // Rounding may leave nothing for the last.
        let chosen = chosen.or_else(|| if repeats { None } else { exits().next_back() });
        self.queue.extend(chosen.map(|&id| Queued { id, asked: false }));
    }

    /// Where a knob that was set since the last call calls for a transition, that is made next, unless somebody has asked for something.
    pub(super) fn answer(&mut self, graph: &Graph, body: &Body, knobs: &Knobs, now: f64) {
        if graph.parts().calls.is_empty()
            || body.crossing.is_some()
            || self.queue.iter().any(|next| next.asked)
        {
            return;
        }
        let before = self.answered;
        let mut called = graph.called(body.main.verb, |knob| knobs.set_since(knob, before));
        if let Some(id) = called.find(|id| is_achievable(graph, *id, body.main.time)) {
            self.queue.clear();
            self.queue.push(Queued { id, asked: true });
            self.answered = now;
        }
    }

    /// Whether the next transition begins now.
    pub(super) fn is_due(&self, graph: &Graph, body: &Body) -> bool {
        let (None, Some(next)) = (&body.crossing, self.queue.first()) else { return false };
        match leave_time(graph, body, next) {
            Some(start) => (start - body.main.time).abs() < ROUNDING,
            None => false,
        }
    }

    /// When the next transition begins, in canonical time of this round.
    pub(super) fn next_leave_time(&self, graph: &Graph, body: &Body) -> Option<f64> {
        self.queue.first().and_then(|queued| leave_time(graph, body, queued))
    }

    /// Whether the next transition goes over at once.
    pub(super) fn cuts(&self, graph: &Graph) -> bool {
        self.queue.first().is_some_and(|queued| graph.transition(queued.id).blend == Blend::Inertial)
    }

    /// What was drawn and could leave at once has waited for the end of its round.
    pub(super) fn end_round(&mut self) {
        self.queue.iter_mut().take(1).for_each(|queued| queued.asked = true);
    }

    /// Where nobody has asked for anything for long, sets a knob and draws a transition.
    pub(super) fn stir(&mut self, graph: &Graph, body: &Body, knobs: &mut Knobs, now: f64) {
        let Some(idle) = self.idle else { return };
        let quiet = now - self.touched >= f64::from(idle.after_secs);
        if !quiet || now < self.stirs {
            return;
        }
        let [least, most] = idle.every_secs.map(f64::from);
        self.stirs = now + least + self.chance.share() * (most - least);
        if !graph.knobs().is_empty() {
            let knob = KnobId(self.chance.below(graph.knobs().len()));
            let adverb = &graph.knobs()[knob.0];
            let span = (adverb.range[1] - adverb.range[0]) * idle.amount;
            let value = adverb.default + span * (2.0 * self.chance.share() as f32 - 1.0);
            knobs.set(graph, knob, value, now);
        }
        self.draw(graph, body);
    }

    /// Chance and idling go on as those of an actor on another graph.
    pub(super) fn take_over(&mut self, old: &Self) {
        let &Self { chance, idle, touched, stirs, answered, .. } = old;
        (self.chance, self.idle, self.touched) = (chance, idle, touched);
        (self.stirs, self.answered) = (stirs, answered);
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.queue.write(to);
        self.chance.write(to);
        self.idle.write(to);
        ((self.touched, self.stirs), self.answered).write(to);
    }

    /// The queue leads from verb to verb, from where the body is.
    pub(super) fn read(&mut self, graph: &Graph, body: &Body, from: &mut Reader) -> Read {
        self.queue.clear();
        let mut verb = if body.crossing.is_some() { body.next.verb } else { body.main.verb };
        for _ in 0..usize::read(from) {
            let queued = Queued::read(from);
            ensure(queued.id.0 < graph.parts().transitions.len())?;
            ensure(self.queue.len() < self.queue.capacity())?;
            ensure(graph.transition(queued.id).from == verb)?;
            verb = graph.transition(queued.id).to;
            self.queue.push(queued);
        }
        self.chance = Field::read(from);
        let idle: Option<Idle> = Field::read(from);
        self.set_idle(idle, 0.0);
        ensure(self.idle == idle)?;
        ((self.touched, self.stirs), self.answered) = Field::read(from);
        ensure([self.touched, self.stirs, self.answered].iter().all(|secs| secs.is_finite()))
    }
}

impl State {
    /// Asks for a verb: the quickest way there takes the place of what was queued. Returns where ways begin if none leads
    /// there; nothing changes then.
    pub(super) fn request(
        &mut self,
        graph: &Graph,
        scratch: &mut Scratch,
        verb: VerbId,
    ) -> Result<(), VerbId> {
        assert!(verb.0 < graph.verbs().len(), "a verb of the graph");
        let ahead = self.ahead(graph);
        let back = self.back(graph);
        let both = [ahead, back.unwrap_or(ahead)];
        let origins = &both[..1 + usize::from(back.is_some())];
        let Scratch { router, way, .. } = &mut *scratch;
        let begins = router.search(graph, &mut self.knobs, origins, verb, way).ok_or(ahead.verb)?;
        self.plan.queue.clear();
        self.plan.queue.extend(way.iter().map(|&id| Queued { id, asked: true }));
        if begins > 0 {
            self.cut(graph, scratch, false, None);
        }
        self.plan.touched = self.now;
        // A verb that is played once goes on to something.
        if self.body.crossing.is_none() && !self.body.main.own(graph).is_cyclic() {
            self.plan.draw(graph, &self.body);
        }
        Ok(())
    }

    /// Where ways begin: where the present verb or transition leads by itself.
    fn ahead(&self, graph: &Graph) -> Origin {
        let Body { main, next, crossing, .. } = &self.body;
        match crossing {
            None => Origin { verb: main.verb, time: main.time, secs: 0.0 },
            Some(crossing) => Origin {
                verb: next.verb,
                time: in_round(graph, next.verb, crossing.to.last()),
                secs: (1.0 - crossing.progress) * crossing.duration,
            },
        }
    }

    /// Where they may begin as well: in the verb that a transition has left. An interruption must be worth it.
    fn back(&self, graph: &Graph) -> Option<Origin> {
        let main = &self.body.main;
        let time = in_round(graph, main.verb, main.time);
        let origin = Origin { verb: main.verb, time, secs: INTERRUPTION_SECS };
        (self.body.crossing.is_some() && goes_on(graph, main.verb, main.time)).then_some(origin)
    }
}

/// Whether a verb that the actor goes back to can be left again.
fn goes_on(graph: &Graph, verb: VerbId, time: f64) -> bool {
    graph.verb(verb).is_cyclic() || graph.exits(verb).iter().any(|id| is_achievable(graph, *id, time))
}

/// Whether a transition can still begin at a canonical time of its first verb.
fn is_achievable(graph: &Graph, id: TransitionId, time: f64) -> bool {
    let transition = graph.transition(id);
    match transition.leave {
        Leave::During([start, _]) => graph.verb(transition.from).is_cyclic() || start >= time - ROUNDING,
        Leave::AtOnce { .. } => true,
    }
}

/// The canonical time at which a transition begins, in this round.
fn leave_time(graph: &Graph, body: &Body, queued: &Queued) -> Option<f64> {
    let main = &body.main;
    match graph.transition(queued.id).leave {
        Leave::During([start, _]) => Some(in_round(graph, main.verb, start)),
        Leave::AtOnce { .. } if queued.asked => Some(main.time),
        Leave::AtOnce { .. } if main.own(graph).is_cyclic() => None,
        Leave::AtOnce { secs } => {
            let last = main.after(graph, 1.0, -secs);
            Some(if last > main.time { last } else { main.time })
        }
    }
}

/// A canonical time of this round, on a verb that repeats.
pub(super) fn in_round(graph: &Graph, verb: VerbId, t: f64) -> f64 {
    if graph.verb(verb).is_cyclic() { t - t.floor() } else { t }
}
