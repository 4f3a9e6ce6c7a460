//! The node hierarchy: a forest, or an error that names the node where it is not.

use super::document::{Document, Index};
use super::fault::{Checked, Fault};
use crate::formats::nodes::Tree;
use crate::limits::Limits;

/// A node as messages name it: `node 4 'Hips'`.
pub(super) fn place(document: &Document, node: Index) -> String {
    match document.nodes.get(node as usize).and_then(|n| n.name.as_ref()) {
        Some(name) => format!("node {node} '{name}'"),
        None => format!("node {node}"),
    }
}

/// Finds each node's parent, and an order in which parents come first.
pub(super) fn build(document: &Document) -> Checked<Tree> {
    let count = document.nodes.len();
    let mut parents: Vec<Option<Index>> = vec![None; count];
    for (node, children) in document.nodes.iter().enumerate().map(|(i, n)| (i as Index, &n.children)) {
        for &child in children {
            let parent = parents.get_mut(child as usize).ok_or_else(|| {
                Fault::at(
                    place(document, node),
                    format!("its child is node {child}, but there are {count} nodes"),
                )
            })?;
            if let Some(other) = parent.replace(node) {
                let problem =
                    format!("it has two parents, {} and {}", place(document, other), place(document, node));
                return Err(Fault::at(place(document, child), problem));
            }
        }
    }

    let mut preorder = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let deepest = Limits::current().depth;
    let mut depths = vec![1; count];
    let mut stack: Vec<Index> =
        (0..count as Index).rev().filter(|&n| parents[n as usize].is_none()).collect();
    while let Some(node) = stack.pop() {
        preorder.push(node);
        seen[node as usize] = true;
        let depth = depths[node as usize];
        if depth > deepest {
            return Err(Fault::at(place(document, node), format!("nodes are nested deeper than {deepest}")));
        }
        let children = &document.nodes[node as usize].children;
        children.iter().for_each(|&child| depths[child as usize] = depth + 1);
        stack.extend(children.iter().rev());
    }
    // With one parent at most, a node that no root reaches hangs in a circle or below one; going up, one ends in it.
    let Some(lost) = seen.iter().position(|&s| !s) else {
        return Ok(Tree { parents, preorder });
    };
    let circling = (0..count).fold(lost as Index, |node, _| parents[node as usize].unwrap_or(node));
    Err(Fault::at(place(document, circling), "it is its own ancestor"))
}
