use std::sync::Arc;

use adverb::curve::Derivative::{Acceleration, Position, Velocity};
use adverb::{AnimationTime, CanonicalTime, DofId, Placement, Skeleton, VerbTime};
use adverb_author::motion::*;

use super::made::{self, most_apart, values};

/// One of each kind, made of one another.
fn kinds() -> Vec<(&'static str, Arc<Motion>)> {
    let walk = made::walk();
    let clipped = Arc::new(clip(walk.clone(), CanonicalTime(0.2), CanonicalTime(0.9)).unwrap());
    let stretched = Arc::new(affine(walk.clone(), AnimationTime(3.0), 1.7).unwrap());
    let mirrored = Arc::new(mirror(walk.clone()));
    let joined = Arc::new(concatenation(vec![walk.clone(), mirrored.clone(), stretched.clone()]).unwrap());
    let cyclic = Arc::new(cycle(walk.clone(), Search::Default).unwrap());
    let nested =
        Arc::new(mirror(Arc::new(clip(joined.clone(), CanonicalTime(0.1), CanonicalTime(0.6)).unwrap())));
    vec![
        ("basic", walk),
        ("clip", clipped),
        ("affine", stretched),
        ("mirror", mirrored),
        ("concatenation", joined),
        ("cycle", cyclic),
        ("nested", nested),
    ]
}

#[test]
fn time_maps_invert() {
    for (kind, motion) in kinds() {
        for i in 0..=50 {
            let t = CanonicalTime(f64::from(i) / 50.0);
            let back = motion.canonical_time(motion.verb_time(t));
            assert!((back.0 - t.0).abs() < 1e-9, "{kind}: {t:?} {back:?}");
        }
        let time = VerbTime(0.3 * motion.duration().0);
        assert!((motion.animation_time(time) - motion.start() - time.0).abs() < 1e-12, "{kind}");
        assert!((motion.end() - motion.start() - motion.duration().0).abs() < 1e-12, "{kind}");
    }
}

#[test]
fn key_times_increase_from_zero_to_the_duration() {
    for (kind, motion) in kinds() {
        let keys: Vec<f64> = motion.key_times().iter().map(|(_, k)| k.0).collect();
        assert_eq!(keys[0], 0.0, "{kind}");
        assert_eq!(keys[keys.len() - 1], motion.duration().0, "{kind}");
        assert!(keys.windows(2).all(|w| w[0] < w[1]), "{kind}: {keys:?}");
    }
}

#[test]
fn velocity_is_the_derivative_of_position_and_acceleration_of_velocity() {
    let h = 1e-3;
    for (kind, motion) in kinds() {
        let parts: Vec<f64> = motion.key_times().iter().map(|(_, k)| k.0).collect();
        for i in 1..40 {
            let time = motion.duration().0 * f64::from(i) / 40.0;
            // A concatenation may step where two motions meet.
            if parts.iter().any(|k| (k - time).abs() < 2.0 * h) {
                continue;
            }
            for (of, derivative, allowed) in [(Position, Velocity, 0.03), (Velocity, Acceleration, 1.5)] {
                let (a, b) = (values(&motion, time - h, of), values(&motion, time + h, of));
                let finite: Vec<f32> = a.iter().zip(&b).map(|(a, b)| (b - a) / (2.0 * h as f32)).collect();
                let off = most_apart(&finite, &values(&motion, time, derivative));
                assert!(off < allowed, "{kind} at {time}: {derivative:?} off by {off}");
            }
        }
    }
}

#[test]
fn the_whole_clip_is_the_motion_itself() {
    for (kind, motion) in kinds() {
        let whole = clip(motion.clone(), CanonicalTime(0.0), CanonicalTime(1.0)).unwrap();
        assert_eq!(whole.key_times(), motion.key_times(), "{kind}");
        for i in 0..=20 {
            let time = motion.duration().0 * f64::from(i) / 20.0;
            for derivative in [Position, Velocity, Acceleration] {
                assert_eq!(values(&whole, time, derivative), values(&motion, time, derivative), "{kind}");
            }
        }
    }
}

#[test]
fn mirror_twice_is_identity() {
    for (kind, motion) in kinds() {
        let twice = mirror(Arc::new(mirror(motion.clone())));
        assert_eq!(twice.key_times(), motion.key_times(), "{kind}");
        for i in 0..=20 {
            let time = motion.duration().0 * f64::from(i) / 20.0;
            for derivative in [Position, Velocity, Acceleration] {
                assert_eq!(values(&twice, time, derivative), values(&motion, time, derivative), "{kind}");
            }
        }
    }
}

