//! The pose of an actor, layer by layer: the verb or transition, what decays, gestures, feet, hands, head.

use glam::{Vec2, Vec3};

use super::feet::{Hold, ball, longest_ease_secs};
use super::ground::ground;
use super::mix::mix;
use super::objects::{place_of, reach, strength};
use super::queue::BEFORE_SECS;
use super::{Actor, World};
use crate::graph::{Deed, GestureId, Graph};
use crate::limbs::{Leg, stand};
use crate::placement::Placement;
use crate::screw::{self, Ground};
use crate::skeleton::Skeleton;
use crate::verb::Foot;

/// A foot that is farther than this from where it stands cannot be kept there; metres.
const UNREACHED_M: f32 = 0.004;

/// No foot is moved farther, since powers of that are no numbers: those of verbs that are as fast as may be would be.
const FARTHEST_M: Vec3 = Vec3::splat(1e6);

/// A foot that stands is not let go for less than this, and one that has left is not set down for less: knobs that turn may
/// take the bounds of a phase over it.
const SOON_SECS: f64 = 0.08;
/// In a blend a foot is set down only if it is no higher than this above where its verb has it; metres …
const HIGHEST_LANDING_M: f32 = 0.03;
/// … and no faster than this over the ground; metres per second.
const FASTEST_LANDING: f32 = 1.0;

impl Actor {
    /// The pose now, without feet, hands or head.
    pub(super) fn unheld(&mut self, graph: &Graph) {
        let mut dofs = core::mem::take(&mut self.dofs);
        let mut rooms = core::mem::take(&mut self.scratch);
        self.unheld_into(graph, 0.0, &mut dofs, &mut rooms);
        (self.dofs, self.scratch) = (dofs, rooms);
    }

