//! Criteria 6, 7 and 8: what is brought into one form when the verb is built.

use std::f64::consts::TAU;

use adverb::{Placement, VerbTime};

use super::{ENCODING, Finding, START, TIMELINE, Verdict, finding, largest, median};
use crate::verb::{Built, Definition};

/// One part of an example may last this many times as long as in another.
const STRETCH: f64 = 4.0;
/// What starts nearer to the origin, and faces nearer to straight ahead, need not be moved.
const AT_THE_ORIGIN_M: f64 = 1e-3;
const AHEAD_DEG: f64 = 0.1;
/// Rates are told to a hundredth: 29.97 is not 30.
pub(super) const RATE: &str = "frames per second";
/// Rates that differ by less than this part are the same, written with fewer digits.
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
    let (metres, away) = farthest(|start| f64::from(start.x.hypot(start.z)));
    let (degrees, turned) = farthest(|start| facing_deg(start).abs());
    let start = |number, unit, example: usize, verdict, said: &str| Finding {
        number,
        unit,
        example: verb.space.examples[example].name.clone(),
        secs: Some(0.0),
        ..finding(verb, START, verdict, said.into())
    };
    let mut all = Vec::new();
    if metres > AT_THE_ORIGIN_M {
        let said = "from the origin at the start; all are placed alike";
        all.push(start(metres, "m", away, Verdict::Repaired, said));
    }
    if degrees > AHEAD_DEG {
        let said = "away from straight ahead at the start; all are reoriented alike";
        all.push(start(facing_deg(&starts[turned]), "°", turned, Verdict::Repaired, said));
    }
    if all.is_empty() {
        all.push(start(metres, "m", away, Verdict::Good, "from the origin at the start, facing ahead"));
    }
    all
}

/// Left is positive; whole turns do not count.
fn facing_deg(start: &Placement) -> f64 {
    let turns = f64::from(start.heading) / TAU;
    360.0 * (turns - turns.round())
}

/// How far the curves are from the recordings, and which of these had to be resampled.
fn encoding(verb: &Definition, built: Option<&Built>) -> Vec<Finding> {
    let name = |i: usize| verb.space.examples[i].name.clone();
    let mut all = Vec::new();
    let deviations = built.map_or(&[][..], |built| &built.deviations);
    if let Some((number, i)) = largest(deviations.iter().map(|deviation| 1000.0 * deviation.rms_m).zip(0..)) {
        let points = built.map_or(0, |built| built.verb.parts().control_points);
        let said =
            format!("from its recording, root mean square, with {points} control points for every DOF");
        all.push(Finding {
            number,
            unit: "mm",
            example: name(i),
            ..finding(verb, ENCODING, Verdict::Good, said)
        });
    }
    let rates: Vec<f64> = verb.motions.iter().map(|motion| motion.fps()).collect();
    let usual = median(rates.clone());
    let off = rates.iter().map(|rate| (rate / usual).max(usual / rate)).zip(0..);
    if let Some((_, i)) = largest(off).filter(|(off, _)| *off > 1.0 + SAME_RATE) {
        let said = format!("where others have {}; all are resampled alike", rounded(usual));
        all.push(Finding {
            number: rounded(rates[i]),
            unit: RATE,
            example: name(i),
            ..finding(verb, ENCODING, Verdict::Repaired, said)
        });
    }
    all
}

/// To a hundredth.
fn rounded(rate: f64) -> f64 {
    (100.0 * rate).round() / 100.0
}

/// Which part of an example lasts the longest beside the others'.
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
        return finding(verb, TIMELINE, Verdict::Good, String::new());
    };
    let secs = intervals[i][..m].iter().fold(0.0, |sum, secs| sum + secs);
    let long = intervals[i][m] > median(intervals.iter().map(|own| own[m]).collect());
    let far = number > STRETCH;
    Finding {
        number,
        unit: "times",
        example: verb.space.examples[i].name.clone(),
        secs: Some(secs),
        remedy: if far {
            "look whether its key-times are at the same moments as the others'".into()
        } else {
            String::new()
        },
        ..finding(
            verb,
            TIMELINE,
            if far { Verdict::Warning } else { Verdict::Good },
            format!(
                "as {} as usual from this key to the next: {:.2} s",
                if long { "long" } else { "short" },
                intervals[i][m]
            ),
        )
    }
}