#[test]
fn mirror_commutes_with_every_other_kind() {
    let walk = made::walk();
    let image = Arc::new(mirror(walk.clone()));
    type Edit = fn(Arc<Motion>) -> Motion;
    let edits: [(&str, Edit); 4] = [
        ("clip", |m| clip(m, CanonicalTime(0.3), CanonicalTime(0.8)).unwrap()),
        ("affine", |m| affine(m, AnimationTime(1.0), 0.6).unwrap()),
        ("concatenation", |m| concatenation(vec![m.clone(), m.clone(), m]).unwrap()),
        ("cycle", |m| cycle(m, Search::Default).unwrap()),
    ];
    for (kind, edit) in edits {
        let (outside, inside) = (mirror(Arc::new(edit(walk.clone()))), edit(image.clone()));
        assert!((outside.duration() - inside.duration()).abs() < 1e-9, "{kind}");
        for i in 0..=20 {
            let time = outside.duration().0 * f64::from(i) / 20.0;
            let off = most_apart(&values(&outside, time, Position), &values(&inside, time, Position));
            assert!(off < 2e-4, "{kind} at {time}: {off}");
        }
        let names = |m: &Motion| m.key_times().iter().map(|(n, _)| n.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&outside), names(&inside), "{kind}");
    }
}

#[test]
fn mirror_exchanges_left_and_right_in_key_names() {
    let image = mirror(made::walk());
    let names: Vec<_> = image.key_times().iter().map(|(n, _)| n).collect();
    assert_eq!(names, ["right-down", "left-down", "right-down"]);
}

#[test]
fn adverbs_are_those_of_the_motion_below_and_the_designers_where_there_are_several() {
    let happy = vec![("happiness".to_string(), 1.0)];
    let walk = Arc::new((*made::walk()).clone().with_adverbs(happy.clone()));
    let one_below = [
        clip(walk.clone(), CanonicalTime(0.2), CanonicalTime(0.9)).unwrap(),
        affine(walk.clone(), AnimationTime(0.0), 2.0).unwrap(),
        mirror(walk.clone()),
        cycle(walk.clone(), Search::Exact).unwrap(),
    ];
    for motion in one_below {
        assert_eq!(motion.adverbs(), happy);
    }
    let joined = concatenation(vec![walk.clone(), walk]).unwrap();
    assert!(joined.adverbs().is_empty());
    assert_eq!(joined.with_adverbs(happy.clone()).adverbs(), happy);
}

#[test]
fn an_affine_scales_time_velocity_and_acceleration() {
    let walk = made::walk();
    let slow = affine(walk.clone(), AnimationTime(2.0), 2.0).unwrap();
    assert_eq!(slow.duration().0, 2.0 * walk.duration().0);
    assert_eq!(slow.start().0, 2.0);
    for (derivative, factor) in [(Position, 1.0), (Velocity, 0.5), (Acceleration, 0.25)] {
        let expected: Vec<f32> = values(&walk, 0.37, derivative).iter().map(|v| v * factor).collect();
        assert!(most_apart(&values(&slow, 0.74, derivative), &expected) < 1e-5);
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(affine(walk.clone(), AnimationTime(0.0), bad).is_err());
    }
}

#[test]
fn a_clip_keeps_the_keys_inside_it() {
    let walk = made::walk();
    let piece = clip(walk.clone(), CanonicalTime(0.25), CanonicalTime(1.0)).unwrap();
    let keys: Vec<_> = piece.key_times().iter().map(|(n, k)| (n.to_string(), k.0)).collect();
    let start = walk.verb_time(CanonicalTime(0.25)).0;
    assert_eq!(keys.len(), 3);
    assert_eq!(keys[1].0, "right-down");
    assert!((keys[1].1 - (0.4 - start)).abs() < 1e-9);
    assert_eq!((keys[0].0.as_str(), keys[2].0.as_str()), ("", "left-down"));
    for (from, to) in [(0.5, 0.5), (0.6, 0.4), (-0.1, 0.5), (0.5, 1.1), (f64::NAN, 1.0)] {
        assert!(clip(walk.clone(), CanonicalTime(from), CanonicalTime(to)).is_err());
    }
}

#[test]
fn concatenation_is_continuous_at_the_root() {
    let walk = made::walk();
    let joined = concatenation(vec![walk.clone(), Arc::new(mirror(walk.clone())), walk.clone()]).unwrap();
    for k in 1..3 {
        let seam = f64::from(k) * walk.duration().0;
        let (before, after) = (joined.pose(VerbTime(seam - 1e-9)), joined.pose(VerbTime(seam)));
        let (a, b) = (Placement::of(&before), Placement::of(&after));
        assert!((a.x - b.x).hypot(a.z - b.z) < 1e-5 && (a.heading - b.heading).abs() < 1e-5, "{a:?} {b:?}");
    }
    // The keys at the seams are one key each, and the first motion is where it was.
    assert_eq!(joined.key_times().len(), 7);
    assert_eq!(joined.pose(VerbTime(0.2)), walk.pose(VerbTime(0.2)));
    assert!(concatenation(vec![]).is_err());
}

