//! When the feet of a verb being played stand, and how they come to it and leave.

use glam::Vec2;

use super::hold::{foot_ease_secs, longest_ease_secs, share, softened};
use crate::actor::voice::Voice;
use crate::graph::Graph;
use crate::placement::Placement;
use crate::screw::Place;
use crate::time::ROUNDING;
use crate::verb::Phase;

/// A support phase that is under way or over.
pub(in crate::actor) struct LastPhase {
    /// How many seconds ago it began.
    pub(in crate::actor) began_secs: f64,
    /// How many seconds ago it ended, if it has.
    pub(in crate::actor) ended_secs: Option<f64>,
    /// From where the foot was when it began to where it was held.
    pub(in crate::actor) settle: Vec2,
}

impl Voice {
    /// How much canonical time before now another time was; for a verb that repeats, the last time round.
    fn ago(&self, graph: &Graph, now: f64, t: f64) -> f64 {
        let ago = now - t;
        if self.own(graph).is_cyclic() { ago - (ago + ROUNDING).floor() } else { ago }
    }

    /// Whether a foot of the graph supports at a canonical time; of a phase's bounds the first belongs to it.
    pub(in crate::actor) fn supports(&self, graph: &Graph, foot: usize, now: f64) -> bool {
        self.phases(graph, foot).iter().any(|phase| {
            let since = self.ago(graph, now, phase.from);
            since >= -ROUNDING && since < phase.to - phase.from - ROUNDING
        })
    }

    /// Canonical time at which the next phase of a foot begins.
    pub(in crate::actor) fn stands_next(&self, graph: &Graph, foot: usize) -> f64 {
        let ahead = |phase: &Phase| {
            let ahead = -self.ago(graph, self.time, phase.from);
            let ahead = if self.own(graph).is_cyclic() { ahead + 1.0 } else { ahead };
            (ahead > 0.0).then_some(self.time + ahead)
        };
        let all = self.phases(graph, foot).iter().filter_map(ahead);
        all.fold(f64::INFINITY, |least, t| if t < least { t } else { least })
    }

    /// Seconds until the next phase of a foot begins.
    pub(in crate::actor) fn secs_until_it_stands(&self, graph: &Graph, foot: usize) -> f64 {
        let next = self.stands_next(graph, foot);
        if next < f64::INFINITY { self.secs_at(graph, next) - self.secs_at(graph, self.time) } else { next }
    }

    /// Seconds until the phase of a foot that is under way ends.
    pub(in crate::actor) fn secs_until_it_leaves(&self, graph: &Graph, foot: usize) -> f64 {
        let left = |phase: &Phase| phase.to - phase.from - self.ago(graph, self.time, phase.from);
        let most = self
            .phases(graph, foot)
            .iter()
            .map(left)
            .fold(0.0, |most, left| if left > most { left } else { most });
        self.secs_at(graph, self.time + most) - self.secs_at(graph, self.time)
    }

    /// Whether a foot stands for some seconds yet, or has just begun to.
    pub(in crate::actor) fn stands_for(&self, graph: &Graph, foot: usize, secs: f64) -> bool {
        self.phases(graph, foot).iter().any(|phase| {
            let since = self.ago(graph, self.time, phase.from);
            let left = phase.to - phase.from - since;
            left > 0.0
                && (since < ROUNDING
                    || self.secs_at(graph, self.time + left) - self.secs_at(graph, self.time) > secs)
        })
    }

    /// The phase of a foot that began last.
    pub(in crate::actor) fn last_phase(&self, graph: &Graph, foot: usize, frame: Place) -> Option<LastPhase> {
        let began = |phase: &Phase| (self.ago(graph, self.time, phase.from), *phase);
        let all = self.phases(graph, foot).iter().map(began).filter(|(ago, _)| *ago >= 0.0);
        let (ago, phase) = all.reduce(|last, other| if other.0 < last.0 { other } else { last })?;
        let secs_ago = |ago: f64| self.secs_at(graph, self.time) - self.secs_at(graph, self.time - ago);
        let ended = ago - (phase.to - phase.from);
        let heading = |ago: f64| frame[2] - self.setting.travel().rate * ago;
        Some(LastPhase {
            began_secs: secs_ago(ago),
            // As in `supports`: one that ends just now has ended.
            ended_secs: (ended >= -ROUNDING).then(|| if ended > 0.0 { secs_ago(ended) } else { 0.0 }),
            settle: softened(turned(heading(ago), phase.settle)),
        })
    }

    /// On the way to the next phase: the cubic that leaves the motion and comes to rest where the foot will stand.
    pub(in crate::actor) fn approach(&self, graph: &Graph, foot: usize, frame: Place) -> Vec2 {
        let foot_of_graph = &graph.feet()[foot];
        let mut sum = Vec2::ZERO;
        for phase in self.phases(graph, foot) {
            let ago = self.ago(graph, self.time, phase.from);
            // A phase that begins just now lies ahead, not a round ahead.
            let rounds = if self.own(graph).is_cyclic() && ago > ROUNDING { 1.0 } else { 0.0 };
            let ahead = rounds - ago;
            let until = (self.secs_at(graph, self.time + ahead) - self.secs_at(graph, self.time)) as f32;
            let until = if until > 0.0 || ago > ROUNDING { until } else { 0.0 };
            if share(until, longest_ease_secs(foot_of_graph)).is_none() {
                continue;
            }
            let heading = frame[2] + self.setting.travel().rate * ahead;
            let settle = softened(turned(heading, phase.settle));
            let velocity = turned(heading, phase.arriving) / self.rate(graph, phase.from) as f32;
            let ease_secs = foot_ease_secs(foot_of_graph, settle, velocity);
            let Some(back) = share(until, ease_secs) else { continue };
            let s = 1.0 - back;
            sum += settle * (s * s * (3.0 - 2.0 * s)) + velocity * (ease_secs * s * s * back);
        }
        sum
    }
}

fn turned(heading: f64, [x, z]: [f64; 2]) -> Vec2 {
    let (x, z) = Placement { x: 0.0, z: 0.0, heading: heading as f32 }.turn(x as f32, z as f32);
    Vec2::new(x, z)
}
