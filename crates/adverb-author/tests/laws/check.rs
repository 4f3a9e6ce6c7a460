//! `check`: every repair is said as a finding of its criterion, with its number and its place; what is as it should be is good.
//! (What cannot be repaired is in the tests of the command.)

use adverb_author::check::{Finding, Verdict, check};
use adverb_author::clip::Clip;
use adverb_author::demo;
use adverb_author::formats::bvh;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use glam::DQuat;

/// What is found in the built-in character with a piece of its file exchanged, and another file in the place of the brisk walk's.
fn found([piece, by]: [&str; 2], brisk: impl Fn(Vec<u8>) -> Vec<u8>) -> Vec<Finding> {
    let files = demo::project();
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.clone());
    let mut read = |name: &str| match name {
        "walk_brisk.bvh" => file(name).map(&brisk).ok_or_else(String::new),
        _ => file(name).ok_or_else(|| "no such file".to_string()),
    };
    let own = String::from_utf8(read("adverb.toml").expect("a project file")).expect("text");
    assert!(own.contains(piece), "{piece}");
    let project = Project::load("adverb.toml", &own.replacen(piece, by, 1), &mut read);
    check(&project.unwrap_or_else(|e| panic!("{e}")))
}

const BRISK: &str = "motion = \"brisk\"\n";

/// The brisk walk somewhere else.
fn placed(place: &str) -> String {
    format!("motion = \"away\"\n[motions.away]\nconcatenate = [\"brisk\"]\nplace = {place}\n")
}

const AS_IT_IS: [&str; 2] = ["[verbs.pace]", "[verbs.pace]"];

/// The brisk walk with every name or number of its text changed.
fn with_text(change: impl Fn(String) -> String) -> impl Fn(Vec<u8>) -> Vec<u8> {
    move |bytes| change(String::from_utf8(bytes).expect("text")).into_bytes()
}

/// The brisk walk with its clip changed.
fn with_clip(change: impl Fn(&mut Clip)) -> impl Fn(Vec<u8>) -> Vec<u8> {
    move |bytes| {
        let mut clip = import("walk_brisk.bvh", &bytes, &ImportOptions::default()).expect("a walk");
        change(&mut clip);
        bvh::write(&clip, &bvh::WriteOptions::default()).into_bytes()
    }
}

/// The repair of the pace that has these words; nothing is wrong with it otherwise.
#[track_caller]
fn repaired<'f>(all: &'f [Finding], criterion: usize, words: &str) -> &'f Finding {
    let own: Vec<&Finding> = all.iter().filter(|finding| finding.verb == "pace").collect();
    assert!(own.iter().all(|finding| finding.verdict < Verdict::Warning), "{own:#?}");
    let is_it = |f: &&&Finding| f.criterion == criterion && f.said.contains(words);
    let finding = own.iter().find(is_it).unwrap_or_else(|| panic!("{words:?} is not said: {own:#?}"));
    assert_eq!(finding.verdict, Verdict::Repaired, "{finding:?}");
    finding
}

#[test]
fn the_built_in_character_meets_every_criterion_with_a_number() {
    let all = found(AS_IT_IS, |bytes| bytes);
    let worse: Vec<&Finding> = all.iter().filter(|finding| finding.verdict >= Verdict::Warning).collect();
    assert!(worse.is_empty(), "{worse:#?}");
    for verb in ["walk", "pace", "run", "idle"] {
        let mut criteria: Vec<usize> =
            all.iter().filter(|f| f.verb == verb && f.criterion > 0).map(|f| f.criterion).collect();
        criteria.dedup();
        assert_eq!(criteria, [1, 2, 3, 4, 5, 6, 7, 8], "{verb}");
        assert!(all.iter().all(|finding| !finding.unit.is_empty() && finding.number.is_finite()), "{all:#?}");
    }
}

