//! glTF 2.0 in and out, GLB and `.gltf`: the skeleton and one animation of a file ([`clip`]), one of its meshes with morph targets and
//! skin ([`mesh`]), or all its skins (`skins`), by which [`crate::character`] moves it.
//!
//! The objects of a document are deserialised and checked here rather than by a general glTF library, because a hostile
//! file must end in an error that names its place: every index, range and count is checked against the data before use,
//! and memory is bounded by the size of the data, never by what a count claims.
//!
//! ```text
//! bytes ─ container (JSON, binary chunk) ─ document ─ tree, references ─ buffers, accessor ─▶ clip, mesh
//! ```
//!
//! `fault` holds the errors, `contents` lists what a file holds, `animations` chooses one, `joints` and `pose` choose the nodes that become
//! joints and their transforms, `whole` is a whole file in memory, `assemble` makes one of another format's scene, `output` is the written
//! document, `unit` what it states, `credit` whose work it is, `unused` finds what need not be written, `vrm` is what a person of
//! VRM says of itself.

mod accessor;
mod animations;
#[cfg(feature = "fbx")]
pub(crate) mod assemble;
mod buffers;
pub mod clip;
mod container;
mod contents;
mod credit;
mod document;
mod fault;
mod joints;
pub mod mesh;
mod output;
mod pose;
mod references;
pub(crate) mod skins;
mod tree;
mod unit;
mod unused;
mod vrm;
pub(crate) mod whole;

use super::contents::Contents;
use crate::Error;
pub use credit::credited;
pub(crate) use unit::stated;

/// The animations and meshes of a file; `fetch` yields a buffer that lies beside it.
pub(super) fn contents(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Contents, Error> {
    contents::read(bytes, fetch).map_err(|fault| fault.in_file(file))
}

/// Whether a file has meshes but no skeleton: no skin, and only animations of weights.
pub(crate) fn is_of_meshes_alone(bytes: &[u8]) -> bool {
    let parse = |parts: container::Parts| document::parse(parts.format, parts.json, document::Wanted::Motion);
    let document = container::split(bytes).and_then(parse);
    document.is_ok_and(|document| {
        let mut channels = document.animations.iter().flat_map(|animation| &animation.channels);
        !document.meshes.is_empty()
            && document.skins.is_empty()
            && channels.all(|channel| channel.target.path == "weights")
    })
}
