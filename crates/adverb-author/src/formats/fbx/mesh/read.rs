//! The meshes of nodes in the scene's space, in metres and Y up: polygons, blend shapes as morph targets, skin clusters as joints.
//!
//! With A the scene's unit and axes, G where the geometry stands and s the unit, positions are A·G·p, a joint that stands at J stands at
//! A·J/s, and what a cluster takes from geometry to bone by B takes the mesh to its joint by s·B·(A·G)⁻¹: so the skin does with these what it
//! did before.

use glam::{DMat3, DMat4, DVec3, DVec4, Vec2, Vec3, Vec4};
use ufbx::{Node, Scene};

use super::deformers;
use super::join::{Joined, One};
use crate::Error;
use crate::clip::y_up_from;
use crate::finding::Criterion;
use crate::formats::MeshOptions;
use crate::formats::corners::{self, Corners, NONE, bits, first_equals};
use crate::formats::fbx::load;
use crate::formats::fbx::settings::{axes, damages, unit};
use crate::formats::log::Log;
use crate::formats::nodes;
use crate::limits::MAX_NAME_BYTES;
use crate::mesh::{Faces, Mesh, MeshFile, Part};

/// Reads a mesh in metres and Y up.
///
/// # Errors
/// [`Error::File`] for what cannot be read or has no mesh; [`Error::Binary`] with the mesh at fault.
pub fn read(file: &str, bytes: &[u8], options: MeshOptions) -> Result<MeshFile, Error> {
    let whole = |problem: String| Error::File { file: file.into(), problem };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let scene = load::scene_with_geometry(file, bytes)?;
    let mut log = Log::of_mesh(file);
    damages(&scene, &mut log);
    let nodes = choose(&scene, options.mesh, &mut log).map_err(whole)?;
    let (up, turn) = axes(scene.settings.axes, &mut log);
    let unit_m = unit(scene.settings.unit_meters, &mut log);
    let turn = DMat3::from_quat(y_up_from(up) * turn);
    let reader = Reader { scene: &scene, file, turn, unit_m, data: load::data_len(bytes) };
    let mut joined = Joined::of(reader.one(nodes[0], &mut log)?);
    for node in &nodes[1..] {
        let fits = match joined.has_room_for(node, reader.data) {
            true => joined.add(node, reader.one(node, &mut log)?),
            false => Err("it is shown again and again, more often than the file justifies"),
        };
        if let Err(problem) = fits {
            log.repaired(Criterion::LeftOut, format!("mesh '{}'", node.element.name), problem);
        }
    }
    let mut read = joined.into_file(&scene);
    (read.warnings, read.assumptions) = log.into_findings();
    Ok(read)
}

/// What the meshes of a scene have in common.
struct Reader<'a> {
    scene: &'a Scene,
    file: &'a str,
    turn: DMat3,
    unit_m: f64,
    data: usize,
}

impl Reader<'_> {
    /// The mesh of a node, with what moves it.
    fn one(&self, node: &Node, log: &mut Log) -> Result<One, Error> {
        let whole = |problem: String| Error::File { file: self.file.into(), problem };
        let own = node.mesh.as_ref().ok_or_else(|| whole("it has no mesh".into()))?;
        let space = Space { geometry: matrix(&node.geometry_to_world), turn: self.turn, unit_m: self.unit_m };
        if !space.mesh_from_geometry().is_finite() {
            return Err(whole(format!("its mesh, node '{}', is out of range", node.element.name)));
        }
        let place = format!("mesh '{}'", node.element.name);
        let at = |problem: String| Error::Binary { file: self.file.into(), place: place.clone(), problem };
        let name_of = |material: u32| {
            let name = own.materials.get(material as usize).map(|material| material.element.name.to_string());
            name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES)
        };
        let mut mesh = geometry(own, &space, name_of).map_err(at)?;
        mesh.file = self.file.into();
        mesh.name = node.element.name.to_string();
        let mut read = MeshFile { mesh, unit_m: Some(1.0), ..MeshFile::default() };
        deformers::targets(self.scene, own, &space, self.data, &mut read, log).map_err(at)?;
        let joints = deformers::skin(self.scene, own, &space, self.data, &mut read, log).map_err(at)?;
        Ok(One { file: read, joints })
    }
}

/// From the file's spaces to ours.
pub(in crate::formats::fbx) struct Space {
    /// G, where the geometry stands in the scene.
    geometry: DMat4,
    turn: DMat3,
    pub(super) unit_m: f64,
}

