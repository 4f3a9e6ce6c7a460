//! Necks whose joints contradict each other.
//!
//! Some recordings (many of CMU's) were solved on a neck that is not the performer's: markers say where the head is, and the joints
//! below it make up for a rest pose that does not fit. The neck is then bent back by some 20° and the head forth by 35° on it, for as
//! long as the recording lasts, which no neck can do. On another mesh that is a head that looks at its feet. Where the head is, as
//! seen from the chest, is right nevertheless: the line from the neck's lowest joint to the crown tells how the neck is bent as a
//! whole, and on average each joint of it is.

use glam::{DQuat, DVec3};

use super::figure::Figure;
use super::rigid::{Transform, about_x};

/// By how much neck and head must be bent apart from their line, one back and the other forth, in radians.
const APART_RAD: f64 = 0.14;

/// How the joints of a figure's neck, from above the chest to the head, are to be turned before they turn another's, so that they
/// agree; `frames` are `world_from_joint` in aligned axes. A figure whose pose nobody drew has necks that agree on average.
pub(super) fn straightened(figure: &Figure, frames: &[Vec<Transform>]) -> Vec<(usize, DQuat)> {
    let (tree, at) = (&figure.tree, &figure.places);
    let (Some(&chest), neck) = (figure.anatomy.trunk.last(), &figure.anatomy.neck) else { return Vec::new() };
    let [lowest, .., head] = neck[..] else { return Vec::new() };
    if frames.is_empty() || !figure.is_drawn || tree.parents[lowest] != Some(chest) {
        return Vec::new();
    }
    let tips = (0..at.len()).filter(|&j| tree.parents[j] == Some(head) && tree.ends[j]);
    let crown = tips.max_by(|&a, &b| at[a].y.total_cmp(&at[b].y)).unwrap_or(head);
    // How far a direction seen from the chest is bent back; of lines that are upright, and of what is ahead.
    let back = |up: DVec3| libm::atan2(-up.z, up.y);
    let looks_up = |ahead: DVec3| libm::atan2(ahead.y, ahead.z);
    let mean = |of: &dyn Fn(&Vec<Transform>) -> f64| frames.iter().map(of).sum::<f64>() / frames.len() as f64;
    let seen = |frame: &Vec<Transform>, way: DVec3| frame[chest].rotation.inverse() * way;
    let line = mean(&|frame| back(seen(frame, frame[crown].translation - frame[lowest].translation)))
        - back(at[crown] - at[lowest]);
    let bent = |joint: usize| mean(&|frame| looks_up(seen(frame, frame[joint].rotation * DVec3::Z)));
    if bent(lowest) - line < APART_RAD || line - bent(head) < APART_RAD {
        return Vec::new();
    }
    neck.iter().map(|&joint| (joint, about_x(bent(joint) - line))).collect()
}
