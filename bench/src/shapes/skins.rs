//! Skinning against a plain loop, and what normals cost that are found again.

use std::hint::black_box;

use adverb::glam::{Affine3A, Mat4, Quat, Vec3};
use adverb::shape::{Matrix, Skin};

use super::{ALTERNATIONS, numbers};
use crate::instructions::per_call;
use crate::random::Random;
use crate::timing::{Measure, Work, measured, medians_of, repeated};

const VERTICES: usize = 10_000;
const JOINTS: usize = 60;

/// Vertices with four influences each: so many in a row have the same four joints.
fn made(random: &mut Random, in_a_row: usize) -> Skin {
    let joints = |v: usize| [0, 1, 2, 3].map(|k| ((v / in_a_row * 7 + k * 13) % JOINTS) as u16);
    let mut weights = || {
        let own = [0; 4].map(|_| random.number().abs() + 0.01);
        own.map(|w| w / own.iter().sum::<f32>())
    };
    Skin {
        joints: (0..JOINTS).map(|j| format!("joint {j}")).collect(),
        inverse_bind: vec![Mat4::IDENTITY.to_cols_array(); JOINTS],
        vertex_joints: (0..VERTICES).map(joints).collect(),
        vertex_weights: (0..VERTICES).map(|_| weights()).collect(),
    }
}

fn palette(random: &mut Random, skin: &Skin) -> Vec<Matrix> {
    let mut joint = || {
        let turn = Quat::from_scaled_axis(Vec3::new(random.number(), random.number(), random.number()));
        Affine3A::from_rotation_translation(turn, Vec3::new(random.number(), 1.0, 0.0))
    };
    let world: Vec<Affine3A> = (0..JOINTS).map(|_| joint()).collect();
    let mut palette = vec![[0.0; 16]; JOINTS];
    skin.palette(&world, &mut palette);
    palette
}

pub fn time() {
    println!("\nSkinning {VERTICES} vertices with four influences each, ns a vertex.");
    println!(
        "| vertices in a row with the same joints | positions | directions | plain loop | of the plain loop |"
    );
    println!("|---|---|---|---|---|");
    for in_a_row in [200, 12, 1] {
        let mut random = Random::new(8);
        let skin = made(&mut random, in_a_row);
        let palette = palette(&mut random, &skin);
        let rest = numbers(&mut random, 3 * VERTICES);
        let [mut ours, mut turned, mut plain] = [0; 3].map(|_| vec![0.0; 3 * VERTICES]);
        let mut sides: Vec<Measure> = vec![
            measured(repeated(|| {
                skin.positions(black_box(&palette), black_box(&rest), black_box(&mut ours))
            })),
            measured(repeated(|| {
                skin.directions(black_box(&palette), black_box(&rest), black_box(&mut turned))
            })),
            measured(repeated(|| {
                each_influence(&skin, black_box(&palette), black_box(&rest), black_box(&mut plain))
            })),
        ];
        let nanos = medians_of(ALTERNATIONS, &mut sides).into_iter().map(|own| own / VERTICES as f64);
        let nanos: Vec<f64> = nanos.collect();
        drop(sides);
        assert!(ours.iter().zip(&plain).all(|(a, b)| (a - b).abs() < 1e-4), "both skins agree");
        println!(
            "| {in_a_row} | {:.2} | {:.2} | {:.2} | 1/{:.1} |",
            nanos[0],
            nanos[1],
            nanos[2],
            nanos[2] / nanos[0]
        );
    }
}

/// Named pieces of this work, for callgrind.
pub fn work(name: &str) -> Option<Work<'static>> {
    let in_a_row = match name {
        "skin-together" | "skin-plain" => 200,
        "skin-alone" => 1,
        _ => return None,
    };
    let is_plain = name == "skin-plain";
    let mut random = Random::new(8);
    let skin = made(&mut random, in_a_row);
    let palette = palette(&mut random, &skin);
    let rest = numbers(&mut random, 3 * VERTICES);
    let mut out = vec![0.0; 3 * VERTICES];
    Some(repeated(move || {
        if is_plain {
            each_influence(&skin, black_box(&palette), black_box(&rest), black_box(&mut out));
        } else {
            skin.positions(black_box(&palette), black_box(&rest), black_box(&mut out));
        }
    }))
}

pub fn instructions() -> Result<(), String> {
    println!("\n## Skinning with four influences\n");
    println!("| what | instructions a vertex |\n|---|---|");
    for (name, title) in [
        ("skin-together", "neighbours have the same joints"),
        ("skin-alone", "no neighbours have the same joints"),
        ("skin-plain", "plain loop"),
    ] {
        println!("| {title} | {:.1} |", per_call(name, 20)? / VERTICES as f64);
    }
    Ok(())
}

/// The plain loop: each influence moves the vertex, summed by weights.
fn each_influence(skin: &Skin, palette: &[Matrix], rest: &[f32], out: &mut [f32]) {
    for vertex in 0..skin.vertex_joints.len() {
        let (x, y, z) = (rest[3 * vertex], rest[3 * vertex + 1], rest[3 * vertex + 2]);
        let mut sum = [0.0; 3];
        for k in 0..4 {
            let m = &palette[usize::from(skin.vertex_joints[vertex][k])];
            let weight = skin.vertex_weights[vertex][k];
            for c in 0..3 {
                sum[c] += weight * (m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c]);
            }
        }
        out[3 * vertex..3 * vertex + 3].copy_from_slice(&sum);
    }
}
