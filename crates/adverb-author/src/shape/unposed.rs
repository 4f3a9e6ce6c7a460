//! Forms brought to the rest pose (eq. 7 of shape-by-example): each vertex by the inverse of its own blended transform, so that the
//! skin brings it back to where the designer put it.
//!
//! Blended transforms can be flat: halfway between two joints that are turned against each other by half a turn, nothing is left of
//! one direction. There the inverse would throw a vertex anywhere for a hair's breadth. Such directions are limited to a stretch of
//! [`MOST_STRETCH`], and to less the flatter they are; a warning says what does not come back.

use adverb::shape::Skin;
use glam::{DMat3, DMat4, DVec3, Mat4, Vec3};

use crate::error::Error;
use crate::finding::{Criterion, Finding, Place, Subject, counted};
use crate::mesh::{Joint, Mesh};

/// The largest stretch of a direction that a transform shrinks.
const MOST_STRETCH: f64 = 20.0;
/// Larger errors, relative to the mesh's size, get a warning.
const TOLD: f64 = 1e-4;

/// How a form was brought to the rest pose.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unposed {
    /// Vertices whose transform is too flat to be undone.
    pub flat: Vec<u32>,
    /// The largest error of a vertex after the skin has moved it back, relative to the mesh's size.
    pub missed: f64,
}

impl Unposed {
    /// The warning about vertices that do not come back.
    pub(crate) fn finding(&self, form: Subject) -> Option<Finding> {
        let first = *self.flat.first().filter(|_| self.missed > TOLD)?;
        let message = format!(
            "in its pose the skin folds flat at {}, which come back up to {:.2} % of its size beside where they were put",
            counted(self.flat.len(), "vertex"),
            100.0 * self.missed
        );
        let found = Finding::warning(Criterion::FoldedFlat, form, message)
            .of(100.0 * self.missed, "%")
            .limit(100.0 * TOLD)
            .at(Place::vertex(first as usize));
        Some(found.remedy("Sculpt it in a pose that bends less, or smooth the weights where the skin folds."))
    }
}

/// Brings a form to the rest pose, its directions too.
pub(super) fn unpose(
    mesh: &mut Mesh,
    rest: &Mesh,
    pose: Option<&[Mat4]>,
    joints: &[Joint],
    skin: Option<&Skin>,
) -> Result<Unposed, Error> {
    let Some(pose) = pose else { return Ok(Unposed::default()) };
    let Some(skin) = skin else {
        let problem = "it was made in a pose, but the rest has no skin to undo it";
        return Err(Error::File { file: mesh.file.clone(), problem: problem.into() });
    };
    let palette: Vec<[f32; 16]> =
        pose.iter().zip(joints).map(|(world, joint)| (*world * joint.inverse_bind).to_cols_array()).collect();
    let mut unposed = Unposed::default();
    let size = f64::from(rest.size()).max(1e-30);
    for vertex in 0..mesh.positions.len() {
        let blended = Mat4::from_cols_array(&skin.blended(&palette, vertex)).as_dmat4();
        let undone = Undone::of(blended);
        let (put, at_rest) = (mesh.positions[vertex].as_dvec3(), rest.positions[vertex].as_dvec3());
        let found = at_rest + undone.inverse * (put - blended.transform_point3(at_rest));
        if undone.is_flat {
            unposed.flat.push(vertex as u32);
        }
        let missed = blended.transform_point3(found).distance(put) / size;
        unposed.missed = unposed.missed.max(missed);
        mesh.positions[vertex] = found.as_vec3();
        let turned = |v: Vec3| (undone.inverse * v.as_dvec3()).normalize_or(v.as_dvec3()).as_vec3();
        if let Some(normals) = &mut mesh.normals {
            normals[vertex] = turned(normals[vertex]);
        }
        if let Some(tangents) = &mut mesh.tangents {
            let side = tangents[vertex].w;
            tangents[vertex] = turned(tangents[vertex].truncate()).extend(side);
        }
    }
    Ok(unposed)
}

/// The inverse of a transform's linear part, held back where that is flat.
struct Undone {
    inverse: DMat3,
    is_flat: bool,
}

impl Undone {
    fn of(blended: DMat4) -> Self {
        let linear = DMat3::from_mat4(blended);
        let (squares, axes) = axes_of(linear.transpose() * linear);
        let least = 1.0 / MOST_STRETCH;
        // M = U Σ Vᵀ: the inverse is V Σ⁻¹ Uᵀ, and Uᵀ = Σ⁻¹ Vᵀ Mᵀ, so V Σ⁻² Vᵀ Mᵀ; what is below the least is divided by that instead.
        let divided = squares.map(|square| 1.0 / square.max(least * least));
        let inverse =
            axes * DMat3::from_diagonal(DVec3::from_array(divided)) * axes.transpose() * linear.transpose();
        let is_flat = squares.iter().any(|square| *square < least * least);
        Self { inverse: if is_flat { inverse } else { linear.inverse() }, is_flat }
    }
}

/// The eigenvalues of a symmetric matrix and its axes, as columns, by Jacobi's rotations.
fn axes_of(mut matrix: DMat3) -> ([f64; 3], DMat3) {
    let mut axes = DMat3::IDENTITY;
    for _ in 0..30 {
        let (p, q) = [(0, 1), (0, 2), (1, 2)]
            .into_iter()
            .max_by(|a, b| matrix.col(a.1)[a.0].abs().total_cmp(&matrix.col(b.1)[b.0].abs()))
            .unwrap_or((0, 1));
        let off = matrix.col(q)[p];
        if off.abs() < 1e-18 {
            break;
        }
        let angle = 0.5 * libm::atan2(2.0 * off, matrix.col(q)[q] - matrix.col(p)[p]);
        let (sine, cosine) = libm::sincos(angle);
        let mut turn = DMat3::IDENTITY;
        (turn.col_mut(p)[p], turn.col_mut(q)[q]) = (cosine, cosine);
        (turn.col_mut(q)[p], turn.col_mut(p)[q]) = (sine, -sine);
        matrix = turn.transpose() * matrix * turn;
        axes *= turn;
    }
    ([0, 1, 2].map(|i| matrix.col(i)[i]), axes)
}
