//! How clear of the body hands stay: how near they come to it in each example, and whether a verb has to take care of that.

use adverb::body::{Figure, Part, Side};
use adverb::curve::Derivative;
use adverb::ik::two_bone::Limb;
use adverb::verb::{ClearArm, Clearance, Nearness, PIECES, Parts, Setting};
use adverb::{CanonicalTime, JointId, Skeleton, Verb};
use glam::Vec3A;

use super::{Definition, Measure};
use crate::error::Error;
use crate::limbs::{SAMPLES, hinge};
use crate::space::{Space, Symmetry};

/// Moments at which arms are looked at, per control point: curves have no detail that is smaller.
const MOMENTS: usize = 6;
/// What is farther from a bone than this, in lengths of the arm, is not near the body.
const NEAR: f32 = 0.5;
/// Between two moments an arm may be nearer by this, metres.
const MARGIN_M: f32 = 2e-4;
/// Points between the examples that are looked at.
const POINTS: usize = 150;
/// Arms that come nearer by more than this, in lengths of the arm, need care: two centimetres of a person's.
const NEEDED: f64 = 0.04;

/// The verb with hands that stay clear of its body, if they need care.
pub(super) fn with_clear_hands(definition: &Definition, verb: Verb, space: &Space) -> Result<Verb, Error> {
    // Hands that are where somebody asks for stay there.
    let is_place = |measure: &Option<Measure>| matches!(measure, Some(Measure::Position { .. }));
    let wanted =
        definition.clear_hands && verb.examples().len() > 1 && !definition.measures.iter().any(is_place);
    let Some(mut clearance) = wanted.then(|| clearance(&verb)).flatten() else { return Ok(verb) };
    if let Some(symmetry) = &definition.space.symmetry {
        make_symmetric(&mut clearance, symmetry);
    }
    let needed = NEEDED * f64::from(arm_m(verb.skeleton(), &clearance.arms[0].limb));
    let needs = space.mixtures(POINTS, 7).into_iter().any(|point| {
        let point: Vec<f32> = point.into_iter().map(|value| value as f32).collect();
        let setting = Setting::new(&verb, &point);
        let nearest = nearest(&verb, &clearance, &setting, 2 * verb.parts().control_points);
        nearer(clearance.allowed(setting.weights()), nearest).is_some_and(|worst| worst.by_m > needed)
    });
    match needs {
        false => Ok(verb),
        true => {
            let parts = Parts { clearance: Some(clearance), ..verb.parts().clone() };
            Verb::new(verb.skeleton().clone(), parts).map_err(|e| super::fail(e.to_string()))
        }
    }
}

/// An example is as near on one side as its image is on the other. Found at other moments it might differ by a hair.
fn make_symmetric(clearance: &mut Clearance, symmetry: &Symmetry) {
    let [left, right] = &mut clearance.arms[..] else { return };
    for (i, near) in left.nearest.iter_mut().enumerate() {
        let other = &mut right.nearest[symmetry.partner(i)];
        *near = std::array::from_fn(|k| near[k].min(other[k]));
        *other = *near;
    }
    let [x, y, z] = right.hinge;
    let both = Vec3A::from(left.hinge) + Vec3A::new(x, -y, -z);
    left.hinge = both.normalize_or(-Vec3A::X).to_array();
    let [x, y, z] = left.hinge;
    right.hinge = [x, -y, -z];
}