#[test]
fn a_cycle_meets_itself_in_value_velocity_and_acceleration() {
    let walk = made::walk();
    let cyclic = cycle(walk, Search::Default).unwrap();
    let duration = cyclic.duration().0;
    // Across the seam, as one motion running on …
    for derivative in [Position, Velocity, Acceleration] {
        let off =
            most_apart(&values(&cyclic, duration - 1e-9, derivative), &values(&cyclic, duration, derivative));
        assert!(off < [1e-5, 1e-4, 1e-2][derivative as usize], "{derivative:?}: {off}");
    }
    // … and in the frame that turns with it: the end is the start, moved.
    let moved = Placement::reposition(
        Placement::of(&cyclic.pose(VerbTime(0.0))),
        Placement::of(&cyclic.pose(VerbTime(duration))),
    );
    for derivative in [Position, Velocity, Acceleration] {
        let (mut start, end) = (values(&cyclic, 0.0, derivative), values(&cyclic, duration, derivative));
        match derivative {
            Position => moved.apply(&mut start),
            _ => moved.apply_to_rate(&mut start),
        }
        let off = most_apart(&start, &end);
        assert!(off < [1e-5, 1e-4, 1e-2][derivative as usize], "{derivative:?}: {off}");
    }
}

#[test]
fn a_cycle_of_a_turning_walk_runs_along_a_circle() {
    let cyclic = cycle(made::walk(), Search::Default).unwrap();
    let duration = cyclic.duration().0;
    let at = |k: u32| Placement::of(&cyclic.pose(VerbTime(f64::from(k) * duration)));
    let step = Placement::reposition(at(0), at(1));
    for k in 1..6 {
        let expected = step.compose(at(k));
        let got = at(k + 1);
        assert!((expected.x - got.x).hypot(expected.z - got.z) < 1e-4, "{k}: {expected:?} {got:?}");
        assert!((expected.heading - got.heading).abs() < 1e-4);
    }
    let turn = f64::from(at(1).heading - at(0).heading);
    assert!((turn - 0.7 * duration).abs() < 0.02, "{turn}");
}

#[test]
fn the_search_finds_the_true_period() {
    // The motion repeats every second; the guess is 0.1 s too long.
    let clip = made::clip(241, 60.0, 0.0, 0.0);
    let skeleton = made::skeleton(&clip);
    let guess = made::motion(&clip, &skeleton, &[("a", 0.9), ("b", 2.0)], vec![]);
    let cyclic = cycle(guess.clone(), Search::Default).unwrap();
    assert!((cyclic.duration().0 - 1.0).abs() < 1e-9, "{:?}", cyclic.duration());
    assert_eq!(cycle(guess.clone(), Search::Exact).unwrap().duration(), guess.duration());
}

#[test]
fn a_cycle_of_what_is_already_cyclic_changes_nothing() {
    let clip = made::clip(241, 60.0, 0.5, 0.0);
    let skeleton = made::skeleton(&clip);
    let one = made::motion(&clip, &skeleton, &[("a", 1.0), ("b", 2.0)], vec![]);
    let cyclic = cycle(one.clone(), Search::Exact).unwrap();
    for i in 0..=40 {
        let time = f64::from(i) / 40.0;
        let off = most_apart(&values(&cyclic, time, Position), &values(&one, time, Position));
        assert!(off < 3e-3, "{time}: {off}");
    }
}

#[test]
fn a_cycle_keeps_every_key_where_it_was() {
    let walk = made::walk();
    let cyclic = cycle(walk.clone(), Search::Default).unwrap();
    let keys = |m: &Motion| m.key_times().iter().map(|(n, k)| (n.to_string(), k.0)).collect::<Vec<_>>();
    let (before, after) = (keys(&walk), keys(&cyclic));
    assert_eq!(before.len(), after.len());
    assert_eq!(before[..2], after[..2]);
    let off = most_apart(&values(&cyclic, 0.4, Position), &values(&walk, 0.4, Position));
    assert!(off < 0.02, "{off}");
}

