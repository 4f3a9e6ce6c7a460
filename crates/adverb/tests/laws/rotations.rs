use core::f32::consts::{PI, TAU};

use adverb::glam::{Quat, Vec3};
use adverb::rotation::*;
use proptest::prelude::*;

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    [-most..most, -most..most, -most..most].prop_map(Vec3::from)
}

fn apart(a: Quat, b: Quat) -> f32 {
    log(compose(inverse(a), b)).length()
}

/// `exp` in f64, by the formula.
fn exp_f64(v: Vec3) -> [f64; 4] {
    let [x, y, z] = v.to_array().map(f64::from);
    let angle = (x * x + y * y + z * z).sqrt();
    let k = if angle > 0.0 { libm::sin(angle / 2.0) / angle } else { 0.5 };
    [x * k, y * k, z * k, libm::cos(angle / 2.0)]
}

proptest! {
    #[test]
    fn exp_is_the_formula_up_to_a_turn(v in vector(1.0), angle in 0.0f32..TAU) {
        prop_assume!(v.length() > 1e-3);
        let v = v.normalize() * angle;
        let q = exp(v).to_array().map(f64::from);
        let miss = q.into_iter().zip(exp_f64(v)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        let length = q.into_iter().map(|x| x * x).sum::<f64>().sqrt();
        // Rounding alone, as the cosine runs from 1 to −1: a few units in the last place.
        let (most, most_length) = if angle < PI { (3e-7, 2.5e-7) } else { (8e-7, 8e-7) };
        prop_assert!(miss < most, "{miss:e}");
        prop_assert!((length - 1.0).abs() < most_length, "{length}");
    }

    #[test]
    fn exp_is_the_formula_beyond_a_turn(v in vector(40.0)) {
        for (got, wanted) in exp(v).to_array().into_iter().zip(exp_f64(v)) {
            prop_assert!((f64::from(got) - wanted).abs() < 1e-5, "{got} {wanted}");
        }
    }

    #[test]
    fn log_undoes_exp(v in vector(1.7)) {
        prop_assert!(log(exp(v)).distance(v) < 2e-6);
    }

    #[test]
    fn the_nearest_rotation_vector_is_the_same_rotation(v in vector(3.0), near in vector(9.0)) {
        let q = exp(v);
        let unrolled = log_near(q, near);
        prop_assert!(apart(exp(unrolled), q) < 5e-6);
        prop_assert!(unrolled.distance(near) <= log(q).distance(near) + 1e-4);
    }

    #[test]
    fn rotating_by_a_product_is_rotating_twice(a in vector(3.0), b in vector(3.0), v in vector(2.0)) {
        let (a, b) = (exp(a), exp(b));
        prop_assert!(rotate(compose(a, b), v).distance(rotate(a, rotate(b, v))) < 5e-6);
    }

    #[test]
    fn between_takes_one_direction_to_the_other(a in vector(2.0), b in vector(2.0)) {
        prop_assume!(a.length() > 1e-2 && b.length() > 1e-2);
        let turned = rotate(between(a, b), a.normalize());
        prop_assert!(turned.distance(b.normalize()) < 2e-3, "{turned} {}", b.normalize());
    }

    #[test]
    fn the_right_jacobian_is_the_derivative_of_exp(v in vector(1.7), e in vector(1.0)) {
        let h = 1e-3;
        let finite = (log(compose(inverse(exp(v - e * h)), exp(v + e * h)))) / (2.0 * h);
        let columns = right_jacobian(v);
        let analytic = columns[0] * e.x + columns[1] * e.y + columns[2] * e.z;
        prop_assert!(finite.distance(analytic) < 1e-3, "{finite} {analytic}");
    }

    #[test]
    fn twist_and_tilt_make_the_rotation(v in vector(1.5)) {
        let q = exp(v);
        let tilt = compose(about_y(-twist_y(q)), q);
        prop_assert!(tilt.y.abs() < 1e-5);
    }
}

#[test]
fn exp_of_what_is_no_number_is_no_number() {
    for v in [f32::NAN, f32::INFINITY, f32::MAX] {
        assert!(exp(Vec3::new(0.0, v, 0.0)).is_nan());
    }
}

#[test]
fn opposite_directions_and_no_directions_are_sane() {
    let q = between(Vec3::X, -Vec3::X);
    assert!(rotate(q, Vec3::X).distance(-Vec3::X) < 1e-6);
    assert_eq!(between(Vec3::ZERO, Vec3::X), Quat::IDENTITY);
    assert_eq!(normalised(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), Quat::IDENTITY);
    assert!(exp(Vec3::ZERO) == Quat::IDENTITY && log(Quat::IDENTITY) == Vec3::ZERO);
}
