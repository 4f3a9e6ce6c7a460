//! Constraints on objects that are given at run time: the ball-catch of thesis 4.4, and what is like it.

use adverb::graph::{Constraint, Deed, VerbId};

use super::made::{BEFORE, GRAPH, complaint, packed, project, refused};

/// [`GRAPH`] with a constraint on the walk.
fn constrained(constraint: &str) -> String {
    format!("{BEFORE}[[verbs.walk.constraints]]\n{constraint}\n{GRAPH}")
}

#[test]
fn a_ball_is_caught_and_held() {
    let text = constrained(
        "keep = \"RightHand\"\nin = \"ball\"\nduring = [0.2, 0.5]\nease = 0.05\n\
         [[verbs.walk.constraints]]\nhold = \"ball\"\nin = \"RightHand\"\nduring = [0.5, 0.9]\n\
         [[verbs.walk.constraints]]\nlook = \"Head\"\nat = \"target\"",
    );
    let packed = packed(&text);
    let graph = &packed.pack.graphs()[0];
    let hand = graph.hand_named("RightHand").expect("an arm");
    let joint = packed.pack.skeleton().joint_named("RightHand").expect("it is there");
    let constraint = |during, object: &str, deed, ease_secs| Constraint {
        verb: VerbId(0),
        during,
        object: object.into(),
        deed,
        ease_secs,
    };
    assert_eq!(
        graph.parts().constraints,
        [
            constraint([0.2, 0.5], "ball", Deed::Reach(hand), 0.05),
            constraint([0.5, 0.9], "ball", Deed::Hold(joint), 0.12),
            constraint([0.0, 1.0], "target", Deed::Look, 0.12),
        ]
    );
    assert_eq!(graph.objects(), ["ball", "target"]);
    // Nothing was said of the feet, so they stay where they stand.
    assert_eq!(packed.pack.verbs()[0].feet().len(), 2);
}

#[test]
fn feet_can_reach_too() {
    let project = project(&constrained("keep = \"LeftToeBase\"\nin = \"ball\""));
    let parts = &project.graphs[0].parts;
    let Deed::Reach(hand) = parts.constraints[0].deed else { panic!("it reaches") };
    let hand = &parts.hands[hand.0];
    let names = [hand.joint, hand.limb.upper, hand.limb.end].map(|j| project.skeleton.joint(j).name.as_str());
    assert_eq!(names, ["LeftToeBase", "LeftUpLeg", "LeftFoot"]);
}

#[test]
fn objects_need_a_graph_that_is_said_plainly() {
    let without = |constraint: &str| format!("{BEFORE}[[verbs.walk.constraints]]\n{constraint}\n");
    let ball = without("keep = \"RightHand\"\nin = \"ball\"");
    refused(&ball, "in = \"ball\"", &["\"ball\" is an object", "[graph.main]", "in = \"world\""]);
    let look = without("look = \"Head\"\nat = \"target\"");
    refused(&look, "at = \"target\"", &["\"target\" is an object", "start = [\"walk\"]"]);
}

#[test]
fn a_verb_that_no_graph_plays_is_given_nothing() {
    let text = constrained("keep = \"RightHand\"\nin = \"ball\"");
    let other = "[graph.main]\nstart = [\"loop\"]\nends = [\"loop\"]\n";
    let project = project(&text.replace(GRAPH, other));
    assert!(project.graphs[0].parts.constraints.is_empty());
    let [found] = &project.warnings[..] else { panic!("{:?}", project.warnings) };
    let said = found.told();
    assert!(said.contains("[verbs.walk]") && said.contains("ball"), "{said}");
}

#[test]
fn wrong_constraints_say_what_they_lack() {
    for (constraint, at, words) in [
        ("keep = \"RightHnad\"\nin = \"ball\"", "keep", &["RightHnad", "did you mean \"RightHand\"?"][..]),
        ("keep = \"RightHand\"\nin = \"RightForeArm\"", "in =", &["moves along with \"RightHand\""]),
        ("keep = \"Spine\"\nin = \"ball\"", "keep", &["\"Spine\" cannot reach", "name a hand"]),
        ("look = \"Hips\"\nat = \"target\"", "look", &["would turn the whole body"]),
        ("look = \"Head\"", "[[verbs.walk.con", &["has no \"at\"", "target"]),
        ("hold = \"ball\"", "[[verbs.walk.con", &["has no \"in\"", "RightHand"]),
        ("hold = \"ball\"\nin = \"RigthHand\"", "in =", &["RigthHand", "RightHand"]),
        ("hold = \"world\"\nin = \"RightHand\"", "hold", &["\"world\" is not an object"]),
        (
            "keep = \"RightHand\"\nin = \"ball\"\nduring = \"auto\"",
            "during",
            &["cannot find when to use an object"],
        ),
        ("keep = \"RightHand\"\nin = \"ball\"\nduring = [0.6, 0.2]", "during", &["[0.6, 0.2]", "0 to 1"]),
        ("keep = \"RightHand\"\nin = \"ball\"\nease = 11", "ease", &["too long", "0 to 10"]),
        ("keep = \"RightHand\"\nin = \"ball\"\nat = \"x\"", "at =", &["no key \"at\""]),
        ("track = \"RightHand\"\nin = \"body\"", "[[verbs.walk.con", &["has no \"along\"", "[[0.2"]),
        (
            "track = \"RightHand\"\nin = \"body\"\nalong = [[0, 1, 0]]",
            "along",
            &["a path of 1 points", "2 to 64"],
        ),
        ("turn = \"RightHand\"\nin = \"Hips\"\nweight = 1.5", "weight", &["1.5", "up to 1"]),
        ("look = \"Head\"\nat = \"body\"\naxis = [0, 0, 0]", "axis", &["not a direction"]),
        ("turn = \"Head\"\nin = \"world\"", "in =", &["cannot be kept in the world", "\"body\""]),
    ] {
        let text = constrained(constraint);
        let start = text.find("[[verbs.walk.constraints]]").expect("it is there");
        let line = text[..start].lines().count() + 1;
        let line = line + text[start..].lines().position(|line| line.contains(at)).expect("a line");
        let said = complaint(&text);
        words.iter().for_each(|word| assert!(said.contains(word), "{word:?} is not in: {said}"));
        assert!(said.starts_with(&format!("adverb.toml:{line}:")), "{said} is not about {at}");
    }
}
