//! Laws of the tables from points to weights.

use adverb::space::{Affine, Axis, Embedding, Extrapolation, Hull, Kernel, Parts, Table};

use crate::Law;
use crate::random::Random;

pub fn laws() -> Vec<Law> {
    vec![weights_sum_to_one(), gradients_are_derivatives(), held_points_do_not_leave_the_hull()]
}

/// Three straight axes and one periodic, mixed by a metric; coefficients whose weights sum to one.
fn table(random: &mut Random, kernel: Kernel, extrapolation: Extrapolation, examples: usize) -> Table {
    let mut number = || f64::from(random.number());
    let straight = |origin: f64, scale: f64| Axis::Straight { origin, scale };
    let axes = vec![
        straight(0.3, 1.7),
        Axis::Periodic { origin: 0.1, period: 2.5, radius: 0.4 },
        straight(-2.0, 0.9),
        straight(0.0, 3.0),
    ];
    let matrix = vec![1.1, 0.2, -0.3, 0.0, 0.9, 0.4, 0.0, 0.0, 1.3];
    let affine = Some(Affine { matrix, offset: vec![0.01, -0.02, 0.03] });
    let kernels = examples + 3;
    let rows = 1 + 3 + kernels;
    let mut coefficients: Vec<f64> = (0..rows * examples).map(|_| number()).collect();
    for (i, row) in coefficients.chunks_exact_mut(examples).enumerate() {
        let excess = (row.iter().sum::<f64>() - if i == 0 { 1.0 } else { 0.0 }) / examples as f64;
        row.iter_mut().for_each(|c| *c -= excess);
    }
    let parts = Parts {
        embedding: Embedding { axes, affine },
        extrapolation,
        kernel,
        centres: (0..kernels * 5).map(|_| number()).collect(),
        radii: (0..kernels).map(|_| 1.2 + 0.7 * number()).collect(),
        examples,
        coefficients,
    };
    Table::new(parts).expect("the parts fit together")
}

fn extrapolations(random: &mut Random) -> [Extrapolation; 3] {
    let hull = Hull::new(3, (0..30).map(|_| f64::from(random.number())).collect()).expect("whole vertices");
    [
        Extrapolation::Free,
        Extrapolation::Damped { reach: 0.4, hull: hull.clone() },
        Extrapolation::Held { hull },
    ]
}

fn point(random: &mut Random) -> [f32; 4] {
    [(); 4].map(|()| 3.0 * random.number())
}

fn weights_sum_to_one() -> Law {
    let (mut law, mut random) = (Law::new("weights_sum_to_one"), Random(300));
    for kernel in Kernel::ALL {
        for examples in [1, 3, 20, 24, 61] {
            for extrapolation in extrapolations(&mut random) {
                let table = table(&mut random, kernel, extrapolation, examples);
                let points: Vec<f32> = (0..6).flat_map(|_| point(&mut random)).collect();
                let mut weights = vec![0.0; 6 * examples];
                table.weights_of_many(&points, &mut weights);
                law.numbers(&weights);
                for weights in weights.chunks_exact(examples) {
                    let size: f32 = weights.iter().map(|w| w.abs()).sum();
                    law.check((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5 * (1.0 + size));
                }
            }
        }
    }
    law
}

fn gradients_are_derivatives() -> Law {
    let (mut law, mut random) = (Law::new("gradients_are_derivatives"), Random(301));
    for kernel in Kernel::ALL {
        for extrapolation in extrapolations(&mut random) {
            let table = table(&mut random, kernel, extrapolation, 7);
            for _ in 0..4 {
                let at = point(&mut random).map(f64::from);
                let (mut weights, mut gradient) = ([0.0; 7], [0.0; 28]);
                table.gradient_f64(&at, &mut weights, &mut gradient);
                gradient.iter().for_each(|g| law.time(*g));
                for axis in 0..4 {
                    let side = |step: f64| {
                        let (mut at, mut weights) = (at, [0.0; 7]);
                        at[axis] += step;
                        table.weights_f64(&at, &mut weights);
                        weights
                    };
                    let (after, before) = (side(1e-6), side(-1e-6));
                    for i in 0..7 {
                        let slope = (after[i] - before[i]) / 2e-6;
                        law.check((slope - gradient[7 * axis + i]).abs() < 1e-3 * (1.0 + slope.abs()));
                    }
                }
            }
        }
    }
    law
}

fn held_points_do_not_leave_the_hull() -> Law {
    let (mut law, mut random) = (Law::new("held_points_do_not_leave_the_hull"), Random(302));
    for dimension in [1, 2, 3, 5, 9] {
        let vertices: Vec<f64> = (0..12 * dimension).map(|_| f64::from(random.number())).collect();
        let hull = Hull::new(dimension, vertices.clone()).expect("whole vertices");
        // Twelve coefficients that give back the point itself: a table that only tells where it is.
        let axes = vec![Axis::Straight { origin: 0.0, scale: 1.0 }; dimension];
        let mut coefficients = vec![0.0; (1 + dimension) * dimension];
        (0..dimension).for_each(|d| coefficients[(1 + d) * dimension + d] = 1.0);
        let parts = Parts {
            embedding: Embedding { axes, affine: None },
            extrapolation: Extrapolation::Held { hull: hull.clone() },
            kernel: Kernel::BSpline,
            centres: Vec::new(),
            radii: Vec::new(),
            examples: dimension,
            coefficients,
        };
        let table = Table::new(parts).expect("the parts fit together");
        for _ in 0..20 {
            let point: Vec<f64> = (0..dimension).map(|_| 2.0 * f64::from(random.number())).collect();
            let mut held = vec![0.0; dimension];
            table.weights_f64(&point, &mut held);
            held.iter().for_each(|x| law.time(*x));
            law.check(hull.contains(&held));
            law.check(!hull.contains(&point) || held == point);
            // Nothing of the hull lies beyond the plane through the nearest point, across the way there.
            let way: Vec<f64> = point.iter().zip(&held).map(|(p, h)| p - h).collect();
            let ahead = |v: &[f64]| v.iter().zip(&held).zip(&way).map(|((v, h), w)| (v - h) * w).sum::<f64>();
            law.check(vertices.chunks_exact(dimension).all(|v| ahead(v) < 1e-9));
        }
    }
    law
}
