//! The quickest way from where an actor is to a verb: Dijkstra's search over transitions, in seconds at the present knobs.
//!
//! What a transition costs depends on when its verb was entered, so its nodes are transitions, not verbs: a label is the time
//! at which a transition will have been made and the canonical time at which it leaves the actor in its second verb.
//!
//! What does not depend on the way there is found once: how each verb is timed, and what each transition costs that leaves at a
//! time of its own.

use crate::actor::knobs::Knobs;
use crate::actor::transition::{duration, regions};
use crate::actor::voice::Voice;
use crate::graph::{Blend, Graph, Leave, TransitionId, VerbId};
use crate::time::ROUNDING;

/// The best way known to the end of a transition.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Label {
    secs: f64,
    /// Canonical time in its second verb.
    arrives: f64,
    before: Before,
    settled: bool,
}

/// What comes before a transition on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Before {
    Origin(usize),
    Transition(TransitionId),
}

const UNKNOWN: Label = Label { secs: f64::INFINITY, arrives: 0.0, before: Before::Origin(0), settled: false };

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
    /// The times of each verb at the present knobs, once they are found.
    voices: Vec<Voice>,
    timed: Vec<bool>,
    /// What each transition costs that leaves at a time of its own, in this round of its verb.
    costs: Vec<Option<Cost>>,
}

/// Where a way may begin: a verb, a canonical time in it, and what it costs in seconds to be there.
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
            timed: vec![false; verbs],
            costs: vec![None; transitions],
        }
    }

    /// The quickest way to a verb from any of some origins, of equals from the first. Returns at which it begins.
    pub(in crate::actor) fn search(
        &mut self,
        graph: &Graph,
        knobs: &mut Knobs,
        origins: &[Origin],
        goal: VerbId,
        way: &mut Vec<TransitionId>,
    ) -> Option<usize> {
        // The knobs may have moved since the last search.
        self.timed.fill(false);
        self.costs.fill(None);
        self.labels.fill(UNKNOWN);
        self.nearest.reset();
        way.clear();
        // The least seconds known in which the goal is reached, and from which origin without any transition.
        let (mut most_secs, mut there) = (f64::INFINITY, None);
        for (place, origin) in origins.iter().enumerate() {
            if origin.verb != goal {
                self.relax(graph, knobs, *origin, Before::Origin(place), goal, &mut most_secs);
            } else if origin.secs < most_secs {
                (most_secs, there) = (origin.secs, Some(place));
            }
        }
        loop {
            let next = self.nearest.first().map(TransitionId);
            let Some(next) = next.filter(|next| there.is_none() || self.labels[next.0].secs < most_secs)
            else {
                return there;
            };
            let Label { secs, arrives, .. } = self.labels[next.0];
            let to = graph.transition(next).to;
            if to == goal {
                return Some(self.read_back(next, way));
            }
            self.labels[next.0].settled = true;
            self.nearest.play(next.0, f64::INFINITY);
            let origin = Origin { verb: to, time: arrives, secs };
            self.relax(graph, knobs, origin, Before::Transition(next), goal, &mut most_secs);
        }
    }

    /// The transitions of the way that ends in one, in order. Returns at which origin it begins.
    fn read_back(&self, last: TransitionId, way: &mut Vec<TransitionId>) -> usize {
        way.push(last);
        let mut id = last;
        loop {
            match self.labels[id.0].before {
                Before::Origin(origin) => {
                    way.reverse();
                    return origin;
                }
                Before::Transition(before) => {
                    way.push(before);
                    id = before;
                }
            }
        }
    }

    /// What the transitions out of a verb cost. What takes more than the best way known to the goal is passed over.
    fn relax(
        &mut self,
        graph: &Graph,
        knobs: &mut Knobs,
        origin: Origin,
        before: Before,
        goal: VerbId,
        most_secs: &mut f64,
    ) {
        self.find_times(graph, knobs, origin.verb);
        let voice = &self.voices[origin.verb.0];
        let (now_secs, round_secs) = (voice.secs_at(graph, origin.time), voice.setting.duration().0);
        for &id in graph.exits(origin.verb) {
            let Label { secs: best_secs, settled, .. } = self.labels[id.0];
            let helps = |secs: f64| !settled && secs < best_secs && secs <= *most_secs;
            if !helps(origin.secs) {
                continue;
            }
            let transition = graph.transition(id);
            let (cost, wait_secs) = match transition.leave {
                Leave::AtOnce { .. } => (self.cost(graph, knobs, id, origin.time), 0.0),
                Leave::During([start, _]) => {
                    let next_round = start < origin.time - ROUNDING;
                    if next_round && !graph.verb(origin.verb).is_cyclic() {
                        continue;
                    }
                    let cost = self.kept_cost(graph, knobs, id, start);
                    let rounds_secs = if next_round { round_secs } else { 0.0 };
                    (cost, cost.leaves_secs + rounds_secs - now_secs)
                }
            };
            let secs = origin.secs + if wait_secs > 0.0 { wait_secs } else { 0.0 } + cost.takes_secs;
            if !helps(secs) {
                continue;
            }
            self.labels[id.0] = Label { secs, arrives: cost.arrives, before, settled: false };
            if transition.to == goal {
                *most_secs = secs;
            }
            self.nearest.play(id.0, secs);
        }
    }

    /// What a transition costs that leaves at a time of its own, found once.
    fn kept_cost(&mut self, graph: &Graph, knobs: &mut Knobs, id: TransitionId, start: f64) -> Cost {
        if let Some(cost) = self.costs[id.0] {
            return cost;
        }
        let cost = self.cost(graph, knobs, id, start);
        self.costs[id.0] = Some(cost);
        cost
    }

    /// What a transition costs that leaves its first verb, whose times are found, at a canonical time.
    fn cost(&mut self, graph: &Graph, knobs: &mut Knobs, id: TransitionId, leaves: f64) -> Cost {
        let transition = graph.transition(id);
        self.find_times(graph, knobs, transition.to);
        let [from, to] = [transition.from, transition.to].map(|verb| &self.voices[verb.0]);
        let regions = regions(graph, id, from, leaves);
        let inertial = transition.blend == Blend::Inertial;
        let arrives = regions[1][usize::from(!inertial)];
        Cost {
            leaves_secs: from.secs_at(graph, leaves),
            takes_secs: if inertial { 0.0 } else { duration(graph, [from, to], regions) },
            arrives: if to.own(graph).is_cyclic() { arrives - arrives.floor() } else { arrives },
        }
    }

    fn find_times(&mut self, graph: &Graph, knobs: &mut Knobs, verb: VerbId) {
        if !core::mem::replace(&mut self.timed[verb.0], true) {
            self.voices[verb.0].find_times(graph, knobs, verb);
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
