//! The joints of skins, parents before children, as their nodes stand, and where the skins have their meshes in the scene.
//!
//! glTF ignores the node of a skinned mesh: only joints and inverse bind matrices place it. So a mesh's own space may lie on its back, in
//! any unit. It is read as the scene shows it in the pose in which it was bound, and joints bind it there. Several skins share their joints.

use super::scene::undoable;
use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Document, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::gltf::tree::place;
use crate::formats::nodes::Tree;
use crate::mesh::Joint;
use glam::{DMat4, DVec3};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Two skins that bind a joint nearer to one place than this part of the figure's size bind it alike.
const ALIKE: f64 = 1e-2;

/// The joints of some skins.
#[derive(Default)]
pub(super) struct Joints {
    pub(super) joints: Vec<Joint>,
    /// The node of each.
    pub(super) nodes: Vec<Index>,
    /// Where each stands.
    world: Vec<DMat4>,
    /// Whether a skin has bound it yet.
    is_bound: Vec<bool>,
    /// The joint that a node is.
    of_node: HashMap<Index, u32>,
    /// How far joints are from the first.
    size: f64,
    /// What is known of each skin.
    skins: HashMap<Index, Bound>,
}

/// A skin on them.
struct Bound {
    /// For each joint in the skin's own order which one it is.
    ranks: Vec<u32>,
    to_scene: DMat4,
    /// Whether it was bound in the pose of those before it.
    is_alike: bool,
}

impl Joints {
    /// Those of some skins, each with a node that wears it. Nodes between joints, and those above, are folded into the rest transforms.
    pub(super) fn of(
        document: &Document,
        tree: &Tree,
        worn: &[(Index, Index)],
        accessors: &mut Accessors,
    ) -> Checked<Self> {
        let mut all = Self::default();
        if worn.is_empty() {
            return Ok(all);
        }
        // The last skin, counted from 1, whose joint a node is.
        let mut joint_of = vec![0; document.nodes.len()];
        let mut inverses: HashMap<Index, Vec<DMat4>> = HashMap::new();
        for &(skin, _) in worn.iter() {
            if let Entry::Vacant(entry) = inverses.entry(skin) {
                entry.insert(check(document, skin, &mut joint_of, accessors)?);
            }
        }
        all.stand(document, tree, &joint_of)?;
        for &(skin, node) in worn {
            if !all.skins.contains_key(&skin) {
                let own = &document.skins[skin as usize].joints;
                let ranks = own.iter().map(|joint| all.of_node[joint]).collect();
                all.bind(document, tree, skin, node, ranks, &inverses[&skin]);
            }
        }
        Ok(all)
    }

    /// Lists the joints.
    fn stand(&mut self, document: &Document, tree: &Tree, joint_of: &[Index]) -> Checked<()> {
        // For each node the last joint at or above it, and what lies between.
        let mut above: Vec<(Option<usize>, DMat4)> = vec![(None, DMat4::IDENTITY); document.nodes.len()];
        for &node in &tree.preorder {
            let n = node as usize;
            let (parent, outer) = tree.parents[n].map_or((None, DMat4::IDENTITY), |p| above[p as usize]);
            let local = outer * document.local_matrix(node);
            above[n] = (parent, local);
            if joint_of[n] > 0 {
                let rest = local.as_mat4();
                if !rest.is_finite() {
                    return Err(Fault::at(place(document, node), "its position is out of range"));
                }
                self.of_node.insert(node, self.joints.len() as u32);
                above[n] = (Some(self.joints.len()), DMat4::IDENTITY);
                let name = document.nodes[n].name.clone().unwrap_or_else(|| format!("node_{node}"));
                self.world.push(parent.map_or(local, |parent| self.world[parent] * local));
                self.joints.push(Joint { name, parent, rest, inverse_bind: rest });
                self.nodes.push(node);
            }
        }
        self.is_bound = vec![false; self.joints.len()];
        let places = self.world.iter().map(|m| m.w_axis.truncate());
        self.size = places.map(|at| at.distance(self.world[0].w_axis.truncate())).fold(0.0, f64::max);
        Ok(())
    }

