//! Proportions of legs: their lengths, and their heights above the ground.

use glam::{DQuat, DVec3, DVec4};

use super::align::Stance;
use super::anatomy::{ARM, LEG};
use super::map::{Map, STEEP};
use super::plant::Span;
use crate::clip::{Clip, Transform};
use crate::figure::percentile;
use crate::rig::twist_y;
use crate::sides::Side;

/// Bones that differ by less than this, in metres, are the same.
const ALIKE_M: f64 = 1e-3;
/// Heights at which feet stand that differ by less than this, in legs, are those of one level floor.
pub(super) const LEVEL_LEGS: f64 = 0.12;
/// How high a ball without a joint of its own is, in heights of the ankle.
const BALL_HEIGHT: f64 = 0.25;

/// A leg of the mesh and the one that it follows: hip, knee, ankle and the joint of the ball, which may be the ankle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    pub(super) side: Side,
    pub(super) target: [usize; 4],
    pub(super) source: [usize; 4],
    /// Where the ball is, seen from its joint of the mesh.
    pub(super) ball: DVec3,
    pub(super) fore: bool,
}

/// The known legs: those of the hips, then the forelegs of a mesh on four legs. If the skeleton stands upright, a foreleg follows the
/// diagonally opposite leg, as arms do in a walk.
pub(super) fn legs(map: &Map, figure: &Clip, upright: bool) -> Vec<Leg> {
    let world = figure.world(&figure.rest());
    let leg = |side: Side| {
        let [hip, knee, ankle, ball] = LEG.map(|part| map.joint(part, Some(side)));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        let bone = |ball: usize| world[ball].translation - world[ankle].translation;
        let ball = ball.filter(|&ball| bone(ball).y > -STEEP * bone(ball).length());
        let own = map.balls.iter().find(|(of, _)| *of == side).map(|(_, ball)| *ball);
        let source = [map.source[hip]?, map.source[knee]?, map.source[ankle]?, own.or(map.source[ankle])?];
        let target = [hip, knee, ankle, ball.unwrap_or(ankle)];
        Some(Leg { side, target, source, ball: DVec3::ZERO, fore: false })
    };
    let mut legs: Vec<Leg> = Side::BOTH.into_iter().filter_map(leg).collect();
    let fore = |side: Side| {
        let [shoulder, elbow, wrist] = ARM.map(|part| map.joint(part, Some(side)));
        let target = [shoulder?, elbow?, wrist?, wrist?];
        let across = legs.iter().find(|leg| leg.side != side);
        let source = match upright {
            true => across?.source,
            false => [
                map.source[target[0]]?,
                map.source[target[1]]?,
                map.source[target[2]]?,
                map.source[target[2]]?,
            ],
        };
        Some(Leg { side, target, source, ball: DVec3::ZERO, fore: true })
    };
    let forelegs: Vec<Leg> = match map.lies(&world) {
        true => Side::BOTH.into_iter().filter_map(fore).collect(),
        false => Vec::new(),
    };
    legs.extend(forelegs);
    legs
}

/// When a foot is flat: once in every time that it stands, the frame in which the ankle is lowest.
pub(super) fn flat_frames(frames: &[Vec<Transform>], ankle: usize, stands: &[Span]) -> Vec<usize> {
    let height = |f: &usize| frames[*f][ankle].translation.y;
    let lowest = |span: &Span| span.frames(frames.len()).min_by(|a, b| height(a).total_cmp(&height(b)));
    let found: Vec<usize> = stands.iter().filter_map(lowest).collect();
    match found.is_empty() {
        true => (0..frames.len()).min_by(|a, b| height(a).total_cmp(&height(b))).into_iter().collect(),
        false => found,
    }
}

/// How a joint is turned in some frames on average, but for its heading.
pub(super) fn level_mean(frames: &[Vec<Transform>], joint: usize, moments: &[usize]) -> DQuat {
    let mut sum = DVec4::ZERO;
    for &f in moments {
        let turned = frames[f][joint].rotation;
        let v = DVec4::from(DQuat::from_rotation_y(-twist_y(turned)) * turned);
        sum += if sum.dot(v) < 0.0 { -v } else { v };
    }
    sum.try_normalize().map_or(DQuat::IDENTITY, DQuat::from_vec4)
}

/// How a body on a skeleton's legs becomes one on the mesh's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proportions {
    /// The length of the mesh's legs, and that in lengths of the skeleton's.
    pub(super) leg: f64,
    pub(super) scale: f64,
    /// Heights above the ground of ankle and ball, of the skeleton and of the mesh, when the foot is flat.
    pub(super) ankle: [f64; 2],
    pub(super) ball: [f64; 2],
    /// The legs are the skeleton's own: feet are where the motion has them.
    pub(super) alike: bool,
}

impl Proportions {
    /// Of a mesh whose legs are not known: as large as its figure is.
    pub(super) fn without_legs(stance: &Stance) -> Self {
        let size = |at: &[DVec3]| {
            let [low, high] = [DVec3::min as fn(DVec3, DVec3) -> DVec3, DVec3::max]
                .map(|pick| at.iter().copied().reduce(pick).unwrap_or_default());
            (high - low).max_element()
        };
        let scale = size(&stance.target) / size(&stance.source);
        let other = scale.is_finite() && (scale - 1.0).abs() > ALIKE_M;
        let scale = if other && scale > 0.0 { scale } else { 1.0 };
        Self { leg: 0.0, scale, ankle: [0.0; 2], ball: [0.0; 2], alike: true }
    }

