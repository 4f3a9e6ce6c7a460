//! Travel from feet: where a recording in place would go.
//!
//! Whoever walks in place stays where it is, and the foot that carries slides back. A foot rolls over the ground without sliding, from heel to
//! toes, so whatever part of it is down, the point of it that is level with the ground is at rest: what moves that point over the ground
//! moves the body the other way (`feet`). The foot that carries is low and says what was said just before; so travel and carrying feet are
//! found in turns, from what most low feet say. Nobody carries a body that flies: it goes on as it did.

mod feet;

use std::sync::Arc;

use adverb::{Placement, Skeleton};
use glam::DVec2;

use crate::error::Error;
use crate::motion::Recording;
use crate::support;
use feet::{Feet, turned};

/// How often travel and carrying feet are found in turns.
const TURNS: usize = 4;
/// Seconds to each side over which velocities are smoothed.
const SMOOTH_SECS: f64 = 0.05;
/// A body whose heading stays within this, in radians, was turned to face one way; its turns are lost with its travel.
const STRAIGHT_RAD: f64 = 0.02;
/// Feet twist while they carry: less than this, in radians per second and on average, is no turn.
const TURN_RAD_PER_SEC: f64 = 0.2;
/// In legs: a body in place keeps so near to its middle, and would go farther, and faster.
const KEEPS_LEGS: f64 = 0.5;
const GOES_LEGS: f64 = 1.0;
const GOES_LEGS_PER_SEC: f64 = 0.3;
/// Who walks is carried for at least this part of the time by a foot that slides back with the others.
const CARRIED: f64 = 0.5;

/// How a body goes on, seen from where it is and as it faces: metres and radians per second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Rate {
    /// To its left, and ahead.
    velocity: DVec2,
    turn: f64,
}

/// What feet say about a whole recording.
struct Travel {
    places: Vec<Placement>,
    /// How far it goes.
    way_m: f64,
    /// The part of the time in which a foot carries.
    carried: f64,
}

/// A recording that goes where its feet take it. One whose feet are unknown, or that is a single pose, stays as it is.
///
/// # Errors
/// As [`crate::motion::basic::whole`].
pub fn from_feet(skeleton: &Arc<Skeleton>, recording: &Recording) -> Result<Recording, Error> {
    let feet = Feet::of(skeleton, recording)?;
    Ok(feet.map_or_else(|| recording.clone(), |feet| recording.placed(&travel(&feet).places)))
}

/// If a recording is of a walk or a run in place: the same where its feet take it, and its speed in metres per second.
///
/// # Errors
/// As [`from_feet`].
pub fn of_one_in_place(
    skeleton: &Arc<Skeleton>,
    recording: &Recording,
) -> Result<Option<(Recording, f64)>, Error> {
    let leg_m = support::feet(skeleton).first().map(|foot| support::leg_m(skeleton, foot));
    if !leg_m.is_some_and(|leg_m| keeps_its_place(&recording.places(), leg_m)) {
        return Ok(None);
    }
    let Some(feet) = Feet::of(skeleton, recording)? else { return Ok(None) };
    let travel = travel(&feet);
    let speed = travel.way_m / recording.duration_secs();
    let goes = travel.way_m > GOES_LEGS * feet.leg_m
        && speed > GOES_LEGS_PER_SEC * feet.leg_m
        && travel.carried > CARRIED;
    Ok(goes.then(|| (recording.placed(&travel.places), speed)))
}

fn keeps_its_place(body: &[Placement], leg_m: f64) -> bool {
    let at = |place: &Placement| DVec2::new(f64::from(place.x), f64::from(place.z));
    let middle = body.iter().map(at).sum::<DVec2>() / body.len() as f64;
    body.iter().all(|place| at(place).distance(middle) < KEEPS_LEGS * leg_m)
}

