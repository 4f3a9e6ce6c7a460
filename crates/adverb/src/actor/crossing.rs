//! A transition under way: definition 10 of thesis 5.5.
//!
//! Its progress p advances by dt / D, with D = ((T_Aᵉ − T_Aˢ) + (T_Bᵉ − T_Bˢ)) / 2 at the present knobs. The canonical times
//! of both verbs follow their [`Course`]s over p, which are laid once, when it begins.

use super::voice::Voice;
use crate::graph::{Course, Enter, Graph, Leave, TransitionId, matching, shared_keys};

/// In canonical time: less is rounding.
pub(super) const ROUNDING: f64 = 1e-9;

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
}

/// The regions of a transition that begins now: canonical times of both verbs.
pub(super) fn regions(graph: &Graph, id: TransitionId, from: &Voice) -> [[f64; 2]; 2] {
    let transition = graph.transition(id);
    let verbs = [graph.verb(transition.from), graph.verb(transition.to)];
    let leave = match transition.leave {
        Leave::During([start, end]) => [from.time, from.time + (end - start)],
        Leave::AtOnce { secs } => [from.time, from.after(graph, from.time, secs)],
    };
    let enter = match transition.enter {
        Enter::During(region) => region,
        Enter::Matching => leave.map(|t| matching(verbs[0], verbs[1], t).unwrap_or(t)),
    };
    // A matching region may begin in a later round; one that has no length, at the end of a verb, gets some.
    let rounds = if verbs[1].is_cyclic() { enter[0].floor() } else { 0.0 };
    let enter = enter.map(|t| t - rounds);
    let some = |[a, b]: [f64; 2]| if b > a { [a, b] } else { [a, a + ROUNDING] };
    [some(leave), some(enter)]
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
        let regions @ [leave, enter] = regions(graph, id, from);
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

    /// Whether the first verb still says what is constrained, used and heard.
    pub(super) fn is_first_half(&self) -> bool {
        self.progress < 0.5
    }
}
