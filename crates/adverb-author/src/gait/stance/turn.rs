//! Turning in place: the foot on the side of the turn opens, the other follows, the first closes; the head looks where it goes.

use glam::{DQuat, DVec3};

use super::super::blend::rise;
use super::super::cycle::FPS;
use super::super::humanoid::HIPS;
use super::Act;
use super::action::{Action, Move, Span};
use super::body::{Body, Place};
use super::idle::Mood;
use super::posture::{Posture, Torso};
use crate::clip::{Clip, Source, Transform};
use crate::sides::Side;

/// A turn to the left.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// How far: degrees.
    pub deg: f64,
    /// The action.
    pub act: Act,
}

/// When each step begins and ends; seconds. The left foot goes half of the way at first.
const STEPS: [(Side, [f64; 2], f64); 3] =
    [(Side::Left, [0.15, 0.6], 0.5), (Side::Right, [0.6, 1.1], 1.0), (Side::Left, [1.1, 1.55], 0.5)];
const SECS: f64 = 1.8;
/// How high feet are lifted.
const LIFT_M: f64 = 0.055;

/// Three turns in place to the left; those to the right are their mirror images.
#[must_use]
pub fn turns() -> Vec<Turn> {
    [15.0, 45.0, 90.0].map(|deg| Turn { deg, act: turn(deg) }).into()
}

fn turn(deg: f64) -> Act {
    let body = Body::new();
    let far = deg / 90.0;
    let over = |side: Side, [from, to]: [f64; 2]| {
        let torso = Torso {
            pelvis_left_m: -0.05 * side.sign(),
            pelvis_roll_deg: -2.0 * side.sign(),
            roll_deg: 2.0 * side.sign(),
            ..Torso::default()
        };
        // The weight is off the foot before it leaves, and comes back as it lands.
        Move { by: Posture::torso(torso), during: Span(from - 0.15, from + 0.1, to - 0.1, to + 0.15) }
    };
    let look = Torso { head_yaw_deg: 28.0 * far, yaw_deg: 9.0 * far, drop_m: 0.008, ..Torso::default() };
    let mut moves = vec![Move { by: Posture::torso(look), during: Span(0.0, 0.4, 0.8, 1.5) }];
    moves.extend(STEPS.map(|(side, during, _)| over(side, during)));
    let action = Action {
        name: format!("turn-in-place-{deg:.0}"),
        stance: Mood::Neutral.stance(),
        secs: SECS,
        repeats: false,
        moves,
        swings: Vec::new(),
        errands: Vec::new(),
        keys: Vec::new(),
    };
    let pose = |f: usize| {
        let secs = f as f64 / FPS;
        let heading = (deg * rise(secs, 0.1, 1.6)).to_radians();
        let feet = Side::BOTH.map(|side| place(side, deg.to_radians(), heading, secs));
        let mut locals = body.pose_on(&action.posture(secs), &feet, &[]);
        let turned = Transform { translation: DVec3::ZERO, rotation: DQuat::from_rotation_y(heading) };
        locals[HIPS] = turned.compose(locals[HIPS]);
        locals
    };
    let frame = |secs: f64| (secs * FPS).round() as usize;
    let locals = (0..=frame(SECS)).flat_map(pose).collect();
    let [first, second, third] = STEPS.map(|(_, [_, down], _)| frame(down));
    let keys =
        vec![("start", 0), ("open", first), ("follow", second), ("close", third), ("end", frame(SECS))];
    let source = Source::made(&action.name);
    Act { clip: Clip { joints: body.joints.clone(), fps: FPS, locals, source }, keys, name: action.name }
}

/// Where a foot is, as seen from a body that has turned so far.
fn place(side: Side, turn_rad: f64, heading_rad: f64, secs: f64) -> Place {
    let (mut own_rad, mut lift_m) = (0.0, 0.0);
    for (_, [from, to], part) in STEPS.into_iter().filter(|step| step.0 == side) {
        own_rad += part * turn_rad * rise(secs, from, to);
        let middle = 0.5 * (from + to);
        lift_m += LIFT_M * rise(secs, from, middle) * (1.0 - rise(secs, middle, to));
    }
    let rest = Place::at_rest(side);
    let ahead = own_rad - heading_rad;
    let ball = DQuat::from_rotation_y(ahead) * rest.ball + DVec3::Y * lift_m;
    Place { ball, yaw_rad: rest.yaw_rad + ahead }
}
