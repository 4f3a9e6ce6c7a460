//! What an adverb measures: numbers that the motion itself shows, so that examples need not be told where they stand.

use adverb::kinematics::world_transforms;
use adverb::screw::Screw;
use adverb::verb::Setting;
use adverb::{CanonicalTime, JointId, Skeleton, Verb};
use glam::Affine3A;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// Metres per second over the ground, along the way.
    Speed,
    /// Degrees by which it turns, a cycle within each round; + is left.
    Turn,
    /// Degrees by which the way of a cycle rises; + is uphill.
    Slope,
    /// Metres that it goes along its way, a cycle within each round.
    Stride,
    /// Seconds that it takes, a cycle for each round.
    Duration,
    /// Where a joint is at a key-time, in metres, seen from where the body set out.
    Position {
        /// Whose.
        joint: JointId,
        /// The number of the key-time.
        key: usize,
        /// 0: x, to its left; 1: y, up; 2: z, ahead.
        of: usize,
    },
}

impl Measure {
    /// What a verb shows at a setting.
    pub fn at(self, verb: &Verb, setting: &Setting) -> f64 {
        let last_key = verb.keys().len() - 1;
        self.of(verb.skeleton(), setting.travel(), setting.duration().0, last_key, |t, dofs| {
            verb.pose(setting, CanonicalTime(t), dofs);
        })
    }

    /// What a motion shows that travels so in so many seconds, whose poses can be asked for by canonical time.
    pub(super) fn of(
        self,
        skeleton: &Skeleton,
        travel: &Screw,
        secs: f64,
        last_key: usize,
        pose: impl FnOnce(f64, &mut [f32]),
    ) -> f64 {
        let stride = travel.velocity[0].hypot(travel.velocity[1]);
        match self {
            Self::Speed => stride / secs,
            Self::Turn => (travel.rate + travel.spin).to_degrees(),
            Self::Slope => travel.climb.atan2(stride).to_degrees(),
            Self::Stride => stride,
            Self::Duration => secs,
            Self::Position { joint, key, of } => {
                let mut dofs = vec![0.0; skeleton.dofs().len()];
                pose(key as f64 / last_key as f64, &mut dofs);
                let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
                world_transforms(skeleton, &dofs, &mut world);
                f64::from(world[joint.index()].translation[of])
            }
        }
    }
}
