//! A transition under way (definition 10 of thesis 5.5), how it begins, ends, and is cut short.
//!
//! Its progress p advances by dt / D, with D = ((T_Aᵉ − T_Aˢ) + (T_Bᵉ − T_Bˢ)) / 2 at the present knobs. The canonical times
//! of both verbs follow their [`Course`]s over p, which are laid once, when it begins.

use super::World;
use super::events::emit;
use super::inertia::Cut;
use super::knobs::Knobs;
use super::plan::{Queued, in_round};
use super::root::{Steer, scaled, sum};
use super::snapshot::{SnapshotError, canonical, ensure, within};
use super::state::{Scratch, State};
use super::voice::Voice;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Blend, Course, Graph, Knot, Leave, TransitionId, shared_keys, some};
use crate::screw::Screw;

/// A transition that goes farther than this takes a step, and no foot is held throughout it; metres.
pub(super) const STEP_M: f64 = 0.15;
/// Seconds between two poses from which velocities are found.
pub(super) const BEFORE_SECS: f32 = 1.0 / 240.0;

/// A transition under way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Crossing {
    pub(super) id: TransitionId,
    pub(super) progress: f64,
    /// Seconds, at the present knobs.
    pub(super) duration: f64,
    pub(super) from: Course,
    pub(super) to: Course,
    /// A bit per foot that stands at both ends and is held throughout.
    pub(super) held: u64,
    /// How it takes the body farther, so that feet stand where they are to.
    pub(super) steer: Steer,
    /// Whether it is still to be found where some foot is to stand.
    pub(super) is_open: bool,
}

/// The regions of a transition that begins at a canonical time of its first verb: canonical times of both verbs.
pub(super) fn regions(graph: &Graph, id: TransitionId, from: &Voice, time: f64) -> [[f64; 2]; 2] {
    let leave = match graph.transition(id).leave {
        Leave::During([start, end]) => [time, time + (end - start)],
        Leave::AtOnce { secs } => [time, from.after(graph, time, secs)],
    };
    [some(leave), graph.entered(id, leave)]
}

/// Seconds that a transition takes.
pub(super) fn duration(graph: &Graph, [from, to]: [&Voice; 2], [leave, enter]: [[f64; 2]; 2]) -> f64 {
    let secs = |voice: &Voice, [a, b]: [f64; 2]| voice.secs_at(graph, b) - voice.secs_at(graph, a);
    let mean = (secs(from, leave) + secs(to, enter)) / 2.0;
    if mean > SHORTEST_SECS { mean } else { SHORTEST_SECS }
}

/// No transition is shorter, whatever the knobs say.
const SHORTEST_SECS: f64 = 1e-3;

impl Crossing {
    /// Begins now, from one voice to another that is at rest at the start of its region.
    pub(super) fn new(graph: &Graph, id: TransitionId, from: &Voice, to: &Voice) -> Self {
        let regions @ [leave, enter] = regions(graph, id, from, from.time);
        let duration = duration(graph, [from, to], regions);
        let transition = graph.transition(id);
        let verbs = [graph.verb(transition.from), graph.verb(transition.to)];
        let mut points = [[[0.0; 2]; 8]; 2];
        (points[0][0], points[1][0]) = ([0.0, leave[0]], [0.0, enter[0]]);
        let mut count = 1;
        for [a, b] in shared_keys(verbs, regions) {
            let secs =
                |voice: &Voice, start: f64, t: f64| voice.secs_at(graph, t) - voice.secs_at(graph, start);
            let p = (secs(from, leave[0], a) + secs(to, enter[0], b)) / (2.0 * duration);
            // Keys that hardly differ in time would make their times jump.
            if p > points[0][count - 1][0] + 0.02 && p < 0.98 {
                (points[0][count], points[1][count]) = ([p, a], [p, b]);
                count += 1;
            }
        }
        (points[0][count], points[1][count]) = ([1.0, leave[1]], [1.0, enter[1]]);
        count += 1;
        let own_speed = |voice: &Voice, t: f64| duration / voice.rate(graph, t);
        Self {
            id,
            progress: 0.0,
            duration,
            from: Course::through(&points[0][..count], Some(own_speed(from, leave[0])), None),
            to: Course::through(&points[1][..count], None, Some(own_speed(to, enter[1]))),
            held: 0,
            steer: Steer::default(),
            is_open: false,
        }
    }

