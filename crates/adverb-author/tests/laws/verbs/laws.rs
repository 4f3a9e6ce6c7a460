//! What holds at the examples of real verbs, and everywhere.

use adverb::{Setting, Skeleton, VerbTime};

use super::measure::{Positions, distance, played, positions, sampled};
use super::real::{self, Real};

fn all() -> [(&'static str, Real); 5] {
    [
        ("styles", real::styles()),
        ("styles over four adverbs", real::styles_over_four_adverbs()),
        ("turns", real::turns()),
        ("speeds", real::speeds()),
        ("byes", real::byes()),
    ]
}

#[test]
fn every_example_comes_back_at_its_point() {
    for (name, real) in all() {
        let verb = &real.built.verb;
        for (example, motion) in verb.examples().iter().zip(&real.motions) {
            let steps = 200;
            let ours = played(verb, &example.at, 1, steps, false).frames;
            let (rms, most) = distance(&sampled(motion, steps), &ours);
            println!("{name} {}: {:.2} mm rms, {:.1} mm at most", example.name, 1e3 * rms, 1e3 * most);
            assert!(rms < 1e-3, "{name} {}: {rms} m rms", example.name);
            assert!(most < 10e-3 || !verb.is_cyclic(), "{name} {}: {most} m", example.name);
        }
    }
}

#[test]
fn examples_stay_near_their_recordings() {
    for (name, real) in all() {
        let verb = &real.built.verb;
        let of = verb.examples().iter().zip(&real.definition.motions).zip(&real.motions);
        for ((example, recorded), cycle) in of {
            // A cycle may end a little earlier or later than the recording was cut.
            let steps = (cycle.duration().0 * recorded.fps()).round() as usize;
            let ours = played(verb, &example.at, 1, steps, false).frames;
            let secs = |k: usize| VerbTime(cycle.duration().0 * k as f64 / steps as f64);
            let own: Vec<Positions> =
                (0..=steps).map(|k| positions(recorded.skeleton(), &recorded.pose(secs(k)))).collect();
            let (rms, _) = distance(&own, &ours);
            println!("{name} {}: {:.2} mm rms from the recording", example.name, 1e3 * rms);
            // Gaps fade over 8 % at each end, however wide they are, so that no head snaps; and feet that stand there are moved as a whole.
            assert!(rms < 14e-3, "{name} {}: {rms} m rms", example.name);
        }
    }
}

#[test]
fn recordings_on_level_ground_do_not_climb() {
    for (name, real) in all() {
        for (example, (motion, recorded)) in
            real.built.verb.examples().iter().zip(real.motions.iter().zip(&real.definition.motions))
        {
            let ends = [VerbTime::ZERO, recorded.duration()].map(|time| recorded.pose(time));
            let [x, up, z] =
                [Skeleton::X, Skeleton::HEIGHT, Skeleton::Z].map(|d| ends[1][d.index()] - ends[0][d.index()]);
            println!("{name} {}: rises by {:.2} % of its way", example.name, 100.0 * up / x.hypot(z));
            assert_eq!(motion.rise_m(), 0.0, "{name} {}", example.name);
        }
    }
}

#[test]
fn key_intervals_stay_positive_wherever_the_point_goes() {
    for (name, real) in all() {
        let verb = &real.built.verb;
        let mut setting = Setting::new(verb, &verb.default_point().collect::<Vec<_>>());
        for i in 0..400 {
            // From the middle to fifty ranges away, in all directions.
            let far = f32::powf(1.02, i as f32) - 1.0;
            let point: Vec<f32> = (0..verb.adverbs().len())
                .map(|a| {
                    let [low, high] = verb.adverbs()[a].range;
                    let angle = 2.4 * i as f32 + a as f32 * std::f32::consts::FRAC_PI_2;
                    0.5 * (low + high) + 0.5 * (high - low) * far * angle.cos()
                })
                .collect();
            setting.set(verb, &point);
            let keys = setting.timeline().keys();
            assert!(keys.windows(2).all(|pair| pair[1] > pair[0]), "{name} at {point:?}: {keys:?}");
            assert!(keys.iter().all(|key| key.is_finite()), "{name} at {point:?}: {keys:?}");
        }
    }
}

/// How far a hand goes is interpolated as well: farther in less time than any example takes would be a pop.
#[test]
fn what_happens_once_is_as_fast_as_its_examples_wherever_the_point_goes() {
    let mut beyond = 0;
    for (name, real) in all().into_iter().filter(|(_, real)| !real.built.verb.is_cyclic()) {
        let verb = &real.built.verb;
        let steps = verb.keys().len() - 1;
        let own: Vec<Vec<f64>> = (real.motions.iter())
            .map(|motion| {
                let keys: Vec<f64> = motion.key_times().iter().map(|(_, key)| key.0).collect();
                keys.windows(2).map(|pair| pair[1] - pair[0]).collect()
            })
            .collect();
        for i in 0..400 {
            let point: Vec<f32> = (verb.adverbs().iter().enumerate())
                .map(|(a, adverb)| {
                    let [low, high] = adverb.range;
                    low + (high - low) * (1.6 * ((i as f32) * (0.618 + 0.137 * a as f32)).fract() - 0.3)
                })
                .collect();
            let setting = Setting::new(verb, &point);
            beyond += usize::from(setting.weights().iter().any(|weight| *weight < 0.0));
            for (m, pair) in setting.timeline().keys().windows(2).enumerate() {
                let secs = own.iter().map(|intervals| intervals[m]);
                let (least, most) = secs.fold((f64::MAX, 0.0f64), |(a, b), own| (a.min(own), b.max(own)));
                let secs = pair[1] - pair[0];
                assert!(
                    (least - 1e-5..most + 1e-5).contains(&secs),
                    "{name} at {point:?}, interval {m} of {steps}: {secs} s, examples {least} to {most} s"
                );
            }
        }
    }
    assert!(beyond > 100, "{beyond} points beyond the examples");
}

#[test]
fn weights_of_an_example_give_its_own_timing() {
    for (name, real) in all() {
        let verb = &real.built.verb;
        for (example, motion) in verb.examples().iter().zip(&real.motions) {
            let setting = Setting::new(verb, &example.at);
            for (key, own) in setting.timeline().keys().iter().zip(motion.key_times().iter()) {
                assert!((key - own.1.0).abs() < 1e-5, "{name} {}: {key} s, not {}", example.name, own.1.0);
            }
        }
    }
}

/// The angle of the line across the hips about the vertical, turned by a quarter, as a judge sees it.
fn facing(verb: &adverb::Verb, positions: &[glam::DVec3]) -> f64 {
    let names: Vec<&str> = verb.skeleton().joints().iter().map(|j| j.name.as_str()).collect();
    let at = |name: &str| positions[names.iter().position(|n| *n == name).expect("a hip")];
    let across = at("LeftUpLeg") - at("RightUpLeg");
    (-across.z).atan2(across.x)
}

#[test]
fn a_turn_asked_for_is_the_turn_made() {
    let real = real::turns();
    let verb = &real.built.verb;
    let mut worst = 0.0f64;
    for asked in (-95..=85).step_by(4) {
        let frames = played(verb, &[asked as f32], 1, 120, true).frames;
        let turned = facing(verb, &frames[120]) - facing(verb, &frames[0]);
        let off = (turned.to_degrees() - f64::from(asked) + 180.0).rem_euclid(360.0) - 180.0;
        worst = worst.max(off.abs());
        assert!(off.abs() < 0.5, "asked for {asked}°, off by {off}°");
    }
    println!("turns: at most {worst:.3}° off");
}

#[test]
fn a_turning_verb_walks_an_arc() {
    let real = real::turns();
    let verb = &real.built.verb;
    // Four quarter turns and a little lead back to near the start: what the frame travels is a circle.
    let setting = Setting::new(verb, &[80.0]);
    let travel = setting.travel();
    let radius = travel.velocity[0].hypot(travel.velocity[1]) / travel.rate;
    let round = std::f64::consts::TAU / travel.rate;
    let [x, z, heading] = travel.moved([0.0; 3], round);
    assert!(x.hypot(z) < 1e-9 && (heading - std::f64::consts::TAU).abs() < 1e-9);
    let [x, z, _] = travel.moved([0.0; 3], round / 2.0);
    assert!((x.hypot(z) - 2.0 * radius).abs() < 1e-9, "half a round is a diameter away");
    assert!((0.3..1.0).contains(&radius), "{radius} m");
}

/// Fifteen files of one motion, as different tools write it: any order of angles, with and without name spaces.
#[test]
fn encodings_of_one_motion_make_a_verb_of_one_motion() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let files = adverb_testdata::files_below(&data.join("formats/bvh/same-motion"), "bvh");
    let built = real::of_files(&files);
    let verb = &built.verb;
    assert_eq!(verb.examples().len(), 15);
    let truth = played(verb, &[0.0], 1, 60, false).frames;
    for point in [1.0, 4.3, 7.5, 10.0, 13.9] {
        let (rms, most) = distance(&truth, &played(verb, &[point], 1, 60, false).frames);
        assert!(rms < 1e-5 && most < 1e-5, "at {point}: {rms} m rms, {most} m");
    }
}

