//! On the built-in character, whose steps are known.

use adverb_author::annotate::{Annotation, annotate};
use adverb_author::clip::Clip;
use adverb_author::demo;
use adverb_author::finding::Criterion;
use adverb_author::import::{ImportOptions, import};
use glam::DVec3;

/// A recording of the built-in project.
fn recording(name: &str) -> Clip {
    let files = demo::project();
    let (_, bytes) = files.iter().find(|(file, _)| file == name).expect("a file of the built-in project");
    import(name, bytes, &ImportOptions::default()).expect("a good file")
}

fn found(name: &str) -> Annotation {
    annotate(&recording(name)).expect("a good recording")
}

#[test]
fn a_walk_is_annotated_from_left_to_left() {
    for name in ["walk_neutral.bvh", "walk_happy.bvh", "walk_sad.bvh"] {
        let found = found(name);
        println!("{name}: {}\n{:#?}", found.text(), found.comments());
        let names: Vec<&str> = found.keys.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(names, ["left-down", "right-down", "left-down"], "{name}");
        let measures = found.measures.expect("a cycle");
        assert!(measures.gap_m < 0.02, "{name}: {measures:?}");
        assert!(measures.turn_deg.abs() < 2.0, "{name}: {measures:?}");
        let [first, middle, last] = [0, 1, 2].map(|k| found.keys[k].1 as f64);
        assert!(((middle - first) / (last - first) - 0.5).abs() < 0.05, "{name}: {:?}", found.keys);
    }
}

#[test]
fn a_t_pose_before_a_walk_is_passed_over_without_a_word() {
    let mut clip = recording("walk_neutral.bvh");
    let keys = annotate(&clip).expect("a good recording").keys;
    let first: Vec<_> = clip.frame(0).to_vec();
    clip.locals.splice(0..0, first);
    clip.locals[0].translation += DVec3::new(5.0, 0.0, 0.0);
    let found = annotate(&clip).expect("a good recording");
    assert!(found.remarks.is_empty(), "{:?}", found.remarks);
    let later: Vec<_> = keys.into_iter().map(|(name, frame)| (name, frame + 1)).collect();
    assert_eq!(found.keys, later);
}

#[test]
fn what_is_measured_of_a_turn_is_the_same_wherever_it_is_walked() {
    let clip = recording("walk_turn-left.bvh");
    let mut away = clip.clone();
    let (root, count) = (0, clip.joints.len());
    away.locals
        .iter_mut()
        .skip(root)
        .step_by(count)
        .for_each(|local| local.translation += DVec3::new(7.0, 0.0, -4.0));
    let [own, there] =
        [&clip, &away].map(|clip| annotate(clip).expect("a good recording").measures.expect("a cycle"));
    assert!(own.turn_deg > 30.0, "{own:?}");
    assert!((own.speed_m_s - there.speed_m_s).abs() < 1e-3, "{own:?} {there:?}");
    assert!(
        (own.stride_m - there.stride_m).abs() < 1e-3 && own.slope_deg == there.slope_deg,
        "{own:?} {there:?}"
    );
    // It is what a verb measures.
    let straight = found("walk_neutral.bvh").measures.expect("a cycle");
    assert!((own.speed_m_s / straight.speed_m_s - 1.0).abs() < 0.15, "{own:?} {straight:?}");
}

#[test]
fn annotations_stay_when_the_figure_has_another_size() {
    let clip = recording("walk_neutral.bvh");
    let mut child = clip.clone();
    child.joints.iter_mut().for_each(|joint| joint.rest.translation *= 0.5);
    child.locals.iter_mut().for_each(|local| local.translation *= 0.5);
    // Half the size at the square root of half the time is the same movement to gravity; thresholds follow the legs.
    child.fps *= 2f64.sqrt();
    let [own, small] = [&clip, &child].map(|clip| annotate(clip).expect("a good recording").keys);
    assert_eq!(own.len(), small.len());
    for ((name, frame), (other, small)) in own.iter().zip(&small) {
        assert_eq!(name, other);
        assert!(frame.abs_diff(*small) <= 2, "{name}: {frame} {small}");
    }
}

#[test]
fn annotations_stay_when_there_are_fewer_frames() {
    let clip = recording("walk_neutral.bvh");
    let secs = |clip: &Clip| -> Vec<(String, f64)> {
        let keys = annotate(clip).expect("a good recording").keys;
        keys.into_iter().map(|(name, frame)| (name, frame as f64 / clip.fps)).collect()
    };
    let own = secs(&clip);
    for every in [2, 3] {
        let mut sparse = clip.clone();
        sparse.fps /= every as f64;
        sparse.locals = clip.locals.chunks(clip.joints.len()).step_by(every).flatten().copied().collect();
        for ((name, secs), (other, sparse_secs)) in own.iter().zip(secs(&sparse)) {
            assert_eq!(*name, other);
            assert!((secs - sparse_secs).abs() < 0.05, "every {every}: {name} {secs} {sparse_secs}");
        }
    }
}

#[test]
fn a_file_that_is_one_cycle_has_the_keys_of_its_steps() {
    let clip = recording("walk_neutral.bvh");
    let found = annotate(&clip).expect("a good recording");
    let [first, middle, last] = [0, 1, 2].map(|k| found.keys[k].1);
    let cut = |from: usize, to: usize| {
        let mut cut = clip.clone();
        cut.locals = clip.locals[from * clip.joints.len()..(to + 1) * clip.joints.len()].to_vec();
        annotate(&cut).expect("a good recording").keys
    };
    let names = |keys: &[(String, usize)]| keys.iter().map(|key| key.0.clone()).collect::<Vec<_>>();
    let whole = cut(first + 1, last + 1);
    assert_eq!(names(&whole), ["left-down", "right-down", "left-down"], "{whole:?}");
    assert!(whole[1].1.abs_diff(middle - first) <= 3, "{whole:?}");
    let between = cut(first - 8, last - 8);
    assert_eq!(names(&between), ["start", "left-down", "right-down", "end"], "{between:?}");
}

