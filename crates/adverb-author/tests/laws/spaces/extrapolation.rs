//! Points outside the examples.

use adverb_author::space::{Axis, Example, Extrapolation, Kernel, Space};
use proptest::prelude::*;

use super::laws::gradient_is_the_derivative;
use super::made::{Random, Recipe, anywhere, difference, inexactness, recipes, size, weights};

/// Four examples at the corners of a square and one inside.
fn square(extrapolation: Extrapolation) -> Space {
    let at = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [0.3, 0.2]];
    let examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("{i}"), *at)).collect();
    let axes = ["x", "y"].map(|name| Axis { scale: Some(1.0), ..Axis::new(name, [-1.0, 1.0]) });
    Space { extrapolation, ..Space::new(axes.into(), examples) }
}

#[test]
fn inside_the_hull_nothing_is_held_or_damped() {
    let free = square(Extrapolation::Free).solve().unwrap();
    let mut random = Random(1);
    for extrapolation in [Extrapolation::Damped, Extrapolation::Hull(1.0), Extrapolation::Hull(1.5)] {
        let other = square(extrapolation).solve().unwrap();
        for _ in 0..200 {
            let point = [random.number(), random.number()];
            assert_eq!(weights(&free, &point), weights(&other, &point), "{extrapolation:?} at {point:?}");
        }
    }
}

#[test]
fn held_points_go_to_the_nearest_point_of_the_scaled_hull() {
    let free = square(Extrapolation::Free).solve().unwrap();
    let mut random = Random(2);
    for factor in [1.0, 1.2, 0.5] {
        let held = square(Extrapolation::Hull(factor)).solve().unwrap();
        // The mean of the examples' points is (0.06, 0.04); about it the square is scaled.
        let ends = |mean: f64| [mean + factor * (-1.0 - mean), mean + factor * (1.0 - mean)];
        for _ in 0..200 {
            let point = [3.0 * random.number(), 3.0 * random.number()];
            let nearest =
                [(point[0], ends(0.06)), (point[1], ends(0.04))].map(|(x, [low, high])| x.clamp(low, high));
            let apart = difference(&weights(&held, &point), &weights(&free, &nearest));
            assert!(apart < 1e-9, "{factor} at {point:?}: {apart:e}");
        }
    }
}

#[test]
fn damped_points_never_go_farther_than_half_the_hulls_radius() {
    let (free, damped) =
        (square(Extrapolation::Free).solve().unwrap(), square(Extrapolation::Damped).solve().unwrap());
    // The hull's radius is the distance of its farthest example from the mean.
    let reach = 0.5 * (1.06_f64.powi(2) + 1.04_f64.powi(2)).sqrt();
    for distance in [0.0, 0.01, 0.3, 2.0, 1e3, 1e6] {
        let expected = 1.0 + distance * reach / (distance + reach);
        let (at, same) = (weights(&damped, &[1.0 + distance, 0.5]), weights(&free, &[expected, 0.5]));
        assert!(difference(&at, &same) < 1e-9, "{distance} outside");
    }
    // Leaving the hull, nothing jumps and the first step counts in full.
    let slope = |x: f64| {
        let (mut w, mut g) = (vec![0.0; 5], vec![0.0; 10]);
        damped.table.gradient_f64(&[x, 0.5], &mut w, &mut g);
        g
    };
    assert!(difference(&slope(1.0 - 1e-7), &slope(1.0 + 1e-7)) < 1e-5);
}

