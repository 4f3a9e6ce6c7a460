//! Evenly moving and turning frames.

use adverb::curve::Derivative;
use adverb::screw::{self, Screw};
use proptest::prelude::*;

fn screw() -> impl Strategy<Value = Screw> {
    (-3.0..3.0, -2.0..2.0, -2.0..2.0).prop_map(|(rate, x, z)| Screw {
        rate,
        spin: 0.0,
        velocity: [x, z],
        climb: 0.0,
    })
}

proptest! {
    #[test]
    fn screws_are_a_group(screw in screw(), from in prop::array::uniform3(-5.0..5.0), a in -2.0..2.0, b in -2.0..2.0) {
        let (twice, once) = (screw.moved(screw.moved(from, a), b), screw.moved(from, a + b));
        for (p, q) in twice.iter().zip(once) {
            prop_assert!((p - q).abs() < 1e-9, "{twice:?} {once:?}");
        }
    }

    #[test]
    fn what_is_taken_off_can_be_put_on_again(
        screw in screw(), place in prop::array::uniform3(-5.0..5.0), time in -3.0..3.0,
    ) {
        let relative = screw.take_off(time, place);
        let back = screw.put_on(time, [relative, [0.0; 3], [0.0; 3]], Derivative::Position);
        for (p, q) in back.iter().zip(place) {
            prop_assert!((p - q).abs() < 1e-9, "{back:?} {place:?}");
        }
    }

    #[test]
    fn the_frame_between_two_placements_leads_from_one_to_the_other(
        start in prop::array::uniform3(-2.0..2.0), end in prop::array::uniform3(-2.0..2.0), duration in 0.2..4.0,
    ) {
        let screw = Screw::between(start, end, duration, None);
        let relative = screw.take_off(0.0, start);
        let there = screw.put_on(duration, [relative, [0.0; 3], [0.0; 3]], Derivative::Position);
        for (p, q) in there.iter().zip(end) {
            prop_assert!((p - q).abs() < 1e-8, "{there:?} {end:?}");
        }
    }

    /// Where it goes in a moment, seen from where it is.
    #[test]
    fn a_body_moves_as_its_place_in_a_moving_frame_does(
        screw in screw(), spin in -2.0..2.0, climb in -1.0..1.0,
        place in prop::array::uniform3(-2.0..2.0), velocity in prop::array::uniform3(-2.0..2.0),
    ) {
        const STEP: f64 = 1e-5;
        let frame = Screw { spin, climb, ..screw };
        let at = |h: f64| {
            let place = [0, 1, 2].map(|i: usize| place[i] + velocity[i] * h);
            frame.put_on(h, [place, [0.0; 3], [0.0; 3]], Derivative::Position)
        };
        let seen = |h: f64| screw::compose(screw::inverse(at(0.0)), at(h));
        let (before, after, own) = (seen(-STEP), seen(STEP), frame.of_body(place, velocity));
        for (i, own_speed) in [own.velocity[0], own.velocity[1], own.rate].into_iter().enumerate() {
            let speed = (after[i] - before[i]) / (2.0 * STEP);
            prop_assert!((speed - own_speed).abs() < 1e-6, "{speed} {own_speed}");
        }
        prop_assert_eq!((own.climb, own.spin), (climb, 0.0));
    }

    #[test]
    fn velocities_are_derivatives(
        screw in screw(), r in prop::array::uniform3(-1.0..1.0), v in prop::array::uniform3(-1.0..1.0),
        a in prop::array::uniform3(-1.0..1.0), time in -2.0..2.0,
    ) {
        const STEP: f64 = 1e-5;
        let at = |h: f64| -> [[f64; 3]; 3] {
            let value = [0, 1, 2].map(|i: usize| r[i] + v[i] * h + 0.5 * a[i] * h * h);
            let speed = [0, 1, 2].map(|i: usize| v[i] + a[i] * h);
            [value, speed, a]
        };
        let put = |h: f64, which| screw.put_on(time + h, at(h), which);
        for (of, which) in [
            (Derivative::Position, Derivative::Velocity),
            (Derivative::Velocity, Derivative::Acceleration),
        ] {
            let (before, after, own) = (put(-STEP, of), put(STEP, of), put(0.0, which));
            for i in 0..3 {
                let slope = (after[i] - before[i]) / (2.0 * STEP);
                prop_assert!((slope - own[i]).abs() < 1e-6, "{which:?}: {slope} {}", own[i]);
            }
        }
    }
}
