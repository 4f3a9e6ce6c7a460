//! From happening to happening: how an actor gets through a step (algorithm 5.3).

use super::World;
use super::body::Body;
use super::events::{emit, emit_gesture};
use super::root::NO_TIME_SECS;
use super::state::{Scratch, State};
use crate::graph::{GestureId, Graph};
use crate::time::ROUNDING;

/// Ticks of the fixed grid, per second of animation time.
pub(super) const TICKS_PER_SEC: f64 = 60.0;
/// Whether a foot has come down in a blend is looked at once in so many ticks.
const LANDING_TICKS: u64 = 4;
/// So many things may happen within a step; the rest of a step in which more do (of a verb that takes nanoseconds) is let go.
const MOST_HAPPENINGS: usize = 200_000;

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Happening {
    /// A tick of the grid: knobs are looked at.
    Tick,
    /// The queue's next transition begins.
    Leave,
    /// A transition is half way.
    Half,
    /// A transition ends.
    Arrive,
    /// A verb that repeats begins anew.
    Round,
    /// A verb that does not repeat is at its end.
    End,
    /// The leading voice comes to a mark: an event, a support phase, a change of usage.
    Mark,
    /// The decaying offset is over.
    Settled,
    /// A foot that was released is to be set down.
    Shifted(usize),
    /// A gesture comes to an event.
    Said(GestureId),
    /// A gesture is over.
    Over(GestureId),
}

/// When and what.
#[derive(Debug, Clone, Copy)]
struct Next {
    secs: f64,
    what: Option<Happening>,
    /// The canonical time, or the progress, that is reached exactly.
    at: f64,
    /// The canonical time of the leading voice at which something is to happen, which rounding must not take it over.
    bound: f64,
}

impl Next {
    /// The earlier of two; of two at once the first, and the end of the step after all.
    fn consider(&mut self, secs: f64, what: Happening, at: f64) {
        let secs = if secs > 0.0 { secs } else { 0.0 };
        if secs < self.secs || (self.what.is_none() && secs <= self.secs) {
            (self.secs, self.what, self.at) = (secs, Some(what), at);
        }
    }
}

impl State {
    /// Lets time pass until an animation time.
    pub(super) fn run_until(
        &mut self,
        graph: &Graph,
        scratch: &mut Scratch,
        end: f64,
        world: &mut dyn World,
    ) {
        self.catch_up(graph, scratch, world);
        // Ticks that passed while nothing moved; one that is due now has not.
        let passed = (self.now * TICKS_PER_SEC - 1e-6).ceil() - 1.0;
        self.ticks = self.ticks.max(if passed > 0.0 { passed as u64 } else { 0 });
        for _ in 0..MOST_HAPPENINGS {
            if self.plan.is_due(graph, &self.body) {
                self.leave(graph, scratch, world);
                continue;
            }
            let next = self.next(graph, end - self.now);
            // All that happens in this moment has: time flows on.
            if next.secs > 0.0 {
                self.feet.look(graph, &self.body, &mut scratch.rooms);
            }
            self.flow(graph, next.secs, next.bound);
            let Some(what) = next.what else { break };
            self.happen(graph, scratch, what, next.at, world);
        }
        self.now = end;
    }

    /// What has been asked for since the last step begins.
    fn catch_up(&mut self, graph: &Graph, scratch: &mut Scratch, world: &mut dyn World) {
        if core::mem::take(&mut self.fresh) {
            emit(graph, self.body.leading(), self.now, world);
            self.plan.draw(graph, &self.body);
            self.plan.answer(graph, &self.body, &self.knobs, self.now);
        }
        for gesture in &mut self.body.gestures.all {
            if core::mem::take(&mut gesture.fresh) {
                emit_gesture(graph, gesture, self.now, world);
            }
        }
        self.feet.catch_up(graph, &self.body, &mut scratch.rooms);
    }

    /// Whether the ticks of the grid count.
    fn is_ticking(&self) -> bool {
        self.body.root.node.is_some() || self.knobs.are_moving() || self.plan.idle.is_some()
    }

