//! Criterion 1: waves with as many strokes. Those of one example fall between those of another unless there are as many of them, and
//! where they do, the blend flutters or stands still.

use adverb::VerbTime;
use glam::Vec3A;

use super::samples::body;
use super::steps::most_common;
use crate::finding::{Criterion, Finding, Place};
use crate::limbs::leg_m;
use crate::motion::Motion;
use crate::strokes::Strokes;
use crate::support::feet;
use crate::verb::Definition;

pub(super) fn findings(verb: &Definition) -> Vec<Finding> {
    if verb.cycle {
        return Vec::new();
    }
    let strokes: Vec<Option<Strokes>> = verb.motions.iter().map(|motion| on_the_plateau(motion)).collect();
    let counts: Vec<usize> =
        strokes.iter().map(|strokes| strokes.as_ref().map_or(0, |own| own.turns.len())).collect();
    let usual = most_common(&counts);
    let odd = (0..counts.len()).filter(|i| counts[*i] != usual);
    odd.map(|i| {
        let count = counts[i];
        let message = format!("it {}; most of the others {}", waves(count), wave(usual));
        let found = Finding::warning(Criterion::Strokes, super::example(verb, i), message).of(count as f64, "strokes");
        let joint = strokes[i].as_ref().map(|own| &verb.motions[i].skeleton().joints()[own.joint].name);
        let found = match joint {
            Some(joint) => found.at(Place::joint(joint)),
            None => found,
        };
        found.remedy("Choose a window with as many strokes as the others have, with a key at every stroke, or leave it out.")
    })
    .collect()
}

/// The strokes between the inner keys of a motion, where a gesture is that is neither raised nor lowered.
fn on_the_plateau(motion: &Motion) -> Option<Strokes> {
    let keys: Vec<f64> = motion.key_times().iter().map(|(_, key)| key.0).collect();
    let [from, to] = match keys[..] {
        [_, from, .., to, _] => [from, to],
        _ => [0.0, motion.duration().0],
    };
    let count = ((to - from) * motion.fps()).round() as usize;
    let pose = |k: usize| motion.pose(VerbTime(from + k as f64 / motion.fps()));
    let poses: Vec<Vec<Vec3A>> = (0..=count)
        .map(|k| body(motion.skeleton(), &pose(k)).into_iter().map(Vec3A::from).collect())
        .collect();
    let skeleton = motion.skeleton();
    let leg_m = feet(skeleton).iter().map(|foot| leg_m(skeleton, foot)).fold(0.0, f64::max);
    Strokes::of(skeleton, &poses, leg_m)
}

fn waves(count: usize) -> String {
    if count == 0 { "does not wave".into() } else { format!("waves with {count} strokes") }
}

fn wave(count: usize) -> String {
    if count == 0 { "do not wave".into() } else { format!("wave with {count}") }
}
