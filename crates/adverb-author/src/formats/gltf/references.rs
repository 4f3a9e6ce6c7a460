//! Whether what a document refers to is there.

use super::document::Document;
use super::fault::{Checked, Fault};
use super::tree::place;
use crate::finding::Criterion;
use crate::formats::log::Log;

/// Meshes are not read, but one without weights deserves a word.
pub(super) fn check_meshes(document: &Document, log: &mut Log) -> Checked<()> {
    for (m, mesh) in document.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let own = |name: &str| primitive.attributes.get(name);
            let (joints, weights) = (own("JOINTS_0"), own("WEIGHTS_0"));
            if joints.is_some() != weights.is_some() {
                let place = format!("mesh {m} primitive {p}");
                log.repaired(
                    Criterion::LeftOut,
                    place,
                    "it has one of JOINTS_0 and WEIGHTS_0 only; the motion was read, the mesh will not move",
                );
            }
        }
    }
    check_references(document)
}

/// Every node's mesh and skin are there.
pub(super) fn check_references(document: &Document) -> Checked<()> {
    let beyond = |index: Option<u32>, count: usize| index.is_some_and(|i| i as usize >= count);
    for (n, node) in document.nodes.iter().enumerate() {
        if beyond(node.mesh, document.meshes.len()) || beyond(node.skin, document.skins.len()) {
            return Err(Fault::at(
                place(document, n as u32),
                "it refers to a mesh or skin that does not exist",
            ));
        }
    }
    Ok(())
}
