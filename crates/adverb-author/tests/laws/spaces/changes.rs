//! A solver that follows changes equals one that starts anew.

use adverb_author::space::{Example, Kernel, PseudoExample, Solver, Space};
use proptest::prelude::*;

use super::made::{Random, Recipe, anywhere, difference, free_place, recipes, weights};

fn change(space: &mut Space, random: &mut Random, step: usize) {
    let place = free_place(space, random);
    let pick = |count: usize, random: &mut Random| (random.part() * count as f64) as usize;
    match (random.part() * 8.0) as usize {
        0 => space.examples.push(Example::new(format!("new {step}"), place)),
        1 if space.examples.len() > 1 => {
            let gone = pick(space.examples.len(), random);
            space.examples.remove(gone);
        }
        2 => space.pseudo_examples.push(PseudoExample { from: anywhere(space, random), to: place }),
        3 if !space.pseudo_examples.is_empty() => {
            let gone = pick(space.pseudo_examples.len(), random);
            space.pseudo_examples.remove(gone);
        }
        4 if !space.pseudo_examples.is_empty() => {
            let moved = pick(space.pseudo_examples.len(), random);
            space.pseudo_examples[moved].to = place;
        }
        5 if !space.pseudo_examples.is_empty() => {
            let moved = pick(space.pseudo_examples.len(), random);
            space.pseudo_examples[moved].from = place;
        }
        6 if space.examples.len() > 1 => {
            let (a, b) = (pick(space.examples.len(), random), pick(space.examples.len(), random));
            space.examples.swap(a, b);
        }
        _ => {
            let moved = pick(space.examples.len(), random);
            space.examples[moved].at = place;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn following_changes_equals_solving_anew(recipe in recipes()) {
        let mut space = recipe.space();
        let mut random = recipe.random();
        let mut solver = Solver::default();
        for step in 0..25 {
            let (followed, anew) = (solver.solve(&space).unwrap(), space.solve().unwrap());
            prop_assert_eq!(&followed.warnings, &anew.warnings);
            for _ in 0..5 {
                let point = anywhere(&space, &mut random);
                let (a, b) = (weights(&followed, &point), weights(&anew, &point));
                let size = b.iter().fold(1.0, |size: f64, w| size.max(w.abs()));
                prop_assert!(difference(&a, &b) < 1e-9 * size, "{recipe:?} after {step} changes");
            }
            change(&mut space, &mut random, step);
        }
    }
}

#[test]
fn a_long_drag_does_not_drift() {
    for kernel in Kernel::ALL {
        let mut space = Recipe { seed: 4, axes: 3, examples: 60, kernel }.space_apart(0.05);
        let mut solver = Solver::default();
        let start = space.examples[7].at.clone();
        let width = space.axes[0].range[1] - space.axes[0].range[0];
        for frame in 0..400 {
            let angle = f64::from(frame) * 0.05;
            space.examples[7].at[0] = start[0] + 0.2 * width * angle.sin();
            solver.solve(&space).unwrap();
        }
        let (dragged, anew) = (solver.solve(&space).unwrap(), space.solve().unwrap());
        let mut random = Random(9);
        for _ in 0..20 {
            let point = anywhere(&space, &mut random);
            assert!(difference(&weights(&dragged, &point), &weights(&anew, &point)) < 1e-9, "{kernel:?}");
        }
    }
}
