//! Laws of curves, key-times and placements.

use adverb::curve::{Curve, Derivative, Encoding};
use adverb::key_times::{KeyTimes, TimeMap};
use adverb::{CanonicalTime, Placement};

use crate::Law;
use crate::random::Random;

const DERIVATIVES: [Derivative; 3] = [Derivative::Position, Derivative::Velocity, Derivative::Acceleration];

pub fn laws() -> Vec<Law> {
    vec![
        cyclic_curves_meet_at_the_seam(),
        velocity_is_the_derivative_of_position(),
        time_maps_invert(),
        placements_undo_and_regroup(),
    ]
}

fn cyclic_curves_meet_at_the_seam() -> Law {
    let (mut law, mut random) = (Law::new("cyclic_curves_meet_at_the_seam"), Random(200));
    for count in [1, 2, 3, 4, 9, 30] {
        let curve = Curve::new(Encoding::Cyclic, 1.3, (0..count).map(|_| random.number()).collect());
        for derivative in DERIVATIVES {
            let (start, end) = (curve.evaluate(0.0, derivative), curve.evaluate(1.3 - 1e-9, derivative));
            law.numbers(&[start, end]);
            law.check((start - end).abs() < 1e-4 * (1.0 + start.abs()) * count as f32 * count as f32);
        }
    }
    law
}

fn velocity_is_the_derivative_of_position() -> Law {
    let (mut law, mut random) = (Law::new("velocity_is_the_derivative_of_position"), Random(201));
    for encoding in [Encoding::Linear, Encoding::Open, Encoding::Cyclic] {
        let curve = Curve::new(encoding, 2.0, (0..9).map(|_| random.number()).collect());
        for k in -7..60 {
            let secs = f64::from(k) * 0.037_1;
            law.numbers(&DERIVATIVES.map(|derivative| curve.evaluate(secs, derivative)));
        }
        for k in 1..40 {
            // Off the samples, where a straight line has no velocity.
            let (secs, step) = (f64::from(k) * 0.050_01, 1e-3);
            let rise = curve.evaluate(secs + step, Derivative::Position)
                - curve.evaluate(secs - step, Derivative::Position);
            let across_a_corner = encoding == Encoding::Linear
                && ((secs - step) * 4.0).floor() != ((secs + step) * 4.0).floor();
            let slope = rise / (2.0 * step) as f32;
            law.check(across_a_corner || (slope - curve.evaluate(secs, Derivative::Velocity)).abs() < 0.01);
        }
    }
    law
}

fn time_maps_invert() -> Law {
    let (mut law, mut random) = (Law::new("time_maps_invert"), Random(202));
    for map in [TimeMap::Smooth, TimeMap::Periodic, TimeMap::Linear] {
        for count in [2, 3, 7] {
            let mut secs = 0.0;
            let keys = (0..count).map(|k| {
                let key = (format!("key {k}"), secs);
                secs += 0.05 + f64::from(random.number().abs());
                key
            });
            let keys = KeyTimes::new(keys.collect(), map).expect("the keys rise");
            for step in 0..=40 {
                let canonical = CanonicalTime(f64::from(step) / 40.0);
                let verb = keys.verb_time(canonical);
                let back = keys.canonical_time(verb);
                law.time(verb.0);
                law.time(back.0);
                law.time(keys.verb_time_rate(canonical));
                law.check((back.0 - canonical.0).abs() < 1e-9);
            }
        }
    }
    law
}

fn placements_undo_and_regroup() -> Law {
    let (mut law, mut random) = (Law::new("placements_undo_and_regroup"), Random(203));
    let near = |a: Placement, b: Placement| {
        (a.x - b.x).abs() + (a.z - b.z).abs() + (a.heading - b.heading).abs() < 1e-4
    };
    for _ in 0..64 {
        let mut any = || Placement {
            x: random.number() * 4.0,
            z: random.number() * 4.0,
            heading: random.number() * 9.0,
        };
        let (a, b, c) = (any(), any(), any());
        for placement in [a.inverse(), a.compose(b), Placement::reposition(a, b)] {
            law.numbers(&[placement.x, placement.z, placement.heading]);
        }
        law.check(near(a.compose(a.inverse()), Placement::ORIGIN));
        law.check(near(a.compose(b).compose(c), a.compose(b.compose(c))));
        law.check(near(Placement::reposition(a, b).compose(a), b));
    }
    law
}
