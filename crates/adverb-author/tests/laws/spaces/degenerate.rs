//! Input that is too little, too much alike or too odd: a meaningful result with a warning, or an error; never NaN.

use adverb_author::space::{
    Axis, Example, Extrapolation, Kernel, PseudoExample, Solution, Space, Warning, coverage,
};

use super::made::{Random, difference, weights, weights_f32};

fn named(at: &[&[f64]]) -> Vec<Example> {
    at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), *at)).collect()
}

fn plane(at: &[&[f64]]) -> Space {
    Space::new(vec![Axis::new("happiness", [-1.0, 1.0]), Axis::new("energy", [-1.0, 1.0])], named(at))
}

fn error(space: &Space) -> String {
    space.solve().expect_err("an error").to_string()
}

/// Solves with every kernel and way of extrapolation, tries points near and far, and hands out the solution of the default.
fn sound(space: &Space) -> Solution {
    for kernel in Kernel::ALL {
        for extrapolation in [Extrapolation::Free, Extrapolation::Damped, Extrapolation::Hull(1.2)] {
            let space = Space { kernel, extrapolation, ..space.clone() };
            let solution = space.solve().unwrap();
            let mut random = Random(31);
            for far in [1.0, 10.0, 1e4] {
                for _ in 0..20 {
                    let point: Vec<f64> = space
                        .axes
                        .iter()
                        .map(|a| (a.range[0] + a.range[1]) / 2.0 + far * random.number() * a.natural_scale())
                        .collect();
                    let weights = weights(&solution, &point);
                    let size: f64 = weights.iter().map(|w| w.abs()).sum();
                    let sum: f64 = weights.iter().sum();
                    // Far out, thin plates are differences of huge numbers, in which the last digits are lost.
                    let lost = if kernel == Kernel::ThinPlate && far > 10.0 { 1e-3 } else { 1e-9 };
                    assert!(
                        size.is_finite() && (sum - 1.0).abs() < lost * size,
                        "{kernel:?} {far}: {weights:?}"
                    );
                    assert!(weights_f32(&solution, &point).iter().all(|w| w.is_finite()));
                }
            }
            let report = coverage(&space, &solution);
            let numbers = [
                report.condition,
                report.inside,
                report.reached,
                report.hole.distance,
                report.largest.weight,
            ];
            assert!(numbers.iter().all(|x| x.is_finite()), "{report:?}");
        }
    }
    space.solve().unwrap()
}

#[test]
fn no_example_is_an_error() {
    assert!(error(&plane(&[])).contains("no example"));
}

#[test]
fn one_example_has_all_the_weight_everywhere() {
    let solution = sound(&plane(&[&[0.3, 0.4]]));
    assert_eq!(weights(&solution, &[-5.0, 9.0]), [1.0]);
    assert!(
        solution.warnings.iter().any(|w| matches!(w, Warning::UnvariedAxis { axis, .. } if axis == "energy"))
    );
}

#[test]
fn a_space_without_axes_is_its_one_example() {
    let solution = sound(&Space::new(Vec::new(), named(&[&[]])));
    assert_eq!(weights(&solution, &[]), [1.0]);
}

#[test]
fn fewer_examples_than_directions_interpolate_along_their_own() {
    let solution = sound(&plane(&[&[-1.0, -1.0], &[1.0, 1.0]]));
    // Across the line that joins them nothing is known, so nothing changes.
    for across in [0.0, 0.7, -3.0] {
        let weights = weights(&solution, &[0.2 + across, 0.2 - across]);
        assert!(difference(&weights, &[0.4, 0.6]) < 1e-12, "{weights:?}");
    }
    let [warning] = &solution.warnings[..] else { panic!("{:?}", solution.warnings) };
    assert_eq!(*warning, Warning::DependentAxes { axes: vec!["happiness".into(), "energy".into()] });
    assert!(warning.to_string().contains("happiness and energy"), "{warning}");
}

