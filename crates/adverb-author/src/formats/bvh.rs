//! BVH, the Biovision hierarchy: a skeleton of offsets and rows of Euler angles and positions.
//!
//! The format was never written down by a standard, and it leaves three things open. The *unit* and the *up
//! axis* are settled by [`crate::import`]; [`read`] keeps the file's own, and [`write()`] states them where no other reader looks
//! (`stated`). The third is what position channels
//! mean: a joint's whole local translation, in place of its `OFFSET` (Bandai-Namco, Blender), or a displacement
//! to add to it (three.js). Only the resulting figure decides, so [`Positions::Auto`] judges it joint by joint and
//! reports its choice.
//!
//! ```text
//! bytes ─ scan (words, lines) ─ hierarchy (joints, channels) ─ motion (rows) ─ read (local transforms) ─▶ Clip
//! ```

use crate::clip::Up;

mod euler;
mod hierarchy;
mod motion;
mod positions;
mod read;
mod stated;
mod write;

pub use euler::zxy_degrees;
pub use read::read;
pub(crate) use stated::stated;
pub use write::write;

/// What position channels hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Positions {
    /// Decide for each joint by the resulting figure.
    #[default]
    Auto,
    /// The whole local translation; the `OFFSET` does not count in the motion.
    Replace,
    /// A displacement from the `OFFSET`.
    Add,
}

/// Choices that the format leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The meaning of position channels.
    pub positions: Positions,
    /// The file's up axis, by which [`Positions::Auto`] judges heights; `None`: found from the figure.
    pub up: Option<Up>,
}

/// The conventions of a written file; by default those of the clip's own file.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WriteOptions {
    /// Metres per unit of the file.
    pub unit_m: Option<f64>,
    /// The file's up axis.
    pub up: Option<Up>,
}
