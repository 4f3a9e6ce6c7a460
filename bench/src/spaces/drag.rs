//! Dragging: one example moves a little, the space is solved again by a solver that remembers, and 100 points are asked
//! for, as a tool does while a person moves the mouse.

use std::hint::black_box;

use adverb_author::space::{Kernel, Solver, Space};

use super::KERNELS;
use super::made::{queries, space};
use crate::timing::{Work, measured, medians, repeated};

const AXES: usize = 4;
const QUERIES: usize = 100;
/// How far an example moves at a time, in a cube of side 2.
const STEP: f64 = 0.002;

/// Moves the first example along a small square, so that it never comes far.
struct Dragged {
    space: Space,
    moves: usize,
}

impl Dragged {
    fn new(examples: usize, kernel: Kernel) -> Self {
        Self { space: space(examples, AXES, kernel), moves: 0 }
    }

    fn step(&mut self) -> &Space {
        let (axis, step) = [(0, STEP), (1, STEP), (0, -STEP), (1, -STEP)][self.moves / 16 % 4];
        self.space.examples[0].at[axis] += step;
        self.moves += 1;
        &self.space
    }
}

/// A move, a re-solve, and so many queries.
pub fn drag(examples: usize, kernel: Kernel, count: usize) -> Work<'static> {
    let mut dragged = Dragged::new(examples, kernel);
    let mut solver = Solver::default();
    let points = queries(AXES, count);
    let mut weights = vec![0.0; examples];
    repeated(move || {
        let solution = solver.solve(black_box(dragged.step())).expect("a space");
        for point in points.chunks_exact(AXES) {
            solution.table.weights(black_box(point), black_box(&mut weights));
        }
        drop(black_box(solution));
    })
}

/// A move and a solve from scratch.
fn anew(examples: usize, kernel: Kernel) -> Work<'static> {
    let mut dragged = Dragged::new(examples, kernel);
    repeated(move || drop(black_box(black_box(dragged.step()).solve().expect("a space"))))
}

/// What was re-solved is what a solve from scratch gives.
fn check(examples: usize, kernel: Kernel) {
    let mut dragged = Dragged::new(examples, kernel);
    let mut solver = Solver::default();
    for _ in 0..100 {
        let space = dragged.step();
        let (kept, new) = (solver.solve(space).expect("a space"), space.solve().expect("a space"));
        let [mut a, mut b] = [vec![0.0; examples], vec![0.0; examples]];
        for point in queries(AXES, 10).chunks_exact(AXES) {
            let point: Vec<f64> = point.iter().map(|x| f64::from(*x)).collect();
            kept.table.weights_f64(&point, &mut a);
            new.table.weights_f64(&point, &mut b);
            let most = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(most <= 1e-9, "a re-solve differs by {most:e}");
        }
    }
}

pub fn time() {
    println!("\n## A dragged example on {AXES} axes\n");
    println!("| N | kernel | re-solve, µs | full solve, µs | of the full solve | drags per second |");
    println!("|---|---|---|---|---|---|");
    for examples in [20, 100, 200] {
        for (kernel, _, title) in KERNELS {
            check(examples, kernel);
            let sides = [drag(examples, kernel, 0), anew(examples, kernel), drag(examples, kernel, QUERIES)];
            let nanos = medians(&mut sides.map(measured));
            println!(
                "| {examples} | {title} | {:.1} | {:.1} | {:.2} | {:.0} |",
                nanos[0] / 1e3,
                nanos[1] / 1e3,
                nanos[0] / nanos[1],
                1e9 / nanos[2]
            );
        }
    }
}
