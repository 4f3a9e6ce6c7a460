//! The rest of the glTF file that a mesh came from, and how to detect what has changed in the mesh since.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use glam::DMat4;
use serde_json::Value;

use super::MeshFile;
use crate::clip::Format;

/// A glTF file in memory.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    /// GLB or glTF, whichever was read.
    pub(crate) format: Format,
    /// Its document, with one buffer.
    pub(crate) json: Value,
    /// That buffer, including images from beside the file.
    pub(crate) bin: Vec<u8>,
}

/// A file whose mesh was read.
#[derive(Debug, Clone)]
pub struct Kept {
    pub(crate) whole: Whole,
    /// Its meshes, in the order of their vertices; at least one.
    pub(crate) drawn: Vec<Drawn>,
    /// The node of each joint of the skin.
    pub(crate) joints: Vec<u32>,
    pub(crate) marks: Marks,
}

/// A mesh of the file, as a node shows it.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) mesh: u32,
    pub(crate) node: Option<u32>,
    /// The first vertex and the number of vertices of each primitive.
    pub(crate) primitives: Vec<(usize, usize)>,
    /// What took its vertices to the scene; it can be undone.
    pub(crate) to_scene: DMat4,
}

impl Drawn {
    /// All of its vertices.
    pub(crate) fn vertices(&self) -> Range<usize> {
        let first = self.primitives.iter().map(|(start, _)| *start).min().unwrap_or(0);
        first..self.primitives.iter().map(|(start, count)| start + count).max().unwrap_or(first)
    }
}

impl Kept {
    /// The name of the animation that comes first.
    pub(crate) fn first_animation(&self) -> Option<String> {
        Some(self.whole.json.get("animations")?.get(0)?.get("name")?.as_str()?.to_string())
    }
}

/// Detects what has changed since a mesh was read; the rest stays as in the file, bit by bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) positions: u64,
    pub(crate) normals: u64,
    pub(crate) tangents: u64,
    pub(crate) colours: u64,
    pub(crate) uvs: u64,
    pub(crate) targets: u64,
    pub(crate) weights: u64,
    pub(crate) animations: u64,
    pub(crate) joints: u64,
    pub(crate) influences: u64,
}

impl Marks {
    pub(crate) fn of(file: &MeshFile) -> Self {
        let mesh = &file.mesh;
        let vectors = |vectors: &[glam::Vec3]| mark(vectors.iter().flat_map(|v| v.to_array()));
        let fours = |vectors: &[glam::Vec4]| mark(vectors.iter().flat_map(|v| v.to_array()));
        let targets = file.targets.iter().map(|target| {
            let deltas = [Some(&target.positions), target.normals.as_ref(), target.tangents.as_ref()];
            let deltas = deltas.map(|deltas| deltas.map_or(0, |deltas| vectors(deltas)));
            let vertices = target.vertices.iter().map(|&v| f32::from_bits(v));
            let name = target.name.bytes().map(f32::from);
            combined([mark(vertices), mark(name)].into_iter().chain(deltas))
        });
        let animations = file.animations.iter().map(|animation| {
            let name = animation.name.bytes().map(f32::from);
            let keys = [mark(animation.times.iter().copied()), mark(animation.weights.iter().copied())];
            combined([mark(name), animation.interpolation as u64].into_iter().chain(keys))
        });
        Self {
            positions: vectors(&mesh.positions),
            normals: mesh.normals.as_ref().map_or(0, |n| vectors(n)),
            tangents: mesh.tangents.as_ref().map_or(0, |t| fours(t)),
            colours: mesh.colours.as_ref().map_or(0, |c| fours(c)),
            uvs: mesh.uvs.as_ref().map_or(0, |uv| mark(uv.iter().flat_map(|v| v.to_array()))),
            targets: combined(targets),
            weights: mark(file.weights.iter().copied()),
            animations: combined(animations),
            joints: mark(file.joints.iter().flat_map(|joint| joint.rest.to_cols_array())),
            influences: mesh.influences.as_ref().map_or(0, |influences| {
                let held = |list: &[(u32, f32)]| mark(list.iter().flat_map(|&(j, w)| [f32::from_bits(j), w]));
                combined(influences.iter().map(held))
            }),
        }
    }
}

fn mark(values: impl Iterator<Item = f32>) -> u64 {
    combined(values.map(|value| u64::from(value.to_bits())))
}

fn combined(values: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.for_each(|value| hasher.write_u64(value));
    hasher.finish()
}
