//! `check`: every repair is said as a finding of its criterion, with its number and its place; what is as it should be is good.
//! (What cannot be repaired is in the tests of the command.)

use adverb_author::check::check;
use adverb_author::clip::Clip;
use adverb_author::demo;
use adverb_author::finding::{Criterion, Finding, Heading, Verdict};
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

fn is_of_pace(finding: &Finding) -> bool {
    finding.subject.owner() == "pace"
}

/// The example, the joint, and the number with its unit.
fn measured(finding: &Finding) -> (String, &str, String) {
    let quantity = finding.quantity.expect("a quantity");
    (finding.subject.name(), finding.place.joint.as_deref().unwrap_or_default(), quantity.to_string())
}

/// A repair of the pace; nothing is wrong with it otherwise.
#[track_caller]
fn repaired(all: &[Finding], criterion: Criterion) -> &Finding {
    let own: Vec<&Finding> = all.iter().filter(|finding| is_of_pace(finding)).collect();
    assert!(own.iter().all(|finding| finding.verdict < Verdict::Warning), "{own:#?}");
    let is_it = |f: &&&Finding| f.criterion == criterion;
    let finding = own.iter().find(is_it).unwrap_or_else(|| panic!("{criterion:?} is not told: {own:#?}"));
    assert_eq!(finding.verdict, Verdict::Repaired, "{finding:?}");
    finding
}

#[test]
fn the_built_in_character_meets_every_criterion_with_a_number() {
    let all = found(AS_IT_IS, |bytes| bytes);
    let worse: Vec<&Finding> = all.iter().filter(|finding| finding.verdict >= Verdict::Warning).collect();
    assert!(worse.is_empty(), "{worse:#?}");
    for verb in ["walk", "pace", "run", "idle"] {
        let own = all.iter().filter(|f| f.subject.owner() == verb).map(|f| f.criterion.heading());
        let mut headings: Vec<Heading> = own.filter(|heading| *heading != Heading::Space).collect();
        headings.dedup();
        assert_eq!(headings, Heading::ALL[1..=8], "{verb}");
        assert!(all.iter().all(|f| !f.unit().is_empty() && f.value().is_finite()), "{all:#?}");
    }
}

#[test]
fn bones_of_another_body_are_said_with_the_joint_and_how_far_off_they_are() {
    // The shanks are longer by a tenth.
    let all = found(
        AS_IT_IS,
        with_clip(|clip| {
            for foot in ["LeftFoot", "RightFoot"] {
                let foot = clip.joint_named(foot).expect("a foot");
                clip.joints[foot].rest.translation *= 1.1;
                let count = clip.joints.len();
                clip.locals.iter_mut().skip(foot).step_by(count).for_each(|local| local.translation *= 1.1);
            }
        }),
    );
    let walk = demo::project().into_iter().find(|(name, _)| name == "walk_brisk.bvh").expect("a walk").1;
    let clip = import("walk_brisk.bvh", &walk, &ImportOptions::default()).expect("a walk");
    let shank_m = clip.frame(0)[clip.joint_named("LeftFoot").expect("a foot")].translation.length();
    let bones = repaired(&all, Criterion::OtherBones);
    assert!((bones.value() - 100.0 * shank_m).abs() < 0.1, "{bones:?}, not a tenth of {shank_m} m");
    let (example, joint, quantity) = measured(bones);
    assert!(example == "brisk" && joint.ends_with("Foot") && quantity.ends_with(" mm"), "{bones:?}");
    assert!(bones.message.contains("longer than in the skeleton"), "{bones}");
}

#[test]
fn joints_that_are_spelled_otherwise_are_counted_and_joints_that_lack_are_named() {
    let spaced =
        with_text(|text| text.replace("ROOT ", "ROOT mixamorig:").replace("JOINT ", "JOINT mixamorig:"));
    let all = found(AS_IT_IS, spaced);
    let renamed = repaired(&all, Criterion::RenamedJoints);
    assert_eq!(measured(renamed), ("brisk".into(), "Hips", "21 joints".into()));
    assert!(renamed.message.contains("(mixamorig:Hips)"), "{renamed}");
    let all = found(AS_IT_IS, with_text(|text| text.replace("JOINT LeftForeArm", "JOINT left_fore-arm")));
    let renamed = repaired(&all, Criterion::RenamedJoints);
    assert_eq!(renamed.value(), 1.0);
    assert!(renamed.message.contains("(left_fore-arm)"), "{renamed}");
    let all = found(AS_IT_IS, with_text(|text| text.replace("JOINT Head", "JOINT Hat")));
    let missing = repaired(&all, Criterion::MissingJoints);
    assert_eq!(measured(missing), ("brisk".into(), "Head", "1 joints".into()));
    assert!(
        missing.message.starts_with("1 missing joint in walk_brisk.bvh, kept at rest: Head"),
        "{missing}"
    );
}

#[test]
fn examples_are_placed_and_reoriented_and_that_is_said_with_metres_and_degrees() {
    let all = found([BRISK, &placed("[3, 4, 90]")], |bytes| bytes);
    let [place, turn] = [Criterion::AwayFromOrigin, Criterion::FacingAway].map(|of| repaired(&all, of));
    assert!((place.value() - 5.0).abs() < 1e-3 && place.unit() == "m", "{place:?}");
    assert!((turn.value() - 90.0).abs() < 0.1 && turn.unit() == "°", "{turn:?}");
    assert!([place, turn].iter().all(|finding| finding.subject.name() == "away"), "{place} {turn}");
}

