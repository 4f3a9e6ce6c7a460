//! Arms of one body that follow another's: as far from the trunk, the thighs, the head and each other as those are.
//!
//! Arms that are turned as the source's pass through a thicker body, and hover beside a thinner one. Near the body it is the gap
//! that counts: with d how far a wrist or an elbow is from the skin of its own body, arms r times as long are to be r · d from theirs.
//! Away from it only the turn does. What is between is mixed by how near the source's arm is. Nothing here remembers anything.

use glam::{DQuat, DVec3};

use super::align::Pair;
use super::anatomy::ARM;
use super::figure::Figure;
use super::flesh::Flesh;
use super::map::Map;
use super::rigid::Transform;
use super::roles::Part;
use super::sides::Side;
use crate::ik::bent::Bent;
use crate::numbers::limited;

/// A gap counts alone up to the first, and not at all from the second on; in lengths of the arm.
const NEAR: [f64; 2] = [0.05, 0.4];
/// Hands so near to each other, in lengths of the arm.
const TOGETHER: [f64; 2] = [0.2, 0.6];
/// No gap is smaller than this, in lengths of the arm, unless the source's is.
const SOFT: f64 = 0.01;
/// Measures that differ by less than this part are those of one body, which is as thick as the motions that were made for it say.
const ALIKE: f64 = 5e-3;

/// An arm that is nearer than this to straight ahead, as a sine, bends up.
const ALONG: f64 = 0.2;

/// An arm of the target and the one that it follows: shoulder joint, elbow, wrist.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arm {
    /// Of the target.
    pub target: [usize; 3],
    /// Of the source.
    pub source: [usize; 3],
    /// The axis about which the elbow bends, seen from the shoulder.
    hinge: DVec3,
    /// How long the source's is.
    length: f64,
    /// How long it is itself, in lengths of the other.
    ratio: f64,
}

/// The arms of a body, and how thick the two bodies are.
#[derive(Debug, Clone, PartialEq)]
pub struct Arms {
    arms: Vec<Arm>,
    /// Of the source and of the target, where that has a skin.
    flesh: Option<[Flesh; 2]>,
}

/// The axis about which an elbow bends, seen from the shoulder: as motions show, else across the arm, so that the forearm goes ahead. (About an
/// axis along the arm nothing bends.)
fn hinge(figure: &Figure, [shoulder, elbow, _]: [usize; 3]) -> DVec3 {
    let shown = figure.bearing.as_ref().and_then(|bearing| bearing.hinge(shoulder));
    let way = (figure.places[elbow] - figure.places[shoulder]).normalize_or_zero();
    let drawn = Some(way.cross(DVec3::Z)).filter(|across| across.length() > ALONG);
    shown.or(drawn.map(DVec3::normalize)).unwrap_or(DVec3::NEG_X)
}

/// Where the joints of a body are.
type World<'a> = dyn Fn(usize) -> Transform + 'a;

impl Arms {
    /// `None` where arms need no care: of bodies with the same bones, and of those on four legs.
    pub(super) fn of(pair: &Pair, map: &Map, turns: &[Option<DQuat>]) -> Option<Self> {
        if pair.target.lies() || pair.source.lies() {
            return None;
        }
        let arm = |side: Side| {
            let [shoulder, elbow, wrist] = ARM.map(|part| map.joint(part, Some(side)));
            let target = [shoulder?, elbow?, wrist?];
            let [a, b, c] = target.map(|joint| map.source(joint));
            let source = [a?, b?, c?];
            let length = |at: &[DVec3], [a, b, c]: [usize; 3]| at[a].distance(at[b]) + at[b].distance(at[c]);
            let (own, others) = (length(&pair.target.places, target), length(&pair.source.places, source));
            let hinge = turns[target[0]]?.inverse() * hinge(pair.source, source);
            let ratio = own / others;
            (own > 0.0 && others > 0.0).then_some(Arm { target, source, hinge, length: others, ratio })
        };
        let arms: Vec<Arm> = Side::BOTH.into_iter().filter_map(arm).collect();
        if arms.is_empty() || same_measures(pair, &arms) {
            return None;
        }
        let target = Flesh::of(pair.target).filter(|flesh| flesh.is_shown);
        let flesh = Flesh::of(pair.source).zip(target);
        let flesh = flesh.map(|(source, target)| [source.thinned(pair.source_stands.thin), target]);
        Some(Self { arms, flesh })
    }

