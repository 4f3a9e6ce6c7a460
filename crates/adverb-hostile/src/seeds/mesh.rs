//! Meshes, one of each format.

use adverb_author::formats::{self, gltf, ply};
use adverb_author::mesh::{Influences, Joint, MeshFile, Target, WeightAnimation};
use adverb_testdata::fbx::{binary, mesh as fbx_mesh};
use glam::{Mat4, Vec3};

const CUBE: &str = "o cube\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1 1 0 0\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\nvt 0 0\nvt 1 0\n\
    vt 1 1\nvt 0 1\nvn 0 0 1\nusemtl paint\nf 4/1 3/2 2/3 1/4\nf 5/1/1 6/2/1 7/3/1 8/4/1\ng sides\nf 1/1 2/2 6/3 5/4\nf -7/1 3/2 7/3 6/4\n\
    usemtl glass\nf 3 4 \\\n 8 7\nf 4//1 1//1 5//1 8//1\n";
const PLY: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty double z\nproperty uchar red\n\
    element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 9\n1 0 0 9\n0 1 0 200\n3 0 1 2\n";

pub(super) fn files() -> Vec<Vec<u8>> {
    let cube = formats::read_mesh("cube.obj", CUBE.as_bytes(), &mut |_| None).expect("a cube");
    let morphing = morphing(cube.clone());
    let glb = gltf::mesh::write(&morphing).expect("a file");
    let ply = ply::write(&cube.mesh);
    vec![CUBE.into(), PLY.into(), glb, ply, binary(&fbx_mesh())]
}

fn morphing(cube: MeshFile) -> MeshFile {
    let count = cube.mesh.positions.len() as u32;
    let target = |name: &str, vertices: Vec<u32>| Target {
        name: name.into(),
        positions: vertices.iter().map(|&v| Vec3::Y * (1.0 + v as f32)).collect(),
        normals: None,
        tangents: None,
        vertices,
    };
    let joint = |parent| Joint {
        name: "j".into(),
        parent,
        rest: Mat4::from_translation(Vec3::Y),
        inverse_bind: Mat4::IDENTITY,
    };
    let influences: Influences = (0..count).map(|v| [(0, 0.5), (v % 2, 0.5)]).collect();
    let mut file = MeshFile {
        targets: vec![target("up", (0..count).collect()), target("one", vec![3])],
        weights: vec![0.0; 2],
        joints: vec![joint(None), joint(Some(0))],
        animations: vec![WeightAnimation {
            times: vec![0.0, 1.0],
            weights: vec![0.0, 1.0, 0.5, 0.0],
            ..Default::default()
        }],
        ..cube
    };
    file.mesh.influences = Some(influences);
    file
}
