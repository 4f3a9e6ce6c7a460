//! Meshes to try things on, and the shortest ways to read and compare them.

use adverb_author::formats;
use adverb_author::mesh::{Faces, Influences, Joint, Mesh, MeshFile, Part, Target, WeightAnimation};
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};

pub fn read(file: &str, bytes: &[u8]) -> MeshFile {
    formats::read_mesh(file, bytes, &mut |_| None).unwrap_or_else(|error| panic!("{error}"))
}

pub fn refusal(file: &str, bytes: &[u8]) -> String {
    formats::read_mesh(file, bytes, &mut |_| None).expect_err("it is refused").to_string()
}

/// A cube of six quads with a seam in its texture coordinates: 24 corners at 8 points, of which some are drawn twice.
pub const CUBE: &str = "# made\no cube\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl paint\nf 4/1 3/2 2/3 1/4\nf 5/1 6/2 7/3 8/4\ng sides\nf 1/1 2/2 6/3 5/4\nf 2/1 3/2 7/3 6/4\n\
    usemtl glass\nf 3/1 4/2 8/3 7/4\nf 4/1 1/2 5/3 8/4\n";

pub fn cube() -> Mesh {
    read("cube.obj", CUBE.as_bytes()).mesh
}

/// A tetrahedron with everything that a mesh can have, in numbers that no decimal has.
pub fn everything() -> MeshFile {
    let third = 1.0 / 3.0;
    let positions =
        vec![Vec3::new(third, 0.1, 0.0), Vec3::X * 1.7, Vec3::Y / 7.0, Vec3::new(0.2, -0.3, 1e-7)];
    let mut influences = Influences::default();
    influences.push([(0, 1.0)]);
    influences.push([(0, 0.25), (1, 0.75)]);
    influences.push([(0, 0.1), (1, 0.1), (2, 0.2), (3, 0.2), (4, 0.2), (5, 0.2)]);
    influences.push([(1, 0.5), (2, 0.5)]);
    let joint = |j: usize| Joint {
        name: format!("joint {j}"),
        parent: j.checked_sub(1),
        rest: Mat4::from_rotation_translation(Quat::from_rotation_y(0.3), Vec3::Y * third),
        inverse_bind: Mat4::from_translation(-Vec3::Y * third * j as f32),
    };
    let mesh = Mesh {
        file: "made.glb".into(),
        name: "all".into(),
        normals: Some(vec![Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.6, 0.8, 0.0)]),
        tangents: Some(vec![Vec4::new(0.0, 1.0, 0.0, -1.0); 4]),
        colours: Some(vec![Vec4::new(third, 0.5, 0.0, 1.0); 4]),
        uvs: Some(vec![Vec2::new(0.1, third), Vec2::ZERO, Vec2::ONE, Vec2::Y]),
        faces: [vec![0, 1, 2], vec![0, 2, 3], vec![0, 3, 1], vec![1, 3, 2]].into_iter().collect::<Faces>(),
        parts: vec![
            Part { group: None, material: Some("a".into()), faces: 3 },
            Part { group: None, material: Some("b".into()), faces: 1 },
        ],
        influences: Some(influences),
        positions,
        ..Mesh::default()
    };
    let target = |name: &str, vertices: Vec<u32>| Target {
        name: name.into(),
        positions: vertices.iter().map(|&v| Vec3::new(third * v as f32, 0.1, -0.2)).collect(),
        normals: Some(vertices.iter().map(|_| Vec3::new(0.0, 0.1, 0.0)).collect()),
        tangents: Some(vertices.iter().map(|_| Vec3::new(0.0, 0.0, third)).collect()),
        vertices,
    };
    MeshFile {
        mesh,
        targets: vec![target("smile", vec![0, 1, 2, 3]), target("blink", vec![2]), target("nothing", vec![])],
        weights: vec![0.0, 0.25, 0.0],
        joints: (0..6).map(joint).collect(),
        animations: vec![WeightAnimation {
            name: "talk".into(),
            times: vec![0.0, 0.5, 1.0],
            weights: vec![0.0, 1.0, 0.0, third, 0.0, 0.0, 0.0, 0.0, 1.0],
            ..WeightAnimation::default()
        }],
        ..MeshFile::default()
    }
}

/// A square of so many points a side, in the plane.
pub fn sheet(side: u32) -> Mesh {
    let at = |i: u32| Vec3::new((i % side) as f32 * 0.1, (i / side) as f32 * 0.1, 0.0);
    let corner = |x: u32, y: u32| y * side + x;
    let quad = |x: u32, y: u32| [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
    Mesh {
        file: "sheet".into(),
        positions: (0..side * side).map(at).collect(),
        normals: Some(vec![Vec3::Z; (side * side) as usize]),
        faces: (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| quad(x, y))).collect(),
        ..Mesh::default()
    }
}

pub fn bits(mesh: &Mesh) -> Vec<[u32; 3]> {
    mesh.positions.iter().map(|p| p.to_array().map(f32::to_bits)).collect()
}

/// The largest distance of vertices of the same number, in parts of the size.
pub fn apart(a: &Mesh, b: &Mesh) -> f32 {
    assert_eq!(a.positions.len(), b.positions.len());
    let worst = a.positions.iter().zip(&b.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    worst / b.size()
}
