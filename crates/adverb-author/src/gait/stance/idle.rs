//! Three ways of waiting, each in three moods. Moods differ in posture and in movement: a sad figure is slow, pauses long, and does
//! little; a happy one is quick, does more, and bounces.

use glam::DVec3;

use super::super::style::{Style, styles};
use super::super::upper_body::ArmAngles;
use super::Act;
use super::action::{Action, Errand, Move, Span, Swing};
use super::body::{Frame, Goal};
use super::posture::{Posture, Torso};
use crate::sides::Side;

/// A mood to wait in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// Bent and slow.
    Sad,
    /// Neutral.
    Neutral,
    /// Upright and lively.
    Happy,
}

/// A way of waiting in a mood.
#[derive(Debug, Clone, PartialEq)]
pub struct Idle {
    /// Which of the three ways.
    pub set: &'static str,
    /// In which mood.
    pub mood: Mood,
    /// The action.
    pub act: Act,
}

impl Mood {
    const ALL: [Self; 3] = [Self::Sad, Self::Neutral, Self::Happy];

    /// The name of the walk in this mood.
    pub fn name(self) -> &'static str {
        self.choose("sad", "neutral", "happy")
    }

    /// Its value on an axis from sad to happy.
    pub fn happiness(self) -> f64 {
        self.choose(-1.0, 0.0, 1.0)
    }

    fn choose<T>(self, sad: T, neutral: T, happy: T) -> T {
        match self {
            Self::Sad => sad,
            Self::Neutral => neutral,
            Self::Happy => happy,
        }
    }

    /// How the body is held: as in the walk of this mood.
    pub(super) fn stance(self) -> Posture {
        let style = styles().into_iter().find(|style| style.name == self.name()).unwrap_or(Style::NEUTRAL);
        Posture::of(&style)
    }
}

/// Three sets of idles, each from sad to happy.
pub fn idles() -> Vec<Idle> {
    let of_set = |set: &'static str, make: fn(Mood) -> Action| {
        Mood::ALL.map(|mood| Idle { set, mood, act: make(mood).act() })
    };
    [of_set("idle", shift), of_set("look-around", look_around), of_set("stretch", stretch)]
        .into_iter()
        .flatten()
        .collect()
}

fn waiting(set: &str, mood: Mood, secs: f64, breaths: f64) -> Action {
    let deep = mood.choose(1.3, 1.0, 0.8);
    let breath = Posture {
        torso: Torso {
            lean_deg: -0.7 * deep,
            slump_deg: -0.9 * deep,
            head_pitch_deg: 0.5 * deep,
            ..Torso::default()
        },
        arms: [ArmAngles { shoulder_raise_deg: 1.3 * deep, out_deg: 0.6 * deep, ..ArmAngles::default() }; 2],
    };
    Action {
        name: format!("{set}_{}", mood.name()),
        stance: mood.stance(),
        secs,
        repeats: true,
        moves: Vec::new(),
        swings: vec![Swing { by: breath, times: breaths, late_secs: 0.0 }],
        errands: Vec::new(),
        keys: Vec::new(),
    }
}

/// Breathing, and the weight from one leg to the other.
fn shift(mood: Mood) -> Action {
    let secs = mood.choose(6.0, 4.4, 3.2);
    let far = mood.choose(0.8, 1.0, 1.25);
    let mut action = waiting("idle", mood, secs, mood.choose(2.0, 1.0, 1.0));
    let to = |side: f64| {
        let torso = Torso {
            pelvis_left_m: 0.045 * far * side,
            pelvis_roll_deg: 3.0 * far * side,
            pelvis_yaw_deg: -3.0 * far * side,
            roll_deg: -2.0 * far * side,
            yaw_deg: 2.0 * far * side,
            head_roll_deg: mood.choose(2.5, 0.5, -3.0) * side,
            head_yaw_deg: 4.0 * far * side,
            ..Torso::default()
        };
        Posture::torso(torso)
    };
    // The sad one rests long on the left leg; the happy one passes from leg to leg.
    let [left, right] = mood.choose(
        [[0.03, 0.2, 0.55, 0.72], [0.6, 0.76, 0.84, 0.98]],
        [[0.04, 0.22, 0.4, 0.58], [0.5, 0.68, 0.86, 1.02]],
        [[0.0, 0.2, 0.32, 0.54], [0.46, 0.68, 0.8, 1.0]],
    );
    let during = |[a, b, c, d]: [f64; 4]| Span(a * secs, b * secs, c * secs, d * secs);
    action.moves =
        vec![Move { by: to(1.0), during: during(left) }, Move { by: to(-1.0), during: during(right) }];
    action.moves.extend(mood.choose(sigh(secs), Vec::new(), bounces(secs)));
    let there = |[_, b, c, _]: [f64; 4]| 0.5 * (b + c) * secs;
    action.keys = vec![("still", 0.0), ("on-left", there(left)), ("on-right", there(right)), ("still", secs)];
    action
}

