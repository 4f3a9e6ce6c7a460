//! A mesh to look at: an octahedron from each joint to each of its children, moving rigidly with the joint.

use crate::Clip;
use crate::clip::Transform;
use glam::DVec3;

/// Octahedra of six vertices each, in the rest pose.
pub(super) struct Mesh {
    pub(super) positions: Vec<[f32; 3]>,
    /// For each vertex, the place in the list of joints of the one that carries it.
    pub(super) joints: Vec<u16>,
    pub(super) indices: Vec<u32>,
}

/// A bone's widest place and half its width there, in lengths of the bone.
const WAIST: f64 = 0.12;
const GIRTH: f64 = 0.07;
/// A child that moves more than this against its parent is not at the end of a bone.
const LOOSE_M: f64 = 0.01;
const SHORTEST_M: f64 = 1e-4;
/// What stands for a skeleton without bones.
const TOKEN_M: DVec3 = DVec3::new(0.0, 0.1, 0.0);

/// The bones of the joints of one tree of a clip, of which `carriers`, in rising order, can carry vertices; `world` is
/// the rest pose. There is at least one bone.
pub(super) fn mesh(clip: &Clip, world: &[Transform], tree: &[usize], carriers: &[usize]) -> Mesh {
    let mut mesh = Mesh { positions: Vec::new(), joints: Vec::new(), indices: Vec::new() };
    let mut add = |place: u16, tip: DVec3| {
        let first = mesh.positions.len() as u32;
        let joint = world[carriers[usize::from(place)]];
        for vertex in octahedron(tip) {
            mesh.positions.push((joint.translation + joint.rotation * vertex).as_vec3().to_array());
            mesh.joints.push(place);
        }
        mesh.indices.extend(FACES.iter().flatten().map(|v| first + v));
    };
    let mut found = false;
    for &joint in tree {
        let place = clip.joints[joint].parent.and_then(|parent| carriers.binary_search(&parent).ok());
        let place = place.and_then(|place| u16::try_from(place).ok());
        if let (Some(place), Some(tip)) = (place, tip(clip, joint)) {
            add(place, tip);
            found = true;
        }
    }
    if !found && !carriers.is_empty() {
        add(0, TOKEN_M);
    }
    mesh
}

/// Where the bone to a joint ends, seen from its parent.
fn tip(clip: &Clip, joint: usize) -> Option<DVec3> {
    let at = |frame: usize| clip.frame(frame)[joint].translation;
    let count = clip.frame_count();
    let tip = if count > 0 { at(0) } else { clip.joints[joint].rest.translation };
    let loose = (0..count).any(|frame| at(frame).distance(tip) > LOOSE_M);
    (!loose && tip.length() > SHORTEST_M).then_some(tip)
}

/// Base, four corners, tip.
fn octahedron(tip: DVec3) -> [DVec3; 6] {
    let (x, z) = tip.normalize().any_orthonormal_pair();
    let (waist, girth) = (WAIST * tip, GIRTH * tip.length());
    [DVec3::ZERO, waist + girth * x, waist + girth * z, waist - girth * x, waist - girth * z, tip]
}

/// Counter-clockwise from outside.
const FACES: [[u32; 3]; 8] =
    [[0, 2, 1], [0, 3, 2], [0, 4, 3], [0, 1, 4], [5, 1, 2], [5, 2, 3], [5, 3, 4], [5, 4, 1]];

#[cfg(test)]
mod tests {
    use super::{FACES, octahedron};
    use glam::DVec3;

    #[test]
    fn every_face_of_a_bone_looks_outward() {
        for tip in [DVec3::X, DVec3::NEG_Y, DVec3::new(0.3, -0.2, 0.1)] {
            let vertices = octahedron(tip);
            let inside = 0.3 * tip;
            for face in FACES {
                let [a, b, c] = face.map(|v| vertices[v as usize]);
                assert!((b - a).cross(c - a).dot(a - inside) > 0.0, "{face:?} of {tip}");
            }
        }
    }
}
