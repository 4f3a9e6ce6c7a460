//! The meshes of a scene as one: their primitives one after the other, with their morph targets, their skins, and what animates the weights
//! of the first.
//!
//! Vertices are where the scene has them, skinned ones as they were bound. Primitives that have all their vertices in common, which is how many programs write materials, share them here too. Those of points
//! and lines have vertices and no faces. The rest of the file is kept whole (`kept`), so that it can be written again.

use super::choice::{self, Shown, choose};
use super::expressions::Expressions;
use super::primitives::{Held, Reader};
use super::skin::Joints;
use super::targets::{self, Merged};
use super::{animation, scene};
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
use crate::mesh::kept::{Drawn, Kept, Marks, Whole};
use crate::mesh::{Mesh, MeshFile, Part};
use glam::{DMat4, Vec2, Vec3, Vec4};

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
    let node = chosen.shown[0].node;
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

/// Meshes of a document.
struct Chosen<'a> {
    document: &'a Document,
    tree: Tree,
    /// The first gives the whole its name and its animations.
    shown: Vec<Shown>,
}

impl<'a> Chosen<'a> {
    fn of(document: &'a Document, options: MeshOptions, log: &mut Log) -> Checked<Self> {
        accessor::check(document)?;
        check_references(document)?;
        let tree = tree::build(document)?;
        let shown = choose(document, &tree, options.mesh, log)?;
        Ok(Self { document, tree, shown })
    }

    fn decoded(self, file: &str, accessors: Accessors<'a>, log: &mut Log) -> Checked<Decoded> {
        let Self { document, tree, shown } = self;
        let node_of = |node: Option<Index>| document.nodes.get(node? as usize);
        let first = shown[0];
        let name = document.meshes[first.mesh as usize].name.clone();
        let name = name.or_else(|| node_of(first.node)?.name.clone());
        let mut reader = Reader {
            document,
            accessors,
            mesh: Mesh { file: file.into(), name: name.unwrap_or_default(), ..Mesh::default() },
            log,
            sources: Vec::new(),
        };
        let worn = shown.iter().filter_map(|own| Some((node_of(own.node)?.skin?, own.node?)));
        let joints = Joints::of(document, &tree, &worn.collect::<Vec<_>>(), &mut reader.accessors)?;
        let mut parts = Vec::new();
        let mut drawn: Vec<Drawn> = Vec::new();
        let mut targets = Merged::default();
        let mut expressions = Expressions::of(document, reader.accessors.data_len());
        for own in &shown {
            let is_first = drawn.is_empty();
            let (held, to_scene) = match held(document, &tree, &joints, *own) {
                Ok(held) => held,
                Err(problem) if is_first => return Err(Fault::at(format!("mesh {}", own.mesh), problem)),
                Err(problem) => {
                    reader.log.repaired(Criterion::LeftOut, format!("mesh {}", own.mesh), problem);
                    continue;
                }
            };
            if !is_first && !reader.has_room_for(choice::vertices(document, own.mesh as usize)) {
                let problem = "it is shown again and again, more often than the file justifies";
                reader.log.repaired(Criterion::LeftOut, format!("mesh {}", own.mesh), problem);
                continue;
            }
            let to_scene = to_scene.unwrap_or_else(|| {
                let problem = "its nodes flatten it; they were ignored";
                reader.log.repaired(Criterion::Matrices, format!("mesh {}", own.mesh), problem);
                DMat4::IDENTITY
            });
            let before = parts.len();
            let primitives = reader.primitives(own.mesh, &held, &mut parts)?;
            let sources = std::mem::take(&mut reader.sources);
            let mesh = &document.meshes[own.mesh as usize];
            let mut of_mesh = targets::targets(mesh, &sources, &mut reader.accessors, reader.log)?;
            let own = Drawn { mesh: own.mesh, node: own.node, primitives, to_scene };
            scene::moved(&mut reader.mesh, &mut of_mesh, own.vertices(), &to_scene);
            if scene::mirrors(&to_scene) {
                let faces = parts[..before].iter().map(|part: &Part| part.faces).sum();
                reader.mesh.faces.turn_inside_out(faces);
            }
            let shown_weights = node_of(own.node).and_then(|node| node.weights.as_ref());
            expressions.add(own.mesh, own.node, &of_mesh);
            targets.add(of_mesh, shown_weights.unwrap_or(&mesh.weights));
            drawn.push(own);
        }
        targets.add_further(expressions.targets());
        let animations = match first.node {
            Some(node) => {
                let own = targets.of_first;
                let found = animation::weights(document, node, own, &mut reader.accessors)?;
                found.into_iter().map(|found| found.of_more(own, targets.all.len())).collect()
            }
            None => Vec::new(),
        };
        let mut mesh = reader.mesh;
        if parts.len() > 1 || parts.iter().any(|part| part.material.is_some()) {
            mesh.parts = parts;
        }
        mesh.first = drawn.get(1).map(|second| second.vertices().start);
        if mesh.positions.is_empty() {
            return Err(Fault::at(format!("mesh {}", first.mesh), "it has no vertices"));
        }
        let unit_m = unit::of_asset(&document.asset);
        let Joints { joints, nodes, .. } = joints;
        let Merged { all: targets, weights, .. } = targets;
        let file = MeshFile { mesh, targets, weights, joints, animations, unit_m, ..MeshFile::default() };
        Ok(Decoded { file, drawn, joints: nodes })
    }
}

/// What holds the vertices of a mesh, and what takes them to the scene, if that can be undone; or why it is not drawn.
fn held<'j>(
    document: &Document,
    tree: &Tree,
    joints: &'j Joints,
    own: Shown,
) -> Result<(Held<'j>, Option<DMat4>), String> {
    let Some(node) = own.node else { return Ok((Held::Free, Some(DMat4::IDENTITY))) };
    if let Some(skin) = document.nodes[node as usize].skin {
        let other = || "it was bound in another pose than the meshes before it".to_string();
        return joints
            .skin(skin)
            .map(|(ranks, to_scene)| (Held::Skin(ranks), Some(to_scene)))
            .ok_or_else(other);
    }
    if let Some((joint, to_scene)) = joints.carrying(document, tree, node) {
        return Ok((Held::Joint(joint), scene::undoable(to_scene)));
    }
    Ok((Held::Free, scene::undoable(document.world_matrix(tree, node))))
}

/// Meshes, and where their file has them; see [`Kept`].
struct Decoded {
    file: MeshFile,
    drawn: Vec<Drawn>,
    joints: Vec<Index>,
}

impl Decoded {
    /// The mesh with the rest of its file, and with numbers that are finite.
    fn with(self, whole: Checked<Whole>, log: &mut Log) -> MeshFile {
        let Self { mut file, drawn, joints } = self;
        let first = drawn[0].mesh;
        match whole {
            Ok(whole) => {
                let marks = Marks::of(&file);
                file.kept = Some(Kept { whole, drawn, joints, marks });
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
            log.repaired(Criterion::Values, format!("mesh {first}"), message);
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
