//! Several meshes of a scene as one, as for glTF: one after the other, all where the skin of the first was bound.

use glam::{DMat4, Mat4, Vec2, Vec3, Vec4};
use ufbx::{Node, Scene};

use crate::formats::gltf::mesh::{Merged, moved};
use crate::mesh::{Faces, Influences, Joint, Mesh, MeshFile, Part};

/// Skins whose joints were bound this near to each other, in turns and metres, were bound in one pose.
const SAME_POSE: f64 = 1e-3;
/// More corners than this, and one for so many bytes of data, are not read: many nodes may show one mesh.
const MOST_CORNERS: usize = 1 << 18;
const BYTES_PER_CORNER: usize = 4;

/// A mesh, and the node of each joint that holds it.
pub(super) struct One {
    pub(super) file: MeshFile,
    pub(super) joints: Vec<u32>,
}

/// The meshes so far.
pub(super) struct Joined {
    mesh: Mesh,
    targets: Merged,
    /// For each joint its node, where that stands, and from the scene to it where the skin was bound.
    joints: Vec<(u32, DMat4, Mat4)>,
    first: MeshFile,
    corners: usize,
}

impl Joined {
    pub(super) fn of(first: One) -> Self {
        let One { mut file, joints } = first;
        let joints = stands(&file.joints).zip(joints).zip(&file.joints);
        let joints = joints.map(|((world, node), joint)| (node, world, joint.inverse_bind)).collect();
        let mut targets = Merged::default();
        targets.add(file.targets.clone(), &file.weights);
        Self { mesh: std::mem::take(&mut file.mesh), targets, joints, first: file, corners: 0 }
    }

    /// Whether the mesh of a node, drawn once more, is not more than so many bytes of data justify.
    pub(super) fn has_room_for(&mut self, node: &Node, data: usize) -> bool {
        self.corners += node.mesh.as_ref().map_or(0, |mesh| mesh.num_indices);
        self.corners <= MOST_CORNERS + data / BYTES_PER_CORNER
    }

    /// Adds the mesh of a node, or says why it does not fit.
    pub(super) fn add(&mut self, node: &Node, own: One) -> Result<(), &'static str> {
        let One { mut file, joints } = own;
        let by = match file.joints.is_empty() {
            true => self.carried(node, &mut file.mesh),
            false => self
                .bound(&file.joints, &joints)
                .ok_or("it was bound in another pose than the meshes before it")?,
        };
        let all = 0..file.mesh.positions.len();
        moved(&mut file.mesh, &mut file.targets, all, &by);
        let from_bound = by.inverse();
        let mut place = Vec::new();
        for ((world, node), joint) in stands(&file.joints).zip(joints).zip(&file.joints) {
            place.push(self.place_of(node).unwrap_or_else(|| {
                self.joints.push((node, world, (joint.inverse_bind.as_dmat4() * from_bound).as_mat4()));
                self.joints.len() - 1
            }) as u32);
        }
        if let Some(influences) = file.mesh.influences.as_mut().filter(|_| !place.is_empty()) {
            influences.items_mut().iter_mut().for_each(|(joint, _)| *joint = place[*joint as usize]);
        }
        let before = self.mesh.positions.len() as u32;
        file.targets.iter_mut().for_each(|own| own.vertices.iter_mut().for_each(|v| *v += before));
        self.targets.add(file.targets, &file.weights);
        append(&mut self.mesh, file.mesh);
        Ok(())
    }

    /// The meshes, with joints in the order of the scene.
    pub(super) fn into_file(self, scene: &Scene) -> MeshFile {
        let Self { mut mesh, targets, joints, mut first, .. } = self;
        let of_first = targets.of_first;
        if joints.len() > first.joints.len() {
            (first.joints, mesh.influences) = sorted(scene, &joints, mesh.influences);
        }
        let animations = std::mem::take(&mut first.animations);
        let animations = animations.into_iter().map(|own| own.of_more(of_first, targets.all.len())).collect();
        MeshFile { mesh, animations, targets: targets.all, weights: targets.weights, ..first }
    }

    fn place_of(&self, node: u32) -> Option<usize> {
        self.joints.iter().position(|own| own.0 == node)
    }

    /// What takes a mesh of another skin to where the first was bound; `None` if its joints do not agree on it.
    fn bound(&self, joints: &[Joint], nodes: &[u32]) -> Option<DMat4> {
        let mut shared = joints.iter().zip(nodes).filter_map(|(joint, &node)| {
            let (.., inverse_bind) = self.joints[self.place_of(node)?];
            Some(inverse_bind.as_dmat4().inverse() * joint.inverse_bind.as_dmat4())
        });
        let Some(by) = shared.next() else { return Some(DMat4::IDENTITY) };
        let is_same = by.is_finite() && shared.all(|other| other.abs_diff_eq(by, SAME_POSE));
        is_same.then_some(if by.abs_diff_eq(DMat4::IDENTITY, SAME_POSE) { DMat4::IDENTITY } else { by })
    }

    /// Lets the joint that a node hangs from hold its mesh; yields what takes that to where the joint was bound.
    fn carried(&self, node: &Node, mesh: &mut Mesh) -> DMat4 {
        let above = std::iter::successors(Some(node), |node| node.parent.as_deref());
        let Some(joint) = above.into_iter().find_map(|node| self.place_of(node.element.typed_id)) else {
            return DMat4::IDENTITY;
        };
        mesh.influences = Some(mesh.positions.iter().map(|_| [(joint as u32, 1.0)]).collect());
        let (_, world, inverse_bind) = self.joints[joint];
        let by = (world * inverse_bind.as_dmat4()).inverse();
        if by.is_finite() && !by.abs_diff_eq(DMat4::IDENTITY, SAME_POSE) { by } else { DMat4::IDENTITY }
    }
}

