//! Criterion 1: the direction of travel relative to where the body faces. Nothing lies between forward, backward and sideways steps.

use std::f64::consts::TAU;

use adverb::{CanonicalTime, Placement};

use super::example;
use super::samples::MOMENTS;
use crate::finding::{Criterion, Finding};
use crate::motion::Motion;
use crate::verb::Definition;

/// Shorter travel, in metres, does not count: in a cycle, and in other motions, where bodies lean and shift.
const GOES_M: [f64; 2] = [0.2, 0.5];
/// Directions farther apart than this are different ones: straight walks are within 10°, steps to a side begin at about 20°.
const APART_DEG: f64 = 30.0;
/// Directions nearer to straight ahead, or straight back, count as such.
const STRAIGHT_DEG: f64 = 15.0;

/// Examples that go another way than most.
pub(super) fn findings(verb: &Definition) -> Vec<Finding> {
    let least_m = if verb.cycle { GOES_M[0] } else { GOES_M[1] };
    let ways: Vec<(usize, f64)> = verb
        .motions
        .iter()
        .enumerate()
        .filter_map(|(i, motion)| Some((i, way_deg(motion, least_m)?)))
        .collect();
    let as_many = |way: f64| ways.iter().filter(|(_, other)| apart(way, *other) <= APART_DEG).count();
    // The way that most go; of equally many the most forward.
    let usual = ways
        .iter()
        .map(|(_, way)| *way)
        .min_by(|a, b| as_many(*b).cmp(&as_many(*a)).then(a.abs().total_cmp(&b.abs())));
    let Some(usual) = usual else { return Vec::new() };
    let odd = ways.iter().filter(|(_, way)| apart(*way, usual) > APART_DEG);
    odd.map(|(i, way)| {
        let message = format!(
            "goes {}, {}° from where it faces; the others go {} ({}°)",
            named(*way),
            whole(*way),
            named(usual),
            whole(usual)
        );
        Finding::warning(Criterion::Direction, example(verb, *i), message)
            .of(*way, "°")
            .limit(APART_DEG)
            .remedy("Leave it out, or make a verb of its own for that direction.")
    })
    .collect()
}

/// The angle from where the body faces to where it goes, in degrees, + is left; `None` without travel.
fn way_deg(motion: &Motion, least_m: f64) -> Option<f64> {
    let at =
        |m: usize| Placement::of(&motion.pose(motion.verb_time(CanonicalTime(m as f64 / MOMENTS as f64))));
    let places: Vec<Placement> = (0..=MOMENTS).map(at).collect();
    let (mut left, mut ahead) = (0.0, 0.0);
    for pair in places.windows(2) {
        let [dx, dz] = [pair[1].x - pair[0].x, pair[1].z - pair[0].z].map(f64::from);
        let (sin, cos) = libm::sincos(f64::midpoint(pair[0].heading.into(), pair[1].heading.into()));
        left += cos * dx - sin * dz;
        ahead += cos * dz + sin * dx;
    }
    (libm::hypot(left, ahead) > least_m).then(|| libm::atan2(left, ahead).to_degrees())
}

/// In whole degrees, without a minus before 0.
fn whole(degrees: f64) -> f64 {
    degrees.round() + 0.0
}

fn apart(a: f64, b: f64) -> f64 {
    let turns = (a - b).to_radians() / TAU;
    360.0 * (turns - turns.round()).abs()
}

fn named(way: f64) -> &'static str {
    match way {
        _ if way.abs() <= STRAIGHT_DEG => "forward",
        _ if way.abs() >= 180.0 - STRAIGHT_DEG => "backward",
        _ if way > 0.0 => "to its left",
        _ => "to its right",
    }
}
