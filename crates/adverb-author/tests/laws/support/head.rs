//! A head out of formulas, for tests of faces.

use adverb::glam::{Vec3, Vec4};
use adverb_author::mesh::{self, Faces, Mesh, MeshFile, Target};

const ROWS: u32 = 12;
const COLUMNS: u32 = 20;

/// An egg with a nose, open at crown and neck; so wide, so long.
pub fn head(file: &str, wide: f32, long: f32) -> Mesh {
    let place = |row: u32, column: u32| {
        let down = 0.35 + 2.4 * row as f32 / (ROWS - 1) as f32;
        let round = std::f32::consts::TAU * column as f32 / COLUMNS as f32;
        let egg = Vec3::new(0.8 * down.sin() * round.sin(), down.cos(), down.sin() * round.cos());
        let nose = 0.3 * (-20.0 * egg.distance_squared(Vec3::new(0.0, 0.0, 1.0))).exp();
        (egg + Vec3::Z * nose) * Vec3::new(wide, long, 1.0)
    };
    let positions: Vec<Vec3> =
        (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| place(row, column))).collect();
    let mut faces = Faces::default();
    for (row, column) in (0..ROWS - 1).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let vertex = |row: u32, column: u32| row * COLUMNS + column % COLUMNS;
        let [a, b] = [column, column + 1].map(|column| vertex(row, column));
        let [c, d] = [column, column + 1].map(|column| vertex(row + 1, column));
        faces.push([a, c, d]);
        faces.push([a, d, b]);
    }
    let own: Vec<u32> = (0..positions.len() as u32).collect();
    let normals = mesh::normals(&positions, faces.triangles(), &own);
    let colours = vec![Vec4::new(0.9, 0.7, 0.6, 1.0); positions.len()];
    Mesh {
        file: file.into(),
        positions,
        normals: Some(normals),
        colours: Some(colours),
        faces,
        ..Mesh::default()
    }
}

/// By how much an expression moves a place of the head.
pub fn moves(expression: &str, place: Vec3) -> Vec3 {
    let near = |at: Vec3| (-8.0 * place.distance_squared(at)).exp();
    let delta = match expression {
        "smile" => Vec3::new(0.2 * place.x, 0.15, -0.05) * near(Vec3::new(0.0, -0.5, 0.8)),
        "blink" => Vec3::new(0.0, -0.12, 0.02) * near(Vec3::new(0.3, 0.3, 0.8)),
        _ => Vec3::new(0.0, -0.3, 0.0) * near(Vec3::new(0.0, -0.8, 0.6)),
    };
    if delta.length() < 1e-3 { Vec3::ZERO } else { delta }
}

/// A mesh with an expression on.
pub fn expressing(mesh: &Mesh, file: &str, expressions: &[&str]) -> Mesh {
    let moved = |place: &Vec3| *place + expressions.iter().map(|e| moves(e, *place)).sum::<Vec3>();
    let positions: Vec<Vec3> = mesh.positions.iter().map(moved).collect();
    let own: Vec<u32> = (0..positions.len() as u32).collect();
    let normals = Some(mesh::normals(&positions, mesh.faces.triangles(), &own));
    Mesh { file: file.into(), positions, normals, ..mesh.clone() }
}

/// A head with its expressions as morph targets.
pub fn face(mesh: &Mesh) -> MeshFile {
    let target =
        |name: &str| Target { normals: None, ..Target::between(name, mesh, &expressing(mesh, "", &[name])) };
    let targets: Vec<Target> = ["smile", "blink", "open"].into_iter().map(target).collect();
    MeshFile { weights: vec![0.0; targets.len()], targets, ..mesh.clone().into() }
}
