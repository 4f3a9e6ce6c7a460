//! The skin of a GLB as a renderer moves it, read and computed without the code under test.

use adverb_author::Clip;
use glam::{DMat4, DVec3};
use serde_json::Value;

use super::made::world;
use crate::support::gltf::taken_apart;

/// A vertex: where it is seen from each of the joints that hold it, and how much they do.
type Vertex = Vec<(usize, DVec3, f64)>;

pub struct Skin {
    vertices: Vec<Vertex>,
}

impl Skin {
    /// The skin of the first node that wears one; `clip` has the joints by the nodes' names.
    pub fn of(bytes: &[u8], clip: &Clip) -> Self {
        let (json, bin) = taken_apart(bytes);
        let file = File { json: &json, bin };
        let node = json["nodes"].as_array().unwrap().iter().find(|n| n.get("skin").is_some()).unwrap();
        let skin = &json["skins"][index(&node["skin"])];
        let inverse = file.numbers(&skin["inverseBindMatrices"]);
        let named = |node: &Value| {
            let name = json["nodes"][index(node)]["name"].as_str().unwrap();
            clip.joint_named(name).unwrap()
        };
        let joints: Vec<usize> = skin["joints"].as_array().unwrap().iter().map(named).collect();
        let from_mesh: Vec<DMat4> = inverse
            .chunks(16)
            .map(|m| unscaled(DMat4::from_cols_array(&std::array::from_fn(|k| m[k]))))
            .collect();
        // The rest pose of the clip is the one that the skin was bound in, in the world: it tells the unit.
        let bound = clip.world(&clip.rest());
        let size = |places: Vec<DVec3>| places.iter().map(|p| p.distance(places[0])).fold(0.0, f64::max);
        let scale = size(joints.iter().map(|&j| bound[j].translation).collect())
            / size(from_mesh.iter().map(|m| m.inverse().w_axis.truncate()).collect());
        let joints: Vec<(usize, DMat4)> = joints
            .into_iter()
            .zip(from_mesh)
            .map(|(joint, m)| (joint, DMat4::from_scale(DVec3::splat(scale)) * m))
            .collect();
        let mut vertices = Vec::new();
        for primitive in json["meshes"][index(&node["mesh"])]["primitives"].as_array().unwrap() {
            let attributes = &primitive["attributes"];
            let places = file.numbers(&attributes["POSITION"]);
            let (of, weights) =
                (file.numbers(&attributes["JOINTS_0"]), file.numbers(&attributes["WEIGHTS_0"]));
            for (v, place) in places.chunks(3).enumerate() {
                let place = DVec3::new(place[0], place[1], place[2]);
                let total: f64 = weights[4 * v..4 * v + 4].iter().sum();
                let hold = |k: usize| {
                    let (joint, from_mesh) = joints[of[4 * v + k] as usize];
                    (joint, from_mesh.transform_point3(place), weights[4 * v + k] / total)
                };
                vertices.push((0..4).map(hold).filter(|held| held.2 > 0.0).collect());
            }
        }
        Self { vertices }
    }

    /// All vertices in a frame.
    pub fn at(&self, clip: &Clip, frame: usize) -> Vec<DVec3> {
        let world = world(clip, frame);
        let place = |v: &Vertex| v.iter().map(|&(j, from, weight)| world[j].apply(from) * weight).sum();
        self.vertices.iter().map(place).collect()
    }

    /// Vertices that a joint holds most of, or one below it.
    pub fn below(&self, clip: &Clip, joint: usize) -> Vec<usize> {
        let is_below =
            |&j: &usize| std::iter::successors(Some(j), |&j| clip.joints[j].parent).any(|j| j == joint);
        let held = |v: &Vertex| v.iter().filter(|h| is_below(&h.0)).map(|h| h.2).sum::<f64>() > 0.5;
        (0..self.vertices.len()).filter(|&v| held(&self.vertices[v])).collect()
    }
}

fn unscaled(m: DMat4) -> DMat4 {
    let scale = m.x_axis.truncate().length();
    DMat4::from_scale(DVec3::splat(1.0 / scale)) * m
}

struct File<'a> {
    json: &'a Value,
    bin: &'a [u8],
}

impl File<'_> {
    fn numbers(&self, accessor: &Value) -> Vec<f64> {
        let accessor = &self.json["accessors"][index(accessor)];
        let view = &self.json["bufferViews"][index(&accessor["bufferView"])];
        let at = |of: &Value, name: &str| of[name].as_u64().unwrap_or(0) as usize;
        let start = at(view, "byteOffset") + at(accessor, "byteOffset");
        let width = match accessor["type"].as_str().unwrap() {
            "MAT4" => 16,
            "VEC4" => 4,
            _ => 3,
        };
        let normal = if accessor["normalized"] == true { 255.0 } else { 1.0 };
        let component = at(accessor, "componentType");
        let size = match component {
            5121 => 1,
            5123 => 2,
            _ => 4,
        };
        let read = |b: &[u8]| match component {
            5121 => f64::from(b[0]) / normal,
            5123 => f64::from(u16::from_le_bytes([b[0], b[1]])),
            _ => f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        };
        let stride = view["byteStride"].as_u64().map_or(size * width, |s| s as usize);
        let number = |i: usize| read(&self.bin[start + i / width * stride + i % width * size..]);
        (0..at(accessor, "count") * width).map(number).collect()
    }
}

fn index(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}
