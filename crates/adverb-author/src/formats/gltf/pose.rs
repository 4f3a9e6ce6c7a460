//! The rest pose of nodes, repaired where it has to be (glTF 2.0, section 3.5.3).

use super::document::{Document, Index, Node};
use super::fault::{Checked, Fault};
use super::joints::Joints;
use super::tree::place;
use crate::clip::Transform;
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::nodes::{Local, Tree, flatten, is_uniform, mean, with_one_sign};
use glam::{DMat3, DQuat, DVec3};

/// The rest pose of a node, with a warning for what had to be repaired.
fn local(document: &Document, index: Index, log: &mut Log) -> Checked<Local> {
    let node = &document.nodes[index as usize];
    let here = || place(document, index);
    let (translation, rotation, scale) = parts(node, &here, log)?;
    check_size(translation, "translation", &here)?;
    check_size(scale, "scale", &here)?;
    let length = rotation.length();
    if !(length > 1e-6 && length < 1e6) {
        return Err(Fault::at(here(), format!("its rotation {rotation} is not a unit quaternion")));
    }
    if (length - 1.0).abs() > 1e-2 {
        log.repaired(
            Criterion::Rotations,
            here(),
            format!("its rotation has length {length:.3} instead of 1 and was normalised"),
        );
    }
    if !is_uniform(scale) && matters(node) {
        log.repaired(
            Criterion::Scales,
            here(),
            format!(
                "its scale {scale} is non-uniform; the mean {:.4} was used, joints below may shift",
                mean(scale)
            ),
        );
    }
    Ok(Local { rigid: Transform { translation, rotation: rotation.normalize() }, scale: mean(scale) })
}

/// Translation, rotation and scale of a node, the scale with one sign.
pub(super) fn parts(node: &Node, here: &dyn Fn() -> String, log: &mut Log) -> Checked<(DVec3, DQuat, DVec3)> {
    Ok(match &node.matrix {
        Some(matrix) => from_matrix(matrix, here, log)?,
        None => {
            let rotation = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
            let (rotation, scale) = with_one_sign(rotation, scale(node));
            (DVec3::from_array(node.translation.unwrap_or_default()), rotation, scale)
        }
    })
}

/// A node's scale, as written.
pub(super) fn scale(node: &Node) -> DVec3 {
    DVec3::from_array(node.scale.unwrap_or([1.0; 3]))
}

/// Scale moves only what lies below.
fn matters(node: &Node) -> bool {
    !node.children.is_empty()
}

/// A length that is not a joint's: such numbers only come from damage, and would end in infinities.
fn check_size(v: DVec3, what: &str, here: &dyn Fn() -> String) -> Checked<()> {
    const MOST: f64 = 1e12;
    match v.is_finite() && v.abs().max_element() <= MOST {
        true => Ok(()),
        false => Err(Fault::at(here(), format!("its {what} {:?} is absurdly large", v.to_array()))),
    }
}

/// Column-major, as in glTF.
fn from_matrix(m: &[f64; 16], here: &dyn Fn() -> String, log: &mut Log) -> Checked<(DVec3, DQuat, DVec3)> {
    let columns = [0, 4, 8].map(|i| DVec3::new(m[i], m[i + 1], m[i + 2]));
    for column in columns {
        check_size(column, "matrix", here)?;
    }
    let mut scale = DVec3::from_array(columns.map(DVec3::length));
    let translation = DVec3::new(m[12], m[13], m[14]);
    if scale.min_element() < 1e-9 {
        log.repaired(Criterion::Matrices, here(), "its matrix flattens an axis; its rotation was ignored");
        return Ok((translation, DQuat::IDENTITY, scale));
    }
    let mut axes = [columns[0] / scale.x, columns[1] / scale.y, columns[2] / scale.z];
    if axes[0].cross(axes[1]).dot(axes[2]) < 0.0 {
        // A mirror through a point keeps the scale uniform, and so costs nothing.
        scale = -scale;
        axes = axes.map(|axis| -axis);
    }
    let sheared = axes[0].dot(axes[1]).abs().max(axes[1].dot(axes[2]).abs()).max(axes[2].dot(axes[0]).abs());
    if sheared > 1e-3 {
        log.repaired(
            Criterion::Matrices,
            here(),
            "its matrix shears, which a joint cannot; the nearest rotation was used",
        );
    }
    // Gram-Schmidt, so that the rotation is one whatever the matrix.
    let y = axes[1] - axes[0] * axes[0].dot(axes[1]);
    let Some(y) = y.try_normalize() else {
        return Err(Fault::at(here(), "its matrix is singular"));
    };
    let rotation = DQuat::from_mat3(&DMat3::from_cols(axes[0], y, axes[0].cross(y)));
    Ok((translation, rotation, scale))
}

/// The rest pose of joints.
pub(super) struct AtRest {
    /// What lies above each joint without parent, in one transform.
    pub(super) above: Vec<Local>,
    /// As the nodes have it.
    pub(super) locals: Vec<Local>,
    /// By how much each joint scales what hangs from it.
    pub(super) scales: Vec<f64>,
    /// Without scales.
    pub(super) rigid: Vec<Transform>,
}

impl AtRest {
    pub(super) fn of(document: &Document, tree: &Tree, joints: &Joints, log: &mut Log) -> Checked<Self> {
        let above = above(document, tree, joints, log)?;
        let locals =
            joints.nodes.iter().map(|&n| local(document, n, log)).collect::<Checked<Vec<Local>>>()?;
        let (mut scales, mut rigid) = (Vec::new(), Vec::with_capacity(locals.len()));
        flatten(&joints.parents, &above, locals.iter().copied(), &mut scales, &mut rigid);
        Ok(Self { above, locals, scales, rigid })
    }
}

/// What lies above each joint that has no parent among the joints, in one transform.
fn above(document: &Document, tree: &Tree, joints: &Joints, log: &mut Log) -> Checked<Vec<Local>> {
    let mut above = Vec::new();
    for (&node, parent) in joints.nodes.iter().zip(&joints.parents) {
        if parent.is_some() {
            continue;
        }
        let mut folded = Local::IDENTITY;
        let mut next = tree.parents[node as usize];
        while let Some(ancestor) = next {
            folded = local(document, ancestor, log)?.then(folded);
            next = tree.parents[ancestor as usize];
        }
        above.push(folded);
    }
    Ok(above)
}
