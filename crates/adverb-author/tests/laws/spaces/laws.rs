//! What holds in every space.

use adverb::space::Parts;
use adverb_author::space::{Axis, Example, Kernel, Solution, Space};
use proptest::prelude::*;

use super::made::{Recipe, anywhere, difference, inexactness, recipes, size, weights, weights_f32};

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn weights_are_one_at_their_own_example_and_zero_at_the_others(recipe in recipes()) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let [f64_error, f32_error] = inexactness(&space, &solution);
        // Points that hardly span the space have steep hyperplanes, which magnify the rounding of the point itself.
        let mut random = recipe.random();
        let steep = (0..20).map(|_| size(&weights(&solution, &anywhere(&space, &mut random)))).fold(1.0, f64::max);
        prop_assert!(
            f64_error <= 1e-9 * steep && f32_error <= 1e-5 * steep,
            "{recipe:?}: {f64_error:e} {f32_error:e}"
        );
    }

    #[test]
    fn weights_sum_to_one_everywhere(recipe in recipes()) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let mut random = recipe.random();
        for _ in 0..20 {
            let point = anywhere(&space, &mut random);
            let sum: f64 = weights(&solution, &point).iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-9 * size(&weights(&solution, &point)), "{recipe:?}: {sum}");
            let weights = weights_f32(&solution, &point);
            let size: f32 = weights.iter().map(|w| w.abs()).sum();
            let sum: f32 = weights.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-5 * size, "{recipe:?}: {sum}");
        }
    }

    #[test]
    fn linear_functions_are_reproduced_where_the_points_span_the_space(recipe in recipes()) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        prop_assume!(space.examples.len() > 2 * space.axes.len());
        let mut random = recipe.random();
        for _ in 0..20 {
            let point = anywhere(&space, &mut random);
            let weights = weights(&solution, &point);
            for (a, axis) in space.axes.iter().enumerate() {
                let value: f64 = weights.iter().zip(&space.examples).map(|(w, example)| w * example.at[a]).sum();
                let width = axis.range[1] - axis.range[0];
                prop_assert!((value - point[a]).abs() < 1e-9 * width * size(&weights), "{recipe:?}: {value} for {}", point[a]);
            }
        }
    }

    #[test]
    fn moving_everything_changes_nothing(recipe in recipes()) {
        let mut random = recipe.random();
        let by: Vec<f64> = (0..recipe.axes).map(|_| random.number()).collect();
        let moved = |axis: &Axis, a: usize, value: f64| value + by[a] * (axis.range[1] - axis.range[0]);
        unchanged(&recipe, moved)?;
    }

    #[test]
    fn scaling_an_axis_with_its_scale_changes_nothing(recipe in recipes()) {
        let mut random = recipe.random();
        let by: Vec<f64> = (0..recipe.axes).map(|_| 10_f64.powf(6.0 * random.number())).collect();
        unchanged(&recipe, |_, a, value| value * by[a])?;
    }

    #[test]
    fn the_order_of_the_examples_changes_nothing(recipe in recipes()) {
        let space = recipe.space();
        let mut random = recipe.random();
        let mut order: Vec<usize> = (0..space.examples.len()).collect();
        order.sort_by_cached_key(|_| (random.part() * 1e9) as u64);
        let mut shuffled = space.clone();
        shuffled.examples = order.iter().map(|&i| space.examples[i].clone()).collect();
        let (solution, other) = (space.solve().unwrap(), shuffled.solve().unwrap());
        for _ in 0..10 {
            let point = anywhere(&space, &mut random);
            let straight = weights(&solution, &point);
            let back = weights(&other, &point);
            let straight: Vec<f64> = order.iter().map(|&i| straight[i]).collect();
            prop_assert!(difference(&straight, &back) < 1e-9 * size(&back), "{recipe:?}");
        }
    }

    #[test]
    fn the_table_computes_the_plain_formula(recipe in recipes()) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let mut random = recipe.random();
        for _ in 0..10 {
            let point = anywhere(&space, &mut random);
            let plain = plain_formula(&solution.table.parts(), &point);
            prop_assert!(difference(&plain, &weights(&solution, &point)) < 1e-9 * size(&plain), "{recipe:?}");
        }
    }

    #[test]
    fn many_points_at_once_give_the_same_bits(recipe in recipes()) {
        let space = recipe.space();
        let table = space.solve().unwrap().table;
        let mut random = recipe.random();
        let points: Vec<f32> = (0..7).flat_map(|_| anywhere(&space, &mut random)).map(|x| x as f32).collect();
        let mut many = vec![0.0; 7 * table.examples()];
        table.weights_of_many(&points, &mut many);
        for (point, many) in points.chunks_exact(table.axes()).zip(many.chunks_exact(table.examples())) {
            let mut one = vec![0.0; table.examples()];
            table.weights(point, &mut one);
            prop_assert_eq!(&one[..], many);
        }
    }

    #[test]
    fn the_gradient_is_the_derivative_of_the_weights(recipe in recipes()) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        gradient_is_the_derivative(&space, &solution, &mut recipe.random(), 3)?;
    }

    #[test]
    fn b_splines_have_a_continuous_second_derivative(seed: u64, axes in 1..=8_usize, examples in 2..=40_usize) {
        let recipe = Recipe { seed, axes, examples, kernel: Kernel::BSpline };
        let space = recipe.space_apart(0.05_f64.min(0.5 / examples as f64));
        let solution = space.solve().unwrap();
        let mut random = recipe.random();
        let (from, to) = (anywhere(&space, &mut random), anywhere(&space, &mut random));
        // Where the second derivative changes most, over shorter and shorter ways: where it jumped, it would go on to.
        let steps = largest_steps_of_second_derivative(&solution, &from, &to);
        prop_assert!(steps[3] <= 0.05 * steps[0] + 1e-4, "{recipe:?}: {steps:?}");
    }

    #[test]
    fn beyond_compact_kernels_only_hyperplanes_are_left(seed: u64, axes in 1..=8_usize, more in 1..=80_usize, compact in 0..2) {
        // With fewer examples, points far away are brought to where something is known.
        let examples = 2 * axes + more;
        let kernel = if compact == 0 { Kernel::BSpline } else { Kernel::Wendland };
        let recipe = Recipe { seed, axes, examples: if axes == 1 { examples.min(50) } else { examples }, kernel };
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let mut random = recipe.random();
        for _ in 0..10 {
            // Every example is within the ranges, so no radius is more than twice their diagonal.
            let far = 2.0 * (axes as f64).sqrt() + 2.0;
            let mut parts: Vec<f64> = (0..axes).map(|_| 10.0 * random.number()).collect();
            let a = (random.part() * axes as f64) as usize;
            parts[a] = if random.part() < 0.5 { -far } else { far + 1.0 };
            let point = super::made::place(&space.axes, &parts);
            prop_assert_eq!(weights(&solution, &point), hyperplanes(&solution.table.parts(), &point));
        }
    }
}

