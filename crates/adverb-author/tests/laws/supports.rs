//! When feet carry: the laws of support phases, on made and on real motions.

mod made;
mod real;
mod sharing;

use adverb::kinematics::world_transforms;
use adverb::{CanonicalTime, JointId};
use adverb_author::motion::Motion;
use adverb_author::support::{Foot, Phase, feet, phases};
use glam::{Affine3A, Vec3A};

/// The phases of every foot.
pub fn all_phases(motion: &Motion, cyclic: bool) -> Vec<(Foot, Vec<Phase>)> {
    feet(motion.skeleton()).into_iter().map(|foot| (foot, phases(motion, &foot, cyclic))).collect()
}

/// How much of a cycle has a foot down.
pub fn coverage(feet: &[(Foot, Vec<Phase>)]) -> f64 {
    const COUNT: u32 = 2000;
    let down = |t: f64| {
        let within = |p: &Phase| (-1..=1).any(|k| (p.from.0..=p.to.0).contains(&(t + f64::from(k))));
        feet.iter().flat_map(|(_, phases)| phases).any(within)
    };
    (0..COUNT).filter(|&i| down((f64::from(i) + 0.5) / f64::from(COUNT))).count() as f64 / f64::from(COUNT)
}

/// Where a joint is at a canonical time, beyond the seam of a cycle too.
pub fn place(motion: &Motion, joint: JointId, t: f64) -> Vec3A {
    let mut world = vec![Affine3A::IDENTITY; motion.skeleton().joints().len()];
    let time = motion.verb_time(CanonicalTime(t - t.floor())) + t.floor() * motion.duration().0;
    world_transforms(motion.skeleton(), &motion.pose(time), &mut world);
    world[joint.index()].translation
}

/// How far, over the ground, the ball is at most from where it is at the start of a phase, and from its centroid, in mm.
pub fn strays_mm(motion: &Motion, foot: &Foot, phase: &Phase) -> (f32, f32) {
    let places: Vec<Vec3A> = (0..=100)
        .map(|i| place(motion, foot.ball, phase.from.0 + phase.length() * f64::from(i) / 100.0))
        .collect();
    let centroid = places.iter().copied().sum::<Vec3A>() / places.len() as f32;
    let most =
        |from: Vec3A| places.iter().map(|p| 1000.0 * (p.x - from.x).hypot(p.z - from.z)).fold(0.0, f32::max);
    (most(places[0]), most(centroid))
}

/// The largest difference between the bounds of phases, around the cycle, after a shift of the second.
pub fn apart(a: &[Phase], b: &[Phase], shift: f64) -> f64 {
    assert_eq!(a.len(), b.len(), "{a:?} {b:?}");
    let circular = |d: f64| (d - d.round()).abs();
    let nearest = |p: &Phase| {
        let off = |q: &Phase| circular(p.from.0 - q.from.0 - shift).max(circular(p.to.0 - q.to.0 - shift));
        b.iter().map(off).fold(f64::INFINITY, f64::min)
    };
    a.iter().map(nearest).fold(0.0, f64::max)
}
