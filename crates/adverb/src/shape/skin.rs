//! Skinning by blended transforms: eq. 8 of shape-by-example after its forms are blended, with four influences per vertex.

use glam::{Affine3A, Mat4, Vec3A};

use crate::wide::wide;

/// Joints that move a vertex.
pub const INFLUENCES: usize = 4;

/// Which joints move which vertex, and by how much.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skin {
    /// As the mesh calls them.
    pub joints: Vec<String>,
    /// Where each joint's frame is in the rest pose: `joint_from_mesh`, column by column.
    pub inverse_bind: Vec<[f32; 16]>,
    /// Of every vertex, four joints; without influence they do not count.
    pub vertex_joints: Vec<[u16; INFLUENCES]>,
    /// Their weights, which sum to one.
    pub vertex_weights: Vec<[f32; INFLUENCES]>,
}

impl Skin {
    /// Whether its counts fit together, for so many vertices.
    pub(super) fn fits(&self, vertices: usize) -> bool {
        let joints = self.joints.len();
        self.inverse_bind.len() == joints
            && self.vertex_joints.len() == vertices
            && self.vertex_weights.len() == vertices
            && self.vertex_joints.iter().flatten().all(|joint| usize::from(*joint) < joints)
            && self.inverse_bind.iter().flatten().all(|number| number.is_finite())
            && self.vertex_weights.iter().flatten().all(|weight| (-1e3..=1e3).contains(weight))
    }

    /// What takes a vertex of the rest pose to where each joint has it: `world_from_joint · joint_from_mesh`, column by column.
    ///
    /// # Panics
    /// If there is not one transform per joint, or not room for as many.
    pub fn palette(&self, world_from_joint: &[Affine3A], palette: &mut [[f32; 16]]) {
        assert_eq!(world_from_joint.len(), self.joints.len(), "a transform per joint");
        assert_eq!(palette.len(), self.joints.len(), "room for a matrix per joint");
        for ((world, bind), to) in world_from_joint.iter().zip(&self.inverse_bind).zip(palette) {
            *to = (Mat4::from(*world) * Mat4::from_cols_array(bind)).to_cols_array();
        }
    }

    /// The blended transform of a vertex.
    pub fn blended(&self, palette: &[[f32; 16]], vertex: usize) -> [f32; 16] {
        blended(palette, &self.vertex_joints[vertex], &self.vertex_weights[vertex])
    }

    /// Moves positions of the rest pose, three numbers each, to where the joints have them.
    ///
    /// # Panics
    /// If counts do not fit together.
    pub fn positions(&self, palette: &[[f32; 16]], rest: &[f32], out: &mut [f32]) {
        self.each(palette, rest, out, |m, [x, y, z]| {
            let along = |c: usize| m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c];
            [along(0), along(1), along(2)]
        });
    }

    /// Turns directions of the rest pose, three numbers each, and keeps them of unit length. As engines do, with the same
    /// transforms as positions: right for joints that turn and move.
    ///
    /// # Panics
    /// If counts do not fit together.
    pub fn directions(&self, palette: &[[f32; 16]], rest: &[f32], out: &mut [f32]) {
        self.each(palette, rest, out, |m, [x, y, z]| {
            let along = |c: usize| m[c] * x + m[4 + c] * y + m[8 + c] * z;
            let turned = Vec3A::new(along(0), along(1), along(2));
            let squared = turned.dot(turned);
            if squared > 1e-30 { (turned * (1.0 / libm::sqrtf(squared))).to_array() } else { [x, y, z] }
        });
    }

    #[inline(always)]
    fn each(
        &self,
        palette: &[[f32; 16]],
        rest: &[f32],
        out: &mut [f32],
        moved: impl Fn(&[f32; 16], [f32; 3]) -> [f32; 3],
    ) {
        assert_eq!(palette.len(), self.joints.len(), "a matrix per joint");
        assert!(
            rest.len() == 3 * self.vertex_joints.len() && out.len() == rest.len(),
            "three numbers per vertex"
        );
        let (rest, _) = rest.as_chunks::<3>();
        let (out, _) = out.as_chunks_mut::<3>();
        wide(
            #[inline(always)]
            || {
                let influences = self.vertex_joints.iter().zip(&self.vertex_weights);
                for ((to, from), (joints, weights)) in out.iter_mut().zip(rest).zip(influences) {
                    *to = moved(&blended(palette, joints, weights), *from);
                }
            },
        );
    }
}

/// The sum of four matrices by their weights.
#[inline(always)]
fn blended(palette: &[[f32; 16]], joints: &[u16; INFLUENCES], weights: &[f32; INFLUENCES]) -> [f32; 16] {
    let mut sum = [0.0; 16];
    for (joint, weight) in joints.iter().zip(weights) {
        let matrix = &palette[usize::from(*joint)];
        sum.iter_mut().zip(matrix).for_each(|(sum, number)| *sum += weight * number);
    }
    sum
}
