//! Examples that refine a space change it near their own points only.

use adverb_author::space::{Axis, Draft, Example, Kernel, Solution, Space};
use proptest::prelude::*;

use super::made::{Random, Recipe, anywhere, difference, inexactness, size, weights};

fn recipes() -> impl Strategy<Value = Recipe> {
    let kernels = vec![Kernel::BSpline, Kernel::Wendland];
    (any::<u64>(), 1..=5_usize, 8..=40_usize, prop::sample::select(kernels)).prop_map(
        |(seed, axes, examples, kernel)| Recipe {
            seed,
            axes,
            examples: 2 * axes + examples.min(20 * axes),
            kernel,
        },
    )
}

/// A space, and the same with some examples more that refine it, within the hull of the others.
fn refined(recipe: &Recipe, count: usize, random: &mut Random) -> (Space, Space) {
    let space = recipe.space_apart(0.01);
    let mut refined = space.clone();
    for (i, at) in space.mixtures(count, random.0).into_iter().enumerate() {
        refined.examples.push(Example { refines: true, ..Example::new(format!("refined {i}"), at) });
    }
    (space, refined)
}

/// What is shown by contents with these weights.
fn shown(weights: &[f64], contents: &[f64]) -> f64 {
    weights.iter().zip(contents).map(|(weight, content)| weight * content).sum()
}

/// By how much two solved spaces with contents differ in what they show at a point, for the size of the weights there.
fn apart(before: (&Solution, &[f64]), after: (&Solution, &[f64]), point: &[f64]) -> f64 {
    let (was, is) = (weights(before.0, point), weights(after.0, point));
    (shown(&was, before.1) - shown(&is, after.1)).abs() / size(&was)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_space_with_examples_that_refine_is_exact_and_sums_to_one(recipe in recipes()) {
        let mut random = recipe.random();
        let (_, space) = refined(&recipe, 3, &mut random);
        let solution = space.solve().unwrap();
        let point = anywhere(&space, &mut random);
        let there = weights(&solution, &point);
        prop_assert!(inexactness(&space, &solution)[0] <= 1e-9 * size(&there), "{recipe:?}");
        prop_assert!((there.iter().sum::<f64>() - 1.0).abs() < 1e-9 * size(&there), "{recipe:?}");
    }

    #[test]
    fn an_example_that_shows_what_was_there_changes_nothing(recipe in recipes()) {
        let mut random = recipe.random();
        let (space, refined) = refined(&recipe, 3, &mut random);
        let (before, after) = (space.solve().unwrap(), refined.solve().unwrap());
        let mut contents: Vec<f64> = space.examples.iter().map(|_| random.number()).collect();
        let own = contents.clone();
        for example in &refined.examples[own.len()..] {
            contents.push(shown(&weights(&before, &example.at), &own));
        }
        for _ in 0..40 {
            let off = apart((&before, &own), (&after, &contents), &anywhere(&space, &mut random));
            prop_assert!(off < 1e-9, "{recipe:?}: {off:e}");
        }
    }

    #[test]
    fn a_later_one_that_shows_what_was_there_leaves_an_earlier_one_as_it_is(recipe in recipes()) {
        let mut random = recipe.random();
        let (space, later) = refined(&recipe, 2, &mut random);
        let mut earlier = later.clone();
        earlier.examples.pop();
        let (before, after) = (earlier.solve().unwrap(), later.solve().unwrap());
        let own: Vec<f64> = earlier.examples.iter().map(|_| random.number()).collect();
        let there = shown(&weights(&before, &later.examples[own.len()].at), &own);
        let contents = [&own[..], &[there]].concat();
        for _ in 0..40 {
            let off = apart((&before, &own), (&after, &contents), &anywhere(&space, &mut random));
            prop_assert!(off < 1e-9, "{recipe:?}: {off:e}");
        }
    }

    #[test]
    fn beyond_the_nearest_example_nothing_changes(recipe in recipes()) {
        let mut random = recipe.random();
        let (space, refined) = refined(&recipe, 1, &mut random);
        let (before, after) = (space.solve().unwrap(), refined.solve().unwrap());
        let n = space.examples.len();
        let far = |point: &[f64], from: &[f64]| -> f64 {
            let step = space.axes.iter().zip(point.iter().zip(from)).map(|(a, (x, y))| (x - y) / a.natural_scale());
            step.map(|s| s * s).sum::<f64>().sqrt()
        };
        let at = &refined.examples[n].at;
        let nearest = space.examples.iter().map(|example| far(&example.at, at)).fold(f64::INFINITY, f64::min);
        for _ in 0..40 {
            let point = anywhere(&space, &mut random);
            if far(&point, at) >= nearest {
                let (was, is) = (weights(&before, &point), weights(&after, &point));
                prop_assert!(difference(&was, &is[..n]) < 1e-9 * size(&was) && is[n].abs() < 1e-9, "{recipe:?}");
            }
        }
    }
}

#[test]
fn where_it_cannot_refine_it_is_an_example_like_any_other() {
    for kernel in [Kernel::Gaussian, Kernel::ThinPlate] {
        let recipe = Recipe { seed: 4, axes: 2, examples: 12, kernel };
        let (_, refined) = refined(&recipe, 1, &mut recipe.random());
        let mut plain = refined.clone();
        plain.examples.iter_mut().for_each(|example| example.refines = false);
        let (a, b) = (refined.solve().unwrap(), plain.solve().unwrap());
        assert_eq!(a.table, b.table, "{kernel:?}");
    }
}

#[test]
fn an_example_outside_the_hull_says_how_the_space_goes_on() {
    let recipe = Recipe { seed: 4, axes: 1, examples: 5, kernel: Kernel::BSpline };
    let mut space = recipe.space();
    let beyond = space.examples.iter().map(|example| example.at[0]).fold(f64::MIN, f64::max) + 1.0;
    space.axes[0].range[1] = beyond;
    space.examples.push(Example { refines: true, ..Example::new("beyond", [beyond]) });
    let mut plain = space.clone();
    plain.examples[5].refines = false;
    assert_eq!(space.solve().unwrap().table, plain.solve().unwrap().table);
}

#[test]
fn on_the_mirror_plane_an_example_and_its_image_refine_as_one() {
    let example = |name: &str, turn: f64, refines: bool| Example { refines, ..Example::new(name, [turn]) };
    let own = vec![example("slight", 20.0, false), example("sharp", 45.0, false), example("bent", 0.0, true)];
    let space = Space::new(vec![Axis::new("turn", [-45.0, 45.0])], own);
    let space = Draft::from(space).symmetric(vec![0], |name| format!("{name}, mirrored")).settled().unwrap();
    let solution = space.solve().unwrap();
    let at = |turn: f64| weights(&solution, &[turn]);
    assert!(difference(&at(0.0), &[0.0, 0.0, 0.5, 0.0, 0.0, 0.5]) < 1e-9, "{:?}", at(0.0));
    for turn in [45.0, 20.0, -20.0, -45.0] {
        let there = at(turn);
        assert!(there[2].abs() < 1e-9 && there[5].abs() < 1e-9, "{turn}: {there:?}");
    }
    // What is shown to the left is the image of what is shown to the right.
    for turn in [3.0, 9.0, 31.0] {
        let (left, right) = (at(turn), at(-turn));
        assert!(difference(&left[..3], &right[3..]) < 1e-9 && difference(&left[3..], &right[..3]) < 1e-9);
    }
}