/// Where joints stand in the scene.
fn stands(joints: &[Joint]) -> impl Iterator<Item = DMat4> {
    let mut world: Vec<DMat4> = Vec::with_capacity(joints.len());
    for joint in joints {
        let above = joint.parent.map_or(DMat4::IDENTITY, |parent| world[parent]);
        world.push(above * joint.rest.as_dmat4());
    }
    world.into_iter()
}

/// Joints in the order of the scene, each below the nearest above it, and what they hold.
fn sorted(
    scene: &Scene,
    joints: &[(u32, DMat4, Mat4)],
    influences: Option<Influences>,
) -> (Vec<Joint>, Option<Influences>) {
    let mut place = vec![0; joints.len()];
    let mut out: Vec<(usize, Joint)> = Vec::with_capacity(joints.len());
    let mut stack: Vec<(&Node, Option<usize>)> = vec![(&scene.root_node, None)];
    while let Some((node, parent)) = stack.pop() {
        let own = joints.iter().position(|own| own.0 == node.element.typed_id);
        if let Some(own) = own {
            let (_, world, inverse_bind) = joints[own];
            let above = parent.map_or(DMat4::IDENTITY, |parent: usize| joints[out[parent].0].1);
            let rest = (above.inverse() * world).as_mat4();
            place[own] = out.len() as u32;
            out.push((own, Joint { name: node.element.name.to_string(), parent, rest, inverse_bind }));
        }
        let below = own.map(|_| out.len() - 1).or(parent);
        stack.extend(node.children.iter().rev().map(|child| -> (&Node, _) { (child, below) }));
    }
    let influences = influences.map(|mut all| {
        all.items_mut().iter_mut().for_each(|(joint, _)| *joint = place[*joint as usize]);
        all
    });
    (out.into_iter().map(|(_, joint)| joint).collect(), influences)
}

/// Adds the vertices and faces of another mesh.
fn append(all: &mut Mesh, more: Mesh) {
    let (before, added) = (all.positions.len(), more.positions.len());
    fn both<T: Clone>(all: &mut Option<Vec<T>>, more: Option<Vec<T>>, none: T, [before, added]: [usize; 2]) {
        if all.is_some() || more.is_some() {
            let all = all.get_or_insert_with(|| vec![none.clone(); before]);
            all.extend(more.unwrap_or_else(|| vec![none; added]));
        }
    }
    let counts = [before, added];
    let points = all.point_count() as u32;
    let own_points = |mesh: &Mesh| (0..mesh.positions.len()).map(|v| mesh.point(v)).collect::<Vec<u32>>();
    all.points =
        Some(own_points(all).into_iter().chain(own_points(&more).iter().map(|p| points + p)).collect());
    both(&mut all.normals, more.normals, Vec3::ZERO, counts);
    both(&mut all.colours, more.colours, Vec4::ONE, counts);
    both(&mut all.uvs, more.uvs, Vec2::ZERO, counts);
    if all.influences.is_some() || more.influences.is_some() {
        let none = |count| (0..count).map(|_| []).collect::<Influences>();
        let own = all.influences.take().unwrap_or_else(|| none(before));
        let more = more.influences.unwrap_or_else(|| none(added));
        all.influences = Some(own.iter().chain(more.iter()).map(|held| held.iter().copied()).collect());
    }
    if !all.parts.is_empty() || !more.parts.is_empty() {
        let whole = |parts: Vec<Part>, faces: &Faces| match parts.is_empty() {
            true => vec![Part { faces: faces.len(), ..Part::default() }],
            false => parts,
        };
        all.parts = whole(std::mem::take(&mut all.parts), &all.faces);
        all.parts.extend(whole(more.parts, &more.faces));
    }
    all.first.get_or_insert(before);
    all.positions.extend(more.positions);
    more.faces.iter().for_each(|face| all.faces.push(face.iter().map(|v| before as u32 + v)));
}
