//! The spaces of a project file: what it says of them, and what is said when it is wrong.

use adverb_author::Error;
use adverb_author::project::{NamedSpace, Project, SpaceKind, spaces};
use adverb_author::space::{Extrapolation, Kernel, Levels, Solution};

use crate::support::hero;

const WALK: &str = r#"[verbs.walk]
adverbs = { speed = { range = [0.5, 2.5], scale = 0.5 }, happiness = [-1, 1], heading = { range = [0, 360], periodic = true } }
kernel = "wendland"
radius = 0.8
smoothing = 0.1
metric = [[1, 0.2, 0], [0.2, 1, 0], [0, 0, 1]]
extrapolate = { hull = 1.2 }
cycle = true
[[verbs.walk.examples]]
motion = "neutral"
at = { speed = 1.3, heading = 90 }
[[verbs.walk.examples]]
motion = "happy"
at = { happiness = 1.0, speed = 1.5 }
radius = 2
[[verbs.walk.examples]]
motion = "neutral"
at = {}
[[verbs.walk.pseudo]]
from = { happiness = 0.4 }
to = { happiness = 0.2 }
[[verbs.walk.constraints]]
keep = "LeftToeBase"
[shapes.body]
adjectives = { build = [-1, 1], "RightForeArm.swing" = { range = [0, 2.4], read = "pose" } }
rest = "body.glb"
[[shapes.body.examples]]
form = "body_heavy.glb"
at = { build = 1 }
pose = "rest"
"#;

fn solved(named: &NamedSpace) -> Result<Solution, Error> {
    named.solve(&named.space.settled().expect("nothing is measured"))
}

fn read(text: &str) -> Vec<NamedSpace> {
    spaces("adverb.toml", text, &mut |_: &str| Err(String::new())).unwrap()
}

fn complaint(text: &str) -> String {
    spaces("adverb.toml", text, &mut |_: &str| Err(String::new())).expect_err("a wrong project").to_string()
}