#[test]
fn damping_leaves_measured_axes_alone() {
    let free = square(Extrapolation::Free).solve().unwrap();
    let mut space = square(Extrapolation::Damped);
    space.axes[0].measured = true;
    let damped = space.solve().unwrap();
    // The radius of the hull across x: of its farthest example from the mean in y.
    let reach = 0.5 * 1.04;
    for x in [-6.0, -0.3, 0.9, 4.0] {
        for distance in [-0.5, 0.0, 0.01, 0.3, 2.0] {
            let y = if distance > 0.0 { 1.0 + distance * reach / (distance + reach) } else { 1.0 + distance };
            let (at, same) = (weights(&damped, &[x, 1.0 + distance]), weights(&free, &[x, y]));
            assert!(difference(&at, &same) < 1e-9, "at {x}, {distance} outside");
        }
    }
    // With nothing else to damp, nothing is.
    space.axes[1].measured = true;
    assert_eq!(space.solve().unwrap().table, free.table);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_measured_axis_has_what_is_asked_for_wherever_the_others_are(recipe in recipes()) {
        let mut space = recipe.space();
        space.extrapolation = Extrapolation::Damped;
        let mut random = recipe.random();
        let measured = (space.axes.len() as f64 * random.part()) as usize;
        space.axes[measured].measured = true;
        let solution = space.solve().unwrap();
        prop_assert!(inexactness(&space, &solution)[0] < 1e-8, "{recipe:?}");
        if space.examples.len() > 2 * space.axes.len() {
            for _ in 0..10 {
                let point = anywhere(&space, &mut random);
                let there = weights(&solution, &point);
                // Weights reproduce points.
                let shown: f64 = there.iter().zip(&space.examples).map(|(w, e)| w * e.at[measured]).sum();
                let off = (shown - point[measured]).abs() / space.axes[measured].natural_scale();
                prop_assert!(off < 1e-6 * size(&there), "{recipe:?}: {off:e}");
            }
        }
    }

    #[test]
    fn held_weights_are_those_of_a_point_of_the_hull(recipe in recipes()) {
        let mut space = recipe.space();
        let free = space.solve().unwrap();
        space.extrapolation = Extrapolation::Hull(1.0);
        let held = space.solve().unwrap();
        prop_assert!(inexactness(&space, &held)[0] < 1e-9);
        let mut random = recipe.random();
        for _ in 0..10 {
            let point = anywhere(&space, &mut random);
            let weights_held = weights(&held, &point);
            prop_assert!((weights_held.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            if space.examples.len() <= 2 * space.axes.len() {
                continue;
            }
            // Weights reproduce points, so they tell where the point went: into the hull, and no farther than to any
            // mixture of examples.
            let went: Vec<f64> = (0..space.axes.len())
                .map(|a| weights_held.iter().zip(&space.examples).map(|(w, e)| w * e.at[a]).sum())
                .collect();
            prop_assert!(difference(&weights(&free, &went), &weights_held) < 1e-6, "{recipe:?}");
            let far = |to: &[f64]| -> f64 {
                let steps = space.axes.iter().zip(&point).zip(to).map(|((a, x), y)| (x - y) / a.natural_scale());
                steps.map(|step| step * step).sum::<f64>().sqrt()
            };
            for _ in 0..50 {
                let shares: Vec<f64> = space.examples.iter().map(|_| random.part().powi(8)).collect();
                let sum: f64 = shares.iter().sum();
                let mixture: Vec<f64> = (0..space.axes.len())
                    .map(|a| shares.iter().zip(&space.examples).map(|(s, e)| s / sum * e.at[a]).sum())
                    .collect();
                prop_assert!(far(&went) <= far(&mixture) + 1e-7, "{recipe:?}");
            }
        }
    }

    #[test]
    fn gradients_follow_extrapolation(seed: u64, axes in 1..=5_usize, examples in 2..=30_usize) {
        for extrapolation in [Extrapolation::Damped, Extrapolation::Hull(1.0), Extrapolation::Hull(1.3)] {
            let recipe = Recipe { seed, axes, examples, kernel: Kernel::Gaussian };
            let space = Space { extrapolation, ..recipe.space() };
            let solution = space.solve().unwrap();
            gradient_is_the_derivative(&space, &solution, &mut recipe.random(), 3)?;
        }
    }
}