fn travel(feet: &Feet) -> Travel {
    let is_straight = is_straight(&feet.body);
    let mut rates = vec![Rate { velocity: feet.guess(), turn: 0.0 }; feet.steps()];
    let mut known = vec![true; rates.len()];
    for _ in 0..TURNS {
        let (told, twist) = feet.told(&rates);
        known = told.iter().map(Option::is_some).collect();
        if !known.contains(&true) {
            break;
        }
        let smooth = smoothed(&filled(&told, feet.closes), SMOOTH_SECS / feet.step_secs, feet.closes);
        let even = if twist.abs() > TURN_RAD_PER_SEC { twist } else { 0.0 };
        let mean = smooth.iter().map(|rate| rate.turn).sum::<f64>() / smooth.len() as f64;
        let turn = |own: f64| even + if is_straight { own - mean } else { 0.0 };
        rates = smooth.iter().map(|rate| Rate { turn: turn(rate.turn), ..*rate }).collect();
    }
    let way_m = rates.iter().map(|rate| rate.velocity.length() * feet.step_secs).sum();
    let carried = known.iter().filter(|known| **known).count() as f64 / known.len() as f64;
    Travel { places: places(feet, &rates), way_m, carried }
}

fn is_straight(body: &[Placement]) -> bool {
    let headings = || body.iter().map(|place| f64::from(place.heading));
    headings().fold(f64::MIN, f64::max) - headings().fold(f64::MAX, f64::min) < STRAIGHT_RAD
}

/// Where the body is in every frame, from where it is in the first.
fn places(feet: &Feet, rates: &[Rate]) -> Vec<Placement> {
    let own = |frame: usize| DVec2::new(f64::from(feet.body[frame].x), f64::from(feet.body[frame].z));
    let (mut at, mut turn) = (own(0), 0.0_f64);
    let mut places = vec![feet.body[0]];
    for (i, rate) in rates.iter().enumerate() {
        let half = 0.5 * rate.turn * feet.step_secs;
        let on = turned(rate.velocity * feet.step_secs, feet.heading(i)) + own(i + 1) - own(i);
        at += turned(on, turn + half);
        turn += 2.0 * half;
        let heading = feet.body[i + 1].heading + turn as f32;
        places.push(Placement { x: at.x as f32, z: at.y as f32, heading });
    }
    places
}

/// Rates where none is known run evenly from the one before to the one after.
fn filled(rates: &[Option<Rate>], closes: bool) -> Vec<Rate> {
    let count = rates.len() as isize;
    let nearest = |i: isize, by: isize| {
        let places = (0..count).map(|k| (i + by * k, k));
        let mut within = places.take_while(|(j, _)| closes || (0..count).contains(j));
        within.find_map(|(j, away)| rates[j.rem_euclid(count) as usize].map(|rate| (rate, away as f64)))
    };
    let between = |i: isize| match (nearest(i, -1), nearest(i, 1)) {
        (Some((a, since)), Some((b, until))) if since + until > 0.0 => {
            let part = since / (since + until);
            Rate { velocity: a.velocity.lerp(b.velocity, part), turn: a.turn + part * (b.turn - a.turn) }
        }
        (Some((rate, _)), _) | (None, Some((rate, _))) => rate,
        (None, None) => Rate::default(),
    };
    (0..count).map(between).collect()
}

/// Without steps; a cycle's goes on as much in all.
fn smoothed(rates: &[Rate], reach: f64, closes: bool) -> Vec<Rate> {
    let (count, width) = (rates.len() as isize, reach.ceil() as isize);
    let at = |i: isize| match closes {
        true => i.rem_euclid(count) as usize,
        false => i.clamp(0, count - 1) as usize,
    };
    let weight = |k: isize| 1.0 + (std::f64::consts::PI * (k as f64 / (reach + 1.0)).clamp(-1.0, 1.0)).cos();
    let total: f64 = (-width..=width).map(weight).sum();
    let mean = |i: isize| {
        let near = (-width..=width).map(|k| (weight(k) / total, rates[at(i + k)]));
        near.fold(Rate::default(), |sum, (part, rate)| Rate {
            velocity: sum.velocity + part * rate.velocity,
            turn: sum.turn + part * rate.turn,
        })
    };
    (0..count).map(mean).collect()
}
