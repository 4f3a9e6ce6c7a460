//! Clusters of a space (thesis 4.6, algorithm 4.1, figure 4.21).

use adverb_author::space::{Cluster, Levels, PseudoExample, Space, clusterings, cost};
use proptest::prelude::*;

use super::made::{recipes, size};

/// The squared distance of an example from a centre, in natural scales.
fn apart(space: &Space, at: &[f64], centre: &[f64]) -> f64 {
    let step =
        space.axes.iter().zip(at.iter().zip(centre)).map(|(axis, (a, c))| (a - c) / axis.natural_scale());
    step.map(|s| s * s).sum::<f64>()
}

/// The mean of a cluster's examples.
fn mean(space: &Space, cluster: &Cluster) -> Vec<f64> {
    let along = |axis: usize| cluster.examples.iter().map(move |&i| space.examples[i].at[axis]).sum::<f64>();
    (0..space.axes.len()).map(|axis| along(axis) / cluster.examples.len() as f64).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn in_every_round_each_example_is_in_one_cluster_with_its_mean_and_radius(recipe in recipes(), count in 1..=6_usize) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let levels = clusterings(&space, &solution, Some(count));
        prop_assert_eq!(levels.len(), 1);
        for clusters in &levels[0].rounds {
            prop_assert_eq!(clusters.len(), count.min(space.examples.len()));
            let mut all: Vec<usize> = clusters.iter().flat_map(|cluster| cluster.examples.clone()).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..space.examples.len()).collect::<Vec<_>>());
            for cluster in clusters {
                prop_assert!(!cluster.examples.is_empty());
                let mean = mean(&space, cluster);
                prop_assert!(apart(&space, &mean, &cluster.centre) < 1e-18 * size(&mean).powi(2), "{recipe:?}");
                let far = cluster.examples.iter().map(|&i| apart(&space, &space.examples[i].at, &mean));
                prop_assert!((far.fold(0.0, f64::max).sqrt() - cluster.radius).abs() < 1e-9, "{recipe:?}");
            }
        }
    }

    #[test]
    fn in_the_end_none_is_nearer_to_another_cluster(recipe in recipes(), count in 2..=6_usize) {
        let space = recipe.space();
        let solution = space.solve().unwrap();
        let levels = clusterings(&space, &solution, Some(count));
        let clusters = levels[0].clusters();
        for own in clusters.iter().filter(|own| own.examples.len() > 1) {
            for &i in &own.examples {
                let at = &space.examples[i].at;
                let here = apart(&space, at, &own.centre);
                prop_assert!(clusters.iter().all(|other| here <= apart(&space, at, &other.centre) + 1e-9), "{recipe:?}");
            }
        }
    }
}

#[test]
fn levels_are_those_in_use_or_those_that_would_be() {
    let at = [0.0, 0.03, 0.5, 1.0, 0.97];
    let example = |(i, x): (usize, &f64)| adverb_author::space::Example::new(format!("{i}"), [*x]);
    let examples = at.iter().enumerate().map(example).collect();
    let mut space = Space::new(vec![adverb_author::space::Axis::new("x", [0.0, 1.0])], examples);
    space.pseudo_examples = vec![PseudoExample { from: vec![0.6], to: vec![0.52] }];
    let together = |levels: Levels| -> Vec<Vec<Vec<usize>>> {
        let space = Space { levels, ..space.clone() };
        let levels = clusterings(&space, &space.solve().unwrap(), None);
        let mut all: Vec<Vec<Vec<usize>>> = levels
            .iter()
            .map(|level| level.clusters().iter().map(|cluster| cluster.examples.clone()).collect())
            .collect();
        all.iter_mut().for_each(|level| level.sort());
        all
    };
    let found = together(Levels::Found);
    assert_eq!(found, [[vec![0, 1], vec![2], vec![3, 4]]]);
    assert_eq!(together(Levels::One), found);
    assert_eq!(together(Levels::Clusters(vec![2]))[0].len(), 2);
    // The pseudo-example is at hand, too, and makes the middle cluster wider.
    let solution = space.solve().unwrap();
    let levels = clusterings(&space, &solution, Some(3));
    let middle = levels[0].clusters().iter().find(|cluster| cluster.examples == [2]).unwrap();
    assert_eq!(middle.pseudo_examples, [0]);
    assert!((middle.radius - 0.01).abs() < 1e-9 && (middle.centre[0] - 0.51).abs() < 1e-9, "{middle:?}");
    assert!((cost(levels[0].clusters()) - (0.015 + 0.01 + 0.015)).abs() < 1e-9);
}
