//! The expressions of a VRM file as further morph targets, each the sum of those that it is made of.

use std::collections::BTreeMap;

use super::targets::{BYTES_PER_MOVED, MOST_MOVED};
use crate::formats::gltf::document::{Document, Index};
use crate::formats::gltf::vrm::{self, Expression, Wearer};
use crate::mesh::Target;
use glam::Vec3;

/// Expressions, as far as the meshes met so far tell.
pub(super) struct Expressions {
    all: Vec<(Expression, BTreeMap<u32, [Vec3; 2]>)>,
    /// How many vertices they may yet move.
    room: usize,
}

impl Expressions {
    /// Those of a document of so many bytes of data.
    pub(super) fn of(document: &Document, data: usize) -> Self {
        let all = vrm::expressions(document).into_iter().map(|own| (own, BTreeMap::new())).collect();
        Self { all, room: MOST_MOVED + data / BYTES_PER_MOVED }
    }

    /// Adds what they do to a mesh that a node shows; its targets are in the file's order.
    pub(super) fn add(&mut self, mesh: Index, node: Option<Index>, targets: &[Target]) {
        for (expression, moved) in &mut self.all {
            let is_its = |of: Wearer| of == Wearer::Mesh(mesh) || node.map(Wearer::Node) == Some(of);
            for bind in expression.binds.iter().filter(|bind| is_its(bind.of) && bind.weight.is_finite()) {
                let Some(target) = targets.get(bind.target) else { continue };
                if target.vertices.len() > self.room {
                    return;
                }
                self.room -= target.vertices.len();
                for (i, &vertex) in target.vertices.iter().enumerate() {
                    let [position, normal] = moved.entry(vertex).or_default();
                    *position += bind.weight * target.positions[i];
                    *normal += bind.weight * target.normals.as_ref().map_or(Vec3::ZERO, |all| all[i]);
                }
            }
        }
    }

    /// As targets; those that move nothing are none.
    pub(super) fn targets(self) -> impl Iterator<Item = Target> {
        self.all.into_iter().filter(|(_, moved)| !moved.is_empty()).map(|(expression, moved)| Target {
            name: expression.name,
            vertices: moved.keys().copied().collect(),
            positions: moved.values().map(|[position, _]| *position).collect(),
            normals: Some(moved.values().map(|[_, normal]| *normal).collect()),
            tangents: None,
        })
    }
}