impl Space {
    /// From the geometry of a node to the node.
    pub(in crate::formats::fbx) fn of_node(node: &Node) -> Self {
        Self { geometry: matrix(&node.geometry_to_node), turn: DMat3::IDENTITY, unit_m: 1.0 }
    }

    /// From the geometry of a node to a scene whose joints are scaled to metres with everything else.
    pub(in crate::formats::fbx) fn of_scene(node: &Node, to_scene: DMat4) -> Self {
        Self { geometry: to_scene * matrix(&node.geometry_to_world), turn: DMat3::IDENTITY, unit_m: 1.0 }
    }

    /// A, from the scene's unit and axes.
    pub(super) fn scene(&self) -> DMat4 {
        DMat4::from_mat3(self.turn * self.unit_m)
    }

    pub(super) fn mesh_from_geometry(&self) -> DMat4 {
        self.scene() * self.geometry
    }

    /// What normals are multiplied by, but for their length.
    pub(super) fn normals(&self) -> DMat3 {
        let linear = DMat3::from_mat4(self.mesh_from_geometry());
        // The adjugate, which is the inverse's transpose but for scale, exists for any matrix.
        let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
        let adjugate = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
        adjugate * linear.determinant().signum()
    }
}

pub(super) fn matrix(m: &ufbx::Matrix) -> DMat4 {
    DMat4::from_cols(
        DVec4::new(m.m00, m.m10, m.m20, 0.0),
        DVec4::new(m.m01, m.m11, m.m21, 0.0),
        DVec4::new(m.m02, m.m12, m.m22, 0.0),
        DVec4::new(m.m03, m.m13, m.m23, 1.0),
    )
}

pub(super) fn vector(v: &ufbx::Vec3) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

/// The nodes whose meshes are meant, as for glTF: that of a name or number, or the best and all visible ones that move as it does, with the
/// skeleton or not at all.
fn choose<'s>(scene: &'s Scene, wish: Option<&str>, log: &mut Log) -> Result<Vec<&'s Node>, String> {
    let all: Vec<&Node> = scene
        .nodes
        .iter()
        .map(|node| node.as_ref())
        .filter(|node| node.mesh.as_ref().is_some_and(|mesh| mesh.num_vertices > 0))
        .collect();
    let listed = |nodes: &[&Node]| nodes::listed(nodes.iter().map(|node| format!("'{}'", node.element.name)));
    if all.is_empty() {
        return Err("it has no mesh".into());
    }
    if let Some(wish) = wish {
        let named = all.iter().find(|node| &*node.element.name == wish);
        let numbered = || all.get(wish.parse::<usize>().ok()?);
        let found = named.or_else(numbered).map(|node| vec![*node]);
        return found.ok_or_else(|| format!("it has no mesh '{wish}'; there are {}", listed(&all)));
    }
    let worth = |place: &usize| {
        let mesh = all[*place].mesh.as_ref();
        let key = mesh.map(|m| (!m.blend_deformers.is_empty(), !m.skin_deformers.is_empty(), m.num_vertices));
        (all[*place].visible, key, std::cmp::Reverse(*place))
    };
    let best = (0..all.len()).max_by_key(worth).unwrap_or(0);
    let carried = carried(scene);
    let is_skinned = |node: &Node| node.mesh.as_ref().is_some_and(|mesh| !mesh.skin_deformers.is_empty());
    let moves = |node: &Node| is_skinned(node) || carried[node.element.typed_id as usize];
    let others = || all.iter().enumerate().filter(|(place, _)| *place != best).map(|(_, node)| *node);
    let (with, left_out): (Vec<&Node>, Vec<&Node>) =
        others().partition(|node| node.visible && moves(node) == moves(all[best]));
    let first = listed(&all[best..=best]);
    if !left_out.is_empty() {
        let with = if with.is_empty() { first } else { format!("{first} and what moves with it") };
        log.assume(Criterion::Choice, format!("mesh: {with}, the others being {}", listed(&left_out)));
    } else if !with.is_empty() {
        log.assume(Criterion::Choice, format!("mesh: {first}, and as parts of it {}", listed(&with)));
    }
    Ok(std::iter::once(all[best]).chain(with).collect())
}