#[test]
fn collinear_examples_are_exact_and_named() {
    let at: Vec<[f64; 2]> = (0..6).map(|i| [f64::from(i) * 0.3 - 0.9, 0.5 - f64::from(i) * 0.2]).collect();
    let at: Vec<&[f64]> = at.iter().map(|p| &p[..]).collect();
    let space = plane(&at);
    let solution = sound(&space);
    for (i, example) in space.examples.iter().enumerate() {
        let weights = weights(&solution, &example.at);
        assert!((weights[i] - 1.0).abs() < 1e-9);
    }
    assert!(
        solution.warnings.iter().any(|w| matches!(w, Warning::DependentAxes { axes } if axes.len() == 2))
    );
}

#[test]
fn coplanar_examples_name_only_the_axes_that_depend_on_each_other() {
    let axes = ["a", "b", "c", "d"].map(|name| Axis::new(name, [0.0, 1.0]));
    let mut random = Random(6);
    // d follows b and c; a goes its own way.
    let at: Vec<Vec<f64>> = (0..12)
        .map(|_| {
            let [a, b, c] = [(); 3].map(|()| random.part());
            vec![a, b, c, 0.3 * b + 0.4 * c]
        })
        .collect();
    let examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), at.clone())).collect();
    let solution = sound(&Space::new(axes.into(), examples));
    let expected = Warning::DependentAxes { axes: ["b", "c", "d"].map(String::from).into() };
    assert!(solution.warnings.contains(&expected), "{:?}", solution.warnings);
}

#[test]
fn an_axis_that_nobody_varies_changes_nothing_and_is_named() {
    let space = plane(&[&[-1.0, 0.25], &[0.1, 0.25], &[1.0, 0.25]]);
    let solution = sound(&space);
    let here = weights(&solution, &[0.4, 0.25]);
    for energy in [-1.0, 0.9, 100.0] {
        assert!(difference(&here, &weights(&solution, &[0.4, energy])) < 1e-12);
    }
    let warning = Warning::UnvariedAxis { axis: "energy".into(), value: 0.25 };
    assert_eq!(solution.warnings, std::slice::from_ref(&warning));
    assert!(warning.to_string().contains("energy = 0.25") && warning.to_string().contains("Add an example"));
}

#[test]
fn a_periodic_axis_that_nobody_varies_changes_nothing_and_is_named() {
    let mut space = plane(&[&[-1.0, 0.25], &[0.1, 0.25], &[1.0, 0.25]]);
    space.axes[1].periodic = true;
    let solution = sound(&space);
    assert!(difference(&weights(&solution, &[0.4, 0.25]), &weights(&solution, &[0.4, 0.9])) < 1e-12);
    assert_eq!(solution.warnings, [Warning::UnvariedAxis { axis: "energy".into(), value: 0.25 }]);
}

#[test]
fn duplicates_share_their_weight_and_are_named_with_or_without_the_same_content() {
    let mut space = plane(&[&[-1.0, 0.0], &[0.5, 0.5], &[1.0, -1.0], &[0.5, 0.5]]);
    for (content, same) in [(None, false), (Some(7), true)] {
        for example in [1, 3] {
            space.examples[example].content = content;
        }
        let solution = sound(&space);
        assert!(difference(&weights(&solution, &[0.5, 0.5]), &[0.0, 0.5, 0.0, 0.5]) < 1e-9);
        assert!(difference(&weights(&solution, &[-1.0, 0.0]), &[1.0, 0.0, 0.0, 0.0]) < 1e-9);
        let examples = ["e1".to_string(), "e3".to_string()];
        let expected = if same { Warning::Repeated { examples } } else { Warning::Conflict { examples } };
        assert_eq!(solution.warnings, std::slice::from_ref(&expected));
        let told = expected.to_string();
        assert!(told.starts_with("e3: ") && told.contains("e1"), "{told}");
    }
}

#[test]
fn examples_that_nearly_coincide_are_exact_and_the_pair_is_named() {
    let space = plane(&[&[-1.0, 0.0], &[0.5, 0.5], &[1.0, -1.0], &[0.5, 0.5001]]);
    let solution = sound(&space);
    for (i, example) in space.examples.iter().enumerate() {
        assert!((weights(&solution, &example.at)[i] - 1.0).abs() < 1e-9);
    }
    let [Warning::Close { examples, .. }] = &solution.warnings[..] else { panic!("{:?}", solution.warnings) };
    assert_eq!(*examples, ["e1", "e3"]);
}

