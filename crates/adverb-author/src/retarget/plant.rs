//! Feet that stand in the motion stand on the body.
//!
//! Other proportions move feet that stood: a leg swings about another hip, by another length, over another sole. While a foot
//! carries, its sole rolls over the ground without sliding, near where the foot was on average; before and after, what that took
//! fades out, and no sole sinks into the ground. An example keeps what was recorded instead: its ball goes as the other's did. The leg is bent by the runtime's two-bone solution, and where it cannot reach,
//! the pelvis comes down a little, smoothly. A foot that would pull it down farther does not support this body: it moves towards where
//! the motion has it until the leg reaches.

use adverb::body::{Binding, BoundLeg, Leg, Sole, Span, Transform, Under, about_y, lowest, twist_y};
use adverb::ik::two_bone;
use glam::{DQuat, DVec3, Vec3};

use super::knees::{Course, averaged, frame};
use super::rotation;
use crate::clip::Clip;

/// Seconds in which a hold comes and goes.
const EASE_SECS: f64 = 0.2;
/// Seconds over which the lowering of the pelvis is smoothed, to each side.
const SMOOTH_SECS: f64 = 0.15;
/// A leg reaches this part of its length.
const LONGEST_REACH: f64 = 0.999;
/// How far the pelvis may come down, in legs. Legs of other proportions ask for less; a foot that is taken for standing and does not, for
/// any amount. Forelegs that step as legs do ask for more.
const LOWEST_LEGS: f64 = 0.015;
const LOWEST_LEGS_ON_FOURS: f64 = 0.12;
/// A leg as recorded is as straight as it was.
const LOWEST_LEGS_AS_RECORDED: f64 = 0.003;
/// How often a part is halved to find where it begins to be too far.
const HALVINGS: usize = 12;

/// How a foot stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Where it is, rolling over its sole.
    Held,
    /// As recorded, sliding as little as the recorded one did.
    AsRecorded,
}

/// A motion of the body whose feet are to be planted.
pub(super) struct Feet<'a> {
    pub(super) binding: &'a Binding,
    /// When each leg's foot stands.
    pub(super) stands: &'a [Vec<Span>],
    /// How high the ground is, each time that it stands.
    pub(super) grounds: &'a [Vec<f64>],
    /// Where the feet of legs that step by themselves are, frame by frame: over the ground from their shoulder, and how high.
    pub(super) steps: &'a [Option<Vec<DVec3>>],
    /// From hip to ankle as the motion has it, on legs of this length, frame by frame.
    pub(super) ways: &'a [Vec<DVec3>],
    pub(super) standing: Standing,
    /// Where the ball of each leg's foot, or its ankle alone, is in the motion, at this size, frame by frame.
    pub(super) balls: &'a [Vec<DVec3>],
    /// How high that is.
    pub(super) heights: &'a [Vec<f64>],
    pub(super) cyclic: bool,
}