    /// What the verb or the transition has to say some time from now, with what decays; x, z and heading as seen from the
    /// frame.
    pub(super) fn primary_into(&self, graph: &Graph, ahead_secs: f64, dofs: &mut [f32], other: &mut [f32]) {
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
                mix(graph, dofs, other, crossing.share(graph, ahead_secs) as f32);
            }
        }
        if self.offset.is_active() {
            self.offset.apply(graph, ahead_secs, dofs);
        }
    }

    /// The pose some time from now in the world, gestures included, before feet are held. Returns the frame.
    pub(super) fn unheld_into(
        &self,
        graph: &Graph,
        ahead_secs: f64,
        dofs: &mut [f32],
        rooms: &mut [Vec<f32>],
    ) -> Ground {
        let [own, first, ..] = rooms else { unreachable!("two rooms for poses") };
        self.primary_into(graph, ahead_secs, dofs, own);
        let mut newest = u32::MAX;
        // The gestures that came first lie above.
        while let Some((id, playing)) = self.newest_gesture(newest) {
            playing.apply(graph, id, dofs, [own, first]);
            newest = playing.order;
        }
        let own = Skeleton::PLACEMENT.map(|d| f64::from(dofs[d]));
        let (frame, body, climbed) = if self.root.node.is_some() {
            let (body, climbed) = self.body(graph);
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

    /// The last gesture to begin before another.
    fn newest_gesture(&self, before: u32) -> Option<(GestureId, &super::Playing)> {
        let all = self.playing.iter().enumerate().filter(|(_, p)| p.is_active() && p.order < before);
        all.reduce(|a, b| if b.1.order > a.1.order { b } else { a })
            .map(|(id, playing)| (GestureId(id), playing))
    }

    /// Whether a foot of the graph is in a support phase now, held or not: constraint arbitration of 5.5.
    pub fn supports(&self, graph: &Graph, foot: usize) -> bool {
        let voice = self.leading();
        self.is_held_throughout(foot) || voice.supports(graph, foot, voice.time)
    }

    /// Whether a foot stands at both ends of the transition under way.
    fn is_held_throughout(&self, foot: usize) -> bool {
        self.crossing.as_ref().is_some_and(|crossing| foot < 64 && crossing.held >> foot & 1 == 1)
    }

    /// How a free foot is eased towards where it will stand.
    fn approach(&self, graph: &Graph, foot: usize, frame: Ground) -> Vec2 {
        if !self.feet_held {
            return Vec2::ZERO;
        }
        let approach = self.leading().approach(graph, foot, frame);
        match &self.crossing {
            None => approach,
            Some(crossing) => {
                let sure = (1.0 - 2.0 * crossing.progress).abs() as f32;
                approach * (sure * sure * (3.0 - 2.0 * sure))
            }
        }
    }

    /// How far a foot that is not held is moved.
    pub(super) fn free_correction(&self, graph: &Graph, foot: usize, frame: Ground) -> Vec3 {
        self.holds[foot].free_correction(&graph.feet()[foot], self.approach(graph, foot, frame))
    }

    /// What is to be done with a foot: set it down, let it go, or nothing.
    fn change(&self, graph: &Graph, foot: usize) -> Option<bool> {
        let hold = &self.holds[foot];
        let voice = self.leading();
        let wanted = self.feet_held
            && match (self.supports(graph, foot), hold.planted.is_some()) {
                (false, stands) => stands && voice.secs_until_it_stands(graph, foot) < SOON_SECS,
                (true, stands) => {
                    stands || self.is_held_throughout(foot) || voice.stands_for(graph, foot, SOON_SECS)
                }
            };
        (wanted != hold.planted.is_some() && !hold.shifting).then_some(wanted)
    }

    /// Sets feet down whose phase has begun, and lets go of those whose phase has ended.
    pub(super) fn reconcile(&mut self, graph: &Graph) {
        if (0..self.holds.len()).all(|foot| self.change(graph, foot).is_none()) {
            return;
        }
        let mut rooms = core::mem::take(&mut self.scratch);
        let [dofs, other, rest @ ..] = &mut rooms;
        let frame = self.unheld_into(graph, 0.0, dofs, rest);
        let steady = self.crossing.is_none() && !self.offset.is_active();
        for index in 0..self.holds.len() {
            let Some(wanted) = self.change(graph, index) else { continue };
            let foot = &graph.feet()[index];
            let at = ball(graph, foot, dofs);
            if !wanted {
                let leaving = if steady { self.main.leaving(graph, index, frame) } else { None };
                let velocity = leaving.unwrap_or_else(|| self.ball_velocity(graph, foot, at, other, rest));
                let approach = self.approach(graph, index, frame);
                self.holds[index].lift(at, velocity, approach);
            } else if steady
                || (self.has_landed(graph, index, at, other)
                    && self.ball_velocity(graph, foot, at, other, rest).length() < FASTEST_LANDING)
            {
                let correction = self.free_correction(graph, index, frame);
                self.holds[index].set_down(at, correction);
            }
        }
        self.scratch = rooms;
    }

    /// How fast the ball of a foot moves over the ground from where it is, per second.
    fn ball_velocity(
        &self,
        graph: &Graph,
        foot: &Foot,
        at: Vec3,
        dofs: &mut [f32],
        rooms: &mut [Vec<f32>],
    ) -> Vec2 {
        self.unheld_into(graph, f64::from(BEFORE_SECS), dofs, rooms);
        let moved = ball(graph, foot, dofs) - at;
        Vec2::new(moved.x, moved.z) / BEFORE_SECS
    }

    /// Whether a foot is down in a blended pose, as it is in the verb that would have it stand.
    fn has_landed(&self, graph: &Graph, foot: usize, at: Vec3, dofs: &mut [f32]) -> bool {
        let voice = self.leading();
        voice.pose(graph, voice.time, dofs);
        dofs[Skeleton::HEIGHT.index()] += self.body(graph).1 as f32;
        at.y - ball(graph, &graph.feet()[foot], dofs).y < HIGHEST_LANDING_M
    }

    /// Feet of an actor that begins amid its verb are as if it had been playing all along.
    pub(super) fn set_down_fresh(&mut self, graph: &Graph) {
        if !self.feet_held {
            return;
        }
        let mut rooms = core::mem::take(&mut self.scratch);
        let [dofs, rest @ ..] = &mut rooms;
        for (index, foot) in graph.feet().iter().enumerate() {
            let Some(phase) = self.main.last_phase(graph, index, self.root.frame) else { continue };
            let ended_secs = phase.ended_secs.unwrap_or(0.0);
            if ended_secs as f32 > longest_ease_secs(foot) {
                continue;
            }
            self.unheld_into(graph, -phase.began_secs, dofs, rest);
            let settle = Vec3::new(phase.settle.x, 0.0, phase.settle.y);
            self.holds[index].set_down(ball(graph, foot, dofs), settle);
            if phase.ended_secs.is_some() {
                self.unheld_into(graph, -ended_secs, dofs, rest);
                self.holds[index].lift(ball(graph, foot, dofs), phase.leaving, Vec2::ZERO);
                self.holds[index].left.free_secs = ended_secs as f32;
            }
        }
        self.scratch = rooms;
    }

    /// A foot that was released stands again where it has come to, or is free.
    pub(super) fn set_down_shifted(&mut self, graph: &Graph, foot: usize) {
        self.holds[foot].shifting = false;
        self.reconcile(graph);
    }

    /// The pose. Time and travel run as the knobs stood at the last tick, so that they do not depend on when they are looked
    /// at; the pose itself is that of where the knobs are now.
    pub(super) fn pose_between_ticks(&mut self, graph: &Graph, world: &impl World) {
        if !self.knobs.are_moving() {
            return self.pose(graph, world);
        }
        self.retune(graph, Some(self.now));
        self.pose(graph, world);
        self.retune(graph, None);
    }

    /// The pose, into Θ.
    fn pose(&mut self, graph: &Graph, world: &impl World) {
        let secs = core::mem::take(&mut self.waited_secs);
        let mut dofs = core::mem::take(&mut self.dofs);
        let mut rooms = core::mem::take(&mut self.scratch);
        let frame = self.unheld_into(graph, 0.0, &mut dofs, &mut rooms);
        self.scratch = rooms;
        if self.root.node.is_some() {
            self.root.frame = frame;
        }
        self.hold_feet(graph, frame, secs, world, &mut dofs);
        self.handle_objects(graph, secs, &mut dofs);
        self.dofs = dofs;
    }

    fn hold_feet(&mut self, graph: &Graph, frame: Ground, secs: f32, world: &impl World, dofs: &mut [f32]) {
        let here = ground(world, frame[0] as f32, frame[1] as f32);
        let (skeleton, feet) = (graph.skeleton(), graph.feet());
        let at_rest = |(hold, foot): (&Hold, &Foot)| hold.is_at_rest(foot);
        let level =
            here.is_none() && self.ground.is_none() && self.lowered.is_none_or(|lowered| lowered == 0.0);
        if !self.feet_held && level && self.holds.iter().zip(feet).all(at_rest) {
            return;
        }
        let mut legs = core::mem::take(&mut self.legs);
        legs.clear();
        legs.extend(feet.iter().map(|foot| Leg::of(skeleton, foot, dofs)));
        for (index, leg) in legs.iter().enumerate() {
            self.holds[index].leash(leg);
            let at = leg.ball();
            let correction = match self.holds[index].planted {
                Some(planted) => Vec3::new(planted.x - at.x, 0.0, planted.y - at.z),
                None => self.free_correction(graph, index, frame),
            };
            self.holds[index].correction = correction.clamp(-FARTHEST_M, FARTHEST_M);
            self.holds[index].goal_height = at.y + self.holds[index].correction.y;
        }
        if here.is_some() || self.ground.is_some() {
            let raised = self.follow_ground(graph, frame, here, secs, world, &legs);
            legs.iter_mut().for_each(|leg| leg.raise(raised));
            dofs[Skeleton::HEIGHT.index()] += raised;
        }
        let holds = &self.holds;
        let correction = |foot: usize| holds[foot].correction;
        let reached = stand(skeleton, feet, &mut legs, correction, &mut self.lowered, secs, dofs);
        self.legs = legs;
        if !reached {
            self.release_unreached(graph, dofs);
        }
    }

    /// A foot that cannot be kept where it stands is let go from where it is.
    fn release_unreached(&mut self, graph: &Graph, dofs: &[f32]) {
        for (hold, foot) in self.holds.iter_mut().zip(graph.feet()) {
            let Some(planted) = hold.planted else { continue };
            let at = ball(graph, foot, dofs);
            if (Vec2::new(at.x, at.z) - planted).length() > UNREACHED_M {
                let goal = Vec3::new(planted.x, hold.goal_height, planted.y);
                let unheld = goal - Vec3::new(hold.correction.x, 0.0, hold.correction.z);
                hold.shift(at, unheld, f32::INFINITY);
            }
        }
    }

    fn handle_objects(&mut self, graph: &Graph, secs: f32, dofs: &mut [f32]) {
        let mut look = self.look_target;
        for (index, (constraint, object)) in graph.constraints().enumerate() {
            let Some(at) = self.objects[object.0] else { continue };
            let weight = self.weight(graph, index, constraint, 0.0);
            match constraint.deed {
                // Two verbs that have a hand at one object have it there in between, too.
                Deed::Reach(hand) => self.pulls[hand].add(at.translation, weight),
                Deed::Look if weight > 0.5 => look = Some(at.translation),
                _ => {}
            }
        }
        for (pull, hand) in self.pulls.iter_mut().zip(&graph.parts().hands) {
            if let Some((place, share)) = core::mem::take(pull).sum() {
                reach(graph, hand, place, share, dofs);
            }
        }
        for (reaching, hand) in self.reaching.iter_mut().zip(&graph.parts().hands) {
            reaching.wait(secs);
            if reaching.nearness > 0.0 {
                reach(graph, hand, reaching.aim, reaching.weight(), dofs);
            }
        }
        self.look.target = look;
        self.look.wait(secs);
        if let Some(gaze) = graph.gaze() {
            self.look.turn(graph.skeleton(), gaze, dofs);
        }
        self.hold_objects(graph, dofs);
    }

    /// Objects are held as the leading verb says, where the joints have come to.
    fn hold_objects(&mut self, graph: &Graph, dofs: &[f32]) {
        self.held.fill(None);
        for (constraint, object) in graph.constraints() {
            let Deed::Hold(joint) = constraint.deed else { continue };
            let voice = self.leading();
            if strength(graph, voice, voice.time, constraint) >= 1.0 {
                self.held[object.0] = Some(place_of(graph, joint, dofs));
            }
        }
    }
}
