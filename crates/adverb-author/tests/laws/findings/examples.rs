//! Findings about the examples of a verb: walks of the built-in character at four speeds, one of them changed.

use adverb_author::check::{check, of_verb};
use adverb_author::clip::Clip;
use adverb_author::demo;
use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::bvh;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::verb::{Definition, Ranges};
use glam::DQuat;

use super::told::tells;

const PACE: &str =
    "[verbs.pace]\nadverbs = { speed = { range = [0.8, 2.05], measure = \"speed\" } }\ncycle = true\n";

/// The motions of the built-in character, a verb of these, and another clip in the place of the brisk walk's.
fn project(pace: &str, examples: &[&str], change: impl Fn(&mut Clip)) -> Project {
    let files = demo::project();
    let mut read = |name: &str| {
        let (_, bytes) =
            files.iter().find(|(file, _)| file == name).ok_or_else(|| "no such file".to_string())?;
        if name != "walk_brisk.bvh" {
            return Ok(bytes.clone());
        }
        let mut clip = import(name, bytes, &ImportOptions::default()).expect("a walk");
        change(&mut clip);
        Ok(bvh::write(&clip, &bvh::WriteOptions::default()).into_bytes())
    };
    let own = String::from_utf8(read("adverb.toml").expect("a project file")).expect("text");
    let (motions, _) = own.split_once("[verbs.walk]").expect("motions before verbs");
    let example = |name: &&str| format!("[[verbs.pace.examples]]\nmotion = {name:?}\n");
    let text = format!("{motions}{pace}{}", examples.iter().map(example).collect::<String>());
    Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"))
}

/// What checking and building tell.
fn found(project: &Project) -> Vec<Finding> {
    let built = project.verbs.iter().filter_map(|verb| project.build(verb).ok());
    let warnings: Vec<Finding> = built.flat_map(|built| built.warnings).collect();
    check(project).into_iter().chain(warnings).collect()
}

const WALKS: [&str; 4] = ["slow", "neutral", "brisk", "fast"];

/// With one of the brisk walk's joints turned, given how it was and the frame's number.
fn turned(joint: &str, turn: impl Fn(DQuat, usize) -> DQuat) -> Vec<Finding> {
    turned_among(&WALKS, joint, turn)
}

fn turned_among(walks: &[&str], joint: &str, turn: impl Fn(DQuat, usize) -> DQuat) -> Vec<Finding> {
    found(&project(PACE, walks, |clip| {
        let (joint, count) = (clip.joint_named(joint).expect("a joint"), clip.joints.len());
        for (frame, locals) in clip.locals.chunks_mut(count).enumerate() {
            locals[joint].rotation = turn(locals[joint].rotation, frame);
        }
    }))
}

#[test]
fn good_examples_are_told_with_what_is_worst_about_them() {
    let all = found(&project(PACE, &WALKS, |_| {}));
    for criterion in [
        Criterion::OddPoses,
        Criterion::Jumps,
        Criterion::JointsApart,
        Criterion::Stretched,
        Criterion::Deviation,
    ] {
        let [own] = all.iter().filter(|f| f.criterion == criterion).collect::<Vec<_>>()[..] else {
            panic!("{criterion:?} is not told once: {all:#?}")
        };
        assert!(WALKS.contains(&own.subject.name().as_str()), "{own:?}");
        tells(&all, criterion, Verdict::Good, ["pace", &own.subject.name()]);
    }
    tells(&all, Criterion::BentBackwards, Verdict::Good, ["pace", ""]);
    tells(&all, Criterion::BeyondRange, Verdict::Good, ["pace", ""]);
    tells(&all, Criterion::OneSkeleton, Verdict::Good, ["pace", ""]);
    tells(&all, Criterion::AskedAndShown, Verdict::Good, ["pace", ""]);
}

