//! The parts of weights (equation 2), for display.

use adverb::space::{Parts, Table, TableError};

use super::layout::Site;
use super::solution::Solution;

impl Solution {
    /// Where the kernels stand, in their order; those of clusters come after them.
    pub fn sites(&self) -> &[Site] {
        &self.layout.sites
    }

    /// The parts of one example's weight, as a table: the hyperplane, then every kernel. They sum to the weight.
    ///
    /// # Panics
    /// If there is no such example.
    pub fn parts_of(&self, example: usize) -> Result<Table, TableError> {
        let whole = self.table.parts();
        let Parts { examples, radii, coefficients, .. } = &whole;
        assert!(example < *examples, "an example of the space");
        let rows = coefficients.len() / examples;
        let (planes, columns) = (rows - radii.len(), 1 + radii.len());
        let mut parted = vec![0.0; rows * columns];
        for (row, of_examples) in coefficients.chunks_exact(*examples).enumerate() {
            let column = if row < planes { 0 } else { row - planes + 1 };
            parted[row * columns + column] = of_examples[example];
        }
        Table::new(Parts { examples: columns, coefficients: parted, ..whole })
    }
}

#[cfg(test)]
mod tests {
    use crate::space::{Axis, Example, Extrapolation, Kernel, PseudoExample, Space};

    #[test]
    fn parts_sum_to_the_weight() {
        let axes = vec![Axis::new("a", [0.0, 1.0]), Axis::new("b", [-1.0, 1.0])];
        let examples: Vec<Example> = [[0.15, 0.0], [0.3, 0.9], [0.75, -0.4], [0.75, -0.4], [0.9, 1.0]]
            .into_iter()
            .map(|at| Example::new("e", at))
            .collect();
        let pseudo_examples = vec![PseudoExample { from: vec![0.2, 0.1], to: vec![0.5, 0.3] }];
        for kernel in Kernel::ALL {
            for extrapolation in [Extrapolation::Free, Extrapolation::Damped, Extrapolation::Hull(1.1)] {
                let space = Space {
                    kernel,
                    extrapolation,
                    pseudo_examples: pseudo_examples.clone(),
                    ..Space::new(axes.clone(), examples.clone())
                };
                let solution = space.solve().unwrap();
                assert_eq!(solution.sites().len(), 5, "two examples share a site");
                let mut weights = vec![0.0; 5];
                for example in 0..5 {
                    let table = solution.parts_of(example).unwrap();
                    let mut parts = vec![0.0; table.examples()];
                    for point in [[0.15, 0.0], [0.4, 0.4], [2.0, -3.0]] {
                        solution.table.weights_f64(&point, &mut weights);
                        table.weights_f64(&point, &mut parts);
                        let (sum, weight) = (parts.iter().sum::<f64>(), weights[example]);
                        assert!((sum - weight).abs() < 1e-9, "{kernel:?} {point:?}: {sum} {weight}");
                    }
                }
            }
        }
    }
}
