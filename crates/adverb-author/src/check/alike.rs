//! Criteria 2, 6, 7 and 8: what is brought into one form when the verb is built.

use adverb::{Placement, VerbTime};

use super::{Finding, Verdict, finding, largest, median};
use crate::verb::{Built, Definition};

/// One part of an example may last this many times as long as in another.
const STRETCH: f64 = 4.0;

pub(super) fn skeleton(verb: &Definition) -> Finding {
    let joints = verb.motions[0].skeleton().joints().iter().filter(|joint| !joint.end).count();
    Finding {
        number: joints as f64,
        unit: "joints",
        ..finding(
            verb,
            2,
            Verdict::Good,
            "of one skeleton, to which every recording is brought when it is read".into(),
        )
    }
}

pub(super) fn findings(verb: &Definition, built: Option<&Built>) -> Vec<Finding> {
    let name = |i: usize| verb.space.examples[i].name.clone();
    let mut all = Vec::new();
    let starts: Vec<Placement> =
        verb.motions.iter().map(|motion| Placement::of(&motion.pose(VerbTime::ZERO))).collect();
    let away = starts.iter().map(|start| f64::from(start.x.hypot(start.z))).zip(0..);
    if let Some((metres, i)) = largest(away) {
        let turned = f64::from(starts[i].heading).to_degrees();
        let moved = metres > 1e-3 || starts.iter().any(|start| start.heading.abs() > 1e-3);
        all.push(Finding {
            number: metres,
            unit: "m",
            example: name(i),
            ..finding(
                verb,
                6,
                if moved { Verdict::Repaired } else { Verdict::Good },
                format!(
                    "from the origin at the start, heading {turned:.0}°; all are placed and turned alike"
                ),
            )
        });
    }
    all.push(timeline(verb));
    let rates: Vec<f64> = verb.motions.iter().map(|motion| motion.fps()).collect();
    let differ = rates.iter().any(|rate| (rate - rates[0]).abs() > 1e-6);
    let deviations = built.map_or(&[][..], |built| &built.deviations);
    let worst = largest(deviations.iter().map(|deviation| 1000.0 * deviation.rms_m).zip(0..));
    let (number, example) = worst.map_or((0.0, String::new()), |(number, i)| (number, name(i)));
    let points = built.map_or(0, |built| built.verb.parts().control_points);
    let resampled = if differ { "; frame rates differ and are resampled" } else { "" };
    all.push(Finding {
        number,
        unit: "mm",
        example,
        ..finding(
            verb,
            8,
            if differ { Verdict::Repaired } else { Verdict::Good },
            format!(
                "from its recording, root mean square, with {points} control points for every DOF{resampled}"
            ),
        )
    });
    all
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
        return finding(verb, 7, Verdict::Good, String::new());
    };
    let secs: f64 = intervals[i][..m].iter().sum();
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
            7,
            if far { Verdict::Warning } else { Verdict::Good },
            format!("between two keys as long, or as short, as usual: {:.2} s", intervals[i][m]),
        )
    }
}
