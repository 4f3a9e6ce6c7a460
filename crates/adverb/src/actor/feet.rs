//! Feet that stay where they stand, from verb to verb (thesis 4.4, 5.5).
//!
//! A foot is set down at the exact time a support phase begins, where it is then, and held over the ground until the exact
//! time it ends. Before a phase it is eased to where the phase will slide to on average, so that it comes to rest just when
//! the phase begins; after one it leaves from rest and is eased back; both no quicker than a leg follows. In a transition, feet
//! that stand at both ends are held throughout; otherwise the first verb's phases count in its first half and the second
//! verb's in its second.
//!
//! A foot that is held while the body drifts away from it, as between idles, is released and set down anew, one at a time.

mod floor;
mod ground;
mod hold;
mod phases;
mod step;

use glam::{Vec2, Vec3};

pub(super) use ground::Terrain;
pub(super) use hold::ball;
pub(super) use hold::{Hold, Left};
use hold::{SHIFT_SECS, drift, longest_ease_secs};
pub(super) use step::Step;

use super::body::Body;
use super::migrate::Renumbered;
use super::snapshot::{Read, ensure};
use super::state::ROOMS;
use super::step::TICKS_PER_SEC;
use super::transition::{BEFORE_SECS, STEP_M};
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{FootId, Graph};
use crate::limbs::{Leg, stand};
use crate::origin::DPlacement;
use crate::screw::Place;
use crate::skeleton::Skeleton;
use crate::verb::Foot;

/// A foot that is farther than this from where it stands cannot be kept there; metres.
const UNREACHED_M: f32 = 0.004;
/// No foot is moved farther, since powers of that are no numbers: those of verbs that are as fast as may be would be.
const FARTHEST_M: Vec3 = Vec3::splat(1e6);
/// A foot that stands is not let go for less than this, and one that has left is not set down for less: knobs that move may
/// take the bounds of a phase over it.
const SOON_SECS: f64 = 0.08;
/// In a blend a foot is set down only if it is no higher than this above where its verb has it; metres …
const HIGHEST_LANDING_M: f32 = 0.03;
/// … and no faster than this over the ground; metres per second.
const FASTEST_LANDING: f32 = 1.0;

/// Whether feet are to be looked at: set down, or let go.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Due {
    No,
    AtTick,
    /// In this moment, when all has happened that does.
    Now,
}

/// The feet of an actor.
#[derive(Debug, Clone)]
pub(super) struct Feet {
    /// One for every foot of the graph.
    holds: Vec<Hold>,
    /// Whether feet are kept where they stand.
    on: bool,
    due: Due,
    /// Whether they are to be set down anew.
    lifted: bool,
    /// How far the pelvis has come down for the legs to reach, once there was a pose.
    lowered: Option<f32>,
    /// How high the ground is taken to be under the feet together and under the pelvis, if it is known.
    ground: Option<[f32; 2]>,
    /// How far down the ground is beyond the ledge that the body has walked off, at the last pose; not kept in snapshots.
    pub(super) drop: Option<f32>,
    /// How low the balls may be in this pose, if less than they are; not kept either.
    floors: Vec<f32>,
}