    /// The knobs have moved.
    pub(super) fn retune(&mut self, graph: &Graph, voices: [&Voice; 2]) {
        let regions = [&self.from, &self.to].map(|course| [course.first(), course.last()]);
        self.duration = duration(graph, voices, regions);
    }

    /// How much of the second verb there is.
    pub(super) fn share(&self, graph: &Graph, ahead_secs: f64) -> f64 {
        let p = (self.progress + ahead_secs / self.duration).clamp(0.0, 1.0);
        graph.transition(self.id).blend.share(p)
    }

    /// Canonical times of both verbs.
    pub(super) fn times(&self, ahead_secs: f64) -> [f64; 2] {
        let p = self.progress + ahead_secs / self.duration;
        [self.from.at(p), self.to.at(p)]
    }

    /// Canonical times of both verbs, each with its rate per second.
    pub(super) fn times_with_rates(&self, ahead_secs: f64) -> [[f64; 2]; 2] {
        let p = self.progress + ahead_secs / self.duration;
        [&self.from, &self.to].map(|course| {
            let [t, slope, _] = course.derivatives(p);
            [t, slope / self.duration]
        })
    }

    /// How it moves the body besides what the verbs say.
    pub(super) fn steered(&self, ahead_secs: f64) -> Screw {
        self.steer.twist(self.progress + ahead_secs / self.duration, self.duration)
    }

    /// How long ago it began, at the present knobs.
    pub(super) fn elapsed_secs(&self) -> f64 {
        self.progress * self.duration
    }

    /// Whether the first verb still says what is constrained, used and heard.
    pub(super) fn is_first_half(&self) -> bool {
        self.progress < 0.5
    }

    pub(super) fn write(&self, next: &Voice, to: &mut Writer) {
        (self.id.0, (self.progress, self.duration)).write(to);
        (self.held, (next.time, (self.steer, self.is_open))).write(to);
        for course in [&self.from, &self.to] {
            to.count(course.knots().len());
            course.knots().iter().for_each(|knot| knot.write(to));
        }
        next.write_drawn(to);
    }

    /// From one voice to another, which begins with it.
    pub(super) fn read(
        graph: &Graph,
        knobs: &mut Knobs,
        main: &Voice,
        next: &mut Voice,
        from: &mut Reader,
    ) -> Result<Self, SnapshotError> {
        let (id, (progress, duration)) = Field::read(from);
        let (held, (time, (steer, is_open))): (_, (_, (Steer, _))) = Field::read(from);
        ensure(steer.is_sound())?;
        ensure(id < graph.parts().transitions.len())?;
        let id = TransitionId(id);
        let transition = graph.transition(id);
        ensure(transition.from == main.verb)?;
        next.begin(graph, knobs, transition.to, canonical(time)?);
        let mut course = || -> Result<Course, SnapshotError> {
            let mut knots = [Knot::default(); Course::MOST_KNOTS];
            let count = usize::read(from);
            let own = knots.get_mut(..count).ok_or(SnapshotError::Damaged)?;
            for knot in own.iter_mut() {
                *knot = Field::read(from);
                canonical(knot.t)?;
            }
            Course::of_knots(own).ok_or(SnapshotError::Damaged)
        };
        let (first, second) = (course()?, course()?);
        next.read_drawn(graph, from);
        let duration = within(duration, 1e-6, 1e6)?;
        Ok(Self {
            id,
            progress: within(progress, 0.0, 1.0)?,
            duration,
            from: first,
            to: second,
            held,
            steer,
            is_open,
        })
    }
}

