use adverb::key_times::{KeyTimesError, TimeMap};
use adverb::{CanonicalTime, KeyTimes, VerbTime};
use proptest::prelude::*;

fn keys(steps: &[f64], map: TimeMap) -> KeyTimes {
    let mut keys = vec![(String::from("start"), 0.0)];
    let mut time = 0.0;
    for (i, step) in steps.iter().enumerate() {
        time += step;
        keys.push((format!("key {i}"), time));
    }
    KeyTimes::new(keys, map).expect("increasing")
}

fn any_map() -> impl Strategy<Value = TimeMap> {
    prop_oneof![Just(TimeMap::Smooth), Just(TimeMap::Periodic), Just(TimeMap::Linear)]
}

proptest! {
    #[test]
    fn time_maps_invert(steps in proptest::collection::vec(1e-3f64..10.0, 1..8), map in any_map(), t in 0.0f64..=1.0) {
        let keys = keys(&steps, map);
        let back = keys.canonical_time(keys.verb_time(CanonicalTime(t)));
        prop_assert!((back.0 - t).abs() < 1e-9, "{t} {back:?}");
        prop_assert!((0.0..=1.0).contains(&back.0));
    }

    #[test]
    fn keys_are_at_equal_canonical_times(steps in proptest::collection::vec(1e-3f64..10.0, 1..8), map in any_map()) {
        let keys = keys(&steps, map);
        for (m, (_, time)) in keys.iter().enumerate() {
            let t = m as f64 / steps.len() as f64;
            prop_assert!((keys.canonical_time(time).0 - t).abs() < 1e-12);
            prop_assert!((keys.verb_time(CanonicalTime(t)) - time).abs() < 1e-9);
        }
    }

    #[test]
    fn verb_time_increases_with_canonical_time(steps in proptest::collection::vec(1e-3f64..10.0, 1..8), map in any_map()) {
        let keys = keys(&steps, map);
        let mut before = VerbTime(-1.0);
        for i in 0..=400 {
            let t = CanonicalTime(f64::from(i) / 400.0);
            let time = keys.verb_time(t);
            prop_assert!(time > before);
            prop_assert!(keys.verb_time_rate(t) > 0.0);
            before = time;
        }
    }

    #[test]
    fn the_smooth_maps_have_no_step_in_speed(steps in proptest::collection::vec(0.05f64..2.0, 2..8), periodic: bool) {
        let keys = keys(&steps, if periodic { TimeMap::Periodic } else { TimeMap::Smooth });
        for m in 1..steps.len() {
            let t = m as f64 / steps.len() as f64;
            let (a, b) = (keys.verb_time_rate(CanonicalTime(t - 1e-9)), keys.verb_time_rate(CanonicalTime(t + 1e-9)));
            prop_assert!((a - b).abs() < 1e-5 * a.max(1.0), "{a} {b}");
        }
        if periodic {
            let (a, b) = (keys.verb_time_rate(CanonicalTime(0.0)), keys.verb_time_rate(CanonicalTime(1.0)));
            prop_assert!((a - b).abs() < 1e-9);
        }
    }

    #[test]
    fn rate_and_bend_are_derivatives(steps in proptest::collection::vec(0.05f64..2.0, 1..6), map in any_map(), t in 0.01f64..0.99) {
        let keys = keys(&steps, map);
        let near_key = (t * steps.len() as f64).fract();
        prop_assume!(near_key > 1e-3 && near_key < 1.0 - 1e-3);
        let h = 1e-6;
        let finite = (keys.verb_time(CanonicalTime(t + h)) - keys.verb_time(CanonicalTime(t - h))) / (2.0 * h);
        prop_assert!((finite - keys.verb_time_rate(CanonicalTime(t))).abs() < 1e-4 * finite.abs().max(1.0));
        let rate = |t| keys.verb_time_rate(CanonicalTime(t));
        let finite = (rate(t + h) - rate(t - h)) / (2.0 * h);
        prop_assert!((finite - keys.timeline().verb_time_bend(CanonicalTime(t))).abs() < 1e-4 * finite.abs().max(1.0));
    }
}

#[test]
fn times_outside_are_clamped() {
    let keys = keys(&[0.4, 0.6], TimeMap::Smooth);
    assert_eq!(keys.verb_time(CanonicalTime(-1.0)).0, 0.0);
    assert_eq!(keys.verb_time(CanonicalTime(2.0)).0, 1.0);
    assert_eq!(keys.verb_time(CanonicalTime(f64::NAN)).0, 0.0);
    assert_eq!(keys.canonical_time(VerbTime(f64::NAN)).0, 0.0);
    assert_eq!(keys.canonical_time(VerbTime(9.0)).0, 1.0);
}

#[test]
fn no_time_before_the_end_is_the_end() {
    for steps in [&[0.1, 0.7, 0.2][..], &[1.0 / 3.0], &[0.3, 1e-3]] {
        for map in [TimeMap::Smooth, TimeMap::Periodic, TimeMap::Linear] {
            let keys = keys(steps, map);
            let mut time = keys.duration().0;
            for _ in 0..20 {
                time = time.next_down();
                let t = keys.canonical_time(VerbTime(time)).0;
                assert!(t < 1.0, "{time}: {t}");
            }
        }
    }
}

#[test]
fn the_linear_map_is_the_thesis_equation() {
    // Four keys, K₃ at t = 2/3; half way between K₂ and K₃ is t = 1/2.
    let keys = keys(&[0.2, 0.6, 0.4], TimeMap::Linear);
    assert!((keys.canonical_time(VerbTime(0.8)).0 - 2.0 / 3.0).abs() < 1e-12);
    assert!((keys.canonical_time(VerbTime(0.5)).0 - 0.5).abs() < 1e-12);
    assert!((keys.verb_time(CanonicalTime(0.5)).0 - 0.5).abs() < 1e-12);
}

#[test]
fn key_times_out_of_order_are_refused_by_number() {
    let key = |secs: f64| (String::new(), secs);
    let refused =
        |list: Vec<f64>| KeyTimes::new(list.into_iter().map(key).collect(), TimeMap::Smooth).unwrap_err();
    assert_eq!(refused(vec![0.0]), KeyTimesError::TooFew);
    assert_eq!(refused(vec![0.1, 1.0]), KeyTimesError::NotFromZero(0.1));
    assert_eq!(
        refused(vec![0.0, 1.0, 1.0]),
        KeyTimesError::NotIncreasing { index: 2, before: 1.0, time: 1.0 }
    );
    assert!(matches!(refused(vec![0.0, f64::NAN]), KeyTimesError::NotIncreasing { index: 1, .. }));
}
