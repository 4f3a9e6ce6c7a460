//! Pseudo-examples (section 4): taken from one point, placed at another.

use adverb_author::space::{Axis, Example, Kernel, PseudoExample, Space, Warning};
use proptest::prelude::*;

use super::made::{anywhere, difference, free_place, inexactness, recipes, weights};

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn pseudo_examples_reshape_the_weights_and_leave_examples_exact(recipe in recipes(), count in 1..=12_usize) {
        let mut space = recipe.space();
        let plain = space.solve().unwrap();
        let mut random = recipe.random();
        for _ in 0..count {
            let (from, to) = (anywhere(&space, &mut random), free_place(&space, &mut random));
            space.pseudo_examples.push(PseudoExample { from, to });
        }
        let solution = space.solve().unwrap();
        prop_assert_eq!(solution.table.examples(), space.examples.len());
        let size = |weights: &[f64]| weights.iter().fold(1.0, |size: f64, w| size.max(w.abs()));
        for pseudo in &space.pseudo_examples {
            let (there, taken) = (weights(&solution, &pseudo.to), weights(&plain, &pseudo.from));
            prop_assert!(difference(&there, &taken) < 1e-9 * size(&taken), "{recipe:?}");
        }
        let [exactness, _] = inexactness(&space, &solution);
        prop_assert!(exactness < 1e-8, "{recipe:?}: {exactness:e}");
        for _ in 0..10 {
            let weights = weights(&solution, &anywhere(&space, &mut random));
            let sum: f64 = weights.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-9 * size(&weights), "{recipe:?}: {sum}");
        }
    }
}

/// Two walks, sad and happy; what is shown at 0.7 shall be the middle.
fn moods() -> Space {
    let examples = [("sad", -1.0), ("happy", 1.0)].map(|(name, at)| Example::new(name, [at]));
    let mut space = Space::new(vec![Axis::new("mood", [-1.0, 1.0])], examples.into());
    space.pseudo_examples.push(PseudoExample { from: vec![0.7], to: vec![0.0] });
    space
}

#[test]
fn a_pseudo_example_moves_what_was_elsewhere() {
    for kernel in Kernel::ALL {
        let solution = Space { kernel, ..moods() }.solve().unwrap();
        let middle = weights(&solution, &[0.0]);
        assert!(difference(&middle, &[0.15, 0.85]) < 1e-9, "{kernel:?}: {middle:?}");
        assert!(difference(&weights(&solution, &[-1.0]), &[1.0, 0.0]) < 1e-9);
    }
}

#[test]
fn a_pseudo_example_on_an_example_is_ignored_and_named() {
    let mut space = moods();
    space.pseudo_examples[0].to = vec![1.0];
    let solution = space.solve().unwrap();
    assert!(difference(&weights(&solution, &[1.0]), &[0.0, 1.0]) < 1e-12);
    let expected = Warning::PseudoOnExample { pseudo_example: 1, example: "happy".into() };
    assert!(solution.warnings.contains(&expected), "{:?}", solution.warnings);
    assert!(expected.to_string().contains("happy"));
}

#[test]
fn two_pseudo_examples_at_one_place_count_as_their_mean() {
    let mut space = moods();
    space.pseudo_examples.push(PseudoExample { from: vec![-0.7], to: vec![0.0] });
    let solution = space.solve().unwrap();
    assert!(difference(&weights(&solution, &[0.0]), &[0.5, 0.5]) < 1e-12);
    assert!(solution.warnings.contains(&Warning::PseudoOnPseudo { pseudo_examples: [1, 2] }));
}
