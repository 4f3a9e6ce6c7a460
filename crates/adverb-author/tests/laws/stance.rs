//! Laws of what the built-in figure does on the spot.

use adverb_author::clip::Transform;
use adverb_author::gait::stance::{Act, Idle, Mood, gestures, idles, reaches};
use adverb_author::gait::{HEEL, LEAD_FRAMES, SOLE_M};
use adverb_author::sides::Side;
use glam::DVec3;

fn acts() -> Vec<Act> {
    let idles = idles().into_iter().map(|idle| idle.act);
    idles.chain(reaches().into_iter().map(|reach| reach.act)).chain(gestures()).collect()
}

fn gesture(name: &str) -> Act {
    gestures().into_iter().find(|act| act.name == name).expect("a gesture")
}

fn neutral_idle() -> Act {
    let neutral = |idle: &Idle| idle.set == "idle" && idle.mood == Mood::Neutral;
    idles().into_iter().find(neutral).expect("an idle").act
}

fn worlds(act: &Act) -> Vec<Vec<Transform>> {
    (0..act.clip.frame_count()).map(|f| act.clip.world(act.clip.frame(f))).collect()
}

fn joint(act: &Act, name: &str) -> usize {
    act.clip.joint_named(name).expect("the humanoid has it")
}

fn key(act: &Act, name: &str) -> usize {
    act.keys.iter().find(|(key, _)| *key == name).expect("a key-time").1
}

#[test]
fn feet_stay_on_the_floor_where_they_are() {
    for act in acts() {
        let worlds = worlds(&act);
        for side in Side::BOTH {
            let [ankle, ball, tip] =
                ["Foot", "ToeBase", "ToeBase_End"].map(|name| joint(&act, &format!("{side:?}{name}")));
            for world in &worlds {
                let moved = world[ball].translation.distance(worlds[0][ball].translation);
                assert!(moved < 1e-9, "{} {side:?}: {moved} m", act.name);
                let heel = world[ankle].translation + world[ankle].rotation * HEEL;
                for at in [heel, world[ball].translation, world[tip].translation] {
                    assert!(at.y > SOLE_M - 1e-6, "{} {side:?} sinks to {}", act.name, at.y);
                }
            }
        }
    }
}

#[test]
fn idles_begin_again_without_a_seam() {
    for Idle { act, .. } in idles() {
        let worlds = worlds(&act);
        let (first, last) = (act.keys[0].1, act.keys[act.keys.len() - 1].1);
        assert_eq!((first, last + LEAD_FRAMES + 1), (LEAD_FRAMES, worlds.len()), "{}", act.name);
        for step in -4..=4i64 {
            let at = |frame: usize| &worlds[(frame as i64 + step) as usize];
            for (a, b) in at(first).iter().zip(at(last)) {
                assert!(a.translation.distance(b.translation) < 1e-9, "{}", act.name);
            }
        }
    }
}

#[test]
fn what_is_done_once_begins_and_ends_in_the_stance_of_the_idle() {
    let idle = neutral_idle();
    let stance = &worlds(&idle)[key(&idle, "still")];
    for act in reaches().into_iter().map(|reach| reach.act).chain(gestures()) {
        let worlds = worlds(&act);
        let joints = act.clip.joints.iter().enumerate();
        for (j, joint) in joints {
            for world in [&worlds[0], &worlds[worlds.len() - 1]] {
                let off = world[j].translation.distance(stance[j].translation);
                // The weight may already be on its way to a leg.
                assert!(off < 0.01, "{} {}: {off} m", act.name, joint.name);
            }
            let ends = worlds[0][j].translation.distance(worlds[worlds.len() - 1][j].translation);
            assert!(ends < 1e-9, "{} {}: {ends} m", act.name, joint.name);
        }
    }
}

