//! Laws of quaternions and rotation vectors.

use adverb::glam::{Quat, Vec3};
use adverb::rotation::{
    about_x, about_y, about_z, between, compose, exp, inverse, log, log_near, mirrored, perpendicular,
    right_jacobian, rotate, twist_y,
};

use crate::Law;
use crate::random::Random;

const MANY: usize = 64;

pub fn laws() -> Vec<Law> {
    vec![
        exp_undoes_log(),
        a_turn_more_changes_only_the_sign(),
        log_near_is_the_same_rotation_on_the_nearest_sheet(),
        rotations_compose_in_any_grouping(),
        turning_twice_is_turning_by_the_product(),
        between_takes_one_direction_to_the_other(),
        right_jacobian_is_the_derivative_of_exp(),
        twist_and_tilt_make_the_rotation(),
        mirror_twice_is_identity(),
    ]
}

/// The angle between two rotations, roughly: the length of the difference of their quaternions, whatever the sign.
fn apart(a: Quat, b: Quat) -> f32 {
    let difference = compose(inverse(a), b);
    Vec3::new(difference.x, difference.y, difference.z).length() * 2.0
}

fn exp_undoes_log() -> Law {
    let (mut law, mut random) = (Law::new("exp_undoes_log"), Random(1));
    let tiny = [0.0, 1e-20, 1e-7, 1e-4, 2e-3, 1e-2].map(|size| exp(Vec3::new(size, -size, 0.5 * size)));
    let half_turns = [about_x, about_y, about_z].map(|about| about(core::f32::consts::PI));
    let others: Vec<Quat> = (0..MANY).map(|_| random.rotation()).collect();
    for q in tiny.into_iter().chain(half_turns).chain(others) {
        let v = log(q);
        law.quaternion(q);
        law.vector(v);
        law.quaternion(exp(v));
        law.check(apart(exp(v), q) < 1e-5);
    }
    law
}

/// The shorter of the two vectors is within a turn, the longer beyond: `exp` has a formula for each.
fn a_turn_more_changes_only_the_sign() -> Law {
    let (mut law, mut random) = (Law::new("a_turn_more_changes_only_the_sign"), Random(9));
    for k in 0..MANY {
        let axis = random.vector().normalize();
        let angle = core::f32::consts::TAU * k as f32 / MANY as f32;
        let (within, beyond) = (exp(axis * angle), exp(axis * (angle + core::f32::consts::TAU)));
        law.quaternion(within);
        law.quaternion(beyond);
        law.check(within.to_array().into_iter().zip(beyond.to_array()).all(|(a, b)| (a + b).abs() < 2e-6));
    }
    law
}

fn log_near_is_the_same_rotation_on_the_nearest_sheet() -> Law {
    let (mut law, mut random) = (Law::new("log_near_is_the_same_rotation_on_the_nearest_sheet"), Random(2));
    for _ in 0..MANY {
        let (q, near) = (random.rotation(), random.vector() * 8.0);
        let v = log_near(q, near);
        law.vector(v);
        law.check(apart(exp(v), q) < 1e-4);
        law.check(v.distance(near) <= log(q).distance(near) + 1e-4);
    }
    law
}

fn rotations_compose_in_any_grouping() -> Law {
    let (mut law, mut random) = (Law::new("rotations_compose_in_any_grouping"), Random(3));
    for _ in 0..MANY {
        let (a, b, c) = (random.rotation(), random.rotation(), random.rotation());
        let (left, right) = (compose(compose(a, b), c), compose(a, compose(b, c)));
        law.quaternion(left);
        law.quaternion(right);
        law.check(apart(left, right) < 1e-5);
    }
    law
}

fn turning_twice_is_turning_by_the_product() -> Law {
    let (mut law, mut random) = (Law::new("turning_twice_is_turning_by_the_product"), Random(4));
    for _ in 0..MANY {
        let (a, b, v) = (random.rotation(), random.rotation(), random.vector());
        let (twice, once) = (rotate(a, rotate(b, v)), rotate(compose(a, b), v));
        law.vector(twice);
        law.vector(once);
        law.check(twice.distance(once) < 1e-5);
    }
    law
}

fn between_takes_one_direction_to_the_other() -> Law {
    let (mut law, mut random) = (Law::new("between_takes_one_direction_to_the_other"), Random(5));
    let opposed = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE].map(|v| (v, -v));
    let others: Vec<_> = (0..MANY).map(|_| (random.vector(), random.vector())).collect();
    for (from, to) in opposed.into_iter().chain(others) {
        let q = between(from, to);
        law.quaternion(q);
        law.vector(perpendicular(from.normalize()));
        law.check(rotate(q, from.normalize()).distance(to.normalize()) < 2e-3);
    }
    let still = between(Vec3::ZERO, Vec3::X);
    law.quaternion(still);
    law.check(still == Quat::IDENTITY);
    law
}

fn right_jacobian_is_the_derivative_of_exp() -> Law {
    let (mut law, mut random) = (Law::new("right_jacobian_is_the_derivative_of_exp"), Random(6));
    const STEP: f32 = 1e-2;
    for k in 0..MANY {
        let v = random.vector() * [1e-3, 0.3, 1.0, 1.7][k % 4];
        let columns = right_jacobian(v);
        for (axis, column) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(columns) {
            let (before, after) = (exp(v - axis * STEP), exp(v + axis * STEP));
            let turn = log(compose(inverse(before), after)) / (2.0 * STEP);
            law.vector(column);
            law.check(turn.distance(column) < 1e-3);
        }
    }
    law
}

fn twist_and_tilt_make_the_rotation() -> Law {
    let (mut law, mut random) = (Law::new("twist_and_tilt_make_the_rotation"), Random(7));
    for _ in 0..MANY {
        let q = random.rotation();
        let heading = twist_y(q);
        let tilt = compose(about_y(-heading), q);
        law.number(heading);
        law.quaternion(tilt);
        law.check(tilt.y.abs() < 1e-5);
        law.check(apart(compose(about_y(heading), tilt), q) < 1e-5);
    }
    law
}

fn mirror_twice_is_identity() -> Law {
    let (mut law, mut random) = (Law::new("mirror_twice_is_identity"), Random(8));
    for _ in 0..MANY {
        let q = random.rotation();
        law.quaternion(mirrored(q));
        law.check(mirrored(mirrored(q)) == q);
    }
    law
}