/// A recording in which the body spins once and more (CMU 104_11): whole turns are the heading's, not the frame's.
#[test]
fn a_motion_that_spins_keeps_its_feet() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let built = real::of_range(&data.join("motion/cmu/104_11.bvh"), [40, 450]);
    let verb = &built.verb;
    let (held, free) = (played(verb, &[], 1, 410, true), played(verb, &[], 1, 410, false));
    let (rms, most) = distance(&free.frames, &held.frames);
    println!("held {:.1} mm rms from free, {:.0} mm at most", 1e3 * rms, 1e3 * most);
    assert!(rms < 0.02, "holding its feet moves it by {rms} m rms, {most} m at most");
}

#[test]
fn examples_too_many_turns_apart_are_refused() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let files = ["motion/cmu/104_02.bvh", "motion/cmu/104_11.bvh"].map(|file| data.join(file));
    let said = real::try_of_files(&files).map(|_| ()).expect_err("a whole turn apart").to_string();
    assert!(said.contains("turns so much more") && said.contains("m1"), "{said}");
}

/// Somebody who stands and sways has nowhere to go, however the recording drifts.
#[test]
fn a_cycle_in_which_feet_never_lift_stays_where_it_is() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let file = data.join("motion/gestures/dataset-1_bye_normal_001.bvh");
    let built = real::cycle_of(&file, [3, 45]);
    let verb = &built.verb;
    let played = played(verb, &[], 4, 42, true);
    assert!(super::measure::slide(&played) < 5e-3, "{}", super::measure::slide(&played));
    let (first, last) = (&played.frames[0], &played.frames[168]);
    assert!(first.iter().zip(last).all(|(p, q)| p.distance(*q) < 1e-3));
}
