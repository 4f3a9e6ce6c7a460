use adverb::curve::{Curve, Derivative, Encoding};
use proptest::prelude::*;

fn curve() -> impl Strategy<Value = Curve> {
    let encoding = prop_oneof![Just(Encoding::Linear), Just(Encoding::Open), Just(Encoding::Cyclic)];
    (encoding, 0.2f64..5.0, proptest::collection::vec(-2.0f32..2.0, 4..20))
        .prop_map(|(e, d, c)| Curve::new(e, d, c))
}

fn spline() -> impl Strategy<Value = Curve> {
    curve().prop_filter("a spline", |c| c.encoding() != Encoding::Linear)
}

proptest! {
    #[test]
    fn velocity_and_acceleration_are_derivatives(curve in spline(), at in 0.02f64..0.98) {
        let secs = at * curve.duration_secs();
        let per_sec = curve.coefficients().len() as f64 / curve.duration_secs();
        let h = 1e-2 / per_sec;
        let value = |t, d| f64::from(curve.evaluate(t, d));
        for (of, derivative) in [(Derivative::Position, Derivative::Velocity), (Derivative::Velocity, Derivative::Acceleration)] {
            let finite = (value(secs + h, of) - value(secs - h, of)) / (2.0 * h);
            let analytic = value(secs, derivative);
            // A jump in the third derivative between spans limits what finite differences can show.
            let scale = per_sec.powi(derivative as i32);
            prop_assert!((finite - analytic).abs() < 0.08 * scale, "{finite} {analytic}");
        }
    }

    #[test]
    fn a_cyclic_curve_meets_itself_in_value_velocity_and_acceleration(
        coefficients in proptest::collection::vec(-2.0f32..2.0, 4..20), duration in 0.2f64..5.0) {
        let curve = Curve::new(Encoding::Cyclic, duration, coefficients);
        for derivative in [Derivative::Position, Derivative::Velocity, Derivative::Acceleration] {
            let (before, after) = (curve.evaluate(duration - 1e-12, derivative), curve.evaluate(0.0, derivative));
            let per_sec = curve.coefficients().len() as f32 / duration as f32;
            let scale = [1.0, per_sec, per_sec * per_sec][derivative as usize];
            prop_assert!((before - after).abs() < 1e-4 * scale);
            prop_assert_eq!(curve.evaluate(0.0, derivative), curve.evaluate(duration, derivative));
        }
    }

    #[test]
    fn equal_control_points_give_a_constant(encoding_cyclic: bool, value in -5.0f32..5.0, at in -1.0f64..2.0) {
        let encoding = if encoding_cyclic { Encoding::Cyclic } else { Encoding::Open };
        let curve = Curve::new(encoding, 1.0, vec![value; 7]);
        prop_assert!((curve.evaluate(at, Derivative::Position) - value).abs() < 2e-6 * value.abs().max(1.0));
        prop_assert!(curve.evaluate(at, Derivative::Velocity).abs() < 1e-3);
    }
}

#[test]
fn straight_lines_go_through_their_samples() {
    let curve = Curve::new(Encoding::Linear, 2.0, vec![1.0, 3.0, -1.0]);
    for (secs, value) in [(0.0, 1.0), (0.5, 2.0), (1.0, 3.0), (2.0, -1.0), (-1.0, 1.0), (5.0, -1.0)] {
        assert_eq!(curve.evaluate(secs, Derivative::Position), value);
    }
    assert_eq!(curve.evaluate(0.5, Derivative::Velocity), 2.0);
    assert_eq!(curve.evaluate(1.5, Derivative::Velocity), -4.0);
    assert_eq!(curve.evaluate(9.0, Derivative::Velocity), 0.0);
}
