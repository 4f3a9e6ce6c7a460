//! The right hand to a point and back.
//!
//! Where the arm alone is long enough, only the arm goes, and the eyes. Beyond that the body helps, as little as it must: the
//! trunk turns and leans towards the point, the pelvis gives way for balance, and knees bend for what is low.

use glam::DVec3;

use super::super::blend::{soft_limit, soft_max};
use super::super::upper_body::ArmAngles;
use super::Act;
use super::action::{Action, Errand, Move, Span};
use super::body::{Body, Frame, Goal};
use super::idle::Mood;
use super::posture::{Posture, Torso};
use crate::sides::Side;

/// A reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The position of the right hand (its joint, the wrist) at the key-time `reach`, seen from the body: left, up, forward.
    pub at: DVec3,
    /// The action.
    pub act: Act,
}

/// Left, up and forward, in metres.
const POINTS: [(&str, [f64; 3]); 22] = [
    ("low-right", [-0.5, 0.45, 0.25]),
    ("low-ahead", [-0.2, 0.4, 0.55]),
    ("low-across", [0.25, 0.45, 0.45]),
    ("low-near", [-0.15, 0.55, 0.32]),
    ("waist-right", [-0.62, 0.95, 0.2]),
    ("waist-ahead-right", [-0.48, 0.95, 0.52]),
    ("waist-ahead", [-0.12, 0.9, 0.72]),
    ("waist-across", [0.35, 0.95, 0.42]),
    ("waist-near", [-0.15, 1.0, 0.3]),
    ("waist-near-right", [-0.4, 1.0, 0.2]),
    ("chest-right", [-0.66, 1.35, 0.2]),
    ("chest-ahead-right", [-0.5, 1.35, 0.45]),
    ("chest-ahead", [-0.15, 1.35, 0.72]),
    ("chest-across", [0.35, 1.3, 0.42]),
    ("chest-near", [-0.12, 1.3, 0.3]),
    ("chest-near-right", [-0.4, 1.35, 0.24]),
    ("high-right", [-0.52, 1.72, 0.25]),
    ("high-ahead", [-0.15, 1.7, 0.5]),
    ("high-across", [0.2, 1.65, 0.4]),
    ("high-near", [-0.12, 1.6, 0.32]),
    ("high-near-right", [-0.22, 1.7, 0.28]),
    ("top", [-0.22, 1.88, 0.28]),
];

/// Reaches low and high, near and far, to the right and across.
#[must_use]
pub fn reaches() -> Vec<Reach> {
    POINTS.map(|(name, at)| reach_to(name, DVec3::from_array(at))).into()
}

/// From shoulder to wrist: as far as the arm goes by itself, and as far as it goes at all.
const BY_ITSELF_M: f64 = 0.36;
const FARTHEST_M: f64 = 0.51;
/// The body helps by no more than this part of its whole help.
const MOST_HELP: f64 = 1.5;

fn reach_to(name: &str, point: DVec3) -> Reach {
    let stance = Mood::Neutral.stance();
    let way = point - Body::new().shoulder_of(&stance, Side::Right);
    let help = help(way);
    let help = Posture::default().plus(&help, effort(&stance, &help, point));
    // The farther, the longer it takes; back is slower than there. Both are whole frames.
    let there = ((0.5 + 0.55 * way.length()) * 12.0).round() / 12.0;
    let secs = 2.2 * there;
    let look = look_at(way);
    let goal = Goal {
        frame: Frame::Ground,
        at: point,
        elbow: DVec3::new(-0.55, -0.75, -0.45),
        fingers: None,
        palm_down_deg: 45.0,
        around: DVec3::new(-0.6, 0.0, 0.8),
    };
    let during = Span(0.06 * there, there, there, secs);
    let action = Action {
        name: format!("reach_{name}"),
        stance,
        secs,
        repeats: false,
        moves: vec![
            Move { by: look, during: Span(0.0, 0.7 * there, 1.2 * there, 0.95 * secs) },
            Move { by: help, during: Span(0.0, there, there, secs) },
        ],
        swings: Vec::new(),
        errands: vec![Errand { side: Side::Right, goal, during, sway: DVec3::ZERO, times: 0.0 }],
        keys: vec![("start", 0.0), ("reach", there), ("end", secs)],
    };
    Reach { at: point, act: action.act() }
}

/// The face towards a point, as far as a neck turns.
fn look_at(way: DVec3) -> Posture {
    let limited = |deg: f64, most: f64| deg.signum() * soft_limit(deg.abs(), 0.5 * most, most);
    // From the eyes, which are left of the right shoulder and above it.
    let seen = way + DVec3::new(-0.175, -0.25, 0.0);
    let yaw = libm::atan2(seen.x, seen.z.max(0.1)).to_degrees();
    let pitch = libm::atan2(seen.y, libm::hypot(seen.x, seen.z).max(0.1)).to_degrees();
    Posture::torso(Torso {
        head_yaw_deg: limited(yaw, 55.0),
        head_pitch_deg: limited(0.8 * pitch, 45.0),
        ..Torso::default()
    })
}

/// How the body helps the arm along a way, when it helps with all it has.
fn help(way: DVec3) -> Posture {
    let toward = way.normalize_or(DVec3::Z);
    let positive = |x: f64| soft_max(x, 0.0, 0.15);
    let (ahead, up, down) = (positive(toward.z), positive(toward.y), positive(-toward.y));
    let across = toward.x;
    let torso = Torso {
        pelvis_left_m: 0.05 * across,
        pelvis_forward_m: -0.05 * ahead - 0.07 * down,
        drop_m: 0.3 * down * down,
        pelvis_yaw_deg: 12.0 * ahead + 12.0 * across,
        pelvis_roll_deg: 0.0,
        pelvis_lean_deg: 14.0 * ahead + 26.0 * down,
        yaw_deg: 30.0 * ahead + 28.0 * across,
        roll_deg: 16.0 * across - 8.0 * up,
        lean_deg: 22.0 * ahead + 34.0 * down - 6.0 * up,
        slump_deg: 8.0 * down + 4.0 * ahead - 6.0 * up,
        heels_deg: 14.0 * up * up,
        ..Torso::default()
    };
    let mut posture = Posture::torso(torso);
    posture.arms[Side::Right as usize] = ArmAngles {
        shoulder_raise_deg: 26.0 * up,
        shoulder_forward_deg: 18.0 * ahead + 14.0 * across,
        ..ArmAngles::default()
    };
    // The other arm balances.
    posture.arms[Side::Left as usize] = ArmAngles {
        flex_deg: -16.0 * ahead - 10.0 * down,
        out_deg: 10.0 * (1.0 - up),
        ..ArmAngles::default()
    };
    posture
}

/// How much of the help brings the shoulder near enough. The nearer the arm alone would come, the less, and smoothly so that
/// neighbouring points are reached in neighbouring ways.
fn effort(stance: &Posture, help: &Posture, point: DVec3) -> f64 {
    let body = Body::new();
    let distance = |share: f64| body.shoulder_of(&stance.plus(help, share), Side::Right).distance(point);
    let wanted = soft_limit(distance(0.0), BY_ITSELF_M, FARTHEST_M);
    let (mut less, mut more) = (0.0, MOST_HELP);
    for _ in 0..50 {
        let middle = 0.5 * (less + more);
        if distance(middle) > wanted {
            less = middle;
        } else {
            more = middle;
        }
    }
    less
}
