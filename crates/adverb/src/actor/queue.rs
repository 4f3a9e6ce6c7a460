//! What an actor is to do next: requests, chance, and the transitions between (thesis 5.2–5.4, algorithm 5.1).

use glam::{Vec2, Vec3};

use super::Actor;
use super::crossing::{Crossing, ROUNDING, duration, regions};
use super::feet::{Hold, Left, drift};
use super::root::{scaled, sum};
use super::route::Origin;
use super::voice::Voice;
use super::{Heard, World};
use crate::graph::{Blend, Graph, KnobId, Leave, TransitionId, VerbId};
use crate::time::AnimationTime;

/// Seconds that an interruption must save to be worth it.
const INTERRUPTION_SECS: f64 = 0.1;
/// A transition that goes farther than this takes a step, and no foot is held throughout it; metres.
const STEP_M: f64 = 0.15;
/// Seconds between two poses from which velocities are found.
pub(super) const BEFORE_SECS: f32 = 1.0 / 240.0;

/// A transition that is to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Queued {
    pub(super) id: TransitionId,
    /// Whether somebody asked for it. Otherwise one that could leave at once waits for the end of its verb or round.
    pub(super) asked: bool,
}

/// There is no way to a verb from where the actor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable {
    /// The verb that plays, or that the transition under way leads to.
    pub from: VerbId,
    /// The verb that was asked for.
    pub verb: VerbId,
}

impl Unreachable {
    /// With the names that the verbs have in the graph.
    ///
    /// # Panics
    /// If the graph has no such verbs.
    pub fn in_words(self, graph: &Graph) -> String {
        format!("no way leads from {} to {}", graph.verb(self.from).name(), graph.verb(self.verb).name())
    }
}

impl core::fmt::Display for Unreachable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "no way leads from verb number {} to verb number {}", self.from.0, self.verb.0)
    }
}

impl core::error::Error for Unreachable {}

/// What an actor does by itself when nobody asks it for anything: knobs are turned a little, and transitions that have a
/// likelihood are taken sooner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Idle {
    /// Seconds without a request or a knob turned after which it begins.
    pub after_secs: f32,
    /// Seconds between two stirrings, at least and at most.
    pub every_secs: [f32; 2],
    /// How far knobs are turned from their defaults, as a part of their range.
    pub amount: f32,
}

impl Default for Idle {
    fn default() -> Self {
        Self { after_secs: 8.0, every_secs: [2.0, 6.0], amount: 0.25 }
    }
}

impl Actor {
    /// Asks for a verb: the quickest way there takes the place of what was queued. Within a transition the way may lead back
    /// out of it; pose and velocity go on without a step then. If no way leads there, nothing changes.
    ///
    /// # Panics
    /// If the graph has no verb of that number.
    pub fn request(&mut self, graph: &Graph, verb: VerbId) -> Result<(), Unreachable> {
        assert!(verb.0 < graph.verbs().len(), "a verb of the graph");
        let (stay, back) = self.origins();
        let ahead = self.way_from(graph, stay, verb);
        let back = back.filter(|origin| self.goes_on(graph, origin));
        let back = back.and_then(|origin| self.way_from(graph, origin, verb).map(|way| (origin, way)));
        let interrupts = match (ahead, back) {
            (None, None) => return Err(Unreachable { from: stay.verb, verb }),
            (Some(ahead), Some((_, back))) => back + INTERRUPTION_SECS < ahead,
            (ahead, _) => ahead.is_none(),
        };
        let origin = match back {
            Some((origin, _)) if interrupts => {
                self.cut(graph, false, None);
                origin
            }
            _ => stay,
        };
        self.queue.clear();
        self.touched = self.now;
        if origin.verb != verb {
            let last = self.router.search(graph, &self.knobs, origin, verb);
            let Self { router, way, queue, .. } = self;
            if let Some((last, _)) = last {
                router.way(last, way);
                queue.extend(way.iter().map(|&id| Queued { id, asked: true }));
            }
        }
        // A verb that is played once goes on to something.
        if self.crossing.is_none() && !self.main.own(graph).is_cyclic() {
            self.draw(graph);
        }
        Ok(())
    }

