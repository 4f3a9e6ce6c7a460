//! Short things done once with a part of the body, the rest as it stands.

use glam::DVec3;

use super::super::upper_body::ArmAngles;
use super::Act;
use super::action::{Action, Errand, Move, Span};
use super::body::{Frame, Goal};
use super::idle::Mood;
use super::posture::{Posture, Torso};
use crate::sides::Side;

/// A wave, a nod, a bow and a cheer.
#[must_use]
pub fn gestures() -> Vec<Act> {
    [wave(), nod(), bow(), celebrate()].map(|action| action.act()).into()
}

fn gesture(name: &str, secs: f64, moves: Vec<Move>, keys: Vec<(&'static str, f64)>) -> Action {
    Action {
        name: name.into(),
        stance: Mood::Neutral.stance(),
        secs,
        repeats: false,
        moves,
        swings: Vec::new(),
        errands: Vec::new(),
        keys,
    }
}

/// The right hand up beside the head, to and fro three times.
fn wave() -> Action {
    let keys = vec![("start", 0.0), ("raised", 0.6), ("lowering", 2.0), ("end", 2.6)];
    let during = Span(0.0, 0.6, 2.0, 2.6);
    let mut shoulder = Posture::default();
    shoulder.arms[Side::Right as usize] = ArmAngles { shoulder_raise_deg: 8.0, ..ArmAngles::default() };
    let mut action = gesture("wave", 2.6, vec![Move { by: shoulder, during }], keys);
    let goal = Goal {
        frame: Frame::Ground,
        at: DVec3::new(-0.4, 1.6, 0.14),
        elbow: DVec3::new(-0.75, -0.65, -0.1),
        fingers: Some(DVec3::Y),
        palm_down_deg: -10.0,
        around: DVec3::new(-0.6, 0.0, 0.8),
    };
    action.errands =
        vec![Errand { side: Side::Right, goal, during, sway: DVec3::new(0.1, 0.0, 0.0), times: 3.0 }];
    action
}

/// Down twice, the second time less.
fn nod() -> Action {
    let down = |deg: f64| Posture::torso(Torso { head_pitch_deg: -deg, ..Torso::default() });
    let moves = vec![
        Move { by: down(-3.0), during: Span(0.0, 0.15, 0.18, 0.35) },
        Move { by: down(24.0), during: Span(0.1, 0.4, 0.42, 0.72) },
        Move { by: down(14.0), during: Span(0.62, 0.86, 0.88, 1.2) },
    ];
    gesture("nod", 1.2, moves, vec![("start", 0.0), ("down", 0.4), ("end", 1.2)])
}

/// From the hips, the head following, arms by the side.
fn bow() -> Action {
    let during = Span(0.0, 0.9, 1.2, 2.1);
    let down = Posture {
        torso: Torso {
            pelvis_forward_m: -0.1,
            pelvis_lean_deg: 26.0,
            lean_deg: 38.0,
            slump_deg: 10.0,
            ..Torso::default()
        },
        arms: [ArmAngles { flex_deg: -4.0, ..ArmAngles::default() }; 2],
    };
    let head = Posture::torso(Torso { head_pitch_deg: -52.0, ..Torso::default() });
    let moves = vec![Move { by: down, during }, Move { by: head, during: Span(0.05, 0.95, 1.15, 2.0) }];
    gesture("bow", 2.1, moves, vec![("start", 0.0), ("down", 1.05), ("end", 2.1)])
}

/// Both fists up, from bent knees to the tips of the toes, twice.
fn celebrate() -> Action {
    let dip = Posture::torso(Torso { drop_m: 0.07, lean_deg: 8.0, pelvis_lean_deg: 5.0, ..Torso::default() });
    let up = Posture {
        torso: Torso {
            heels_deg: 16.0,
            lean_deg: -5.0,
            slump_deg: -7.0,
            head_pitch_deg: 20.0,
            ..Torso::default()
        },
        arms: [ArmAngles { shoulder_raise_deg: 16.0, ..ArmAngles::default() }; 2],
    };
    let moves = vec![
        Move { by: dip, during: Span(0.0, 0.3, 0.32, 0.6) },
        Move { by: up, during: Span(0.3, 0.66, 0.8, 1.12) },
        Move { by: dip, during: Span(0.86, 1.1, 1.12, 1.36) },
        Move { by: up, during: Span(1.1, 1.42, 1.6, 2.2) },
    ];
    let mut action =
        gesture("celebrate", 2.4, moves, vec![("start", 0.0), ("up", 0.7), ("down", 1.8), ("end", 2.4)]);
    action.errands = Side::BOTH
        .map(|side| {
            let at = |x: f64, y: f64, z: f64| DVec3::new(side.sign() * x, y, z);
            let goal = Goal {
                frame: Frame::Pelvis,
                at: at(0.3, 0.92, 0.1),
                elbow: at(0.9, -0.5, -0.3),
                fingers: Some(at(-0.1, 1.0, 0.1)),
                palm_down_deg: 20.0,
                around: at(0.7, 0.0, 0.7),
            };
            let during = Span(0.1, 0.7, 1.7, 2.4);
            Errand { side, goal, during, sway: DVec3::new(0.0, 0.05, 0.0), times: 1.5 }
        })
        .into();
    action
}
