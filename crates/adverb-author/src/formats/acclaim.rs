//! ASF and AMC, Acclaim's skeleton and motion: two text files that belong together.
//!
//! The `.asf` lists bones with their direction, length, axes and angles; the `.amc` has, frame by frame, a line of values per bone.
//! [`read`] takes the motion, and asks for its skeleton by the usual names beside it; [`read_skeleton`] takes a skeleton alone.
//!
//! A bone turns about its upper end, so bone and joint share a name: `lfemur` is the left hip. With C the bone's `axis`
//! and M its values, each as rotations about the axes in the order in which they are named, a joint's local rotation is
//! C·M·C⁻¹; in the rest pose all joints have the file's own axes.
//!
//! ```text
//! .asf ─ skeleton (bones, hierarchy) ─┐
//! .amc ─ motion (frames of values) ───┴─ read (local transforms) ─▶ Clip
//! ```

mod motion;
mod read;
mod skeleton;

pub use read::{read, read_skeleton};

/// Frames per second of a motion that does not state them: Vicon's rate, and that of nearly all of CMU's motions.
pub const USUAL_RATE: f64 = 120.0;

/// Overrides of what the file states.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReadOptions {
    /// Frames per second; `None`: as the file states, else [`USUAL_RATE`].
    pub rate: Option<f64>,
}

/// Metres per unit of a skeleton whose `:units` say `length`: CMU's convention, an inch over it.
pub(crate) fn unit_m(length: f64) -> f64 {
    0.0254 / length
}