impl Feet {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            holds: vec![Hold::default(); graph.feet().len()],
            on: true,
            due: Due::No,
            lifted: true,
            lowered: None,
            ground: None,
            drop: None,
            floors: Vec::with_capacity(graph.feet().len()),
        }
    }

    /// Lets go of all feet, to be set down anew by the next step.
    pub(super) fn lift(&mut self) {
        self.holds.fill(Hold::default());
        self.lowered = None;
        self.ground = None;
        self.drop = None;
        self.lifted = true;
    }

    /// Whether feet are kept where they stand. Those that are held when that ends are eased back.
    pub(super) fn set_on(&mut self, on: bool) {
        if self.on != on {
            self.due = Due::AtTick;
        }
        self.on = on;
    }

    pub(super) fn is_planted(&self, foot: usize) -> bool {
        self.holds[foot].planted.is_some()
    }

    /// How high the ground is under the pelvis, if the world knows it.
    pub(super) fn ground_height(&self) -> Option<f32> {
        self.ground.map(|[_, pelvis]| pelvis)
    }

    /// Does what has been asked for since the last step.
    pub(super) fn catch_up(&mut self, graph: &Graph, body: &Body, rooms: &mut [Vec<f32>; ROOMS]) {
        if core::mem::take(&mut self.lifted) && body.is_steady() {
            self.set_down_fresh(graph, body, rooms);
        }
        // No tick may come.
        if self.due == Due::AtTick && body.is_steady() {
            self.due = Due::Now;
        }
    }

    /// Something has happened that they may stand or leave for. They are looked at in this moment, or in a blend at the next
    /// tick, where that costs more and several things may have happened since the last.
    pub(super) fn are_due(&mut self, body: &Body) {
        if self.due != Due::Now {
            self.due = if body.is_steady() { Due::Now } else { Due::AtTick };
        }
    }

    /// What is due in this moment is due at the next tick instead.
    pub(super) fn put_off(&mut self) {
        if self.due == Due::Now {
            self.due = Due::AtTick;
        }
    }

    /// A tick has come, at which they are looked at if they are due, or anyway; but not together with the beginning of a
    /// transition, which costs much by itself.
    pub(super) fn tick(&mut self, body: &Body, anyway: bool) {
        if anyway && self.due == Due::No {
            self.due = Due::AtTick;
        }
        let begins = body.crossing.is_some_and(|crossing| crossing.elapsed_secs() < 1.0 / TICKS_PER_SEC);
        if self.due == Due::AtTick && !begins {
            self.due = Due::Now;
        }
    }

    /// Looks at them if they are due in this moment.
    pub(super) fn look(&mut self, graph: &Graph, body: &Body, rooms: &mut [Vec<f32>; ROOMS]) {
        if self.is_any_to_change(graph, body) {
            let [dofs, rest @ ..] = rooms;
            let frame = body.unheld_into(graph, graph.leg_dofs(), 0.0, dofs, rest);
            self.reconcile(graph, body, dofs, frame, rest);
        }
    }

    /// The same, in a pose that is there already, its feet not held yet.
    pub(super) fn look_in(
        &mut self,
        graph: &Graph,
        body: &Body,
        dofs: &[f32],
        frame: Place,
        rooms: &mut [Vec<f32>],
    ) {
        if self.is_any_to_change(graph, body) {
            self.reconcile(graph, body, dofs, frame, rooms);
        }
    }

    /// Whether any foot is to be set down or let go in this moment.
    fn is_any_to_change(&mut self, graph: &Graph, body: &Body) -> bool {
        if self.due != Due::Now {
            return false;
        }
        self.due = Due::No;
        (0..self.holds.len()).any(|foot| self.change(graph, body, foot).is_some())
    }

    /// Time passes.
    pub(super) fn flow(&mut self, secs: f32) {
        for hold in &mut self.holds {
            hold.left.free_secs += secs;
            if let Some(step) = &mut hold.step {
                step.secs += secs;
            }
        }
    }

    /// Feet that step, or were released to be set down anew, and in how many seconds each begins to or is.
    pub(super) fn shifting(&self) -> impl Iterator<Item = (usize, f64)> {
        let left_secs = |hold: &Hold| match hold.step {
            Some(step) => Some(step.left_secs()),
            None => hold.shifting.then(|| SHIFT_SECS - hold.left.free_secs),
        };
        let all = self.holds.iter().enumerate();
        all.filter_map(move |(foot, hold)| Some((foot, f64::from(left_secs(hold)?))))
    }

    /// A foot that was released stands again where it has come to, or is free; or its step begins, or is over. Returns whether it
    /// stands now where it stepped to.
    pub(super) fn end_shift(&mut self, foot: usize) -> bool {
        let hold = &mut self.holds[foot];
        if hold.begin_step() || hold.end_step() {
            return hold.planted.is_some();
        }
        hold.shifting = false;
        false
    }

    /// A foot is to step to a place, after a wait if it stands.
    pub(super) fn plan(&mut self, foot: usize, step: Step) {
        let hold = &mut self.holds[foot];
        hold.step = Some(step);
        hold.shifting = hold.planted.is_none();
        if !step.waits() {
            hold.begin_step();
        }
    }

    /// The body has been pushed: steps go along with it.
    pub(super) fn push(&mut self, moved: Place) {
        for step in self.holds.iter_mut().filter_map(|hold| hold.step.as_mut()) {
            let pushed = |at: Vec2| {
                let [x, z, _] = crate::screw::compose(moved, [f64::from(at.x), f64::from(at.y), 0.0]);
                Vec2::new(x as f32, z as f32)
            };
            let to = pushed(Vec2::new(step.to.x, step.to.z));
            (step.to.x, step.to.z, step.from[0]) = (to.x, to.y, pushed(step.from[0]));
        }
    }

    /// Where a foot stands: x and z.
    pub(super) fn planted(&self, foot: usize) -> Option<Vec2> {
        self.holds[foot].planted
    }

    /// Whether feet are kept where they stand.
    pub(super) fn are_on(&self) -> bool {
        self.on
    }

    /// How a free foot is eased towards where it will stand.
    fn approach(&self, graph: &Graph, body: &Body, foot: usize, frame: Place) -> Vec2 {
        if !self.on {
            return Vec2::ZERO;
        }
        let approach = body.standing().approach(graph, foot, frame);
        match &body.crossing {
            None => approach,
            Some(crossing) => {
                let sure =
                    if body.sets_out() { crossing.progress } else { (1.0 - 2.0 * crossing.progress).abs() };
                let sure = sure as f32;
                approach * (sure * sure * (3.0 - 2.0 * sure))
            }
        }
    }

    /// How far a foot that is not held is moved.
    fn free_correction(&self, graph: &Graph, body: &Body, foot: usize, frame: Place, ball: Vec3) -> Vec3 {
        let hold = &self.holds[foot];
        let own = hold.free_correction(&graph.feet()[foot], self.approach(graph, body, foot, frame));
        hold.step.map_or(own, |step| step.correction(ball, own))
    }

    /// What is to be done with a foot: set it down, let it go, or nothing.
    fn change(&self, graph: &Graph, body: &Body, foot: usize) -> Option<bool> {
        let hold = &self.holds[foot];
        let voice = body.standing();
        let wanted = self.on
            && match (body.supports(graph, foot), hold.planted.is_some()) {
                (false, stands) => stands && voice.secs_until_it_stands(graph, foot) < SOON_SECS,
                (true, stands) => {
                    stands || body.holds_throughout(foot) || voice.stands_for(graph, foot, SOON_SECS)
                }
            };
        (wanted != hold.planted.is_some() && !hold.shifting).then_some(wanted)
    }

    /// Sets feet down whose phase has begun, and lets go of those whose phase has ended, in a pose.
    fn reconcile(&mut self, graph: &Graph, body: &Body, dofs: &[f32], frame: Place, rooms: &mut [Vec<f32>]) {
        let [ahead, own, rest @ ..] = rooms else { unreachable!("four rooms for poses") };
        let mut glimpses = Glimpses { graph, body, ahead, looked_ahead: false, own, looked: false, rest };
        let steady = body.is_steady();
        for index in 0..self.holds.len() {
            let Some(wanted) = self.change(graph, body, index) else { continue };
            let foot = &graph.feet()[index];
            let at = ball(graph, foot, dofs);
            if !wanted {
                let velocity = glimpses.velocity(foot, at);
                let approach = self.approach(graph, body, index, frame);
                self.holds[index].lift(at, velocity, approach);
            } else if steady
                || (glimpses.has_landed(foot, at) && glimpses.velocity(foot, at).length() < FASTEST_LANDING)
            {
                let correction = self.free_correction(graph, body, index, frame, at);
                self.holds[index].set_down(at, correction);
            }
        }
    }

    /// Feet of an actor that begins amid its verb are as if it had been playing all along.
    fn set_down_fresh(&mut self, graph: &Graph, body: &Body, rooms: &mut [Vec<f32>; ROOMS]) {
        if !self.on {
            return;
        }
        let [dofs, rest @ ..] = rooms;
        for (hold, (index, foot)) in self.holds.iter_mut().zip(graph.feet().iter().enumerate()) {
            let Some(phase) = body.main.last_phase(graph, index, body.root.frame) else { continue };
            let ended_secs = phase.ended_secs.unwrap_or(0.0);
            if ended_secs as f32 > longest_ease_secs(foot) {
                continue;
            }
            body.unheld_into(graph, graph.leg_dofs(), -phase.began_secs, dofs, rest);
            let settle = Vec3::new(phase.settle.x, 0.0, phase.settle.y);
            hold.set_down(ball(graph, foot, dofs), settle);
            if phase.ended_secs.is_some() {
                let mut at = |secs: f64| {
                    body.unheld_into(graph, graph.leg_dofs(), secs, dofs, rest);
                    ball(graph, foot, dofs)
                };
                let moved = at(f64::from(BEFORE_SECS) - ended_secs) - at(-ended_secs);
                hold.lift(at(-ended_secs), Vec2::new(moved.x, moved.z) / BEFORE_SECS, Vec2::ZERO);
                hold.left.free_secs = ended_secs as f32;
            }
        }
    }

    /// Of feet that have drifted while nothing hurries, the one farthest off is released if another stands.
    pub(super) fn release_drifted(&mut self, graph: &Graph, body: &Body, rooms: &mut [Vec<f32>; ROOMS]) {
        if body.main.travels_m() > STEP_M || self.holds.iter().any(|hold| hold.shifting) {
            return;
        }
        self.look(graph, body, rooms);
        let standing = self.holds.iter().filter(|hold| hold.planted.is_some()).count();
        if standing < 2 {
            return;
        }
        let [dofs, rest @ ..] = rooms;
        body.unheld_into(graph, graph.leg_dofs(), 0.0, dofs, rest);
        let far = |index: usize| {
            let (far, ball) = drift(graph, &graph.feet()[index], &self.holds[index], dofs)?;
            Some((index, far, ball))
        };
        let farthest = (0..self.holds.len()).filter_map(far).reduce(|a, b| if b.1 > a.1 { b } else { a });
        if let Some((index, far, ball)) = farthest {
            let over = self.holds[index].held(ball).unwrap_or_default();
            self.holds[index].shift(ball + Vec3::new(over.x, 0.0, over.y), ball, far);
        }
    }

    /// After a cut: feet in the air go on from where they were.
    pub(super) fn go_on(&mut self, graph: &Graph, body: &Body) {
        let free = |hold: &Hold| hold.planted.is_none() && !hold.shifting;
        for (foot, hold) in self.holds.iter_mut().enumerate().filter(|(_, hold)| free(hold)) {
            let approach = body.main.approach(graph, foot, body.root.frame);
            let offset = Vec2::new(hold.correction.x, hold.correction.z) - approach;
            let velocity = hold.left.velocity;
            hold.left = Left { offset, velocity, rise: hold.correction.y, free_secs: 0.0 };
        }
    }

    /// Bends the legs of a pose so that feet are where they are held, on the ground that the world tells.
    pub(super) fn hold(
        &mut self,
        graph: &Graph,
        body: &mut Body,
        legs: &mut Vec<Leg>,
        mut terrain: Terrain,
        mut frame: Place,
        dofs: &mut [f32],
    ) {
        let secs = terrain.secs;
        terrain.lowest = self.lowest(secs);
        let near = self.level(body.root.climbed as f32);
        let here = terrain.at(Vec2::new(frame[0] as f32, frame[1] as f32), near);
        self.drop = here.and_then(|here| here.drop);
        let (skeleton, feet) = (graph.skeleton(), graph.feet());
        let at_rest = |(hold, foot): (&Hold, &Foot)| hold.is_at_rest(foot);
        let level =
            here.is_none() && self.ground.is_none() && self.lowered.is_none_or(|lowered| lowered == 0.0);
        if !self.on && level && self.holds.iter().zip(feet).all(at_rest) {
            return;
        }
        if let Some(here) = &here {
            ride(body, &mut frame, here.velocity * secs, dofs);
            self.holds.iter_mut().for_each(|hold| hold.ride(terrain, near));
        }
        legs.clear();
        legs.extend(feet.iter().map(|foot| Leg::of(skeleton, foot, dofs)));
        for (index, leg) in legs.iter().enumerate() {
            self.holds[index].leash(leg);
            let at = leg.ball();
            let correction = match self.holds[index].held(at) {
                Some(over) => Vec3::new(over.x, 0.0, over.y),
                None => self.free_correction(graph, body, index, frame, at),
            };
            let raised = self.raised(index, at.y + correction.y);
            let hold = &mut self.holds[index];
            hold.correction = (correction + Vec3::Y * raised).clamp(-FARTHEST_M, FARTHEST_M);
            hold.goal_height = at.y + hold.correction.y;
        }
        if here.is_some() || self.ground.is_some() {
            let raised = self.follow_ground(graph, body, terrain, here, frame, legs);
            legs.iter_mut().for_each(|leg| leg.raise(raised));
            dofs[Skeleton::HEIGHT.index()] += raised;
        }
        let holds = &self.holds;
        let correction = |foot: usize| holds[foot].correction;
        if !stand(skeleton, feet, legs, correction, &mut self.lowered, secs, dofs) {
            self.release_unreached(graph, dofs);
        }
    }

    /// A foot that cannot be kept where it stands is let go from where it is.
    fn release_unreached(&mut self, graph: &Graph, dofs: &[f32]) {
        for (hold, foot) in self.holds.iter_mut().zip(graph.feet()) {
            let Some(goal) = hold.goal() else { continue };
            let at = ball(graph, foot, dofs);
            if Vec2::new(at.x - goal.x, at.z - goal.z).length() > UNREACHED_M && !hold.begin_step() {
                let unheld = goal - Vec3::new(hold.correction.x, 0.0, hold.correction.z);
                hold.shift(at, unheld, f32::INFINITY);
            }
        }
    }

    /// The same feet as seen from another origin, of which the old one is seen at `old`.
    pub(super) fn seen_from(&mut self, old: &DPlacement) {
        self.holds.iter_mut().for_each(|hold| hold.seen_from(old));
        let height = old.y as f32;
        self.ground = self.ground.map(|heights| heights.map(|ground| ground + height));
    }

    /// Feet of an actor on another graph stand where they stand, if this one has them.
    pub(super) fn take_over(&mut self, old: &Self, names: Renumbered) {
        for (id, hold) in old.holds.iter().enumerate() {
            if let Some(FootId(new)) = names.foot(FootId(id)) {
                self.holds[new] = *hold;
            }
        }
        let Self { on, due, lifted, lowered, ground, drop, .. } = *old;
        (self.on, self.due, self.lifted) = (on, due, lifted);
        (self.lowered, self.ground, self.drop) = (lowered, ground, drop);
    }

    pub(super) fn write(&self, to: &mut Writer) {
        [self.on, self.due != Due::No, self.lifted].write(to);
        self.holds.iter().for_each(|hold| hold.write(to));
        (self.lowered, self.ground).write(to);
    }

    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        let due;
        [self.on, due, self.lifted] = Field::read(from);
        self.due = if due { Due::AtTick } else { Due::No };
        for hold in &mut self.holds {
            *hold = Field::read(from);
            ensure(hold.is_sound())?;
        }
        (self.lowered, self.ground) = Field::read(from);
        self.drop = None;
        let [mean, pelvis] = self.ground.unwrap_or_default();
        ensure([self.lowered.unwrap_or_default(), mean, pelvis].iter().all(|height| height.is_finite()))
    }
}

