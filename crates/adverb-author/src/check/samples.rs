//! Examples at equal canonical times, wherever they stand and whichever way they face.

use adverb::kinematics::world_transforms;
use adverb::{CanonicalTime, Skeleton};
use glam::{Affine3A, Vec3};

use crate::motion::Motion;
use crate::verb::Definition;

/// Moments of an example.
pub(super) const MOMENTS: usize = 96;

/// Where the joints of every example are, seen from its body.
pub(super) struct Samples {
    /// By example, moment, joint.
    pub(super) bodies: Vec<Vec<Vec<Vec3>>>,
}

impl Samples {
    pub(super) fn of(verb: &Definition) -> Self {
        Self { bodies: verb.motions.iter().map(|motion| sampled(motion)).collect() }
    }

    /// How one-sided the movement is, seen from the body: 1 if only one side moves, −1 if only the other does.
    pub(super) fn one_sidedness(&self, example: usize, skeleton: &Skeleton) -> f64 {
        let moved = |joint: usize| -> f64 {
            let way = self.bodies[example].windows(2).map(|pair| pair[0][joint].distance(pair[1][joint]));
            f64::from(way.sum::<f32>())
        };
        let pairs = skeleton.joints().iter().enumerate().filter(|(j, joint)| joint.partner.index() > *j);
        let (mut less, mut sum) = (0.0, 0.0);
        for (j, joint) in pairs {
            let (own, partner) = (moved(j), moved(joint.partner.index()));
            less += own - partner;
            sum += own + partner;
        }
        if sum > 0.0 { less / sum } else { 0.0 }
    }

    /// How far an example's poses, given by moment, are from the mean of all others': root mean square, metres.
    pub(super) fn distance_to_others(
        &self,
        example: usize,
        own: impl Fn(usize) -> usize,
        bodies: &[Vec<Vec3>],
    ) -> f64 {
        let others: Vec<&Vec<Vec<Vec3>>> =
            (0..self.bodies.len()).filter(|i| *i != example).map(|i| &self.bodies[i]).collect();
        let joints = bodies[0].len();
        let mut squares = 0.0;
        for moment in 0..MOMENTS {
            for joint in 0..joints {
                let mean = others.iter().map(|other| other[moment][joint]).sum::<Vec3>()
                    / others.len().max(1) as f32;
                squares += f64::from(bodies[own(moment)][joint].distance_squared(mean));
            }
        }
        (squares / (MOMENTS * joints) as f64).sqrt()
    }
}

/// A motion's joints at equal canonical times.
pub(super) fn sampled(motion: &Motion) -> Vec<Vec<Vec3>> {
    let at = |moment: usize| motion.verb_time(CanonicalTime(moment as f64 / MOMENTS as f64));
    (0..MOMENTS).map(|moment| body(motion.skeleton(), &motion.pose(at(moment)))).collect()
}

/// The joints of a pose as if it stood at the origin facing +z.
pub(super) fn body(skeleton: &Skeleton, pose: &[f32]) -> Vec<Vec3> {
    let mut pose = pose.to_vec();
    Skeleton::PLACEMENT.into_iter().for_each(|d| pose[d] = 0.0);
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, &pose, &mut world);
    world.iter().map(|joint| joint.translation.into()).collect()
}
