//! The rest of the file that a mesh came from, and what of it is no longer used once the mesh is another.

use super::document::Index;
use crate::mesh::MeshFile;
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hasher};

/// A file whose mesh was read.
#[derive(Debug, Clone)]
pub struct Kept {
    pub(super) json: Value,
    pub(super) bin: Vec<u8>,
    pub(super) mesh: Index,
    pub(super) node: Option<Index>,
    /// Of each primitive, its first vertex and how many it has.
    pub(super) ranges: Vec<(usize, usize)>,
    /// The node of each joint of the skin.
    pub(super) joints: Vec<Index>,
    pub(super) marks: Marks,
}

impl Kept {
    /// The name of the animation that comes first.
    pub(crate) fn first_animation(&self) -> Option<String> {
        Some(self.json.get("animations")?.get(0)?.get("name")?.as_str()?.to_string())
    }
}

/// By which it is seen what has changed since a mesh was read; what has not stays as the file has it, bit by bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) positions: u64,
    pub(super) normals: u64,
    pub(super) tangents: u64,
    pub(super) colours: u64,
    pub(super) uvs: u64,
    pub(super) targets: u64,
    pub(super) weights: u64,
    pub(super) animations: u64,
    pub(super) joints: u64,
    pub(super) influences: u64,
}

impl Marks {
    pub(super) fn of(file: &MeshFile) -> Self {
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

/// Where a document refers to accessors, and where to views of its buffer: `[]` is each of a list, `*` each of an object.
const TO_ACCESSORS: [&str; 7] = [
    "meshes/[]/primitives/[]/attributes/*",
    "meshes/[]/primitives/[]/indices",
    "meshes/[]/primitives/[]/targets/[]/*",
    "skins/[]/inverseBindMatrices",
    "animations/[]/samplers/[]/input",
    "animations/[]/samplers/[]/output",
    "nodes/[]/extensions/EXT_mesh_gpu_instancing/attributes/*",
];
const TO_VIEWS: [&str; 4] = [
    "accessors/[]/bufferView",
    "accessors/[]/sparse/indices/bufferView",
    "accessors/[]/sparse/values/bufferView",
    "images/[]/bufferView",
];
/// Extensions that refer to accessors and views nowhere else.
const HARMLESS: [&str; 11] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_mesh_quantization",
    "KHR_animation_pointer",
    "KHR_node_",
    "KHR_xmp",
    "EXT_texture_",
    "EXT_mesh_gpu_instancing",
    "MSFT_texture_",
    "VRM",
];

/// Leaves out accessors, views and bytes that nothing refers to; nothing at all if the file has an extension that might.
pub(super) fn without_unused(json: &mut Value, bin: Vec<u8>) -> Vec<u8> {
    let extensions = json.get("extensionsUsed").and_then(Value::as_array);
    let is_harmless =
        |name: &Value| name.as_str().is_some_and(|name| HARMLESS.iter().any(|known| name.starts_with(known)));
    if !extensions.into_iter().flatten().all(is_harmless) {
        return bin;
    }
    renumber(json, "accessors", &TO_ACCESSORS);
    renumber(json, "bufferViews", &TO_VIEWS);
    packed(json, &bin).unwrap_or(bin)
}

/// Leaves out what no path leads to.
fn renumber(json: &mut Value, list: &str, paths: &[&str]) {
    let count = json.get(list).and_then(Value::as_array).map_or(0, Vec::len);
    let mut is_used = vec![false; count];
    for path in paths {
        visit(json, path, &mut |index| {
            if let Some(used) = index.as_u64().and_then(|index| is_used.get_mut(index as usize)) {
                *used = true;
            }
        });
    }
    let mut next = 0;
    let mut number = |used: bool| {
        next += usize::from(used);
        next - usize::from(used)
    };
    let numbers: Vec<usize> = is_used.iter().map(|&used| number(used)).collect();
    for path in paths {
        visit(json, path, &mut |index| {
            if let Some(&number) = index.as_u64().and_then(|index| numbers.get(index as usize)) {
                *index = json!(number);
            }
        });
    }
    if let Some(entries) = json.get_mut(list).and_then(Value::as_array_mut) {
        let mut used = is_used.into_iter();
        entries.retain(|_| used.next().unwrap_or(true));
    }
}

fn visit(value: &mut Value, path: &str, see: &mut dyn FnMut(&mut Value)) {
    let (step, rest) = path.split_once('/').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let mut go = |next: &mut Value| match rest {
        Some(rest) => visit(next, rest, see),
        None => see(next),
    };
    match (step, value) {
        ("[]", Value::Array(entries)) => entries.iter_mut().for_each(go),
        ("*", Value::Object(entries)) => entries.values_mut().for_each(go),
        (_, Value::Object(entries)) => entries.get_mut(step).into_iter().for_each(&mut go),
        _ => {}
    }
}

/// The bytes of all views one after the other, unless views overlap so much that they would become more.
fn packed(json: &mut Value, bin: &[u8]) -> Option<Vec<u8>> {
    let views = json.get_mut("bufferViews")?.as_array_mut()?;
    let range = |view: &Value| {
        let number = |name: &str| view.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
        bin.get(number("byteOffset")..)?.get(..number("byteLength"))
    };
    let total =
        views.iter().try_fold(0usize, |sum, view| Some(sum + range(view)?.len().next_multiple_of(4)))?;
    if total > bin.len().next_multiple_of(4) {
        return None;
    }
    let mut packed = Vec::with_capacity(total);
    for view in views {
        let bytes = range(view)?;
        packed.resize(packed.len().next_multiple_of(4), 0);
        view["byteOffset"] = json!(packed.len());
        packed.extend_from_slice(bytes);
    }
    Some(packed)
}
