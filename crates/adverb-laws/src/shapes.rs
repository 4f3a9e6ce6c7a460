//! Laws of shapes: blending, features, normals, skins, and adjectives that a pose has.

use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::rotation;
use adverb::shape::{
    Adjective, Attribute, Channel, Expression, Features, Forms, Interpolation, Parts, PoseAxis, Shape, Skin,
    Turn,
};
use adverb::skeleton::DofId;
use adverb::space::{Axis, Embedding, Extrapolation, Kernel};
use adverb::verb::Example;

use crate::Law;
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    vec![
        forms_are_the_plain_sum(),
        what_no_example_moves_is_not_touched(),
        directions_are_of_unit_length(),
        normals_are_those_of_the_surface(),
        features_are_added_and_taken_away(),
        a_skin_moves_what_its_joints_move(),
        swing_and_twist_make_up_a_turn(),
        a_turn_that_is_set_is_read(),
    ]
}

fn forms_are_the_plain_sum() -> Law {
    let (mut law, mut random) = (Law::new("forms_are_the_plain_sum"), Random(900));
    for (examples, width) in [(1, 1), (2, 63), (3, 64), (5, 65), (8, 200), (0, 7), (4, 0)] {
        let numbers: Vec<f32> = (0..examples * width).map(|_| random.number()).collect();
        let weights: Vec<f32> = (0..examples).map(|_| random.number()).collect();
        let forms = Forms::of(examples, width, |i, j| numbers[i * width + j]);
        let mut out = vec![f32::NAN; width];
        forms.blend(&weights, &mut out);
        law.numbers(&out);
        for (j, sum) in out.iter().enumerate() {
            let plain = (0..examples).fold(0.0, |sum, i| sum + weights[i] * numbers[i * width + j]);
            law.check(sum.to_bits() == plain.to_bits());
        }
    }
    law
}

/// A sheet of this many squares by as many, and how each vertex stands in each of three examples: bent in the middle.
const SIDE: usize = 7;
const EXAMPLES: usize = 3;

fn triangles() -> Vec<[u32; 3]> {
    let at = |x: usize, y: usize| (y * (SIDE + 1) + x) as u32;
    let square = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        [[at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]]
    };
    (0..SIDE * SIDE).flat_map(square).collect()
}

fn position(example: usize, vertex: usize) -> [f32; 3] {
    let (x, y) = ((vertex % (SIDE + 1)) as f32, (vertex / (SIDE + 1)) as f32);
    let inside = (2.0..=5.0).contains(&x) && (2.0..=5.0).contains(&y);
    let height = if inside { [0.0, 1.0, -2.0][example] * (1.0 + 0.1 * x) } else { 0.0 };
    [x, height, y]
}

fn direction(example: usize, vertex: usize) -> [f32; 3] {
    let turn = rotation::exp(Vec3::new(0.2 * example as f32, 0.0, 0.01 * (vertex * example) as f32));
    rotation::rotate(turn, Vec3::Y).to_array()
}

pub fn shape(normals: Interpolation, features: Features) -> Shape {
    let vertices = (SIDE + 1) * (SIDE + 1);
    let counts = [EXAMPLES, vertices];
    let positions = Channel::of(Attribute::Position, Interpolation::Linear, counts, 0.0, |i, j| {
        position(i, j / 3)[j % 3]
    });
    let normals = Channel::of(Attribute::Normal, normals, counts, 0.0, |i, j| direction(i, j / 3)[j % 3]);
    let space = adverb::space::Parts {
        embedding: Embedding { axes: vec![Axis::Straight { origin: 0.0, scale: 1.0 }], affine: None },
        extrapolation: Extrapolation::Free,
        kernel: Kernel::BSpline,
        centres: vec![],
        radii: vec![],
        examples: EXAMPLES,
        // Weights 1 − 2p, p, p.
        coefficients: vec![1.0, 0.0, 0.0, -2.0, 1.0, 1.0],
    };
    let example = |i: usize| Example { name: format!("{i}"), at: vec![i as f32] };
    Shape::new(Parts {
        name: "sheet".into(),
        adjectives: vec![Adjective { name: "p".into(), range: [0.0, 2.0], default: 0.0, read: None }],
        examples: (0..EXAMPLES).map(example).collect(),
        space,
        vertices,
        triangles: triangles(),
        points: vec![],
        channels: vec![positions, normals],
        features,
        skin: None,
    })
    .expect("parts that fit together")
}

