//! On made motions, where it is known when feet carry.

use std::sync::Arc;

use adverb_author::clip::Clip;
use adverb_author::gait::{self, Pace, Style, styles, synthesise, synthesise_around};
use adverb_author::motion::{Motion, Recording, Search, basic, cycle, mirror};
use adverb_author::rig;
use adverb_author::sample::{Rate, sample};
use adverb_author::sides::Side;
use adverb_author::support::{Phase, feet, phases};
use glam::{DQuat, DVec3};

use super::{all_phases, apart, coverage, place};

/// A clip from one frame to another.
fn piece(clip: &Clip, frames: &[usize]) -> Arc<Motion> {
    let skeleton = Arc::new(rig::skeleton_of(clip).unwrap());
    let recording = Arc::new(Recording::raw(&skeleton, clip).unwrap());
    let keys: Vec<_> = frames.iter().map(|&f| (String::new(), f as f64 / clip.fps)).collect();
    Arc::new(basic(skeleton, recording, &keys, vec![]).unwrap())
}

fn whole(clip: &Clip) -> Arc<Motion> {
    piece(clip, &[0, clip.frame_count() - 1])
}

fn cyclic(clip: &Clip, frames: &[usize]) -> Motion {
    cycle(piece(clip, frames), Search::Exact).unwrap()
}

fn style_named(name: &str) -> Style {
    styles().into_iter().find(|s| s.name == name).expect("a built-in style")
}

/// The humanoid in its rest pose for two seconds, each frame changed as wanted.
fn standing(change: impl Fn(usize, &Clip, &mut [adverb_author::clip::Transform])) -> Clip {
    let mut clip = synthesise(&style_named("neutral")).clip;
    let rest = clip.rest();
    clip.locals = rest.repeat(121);
    let before = clip.clone();
    for (frame, locals) in clip.locals.chunks_mut(rest.len()).enumerate() {
        change(frame, &before, locals);
    }
    clip
}

#[test]
fn phases_hold_the_supports_of_the_walker_and_end_near_them() {
    for style in styles() {
        let gait = synthesise(&style);
        let motion = cyclic(&gait.clip, &[gait.keys[0], gait.keys[2]]);
        let frames = (gait.keys[2] - gait.keys[0]) as f64;
        for (foot, phases) in all_phases(&motion, true) {
            assert_eq!(phases.len(), 1, "{} {:?}", style.name, foot.side);
            let Phase { from, to } = phases[0];
            let length = |s: &&gait::Support| s.to - s.from;
            let own = gait.supports.iter().filter(|s| Some(s.side) == foot.side).max_by_key(length).unwrap();
            let own = [own.from, own.to].map(|f| (f as f64 - gait.keys[0] as f64) / frames);
            let round = ((own[0] + own[1]) / 2.0 - (from.0 + to.0) / 2.0).round();
            let (from, to) = (from.0 + round, to.0 + round);
            assert!(
                from < own[0] + 1.0 / frames && to > own[1] - 1.0 / frames,
                "{} {from} {to} {own:?}",
                style.name
            );
            // The walker's ball hovers slowly to its place and leaves it slowly: it may carry while it is as good as there.
            let there = place(&motion, foot.ball, (own[0] + own[1]) / 2.0);
            for i in 0..=50 {
                let away =
                    place(&motion, foot.ball, from + (to - from) * f64::from(i) / 50.0).distance(there);
                assert!(away < 0.035, "{} {:?} {away}", style.name, foot.side);
            }
        }
    }
}

#[test]
fn a_walk_always_has_a_foot_down_and_a_run_flies() {
    for style in styles() {
        let gait = synthesise(&style);
        let covered = coverage(&all_phases(&cyclic(&gait.clip, &gait.keys), true));
        match style.pace {
            Pace::Walk => assert!(covered >= 0.98, "{} {covered}", style.name),
            Pace::Run => assert!(covered < 0.8, "{} {covered}", style.name),
        }
    }
}