/// The body is carried along by ground that moves.
fn ride(body: &mut Body, frame: &mut Place, by: Vec3, dofs: &mut [f32]) {
    if by.x == 0.0 && by.z == 0.0 {
        return;
    }
    body.root.shift([f64::from(by.x), f64::from(by.z)]);
    frame[0] += f64::from(by.x);
    frame[1] += f64::from(by.z);
    dofs[Skeleton::X.index()] += by.x;
    dofs[Skeleton::Z.index()] += by.z;
}

/// Other poses that say whether a foot can be set down, each found when first needed.
struct Glimpses<'a> {
    graph: &'a Graph,
    body: &'a Body,
    /// A little later.
    ahead: &'a mut [f32],
    looked_ahead: bool,
    /// As the leading verb alone has it.
    own: &'a mut [f32],
    looked: bool,
    rest: &'a mut [Vec<f32>],
}

impl Glimpses<'_> {
    /// How fast the ball of a foot moves over the ground from where it is, per second.
    fn velocity(&mut self, foot: &Foot, at: Vec3) -> Vec2 {
        let Self { graph, body, ahead, .. } = self;
        if !core::mem::replace(&mut self.looked_ahead, true) {
            body.unheld_into(graph, graph.leg_dofs(), f64::from(BEFORE_SECS), ahead, self.rest);
        }
        let moved = ball(graph, foot, ahead) - at;
        Vec2::new(moved.x, moved.z) / BEFORE_SECS
    }

    /// Whether a foot is down in a blended pose, as it is in the verb that would have it stand.
    fn has_landed(&mut self, foot: &Foot, at: Vec3) -> bool {
        let Self { graph, body, own, .. } = self;
        if !core::mem::replace(&mut self.looked, true) {
            let voice = body.standing();
            voice.pose(graph, voice.time, &mut own[..graph.leg_dofs().end]);
            own[Skeleton::HEIGHT.index()] += body.climbed(graph) as f32;
        }
        at.y - ball(graph, foot, own).y < HIGHEST_LANDING_M
    }
}
