//! Travel from feet: where a recording in place would go.
//!
//! Whoever walks in place stays where it is, and the foot that carries slides back. A foot rolls over the ground without sliding, from heel to
//! toes, so whatever part of it is down, the point of it that is level with the ground is at rest: what moves that point over the ground
//! moves the body the other way (`feet`). So feet move the body's middle, which goes on evenly however the hips were put in place. The
//! foot that carries is low, is neither suddenly faster nor slower, and says what was said just before; so travel and carrying feet are found
//! in turns. Nobody carries a body that flies: it goes on as it did.

mod feet;

use std::sync::Arc;

use adverb::{Placement, Skeleton};
use glam::DVec2;

use crate::error::Error;
use crate::motion::Recording;
use crate::support;
use feet::{Feet, Told, turned};

/// How often travel and carrying feet are found in turns.
const TURNS: usize = 5;
/// Seconds to each side over which velocities are smoothed.
const SMOOTH_SECS: f64 = 0.04;
/// A body whose heading stays within this, in radians, was turned to face one way; its turns are lost with its travel.
const STRAIGHT_RAD: f64 = 0.02;
/// Feet twist while they carry: less than this, in radians per second and on average, is no turn.
const TURN_RAD_PER_SEC: f64 = 0.2;
/// In legs: a body in place keeps so near to its middle, and would go farther, and faster.
const KEEPS_LEGS: f64 = 0.5;
/// Some first frames of recordings are elsewhere: an added T-pose, a jump.
const MOSTLY: f64 = 0.95;
const GOES_LEGS: f64 = 1.0;
const GOES_LEGS_PER_SEC: f64 = 0.3;
/// Who runs is carried for at least this part of the time by a foot that slides back with the others.
const CARRIED: f64 = 0.25;

/// How a body's middle goes on, seen from where it is and as it faces: metres and radians per second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Rate {
    /// To its left, and ahead.
    velocity: DVec2,
    turn: f64,
}

/// What feet say about a whole recording.
struct Travel {
    places: Vec<Placement>,
    /// How far it goes on, ahead or whichever way it goes.
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
    let leg_m = support::feet(skeleton).first().map(|foot| crate::limbs::leg_m(skeleton, foot));
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
    let kept = body.iter().filter(|place| at(place).distance(middle) < KEEPS_LEGS * leg_m).count();
    kept as f64 > MOSTLY * body.len() as f64
}

fn travel(feet: &Feet) -> Travel {
    let is_straight = is_straight(&feet.body);
    let mut rates = vec![Rate { velocity: feet.guess(), turn: 0.0 }; feet.steps()];
    let mut known = vec![true; rates.len()];
    for turn in 0..TURNS {
        let (told, twist) = feet.told(&rates, turn == 0);
        known = told.iter().map(Option::is_some).collect();
        if !known.contains(&true) {
            break;
        }
        let smooth = filled(&smoothed(&told, SMOOTH_SECS / feet.step_secs, feet.closes), feet.closes);
        let even = if twist.abs() > TURN_RAD_PER_SEC { twist } else { 0.0 };
        let mean = smooth.iter().map(|rate| rate.turn).sum::<f64>() / smooth.len() as f64;
        let turn = |own: f64| even + if is_straight { own - mean } else { 0.0 };
        rates = smooth.iter().map(|rate| Rate { turn: turn(rate.turn), ..*rate }).collect();
    }
    // Seen from the body: who sways, or steps to and fro, goes nowhere.
    let added = |(i, rate): (usize, &Rate)| {
        rate.velocity * feet.step_secs - turned(feet.middle[i + 1] - feet.middle[i], -feet.heading(i))
    };
    let way_m = rates.iter().enumerate().map(added).sum::<DVec2>().length();
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
    let (mut middle, mut turn) = (feet.middle[0], 0.0_f64);
    let mut places = vec![feet.body[0]];
    for (i, rate) in rates.iter().enumerate() {
        let half = 0.5 * rate.turn * feet.step_secs;
        middle += turned(rate.velocity * feet.step_secs, feet.heading(i) + turn + half);
        turn += 2.0 * half;
        let at = middle + turned(own(i + 1) - feet.middle[i + 1], turn);
        let heading = feet.body[i + 1].heading + turn as f32;
        places.push(Placement { x: at.x as f32, z: at.y as f32, heading });
    }
    places
}

/// Without steps, where anything is known.
fn smoothed(told: &[Option<Told>], reach: f64, closes: bool) -> Vec<Option<Rate>> {
    let (count, width) = (told.len() as isize, reach.ceil() as isize);
    let at = |i: isize| match closes {
        true => told[i.rem_euclid(count) as usize],
        false => usize::try_from(i).ok().and_then(|i| told.get(i).copied()?),
    };
    let share =
        |k: isize| 1.0 + libm::cos(std::f64::consts::PI * (k as f64 / (reach + 1.0)).clamp(-1.0, 1.0));
    let mean = |i: isize| {
        let near = || (-width..=width).filter_map(|k| Some((share(k), at(i + k)?)));
        let total: f64 = near().map(|(share, told)| share * told.weight).sum();
        let sum = near().fold(Rate::default(), |sum, (share, Told { rate, weight })| Rate {
            velocity: sum.velocity + share * weight / total * rate.velocity,
            turn: sum.turn + share * weight / total * rate.turn,
        });
        at(i).map(|_| sum)
    };
    (0..count).map(mean).collect()
}

/// Rates where none is known, mostly in flight, run evenly from the one before to the one after; ahead they are as fast as the faster of
/// these, since a foot that leaves or lands may be slower than the body, and never is faster.
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
            let ahead = (a.velocity + b.velocity).normalize_or_zero();
            let even = a.velocity.lerp(b.velocity, part);
            let faster = a.velocity.dot(ahead).max(b.velocity.dot(ahead));
            let velocity = even + (faster - even.dot(ahead)) * ahead;
            Rate { velocity, turn: a.turn + part * (b.turn - a.turn) }
        }
        (Some((rate, _)), _) | (None, Some((rate, _))) => rate,
        (None, None) => Rate::default(),
    };
    (0..count).map(between).collect()
}
