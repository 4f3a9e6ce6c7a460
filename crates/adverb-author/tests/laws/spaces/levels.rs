//! Multiresolution (thesis 4.6): close examples do not spoil what lies between those that are far apart.

use adverb_author::space::{Axis, Example, Kernel, Levels, Space};

use super::made::Random;

/// Figures 4.17 and 4.18: happiness from −10 to 10, and how close the copy of the middle example is.
fn walk(copy_at: Option<f64>, levels: Levels) -> Space {
    let mut at = vec![("sad", -10.0), ("neutral", 0.0), ("happy", 10.0)];
    at.extend(copy_at.map(|x| ("neutral again", x)));
    let examples = at.into_iter().map(|(name, x)| Example::new(name, [x])).collect();
    Space { levels, ..Space::new(vec![Axis::new("happiness", [-10.0, 10.0])], examples) }
}

/// The curve of a coefficient, given its values at the examples, and its steepest slope between them.
fn steepest(space: &Space, values: &[f64]) -> f64 {
    let table = space.solve().unwrap().table;
    let mut weights = vec![0.0; values.len()];
    let mut curve = |x: f64| -> f64 {
        table.weights_f64(&[x], &mut weights);
        weights.iter().zip(values).map(|(w, v)| w * v).sum()
    };
    let steps = 4000;
    let points: Vec<f64> =
        (0..=steps).map(|i| curve(-10.0 + 20.0 * f64::from(i) / f64::from(steps))).collect();
    let step = 20.0 / f64::from(steps);
    points.windows(2).map(|pair| ((pair[1] - pair[0]) / step).abs()).fold(0.0, f64::max)
}

#[test]
fn a_copy_of_an_example_beside_it_does_not_make_the_curve_steep() {
    // The last is a straight line: a step in it needs slope beside it, more than where the curve bends anyway.
    let curves = [[0.0, 2.0, 3.0], [1.0, 3.0, 0.5], [0.0, 1.0, 4.0], [0.0, 4.0, 0.0], [-1.0, 0.0, 1.0]];
    for values in curves {
        let most = if values == [-1.0, 0.0, 1.0] { 1.7 } else { 1.5 };
        let with_copy = [values[0], values[1], values[2], values[1]];
        let three = steepest(&walk(None, Levels::One), &values);
        for copy_at in [1.0, 0.3, -1.0] {
            let single = steepest(&walk(Some(copy_at), Levels::One), &with_copy);
            for levels in [Levels::Found, Levels::Clusters(vec![3])] {
                let many = steepest(&walk(Some(copy_at), levels), &with_copy);
                println!(
                    "{values:?}, copy at {copy_at}: three {three:.3}, with copy {single:.3}, levels {many:.3}"
                );
                assert!(many <= most * three, "{values:?}, copy at {copy_at}: {many} against {three}");
            }
        }
    }
}

/// Clumps of examples here and there.
fn clumps(axes: usize, examples: usize, seed: u64) -> Space {
    let mut random = Random(seed);
    let clumps: Vec<Vec<f64>> = (0..2 + axes).map(|_| (0..axes).map(|_| random.number()).collect()).collect();
    let all = (0..examples).map(|i| {
        let around = &clumps[i % clumps.len()];
        let at: Vec<f64> = around.iter().map(|x| x + 0.05 * random.number()).collect();
        Example::new(format!("{i}"), at)
    });
    let all = all.collect();
    Space {
        levels: Levels::Found,
        ..Space::new((0..axes).map(|a| Axis::new(format!("{a}"), [-1.0, 1.0])).collect(), all)
    }
}

#[test]
fn with_levels_weights_are_exact_and_sum_to_one_in_one_table() {
    for kernel in [Kernel::BSpline, Kernel::Gaussian, Kernel::Wendland] {
        for (axes, examples, seed) in [(1, 9, 1), (2, 30, 2), (3, 60, 3), (5, 120, 4)] {
            let space = Space { kernel, ..clumps(axes, examples, seed) };
            let solution = space.solve().unwrap();
            let rows = solution.table.parts().radii.len();
            assert!(rows > examples, "{axes} axes: {rows} kernels have no clusters among them");
            let mut weights = vec![0.0; examples];
            for (i, example) in space.examples.iter().enumerate() {
                solution.table.weights_f64(&example.at, &mut weights);
                for (j, weight) in weights.iter().enumerate() {
                    let wanted = f64::from(u8::from(i == j));
                    assert!((weight - wanted).abs() < 1e-8, "{kernel:?}, {axes} axes: {i} at {j}: {weight}");
                }
            }
            let mut random = Random(seed);
            for _ in 0..100 {
                let point: Vec<f64> = (0..axes).map(|_| 2.0 * random.number()).collect();
                solution.table.weights_f64(&point, &mut weights);
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn the_order_of_examples_does_not_matter_to_their_clusters() {
    let space = clumps(2, 40, 7);
    let mut shuffled = space.clone();
    shuffled.examples.reverse();
    shuffled.examples.rotate_left(11);
    let tables = [&space, &shuffled].map(|space| space.solve().unwrap().table);
    let mut random = Random(1);
    for _ in 0..200 {
        let point = [random.number(), random.number()];
        let weights = [0, 1].map(|k: usize| {
            let mut weights = vec![0.0; 40];
            tables[k].weights_f64(&point, &mut weights);
            weights
        });
        for (i, example) in space.examples.iter().enumerate() {
            let j = shuffled.examples.iter().position(|other| other.name == example.name).unwrap();
            assert!((weights[0][i] - weights[1][j]).abs() < 1e-9, "{} at {point:?}", example.name);
        }
    }
}

#[test]
fn examples_far_apart_have_no_clusters() {
    let found = walk(None, Levels::Found).solve().unwrap().table;
    let one = walk(None, Levels::One).solve().unwrap().table;
    assert_eq!(found, one);
}
