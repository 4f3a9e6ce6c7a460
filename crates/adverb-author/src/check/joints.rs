//! Criteria 3, 4 and 5: curves without jumps, plausible joints, and similar use of joints in all examples.

use std::f32::consts::{PI, TAU};

use adverb::{Skeleton, VerbTime, rotation};
use glam::Vec3;

use super::samples::{MOMENTS, Samples, body};
use super::{judged, largest};
use crate::finding::{Criterion, Finding, Place, Verdict};
use crate::motion::Motion;
use crate::rig::balls;
use crate::sides::Side;
use crate::verb::{Built, Definition};
use adverb::body::{Part, Roles};

/// A jump is a deviation by this many times the joint's usual one, and by this many metres.
const JUMPS: (f64, f64) = (12.0, 0.015);
/// Knees of good recordings bend backwards by less than this, in degrees.
const BACKWARDS_DEG: f64 = 12.0;
/// Less than this is straight.
const LEAST_BENT_DEG: f64 = 0.05;
/// Degrees between an example's joint and the mean of the others'.
const APART_DEG: f64 = 120.0;

pub(super) fn findings(verb: &Definition, samples: &Samples, built: Option<&Built>) -> Vec<Finding> {
    let skeleton = verb.motions[0].skeleton();
    let mut all = Vec::new();
    let good = |criterion, example: usize, joint: usize, secs, message: String| {
        let place = Place { secs: Some(secs), ..Place::joint(&skeleton.joints()[joint].name) };
        Finding::good(criterion, super::example(verb, example), message).at(place)
    };
    let repaired = |found: Finding| Finding { verdict: Verdict::Repaired, ..found };
    let motions = || verb.motions.iter().enumerate();
    if let Some((number, (i, joint, secs, usual))) = largest(motions().filter_map(|(i, m)| jump(m, i))) {
        let [mm, usual_mm] = [number, usual].map(|metres| 1000.0 * metres);
        let message = format!(
            "{mm:.1} mm from the midpoint of the frames before and after; {usual_mm:.1} mm is usual for it"
        );
        let found = good(Criterion::Jumps, i, joint, secs, message).of(mm, "mm");
        let limit = f64::max(JUMPS.0 * usual_mm, 1000.0 * JUMPS.1);
        all.push(judged(found, limit, "Mend the recording there, or choose a window without it."));
    }
    if let Some((number, (i, joint, secs))) = largest(motions().filter_map(|(i, m)| backwards(m, i))) {
        let number = number.max(0.0);
        let found = match number < LEAST_BENT_DEG {
            true => Finding::good(Criterion::BentBackwards, verb.subject(), "no knee bends backwards"),
            false => {
                let message = format!("bends backwards by up to {number:.1}°");
                good(Criterion::BentBackwards, i, joint, secs, message)
            }
        };
        let found = found.of(number, "°");
        let remedy = "Look at the recording there: a knee bends one way only.";
        all.push(judged(found, BACKWARDS_DEG, remedy));
    }
    if let Some((number, (i, joint, moment))) = largest(apart(verb, samples).into_iter()) {
        let secs = verb.motions[i].verb_time(adverb::CanonicalTime(moment as f64 / MOMENTS as f64)).0;
        let message = format!("turned {number:.0}° from where most of the others have it");
        let found = good(Criterion::JointsApart, i, joint, secs, message).of(number, "°");
        let remedy = "See whether it is mirrored, turned or another motion.";
        all.push(judged(found, APART_DEG, remedy));
    }
    if let Some((number, (i, joint, secs))) = largest(motions().filter_map(|(i, m)| unrolled(m, i))) {
        let times = if number == 1.0 { "once".into() } else { format!("{number} times") };
        let message =
            format!("angles leap by a whole turn {times} from one frame to the next; they are unrolled");
        all.push(repaired(good(Criterion::Leaps, i, joint, secs, message).of(number, "times")));
    }
    let alike = built.map_or(&[][..], |built| &built.unrolled);
    if let Some((number, own)) = largest(alike.iter().map(|own| (own.turns as f64, own))) {
        let turns = if number == 1.0 { "a turn".into() } else { format!("{number} turns") };
        let message = format!("{turns} farther round than in the other examples; that is taken off");
        let found = good(Criterion::WholeTurns, own.example, own.joint, 0.0, message);
        all.push(repaired(found.of(number, "turns")));
    }
    all
}