impl Feet<'_> {
    /// Bends the legs of a clip.
    pub(super) fn plant(&self, clip: &mut Clip) {
        let worlds: Vec<Vec<Transform>> =
            (0..clip.frame_count()).map(|f| clip.world(clip.frame(f))).collect();
        let legs: Vec<Leg> = self.binding.legs.iter().map(|bound| bound.leg).collect();
        let goals: Vec<Vec<DVec3>> = (0..legs.len()).map(|l| self.goals(&worlds, l, clip.fps)).collect();
        let lacks: Vec<f64> = (0..worlds.len())
            .map(|f| {
                let lack = |(leg, goals): (&Leg, &Vec<DVec3>)| {
                    lack(&worlds[f], leg, goals[f]).min(self.lowest_legs() * length(&worlds[f], leg))
                };
                legs.iter().zip(&goals).map(lack).fold(0.0, f64::max)
            })
            .collect();
        let lowered = self.smoothed(&lacks, clip.fps);
        let goals: Vec<Vec<DVec3>> = (0..legs.len())
            .map(|l| match self.steps[l] {
                Some(_) => goals[l].clone(),
                None => self.eased(&worlds, l, &goals[l], &lowered, clip.fps),
            })
            .collect();
        let n = clip.joints.len();
        for f in 0..worlds.len() {
            let (joints, locals) = (&clip.joints, &mut clip.locals[f * n..(f + 1) * n]);
            let parent = joints[self.binding.hips].parent.map_or(Transform::IDENTITY, |p| worlds[f][p]);
            locals[self.binding.hips].translation -= parent.rotation.inverse() * (DVec3::Y * lowered[f]);
            for ((leg, goals), bound) in legs.iter().zip(&goals).zip(&self.binding.legs) {
                let mut frame = Frame { joints, locals, world: &worlds[f] };
                frame.bend(leg, goals[f], lowered[f], bound.hinge);
            }
        }
    }

    /// Where the ankle of a leg is to be so that its knee does not jerk, the pelvis being lowered.
    fn eased(
        &self,
        worlds: &[Vec<Transform>],
        leg: usize,
        goals: &[DVec3],
        lowered: &[f64],
        fps: f64,
    ) -> Vec<DVec3> {
        let bound = &self.binding.legs[leg].leg;
        let hip = |(world, lowered): (&Vec<Transform>, &f64)| {
            world[bound.target[0]].translation - DVec3::Y * *lowered
        };
        let hips = worlds.iter().zip(lowered).map(hip).collect();
        let course = Course { hips, goals, ways: &self.ways[leg], fps, cyclic: self.cyclic };
        worlds.first().map_or_else(Vec::new, |world| course.eased(world, bound))
    }

    /// Where the ankle of a leg is to be, frame by frame: held, as far as it reaches.
    fn goals(&self, worlds: &[Vec<Transform>], leg: usize, fps: f64) -> Vec<DVec3> {
        let track = Track::of(self, worlds, leg);
        let spans = self.stands[leg].iter().zip(&self.grounds[leg]);
        let holds: Vec<Hold> = spans.filter_map(|(&span, &ground)| track.hold(span, ground)).collect();
        let to_ground =
            |f: usize| track.ground(&holds, f as f64) - lowest(&track.unders[f]) - track.ankle(f as isize).y;
        let as_high = |f: usize| self.heights[leg][f] - track.ankle(f as isize).y - track.to_balls[f].y;
        let stood: Vec<f64> = match self.standing {
            Standing::Held => (0..worlds.len()).map(to_ground).collect(),
            Standing::AsRecorded => (0..worlds.len()).map(as_high).collect(),
        };
        let (held, free): (Vec<DVec3>, Vec<DVec3>) = (0..worlds.len())
            .map(|f| {
                let (by, held) = track.correction(&holds, &stood, f as f64, EASE_SECS * fps);
                // A foot in the air may be higher, never lower; one as recorded only keeps out of the ground.
                let rise = match self.standing {
                    Standing::Held => to_ground(f).max(as_high(f)).max(0.0),
                    Standing::AsRecorded => to_ground(f).max(0.0),
                };
                let high = by.y + (1.0 - held) * rise;
                // What fades out does not pull it into the ground; one as recorded may be in it while it stands.
                let sinks = (to_ground(f) - high).max(0.0);
                let high = match self.standing {
                    Standing::Held => high + sinks,
                    Standing::AsRecorded => high + (1.0 - held) * sinks,
                };
                let ankle = track.ankle(f as isize);
                (ankle + by.with_y(high), ankle + DVec3::Y * rise)
            })
            .unzip();
        let too_far: Vec<f64> = (0..worlds.len())
            .map(|f| self.let_go(&worlds[f], &self.binding.legs[leg].leg, free[f], held[f]))
            .collect();
        let let_go = self.smoothed(&too_far, fps);
        held.iter().zip(&free).zip(let_go).map(|((held, &free), part)| held.lerp(free, part)).collect()
    }

    /// How much of the way from where a foot is held to where it is free it must go for the pelvis not to come down too far.
    fn let_go(&self, world: &[Transform], leg: &Leg, free: DVec3, held: DVec3) -> f64 {
        let most = self.lowest_legs() * length(world, leg);
        let is_too_far = |part: f64| lack(world, leg, held.lerp(free, part)) > most;
        if !is_too_far(0.0) {
            return 0.0;
        }
        let (mut from, mut to) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (from + to);
            if is_too_far(middle) { from = middle } else { to = middle }
        }
        to
    }

    fn lowest_legs(&self) -> f64 {
        let on_fours = self.binding.legs.iter().any(|bound| bound.leg.fore);
        match self.standing {
            _ if on_fours => LOWEST_LEGS_ON_FOURS,
            Standing::Held => LOWEST_LEGS,
            Standing::AsRecorded => LOWEST_LEGS_AS_RECORDED,
        }
    }

    /// At least as much as is asked for at every moment, and without steps: the most near by, averaged.
    fn smoothed(&self, values: &[f64], fps: f64) -> Vec<f64> {
        let reach = (SMOOTH_SECS * fps).round() as isize;
        let at = |i: isize| values[frame(i, values.len(), self.cyclic)];
        let most = |i: isize| (i - reach..=i + reach).map(at).fold(0.0, f64::max);
        let most: Vec<f64> = (0..values.len() as isize).map(most).collect();
        averaged(&most, reach, self.cyclic)
    }
}

