//! The joints from the root down to a foot or a head, placed in the world without placing all the others.

use glam::{Quat, Vec3};

use super::{LocalTransform, local_transform};
use crate::rotation::{compose, rotate};
use crate::skeleton::steps::ball_parent;
use crate::skeleton::{JointId, Skeleton};

/// Chains from the root to a foot or a head are no longer than this.
pub(crate) const LONGEST_CHAIN: usize = 32;

/// A joint of a chain, in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Link {
    pub(crate) joint: JointId,
    pub(crate) position: Vec3,
    pub(crate) rotation: Quat,
    /// Its parent's rotation; of the root, which has none, the identity.
    pub(crate) parent: Quat,
}

/// The wanted joints of a chain in a pose, from above to below; the last is its end. Verbs make sure that chains are no
/// longer than fits.
pub(crate) fn links<const N: usize>(skeleton: &Skeleton, dofs: &[f32], wanted: [JointId; N]) -> [Link; N] {
    links_below(skeleton, dofs, None, wanted)
}

/// The same below a link that is placed already.
pub(crate) fn links_below<const N: usize>(
    skeleton: &Skeleton,
    dofs: &[f32],
    top: Option<&Link>,
    wanted: [JointId; N],
) -> [Link; N] {
    let mut joints = [wanted[N - 1]; LONGEST_CHAIN];
    let mut count = 0;
    let until =
        skeleton.ancestors(wanted[N - 1]).take_while(|joint| top.is_none_or(|top| top.joint != *joint));
    for (joint, place) in until.zip(&mut joints) {
        *place = joint;
        count += 1;
        if joint == skeleton.root() {
            break;
        }
    }
    let root = wanted[0];
    let none = Link { joint: root, position: Vec3::ZERO, rotation: Quat::IDENTITY, parent: Quat::IDENTITY };
    let (mut links, mut found) = ([none; N], 0);
    let mut above = top.map(|top| LocalTransform { translation: top.position, rotation: top.rotation });
    for &joint in joints[..count].iter().rev() {
        let local = local_transform(skeleton, skeleton.joint(joint), dofs);
        let world = above.map_or(local, |above| below(&above, &local));
        // One joint may be wanted as two: a foot without toes ends in its ankle.
        while found < N && wanted[found] == joint {
            links[found] = Link {
                joint,
                position: world.translation,
                rotation: world.rotation,
                parent: above.map_or(Quat::IDENTITY, |above| above.rotation),
            };
            found += 1;
        }
        above = Some(world);
    }
    links
}

/// Where a joint below a link is. How it is turned is not asked for, which most joints' places do not need.
pub(crate) fn place_below(skeleton: &Skeleton, dofs: &[f32], top: &Link, joint: JointId) -> Vec3 {
    let own = skeleton.joint(joint);
    if ball_parent(skeleton, own) == Some(top.joint) {
        return top.position + rotate(top.rotation, own.offset);
    }
    let [link] = links_below(skeleton, dofs, Some(top), [joint]);
    link.position
}

fn below(parent: &LocalTransform, local: &LocalTransform) -> LocalTransform {
    LocalTransform {
        translation: parent.translation + rotate(parent.rotation, local.translation),
        rotation: compose(parent.rotation, local.rotation),
    }
}
