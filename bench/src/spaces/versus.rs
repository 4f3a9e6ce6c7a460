//! Solving and weighing, with every kernel, against SciPy's cardinal thin plates.
//!
//! The thin plates of both are the same functions, so their weights must be: that is checked before anything is measured.

use std::hint::black_box;

use adverb_author::space::Kernel;

use super::KERNELS;
use super::made::{queries, space};
use super::peer::{Peer, Threads};
use crate::timing::{ALTERNATIONS, Measure, Work, measured, medians, repeated};

/// Examples and axes.
const SIZES: [(usize, usize); 5] = [(20, 4), (100, 4), (200, 4), (20, 2), (20, 8)];
/// How many points a batch has.
const BATCH: usize = 10_000;
const TASKS: [&str; 3] = ["solve", "query", "batch"];

/// A solve from scratch.
pub fn solve(examples: usize, axes: usize, kernel: Kernel) -> Work<'static> {
    let space = space(examples, axes, kernel);
    repeated(move || drop(black_box(black_box(&space).solve().expect("a space"))))
}

/// The weights at one point, another one every time.
pub fn weights(examples: usize, axes: usize, kernel: Kernel) -> Work<'static> {
    let table = space(examples, axes, kernel).solve().expect("a space").table;
    let points = queries(axes, 1024);
    let mut weights = vec![0.0; examples];
    Box::new(move |calls| {
        for point in points.chunks_exact(axes).cycle().take(calls) {
            table.weights(black_box(point), black_box(&mut weights));
        }
    })
}

/// The weights at many points.
fn batch(examples: usize, axes: usize, kernel: Kernel) -> Work<'static> {
    let table = space(examples, axes, kernel).solve().expect("a space").table;
    let points = queries(axes, BATCH);
    let mut weights = vec![0.0; examples * BATCH];
    repeated(move || table.weights_of_many(black_box(&points), black_box(&mut weights)))
}

fn ours(task: &str, examples: usize, axes: usize, kernel: Kernel) -> Measure<'static> {
    match task {
        "solve" => measured(solve(examples, axes, kernel)),
        "query" => measured(weights(examples, axes, kernel)),
        _ => {
            let mut whole = measured(batch(examples, axes, kernel));
            Box::new(move || whole() / BATCH as f64)
        }
    }
}

/// How far our thin plates are from SciPy's, at most.
fn difference(peer: &mut Peer, examples: usize, axes: usize) -> f64 {
    const COUNT: usize = 1000;
    let table = space(examples, axes, Kernel::ThinPlate).solve().expect("a space").table;
    let theirs = peer.weights(COUNT);
    let mut weights = vec![0.0; examples];
    let mut most: f64 = 0.0;
    for (point, theirs) in queries(axes, COUNT).chunks_exact(axes).zip(theirs.chunks_exact(examples)) {
        let point: Vec<f64> = point.iter().map(|x| f64::from(*x)).collect();
        table.weights_f64(&point, &mut weights);
        most = weights.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(most, f64::max);
    }
    most
}

pub fn time() {
    println!("\n## Spaces: solving and weighing, medians of {ALTERNATIONS} alternations\n");
    let started: Result<Vec<Peer>, String> =
        [Threads::One, Threads::Any].into_iter().map(Peer::start).collect();
    let mut peers = started.unwrap_or_else(|problem| {
        println!("no comparison with SciPy: {problem}\n");
        Vec::new()
    });
    if let Some(peer) = peers.first() {
        println!("{}, one thread: thin plates through unit vectors, degree 1\n", peer.versions);
    }
    println!(
        "| N, D | what | solve, µs | of SciPy | one query, ns | of SciPy | batch, ns per point | of SciPy |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut most: f64 = 0.0;
    for (examples, axes) in SIZES {
        for peer in &mut peers {
            peer.take(&space(examples, axes, Kernel::ThinPlate), &queries(axes, BATCH));
            most = most.max(difference(peer, examples, axes));
            assert!(
                most <= 1e-8,
                "thin plates differ from SciPy's by {most:e} at N = {examples}, D = {axes}"
            );
        }
        let times = TASKS.map(|task| {
            let own = KERNELS.iter().map(|(kernel, ..)| ours(task, examples, axes, *kernel));
            medians(&mut own.chain(peers.iter_mut().map(|peer| peer.measure(task))).collect::<Vec<_>>())
        });
        for (side, (.., title)) in KERNELS.iter().enumerate() {
            row(&format!("{examples}, {axes} | {title}"), &times, side);
        }
        if !peers.is_empty() {
            row(&format!("{examples}, {axes} | SciPy"), &times, KERNELS.len());
            // More threads are worth a row where they gain more than what times differ by anyway.
            if times.iter().any(|times| times[KERNELS.len() + 1] < 0.95 * times[KERNELS.len()]) {
                row(&format!("{examples}, {axes} | SciPy, any threads"), &times, KERNELS.len() + 1);
            }
        }
    }
    if !peers.is_empty() {
        println!("\nOur thin plates and SciPy's differ by {most:.0e} at most.");
    }
}

/// One side's times, each with its ratio to SciPy's quicker one.
fn row(title: &str, times: &[Vec<f64>; 3], side: usize) {
    print!("| {title} |");
    for (task, times) in times.iter().enumerate() {
        let theirs = times[KERNELS.len()..].iter().copied().reduce(f64::min);
        let ratio = theirs.map_or(String::new(), |theirs| {
            let ratio = times[side] / theirs;
            if ratio < 0.1 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
        });
        if task == 0 {
            print!(" {:.1} | {ratio} |", times[side] / 1000.0);
        } else {
            print!(" {:.0} | {ratio} |", times[side]);
        }
    }
    println!();
}
