//! An actor goes over to a rebuilt graph while it plays: what has the same name in both goes on, so that a project can be edited
//! under a running game.
//!
//! Where the motion is another, that is a cut: pose and velocity go on, and what they differ by decays.

use super::body::Body;
use super::inertia::Cut;
use super::mix::{store, vector};
use super::plan::{Queued, in_round};
use super::root::{Node, Root, scaled, sum};
use super::state::{Scratch, State};
use super::transition::{BEFORE_SECS, Crossing};
use crate::graph::{
    Constraint, Deed, FootId, GestureId, Graph, HandId, KnobId, ObjectId, TransitionId, VerbId,
};
use crate::rotation::{compose, exp, inverse, log_near};
use crate::skeleton::{Axis, DofKind, JointId, Skeleton};

/// Where things of one graph are in another, by their names.
#[derive(Clone, Copy)]
pub(super) struct Renumbered<'a> {
    pub(super) from: &'a Graph,
    pub(super) to: &'a Graph,
}

impl<'a> Renumbered<'a> {
    fn verb(self, id: VerbId) -> Option<VerbId> {
        self.to.verb_named(self.from.verb(id).name())
    }

    /// Several transitions between the same verbs are told apart by their order.
    fn transition(self, id: TransitionId) -> Option<TransitionId> {
        let between = |graph: &'a Graph, from: VerbId, to: VerbId| {
            let is_between = move |id: &TransitionId| graph.transition(*id).to == to;
            graph.exits(from).iter().copied().filter(is_between)
        };
        let own = self.from.transition(id);
        let place = between(self.from, own.from, own.to).position(|other| other == id)?;
        between(self.to, self.verb(own.from)?, self.verb(own.to)?).nth(place)
    }

    pub(super) fn knob(self, id: KnobId) -> Option<KnobId> {
        self.to.knob_named(&self.from.knob(id).name)
    }

    pub(super) fn gesture(self, id: GestureId) -> Option<GestureId> {
        self.to.gesture_named(&self.from.gesture(id).name)
    }

    pub(super) fn foot(self, id: FootId) -> Option<FootId> {
        self.to.foot_named(self.joint_name(self.from.foot(id).ball))
    }

    pub(super) fn hand(self, id: HandId) -> Option<HandId> {
        self.to.hand_named(self.joint_name(self.from.hand(id).joint))
    }

    pub(super) fn object(self, id: ObjectId) -> Option<ObjectId> {
        self.to.object_named(&self.from.objects()[id.0])
    }

    fn joint_name(self, id: JointId) -> &'a str {
        &self.from.skeleton().joint(id).name
    }

    /// Whether a constraint of the old graph is one of the new.
    fn is_same_constraint(self, old: &Constraint, new: &Constraint) -> bool {
        let joint = |graph: &'a Graph, deed| match deed {
            Deed::Reach(hand) => Some(&graph.skeleton().joint(graph.hand(hand).joint).name),
            Deed::Hold(joint) => Some(&graph.skeleton().joint(joint).name),
            Deed::Look => None,
        };
        self.verb(old.verb) == Some(new.verb)
            && old.object == new.object
            && core::mem::discriminant(&old.deed) == core::mem::discriminant(&new.deed)
            && joint(self.from, old.deed) == joint(self.to, new.deed)
    }

    /// Every DOF that both have: its place in the old skeleton and in the new.
    pub(super) fn dofs(self) -> impl Iterator<Item = [usize; 2]> {
        let [from, to] = [self.from, self.to].map(|graph| &**graph.skeleton());
        from.dofs().iter().enumerate().filter_map(move |(d, dof)| {
            let name = &from.joint(dof.joint).name;
            let is_same =
                |new: &crate::skeleton::Dof| new.kind == dof.kind && to.joint(new.joint).name == *name;
            let root = d < Skeleton::ROOT_DOFS;
            let new = if root { Some(d) } else { to.dofs().iter().position(is_same) };
            new.filter(|new| root || *new >= Skeleton::ROOT_DOFS).map(|new| [d, new])
        })
    }

    /// The constraints that both have: the place of each in the old graph and in the new.
    pub(super) fn constraints(self) -> impl Iterator<Item = [usize; 2]> {
        self.from.constraints().enumerate().filter_map(move |(old, (constraint, _))| {
            let mut all = self.to.constraints();
            let new = all.position(|(other, _)| self.is_same_constraint(constraint, other));
            new.map(|new| [old, new])
        })
    }

    /// What the verbs of an actor on the old graph show some time from now, over a pose of the new.
    fn show(self, body: &Body, ahead_secs: f64, rooms: &mut [Vec<f32>], motion: &[f32], pose: &mut [f32]) {
        let [old_pose, room, ..] = rooms else { unreachable!("two rooms for poses") };
        body.primary_into(self.from, self.from.all_dofs(), ahead_secs, old_pose, room);
        pose.copy_from_slice(motion);
        self.pose(old_pose, pose);
    }

    /// A pose of the old skeleton, over one of the new: rotations are seen from the new joints' references.
    fn pose(self, old: &[f32], new: &mut [f32]) {
        for [from, to] in self.dofs() {
            let [joint, new_joint] = [(self.from, from), (self.to, to)]
                .map(|(graph, d)| graph.skeleton().joint(graph.skeleton().dofs()[d].joint));
            match self.from.skeleton().dofs()[from].kind {
                DofKind::RotationVector(Axis::X) => {
                    let turn = compose(inverse(new_joint.reference), joint.reference);
                    let own = vector(old, from);
                    store(new, to, log_near(compose(turn, exp(own)), own));
                }
                DofKind::RotationVector(_) => {}
                _ => new[to] = old[from],
            }
        }
    }
}

