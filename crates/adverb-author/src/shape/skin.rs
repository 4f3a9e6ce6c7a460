//! A skin of four influences per vertex, as engines have them.

use adverb::shape::{INFLUENCES, Skin};

use crate::finding::{Criterion, Finding, Subject, counted_as};
use crate::mesh::{Influences, Joint, Mesh};

/// How many consecutive vertices with the same joints are computed at once.
const BLOCK: usize = 8;

/// The four strongest influences of each vertex, with weights that sum to one; a warning says what was lost.
pub(super) fn skin(
    joints: &[Joint],
    influences: &Influences,
    rest: Subject,
    warnings: &mut Vec<Finding>,
) -> Skin {
    let (mut vertex_joints, mut vertex_weights) = (Vec::new(), Vec::new());
    let (mut cut, mut most) = (0, 0.0f32);
    for own in influences.iter() {
        let mut own = own.to_vec();
        // Of equals, the earlier joint.
        own.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let all: f32 = own.iter().map(|influence| influence.1).sum();
        let left_out: f32 = own.iter().skip(INFLUENCES).map(|influence| influence.1).sum();
        if left_out > 0.0 {
            cut += 1;
            most = most.max(left_out / all);
        }
        own.truncate(INFLUENCES);
        let kept = all - left_out;
        let mut row = ([0; INFLUENCES], [0.0; INFLUENCES]);
        for (k, (joint, weight)) in own.into_iter().enumerate().filter(|(_, influence)| influence.1 > 0.0) {
            (row.0[k], row.1[k]) = (joint as u16, weight / kept);
        }
        vertex_joints.push(row.0);
        vertex_weights.push(row.1);
    }
    if cut > 0 {
        let lost = 100.0 * f64::from(most);
        let message = format!(
            "{} held by more than four joints; the four strongest are kept, and at most {lost:.1} % of a hold is lost",
            counted_as(cut, "vertex is", "vertices are")
        );
        warnings.push(Finding::warning(Criterion::CutInfluences, rest, message).of(lost, "%"));
    }
    for (joints, weights) in vertex_joints.chunks_exact_mut(BLOCK).zip(vertex_weights.chunks_exact_mut(BLOCK))
    {
        share(joints, weights);
    }
    Skin {
        joints: joints.iter().map(|joint| joint.name.clone()).collect(),
        inverse_bind: joints.iter().map(|joint| joint.inverse_bind.to_cols_array()).collect(),
        vertex_joints,
        vertex_weights,
    }
}

/// The same as a mesh has it.
pub(super) fn influences(skin: &Skin) -> Influences {
    let rows = skin.vertex_joints.iter().zip(&skin.vertex_weights);
    let held = rows.map(|(joints, weights)| {
        let all = joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        all.map(|(joint, weight)| (u32::from(*joint), *weight))
    });
    held.collect()
}

/// A mesh with the influences of the shape's skin: they brought the forms to the rest pose, and only they bring them back. Influences
/// of the mesh that are equal stay as they are.
pub(super) fn held(mut mesh: Mesh, skin: &Skin) -> Mesh {
    /// Weights that differ by less are the same but for rounding.
    const SAME: f32 = 1e-6;
    let Some(theirs) = &mesh.influences else { return mesh };
    let own = influences(skin);
    let weight = |list: &[(u32, f32)], joint: u32| -> f32 {
        list.iter().filter(|held| held.0 == joint).map(|held| held.1).sum()
    };
    let is_same = |v: usize| {
        let [a, b] = [theirs.get(v), own.get(v)];
        a.iter().chain(b).all(|&(joint, _)| (weight(a, joint) - weight(b, joint)).abs() < SAME)
    };
    if !(0..own.len()).all(is_same) {
        mesh.influences = Some(own);
    }
    mesh
}

/// Gives vertices that are held by four joints together the same four, in the same order.
fn share(joints: &mut [[u16; INFLUENCES]], weights: &mut [[f32; INFLUENCES]]) {
    let holds = |v: usize| (0..INFLUENCES).map(move |k| (v, k));
    let mut all: Vec<u16> = (0..joints.len())
        .flat_map(holds)
        .filter(|&(v, k)| weights[v][k] > 0.0)
        .map(|(v, k)| joints[v][k])
        .collect();
    all.sort_unstable();
    all.dedup();
    if all.len() > INFLUENCES {
        return;
    }
    let mut shared = [0; INFLUENCES];
    shared[..all.len()].copy_from_slice(&all);
    for (joints, weights) in joints.iter_mut().zip(weights) {
        let mut own = [0.0; INFLUENCES];
        for (joint, weight) in joints.iter().zip(&*weights).filter(|(_, weight)| **weight > 0.0) {
            own[all.partition_point(|other| other < joint)] += *weight;
        }
        (*joints, *weights) = (shared, own);
    }
}