#[test]
fn nothing_jumps() {
    for act in acts() {
        let worlds = worlds(&act);
        let fps = act.clip.fps;
        let mut hardest = (0.0, String::new());
        for frame in 2..worlds.len() {
            for (j, joint) in act.clip.joints.iter().enumerate() {
                let [a, b, c] = [frame - 2, frame - 1, frame].map(|f| worlds[f][j].translation);
                let hard = (a - 2.0 * b + c).length() * fps * fps;
                if hard > hardest.0 {
                    hardest = (hard, format!("{} in frame {frame}", joint.name));
                }
                let turn =
                    act.clip.frame(frame)[j].rotation.angle_between(act.clip.frame(frame - 1)[j].rotation);
                assert!(turn.to_degrees() < 13.0, "{} {}: {turn} rad in a frame", act.name, joint.name);
            }
        }
        println!("{:24} at most {:.1} m/s², {}", act.name, hardest.0, hardest.1);
        // A waving hand pulls 4 g.
        assert!(hardest.0 < 45.0, "{}: {hardest:?} m/s²", act.name);
    }
}

#[test]
fn joints_bend_only_the_way_they_can() {
    for act in acts() {
        for f in 0..act.clip.frame_count() {
            let frame = act.clip.frame(f);
            for (side, sign) in [(Side::Left, -1.0), (Side::Right, 1.0)] {
                let turn = |name: &str| frame[joint(&act, &format!("{side:?}{name}"))].rotation;
                let knee = turn("Leg").to_scaled_axis().x.to_degrees();
                assert!((8.0..150.0).contains(&knee), "{} {side:?} knee at {knee}°", act.name);
                // Bent, then twisted about the forearm, whose image tells the bend alone.
                let forearm = turn("ForeArm") * DVec3::new(-sign, 0.0, 0.0);
                let elbow = forearm.z.atan2(-sign * forearm.x).to_degrees();
                assert!((4.0..150.0).contains(&elbow), "{} {side:?} elbow at {elbow}°", act.name);
                let wrist = turn("Hand").to_axis_angle().1.to_degrees();
                assert!(wrist < 80.0, "{} {side:?} wrist at {wrist}° in {f}", act.name);
            }
            for (name, most) in [("Spine", 45.0), ("Chest", 50.0), ("Neck", 45.0), ("Head", 45.0)] {
                let turn = frame[joint(&act, name)].rotation.to_axis_angle().1.to_degrees();
                assert!(turn < most, "{} {name} turned by {turn}° in {f}", act.name);
            }
        }
    }
}

/// How far a point is from a bone.
fn from_bone(point: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    point.distance(a.lerp(b, along))
}

#[test]
fn hands_and_elbows_stay_out_of_the_body() {
    for act in acts() {
        let mut nearest: f64 = 1.0;
        for world in worlds(&act) {
            let at = |name: &str| world[joint(&act, name)].translation;
            for side in Side::BOTH {
                for part in ["ForeArm", "Hand", "Hand_End"] {
                    let point = at(&format!("{side:?}{part}"));
                    let trunk =
                        [("Hips", "Spine"), ("Spine", "Chest"), ("Chest", "Neck"), ("Neck", "Head_End")];
                    for (a, b) in trunk {
                        nearest = nearest.min(from_bone(point, at(a), at(b)));
                    }
                    let (hip, knee) = (at(&format!("{side:?}UpLeg")), at(&format!("{side:?}Leg")));
                    let thigh = from_bone(point, hip, knee);
                    assert!(
                        thigh > 0.07,
                        "{}: {side:?}{part} {thigh} m from the middle of the thigh",
                        act.name
                    );
                }
            }
        }
        println!("{:24} {:.0} mm from the middle of the trunk", act.name, 1e3 * nearest);
        assert!(nearest > 0.12, "{}: {nearest} m from the middle of the trunk", act.name);
    }
}