/// A time in which a foot stands.
struct Hold {
    first: isize,
    /// Where its ankle is over the ground, from the first frame on.
    ankle: Vec<DVec3>,
    ground: f64,
}

/// Where a foot is, also before the first and after the last frame of a cycle.
struct Track<'a> {
    ankles: Vec<DVec3>,
    unders: Vec<Under>,
    sole: &'a Sole,
    /// From the ankle to what is to go where it was recorded, the ball if there was one; and where that is, if it is to go there.
    to_balls: Vec<DVec3>,
    balls: Option<&'a [DVec3]>,
    /// What takes a round of a cycle to the next.
    on: Option<Transform>,
}

impl<'a> Track<'a> {
    fn of(feet: &Feet<'a>, worlds: &[Vec<Transform>], leg: usize) -> Self {
        let on = (feet.cyclic && worlds.len() > 1).then(|| {
            let (first, last) = (worlds[0][feet.binding.hips], worlds[worlds.len() - 1][feet.binding.hips]);
            let turn = last.rotation * first.rotation.inverse();
            let rotation = about_y(twist_y(turn));
            Transform { translation: last.translation - rotation * first.translation, rotation }
        });
        let (steps, ways, balls) = (&feet.steps[leg], &feet.ways[leg], &feet.balls[leg]);
        let BoundLeg { leg, sole, .. } = &feet.binding.legs[leg];
        let ankle = |(f, world): (usize, &Vec<Transform>)| match steps {
            Some(steps) => world[leg.target[0]].translation.with_y(0.0) + steps[f],
            None => world[leg.target[0]].translation + ways[f],
        };
        let to_ball = |world: &Vec<Transform>| match leg.follows_no_ball() {
            true => DVec3::ZERO,
            false => world[leg.target[3]].apply(leg.ball) - world[leg.target[2]].translation,
        };
        Self {
            ankles: worlds.iter().enumerate().map(ankle).collect(),
            unders: worlds.iter().map(|world| sole.under(world, leg)).collect(),
            to_balls: worlds.iter().map(to_ball).collect(),
            balls: (feet.standing == Standing::AsRecorded && !leg.fore).then_some(balls),
            sole,
            on,
        }
    }

    /// The frame of the cycle that a frame is like, and what takes that one there.
    fn round(&self, frame: isize) -> (usize, Transform) {
        let last = self.ankles.len() as isize - 1;
        let (own, on) = match self.on {
            Some(on) if frame < 0 => (frame + last, on.inverse()),
            Some(on) if frame > last => (frame - last, on),
            _ => (frame, Transform::IDENTITY),
        };
        (own.clamp(0, last) as usize, on)
    }

    fn ankle(&self, frame: isize) -> DVec3 {
        let (own, on) = self.round(frame);
        on.apply(self.ankles[own])
    }

    fn under(&self, frame: isize) -> Under {
        let (own, on) = self.round(frame);
        self.unders[own].iter().map(|&p| on.rotation * p).collect()
    }

    /// How a foot stands within a span; `None` if no frame is in it.
    fn hold(&self, span: Span, ground: f64) -> Option<Hold> {
        let (first, last) = (span.from.ceil() as isize, span.to.floor() as isize);
        if first > last {
            return None;
        }
        let mut ankle = match self.balls {
            Some(balls) => (first..=last).map(|frame| self.below_ball(balls, frame)).collect(),
            None => self.rolling(first, last),
        };
        let away: DVec3 = ankle.iter().zip(first..).map(|(at, frame)| self.ankle(frame) - *at).sum();
        let mean = away / ankle.len() as f64;
        ankle.iter_mut().for_each(|at| *at += mean);
        Some(Hold { first, ankle, ground })
    }

    /// Where the ankle goes when the sole rolls over the ground.
    fn rolling(&self, first: isize, last: isize) -> Vec<DVec3> {
        let mut under = self.under(first);
        let mut ankle = vec![DVec3::ZERO];
        for frame in first..last {
            let next = self.under(frame + 1);
            ankle.push(ankle[ankle.len() - 1] + self.sole.rolled(&under, &next));
            under = next;
        }
        ankle
    }

    /// Where the ankle is when the ball is where it was recorded.
    fn below_ball(&self, balls: &[DVec3], frame: isize) -> DVec3 {
        let (own, on) = self.round(frame);
        on.apply(balls[own] - self.to_balls[own])
    }

