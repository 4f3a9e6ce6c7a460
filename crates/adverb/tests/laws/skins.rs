//! Skins place many vertices at a time as they place one. `cargo xtask sanitize` runs these under Miri, too.

use adverb::glam::{Affine3A, Mat4, Quat, Vec3};
use adverb::shape::{Matrix, Skin};

const JOINTS: usize = 5;
/// Some blocks of eight, and a rest.
const VERTICES: usize = 29;

/// Numbers without a pattern, between −1 and 1.
fn number(seed: usize) -> f32 {
    let mixed = (seed as u32).wrapping_mul(2_654_435_761).rotate_left(13).wrapping_mul(2_246_822_519);
    (mixed >> 8) as f32 / 8_388_608.0 - 1.0
}

/// A skin of whose blocks some have the same four joints throughout, and a pose.
fn made() -> (Skin, Vec<Matrix>, Vec<f32>) {
    let place = |i: usize| {
        let axis = Vec3::new(number(9 * i), number(9 * i + 1), number(9 * i + 2)).normalize_or(Vec3::X);
        let offset = Vec3::new(number(9 * i + 3), number(9 * i + 4), number(9 * i + 5));
        Affine3A::from_rotation_translation(Quat::from_axis_angle(axis, 3.0 * number(9 * i + 6)), offset)
    };
    let joint = |vertex: usize, k: usize| ((if vertex < 16 { 0 } else { vertex } + k) % JOINTS) as u16;
    let weights = |vertex: usize| {
        let raw = [0, 1, 2, 3].map(|k| number(100 + 4 * vertex + k).abs() + 0.01);
        raw.map(|weight| weight / raw.iter().sum::<f32>())
    };
    let skin = Skin {
        joints: (0..JOINTS).map(|i| format!("joint {i}")).collect(),
        inverse_bind: (0..JOINTS).map(|i| Mat4::from(place(50 + i)).to_cols_array()).collect(),
        vertex_joints: (0..VERTICES).map(|vertex| [0, 1, 2, 3].map(|k| joint(vertex, k))).collect(),
        vertex_weights: (0..VERTICES).map(weights).collect(),
    };
    let mut palette = vec![[0.0; 16]; JOINTS];
    skin.palette(&(0..JOINTS).map(place).collect::<Vec<_>>(), &mut palette);
    (skin, palette, (0..3 * VERTICES).map(|i| number(1000 + i)).collect())
}

#[test]
fn many_vertices_are_placed_as_each_alone() {
    let (skin, palette, rest) = made();
    let (mut positions, mut directions) = (vec![0.0; rest.len()], vec![0.0; rest.len()]);
    skin.positions(&palette, &rest, &mut positions);
    skin.directions(&palette, &rest, &mut directions);
    for vertex in 0..VERTICES {
        let matrix = Mat4::from_cols_array(&skin.blended(&palette, vertex));
        let at = |numbers: &[f32]| Vec3::from_slice(&numbers[3 * vertex..]);
        let (place, turn) = (matrix.transform_point3(at(&rest)), matrix.transform_vector3(at(&rest)));
        assert!(at(&positions).distance(place) < 1e-5, "vertex {vertex}");
        assert!(at(&directions).distance(turn.normalize()) < 1e-5, "vertex {vertex}");
    }
}

#[test]
#[should_panic]
fn a_skin_whose_joints_are_not_there_places_nothing() {
    let (mut skin, palette, rest) = made();
    skin.vertex_joints[3][2] = JOINTS as u16;
    skin.positions(&palette, &rest, &mut vec![0.0; rest.len()]);
}