#[test]
fn a_head_does_not_snap_where_a_wide_gap_is_closed() {
    let (mut clip, head, gap_rad) = (made::clip(121, 60.0, 0.0, 0.0), 10, 0.5);
    let n = clip.joints.len();
    for f in 0..clip.frame_count() {
        clip.locals[f * n + head].rotation = glam::DQuat::from_rotation_y(gap_rad * f as f64 / 60.0);
    }
    let skeleton = made::skeleton(&clip);
    let turn = made::motion(&clip, &skeleton, &[("a", 0.5), ("b", 1.5)], vec![]);
    let cyclic = cycle(turn, Search::Exact).unwrap();
    // Half of the gap fades to each side as a cosine over 8 % of the cycle, whatever its size.
    let allowed = 0.5 * gap_rad * 0.5 * (std::f64::consts::PI / 0.08).powi(2);
    let dofs = skeleton.joints()[head].dofs.clone();
    for i in 0..600 {
        let accelerations = values(&cyclic, f64::from(i) / 600.0, Acceleration);
        let most = dofs.clone().map(|d| accelerations[d as usize].abs()).fold(0.0, f32::max);
        assert!(f64::from(most) < 1.5 * allowed, "{i}: {most} rad/s², {allowed} allowed");
    }
}

#[test]
fn a_wheel_keeps_turning_through_its_cycle() {
    let mut clip = made::clip(121, 60.0, 0.0, 0.0);
    let wheel = 10;
    for f in 0..clip.frame_count() {
        let n = clip.joints.len();
        clip.locals[f * n + wheel].rotation =
            glam::DQuat::from_rotation_x(std::f64::consts::TAU * f as f64 / 60.0);
    }
    let skeleton = made::skeleton(&clip);
    let turn = made::motion(&clip, &skeleton, &[("a", 0.5), ("b", 1.5)], vec![]);
    let cyclic = cycle(turn, Search::Exact).unwrap();
    let d = skeleton.joints()[wheel].dofs.start as usize;
    for i in 0..=60 {
        let speed = values(&cyclic, f64::from(i) / 60.0, Velocity)[d];
        assert!((speed.abs() - std::f32::consts::TAU).abs() < 0.05, "frame {i}: {speed}");
    }
}

#[test]
fn repositioning_a_motion_moves_it_rigidly() {
    let walk = made::walk();
    let place = Placement { x: 1.0, z: -2.0, heading: 0.5 };
    let moved = reposition(walk.clone(), place).unwrap();
    let by = Placement::reposition(Placement::of(&walk.pose(VerbTime::ZERO)), place);
    for i in 0..=10 {
        let time = VerbTime(walk.duration().0 * f64::from(i) / 10.0);
        let mut expected = walk.pose(time);
        by.apply(&mut expected);
        assert!(most_apart(&expected, &moved.pose(time)) < 1e-5);
    }
    let start = Placement::of(&reposition(walk, Placement::ORIGIN).unwrap().pose(VerbTime::ZERO));
    assert!(start.x.abs() < 1e-5 && start.z.abs() < 1e-5 && start.heading.abs() < 1e-5, "{start:?}");
}

#[test]
fn usage_is_asked_of_the_motion_below() {
    for (kind, motion) in kinds() {
        for d in 0..motion.skeleton().dofs().len() {
            assert_eq!(motion.usage(VerbTime(0.1), DofId(d as u16)), Usage::Required, "{kind}");
        }
    }
    // A recording without arms says nothing about them.
    let full = made::clip(61, 60.0, 0.0, 0.0);
    let skeleton = made::skeleton(&full);
    let mut part = full.clone();
    part.joints.truncate(11);
    part.locals = full.locals.chunks(full.joints.len()).flat_map(|frame| frame[..11].to_vec()).collect();
    let legs = made::motion(&part, &skeleton, &[("", 0.0), ("", 1.0)], vec![]);
    for joint in skeleton.joints() {
        let usage = if joint.name.contains("Arm") || joint.name.contains("Hand") {
            Usage::Undefined
        } else {
            Usage::Required
        };
        for d in joint.dofs.clone() {
            assert_eq!(legs.usage(VerbTime(0.0), DofId(d)), usage, "{}", joint.name);
            assert_eq!(mirror(legs.clone()).usage(VerbTime(0.0), DofId(d)), usage, "{}", joint.name);
        }
    }
}

#[test]
fn the_recording_goes_on_beyond_the_range() {
    let walk = made::walk();
    let (from, to) = walk.reach();
    assert!((from.0 + 0.8).abs() < 1e-9 && (to.0 - 2.2).abs() < 1e-9);
    let moved =
        walk.pose(VerbTime(-0.5))[Skeleton::X.index()] - walk.pose(VerbTime(0.0))[Skeleton::X.index()];
    assert!(moved.abs() > 0.05);
    let piece = clip(walk.clone(), CanonicalTime(0.5), CanonicalTime(1.0)).unwrap();
    assert_eq!(piece.pose(VerbTime(-0.1)), walk.pose(walk.verb_time(CanonicalTime(0.5)) - 0.1));
}
