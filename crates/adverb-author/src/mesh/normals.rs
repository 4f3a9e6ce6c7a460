//! Normals from positions: the mean of the faces around a point, weighted by their angles there, so that they do not depend on how
//! faces are cut into triangles (Thürmer and Wüthrich, Computing vertex normals from polygonal facets, 1998).

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use super::Mesh;

/// For each vertex, the first vertex of the same point of the file, or at the same position if the file has no points. Normals are
/// smooth across them.
#[must_use]
pub fn same_points(mesh: &Mesh) -> Vec<u32> {
    let mut first: HashMap<[u32; 3], u32> = HashMap::new();
    let key = |v: usize| match &mesh.points {
        Some(points) => [points[v], 0, 0],
        // −0 is 0.
        None => (mesh.positions[v] + Vec3::ZERO).to_array().map(f32::to_bits),
    };
    (0..mesh.positions.len()).map(|v| *first.entry(key(v)).or_insert(v as u32)).collect()
}

/// The same, but vertices whose normals differ stay apart: there the surface has an edge.
#[must_use]
pub fn smooth_points(mesh: &Mesh) -> Vec<u32> {
    /// The cosine of 2.5°: what rounding leaves of equal normals is nearer.
    const EQUAL: f32 = 0.999;
    let mut points = same_points(mesh);
    let Some(normals) = &mesh.normals else { return points };
    let mut groups: HashMap<u32, Vec<u32>> = HashMap::new();
    for (v, point) in points.iter_mut().enumerate() {
        let group = groups.entry(*point).or_default();
        let is_equal = |first: &&u32| normals[**first as usize].dot(normals[v]) > EQUAL;
        *point = group.iter().find(is_equal).copied().unwrap_or_else(|| {
            group.push(v as u32);
            v as u32
        });
    }
    points
}

/// A normal of unit length for each vertex; zero where no face gives one. `same` is for each vertex the one whose normal it shares,
/// as [`same_points`] and [`smooth_points`] have them.
///
/// # Panics
/// If a triangle or `same` refers to a missing vertex.
pub fn normals(positions: &[Vec3], triangles: impl Iterator<Item = [u32; 3]>, same: &[u32]) -> Vec<Vec3> {
    let mut sums = vec![DVec3::ZERO; positions.len()];
    for triangle in triangles {
        let at = triangle.map(|v| positions[v as usize].as_dvec3());
        let Some(normal) = (at[1] - at[0]).cross(at[2] - at[0]).try_normalize() else { continue };
        for corner in 0..3 {
            let here = at[corner];
            let (next, last) = (at[(corner + 1) % 3] - here, at[(corner + 2) % 3] - here);
            let angle = libm::atan2(next.cross(last).length(), next.dot(last));
            sums[same[triangle[corner] as usize] as usize] += angle * normal;
        }
    }
    same.iter().map(|&v| sums[v as usize].try_normalize().map_or(Vec3::ZERO, |n| n.as_vec3())).collect()
}
