//! Constraints found in a motion itself: its feet stay where they stand (thesis 4.4, "Automatic Kinematic Constraints").

use adverb::kinematics::world_transforms;
use adverb::{CanonicalTime, JointId, Placement, VerbTime};
use glam::{Affine3A, DVec3, Vec3};

use super::{Constraint, Motion};
use crate::limbs::resting_place;
use crate::support::{self, Foot};

/// Places of a foot in a phase that are looked at.
const PLACES: usize = 32;

/// For every time that a foot stands: it stays where it is on average, no lower than it is at any time of it.
#[must_use]
pub fn standing(motion: &Motion) -> Vec<Constraint> {
    let cyclic = motion.before_cycle().is_some();
    let feet: Vec<Foot> = support::feet(motion.skeleton()).into_iter().filter(|f| f.limb.is_some()).collect();
    let phases = support::holds_of_all(motion, &feet, cyclic);
    let secs = |t: f64| {
        let rounds = if cyclic { t.floor() } else { 0.0 };
        VerbTime(motion.verb_time(CanonicalTime(t - rounds)).0 + rounds * motion.duration().0)
    };
    let place = |time| Placement::of(&motion.pose(time));
    let mut all = Vec::new();
    for (foot, phases) in feet.iter().zip(phases) {
        for phase in phases {
            let during = [phase.from.0, phase.to.0].map(secs);
            let held = Constraint::stays(foot.ball, during, stands_at(motion, foot.ball, during));
            // What goes over the seam has begun in the round before.
            if cyclic && during[1] > motion.duration() {
                let round = motion.duration().0;
                let back = Placement::reposition(place(motion.duration()), place(VerbTime::ZERO));
                let earlier = held.clone().in_time(|t| VerbTime(t.0 - round));
                all.push(earlier.moved(back, -motion.rise_m()));
            }
            all.push(held);
        }
    }
    all
}

/// Where a joint is for some time, on average over the ground, and how high at least.
pub(crate) fn stands_at(motion: &Motion, joint: JointId, [from, to]: [VerbTime; 2]) -> Vec3 {
    let places: Vec<DVec3> = (0..=PLACES)
        .map(|k| place_of(motion, joint, from + (to - from) * k as f64 / PLACES as f64).as_dvec3())
        .collect();
    let lowest = places.iter().map(|place| place.y).fold(f64::INFINITY, f64::min);
    resting_place(&places).with_y(lowest).as_vec3()
}

/// Where a joint is in the world.
pub(super) fn place_of(motion: &Motion, joint: JointId, time: VerbTime) -> Vec3 {
    let skeleton = motion.skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, &motion.pose(time), &mut world);
    world[joint.index()].translation.into()
}
