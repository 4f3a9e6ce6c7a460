//! How far joints may bend: as people's do, or as examples do.
//!
//! Ranges of people are the largest mean that a study of healthy people found, since a recording may be of anybody:
//! - M: Macedo and Magee 2009, Effects of age on passive range of motion of selected peripheral joints in healthy adult females,
//!   Physiotherapy Theory and Practice 25, as Norkin and White, Measurement of Joint Motion, appendix A, have it beside Boone and
//!   Azen 1979 (143° for elbows, 62° for shoulders, 76° for wrists).
//! - A: American Academy of Orthopaedic Surgeons, in the same appendix.
//! - S: Soucie and others 2011, Range of motion measurements: reference values and a database for comparison studies, Haemophilia
//!   17: the knees of children of 2 to 8 years bend by 153° (girls) and 148° (boys), those of others less.
//! - K: Muscolino, Kinesiology, the cervical spine: healthy young adults, on average.

use adverb::ik::two_bone::MOST_BENT_DEG;

use super::bends::{Bend, Bent};

/// Joint centres of a recording are a few degrees off those that goniometers are held to, and people differ.
pub(crate) const SLACK_DEG: f64 = 12.0;

/// Whose ranges the joints of a verb are to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ranges {
    /// Those of people. Between examples that go beyond, as far as these do.
    #[default]
    People,
    /// Those of the examples, for bodies that are not people's.
    Examples,
}

/// The least and the most of every bend, in degrees.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Limits([[f64; 2]; Bend::ALL.len()]);

impl Limits {
    pub(crate) fn of_people() -> Self {
        Self(Bend::ALL.map(|bend| match bend {
            Bend::Elbow => [0.0, f64::from(MOST_BENT_DEG)], // A
            Bend::Knee => [0.0, f64::from(MOST_BENT_DEG)],  // S
            Bend::ArmBack => [-180.0, 70.0],                // M, extension of the shoulder
            Bend::Wrist => [0.0, 93.0],                     // M, flexion
            Bend::NeckTurn => [-80.0, 80.0],                // K
            Bend::NeckTilt => [-45.0, 45.0],                // K
        }))
    }

    /// As far as these go.
    pub(crate) fn measured<'a>(bends: impl IntoIterator<Item = &'a Bent>) -> Self {
        let mut limits = Self([[f64::INFINITY, f64::NEG_INFINITY]; Bend::ALL.len()]);
        for bent in bends {
            let [least, most] = &mut limits.0[bent.bend as usize];
            (*least, *most) = (least.min(bent.degrees), most.max(bent.degrees));
        }
        limits
    }

    /// What either allows.
    #[must_use]
    pub(crate) fn or(mut self, other: &Self) -> Self {
        for ([least, most], [other_least, other_most]) in self.0.iter_mut().zip(other.0) {
            (*least, *most) = (least.min(other_least), most.max(other_most));
        }
        self
    }

    pub(crate) fn range_deg(&self, bend: Bend) -> [f64; 2] {
        self.0[bend as usize]
    }

    /// How far an angle is out of its range; negative within it.
    pub(crate) fn beyond_deg(&self, bent: &Bent) -> f64 {
        let [least, most] = self.range_deg(bent.bend);
        (bent.degrees - most).max(least - bent.degrees)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knee(degrees: f64) -> Bent {
        Bent { bend: Bend::Knee, joint: 0, degrees }
    }

    #[test]
    fn what_is_measured_is_within_its_own_limits_and_a_little_more_is_not() {
        let limits = Limits::measured(&[knee(20.0), knee(65.0), knee(5.0)]);
        assert_eq!([limits.beyond_deg(&knee(65.0)), limits.beyond_deg(&knee(5.0))], [0.0, 0.0]);
        assert_eq!([limits.beyond_deg(&knee(66.0)), limits.beyond_deg(&knee(3.0))], [1.0, 2.0]);
        let either = limits.or(&Limits::of_people());
        assert_eq!(either.range_deg(Bend::Knee), [0.0, 150.0]);
        assert_eq!(
            Limits::measured(&[knee(160.0)]).or(&Limits::of_people()).range_deg(Bend::Knee),
            [0.0, 160.0]
        );
    }
}