/// The weights of a space and of its image under a change of each axis.
fn unchanged(recipe: &Recipe, change: impl Fn(&Axis, usize, f64) -> f64) -> Result<(), TestCaseError> {
    let space = recipe.space();
    let image = |point: &[f64]| -> Vec<f64> {
        space.axes.iter().zip(point).enumerate().map(|(a, (axis, x))| change(axis, a, *x)).collect()
    };
    let mut changed = space.clone();
    for (a, axis) in changed.axes.iter_mut().enumerate() {
        axis.range = axis.range.map(|end| change(&space.axes[a], a, end));
    }
    for example in &mut changed.examples {
        example.at = image(&example.at);
    }
    let (solution, other) = (space.solve().unwrap(), changed.solve().unwrap());
    let mut random = recipe.random();
    for _ in 0..10 {
        let point = anywhere(&space, &mut random);
        let plain = weights(&solution, &point);
        let apart = difference(&plain, &weights(&other, &image(&point)));
        prop_assert!(apart < 1e-9 * size(&plain), "{recipe:?}: {apart:e}");
    }
    Ok(())
}

/// Equation 2, term by term.
fn plain_formula(parts: &Parts, point: &[f64]) -> Vec<f64> {
    let dimension = parts.embedding.dimension();
    let mut at = vec![0.0; dimension];
    parts.embedding.locate(point, &mut at);
    let mut weights = hyperplanes(parts, point);
    let kernels = parts.radii.len();
    let rows: Vec<&[f64]> = parts.coefficients.chunks_exact(parts.examples).collect();
    for (k, row) in rows[rows.len() - kernels..].iter().enumerate() {
        let centre = &parts.centres[k * dimension..(k + 1) * dimension];
        let distance = at.iter().zip(centre).map(|(a, c)| (a - c).powi(2)).sum::<f64>().sqrt();
        let t = 2.0 * distance / parts.radii[k];
        let value = match parts.kernel {
            Kernel::BSpline if t < 1.0 => 2.0 / 3.0 - t * t + t * t * t / 2.0,
            Kernel::BSpline if t < 2.0 => (2.0 - t).powi(3) / 6.0,
            Kernel::ThinPlate if t > 0.0 => t * t * t.ln(),
            Kernel::Gaussian => (-1.5 * t * t).exp(),
            Kernel::Wendland if t < 2.0 => {
                let power = dimension as i32 / 2 + 3;
                (1.0 - t / 2.0).powi(power) * (f64::from(power) * t / 2.0 + 1.0)
            }
            _ => 0.0,
        };
        weights.iter_mut().zip(*row).for_each(|(w, r)| *w += r * value);
    }
    weights
}

