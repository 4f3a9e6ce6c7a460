//! A mesh as the scene has it, and back: nodes above it may turn it upright and scale it.

use std::borrow::Cow;
use std::ops::Range;

use glam::{DMat3, DMat4, DVec3, Vec3};

use crate::formats::gltf::skins::is_invertible;
use crate::mesh::kept::Kept;
use crate::mesh::{Mesh, MeshFile, Target};

/// A matrix that can be undone, or none.
pub(super) fn undoable(matrix: DMat4) -> Option<DMat4> {
    Some(matrix).filter(|matrix| matrix.is_finite() && is_invertible(matrix))
}

/// Whether it turns what is left into what is right.
pub(super) fn mirrors(matrix: &DMat4) -> bool {
    matrix.determinant() < 0.0
}

/// Moves some vertices, their directions, and what targets do to them.
pub(in crate::formats) fn moved(mesh: &mut Mesh, targets: &mut [Target], range: Range<usize>, by: &DMat4) {
    if *by == DMat4::IDENTITY {
        return;
    }
    let linear = DMat3::from_mat4(*by);
    let normal = linear.inverse().transpose();
    let turned = |by: &DMat3, v: Vec3| (*by * v.as_dvec3()).as_vec3();
    // What is added to a direction is scaled as that is.
    let lengths = |by: &DMat3, all: Option<&[Vec3]>| -> Vec<f64> {
        let length = |v: &Vec3| Some((*by * v.as_dvec3()).length()).filter(|length| *length > 0.0);
        all.unwrap_or_default().iter().map(|v| length(v).unwrap_or(1.0)).collect()
    };
    let along: Option<Vec<Vec3>> =
        mesh.tangents.as_ref().map(|all| all[range.clone()].iter().map(|t| t.truncate()).collect());
    let of_normals = lengths(&normal, mesh.normals.as_ref().map(|all| &all[range.clone()]));
    let of_tangents = lengths(&linear, along.as_deref());
    for target in targets {
        let first = target.vertices.partition_point(|&v| (v as usize) < range.start);
        let end = target.vertices.partition_point(|&v| (v as usize) < range.end);
        target.positions[first..end].iter_mut().for_each(|delta| *delta = turned(&linear, *delta));
        for (deltas, by, lengths) in
            [(&mut target.normals, &normal, &of_normals), (&mut target.tangents, &linear, &of_tangents)]
        {
            let Some(deltas) = deltas else { continue };
            for (delta, &vertex) in deltas[first..end].iter_mut().zip(&target.vertices[first..end]) {
                let length = lengths.get(vertex as usize - range.start).copied().unwrap_or(1.0);
                *delta = ((*by * delta.as_dvec3()) / length).as_vec3();
            }
        }
    }
    let at = |p: &Vec3| by.transform_point3(p.as_dvec3()).as_vec3();
    mesh.positions[range.clone()].iter_mut().for_each(|p| *p = at(p));
    let unit = |by: &DMat3, v: Vec3| (*by * v.as_dvec3()).normalize_or(DVec3::ZERO).as_vec3();
    if let Some(normals) = &mut mesh.normals {
        // One that is not a number stays so, and is found later.
        normals[range.clone()].iter_mut().filter(|n| n.is_finite()).for_each(|n| *n = unit(&normal, *n));
    }
    let side = if mirrors(by) { -1.0 } else { 1.0 };
    if let Some(tangents) = &mut mesh.tangents {
        for tangent in tangents[range].iter_mut().filter(|t| t.is_finite()) {
            *tangent = unit(&linear, tangent.truncate()).extend(side * tangent.w);
        }
    }
}

/// A mesh as its file has it: out of the scene again, part by part.
pub(super) fn unplaced<'f>(file: &'f MeshFile, kept: &Kept) -> Cow<'f, MeshFile> {
    if kept.drawn.iter().all(|own| own.to_scene == DMat4::IDENTITY) {
        return Cow::Borrowed(file);
    }
    let mut out = file.clone();
    for own in &kept.drawn {
        moved(&mut out.mesh, &mut out.targets, own.vertices(), &own.to_scene.inverse());
    }
    Cow::Owned(out)
}
