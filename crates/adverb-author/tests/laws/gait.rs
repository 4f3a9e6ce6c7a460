//! Laws of the built-in walker, held for every style.

use std::sync::Arc;

use adverb::VerbTime;
use adverb::kinematics::world_transforms;
use adverb_author::clip::Transform;
use adverb_author::gait::{Gait, HEEL, Pace, SOLE_M, Style, humanoid, styles, synthesise, synthesise_around};
use adverb_author::motion::{Recording, Search, basic, cycle};
use adverb_author::rig;
use adverb_author::sides::Side;
use glam::{Affine3A, DQuat, DVec3, Vec3A};

/// World transforms of all joints at each frame.
fn worlds(gait: &Gait) -> Vec<Vec<Transform>> {
    let clip = &gait.clip;
    (0..clip.frame_count()).map(|f| clip.world(clip.frame(f))).collect()
}

fn joint(gait: &Gait, side: Side, name: &str) -> usize {
    gait.clip.joint_named(&format!("{side:?}{name}")).expect("the humanoid has it")
}

/// What carries the first pose of the cycle to the last: a move over the ground and a turn about the vertical.
fn moved_on(gait: &Gait) -> Transform {
    let root = |frame: usize| gait.clip.frame(frame)[0];
    let (first, last) = (root(gait.keys[0]), root(gait.keys[2]));
    last.compose(first.inverse())
}

/// Bend of each knee at each frame, in degrees; negative would be the wrong way.
fn knee_deg(gait: &Gait, side: Side) -> Vec<f64> {
    let knee = joint(gait, side, "Leg");
    let bend = |f: usize| {
        let axis = gait.clip.frame(f)[knee].rotation.to_scaled_axis();
        axis.x.to_degrees()
    };
    (0..gait.clip.frame_count()).map(bend).collect()
}

/// How high a point is above the path at a frame, which rises evenly with the travel.
fn above_the_path(style: &Style, at: DVec3) -> f64 {
    at.y - style.slope_deg.to_radians().tan() * at.z
}

fn style_named(name: &str) -> Style {
    styles().into_iter().find(|s| s.name == name).expect("a built-in style")
}

#[test]
fn the_ball_of_the_support_foot_stays() {
    for style in styles() {
        let gait = synthesise_around(&style, 60);
        let worlds = worlds(&gait);
        let mut most: f64 = 0.0;
        assert!(gait.supports.len() >= 4, "{}", style.name);
        for support in &gait.supports {
            let ball = joint(&gait, support.side, "ToeBase");
            let places = worlds[support.from..=support.to].iter().map(|w| w[ball].translation);
            let first = worlds[support.from][ball].translation;
            most = places.map(|p| p.distance(first)).fold(most, f64::max);
        }
        println!("{:10} ball moves {:.4} mm", style.name, 1000.0 * most);
        assert!(most < 0.001, "{}: the ball moves {most} m", style.name);
    }
}

#[test]
fn feet_do_not_sink() {
    for style in styles() {
        let gait = synthesise(&style);
        for (frame, world) in worlds(&gait).iter().enumerate() {
            for side in Side::BOTH {
                let ankle = world[joint(&gait, side, "Foot")];
                let heel = ankle.translation + ankle.rotation * HEEL;
                let ball = world[joint(&gait, side, "ToeBase")].translation;
                let toes = world[joint(&gait, side, "ToeBase_End")].translation;
                for (part, at) in [("heel", heel), ("ball", ball), ("toes", toes)] {
                    assert!(
                        above_the_path(&style, at) > SOLE_M - 1e-3,
                        "{} {side:?} {part} at {} in frame {frame}",
                        style.name,
                        above_the_path(&style, at)
                    );
                }
            }
        }
    }
}

#[test]
fn some_foot_stands_in_a_walk_and_a_run_flies() {
    for style in styles() {
        let gait = synthesise(&style);
        let low = |world: &[Transform]| {
            let height = |side| {
                let ankle = world[joint(&gait, side, "Foot")];
                let heel = ankle.translation + ankle.rotation * HEEL;
                let ball = world[joint(&gait, side, "ToeBase")].translation;
                let toes = world[joint(&gait, side, "ToeBase_End")].translation;
                let soles = [heel, ball, toes].map(|at| above_the_path(&style, at));
                soles.into_iter().fold(f64::MAX, f64::min) - SOLE_M / style.slope_deg.to_radians().cos()
            };
            height(Side::Left).min(height(Side::Right))
        };
        let highest = worlds(&gait).iter().map(|w| low(w)).fold(0.0, f64::max);
        match style.pace {
            Pace::Walk => assert!(highest < 1e-3, "{} floats by {highest}", style.name),
            Pace::Run => assert!(highest > 0.02, "{} does not fly", style.name),
        }
    }
}

