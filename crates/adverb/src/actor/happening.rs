//! From happening to happening: how an actor gets through a step (algorithm 5.3).

use super::crossing::{Crossing, ROUNDING};
use super::root::NO_TIME_SECS;
use super::{Actor, World};
use crate::graph::{Blend, GestureId, Graph};

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
    Said(usize),
    /// A gesture is over.
    Over(usize),
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

impl Actor {
    /// Lets time pass until an animation time.
    pub(super) fn run_until(&mut self, graph: &Graph, end: f64, world: &mut impl World) {
        if core::mem::take(&mut self.fresh) {
            self.emit(graph, world);
            self.draw(graph);
        }
        for gesture in 0..self.playing.len() {
            if core::mem::take(&mut self.playing[gesture].fresh) {
                self.emit_gesture(graph, gesture, world);
            }
        }
        if core::mem::take(&mut self.lifted) && self.crossing.is_none() && !self.offset.is_active() {
            self.set_down_fresh(graph);
        }
        if core::mem::take(&mut self.switched) {
            self.reconcile(graph);
        }
        // Ticks that passed while nothing moved; one that is due now has not.
        let passed = (self.now * TICKS_PER_SEC - 1e-6).ceil() - 1.0;
        self.ticks = self.ticks.max(if passed > 0.0 { passed as u64 } else { 0 });
        for _ in 0..MOST_HAPPENINGS {
            if self.is_due(graph) {
                self.leave(graph, world);
                continue;
            }
            let next = self.next(graph, end - self.now);
            self.flow(graph, next.secs, next.bound);
            let Some(what) = next.what else { break };
            self.happen(graph, what, next.at, world);
        }
        self.now = end;
    }

    /// Whether the ticks of the grid count.
    fn is_ticking(&self) -> bool {
        self.root.node.is_some() || self.knobs.are_moving() || self.idle.is_some()
    }

    fn next(&self, graph: &Graph, left_secs: f64) -> Next {
        let left_secs = if left_secs > 0.0 { left_secs } else { 0.0 };
        let mut next = Next { secs: left_secs, what: None, at: 0.0, bound: f64::INFINITY };
        match &self.crossing {
            None => self.next_in_verb(graph, &mut next),
            Some(_) => self.next_in_transition(graph, &mut next),
        }
        if self.is_ticking() {
            let tick = (self.ticks + 1) as f64 / TICKS_PER_SEC - self.now;
            // One that only rounding takes beyond the end of the step belongs to it.
            let is_at_end = next.what.is_none() && (tick - next.secs).abs() < NO_TIME_SECS;
            next.consider(if is_at_end { next.secs } else { tick }, Happening::Tick, 0.0);
        }
        if self.offset.is_active() {
            next.consider(self.offset.left_secs(), Happening::Settled, 0.0);
        }
        for (foot, hold) in self.holds.iter().enumerate().filter(|(_, hold)| hold.shifting) {
            let left = f64::from(super::feet::SHIFT_SECS - hold.left.free_secs);
            next.consider(left, Happening::Shifted(foot), 0.0);
        }
        for (gesture, playing) in self.playing.iter().enumerate().filter(|(_, playing)| playing.is_active()) {
            // What it says at its end comes before that end.
            if let Some([t, at]) = playing.next_event(graph) {
                next.consider(playing.secs_until(graph, t), Happening::Said(gesture), at);
            }
            next.consider(playing.left_secs(graph), Happening::Over(gesture), 0.0);
        }
        next
    }

    fn next_in_verb(&self, graph: &Graph, next: &mut Next) {
        let voice = &self.main;
        let repeats = voice.own(graph).is_cyclic();
        let mut soonest = match (repeats, voice.time < 1.0) {
            (true, _) => (1.0, Happening::Round),
            (false, true) => (1.0, Happening::End),
            (false, false) => (f64::INFINITY, Happening::End),
        };
        if let Some(start) = self.queue.first().and_then(|queued| self.leave_time(graph, queued))
            && start > voice.time
            && start < soonest.0
        {
            soonest = (start, Happening::Leave);
        }
        let mark = voice.next_mark(graph);
        // Where a blend begins, the first verb still has its say.
        let leads = soonest.1 == Happening::Leave && !self.cuts(graph);
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
        let Some(crossing) = &self.crossing else { return };
        let first = crossing.is_first_half();
        let (until, what) = if first { (0.5, Happening::Half) } else { (1.0, Happening::Arrive) };
        let secs = |p: f64| (p - crossing.progress) * crossing.duration;
        let (voice, course) = if first { (&self.main, &crossing.from) } else { (&self.next, &crossing.to) };
        let mark = voice.next_mark(graph);
        next.bound = mark;
        // Found only where it comes within the step, since that takes long. One at the end of its half comes before that end.
        let reached = crossing.progress + next.secs / crossing.duration;
        if mark < course.at(if reached < until { reached } else { until }) + ROUNDING {
            next.consider(secs(course.when(mark)), Happening::Mark, mark);
        }
        next.consider(secs(until), what, until);
    }