#[test]
fn a_space_is_what_the_file_says() {
    let all = read(WALK);
    let kinds: Vec<_> = all.iter().map(|space| (space.kind, space.name.as_str())).collect();
    assert_eq!(kinds, [(SpaceKind::Verb, "walk"), (SpaceKind::Shape, "body")]);
    let walk = &all[0].settled().expect("nothing is measured");
    let names: Vec<&str> = walk.axes.iter().map(|axis| axis.name.as_str()).collect();
    assert_eq!(names, ["speed", "happiness", "heading"], "axes keep the order of the file");
    assert_eq!((walk.axes[0].range, walk.axes[0].scale), ([0.5, 2.5], Some(0.5)));
    assert_eq!(walk.axes.iter().map(|axis| axis.periodic).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!((walk.kernel, walk.radius, walk.smoothing), (Kernel::Wendland, Some(0.8), 0.1));
    assert_eq!(walk.metric.as_ref().unwrap()[0], [1.0, 0.2, 0.0]);
    assert_eq!(walk.extrapolation, Extrapolation::Hull(1.2));
    assert_eq!(walk.pseudo_examples[0].from, [1.5, 0.4, 0.0]);
    assert_eq!(walk.pseudo_examples[0].to, [1.5, 0.2, 0.0]);
    assert_eq!(all[1].space.examples[0].at, [Some(1.0), Some(0.0)]);
    assert!(all.iter().all(|space| solved(space).is_ok()));
}

#[test]
fn levels_are_one_found_or_given() {
    let levels = |said: &str| {
        let text = WALK.replace("cycle = true", &format!("levels = {said}"));
        spaces("adverb.toml", &text, &mut |_: &str| Err(String::new())).map(|all| all[0].space.levels.clone())
    };
    assert_eq!(read(WALK)[0].space.levels, Levels::One);
    assert_eq!(levels("1").unwrap(), Levels::One);
    assert_eq!(levels("\"auto\"").unwrap(), Levels::Found);
    assert_eq!(levels("[4, 9]").unwrap(), Levels::Clusters(vec![4, 9]));
    for wrong in ["2", "[9, 4]", "[2.5]", "[0]", "\"many\"", "[1e9]"] {
        let said = levels(wrong).expect_err(wrong).to_string();
        assert!(said.contains("adverb.toml:8") && said.contains("cluster"), "{said}");
    }
}

#[test]
fn an_axis_left_out_has_its_default_and_a_motion_named_twice_is_the_same_content() {
    let walk = &read(WALK)[0].settled().expect("nothing is measured");
    let points: Vec<&[f64]> = walk.examples.iter().map(|example| &example.at[..]).collect();
    assert_eq!(points, [&[1.3, 0.0, 90.0][..], &[1.5, 1.0, 0.0], &[1.5, 0.0, 0.0]]);
    assert_eq!(walk.examples.iter().map(|e| e.radius).collect::<Vec<_>>(), [None, Some(2.0), None]);
    assert_eq!(walk.examples[0].content, walk.examples[2].content);
    assert_ne!(walk.examples[0].content, walk.examples[1].content);
    let names: Vec<&str> = walk.examples.iter().map(|example| example.name.as_str()).collect();
    assert_eq!(names, ["neutral", "happy", "neutral (2)"]);
}

#[test]
fn the_documented_file_is_read_as_it_stands() {
    let page = include_str!("../../../../docs/project-file.md");
    let (_, rest) = page.split_once("```toml\n").expect("an example");
    let (text, _) = rest.split_once("```").expect("its end");
    let all = read(text);
    assert_eq!(all.iter().map(|space| space.name.as_str()).collect::<Vec<_>>(), ["walk", "wait", "body"]);
    assert!(all.iter().all(|space| solved(space).is_ok()));
}

#[test]
fn what_is_left_out_is_automatic() {
    let space = &read("[verbs.v]\nradius = \"auto\"\n[[verbs.v.examples]]\nmotion = \"m\"\n")[0].space;
    assert!(space.axes.is_empty() && space.examples[0].at.is_empty());
    assert_eq!((space.kernel, space.radius, space.smoothing), (Kernel::BSpline, None, 0.0));
    assert_eq!((space.metric.as_ref(), space.extrapolation), (None, Extrapolation::Damped));
    let shape = &read("[shapes.s]\n[[shapes.s.examples]]\nform = \"f\"\n")[0].space;
    assert_eq!(shape.extrapolation, Extrapolation::Free);
    assert!(read("").is_empty());
}

#[test]
fn every_mistake_shows_its_line_and_what_to_write() {
    let verb = |text: &str| format!("[verbs.w]\nadverbs = {{ mood = [-1, 1], pace = [1, 2] }}\n{text}\n");
    let example = |text: &str| verb(&format!("[[verbs.w.examples]]\nmotion = \"m\"\n{text}"));
    for (text, place, problem, remedy) in [
        (example("at = { mod = 1 }"), "5:8", "[verbs.w] has no adverb \"mod\"", "did you mean \"mood\"?"),
        (example("at = { mood = true }"), "5:15", "mood must be a finite number", "write mood as"),
        (example("at = { mood = nan }"), "5:15", "mood must be a finite number", "write mood as"),
        (
            example("at = { pace = \"measured\" }"),
            "5:15",
            "pace is not measured",
            "pace = { measure = \"speed\" }",
        ),
        (example("at = [0, 1]"), "5:6", "at must be a table", "write at as a table"),
        (example("att = {}"), "5:1", "no key \"att\"", "did you mean \"at\"?"),
        (example(""), "4:10", "lacks `at`", "for example: at = { mood = 0, pace = 1.5 }"),
        (example("at = {}\nradius = 0"), "6:10", "radius = 0 is not positive", "above 0"),
        (example("at = {}\nradius = \"big\""), "6:10", "radius must be a positive number", "or \"auto\""),
        (verb("[[verbs.w.examples]]\nat = {}"), "3:", "has no motion", "motion = \"…\""),
        (verb("examples = 3"), "3:12", "examples must be a list", "[[verbs.w.examples]]"),
        (verb("[[verbs.w.pseudo]]\nfrom = { mood = 0 }"), "3:", "no \"to\"", "to = { mood = 0, pace = 1.5 }"),
        (verb("[[verbs.w.pseudo]]\nfrom = { mod = 0 }\nto = {}"), "4:10", "no adverb \"mod\"", "\"mood\"?"),
        (verb("kernel = \"bspline\""), "3:10", "not a kernel", "did you mean \"b-spline\"?"),
        (verb("kernel = \"cubic\""), "3:10", "not a kernel", "b-spline, thin-plate, gaussian, wendland"),
        (verb("kernel = 3"), "3:10", "kernel must be a \"string\"", "write kernel"),
        (verb("smoothing = -1"), "3:13", "smoothing = -1 is less than 0", "write 0 or more"),
        (verb("metric = [[1, \"x\"]]"), "3:15", "must be a finite number", "number of metric"),
        (verb("metric = [1, 2]"), "3:11", "a row of metric must be a list", "[ … ]"),
        (
            verb("extrapolate = \"dumped\""),
            "3:15",
            "not a way to extrapolate",
            "\"damped\" or { hull = 1.2 }",
        ),
        (verb("extrapolate = { hull = -1 }"), "3:24", "hull = -1 is less than 0", "write 0 or more"),
        (verb("extrapolate = { hul = 1 }"), "3:15", "not a way to extrapolate", "{ hull = 1.2 }"),
        (verb("kernal = \"gaussian\""), "3:1", "no key \"kernal\"", "did you mean \"kernel\"?"),
        ("[verbs.w]\nadverbs = { a = 1 }".into(), "2:17", "a must be a range", "{ range = [0, 1] }"),
        ("[verbs.w]\nadverbs = { a = [1, 0] }".into(), "2:17", "is not a range", "smaller number first"),
        ("[verbs.w]\nadverbs = { a = [1] }".into(), "2:17", "a list of 2 numbers", "write a as"),
        ("[verbs.w]\nadverbs = { a = {} }".into(), "2:17", "a of [verbs.w] has no range", "range = [0, 1]"),
        ("[verbs.w]\nadverbs = { a = { rang = [0, 1] } }".into(), "2:19", "no key \"rang\"", "\"range\"?"),
        (
            "[verbs.w]\nadverbs = { a = { measure = \"sped\" } }".into(),
            "2:29",
            "\"sped\" is not a known measure",
            "did you mean \"speed\"?",
        ),
        (
            "[verbs.w]\nadverbs = { a = { measure = { position = \"Hand\", of = \"x\" } } }".into(),
            "2:29",
            "measure has no \"at\"",
            "at = \"apex\"",
        ),
        (
            "[verbs.w]\nadverbs = { a = { measure = { position = \"Hand\", at = \"k\", of = \"up\" } } }"
                .into(),
            "2:65",
            "of = \"up\" is not a direction",
            "\"y\" (up)",
        ),
        (
            "[shapes.w]\nadjectives = { a = { measure = \"speed\" } }".into(),
            "2:32",
            "only motions can be measured",
            "write every example's value",
        ),
        (
            "[verbs.w]\nadverbs = { a = { range = [0, 1], scale = 0 } }".into(),
            "2:43",
            "scale = 0 is not positive",
            "above 0",
        ),
        (
            "[verbs.w]\nadverbs = { a = { range = [0, 1], periodic = 1 } }".into(),
            "2:46",
            "periodic must be true or false",
            "write periodic",
        ),
        (
            "[shapes.s]\n[[shapes.s.examples]]\nform = \"f\"\nat = { build = 1 }".into(),
            "4:8",
            "[shapes.s] has no adjective \"build\"",
            "adjectives = { build = [0, 1] }",
        ),
        ("[shapes.s]\nadverbs = { a = [0, 1] }".into(), "2:1", "no key \"adverbs\"", "adjectives"),
        (
            "[verbs.w]\nadverbs = { pace = { measure = \"speed\" } }\npseudo = [{ from = {}, to = { pace = 1 } }]".into(),
            "3:20",
            "from has no pace, whose range is measured",
            "from = { pace = 0 }",
        ),
        ("[verbs]\nw = 3".into(), "2:5", "[verbs.w] must be a table", "a table"),
        ("verbs = 3".into(), "1:9", "[verbs] must be a table", "a table"),
    ] {
        let message = complaint(&text);
        assert!(message.starts_with(&format!("adverb.toml:{place}")), "{place}\n{text}\n{message}");
        assert!(message.contains(problem), "{problem}\n{text}\n{message}");
        assert!(message.contains(remedy), "{remedy}\n{text}\n{message}");
    }
}

#[test]
fn what_is_measured_is_missing_until_the_motions_are_known() {
    let example = |at: &str| format!("[[verbs.w.examples]]\nmotion = \"m\"\n{at}\n");
    let open = "[verbs.w]\nadverbs = { pace = { measure = \"speed\" } }\n";
    let all = read(&format!("{open}{}{}", example(""), example("at = { pace = 2 }")));
    assert_eq!(all[0].space.axes[0].range, [None, None]);
    let points: Vec<_> = all[0].space.examples.iter().map(|example| &example.at[..]).collect();
    assert_eq!(points, [[None], [Some(2.0)]]);
    assert_eq!(all[0].settled(), None);
    // Points that are written are not enough: the range is measured, too.
    assert_eq!(read(&format!("{open}{}", example("at = { pace = 2 }")))[0].settled(), None);
    let ranged = "[verbs.w]\nadverbs = { pace = { range = [1, 2], measure = \"speed\" } }\n";
    let space =
        read(&format!("{ranged}{}", example("at = { pace = 2 }")))[0].settled().expect("all is written");
    assert_eq!((space.axes[0].range, &space.examples[0].at[..]), ([1.0, 2.0], &[2.0][..]));
}

#[test]
fn a_space_that_cannot_be_solved_shows_the_line_of_its_name() {
    let unsolved = |text: &str| solved(&read(text)[0]).expect_err("no space").to_string();
    let message = unsolved("\n[verbs.walk]\nadverbs = { a = [0, 1] }\n");
    assert!(message.starts_with("adverb.toml:2:8: the space has no example"), "{message}");
    assert!(message.contains("2 | [verbs.walk]") && message.contains("^^^^"), "{message}");
    let example = "[[verbs.walk.examples]]\nmotion = \"m\"\nat = {}\n";
    let message = unsolved(&format!("[verbs.walk]\nadverbs = {{ a = [0, 1] }}\nmetric = [[-1]]\n{example}"));
    assert!(message.starts_with("adverb.toml:1:8:") && message.contains("positive definite"), "{message}");
}

fn load(text: &str) -> Result<Project, adverb_author::Error> {
    hero::load(|_| text.into())
}

#[test]
fn an_example_is_a_motion_of_the_project() {
    let motion = "[motions.happy]\nfile = \"walk_happy.bvh\"\n";
    let verb = |name: &str| format!("{motion}[verbs.walk]\n[[verbs.walk.examples]]\nmotion = \"{name}\"\n");
    assert_eq!(load(&verb("happy")).unwrap().spaces, read(&verb("happy")));
    let message = load(&verb("hapy")).unwrap_err().to_string();
    assert!(message.starts_with("adverb.toml:5:10: there is no motion named \"hapy\""), "{message}");
    assert!(message.contains("did you mean \"happy\"?"), "{message}");
    // Its space can be looked at all the same.
    assert_eq!(read(&verb("hapy"))[0].space.examples[0].name, "hapy");
}

#[test]
fn every_prefix_of_a_space_is_read_or_complained_about() {
    for end in (0..WALK.len()).filter(|&end| WALK.is_char_boundary(end)) {
        match spaces("adverb.toml", &WALK[..end], &mut |_: &str| Err(String::new())) {
            Ok(all) => all.iter().for_each(|space| drop(solved(space))),
            Err(error) => assert!(error.to_string().starts_with("adverb.toml:"), "{error}"),
        }
    }
}