    fn next(&self, graph: &Graph, left_secs: f64) -> Next {
        let left_secs = if left_secs > 0.0 { left_secs } else { 0.0 };
        let mut next = Next { secs: left_secs, what: None, at: 0.0, bound: f64::INFINITY };
        match &self.body.crossing {
            None => self.next_in_verb(graph, &mut next),
            Some(_) => self.next_in_transition(graph, &mut next),
        }
        if self.is_ticking() {
            let tick = (self.ticks + 1) as f64 / TICKS_PER_SEC - self.now;
            // One that only rounding takes beyond the end of the step belongs to it.
            let is_at_end = next.what.is_none() && (tick - next.secs).abs() < NO_TIME_SECS;
            next.consider(if is_at_end { next.secs } else { tick }, Happening::Tick, 0.0);
        }
        let Body { inertia, gestures, .. } = &self.body;
        if inertia.is_active() {
            next.consider(inertia.left_secs(), Happening::Settled, 0.0);
        }
        for (foot, left_secs) in self.feet.shifting() {
            next.consider(left_secs, Happening::Shifted(foot), 0.0);
        }
        for (gesture, playing) in gestures.active() {
            // What it says at its end comes before that end.
            if let Some([t, at]) = playing.next_event(graph) {
                next.consider(playing.secs_until(graph, t), Happening::Said(gesture), at);
            }
            next.consider(playing.left_secs(graph), Happening::Over(gesture), 0.0);
        }
        next
    }

    fn next_in_verb(&self, graph: &Graph, next: &mut Next) {
        let voice = &self.body.main;
        let repeats = voice.own(graph).is_cyclic();
        let mut soonest = match (repeats, voice.time < 1.0) {
            (true, _) => (1.0, Happening::Round),
            (false, true) => (1.0, Happening::End),
            (false, false) => (f64::INFINITY, Happening::End),
        };
        if let Some(start) = self.plan.next_leave_time(graph, &self.body)
            && start > voice.time
            && start < soonest.0
        {
            soonest = (start, Happening::Leave);
        }
        let mark = voice.next_mark(graph);
        // Where a blend begins, the first verb still has its say.
        let leads = soonest.1 == Happening::Leave && !self.plan.cuts(graph);
        if mark < soonest.0 || (leads && mark == soonest.0) {
            soonest = (mark, Happening::Mark);
        }
        next.bound = soonest.0;
        if soonest.0 < f64::INFINITY {
            let secs = voice.secs_at(graph, soonest.0) - voice.secs_at(graph, voice.time);
            next.consider(secs, soonest.1, soonest.0);
        }
    }

    fn next_in_transition(&self, graph: &Graph, next: &mut Next) {
        let Some(crossing) = &self.body.crossing else { return };
        let first = crossing.is_first_half();
        let (until, what) = if first { (0.5, Happening::Half) } else { (1.0, Happening::Arrive) };
        let secs = |p: f64| (p - crossing.progress) * crossing.duration;
        let course = if first { &crossing.from } else { &crossing.to };
        let mark = self.body.leading().next_mark(graph);
        next.bound = mark;
        // Found only where it comes within the step, since that takes long. One at the end of its half comes before that end.
        let reached = crossing.progress + next.secs / crossing.duration;
        if mark < course.at(if reached < until { reached } else { until }) + ROUNDING {
            next.consider(secs(course.when(mark)), Happening::Mark, mark);
        }
        next.consider(secs(until), what, until);
    }

    /// All clocks run on, that of the leading voice not over its bound.
    fn flow(&mut self, graph: &Graph, secs: f64, bound: f64) {
        if secs <= 0.0 {
            return;
        }
        self.now += secs;
        self.waited_secs += secs as f32;
        self.body.flow(graph, secs, bound);
        self.feet.flow(secs as f32);
        if self.body.gestures.is_any_active() {
            let below = self.body.uses(graph);
            self.body.gestures.pass(graph, secs, below);
        }
    }