#[test]
fn frame_rates_that_differ_are_said() {
    let all = found(AS_IT_IS, with_text(|text| text.replace("Frame Time: 0.016", "Frame Time: 0.018")));
    let rate = repaired(&all, Criterion::FrameRate);
    assert_eq!(measured(rate), ("brisk".into(), "", "53.57 frames per second".into()));
    assert!(rate.message.contains("the others 60; all examples are resampled alike"), "{rate}");
    // As near as two rates of television.
    let all = found(AS_IT_IS, with_clip(|clip| clip.fps = 60.0 / 1.0011));
    let rate = repaired(&all, Criterion::FrameRate);
    assert!(rate.message.starts_with("59.93 frames per second, the others 60"), "{rate}");
}

#[test]
fn angles_that_leap_by_a_turn_are_unrolled_in_time_and_between_examples() {
    let all = found([BRISK, &placed("[0, 0, 180]")], |bytes| bytes);
    let leap = repaired(&all, Criterion::Leaps);
    assert!(leap.value() >= 1.0 && leap.place.secs.is_some_and(|secs| secs > 0.0), "{leap:?}");
    let (example, joint, quantity) = measured(leap);
    assert!(example == "away" && joint == "Hips" && quantity.ends_with("times"), "{leap:?}");
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
    let turned = repaired(&all, Criterion::WholeTurns);
    assert_eq!(measured(turned), ("brisk".into(), "LeftHand", "1 turns".into()));
}

/// What is found wrong with the brisk walk.
fn wrong(all: &[Finding], criterion: Criterion) -> Finding {
    let is_it = |f: &&Finding| is_of_pace(f) && f.subject.name() == "brisk" && f.criterion == criterion;
    let found = all.iter().filter(|f| f.verdict == Verdict::Warning).find(is_it);
    found.unwrap_or_else(|| panic!("{criterion:?} is not told: {all:#?}")).clone()
}

#[test]
fn who_goes_backward_or_sideways_among_forward_walks_is_named_with_degrees() {
    // The walk played from its end: it faces ahead and goes back.
    let backward = with_clip(|clip| {
        let count = clip.joints.len();
        clip.locals = clip.locals.chunks(count).rev().flatten().copied().collect();
    });
    let back = wrong(&found(AS_IT_IS, backward), Criterion::Direction);
    assert!(back.value().abs() > 170.0 && back.unit() == "°", "{back:?}");
    assert!(
        back.message.contains("goes backward") && back.message.contains("the others go forward"),
        "{back}"
    );
    assert!(back.remedy.contains("Leave it out, or make a verb of its own"), "{back:?}");
    // The body turned by 40° to its right about its hips: it goes to its left.
    let aslant = with_clip(|clip| {
        let count = clip.joints.len();
        let root = clip.joint_named("Hips").expect("hips");
        for frame in clip.locals.chunks_mut(count) {
            frame[root].rotation = DQuat::from_rotation_y(-40_f64.to_radians()) * frame[root].rotation;
        }
    });
    let side = wrong(&found(AS_IT_IS, aslant), Criterion::Direction);
    assert!((side.value() - 40.0).abs() < 5.0 && side.message.contains("goes to its left"), "{side:?}");
}

#[test]
fn keys_that_are_late_in_the_steps_are_told_in_seconds() {
    let keys = "keys = [{ left-down = 12 }, { right-down = 42 }, { left-down = 72 }]";
    let later = "keys = [{ left-down = 24 }, { right-down = 54 }, { left-down = 84 }]";
    let late = wrong(&found([keys, later], |bytes| bytes), Criterion::LateKeys);
    assert!((late.value() - 0.2).abs() < 0.05 && late.unit() == "s", "{late:?}");
    assert!(late.message.contains("later") && late.remedy.contains("Move its keys earlier"), "{late:?}");
}

#[test]
fn a_measured_adverb_that_misses_what_is_asked_for_is_told_with_the_point() {
    let measured = "speed = { range = [0.8, 2.05], measure = \"speed\" }";
    let of = |all: &[Finding]| -> Vec<Finding> {
        all.iter().filter(|f| is_of_pace(f) && f.criterion == Criterion::AskedAndShown).cloned().collect()
    };
    let [good] = &of(&found(AS_IT_IS, |bytes| bytes))[..] else { panic!("one measured axis") };
    assert!(good.verdict == Verdict::Good && good.value() < 1.0 && good.unit() == "%", "{good:?}");
    // Where the right hand is depends on the examples' order in no way that their weights could follow.
    let hand = "hand = { measure = { position = \"RightHand\", at = \"left-down\", of = \"y\" } }, speed = { measure = \"speed\" }, \
                stride = { measure = \"stride\" }, duration = { measure = \"duration\" }";
    let all = of(&found([measured, hand], |bytes| bytes));
    assert_eq!(all.len(), 4, "one for every measured axis: {all:#?}");
    let missed: Vec<&Finding> = all.iter().filter(|f| f.verdict == Verdict::Warning).collect();
    assert!(missed.iter().all(|f| f.value() > 2.0 && f.unit() == "%"), "{missed:#?}");
    let follows = "Leave out duration, which follows from speed and stride";
    assert!(
        missed.iter().any(|f| f.remedy.contains(follows) && f.message.contains("the verb shows")),
        "{all:#?}"
    );
}