fn what_no_example_moves_is_not_touched() -> Law {
    let mut law = Law::new("what_no_example_moves_is_not_touched");
    let shape = shape(Interpolation::Normalised, Features::default());
    let mut form = shape.form();
    let moved = &shape.parts().channels[0].moved;
    law.check(moved.len() == 4 && moved.iter().all(|run| run.count == 4));
    for point in [0.0, 0.3, 1.7] {
        let mut weights = [0.0; EXAMPLES];
        shape.weights(&[point], &mut weights);
        shape.blend(&weights, &mut form);
        law.numbers(form.positions());
        for vertex in 0..shape.parts().vertices {
            let own = [0, 1, 2].map(|c| form.positions()[3 * vertex + c]);
            let sum = [0, 1, 2]
                .map(|c| (0..EXAMPLES).fold(0.0, |sum, i| sum + weights[i] * position(i, vertex)[c]));
            let rest = moved.iter().all(|run| !(run.start..run.start + run.count).contains(&(vertex as u32)));
            law.check(if rest { own == position(0, vertex) } else { own == sum });
        }
    }
    law
}

fn directions_are_of_unit_length() -> Law {
    let mut law = Law::new("directions_are_of_unit_length");
    for interpolation in [Interpolation::Normalised, Interpolation::Spherical] {
        let shape = shape(interpolation, Features::default());
        let mut form = shape.form();
        for weights in [[1.0, 0.0, 0.0], [0.2, 0.3, 0.5], [-0.4, 0.7, 0.7]] {
            shape.blend(&weights, &mut form);
            law.numbers(form.attribute(1));
            for (vertex, normal) in form.attribute(1).chunks_exact(3).enumerate() {
                law.check((Vec3::from_slice(normal).length() - 1.0).abs() < 1e-6);
                if weights[0] == 1.0 {
                    law.check(
                        Vec3::from_slice(normal).distance(Vec3::from_array(direction(0, vertex))) < 1e-6,
                    );
                }
            }
        }
    }
    law
}

fn normals_are_those_of_the_surface() -> Law {
    let mut law = Law::new("normals_are_those_of_the_surface");
    let shape = shape(Interpolation::Recomputed { every: 2 }, Features::default());
    let mut form = shape.form();
    let before = form.attribute(1).to_vec();
    for (frame, weights) in [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]].into_iter().enumerate() {
        let last = form.attribute(1).to_vec();
        shape.blend(&weights, &mut form);
        law.numbers(form.attribute(1));
        if frame == 1 {
            law.check(form.attribute(1) == last);
            continue;
        }
        let at = |v: u32| Vec3::from_slice(&form.positions()[3 * v as usize..]);
        let mut sums = vec![Vec3::ZERO; shape.parts().vertices];
        for triangle in triangles() {
            let [a, b, c] = triangle.map(at);
            triangle.iter().for_each(|v| sums[*v as usize] += (b - a).cross(c - a));
        }
        for (vertex, sum) in sums.iter().enumerate() {
            let normal = Vec3::from_slice(&form.attribute(1)[3 * vertex..]);
            let rest = Vec3::from_slice(&before[3 * vertex..]);
            // Those around which nothing moves keep what they had.
            law.check(normal.distance(sum.normalize()) < 1e-5 || normal == rest);
        }
    }
    law
}

fn features_are_added_and_taken_away() -> Law {
    let (mut law, mut random) = (Law::new("features_are_added_and_taken_away"), Random(901));
    let vertices = (SIDE + 1) * (SIDE + 1);
    let names: Vec<String> = (0..4).map(|f| format!("feature {f}")).collect();
    let moves = |f: usize, v: usize| (v * 7 + f * 3).is_multiple_of(f + 2) && v % 5 != 4;
    let delta = |f: usize, v: usize| {
        if moves(f, v) { [0.1, 0.2 * f as f32 + 0.1, 0.01 * v as f32] } else { [0.0; 3] }
    };
    let features = Features { clamped: true, ..Features::of(&names, vertices, 0.0, delta) };
    let shape = shape(Interpolation::Fixed, features);
    let mut form = shape.form();
    let mut weights = [0.0; EXAMPLES];
    shape.weights(&[0.4], &mut weights);
    shape.blend(&weights, &mut form);
    let base = form.positions().to_vec();
    let mut expression = Expression::new(&shape.parts().features, &base);
    for step in 0..6 {
        let on: Vec<f32> =
            (0..4).map(|f| if (step + f) % 3 == 0 { 2.0 * random.number() } else { 0.0 }).collect();
        shape.express(&on, &mut expression, &mut form);
        law.numbers(form.positions());
        for vertex in 0..vertices {
            let sum = (0..4)
                .filter(|f| on[*f] != 0.0 && moves(*f, vertex))
                .fold(Vec3::from_slice(&base[3 * vertex..]), |sum, f| {
                    sum + on[f].clamp(0.0, 1.0) * Vec3::from_array(delta(f, vertex))
                });
            law.check(Vec3::from_slice(&form.positions()[3 * vertex..]).distance(sum) < 1e-6);
        }
    }
    shape.express(&[0.0; 4], &mut expression, &mut form);
    law.check(form.positions() == base);
    law
}

