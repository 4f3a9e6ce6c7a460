//! A blob over bend and thickness: five forms of 642 vertices. Blended far enough, a bent blob that grows thick runs into itself; two
//! pseudo-examples put a better form there.

use std::collections::HashMap;
use std::f32::consts::FRAC_PI_2;

use glam::{Vec2, Vec3};

use crate::mesh::Mesh;

/// Half of its length.
const HALF_M: f32 = 1.2;

/// A form and its point.
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// Bend, −1 to 1.
    pub bend: f32,
    /// Thickness, 0 to 1.
    pub thickness: f32,
}

/// The five forms.
pub const FORMS: [Form; 5] = [
    Form { name: "straight", bend: 0.0, thickness: 0.0 },
    Form { name: "bent-left", bend: -1.0, thickness: 0.0 },
    Form { name: "bent-right", bend: 1.0, thickness: 0.0 },
    Form { name: "plump", bend: 0.0, thickness: 0.5 },
    Form { name: "thick", bend: 0.0, thickness: 1.0 },
];
/// Pseudo-examples: from where to where, bend and thickness.
pub const PSEUDO: [[Vec2; 2]; 2] =
    [[Vec2::new(-0.55, 0.6), Vec2::new(-1.0, 1.0)], [Vec2::new(0.55, 0.6), Vec2::new(1.0, 1.0)]];

impl Form {
    /// Its mesh.
    pub fn mesh(&self) -> Mesh {
        let (directions, triangles) = sphere(3);
        let positions: Vec<Vec3> = directions.iter().map(|d| self.position(*d)).collect();
        let mut mesh = Mesh {
            file: format!("blob_{}.ply", self.name),
            name: self.name.into(),
            positions,
            faces: triangles.iter().copied().collect(),
            ..Mesh::default()
        };
        let same: Vec<u32> = (0..mesh.positions.len() as u32).collect();
        mesh.normals = Some(crate::mesh::normals(&mesh.positions, triangles.into_iter(), &same));
        mesh
    }

    /// Where a point of the unit sphere is.
    fn position(&self, direction: Vec3) -> Vec3 {
        let girth = 0.34 + 0.62 * self.thickness;
        let along = HALF_M * direction.x * (1.0 - 0.25 * self.thickness);
        // Plump, it has a waist.
        let waist = 1.0 - 0.5 * self.thickness * (1.0 - self.thickness) * libm::cosf(2.5 * along).max(0.0);
        let (up, out) = (girth * waist * direction.y, girth * waist * direction.z);
        // Bent, its middle line is an arc of half a circle and more.
        let turn = 1.15 * FRAC_PI_2 * self.bend / HALF_M;
        if turn.abs() < 1e-6 {
            return Vec3::new(along, up, out);
        }
        let radius = 1.0 / turn;
        let angle = along * turn;
        Vec3::new((radius - up) * libm::sinf(angle), radius - (radius - up) * libm::cosf(angle), out)
    }
}

/// An icosahedron whose triangles are cut into four this many times, on the unit sphere.
pub(super) fn sphere(cuts: usize) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5.0f32.sqrt());
    let mut points: Vec<Vec3> = Vec::new();
    for (a, b) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
        points.extend([Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)]);
    }
    points.iter_mut().for_each(|p| *p = p.normalize());
    // Corners of the icosahedron's triangles are as near as its corners ever are.
    let near = |i: usize, j: usize| points[i].distance(points[j]) < 1.1;
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(i, k) {
                    let outward = (points[j] - points[i]).cross(points[k] - points[i]).dot(points[i]) > 0.0;
                    let [j, k] = if outward { [j, k] } else { [k, j] };
                    triangles.push([i, j, k].map(|v| v as u32));
                }
            }
        }
    }
    for _ in 0..cuts {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                points.push((points[a as usize] + points[b as usize]).normalize());
                points.len() as u32 - 1
            })
        };
        let mut cut = Vec::with_capacity(4 * triangles.len());
        for [a, b, c] in triangles {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            cut.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        triangles = cut;
    }
    (points, triangles)
}