#[test]
fn heels_land_no_later_than_balls() {
    use adverb_author::motion::{Recording, basic};
    use adverb_author::{rig, support};
    use std::sync::Arc;
    let (mut earlier, mut count) = (0, 0);
    for name in ["walk_neutral.bvh", "walk_fast.bvh", "walk_sneaky.bvh", "run.bvh"] {
        let clip = recording(name);
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let raw = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
        let motion = basic::whole(skeleton, raw).unwrap();
        for foot in support::feet(motion.skeleton()) {
            let phases = support::phases(&motion, &foot, false);
            let contacts = support::contacts(&motion, &foot);
            assert_eq!(phases.len(), contacts.len());
            for (phase, contact) in phases.iter().zip(&contacts) {
                let lead_secs = motion.verb_time(phase.from) - contact.down;
                assert!((0.0..0.2).contains(&lead_secs), "{name}: {lead_secs}");
                assert_eq!(motion.verb_time(phase.to), contact.up);
                (earlier, count) = (earlier + usize::from(lead_secs > 0.02), count + 1);
            }
        }
    }
    println!("{earlier} of {count} land on the heel");
    assert!(earlier > 0, "who walks lands on the heel");
}

#[test]
fn a_mirrored_walk_has_the_feet_changed() {
    use adverb_author::motion::{Recording, basic, mirror};
    use adverb_author::{rig, sample};
    use std::sync::Arc;
    let clip = recording("walk_neutral.bvh");
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let raw = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
    let mirrored = mirror(Arc::new(basic::whole(skeleton, raw).unwrap()));
    let image = sample::sample(&mirrored, sample::Rate::Near(clip.fps), clip.source.clone()).unwrap();
    let [own, other] = [&clip, &image].map(|clip| annotate(clip).expect("a good recording").contacts);
    for k in 0..2 {
        assert_eq!(own[k].1.len(), other[1 - k].1.len());
        for (a, b) in own[k].1.iter().zip(&other[1 - k].1) {
            for (a, b) in a.iter().zip(b) {
                assert!(a.unwrap_or(0).abs_diff(b.unwrap_or(0)) <= 1, "{own:?} {other:?}");
            }
        }
    }
}

#[test]
fn who_bows_and_stays_so_does_not_leave() {
    let mut half = recording("bow.bvh");
    let (joints, frames) = (half.joints.len(), half.frame_count());
    half.locals.truncate(frames / 2 * joints);
    let found = annotate(&half).expect("a good recording");
    assert!(found.remarks.iter().any(|remark| remark.criterion == Criterion::NoReturn), "{found:?}");
    let names: Vec<&str> = found.keys.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["start", "arrive", "end"]);
    // And the other way round, who stands up leaves.
    let mut rest = recording("bow.bvh");
    rest.locals.drain(..frames / 2 * joints);
    let found = annotate(&rest).expect("a good recording");
    assert!(found.remarks.iter().any(|remark| remark.criterion == Criterion::NoReturn), "{found:?}");
}

#[test]
fn whoever_stands_has_the_keys_of_a_gesture_or_none() {
    let wave = demo::project().into_iter().map(|(name, _)| name).find(|name| name.contains("wave"));
    let found = found(&wave.expect("a gesture"));
    println!("{}\n{:#?}", found.text(), found.comments());
    let names: Vec<&str> = found.keys.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(names, ["start", "arrive", "leave", "end"]);
    // As its formula has it: up within 0.6 s, down from 2.0 s on, to and fro three times meanwhile.
    let secs: Vec<f64> =
        found.keys.iter().map(|(_, frame)| *frame as f64 / recording("wave.bvh").fps).collect();
    assert!((0.3..0.75).contains(&secs[1]) && (1.85..2.4).contains(&secs[2]), "{secs:?}");
    assert!(
        found
            .strokes
            .as_ref()
            .is_some_and(|(joint, turns)| joint.contains("Right") && (5..=7).contains(turns)),
        "{found:?}"
    );
    let mut still = recording("walk_neutral.bvh");
    let joints = still.joints.len();
    let pose = still.locals[..joints].to_vec();
    still.locals.chunks_exact_mut(joints).for_each(|frame| frame.copy_from_slice(&pose));
    let found = annotate(&still).expect("a good recording");
    assert!(
        found.keys.is_empty() && found.remarks.iter().any(|r| r.criterion == Criterion::OnlyPose),
        "{found:?}"
    );
}

#[test]
fn a_figure_without_feet_is_said_to_have_none() {
    let mut clip = recording("walk_neutral.bvh");
    clip.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.name = format!("bone{j}"));
    let found = annotate(&clip).expect("a good recording");
    assert!(found.contacts.is_empty(), "{found:?}");
    assert!(found.remarks.iter().any(|remark| remark.criterion == Criterion::Contacts), "{found:?}");
    assert_eq!(found.keys.first().map(|(name, _)| name.as_str()), Some("start"));
}

#[test]
fn one_frame_is_a_pose() {
    let mut clip = recording("walk_neutral.bvh");
    clip.locals.truncate(clip.joints.len());
    let found = annotate(&clip).expect("a pose");
    assert!(
        found.keys.is_empty() && found.remarks.iter().any(|r| r.criterion == Criterion::OnlyPose),
        "{found:?}"
    );
}
