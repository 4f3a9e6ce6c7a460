//! The objects of glTF 2.0 (section 5 of its specification) that carry motion, meshes and skins, and no more.
//!
//! What is optional may be absent; what has the wrong type is an error with its line and column. The lists whose
//! entries may be as short as `{},` are bounded, so that the memory they take stays in proportion to the text.

use super::fault::{Checked, Fault};
use super::vrm::Extensions;
use crate::clip::Format;
use crate::formats::nodes::Tree;
use glam::{DMat4, DQuat, DVec3};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// Index of a node, accessor, buffer view, …
pub(super) type Index = u32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub(super) asset: Asset,
    #[serde(default, deserialize_with = "bounded")]
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) skins: Vec<Skin>,
    #[serde(default)]
    pub(super) animations: Vec<Animation>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub(super) buffers: Vec<Buffer>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default, deserialize_with = "bounded")]
    pub(super) materials: Vec<Material>,
    #[serde(default, deserialize_with = "bounded")]
    pub(super) scenes: Vec<Scene>,
    #[serde(default)]
    pub(super) scene: Index,
    pub(super) extensions: Option<Extensions>,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Vec<Index>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) children: Vec<Index>,
    pub(super) mesh: Option<Index>,
    pub(super) camera: Option<Index>,
    pub(super) skin: Option<Index>,
    pub(super) weights: Option<Vec<f32>>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    pub(super) matrix: Option<Box<[f64; 16]>>,
    pub(super) extensions: Option<NodeExtensions>,
    pub(super) extras: Option<Box<RawValue>>,
}

impl Document {
    /// Which nodes the scene shows: those below its own, or all, if the file has no scene.
    pub(super) fn shown(&self, tree: &Tree) -> Vec<bool> {
        let scene = self.scenes.get(self.scene as usize);
        let mut shown = vec![scene.is_none(); self.nodes.len()];
        for &root in scene.iter().flat_map(|scene| &scene.nodes) {
            shown.get_mut(root as usize).into_iter().for_each(|shown| *shown = true);
        }
        for &node in &tree.preorder {
            shown[node as usize] |= tree.parents[node as usize].is_some_and(|above| shown[above as usize]);
        }
        shown
    }

    /// Where a node stands in the scene.
    pub(super) fn world_matrix(&self, tree: &Tree, node: Index) -> DMat4 {
        let above = std::iter::successors(Some(node), |&n| tree.parents[n as usize]);
        above.fold(DMat4::IDENTITY, |world, n| self.local_matrix(n) * world)
    }

    /// Where a node stands, seen from the one above.
    pub(super) fn local_matrix(&self, node: Index) -> DMat4 {
        let node = &self.nodes[node as usize];
        match &node.matrix {
            Some(matrix) => DMat4::from_cols_array(matrix),
            None => DMat4::from_scale_rotation_translation(
                DVec3::from_array(node.scale.unwrap_or([1.0; 3])),
                DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0])).normalize(),
                DVec3::from_array(node.translation.unwrap_or_default()),
            ),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) light: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) joints: Vec<Index>,
    pub(super) inverse_bind_matrices: Option<Index>,
}

#[derive(Deserialize)]
pub(super) struct Animation {
    pub(super) name: Option<String>,
    pub(super) channels: Vec<Channel>,
    pub(super) samplers: Vec<Sampler>,
    pub(super) extras: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
pub(super) struct Channel {
    pub(super) sampler: Index,
    pub(super) target: Target,
}

#[derive(Deserialize)]
pub(super) struct Target {
    pub(super) node: Option<Index>,
    pub(super) path: String,
}

#[derive(Deserialize)]
pub(super) struct Sampler {
    pub(super) input: Index,
    pub(super) output: Index,
    pub(super) interpolation: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<Index>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) sparse: Option<Box<Sparse>>,
}

#[derive(Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: Index,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: Index,
    #[serde(default)]
    pub(super) byte_offset: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: Index,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
    pub(super) extensions: Option<ViewExtensions>,
}

impl BufferView {
    /// The extension by which the view is compressed; what it says itself is then only a copy, which may be missing.
    pub(super) fn compression(&self) -> Option<&'static str> {
        let extensions = self.extensions.as_ref()?;
        let khr = extensions.khr_meshopt.map(|_| "KHR_meshopt_compression");
        extensions.ext_meshopt.map(|_| "EXT_meshopt_compression").or(khr)
    }
}

#[derive(Deserialize)]
pub(super) struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    ext_meshopt: Option<IgnoredAny>,
    #[serde(rename = "KHR_meshopt_compression")]
    khr_meshopt: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
    pub(super) uri: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) name: Option<String>,
    pub(super) primitives: Vec<Primitive>,
    #[serde(default)]
    pub(super) weights: Vec<f32>,
    pub(super) extras: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<Index>,
    pub(super) material: Option<Index>,
    pub(super) mode: Option<u32>,
    #[serde(default, deserialize_with = "bounded")]
    pub(super) targets: Vec<Attributes>,
}