#[test]
fn bones_of_another_body_are_said_with_the_joint_and_how_far_off_they_are() {
    // The left shank is longer by a tenth.
    let all = found(
        AS_IT_IS,
        with_clip(|clip| {
            let foot = clip.joint_named("LeftFoot").expect("a foot");
            clip.joints[foot].rest.translation *= 1.1;
            let count = clip.joints.len();
            clip.locals.iter_mut().skip(foot).step_by(count).for_each(|local| local.translation *= 1.1);
        }),
    );
    let walk = demo::project().into_iter().find(|(name, _)| name == "walk_brisk.bvh").expect("a walk").1;
    let clip = import("walk_brisk.bvh", &walk, &ImportOptions::default()).expect("a walk");
    let shank_m = clip.frame(0)[clip.joint_named("LeftFoot").expect("a foot")].translation.length();
    let bones = repaired(&all, 2, "longer than in the skeleton");
    assert!((bones.number - 100.0 * shank_m).abs() < 0.1, "{bones:?}, not a tenth of {shank_m} m");
    assert_eq!((bones.unit, bones.example.as_str()), ("mm", "brisk"));
    assert_eq!(bones.joint.as_deref(), Some("LeftFoot"));
}

#[test]
fn joints_that_are_spelled_otherwise_are_counted_and_joints_that_lack_are_named() {
    let spaced =
        with_text(|text| text.replace("ROOT ", "ROOT mixamorig:").replace("JOINT ", "JOINT mixamorig:"));
    let all = found(AS_IT_IS, spaced);
    let renamed = repaired(&all, 2, "(mixamorig:Hips) and renamed");
    assert_eq!((renamed.number, renamed.unit), (21.0, "joints"));
    assert_eq!((renamed.example.as_str(), renamed.joint.as_deref()), ("brisk", Some("Hips")));
    let all = found(AS_IT_IS, with_text(|text| text.replace("JOINT LeftForeArm", "JOINT left_fore-arm")));
    assert_eq!(repaired(&all, 2, "(left_fore-arm) and renamed").number, 1.0);
    let all = found(AS_IT_IS, with_text(|text| text.replace("JOINT Head", "JOINT Hat")));
    let lacking = repaired(&all, 2, "stay at rest: Head");
    assert_eq!((lacking.number, lacking.unit, lacking.example.as_str()), (1.0, "joints", "brisk"));
}

#[test]
fn examples_are_placed_and_reoriented_and_that_is_said_with_metres_and_degrees() {
    let all = found([BRISK, &placed("[3, 4, 90]")], |bytes| bytes);
    let (place, turn) = (repaired(&all, 6, "placed alike"), repaired(&all, 6, "reoriented alike"));
    assert!((place.number - 5.0).abs() < 1e-3 && place.unit == "m" && place.example == "away", "{place:?}");
    assert!((turn.number - 90.0).abs() < 0.1 && turn.unit == "°" && turn.example == "away", "{turn:?}");
}

#[test]
fn frame_rates_that_differ_are_said() {
    let all = found(AS_IT_IS, with_text(|text| text.replace("Frame Time: 0.016", "Frame Time: 0.018")));
    let rate = repaired(&all, 8, "where others have 60; all are resampled alike");
    assert!((rate.number - 53.57).abs() < 0.1, "{rate:?}");
    assert_eq!((rate.unit, rate.example.as_str()), ("frames per second", "brisk"));
    // As near as two rates of television.
    let all = found(AS_IT_IS, with_clip(|clip| clip.fps = 60.0 / 1.0011));
    let said = repaired(&all, 8, "where others have 60;").to_string();
    assert!(said.starts_with("59.93 frames per second"), "{said}");
}

#[test]
fn angles_that_leap_by_a_turn_are_unrolled_in_time_and_between_examples() {
    let all = found([BRISK, &placed("[0, 0, 180]")], |bytes| bytes);
    let leap = repaired(&all, 3, "would leap by a whole turn");
    assert!(
        leap.number >= 1.0 && leap.unit == "times" && leap.secs.is_some_and(|secs| secs > 0.0),
        "{leap:?}"
    );
    assert_eq!((leap.example.as_str(), leap.joint.as_deref()), ("away", Some("Hips")));
    // A hand that goes the long way round to where it would be at 100°, before the first key at frame 12.
    let spun = with_clip(|clip| {
        let (hand, count) = (clip.joint_named("LeftHand").expect("a hand"), clip.joints.len());
        for frame in 0..clip.frame_count() {
            let turn = DQuat::from_rotation_y(-260_f64.to_radians() * (frame as f64 / 12.0).min(1.0));
            let own = &mut clip.locals[frame * count + hand].rotation;
            *own *= turn;
        }
    });
    let all = found(AS_IT_IS, spun);
    let turned = repaired(&all, 5, "farther round than the other examples");
    assert_eq!((turned.number, turned.unit, turned.example.as_str()), (1.0, "turns", "brisk"));
    assert_eq!(turned.joint.as_deref(), Some("LeftHand"));
}