impl State {
    /// The next transition of the queue begins.
    pub(super) fn leave(&mut self, graph: &Graph, scratch: &mut Scratch, world: &mut dyn World) {
        let Queued { id, .. } = self.plan.queue.remove(0);
        let transition = graph.transition(id);
        let body = &mut self.body;
        body.next.begin(graph, &mut self.knobs, transition.to, 0.0);
        self.life.draw(graph, &mut body.next);
        let regions = regions(graph, id, &body.main, body.main.time);
        body.next.time = regions[1][0];
        if transition.blend == Blend::Inertial {
            let secs = duration(graph, [&body.main, &body.next], regions);
            self.cut(graph, scratch, true, Some(secs));
            self.find_footing(graph, &mut scratch.rooms);
            emit(graph, self.body.leading(), self.now, world);
            self.arrived(graph);
            return;
        }
        let mut crossing = Crossing::new(graph, id, &body.main, &body.next);
        if travels_m(graph, [&body.main, &body.next], &crossing) < STEP_M {
            crossing.held = feet_at_both_ends(graph, [&body.main, &body.next], &crossing);
        }
        body.set_node(graph);
        body.crossing = Some(crossing);
        self.find_footing(graph, &mut scratch.rooms);
        // The first verb still says which feet stand.
        self.feet.put_off();
        self.end_contradicted(graph);
    }

    /// A transition has come to its end.
    pub(super) fn arrive(&mut self, graph: &Graph, scratch: &mut Scratch) {
        let body = &mut self.body;
        let Some(crossing) = body.crossing else { return };
        let last = crossing.to.last();
        // Rounding must not take it back over a mark.
        body.next.time = if last > body.next.time { last } else { body.next.time };
        body.set_node(graph);
        core::mem::swap(&mut body.main, &mut body.next);
        body.crossing = None;
        body.main.time = in_round(graph, body.main.verb, body.main.time);
        if !body.inertia.is_active() {
            body.end_node(graph);
        }
        self.arrived(graph);
        // What leaves again at once has no time for it.
        if !self.plan.is_due(graph, &self.body) {
            self.feet.release_drifted(graph, &self.body, &mut scratch.rooms);
        }
    }

    /// The verb that plays is another one.
    fn arrived(&mut self, graph: &Graph) {
        self.plan.draw(graph, &self.body);
        self.plan.answer(graph, &self.body, &self.knobs, self.now);
        self.arbitrate(graph);
    }

    /// Goes over at once to one of the two voices; pose and velocity go on, and what they differ by decays.
    pub(super) fn cut(&mut self, graph: &Graph, scratch: &mut Scratch, to_next: bool, secs: Option<f64>) {
        let body = &mut self.body;
        self.feet.take_corrections(graph, body, &mut scratch.rooms);
        let [pose, before, motion, motion_before, _] = &mut scratch.rooms;
        body.primary_into(graph, graph.all_dofs(), 0.0, pose, motion);
        body.primary_into(graph, graph.all_dofs(), -f64::from(BEFORE_SECS), before, motion);
        let twist = body.twist(graph, 0.0);
        body.keep_weights(graph);
        body.set_node(graph);
        if to_next {
            core::mem::swap(&mut body.main, &mut body.next);
        }
        body.crossing = None;
        body.inertia.end();
        body.main.time = in_round(graph, body.main.verb, body.main.time);
        body.main.pose(graph, body.main.time, motion);
        let earlier = body.main.after(graph, body.main.time, -f64::from(BEFORE_SECS));
        body.main.pose(graph, earlier, motion_before);
        let own = body.twist(graph, 0.0);
        body.take_off_weights(graph);
        body.inertia.begin(graph, Cut { pose, before, motion, motion_before }, secs);
        body.inertia.drift = sum(twist, scaled(own, -1.0));
        self.feet.go_on(graph, body);
        self.feet.are_due(body);
    }
}

/// How far an actor goes in a transition, about.
fn travels_m(graph: &Graph, [from, to]: [&Voice; 2], crossing: &Crossing) -> f64 {
    let speed = |voice: &Voice, t: f64| voice.travels_m() / voice.rate(graph, t);
    let [a, b] = [speed(from, crossing.from.first()), speed(to, crossing.to.last())];
    (a + b) / 2.0 * crossing.duration
}

/// A bit per foot that stands where a transition begins and where it ends.
fn feet_at_both_ends(graph: &Graph, [from, to]: [&Voice; 2], crossing: &Crossing) -> u64 {
    let both = |foot: &usize| {
        from.supports(graph, *foot, crossing.from.first()) && to.supports(graph, *foot, crossing.to.last())
    };
    (0..graph.feet().len().min(64)).filter(both).fold(0, |held, foot| held | 1 << foot)
}