/// How often angles, taken between −180° and 180°, leap where the motion does not; the joint and the time of the first.
fn unrolled(motion: &Motion, example: usize) -> Option<(f64, (usize, usize, f64))> {
    let frames = (motion.duration().0 * motion.fps()).round() as usize;
    let secs = |frame: usize| frame as f64 / motion.fps();
    let poses: Vec<Vec<f32>> = (0..=frames).map(|frame| motion.pose(VerbTime(secs(frame)))).collect();
    let joints: Vec<(usize, [usize; 3])> = balls(motion.skeleton()).collect();
    let (mut count, mut first) = (0, None);
    for (frame, pair) in poses.windows(2).enumerate() {
        let [before, after] = [&pair[0], &pair[1]].map(|pose| pose[Skeleton::PLACEMENT[2]]);
        let turned_round = (before / TAU).round() != (after / TAU).round();
        let of_joints = joints.iter().filter(|(_, dofs)| {
            let vectors = [&pair[0], &pair[1]].map(|pose| Vec3::from_array(dofs.map(|d| pose[d])));
            let [a, b] = vectors.map(|vector| rotation::log_near(rotation::exp(vector), Vec3::ZERO));
            a.distance(b) > PI && vectors[0].distance(vectors[1]) < PI
        });
        for joint in turned_round.then_some(0).into_iter().chain(of_joints.map(|(joint, _)| *joint)) {
            count += 1;
            first = first.or(Some((example, joint, secs(frame + 1))));
        }
    }
    first.map(|first| (f64::from(count), first))
}

/// The largest deviation of a joint from the middle of its positions before and after, in metres, and its usual deviation.
fn jump(motion: &Motion, example: usize) -> Option<(f64, (usize, usize, f64, f64))> {
    let frames = (motion.duration().0 * motion.fps()).round() as usize;
    let secs = |frame: usize| frame as f64 / motion.fps();
    let bodies: Vec<Vec<Vec3>> =
        (0..=frames).map(|frame| body(motion.skeleton(), &motion.pose(VerbTime(secs(frame))))).collect();
    let joints = motion.skeleton().joints().len();
    let of_joint = |joint: usize| {
        let off = |w: &[Vec<Vec3>]| f64::from(w[1][joint].distance((w[0][joint] + w[2][joint]) / 2.0));
        let all: Vec<f64> = bodies.windows(3).map(off).collect();
        let usual = super::median(all.clone());
        largest(all.into_iter().zip(1..))
            .map(|(number, frame)| (number, (example, joint, secs(frame), usual)))
    };
    largest((0..joints).filter_map(of_joint))
}

/// The largest backward bend of a knee, in degrees, and where; negative if it never bends backwards.
fn backwards(motion: &Motion, example: usize) -> Option<(f64, (usize, usize, f64))> {
    let skeleton = motion.skeleton();
    let roles = Roles::by_name(skeleton.joints().iter().map(|joint| joint.name.as_str()));
    let legs: Vec<[usize; 3]> = Side::BOTH
        .into_iter()
        .filter_map(|side| {
            let joint = |part| roles.joint(part, Some(side));
            Some([joint(Part::UpLeg)?, joint(Part::Knee)?, joint(Part::Foot)?])
        })
        .collect();
    let at = |moment: usize| motion.verb_time(adverb::CanonicalTime(moment as f64 / MOMENTS as f64));
    let all = (0..MOMENTS).flat_map(|moment| {
        let body = body(skeleton, &motion.pose(at(moment)));
        let bent = |[hip, knee, foot]: [usize; 3]| {
            let (thigh, shank) = (body[knee] - body[hip], body[foot] - body[knee]);
            let angle = f64::from(thigh.angle_between(shank)).to_degrees();
            // The knee lies ahead of the line from hip to foot; the body looks along +z.
            let along = (body[foot] - body[hip]).normalize_or_zero();
            let ahead = thigh - along * thigh.dot(along);
            let sign = if ahead.z < 0.0 { 1.0 } else { -1.0 };
            (sign * angle, (example, knee, at(moment).0))
        };
        legs.iter().map(|leg| bent(*leg)).collect::<Vec<_>>()
    });
    largest(all)
}

/// For each example, the joint that is turned the farthest from the mean of the others', in degrees.
fn apart(verb: &Definition, samples: &Samples) -> Vec<(f64, (usize, usize, usize))> {
    let skeleton = verb.motions[0].skeleton();
    // The root turns as it goes; the joints below it are what examples have in common.
    let below = balls(skeleton).filter(|(joint, _)| *joint > 0).collect::<Vec<_>>();
    let count = samples.bodies.len();
    let moments = [0, MOMENTS / 4, MOMENTS / 2, 3 * MOMENTS / 4];
    let mut all = Vec::new();
    for moment in moments {
        let poses: Vec<Vec<f32>> = (verb.motions.iter())
            .map(|motion| {
                motion.pose(motion.verb_time(adverb::CanonicalTime(moment as f64 / MOMENTS as f64)))
            })
            .collect();
        for (joint, dofs) in &below {
            let turned = |i: usize| rotation::exp(Vec3::from_array(dofs.map(|d| poses[i][d])));
            for i in 0..count {
                let others: Vec<f64> = (0..count)
                    .filter(|other| *other != i)
                    .map(|other| turned(i).as_dquat().angle_between(turned(other).as_dquat()).to_degrees())
                    .collect();
                all.push((super::median(others), (i, *joint, moment)));
            }
        }
    }
    all
}
