//! The feet of a skeleton, and what makes one rest.

use adverb::body::{Part, Roles};
use adverb::ik::two_bone::Limb;
use adverb::{JointId, Skeleton};
use glam::DVec3;

use crate::sides::Side;

/// The ball of a foot that rests is slower over the ground than this many legs per second, and this part of the body's speed more …
const SLOW_LEGS_PER_SEC: f64 = 0.17;
const SLOW_PER_BODY_SPEED: f64 = 0.25;
/// … taken over this many seconds to each side …
pub(crate) const REST_OVER_SECS: f64 = 1.0 / 30.0;
/// … and no higher than this many legs above its lowest place.
pub(crate) const RISE_LEGS: f64 = 0.035;
/// Gaps between rests that are shorter are noise.
pub(crate) const REST_GAP_SECS: f64 = 0.05;

/// A foot that can support the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foot {
    /// Its side.
    pub side: Option<Side>,
    /// The joint that stays in place: the ball, or the ankle of a foot without toes.
    pub ball: JointId,
    /// Hip, knee and ankle; `None` unless all exist, each below the one before and above the ball.
    pub limb: Option<Limb>,
}

impl Foot {
    /// The one on the other side.
    pub(crate) fn partner(&self, skeleton: &Skeleton) -> Self {
        let partner = |joint: JointId| skeleton.joint(joint).partner;
        let limb = |limb: Limb| Limb {
            upper: partner(limb.upper),
            middle: partner(limb.middle),
            end: partner(limb.end),
        };
        let side = self.side.map(|side| if side == Side::Left { Side::Right } else { Side::Left });
        Self { side, ball: partner(self.ball), limb: self.limb.map(limb) }
    }
}

/// The feet of a skeleton, by joint names, left first; empty if names do not identify them.
#[must_use]
pub fn feet(skeleton: &Skeleton) -> Vec<Foot> {
    let names = skeleton.joints().iter().map(|joint| if joint.end { "" } else { &joint.name });
    let roles = Roles::by_name(names);
    let foot = |side| {
        let joint = |part| roles.joint(part, side).map(|j| JointId(j as u16));
        let ankle = joint(Part::Foot);
        let below = |lower, upper| skeleton.ancestors(lower).skip(1).any(|j| j == upper);
        let toe = joint(Part::Toe).filter(|&toe| ankle.is_none_or(|ankle| below(toe, ankle)));
        let ball = toe.or(ankle)?;
        let limb = match (joint(Part::UpLeg), joint(Part::Knee), ankle) {
            (Some(upper), Some(middle), Some(end)) if below(end, middle) && below(middle, upper) => {
                Some(Limb { upper, middle, end })
            }
            _ => None,
        };
        Some(Foot { side, ball, limb })
    };
    Side::BOTH.into_iter().filter_map(|side| foot(Some(side))).collect()
}

/// How long a leg is: the bones from hip, or from the root where no hip is known, to the ball.
pub(crate) fn leg_m(skeleton: &Skeleton, foot: &Foot) -> f64 {
    let top = foot.limb.map_or(skeleton.root(), |limb| limb.upper);
    let bones = skeleton.ancestors(foot.ball).take_while(|&joint| joint != top);
    bones.map(|joint| f64::from(skeleton.joint(joint).offset.length())).sum()
}

/// How far a ball is from resting: positive while it is too fast, or too high above its lowest place.
pub(crate) fn unrest(speed: f64, body_speed: f64, above_lowest_m: f64, leg_m: f64) -> f64 {
    let too_fast = speed - SLOW_LEGS_PER_SEC * leg_m - SLOW_PER_BODY_SPEED * body_speed;
    too_fast.max(above_lowest_m - RISE_LEGS * leg_m)
}

/// A foot is held where it is on average over its phase, but no farther than this from where it comes to in it if that can be; metres.
const FARTHEST_M: f64 = 0.016;

/// More steps to the middle of a circle do not bring it nearer by a tenth of a millimetre.
const CIRCLE_STEPS: usize = 200;

/// Where a ball is held that goes from place to place in a phase: at the mean, moved towards the middle of the smallest circle around all
/// of them until the farthest is near enough.
pub(crate) fn resting_place(places: &[DVec3]) -> DVec3 {
    let (first, last) = (places[0], places[places.len() - 1]);
    // Trapezoids: the ends count half.
    let sum: DVec3 = places.iter().sum();
    let mean = (sum - (first + last) * 0.5) / (places.len() - 1) as f64;
    let farthest_from = |from: DVec3| {
        let far = |place: &&DVec3| libm::hypot(place.x - from.x, place.z - from.z);
        places.iter().max_by(|a, b| far(a).total_cmp(&far(b))).map(|place| (*place, far(&place)))
    };
    let mut at = mean;
    for k in 1..=CIRCLE_STEPS {
        match farthest_from(at) {
            // Ever smaller steps towards the farthest end in the middle of the smallest circle (Bădoiu and Clarkson).
            Some((place, far)) if far > FARTHEST_M => at += (place - at) / (k + 1) as f64,
            _ => break,
        }
    }
    at
}
