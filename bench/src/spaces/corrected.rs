//! What adverbs that mean what they say cost: the weights of a space with as many corrections as it may have, one per
//! example, against those without. Corrections are rows of the one table, so a query stays one pass over it.
//!
//! The built-in verbs are what calibration makes of them; made spaces have as many corrections as there may be.

use std::hint::black_box;

use adverb_author::demo;
use adverb_author::project::Project;
use adverb_author::space::{Kernel, PseudoExample, Space};

use super::KERNELS;
use super::made::{queries, space};
use crate::instructions::per_call;
use crate::random::Random;
use crate::timing::{Work, measured, medians};

/// Names, examples, axes and kernels of the made ones.
const MADE: [(&str, usize, usize, Kernel); 7] = [
    ("5-1", 5, 1, Kernel::BSpline),
    ("8-2", 8, 2, Kernel::BSpline),
    ("22-3", 22, 3, Kernel::BSpline),
    ("22-4", 22, 4, Kernel::BSpline),
    ("22-3-thin-plate", 22, 3, Kernel::ThinPlate),
    ("40-3", 40, 3, Kernel::BSpline),
    ("100-3", 100, 3, Kernel::BSpline),
];
/// Verbs of the built-in character whose adverbs are measured.
const BUILT_IN: [&str; 3] = ["pace", "run", "reach"];
/// How far corrections are from where they take their weights, in a cube of side 2.
const MOVED: f32 = 0.05;

/// Without corrections, and with them.
fn made(examples: usize, axes: usize, kernel: Kernel) -> [Space; 2] {
    let plain = space(examples, axes, kernel);
    let mut random = Random::new(11);
    let mut point =
        |reach: f32| -> Vec<f64> { (0..axes).map(|_| f64::from(reach * random.number())).collect() };
    let correction = |_| {
        let (to, off) = (point(1.0), point(MOVED));
        PseudoExample { from: to.iter().zip(off).map(|(to, off)| to + off).collect(), to }
    };
    let corrections = (0..examples).map(correction).collect();
    [plain.clone(), Space { corrections, ..plain }]
}

fn built_in() -> Vec<(&'static str, [Space; 2])> {
    let files = demo::project();
    let file = |name: &str| files.iter().find(|file| file.0 == name).map(|file| file.1.clone());
    let text = String::from_utf8(file("adverb.toml").expect("a project file")).expect("text");
    let mut read = |name: &str| file(name).ok_or_else(|| "it is not there".to_owned());
    let project = Project::load("adverb.toml", &text, &mut read).expect("the built-in character");
    let both = |name: &'static str| {
        let verb = project.verbs.iter().find(|verb| verb.name == name).expect("a verb");
        let calibrated = project.build(verb).expect("a verb").space;
        (name, [Space { corrections: Vec::new(), ..calibrated.clone() }, calibrated])
    };
    BUILT_IN.map(both).into()
}

/// Weights at points of the ranges, another one every time.
fn weights(space: &Space) -> Work<'static> {
    let table = space.solve().expect("a space").table;
    let axes = space.axes.len();
    let along = |(i, x): (usize, &f32)| {
        let [low, high] = space.axes[i % axes].range;
        (low + (high - low) * 0.5 * f64::from(1.0 + x)) as f32
    };
    let points: Vec<f32> = queries(axes, 1024).iter().enumerate().map(along).collect();
    let mut weights = vec![0.0; space.examples.len()];
    Box::new(move |calls| {
        for point in points.chunks_exact(axes).cycle().take(calls) {
            table.weights(black_box(point), black_box(&mut weights));
        }
    })
}

/// `plain-SPACE` and `corrected-SPACE`, of the made ones.
pub fn work(name: &str) -> Option<Work<'static>> {
    let (side, wanted) = name.split_once('-')?;
    let (_, examples, axes, kernel) = *MADE.iter().find(|made| made.0 == wanted)?;
    let [plain, corrected] = made(examples, axes, kernel);
    match side {
        "plain" => Some(weights(&plain)),
        "corrected" => Some(weights(&corrected)),
        _ => None,
    }
}

pub fn time() -> Result<(), String> {
    heading("ns");
    let of_made = MADE.map(|(_, examples, axes, kernel)| ("made", made(examples, axes, kernel)));
    for (name, spaces) in of_made.into_iter().chain(built_in()) {
        row(name, &spaces, &medians(&mut spaces.each_ref().map(|space| measured(weights(space)))));
    }
    Ok(())
}

pub fn instructions() -> Result<(), String> {
    heading("instructions");
    for (name, examples, axes, kernel) in MADE {
        let counts = ["plain", "corrected"].map(|side| per_call(&format!("{side}-{name}"), 10_000));
        let [plain, corrected] = counts;
        row("made", &made(examples, axes, kernel), &[plain?, corrected?]);
    }
    Ok(())
}

fn row(name: &str, [plain, corrected]: &[Space; 2], costs: &[f64]) {
    let kernel = KERNELS.iter().find(|kernel| kernel.0 == plain.kernel).map_or("", |kernel| kernel.2);
    let (n, d) = (plain.examples.len(), plain.axes.len());
    let ratio = costs[1] / costs[0];
    println!(
        "| {name} | {kernel} | {n}, {d} | {} | {:.0} | {:.0} | {ratio:.2} |",
        corrected.corrections.len(),
        costs[0],
        costs[1]
    );
}

fn heading(unit: &str) {
    println!("\n## Weights with corrections\n");
    println!("| space | kernel | N, D | corrections | without, {unit} | with them, {unit} | ratio |");
    println!("|---|---|---|---|---|---|---|");
}