    /// All holds, of a cycle also of the rounds before and after: when they begin, and what takes them there.
    fn rounds<'h>(&self, holds: &'h [Hold]) -> impl Iterator<Item = (&'h Hold, f64, Transform)> {
        let last = self.ankles.len() as f64 - 1.0;
        let rounds: Vec<(f64, Transform)> = match self.on {
            Some(on) => vec![(-last, on.inverse()), (0.0, Transform::IDENTITY), (last, on)],
            None => vec![(0.0, Transform::IDENTITY)],
        };
        rounds
            .into_iter()
            .flat_map(move |(by, on)| holds.iter().map(move |hold| (hold, hold.first as f64 + by, on)))
    }

    /// By how much the ankle is moved at a frame, and how much of a hold that is; `high` is by how much it is moved up in each frame of a
    /// hold. What a hold takes fades out before and after it.
    fn correction(&self, holds: &[Hold], high: &[f64], frame: f64, ease: f64) -> (DVec3, f64) {
        let (mut sum, mut odds, mut free) = (DVec3::ZERO, 0.0, 1.0);
        for (hold, first, on) in self.rounds(holds) {
            let nearest = frame.clamp(first, first + (hold.ankle.len() - 1) as f64);
            let by = on.apply(hold.ankle[(nearest - first) as usize]) - self.ankle(nearest as isize);
            let by = by.with_y(high[self.round(nearest as isize).0]);
            let held = fade((frame - nearest).abs() / ease);
            if nearest == frame {
                return (by, 1.0);
            }
            // The nearer of two holds counts more, and alone where it begins.
            sum += by * (held / (1.0 - held));
            odds += held / (1.0 - held);
            free *= 1.0 - held;
        }
        if odds > 0.0 { (sum * ((1.0 - free) / odds), 1.0 - free) } else { (DVec3::ZERO, 0.0) }
    }

    /// How high the ground is: where the foot stands, or the lower of where it stood and will stand.
    fn ground(&self, holds: &[Hold], frame: f64) -> f64 {
        let (mut before, mut after) = ((f64::NEG_INFINITY, None), (f64::INFINITY, None));
        for (hold, first, on) in self.rounds(holds) {
            let ground = Some(hold.ground + on.translation.y);
            let end = first + (hold.ankle.len() - 1) as f64;
            if first <= frame && first > before.0 {
                before = (first, ground);
            }
            if end >= frame && end < after.0 {
                after = (end, ground);
            }
        }
        let lower = [before.1, after.1].into_iter().flatten().reduce(f64::min);
        lower.unwrap_or(0.0)
    }
}

/// From 1 at 0 to 0 at 1 and beyond.
fn fade(u: f64) -> f64 {
    let u = u.clamp(0.0, 1.0);
    1.0 - u * u * (3.0 - 2.0 * u)
}

/// How long a leg is.
fn length(world: &[Transform], leg: &Leg) -> f64 {
    let [hip, knee, ankle, _] = leg.target.map(|j| world[j].translation);
    hip.distance(knee) + knee.distance(ankle)
}

/// How far the hip must come down for the leg to reach.
fn lack(world: &[Transform], leg: &Leg, goal: DVec3) -> f64 {
    let [hip, _, ankle, _] = leg.target.map(|j| world[j].translation);
    let reach = (LONGEST_REACH * length(world, leg)).max(hip.distance(ankle));
    let down = hip - goal;
    let level = down.x * down.x + down.z * down.z;
    (down.y - (reach * reach - level).max(0.0).sqrt()).max(0.0)
}

/// A frame whose legs are bent.
struct Frame<'a> {
    joints: &'a [crate::clip::ClipJoint],
    locals: &'a mut [Transform],
    /// As it was before.
    world: &'a [Transform],
}

impl Frame<'_> {
    fn bend(&mut self, leg: &Leg, goal: DVec3, lowered: f64, hinge: DVec3) {
        let [hip, knee, ankle, _] = leg.target;
        let at = |j: usize| (self.world[j].translation - self.world[hip].translation).as_vec3();
        let goal = (goal - self.world[hip].translation + DVec3::Y * lowered).as_vec3();
        let hinge = (self.world[hip].rotation * hinge).as_vec3();
        let (upper, lower) = two_bone::small_turns(Vec3::ZERO, at(knee), at(ankle), goal, hinge);
        let (upper, lower) = (upper.as_dquat().normalize(), lower.as_dquat().normalize());
        let wanted = [
            (hip, upper * self.world[hip].rotation),
            (knee, lower * upper * self.world[knee].rotation),
            (ankle, self.world[ankle].rotation),
        ];
        for (joint, turned) in wanted {
            let parent =
                self.joints[joint].parent.map_or(DQuat::IDENTITY, |p| rotation(self.joints, self.locals, p));
            self.locals[joint].rotation = (parent.inverse() * turned).normalize();
        }
    }
}