/// Which nodes are joints of a skin, or hang from one.
fn carried(scene: &Scene) -> Vec<bool> {
    let mut carried = vec![false; scene.nodes.len()];
    let clusters = scene.skin_clusters.iter().filter_map(|cluster| cluster.bone_node.as_ref());
    clusters.for_each(|node| carried[node.element.typed_id as usize] = true);
    let mut stack: Vec<&Node> = vec![&scene.root_node];
    while let Some(node) = stack.pop() {
        for child in &node.children {
            carried[child.element.typed_id as usize] |= carried[node.element.typed_id as usize];
            stack.push(child);
        }
    }
    carried
}

/// The mesh in a space, its materials as they are named.
pub(in crate::formats::fbx) fn geometry(
    own: &ufbx::Mesh,
    space: &Space,
    mut name_of: impl FnMut(u32) -> Option<String>,
) -> Result<Mesh, String> {
    let to_mesh = space.mesh_from_geometry();
    let to_normal = space.normals();
    let linear = DMat3::from_mat4(to_mesh);
    let positions: Vec<Vec3> =
        own.vertices.iter().map(|p| to_mesh.transform_point3(vector(p)).as_vec3()).collect();
    if let Some(point) = positions.iter().position(|p| !p.is_finite()) {
        return Err(format!("the position of vertex {point} is not finite"));
    }
    let unit = |v: DVec3| v.try_normalize().map_or(Vec3::ZERO, |v| v.as_vec3());
    let normals: Vec<Vec3> = own.vertex_normal.values.iter().map(|n| unit(to_normal * vector(n))).collect();
    let finite = |x: f64| if (x as f32).is_finite() { x as f32 } else { 0.0 };
    let uvs: Vec<Vec2> =
        own.vertex_uv.values.iter().map(|uv| Vec2::new(finite(uv.x), finite(uv.y))).collect();
    let colours: Vec<Vec4> = own
        .vertex_color
        .values
        .iter()
        .map(|c| Vec4::new(finite(c.x), finite(c.y), finite(c.z), finite(c.w)))
        .collect();

    let index = |indices: &[u32], corner: usize, count: usize| {
        indices.get(corner).copied().filter(|&index| (index as usize) < count).unwrap_or(NONE)
    };
    let mut numbers = Corners::<4>::new();
    let mut faces = Faces::default();
    // A mirrored mesh is inside out, unless its corners go the other way round.
    let mirrored = linear.determinant() < 0.0;
    let mut parts: Vec<(u32, usize)> = Vec::new();
    for (f, face) in own.faces.iter().enumerate().filter(|(_, face)| face.num_indices >= 3) {
        let range = face.index_begin as usize..(face.index_begin + face.num_indices) as usize;
        let corners: Vec<usize> = if mirrored { range.rev().collect() } else { range.collect() };
        let mut corner_numbers = Vec::with_capacity(corners.len());
        for corner in corners {
            let point = index(&own.vertex_indices, corner, positions.len());
            if point == NONE {
                return Err(format!("face {f} has a corner at no vertex"));
            }
            corner_numbers.push(numbers.number([
                point,
                index(&own.vertex_uv.indices, corner, uvs.len()),
                index(&own.vertex_normal.indices, corner, normals.len()),
                index(&own.vertex_color.indices, corner, colours.len()),
            ]));
        }
        faces.push(corner_numbers);
        let material = own.face_material.get(f).copied().unwrap_or(NONE);
        match parts.last_mut().filter(|(last, _)| *last == material) {
            Some((_, count)) => *count += 1,
            None => parts.push((material, 1)),
        }
    }
    let firsts = [
        first_equals(uvs.iter().map(|v| bits(v.to_array()))),
        first_equals(normals.iter().map(|v| bits(v.to_array()))),
        first_equals(colours.iter().map(|v| bits(v.to_array()))),
    ];
    let vertices = numbers.drawn(positions.len(), &firsts, &mut faces);
    let mut parts: Vec<Part> = parts
        .into_iter()
        .map(|(material, faces)| Part { group: None, material: name_of(material), faces })
        .collect();
    if parts.iter().all(|part| part.material.is_none()) {
        parts.clear();
    }
    Ok(Mesh {
        positions: vertices.iter().map(|corner| positions[corner[0] as usize]).collect(),
        normals: corners::values(&vertices, 2, &normals, Vec3::ZERO),
        colours: corners::values(&vertices, 3, &colours, Vec4::ONE),
        uvs: corners::values(&vertices, 1, &uvs, Vec2::ZERO),
        v_up: true,
        points: corners::points(&vertices),
        faces,
        parts,
        ..Mesh::default()
    })
}
