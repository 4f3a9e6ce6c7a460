//! `adverb graph show`, and what `build` and `inspect` tell of graphs.

use std::path::PathBuf;

use adverb_testdata::{GRAPH, MOTIONS};
use serde_json::{Value, json};

use crate::support::call::{adverb, errors, text};
use crate::support::folder::folder;

/// The small project with a graph, a ball to catch and a gesture.
fn project() -> String {
    let named = "[project]\nname = \"hero\"\n";
    let ball = "[[verbs.walk.constraints]]\nkeep = \"RightHand\"\nin = \"ball\"\nduring = [0.25, 0.5]\n";
    let gesture =
        "[gestures.hello]\nmotion = \"wave\"\nin = 0.25\nout = 0.75\nmask = [\"RightArm\", \"RightHand\"]\n";
    format!("{named}{MOTIONS}{ball}{GRAPH}{gesture}")
}

/// The built-in character's recordings with another project file.
fn hero(name: &str, project: &str) -> PathBuf {
    let folder = folder(name);
    let output = adverb(&["demo", text(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    std::fs::write(folder.join("adverb.toml"), project).expect("a writable folder");
    folder
}

#[test]
fn build_and_inspect_tell_of_graphs() {
    let hero = hero("graph_told", &project());
    let out = hero.join("hero.adverb");
    let output = adverb(&["build", text(&hero), "-o", text(&out)]);
    let said = errors(&output);
    assert!(said.contains("graph main: 3 verbs, 3 transitions, 1 gesture, 1 event"), "{said}");
    let output = adverb(&["build", text(&hero), "-o", text(&out), "--json"]);
    let built: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        built["graphs"],
        json!([{ "name": "main", "verbs": 3, "transitions": 3, "gestures": 1, "events": 1 }])
    );

    let output = adverb(&["inspect", text(&out), "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let graph = &report["graphs"][0];
    assert_eq!(graph["start"], json!(["walk"]));
    assert_eq!((&graph["ends"], &graph["verbs"]), (&json!([]), &json!(["walk", "wave", "loop"])));
    assert_eq!(
        graph["transitions"],
        json!([
            { "from": "walk", "to": "wave", "leave": [0.8, 1.2], "enter": [0.0, 0.3], "blend": "sigmoid", "likelihood": 0.0 },
            { "from": "wave", "to": "loop", "leave": [0.7, 1.0], "enter": [0.1, 0.4], "blend": "linear", "likelihood": 0.0 },
            { "from": "loop", "to": "walk", "leave": "any", "secs": 0.2, "enter": "matching", "blend": "inertial", "likelihood": 0.0 }
        ])
    );
    assert_eq!(
        graph["gestures"],
        json!([{ "name": "hello", "verb": "wave", "in": 0.25, "out": 0.75, "mode": "replace", "requires": ["RightArm", "RightHand"] }])
    );
    assert_eq!(graph["events"], json!([{ "verb": "walk", "at": 0.0, "emit": "footfall" }]));
    assert_eq!((&graph["knobs"], &graph["objects"]), (&json!(["hurry"]), &json!(["ball"])));
    let constraint = &graph["constraints"][0];
    assert_eq!((&constraint["deed"], &constraint["joint"]), (&json!("reach"), &json!("RightHand")));
    let words = adverb(&["inspect", text(&out)]);
    let words = String::from_utf8_lossy(&words.stdout);
    for told in [
        "graph main: 3 verbs",
        "walk → wave  leaves 0.8 to 1.2",
        "any time in 0.2 s",
        "hello  plays wave",
        "footfall",
    ] {
        assert!(words.contains(told), "{told}: {words}");
    }
}

#[test]
fn a_graph_is_drawn_from_a_project_and_from_its_pack() {
    let hero = hero("graph_drawn", &project());
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
    for told in ["hero: main", "hurry", "2 examples", "loop", "hello"] {
        assert!(drawn.contains(&format!(">{told}</text>")), "{told}");
    }
    assert_eq!(drawn, std::fs::read_to_string(&again).expect("it was written"));
    assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"));
}

#[test]
fn graphs_that_are_not_there_are_said() {
    let with = hero("graph_named", &project());
    let out = with.join("graph.svg");
    let refused = |args: &[&str], code: i32, words: &str| {
        let output = adverb(args);
        assert_eq!(output.status.code(), Some(code), "{}", errors(&output));
        assert!(errors(&output).contains(words), "{}", errors(&output));
    };
    refused(&["graph", "show", text(&with), "mian", "-o", text(&out)], 2, "did you mean \"main\"?");
    refused(&["graph", "show", text(&with), "-o", text(&with.join("graph.jpg"))], 2, ".png or .svg");
    let without = hero("graph_none", MOTIONS);
    refused(&["graph", "show", text(&without), "-o", text(&out)], 1, "no graph");
    let two = format!("{}[graph.other]\nstart = [\"loop\"]\nends = [\"loop\"]\n", project());
    let two = hero("graph_two", &two);
    refused(&["graph", "show", text(&two), "-o", text(&out)], 2, "main, other");
    let dead = hero("graph_dead", &project().replace("from = \"loop\"", "from = \"walk\""));
    refused(&["graph", "show", text(&dead), "-o", text(&out)], 1, "no transition leaves it");
}
