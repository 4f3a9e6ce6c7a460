//! What the readers of scenes share, glTF and FBX: nodes with scales in a tree, of which some become rigid joints.
//!
//! A uniform scale commutes with rotations, so it can be moved down the tree: each joint's translation is multiplied by
//! the product of the scales above it, and where the joints are does not change. A scale that differs by axis has no
//! rigid equivalent; its geometric mean stands for it, with a warning.

use std::collections::{HashMap, HashSet};

use glam::{DQuat, DVec3};

use crate::clip::Transform;
use crate::limits::MAX_NAME_BYTES;

/// The nodes of a scene, by index: a forest.
pub(crate) struct Tree {
    pub(crate) parents: Vec<Option<u32>>,
    /// Depth first, children in the file's order.
    pub(crate) preorder: Vec<u32>,
}

impl Tree {
    fn parent(&self, node: u32) -> Option<usize> {
        self.parents[node as usize].map(|p| p as usize)
    }
}

/// The joints, and the moving nodes above and below them.
pub(crate) fn related(tree: &Tree, joints: &[bool], moving: &[bool]) -> Vec<bool> {
    let mut below = joints.to_vec();
    for &node in &tree.preorder {
        below[node as usize] |= tree.parent(node).is_some_and(|p| below[p]);
    }
    let mut above = joints.to_vec();
    for &node in tree.preorder.iter().rev() {
        if let (true, Some(parent)) = (above[node as usize], tree.parent(node)) {
            above[parent] = true;
        }
    }
    (0..joints.len()).map(|n| joints[n] || moving[n] && (below[n] || above[n])).collect()
}

/// The wanted nodes and what connects those of each tree.
pub(crate) fn connected(tree: &Tree, wanted: &[bool]) -> Vec<bool> {
    // How many wanted nodes there are at or below each node.
    let mut count: Vec<usize> = wanted.iter().map(|&w| usize::from(w)).collect();
    for &node in tree.preorder.iter().rev() {
        if let Some(parent) = tree.parent(node) {
            count[parent] += count[node as usize];
        }
    }
    // Above the lowest common ancestor, a node has all wanted ones below a single child.
    let mut single_child = vec![false; wanted.len()];
    for &node in &tree.preorder {
        if let Some(parent) = tree.parent(node) {
            single_child[parent] |= !wanted[parent] && count[node as usize] == count[parent];
        }
    }
    let mut kept = vec![false; wanted.len()];
    for &node in &tree.preorder {
        let n = node as usize;
        kept[n] = count[n] > 0 && (!single_child[n] || tree.parent(node).is_some_and(|p| kept[p]));
    }
    kept
}

/// Whether a leaf of this name is the tip of a bone.
pub(crate) fn is_named_an_end(name: &str) -> bool {
    name.len() > 4 && name.to_ascii_lowercase().ends_with("_end")
}

/// A name of its own for every joint: its own, `unnamed` for one without, or its own with a number, of which `renamed`
/// hears.
pub(crate) fn unique_names<'a>(
    given: impl Iterator<Item = Option<&'a str>> + Clone,
    unnamed: impl Fn(usize) -> String,
    mut renamed: impl FnMut(usize, &str),
) -> Vec<String> {
    let given = given.map(|name| name.filter(|name| !name.is_empty()));
    // So long that a file of text could not hold it, with what tells it from others.
    let given = given.map(|name| name.map(|name| &name[..name.floor_char_boundary(MAX_NAME_BYTES - 24)]));
    let mut taken: HashSet<String> = given.clone().flatten().map(str::to_owned).collect();
    let mut used: HashMap<&str, usize> = HashMap::new();
    let mut names = Vec::new();
    for (joint, name) in given.enumerate() {
        let Some(name) = name else {
            names.push(fresh(&mut taken, &unnamed(joint), &mut 1));
            continue;
        };
        let times = used.entry(name).or_insert(0);
        *times += 1;
        if *times == 1 {
            names.push(name.to_owned());
        } else {
            let name = fresh(&mut taken, name, times);
            renamed(joint, &name);
            names.push(name);
        }
    }
    names
}

