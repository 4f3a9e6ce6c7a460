//! The worked example of figures 2 and 3: three examples at 0.15, 0.30 and 0.75 on one axis.

use adverb_author::space::{Axis, Example, Solution, Space};

use super::made::weights;

const AT: [f64; 3] = [0.15, 0.30, 0.75];

fn solution() -> Solution {
    let examples = AT.iter().enumerate().map(|(i, at)| Example::new(format!("{}", i + 1), [*at])).collect();
    Space::new(vec![Axis { scale: Some(1.0), ..Axis::new("p", [0.0, 1.0]) }], examples).solve().unwrap()
}

/// Rows of the coefficients: constant, slope, three kernels.
fn row(solution: &Solution, row: usize) -> Vec<f64> {
    solution.table.parts().coefficients[3 * row..3 * row + 3].to_vec()
}

#[test]
fn the_line_of_the_first_example_fits_best() {
    // Through (0.15, 1), (0.30, 0), (0.75, 0): mean 0.4, squares 0.0625 + 0.01 + 0.1225 = 0.195; the slope is
    // −0.25 / 0.195 = −1.28205 and the line is 1/3 at the mean, so it starts at 1/3 + 0.4 · 1.28205 = 0.84615.
    let solution = solution();
    let slopes = [-0.25 / 0.195, -0.1 / 0.195, 0.35 / 0.195];
    for (i, slope) in slopes.into_iter().enumerate() {
        assert!((row(&solution, 1)[i] - slope).abs() < 1e-12);
        // The axis's middle, 0.5, is where coordinates start.
        assert!((row(&solution, 0)[i] - (1.0 / 3.0 + 0.1 * slope)).abs() < 1e-12);
    }
}

#[test]
fn dilations_are_nearest_distances_and_kernels_two_thirds_at_their_centre() {
    let radii = solution().table.parts().radii;
    for (radius, expected) in radii.iter().zip([0.3, 0.3, 0.9]) {
        assert!((radius - expected).abs() < 1e-12, "{radii:?}");
    }
}

#[test]
fn the_radial_part_solves_the_papers_system() {
    // Q has 2/3 on its diagonal. Between the first two, both kernels are at distance one dilation: 1/6. The third reaches
    // the first at 0.6 / 0.45 = 4/3, (2/3)³ / 6 = 4/81, and the second at one dilation, 1/6; theirs do not reach it.
    let q = [[2.0 / 3.0, 1.0 / 6.0, 4.0 / 81.0], [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0], [0.0, 0.0, 2.0 / 3.0]];
    let solution = solution();
    for example in 0..3 {
        let line = |p: f64| row(&solution, 0)[example] + row(&solution, 1)[example] * (p - 0.5);
        for (i, at) in AT.into_iter().enumerate() {
            let radial: f64 = (0..3).map(|k| q[i][k] * row(&solution, 2 + k)[example]).sum();
            let wanted = if i == example { 1.0 } else { 0.0 };
            assert!((line(at) + radial - wanted).abs() < 1e-12);
        }
    }
    // The residual of the first line at the third example is 0.11538, which only its own kernel can mend.
    let last = row(&solution, 4)[0];
    assert!((last - 1.5 * (0.25 / 0.195 * 0.35 - 1.0 / 3.0)).abs() < 1e-12, "{last}");
    assert!((last - 0.173_076_923).abs() < 1e-9);
}

#[test]
fn the_weights_are_those_of_figure_3() {
    let solution = solution();
    for (i, at) in AT.into_iter().enumerate() {
        let at_example = weights(&solution, &[at]);
        (0..3).for_each(|j| assert!((at_example[j] - if i == j { 1.0 } else { 0.0 }).abs() < 1e-12));
    }
    // Beyond all kernels the lines alone are left: the third's kernel ends at 1.65.
    let far = weights(&solution, &[2.0]);
    for (weight, slope) in far.iter().zip([-0.25 / 0.195, -0.1 / 0.195, 0.35 / 0.195]) {
        assert!((weight - (1.0 / 3.0 + 1.6 * slope)).abs() < 1e-12);
    }
    // Halfway between the first two, by hand: with t = 1/2 for both kernels, B = 2/3 − 1/4 + 1/16 = 23/48, and
    // t = 7/6 for the third, (5/6)³ / 6 = 125/1296.
    let r: Vec<f64> = (0..3).map(|k| row(&solution, 2 + k)[0]).collect();
    let line = 1.0 / 3.0 + 0.175 * 0.25 / 0.195;
    let expected = line + (r[0] + r[1]) * 23.0 / 48.0 + r[2] * 125.0 / 1296.0;
    assert!((weights(&solution, &[0.225])[0] - expected).abs() < 1e-12);
}