/// The constant and the slopes alone.
fn hyperplanes(parts: &Parts, point: &[f64]) -> Vec<f64> {
    let mut at = vec![0.0; parts.embedding.dimension()];
    parts.embedding.locate(point, &mut at);
    let rows: Vec<&[f64]> = parts.coefficients.chunks_exact(parts.examples).collect();
    let slopes = &rows[1..rows.len() - parts.radii.len()];
    let mut weights = rows[0].to_vec();
    for (slope, x) in slopes.iter().zip(&at) {
        weights.iter_mut().zip(*slope).for_each(|(w, a)| *w += a * x);
    }
    weights
}

/// Compares with differences of weights at points on both sides.
pub fn gradient_is_the_derivative(
    space: &Space,
    solution: &Solution,
    random: &mut super::made::Random,
    points: usize,
) -> Result<(), TestCaseError> {
    let n = space.examples.len();
    let (mut at, mut gradient) = (vec![0.0; n], vec![0.0; n * space.axes.len()]);
    for _ in 0..points {
        let point = anywhere(space, random);
        solution.table.gradient_f64(&point, &mut at, &mut gradient);
        prop_assert_eq!(&at, &weights(solution, &point));
        for (a, axis) in space.axes.iter().enumerate() {
            let step = 1e-6 * (axis.range[1] - axis.range[0]);
            let side = |sign: f64| {
                let mut point = point.clone();
                point[a] += sign * step;
                weights(solution, &point)
            };
            let (after, before) = (side(1.0), side(-1.0));
            let analytic = &gradient[a * n..(a + 1) * n];
            let steepest = analytic.iter().fold(0.0, |most: f64, g| most.max((g * step).abs()));
            for i in 0..n {
                let numeric = (after[i] - before[i]) / 2.0;
                let error = (numeric - analytic[i] * step).abs();
                prop_assert!(
                    error < 1e-3 * steepest + 1e-10,
                    "axis {a}: {numeric:e} {:e}",
                    analytic[i] * step
                );
            }
        }
    }
    Ok(())
}

/// From the analytic gradient, by central differences on a line: the largest of 200 steps, of ten steps within it, …
fn largest_steps_of_second_derivative(solution: &Solution, from: &[f64], to: &[f64]) -> [f64; 4] {
    let n = solution.table.examples();
    let slope = |s: f64| -> Vec<f64> {
        let point: Vec<f64> = from.iter().zip(to).map(|(a, b)| a + s * (b - a)).collect();
        let (mut weights, mut gradient) = (vec![0.0; n], vec![0.0; n * from.len()]);
        solution.table.gradient_f64(&point, &mut weights, &mut gradient);
        let along = |i: usize| (0..from.len()).map(|a| gradient[a * n + i] * (to[a] - from[a])).sum();
        (0..n).map(along).collect()
    };
    let h = 1e-7;
    let second = |s: f64| -> Vec<f64> {
        slope(s + h).iter().zip(slope(s - h)).map(|(after, before)| (after - before) / (2.0 * h)).collect()
    };
    let (mut start, mut width, mut count) = (0.0, 1.0, 200);
    [(); 4].map(|()| {
        let at = |k: usize| second(start + width * k as f64 / count as f64);
        let steps = (0..count).map(|k| (k, difference(&at(k), &at(k + 1))));
        let (k, largest) = steps.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        start += width * k as f64 / count as f64;
        (width, count) = (width / count as f64, 10);
        largest
    })
}

