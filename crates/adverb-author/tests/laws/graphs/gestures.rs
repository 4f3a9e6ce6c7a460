//! Gestures and usage: which joints, when, and how much.

use adverb::graph::{Claim, Mode, Usage};
use adverb_author::project::Project;

use super::made::{BEFORE, GRAPH, complaint, packed, project};

/// [`GRAPH`] with a gesture of the given lines.
fn wave(lines: &str) -> String {
    format!("{BEFORE}{GRAPH}[gestures.hello]\nmotion = \"wave\"\n{lines}\n")
}

/// The joints of a claim, each once.
fn joints<'p>(project: &'p Project, claim: &Claim) -> Vec<&'p str> {
    let of = |dof: &adverb::DofId| {
        let joint = project.skeleton.dofs()[dof.index()].joint;
        project.skeleton.joint(joint).name.as_str()
    };
    let mut names: Vec<&str> = claim.dofs.iter().map(of).collect();
    names.dedup();
    names
}

/// When, how much and which, of the claims of the first gesture.
fn claims(text: &str) -> Vec<([f64; 2], Usage, Vec<String>)> {
    let project = project(text);
    let usage = &project.graphs[0].parts.gestures[0].usage;
    let owned = |claim| joints(&project, claim).into_iter().map(String::from).collect();
    usage.iter().map(|claim| (claim.during, claim.usage, owned(claim))).collect()
}

const RIGHT: [&str; 3] = ["RightArm", "RightForeArm", "RightHand"];
const WHOLE: [f64; 2] = [0.0, 1.0];

#[test]
fn a_masked_gesture_requires_its_joints_while_it_is_there() {
    let text = wave(
        "in = 0.25\nout = 0.75\nmode = \"additive\"\nmask = [\"RightArm*\", \"Right*Arm\", \"RightHand\"]",
    );
    assert_eq!(
        claims(&text),
        [
            ([0.25, 0.75], Usage::Required, RIGHT.map(String::from).to_vec()),
            (WHOLE, Usage::Defined, RIGHT.map(String::from).to_vec()),
        ]
    );
    let packed = packed(&text);
    let graph = &packed.pack.graphs()[0];
    let gesture = &graph.parts().gestures[graph.gesture_named("hello").expect("it is there").0];
    assert_eq!(graph.verb(gesture.verb).name(), "wave");
    assert_eq!((gesture.fade_in, gesture.fade_out, gesture.mode), (0.25, 0.75, Mode::Additive));
}

#[test]
fn a_gesture_without_a_mask_leaves_root_and_legs_alone() {
    let [required, defined] = &claims(&wave(""))[..] else { panic!("two claims") };
    assert_eq!(
        (required.0, required.1, defined.0, defined.1),
        ([0.2, 0.8], Usage::Required, WHOLE, Usage::Defined)
    );
    assert_eq!(required.2, defined.2);
    // It is a piece of a walk, in which the neck is still.
    for name in ["Spine", "Chest", "LeftShoulder", "RightHand"] {
        assert!(required.2.iter().any(|joint| joint == name), "{name}: {:?}", required.2);
    }
    for part in ["Hips", "Leg", "Foot", "Toe"] {
        assert!(!required.2.iter().any(|joint| joint.contains(part)), "{part}: {:?}", required.2);
    }
}

/// The joints that the built-in character's own gestures take by default.
fn taken(motion: &str) -> Vec<String> {
    let text = |demo: String| {
        let (before, _) = demo.split_once("\n[gestures.").expect("the demo has gestures");
        format!("{before}\n[gestures.own]\nmotion = {motion:?}\n")
    };
    let project = crate::support::hero::load(text).unwrap_or_else(|error| panic!("{error}"));
    let usage = &project.graphs[0].parts.gestures[0].usage;
    joints(&project, &usage[0]).into_iter().map(String::from).collect()
}

#[test]
fn a_gesture_without_a_mask_takes_what_it_moves() {
    let arm = ["RightShoulder", "RightArm", "RightForeArm", "RightHand"];
    let wave = taken("wave");
    assert!(arm.iter().all(|joint| wave.iter().any(|own| own == joint)), "{wave:?}");
    assert!(!wave.iter().any(|joint| joint.starts_with("Left")), "the other arm swings on: {wave:?}");
    let nod = taken("nod");
    assert!(nod.iter().any(|joint| joint == "Head"), "{nod:?}");
    assert!(!nod.iter().any(|joint| joint.contains("Arm") || joint.contains("Hand")), "{nod:?}");
    // A limb is taken as a whole, also where its hand is still.
    let cheer = taken("celebrate");
    for side in ["Left", "Right"] {
        assert!(cheer.iter().any(|joint| *joint == format!("{side}Hand")), "{cheer:?}");
    }
}