    /// What it does when nobody asks it for anything; `None` is nothing of its own. Numbers that make no sense are ignored.
    pub fn set_idle(&mut self, idle: Option<Idle>) {
        let sound = |i: &Idle| {
            let [least, most] = i.every_secs;
            i.after_secs >= 0.0
                && least >= 0.1
                && most >= least
                && most.is_finite()
                && (0.0..=1.0).contains(&i.amount)
        };
        self.idle = idle.filter(sound);
        self.stirs = self.now;
    }

    /// Where ways begin: from where the present verb or transition leads by itself, and from the verb a transition has left.
    fn origins(&self) -> (Origin, Option<Origin>) {
        let Some(crossing) = &self.crossing else {
            return (Origin { verb: self.main.verb, time: self.main.time, secs: 0.0 }, None);
        };
        let left_secs = (1.0 - crossing.progress) * crossing.duration;
        let arrives = crossing.to.last();
        (
            Origin { verb: self.next.verb, time: arrives, secs: left_secs },
            Some(Origin { verb: self.main.verb, time: self.main.time, secs: 0.0 }),
        )
    }

    /// Whether a verb that the actor goes back to can be left again.
    fn goes_on(&self, graph: &Graph, origin: &Origin) -> bool {
        let verb = graph.verb(origin.verb);
        verb.is_cyclic() || graph.exits(origin.verb).iter().any(|id| is_achievable(graph, *id, origin.time))
    }

    /// Seconds until a verb plays.
    fn way_from(&mut self, graph: &Graph, origin: Origin, verb: VerbId) -> Option<f64> {
        if origin.verb == verb {
            return Some(origin.secs);
        }
        let origin = Origin { time: in_round(graph, origin.verb, origin.time), ..origin };
        self.router.search(graph, &self.knobs, origin, verb).map(|(_, secs)| secs)
    }

