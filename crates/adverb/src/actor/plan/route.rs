//! The quickest way from where an actor is to a verb: Dijkstra's search over transitions, in seconds at the present knobs.
//!
//! What a transition costs depends on when its verb was entered, so its nodes are transitions, not verbs: a label is the time
//! at which a transition will have been made and the canonical time at which it leaves the actor in its second verb.

use crate::actor::knobs::Knobs;
use crate::actor::transition::{ROUNDING, duration, regions};
use crate::actor::voice::Voice;
use crate::graph::{Blend, Graph, Leave, TransitionId, VerbId};

/// The best way known to the end of a transition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::actor) struct Label {
    secs: f64,
    /// Canonical time in its second verb.
    arrives: f64,
    before: Option<TransitionId>,
    settled: bool,
}

const UNKNOWN: Label = Label { secs: f64::INFINITY, arrives: 0.0, before: None, settled: false };

/// Room for searches.
#[derive(Debug, Clone)]
pub(in crate::actor) struct Router {
    labels: Vec<Label>,
    from: Voice,
    to: Voice,
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
        let labels = vec![UNKNOWN; graph.parts().transitions.len()];
        Self { labels, from: Voice::with_room(graph), to: Voice::with_room(graph) }
    }

    /// The last transition of the quickest way to a verb by at least one transition, and the seconds it takes. The way itself
    /// is read back by [`Self::way`].
    pub(in crate::actor) fn search(
        &mut self,
        graph: &Graph,
        knobs: &mut Knobs,
        origin: Origin,
        goal: VerbId,
    ) -> Option<(TransitionId, f64)> {
        self.labels.fill(UNKNOWN);
        self.relax(graph, knobs, origin, None);
        loop {
            let open = self.labels.iter().enumerate().filter(|(_, l)| !l.settled && l.secs < f64::INFINITY);
            let (next, label) =
                open.reduce(|best, other| if other.1.secs < best.1.secs { other } else { best })?;
            let (next, label) = (TransitionId(next), *label);
            let to = graph.transition(next).to;
            if to == goal {
                return Some((next, label.secs));
            }
            self.labels[next.0].settled = true;
            self.relax(graph, knobs, Origin { verb: to, time: label.arrives, secs: label.secs }, Some(next));
        }
    }

    /// The transitions of the way that ends in one, in order.
    pub(in crate::actor) fn way(&self, last: TransitionId, way: &mut Vec<TransitionId>) {
        way.clear();
        let mut next = Some(last);
        while let Some(id) = next {
            way.push(id);
            next = self.labels[id.0].before;
        }
        way.reverse();
    }

    /// What the transitions out of a verb cost.
    fn relax(&mut self, graph: &Graph, knobs: &mut Knobs, origin: Origin, before: Option<TransitionId>) {
        self.from.begin(graph, knobs, origin.verb, origin.time);
        for &id in graph.exits(origin.verb) {
            let Some(wait_secs) = wait(graph, &mut self.from, origin.time, id) else { continue };
            let transition = graph.transition(id);
            self.to.begin(graph, knobs, transition.to, 0.0);
            let regions = regions(graph, id, &self.from);
            let inertial = transition.blend == Blend::Inertial;
            let crossing = if inertial { 0.0 } else { duration(graph, [&self.from, &self.to], regions) };
            let arrives = regions[1][usize::from(!inertial)];
            let arrives = if self.to.own(graph).is_cyclic() { arrives - arrives.floor() } else { arrives };
            let secs = origin.secs + wait_secs + crossing;
            let label = &mut self.labels[id.0];
            if !label.settled && secs < label.secs {
                *label = Label { secs, arrives, before, settled: false };
            }
        }
    }
}

/// Seconds from a canonical time until a transition can begin, if it can; the voice is left at that time.
fn wait(graph: &Graph, voice: &mut Voice, time: f64, id: TransitionId) -> Option<f64> {
    let start = match graph.transition(id).leave {
        Leave::AtOnce { .. } => time,
        Leave::During([start, _]) if start >= time - ROUNDING => start,
        Leave::During([start, _]) if voice.own(graph).is_cyclic() => start + 1.0,
        Leave::During(_) => return None,
    };
    let secs = voice.secs_at(graph, start) - voice.secs_at(graph, time);
    voice.time = start;
    Some(if secs > 0.0 { secs } else { 0.0 })
}
