//! Meshes as plain data: one mesh of a file with its morph targets, its skin and the animations of its weights.
//!
//! ```text
//! bytes ─ formats::read_mesh ─▶ MeshFile { mesh, targets, joints, animations } ─ check, conform, normals ─▶ gltf, obj, ply
//! ```
//!
//! Vertices are as they are drawn: a point on a seam of texture coordinates or at a hard edge is several vertices.
//! [`Mesh::points`] maps them to the points of the file, so that normals are smooth across seams and files keep their own
//! numbering. Positions are Y up. Those of glTF and FBX are the scene's, those of FBX in metres; those of OBJ and PLY are in the
//! file's own, unknown unit.

mod check;
mod conform;
mod covers;
pub(crate) mod kept;
mod lists;
mod normals;

use crate::finding::Finding;
use glam::{Mat4, Vec2, Vec3, Vec4};

pub(crate) use check::summing_to_one;
pub use check::{check, repair};
pub use conform::conform;
pub(crate) use conform::joined_seams;
pub use covers::{Cover, Covers, Pixels};
pub use kept::Kept;
pub use lists::Lists;
pub use normals::{normals, same_points, smooth_points};

/// Polygons: the vertices at the corners of each, counter-clockwise seen from outside.
pub type Faces = Lists<u32>;
/// For each vertex the joints that hold it, and how much.
pub type Influences = Lists<(u32, f32)>;

/// A mesh, with vertices as they are drawn. An attribute, if present, has a value for every vertex.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The file's name as the user gave it, for messages.
    pub file: String,
    /// As the file has it; may be empty.
    pub name: String,
    /// Where vertices are.
    pub positions: Vec<Vec3>,
    /// Of unit length, or zero where the file has none.
    pub normals: Option<Vec<Vec3>>,
    /// Of unit length, with the sign of the bitangent (glTF 2.0, section 3.7.2.1).
    pub tangents: Option<Vec<Vec4>>,
    /// Red, green, blue and alpha, as the file has them.
    pub colours: Option<Vec<Vec4>>,
    /// As the file has them.
    pub uvs: Option<Vec<Vec2>>,
    /// Whether the second texture coordinate counts upwards, as in OBJ, PLY and FBX, or downwards, as in glTF.
    pub v_up: bool,
    /// The point of the file for each vertex; without it, every vertex is a point of its own.
    pub points: Option<Vec<u32>>,
    /// Vertices without a face are kept.
    pub faces: Faces,
    /// Runs of faces with their material and group, in order and without gaps; empty if no face has either.
    pub parts: Vec<Part>,
    /// One list per vertex.
    pub influences: Option<Influences>,
    /// How many vertices are of the file's first mesh, if others follow.
    pub first: Option<usize>,
}

/// A run of faces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// The group's name.
    pub group: Option<String>,
    /// The material's name.
    pub material: Option<String>,
    /// How many faces follow the last part's.
    pub faces: usize,
}

/// A morph target or blend shape: the offsets of the vertices it moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Target {
    /// Its name, or `target 3`.
    pub name: String,
    /// The vertices that change, in ascending order.
    pub vertices: Vec<u32>,
    /// One for each of those.
    pub positions: Vec<Vec3>,
    /// One for each of those.
    pub normals: Option<Vec<Vec3>>,
    /// One for each of those; the sign of the bitangent stays.
    pub tangents: Option<Vec<Vec3>>,
}

/// A joint of a skin.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// As the file has it.
    pub name: String,
    /// Index of an earlier joint.
    pub parent: Option<usize>,
    /// Relative to the parent, or to the scene, as the nodes of the file stand.
    pub rest: Mat4,
    /// From the scene to the joint's space, where the skin was bound.
    pub inverse_bind: Mat4,
}

/// A matrix undone, in f64: glam's own in f32 has other bits with SIMD.
pub(crate) fn inverse(matrix: &Mat4) -> Mat4 {
    matrix.as_dmat4().inverse().as_mat4()
}

/// Where something is as seen from elsewhere, both seen from the same place.
pub(crate) fn seen_from(elsewhere: &Mat4, place: &Mat4) -> Mat4 {
    (elsewhere.as_dmat4().inverse() * place.as_dmat4()).as_mat4()
}

/// How weights are interpolated between keys (glTF 2.0, appendix C).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interpolation {
    /// Straight.
    #[default]
    Linear,
    /// Not before the next key.
    Step,
    /// A cubic spline: each key has an incoming slope, its weights and an outgoing slope.
    CubicSpline,
}

/// The weights of all targets over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WeightAnimation {
    /// As the file has it; may be empty.
    pub name: String,
    /// Between keys.
    pub interpolation: Interpolation,
    /// Seconds, ascending.
    pub times: Vec<f32>,
    /// Key after key, one per target; three rows per key of a cubic spline.
    pub weights: Vec<f32>,
}

impl WeightAnimation {
    /// The same of more targets, of which those after the first are not moved.
    pub(crate) fn of_more(self, first: usize, count: usize) -> Self {
        if first == count || first == 0 {
            return self;
        }
        let more = |row: &[f32]| row.iter().copied().chain(std::iter::repeat_n(0.0, count - first)).collect();
        Self { weights: self.weights.chunks_exact(first).flat_map::<Vec<f32>, _>(more).collect(), ..self }
    }
}