#[test]
fn a_joint_that_moves_otherwise_is_told() {
    let about_x = |degrees: f64| DQuat::from_rotation_x(degrees.to_radians());
    let brisk = ["pace", "brisk"];
    // Of few, the others are far from the mean as well.
    let many = [&WALKS[..], &["happy", "sad", "angry", "tired"]].concat();
    let upside_down = turned_among(&many, "Hips", |own, _| own * about_x(180.0));
    tells(&upside_down, Criterion::OddPoses, Verdict::Warning, brisk);
    let waved = turned("LeftArm", |own, frame| if frame == 40 { own * about_x(60.0) } else { own });
    tells(&waved, Criterion::Jumps, Verdict::Warning, brisk);
    let broken = turned("LeftLeg", |own, _| own * about_x(-40.0));
    tells(&broken, Criterion::BentBackwards, Verdict::Warning, brisk);
    let wrung = turned("LeftHand", |own, _| own * about_x(150.0));
    tells(&wrung, Criterion::JointsApart, Verdict::Warning, brisk);
    let owlish = turned("Head", |own, _| own * DQuat::from_rotation_y(120f64.to_radians()));
    tells(&owlish, Criterion::BeyondRange, Verdict::Warning, brisk);
    let spinning = turned("Head", |_, frame| about_x(6.0 * frame as f64));
    tells(&spinning, Criterion::Spins, Verdict::Warning, brisk);
}

/// The head of the brisk walk turned so far.
fn looking(pace: &str, walks: &[&str], degrees: f64, ranges: Ranges) -> Vec<Finding> {
    let mut project = project(pace, walks, |clip| {
        let (head, count) = (clip.joint_named("Head").expect("a head"), clip.joints.len());
        let turn = DQuat::from_rotation_y(degrees.to_radians());
        clip.locals.chunks_mut(count).for_each(|locals| locals[head].rotation *= turn);
    });
    project.verbs.iter_mut().for_each(|verb| verb.ranges = ranges);
    found(&project)
}

#[test]
fn other_bodies_are_measured_by_their_own_examples() {
    let people = looking(PACE, &WALKS, 120.0, Ranges::People);
    tells(&people, Criterion::BeyondRange, Verdict::Warning, ["pace", "brisk"]);
    let owls = looking(PACE, &WALKS, 120.0, Ranges::Examples);
    tells(&owls, Criterion::BeyondRange, Verdict::Good, ["pace", ""]);
}

/// A head that turns quickly between two examples close to each other turns farther than in both beside them.
#[test]
fn what_bends_too_far_between_the_examples_is_told() {
    let example = |name: &str, mood: f64| {
        format!("[[verbs.pace.examples]]\nmotion = {name:?}\nat = {{ mood = {mood} }}\n")
    };
    let steep = format!(
        "[verbs.pace]\nadverbs = {{ mood = [0, 1] }}\nkernel = \"thin-plate\"\ncycle = true\n{}{}{}",
        example("neutral", 0.0),
        example("brisk", 0.1),
        example("fast", 1.0)
    );
    for ranges in [Ranges::People, Ranges::Examples] {
        tells(&looking(&steep, &[], 60.0, ranges), Criterion::BeyondRange, Verdict::Warning, ["pace", ""]);
        tells(&looking(&steep, &[], 0.0, ranges), Criterion::BeyondRange, Verdict::Good, ["pace", ""]);
    }
}

#[test]
fn a_project_says_whose_ranges_count() {
    let files = demo::project();
    let loaded = |ranges: &str| {
        let mut read = |name: &str| {
            files
                .iter()
                .find(|(file, _)| file == name)
                .map(|(_, bytes)| bytes.clone())
                .ok_or_else(String::new)
        };
        let text = String::from_utf8(read("adverb.toml").expect("a project file")).expect("text");
        let text = text.replace("[project]\n", &format!("[project]\n{ranges}"));
        Project::load("adverb.toml", &text, &mut read)
    };
    let ranges = |text: &str| loaded(text).expect("a project").verbs[0].ranges;
    assert_eq!([ranges(""), ranges("ranges = \"people\"\n")], [Ranges::People; 2]);
    assert_eq!(ranges("ranges = \"examples\"\n"), Ranges::Examples);
    let wrong = loaded("ranges = \"owls\"\n").expect_err("nobody's").to_string();
    assert!(wrong.contains("write one of: people, examples"), "{wrong}");
}