impl State {
    /// The same actor on a rebuilt graph, and what of its doings that graph does not have.
    pub(super) fn migrated(
        &self,
        from: &Graph,
        [old_scratch, scratch]: [&mut Scratch; 2],
        to: &Graph,
    ) -> (Self, Vec<String>) {
        let names = Renumbered { from, to };
        let mut state = Self::new(to, scratch, 0);
        let mut lost = Vec::new();
        (state.origin, state.now, state.ticks) = (self.origin, self.now, self.ticks);
        (state.fresh, state.waited_secs) = (self.fresh, self.waited_secs);
        state.gaze = self.gaze;
        state.knobs.take_over(&self.knobs, names, self.now);
        state.plan.take_over(&self.plan);
        state.life = self.life;
        state.hands.take_over(&self.hands, names);
        state.take_over_verbs(self, names, &mut lost);
        state.body.gestures.take_over(&mut state.knobs, &self.body.gestures, names, &mut lost);
        state.carry_on(self, names, [old_scratch, scratch]);
        state.take_over_queue(self, names, scratch, &mut lost);
        (state, lost)
    }

    /// Plays the verb that was played, or goes on with the transition. Where one is gone, the actor is in the verb that it was on its
    /// way to, or begins anew.
    fn take_over_verbs(&mut self, old: &Self, names: Renumbered, lost: &mut Vec<String>) {
        let Renumbered { from, to } = names;
        let Self { body, knobs, .. } = self;
        let name = |id| from.verb(id).name();
        let [main, next] = [&old.body.main, &old.body.next]
            .map(|voice| names.verb(voice.verb).map(|verb| (verb, voice.time)));
        let time = |(verb, t): (VerbId, f64)| {
            in_round(to, verb, if to.verb(verb).is_cyclic() || t < 1.0 { t } else { 1.0 })
        };
        if let Some(crossing) = &old.body.crossing {
            if let (Some(id), Some((verb, t)), Some((next, next_t))) =
                (names.transition(crossing.id), main, next)
            {
                body.main.begin(to, knobs, verb, t);
                body.next.begin(to, knobs, next, next_t);
                body.main.go_on_as(to, &old.body.main, from);
                body.next.go_on_as(to, &old.body.next, from);
                let mut crossing = Crossing { id, held: 0, ..*crossing };
                let feet = from.foot_ids().filter(|foot| old.body.holds_throughout(foot.0));
                feet.filter_map(|foot| names.foot(foot)).for_each(|foot| crossing.held |= 1 << foot.0);
                crossing.retune(to, [&body.main, &body.next]);
                body.crossing = Some(crossing);
                return;
            }
            lost.push(format!("transition {}", from.parts().title(from.verbs(), crossing.id)));
        }
        let goes_on = if old.body.crossing.is_some() { next.or(main) } else { main };
        match goes_on {
            Some(voice) => {
                body.main.begin(to, knobs, voice.0, time(voice));
                let on_the_way = old.body.crossing.is_some() && next.is_some();
                let goes_on = if on_the_way { &old.body.next } else { &old.body.main };
                body.main.go_on_as(to, goes_on, from);
            }
            None => {
                lost.push(format!("verb {}", name(old.body.leading().verb)));
                body.main.begin(to, knobs, to.parts().starts[0], 0.0);
                self.fresh = true;
            }
        }
    }