fn a_skin_moves_what_its_joints_move() -> Law {
    let (mut law, mut random) = (Law::new("a_skin_moves_what_its_joints_move"), Random(902));
    let bind = |x: f32| Affine3A::from_translation(Vec3::new(-x, 0.0, 0.0));
    // Eight vertices in a row that have the same joints, eight that have not, and a few more.
    const VERTICES: usize = 21;
    let joints = |i: usize| if i < 8 || i.is_multiple_of(3) { [0, 1, 0, 0] } else { [1, 0, 1, 1] };
    let weights = |i: usize| [1.0 - i as f32 / 20.0, i as f32 / 20.0, 0.0, 0.0];
    let of = |vertices: core::ops::Range<usize>| Skin {
        joints: vec!["upper".into(), "lower".into()],
        inverse_bind: [0.0, 1.0].map(|x| adverb::glam::Mat4::from(bind(x)).to_cols_array()).to_vec(),
        vertex_joints: vertices.clone().map(joints).collect(),
        vertex_weights: vertices.map(weights).collect(),
    };
    let skin = of(0..VERTICES);
    let mut rest: Vec<f32> = (0..3 * VERTICES).map(|_| random.number()).collect();
    rest[..3].fill(0.0); // no direction
    let mut palette = [[0.0; 16]; 2];
    let (mut moved, mut turned) = (rest.clone(), rest.clone());
    for angle in [0.0, 0.7, 2.5] {
        let lower = Affine3A::from_rotation_translation(rotation::about_z(angle), Vec3::new(1.0, 0.0, 0.0));
        skin.palette(&[Affine3A::IDENTITY, lower], &mut palette);
        skin.positions(&palette, &rest, &mut moved);
        skin.directions(&palette, &rest, &mut turned);
        law.numbers(&moved);
        law.numbers(&turned);
        for vertex in 0..VERTICES {
            let its = 3 * vertex..3 * vertex + 3;
            let own = Vec3::from_slice(&rest[its.clone()]);
            let there = [own, (lower * bind(1.0)).transform_point3(own)];
            let ([a, b, ..], [u, v, ..]) = (joints(vertex), weights(vertex));
            let plain = u * there[usize::from(a)] + v * there[usize::from(b)];
            law.check(Vec3::from_slice(&moved[its.clone()]).distance(plain) < 1e-5);
            let length = Vec3::from_slice(&turned[its.clone()]).length();
            law.check(if vertex == 0 { length == 0.0 } else { (length - 1.0).abs() < 1e-5 });
            // Alone, without wide vectors, it has the same bits.
            let (alone, mut there) = (of(vertex..vertex + 1), [0.0; 3]);
            alone.positions(&palette, &rest[its.clone()], &mut there);
            law.check(there == moved[its.clone()]);
            alone.directions(&palette, &rest[its.clone()], &mut there);
            law.check(there == turned[its]);
        }
    }
    law
}

fn swing_and_twist_make_up_a_turn() -> Law {
    let (mut law, mut random) = (Law::new("swing_and_twist_make_up_a_turn"), Random(903));
    for _ in 0..40 {
        let mut number = || random.number();
        let bone = Vec3::new(number(), number() + 1.5, number()).normalize();
        let twist_rad = 2.5 * number();
        let side = bone.cross(Vec3::new(number(), 0.1, number() + 2.0)).normalize();
        let swing = side * (1.2 * number().abs());
        let twist = rotation::exp(bone * twist_rad);
        let whole: Quat = rotation::compose(rotation::exp(swing), twist);
        let dofs = rotation::log(whole).to_array();
        let axis = |turn| PoseAxis { dof: DofId(0), bone, turn }.value(&dofs);
        let all = [Turn::Twist, Turn::Swing, Turn::SwingX, Turn::SwingY, Turn::SwingZ].map(axis);
        law.numbers(&all);
        law.check((all[0] - twist_rad).abs() < 1e-4 && (all[1] - swing.length()).abs() < 1e-4);
        law.check(Vec3::new(all[2], all[3], all[4]).distance(swing) < 1e-4);
    }
    law
}

fn a_turn_that_is_set_is_read() -> Law {
    let (mut law, mut random) = (Law::new("a_turn_that_is_set_is_read"), Random(904));
    for _ in 0..40 {
        let mut number = || random.number();
        let bone = Vec3::new(number(), number() + 1.5, number()).normalize();
        let mut dofs = [number(), number(), number()];
        let values =
            [2.0 * number(), 0.1 + 0.9 * number().abs(), 0.6 * number(), 0.2 * number(), 0.6 * number()];
        for (turn, value) in Turn::ALL.into_iter().zip(values) {
            let axis = PoseAxis { dof: DofId(0), bone, turn };
            let twist = PoseAxis { turn: Turn::Twist, ..axis };
            let before = twist.value(&dofs);
            axis.set(value, &mut dofs);
            law.numbers(&dofs);
            law.check((axis.value(&dofs) - value).abs() < 1e-4);
            // A swing leaves the twist alone.
            law.check(turn == Turn::Twist || (twist.value(&dofs) - before).abs() < 1e-4);
        }
    }
    law
}
