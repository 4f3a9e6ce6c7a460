//! A body on the skeleton's own joints whose names nobody knows: each joint follows its namesake, in the axes of the skeleton's file, and
//! the root is where it is. Nobody needs to know what its joints are for.

use glam::DVec3;

use super::binding::{Binding, BoundJoint};
use super::figure::Figure;
use super::legs::Proportions;
use super::map::{Follow, Map};

/// Bones that differ by less than this part of the mean bone, in length and direction, are the same.
const SAME_BONE: f64 = 0.05;

/// How the target follows the source, if its joints are the source's own: `namesakes` are joints of both that have one name.
pub(super) fn bind(source: &Figure, target: &Figure, namesakes: &[(usize, usize)]) -> Option<Binding> {
    let followed = |t: usize| namesakes.iter().find(|pair| pair.1 == t).map(|pair| pair.0);
    let hips = namesakes.iter().find(|pair| pair.0 == source.root)?.1;
    let scale = scale(source, target, followed)?;
    let joint = |t: usize| BoundJoint {
        parent: target.tree.parents[t],
        follows: followed(t).map(Follow::one),
        turn: followed(t).map_or(glam::DQuat::IDENTITY, |s| source.file_axes[s]),
        rest: target.rest[t],
    };
    let joints: Vec<BoundJoint> = (0..target.places.len()).map(joint).collect();
    let proportions = Proportions { leg: 0.0, scale, ankle: [0.0; 2], ball: [0.0; 2], alike: true };
    let map = Map::of(joints.iter().map(|joint| joint.follows).collect());
    let legs = Vec::new();
    Some(Binding { joints, hips, middle: DVec3::ZERO, proportions, legs, arms: None, on_fours: false, map })
}

/// How large the target is beside the source, if each joint with a namesake hangs from the same joint as that does, by the same bone,
/// seen in the axes of the joint above.
fn scale(source: &Figure, target: &Figure, followed: impl Fn(usize) -> Option<usize>) -> Option<f64> {
    let mut bones: Vec<(DVec3, DVec3)> = Vec::new();
    for t in 0..target.places.len() {
        let (Some(s), Some(parent)) = (followed(t), target.tree.parents[t]) else { continue };
        let Some(above) = followed(parent) else { continue };
        if source.tree.parents[s] != Some(above) {
            return None;
        }
        let own = source.file_axes[above].inverse() * (source.places[s] - source.places[above]);
        bones.push((own, target.rest[t].translation));
    }
    let [own, others] = [0, 1].map(|which| {
        bones.iter().map(|bone| if which == 0 { bone.0.length() } else { bone.1.length() }).sum::<f64>()
    });
    let scale = others / own;
    let most = SAME_BONE * others / bones.len() as f64;
    let same = |bone: &(DVec3, DVec3)| (bone.0 * scale).distance(bone.1) <= most;
    (scale.is_finite() && scale > 0.0 && bones.iter().all(same)).then_some(scale)
}