#[test]
fn examples_on_top_of_each_other_everywhere_share_alike() {
    let solution = sound(&plane(&[&[0.5, 0.5][..]; 5]));
    assert!(difference(&weights(&solution, &[0.1, 0.9]), &[0.2; 5]) < 1e-12);
}

#[test]
fn nearly_collinear_examples_are_exact_and_a_warning_says_that_weights_grow() {
    let space = plane(&[&[-1.0, -1.0], &[0.0, 1e-4], &[1.0, 1.0], &[0.5, 0.5]]);
    let solution = sound(&space);
    let flat = solution.warnings.iter().find(|w| matches!(w, Warning::NearlyDependentAxes { .. }));
    assert!(flat.is_some_and(|w| w.to_string().contains("happiness and energy")), "{:?}", solution.warnings);
    assert!((weights(&solution, &space.examples[1].at)[1] - 1.0).abs() < 1e-9);
}

#[test]
fn what_is_not_a_number_is_an_error_that_names_the_example_and_the_axis() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let message = error(&plane(&[&[0.0, 0.0], &[0.5, odd]]));
        assert!(message.contains("e1") && message.contains("energy"), "{message}");
        let mut space = plane(&[&[0.0, 0.0], &[0.5, 0.1]]);
        space.pseudo_examples.push(PseudoExample { from: vec![0.0, 0.0], to: vec![odd, 0.0] });
        let message = error(&space);
        assert!(message.contains("pseudo-example 1") && message.contains("happiness"), "{message}");
        let mut space = plane(&[&[0.0, 0.0], &[0.5, 0.1]]);
        space.axes[1].scale = Some(odd);
        assert!(error(&space).contains("energy"));
        space.axes[1].scale = None;
        space.axes[0].range[1] = odd;
        assert!(error(&space).contains("happiness"));
    }
}

#[test]
fn settings_that_mean_nothing_are_errors_that_say_which() {
    let good = || plane(&[&[0.0, 0.0], &[0.5, 0.1], &[-0.3, 0.9]]);
    let with = |change: fn(&mut Space)| {
        let mut space = good();
        change(&mut space);
        error(&space)
    };
    assert!(with(|s| s.axes[1].name = "happiness".into()).contains("happiness"));
    assert!(with(|s| s.axes[1].range = [1.0, 1.0]).contains("energy"));
    assert!(with(|s| s.axes[0].scale = Some(0.0)).contains("happiness"));
    assert!(with(|s| s.radius = Some(-1.0)).contains("radius"));
    assert!(with(|s| s.examples[1].radius = Some(0.0)).contains("e1"));
    assert!(with(|s| s.smoothing = -0.1).contains("smoothing"));
    assert!(with(|s| s.extrapolation = Extrapolation::Hull(f64::NAN)).contains("hull"));
    assert!(with(|s| s.examples[2].at.push(1.0)).contains("e2"));
    assert!(with(|s| s.metric = Some(vec![vec![1.0]])).contains("2 by 2"));
    assert!(with(|s| s.metric = Some(vec![vec![1.0, 0.5], vec![0.4, 1.0]])).contains("happiness and energy"));
    assert!(with(|s| s.metric = Some(vec![vec![1.0, 2.0], vec![2.0, 1.0]])).contains("positive definite"));
    let many =
        Space::new((0..65).map(|i| Axis::new(format!("{i}"), [0.0, 1.0])).collect(), named(&[&[0.5; 65]]));
    assert!(error(&many).contains("64"));
}

#[test]
fn scales_a_billion_apart_are_no_matter_where_they_are_natural() {
    let space = Space::new(
        vec![Axis::new("mass", [0.0, 1e9]), Axis::new("tilt", [0.0, 1.0]), Axis::new("tiny", [0.0, 1e-9])],
        named(&[
            &[0.0, 0.0, 0.0],
            &[1e9, 0.2, 3e-10],
            &[4e8, 1.0, 1e-9],
            &[2e8, 0.5, 6e-10],
            &[9e8, 0.9, 1e-10],
        ]),
    );
    let solution = sound(&space);
    assert!(solution.warnings.is_empty(), "{:?}", solution.warnings);
    let weights = weights(&solution, &[3e8, 0.4, 5e-10]);
    assert!(weights.iter().all(|w| w.abs() < 2.0), "{weights:?}");
}

