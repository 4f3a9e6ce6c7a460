//! What is wrong with a verb is said at its place in the file, with what to do about it.

use adverb_author::finding::Criterion;
use adverb_author::project::Project;

use crate::support::hero::load;

/// The demo project with a piece of its file exchanged.
fn outcome(replace: &str, by: &str) -> Result<Project, String> {
    let exchanged = |own: String| {
        assert!(own.contains(replace), "{replace}");
        own.replace(replace, by)
    };
    let project = load(exchanged).map_err(|e| e.to_string())?;
    for verb in &project.verbs {
        project.build(verb).map_err(|e| e.to_string())?;
    }
    Ok(project)
}

#[track_caller]
fn refused(replace: &str, by: &str, words: &[&str]) {
    let message = outcome(replace, by).map(|_| ()).expect_err("it is wrong");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
    assert!(message.starts_with("adverb.toml:"), "{message}");
}

const WALK: &str = "[verbs.walk]\n";

#[test]
fn examples_need_the_same_keys() {
    refused(
        "motion = \"happy\"\nat",
        "motion = \"half_step\"\nat",
        &["same key-times", "neutral", "half_step", "left-down, right-down, left-down"],
    );
}

#[test]
fn keys_outside_the_recording_are_refused() {
    refused("{ left-down = 12 }", "{ left-down = -3 }", &["outside", "frames count from 0"]);
}

#[test]
fn unknown_adverbs_and_keys_are_refused() {
    refused("at = { turn = 45 }", "at = { trun = 45 }", &["trun", "did you mean \"turn\"?"]);
    refused(WALK, "[verbs.walk]\ncycel = true\n", &["cycel", "did you mean \"cycle\"?"]);
    refused(WALK, "[verbs.walk]\ncontrol-points = 2\n", &["control-points", "4 to 1024"]);
    refused(WALK, "[verbs.walk]\nvariations = \"some\"\n", &["variations", "\"auto\" or \"off\""]);
    refused("turn = [-45, 45]", "turn = { range = [-45, 45], rate = 0 }", &["rate", "never move"]);
}

#[test]
fn files_that_vanish_are_named() {
    refused("\"walk_happy.bvh\"", "\"gone.bvh\"", &["gone.bvh", "cannot be read"]);
}

#[test]
fn constraints_say_what_they_lack() {
    let with = |constraint: &str| format!("[verbs.walk]\nconstraints = [{constraint}]\n");
    refused(WALK, &with("{ keep = \"LeftTow\" }"), &["no joint named", "LeftTow"]);
    refused(WALK, &with("{ during = [0, 1] }"), &["what to keep"]);
    refused(WALK, &with("{ keep = \"LeftToe\", during = [0.6, 0.2] }"), &["during", "auto"]);
    refused(WALK, &with("{ track = \"LeftToe\", along = \"path\" }"), &["track"]);
}

#[test]
fn a_verb_of_one_motion_has_neither_adverbs_nor_examples() {
    refused(
        "motion = \"sneaky\"\n",
        "motion = \"sneaky\"\nadverbs = { speed = [0, 1] }\n",
        &["a plain motion"],
    );
    refused("motion = \"sneaky\"\n", "motion = \"sneyak\"\n", &["sneyak"]);
}

#[test]
fn constraints_of_its_own_replace_those_found() {
    let project = outcome(WALK, "[verbs.walk]\nconstraints = []\n").expect("a project");
    let built = project.build(&project.verbs[0]).expect("a verb");
    assert!(built.verb.feet().is_empty());
    let foot = project.skeleton.joints().iter().find(|j| j.name.contains("Toe")).map(|j| j.name.clone());
    let foot = foot.expect("a toe");
    let one =
        format!("[verbs.walk]\nconstraints = [{{ keep = \"{foot}\", during = [0.1, 0.5], ease = 0.2 }}]\n");
    let project = outcome(WALK, &one).expect("a project");
    let built = project.build(&project.verbs[0]).expect("a verb");
    assert_eq!(built.verb.feet().len(), 1);
    assert_eq!(built.verb.feet()[0].phases[0][0].to, 0.5);
}

#[test]
fn what_cannot_be_measured_is_said() {
    let measured = "speed = { range = [0.8, 2.05], measure = \"speed\" }";
    // A walk on level ground has no slope, and the range is to be what is shown.
    refused(
        measured,
        "speed = { measure = \"slope\" }",
        &["speed is measured", "all examples show the same", "add an example"],
    );
    let position = |joint: &str, key: &str| {
        format!("speed = {{ measure = {{ position = {joint:?}, at = {key:?}, of = \"z\" }} }}")
    };
    refused(measured, &position("RightHnd", "left-down"), &["RightHnd", "RightHand"]);
    let round = "speed = { range = [0.8, 2.05], measure = \"speed\", periodic = true }";
    refused(measured, round, &["measured adverbs cannot be periodic", "leave periodic out"]);
    // Only what is not measured has to be written.
    let mood = "speed = { measure = \"speed\" }, mood = [-1, 1]";
    refused(measured, mood, &["lacks `at`", "for example: at = { mood = 0 }"]);
    refused(measured, &position("RightHand", "apex"), &["no key-time \"apex\"", "left-down"]);
}

#[test]
fn what_is_written_and_what_is_measured_may_not_differ_unheard() {
    let project =
        outcome("motion = \"brisk\"\n", "motion = \"brisk\"\nat = { speed = 1.9 }\n").expect("a project");
    let pace = project.verbs.iter().find(|verb| verb.name == "pace").expect("a pace");
    let [warning] = &project.build(pace).expect("a verb").warnings[..] else { panic!("one warning") };
    assert_eq!(warning.criterion, Criterion::WrittenUnlikeMeasured);
    assert_eq!(
        warning.told(),
        "brisk: speed is written as 1.9 and measured as 1.650. Leave speed out to take the measured value."
    );
}