    fn happen(
        &mut self,
        graph: &Graph,
        scratch: &mut Scratch,
        what: Happening,
        at: f64,
        world: &mut dyn World,
    ) {
        match what {
            Happening::Tick => self.tick(graph),
            // The clock of the verb is exactly at a mark; by rounding it was beside it.
            Happening::Leave => self.body.main.time = at,
            Happening::Half => {
                self.body.cross_to(at);
                // Keys that fall together here were the first verb's.
                let mark = self.body.next.next_mark(graph);
                if mark < self.body.next.time + ROUNDING {
                    self.body.next.time = mark;
                }
                self.arbitrate(graph);
            }
            Happening::Arrive => {
                self.body.cross_to(at);
                self.arrive(graph, scratch);
            }
            Happening::Round => {
                self.body.main.time = 1.0;
                emit(graph, self.body.leading(), self.now, world);
                self.body.main.time = 0.0;
                self.life.draw(graph, &mut self.body.main);
                self.plan.end_round();
                self.plan.draw(graph, &self.body);
                self.plan.answer(graph, &self.body, &self.knobs, self.now);
                self.arbitrate(graph);
                self.feet.release_drifted(graph, &self.body, &mut scratch.rooms);
            }
            Happening::End => {
                self.body.main.time = 1.0;
                emit(graph, self.body.leading(), self.now, world);
                self.plan.draw(graph, &self.body);
                self.feet.are_due(&self.body);
            }
            Happening::Mark => {
                match &self.body.crossing {
                    Some(crossing) if !crossing.is_first_half() => self.body.next.time = at,
                    _ => self.body.main.time = at,
                }
                emit(graph, self.body.leading(), self.now, world);
                self.arbitrate(graph);
            }
            Happening::Settled => self.body.settle(graph),
            Happening::Shifted(foot) => {
                if self.feet.end_shift(foot) {
                    self.body.hold_throughout(foot);
                    if self.body.crossing.is_some_and(|crossing| crossing.is_open) {
                        self.find_footing(graph, &mut scratch.rooms);
                    }
                }
                self.feet.are_due(&self.body);
            }
            Happening::Said(GestureId(gesture)) => {
                let gesture = &mut self.body.gestures.all[gesture];
                gesture.voice.time = at;
                emit_gesture(graph, gesture, self.now, world);
            }
            Happening::Over(GestureId(gesture)) => self.body.gestures.all[gesture].order = 0,
        }
    }

    fn tick(&mut self, graph: &Graph) {
        self.ticks += 1;
        let tick = self.ticks as f64 / TICKS_PER_SEC;
        if self.body.root.node.is_some() {
            self.body.set_node(graph);
        }
        let moved = self.knobs.tick(graph, tick);
        if moved {
            self.body.retune(graph, &mut self.knobs, None);
        }
        // Phases have moved over feet, or feet have come down in a blend, which is looked at now and then.
        let anyway = moved || (self.body.root.node.is_some() && self.ticks.is_multiple_of(LANDING_TICKS));
        self.feet.tick(&self.body, anyway);
        self.plan.stir(graph, &self.body, &mut self.knobs, self.now);
        self.plan.answer(graph, &self.body, &self.knobs, self.now);
    }

    /// Constraint arbitration (5.5): sets feet down, lets them go and ends gestures as the leading verb has come to say.
    pub(super) fn arbitrate(&mut self, graph: &Graph) {
        self.feet.are_due(&self.body);
        self.end_contradicted(graph);
    }

    /// Ends gestures that require what the leading verb has come to require.
    pub(super) fn end_contradicted(&mut self, graph: &Graph) {
        let below = self.body.uses(graph);
        self.body.gestures.end_contradicted(graph, below);
    }
}

impl Body {
    /// The clocks of its verbs, of its place and of what decays run on.
    fn flow(&mut self, graph: &Graph, secs: f64, bound: f64) {
        let within = |t: f64| if t < bound { t } else { bound.next_down() };
        match &mut self.crossing {
            None => {
                let t = within(later(self.main.time, self.main.after(graph, self.main.time, secs)));
                if self.root.node.is_none() {
                    let (travel, advance) = (self.main.setting.travel(), t - self.main.time);
                    self.root.frame = travel.moved(self.root.frame, advance);
                    self.root.climbed += travel.climb * advance;
                }
                self.main.time = t;
            }
            Some(crossing) => {
                let first = crossing.is_first_half();
                let progress = crossing.progress + secs / crossing.duration;
                crossing.progress = if progress < 1.0 { progress } else { 1.0 };
                let [a, b] = crossing.times(0.0);
                let [a, b] = if first { [within(a), b] } else { [a, within(b)] };
                self.main.time = later(self.main.time, a);
                self.next.time = later(self.next.time, b);
            }
        }
        if let Some(node) = &mut self.root.node {
            node.ago_secs += secs;
        }
        if self.inertia.is_active() {
            self.inertia.elapsed_secs += secs;
        }
    }

    fn cross_to(&mut self, progress: f64) {
        if let Some(crossing) = &mut self.crossing {
            crossing.progress = progress;
        }
    }

    /// What decays has gone.
    fn settle(&mut self, graph: &Graph) {
        self.set_node(graph);
        self.inertia.end();
        if self.crossing.is_none() {
            self.end_node(graph);
        }
    }
}

/// A clock goes on: rounding must not take it back over a mark.
pub(super) fn later(now: f64, then: f64) -> f64 {
    if then > now { then } else { now }
}
