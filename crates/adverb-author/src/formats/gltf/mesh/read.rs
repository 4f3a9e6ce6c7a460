//! The mesh of a node: its primitives one after the other, with their morph targets, the node's skin, and what animates its weights.
//!
//! Primitives that have all their vertices in common, which is how many programs write materials, share them here too. Those of points
//! and lines have vertices and no faces. The rest of the file is kept whole (`kept`), so that it can be written again.

use super::choice::choose;
use super::primitives::Reader;
use super::{animation, skin, targets};
use crate::finding::Criterion;
use crate::formats::MeshOptions;
use crate::formats::gltf::accessor::{self, Accessors};
use crate::formats::gltf::buffers::Buffers;
use crate::formats::gltf::document::{self, Document, Index, Wanted};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::gltf::references::check_references;
use crate::formats::gltf::tree::{self, place};
use crate::formats::gltf::{container, unit, whole};
use crate::formats::log::Log;
use crate::formats::nodes::Tree;
use crate::mesh::kept::{Kept, Marks, Whole};
use crate::mesh::{Mesh, MeshFile, Part};
use glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// What an object of JSON takes in memory; of all, so many bytes and so many times the data are kept.
const BYTES_PER_OBJECT: usize = 700;
const FREE_BYTES: usize = 24 << 20;
const TIMES: usize = 8;

pub(super) fn read(
    file: &str,
    bytes: &[u8],
    options: MeshOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Checked<MeshFile> {
    let mut log = Log::of_mesh(file);
    let parts = container::split(bytes)?;
    let document = document::parse(parts.format, parts.json, Wanted::Mesh)?;
    let chosen = Chosen::of(&document, options, &mut log)?;
    // Without its textures it is a form all the same, and without the rest of a document that is larger than all it describes.
    let objects = parts.json.iter().filter(|byte| **byte == b'{').count();
    let whole = match objects * BYTES_PER_OBJECT <= FREE_BYTES + TIMES * bytes.len() {
        true => whole::of(&parts, &document, fetch),
        false => Err(Fault::at(
            "JSON",
            format!("it has {objects} objects, which so small a file does not justify"),
        )),
    };
    let buffers = Buffers::new(&document.buffers, parts.bin, fetch)?;
    let accessors = Accessors::new(&document, buffers, bytes.len());
    let node = chosen.node;
    let mut read = chosen.decoded(file, accessors, &mut log)?.with(whole, &mut log);
    if let Some(node) = node.filter(|_| parts.trailing > 0) {
        log.repaired(
            Criterion::Trailing,
            place(&document, node),
            format!("{} bytes after the file's end were ignored", parts.trailing),
        );
    }
    (read.warnings, read.assumptions) = log.into_findings();
    Ok(read)
}

/// The mesh of a file in memory.
pub(super) fn of(file: &str, whole: Whole) -> Checked<MeshFile> {
    let mut log = Log::of_mesh(file);
    let document = document::of(&whole.json)?;
    let chosen = Chosen::of(&document, MeshOptions::default(), &mut log)?;
    let mut beside = |_: &str| None;
    let buffers = Buffers::new(&document.buffers, Some(&whole.bin), &mut beside)?;
    let accessors = Accessors::new(&document, buffers, whole.bin.len());
    let decoded = chosen.decoded(file, accessors, &mut log)?;
    let mut read = decoded.with(Ok(whole), &mut log);
    (read.warnings, read.assumptions) = log.into_findings();
    Ok(read)
}

/// A mesh of a document.
struct Chosen<'a> {
    document: &'a Document,
    tree: Tree,
    mesh: Index,
    /// The first node that shows it.
    node: Option<Index>,
}

impl<'a> Chosen<'a> {
    fn of(document: &'a Document, options: MeshOptions, log: &mut Log) -> Checked<Self> {
        accessor::check(document)?;
        check_references(document)?;
        let tree = tree::build(document)?;
        let (mesh, node) = choose(document, options.mesh, log)?;
        Ok(Self { document, tree, mesh, node })
    }

    fn decoded(self, file: &str, accessors: Accessors<'a>, log: &mut Log) -> Checked<Decoded> {
        let Self { document, tree, mesh: index, node } = self;
        let own = &document.meshes[index as usize];
        let node_of = |node: Option<Index>| document.nodes.get(node? as usize);
        let name = own.name.clone().or_else(|| node_of(node)?.name.clone());
        let mut reader = Reader {
            document,
            accessors,
            mesh: Mesh { file: file.into(), name: name.unwrap_or_default(), ..Mesh::default() },
            log,
            sources: Vec::new(),
        };
        let (joints, ranks, joint_nodes) = match node_of(node).and_then(|node| node.skin) {
            Some(skin) => skin::joints(document, &tree, skin, &mut reader.accessors)?,
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
        let targets = targets::targets(own, &reader.sources, &mut reader.accessors, reader.log)?;
        let animations = match node {
            Some(node) => animation::weights(document, node, targets.len(), &mut reader.accessors)?,
            None => Vec::new(),
        };
        let mut mesh = reader.finish();
        if faces_of_parts.len() > 1 || faces_of_parts.iter().any(|part| part.material.is_some()) {
            mesh.parts = faces_of_parts;
        }
        if mesh.positions.is_empty() {
            return Err(Fault::at(format!("mesh {index}"), "it has no vertices"));
        }
        let mut weights =
            node_of(node).and_then(|node| node.weights.clone()).unwrap_or_else(|| own.weights.clone());
        weights.resize(targets.len(), 0.0);
        let unit_m = unit::of_asset(&document.asset);
        let file = MeshFile { mesh, targets, weights, joints, animations, unit_m, ..MeshFile::default() };
        Ok(Decoded { file, mesh: index, node, ranges, joints: joint_nodes })
    }
}

/// A mesh, and where its file has it; see [`Kept`].
struct Decoded {
    file: MeshFile,
    mesh: Index,
    node: Option<Index>,
    ranges: Vec<(usize, usize)>,
    joints: Vec<Index>,
}

impl Decoded {
    /// The mesh with the rest of its file, and with numbers that are finite.
    fn with(self, whole: Checked<Whole>, log: &mut Log) -> MeshFile {
        let Self { mut file, mesh, node, ranges, joints } = self;
        match whole {
            Ok(whole) => {
                let marks = Marks::of(&file);
                file.kept = Some(Kept { whole, mesh, node, ranges, joints, marks });
            }
            Err(fault) => {
                let problem = fault.in_file(&file.mesh.file).to_string();
                let message = format!("they are not kept, since the file is not whole: {problem}");
                log.repaired(Criterion::LeftOut, "materials", message);
            }
        }
        // After the marks, by which what was mended is written anew.
        for (count, what) in finite(&mut file).into_iter().filter(|(count, _)| *count > 0) {
            let message = format!("{count} {what} are not finite; zero is used");
            log.repaired(Criterion::Values, format!("mesh {mesh}"), message);
        }
        file
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