#[test]
fn scales_a_billion_apart_are_exact_and_named_where_they_are_not_natural() {
    let mut space = Space::new(
        vec![Axis::new("mass", [0.0, 1e9]), Axis::new("tilt", [0.0, 1.0])],
        named(&[&[0.0, 0.0], &[1e9, 0.2], &[4e8, 1.0], &[2e8, 0.5], &[9e8, 0.9]]),
    );
    space.axes.iter_mut().for_each(|axis| axis.scale = Some(1.0));
    let solution = sound(&space);
    for (i, example) in space.examples.iter().enumerate() {
        assert!((weights(&solution, &example.at)[i] - 1.0).abs() < 1e-6);
    }
    let named = |w: &&Warning| matches!(w, Warning::Scales { axis, against, .. } if axis == "tilt" && against == "mass");
    assert!(solution.warnings.iter().find(named).is_some_and(|w| w.to_string().contains("natural scale")));
}

#[test]
fn radii_that_swallow_everything_are_narrowed_and_said_so() {
    let mut random = Random(3);
    let at: Vec<Vec<f64>> = (0..40).map(|_| vec![random.number(), random.number()]).collect();
    let examples: Vec<Example> =
        at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), at.clone())).collect();
    let mut space = Space { kernel: Kernel::Gaussian, ..plane(&[]) };
    space.examples = examples;
    space.radius = Some(50.0);
    let solution = space.solve().unwrap();
    for (i, example) in space.examples.iter().enumerate() {
        assert!((weights(&solution, &example.at)[i] - 1.0).abs() < 1e-9);
    }
    let narrowed = |w: &Warning| matches!(w, Warning::RadiiShrunk { factor } if *factor < 1.0);
    assert!(solution.warnings.iter().any(narrowed), "{:?}", solution.warnings);
}

#[test]
fn examples_outside_a_range_are_used_and_named() {
    let solution = sound(&plane(&[&[-1.0, 0.0], &[0.5, 0.5], &[2.0, -1.0]]));
    assert!((weights(&solution, &[2.0, -1.0])[2] - 1.0).abs() < 1e-9);
    let expected = |w: &Warning| matches!(w, Warning::OutsideRange { example, axis, .. } if example == "e2" && axis == "happiness");
    assert!(solution.warnings.iter().any(expected));
}

#[test]
fn regular_grids_are_solved_in_any_kernel() {
    // Many equal distances: the classic case where naive radii or thin plates lose rank.
    let at: Vec<Vec<f64>> =
        (0..125).map(|i| vec![f64::from(i % 5), f64::from(i / 5 % 5), f64::from(i / 25)]).collect();
    let axes = ["x", "y", "z"].map(|name| Axis::new(name, [0.0, 4.0]));
    for kernel in Kernel::ALL {
        let examples =
            at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), at.clone())).collect();
        let space = Space { kernel, ..Space::new(axes.clone().into(), examples) };
        let solution = space.solve().unwrap();
        assert!(solution.warnings.is_empty(), "{kernel:?}: {:?}", solution.warnings);
        assert!(super::made::inexactness(&space, &solution)[0] < 1e-9, "{kernel:?}");
    }
}

#[test]
fn a_face_of_fifty_two_axes_is_a_space_like_any_other() {
    let axes: Vec<Axis> = (0..52).map(|i| Axis::new(format!("feature {i}"), [0.0, 1.0])).collect();
    let feature = |i: usize| (0..52).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let mut examples = vec![Example::new("neutral", vec![0.0; 52])];
    examples.extend((0..52).map(|i| Example::new(format!("feature {i}"), feature(i))));
    let space = Space::new(axes, examples);
    let solution = space.solve().unwrap();
    assert!(super::made::inexactness(&space, &solution)[0] < 1e-9);
    // Independent features add up: their weights are the knobs, and what is left is neutral.
    let mut point = vec![0.0; 52];
    (point[3], point[40]) = (0.5, 0.25);
    let weights = weights(&solution, &point);
    assert!(
        (weights[0] - 0.25).abs() < 1e-9
            && (weights[4] - 0.5).abs() < 1e-9
            && (weights[41] - 0.25).abs() < 1e-9
    );
    // Held to the hull, all knobs at once are a mixture of all features.
    let held = Space { extrapolation: Extrapolation::Hull(1.0), ..space }.solve().unwrap();
    let all: Vec<f64> = super::made::weights(&held, &[1.0; 52]);
    assert!(all[0].abs() < 1e-9 && all[1..].iter().all(|w| (w - 1.0 / 52.0).abs() < 1e-9), "{all:?}");
}

