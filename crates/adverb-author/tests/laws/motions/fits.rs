use adverb::curve::{Derivative, Encoding};
use adverb_author::fit::{Tolerance, fit};
use proptest::prelude::*;

fn wave(t: f64) -> f64 {
    (std::f64::consts::TAU * t).sin() + 0.3 * (3.0 * std::f64::consts::TAU * t).cos()
}

#[test]
fn a_fit_keeps_its_tolerance_with_few_control_points() {
    let samples: Vec<f64> = (0..=240).map(|i| wave(f64::from(i) / 240.0)).collect();
    for tolerance in [1e-1, 1e-2, 1e-3, 1e-4] {
        let curve = fit(&samples, Encoding::Open, 1.0, Tolerance { rms: tolerance });
        let square = |(i, s): (usize, &f64)| {
            (f64::from(curve.evaluate(i as f64 / 240.0, Derivative::Position)) - s).powi(2)
        };
        let rms = (samples.iter().enumerate().map(square).sum::<f64>() / 241.0).sqrt();
        assert!(rms <= tolerance, "{rms} > {tolerance}");
        assert!(curve.coefficients().len() < 90, "{}", curve.coefficients().len());
    }
}

#[test]
fn a_calm_dof_costs_less_than_a_lively_one() {
    let count = |f: fn(f64) -> f64| {
        let samples: Vec<f64> = (0..=100).map(|i| f(f64::from(i) / 100.0)).collect();
        fit(&samples, Encoding::Open, 1.0, Tolerance { rms: 1e-4 }).coefficients().len()
    };
    assert_eq!(count(|_| 0.7), 4);
    assert_eq!(count(|t| t * t * (1.0 - t)), 4);
    assert!(count(wave) > 8);
}

#[test]
fn a_cyclic_fit_follows_a_periodic_wave() {
    let samples: Vec<f64> = (0..120).map(|i| wave(f64::from(i) / 120.0)).collect();
    let curve = fit(&samples, Encoding::Cyclic, 2.0, Tolerance { rms: 1e-4 });
    for i in 0..1000 {
        let t = f64::from(i) / 1000.0;
        let value = f64::from(curve.evaluate(2.0 * t, Derivative::Position));
        assert!((value - wave(t)).abs() < 1e-3, "{t}");
    }
}

proptest! {
    #[test]
    fn any_samples_are_fitted_without_nonsense(
        samples in proptest::collection::vec(-3.0f64..3.0, 1..40), cyclic: bool) {
        let encoding = if cyclic { Encoding::Cyclic } else { Encoding::Open };
        let curve = fit(&samples, encoding, 1.0, Tolerance { rms: 1e-6 });
        prop_assert!(curve.coefficients().iter().all(|c| c.is_finite() && c.abs() < 1e3));
    }
}