    /// An actor whose queue is empty chooses by the likelihoods of the transitions that can still be taken. On a verb that
    /// repeats, what they lack to 1 is the likelihood of another round; one that does not must be left: where all are 0, they
    /// are alike.
    pub(super) fn draw(&mut self, graph: &Graph) {
        if !self.queue.is_empty() {
            return;
        }
        let repeats = self.main.own(graph).is_cyclic();
        let time = self.main.time;
        let achievable = |id: &&TransitionId| is_achievable(graph, **id, time);
        let exits = || graph.exits(self.main.verb).iter().filter(achievable);
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

    /// Whether the next transition begins now.
    pub(super) fn is_due(&self, graph: &Graph) -> bool {
        let (None, Some(next)) = (&self.crossing, self.queue.first()) else { return false };
        match self.leave_time(graph, next) {
            Some(start) => (start - self.main.time).abs() < ROUNDING,
            None => false,
        }
    }

    /// The canonical time at which a transition begins, in this round.
    pub(super) fn leave_time(&self, graph: &Graph, queued: &Queued) -> Option<f64> {
        match graph.transition(queued.id).leave {
            Leave::During([start, _]) => Some(in_round(graph, self.main.verb, start)),
            Leave::AtOnce { .. } if queued.asked => Some(self.main.time),
            Leave::AtOnce { .. } if self.main.own(graph).is_cyclic() => None,
            Leave::AtOnce { secs } => {
                let last = self.main.after(graph, 1.0, -secs);
                Some(if last > self.main.time { last } else { self.main.time })
            }
        }
    }

    /// The next transition of the queue begins.
    pub(super) fn leave(&mut self, graph: &Graph, world: &mut impl World) {
        let Queued { id, .. } = self.queue.remove(0);
        let transition = graph.transition(id);
        self.next.begin(graph, &self.knobs, transition.to, 0.0);
        let regions = regions(graph, id, &self.main);
        self.next.time = regions[1][0];
        if transition.blend == Blend::Inertial {
            let secs = duration(graph, [&self.main, &self.next], regions);
            self.cut(graph, true, Some(secs));
            self.emit(graph, world);
            self.arrived(graph);
            return;
        }
        let mut crossing = Crossing::new(graph, id, &self.main, &self.next);
        if self.travels_m(graph, &crossing) < STEP_M {
            crossing.held = self.feet_at_both_ends(graph, &crossing);
        }
        self.set_node(graph);
        self.crossing = Some(crossing);
        self.reconcile(graph);
        self.end_contradicted(graph);
    }

    /// How far the actor goes in a transition, about.
    fn travels_m(&self, graph: &Graph, crossing: &Crossing) -> f64 {
        let speed = |voice: &Voice, t: f64| voice.travels_m() / voice.rate(graph, t);
        let [a, b] = [speed(&self.main, crossing.from.first()), speed(&self.next, crossing.to.last())];
        (a + b) / 2.0 * crossing.duration
    }

    /// A bit per foot that stands where a transition begins and where it ends.
    fn feet_at_both_ends(&self, graph: &Graph, crossing: &Crossing) -> u64 {
        let both = |foot: &usize| {
            self.main.supports(graph, *foot, crossing.from.first())
                && self.next.supports(graph, *foot, crossing.to.last())
        };
        (0..graph.feet().len().min(64)).filter(both).fold(0, |held, foot| held | 1 << foot)
    }

    /// A transition has come to its end.
    pub(super) fn arrive(&mut self, graph: &Graph) {
        let Some(crossing) = self.crossing else { return };
        let last = crossing.to.last();
        // Rounding must not take it back over a mark.
        self.next.time = if last > self.next.time { last } else { self.next.time };
        self.set_node(graph);
        core::mem::swap(&mut self.main, &mut self.next);
        self.crossing = None;
        self.main.time = in_round(graph, self.main.verb, self.main.time);
        if !self.offset.is_active() {
            self.end_node(graph);
        }
        self.arrived(graph);
        self.release_drifted(graph);
    }

    /// The verb that plays is another one.
    fn arrived(&mut self, graph: &Graph) {
        self.draw(graph);
        self.reconcile(graph);
        self.end_contradicted(graph);
    }

    /// Goes over at once to one of the two voices; pose and velocity go on, and what they differ by decays.
    pub(super) fn cut(&mut self, graph: &Graph, to_next: bool, secs: Option<f64>) {
        let mut rooms = core::mem::take(&mut self.scratch);
        let [pose, before, motion, motion_before] = &mut rooms;
        self.primary_into(graph, 0.0, pose, motion);
        self.primary_into(graph, -f64::from(BEFORE_SECS), before, motion);
        let twist = self.twist(graph, 0.0);
        self.keep_weights(graph);
        self.set_node(graph);
        let frame = self.root.frame;
        for foot in 0..self.holds.len() {
            self.holds[foot].correction = self.free_correction(graph, foot, frame);
        }
        if to_next {
            core::mem::swap(&mut self.main, &mut self.next);
        }
        self.crossing = None;
        self.offset.end();
        self.main.time = in_round(graph, self.main.verb, self.main.time);
        self.main.pose(graph, self.main.time, motion);
        let earlier = self.main.after(graph, self.main.time, -f64::from(BEFORE_SECS));
        self.main.pose(graph, earlier, motion_before);
        let own = self.twist(graph, 0.0);
        self.take_off_weights(graph);
        self.offset.begin(graph, [pose, motion], [before, motion_before], BEFORE_SECS, secs);
        self.offset.drift = sum(twist, scaled(own, -1.0));
        self.scratch = rooms;
        // Feet in the air go on from where they are, too.
        let free = |hold: &Hold| hold.planted.is_none() && !hold.shifting;
        for (foot, hold) in self.holds.iter_mut().enumerate().filter(|(_, hold)| free(hold)) {
            let approach = self.main.approach(graph, foot, frame);
            let offset = Vec2::new(hold.correction.x, hold.correction.z) - approach;
            hold.left = Left { offset, velocity: Vec2::ZERO, rise: hold.correction.y, free_secs: 0.0 };
        }
        self.reconcile(graph);
    }

    /// Says the events of this moment.
    pub(super) fn emit(&self, graph: &Graph, world: &mut impl World) {
        self.emit_of(graph, self.leading(), world);
    }

    /// Says those of a gesture that is not being ended.
    pub(super) fn emit_gesture(&self, graph: &Graph, gesture: usize, world: &mut impl World) {
        let playing = &self.playing[gesture];
        if playing.is_active() && playing.ending_secs.is_none() {
            self.emit_of(graph, &playing.voice, world);
        }
    }

    fn emit_of(&self, graph: &Graph, voice: &Voice, world: &mut impl World) {
        // Exactly: another mark may be as near as rounding.
        let is_now = |at: f64| voice.in_this_round(graph, at) == voice.time;
        for (event, _) in graph.events_of(voice.verb).filter(|(_, event)| is_now(event.at)) {
            world.hear(Heard { event, at: AnimationTime(self.now) });
        }
    }

    /// Of feet that have drifted while nothing hurries, the one farthest off is released if another stands.
    pub(super) fn release_drifted(&mut self, graph: &Graph) {
        if self.main.travels_m() > STEP_M || self.holds.iter().any(|hold| hold.shifting) {
            return;
        }
        let standing = self.holds.iter().filter(|hold| hold.planted.is_some()).count();
        if standing < 2 {
            return;
        }
        let mut rooms = core::mem::take(&mut self.scratch);
        let [dofs, rest @ ..] = &mut rooms;
        self.unheld_into(graph, 0.0, dofs, rest);
        let far = |index: usize| {
            let (far, ball) = drift(graph, &graph.feet()[index], &self.holds[index], dofs)?;
            Some((index, far, ball))
        };
        let farthest = (0..self.holds.len()).filter_map(far).reduce(|a, b| if b.1 > a.1 { b } else { a });
        if let Some((index, far, ball)) = farthest {
            let at = self.holds[index].planted.unwrap_or_default();
            self.holds[index].shift(Vec3::new(at.x, ball.y, at.y), ball, far);
        }
        self.scratch = rooms;
    }

    /// Where nobody has asked for anything for long, a knob is turned and a transition drawn.
    pub(super) fn stir(&mut self, graph: &Graph) {
        let Some(idle) = self.idle else { return };
        let quiet = self.now - self.touched >= f64::from(idle.after_secs);
        if !quiet || self.now < self.stirs {
            return;
        }
        let [least, most] = idle.every_secs.map(f64::from);
        self.stirs = self.now + least + self.chance.share() * (most - least);
        if !graph.knobs().is_empty() {
            let knob = KnobId(self.chance.below(graph.knobs().len()));
            let adverb = &graph.knobs()[knob.0];
            let span = (adverb.range[1] - adverb.range[0]) * idle.amount;
            let value = adverb.default + span * (2.0 * self.chance.share() as f32 - 1.0);
            self.knobs.turn(graph, knob, value, self.now);
        }
        self.draw(graph);
    }
}

/// Whether a transition can still begin at a canonical time of its first verb.
fn is_achievable(graph: &Graph, id: TransitionId, time: f64) -> bool {
    let transition = graph.transition(id);
    match transition.leave {
        Leave::During([start, _]) => graph.verb(transition.from).is_cyclic() || start >= time - ROUNDING,
        Leave::AtOnce { .. } => true,
    }
}

/// A canonical time of this round, on a verb that repeats.
fn in_round(graph: &Graph, verb: VerbId, t: f64) -> f64 {
    if graph.verb(verb).is_cyclic() { t - t.floor() } else { t }
}
