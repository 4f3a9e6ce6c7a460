//! Criterion 4: hands that stay outside of the body between two examples.

use super::largest;
use crate::finding::{Criterion, Finding, Place, Verdict};
use crate::verb::clearance::{self, Nearer};
use crate::verb::{Built, Definition};

/// A hand may come nearer to the body than in the examples by this, in lengths of the arm: the half breadth of a wrist.
const NEARER: f64 = 0.06;
/// Moments, and shares of the second of two examples, that are looked at.
const MOMENTS: usize = 48;
const SHARES: [f32; 3] = [0.25, 0.5, 0.75];

/// The pairs of examples whose blends take a hand through the body, or that there is none.
pub(super) fn findings(verb: &Definition, built: Option<&Built>) -> Vec<Finding> {
    let Some(built) = built else { return Vec::new() };
    let Some(clearance) = clearance::clearance(&built.verb) else { return Vec::new() };
    let count = built.verb.examples().len();
    let poses: Vec<Vec<Vec<f32>>> =
        (0..count).map(|i| clearance::poses(&built.verb, i, MOMENTS).collect()).collect();
    let skeleton = built.verb.skeleton();
    let worst = |[i, j]: [usize; 2]| -> Option<Nearer> {
        let between = SHARES.iter().filter_map(|share| {
            let mixed = poses[i]
                .iter()
                .zip(&poses[j])
                .map(|(a, b)| -> Vec<f32> { a.iter().zip(b).map(|(a, b)| a + share * (b - a)).collect() });
            let near = mixed.map(|pose| clearance.of_pose(skeleton, &pose)).reduce(clearance::smaller)?;
            let mut weights = vec![0.0; count];
            (weights[i], weights[j]) = (1.0 - share, *share);
            clearance::nearer(clearance.allowed(&weights), near)
        });
        largest(between.map(|own| (own.by_m, own))).map(|(_, own)| own)
    };
    let limit_mm = 1e3 * NEARER * f64::from(clearance::arm_m(skeleton, &clearance.arms[0].limb));
    let pairs = (0..count).flat_map(|j| (0..j).map(move |i| [i, j]));
    let all: Vec<([usize; 2], Nearer)> = pairs.filter_map(|pair| Some((pair, worst(pair)?))).collect();
    let through: Vec<Finding> = all
        .iter()
        .filter(|(_, nearer)| 1e3 * nearer.by_m > limit_mm)
        .map(|(pair, nearer)| {
            let names = pair.map(|i| verb.space.examples[i].name.clone());
            let limb = clearance.arms[nearer.side].limb;
            let (joint, point) = [(limb.end, "wrist"), (limb.middle, "forearm")][nearer.point];
            let piece = ["trunk", "thigh", "other thigh", "pelvis"][nearer.piece];
            let side = ["left", "right"][nearer.side];
            let mm = 1e3 * nearer.by_m;
            let message = format!(
                "between them the {side} {point} comes {mm:.0} mm nearer to the {piece} than in them"
            );
            let found = Finding::warning(Criterion::HandsInBody, verb.subject().pair(names), message)
                .of(mm, "mm")
                .limit(limit_mm)
                .at(Place::joint(&skeleton.joint(joint).name));
            match verb.clear_hands {
                true => Finding { verdict: Verdict::Repaired, ..found }.remedy(
                    "It is kept out; an example between the two would show how it gets round the body.",
                ),
                false => found.remedy("Leave out clear-hands = false, or add an example between the two."),
            }
        })
        .collect();
    if !through.is_empty() {
        return through;
    }
    let most = all.iter().map(|(_, nearer)| 1e3 * nearer.by_m).fold(0.0, f64::max);
    let message = "between two examples hands stay as clear of the body as in them";
    vec![Finding::good(Criterion::HandsInBody, verb.subject(), message).of(most, "mm").limit(limit_mm)]
}