#[test]
fn a_copy_of_the_middle_walk_placed_beside_it_is_named() {
    // The thesis's case (4.6): −10, 0, 10 and a copy of the middle one at 1.
    let mut space =
        Space::new(vec![Axis::new("happiness", [-10.0, 10.0])], named(&[&[-10.0], &[0.0], &[10.0]]));
    assert!(sound(&space).warnings.is_empty());
    space.examples.push(Example::new("copy", [1.0]));
    let [Warning::Close { examples, .. }] = &sound(&space).warnings[..] else { panic!("no warning") };
    assert_eq!(*examples, ["e1", "copy"]);
}

#[test]
fn a_report_on_one_example_and_a_pseudo_example_is_a_report() {
    let mut space = plane(&[&[1.0, 0.4]]);
    space.pseudo_examples.push(PseudoExample { from: vec![0.4, 0.0], to: vec![0.2, 0.0] });
    let report = coverage(&space, &sound(&space));
    assert_eq!(report.largest.at.len(), 2);
    assert!((report.largest.weight - 1.0).abs() < 1e-9);
}

#[test]
fn a_scale_that_makes_slopes_endless_does_not_keep_the_report_from_ending() {
    let mut space = plane(&[&[-1.0, 0.4], &[0.3, 0.9], &[1.0, -0.5]]);
    space.axes[1].scale = Some(1e-20);
    sound(&space);
}

#[test]
fn hulls_are_scaled_within_reason() {
    let mut space = plane(&[&[-1.0, 0.4], &[0.3, 0.9], &[1.0, -0.5]]);
    for factor in [-1.0, 1e7, 1e308, f64::INFINITY] {
        space.extrapolation = Extrapolation::Hull(factor);
        assert!(error(&space).contains("hull"));
    }
    space.extrapolation = Extrapolation::Hull(0.5);
    assert_eq!(space.solve().unwrap().warnings, [Warning::HeldWithin { factor: 0.5 }]);
}

#[test]
fn radii_beyond_all_measure_are_narrowed_too() {
    let mut space = plane(&[&[-1.0, 0.4], &[0.3, 0.9], &[1.0, -0.5], &[0.1, 0.1]]);
    space.radius = Some(1e40);
    for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland] {
        space.kernel = kernel;
        let solution = space.solve().unwrap();
        assert!(super::made::inexactness(&space, &solution)[0] < 1e-9, "{kernel:?}");
        assert!(solution.warnings.iter().any(|w| matches!(w, Warning::RadiiShrunk { .. })));
    }
}

#[test]
fn a_metric_over_periodic_axes_alone_has_nothing_to_measure() {
    let axes = vec![Axis { periodic: true, ..Axis::new("hour", [0.0, 24.0]) }];
    let metric = Some(vec![vec![1.0]]);
    sound(&Space { metric, ..Space::new(axes, named(&[&[1.0], &[9.0], &[17.0]])) });
    sound(&Space { metric: Some(Vec::new()), ..Space::new(Vec::new(), named(&[&[]])) });
}

