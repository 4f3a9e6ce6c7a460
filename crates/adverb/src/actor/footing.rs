//! The last steps before a body stands, and the foot that it sets out from.
//!
//! When a transition begins, it is known where it takes the body if nothing changes, and so where its second verb will have the feet.
//! A foot that stands near there already stays, and the body is steered over it; the others step to their places, the one that is in
//! the air first, so that none has to be moved once the body stands.

use glam::{DVec2, Vec2, Vec3};

use super::body::Body;
use super::feet::{Step, ball};
use super::root::{Steer, bump};
use super::state::{ROOMS, State};
use super::transition::STEP_M;
use super::voice::Voice;
use crate::graph::Graph;
use crate::screw::{self, Place};
use crate::skeleton::Skeleton;

/// The way through a transition is found in so many pieces.
const PIECES: u32 = 16;
/// A body is steered no farther than this part of what it would go at the speed it has, and a hand's breadth.
const STEERED: f64 = 0.25;
const STEERED_M: f64 = 0.08;
/// A foot that stands within this of its place does not step; metres.
const NEAR_M: f32 = 0.02;
/// A foot in the air that lands sooner than in this many seconds does so by itself, …
const SOONEST_SECS: f64 = 0.22;
/// … in no less than these; another lands no later than in this part of the transition if another foot is to follow.
const LANDING_SECS: f64 = 0.06;
const FIRST_SHARE: f64 = 0.8;
/// If it does not land where it would have, it takes as many seconds.
const SWING_SECS: f64 = 0.3;
const LAST_SHARE: f64 = 0.7;
/// How long a foot takes that stood; seconds, and more for every metre.
const STEP_SECS: f64 = 0.35;
const STEP_SECS_PER_M: f64 = 0.2;
/// A foot leaves the place where it stood at once, as the hindmost of a walk does: see [`Step`].
const LEAVES: f32 = 8.0;
/// Who sets out with a step that would take longer does so as the verb has it.
const LONGEST_SECS: f64 = 1.0;
/// Seconds between poses from which it is found how a foot moves.
const SAMPLE_SECS: f64 = 1.0 / 120.0;

/// How a transition goes on if nothing changes.
struct Ahead {
    secs: f64,
    /// Where it takes the body.
    end: Place,
    /// Where it would take it besides if it were steered ahead by a metre; as a complex number, ahead and to the left.
    steered: DVec2,
    /// How the body moves over the ground at its faster end: x and z.
    velocity: Vec2,
}

impl Ahead {
    fn of(graph: &Graph, body: &Body, secs: f64) -> Self {
        let (mut end, _) = body.place(graph);
        let mut steered = DVec2::ZERO;
        let length = secs / f64::from(PIECES);
        let mut velocities = [Vec2::ZERO; 2];
        for piece in 0..PIECES {
            let s = (f64::from(piece) + 0.5) / f64::from(PIECES);
            let twist = body.twist(graph, s * secs);
            let heading = end[2] + 0.5 * twist.rate * length;
            steered += DVec2::new(libm::cos(heading), libm::sin(heading)) * (bump(s) / f64::from(PIECES));
            let next = twist.moved(end, length);
            let velocity = [0, 1].map(|of| ((next[of] - end[of]) / length) as f32);
            velocities[usize::from(piece > 0)] = Vec2::from_array(velocity);
            end = next;
        }
        let [first, last] = velocities;
        let velocity = if first.length() > last.length() { first } else { last };
        Self { secs, end, steered, velocity }
    }

    /// How the body, seen from itself, is to be steered to come by as much farther: x and z.
    fn steer(&self, way: Vec2) -> [f64; 2] {
        let (way, by) = (DVec2::new(f64::from(way.y), f64::from(way.x)), self.steered);
        let square = by.length_squared();
        let quotient =
            DVec2::new(way.dot(by), way.y * by.x - way.x * by.y) / if square > 0.1 { square } else { 0.1 };
        [quotient.y, quotient.x]
    }

    /// Whether the body can be steered so far without turning back or hurrying.
    fn can_steer(&self, way: Vec2) -> bool {
        f64::from(way.length()) < STEERED * f64::from(self.velocity.length()) * self.secs + STEERED_M
    }
}

/// Where the balls of feet are by a verb at a canonical time, of a body at a place.
fn balls<'a>(
    graph: &'a Graph,
    (voice, time): (&Voice, f64),
    (place, climbed): (Place, f64),
    dofs: &'a mut [f32],
) -> impl Fn(usize) -> Vec3 + use<'a> {
    voice.pose(graph, time, &mut dofs[..graph.leg_dofs().end]);
    for (dof, to) in Skeleton::PLACEMENT.iter().zip(place) {
        dofs[*dof] = to as f32;
    }
    dofs[Skeleton::HEIGHT.index()] += climbed as f32;
    let dofs = &*dofs;
    move |foot| ball(graph, &graph.feet()[foot], dofs)
}

