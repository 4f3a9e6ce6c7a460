//! Feet, and when they support the body: support constraints found in the motion itself (thesis 4.4, "Automatic Kinematic
//! Constraints", eq. 4.7).
//!
//! While a foot supports the body, its ball stays in one place, whether the heel is up or down; that is how support is found. Phases
//! are in canonical time, so that phases that all examples share can be blended like everything else.

mod contacts;
mod holds;
mod phases;
mod shared;
mod track;
mod trimmed;

use adverb::ik::two_bone::Limb;
use adverb::{CanonicalTime, JointId, Skeleton};

use crate::motion::Motion;
use crate::sides::Side;
use adverb::body::{Part, Roles};

pub use contacts::{Contact, contacts};
pub use holds::holds_of_all;
pub use phases::phases;
pub use shared::shared;
pub(crate) use track::leg_m;
pub use trimmed::phases_of_all;

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
    fn partner(&self, skeleton: &Skeleton) -> Self {
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

/// When a foot stood, in the frames of a clip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stood {
    /// The joint that stayed in place.
    pub ball: JointId,
    /// The first and the last frame of every time, in order.
    pub frames: Vec<[usize; 2]>,
}

/// A phase during which a foot supports the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// In [0, 1).
    pub from: CanonicalTime,
    /// After `from`, by at most 1. In a cycle it may lie beyond 1, past the seam. A whole motion is 0 to 1.
    pub to: CanonicalTime,
}

impl Phase {
    /// The whole of a motion.
    pub const WHOLE: Self = Self { from: CanonicalTime(0.0), to: CanonicalTime(1.0) };

    /// Its share of the motion.
    pub fn length(&self) -> f64 {
        self.to.0 - self.from.0
    }
}

/// The phases of all feet of mirror images, and of cycles begun elsewhere, as found in what they are made of.
fn of_source(
    motion: &Motion,
    feet: &[Foot],
    cyclic: bool,
    find: fn(&Motion, &[Foot], bool) -> Vec<Vec<Phase>>,
) -> Option<Vec<Vec<Phase>>> {
    if let Some(of) = motion.before_mirror() {
        let partners: Vec<Foot> = feet.iter().map(|foot| foot.partner(of.skeleton())).collect();
        return Some(find(of, &partners, cyclic));
    }
    let (of, later) = motion.before_rephase()?;
    Some(find(of, feet, cyclic).into_iter().map(|phases| begun_later(phases, later)).collect())
}

/// The phases of a cycle, as one that begins later has them.
fn begun_later(mut phases: Vec<Phase>, later: CanonicalTime) -> Vec<Phase> {
    for phase in phases.iter_mut().filter(|phase| phase.length() < 1.0) {
        let (from, length) = ((phase.from.0 - later.0).rem_euclid(1.0), phase.length());
        *phase = Phase { from: CanonicalTime(from), to: CanonicalTime(from + length) };
    }
    phases.sort_by(|a, b| a.from.0.total_cmp(&b.from.0));
    phases
}