    /// Binds the joints of a skin that no skin before has bound.
    fn bind(
        &mut self,
        document: &Document,
        tree: &Tree,
        skin: Index,
        node: Index,
        ranks: Vec<u32>,
        inverses: &[DMat4],
    ) {
        let slots = || ranks.iter().zip(inverses).map(|(&rank, inverse)| (rank as usize, *inverse));
        let shared: Vec<(usize, DMat4)> = slots().filter(|(rank, _)| self.is_bound[*rank]).collect();
        let binds = |rank: usize| undoable(self.joints[rank].inverse_bind.as_dmat4().inverse());
        let from_shared = || shared.iter().find_map(|&(rank, inverse)| undoable(binds(rank)? * inverse));
        let bound: Vec<(usize, DMat4)> =
            slots().filter_map(|(r, m)| Some((r, undoable(m)?.inverse()))).collect();
        let away = |to_scene: &DMat4| -> f64 {
            let place = |m: &DMat4| m.w_axis.truncate();
            bound.iter().map(|(r, bind)| place(&(*to_scene * *bind)).distance(place(&self.world[*r]))).sum()
        };
        let from_above = || {
            // Exporters mean the transform of the mesh's node, none, or that of what the joints hang from.
            let top = ranks.iter().zip(inverses).min_by_key(|(rank, _)| **rank);
            let above = top.and_then(|(&top, _)| tree.parents[self.nodes[top as usize] as usize]);
            let candidates = [Some(node), None, above]
                .map(|n| undoable(n.map_or(DMat4::IDENTITY, |n| document.world_matrix(tree, n))));
            let nearest = |all: &mut dyn Iterator<Item = DMat4>| {
                all.map(|own| (away(&own), own)).min_by(|a, b| a.0.total_cmp(&b.0))
            };
            let usual = nearest(&mut candidates.into_iter().flatten()).unwrap_or_default();
            // Or the topmost joint itself makes up for Z up and for the unit. A pose alone must not pass for that.
            let scale = top.map_or(1.0, |(&top, inverse)| {
                (self.world[top as usize].x_axis.length() * inverse.x_axis.length()).max(1e-30)
            });
            let quarters = [-1.0, 0.0, 1.0].map(|turn| turn * std::f64::consts::FRAC_PI_2);
            let stood =
                quarters.map(|turn| DMat4::from_rotation_x(turn) * DMat4::from_scale(DVec3::splat(scale)));
            let stood = nearest(&mut stood.into_iter().filter_map(undoable)).unwrap_or_default();
            if stood.0 < 0.5 * usual.0 - 1e-9 { stood.1 } else { usual.1 }
        };
        let to_scene = from_shared().unwrap_or_else(from_above);
        let back = to_scene.inverse();
        let probes = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|probe| self.size * probe);
        let is_alike = shared.iter().all(|&(rank, inverse)| {
            let (own, theirs) = (inverse * back, self.joints[rank].inverse_bind.as_dmat4());
            let unit = theirs.x_axis.truncate().length().max(1e-30);
            let off = |at: DVec3| own.transform_point3(at).distance(theirs.transform_point3(at)) / unit;
            probes.into_iter().all(|probe| off(probe) <= ALIKE * self.size)
        });
        if is_alike {
            for (rank, inverse) in slots() {
                if !std::mem::replace(&mut self.is_bound[rank], true) {
                    let is_same = to_scene == DMat4::IDENTITY;
                    let inverse = if is_same { inverse } else { inverse * back };
                    self.joints[rank].inverse_bind = inverse.as_mat4();
                }
            }
        }
        self.skins.insert(skin, Bound { ranks, to_scene, is_alike });
    }

    /// For each joint of a skin in its own order which one it is, and what takes its meshes to the scene; `None` if it was bound in another
    /// pose than those before it.
    pub(super) fn skin(&self, skin: Index) -> Option<(&[u32], DMat4)> {
        self.skins.get(&skin).filter(|own| own.is_alike).map(|own| (&*own.ranks, own.to_scene))
    }

    /// The joint that a node hangs from, and what takes a mesh of that node to where the joint was bound.
    pub(super) fn carrying(&self, document: &Document, tree: &Tree, node: Index) -> Option<(u32, DMat4)> {
        let mut local = DMat4::IDENTITY;
        let mut next = Some(node);
        while let Some(n) = next {
            if let Some(&joint) = self.of_node.get(&n) {
                let joint = joint as usize;
                let bound = undoable(self.joints[joint].inverse_bind.as_dmat4()).map(|m| m.inverse());
                return Some((joint as u32, bound.unwrap_or(self.world[joint]) * local));
            }
            local = document.local_matrix(n) * local;
            next = tree.parents[n as usize];
        }
        None
    }
}

/// The inverse bind matrices of a skin whose joints are all there, and once.
fn check(
    document: &Document,
    skin: Index,
    joint_of: &mut [Index],
    accessors: &mut Accessors,
) -> Checked<Vec<DMat4>> {
    let own = &document.skins[skin as usize];
    let fault = |problem: String| Fault::at(format!("skin {skin}"), problem);
    for (slot, &node) in own.joints.iter().enumerate() {
        let known = joint_of.get_mut(node as usize);
        let known =
            known.ok_or_else(|| fault(format!("joint {slot} is node {node}, which does not exist")))?;
        if std::mem::replace(known, skin + 1) == skin + 1 {
            return Err(fault(format!("{} is a joint twice", place(document, node))));
        }
    }
    let Some(index) = own.inverse_bind_matrices else {
        return Ok(vec![DMat4::IDENTITY; own.joints.len()]);
    };
    let floats = accessors.floats(index, "MAT4")?;
    if floats.len() < 16 * own.joints.len() {
        let problem =
            format!("its {} joints have {} inverse bind matrices", own.joints.len(), floats.len() / 16);
        return Err(fault(problem));
    }
    let matrix = |m: &[f32]| DMat4::from_cols_array(&std::array::from_fn(|i| f64::from(m[i])));
    Ok(floats.chunks_exact(16).take(own.joints.len()).map(matrix).collect())
}
