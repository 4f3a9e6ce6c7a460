use adverb::glam::{Quat, Vec3};
use adverb::rotation::*;
use proptest::prelude::*;

fn vector(most: f32) -> impl Strategy<Value = Vec3> {
    [-most..most, -most..most, -most..most].prop_map(Vec3::from)
}

fn apart(a: Quat, b: Quat) -> f32 {
    log(compose(inverse(a), b)).length()
}

proptest! {
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
fn opposite_directions_and_no_directions_are_sane() {
    let q = between(Vec3::X, -Vec3::X);
    assert!(rotate(q, Vec3::X).distance(-Vec3::X) < 1e-6);
    assert_eq!(between(Vec3::ZERO, Vec3::X), Quat::IDENTITY);
    assert_eq!(normalised(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), Quat::IDENTITY);
    assert!(exp(Vec3::ZERO) == Quat::IDENTITY && log(Quat::IDENTITY) == Vec3::ZERO);
}
