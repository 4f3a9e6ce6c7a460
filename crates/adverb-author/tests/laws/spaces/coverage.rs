//! The report on what the examples say.

use adverb_author::space::coverage::Determined;
use adverb_author::space::{Axis, Example, Kernel, Space, coverage};

use super::made::{Random, Recipe, weights};

fn square(at: &[[f64; 2]]) -> Space {
    let examples = at.iter().enumerate().map(|(i, at)| Example::new(format!("e{i}"), *at)).collect();
    Space::new(vec![Axis::new("x", [0.0, 1.0]), Axis::new("y", [0.0, 2.0])], examples)
}

#[test]
fn the_hull_of_the_corners_covers_the_ranges() {
    let space = square(&[[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [0.0, 2.0]]);
    let report = coverage(&space, &space.solve().unwrap());
    assert_eq!(report.inside, 1.0);
    assert_eq!(report.directions, [2, 2]);
    assert!(
        report.axes.iter().all(|axis| axis.determined == Determined::Alone && axis.spanned == axis.range)
    );
    assert!(report.close.is_empty());
    // The middle is farthest from all corners.
    assert!(
        (report.hole.at[0] - 0.5).abs() < 1e-3 && (report.hole.at[1] - 1.0).abs() < 1e-3,
        "{:?}",
        report.hole
    );
    assert!((report.hole.distance - 0.5_f64.sqrt()).abs() < 1e-4);
}

#[test]
fn half_of_the_ranges_is_told_from_the_other_half() {
    let space = square(&[[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]);
    let report = coverage(&space, &space.solve().unwrap());
    assert!((report.inside - 0.5).abs() < 0.01, "{}", report.inside);
    // The corner that no example is near.
    assert_eq!(report.hole.at, [1.0, 2.0]);
    assert!(report.to_string().contains("x = 1.000, y = 2.000"));
}

#[test]
fn axes_are_known_alone_with_others_or_not_at_all() {
    let mut space = square(&[[0.0, 0.0], [0.5, 1.0], [1.0, 2.0]]);
    space.axes.push(Axis::new("z", [0.0, 1.0]));
    space.axes.push(Axis::new("w", [0.0, 1.0]));
    for (i, example) in space.examples.iter_mut().enumerate() {
        example.at.extend([0.5, if i == 1 { 1.0 } else { 0.0 }]);
    }
    let report = coverage(&space, &space.solve().unwrap());
    let known: Vec<Determined> = report.axes.iter().map(|axis| axis.determined).collect();
    assert_eq!(known, [Determined::WithOthers, Determined::WithOthers, Determined::Not, Determined::Alone]);
    assert_eq!(report.directions, [2, 4]);
}

#[test]
fn the_largest_weight_is_not_exceeded_by_any_point_of_the_hull() {
    for kernel in Kernel::ALL {
        let space = Recipe { seed: 40, axes: 2, examples: 9, kernel }.space_apart(0.1);
        let solution = space.solve().unwrap();
        let report = coverage(&space, &solution);
        let at = weights(&solution, &report.largest.at);
        assert!(at.contains(&report.largest.weight), "{:?}", report.largest);
        let mut random = Random(41);
        for _ in 0..3000 {
            let shares: Vec<f64> = (0..9).map(|_| random.part().powi(6)).collect();
            let sum: f64 = shares.iter().sum();
            let point: Vec<f64> = (0..2)
                .map(|a| shares.iter().zip(&space.examples).map(|(s, e)| s / sum * e.at[a]).sum())
                .collect();
            for weight in weights(&solution, &point) {
                assert!(weight <= report.largest.weight + 1e-3, "{kernel:?}: {weight} {:?}", report.largest);
                assert!(
                    weight >= report.smallest.weight - 1e-3,
                    "{kernel:?}: {weight} {:?}",
                    report.smallest
                );
            }
        }
    }
}

#[test]
fn pairs_that_are_too_close_are_listed_the_closest_first() {
    let space =
        square(&[[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.02], [1.0, 0.001], [0.5, 1.0]]);
    let report = coverage(&space, &space.solve().unwrap());
    let pairs: Vec<&[String; 2]> = report.close.iter().map(|pair| &pair.examples).collect();
    assert_eq!(pairs, [&["e1".to_string(), "e5".into()], &["e0".to_string(), "e4".into()]]);
    assert!(report.to_string().contains("too close: e1 and e5"));
}

#[test]
fn the_same_space_gives_the_same_report() {
    let space = Recipe { seed: 50, axes: 5, examples: 30, kernel: Kernel::BSpline }.space();
    let report = || coverage(&space, &space.solve().unwrap());
    assert_eq!(report(), report());
}