/// A deep breath that ends lower than it began.
fn sigh(secs: f64) -> Vec<Move> {
    let up = Posture {
        torso: Torso { slump_deg: -9.0, head_pitch_deg: 8.0, ..Torso::default() },
        arms: [ArmAngles { shoulder_raise_deg: 7.0, ..ArmAngles::default() }; 2],
    };
    let down = Posture {
        torso: Torso { slump_deg: 6.0, head_pitch_deg: -7.0, drop_m: 0.012, ..Torso::default() },
        arms: [ArmAngles { shoulder_raise_deg: -4.0, ..ArmAngles::default() }; 2],
    };
    vec![
        Move { by: up, during: Span(0.22 * secs, 0.4 * secs, 0.43 * secs, 0.56 * secs) },
        Move { by: down, during: Span(0.44 * secs, 0.58 * secs, 0.66 * secs, 0.95 * secs) },
    ]
}

/// Knees that give a little and heels that rise, once on each leg.
fn bounces(secs: f64) -> Vec<Move> {
    let dip = Posture::torso(Torso { drop_m: 0.022, lean_deg: 2.0, ..Torso::default() });
    let lift = Posture {
        torso: Torso { heels_deg: 9.0, head_pitch_deg: 4.0, ..Torso::default() },
        arms: [ArmAngles { out_deg: 5.0, elbow_deg: 10.0, flex_deg: 5.0, ..ArmAngles::default() }; 2],
    };
    let at = |from: f64, by: Posture, length: f64| {
        let mid = from + 0.45 * length;
        Move { by, during: Span(from * secs, mid * secs, (mid + 0.02) * secs, (from + length) * secs) }
    };
    [0.04, 0.52].into_iter().flat_map(|from| [at(from, dip, 0.2), at(from + 0.12, lift, 0.26)]).collect()
}

/// A look to the left, and one to the right: the eyes' turn first, then the chest's, then the hips'.
fn look_around(mood: Mood) -> Action {
    let secs = mood.choose(6.0, 4.6, 3.6);
    let far = mood.choose(0.6, 1.0, 1.15);
    let mut action = waiting("look-around", mood, secs, mood.choose(2.0, 1.0, 1.0));
    let head = |side: f64| {
        Posture::torso(Torso {
            head_yaw_deg: 48.0 * far * side,
            head_roll_deg: mood.choose(-4.0, 0.0, 5.0) * side,
            head_pitch_deg: mood.choose(6.0, 2.0, 5.0),
            ..Torso::default()
        })
    };
    let trunk = |side: f64| Posture {
        torso: Torso {
            yaw_deg: 17.0 * far * side,
            roll_deg: -1.5 * side,
            lean_deg: -far,
            ..Torso::default()
        },
        arms: [1.0, -1.0].map(|own| ArmAngles { flex_deg: -5.0 * far * own * side, ..ArmAngles::default() }),
    };
    let hips = |side: f64| {
        Posture::torso(Torso {
            pelvis_yaw_deg: 7.0 * far * side,
            pelvis_left_m: 0.03 * far * side,
            pelvis_roll_deg: 2.0 * far * side,
            ..Torso::default()
        })
    };
    // Sad: slowly there, and back at once. Happy: quickly there, and a look held.
    let [left, right] = mood.choose(
        [[0.06, 0.3, 0.36, 0.56], [0.52, 0.76, 0.8, 0.98]],
        [[0.05, 0.24, 0.38, 0.55], [0.48, 0.66, 0.82, 0.98]],
        [[0.06, 0.18, 0.4, 0.54], [0.47, 0.6, 0.84, 0.97]],
    );
    for (side, [a, b, c, d]) in [(1.0, left), (-1.0, right)] {
        let during = |late: f64, slow: f64| {
            Span((a + late) * secs, (b + late + slow) * secs, (c + late + slow) * secs, (d + late) * secs)
        };
        action.moves.push(Move { by: head(side), during: during(0.0, 0.0) });
        action.moves.push(Move { by: trunk(side), during: during(0.01, 0.03) });
        action.moves.push(Move { by: hips(side), during: during(0.02, 0.05) });
    }
    action.moves.extend(mood.choose(Vec::new(), Vec::new(), bounces(secs)));
    let there = |[_, b, c, _]: [f64; 4]| 0.5 * (b + c) * secs;
    action.keys = vec![("ahead", 0.0), ("left", there(left)), ("right", there(right)), ("ahead", secs)];
    action
}