#[test]
fn who_stands_stands_all_the_time() {
    let sway = |frame: usize, _: &Clip, locals: &mut [adverb_author::clip::Transform]| {
        locals[0].translation.x += 0.004 * (frame as f64 / 10.0).sin();
    };
    for clip in [standing(|_, _, _| {}), standing(sway)] {
        let motion = whole(&clip);
        for (_, phases) in all_phases(&motion, false).into_iter().chain(all_phases(&motion, true)) {
            assert_eq!(phases, [Phase::WHOLE]);
        }
    }
    // However short.
    let moment = piece(&standing(|_, _, _| {}), &[0, 1]);
    assert!(all_phases(&moment, false).iter().all(|(_, phases)| phases[..] == [Phase::WHOLE]));
}

#[test]
fn a_foot_in_the_air_does_not_carry() {
    let clip = standing(|_, clip, locals| {
        for (name, bend) in [("LeftUpLeg", -1.0), ("LeftLeg", 1.2)] {
            locals[clip.joint_named(name).unwrap()].rotation = DQuat::from_rotation_x(bend);
        }
    });
    let feet = all_phases(&whole(&clip), false);
    assert_eq!(feet[0].0.side, Some(Side::Left));
    assert_eq!(feet[0].1, []);
    assert_eq!(feet[1].1, [Phase::WHOLE]);
}

#[test]
fn nothing_carries_who_flies() {
    let clip = standing(|frame, _, locals| locals[0].translation.z += 2.0 * frame as f64 / 60.0);
    assert!(all_phases(&whole(&clip), false).iter().all(|(_, phases)| phases.is_empty()));
}

#[test]
fn feet_that_slide_give_phases_that_can_be_used() {
    // A moonwalk: the walker backwards over the ground while its legs walk on; and a treadmill.
    for forward in [-1.0, 0.0] {
        let mut clip = synthesise(&style_named("neutral")).clip;
        let joints = clip.joints.len();
        for locals in clip.locals.chunks_mut(joints) {
            locals[0].translation.z *= forward;
        }
        for (_, phases) in all_phases(&whole(&clip), false).into_iter().chain(all_phases(&whole(&clip), true))
        {
            for p in &phases {
                assert!((0.0..1.0).contains(&p.from.0) && p.from < p.to && p.length() <= 1.0, "{p:?}");
            }
        }
    }
}

#[test]
fn a_mirror_image_has_the_other_foots_phases() {
    for name in ["neutral", "turn-left", "run"] {
        let gait = synthesise(&style_named(name));
        let motion = Arc::new(cyclic(&gait.clip, &gait.keys));
        let image = mirror(motion.clone());
        let [left, right] = &feet(motion.skeleton())[..] else { panic!("two feet") };
        for (foot, other) in [(left, right), (right, left)] {
            let off = apart(&phases(&motion, foot, true), &phases(&image, other, true), 0.0);
            assert!(off < 1e-4, "{name} {off}");
        }
    }
}

#[test]
fn phases_do_not_depend_on_the_seam() {
    for name in ["happy", "fast", "turn-right", "sad", "run"] {
        let gait = synthesise_around(&style_named(name), 130);
        let frames = gait.keys[2] - gait.keys[0];
        let starting = |at: usize| cyclic(&gait.clip, &[gait.keys[0] + at, gait.keys[2] + at]);
        let here = all_phases(&starting(0), true);
        for at in (0..frames).step_by(7) {
            for (a, b) in here.iter().zip(all_phases(&starting(at), true)) {
                let off = apart(&a.1, &b.1, at as f64 / frames as f64) * frames as f64;
                assert!(off < 0.3, "{name} from frame {at}: {off} frames");
            }
        }
    }
}

#[test]
fn phases_do_not_depend_on_the_size() {
    let gait = synthesise(&style_named("brisk"));
    let usual = all_phases(&piece(&gait.clip, &gait.keys), true);
    for scale in [0.02, 30.0] {
        let mut clip = gait.clip.clone();
        let scaled = clip.locals.iter_mut().chain(clip.joints.iter_mut().map(|j| &mut j.rest));
        scaled.for_each(|local| local.translation *= scale);
        for (a, b) in usual.iter().zip(all_phases(&piece(&clip, &gait.keys), true)) {
            assert!(apart(&a.1, &b.1, 0.0) < 2e-3, "{scale}: {:?} {:?}", a.1, b.1);
        }
    }
}