/// A foot as a transition begins.
#[derive(Debug, Clone, Copy)]
struct Footing {
    foot: usize,
    /// Where it stands, or soon will by itself.
    at: Option<Vec2>,
    /// Seconds until it comes down; none if it stands.
    lands_secs: f64,
    /// Where it is to be when the transition is over.
    to: Vec3,
    /// How high it is.
    height: f32,
    /// Where it is, how fast it moves, and how much faster.
    moves: [Vec2; 3],
}

impl Footing {
    /// How far the body must go besides for it to be there already.
    fn off(&self) -> Option<Vec2> {
        Some(self.at? - Vec2::new(self.to.x, self.to.z))
    }

    /// The step that brings it there.
    fn step(&self, begins_secs: f64, takes_secs: f64) -> Step {
        let [secs, takes_secs] = [-begins_secs as f32, takes_secs as f32];
        Step {
            to: self.to,
            height: self.height,
            from: self.moves,
            leaves: LEAVES,
            own: 1.0,
            secs,
            takes_secs,
        }
    }
}

impl State {
    /// A transition begins, or an offset decays: finds where feet are to stand when it is over, if it leads to standing or from it.
    pub(super) fn find_footing(&mut self, graph: &Graph, rooms: &mut [Vec<f32>; ROOMS]) {
        let body = &self.body;
        let (voice, time, secs, from) = match &body.crossing {
            Some(crossing) => {
                let left = 1.0 - crossing.progress;
                (&body.next, crossing.to.last(), left * crossing.duration, crossing.progress)
            }
            None => {
                let secs = body.inertia.left_secs();
                (&body.main, body.main.after(graph, body.main.time, secs), secs, 0.0)
            }
        };
        if !(from < 1.0 && secs > SAMPLE_SECS) {
            return;
        }
        let ahead = Ahead::of(graph, body, secs);
        let goes = f64::from(ahead.velocity.length()) * secs > STEP_M;
        let (sets_out, stops) = (body.sets_out(), voice.stays() && goes);
        if !self.feet.are_on() || !(sets_out || stops) {
            return;
        }
        let feet = graph.feet().len().min(64);
        let stands: u64 =
            (0..feet).filter(|foot| voice.supports(graph, *foot, time)).fold(0, |all, f| all | 1 << f);
        let [dofs, other, rest @ ..] = rooms;
        let goal = balls(graph, (voice, time), (ahead.end, body.place(graph).1), dofs);
        let mut footing = |foot: usize| {
            let (at, moves) = (self.feet.planted(foot), [Vec2::ZERO; 3]);
            let mut ball_in = |secs: f64| {
                body.unheld_into(graph, graph.leg_dofs(), secs, other, rest);
                ball(graph, &graph.feet()[foot], other)
            };
            let to = goal(foot);
            let height = if at.is_some() { ball_in(0.0).y } else { to.y };
            let mut own = Footing { foot, at, lands_secs: 0.0, to, height, moves };
            if own.at.is_none() {
                let [a, b, c] = [0.0, 1.0, 2.0].map(|steps| {
                    let at = ball_in(steps * SAMPLE_SECS);
                    Vec2::new(at.x, at.z)
                });
                let secs = SAMPLE_SECS as f32;
                own.moves = [a, (4.0 * b - 3.0 * a - c) / (2.0 * secs), (a - 2.0 * b + c) / (secs * secs)];
                own.lands_secs = body.main.secs_until_it_stands(graph, foot);
                if stops && body.crossing.is_some() && own.lands_secs < SOONEST_SECS {
                    let at = ball_in(own.lands_secs);
                    own.at = Some(Vec2::new(at.x, at.z));
                }
            }
            own
        };

        // The foot that stays, and over which the body comes.
        let mut stays: Option<Footing> = None;
        for foot in (0..feet).filter(|foot| stands >> foot & 1 == 1) {
            let own = footing(foot);
            let far = |footing: &Footing| footing.off().map_or(f32::INFINITY, |off| off.length());
            let can =
                own.off().is_some_and(|off| ahead.can_steer(off)) && !(sets_out && own.lands_secs > 0.0);
            if can && stays.is_none_or(|other| far(&own) < far(&other)) {
                stays = Some(own);
            }
        }
        let way = stays.and_then(|own| own.off()).unwrap_or_default();
        let others = |foot: &usize| stands >> foot & 1 == 1 && stays.is_none_or(|own| own.foot != *foot);
        let moved = |own: Footing| Footing { to: own.to + Vec3::new(way.x, 0.0, way.y), ..own };
        let steer = Steer { by: ahead.steer(way), from };

        // The others step, one after the other: first those in the air, as they come down, then from the hindmost on.
        let forward = ahead.velocity.normalize_or_zero();
        let behind = |own: &Footing| own.at.map_or(f32::NEG_INFINITY, |at| at.dot(forward));
        let mut all: [Option<Footing>; 8] = [None; 8];
        let mut count = 0;
        for foot in (0..feet).filter(others).take(all.len()) {
            all[count] = Some(moved(footing(foot)));
            count += 1;
        }
        all.sort_unstable_by(|a, b| {
            let order = |own: &Option<Footing>| own.as_ref().map_or(f32::INFINITY, behind);
            order(a).total_cmp(&order(b))
        });
        let lifts_secs =
            all.map(|own| own.map_or(0.0, |own| body.main.secs_until_it_leaves(graph, own.foot)));
        let is_open =
            stays.is_none() && all.iter().flatten().any(|own| own.lands_secs > 0.0 && own.at.is_some());
        match &mut self.body.crossing {
            Some(crossing) => (crossing.steer, crossing.is_open) = (steer, is_open),
            None => self.body.inertia.steer = steer,
        }
        let mut begins = 0.0;
        if let Some(own) = stays.map(moved) {
            self.body.hold_throughout(own.foot);
            if own.lands_secs > 0.0 {
                begins = if own.lands_secs > LANDING_SECS { own.lands_secs } else { LANDING_SECS };
                self.feet.plan(own.foot, own.step(0.0, begins));
            }
        }
        if sets_out {
            return self.set_out(graph, secs, stays.map(|own| own.foot), other, rest);
        }
        for (own, lifts_secs) in all.into_iter().zip(lifts_secs) {
            let Some(own) = own else { break };
            // What lands soon does so where it would have, and from there it is found how the others step.
            if is_open {
                if let Some(at) = own.at.filter(|_| own.lands_secs > 0.0) {
                    let to = Vec3::new(at.x, own.to.y, at.y);
                    let takes = if own.lands_secs > LANDING_SECS { own.lands_secs } else { LANDING_SECS };
                    self.feet.plan(own.foot, Footing { to, ..own }.step(0.0, takes));
                }
                continue;
            }
            if self.feet.is_planted(own.foot) {
                self.body.hold_throughout(own.foot);
                let far = own.off().map_or(0.0, |off| off.length());
                if far > NEAR_M {
                    begins = if begins < lifts_secs { begins } else { lifts_secs };
                    let takes = STEP_SECS + STEP_SECS_PER_M * f64::from(far);
                    self.feet.plan(own.foot, own.step(begins, takes));
                    begins += takes;
                }
            } else {
                let [least, most] = if stays.is_some() { [LAST_SHARE, 1.0] } else { [0.0, FIRST_SHARE] };
                let (least, most) = (least * secs, most * secs);
                let least = if least > SWING_SECS { least } else { SWING_SECS };
                let takes = own.lands_secs.clamp(least, if most > least { most } else { least });
                begins = if takes > begins { takes } else { begins };
                self.feet.plan(own.foot, own.step(0.0, takes));
            }
        }
    }
    /// The feet that the verb to come does not have stand step to where it will set them down.
    fn set_out(
        &mut self,
        graph: &Graph,
        secs: f64,
        stays: Option<usize>,
        dofs: &mut [f32],
        rooms: &mut [Vec<f32>],
    ) {
        // Steered.
        let ahead = Ahead::of(graph, &self.body, secs);
        for foot in 0..graph.feet().len() {
            let Body { next, crossing: Some(crossing), .. } = &self.body else { return };
            if stays == Some(foot) || !self.feet.is_planted(foot) || next.supports(graph, foot, next.time) {
                continue;
            }
            let (lands, last) = (next.stands_next(graph, foot), crossing.to.last());
            if !(lands < next.time + 1.0) {
                continue;
            }
            let (secs, place) = if lands < last {
                let secs = crossing.to.when(lands) * crossing.duration;
                (secs, Ahead::of(graph, &self.body, secs).end)
            } else {
                let frame = screw::compose(ahead.end, screw::inverse(next.place(graph, last)));
                let frame = next.setting.travel().moved(frame, lands - last);
                let secs = next.secs_at(graph, lands) - next.secs_at(graph, last);
                (ahead.secs + secs, screw::compose(frame, next.place(graph, lands)))
            };
            let to = balls(graph, (next, lands), (place, self.body.place(graph).1), dofs)(foot);
            self.body.unheld_into(graph, graph.leg_dofs(), 0.0, dofs, rooms);
            let height = ball(graph, &graph.feet()[foot], dofs).y;
            if (LANDING_SECS..LONGEST_SECS).contains(&secs) {
                let step = Step { to, height, takes_secs: secs as f32, ..Step::default() };
                self.feet.plan(foot, step);
            }
        }
    }
}
