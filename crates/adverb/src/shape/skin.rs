//! Skinning by blended transforms: eq. 8 of shape-by-example after its forms are blended, with four influences per vertex.

#[cfg(target_arch = "x86_64")]
mod avx2;

use glam::{Affine3A, Mat4, Vec3, Vec4};

use super::directions::unit;

/// Joints that move a vertex.
pub const INFLUENCES: usize = 4;

/// A transform, column by column.
pub type Matrix = [f32; 16];

/// Which joints move which vertex, and by how much.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skin {
    /// As the mesh calls them.
    pub joints: Vec<String>,
    /// Where each joint's frame is in the rest pose: `joint_from_mesh`, column by column.
    pub inverse_bind: Vec<Matrix>,
    /// Of every vertex, four joints; without influence they do not count. Eight vertices in a row that have the same four are placed
    /// the fastest.
    pub vertex_joints: Vec<[u16; INFLUENCES]>,
    /// Their weights, which sum to one.
    pub vertex_weights: Vec<[f32; INFLUENCES]>,
}

impl Skin {
    /// Whether its counts fit together, for this many vertices.
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
    pub fn palette(&self, world_from_joint: &[Affine3A], palette: &mut [Matrix]) {
        assert_eq!(world_from_joint.len(), self.joints.len(), "a transform per joint");
        assert_eq!(palette.len(), self.joints.len(), "room for a matrix per joint");
        for ((world, bind), to) in world_from_joint.iter().zip(&self.inverse_bind).zip(palette) {
            *to = (Mat4::from(*world) * Mat4::from_cols_array(bind)).to_cols_array();
        }
    }

    /// The blended transform of a vertex.
    pub fn blended(&self, palette: &[Matrix], vertex: usize) -> Matrix {
        let columns = blended(palette, &self.vertex_joints[vertex], &self.vertex_weights[vertex]);
        Mat4::from_cols(columns[0], columns[1], columns[2], columns[3]).to_cols_array()
    }

    /// Moves positions of the rest pose, three numbers each, to where the joints have them.
    ///
    /// # Panics
    /// If counts do not fit together.
    pub fn positions(&self, palette: &[Matrix], rest: &[f32], out: &mut [f32]) {
        self.place(palette, 1.0, rest, out);
    }

    /// Turns directions of the rest pose, three numbers each, and keeps them of unit length. As engines do, with the same
    /// transforms as positions: right for joints that turn and move.
    ///
    /// # Panics
    /// If counts do not fit together.
    pub fn directions(&self, palette: &[Matrix], rest: &[f32], out: &mut [f32]) {
        self.place(palette, 0.0, rest, out);
        let done = unit_blocks(rest, out);
        let rest = &rest.as_chunks::<3>().0[done..];
        let out = &mut out.as_chunks_mut::<3>().0[done..];
        for (out, rest) in out.iter_mut().zip(rest) {
            *out = unit(Vec3::from_array(*out), Vec3::from_array(*rest)).to_array();
        }
    }

    /// Places what has three numbers and `w` as its fourth.
    fn place(&self, palette: &[Matrix], w: f32, rest: &[f32], out: &mut [f32]) {
        assert_eq!(palette.len(), self.joints.len(), "a matrix per joint");
        assert!(
            rest.len() == 3 * self.vertex_joints.len() && out.len() == rest.len(),
            "three numbers per vertex"
        );
        let done = self.place_blocks(palette, w, rest, out);
        let (rest, _) = rest.as_chunks::<3>();
        let (out, _) = out.as_chunks_mut::<3>();
        for vertex in done..out.len() {
            let (joints, weights) = (&self.vertex_joints[vertex], &self.vertex_weights[vertex]);
            out[vertex] = placed(&blended(palette, joints, weights), w, rest[vertex]);
        }
    }

    /// Places blocks of vertices with wider vectors, where the machine has them; how many vertices that were.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "only that machine has them"))]
    fn place_blocks(&self, palette: &[Matrix], w: f32, rest: &[f32], out: &mut [f32]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            let (joints, _) = self.vertex_joints.as_chunks();
            let (weights, _) = self.vertex_weights.as_chunks();
            let (rest, out) = (rest.as_chunks().0, out.as_chunks_mut().0);
            #[allow(unsafe_code)]
            // SAFETY: the machine has AVX2; that was asked just now.
            unsafe {
                avx2::place(palette, joints, weights, w, rest, out);
            }
            return joints.len() * avx2::EIGHT;
        }
        0
    }
}

/// Brings blocks of directions to unit length with wider vectors, where the machine has them; how many directions that were.
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "only that machine has them"))]
fn unit_blocks(rest: &[f32], turned: &mut [f32]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        let (rest, turned) = (rest.as_chunks().0, turned.as_chunks_mut().0);
        #[allow(unsafe_code)]
        // SAFETY: the machine has AVX2; that was asked just now.
        unsafe {
            avx2::unit(rest, turned);
        }
        return turned.len() * avx2::EIGHT;
    }
    0
}

/// The sum of four matrices by their weights.
#[inline(always)]
fn blended(palette: &[Matrix], joints: &[u16; INFLUENCES], weights: &[f32; INFLUENCES]) -> [Vec4; 4] {
    let matrices = joints.map(|joint| palette[usize::from(joint)].as_chunks::<4>().0);
    [0, 1, 2, 3].map(|column: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k: usize| weights[k] * Vec4::from_array(matrices[k][column]));
        a + b + c + d
    })
}

/// What a matrix makes of (x, y, z, w).
#[inline(always)]
fn placed(matrix: &[Vec4; 4], w: f32, [x, y, z]: [f32; 3]) -> [f32; 3] {
    ((matrix[0] * x + matrix[2] * z) + (matrix[1] * y + matrix[3] * w)).truncate().to_array()
}
