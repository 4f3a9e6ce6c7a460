//! Criteria 6, 7 and 8: what building a verb brings into one form.

use std::f64::consts::TAU;

use adverb::{Placement, VerbTime};

use super::{example, judged, largest, median};
use crate::finding::{Criterion, Finding, Place};
use crate::verb::{Built, Definition};

/// How many times as long an interval between keys may be as in another example.
const STRETCH: f64 = 4.0;
/// Examples that start nearer to the origin, or face nearer to straight ahead, need no repair.
const AT_THE_ORIGIN_M: f64 = 1e-3;
const AHEAD_DEG: f64 = 0.1;
/// Frame rates that differ by less than this are equal but for rounding.
const SAME_RATE: f64 = 1e-3;

pub(super) fn findings(verb: &Definition, built: Option<&Built>) -> Vec<Finding> {
    let mut all = starts(verb);
    all.push(timeline(verb));
    all.extend(encoding(verb, built));
    all
}

/// How far examples start from the origin, and how far they face away from +z.
fn starts(verb: &Definition) -> Vec<Finding> {
    let starts: Vec<Placement> =
        verb.motions.iter().map(|motion| Placement::of(&motion.pose(VerbTime::ZERO))).collect();
    let farthest = |of: fn(&Placement) -> f64| largest(starts.iter().map(of).zip(0..)).unwrap_or((0.0, 0));
    let (metres, away) = farthest(|start| f64::from(libm::hypotf(start.x, start.z)));
    let (degrees, turned) = farthest(|start| facing_deg(start).abs());
    let mut all = Vec::new();
    if metres > AT_THE_ORIGIN_M {
        let message = format!("{metres:.2} m from the origin; all examples are placed alike");
        let found = Finding::repaired(Criterion::AwayFromOrigin, example(verb, away), message);
        all.push(found.of(metres, "m").limit(AT_THE_ORIGIN_M));
    }
    if degrees > AHEAD_DEG {
        let facing = facing_deg(&starts[turned]);
        let message = format!("{facing:.1}° away from straight ahead; all examples are reoriented alike");
        let found = Finding::repaired(Criterion::FacingAway, example(verb, turned), message);
        all.push(found.of(facing, "°").limit(AHEAD_DEG));
    }
    if all.is_empty() {
        let message = format!("{metres:.2} m from the origin, facing ahead");
        let found = Finding::good(Criterion::AwayFromOrigin, example(verb, away), message);
        all.push(found.of(metres, "m").limit(AT_THE_ORIGIN_M));
    }
    all.into_iter().map(|finding| finding.at(Place::secs(0.0))).collect()
}

/// Left is positive; whole turns do not count.
fn facing_deg(start: &Placement) -> f64 {
    let turns = f64::from(start.heading) / TAU;
    360.0 * (turns - turns.round())
}

/// How far the curves are from the recordings, and which of these had to be resampled.
fn encoding(verb: &Definition, built: Option<&Built>) -> Vec<Finding> {
    let mut all = Vec::new();
    let deviations = built.map_or(&[][..], |built| &built.deviations);
    if let Some((number, i)) = largest(deviations.iter().map(|deviation| 1000.0 * deviation.rms_m).zip(0..)) {
        let points = built.map_or(0, |built| built.verb.parts().control_points);
        let message = format!(
            "{number:.2} mm from its recording, root mean square, with {points} control points per DOF"
        );
        all.push(Finding::good(Criterion::Deviation, example(verb, i), message).of(number, "mm"));
    }
    let rates: Vec<f64> = verb.motions.iter().map(|motion| motion.fps()).collect();
    let usual = median(rates.clone());
    let off = rates.iter().map(|rate| (rate / usual).max(usual / rate)).zip(0..);
    if let Some((_, i)) = largest(off).filter(|(off, _)| *off > 1.0 + SAME_RATE) {
        let (own, usual) = (rounded(rates[i]), rounded(usual));
        let message =
            format!("{own} frames per second, the others {usual}; all examples are resampled alike");
        let found = Finding::repaired(Criterion::FrameRate, example(verb, i), message);
        all.push(found.of(own, "frames per second"));
    }
    all
}

/// To a hundredth: 29.97 is not 30.
fn rounded(rate: f64) -> f64 {
    (100.0 * rate).round() / 100.0
}

/// The interval that differs most from the others'.
fn timeline(verb: &Definition) -> Finding {
    let intervals: Vec<Vec<f64>> = (verb.motions.iter())
        .map(|motion| {
            let keys: Vec<f64> = motion.key_times().iter().map(|(_, key)| key.0).collect();
            keys.windows(2).map(|pair| pair[1] - pair[0]).collect()
        })
        .collect();
    let count = intervals.iter().map(Vec::len).min().unwrap_or(0);
    let stretches = (0..count).flat_map(|m| {
        let usual = median(intervals.iter().map(|own| own[m]).collect());
        intervals
            .iter()
            .enumerate()
            .map(move |(i, own)| ((own[m] / usual).max(usual / own[m]), (i, m)))
            .collect::<Vec<_>>()
    });
    let Some((number, (i, m))) = largest(stretches) else {
        return Finding::good(Criterion::Stretched, verb.subject(), "fewer than two key-times");
    };
    let secs = intervals[i][..m].iter().fold(0.0, |sum, secs| sum + secs);
    let usual = median(intervals.iter().map(|own| own[m]).collect());
    let message = format!("{:.2} s from this key to the next; {usual:.2} s is usual", intervals[i][m]);
    let found = Finding::good(Criterion::Stretched, example(verb, i), message).of(number, "times");
    let remedy = "See whether its key-times are at the same moments as the others'.";
    judged(found.at(Place::secs(secs)), STRETCH, remedy)
}