/// `name`, or `name_2` and so on; `times` remembers how far the counting has come.
fn fresh(taken: &mut HashSet<String>, name: &str, times: &mut usize) -> String {
    loop {
        let candidate = if *times == 1 { name.to_owned() } else { format!("{name}_{times}") };
        if taken.insert(candidate.clone()) {
            return candidate;
        }
        *times += 1;
    }
}

/// Scales that differ by less than this count as the same.
pub(crate) const SCALE_TOLERANCE: f64 = 1e-3;

/// A node's transform relative to its parent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Local {
    pub(crate) rigid: Transform,
    pub(crate) scale: f64,
}

impl Local {
    /// No transform.
    pub(crate) const IDENTITY: Self = Self { rigid: Transform::IDENTITY, scale: 1.0 };

    /// `self · inner`: `inner` applied first.
    pub(crate) fn then(self, inner: Self) -> Self {
        let translation = self.scale * inner.rigid.translation;
        Self {
            rigid: self.rigid.compose(Transform { translation, ..inner.rigid }),
            scale: self.scale * inner.scale,
        }
    }

    /// The rigid part of `inner`, given that of `self · inner`.
    pub(crate) fn inner_of(self, whole: Transform) -> Transform {
        let inner = self.rigid.inverse().compose(whole);
        Transform { translation: inner.translation / self.scale, ..inner }
    }
}

/// Whether the three agree, sign included.
pub(crate) fn is_uniform(scale: DVec3) -> bool {
    (scale.max_element() - scale.min_element()) <= SCALE_TOLERANCE * scale.abs().max_element()
}

/// A rotation and a scale that together do what these do, with one sign for all of the scale: to mirror one axis is to mirror all three and
/// to turn half round about it, and to mirror two is to turn half round about the third.
pub(crate) fn with_one_sign(rotation: DQuat, scale: DVec3) -> (DQuat, DVec3) {
    let half_turn = half_turn(scale);
    let is_mirror = scale.x * scale.y * scale.z < 0.0;
    (rotation * half_turn, if is_mirror { -scale.abs() } else { scale.abs() })
}

/// By what [`with_one_sign`] turns; turned twice, nothing is changed.
pub(crate) fn half_turn(scale: DVec3) -> DQuat {
    let negative = scale.to_array().map(|axis| axis < 0.0);
    match negative {
        [a, b, c] if a == b && b == c => DQuat::IDENTITY,
        [a, b, _] if a == b => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        [a, _, c] if a == c => DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        _ => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
    }
}

/// The one number that stands for a scale.
pub(crate) fn mean(scale: DVec3) -> f64 {
    if is_uniform(scale) {
        return (scale.x + scale.y + scale.z) / 3.0;
    }
    libm::cbrt(scale.x * scale.y * scale.z)
}

/// Appends the rigid transforms of all joints, given those with scale; `above` holds one entry per root. `scales` is
/// scratch space.
pub(crate) fn flatten(
    parents: &[Option<usize>],
    above: &[Local],
    pose: impl Iterator<Item = Local>,
    scales: &mut Vec<f64>,
    rigid: &mut Vec<Transform>,
) {
    let mut roots = above.iter();
    scales.clear();
    for (parent, local) in parents.iter().zip(pose) {
        let flat = match (parent, roots.as_slice()) {
            (Some(parent), _) => {
                let scale = scales[*parent];
                let translation = scale * local.rigid.translation;
                Local { rigid: Transform { translation, ..local.rigid }, scale: scale * local.scale }
            }
            (None, [root, ..]) => {
                roots.next();
                root.then(local)
            }
            (None, []) => local,
        };
        scales.push(flat.scale);
        rigid.push(flat.rigid);
    }
}

/// Names for a message: the first twenty, and how many more.
pub(crate) fn listed(mut names: impl Iterator<Item = String>) -> String {
    let mut list: Vec<String> = names.by_ref().take(20).collect();
    let more = names.count();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}

/// Whether a transform can still be a joint's: scales multiply down the tree, and tangents can be anything.
pub(crate) fn is_sane(t: &Transform) -> bool {
    t.translation.is_finite() && t.translation.abs().max_element() < 1e12 && t.rotation.is_finite()
}
