//! The quickest way from where an actor is to a verb: Dijkstra's search over transitions, in seconds at the present knobs.
//!
//! What a transition costs depends on when its verb was entered, so its nodes are transitions, not verbs: a label is the time
//! at which a transition will have been made and the canonical time at which it leaves the actor in its second verb.
//!
//! What does not depend on the way there is found once: how each verb is set, and what each transition costs that leaves at a
//! time of its own.

use crate::actor::knobs::Knobs;
use crate::actor::transition::{ROUNDING, duration, regions};
use crate::actor::voice::Voice;
use crate::graph::{Blend, Graph, Leave, TransitionId, VerbId};

/// The best way known to the end of a transition.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Label {
    secs: f64,
    /// Canonical time in its second verb.
    arrives: f64,
    before: Option<TransitionId>,
    settled: bool,
}

const UNKNOWN: Label = Label { secs: f64::INFINITY, arrives: 0.0, before: None, settled: false };

/// What a transition costs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    /// The time of its first verb at which it leaves.
    leaves_secs: f64,
    takes_secs: f64,
    /// Canonical time in its second verb.
    arrives: f64,
}

/// Room for searches.
#[derive(Debug, Clone)]
pub(in crate::actor) struct Router {
    labels: Vec<Label>,
    nearest: Tournament,
    /// Each verb at the present knobs, once it is set.
    voices: Vec<Voice>,
    set: Vec<bool>,
    /// What each transition costs that leaves in this round, and in the next.
    costs: Vec<Option<Cost>>,
}

/// Where a search begins: a verb, a canonical time in it, and in how many seconds the actor will be there.
#[derive(Debug, Clone, Copy)]
pub(in crate::actor) struct Origin {
    pub(in crate::actor) verb: VerbId,
    pub(in crate::actor) time: f64,
    pub(in crate::actor) secs: f64,
}

impl Router {
    pub(in crate::actor) fn new(graph: &Graph) -> Self {
        let (verbs, transitions) = (graph.verbs().len(), graph.parts().transitions.len());
        Self {
            labels: vec![UNKNOWN; transitions],
            nearest: Tournament::new(transitions),
            voices: (0..verbs).map(|verb| Voice::with_room_for(graph, VerbId(verb))).collect(),
            set: vec![false; verbs],
            costs: vec![None; 2 * transitions],
        }
    }

    /// A request begins: the knobs may have moved since the last.
    pub(in crate::actor) fn begin(&mut self) {
        self.set.fill(false);
        self.costs.fill(None);
    }

    /// The quickest way to a verb, and the seconds it takes, if those are less than some.
    pub(in crate::actor) fn search(
        &mut self,
        graph: &Graph,
        knobs: &mut Knobs,
        origin: Origin,
        goal: VerbId,
        mut most_secs: f64,
        way: &mut Vec<TransitionId>,
    ) -> Option<f64> {
        way.clear();
        if origin.verb == goal {
            return Some(origin.secs);
        }
        self.labels.fill(UNKNOWN);
        self.nearest.reset();
        let (mut origin, mut before) = (origin, None);
        loop {
            self.relax(graph, knobs, origin, before, goal, &mut most_secs);
            let next = TransitionId(self.nearest.first()?);
            let Label { secs, arrives, .. } = self.labels[next.0];
            let to = graph.transition(next).to;
            if to == goal {
                self.read_back(next, way);
                return Some(secs);
            }
            (origin, before) = (Origin { verb: to, time: arrives, secs }, Some(next));
            self.labels[next.0].settled = true;
            self.nearest.play(next.0, f64::INFINITY);
        }
    }

    /// The transitions of the way that ends in one, in order.
    fn read_back(&self, last: TransitionId, way: &mut Vec<TransitionId>) {
        let mut next = Some(last);
        while let Some(id) = next {
            way.push(id);
            next = self.labels[id.0].before;
        }
        way.reverse();
    }

