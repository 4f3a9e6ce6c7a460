//! The mesh of a node: its primitives one after the other, with their morph targets, the node's skin, and what animates its weights.
//!
//! Primitives that have all their vertices in common, which is how many programs write materials, share them here too. Those of points
//! and lines have vertices and no faces. The rest of the file is kept whole (`kept`), so that it can be written again.

use super::choice::choose;
use super::{animation, skin, targets};
use crate::formats::MeshOptions;
use crate::formats::gltf::accessor::{self, Accessors};
use crate::formats::gltf::buffers::Buffers;
use crate::formats::gltf::document::{self, Attributes, Document, Primitive};
use crate::formats::gltf::fault::{Checked, Fault, Warnings};
use crate::formats::gltf::references::check_references;
use crate::formats::gltf::tree::{self, place};
use crate::formats::gltf::{container, whole};
use crate::mesh::kept::{Kept, Marks};
use crate::mesh::{Mesh, MeshFile, Part};
use glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// More vertices than this, and one for so many bytes of data, are not read: primitives may share the same positions.
const MOST_VERTICES: usize = 1 << 17;
const BYTES_PER_VERTEX: usize = 8;
/// More corners than this, and so many per byte of data, neither.
const MOST_CORNERS: usize = 1 << 19;
const CORNERS_PER_BYTE: usize = 2;
/// More weights than this, and one for so many bytes of data, neither.
const MOST_INFLUENCES: usize = 1 << 19;
const BYTES_PER_INFLUENCE: usize = 2;
/// What an object of JSON takes in memory; of all, so many bytes and so many times the data are kept.
const BYTES_PER_OBJECT: usize = 700;
const FREE_BYTES: usize = 24 << 20;
const TIMES: usize = 8;
/// Indices are decoded as f32, which is exact up to here.
const MOST_EXACT: usize = 1 << 24;

pub(super) fn read(
    file: &str,
    bytes: &[u8],
    options: MeshOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Checked<MeshFile> {
    let mut warnings = Warnings::default();
    let parts = container::split(bytes)?;
    let document = document::parse(parts.format, parts.json)?;
    accessor::check(&document)?;
    check_references(&document)?;
    let tree = tree::build(&document)?;
    let mut assumptions = Vec::new();
    let (index, node) = choose(&document, options.mesh, &mut assumptions)?;
    // Without its textures it is a form all the same, and without the rest of a document that is larger than all it describes.
    let objects = parts.json.iter().filter(|byte| **byte == b'{').count();
    let whole = match objects * BYTES_PER_OBJECT <= FREE_BYTES + TIMES * bytes.len() {
        true => whole::read(&parts, &document, fetch),
        false => Err(Fault::at(
            "JSON",
            format!("it has {objects} objects, which so small a file does not justify"),
        )),
    };
    let buffers = Buffers::new(&document.buffers, parts.bin, fetch)?;
    let accessors = Accessors::new(&document, buffers, bytes.len());
    let own = &document.meshes[index as usize];
    let name = own.name.clone().or_else(|| document.nodes.get(node? as usize)?.name.clone());
    let mut reader = Reader {
        document: &document,
        accessors,
        mesh: Mesh { file: file.into(), name: name.unwrap_or_default(), ..Mesh::default() },
        warnings: &mut warnings,
        sources: Vec::new(),
    };
    let skin = node.and_then(|node| document.nodes[node as usize].skin);
    let (joints, ranks, joint_nodes) = match skin {
        Some(skin) => skin::joints(&document, &tree, skin, &mut reader.accessors)?,
        None => Default::default(),
    };
    let mut faces_of_parts = Vec::new();
    let mut starts = BTreeMap::new();
    let mut ranges = Vec::with_capacity(own.primitives.len());
    for (p, primitive) in own.primitives.iter().enumerate() {
        let place = format!("mesh {index} primitive {p}");
        let key = (&primitive.attributes, &primitive.targets);
        let (start, count) = match starts.get(&key) {
            Some(&range) => range,
            None => {
                let range = reader.vertices(primitive, &place, &ranks)?;
                reader.sources.push((range.0, range.1, primitive, place.clone()));
                *starts.entry(key).or_insert(range)
            }
        };
        ranges.push((start, count));
        let before = reader.mesh.faces.len();
        reader.faces(primitive, &place, start, count)?;
        let material = primitive.material.and_then(|m| document.materials.get(m as usize)?.name.clone());
        faces_of_parts.push(Part { group: None, material, faces: reader.mesh.faces.len() - before });
    }
    let targets = targets::targets(own, &reader.sources, &mut reader.accessors, reader.warnings)?;
    let animations = match node {
        Some(node) => animation::weights(&document, node, targets.len(), &mut reader.accessors)?,
        None => Vec::new(),
    };
    let mut mesh = reader.finish();
    if faces_of_parts.len() > 1 || faces_of_parts.iter().any(|part| part.material.is_some()) {
        mesh.parts = faces_of_parts;
    }
    if mesh.positions.is_empty() {
        return Err(Fault::at(format!("mesh {index}"), "it has no vertices"));
    }
    let mut weights = node
        .and_then(|node| document.nodes[node as usize].weights.clone())
        .unwrap_or_else(|| own.weights.clone());
    weights.resize(targets.len(), 0.0);
    let mut read =
        MeshFile { mesh, targets, weights, joints, animations, assumptions, ..MeshFile::default() };
    match whole {
        Ok((json, bin)) => {
            let marks = Marks::of(&read);
            read.kept = Some(Kept { json, bin, mesh: index, node, ranges, joints: joint_nodes, marks });
        }
        Err(fault) => {
            let problem = fault.in_file(file).to_string();
            warnings.add("materials", format!("they are not kept, since the file is not whole: {problem}"));
        }
    }
    // After the marks, by which what was mended is written anew.
    for (count, what) in finite(&mut read).into_iter().filter(|(count, _)| *count > 0) {
        warnings.add(format!("mesh {index}"), format!("{count} {what} are not finite; taken for zero"));
    }
    if let Some(node) = node.filter(|_| parts.trailing > 0) {
        warnings.add(
            place(&document, node),
            format!("{} bytes after the file's end were ignored", parts.trailing),
        );
    }
    read.warnings = warnings.into_list();
    Ok(read)
}

/// Vertices that a primitive brought: the first, how many, the primitive and how messages name it.
pub(super) type Source<'a> = (usize, usize, &'a Primitive, String);