    /// The proportions of these legs; `stands` are the support phases of each. Places the balls of feet without a joint there.
    pub(super) fn of(
        stance: &Stance,
        legs: &mut [Leg],
        frames: &[Vec<Transform>],
        stands: &[Vec<Span>],
    ) -> Self {
        let (count, ground) = (legs.len() as f64, stance.ground());
        let length = |at: &[DVec3], [hip, knee, ankle, _]: [usize; 4]| {
            at[hip].distance(at[knee]) + at[knee].distance(at[ankle])
        };
        let own = legs.iter().map(|leg| length(&stance.source, leg.source)).sum::<f64>() / count;
        let target = |leg: &Leg| match stance.on_fours {
            true => stance.target[leg.target[0]].y - stance.target[leg.target[2]].y,
            false => length(&stance.target, leg.target),
        };
        let wanted = legs.iter().map(target).sum::<f64>() / count;
        let alike = legs.iter().all(|leg| bones_alike(stance, leg)) && hips_alike(stance, legs);
        let scale = if own > 0.0 && wanted > 0.0 && !alike { wanted / own } else { 1.0 };

        // How the ball lies from the ankle when the foot is flat: rise and reach.
        let feet: Vec<(f64, f64)> =
            legs.iter().zip(stands).map(|(leg, stands)| flat_foot(stance, frames, leg, stands)).collect();
        let rise = feet.iter().map(|foot| foot.0).sum::<f64>() / count;
        for (leg, (_, reach)) in legs.iter_mut().zip(&feet) {
            place_ball(stance, leg, scale * reach, ground);
        }
        let ball = standing_height(frames, legs, stands, LEVEL_LEGS * own);
        let height = |of: &dyn Fn(&Leg) -> f64| legs.iter().map(of).sum::<f64>() / count - ground;
        let ankles = [ball + rise, height(&|leg| stance.target[leg.target[2]].y)];
        let balls = [ball, height(&|leg| stance.ball(leg).y)];
        let same = |heights: [f64; 2]| if alike { [heights[0]; 2] } else { heights };
        Self { leg: wanted, scale, ball: same(balls), ankle: same(ankles), alike }
    }

    /// Where the middle between the hip joints goes.
    pub(super) fn hips(&self, place: DVec3) -> DVec3 {
        let scaled = place * self.scale;
        scaled.with_y(self.ankle[1] + self.scale * (place.y - self.ankle[0]))
    }

    /// How high the ball of a foot is.
    pub(super) fn ball_height(&self, height: f64) -> f64 {
        self.ball[1] + self.ground(height)
    }

    /// How high the ground is on which a foot stands with its ball so high.
    pub(super) fn ground(&self, height: f64) -> f64 {
        self.scale * (height - self.ball[0])
    }
}

fn bones_alike(stance: &Stance, leg: &Leg) -> bool {
    let bones =
        |at: &[DVec3], joints: [usize; 4]| [0, 1, 2].map(|i| at[joints[i]].distance(at[joints[i + 1]]));
    let (own, meshs) = (bones(&stance.source, leg.source), bones(&stance.target, leg.target));
    own.iter().zip(meshs).all(|(a, b)| (a - b).abs() < ALIKE_M)
}

/// Whether the hip joints are as far apart.
fn hips_alike(stance: &Stance, legs: &[Leg]) -> bool {
    let [left, right] = legs else { return true };
    let own = stance.source[left.source[0]].distance(stance.source[right.source[0]]);
    let meshs = stance.target[left.target[0]].distance(stance.target[right.target[0]]);
    (own - meshs).abs() < ALIKE_M
}

/// How much higher than the ball the ankle is when the foot is flat, and how far before it the ball.
fn flat_foot(stance: &Stance, frames: &[Vec<Transform>], leg: &Leg, stands: &[Span]) -> (f64, f64) {
    let [_, _, ankle, ball] = leg.source;
    let of = |way: DVec3| DVec3::new(-way.y, way.x.hypot(way.z), 1.0);
    let sum = match stance.feet_at_rest {
        true => of(stance.source[ball] - stance.source[ankle]),
        false => flat_frames(frames, ankle, stands)
            .iter()
            .map(|&f| of(frames[f][ball].translation - frames[f][ankle].translation))
            .sum(),
    };
    (sum.x / sum.z.max(1.0), sum.y / sum.z.max(1.0))
}

/// The ball of a foot that has no joint there: so far before the ankle, low above the ground.
fn place_ball(stance: &Stance, leg: &mut Leg, reach: f64, ground: f64) {
    let [_, _, ankle, ball] = leg.target;
    if ball != ankle || leg.source[3] == leg.source[2] {
        return;
    }
    let from = stance.target[ankle];
    let ball = DVec3::new(from.x, ground + BALL_HEIGHT * (from.y - ground), from.z + reach);
    leg.ball = stance.bound[ankle].inverse() * (ball - from);
}

/// How high the balls of feet are when they stand: on the level floor of a recording, else at the first step.
fn standing_height(frames: &[Vec<Transform>], legs: &[Leg], stands: &[Vec<Span>], level: f64) -> f64 {
    let mut heights: Vec<(usize, f64)> = Vec::new();
    for (leg, spans) in legs.iter().zip(stands) {
        for span in spans {
            heights.extend(span.frames(frames.len()).map(|f| (f, frames[f][leg.source[3]].translation.y)));
        }
    }
    if heights.is_empty() {
        let balls = legs.iter().flat_map(|leg| frames.iter().map(|w| w[leg.source[3]].translation.y));
        return balls.fold(f64::INFINITY, f64::min);
    }
    let first = heights.iter().min_by_key(|(f, _)| *f).map_or(0.0, |(_, height)| *height);
    let mut sorted: Vec<f64> = heights.iter().map(|(_, height)| *height).collect();
    sorted.sort_by(f64::total_cmp);
    let spread = percentile(&sorted, 0.9) - percentile(&sorted, 0.1);
    if spread < level { percentile(&sorted, 0.5) } else { first }
}