#[test]
fn inside_the_hull_nothing_is_held_however_far_apart_scales_are() {
    let mut random = Random(60);
    for axes in [2, 4] {
        for digits in 0..=10 {
            let at: Vec<Vec<f64>> = (0..15).map(|_| (0..axes).map(|_| random.part()).collect()).collect();
            let examples = at.iter().map(|at| Example::new("e", at.clone())).collect();
            let mut space =
                Space::new((0..axes).map(|a| Axis::new(format!("{a}"), [0.0, 1.0])).collect(), examples);
            space.axes[0].scale = Some(10_f64.powi(-digits));
            let free = space.solve().unwrap();
            space.extrapolation = Extrapolation::Hull(1.0);
            let held = space.solve().unwrap();
            for _ in 0..200 {
                let shares: Vec<f64> = at.iter().map(|_| random.part().powi(3)).collect();
                let sum: f64 = shares.iter().sum();
                let point: Vec<f64> =
                    (0..axes).map(|a| shares.iter().zip(&at).map(|(s, e)| s / sum * e[a]).sum()).collect();
                let apart = difference(&weights(&free, &point), &weights(&held, &point));
                assert!(apart < 1e-9, "{axes} axes, scales 1e{digits} apart: {apart:e}");
            }
        }
    }
}

#[test]
fn thin_plates_are_exact_at_sizes_where_their_matrix_is_singular() {
    // Two examples in three axes, √e apart: the inner products of the planes cancel the bending.
    let size = (1.0_f64.exp() / 3.0).sqrt();
    for nudge in [0.0, 1e-15, 1e-13, 1e-9, 1e-4] {
        let axes = ["x", "y", "z"].map(|name| Axis::new(name, [0.0, 1.0]));
        let far = [size + nudge; 3];
        let space = Space { kernel: Kernel::ThinPlate, ..Space::new(axes.into(), named(&[&[0.0; 3], &far])) };
        let solution = space.solve().unwrap();
        assert!(super::made::inexactness(&space, &solution)[0] < 1e-9, "nudged by {nudge:e}");
    }
}

#[test]
fn examples_apart_along_a_small_axis_are_not_taken_for_one() {
    let mut space = Space::new(
        vec![Axis::new("mass", [0.0, 1e9]), Axis::new("tilt", [0.0, 1.0])],
        named(&[&[0.0, 0.0], &[0.0, 1.0], &[5e8, 0.3], &[1e9, 0.0], &[1e9, 1.0], &[1e9, 0.995]]),
    );
    space.axes.iter_mut().for_each(|axis| axis.scale = Some(1.0));
    for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland] {
        space.kernel = kernel;
        let solution = space.solve().unwrap();
        assert!(super::made::inexactness(&space, &solution)[0] < 1e-6, "{kernel:?}");
        assert!(!solution.warnings.iter().any(|w| matches!(w, Warning::Conflict { .. })));
    }
}

#[test]
fn examples_in_a_small_part_of_the_range_are_remarked_on() {
    let space = Space::new(vec![Axis::new("x", [0.0, 1.0])], named(&[&[0.5], &[0.500001]]));
    let expected = |w: &Warning| matches!(w, Warning::Narrow { axis, part } if axis == "x" && *part < 1e-5);
    assert!(sound(&space).warnings.iter().any(expected));
}

#[test]
fn a_cluster_is_remarked_on_once_for_each_of_its_members_at_most() {
    let mut random = Random(70);
    let mut at: Vec<Vec<f64>> =
        (0..100).map(|i| vec![f64::from(i % 10) / 4.5 - 1.0, f64::from(i / 10) / 4.5 - 1.0]).collect();
    at.extend((0..300).map(|_| vec![0.05 + 1e-3 * random.part(), 0.05 + 1e-3 * random.part()]));
    let mut space = plane(&[]);
    space.examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), at.clone())).collect();
    let close = space.solve().unwrap().warnings.iter().filter(|w| matches!(w, Warning::Close { .. })).count();
    assert!((1..=300).contains(&close), "{close}");
}

#[test]
fn the_order_of_duplicates_with_radii_of_their_own_changes_nothing() {
    let mut space = Space::new(vec![Axis::new("x", [0.0, 1.0])], named(&[&[0.2], &[0.2], &[0.9], &[0.5]]));
    (space.examples[0].radius, space.examples[1].radius) = (Some(0.2), Some(0.6));
    let one = weights(&space.solve().unwrap(), &[0.35]);
    space.examples.swap(0, 1);
    assert!(difference(&one, &weights(&space.solve().unwrap(), &[0.35])) < 1e-12);
}