#[test]
fn knees_do_not_snap() {
    for style in styles() {
        let gait = synthesise(&style);
        for side in Side::BOTH {
            let bend = knee_deg(&gait, side);
            let least = bend.iter().copied().fold(f64::MAX, f64::min);
            let fps = gait.clip.fps;
            let sharpest =
                bend.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).abs() * fps * fps).fold(0.0, f64::max);
            println!("{:10} {side:?} least {least:.1}°, sharpest {sharpest:.0}°/s²", style.name);
            assert!(least > 8.0, "{} {side:?} knee straightens to {least}°", style.name);
            // CMU's recorded walks, sampled like this, reach 15 000 to 70 000.
            let bound = if style.pace == Pace::Run { 35e3 } else { 30e3 };
            assert!(sharpest < bound, "{} {side:?} knee at {sharpest}°/s²", style.name);
        }
    }
}

#[test]
fn the_last_pose_is_the_first_moved_on() {
    for style in styles() {
        let gait = synthesise(&style);
        let worlds = worlds(&gait);
        let on = moved_on(&gait);
        assert!(
            above_the_path(&style, on.translation).abs() < 1e-9
                && on.rotation.x.abs() + on.rotation.z.abs() < 1e-9
        );
        for (first, last) in worlds[gait.keys[0]].iter().zip(&worlds[gait.keys[2]]) {
            assert!(on.compose(*first).translation.distance(last.translation) < 1e-9, "{}", style.name);
        }
    }
}

#[test]
fn velocity_and_acceleration_meet_at_the_seam() {
    for style in styles() {
        let gait = synthesise(&style);
        let worlds = worlds(&gait);
        let on = moved_on(&gait);
        let (start, end) = (gait.keys[0], gait.keys[2]);
        // The frames around the start, moved on, are those around the end, so all differences between them agree.
        for step in 1..=4 {
            for (here, there) in [(start - step, end - step), (start + step, end + step)] {
                for (first, last) in worlds[here].iter().zip(&worlds[there]) {
                    assert!(
                        on.compose(*first).translation.distance(last.translation) < 1e-9,
                        "{}",
                        style.name
                    );
                }
            }
        }
    }
}

#[test]
fn synthesis_is_deterministic() {
    for style in styles() {
        assert_eq!(synthesise(&style), synthesise(&style));
    }
}

#[test]
fn left_and_right_are_half_a_cycle_apart() {
    let mirrored = |p: DVec3| DVec3::new(-p.x, p.y, p.z);
    for style in styles().into_iter().filter(|s| s.limp == 0.0 && s.turn_deg_per_cycle == 0.0) {
        let gait = synthesise(&style);
        let worlds = worlds(&gait);
        let half = gait.keys[1] - gait.keys[0];
        assert_eq!(2 * half, gait.keys[2] - gait.keys[0], "{}", style.name);
        let ahead = style.speed_m_s * half as f64 / gait.clip.fps;
        let step = DVec3::new(0.0, style.slope_deg.to_radians().tan() * ahead, ahead);
        for (j, other) in gait.clip.joints.iter().enumerate() {
            let twin = match other.name.strip_prefix("Left") {
                Some(rest) => gait.clip.joint_named(&format!("Right{rest}")).expect("both sides"),
                None if other.name.starts_with("Right") => continue,
                None => j,
            };
            for frame in 0..worlds.len() - half {
                let here = worlds[frame][j].translation;
                let there = worlds[frame + half][twin].translation;
                assert!((mirrored(here) + step).distance(there) < 1e-9, "{} {}", style.name, other.name);
            }
        }
    }
}

#[test]
fn arms_swing_against_the_legs() {
    for style in styles().into_iter().filter(|s| s.arm_swing_deg > 10.0 && s.turn_deg_per_cycle == 0.0) {
        let gait = synthesise(&style);
        let worlds = worlds(&gait);
        let hands = Side::BOTH.map(|side| joint(&gait, side, "Hand"));
        let ahead =
            |frame: usize| (worlds[frame][hands[0]].translation - worlds[frame][hands[1]].translation).z;
        assert!(ahead(gait.keys[0]) < 0.0 && ahead(gait.keys[1]) > 0.0, "{}", style.name);
    }
}

#[test]
fn turning_styles_turn_by_what_they_say() {
    for style in styles() {
        let gait = synthesise(&style);
        let turned = moved_on(&gait).rotation.to_scaled_axis().y.to_degrees();
        assert!((turned - style.turn_deg_per_cycle).abs() < 1e-6, "{} turns {turned}°", style.name);
    }
    assert!(style_named("turn-left").turn_deg_per_cycle > 0.0);
    assert!(style_named("turn-right").turn_deg_per_cycle < 0.0);
}