/// What is found wrong with the brisk walk.
fn wrong(all: &[Finding], words: &str) -> Finding {
    let is_it = |f: &&Finding| f.verb == "pace" && f.example == "brisk" && f.said.contains(words);
    let found = all.iter().filter(|f| f.verdict == Verdict::Warning).find(is_it);
    found.unwrap_or_else(|| panic!("{words:?} is not said: {all:#?}")).clone()
}

#[test]
fn who_goes_backward_or_sideways_among_forward_walks_is_named_with_degrees() {
    // The walk played from its end: it faces ahead and goes back.
    let backward = with_clip(|clip| {
        let count = clip.joints.len();
        clip.locals = clip.locals.chunks(count).rev().flatten().copied().collect();
    });
    let back = wrong(&found(AS_IT_IS, backward), "it goes backward; the others go forward");
    assert!(back.number.abs() > 170.0 && back.unit == "°" && back.criterion == 1, "{back:?}");
    assert!(back.remedy.contains("leave it out, or make a verb of its own"), "{back:?}");
    // The body turned by 40° to its right about its hips: it goes to its left.
    let aslant = with_clip(|clip| {
        let count = clip.joints.len();
        let root = clip.joint_named("Hips").expect("hips");
        for frame in clip.locals.chunks_mut(count) {
            frame[root].rotation = DQuat::from_rotation_y(-40_f64.to_radians()) * frame[root].rotation;
        }
    });
    let side = wrong(&found(AS_IT_IS, aslant), "it goes to its left");
    assert!((side.number - 40.0).abs() < 5.0, "{side:?}");
}

#[test]
fn keys_that_are_late_in_the_steps_are_told_in_seconds() {
    let keys = "keys = [{ left-down = 12 }, { right-down = 42 }, { left-down = 72 }]";
    let later = "keys = [{ left-down = 24 }, { right-down = 54 }, { left-down = 84 }]";
    let late =
        wrong(&found([keys, later], |bytes| bytes), "later in its steps than the others' are its keys");
    assert!((late.number - 0.2).abs() < 0.05 && late.unit == "s" && late.criterion == 1, "{late:?}");
    assert!(late.remedy.contains("put its keys earlier"), "{late:?}");
}

#[test]
fn a_measured_adverb_that_misses_what_is_asked_for_is_told_with_the_point() {
    let measured = "speed = { range = [0.8, 2.05], measure = \"speed\" }";
    let of = |all: &[Finding]| -> Vec<Finding> {
        all.iter().filter(|f| f.verb == "pace" && f.said.contains("off at most")).cloned().collect()
    };
    let [good] = &of(&found(AS_IT_IS, |bytes| bytes))[..] else { panic!("one measured axis") };
    assert!(good.verdict == Verdict::Good && good.number < 1.0 && good.unit == "%", "{good:?}");
    // Where the right hand is depends on the examples' order in no way that their weights could follow.
    let hand = "hand = { measure = { position = \"RightHand\", at = \"left-down\", of = \"y\" } }, speed = { measure = \"speed\" }, \
                stride = { measure = \"stride\" }, duration = { measure = \"duration\" }";
    let all = of(&found([measured, hand], |bytes| bytes));
    assert_eq!(all.len(), 4, "one for every measured axis: {all:#?}");
    let missed: Vec<&Finding> = all.iter().filter(|f| f.verdict == Verdict::Warning).collect();
    assert!(missed.iter().all(|f| f.number > 2.0 && f.criterion == 0), "{missed:#?}");
    let follows = "leave out duration, which follows from speed and stride";
    assert!(missed.iter().any(|f| f.remedy.contains(follows) && f.said.contains("it shows")), "{all:#?}");
}