    /// What the transitions out of a verb cost. What takes more than the best way known to the goal is passed over.
    fn relax(
        &mut self,
        graph: &Graph,
        knobs: &mut Knobs,
        origin: Origin,
        before: Option<TransitionId>,
        goal: VerbId,
        most_secs: &mut f64,
    ) {
        self.set_voice(graph, knobs, origin.verb);
        let now_secs = self.voices[origin.verb.0].secs_at(graph, origin.time);
        for &id in graph.exits(origin.verb) {
            let Label { secs: best_secs, settled, .. } = self.labels[id.0];
            let helps = |secs: f64| !settled && secs < best_secs && secs <= *most_secs;
            if !helps(origin.secs) {
                continue;
            }
            let Some(cost) = self.cost(graph, knobs, origin.time, id) else { continue };
            let wait_secs = cost.leaves_secs - now_secs;
            let secs = origin.secs + if wait_secs > 0.0 { wait_secs } else { 0.0 } + cost.takes_secs;
            if !helps(secs) {
                continue;
            }
            self.labels[id.0] = Label { secs, arrives: cost.arrives, before, settled: false };
            if graph.transition(id).to == goal {
                *most_secs = secs;
            }
            self.nearest.play(id.0, secs);
        }
    }

    /// What a transition costs from a canonical time of its first verb on, which is set; if it can be made.
    fn cost(&mut self, graph: &Graph, knobs: &mut Knobs, time: f64, id: TransitionId) -> Option<Cost> {
        let transition = graph.transition(id);
        let (leaves, kept) = match transition.leave {
            Leave::AtOnce { .. } => (time, None),
            Leave::During([start, _]) if start >= time - ROUNDING => (start, Some(2 * id.0)),
            Leave::During([start, _]) if graph.verb(transition.from).is_cyclic() => {
                (start + 1.0, Some(2 * id.0 + 1))
            }
            Leave::During(_) => return None,
        };
        if let Some(cost) = kept.and_then(|kept: usize| self.costs[kept]) {
            return Some(cost);
        }
        self.set_voice(graph, knobs, transition.to);
        let [from, to] = [transition.from, transition.to].map(|verb| &self.voices[verb.0]);
        let regions = regions(graph, id, from, leaves);
        let inertial = transition.blend == Blend::Inertial;
        let arrives = regions[1][usize::from(!inertial)];
        let cost = Cost {
            leaves_secs: from.secs_at(graph, leaves),
            takes_secs: if inertial { 0.0 } else { duration(graph, [from, to], regions) },
            arrives: if to.own(graph).is_cyclic() { arrives - arrives.floor() } else { arrives },
        };
        if let Some(kept) = kept {
            self.costs[kept] = Some(cost);
        }
        Some(cost)
    }

    fn set_voice(&mut self, graph: &Graph, knobs: &mut Knobs, verb: VerbId) {
        if !core::mem::replace(&mut self.set[verb.0], true) {
            self.voices[verb.0].begin(graph, knobs, verb, 0.0);
        }
    }
}

/// Who of some players has the least seconds; of two alike the first. A tree of matches: in each place is the winner of the two
/// below.
#[derive(Debug, Clone)]
struct Tournament {
    winners: Vec<usize>,
    secs: Vec<f64>,
}

impl Tournament {
    fn new(players: usize) -> Self {
        let places = players.next_power_of_two().max(2);
        Self { winners: vec![0; places], secs: vec![f64::INFINITY; places] }
    }

    /// Nobody plays.
    fn reset(&mut self) {
        self.secs.fill(f64::INFINITY);
        for at in (1..self.winners.len()).rev() {
            self.winners[at] = self.at(2 * at);
        }
    }

    fn first(&self) -> Option<usize> {
        let first = self.winners[1];
        (self.secs[first] < f64::INFINITY).then_some(first)
    }

    /// Who is at a place: below the first matches are the players themselves.
    fn at(&self, place: usize) -> usize {
        if place < self.winners.len() { self.winners[place] } else { place - self.winners.len() }
    }

    /// A player has other seconds, or plays no more.
    fn play(&mut self, player: usize, secs: f64) {
        self.secs[player] = secs;
        let mut place = (self.winners.len() + player) / 2;
        while place > 0 {
            let (a, b) = (self.at(2 * place), self.at(2 * place + 1));
            let winner = if self.secs[b] < self.secs[a] { b } else { a };
            let before = core::mem::replace(&mut self.winners[place], winner);
            if winner != player && winner == before {
                return;
            }
            place /= 2;
        }
    }
}
