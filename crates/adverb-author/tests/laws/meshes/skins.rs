//! Skins do the same after reading and after writing.

use adverb_author::formats::gltf;
use adverb_author::mesh::MeshFile;
use glam::{DMat4, DVec3};

use super::made::{everything, read};

/// Where the joints' rest poses put the vertices.
pub fn skinned(file: &MeshFile) -> Vec<DVec3> {
    let mut worlds: Vec<DMat4> = Vec::new();
    for joint in &file.joints {
        let local = joint.rest.as_dmat4();
        worlds.push(joint.parent.map_or(local, |parent| worlds[parent] * local));
    }
    let influences = file.mesh.influences.as_ref().expect("a skin");
    let place = |v: usize| {
        let at = file.mesh.positions[v].as_dvec3();
        influences.get(v).iter().fold(DVec3::ZERO, |sum, &(j, weight)| {
            let moved = worlds[j as usize] * file.joints[j as usize].inverse_bind.as_dmat4();
            sum + f64::from(weight) * moved.transform_point3(at)
        })
    };
    (0..file.mesh.positions.len()).map(place).collect()
}

#[test]
fn a_skin_that_is_written_and_read_moves_vertices_alike() {
    let before = everything();
    let after = read("a.glb", &gltf::mesh::write(&before).unwrap());
    for (a, b) in skinned(&before).into_iter().zip(skinned(&after)) {
        assert!(a.distance(b) < 1e-6, "{a} {b}");
    }
}
