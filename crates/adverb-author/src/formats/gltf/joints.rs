//! Which nodes become joints.
//!
//! - With skins: the joints of all skins, the animated ancestors and descendants of those, and end sites.
//! - Without: every node whose translation, rotation or scale an animation drives, cameras and lights aside, and end sites.
//! - With neither: every node without mesh, camera or light, unless those are a few that only hold meshes.
//!
//! To these come the nodes that connect them, up to the lowest one above all joints of a tree. What lies higher and
//! stands still (an armature in centimetres, a turn from Z up) is folded into the top joint by [`super::pose`]. An end
//! site is a leaf below a joint that nothing animates and that adverb noted as such or whose name ends in `_End`.

use super::document::{Document, Index, Node, Notes};
use super::fault::{Checked, Fault};
use super::tree::place;
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::nodes::{self, Tree};
use std::collections::HashMap;

/// As many nodes that hold nothing but meshes, and end in them, are no skeleton.
const HOLDERS: usize = 3;

/// The chosen nodes, parents before children.
pub(super) struct Joints {
    /// Node of each joint.
    pub(super) nodes: Vec<Index>,
    /// Joint that is the parent of each joint.
    pub(super) parents: Vec<Option<usize>>,
    pub(super) ends: Vec<bool>,
    pub(super) names: Vec<String>,
    /// Joint that a node became.
    pub(super) of_node: HashMap<Index, usize>,
    /// How many animated nodes are no joints.
    pub(super) animated_elsewhere: usize,
}

/// Chooses the joints of a document; `tree` is its hierarchy.
pub(super) fn choose(document: &Document, tree: &Tree, log: &mut Log) -> Checked<Joints> {
    let animated = animated(document)?;
    let skinned = skinned(document)?;
    let wanted = wanted(document, tree, &animated, &skinned);
    let kept = nodes::connected(tree, &wanted);
    let is_end =
        |&node: &Index| looks_like_an_end(&document.nodes[node as usize]) && !animated[node as usize];
    let is_joint = |&node: &Index| {
        kept[node as usize] || tree.parents[node as usize].is_some_and(|p| kept[p as usize]) && is_end(&node)
    };

    // The file's own order where it will do, so that what adverb wrote comes back as it was.
    let in_file_order: Vec<Index> = (0..document.nodes.len() as Index).filter(is_joint).collect();
    let parents_first =
        in_file_order.iter().all(|&n| tree.parents[n as usize].is_none_or(|p| p < n || !is_joint(&p)));
    let nodes = if parents_first {
        in_file_order
    } else {
        tree.preorder.iter().copied().filter(|n| is_joint(n)).collect()
    };
    if nodes.is_empty() {
        return Err(Fault::Whole(without_joints(document).into()));
    }
    let of_node: HashMap<Index, usize> =
        nodes.iter().enumerate().map(|(joint, &node)| (node, joint)).collect();
    Ok(Joints {
        parents: nodes.iter().map(|&n| of_node.get(&tree.parents[n as usize]?).copied()).collect(),
        ends: nodes.iter().map(is_end).collect(),
        names: unique_names(document, &nodes, log),
        animated_elsewhere: (0..animated.len()).filter(|&n| animated[n] && !is_joint(&(n as Index))).count(),
        of_node,
        nodes,
    })
}

fn without_joints(document: &Document) -> &'static str {
    if document.animations.is_empty() {
        "it has no skeleton: no skin, and no node but those of meshes, cameras and lights; a mesh alone is a form of a shape, [shapes.…]"
    } else {
        "it has no skeleton: no skin, and its animations move no node (morph weights are a shape's, not a motion's)"
    }
}

