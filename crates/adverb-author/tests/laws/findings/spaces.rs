//! Findings about a space.

use adverb_author::finding::{Criterion, Finding, Subject, Verdict};
use adverb_author::space::{Axis, Example, Extrapolation, Kernel, PseudoExample, Space};

use super::told::tells;

/// Examples a, b, c … over x and y.
fn plane(points: &[[f64; 2]]) -> Space {
    let name = |i: usize| char::from(b'a' + i as u8).to_string();
    let examples = points.iter().enumerate().map(|(i, at)| Example::new(name(i), *at));
    Space::new(["x", "y"].map(|name| Axis::new(name, [0.0, 1.0])).into(), examples.collect())
}

const CORNERS: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];

fn corners_and(more: &[[f64; 2]]) -> Space {
    plane(&[&CORNERS, more].concat())
}

#[test]
fn a_space_tells_what_it_can_do_only_in_part() {
    let pseudo = |to: [f64; 2]| PseudoExample { from: vec![0.4, 0.4], to: to.into() };
    let same_content = |mut space: Space| {
        space.examples.iter_mut().for_each(|example| example.content = Some(1));
        space
    };
    let mut uneven = plane(&CORNERS);
    uneven.axes[1].scale = Some(1e6);
    let many: Vec<[f64; 2]> = (0..40).map(|i| [f64::from(i % 7) / 6.0, f64::from(i % 11) / 10.0]).collect();
    let wide = Space { kernel: Kernel::Gaussian, radius: Some(50.0), ..plane(&many) };
    let cases = [
        (plane(&[[0.0, 0.5], [1.0, 0.5]]), Criterion::UnvariedAxis, ""),
        (plane(&[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]), Criterion::DependentAxes, ""),
        (plane(&[[0.0, 0.0], [1.0, 1.0], [0.5, 0.502]]), Criterion::NearlyDependentAxes, ""),
        (corners_and(&[[1.0, 1.0]]), Criterion::SharedPoint, "e"),
        (same_content(corners_and(&[[1.0, 1.0]])), Criterion::RepeatedExample, "e"),
        (
            Space { pseudo_examples: vec![pseudo([1.0, 0.0])], ..plane(&CORNERS) },
            Criterion::PseudoOnExample,
            "b",
        ),
        (
            Space { pseudo_examples: vec![pseudo([0.5, 0.5]); 2], ..plane(&CORNERS) },
            Criterion::PseudoOnPseudo,
            "",
        ),
        (corners_and(&[[0.999, 1.0]]), Criterion::CloseExamples, "e"),
        (corners_and(&[[0.5, 2.0]]), Criterion::OutsideRange, "e"),
        (plane(&[[0.0, 0.5], [1.0, 0.5], [0.5, 0.6]]), Criterion::NarrowExamples, ""),
        (uneven, Criterion::UnevenScales, ""),
        (Space { extrapolation: Extrapolation::Hull(0.5), ..plane(&CORNERS) }, Criterion::HeldWithin, ""),
        (wide, Criterion::RadiiShrunk, ""),
    ];
    let of = Subject::Verb("walk".into());
    for (space, criterion, name) in cases {
        let solution = space.solve().unwrap_or_else(|e| panic!("{criterion:?}: {e}"));
        let all: Vec<Finding> = solution.warnings.iter().map(|warning| warning.finding(&of)).collect();
        tells(&all, criterion, Verdict::Warning, ["walk", name]);
    }
}
