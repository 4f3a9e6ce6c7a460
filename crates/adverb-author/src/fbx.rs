//! FBX in, ASCII and binary: the skeleton and one take of a scene, or its mesh (`shape`), read with ufbx.
//!
//! ufbx parses the file within limits of memory and depth that its size justifies (`load`), and evaluates what FBX
//! makes of a node: rotation orders, pre- and post-rotations, pivots, offsets, animation layers, curves of every kind.
//! What is left to do here: which nodes are joints (`joints`), which take is meant and at which rate (`take`), scales to
//! rigid transforms (as for glTF, `nodes`), and the rest pose (`rest`).
//!
//! ```text
//! bytes ─ whole, load (ufbx) ─ joints ─ take (animation stack, frames) ─ read (local transforms) ─▶ Clip
//! ```

mod joints;
mod load;
mod read;
mod rest;
mod shape;
mod shape_moves;
mod take;
mod whole;

pub use read::read;
pub(crate) use shape::read_mesh;

/// What to take from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions<'a> {
    /// The take (animation stack), by name or by index counted from 0. By default the first one that turns or moves a
    /// joint.
    pub animation: Option<&'a str>,
}