/// How near the hands of a verb come to the body in its examples; none without two arms and two legs.
pub(crate) fn clearance(verb: &Verb) -> Option<Clearance> {
    let skeleton = verb.skeleton();
    let figure = Figure::of(skeleton);
    let joint = |part, side| figure.anatomy().joint(part, Some(side)).map(|j| JointId(j as u16));
    let limb = |side, parts: [Part; 3]| -> Option<Limb> {
        let [upper, middle, end] = [joint(parts[0], side)?, joint(parts[1], side)?, joint(parts[2], side)?];
        Some(Limb { upper, middle, end })
    };
    let poses = || (0..verb.examples().len()).flat_map(|example| poses(verb, example, SAMPLES));
    let arm = |side| {
        let arm = limb(side, [Part::Arm, Part::Elbow, Part::Hand])?;
        let leg = limb(side, [Part::UpLeg, Part::Knee, Part::Foot])?;
        let hinge = hinge(skeleton, arm, poses(), -Vec3A::X);
        Some(ClearArm { limb: arm, hinge, hip: leg.upper, knee: leg.middle, nearest: Vec::new() })
    };
    let arms = Side::BOTH.into_iter().map(arm).collect::<Option<Vec<_>>>()?;
    let [left, right] = [&arms[0], &arms[1]].map(|arm| arm.limb.upper);
    let chest =
        skeleton.ancestors(left).skip(1).find(|own| skeleton.ancestors(right).skip(1).any(|j| j == *own))?;
    skeleton.ancestors(chest).any(|j| j == skeleton.root()).then_some(())?;
    let mut clearance = Clearance { chest, arms };
    let most = NEAR * arm_m(skeleton, &clearance.arms[0].limb);
    let limited = |near: f32| if near < most { (near - MARGIN_M).max(0.0) } else { most };
    for example in 0..verb.examples().len() {
        let near = of_example(verb, &clearance, example);
        for (arm, near) in clearance.arms.iter_mut().zip(near) {
            arm.nearest.push(near.map(limited));
        }
    }
    Some(clearance)
}

pub(crate) fn arm_m(skeleton: &Skeleton, limb: &Limb) -> f32 {
    skeleton.joint(limb.middle).offset.length() + skeleton.joint(limb.end).offset.length()
}

/// An example alone.
fn alone(verb: &Verb, example: usize) -> Setting {
    let weights: Vec<f32> =
        (0..verb.examples().len()).map(|i| if i == example { 1.0 } else { 0.0 }).collect();
    Setting::of_weights(verb, &weights)
}

/// So many poses of an example, from its beginning to its end.
pub(crate) fn poses(verb: &Verb, example: usize, count: usize) -> impl Iterator<Item = Vec<f32>> {
    let setting = alone(verb, example);
    (0..count).map(move |k| pose(verb, &setting, k as f64 / (count - 1) as f64))
}

/// As the examples blend, hands anywhere.
fn pose(verb: &Verb, setting: &Setting, t: f64) -> Vec<f32> {
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    verb.in_frame(setting, CanonicalTime(t), Derivative::Position, &mut dofs);
    dofs
}

/// How near arms come to the body in an example, whichever of its cycles is played.
fn of_example(verb: &Verb, clearance: &Clearance, example: usize) -> [Nearness; 2] {
    let mut setting = alone(verb, example);
    let moments = MOMENTS * verb.parts().control_points;
    let mut near = nearest(verb, clearance, &setting, moments);
    let counts = &verb.parts().variations.counts;
    for cycle in 0..counts.get(example).copied().unwrap_or(0) {
        setting.vary(verb, std::iter::repeat(cycle as u16));
        near = smaller(near, nearest(verb, clearance, &setting, moments));
    }
    near
}

/// How near arms come to the body as examples blend.
fn nearest(verb: &Verb, clearance: &Clearance, setting: &Setting, moments: usize) -> [Nearness; 2] {
    let of = |k: usize| clearance.of_pose(verb.skeleton(), &pose(verb, setting, k as f64 / moments as f64));
    (0..=moments).map(of).reduce(smaller).unwrap_or_default()
}

pub(crate) fn smaller(a: [Nearness; 2], b: [Nearness; 2]) -> [Nearness; 2] {
    [0, 1].map(|side| std::array::from_fn(|k| a[side][k].min(b[side][k])))
}

/// An arm that comes nearer to the body than it may.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Nearer {
    /// By how much, metres.
    pub(crate) by_m: f64,
    /// The left arm, or the right one.
    pub(crate) side: usize,
    /// The wrist, or the forearm.
    pub(crate) point: usize,
    /// Which part of the body.
    pub(crate) piece: usize,
}

/// Where arms are nearest beyond what is allowed, if they are.
pub(crate) fn nearer(allowed: [Nearness; 2], near: [Nearness; 2]) -> Option<Nearer> {
    let all = (0..2).flat_map(|side| (0..allowed[side].len()).map(move |k| (side, k)));
    all.map(|(side, k)| Nearer {
        by_m: f64::from(allowed[side][k] - near[side][k]),
        side,
        point: k / PIECES,
        piece: k % PIECES,
    })
    .filter(|own| own.by_m > 0.0)
    .max_by(|a, b| a.by_m.total_cmp(&b.by_m))
}
