//! A skin of four influences per vertex, as engines have them.

use adverb::shape::{INFLUENCES, Skin};

use crate::mesh::{Influences, Joint};

/// So many vertices in a row are placed at once where they have the same joints.
const BLOCK: usize = 8;

/// The four joints that hold a vertex the most, their weights summing to one; what was left out is told.
pub(super) fn skin(
    joints: &[Joint],
    influences: &Influences,
    file: &str,
    warnings: &mut Vec<String>,
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
        warnings.push(format!(
            "{file}: {cut} vertices are held by more than four joints; the four strongest are kept, {:.1} % of a hold is lost at most",
            100.0 * most
        ));
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
