//! The inverse: points whose measurement hits a target.

use adverb_author::space::{Axis, Example, Space, Target, inverse};

use super::made::Random;

/// Examples anywhere in a cube of so many axes.
fn cube(axes: usize, seed: u64) -> Space {
    let mut random = Random(seed);
    let example =
        |i: usize| Example::new(format!("{i}"), (0..axes).map(|_| random.number()).collect::<Vec<f64>>());
    let examples = (0..3 * axes + 2).map(example).collect();
    Space::new((0..axes).map(|a| Axis::new(format!("{a}"), [-1.0, 1.0])).collect(), examples)
}

/// Numbers that bend: as many as there are axes.
fn bent(point: &[f64]) -> Vec<f64> {
    let n = point.len();
    (0..n).map(|i| point[i] + 0.3 * (1.7 * point[(i + 1) % n]).sin() + 0.1 * point[i] * point[i]).collect()
}

#[test]
fn what_is_measured_at_a_point_is_found_again_in_any_number_of_axes() {
    for axes in [1, 2, 3, 6, 10] {
        let (space, mut random) = (cube(axes, axes as u64), Random(9));
        let (units, free): (Vec<f64>, Vec<usize>) = (vec![1.0; axes], (0..axes).collect());
        for _ in 0..20 {
            let point: Vec<f64> = (0..axes).map(|_| 0.9 * random.number()).collect();
            let values = bent(&point);
            let target = Target { values: &values, units: &units, free: &free };
            let mut calls = 0;
            let mut measure = |point: &[f64]| {
                calls += 1;
                bent(point)
            };
            let hit = inverse(&space, &mut measure, &target, &vec![0.0; axes]);
            assert!(hit.off < 1e-5, "{axes} axes: {} off", hit.off);
            let shown = bent(&hit.point);
            assert!(shown.iter().zip(&values).all(|(a, b)| (a - b).abs() < 1e-5));
            // A lattice of three points per axis would be 59,049 for ten.
            assert!(calls < 40 * (2 * axes + 2), "{axes} axes took {calls} measurements");
        }
    }
}

#[test]
fn with_more_axes_than_targets_as_little_as_possible_is_changed() {
    let space = cube(2, 4);
    let target = Target { values: &[1.0], units: &[1.0], free: &[0, 1] };
    let hit = inverse(&space, &mut |point| vec![point[0] + point[1]], &target, &[0.0, 0.0]);
    assert!(
        hit.off < 1e-6 && (hit.point[0] - 0.5).abs() < 1e-5 && (hit.point[1] - 0.5).abs() < 1e-5,
        "{hit:?}"
    );
    // What may not be changed stays.
    let target = Target { free: &[1], ..target };
    let hit = inverse(&space, &mut |point| vec![point[0] + point[1]], &target, &[0.25, 0.0]);
    assert!(hit.off < 1e-6 && hit.point[0] == 0.25 && (hit.point[1] - 0.75).abs() < 1e-5, "{hit:?}");
}

#[test]
fn where_nothing_hits_the_nearest_is_found_and_how_far_off_it_is() {
    let space = cube(2, 5);
    let measure = &mut |point: &[f64]| vec![point[0], point[1], point[0] + point[1]];
    // Three targets at once that contradict each other by 0.3: least squares leave a third of it to each.
    let target = Target { values: &[0.2, 0.3, 0.8], units: &[1.0; 3], free: &[0, 1] };
    let hit = inverse(&space, measure, &target, &[0.0, 0.0]);
    assert!((hit.off - 0.1).abs() < 1e-4, "{hit:?}");
    // Beyond the range the end of it is nearest.
    let target = Target { values: &[5.0], units: &[1.0], free: &[0] };
    let hit = inverse(&space, &mut |point| vec![2.0 * point[0]], &target, &[0.0, 0.0]);
    assert!((hit.point[0] - 1.0).abs() < 1e-6 && (hit.off - 3.0).abs() < 1e-6, "{hit:?}");
    // What cannot be measured is no reason to give up without an answer.
    let hit = inverse(&space, &mut |_| vec![f64::NAN], &target, &[0.3, 0.0]);
    assert!(hit.point.iter().all(|x| x.is_finite()), "{hit:?}");
}