/// With another motion in the place of one of the walks.
fn exchanged(one: &str, by: &str, definition: &str) -> Vec<Finding> {
    let examples = WALKS.map(|walk| if walk == one { by } else { walk });
    found(&project(&format!("{definition}{PACE}"), &examples, |_| {}))
}

#[test]
fn an_example_of_another_structure_is_told() {
    let keys = |[a, b]: [&str; 2], [first, second, last]: [usize; 3]| {
        format!(
            "[motions.other]\nfile = \"walk_brisk.bvh\"\nkeys = [{{ {a}-down = {first} }}, {{ {b}-down = {second} }}, \
             {{ {a}-down = {last} }}]\n"
        )
    };
    let other = ["pace", "other"];
    let mirrored = exchanged("brisk", "other", "[motions.other]\nmirror = \"brisk\"\n");
    tells(&mirrored, Criterion::OutOfStep, Verdict::Repaired, other);
    let unnamed =
        "[motions.other]\nfile = \"walk_brisk.bvh\"\nkeys = [{ up = 12 }, { over = 42 }, { up = 72 }]\n";
    tells(&exchanged("brisk", "other", unnamed), Criterion::KeyNames, Verdict::Error, other);
    let swapped = keys(["right", "left"], [12, 42, 72]).replace("other", "swapped");
    let half_off = exchanged("brisk", "other", &format!("{swapped}[motions.other]\nmirror = \"swapped\"\n"));
    tells(&half_off, Criterion::Exchanged, Verdict::Warning, other);
    let misnamed = exchanged("brisk", "other", &keys(["right", "left"], [12, 42, 72]));
    tells(&misnamed, Criterion::WrongFeet, Verdict::Warning, other);
    let hurried = exchanged("brisk", "other", &keys(["left", "right"], [12, 20, 72]));
    tells(&hurried, Criterion::Stretched, Verdict::Warning, other);
    let a_step_later = exchanged("brisk", "other", &keys(["left", "right"], [42, 72, 84]));
    assert!(a_step_later.iter().any(|f| f.criterion == Criterion::SupportNotShared), "{a_step_later:#?}");
    let twice = "[motions.other]\nconcatenate = [\"neutral_loop\", \"neutral_loop\"]\n";
    tells(&exchanged("brisk", "other", twice), Criterion::Steps, Verdict::Warning, other);
    let run = exchanged("fast", "run-slow", "");
    tells(&run, Criterion::RunAmongWalks, Verdict::Warning, ["pace", "run-slow"]);
}

#[test]
fn a_wave_with_fewer_strokes_is_told() {
    let waves = [("whole", [36, 120, 156]), ("shorter", [36, 120, 150]), ("fewer", [36, 72, 78])];
    let mut text = String::new();
    for (name, [arrive, leave, end]) in waves {
        text += &format!(
            "[motions.{name}]\nfile = \"wave.bvh\"\nkeys = [{{ start = 0 }}, {{ arrive = {arrive} }}, {{ leave = {leave} }}, \
             {{ end = {end} }}]\n"
        );
    }
    text += "[verbs.pace]\nadverbs = { k = [0, 2] }\n";
    for (k, (name, _)) in waves.iter().enumerate() {
        text += &format!("[[verbs.pace.examples]]\nmotion = {name:?}\nat = {{ k = {k} }}\n");
    }
    let all = found(&project(&text, &[], |_| {}));
    tells(&all, Criterion::Strokes, Verdict::Warning, ["pace", "fewer"]);
    assert_eq!(all.iter().filter(|f| f.criterion == Criterion::Strokes).count(), 1, "{all:#?}");
}