struct Reader<'a, 'w> {
    document: &'a Document,
    accessors: Accessors<'a>,
    mesh: Mesh,
    warnings: &'w mut Warnings,
    sources: Vec<Source<'a>>,
}

impl Reader<'_, '_> {
    /// Appends the vertices of a primitive; yields the first and how many.
    fn vertices(&mut self, primitive: &Primitive, place: &str, ranks: &[u32]) -> Checked<(usize, usize)> {
        let start = self.mesh.positions.len();
        let attributes = &primitive.attributes;
        let positions = attributes.get("POSITION").ok_or_else(|| Fault::at(place, "it has no positions"))?;
        let positions = self.accessors.floats(positions, "VEC3")?;
        let count = positions.len() / 3;
        let most = MOST_VERTICES + self.accessors.data_len() / BYTES_PER_VERTEX;
        if start + count > most.min(MOST_EXACT) {
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
        if !ranks.is_empty() {
            self.influences(attributes, place, start, count, ranks)?;
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
            let problem = format!("{name} has {} elements where POSITION has {count}", floats.len() / width);
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
                    self.warnings.add(
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
            self.warnings.add(place, format!("it is of {what}; its vertices have no faces"));
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

    /// What some primitives lack is filled.
    fn finish(self) -> Mesh {
        let mut mesh = self.mesh;
        let count = mesh.positions.len();
        mesh.normals.iter_mut().for_each(|n| n.resize(count, Vec3::ZERO));
        mesh.tangents.iter_mut().for_each(|t| t.resize(count, Vec4::W));
        mesh.colours.iter_mut().for_each(|c| c.resize(count, Vec4::ONE));
        mesh.uvs.iter_mut().for_each(|uv| uv.resize(count, Vec2::ZERO));
        if let Some(influences) = &mut mesh.influences {
            (influences.len()..count).for_each(|_| influences.push([]));
        }
        mesh
    }
}

/// Takes what is not finite for what is not there; yields how many there were.
fn finite(file: &mut MeshFile) -> [(usize, &'static str); 5] {
    fn mend<T: Copy>(all: &mut Option<Vec<T>>, is_fine: impl Fn(T) -> bool, otherwise: T) -> usize {
        let odd = all.iter_mut().flatten().filter(|value| !is_fine(**value));
        odd.map(|value| *value = otherwise).count()
    }
    let MeshFile { mesh, targets, .. } = file;
    let directions = targets.iter_mut().flat_map(|target| [&mut target.normals, &mut target.tangents]);
    let of_targets = directions.map(|all| mend(all, Vec3::is_finite, Vec3::ZERO)).sum();
    [
        (mend(&mut mesh.normals, Vec3::is_finite, Vec3::ZERO), "normals"),
        (mend(&mut mesh.tangents, Vec4::is_finite, Vec4::W), "tangents"),
        (mend(&mut mesh.colours, Vec4::is_finite, Vec4::W), "colours"),
        (mend(&mut mesh.uvs, Vec2::is_finite, Vec2::ZERO), "texture coordinates"),
        (of_targets, "normals and tangents of morph targets"),
    ]
}

fn append<T: Copy>(all: &mut Option<Vec<T>>, start: usize, otherwise: T, values: impl Iterator<Item = T>) {
    let all = all.get_or_insert_default();
    all.resize(start, otherwise);
    all.extend(values);
}
