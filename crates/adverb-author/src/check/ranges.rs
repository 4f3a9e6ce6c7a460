//! Criterion 4: elbows, knees, shoulders, wrists and necks within their ranges, in the examples and in what a verb makes of them.

use adverb::{CanonicalTime, Graph};

use super::samples::MOMENTS;
use super::{judged, largest};
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::kinematics::{Bent, Joints, Limits, Ranges, SLACK_DEG};
use crate::motion::Motion;
use crate::played;
use crate::verb::{Built, Definition};

/// Points between the examples that are looked at.
const POINTS: usize = 24;

/// Something that is out of its range.
struct Found {
    subject: Subject,
    bent: Bent,
    /// In degrees.
    beyond: f64,
    secs: f64,
    /// Where its range ends, and whose it is.
    range: [f64; 2],
    whose: &'static str,
}

/// What is farthest out of its range, in any example or between them.
pub(super) fn finding(verb: &Definition, built: Option<&Built>) -> Option<Finding> {
    let examples: Vec<Vec<(Bent, f64)>> = verb.motions.iter().map(|motion| bends(motion)).collect();
    let all = || examples.iter().flatten().map(|(bent, _)| bent);
    all().next()?;
    let (measured, people) = (Limits::measured(all()), Limits::of_people());
    let between = match verb.ranges {
        Ranges::People => people.clone().or(&measured),
        Ranges::Examples => measured,
    };
    let of_examples =
        (verb.ranges == Ranges::People).then(|| in_examples(verb, &examples, &people)).flatten();
    let worst = of_examples.or_else(|| in_between(verb, built?, &between));
    let Some(Found { subject, bent, beyond, secs, range: [least, most], whose }) = worst else {
        let message = match verb.ranges {
            Ranges::People => "elbows, knees, shoulders, wrists and neck bend as people's do",
            Ranges::Examples => "elbows, knees, shoulders, wrists and neck bend as the examples' do",
        };
        return Some(Finding::good(Criterion::BeyondRange, verb.subject(), message).of(0.0, "°"));
    };
    let (way, degrees, end) = match bent.degrees < least {
        true => (" the other way", -bent.degrees, -least),
        false => ("", bent.degrees, most),
    };
    let message = format!("{} by {degrees:.0}°{way}; {whose} go to {end:.0}°", bent.bend.words());
    let joints = verb.motions[0].skeleton().joints();
    let place = Place { secs: Some(secs), ..Place::joint(&joints[bent.joint].name) };
    let found = Finding::good(Criterion::BeyondRange, subject, message).of(beyond, "°").at(place);
    Some(judged(found, SLACK_DEG, "Look at the recording there, and at the joints' names."))
}

fn in_examples(verb: &Definition, examples: &[Vec<(Bent, f64)>], limits: &Limits) -> Option<Found> {
    let each =
        examples.iter().enumerate().flat_map(|(i, own)| own.iter().map(move |(bent, secs)| (i, bent, secs)));
    let (beyond, (i, bent, secs)) =
        largest(each.map(|(i, bent, secs)| (limits.beyond_deg(bent), (i, *bent, *secs))))?;
    let range = limits.range_deg(bent.bend);
    (beyond > 0.0).then(|| Found {
        subject: super::example(verb, i),
        bent,
        beyond,
        secs,
        range,
        whose: "people's",
    })
}

/// Only what is more than a little beyond: between its examples a verb may go where none of them does.
fn in_between(verb: &Definition, built: &Built, limits: &Limits) -> Option<Found> {
    let graph = Graph::of_verb(built.verb.clone());
    let joints = Joints::of(built.verb.skeleton());
    let mut worst = None;
    for point in built.space.mixtures(POINTS, 3) {
        let point: Vec<f32> = point.into_iter().map(|value| value as f32).collect();
        let mut actor = played::at(&graph, &point);
        let step = actor.setting().duration().0 / MOMENTS as f64;
        let poses: Vec<Vec<f32>> = (0..MOMENTS)
            .map(|moment| {
                actor.step(if moment > 0 { step } else { 0.0 }, &mut ());
                actor.dofs().to_vec()
            })
            .collect();
        let bends = joints.bends(&poses).into_iter().enumerate();
        let all = bends.flat_map(|(moment, bends)| bends.into_iter().map(move |bent| (bent, moment)));
        let own = largest(all.map(|(bent, moment)| (limits.beyond_deg(&bent), (bent, moment as f64 * step))));
        worst = largest(worst.into_iter().chain(own));
    }
    let (beyond, (bent, secs)) = worst.filter(|(beyond, _)| *beyond > SLACK_DEG)?;
    let range = limits.range_deg(bent.bend);
    Some(Found { subject: verb.subject(), bent, beyond, secs, range, whose: "the examples'" })
}

/// The bends of a motion, and when.
fn bends(motion: &Motion) -> Vec<(Bent, f64)> {
    let times: Vec<_> =
        (0..MOMENTS).map(|moment| motion.verb_time(CanonicalTime(moment as f64 / MOMENTS as f64))).collect();
    let poses: Vec<Vec<f32>> = times.iter().map(|time| motion.pose(*time)).collect();
    let bends = Joints::of(motion.skeleton()).bends(&poses);
    times.iter().zip(bends).flat_map(|(time, bends)| bends.into_iter().map(|bent| (bent, time.0))).collect()
}
