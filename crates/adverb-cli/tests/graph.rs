//! `adverb graph show`, and what `build` and `inspect` tell of graphs.

#[path = "support/call.rs"]
mod call;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use call::{adverb, errors, text};

const PROJECT: &str = r#"
[project]
name = "hero"
[motions.slow]
file = "walk_neutral.bvh"
keys = [{ left-down = 12 }, { right-down = 45 }, { left-down = 78 }]
[motions.fast]
file = "run.bvh"
keys = [{ left-down = 12 }, { right-down = 34 }, { left-down = 56 }]
[motions.stop]
file = "walk_neutral.bvh"
frames = [12, 45]
[verbs.walk]
adverbs = { hurry = [0, 1] }
cycle = true
[[verbs.walk.examples]]
motion = "slow"
at = { hurry = 0 }
[[verbs.walk.examples]]
motion = "fast"
at = { hurry = 1 }
[[verbs.walk.constraints]]
keep = "RightHand"
in = "ball"
during = [0.25, 0.5]
[graph.main]
start = ["walk"]
ends = ["stop"]
[[graph.main.transitions]]
from = "walk"
leave = [0.5, 0.75]
to = "stop"
enter = [0, 0.25]
likelihood = 0
[[graph.main.transitions]]
from = "walk"
leave = "any"
secs = 0.5
to = "walk"
enter = "matching"
blend = "inertial"
[[graph.main.events]]
verb = "walk"
at = "right-down"
emit = "footfall"
[gestures.hello]
motion = "stop"
in = 0.25
out = 0.75
mask = ["RightArm", "RightHand"]
"#;

/// The built-in character's recordings with another project file.
fn hero(name: &str, project: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let output = adverb(&["demo", text(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    std::fs::write(folder.join("adverb.toml"), project).expect("a writable folder");
    folder
}

#[test]
fn build_and_inspect_tell_of_graphs() {
    let hero = hero("graph_told", PROJECT);
    let out = hero.join("hero.adverb");
    let output = adverb(&["build", text(&hero), "-o", text(&out)]);
    let said = errors(&output);
    assert!(said.contains("graph main: 2 verbs, 2 transitions, 1 gesture, 1 event"), "{said}");
    let output = adverb(&["build", text(&hero), "-o", text(&out), "--json"]);
    let built: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        built["graphs"],
        json!([{ "name": "main", "verbs": 2, "transitions": 2, "gestures": 1, "events": 1 }])
    );

    let output = adverb(&["inspect", text(&out), "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let graph = &report["graphs"][0];
    assert_eq!(graph["start"], json!(["walk"]));
    assert_eq!((&graph["ends"], &graph["verbs"]), (&json!(["stop"]), &json!(["walk", "stop"])));
    assert_eq!(
        graph["transitions"],
        json!([
            { "from": "walk", "to": "stop", "leave": [0.5, 0.75], "enter": [0.0, 0.25], "blend": "sigmoid", "likelihood": 0.0 },
            { "from": "walk", "to": "walk", "leave": "any", "secs": 0.5, "enter": "matching", "blend": "inertial", "likelihood": 0.0 }
        ])
    );
    assert_eq!(
        graph["gestures"],
        json!([{ "name": "hello", "verb": "stop", "in": 0.25, "out": 0.75, "mode": "replace", "requires": ["RightArm", "RightHand"] }])
    );
    assert_eq!(graph["events"], json!([{ "verb": "walk", "at": 0.5, "emit": "footfall" }]));
    assert_eq!((&graph["knobs"], &graph["objects"]), (&json!(["hurry"]), &json!(["ball"])));
    let constraint = &graph["constraints"][0];
    assert_eq!((&constraint["deed"], &constraint["joint"]), (&json!("reach"), &json!("RightHand")));
    let words = adverb(&["inspect", text(&out)]);
    let words = String::from_utf8_lossy(&words.stdout);
    for told in [
        "graph main: 2 verbs",
        "walk → stop  leaves 0.5 to 0.75",
        "any time in 0.5 s",
        "hello  plays stop",
        "footfall",
    ] {
        assert!(words.contains(told), "{told}: {words}");
    }
}

#[test]
fn a_graph_is_drawn_from_a_project_and_from_its_pack() {
    let hero = hero("graph_drawn", PROJECT);
    let [pack, svg, again, png] = ["hero.adverb", "a.svg", "b.svg", "c.png"].map(|name| hero.join(name));
    let done = |args: &[&str]| {
        let output = adverb(args);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    };
    done(&["build", text(&hero), "-o", text(&pack)]);
    done(&["graph", "show", text(&hero), "-o", text(&svg)]);
    done(&["graph", "show", text(&pack), "main", "-o", text(&again)]);
    done(&["graph", "show", text(&pack), "-o", text(&png), "--title", "All of it"]);
    let drawn = std::fs::read_to_string(&svg).expect("it was written");
    for told in ["hero: main", "hurry", "2 examples", "stop", "hello"] {
        assert!(drawn.contains(&format!(">{told}</text>")), "{told}");
    }
    assert_eq!(drawn, std::fs::read_to_string(&again).expect("it was written"));
    assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"));
}

#[test]
fn graphs_that_are_not_there_are_said() {
    let with = hero("graph_named", PROJECT);
    let out = with.join("graph.svg");
    let refused = |args: &[&str], code: i32, words: &str| {
        let output = adverb(args);
        assert_eq!(output.status.code(), Some(code), "{}", errors(&output));
        assert!(errors(&output).contains(words), "{}", errors(&output));
    };
    refused(&["graph", "show", text(&with), "mian", "-o", text(&out)], 1, "did you mean \"main\"?");
    refused(&["graph", "show", text(&with), "-o", text(&with.join("graph.jpg"))], 2, ".png or .svg");
    let (before, _) = PROJECT.split_once("[[verbs.walk.constraints]]").expect("it is there");
    let without = hero("graph_none", before);
    refused(&["graph", "show", text(&without), "-o", text(&out)], 1, "no graph");
    let two = format!("{PROJECT}[graph.other]\nstart = [\"stop\"]\nends = [\"stop\"]\n");
    let two = hero("graph_two", &two);
    refused(&["graph", "show", text(&two), "-o", text(&out)], 2, "main, other");
    let dead = hero("graph_dead", &PROJECT.replace("ends = [\"stop\"]\n", ""));
    refused(&["graph", "show", text(&dead), "-o", text(&out)], 1, "no transition leaves it");
}