#[test]
fn phases_do_not_depend_on_the_frame_rate() {
    for style in styles() {
        let gait = synthesise(&style);
        let motion = cyclic(&gait.clip, &gait.keys);
        let at = |fps: f64| {
            let clip = sample(&motion, Rate::Near(fps), gait.clip.source.clone()).unwrap();
            all_phases(&cyclic(&clip, &[0, clip.frame_count() - 1]), true)
        };
        for (a, b) in at(30.0).iter().zip(at(120.0)) {
            let off = apart(&a.1, &b.1, 0.0) * motion.duration().0;
            assert!(off < 1.0 / 30.0, "{} {off} s", style.name);
        }
    }
}

#[test]
fn slopes_are_floors_too() {
    let gait = synthesise(&style_named("neutral"));
    let level = all_phases(&piece(&gait.clip, &gait.keys), false);
    for degrees in [-12.0f64, 12.0] {
        let mut clip = gait.clip.clone();
        let joints = clip.joints.len();
        let turn = DQuat::from_rotation_x(degrees.to_radians());
        for locals in clip.locals.chunks_mut(joints) {
            locals[0].translation = turn * locals[0].translation;
            locals[0].rotation = turn * locals[0].rotation;
        }
        for (a, b) in level.iter().zip(all_phases(&piece(&clip, &gait.keys), false)) {
            assert!(apart(&a.1, &b.1, 0.0) < 0.05, "{degrees}: {:?} {:?}", a.1, b.1);
        }
    }
}

#[test]
fn a_spike_does_not_part_a_phase() {
    let gait = synthesise(&style_named("neutral"));
    let clean = all_phases(&cyclic(&gait.clip, &gait.keys), true);
    let mut clip = gait.clip.clone();
    let joints = clip.joints.len();
    let middle = gait.keys[0] + 20;
    clip.locals[middle * joints].translation += DVec3::new(0.02, 0.02, 0.02);
    for (a, b) in clean.iter().zip(all_phases(&cyclic(&clip, &gait.keys), true)) {
        assert!(apart(&a.1, &b.1, 0.0) < 0.02, "{:?} {:?}", a.1, b.1);
    }
}

#[test]
fn feet_are_known_by_name() {
    let gait = synthesise(&style_named("neutral"));
    let skeleton = rig::skeleton_of(&gait.clip).unwrap();
    let named = |joint| &skeleton.joint(joint).name;
    for (foot, side) in feet(&skeleton).iter().zip(["Left", "Right"]) {
        let limb = foot.limb.unwrap();
        assert_eq!(format!("{:?}", foot.side.unwrap()), side);
        let names = [limb.upper, limb.middle, limb.end, foot.ball].map(named);
        assert_eq!(names, ["UpLeg", "Leg", "Foot", "ToeBase"].map(|part| format!("{side}{part}")).each_ref());
    }
    // Without toes the ankle it is, and without a knee there is no limb.
    let mut clip = gait.clip.clone();
    for joint in &mut clip.joints {
        joint.name = joint.name.replace("ToeBase", "Tip").replace("LeftLeg", "Left");
    }
    let skeleton = rig::skeleton_of(&clip).unwrap();
    let [left, right] = feet(&skeleton)[..] else { panic!("two feet") };
    assert_eq!(skeleton.joint(left.ball).name, "LeftFoot");
    assert_eq!(left.limb, None);
    assert_eq!(right.limb.map(|limb| limb.end), Some(right.ball));
    assert_eq!(all_phases(&whole(&clip), false).len(), 2);
    // Nothing is called a foot.
    clip.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.name = format!("Part{j}"));
    assert_eq!(feet(&rig::skeleton_of(&clip).unwrap()), []);
}
