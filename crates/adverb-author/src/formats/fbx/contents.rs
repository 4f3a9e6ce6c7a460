//! What a scene holds, before any of it is read.

use super::clip::{Takes, choose_joints};
use super::load;
use super::mesh::target_names;
use crate::Error;
use crate::formats::contents::{Contents, MeshEntry};
use crate::formats::log::Log;

/// The takes and meshes of a file.
pub(in crate::formats) fn contents(file: &str, bytes: &[u8]) -> Result<Contents, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let scene = load::scene_with_geometry(file, bytes)?;
    // Reading it logs what is odd about it.
    let joints = choose_joints(&scene, &mut Log::of_recording(file)).ok();
    let shown = scene.nodes.iter().filter_map(|node| Some((node, node.mesh.as_ref()?)));
    let entry = |(node, mesh): (&ufbx::Node, &ufbx::Mesh)| MeshEntry {
        name: node.element.name.to_string(),
        vertices: mesh.num_vertices,
        targets: target_names(mesh),
        joints: mesh.skin_deformers.iter().map(|skin| skin.clusters.len()).max().unwrap_or(0),
    };
    let meshes =
        shown.map(|(node, mesh)| (node.as_ref(), mesh.as_ref())).filter(|(_, mesh)| mesh.num_vertices > 0);
    Ok(Contents {
        animations: Takes::of(&scene, joints.as_ref()).list(),
        meshes: meshes.map(entry).collect(),
    })
}