/// Which nodes any animation moves.
fn animated(document: &Document) -> Checked<Vec<bool>> {
    let mut animated = vec![false; document.nodes.len()];
    for (a, animation) in document.animations.iter().enumerate() {
        for (c, channel) in animation.channels.iter().enumerate() {
            let fault = |problem| Err(Fault::at(format!("animation {a} channel {c}"), problem));
            if channel.sampler as usize >= animation.samplers.len() {
                return fault(format!("it uses sampler {} of {}", channel.sampler, animation.samplers.len()));
            }
            let Some(node) = channel.target.node else { continue };
            let Some(animated) = animated.get_mut(node as usize) else {
                return fault(format!("it moves node {node}, but there are {} nodes", document.nodes.len()));
            };
            *animated |= matches!(channel.target.path.as_str(), "translation" | "rotation" | "scale");
        }
    }
    Ok(animated)
}

/// Which nodes are joints of skins.
fn skinned(document: &Document) -> Checked<Vec<bool>> {
    let mut skinned = vec![false; document.nodes.len()];
    for (s, skin) in document.skins.iter().enumerate() {
        for (j, &node) in skin.joints.iter().enumerate() {
            *skinned.get_mut(node as usize).ok_or_else(|| {
                let problem =
                    format!("its joint {j} is node {node}, but there are {} nodes", document.nodes.len());
                Fault::at(format!("skin {s}"), problem)
            })? = true;
        }
    }
    Ok(skinned)
}

fn wanted(document: &Document, tree: &Tree, animated: &[bool], skinned: &[bool]) -> Vec<bool> {
    if !skinned.contains(&true) {
        let shown = |n: &Node| n.mesh.is_some() || lights_or_films(n);
        let scenery = scenery(document, tree);
        let moving: Vec<bool> =
            animated.iter().zip(&scenery).map(|(moves, aside)| *moves && !aside).collect();
        return match moving.contains(&true) {
            true => moving,
            false => {
                let bare: Vec<bool> = document.nodes.iter().map(|n| !shown(n)).collect();
                let ends_bare =
                    document.nodes.iter().zip(&bare).any(|(n, bare)| *bare && n.children.is_empty());
                let few = bare.iter().filter(|bare| **bare).count() <= HOLDERS;
                // Such nodes turn a mesh upright or scale it; they are no skeleton.
                if few && !ends_bare { vec![false; bare.len()] } else { bare }
            }
        };
    }
    nodes::related(tree, skinned, animated)
}

/// Whether a node is a camera or a light.
fn lights_or_films(node: &Node) -> bool {
    node.camera.is_some() || node.extensions.as_ref().is_some_and(|e| e.light.is_some())
}

/// Cameras and lights, and trees of nothing else: many programs hang a camera from a node that moves in its place.
fn scenery(document: &Document, tree: &Tree) -> Vec<bool> {
    let mut alone = vec![false; document.nodes.len()];
    for &n in tree.preorder.iter().rev() {
        let node = &document.nodes[n as usize];
        let holds_only =
            !node.children.is_empty() && node.children.iter().all(|&child| alone[child as usize]);
        alone[n as usize] = node.mesh.is_none() && (lights_or_films(node) || holds_only);
    }
    for &n in &tree.preorder {
        // A head with a camera is a head.
        if let Some(parent) = tree.parents[n as usize] {
            alone[n as usize] &= alone[parent as usize] || lights_or_films(&document.nodes[n as usize]);
        }
    }
    alone
}

fn looks_like_an_end(node: &Node) -> bool {
    let named = |name: &String| nodes::is_named_an_end(name);
    node.children.is_empty()
        && node.mesh.is_none()
        && Notes::of(&node.extras).end.unwrap_or_else(|| node.name.as_ref().is_some_and(named))
}

fn unique_names(document: &Document, nodes: &[Index], log: &mut Log) -> Vec<String> {
    let given = nodes.iter().map(|&node| document.nodes[node as usize].name.as_deref());
    let unnamed = |joint: usize| format!("node_{}", nodes[joint]);
    nodes::unique_names(given, unnamed, |joint, name| {
        let problem = format!("another joint has that name too; here it is called '{name}'");
        log.repaired(Criterion::Namesakes, place(document, nodes[joint]), problem);
    })
}
