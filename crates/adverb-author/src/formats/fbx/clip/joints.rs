//! Which nodes of a scene become joints.
//!
//! - With bones (of a skin, or nodes that are limbs by their kind): those, and the animated nodes above and below them.
//! - Without: every node whose translation, rotation or scale a take drives.
//! - With neither: every node that shows nothing.
//!
//! To these come the nodes that connect them. What lies higher and stands still is folded into the top joint. An end site
//! is a leaf below a joint that nothing animates and whose name ends in `_End`.

use std::collections::HashSet;

use ufbx::{AnimCurve, AnimLayer, ElementType, Node, Scene};

use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::nodes::{self, Tree};

/// The chosen nodes, parents before children.
pub(in crate::formats::fbx) struct Joints<'s> {
    pub(super) nodes: Vec<&'s Node>,
    /// Joint that is the parent of each joint.
    pub(super) parents: Vec<Option<usize>>,
    pub(super) ends: Vec<bool>,
    pub(super) names: Vec<String>,
    /// Joint that a node became, by the node's index.
    pub(super) of_node: Vec<Option<usize>>,
    /// How many animated nodes are no joints.
    pub(super) animated_elsewhere: usize,
}

/// Chooses the joints of a scene, or says why there are none.
pub(in crate::formats::fbx) fn choose<'s>(scene: &'s Scene, log: &mut Log) -> Result<Joints<'s>, String> {
    let tree = tree(scene);
    let animated = animated(scene);
    let wanted = wanted(scene, &tree, &animated);
    let kept = nodes::connected(&tree, &wanted);
    let node = |n: u32| -> &'s Node { &scene.nodes[n as usize] };
    let is_end = |n: u32| {
        let node = node(n);
        let plain = node.mesh.is_none() && node.children.iter().all(|c| c.is_scale_helper);
        plain && !animated[n as usize] && nodes::is_named_an_end(&node.element.name)
    };
    let is_joint =
        |n: u32| kept[n as usize] || tree.parents[n as usize].is_some_and(|p| kept[p as usize]) && is_end(n);
    let chosen: Vec<u32> = tree.preorder.iter().copied().filter(|&n| is_joint(n)).collect();
    if chosen.is_empty() {
        return Err(without_joints(scene).into());
    }
    let mut of_node = vec![None; scene.nodes.len()];
    chosen.iter().enumerate().for_each(|(joint, &n)| of_node[n as usize] = Some(joint));
    let mut renamed = Vec::new();
    let names = nodes::unique_names(
        chosen.iter().map(|&n| Some(node(n).element.name.as_ref())),
        |joint| format!("node_{}", chosen[joint]),
        |_, name| renamed.push(name.to_owned()),
    );
    if !renamed.is_empty() {
        let names = nodes::listed(renamed.into_iter());
        let message = format!("some joints share a name; here the later ones are called: {names}");
        log.warn(Criterion::Namesakes, message, "");
    }
    Ok(Joints {
        parents: chosen.iter().map(|&n| of_node[tree.parents[n as usize]? as usize]).collect(),
        ends: chosen.iter().map(|&n| is_end(n)).collect(),
        nodes: chosen.iter().map(|&n| node(n)).collect(),
        animated_elsewhere: tree
            .preorder
            .iter()
            .map(|&n| n as usize)
            .filter(|&n| animated[n] && of_node[n].is_none())
            .count(),
        names,
        of_node,
    })
}

fn without_joints(scene: &Scene) -> &'static str {
    if scene.blend_channels.is_empty() {
        "it has no skeleton: no bones, no animated nodes, and none but those of meshes, cameras, lights and curves"
    } else {
        "it has no skeleton: no bones and no animated nodes (blend shapes are a shape's, not a motion's)"
    }
}

/// The hierarchy of the file's own nodes: without the scene's root, and without the helpers that hold scales.
fn tree(scene: &Scene) -> Tree {
    let parent = |node: &Node| node.parent.as_ref().filter(|p| !p.is_root).map(|p| p.element.typed_id);
    let parents = scene.nodes.iter().map(|node| parent(node)).collect();
    let mut preorder = Vec::with_capacity(scene.nodes.len());
    let below = |node: &'_ Node| -> Vec<u32> {
        let children = node.children.iter().rev().filter(|child| !child.is_scale_helper);
        children.map(|child| child.element.typed_id).collect()
    };
    let mut stack = below(&scene.root_node);
    while let Some(node) = stack.pop() {
        preorder.push(node);
        stack.extend(below(&scene.nodes[node as usize]));
    }
    Tree { parents, preorder }
}

/// The node of the file's that a node stands for: a helper's is the one above it.
pub(super) fn own(node: &Node) -> &Node {
    node.parent.as_deref().filter(|_| node.is_scale_helper).unwrap_or(node)
}

/// The curves of a layer that drive nodes, each with the node's index and what of it they drive.
pub(super) fn curves(layer: &AnimLayer) -> impl Iterator<Item = (usize, &str, &AnimCurve)> {
    let of_nodes = layer.anim_props.iter().filter(|prop| prop.element.type_ == ElementType::Node);
    let driven = of_nodes.filter(|prop| prop.prop_name.starts_with("Lcl "));
    driven.flat_map(|prop| {
        let node = prop.element.typed_id as usize;
        let curves = prop.anim_value.curves.iter().flatten();
        curves.map(move |curve| (node, prop.prop_name.as_ref(), curve.as_ref()))
    })
}

/// Which nodes any take drives.
fn animated(scene: &Scene) -> Vec<bool> {
    let mut animated = vec![false; scene.nodes.len()];
    let layers = scene.anim_layers.iter();
    for (node, _, _) in layers.flat_map(|layer| curves(layer)).filter(|c| !c.2.keyframes.is_empty()) {
        animated[node] = true;
    }
    animated
}

fn wanted(scene: &Scene, tree: &Tree, animated: &[bool]) -> Vec<bool> {
    let skinned = scene.skin_clusters.iter().filter_map(|cluster| cluster.bone_node.as_ref());
    let skinned: HashSet<u32> = skinned.map(|node| own(node).element.typed_id).collect();
    let is_bone = |n: &Node| n.bone.is_some() || n.scale_helper.as_ref().is_some_and(|h| h.bone.is_some());
    let is_limb = |n: &Node| !n.is_scale_helper && (is_bone(n) || skinned.contains(&n.element.typed_id));
    let limbs: Vec<bool> = scene.nodes.iter().map(|n| is_limb(n)).collect();
    if limbs.contains(&true) {
        return nodes::related(tree, &limbs, animated);
    }
    if animated.contains(&true) {
        return animated.to_vec();
    }
    let shows = |n: &Node| {
        n.is_root || n.is_scale_helper || n.attrib.as_ref().is_some_and(|a| a.type_ != ElementType::Empty)
    };
    scene.nodes.iter().map(|n| !shows(n)).collect()
}