/// Accessors by name, such as "POSITION", in order. A list, since a map would take ten times the memory for the few that there are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Attributes(Vec<(String, Index)>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<Index> {
        let at = self.0.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()?;
        Some(self.0[at].1)
    }
}

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Attributes;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("accessors by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Attributes, A::Error> {
                let mut entries: Vec<(String, Index)> = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                entries.sort();
                entries.dedup_by(|a, b| a.0 == b.0);
                Ok(Attributes(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

#[derive(Deserialize)]
pub(super) struct Material {
    pub(super) name: Option<String>,
}

/// What adverb notes in `extras` for itself: glTF has no place for it.
#[derive(Default, Deserialize)]
pub(super) struct Notes {
    /// Of a node: whether it is an end site.
    pub(super) end: Option<bool>,
    /// Of an animation: frames per second.
    pub(super) fps: Option<f64>,
    /// Of the asset: metres per unit.
    pub(super) unit_m: Option<f64>,
}

impl Notes {
    /// Other tools put what they like into `extras`; that is no error.
    pub(super) fn of(extras: &Option<Box<RawValue>>) -> Self {
        #[derive(Deserialize)]
        struct Extras {
            adverb: Notes,
        }
        let parse = |raw: &RawValue| serde_json::from_str::<Extras>(raw.get()).ok();
        extras.as_deref().and_then(parse).map_or_else(Self::default, |extras| extras.adverb)
    }
}

/// What must be known before the rest is worth parsing.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    asset: Asset,
    #[serde(default, deserialize_with = "bounded")]
    extensions_required: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset {
    version: String,
    min_version: Option<String>,
    pub(super) extras: Option<Box<RawValue>>,
}

/// In glTF 1, lists were objects.
#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow)]
    nodes: Option<&'a RawValue>,
}

/// What to do about the old version.
pub(super) const GLTF_1: &str = "this is glTF 1; only 2.0 is read, convert it first";

/// What of a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nodes and animations: how meshes are stored does not matter.
    Motion,
    /// Meshes, too.
    Mesh,
}

/// Parses the JSON of a file and checks that it is of a version and with extensions that can be read.
pub(super) fn parse(format: Format, json: &[u8], wanted: Wanted) -> Checked<Document> {
    let wrong = |error: serde_json::Error| match format {
        Format::Gltf => Fault::Line { line: error.line().max(1), problem: plain(&error) },
        _ => Fault::at("JSON chunk", plain(&error)),
    };
    let probe: Result<Probe, _> = serde_json::from_slice(json);
    if probe.is_ok_and(|probe| probe.nodes.is_some_and(|nodes| nodes.get().starts_with('{'))) {
        return Err(Fault::at("asset", GLTF_1));
    }
    let head: Head = serde_json::from_slice(json).map_err(wrong)?;
    let version = head.asset.min_version.as_ref().unwrap_or(&head.asset.version);
    if version.as_str() != "2.0" && !(head.asset.min_version.is_none() && version.starts_with("2.")) {
        let problem = format!("this is glTF {version}; only 2.0 is read, convert it first");
        return Err(Fault::at("asset", problem));
    }
    for name in &head.extensions_required {
        check_extension(name, wanted)?;
    }
    serde_json::from_slice(json).map_err(wrong)
}

/// The objects of a document that was parsed before.
pub(super) fn of(json: &Value) -> Checked<Document> {
    Document::deserialize(json).map_err(|error| Fault::at("JSON", plain(&error)))
}

/// What to do about compressed files.
pub(super) const DECOMPRESS: &str = "compressed meshes are not read; `npx @gltf-transform/cli copy in.glb out.glb` writes the file without compression";

/// What the parser says, without its names for our types and with the place where that is not told otherwise.
fn plain(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let (problem, expected) = said.split_once(", expected ").unwrap_or((said, ""));
    let place = if error.column() > 0 { format!(" (column {})", error.column()) } else { String::new() };
    let wanted = match expected {
        "" => return problem.to_owned() + &place,
        "a sequence" | "a list" => "a list",
        "a map" => "an object",
        name if name.starts_with("struct ") => "an object",
        "a string" | "a borrowed string" => "a text",
        "f64" | "f32" => "a number",
        "u64" | "u32" | "usize" | "u16" | "u8" => "a whole number",
        name if name.contains(' ') => name,
        _ => "something else",
    };
    let found = problem.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    let found = found.replace("integer ", "").replace("floating point ", "").replace("sequence", "a list");
    let found = found.replace("string ", "").replace("map", "an object").replace('`', "");
    format!("{found} stands where {wanted} should{place}")
}

/// Extensions about looks change nothing for a skeleton, nor for its motion how meshes are stored, shown or repeated; any other may
/// change everything. Compressed views, which motions may need, are refused where they are read.
fn check_extension(name: &str, wanted: Wanted) -> Checked<()> {
    const MESHES: [&str; 5] = [
        "KHR_draco_mesh_compression",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
        "EXT_mesh_gpu_instancing",
        "KHR_mesh_",
    ];
    const LOOKS: [&str; 9] = [
        "KHR_node_visibility",
        "KHR_materials_",
        "KHR_texture_",
        "KHR_lights_",
        "EXT_lights_",
        "EXT_texture_",
        "MSFT_texture_",
        "KHR_mesh_quantization",
        "VRM",
    ];
    let is_of = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    if is_of(&LOOKS) || wanted == Wanted::Motion && is_of(&MESHES) {
        return Ok(());
    }
    let advice = match name {
        "KHR_draco_mesh_compression" | "EXT_meshopt_compression" | "KHR_meshopt_compression" => DECOMPRESS,
        _ => "it is not supported; save the file without it",
    };
    Err(Fault::at("extensionsRequired", format!("the file cannot be read without {name}, and {advice}")))
}

/// A list of at most 65 536 entries.
fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Entries<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            const MOST: usize = 65_536;
            let mut entries = Vec::new();
            while let Some(entry) = seq.next_element()? {
                if entries.len() == MOST {
                    return Err(A::Error::custom(format!("a list of more than {MOST} entries")));
                }
                entries.push(entry);
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_seq(Entries(PhantomData))
}
