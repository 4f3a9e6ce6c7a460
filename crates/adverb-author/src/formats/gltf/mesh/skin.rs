//! The joints of a skin, parents before children, as their nodes stand.

use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Document, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::gltf::tree::place;
use crate::formats::nodes::Tree;
use crate::mesh::Joint;
use glam::{DMat4, Mat4};

/// The joints, for each in the skin's own order which one it is, and the node of each. Nodes between joints, and those above, are
/// folded into the rest transforms.
pub(super) fn joints(
    document: &Document,
    tree: &Tree,
    skin: Index,
    accessors: &mut Accessors,
) -> Checked<(Vec<Joint>, Vec<u32>, Vec<Index>)> {
    let own = &document.skins[skin as usize];
    let fault = |problem: String| Fault::at(format!("skin {skin}"), problem);
    let mut slot_of: Vec<Option<usize>> = vec![None; document.nodes.len()];
    for (slot, &node) in own.joints.iter().enumerate() {
        let known = slot_of.get_mut(node as usize);
        let known =
            known.ok_or_else(|| fault(format!("joint {slot} is node {node}, which does not exist")))?;
        if known.replace(slot).is_some() {
            return Err(fault(format!("{} is a joint twice", place(document, node))));
        }
    }
    let inverses = match own.inverse_bind_matrices {
        Some(index) => Some(accessors.floats(index, "MAT4")?),
        None => None,
    };
    if let Some(floats) = inverses.as_ref().filter(|floats| floats.len() < 16 * own.joints.len()) {
        let problem =
            format!("its {} joints have {} inverse bind matrices", own.joints.len(), floats.len() / 16);
        return Err(fault(problem));
    }
    // For each node the last joint at or above it, and what lies between.
    let mut above: Vec<(Option<usize>, DMat4)> = vec![(None, DMat4::IDENTITY); document.nodes.len()];
    let mut joints = Vec::with_capacity(own.joints.len());
    let mut ranks = vec![0; own.joints.len()];
    let mut nodes = Vec::with_capacity(own.joints.len());
    for &node in &tree.preorder {
        let n = node as usize;
        let (parent, outer) = tree.parents[n].map_or((None, DMat4::IDENTITY), |p| above[p as usize]);
        let local = outer * document.local_matrix(node);
        above[n] = (parent, local);
        if let Some(slot) = slot_of[n] {
            let rest = local.as_mat4();
            if !rest.is_finite() {
                return Err(Fault::at(place(document, node), "its position is out of range"));
            }
            ranks[slot] = joints.len() as u32;
            above[n] = (Some(joints.len()), DMat4::IDENTITY);
            let name = document.nodes[n].name.clone().unwrap_or_else(|| format!("node_{node}"));
            let inverse_bind =
                inverses.as_ref().map_or(Mat4::IDENTITY, |m| Mat4::from_cols_slice(&m[16 * slot..][..16]));
            joints.push(Joint { name, parent, rest, inverse_bind });
            nodes.push(node);
        }
    }
    Ok((joints, ranks, nodes))
}
