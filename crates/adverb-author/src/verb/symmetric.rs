//! Symmetric verbs: what must hold so that left and right are mirror images of each other, exactly.

use std::sync::Arc;

use adverb::{JointId, Skeleton};

use super::{Definition, Measure, fail};
use crate::error::Error;
use crate::space::Space;

/// Measured values so near to the mirror plane, as a part of the axis's half, lie on it: nobody walks perfectly straight.
const STRAIGHT: f64 = 0.1;

/// Refuses symmetric verbs whose mirror image would be another verb. Images begin `later` than what they are the images of.
pub(super) fn check(definition: &Definition, later: f64) -> Result<(), Error> {
    let Some(symmetry) = &definition.space.symmetry else { return Ok(()) };
    let refuse =
        |problem: String| Err(fail(format!("verb {:?} is symmetric, but {problem}", definition.name)));
    let skeleton = definition.motions[0].skeleton();
    let ids = || (0..skeleton.joints().len()).map(|j| JointId(j as u16));
    if ids().all(|joint| skeleton.joint(joint).partner == joint) {
        return refuse("its skeleton has no left and right: name pairs of joints in [sides]".into());
    }
    for (axis, measure) in definition.measures.iter().enumerate() {
        let Some(measure) = measure else { continue };
        let name = &definition.space.axes[axis].name;
        match (measure.in_mirror(skeleton, later), symmetry.sign(axis) < 0.0) {
            (Some(InMirror::Same), true) => {
                return refuse(format!("{name} is the same in a mirror: leave it out of symmetric"));
            }
            (Some(InMirror::Opposite), false) => {
                return refuse(format!("{name} changes its sign in a mirror: name it in symmetric"));
            }
            (None, _) => {
                return refuse(format!(
                    "{name} is measured at one side of the body or of its steps, which a mirror exchanges"
                ));
            }
            _ => {}
        }
    }
    let own = || (0..definition.motions.len()).filter(|i| !symmetry.is_image(*i));
    for (i, j) in own().flat_map(|i| own().map(move |j| (i, j))) {
        let is_image = |of: &Arc<_>| Arc::ptr_eq(of, &definition.motions[j]);
        if i != j && definition.motions[i].before_mirror().is_some_and(is_image) {
            let [image, of] = [i, j].map(|example| &definition.space.examples[example].name);
            return refuse(format!(
                "{image:?} is the mirror image of {of:?}, which is added anyway: leave it out"
            ));
        }
    }
    Ok(())
}

/// What a mirror makes of a measure.
enum InMirror {
    Same,
    Opposite,
}

impl Measure {
    /// `None` if a mirror makes another measure of it: of the other hand, or at another key-time.
    fn in_mirror(self, skeleton: &Skeleton, later: f64) -> Option<InMirror> {
        match self {
            Self::Turn => Some(InMirror::Opposite),
            Self::Speed | Self::Slope | Self::Stride | Self::Duration => Some(InMirror::Same),
            Self::Position { joint, .. } if skeleton.joint(joint).partner != joint || later > 0.0 => None,
            Self::Position { of: 0, .. } => Some(InMirror::Opposite),
            Self::Position { .. } => Some(InMirror::Same),
        }
    }
}

/// Gives the images of a measured space exactly the points across, and puts on the mirror plane what is measured as nearly on it.
pub(super) fn settle(definition: &Definition, space: &mut Space) {
    let Some(symmetry) = space.symmetry.clone() else { return };
    for i in (0..space.examples.len()).filter(|i| !symmetry.is_image(*i)) {
        let is_measured = |axis: usize| {
            definition.measures[axis].is_some() && definition.space.examples[i].at[axis].is_none()
        };
        let is_straight = |&axis: &usize| {
            let [low, high] = space.axes[axis].range;
            let near = if is_measured(axis) { STRAIGHT * 0.5 * (high - low) } else { 0.0 };
            space.axes[axis].off_plane(space.examples[i].at[axis]) <= near
        };
        if symmetry.axes.iter().all(is_straight) {
            for &axis in symmetry.axes.iter().filter(|axis| is_measured(**axis)) {
                space.examples[i].at[axis] = 0.0;
            }
        }
        space.examples[symmetry.partner(i)].at = symmetry.mirrored(&space.examples[i].at);
    }
}
