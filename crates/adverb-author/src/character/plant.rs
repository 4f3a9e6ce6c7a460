//! Feet that stand in the motion stand on the mesh.
//!
//! Other proportions move feet that stood: a leg swings about another hip, by another length. While a foot carries, its ball
//! is held where it was on average and as high as the motion's; before and after, what that took fades out, and no foot sinks
//! lower than the motion's. The leg is bent by the runtime's two-bone solution, and where it cannot reach, the pelvis
//! comes down, smoothly.

use adverb::ik::two_bone;
use glam::{DQuat, DVec3, Vec3};

use super::legs::Leg;
use crate::clip::{Clip, Transform};

/// Seconds in which a hold comes and goes.
const EASE_SECS: f64 = 0.2;
/// Seconds over which the lowering of the pelvis is smoothed, to each side.
const SMOOTH_SECS: f64 = 0.15;
/// A leg reaches this part of its length.
const LONGEST_REACH: f64 = 0.999;

/// From one frame to another, both included, in fractions; in a cycle they may lie beyond its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) to: f64,
}

/// A motion of the mesh whose feet are to be planted.
pub(super) struct Feet<'a> {
    pub(super) legs: &'a [Leg],
    /// When each leg's foot stands.
    pub(super) stands: &'a [Vec<Span>],
    /// How high the ball of each leg's foot is to be, frame by frame.
    pub(super) heights: &'a [Vec<f64>],
    pub(super) hips: usize,
    pub(super) cyclic: bool,
}

impl Feet<'_> {
    /// Bends the legs of a clip.
    pub(super) fn plant(&self, clip: &mut Clip) {
        let worlds: Vec<Vec<Transform>> =
            (0..clip.frame_count()).map(|f| clip.world(clip.frame(f))).collect();
        let hinges: Vec<DVec3> = self.legs.iter().map(|leg| hinge(&worlds, leg)).collect();
        let goals: Vec<Vec<DVec3>> = (0..self.legs.len()).map(|l| self.goals(&worlds, l, clip.fps)).collect();
        let lacks: Vec<f64> = (0..worlds.len())
            .map(|f| {
                let lack = |(leg, goals): (&Leg, &Vec<DVec3>)| lack(&worlds[f], leg, goals[f]);
                self.legs.iter().zip(&goals).map(lack).fold(0.0, f64::max)
            })
            .collect();
        let lowered = self.smoothed(&lacks, clip.fps);
        let n = clip.joints.len();
        for f in 0..worlds.len() {
            let (joints, locals) = (&clip.joints, &mut clip.locals[f * n..(f + 1) * n]);
            let parent = joints[self.hips].parent.map_or(Transform::IDENTITY, |p| worlds[f][p]);
            locals[self.hips].translation -= parent.rotation.inverse() * (DVec3::Y * lowered[f]);
            for ((leg, goals), &hinge) in self.legs.iter().zip(&goals).zip(&hinges) {
                let mut frame = Frame { joints, locals, world: &worlds[f] };
                frame.bend(leg, goals[f], lowered[f], hinge);
            }
        }
    }

    /// Where the ankle of a leg is to be, frame by frame.
    fn goals(&self, worlds: &[Vec<Transform>], leg: usize, fps: f64) -> Vec<DVec3> {
        let [_, _, ankle, ball] = self.legs[leg].target;
        let balls: Vec<DVec3> = worlds.iter().map(|world| world[ball].apply(self.legs[leg].ball)).collect();
        let track = Track::of(&balls, worlds, self.hips, self.cyclic);
        let holds: Vec<(Span, DVec3)> =
            self.stands[leg].iter().filter_map(|&span| Some((span, track.mean(span)?))).collect();
        (0..worlds.len())
            .map(|f| {
                let (by, held) = track.correction(&holds, f as f64, EASE_SECS * fps);
                let rise = self.heights[leg][f] - balls[f].y;
                // A foot in the air may be higher, never lower.
                let rise = held * rise + (1.0 - held) * rise.max(0.0);
                worlds[f][ankle].translation + by.with_y(rise)
            })
            .collect()
    }

    /// At least as much as is asked for at every moment, and without steps: the most near by, averaged.
    fn smoothed(&self, values: &[f64], fps: f64) -> Vec<f64> {
        let reach = (SMOOTH_SECS * fps).round() as isize;
        let (count, period) = (values.len() as isize, (values.len() as isize - 1).max(1));
        let at = |i: isize| match self.cyclic {
            true => i.rem_euclid(period) as usize,
            false => i.clamp(0, count - 1) as usize,
        };
        let most: Vec<f64> =
            (0..count).map(|i| (i - reach..=i + reach).map(|k| values[at(k)]).fold(0.0, f64::max)).collect();
        let weight = |k: isize| 1.0 + (std::f64::consts::PI * k as f64 / (reach + 1) as f64).cos();
        let total: f64 = (-reach..=reach).map(weight).sum();
        (0..count)
            .map(|i| (-reach..=reach).map(|k| weight(k) * most[at(i + k)]).sum::<f64>() / total)
            .collect()
    }
}

