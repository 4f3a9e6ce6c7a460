//! Fingers of a mesh that no motion moves: relaxed ([`adverb::body::relaxed`]) instead of stretched as they were bound.

use adverb::body::{Binding, Figure, Finger, Side, relaxed};
use glam::DQuat;

use crate::clip::Clip;

/// Fingers that the motion does not move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fingers {
    /// Slightly curled.
    #[default]
    Relaxed,
    /// As the mesh was bound.
    Bound,
}

/// A finger that turns by less than this, in radians, does not move: recordings without gloves keep fingers as they are, give or take noise.
const MOVES: f64 = 0.07;
/// One that is held farther from its rest pose than this is posed: a fist moves nothing either.
const POSED: f64 = 0.35;

/// The joints of a mesh's fingers that clips do not move, with their local rotations, relaxed: all links of a hand that follow none,
/// and all of a hand whose fingers the clips leave at rest. A thumb alone is no proof: without gloves it is guessed. `source` is the joint of the clips that one of the mesh follows.
pub(super) fn still(
    figure: &Figure,
    clips: &[&Clip],
    source: impl Fn(usize) -> Option<usize>,
) -> Vec<(usize, DQuat)> {
    let digits = figure.digits();
    let of_hand = |side: Side| {
        let hand = relaxed(figure, side);
        let is_moved = |s: usize| clips.iter().any(|clip| moves(clip, s));
        let fingers = digits.iter().filter(|digit| digit.side == side && digit.finger != Finger::Thumb);
        let moved = fingers.flat_map(|digit| &digit.links).filter_map(|&t| source(t)).any(is_moved);
        hand.into_iter().filter(|(t, _)| !moved || source(*t).is_none()).collect::<Vec<_>>()
    };
    Side::BOTH.map(of_hand).concat()
}

/// Whether a joint of a clip turns, or is held far from its rest pose.
fn moves(clip: &Clip, joint: usize) -> bool {
    let rotation = |frame: usize| clip.frame(frame)[joint].rotation;
    let rest = clip.joints[joint].rest.rotation;
    (0..clip.frame_count()).any(|frame| {
        rotation(frame).angle_between(rotation(0)) > MOVES || rotation(frame).angle_between(rest) > POSED
    })
}

/// Sets fingers of a motion of the mesh's joints.
pub(super) fn relax(driven: &mut Clip, still: &[(usize, DQuat)]) {
    let count = driven.joints.len();
    for frame in driven.locals.chunks_exact_mut(count.max(1)) {
        still.iter().for_each(|&(joint, rotation)| frame[joint].rotation = rotation);
    }
}

/// Sets fingers that hang from their parents.
pub(super) fn relax_bound(binding: &mut Binding, still: &[(usize, DQuat)]) {
    for &(joint, rotation) in still {
        binding.joints[joint].follows = None;
        binding.joints[joint].rest.rotation = rotation;
    }
}
