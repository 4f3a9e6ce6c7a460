//! The skeleton and one take of a scene, as a clip.
//!
//! ufbx leaves the choice of joints (`joints`), of the take and its rate (`take`), rigid transforms from scales (as for glTF, `nodes`),
//! and the rest pose (`rest`).
//!
//! ```text
//! bytes ─ whole, load (ufbx) ─ joints ─ take (animation stack, frames) ─ read (local transforms) ─▶ Clip
//! ```

mod joints;
mod read;
mod rest;
mod take;

use crate::formats::log::Log;
pub use read::read;

pub(super) use joints::choose as choose_joints;
pub(super) use take::Takes;

/// Whether a scene has a skeleton.
pub(super) fn has_joints(scene: &ufbx::Scene) -> bool {
    joints::choose(scene, &mut Log::of_recording("")).is_ok()
}

/// The parts to read from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions<'a> {
    /// The take (animation stack), by name or by index counted from 0. By default the first one that turns or moves a
    /// joint.
    pub animation: Option<&'a str>,
}