#[test]
fn speed_is_what_the_style_says() {
    for style in styles() {
        let gait = synthesise(&style);
        let worlds = worlds(&gait);
        let [start, _, end] = gait.keys;
        let chord = (worlds[end][0].translation - worlds[start][0].translation).with_y(0.0).length();
        let half = 0.5 * style.turn_deg_per_cycle.to_radians().abs();
        let length = if half > 0.0 { chord * half / half.sin() } else { chord };
        let speed = length * gait.clip.fps / (end - start) as f64;
        assert!((speed / style.speed_m_s - 1.0).abs() < 0.01, "{}: {speed} m/s", style.name);
        let cadence = 120.0 * gait.clip.fps / (end - start) as f64;
        assert!((cadence / style.cadence_steps_per_min - 1.0).abs() < 0.02, "{}: {cadence}", style.name);
    }
}

#[test]
fn bones_keep_their_length_and_only_the_root_travels() {
    for style in styles() {
        let gait = synthesise(&style);
        for frame in 0..gait.clip.frame_count() {
            for (joint, local) in gait.clip.joints.iter().zip(gait.clip.frame(frame)).skip(1) {
                assert_eq!(joint.rest.translation, local.translation);
                assert!((local.rotation.length() - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn no_joint_jumps_between_frames() {
    for style in styles() {
        let gait = synthesise(&style);
        for frame in 1..gait.clip.frame_count() {
            let pairs = gait.clip.frame(frame - 1).iter().zip(gait.clip.frame(frame));
            for ((before, after), joint) in pairs.zip(&gait.clip.joints) {
                let turn = before.rotation.angle_between(after.rotation).to_degrees();
                assert!(turn < 20.0, "{} {} turns {turn}° in frame {frame}", style.name, joint.name);
            }
        }
    }
}

#[test]
fn the_humanoid_is_symmetric_and_stands_on_the_floor() {
    let joints = humanoid();
    let clip = synthesise(&Style::NEUTRAL).clip;
    assert_eq!(clip.joints, joints);
    let world = clip.world(&clip.rest());
    let at = |name: &str| world[clip.joint_named(name).expect("joint")].translation;
    for joint in joints.iter().filter(|j| j.name.starts_with("Left")) {
        let (left, right) = (at(&joint.name), at(&joint.name.replace("Left", "Right")));
        assert_eq!(DVec3::new(-left.x, left.y, left.z), right, "{}", joint.name);
        assert!(left.x > 0.0);
    }
    assert!((at("Head_End").y - 1.75).abs() < 0.01, "{}", at("Head_End").y);
    assert!((at("LeftToeBase").y - SOLE_M).abs() < 1e-12);
    assert!(joints.iter().all(|j| j.rest.rotation == DQuat::IDENTITY));
    assert_eq!(joints.iter().filter(|j| !j.end).count(), 21);
}

#[test]
fn styles_beyond_what_a_body_can_do_still_give_a_pose() {
    let strange = [
        Style { speed_m_s: 0.0, ..Style::NEUTRAL },
        Style { speed_m_s: 9.0, cadence_steps_per_min: 60.0, ..Style::NEUTRAL },
        Style { cadence_steps_per_min: 2000.0, ..Style::NEUTRAL },
        Style { stance_fraction: 0.0, pace: Pace::Run, ..Style::NEUTRAL },
        Style { stance_fraction: 1.0, limp: 3.0, ..Style::NEUTRAL },
        Style { turn_deg_per_cycle: 720.0, step_width_m: 1.5, ..Style::NEUTRAL },
        Style { crouch_deg: 150.0, knee_lift_deg: 90.0, ..Style::NEUTRAL },
    ];
    for style in strange {
        let gait = synthesise(&style);
        assert!(
            gait.clip.locals.iter().all(|t| t.translation.is_finite() && t.rotation.is_finite()),
            "{style:?}"
        );
    }
}

#[test]
fn a_cycle_keeps_planted_feet_planted() {
    for style in styles() {
        let gait = synthesise(&style);
        let skeleton = Arc::new(rig::skeleton_of(&gait.clip).unwrap());
        let recording = Arc::new(Recording::raw(&skeleton, &gait.clip).unwrap());
        let secs = |frame: usize| frame as f64 / gait.clip.fps;
        let keys = gait.keys.map(|frame| (String::new(), secs(frame)));
        let walk = Arc::new(basic(skeleton.clone(), recording, &keys, vec![]).unwrap());
        let cyclic = cycle(walk, Search::Default).unwrap();
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        for support in &gait.supports {
            let ball = match support.side {
                Side::Left => skeleton.joint_named("LeftToeBase").unwrap(),
                Side::Right => skeleton.joint_named("RightToeBase").unwrap(),
            };
            let within = support.from.max(gait.keys[0])..=support.to.min(gait.keys[2]);
            let places: Vec<Vec3A> = within
                .map(|frame| {
                    let pose = cyclic.pose(VerbTime(secs(frame) - secs(gait.keys[0])));
                    world_transforms(&skeleton, &pose, &mut world);
                    world[ball.index()].translation
                })
                .collect();
            let moved = places.iter().map(|p| p.distance(places[0])).fold(0.0, f32::max);
            assert!(moved < 0.003, "{}: {:?} moves by {moved} m", style.name, support.side);
        }
    }
}