/// Hands on the hips, and the back stretched.
fn stretch(mood: Mood) -> Action {
    let secs = mood.choose(5.6, 4.8, 4.0);
    let far = mood.choose(0.45, 1.0, 1.4);
    let mut action = waiting("stretch", mood, secs, mood.choose(2.0, 1.0, 1.0));
    let back = Posture {
        torso: Torso {
            pelvis_forward_m: 0.035 * far,
            pelvis_lean_deg: -5.0 * far,
            lean_deg: -9.0 * far,
            slump_deg: -9.0 * far,
            head_pitch_deg: 9.0 * far,
            ..Torso::default()
        },
        arms: [ArmAngles {
            shoulder_forward_deg: -9.0 * far,
            shoulder_raise_deg: 3.0,
            ..ArmAngles::default()
        }; 2],
    };
    let twist = Posture::torso(Torso {
        yaw_deg: 9.0 * far,
        roll_deg: 4.0 * far,
        head_yaw_deg: 9.0 * far,
        pelvis_left_m: -0.015 * far,
        ..Torso::default()
    });
    // Sad: slowly up, hardly a stretch, and the hands fall again. Happy: quickly up, a long one and a twist of the hips.
    let [hands, bend] = mood.choose(
        [[0.05, 0.36, 0.6, 0.9], [0.36, 0.5, 0.55, 0.74]],
        [[0.04, 0.26, 0.7, 0.94], [0.26, 0.42, 0.54, 0.72]],
        [[0.03, 0.18, 0.78, 0.96], [0.18, 0.34, 0.56, 0.76]],
    );
    let span = |[a, b, c, d]: [f64; 4]| Span(a * secs, b * secs, c * secs, d * secs);
    action.moves = vec![Move { by: back, during: span(bend) }];
    if mood == Mood::Happy {
        action
            .moves
            .push(Move { by: twist, during: Span(0.34 * secs, 0.43 * secs, 0.45 * secs, 0.56 * secs) });
        let other = Posture::default().plus(&twist, -1.0);
        action
            .moves
            .push(Move { by: other, during: Span(0.5 * secs, 0.59 * secs, 0.61 * secs, 0.74 * secs) });
    }
    action.errands = Side::BOTH.map(|side| on_the_hip(side, span(hands))).into();
    action.keys = vec![("rest", 0.0), ("hips", hands[1] * secs), ("leave", hands[2] * secs), ("rest", secs)];
    action
}

/// The hand on the hip, fingers to the front, elbow out.
fn on_the_hip(side: Side, during: Span) -> Errand {
    let at = |x: f64, y: f64, z: f64| DVec3::new(side.sign() * x, y, z);
    let goal = Goal {
        frame: Frame::Pelvis,
        at: at(0.2, 0.1, -0.035),
        elbow: at(1.0, 0.0, -0.55),
        fingers: Some(at(-0.35, -0.35, 1.0)),
        palm_down_deg: 30.0,
        around: at(0.9, 0.0, 0.4),
    };
    Errand { side, goal, during, sway: DVec3::ZERO, times: 0.0 }
}
