//! The primitives of a mesh, one after the other: vertices with their attributes and joints, and faces.

use crate::finding::Criterion;
use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Attributes, Document, Index, Primitive};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::log::Log;
use crate::mesh::{Mesh, Part};
use glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// More vertices than this, and one for this many bytes of data, are not read: primitives may share the same positions.
const MOST_VERTICES: usize = 1 << 17;
const BYTES_PER_VERTEX: usize = 8;
/// More corners than this, and this many per byte of data, neither.
const MOST_CORNERS: usize = 1 << 19;
const CORNERS_PER_BYTE: usize = 2;
/// More weights than this, and one for this many bytes of data, neither.
const MOST_INFLUENCES: usize = 1 << 19;
const BYTES_PER_INFLUENCE: usize = 2;
/// Indices are decoded as f32, which is exact up to here.
const MOST_EXACT: usize = 1 << 24;

/// Vertices that a primitive brought: the first, how many, the primitive and how messages name it.
pub(super) type Source<'a> = (usize, usize, &'a Primitive, String);

/// The vertices and faces of primitives, as they are read.
pub(super) struct Reader<'a, 'w> {
    pub(super) document: &'a Document,
    pub(super) accessors: Accessors<'a>,
    pub(super) mesh: Mesh,
    pub(super) log: &'w mut Log,
    pub(super) sources: Vec<Source<'a>>,
}

/// What holds the vertices of a mesh.
pub(super) enum Held<'a> {
    /// Nothing.
    Free,
    /// A skin; for each of its joints which one that is.
    Skin(&'a [u32]),
    /// The joint that its node hangs from.
    Joint(u32),
}

