//! Put examples at points of two adverbs, solve the space, and read the weights at any point.
//!
//! Run with `cargo run -p adverb-author --example weigh_examples`.

use adverb_author::space::{Axis, Example, PseudoExample, Solver, Space, coverage};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Four walks at their points. The range of an axis is also its natural scale, so that no axis counts more than another.
    let axes = vec![Axis::new("happiness", [-1.0, 1.0]), Axis::new("speed", [0.6, 2.0])];
    let examples = vec![
        Example::new("neutral", [0.0, 1.3]),
        Example::new("happy", [1.0, 1.5]),
        Example::new("sad", [-1.0, 0.9]),
        Example::new("hurried", [-0.2, 2.0]),
    ];
    let mut space = Space::new(axes, examples);

    // Solved once, in f64. What may not be as meant is said; what cannot be is an error.
    let mut solver = Solver::default();
    let solution = solver.solve(&space)?;
    solution.warnings.iter().for_each(|warning| println!("warning: {warning}"));

    // Asked every frame, in f32, without allocating.
    let mut weights = [0.0; 4];
    solution.table.weights(&[0.5, 1.4], &mut weights);
    print_weights(&space, &weights);

    // Halfway to sad it looks too sad: put what is shown nearer to neutral there, and solve again what that changes.
    space.pseudo_examples.push(PseudoExample { from: vec![-0.3, 1.2], to: vec![-0.5, 1.1] });
    let solution = solver.solve(&space)?;
    solution.table.weights(&[-0.5, 1.1], &mut weights);
    print_weights(&space, &weights);

    // Where are examples missing?
    print!("{}", coverage(&space, &solution));
    Ok(())
}

fn print_weights(space: &Space, weights: &[f32]) {
    let named = space.examples.iter().zip(weights);
    println!("{}", named.map(|(e, w)| format!("{} {w:.3}", e.name)).collect::<Vec<_>>().join(", "));
}