    /// Pose, velocity, place, feet and hands go on from where they are.
    fn carry_on(&mut self, old: &Self, names: Renumbered, [old_scratch, scratch]: [&mut Scratch; 2]) {
        let to = names.to;
        self.feet.take_over(&old.feet, names);
        let [pose, before, motion, motion_before, room] = &mut scratch.rooms;
        for (motion, ahead_secs) in [(&mut *motion, 0.0), (&mut *motion_before, -f64::from(BEFORE_SECS))] {
            self.body.primary_into(to, to.all_dofs(), ahead_secs, motion, room);
        }
        let mut show = |body: &Body, pose: &mut [f32], before: &mut [f32]| {
            names.show(body, 0.0, &mut old_scratch.rooms, motion, pose);
            names.show(body, -f64::from(BEFORE_SECS), &mut old_scratch.rooms, motion_before, before);
        };
        let mut unmoved = old.body.clone();
        unmoved.inertia.end();
        show(&unmoved, pose, before);
        if is_same(pose, motion) && is_same(before, motion_before) {
            self.body.inertia.take_over(&old.body.inertia, names);
            self.body.root = old.body.root;
        } else {
            show(&old.body, pose, before);
            let own = self.body.twist(to, 0.0);
            let (place, climbed) = old.body.place(names.from);
            for [from, to] in names.constraints() {
                let timing = names.from.parts().constraints[from].timing();
                self.body.inertia.weights[to] = old.body.moving_weight(names.from, from, timing);
            }
            self.body.take_off_weights(to);
            let Body { inertia, root, .. } = &mut self.body;
            inertia.begin(to, Cut { pose, before, motion, motion_before }, None);
            inertia.drift = sum(old.body.twist(names.from, 0.0), scaled(own, -1.0));
            *root = Root { frame: old.body.root.frame, climbed, node: Some(Node { place, ago_secs: 0.0 }) };
            self.feet.go_on(to, &self.body);
            self.feet.are_due(&self.body);
        }
        names.pose(&old.dofs, &mut self.dofs);
    }

    /// The queue goes on as far as it leads; if it breaks off, the actor asks anew for where it led.
    fn take_over_queue(
        &mut self,
        old: &Self,
        names: Renumbered,
        scratch: &mut Scratch,
        lost: &mut Vec<String>,
    ) {
        let Renumbered { from, to } = names;
        let mut verb = if self.body.crossing.is_some() { self.body.next.verb } else { self.body.main.verb };
        for queued in &old.plan.queue {
            match names.transition(queued.id).filter(|id| to.transition(*id).from == verb) {
                Some(id) => {
                    self.plan.queue.push(Queued { id, asked: queued.asked });
                    verb = to.transition(id).to;
                }
                None => break,
            }
        }
        if let Some(last) = old.plan.queue.last()
            && self.plan.queue.len() < old.plan.queue.len()
        {
            self.plan.queue.clear();
            let goal = from.transition(last.id).to;
            let touched = self.plan.touched;
            let reached =
                !last.asked || names.verb(goal).is_some_and(|goal| self.request(to, scratch, goal).is_ok());
            self.plan.touched = touched;
            if !reached {
                lost.push(format!("way to {}", from.verb(goal).name()));
            }
        }
        if self.body.crossing.is_none() && !self.body.main.own(to).is_cyclic() {
            self.plan.draw(to, &self.body);
        }
    }
}

/// Whether two poses differ by rounding alone.
fn is_same(a: &[f32], b: &[f32]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}
