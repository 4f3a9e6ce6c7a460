//! What a graph of the file becomes.

use adverb::Pack;
use adverb::graph::{Blend, Enter, Leave, VerbId};

use super::made::{BEFORE, GRAPH, packed, project, with};

#[test]
fn a_graph_of_the_file_is_in_the_pack() {
    let packed = packed(&format!("{BEFORE}{GRAPH}"));
    let back = Pack::load(&packed.pack.save()).expect("what was saved is read");
    assert_eq!(back, packed.pack);
    let graph = back.graph_named("main").expect("it is there");
    let names: Vec<&str> = graph.nodes().map(|id| graph.verb(id).name()).collect();
    assert_eq!(names, ["walk", "wave", "loop"]);
    let parts = graph.parts();
    assert_eq!((&parts.starts[..], &parts.ends[..]), (&[VerbId(0)][..], &[][..]));
    let ways: Vec<_> =
        parts.transitions.iter().map(|t| (t.leave, t.enter, t.blend.clone(), t.likelihood)).collect();
    assert_eq!(
        ways,
        [
            (Leave::During([0.8, 1.2]), Enter::During([0.0, 0.3]), Blend::Sigmoid, 0.0),
            (Leave::During([0.7, 1.0]), Enter::During([0.1, 0.4]), Blend::Linear, 0.0),
            (Leave::AtOnce { secs: 0.2 }, Enter::Matching, Blend::Inertial, 0.0),
        ]
    );
}

#[test]
fn motions_that_a_graph_names_become_verbs_of_one_example() {
    let packed = packed(&format!("{BEFORE}{GRAPH}"));
    let verbs: Vec<(&str, usize, bool)> = (packed.pack.verbs().iter())
        .map(|verb| (verb.name(), verb.examples().len(), verb.is_cyclic()))
        .collect();
    // Others of its motions do not; only what is a cycle itself repeats.
    assert_eq!(verbs, [("walk", 2, true), ("wave", 1, false), ("loop", 1, true)]);
}

#[test]
fn a_project_without_a_graph_has_none() {
    assert!(packed(BEFORE).pack.graphs().is_empty());
}

#[test]
fn a_blend_may_go_through_points_and_secs_have_a_default() {
    let project = project(
        &with("blend = \"linear\"", "blend = [[0, 0], [0.3, 0.5], [1, 1]]").replace("secs = 0.2\n", ""),
    );
    let transitions = &project.graphs[0].parts.transitions;
    assert_eq!(transitions[1].blend, Blend::Through(vec![[0.0, 0.0], [0.3, 0.5], [1.0, 1.0]]));
    assert_eq!(transitions[2].leave, Leave::AtOnce { secs: 0.3 });
}

/// Canonical times of the first graph's events.
fn events(text: &str) -> Vec<(usize, f64)> {
    project(text).graphs[0].parts.events.iter().map(|event| (event.verb.0, event.at)).collect()
}

#[test]
fn an_event_happens_at_every_key_of_its_name_once_a_round() {
    // A walk's first and last left-down are one.
    assert_eq!(events(&with("", "")), [(0, 0.0)]);
    assert_eq!(events(&with("at = \"left-down\"", "at = \"right-down\"")), [(0, 0.5)]);
    assert_eq!(
        events(&with("at = \"left-down\"", "at = [\"right-down\", 0.25, \"left-down\", 1]")),
        [(0, 0.0), (0, 0.25), (0, 0.5)]
    );
    let once = with("", "").replace("verb = \"walk\"\nat = \"left-down\"", "verb = \"wave\"\nat = [1, 0]");
    assert_eq!(events(&once), [(1, 0.0), (1, 1.0)]);
}

#[test]
fn several_graphs_share_the_verbs() {
    let other = "[graph.still]\nstart = [\"loop\"]\nends = [\"loop\"]\n";
    let packed = packed(&format!("{BEFORE}{GRAPH}{other}"));
    let [main, still] = packed.pack.graphs() else { panic!("two graphs") };
    assert_eq!((main.name(), still.name()), ("main", "still"));
    assert!(std::ptr::eq(main.verbs(), still.verbs()));
    assert_eq!(still.nodes().map(|id| still.verb(id).name()).collect::<Vec<_>>(), ["loop"]);
}

#[test]
fn adverbs_of_one_name_and_several_ranges_are_remarked() {
    let jog = "[verbs.jog]\nadverbs = { hurry = [0, 2] }\n[[verbs.jog.examples]]\nmotion = \"slow\"\nat = { hurry = 0 }\n\
               [[verbs.jog.examples]]\nmotion = \"fast\"\nat = { hurry = 2 }\n";
    let alone = project(&format!("{BEFORE}{jog}{GRAPH}"));
    assert!(alone.warnings.is_empty(), "the graph does not play it: {:?}", alone.warnings);
    let both = project(
        &format!("{BEFORE}{jog}{GRAPH}")
            .replace("start = [\"walk\"]", "start = [\"walk\", \"jog\"]\nends = [\"jog\"]"),
    );
    let [found] = &both.warnings[..] else { panic!("{:?}", both.warnings) };
    let said = found.told();
    for word in ["[graph.main]", "hurry", "0 to 1 in walk", "0 to 2 in jog"] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn arms_are_hands_that_bend_like_arms() {
    let project = project(&format!("{BEFORE}{GRAPH}"));
    let joint = |id: adverb::JointId| project.skeleton.joint(id).name.as_str();
    let hands = &project.graphs[0].parts.hands;
    let named: Vec<[&str; 4]> = (hands.iter())
        .map(|hand| [hand.limb.upper, hand.limb.middle, hand.limb.end, hand.joint].map(joint))
        .collect();
    assert_eq!(
        named,
        [
            ["LeftArm", "LeftForeArm", "LeftHand", "LeftHand"],
            ["RightArm", "RightForeArm", "RightHand", "RightHand"]
        ]
    );
    // Mirror images; elbows bend the other way than knees.
    let [left, right] = [hands[0].hinge, hands[1].hinge];
    assert!((left[0] - right[0]).abs() < 0.1 && (left[1] + right[1]).abs() < 0.1, "{left:?} {right:?}");
    assert!(left[0] < 0.0 || left[1].abs() > 0.5, "{left:?}");
}