#[test]
fn moods_differ_in_posture_and_in_time() {
    for set in ["idle", "look-around", "stretch"] {
        let of_set: Vec<Idle> = idles().into_iter().filter(|idle| idle.set == set).collect();
        let moods: Vec<Mood> = of_set.iter().map(|idle| idle.mood).collect();
        assert_eq!(moods, [Mood::Sad, Mood::Neutral, Mood::Happy], "{set}");
        let secs =
            |idle: &Idle| (idle.act.clip.frame_count() - 1 - 2 * LEAD_FRAMES) as f64 / idle.act.clip.fps;
        assert!(of_set.iter().all(|idle| (3.0..=6.0).contains(&secs(idle))), "{set}");
        assert!(
            of_set.windows(2).all(|pair| secs(&pair[0]) > 1.1 * secs(&pair[1])),
            "{set}: who is sad takes longer"
        );
        // When the second key comes, as a part of the whole.
        let phrasing = |idle: &Idle| {
            let keys: Vec<f64> = idle.act.keys.iter().map(|(_, frame)| *frame as f64).collect();
            (keys[1] - keys[0]) / (keys[keys.len() - 1] - keys[0])
        };
        assert!(of_set.windows(2).all(|pair| phrasing(&pair[0]) > 1.02 * phrasing(&pair[1])), "{set}");
        let head = |idle: &Idle| worlds(&idle.act)[LEAD_FRAMES][joint(&idle.act, "Head")];
        let face = |idle: &Idle| (head(idle).rotation * DVec3::Z).y;
        assert!(
            of_set.windows(2).all(|pair| face(&pair[1]) > face(&pair[0]) + 0.1),
            "{set}: the sad head hangs"
        );
        let ahead = |idle: &Idle| head(idle).translation.z;
        assert!(of_set.windows(2).all(|pair| ahead(&pair[0]) > ahead(&pair[1]) + 0.01), "{set}: and forward");
    }
}

#[test]
fn a_reach_brings_the_hand_to_its_point() {
    let all = reaches();
    for reach in &all {
        let world = &worlds(&reach.act)[key(&reach.act, "reach")];
        let hand = world[joint(&reach.act, "RightHand")].translation;
        assert!(hand.distance(reach.at) < 1e-9, "{}: {hand} for {}", reach.act.name, reach.at);
        let start = &worlds(&reach.act)[0][0].translation;
        assert!(start.x.abs() < 1e-9 && start.z.abs() < 1e-9, "points count from where the body stands");
    }
    // Spread around the body: low and high, across and to the side, near and far.
    let axis = |of: fn(&DVec3) -> f64| {
        let values: Vec<f64> = all.iter().map(|reach| of(&reach.at)).collect();
        (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max))
    };
    assert!(all.len() >= 12);
    let ((right, left), (low, high), (near, far)) = (axis(|p| p.x), axis(|p| p.y), axis(|p| p.z));
    assert!(right < -0.6 && left > 0.3 && low < 0.5 && high > 1.8 && near < 0.25 && far > 0.65);
}

#[test]
fn the_body_helps_where_the_arm_is_too_short() {
    let dropped = |name: &str| {
        let reach = reaches().into_iter().find(|r| r.act.name == format!("reach_{name}")).expect("a reach");
        let worlds = worlds(&reach.act);
        worlds[0][0].translation.y - worlds[key(&reach.act, "reach")][0].translation.y
    };
    assert!(dropped("low-ahead") > 0.2, "{}", dropped("low-ahead"));
    assert!(dropped("chest-near").abs() < 0.03, "{}", dropped("chest-near"));
}

#[test]
fn a_wave_moves_one_arm_and_a_nod_the_head() {
    let moves = |name: &str| -> Vec<String> {
        let act = gesture(name);
        let turned = |j: usize| {
            let turns = (0..act.clip.frame_count()).map(|f| act.clip.frame(f)[j].rotation);
            turns.map(|q| q.angle_between(act.clip.frame(0)[j].rotation)).fold(0.0, f64::max) > 1e-6
        };
        let names = act.clip.joints.iter().map(|joint| joint.name.clone()).enumerate();
        names.filter(|(j, _)| turned(*j)).map(|(_, name)| name).collect()
    };
    assert_eq!(moves("wave"), ["RightShoulder", "RightArm", "RightForeArm", "RightHand"]);
    assert_eq!(moves("nod"), ["Neck", "Head"]);
}

#[test]
fn a_wave_goes_to_and_fro_above_the_shoulder() {
    let act = gesture("wave");
    let worlds = worlds(&act);
    let tip = |f: usize| worlds[f][joint(&act, "RightHand_End")].translation;
    let (from, to) = (key(&act, "raised"), key(&act, "lowering"));
    let head = worlds[from][joint(&act, "Head")].translation.y;
    assert!((from..=to).all(|f| tip(f).y > head), "the hand is up");
    let turns =
        (from + 1..to).filter(|&f| (tip(f).x - tip(f - 1).x) * (tip(f + 1).x - tip(f).x) < 0.0).count();
    assert!(turns >= 5, "{turns} times");
}

#[test]
fn the_same_each_time() {
    assert_eq!(acts(), acts());
}
