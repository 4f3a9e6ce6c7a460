//! Shapes: blending forms against NumPy, plain loops and the speed at which memory is read; skinning against a plain loop; what
//! features cost; solving and blending while an example is dragged.

mod loops;
mod normals;
mod numpy;
mod skins;

use std::hint::black_box;

use adverb::shape::{Expression, Features, Forms};
use adverb_author::space::{Axis, Example, Solver, Space};

use crate::random::Random;
use crate::timing::{Measure, measured, medians_of, repeated};
use loops::{in_pieces, read, row_by_row};
use numpy::Numpy;
pub use skins::{instructions, work};

/// Examples, numbers of each, what has as many, and what the papers blended a second (450 MHz Pentium II).
const SIZES: [(usize, usize, &str, Option<f64>); 4] = [
    (5, 1926, "the papers' blob", Some(5500.0)),
    (8, 4005, "the papers' arm", Some(2074.0)),
    (52, 30_000, "a face of 10,000 vertices", None),
    (100, 300_000, "a body of 100,000 vertices", None),
];
/// How often each side is measured: the largest takes long.
const ALTERNATIONS: usize = 31;

pub fn time() -> Result<(), String> {
    blending();
    skins::time();
    normals::time()?;
    features()?;
    dragging()
}

fn numbers(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.number()).collect()
}

fn blending() {
    let mut numpy = Numpy::start();
    let name = numpy.as_ref().map_or("NumPy (not there)".into(), |numpy| numpy.version.clone());
    println!("\nBlending forms, µs; the papers' own on a Pentium II of 450 MHz, 2000.");
    println!(
        "| what | examples × numbers | ours | row by row | tuned loop in C | {name} | reading it once | of the better | of reading | papers |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (examples, width, what, paper) in SIZES {
        let mut random = Random::new(7);
        let rows = numbers(&mut random, examples * width);
        let weights = numbers(&mut random, examples);
        let forms = Forms::of(examples, width, |i, j| rows[i * width + j]);
        let (mut a, mut b, mut c) = (vec![0.0; width], vec![0.0; width], vec![0.0; width]);
        let mut sides: Vec<Measure> = vec![
            measured(repeated(|| forms.blend(black_box(&weights), black_box(&mut a)))),
            measured(repeated(|| row_by_row(black_box(&rows), &weights, black_box(&mut b)))),
            measured(repeated(|| in_pieces(black_box(&rows), &weights, black_box(&mut c)))),
            measured(repeated(|| {
                black_box(read(black_box(forms.numbers())));
            })),
        ];
        if let Some(numpy) = &mut numpy {
            sides.push(Box::new(|| numpy.nanos(examples, width)));
        }
        let nanos = medians_of(ALTERNATIONS, &mut sides);
        drop(sides);
        assert!(a == b && b == c, "the same bits");
        let peer = nanos.get(4).copied();
        let better = peer.unwrap_or(f64::INFINITY).min(nanos[2]);
        let micros = |nanos: f64| format!("{:.2}", nanos / 1e3);
        println!(
            "| {what} | {examples} × {width} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {} |",
            micros(nanos[0]),
            micros(nanos[1]),
            micros(nanos[2]),
            peer.map_or("-".into(), micros),
            micros(nanos[3]),
            nanos[0] / better,
            nanos[0] / nanos[3],
            paper.map_or("-".into(), |per_sec| format!("{:.0}", 1e6 / per_sec)),
        );
    }
}

/// One feature at a time, of a face of 10,000 vertices.
fn features() -> Result<(), String> {
    const VERTICES: usize = 10_000;
    println!("\nFeatures of a face of {VERTICES} vertices, turned by themselves.");
    println!("| vertices that it moves | µs | ns per vertex | with normals, µs | ns per vertex |");
    println!("|---|---|---|---|---|");
    for moved in [100, 1000, 10_000] {
        // Every other vertex of a stretch: seams and lips are no runs.
        let moves = |v: usize| v < 2 * moved && (v.is_multiple_of(2) || moved == VERTICES);
        let delta = |_: usize, v: usize| if moves(v) { [0.1, 0.2, 0.3] } else { [0.0; 3] };
        let features = Features::of(&["one".into()], VERTICES, 0.0, delta);
        let mut positions = vec![0.0; 3 * VERTICES];
        let mut expression = Expression::new(&features, &positions);
        let shape = normals::featured((0..VERTICES as u32).filter(|v| moves(*v as usize)))?;
        let mut form = shape.form();
        let mut with_normals = Expression::new(&shape.parts().features, form.positions());
        let (mut weight, mut other) = (0.0, 0.0);
        let mut sides: Vec<Measure> = vec![
            measured(repeated(|| {
                weight = 1.0 - 0.5 * weight;
                expression.express(&features, black_box(&[weight]), black_box(&mut positions));
            })),
            measured(repeated(|| {
                other = 1.0 - 0.5 * other;
                shape.express(black_box(&[other]), &mut with_normals, black_box(&mut form));
            })),
        ];
        let nanos = medians_of(ALTERNATIONS, &mut sides);
        let per_vertex = |nanos: f64| nanos / moved as f64;
        println!(
            "| {moved} | {:.2} | {:.2} | {:.2} | {:.2} |",
            nanos[0] / 1e3,
            per_vertex(nanos[0]),
            nanos[1] / 1e3,
            per_vertex(nanos[1])
        );
    }
    Ok(())
}

/// An example is moved, the space solved again and a form blended: what happens while somebody drags.
fn dragging() -> Result<(), String> {
    println!("\nSolving and blending while an example is dragged.");
    println!("| what | axes | µs a frame | frames a second |");
    println!("|---|---|---|---|");
    for (examples, axes, width, what) in [(5, 2, 1926, "the papers' blob"), (8, 4, 4005, "the papers' arm")] {
        let mut random = Random::new(9);
        let rows = numbers(&mut random, examples * width);
        let forms = Forms::of(examples, width, |i, j| rows[i * width + j]);
        let named = (0..axes).map(|a| Axis::new(format!("axis {a}"), [-1.0, 1.0]));
        let mut point = || (0..axes).map(|_| f64::from(random.number())).collect::<Vec<f64>>();
        let placed = (0..examples).map(|i| Example::new(format!("{i}"), point()));
        let mut space = Space::new(named.collect(), placed.collect());
        let mut solver = Solver::default();
        let (mut weights, mut out) = (vec![0.0; examples], vec![0.0; width]);
        let at = vec![0.1; axes];
        let mut step = 0.0f64;
        let mut sides: Vec<Measure> = vec![measured(repeated(|| {
            step += 0.01;
            space.examples[0].at[0] = 0.3 * step.sin();
            let solution = solver.solve(&space).expect("a space");
            solution.table.weights(black_box(&at), &mut weights);
            forms.blend(&weights, black_box(&mut out));
        }))];
        let nanos = medians_of(ALTERNATIONS, &mut sides)[0];
        println!("| {what} | {axes} | {:.1} | {:.0} |", nanos / 1e3, 1e9 / nanos);
    }
    Ok(())
}
