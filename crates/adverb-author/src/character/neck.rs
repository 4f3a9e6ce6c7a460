//! Necks whose joints contradict each other.
//!
//! Some recordings (many of CMU's) were solved on a neck that is not the performer's: markers say where the head is, and the joints
//! below it make up for a rest pose that does not fit. The neck is then bent back by some 20° and the head forth by 35° on it, for as
//! long as the recording lasts, which no neck can do. On another mesh that is a head that looks at its feet. Where the head is, as
//! seen from the chest, is right nevertheless: the line from the neck's lowest joint to the crown tells how the neck is bent as a
//! whole, and on average each joint of it is.

use adverb::Skeleton;
use glam::{DQuat, DVec3};

use crate::clip::Transform;

/// By how much neck and head must be bent apart from their line, one back and the other forth, in radians.
const APART_RAD: f64 = 0.14;

/// How the joints of a skeleton's neck, from above the chest to the head, are to be turned before they turn a mesh, so that they agree;
/// `reference` is where joints are in the reference pose, `frames` are `world_from_joint` in aligned axes.
pub(super) fn straightened(
    skeleton: &Skeleton,
    (chest, head): (usize, usize),
    reference: &[DVec3],
    frames: &[Vec<Transform>],
) -> Vec<(usize, DQuat)> {
    let parent = |j: usize| skeleton.joints()[j].parent.map(|p| p.index());
    let mut neck: Vec<usize> =
        std::iter::successors(Some(head), |&j| parent(j)).take_while(|&j| j != chest).collect();
    neck.reverse();
    let tips = (0..reference.len()).filter(|&j| parent(j) == Some(head) && skeleton.joints()[j].end);
    let crown = tips.max_by(|&a, &b| reference[a].y.total_cmp(&reference[b].y)).unwrap_or(head);
    let lowest = match neck[..] {
        [lowest, _, ..] if parent(lowest) == Some(chest) && !frames.is_empty() => lowest,
        _ => return Vec::new(),
    };
    // How far a direction seen from the chest is bent back; of lines that are upright, and of what is ahead.
    let back = |up: DVec3| (-up.z).atan2(up.y);
    let looks_up = |ahead: DVec3| ahead.y.atan2(ahead.z);
    let mean = |of: &dyn Fn(&Vec<Transform>) -> f64| frames.iter().map(of).sum::<f64>() / frames.len() as f64;
    let seen = |frame: &Vec<Transform>, way: DVec3| frame[chest].rotation.inverse() * way;
    let line = mean(&|frame| back(seen(frame, frame[crown].translation - frame[lowest].translation)))
        - back(reference[crown] - reference[lowest]);
    let bent = |joint: usize| mean(&|frame| looks_up(seen(frame, frame[joint].rotation * DVec3::Z)));
    if bent(lowest) - line < APART_RAD || line - bent(head) < APART_RAD {
        return Vec::new();
    }
    neck.iter().map(|&joint| (joint, DQuat::from_rotation_x(bent(joint) - line))).collect()
}