/// A mesh and what moves it.
#[derive(Debug, Clone, Default)]
pub struct MeshFile {
    /// The mesh, all weights zero.
    pub mesh: Mesh,
    /// What can be added to it.
    pub targets: Vec<Target>,
    /// How much of each target the file shows while nothing is animated; one each.
    pub weights: Vec<f32>,
    /// The joints of its skin, parents before children.
    pub joints: Vec<Joint>,
    /// The weights of targets over time.
    pub animations: Vec<WeightAnimation>,
    /// Metres per unit, where the file states it.
    pub unit_m: Option<f64>,
    /// What was repaired or looks suspicious.
    pub warnings: Vec<Finding>,
    /// What the reader chose where the file is open.
    pub assumptions: Vec<Finding>,
    /// The rest of a glTF file (materials, textures, nodes), which [`crate::formats::gltf::mesh::write`] writes again. Without it, only the
    /// mesh is written.
    pub kept: Option<Kept>,
}

impl Mesh {
    /// The point of the file for a vertex.
    pub fn point(&self, vertex: usize) -> u32 {
        self.points.as_ref().map_or(vertex as u32, |points| points[vertex])
    }

    /// The number of points.
    pub fn point_count(&self) -> usize {
        match &self.points {
            None => self.positions.len(),
            Some(points) => points.iter().max().map_or(0, |&most| most as usize + 1),
        }
    }

    /// The diagonal of the box around it.
    pub fn size(&self) -> f32 {
        let low = self.positions.iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let high = self.positions.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
        if self.positions.is_empty() { 0.0 } else { low.distance(high) }
    }

    /// The mesh with only these vertices, in this order; the caller sets faces, points and parts.
    pub(crate) fn picked(&self, vertices: &[u32]) -> Self {
        fn of<T: Copy>(values: &[T], vertices: &[u32]) -> Vec<T> {
            vertices.iter().map(|&v| values[v as usize]).collect()
        }
        Self {
            file: self.file.clone(),
            name: self.name.clone(),
            positions: of(&self.positions, vertices),
            normals: self.normals.as_ref().map(|n| of(n, vertices)),
            tangents: self.tangents.as_ref().map(|t| of(t, vertices)),
            colours: self.colours.as_ref().map(|c| of(c, vertices)),
            uvs: self.uvs.as_ref().map(|u| of(u, vertices)),
            v_up: self.v_up,
            points: None,
            faces: Faces::default(),
            parts: Vec::new(),
            influences: self.influences.as_ref().map(|all| {
                let mut picked = Influences::default();
                vertices.iter().for_each(|&v| picked.push(all.get(v as usize).iter().copied()));
                picked
            }),
            first: None,
        }
    }
}

impl Target {
    /// What it adds to each of this many vertices.
    pub fn dense(&self, count: usize) -> Vec<Vec3> {
        let mut dense = vec![Vec3::ZERO; count];
        for (&vertex, &delta) in self.vertices.iter().zip(&self.positions) {
            dense[vertex as usize] = delta;
        }
        dense
    }

    /// The difference of two meshes of the same vertices.
    ///
    /// # Panics
    /// If their numbers of vertices differ.
    pub fn between(name: &str, from: &Mesh, to: &Mesh) -> Self {
        assert_eq!(from.positions.len(), to.positions.len(), "meshes of the same vertices");
        let normals = from.normals.as_ref().zip(to.normals.as_ref());
        let tangents = from.tangents.as_ref().zip(to.tangents.as_ref());
        let moves = |v: usize| {
            from.positions[v] != to.positions[v]
                || normals.is_some_and(|(a, b)| a[v] != b[v])
                || tangents.is_some_and(|(a, b)| a[v].truncate() != b[v].truncate())
        };
        let vertices: Vec<u32> = (0..from.positions.len()).filter(|&v| moves(v)).map(|v| v as u32).collect();
        let each = |delta: &dyn Fn(usize) -> Vec3| vertices.iter().map(|&v| delta(v as usize)).collect();
        Self {
            name: name.into(),
            positions: each(&|v| to.positions[v] - from.positions[v]),
            normals: normals.map(|(a, b)| each(&|v| b[v] - a[v])),
            tangents: tangents.map(|(a, b)| each(&|v| (b[v] - a[v]).truncate())),
            vertices,
        }
    }
}

impl From<Mesh> for MeshFile {
    fn from(mesh: Mesh) -> Self {
        Self { mesh, ..Self::default() }
    }
}

impl MeshFile {
    /// The mesh with all of one target added; normals and tangents are of unit length again.
    pub fn form(&self, target: usize) -> Mesh {
        let target = &self.targets[target];
        let mut mesh = self.mesh.clone();
        for (i, &vertex) in target.vertices.iter().enumerate() {
            let v = vertex as usize;
            mesh.positions[v] += target.positions[i];
            if let (Some(own), Some(deltas)) = (&mut mesh.normals, &target.normals) {
                own[v] = (own[v] + deltas[i]).try_normalize().unwrap_or(own[v]);
            }
            if let (Some(own), Some(deltas)) = (&mut mesh.tangents, &target.tangents) {
                let turned = (own[v].truncate() + deltas[i]).try_normalize();
                own[v] = turned.map_or(own[v], |t| t.extend(own[v].w));
            }
        }
        mesh
    }
}
