//! What moves the body before feet, hands and head have their say: the verb or transition, what decays, gestures, the place.

use super::gestures::Gestures;
use super::inertia::Inertia;
use super::knees;
use super::knobs::Knobs;
use super::mix::mix;
use super::root::Root;
use super::transition::Crossing;
use super::voice::Voice;
use crate::graph::{Blended, Graph, Piece};
use crate::placement::Placement;
use crate::screw::{self, Place};
use crate::skeleton::Skeleton;

/// What moves the body.
#[derive(Debug, Clone)]
pub(super) struct Body {
    /// Q₀: the verb that plays; in a transition the one that it leaves.
    pub(super) main: Voice,
    /// The verb that a transition leads to.
    pub(super) next: Voice,
    pub(super) crossing: Option<Crossing>,
    pub(super) inertia: Inertia,
    pub(super) gestures: Gestures,
    pub(super) root: Root,
}

impl Body {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            main: Voice::with_room(graph),
            next: Voice::with_room(graph),
            crossing: None,
            inertia: Inertia::none(graph),
            gestures: Gestures::new(graph),
            root: Root::default(),
        }
    }

    /// Whether one verb alone says how the body moves.
    pub(super) fn is_steady(&self) -> bool {
        self.crossing.is_none() && !self.inertia.is_active()
    }

    /// The verbs that play: one, or two in a transition.
    pub(super) fn voices(&self) -> impl Iterator<Item = &Voice> {
        core::iter::once(&self.main).chain(self.crossing.is_some().then_some(&self.next))
    }

    /// The verb that says what is constrained, used and heard now.
    pub(super) fn leading(&self) -> &Voice {
        match &self.crossing {
            Some(crossing) if !crossing.is_first_half() => &self.next,
            _ => &self.main,
        }
    }

    /// Whether a transition leads from where the body stays to where it goes somewhere.
    pub(super) fn sets_out(&self) -> bool {
        self.crossing.is_some() && self.main.stays() && !self.next.stays()
    }

    /// The verb that says which feet stand. Who sets out does so on the feet of the verb that he sets out for.
    pub(super) fn standing(&self) -> &Voice {
        if self.sets_out() { &self.next } else { self.leading() }
    }

    /// Whether a foot of the graph is in a support phase now, held or not: constraint arbitration of 5.5.
    pub(super) fn supports(&self, graph: &Graph, foot: usize) -> bool {
        let voice = self.standing();
        self.holds_throughout(foot) || voice.supports(graph, foot, voice.time)
    }

    /// Whether a foot stands at both ends of the transition under way.
    pub(super) fn holds_throughout(&self, foot: usize) -> bool {
        self.crossing.as_ref().is_some_and(|crossing| foot < 64 && crossing.held >> foot & 1 == 1)
    }

    /// A foot is held until the transition under way ends.
    pub(super) fn hold_throughout(&mut self, foot: usize) {
        if let Some(crossing) = &mut self.crossing
            && foot < 64
        {
            crossing.held |= 1 << foot;
        }
    }

    /// What the leading verb uses now.
    pub(super) fn uses<'a>(&self, graph: &'a Graph) -> &'a Piece {
        let voice = self.leading();
        graph.uses(voice.verb).at(voice.round_time(graph))
    }

    /// The knobs have moved: sets everything as at the last tick, or as at another time.
    pub(super) fn retune(&mut self, graph: &Graph, knobs: &mut Knobs, now: Option<f64>) {
        self.main.retune(graph, knobs, now);
        if let Some(crossing) = &mut self.crossing {
            self.next.retune(graph, knobs, now);
            if now.is_none() {
                crossing.retune(graph, [&self.main, &self.next]);
            }
        }
        self.gestures.retune(graph, knobs, now);
    }

    /// What the verb or the transition has to say about some DOFs some time from now, with what decays; x, z and heading as
    /// seen from the frame.
    pub(super) fn primary_into(
        &self,
        graph: &Graph,
        of: &Blended,
        ahead_secs: f64,
        dofs: &mut [f32],
        other: &mut [f32],
    ) {
        let (dofs, other) = (&mut dofs[..of.end], &mut other[..of.end]);
        match &self.crossing {
            None if ahead_secs == 0.0 => self.main.pose(graph, self.main.time, dofs),
            None => self.main.pose(graph, self.main.after(graph, self.main.time, ahead_secs), dofs),
            Some(crossing) => {
                let [a, b] = match ahead_secs {
                    0.0 => [self.main.time, self.next.time],
                    secs => crossing.times(secs),
                };
                self.main.pose(graph, a, dofs);
                self.next.pose(graph, b, other);
                mix(of, dofs, other, crossing.share(graph, ahead_secs) as f32);
            }
        }
        if self.inertia.is_active() {
            for (bend, foot) in other.iter_mut().zip(graph.feet()) {
                *bend = knees::bend(graph, foot, dofs);
            }
            self.inertia.apply(of, ahead_secs, dofs);
            for ((own, cut), foot) in other.iter().zip(&self.inertia.bends).zip(graph.feet()) {
                knees::limit(graph, foot, [*own, *cut], dofs);
            }
        }
    }

    /// Some DOFs of the pose some time from now, gestures included, before feet are held; the root's among them. Returns the
    /// frame.
    pub(super) fn unheld_into(
        &self,
        graph: &Graph,
        of: &Blended,
        ahead_secs: f64,
        dofs: &mut [f32],
        rooms: &mut [Vec<f32>],
    ) -> Place {
        let [own, first, ..] = rooms else { unreachable!("two rooms for poses") };
        self.primary_into(graph, of, ahead_secs, dofs, own);
        self.gestures.apply(graph, of, dofs, [own, first]);
        let own = Skeleton::PLACEMENT.map(|d| f64::from(dofs[d]));
        let (frame, body, climbed) = if self.root.node.is_some() {
            let (body, climbed) = self.place(graph);
            let body = match ahead_secs {
                0.0 => body,
                secs => self.twist(graph, secs).moved(body, secs),
            };
            (screw::compose(body, screw::inverse(own)), body, climbed)
        } else {
            let ahead = match ahead_secs {
                0.0 => 0.0,
                secs => self.main.after(graph, self.main.time, secs) - self.main.time,
            };
            let travel = self.main.setting.travel();
            let frame = travel.moved(self.root.frame, ahead);
            (frame, screw::compose(frame, own), self.root.climbed + travel.climb * ahead)
        };
        dofs[Skeleton::HEIGHT.index()] += climbed as f32;
        let [x, z, heading] = body.map(|v| v as f32);
        Placement { x, z, heading }.store(dofs);
        frame
    }
}