#[test]
fn closer_points_lose_no_more_than_their_closeness() {
    for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland, Kernel::ThinPlate] {
        for axes in [1, 2, 4, 8] {
            // Thin plates bend by squares of distances, of which f64 holds half as many digits.
            for digits in 2..=if kernel == Kernel::ThinPlate { 6 } else { 9 } {
                let apart = 10_f64.powi(-digits);
                let mut space = Recipe { seed: 77, axes, examples: 12, kernel }.space_apart(0.05);
                let mut twin = space.examples[3].clone();
                twin.name = "twin".into();
                twin.at[0] += apart * (space.axes[0].range[1] - space.axes[0].range[0]);
                space.examples.push(twin);
                let solution = space.solve().unwrap();
                let [f64_error, f32_error] = inexactness(&space, &solution);
                // No sum is more exact than its terms: plates that close have coefficients above 1e10, and terms several times as large.
                let largest =
                    solution.table.parts().coefficients.into_iter().map(f64::abs).fold(0.0, f64::max);
                let f64_bound = (1e-9 * 0.01 / apart).max(8.0 * f64::EPSILON * largest);
                let f32_bound = 1e-5 * 0.01 / apart;
                assert!(f64_error <= f64_bound, "{kernel:?}, {axes} axes, {apart:e} apart: {f64_error:e}");
                assert!(
                    f32_error <= f32_bound,
                    "{kernel:?}, {axes} axes, {apart:e} apart: {f32_error:e} in f32"
                );
            }
        }
    }
}

#[test]
fn thin_plates_keep_their_side_conditions() {
    // Σ r = 0 and Σ r x = 0: nothing of a plane is left in the radial part.
    for axes in [1, 3, 8] {
        let space = Recipe { seed: 90, axes, examples: 40, kernel: Kernel::ThinPlate }.space();
        let parts = space.solve().unwrap().table.parts();
        let rows: Vec<&[f64]> = parts.coefficients.chunks_exact(40).collect();
        let kernels = &rows[1 + axes..];
        for example in 0..40 {
            let size: f64 = kernels.iter().map(|row| row[example].abs()).sum();
            let moment = |of: &dyn Fn(usize) -> f64| -> f64 {
                kernels.iter().enumerate().map(|(k, row)| row[example] * of(k)).sum()
            };
            assert!(moment(&|_| 1.0).abs() < 1e-11 * size);
            (0..axes).for_each(|c| assert!(moment(&|k| parts.centres[k * axes + c]).abs() < 1e-11 * size));
        }
    }
}

#[test]
fn smoothing_goes_from_exact_to_the_hyperplanes() {
    for kernel in Kernel::ALL {
        let mut space = Recipe { seed: 5, axes: 2, examples: 15, kernel }.space();
        let mut errors = Vec::new();
        for smoothing in [0.0, 1e-3, 0.03, 1.0, 1e3, 1e9] {
            space.smoothing = smoothing;
            let solution = space.solve().unwrap();
            let point = anywhere(&space, &mut super::made::Random(3));
            assert!((weights(&solution, &point).iter().sum::<f64>() - 1.0).abs() < 1e-9);
            errors.push(inexactness(&space, &solution)[0]);
            if smoothing == 1e9 {
                let planes = hyperplanes(&solution.table.parts(), &point);
                assert!(difference(&weights(&solution, &point), &planes) < 1e-6, "{kernel:?}");
            }
        }
        assert!(
            errors[0] < 1e-9 && errors.windows(2).all(|pair| pair[0] < pair[1] + 1e-12),
            "{kernel:?}: {errors:?}"
        );
    }
}

#[test]
fn given_radii_are_used_and_are_exact() {
    for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland] {
        let mut space = Recipe { seed: 8, axes: 3, examples: 20, kernel }.space();
        space.radius = Some(0.7);
        space.examples[4].radius = Some(0.3);
        let solution = space.solve().unwrap();
        assert!(inexactness(&space, &solution)[0] < 1e-9, "{kernel:?}");
        for (i, radius) in solution.table.parts().radii.iter().enumerate() {
            assert_eq!(*radius, if i == 4 { 0.3 } else { 0.7 });
        }
    }
}

#[test]
fn automatic_radii_are_twice_the_nearest_distance() {
    let at = [[0.0, 0.0], [3.0, 4.0], [3.0, 3.0], [10.0, 0.0]];
    let examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("{i}"), *at)).collect();
    let axes = ["x", "y"].map(|name| Axis { scale: Some(1.0), ..Axis::new(name, [0.0, 10.0]) });
    let solution = Space::new(axes.into(), examples).solve().unwrap();
    let expected = [2.0 * 18_f64.sqrt(), 2.0, 2.0, 2.0 * 58_f64.sqrt()];
    assert!(
        difference(&solution.table.parts().radii, &expected) < 1e-12,
        "{:?}",
        solution.table.parts().radii
    );
}