/// Where the ball of a foot is, also before the first and after the last frame of a cycle.
struct Track<'a> {
    balls: &'a [DVec3],
    /// What takes a round of a cycle to the next.
    on: Option<Transform>,
}

impl<'a> Track<'a> {
    fn of(balls: &'a [DVec3], worlds: &[Vec<Transform>], hips: usize, cyclic: bool) -> Self {
        let on = (cyclic && balls.len() > 1).then(|| {
            let (first, last) = (worlds[0][hips], worlds[worlds.len() - 1][hips]);
            let turn = last.rotation * first.rotation.inverse();
            let rotation = DQuat::from_rotation_y(crate::rig::twist_y(turn));
            Transform { translation: last.translation - rotation * first.translation, rotation }
        });
        Self { balls, on }
    }

    fn at(&self, frame: isize) -> DVec3 {
        let last = self.balls.len() as isize - 1;
        match self.on {
            Some(on) if frame < 0 => on.inverse().apply(self.balls[(frame + last).clamp(0, last) as usize]),
            Some(on) if frame > last => on.apply(self.balls[(frame - last).clamp(0, last) as usize]),
            _ => self.balls[frame.clamp(0, last) as usize],
        }
    }

    /// Where it is on average within a span; `None` if no frame is.
    fn mean(&self, span: Span) -> Option<DVec3> {
        let (first, last) = (span.from.ceil() as isize, span.to.floor() as isize);
        let sum: DVec3 = (first..=last).map(|f| self.at(f)).sum();
        (first <= last).then(|| sum / (last - first + 1) as f64)
    }

    /// By how much the ball is moved at a frame, and how much of a hold that is.
    fn correction(&self, holds: &[(Span, DVec3)], frame: f64, ease: f64) -> (DVec3, f64) {
        let last = self.balls.len() as f64 - 1.0;
        let (mut sum, mut most) = (DVec3::ZERO, 0.0_f64);
        let rounds: &[f64] = if self.on.is_some() { &[-1.0, 0.0, 1.0] } else { &[0.0] };
        for &round in rounds {
            for &(span, place) in holds {
                let (from, to) = (span.from + round * last, span.to + round * last);
                let place = match self.on {
                    Some(on) if round < 0.0 => on.inverse().apply(place),
                    Some(on) if round > 0.0 => on.apply(place),
                    _ => place,
                };
                let (first, end) = (from.ceil(), to.floor());
                if frame >= first && frame <= end {
                    return (place - self.at(frame as isize), 1.0);
                }
                let (edge, away) = if frame < first { (first, first - frame) } else { (end, frame - end) };
                let held = fade(away / ease);
                sum += (place - self.at(edge as isize)) * held;
                most = most.max(held);
            }
        }
        (sum, most)
    }
}

/// From 1 at 0 to 0 at 1 and beyond.
fn fade(u: f64) -> f64 {
    let u = u.clamp(0.0, 1.0);
    1.0 - u * u * (3.0 - 2.0 * u)
}

/// The axis about which a knee bends, on average, in the frame of its thigh.
pub(super) fn hinge(worlds: &[Vec<Transform>], leg: &Leg) -> DVec3 {
    let [hip, knee, ankle, _] = leg.target;
    let normal = |world: &Vec<Transform>| {
        let [a, b, c] = [hip, knee, ankle].map(|j| world[j].translation);
        world[hip].rotation.inverse() * (b - a).cross(c - b)
    };
    let lateral = worlds.first().map_or(DVec3::X, |world| world[hip].rotation.inverse() * DVec3::X);
    worlds.iter().map(normal).sum::<DVec3>().normalize_or(lateral)
}

/// How far the hip must come down for the leg to reach.
fn lack(world: &[Transform], leg: &Leg, goal: DVec3) -> f64 {
    let [hip, knee, ankle, _] = leg.target.map(|j| world[j].translation);
    let length = hip.distance(knee) + knee.distance(ankle);
    let reach = (LONGEST_REACH * length).max(hip.distance(ankle));
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
        for (joint, rotation) in wanted {
            let parent = self.joints[joint].parent.map_or(DQuat::IDENTITY, |p| self.rotation(p));
            self.locals[joint].rotation = (parent.inverse() * rotation).normalize();
        }
    }

    /// A joint's rotation in the world, as it is now.
    fn rotation(&self, joint: usize) -> DQuat {
        let above = std::iter::successors(Some(joint), |&j| self.joints[j].parent);
        above.fold(DQuat::IDENTITY, |world, j| self.locals[j].rotation * world).normalize()
    }
}
