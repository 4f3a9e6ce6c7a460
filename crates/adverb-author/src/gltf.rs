//! glTF 2.0 in and out: the skeleton and one animation of a GLB or `.gltf` file.
//!
//! Reading takes motion and leaves meshes, materials and cameras alone, so it needs eight of glTF's objects. Those are
//! deserialised and checked here rather than by a general glTF library, because a hostile file must end in an error
//! that names its place: every index, range and count is checked against the data before use, and memory is bounded by
//! the size of the data, never by what a count claims.
//!
//! Which nodes become joints (`joints`):
//! - with skins, the joints of all skins, the animated ancestors and descendants of those, and end sites;
//! - without, every node whose translation, rotation or scale an animation drives, and end sites;
//! - with neither, every node without mesh, camera or light;
//! - and always what connects them. What lies above and stands still is folded into the top joint, so that an armature
//!   in centimetres or turned from Z up leaves metres and Y up.
//!
//! How scales become rigid transforms is told in `nodes`, which frames an animation becomes in `rate`.
//!
//! A skinned mesh is read whole (`skinned`, `whole`): the pose it was bound in, and everything else as it is.
//!
//! A mesh with its morph targets is read for [`crate::mesh`] (`shape` and what begins so), with the rest of its file `kept`.
//!
//! Writing gives one skeleton (with its skin and a thin bone per joint, so that any viewer shows it) and one animation.

mod accessor;
mod bones;
mod buffers;
mod container;
mod document;
mod joints;
mod kept;
mod pose;
mod rate;
mod read;
mod report;
mod shape;
mod shape_again;
mod shape_animation;
mod shape_choice;
mod shape_data;
mod shape_new;
mod shape_pose;
mod shape_skin;
mod shape_targets;
mod shape_write;
mod skinned;
mod track;
mod tree;
mod whole;
mod write;

pub use kept::Kept;
pub use skinned::{Skinned, Vertex};

use crate::mesh::{self, MeshFile};
use crate::{Clip, Error};

/// What to take from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions<'a> {
    /// The animation, by name or by index counted from 0. By default the first one that turns or moves a joint.
    pub animation: Option<&'a str>,
}

/// How to write a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// Adds a mesh, an octahedron per bone, so that viewers show something. Without it the skin has no user, which
    /// the Khronos validator remarks on.
    pub bones: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { bones: true }
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

/// Writes a clip in metres and Y up as GLB, with bones to look at.
pub fn write(clip: &Clip) -> Vec<u8> {
    write_with(clip, WriteOptions::default())
}

/// Writes a clip in metres and Y up as GLB. All its values must be finite, as readers leave them.
///
/// # Panics
/// When the file would exceed the 4 GB that GLB can hold.
pub fn write_with(clip: &Clip, options: WriteOptions) -> Vec<u8> {
    write::glb(clip, options)
}

/// Reads a skinned mesh, a GLB or a `.gltf`, and keeps its file whole; `fetch` as for [`read_with`].
pub fn read_skinned(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Skinned, Error> {
    skinned::read(file, bytes, fetch).map_err(|fault| fault.in_file(file))
}

/// Writes a skinned mesh with a clip of its own joints as its animation: all that its file holds, and the frames.
///
/// # Panics
/// When the clip's joints are not those of the figure, or the file would exceed the 4 GB that GLB can hold.
pub fn write_skinned(mesh: &Skinned, clip: &Clip) -> Vec<u8> {
    assert_eq!(clip.joints.len(), mesh.figure.joints.len(), "a clip of other joints");
    mesh.animated(clip)
}

/// Whether a file has meshes and nothing that could be a skeleton: no skin, and no animation but of weights.
pub fn is_of_meshes_alone(bytes: &[u8]) -> bool {
    let document = container::split(bytes).and_then(|parts| document::parse(parts.format, parts.json));
    document.is_ok_and(|document| {
        let mut channels = document.animations.iter().flat_map(|animation| &animation.channels);
        !document.meshes.is_empty()
            && document.skins.is_empty()
            && channels.all(|channel| channel.target.path == "weights")
    })
}

/// Reads a mesh; `fetch` as for [`read_with`].
pub(crate) fn read_mesh(
    file: &str,
    bytes: &[u8],
    options: mesh::ReadOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<MeshFile, Error> {
    shape::read(file, bytes, options, fetch).map_err(|fault| fault.in_file(file))
}

/// Writes a mesh.
pub(crate) fn write_mesh(file: &MeshFile) -> Result<Vec<u8>, Error> {
    shape_write::glb(file)
}