    /// Whether the next transition goes over at once.
    fn cuts(&self, graph: &Graph) -> bool {
        self.queue.first().is_some_and(|queued| graph.transition(queued.id).blend == Blend::Inertial)
    }

    /// All clocks run on, that of the leading voice not over its bound.
    fn flow(&mut self, graph: &Graph, secs: f64, bound: f64) {
        if secs <= 0.0 {
            return;
        }
        self.now += secs;
        self.waited_secs += secs as f32;
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
        if self.offset.is_active() {
            self.offset.elapsed_secs += secs;
        }
        self.holds.iter_mut().for_each(|hold| hold.left.free_secs += secs as f32);
        let Self { main, next, crossing, playing, .. } = self;
        let voice = if crossing.as_ref().is_none_or(Crossing::is_first_half) { main } else { next };
        let below = graph.uses(voice.verb).at(voice.round_time(graph));
        for (id, playing) in playing.iter_mut().enumerate().filter(|(_, playing)| playing.is_active()) {
            playing.pass(graph, secs);
            if !playing.settled {
                playing.take_dofs(graph, GestureId(id), below, Some(secs));
            }
        }
    }

    fn happen(&mut self, graph: &Graph, what: Happening, at: f64, world: &mut impl World) {
        match what {
            Happening::Tick => self.tick(graph),
            Happening::Leave => self.main_at(at),
            Happening::Half => {
                self.cross_to(at);
                // Keys that fall together here were the first verb's.
                let mark = self.next.next_mark(graph);
                if mark < self.next.time + ROUNDING {
                    self.next.time = mark;
                }
                self.reconcile(graph);
                self.end_contradicted(graph);
            }
            Happening::Arrive => {
                self.cross_to(at);
                self.arrive(graph);
            }
            Happening::Round => {
                self.main_at(1.0);
                self.emit(graph, world);
                self.main.time = 0.0;
                // What was drawn and could leave at once has waited for this.
                self.queue.iter_mut().take(1).for_each(|queued| queued.asked = true);
                self.draw(graph);
                self.reconcile(graph);
                self.end_contradicted(graph);
                self.release_drifted(graph);
            }
            Happening::End => {
                self.main_at(1.0);
                self.emit(graph, world);
                self.draw(graph);
                self.reconcile(graph);
            }
            Happening::Mark => {
                match &mut self.crossing {
                    Some(crossing) if !crossing.is_first_half() => self.next.time = at,
                    _ => self.main_at(at),
                }
                self.emit(graph, world);
                self.reconcile(graph);
                self.end_contradicted(graph);
            }
            Happening::Settled => {
                self.set_node(graph);
                self.offset.end();
                if self.crossing.is_none() {
                    self.end_node(graph);
                }
            }
            Happening::Shifted(foot) => {
                self.set_down_shifted(graph, foot);
            }
            Happening::Said(gesture) => {
                self.playing[gesture].voice.time = at;
                self.emit_gesture(graph, gesture, world);
            }
            Happening::Over(gesture) => self.playing[gesture].order = 0,
        }
    }

    /// The clock of the verb exactly at a mark; by rounding it was beside it.
    fn main_at(&mut self, t: f64) {
        self.main.time = t;
    }

    fn cross_to(&mut self, progress: f64) {
        if let Some(crossing) = &mut self.crossing {
            crossing.progress = progress;
        }
    }

    fn tick(&mut self, graph: &Graph) {
        self.ticks += 1;
        let tick = self.ticks as f64 / TICKS_PER_SEC;
        if self.root.node.is_some() {
            self.set_node(graph);
        }
        let turned = self.knobs.tick(graph, tick);
        if turned {
            self.retune(graph, None);
        }
        // Phases have moved over feet, or feet have come down in a blend, which is looked at now and then.
        if turned || (self.root.node.is_some() && self.ticks.is_multiple_of(LANDING_TICKS)) {
            self.reconcile(graph);
        }
        self.stir(graph);
    }

    /// The knobs have moved: everything is set as at the last tick, or as at another time.
    pub(super) fn retune(&mut self, graph: &Graph, now: Option<f64>) {
        let Self { main, next, crossing, playing, knobs, .. } = self;
        main.retune(graph, knobs, now);
        if let Some(crossing) = crossing {
            next.retune(graph, knobs, now);
            if now.is_none() {
                crossing.retune(graph, [&*main, &*next]);
            }
        }
        for playing in playing.iter_mut().filter(|playing| playing.is_active()) {
            playing.voice.retune(graph, knobs, now);
        }
    }

    /// Gestures end that require what the leading verb has come to require.
    pub(super) fn end_contradicted(&mut self, graph: &Graph) {
        let voice = self.leading();
        let required = &graph.uses(voice.verb).at(voice.round_time(graph)).required;
        for (id, playing) in self.playing.iter_mut().enumerate().filter(|(_, playing)| playing.is_active()) {
            playing.settled = false;
            if graph.gesture_uses(GestureId(id)).required.meets(required) {
                playing.ending_secs.get_or_insert(0.0);
            }
        }
    }
}

/// A clock goes on: rounding must not take it back over a mark.
pub(super) fn later(now: f64, then: f64) -> f64 {
    if then > now { then } else { now }
}
