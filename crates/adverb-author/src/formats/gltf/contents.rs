//! What a file holds, before any of it is read.

use std::collections::BTreeSet;

use super::accessor::{self, Accessors};
use super::animations::Animations;
use super::buffers::Buffers;
use super::document::{self, Document, Mesh, Wanted};
use super::fault::Checked;
use super::mesh::target_names;
use super::references::check_references;
use super::{container, joints, tree};
use crate::formats::contents::{Contents, MeshEntry};
use crate::formats::log::Log;

/// The animations and meshes of a file; the fault lacks only the file's name.
pub(super) fn read(bytes: &[u8], fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Checked<Contents> {
    let parts = container::split(bytes)?;
    let document = document::parse(parts.format, parts.json, Wanted::Motion)?;
    accessor::check(&document)?;
    check_references(&document)?;
    let tree = tree::build(&document)?;
    // Reading it logs what is odd about it.
    let joints = joints::choose(&document, &tree, &mut Log::of_recording("")).ok();
    let buffers = Buffers::new(&document.buffers, parts.bin, fetch)?;
    let mut accessors = Accessors::new(&document, buffers, bytes.len());
    let animations = Animations::of(&document, joints.as_ref()).list(&mut accessors);
    let meshes = document.meshes.iter().enumerate().map(|(number, mesh)| entry(&document, number, mesh));
    Ok(Contents { animations, meshes: meshes.collect() })
}

fn entry(document: &Document, number: usize, mesh: &Mesh) -> MeshEntry {
    let nodes = || document.nodes.iter().filter(|node| node.mesh == Some(number as u32));
    let name = mesh.name.as_ref().or_else(|| nodes().find_map(|node| node.name.as_ref()));
    // Primitives may share their vertices.
    let positions: BTreeSet<u32> =
        mesh.primitives.iter().filter_map(|primitive| primitive.attributes.get("POSITION")).collect();
    let count = |accessor: &u32| document.accessors.get(*accessor as usize).map_or(0, |own| own.count);
    let skins = nodes().filter_map(|node| document.skins.get(node.skin? as usize));
    MeshEntry {
        name: name.cloned().unwrap_or_else(|| number.to_string()),
        vertices: positions.iter().map(count).fold(0, u64::saturating_add) as usize,
        targets: target_names(mesh),
        joints: skins.map(|skin| skin.joints.len()).max().unwrap_or(0),
    }
}
