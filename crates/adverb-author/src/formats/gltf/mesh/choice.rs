//! Which mesh of a file is meant.

use crate::finding::Criterion;
use crate::formats::gltf::document::{Document, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::log::Log;

/// A mesh and the first node that shows it: the one of a name or number, else that with morph targets, else that with a skin, else the
/// first; among equals that with most vertices.
pub(super) fn choose(
    document: &Document,
    wish: Option<&str>,
    log: &mut Log,
) -> Checked<(Index, Option<Index>)> {
    let count = document.meshes.len();
    if count == 0 {
        return Err(Fault::Whole("it has no mesh".into()));
    }
    let mut shown: Vec<Option<Index>> = vec![None; count];
    for (n, node) in document.nodes.iter().enumerate() {
        if let Some(mesh) = node.mesh {
            // The node with the skin, if there are several.
            let before = &mut shown[mesh as usize];
            if before.is_none_or(|b| document.nodes[b as usize].skin.is_none() && node.skin.is_some()) {
                *before = Some(n as Index);
            }
        }
    }
    let node_of = |mesh: usize| shown[mesh].map(|node| &document.nodes[node as usize]);
    let is_named = |mesh: usize, name: &str| {
        let own = document.meshes[mesh].name.as_deref();
        own == Some(name) || node_of(mesh).is_some_and(|node| node.name.as_deref() == Some(name))
    };
    let label = |mesh: usize| match &document.meshes[mesh].name {
        Some(name) => format!("'{name}'"),
        None => node_of(mesh)
            .and_then(|node| node.name.as_ref())
            .map_or(mesh.to_string(), |name| format!("'{name}'")),
    };
    let chosen = match wish {
        Some(wish) => {
            let number = wish.parse().ok().filter(|&number: &usize| number < count);
            (0..count).find(|&mesh| is_named(mesh, wish)).or(number).ok_or_else(|| {
                let names = crate::formats::nodes::listed((0..count).map(label));
                Fault::Whole(format!("it has no mesh '{wish}'; there are {names}"))
            })?
        }
        None => {
            let worth = |mesh: &usize| {
                let own = &document.meshes[*mesh];
                let positions = own.primitives.iter().filter_map(|p| p.attributes.get("POSITION"));
                let vertices: u64 = positions
                    .filter_map(|accessor| document.accessors.get(accessor as usize))
                    .fold(0, |sum, accessor| sum.saturating_add(accessor.count));
                let targets = own.primitives.iter().any(|p| !p.targets.is_empty());
                let skin = node_of(*mesh).is_some_and(|node| node.skin.is_some());
                (shown[*mesh].is_some(), targets, skin, vertices, std::cmp::Reverse(*mesh))
            };
            let best = (0..count).max_by_key(worth).unwrap_or(0);
            if count > 1 {
                let others = (0..count).filter(|&mesh| mesh != best).map(label);
                let others = crate::formats::nodes::listed(others);
                let message = format!("mesh: {} of {count}, the others being {others}", label(best));
                log.assume(Criterion::Choice, message);
            }
            best
        }
    };
    Ok((chosen as Index, shown[chosen]))
}
