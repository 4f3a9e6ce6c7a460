//! How the body of a pack stands: as its verbs show, so that a game needs no recordings.

use glam::Affine3A;

use super::bearing::{Bearing, Span};
use super::figure::Figure;
use super::rigid::Transform;
use crate::kinematics::{world_rotation, world_transforms};
use crate::skeleton::Skeleton;
use crate::time::CanonicalTime;
use crate::verb::{Setting, Verb};

/// Moments at which a verb is looked at.
const MOMENTS: usize = 64;

impl Figure {
    /// The figure of a skeleton, and how it stands: as the first verb shows whose feet do, one that repeats before others.
    #[must_use]
    pub fn of_verbs(skeleton: &Skeleton, verbs: &[Verb]) -> Self {
        let mut figure = Self::of(skeleton);
        let stands = |verb: &&Verb| verb.feet().iter().any(|foot| !foot.phases.is_empty());
        let verb = verbs.iter().filter(stands).max_by_key(|verb| verb.is_cyclic());
        figure.bearing = verb.map(|verb| shown_by(&figure, skeleton, verb));
        figure
    }
}

/// As the first example of a verb shows.
fn shown_by(figure: &Figure, skeleton: &Skeleton, verb: &Verb) -> Bearing {
    let point: Vec<f32> = match verb.examples().first() {
        Some(example) => example.at.clone(),
        None => verb.default_point().collect(),
    };
    let setting = Setting::new(verb, &point);
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let frame = |moment: usize| {
        verb.pose(&setting, CanonicalTime(moment as f64 / (MOMENTS - 1) as f64), &mut dofs);
        world_transforms(skeleton, &dofs, &mut world);
        let placed = |joint: &Affine3A| Transform {
            translation: glam::Vec3::from(joint.translation).as_dvec3(),
            rotation: world_rotation(joint).as_dquat().normalize(),
        };
        world.iter().map(placed).collect()
    };
    let frames: Vec<Vec<Transform>> = (0..MOMENTS).map(frame).collect();
    let last = (MOMENTS - 1) as f64;
    let legs = figure.legs();
    let stands = legs.iter().map(|(_, leg)| {
        let foot = verb.feet().iter().find(|foot| foot.limb.end.index() == leg[2]);
        let phases = foot.into_iter().flat_map(|foot| foot.phases.iter().filter_map(|of| of.first()));
        phases
            .map(|phase| Span { from: (phase.from * last).max(0.0), to: (phase.to * last).min(last) })
            .collect()
    });
    Bearing::shown(figure, &frames, &stands.collect::<Vec<_>>())
}