impl<'a> Reader<'a, '_> {
    /// Whether so many more vertices would not be too many.
    pub(super) fn has_room_for(&self, vertices: u64) -> bool {
        let most = MOST_VERTICES + self.accessors.data_len() / BYTES_PER_VERTEX;
        self.mesh.positions.len() as u64 + vertices <= most.min(MOST_EXACT) as u64
    }

    /// Appends the primitives of a mesh, those of the same vertices sharing them; yields the first vertex and how many for each.
    pub(super) fn primitives(
        &mut self,
        mesh: Index,
        held: &Held,
        parts: &mut Vec<Part>,
    ) -> Checked<Vec<(usize, usize)>> {
        let document = self.document;
        let own = &document.meshes[mesh as usize];
        let mut starts = BTreeMap::new();
        let mut ranges = Vec::with_capacity(own.primitives.len());
        for (p, primitive) in own.primitives.iter().enumerate() {
            let place = format!("mesh {mesh} primitive {p}");
            let key = (&primitive.attributes, &primitive.targets);
            let (start, count) = match starts.get(&key) {
                Some(&range) => range,
                None => {
                    let range = self.vertices(primitive, &place, held)?;
                    self.sources.push((range.0, range.1, primitive, place.clone()));
                    *starts.entry(key).or_insert(range)
                }
            };
            ranges.push((start, count));
            let before = self.mesh.faces.len();
            self.faces(primitive, &place, start, count)?;
            let material = primitive.material.and_then(|m| document.materials.get(m as usize)?.name.clone());
            parts.push(Part { group: None, material, faces: self.mesh.faces.len() - before });
        }
        self.fill();
        Ok(ranges)
    }

    /// Appends the vertices of a primitive; yields the first and how many.
    fn vertices(&mut self, primitive: &Primitive, place: &str, held: &Held) -> Checked<(usize, usize)> {
        let start = self.mesh.positions.len();
        let attributes = &primitive.attributes;
        let positions = attributes.get("POSITION").ok_or_else(|| Fault::at(place, "it has no positions"))?;
        let positions = self.accessors.floats(positions, "VEC3")?;
        let count = positions.len() / 3;
        if !self.has_room_for(count as u64) {
            return Err(Fault::at(place, "the mesh has more vertices than its file justifies"));
        }
        self.mesh.positions.extend(positions.chunks_exact(3).map(Vec3::from_slice));
        if let Some(normals) = self.attribute(attributes, "NORMAL", &["VEC3"], place, count)? {
            append(
                &mut self.mesh.normals,
                start,
                Vec3::ZERO,
                normals.0.chunks_exact(3).map(Vec3::from_slice),
            );
        }
        if let Some(tangents) = self.attribute(attributes, "TANGENT", &["VEC4"], place, count)? {
            append(&mut self.mesh.tangents, start, Vec4::W, tangents.0.chunks_exact(4).map(Vec4::from_slice));
        }
        if let Some((colours, width)) =
            self.attribute(attributes, "COLOR_0", &["VEC3", "VEC4"], place, count)?
        {
            let colour = |c: &[f32]| Vec4::new(c[0], c[1], c[2], c.get(3).copied().unwrap_or(1.0));
            append(&mut self.mesh.colours, start, Vec4::ONE, colours.chunks_exact(width).map(colour));
        }
        if let Some((uvs, _)) = self.attribute(attributes, "TEXCOORD_0", &["VEC2"], place, count)? {
            append(&mut self.mesh.uvs, start, Vec2::ZERO, uvs.chunks_exact(2).map(Vec2::from_slice));
        }
        match held {
            Held::Skin(ranks) if !ranks.is_empty() => {
                self.influences(attributes, place, start, count, ranks)?;
            }
            Held::Joint(joint) => {
                let influences = self.mesh.influences.get_or_insert_default();
                (influences.len()..start).for_each(|_| influences.push([]));
                (0..count).for_each(|_| influences.push([(*joint, 1.0)]));
            }
            _ => {}
        }
        Ok((start, count))
    }

    /// All numbers of an attribute and how many there are per vertex.
    fn attribute(
        &mut self,
        attributes: &Attributes,
        name: &str,
        kinds: &[&str],
        place: &str,
        count: usize,
    ) -> Checked<Option<(std::rc::Rc<[f32]>, usize)>> {
        let Some(index) = attributes.get(name) else { return Ok(None) };
        let own = self.document.accessors.get(index as usize).map(|accessor| accessor.kind.as_str());
        let kind = kinds.iter().find(|kind| own == Some(kind)).unwrap_or(&kinds[0]);
        let width = usize::from(kind.as_bytes()[3] - b'0');
        // What only shades is mended once it is all there; weights are not.
        let floats = match name {
            "NORMAL" | "TANGENT" | "COLOR_0" | "TEXCOORD_0" => self.accessors.any_floats(index, kind)?,
            _ => self.accessors.floats(index, kind)?,
        };
        if floats.len() != count * width {
            let problem = format!("{name} has {} elements, but POSITION has {count}", floats.len() / width);
            return Err(Fault::at(place, problem));
        }
        Ok(Some((floats, width)))
    }

    /// Four joints and weights at a time: `JOINTS_0` and `WEIGHTS_0`, `JOINTS_1`…; `ranks` has the joint for each of the skin's.
    fn influences(
        &mut self,
        attributes: &Attributes,
        place: &str,
        start: usize,
        count: usize,
        ranks: &[u32],
    ) -> Checked<()> {
        let mut sets = Vec::new();
        for set in 0.. {
            let joints = self.attribute(attributes, &format!("JOINTS_{set}"), &["VEC4"], place, count)?;
            let weights = self.attribute(attributes, &format!("WEIGHTS_{set}"), &["VEC4"], place, count)?;
            match (joints, weights) {
                (Some((joints, _)), Some((weights, _))) => sets.push((joints, weights)),
                (None, None) => break,
                _ => {
                    self.log.repaired(
                        Criterion::LeftOut,
                        place,
                        format!("it has one of JOINTS_{set} and WEIGHTS_{set} only, which were ignored"),
                    );
                    break;
                }
            }
        }
        let most = MOST_INFLUENCES + self.accessors.data_len() / BYTES_PER_INFLUENCE;
        let influences = self.mesh.influences.get_or_insert_default();
        if influences.items().len() + 4 * sets.len() * count > most {
            return Err(Fault::at(place, "the mesh has more weights than its file justifies"));
        }
        (influences.len()..start).for_each(|_| influences.push([]));
        let mut held: Vec<(u32, f32)> = Vec::new();
        for v in 0..count {
            held.clear();
            for (joints, weights) in &sets {
                for (joint, &weight) in joints[4 * v..][..4].iter().zip(&weights[4 * v..][..4]) {
                    if weight > 0.0 {
                        let rank = ranks.get(*joint as usize).ok_or_else(|| {
                            let problem = format!(
                                "vertex {v} is held by joint {joint}, but the skin has {}",
                                ranks.len()
                            );
                            Fault::at(place, problem)
                        })?;
                        held.push((*rank, weight));
                    }
                }
            }
            influences.push(held.iter().copied());
        }
        Ok(())
    }

    fn faces(&mut self, primitive: &Primitive, place: &str, start: usize, count: usize) -> Checked<()> {
        let mode = primitive.mode.unwrap_or(4);
        if mode < 4 {
            let what = if mode == 0 { "points" } else { "lines" };
            self.log.repaired(
                Criterion::NoFaces,
                place,
                format!("it is of {what}; its vertices have no faces"),
            );
            return Ok(());
        }
        let indices = match primitive.indices {
            Some(index) => Some(self.accessors.floats(index, "SCALAR")?),
            None => None,
        };
        let length = indices.as_ref().map_or(count, |indices| indices.len());
        let vertex = |i: usize| indices.as_ref().map_or(i as u32, |indices| indices[i] as u32);
        if let Some(bad) = (0..length).map(vertex).find(|&v| v as usize >= count) {
            return Err(Fault::at(place, format!("index {bad} where there are {count} vertices")));
        }
        let triangles = if mode == 4 { length / 3 } else { length.saturating_sub(2) };
        let most = MOST_CORNERS + CORNERS_PER_BYTE * self.accessors.data_len();
        if self.mesh.faces.items().len() + 3 * triangles > most {
            return Err(Fault::at(place, "the mesh has more triangles than its file justifies"));
        }
        for i in 0..triangles {
            let corners = match mode {
                4 => [3 * i, 3 * i + 1, 3 * i + 2],
                5 => [i, i + 1 + i % 2, i + 2 - i % 2],
                6 => [i + 1, i + 2, 0],
                _ => return Err(Fault::at(place, format!("mode {mode} is unknown"))),
            };
            self.mesh.faces.push(corners.map(|c| start as u32 + vertex(c)));
        }
        Ok(())
    }

    /// Fills what the last primitives lack.
    fn fill(&mut self) {
        let mesh = &mut self.mesh;
        let count = mesh.positions.len();
        mesh.normals.iter_mut().for_each(|n| n.resize(count, Vec3::ZERO));
        mesh.tangents.iter_mut().for_each(|t| t.resize(count, Vec4::W));
        mesh.colours.iter_mut().for_each(|c| c.resize(count, Vec4::ONE));
        mesh.uvs.iter_mut().for_each(|uv| uv.resize(count, Vec2::ZERO));
        if let Some(influences) = &mut mesh.influences {
            (influences.len()..count).for_each(|_| influences.push([]));
        }
    }
}

fn append<T: Copy>(all: &mut Option<Vec<T>>, start: usize, otherwise: T, values: impl Iterator<Item = T>) {
    let all = all.get_or_insert_default();
    all.resize(start, otherwise);
    all.extend(values);
}