    /// How each arm is to be turned in the world, upper arm and forearm, given where the joints of both bodies are.
    pub fn turns(&self, source: &World<'_>, target: &World<'_>) -> [Option<(Arm, [DQuat; 2])>; 2] {
        let mut bent: [Option<(Arm, Bent)>; 2] = [None, None];
        for (bent, arm) in bent.iter_mut().zip(&self.arms) {
            let joints = arm.target.map(|joint| target(joint).translation);
            *bent = Some((*arm, Bent::new(joints, target(arm.target[0]).rotation * arm.hinge)));
        }
        if let [Some((left, of_left)), Some((right, of_right))] = &mut bent {
            let apart = source(right.source[2]).translation - source(left.source[2]).translation;
            let part = nearness(apart.length() / left.length, TOGETHER);
            let by = (apart * left.ratio - (of_right.wrist - of_left.wrist)) * (0.5 * part);
            if part > 0.0 {
                of_left.reach(of_left.wrist - by);
                of_right.reach(of_right.wrist + by);
            }
        }
        // Last, so that nothing takes an arm in again.
        if let Some([source_flesh, target_flesh]) = &self.flesh {
            for (arm, bent) in bent.iter_mut().flatten() {
                let [elbow, wrist] = [1, 2].map(|i| source(arm.source[i]).translation);
                let gaps = [(elbow, 1), (elbow.midpoint(wrist), 2), (wrist, 2)]
                    .map(|(at, of)| source_flesh.gap(at, of, source).0);
                clear(bent, arm, gaps, target_flesh, target);
            }
        }
        bent.map(|bent| bent.map(|(arm, bent)| (arm, bent.turns)))
    }
}

/// Takes the wrist as far from the body as the source's is, and elbow and forearm out of it; `gaps` are those of the source's elbow, the
/// middle of its forearm and its wrist.
fn clear(bent: &mut Bent, arm: &Arm, gaps: [f64; 3], flesh: &Flesh, at: &World<'_>) {
    let (own, out) = flesh.gap(bent.wrist, 2, at);
    bent.reach(bent.wrist + out * wanted(gaps[2], own, arm));
    let (own, out) = flesh.gap(bent.elbow, 1, at);
    bent.swing(bent.elbow, out * least_out(gaps[0], own, 0.0, arm));
    let middle = bent.elbow.midpoint(bent.wrist);
    let (own, out) = flesh.gap(middle, 2, at);
    bent.swing(middle, out * least_out(gaps[1], own, 0.0, arm));
}

/// How far out a point must go whose gap is `own` where the source's is `gap`.
fn wanted(gap: f64, own: f64, arm: &Arm) -> f64 {
    let by_gap = nearness(gap / arm.length, NEAR) * (gap * arm.ratio - own);
    least_out(gap, own, by_gap, arm)
}

/// As `by`, but far enough out: however far the source's arm is, this one is not inside.
fn least_out(gap: f64, own: f64, by: f64, arm: &Arm) -> f64 {
    let soft = SOFT * arm.length;
    let least = if gap > soft {
        soft
    } else if gap > 0.0 {
        gap
    } else {
        0.0
    };
    softly_more(by, least * arm.ratio - own, soft * arm.ratio)
}

/// The larger of two numbers, or a little more where they are about the same.
fn softly_more(a: f64, b: f64, soft: f64) -> f64 {
    0.5 * (a + b + ((a - b) * (a - b) + soft * soft).sqrt())
}

/// From 1 up to the first limit to 0 from the second on.
fn nearness(far: f64, [from, to]: [f64; 2]) -> f64 {
    let part = (far - from) / (to - from);
    let part = limited(part, 0.0, 1.0);
    1.0 - part * part * (3.0 - 2.0 * part)
}

/// Whether arms, shoulders, hips and trunk are as long and as far apart as the source's.
fn same_measures(pair: &Pair, arms: &[Arm]) -> bool {
    let is_near = |a: f64, b: f64| (a - b).abs() <= ALIKE * b;
    let apart = |figure: &Figure, part: Part| {
        let [left, right] = Side::BOTH.map(|side| figure.anatomy.joint(part, Some(side)));
        left.zip(right).map_or(0.0, |(left, right)| figure.places[left].distance(figure.places[right]))
    };
    let trunk = |figure: &Figure| figure.trunk().map_or(0.0, |trunk| trunk.length());
    let scale = arms[0].ratio;
    let widths = [Part::Arm, Part::UpLeg];
    widths.iter().all(|&part| is_near(apart(pair.target, part), scale * apart(pair.source, part)))
        && is_near(trunk(pair.target), scale * trunk(pair.source))
}
