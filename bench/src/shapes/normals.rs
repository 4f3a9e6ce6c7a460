//! What each way of finding normals costs.

use std::hint::black_box;

use adverb::Shape;
use adverb::shape::{Attribute, Form, Interpolation};
use adverb_author::mesh::{Mesh, MeshFile, Target};
use adverb_author::shape::{Definition, Sculpted, Treatment, build};
use adverb_author::space::{Axis, Example, Space};

use super::ALTERNATIONS;
use crate::timing::{Measure, measured, medians_of, repeated};

/// Vertices along each side of a sheet.
const SIDE: usize = 100;
const FORMS: usize = 8;

/// Eight sheets with waves of their own, all of which move every vertex.
fn sheet(wave: usize) -> Mesh {
    let vertices = (0..SIDE * SIDE).map(|v| {
        let [x, z] = [(v % SIDE) as f32, (v / SIDE) as f32];
        [x, 3.0 * (0.1 * (wave + 1) as f32 * x + 0.07 * z).sin(), z].into()
    });
    let square = |q: usize| {
        let a = (q / (SIDE - 1) * SIDE + q % (SIDE - 1)) as u32;
        let (b, c, d) = (a + 1, a + SIDE as u32, a + SIDE as u32 + 1);
        [[a, c, b], [b, c, d]]
    };
    let triangles = (0..(SIDE - 1) * (SIDE - 1)).flat_map(square);
    Mesh {
        file: format!("sheet {wave}"),
        positions: vertices.collect(),
        faces: triangles.collect(),
        ..Mesh::default()
    }
}

/// Eight sheets at points of a space.
fn waving(space: &Space) -> Definition {
    Definition {
        name: "sheet".into(),
        space: space.clone(),
        reads: vec![None],
        rest: MeshFile::from(sheet(0)),
        forms: (0..FORMS).map(|i| Sculpted { mesh: sheet(i), pose: None }).collect(),
        dofs: vec![None; FORMS],
        treatments: Vec::new(),
        threshold: 0.0,
        features: Vec::new(),
        clamped: false,
        warnings: Vec::new(),
    }
}

fn space() -> Space {
    let axes = vec![Axis::new("wave", [0.0, 1.0])];
    let examples = (0..FORMS).map(|i| Example::new(format!("{i}"), vec![i as f64 / (FORMS - 1) as f64]));
    Space::new(axes, examples.collect())
}

/// A sheet with one feature that moves these vertices, and normals that follow.
pub fn featured(moved: impl Iterator<Item = u32>) -> Result<Shape, String> {
    let vertices: Vec<u32> = moved.collect();
    let positions = vec![[0.1, 0.2, 0.3].into(); vertices.len()];
    let feature = Target { name: "one".into(), vertices, positions, normals: None, tangents: None };
    let definition = Definition { features: vec![feature], ..waving(&space()) };
    Ok(build(&definition).map_err(|why| why.to_string())?.shape)
}

pub fn time() -> Result<(), String> {
    let space = space();
    println!("\nBlending {FORMS} forms of {} vertices with normals.", SIDE * SIDE);
    println!("| normals | µs a frame | of positions alone |");
    println!("|---|---|---|");
    let ways = [
        ("fixed", Interpolation::Fixed),
        ("linear", Interpolation::Linear),
        ("linear, of unit length", Interpolation::Normalised),
        ("on the sphere", Interpolation::Spherical),
        ("recomputed", Interpolation::Recomputed { every: 1 }),
        ("recomputed every fourth frame", Interpolation::Recomputed { every: 4 }),
    ];
    let mut alone = None;
    for (name, way) in ways {
        let definition =
            Definition { treatments: vec![(Attribute::Normal, Treatment::By(way))], ..waving(&space) };
        let shape = build(&definition).map_err(|why| why.to_string())?.shape;
        let mut form: Form = shape.form();
        let mut weights = vec![0.0; FORMS];
        shape.weights(&[0.4], &mut weights);
        let mut sides: Vec<Measure> =
            vec![measured(repeated(|| shape.blend(black_box(&weights), black_box(&mut form))))];
        let nanos = medians_of(ALTERNATIONS, &mut sides)[0];
        println!("| {name} | {:.1} | {:.1} |", nanos / 1e3, nanos / *alone.get_or_insert(nanos));
    }
    Ok(())
}
