//! The skeleton and one animation of a file, as a clip, and back.
//!
//! Reading takes motion and leaves meshes, materials and cameras alone. Which nodes become joints (`joints`):
//! - with skins, the joints of all skins, the animated ancestors and descendants of those, and end sites;
//! - without, every node whose translation, rotation or scale an animation drives, and end sites;
//! - with neither, every node without mesh, camera or light;
//! - and always what connects them. What lies above and stands still is folded into the top joint, so that an armature
//!   in centimetres or turned from Z up leaves metres and Y up.
//!
//! `nodes` turns scales into rigid transforms, `rate` finds the frames of an animation, `track` reads its channels.
//!
//! Writing gives one skeleton (with its skin and a thin bone per joint, so that any viewer shows it) and one animation.

mod bones;
mod rate;
mod read;
mod track;
mod write;

pub(super) use write::animation;

use crate::clip::Transform;
use crate::{Clip, Error};

/// The parts to read from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions<'a> {
    /// The animation, by name or by index counted from 0. By default the first one that turns or moves a joint.
    pub animation: Option<&'a str>,
}

/// What an animation is called if nobody says.
const UNNAMED: &str = "motion";

/// A motion to write into a file that has joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written<'a> {
    /// The motion of its joints.
    pub clip: &'a Clip,
    /// The name of its animation.
    pub name: &'a str,
    /// Where a node above all joints, the root, is in every frame; there is none if this is empty.
    pub root: &'a [Transform],
}

impl<'a> From<&'a Clip> for Written<'a> {
    fn from(clip: &'a Clip) -> Self {
        Self { clip, name: UNNAMED, root: &[] }
    }
}

/// How to write a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions<'a> {
    /// The name of its animation.
    pub name: &'a str,
    /// Adds a mesh, an octahedron per bone, so that viewers show something. Without it the skin is unused, and the
    /// Khronos validator says so.
    pub bones: bool,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        Self { name: UNNAMED, bones: true }
    }
}

/// Reads a GLB or a `.gltf` whose buffers lie within it.
pub fn read(file: &str, bytes: &[u8]) -> Result<Clip, Error> {
    read_with(file, bytes, ReadOptions::default(), &mut |_| None)
}

/// Reads a GLB or a `.gltf`; `fetch` yields the contents of a buffer that lies beside it, given its path relative to
/// the file.
pub fn read_with(
    file: &str,
    bytes: &[u8],
    options: ReadOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Clip, Error> {
    read::clip(file, bytes, options, fetch).map_err(|fault| fault.in_file(file))
}

/// Writes a clip in metres and Y up as GLB, with visible bones.
#[must_use]
pub fn write(clip: &Clip) -> Vec<u8> {
    write_with(clip, WriteOptions::default())
}

/// Writes a clip in metres and Y up as GLB. All its values must be finite, as readers leave them.
///
/// # Panics
/// When the file would exceed the 4 GB that GLB can hold.
#[must_use]
pub fn write_with(clip: &Clip, options: WriteOptions) -> Vec<u8> {
    write::glb(clip, options)
}