#[test]
fn a_constraint_that_cannot_be_met_is_told() {
    let kept = |joints: &[&str]| {
        let keeps: Vec<String> = joints.iter().map(|joint| format!("{{ keep = {joint:?} }}")).collect();
        found(&project(&format!("{PACE}constraints = [{}]\n", keeps.join(", ")), &WALKS, |_| {}))
    };
    let all = ["pace", ""];
    tells(&kept(&["LeftToeBase", "LeftFoot"]), Criterion::LimbTaken, Verdict::Warning, all);
    tells(&kept(&["Hips"]), Criterion::NoLimb, Verdict::Warning, all);
    tells(&kept(&["LeftHand"]), Criterion::NeverSupports, Verdict::Warning, all);
}

#[test]
fn a_verb_whose_examples_do_not_make_one_is_told() {
    let measured = |adverb: &str| format!("[verbs.pace]\nadverbs = {{ {adverb} }}\ncycle = true\n");
    let level = found(&project(&measured("slope = { measure = \"slope\" }"), &WALKS, |_| {}));
    tells(&level, Criterion::UnsolvedSpace, Verdict::Error, ["pace", ""]);
    let steady = "[motions.steady]\naffine = \"neutral\"\nstretch = 1.02\n";
    let ranged = measured("speed = { measure = \"speed\", range = [1.2, 1.32] }");
    let alike = found(&project(&format!("{steady}{ranged}"), &["neutral", "steady"], |_| {}));
    tells(&alike, Criterion::HardlyVaried, Verdict::Warning, ["pace", ""]);
    let pace = &project(PACE, &WALKS, |_| {}).verbs[0];
    let empty = of_verb(&Definition { motions: Vec::new(), ..pace.clone() }, &[]);
    tells(&empty, Criterion::Unbuilt, Verdict::Error, ["pace", ""]);
}

/// The left hand of the brisk walk in front of the body, so that between it and the others it passes the thigh.
fn in_front(clear_hands: bool, bent_deg: f64) -> Vec<Finding> {
    let mut project = project(PACE, &WALKS, |clip| {
        let count = clip.joints.len();
        let [arm, fore] = ["LeftArm", "LeftForeArm"].map(|name| clip.joint_named(name).expect("a joint"));
        let [ahead, across] =
            [DQuat::from_rotation_y, DQuat::from_rotation_z].map(|about| about(-bent_deg.to_radians()));
        for locals in clip.locals.chunks_mut(count) {
            locals[arm].rotation = across * locals[arm].rotation * ahead;
            locals[fore].rotation *= ahead;
        }
    });
    project.verbs.iter_mut().for_each(|verb| verb.clear_hands = clear_hands);
    found(&project)
}

#[test]
fn pairs_whose_blends_take_a_hand_through_the_body_are_told() {
    tells(&in_front(true, 0.0), Criterion::HandsInBody, Verdict::Good, ["pace", ""]);
    let pair = ["pace", "neutral and brisk"];
    tells(&in_front(true, 30.0), Criterion::HandsInBody, Verdict::Repaired, pair);
    let told = in_front(false, 30.0);
    tells(&told, Criterion::HandsInBody, Verdict::Warning, pair);
    for found in told.iter().filter(|found| found.criterion == Criterion::HandsInBody) {
        let quantity = found.quantity.expect("how much nearer");
        assert!(quantity.unit == "mm" && quantity.value > quantity.limit.expect("a limit"), "{found:?}");
        assert!(found.place.joint.as_ref().is_some_and(|joint| joint.starts_with("Left")), "{found:?}");
        assert!(found.subject.name().contains("brisk") && !found.remedy.is_empty(), "{found:?}");
    }
}
