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

use adverb::{CanonicalTime, JointId};

pub use crate::limbs::{Foot, feet};
use crate::motion::Motion;

pub use contacts::{Contact, contacts};
pub use holds::holds_of_all;
pub use phases::phases;
pub use shared::shared;
pub use trimmed::phases_of_all;

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
