//! The meshes of a file as one, with their morph targets, their skins and the animations of weights, and back.
//!
//! Reading: `choice` (which meshes), `primitives` (their vertices and faces), `targets`, `expressions` (of VRM), `skin`, `scene` (where they are), `animation`.
//! Writing: `write` makes a file of its own (`create`), or the file it came from with the mesh as it is now (`update`, `pose`);
//! `attributes` are the numbers of a mesh as accessors. `covers`: what its surface looks like.

mod animation;
mod attributes;
mod choice;
mod covers;
mod create;
mod expressions;
mod pose;
mod primitives;
mod read;
mod scene;
mod skin;
mod targets;
mod update;
mod write;

#[cfg(feature = "fbx")]
pub(super) use create::primitives_of;
#[cfg(feature = "fbx")]
pub(in crate::formats) use {scene::moved, targets::Merged};

use crate::Error;
use crate::finding::Finding;
use crate::formats::MeshOptions;
use crate::formats::gltf::whole;
use crate::mesh::kept::Whole;
use crate::mesh::{Covers, MeshFile};

pub(super) use targets::names as target_names;

/// Reads a mesh of a GLB or a `.gltf`; `fetch` yields a file that lies beside it, given its path relative to it.
///
/// # Errors
/// With the place in the file and the problem.
pub fn read(
    file: &str,
    bytes: &[u8],
    options: MeshOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<MeshFile, Error> {
    read::read(file, bytes, options, fetch).map_err(|fault| fault.in_file(file))
}

/// Writes a mesh with its targets, its skin and the animations of weights as GLB. If it was read from a glTF file, all else of that
/// file is kept: materials, textures, nodes, other meshes, the skin as it was.
///
/// # Errors
/// [`Error::File`] if the number of vertices differs from the kept file's, or an animation lacks weights for some targets or keys.
///
/// # Panics
/// When the file would exceed the 4 GB that GLB can hold.
pub fn write(file: &MeshFile) -> Result<Vec<u8>, Error> {
    whole(file).map(whole::write)
}

/// The base colours of a mesh whose file is kept, and which of its pictures cannot be shown; `None` if it has no colours.
#[must_use]
pub fn covers(file: &MeshFile) -> Option<(Covers, Vec<Finding>)> {
    covers::covers(file)
}

/// The file of a mesh in memory, as [`write`] writes it.
pub(crate) fn whole(file: &MeshFile) -> Result<Whole, Error> {
    write::whole(file)
}

/// The mesh of a file in memory.
pub(crate) fn of(file: &str, whole: Whole) -> Result<MeshFile, Error> {
    read::of(file, whole).map_err(|fault| fault.in_file(file))
}