#[test]
fn a_metric_is_a_change_of_coordinates() {
    // sᵀ (Mᵀ M) s is the length of M s: the same space, its points mapped by M.
    let m = [[1.3, 0.4], [-0.2, 0.9]];
    let map = |p: &[f64]| vec![m[0][0] * p[0] + m[0][1] * p[1], m[1][0] * p[0] + m[1][1] * p[1]];
    let unit = |name: &str| Axis { scale: Some(1.0), ..Axis::new(name, [-3.0, 3.0]) };
    let mut random = super::made::Random(12);
    for kernel in Kernel::ALL {
        let examples: Vec<Example> =
            (0..9).map(|i| Example::new(format!("{i}"), [random.number(), random.number()])).collect();
        let mut space = Space { kernel, ..Space::new(vec![unit("x"), unit("y")], examples.clone()) };
        let mapped: Vec<Example> =
            examples.iter().map(|e| Example::new(e.name.clone(), map(&e.at))).collect();
        let image = Space { kernel, ..Space::new(vec![unit("x"), unit("y")], mapped) }.solve().unwrap();
        let entry = |i: usize, j: usize| m[0][i] * m[0][j] + m[1][i] * m[1][j];
        space.metric = Some(vec![vec![entry(0, 0), entry(0, 1)], vec![entry(1, 0), entry(1, 1)]]);
        let solution = space.solve().unwrap();
        for _ in 0..20 {
            let point = [2.0 * random.number(), 2.0 * random.number()];
            let apart = difference(&weights(&solution, &point), &weights(&image, &map(&point)));
            assert!(apart < 1e-9, "{kernel:?}: {apart:e}");
        }
        let mut random = super::made::Random(13);
        gradient_is_the_derivative(&space, &solution, &mut random, 5).unwrap();
    }
}

#[test]
fn periodic_axes_close_to_a_ring() {
    for kernel in Kernel::ALL {
        let axes =
            vec![Axis { periodic: true, ..Axis::new("hour", [0.0, 24.0]) }, Axis::new("height", [0.0, 1.0])];
        let at = [[1.0, 0.0], [7.0, 1.0], [13.0, 0.2], [20.0, 0.7], [23.5, 0.4], [10.0, 0.5]];
        let examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("{i}"), *at)).collect();
        let space = Space { kernel, ..Space::new(axes, examples) };
        let solution = space.solve().unwrap();
        assert!(solution.warnings.is_empty(), "{:?}", solution.warnings);
        assert!(inexactness(&space, &solution)[0] < 1e-9, "{kernel:?}");
        for hour in [0.0, 3.3, 12.0, 23.9] {
            let here = weights(&solution, &[hour, 0.3]);
            for turns in [-2.0, 1.0, 5.0] {
                let there = weights(&solution, &[hour + 24.0 * turns, 0.3]);
                assert!(difference(&here, &there) < 1e-9, "{kernel:?} at {hour}");
            }
        }
        // Across midnight it goes on as anywhere else: value and slope meet.
        let ends = [24.0 - 1e-7, 1e-7].map(|hour| {
            let (mut w, mut g) = (vec![0.0; 6], vec![0.0; 12]);
            solution.table.gradient_f64(&[hour, 0.3], &mut w, &mut g);
            (w, g)
        });
        assert!(difference(&ends[0].0, &ends[1].0) < 1e-5 && difference(&ends[0].1, &ends[1].1) < 1e-4);
        gradient_is_the_derivative(&space, &solution, &mut super::made::Random(14), 10).unwrap();
    }
}

#[test]
fn what_is_not_a_number_counts_as_the_middle_and_infinity_as_far() {
    for kernel in Kernel::ALL {
        let space = Recipe { seed: 21, axes: 3, examples: 30, kernel }.space();
        let table = space.solve().unwrap().table;
        let middle: Vec<f32> = space.axes.iter().map(|a| ((a.range[0] + a.range[1]) / 2.0) as f32).collect();
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, f32::MIN_POSITIVE] {
            let (mut weights, mut gradient) = (vec![0.0; 30], vec![0.0; 90]);
            table.gradient(&[middle[0], odd, middle[2]], &mut weights, &mut gradient);
            assert!(weights.iter().chain(&gradient).all(|w| w.is_finite()), "{kernel:?} at {odd}");
        }
        let (mut at_nan, mut at_middle) = (vec![0.0; 30], vec![0.0; 30]);
        table.weights(&[f32::NAN; 3], &mut at_nan);
        table.weights(&middle, &mut at_middle);
        let apart = at_nan.iter().zip(&at_middle).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-4, "{kernel:?}: {apart}");
    }
}