#[test]
fn usage_says_how_much_and_the_last_that_fits_counts() {
    let text = wave(
        "usage = { \"Right*\" = \"required\", \"Right*Leg\" = \"undefined\", \"RightFoot\" = \"undefined\", RightToeBase = \"undefined\", RightShoulder = \"defined\", others = \"undefined\" }",
    );
    assert_eq!(
        claims(&text),
        [
            (WHOLE, Usage::Required, RIGHT.map(String::from).to_vec()),
            (WHOLE, Usage::Defined, vec!["RightShoulder".into()]),
        ]
    );
    let others = claims(&wave("usage = { \"*\" = \"undefined\", Head = \"required\" }"));
    assert_eq!(others, [(WHOLE, Usage::Required, vec!["Head".into()])]);
    let [head, rest] = &claims(&wave("usage = { Head = \"required\", others = \"defined\" }"))[..] else {
        panic!("two")
    };
    assert_eq!((&head.2[..], rest.1), (&["Head".to_string()][..], Usage::Defined));
    assert!(rest.2.iter().any(|joint| joint == "Hips") && !rest.2.iter().any(|joint| joint == "Head"));
}

#[test]
fn usage_may_depend_on_time() {
    let text = wave(
        "usage = [{ joints = [\"RightArm\"], usage = \"required\", during = [0.2, 0.8] }, { joints = [\"Spine\"], usage = \"defined\" }]",
    );
    assert_eq!(
        claims(&text),
        [
            ([0.2, 0.8], Usage::Required, vec!["RightArm".into()]),
            (WHOLE, Usage::Defined, vec!["Spine".into()]),
        ]
    );
}

#[test]
fn a_mask_limits_what_usage_says() {
    let text = wave("mask = [\"Head\", \"Neck\"]\nusage = { Head = \"required\", others = \"defined\" }");
    assert_eq!(
        claims(&text),
        [(WHOLE, Usage::Required, vec!["Head".into()]), (WHOLE, Usage::Defined, vec!["Neck".into()]),]
    );
}

#[test]
fn name_spaces_of_joints_may_differ() {
    let plain = claims(&wave("mask = [\"RightArm\", \"*Hand\"]"));
    assert_eq!(claims(&wave("mask = [\"mixamorig:RightArm\", \"hero:*Hand\"]")), plain);
}

#[test]
fn a_gesture_may_be_a_verb_with_knobs() {
    let packed = packed(&format!("{BEFORE}{GRAPH}[gestures.stride]\nverb = \"walk\"\nmask = [\"Head\"]\n"));
    let graph = &packed.pack.graphs()[0];
    assert_eq!(graph.verb(graph.parts().gestures[0].verb).adverbs().len(), 1);
}

#[test]
fn a_gesture_must_not_require_the_root() {
    let text = wave("mask = [\"*\"]");
    let said = complaint(&text);
    let line = text.lines().position(|line| line == "[gestures.hello]").expect("it is there") + 1;
    assert!(
        said.starts_with(&format!("adverb.toml:{line}:")) && said.contains("hello: requires the root"),
        "{said}"
    );
    // It may have something to say about it.
    packed(&wave("usage = { Hips = \"defined\", Head = \"required\" }"));
}

#[test]
fn a_gesture_without_a_graph_is_remarked() {
    let project = project(&format!("{BEFORE}[gestures.hello]\nmotion = \"wave\"\n"));
    let [found] = &project.warnings[..] else { panic!("{:?}", project.warnings) };
    let said = found.told();
    assert!(said.contains("[gestures.hello]") && said.contains("no graph"), "{said}");
}

#[test]
fn a_verb_says_what_it_uses() {
    let text = format!("{BEFORE}{GRAPH}").replace(
        "cycle = true\ncontrol",
        "cycle = true\nusage = { \"*Leg\" = \"required\", Hips = \"required\", others = \"defined\" }\ncontrol",
    );
    let project = project(&text);
    let [usage] = &project.graphs[0].parts.usage[..] else { panic!("one usage") };
    assert_eq!(usage.verb.0, 0);
    let required = joints(&project, &usage.claims[0]);
    assert_eq!(required, ["Hips", "LeftUpLeg", "LeftLeg", "RightUpLeg", "RightLeg"]);
}
