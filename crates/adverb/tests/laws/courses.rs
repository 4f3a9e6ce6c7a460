//! How a transition goes: blending functions, and the times of two verbs side by side.

use adverb::graph::{Blend, Course};
use proptest::prelude::*;

/// Points that increase from (0, 0) to (1, 1), at least a little.
fn rising() -> impl Strategy<Value = Vec<[f64; 2]>> {
    proptest::collection::vec((0.1..1.0, 0.0..1.0), 1..7).prop_map(|steps| {
        let total = steps.iter().fold([0.0; 2], |sum, step| [sum[0] + step.0, sum[1] + step.1 + 0.05]);
        let mut at = [0.0; 2];
        let mut points = vec![at];
        for (x, y) in &steps {
            at = [at[0] + x / total[0], at[1] + (y + 0.05) / total[1]];
            points.push(at);
        }
        *points.last_mut().expect("the first") = [1.0; 2];
        points
    })
}

/// Value, slope and bend, of which each is the derivative of the one before, unless a knot is near.
fn check_derivatives(at: impl Fn(f64) -> [f64; 3], knots: &[f64], p: f64) -> Result<(), TestCaseError> {
    const STEP: f64 = 1e-6;
    prop_assume!(knots.iter().all(|knot| (knot - p).abs() > 2.0 * STEP));
    let (before, own, after) = (at(p - STEP), at(p), at(p + STEP));
    for i in 0..2 {
        let finite = (after[i] - before[i]) / (2.0 * STEP);
        prop_assert!(
            (finite - own[i + 1]).abs() < 1e-4 * (1.0 + finite.abs()),
            "{i}: {finite} {}",
            own[i + 1]
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn shares_rise_from_nothing_to_all_through_their_points(points in rising(), p in 0.001..0.999) {
        let through: Vec<[f32; 2]> = points.iter().map(|point| point.map(|x| x as f32)).collect();
        let knots: Vec<f64> = through.iter().map(|point| f64::from(point[0])).collect();
        for point in &through {
            let share = Blend::Through(through.clone()).share(f64::from(point[0]));
            prop_assert!((share - f64::from(point[1])).abs() < 1e-12, "{share} at {point:?}");
        }
        for blend in [Blend::Linear, Blend::Sigmoid, Blend::Inertial, Blend::Through(through)] {
            prop_assert!(blend.share(0.0).abs() < 1e-12 && (blend.share(1.0) - 1.0).abs() < 1e-12);
            prop_assert_eq!((blend.share(-1.0), blend.share(2.0)), (blend.share(0.0), blend.share(1.0)));
            prop_assert!(blend.share(p) <= blend.share(p + 1e-3));
            prop_assert!((blend.share(p) - blend.derivatives(p)[0]).abs() < 1e-12);
            if blend != Blend::Linear {
                prop_assert!([0.0, 1.0].iter().all(|end| blend.derivatives(*end)[1].abs() < 1e-12), "{blend:?}");
            }
            check_derivatives(|p| blend.derivatives(p), &knots, p)?;
        }
    }

    #[test]
    fn a_course_rises_through_its_points_at_the_slopes_of_its_ends(
        points in rising(), p in 0.001..0.999, first in 0.0..9.0, last in 0.0..9.0,
    ) {
        let course = Course::through(&points, Some(first), Some(last));
        for [p, t] in &points {
            prop_assert!((course.at(*p) - t).abs() < 1e-12, "{} at {p}", course.at(*p));
        }
        prop_assert!(course.at(p) <= course.at(p + 1e-3) + 1e-12);
        prop_assert!((course.at(p) - course.derivatives(p)[0]).abs() < 1e-12);
        let back = course.at(course.when(course.at(p)));
        prop_assert!((back - course.at(p)).abs() < 1e-9, "{back}");
        let knots: Vec<f64> = points.iter().map(|point| point[0]).collect();
        check_derivatives(|p| course.derivatives(p), &knots, p)?;
        // A slope of more than three times the rise would not rise throughout.
        let rise = |i: usize| (points[i + 1][1] - points[i][1]) / (points[i + 1][0] - points[i][0]);
        for (end, slope, rise) in [(0.0, first, rise(0)), (1.0, last, rise(points.len() - 2))] {
            let own = course.derivatives(end)[1];
            prop_assert!((own - slope.min(3.0 * rise)).abs() < 1e-9, "{own} at {end}");
        }
        let free = Course::through(&points, None, None);
        prop_assert!((free.derivatives(0.0)[1] - rise(0)).abs() < 1e-9);
        // It has no corners.
        for knot in &knots[1..knots.len() - 1] {
            let [before, after] = [knot - 1e-9, knot + 1e-9].map(|p| course.derivatives(p)[1]);
            prop_assert!((before - after).abs() < 1e-4 * (1.0 + after), "{before} {after}");
        }
    }
}

#[test]
fn points_on_a_line_are_joined_by_it() {
    for count in 3..8 {
        let points: Vec<[f64; 2]> = (0..count).map(|i| [f64::from(i) / f64::from(count - 1); 2]).collect();
        let course = Course::through(&points, None, None);
        let blend = Blend::Through(points.iter().map(|point| point.map(|x| x as f32)).collect());
        for [p, _] in &points[1..points.len() - 1] {
            assert!((course.derivatives(*p)[1] - 1.0).abs() < 1e-6);
            assert!((blend.derivatives(*p)[1] - 1.0).abs() < 1e-6, "{p}: {:?}", blend.derivatives(*p));
        }
    }
}
