//! Which meshes of a file are meant.

use crate::finding::Criterion;
use crate::formats::gltf::document::{Document, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::log::Log;
use crate::formats::nodes::{Tree, listed};

/// A mesh and the node that shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) mesh: Index,
    pub(super) node: Option<Index>,
}

/// The mesh of a name or number; or all that the scene shows and that move as the first does, with the skeleton or not at all. The first is that
/// with morph targets, else that with a skin, else the first of the file; among equals that with most vertices.
pub(super) fn choose(
    document: &Document,
    tree: &Tree,
    wish: Option<&str>,
    log: &mut Log,
) -> Checked<Vec<Shown>> {
    let count = document.meshes.len();
    if count == 0 {
        return Err(Fault::Whole("it has no mesh".into()));
    }
    let in_scene = document.shown(tree);
    let nodes = tree.preorder.iter().filter(|&&node| document.nodes[node as usize].mesh.is_some());
    let mut nodes: Vec<Index> = nodes.copied().collect();
    if nodes.iter().any(|&node| in_scene[node as usize]) && wish.is_none() {
        nodes.retain(|&node| in_scene[node as usize]);
    }
    let mut shown: Vec<Option<Index>> = vec![None; count];
    let mut in_order = nodes.clone();
    in_order.sort_unstable();
    for &n in &in_order {
        let node = &document.nodes[n as usize];
        if let Some(mesh) = node.mesh {
            // The node with the skin, if there are several.
            let before = &mut shown[mesh as usize];
            if before.is_none_or(|b| document.nodes[b as usize].skin.is_none() && node.skin.is_some()) {
                *before = Some(n);
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
    if let Some(wish) = wish {
        let number = wish.parse().ok().filter(|&number: &usize| number < count);
        let mesh = (0..count).find(|&mesh| is_named(mesh, wish)).or(number).ok_or_else(|| {
            Fault::Whole(format!("it has no mesh '{wish}'; there are {}", listed((0..count).map(label))))
        })?;
        return Ok(vec![Shown { mesh: mesh as Index, node: shown[mesh] }]);
    }
    let worth = |mesh: &usize| {
        let own = &document.meshes[*mesh];
        let targets = own.primitives.iter().any(|p| !p.targets.is_empty());
        let skin = node_of(*mesh).is_some_and(|node| node.skin.is_some());
        (shown[*mesh].is_some(), targets, skin, vertices(document, *mesh), std::cmp::Reverse(*mesh))
    };
    let first = (0..count).max_by_key(worth).unwrap_or(0);
    let first = Shown { mesh: first as Index, node: shown[first] };
    let carried = carried(document, tree);
    let is_carried = |node: Option<Index>| {
        node.is_some_and(|n| carried[n as usize] || document.nodes[n as usize].skin.is_some())
    };
    let mut all = vec![first];
    let others = nodes.into_iter().filter(|&node| Some(node) != first.node);
    for node in others.filter(|&node| is_carried(Some(node)) == is_carried(first.node)) {
        let mesh = document.nodes[node as usize].mesh.unwrap_or(0);
        all.push(Shown { mesh, node: Some(node) });
    }
    let left_out: Vec<usize> =
        (0..count).filter(|&mesh| all.iter().all(|own| own.mesh as usize != mesh)).collect();
    let first = label(first.mesh as usize);
    if !left_out.is_empty() {
        let left_out = listed(left_out.into_iter().map(label));
        let with = if all.len() > 1 { format!("{first} and what moves with it") } else { first };
        log.assume(Criterion::Choice, format!("mesh: {with}, the others being {left_out}"));
    } else if all.len() > 1 {
        let others = listed(all[1..].iter().map(|own| label(own.mesh as usize)));
        log.assume(Criterion::Choice, format!("mesh: {first}, and as parts of it {others}"));
    }
    Ok(all)
}

/// How many vertices a mesh claims to have.
pub(super) fn vertices(document: &Document, mesh: usize) -> u64 {
    let positions = document.meshes[mesh].primitives.iter().filter_map(|p| p.attributes.get("POSITION"));
    positions
        .filter_map(|accessor| document.accessors.get(accessor as usize))
        .fold(0, |sum, accessor| sum.saturating_add(accessor.count))
}

/// Which nodes are joints of a skin, or hang from one.
fn carried(document: &Document, tree: &Tree) -> Vec<bool> {
    let mut carried = vec![false; document.nodes.len()];
    for &joint in document.skins.iter().flat_map(|skin| &skin.joints) {
        carried.get_mut(joint as usize).into_iter().for_each(|carried| *carried = true);
    }
    for &node in &tree.preorder {
        carried[node as usize] |= tree.parents[node as usize].is_some_and(|above| carried[above as usize]);
    }
    carried
}
