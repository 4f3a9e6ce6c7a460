//! Criterion 4: elbows, knees, shoulders, wrists and necks within the ranges of people.

use adverb::CanonicalTime;

use super::samples::MOMENTS;
use super::{judged, largest};
use crate::finding::{Criterion, Finding, Place};
use crate::motion::Motion;
use crate::ranges::{Bent, Joints, SLACK_DEG};
use crate::verb::Definition;

/// What is farthest out of its range, in any example.
pub(super) fn finding(verb: &Definition) -> Option<Finding> {
    let each = verb.motions.iter().enumerate().filter_map(|(i, motion)| {
        let (beyond, (bent, secs)) = farthest(motion)?;
        Some((beyond, (i, bent, secs)))
    });
    let (beyond, (i, bent, secs)) = largest(each)?;
    let Bent { bend, joint, degrees } = bent;
    if beyond <= 0.0 {
        let message = "elbows, knees, shoulders, wrists and neck bend as people's do";
        return Some(Finding::good(Criterion::BeyondRange, verb.subject(), message).of(0.0, "°"));
    }
    let [least, most] = bend.range_deg();
    let (way, degrees, end) = match degrees < least {
        true => (" the other way", -degrees, -least),
        false => ("", degrees, most),
    };
    let message = format!("{} by {degrees:.0}°{way}; people's go to {end:.0}°", bend.words());
    let skeleton = verb.motions[i].skeleton();
    let place = Place { secs: Some(secs), ..Place::joint(&skeleton.joints()[joint].name) };
    let found =
        Finding::good(Criterion::BeyondRange, super::example(verb, i), message).of(beyond, "°").at(place);
    Some(judged(found, SLACK_DEG, "Look at the recording there, and at the joints' names."))
}

/// What is farthest out of its range in a motion, by how much, and when.
fn farthest(motion: &Motion) -> Option<(f64, (Bent, f64))> {
    let times: Vec<_> =
        (0..MOMENTS).map(|moment| motion.verb_time(CanonicalTime(moment as f64 / MOMENTS as f64))).collect();
    let poses: Vec<Vec<f32>> = times.iter().map(|time| motion.pose(*time)).collect();
    let bends = Joints::of(motion.skeleton()).bends(&poses);
    let all = times.iter().zip(bends).flat_map(|(time, bends)| bends.into_iter().map(|bent| (bent, time.0)));
    largest(all.map(|(bent, secs)| (bent.bend.beyond_deg(bent.degrees), (bent, secs))))
}
