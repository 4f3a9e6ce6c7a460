//! `adverb space`, called as a user would.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::call::errors;
use crate::support::folder::folder;

/// The spaces of docs/.
const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/spaces.toml");

fn space(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
    command.arg("space").args(arguments).output().expect("the command starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A project file with this text.
fn project(name: &str, text: &str) -> String {
    let file = folder(name).join("adverb.toml");
    std::fs::write(&file, text).expect("a writable folder");
    file.to_str().expect("a UTF-8 path").into()
}

#[test]
fn a_space_is_said_in_words() {
    let output = space(&[DOCS, "walk", "--at", "happiness=0.2,speed=1.5"]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let text = said(&output);
    for part in [
        "walk: verb of 2 adverbs and 5 examples, 1 pseudo-example",
        "happiness  -1 to 1",
        "kernel   b-spline, extrapolate damped",
        "sad     happiness = -0.8, speed = 0.9, radius 0.49",
        "happiness = 0.35, speed = 1.25 → happiness = 0.05, speed = 1.15",
        "weights at happiness = 0.2, speed = 1.5",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let (_, table) = text.split_once("weights at").unwrap();
    let weights: Vec<f64> =
        table.lines().skip(1).map(|line| line.split_whitespace().last().unwrap().parse().unwrap()).collect();
    assert_eq!(weights.len(), 5);
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{weights:?}");
}

#[test]
fn at_an_example_the_json_gives_it_all_the_weight() {
    let output = space(&[DOCS, "paper", "--json", "--at", "p=0.3"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["name"], &report["kind"]), (&"paper".into(), &"verb".into()));
    assert_eq!(report["axes"][0]["name"], "p");
    assert_eq!(report["axes"][0]["range"], serde_json::json!([0.0, 1.0]));
    assert_eq!(report["axes"][0]["default"], 0.0);
    assert_eq!(report["kernel"], "b-spline");
    assert_eq!(report["extrapolate"], "damped");
    assert_eq!(report["examples"][2]["at"], serde_json::json!([0.75]));
    assert!((report["examples"][2]["radius"].as_f64().unwrap() - 0.9).abs() < 1e-9);
    assert_eq!(report["at"], serde_json::json!([0.3]));
    assert_eq!(report["weights"][0]["example"], "second");
    assert!((report["weights"][0]["weight"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    assert_eq!(report["warnings"], serde_json::json!([]));
    // Without a point there are no weights.
    let output = space(&[DOCS, "paper", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report.get("weights").is_none() && report["condition"].as_f64().unwrap() >= 1.0);
}

#[test]
fn a_space_is_drawn_along_one_axis_or_over_two() {
    let here = folder("drawn");
    let cases: [(&[&str], &str, &[&str]); 6] = [
        (&["paper"], "weights.svg", &["w₁ first", "w₃ third"]),
        (
            &["paper", "--values", "-0.2,0.9,0.5", "--title", "Figure 3"],
            "sum.svg",
            &["scaled sum", "Figure 3"],
        ),
        (&["paper", "--of", "first"], "parts.svg", &["A hyperplane", "R₃ around third"]),
        (&["walk"], "maps.svg", &[">sad<", ">stroll<", ">happiness<", ">speed<"]),
        (&["walk", "--x", "speed", "--at", "happiness=0.5"], "along.svg", &["at happiness = 0.5"]),
        (&["walk", "--x", "speed", "--y", "happiness", "--of", "happy"], "one.png", &[]),
    ];
    for (arguments, file, parts) in cases {
        let out = here.join(file);
        let output = space(&[&[DOCS], arguments, &["-o", out.to_str().unwrap()]].concat());
        assert_eq!(code(&output), 0, "{file}: {}", errors(&output));
        let bytes = std::fs::read(&out).unwrap();
        let begins: &[u8] = if file.ends_with("png") { b"\x89PNG\r\n\x1a\n" } else { b"<svg " };
        assert!(bytes.starts_with(begins) && bytes.len() > 3000, "{file}: {} bytes", bytes.len());
        let svg = String::from_utf8_lossy(&bytes);
        assert!(parts.iter().all(|part| svg.contains(part)), "{file}");
    }
}

#[test]
fn exit_codes_tell_a_wrong_project_from_misuse() {
    let wrong = project(
        "wrong",
        "[verbs.w]\nadverbs = { a = [0, 1] }\n[[verbs.w.examples]]\nmotion = \"m\"\nat = { b = 1 }\n",
    );
    let empty = project("empty", "[verbs.w]\nadverbs = { a = [0, 1] }\n");
    let none = project("none", "[project]\nname = \"x\"\n");
    let both = project(
        "both",
        "[verbs.w]\n[[verbs.w.examples]]\nmotion = \"m\"\n[shapes.w]\n[[shapes.w.examples]]\nform = \"f\"\n",
    );
    for (arguments, expected, message) in [
        (&[&wrong[..], "w"][..], 1, "adverb.toml:5:8: [verbs.w] has no adverb \"b\""),
        (&[&empty, "w"], 1, "adverb.toml:1:8: the space has no example"),
        (&[&none, "w"], 1, "it has no [verbs.…] and no [shapes.…]"),
        (&[&none], 1, "it has no [verbs.…] and no [shapes.…]"),
        (&[&both, "w"], 2, "write verbs.w or shapes.w"),
        (&[&both, "shapes.w", "-o", "x.svg"], 1, "it has no axis to draw"),
        (&[DOCS, "wlak"], 2, "did you mean \"walk\"?"),
        (&[DOCS], 2, "name one of its verbs and shapes: paper, walk"),
        (&["nowhere.toml", "w"], 1, "nowhere.toml: cannot be read"),
        (&["walk.bvh", "w"], 1, "walk.bvh: cannot be read"),
        (&[DOCS, "walk", "--at", "hapiness=1"], 2, "did you mean \"happiness\"?"),
        (&[DOCS, "walk", "--at", "happiness"], 2, "write AXIS=VALUE"),
        (&[DOCS, "walk", "--at", "happiness=nan"], 2, "write AXIS=VALUE"),
        (&[DOCS, "walk", "-o", "x.gif"], 2, ".png or .svg"),
        (&[DOCS, "walk", "--of", "happy"], 2, "name its file with -o"),
        (&[DOCS, "walk", "--of", "hapy", "-o", "x.svg"], 2, "did you mean \"happy\"?"),
        (&[DOCS, "walk", "--x", "speed", "--y", "speed", "-o", "x.svg"], 2, "the same axis"),
        (&[DOCS, "walk", "--x", "sped", "-o", "x.svg"], 2, "did you mean \"speed\"?"),
        (&[DOCS, "walk", "--y", "speed", "-o", "x.svg"], 2, "--x"),
        (&[DOCS, "walk", "--values", "1,2,3,4,5", "-o", "x.svg"], 2, "write --x happiness"),
        (&[DOCS, "paper", "--values", "1,2", "-o", "x.svg"], 2, "give 3, for first, second, third"),
        (&[DOCS, "paper", "--values", "1,x,2", "-o", "x.svg"], 2, "write a number"),
    ] {
        let output = space(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", errors(&output));
        assert!(errors(&output).contains(message), "{message}\n{arguments:?}\n{}", errors(&output));
    }
    assert!(!Path::new("x.svg").exists());
    assert_eq!(code(&space(&[&both, "verbs.w"])), 0);
}

#[test]
fn warnings_are_told_and_many_axes_say_what_can_be_chosen() {
    let text = "[verbs.w]\nadverbs = { c = [0, 1], a = [0, 1], b = [0, 1] }\n[[verbs.w.examples]]\nmotion = \"m\"\nat = { a = 1 }\n\
                [[verbs.w.examples]]\nmotion = \"n\"\nat = { c = 1 }\n";
    let file = project("many", text);
    // The only space needs no name.
    let output = space(&[&file]);
    assert!(said(&output).contains("warning  every example has b = 0"), "{}", said(&output));
    let out = Path::new(&file).with_file_name("out.svg");
    let output = space(&[&file, "-o", out.to_str().unwrap()]);
    assert_eq!((code(&output), said(&output).as_str()), (0, ""), "{}", errors(&output));
    let errors = errors(&output);
    assert!(errors.contains("drawn over c and a; --x and --y choose among c, a, b"), "{errors}");
    assert!(errors.contains(": every example has b = 0"), "{errors}");
    let quiet = space(&[&file, "-q", "-o", out.to_str().unwrap()]);
    assert_eq!((code(&quiet), quiet.stderr.len()), (0, 0));
}

#[test]
fn coverage_says_what_the_examples_leave_open_in_words_and_in_json() {
    let output = space(&[DOCS, "walk", "--coverage"]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let text = said(&output);
    for part in [
        "speed: examples from 0.7 to 1.9 of 0.6 to 2, determined",
        "farthest from every example",
        "inside the hull",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let output = space(&[DOCS, "walk", "--coverage", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let coverage = &json["coverage"];
    assert_eq!(coverage["axes"][0]["determined"], "alone");
    assert!(coverage["hole"]["distance"].as_f64().is_some_and(|distance| distance > 0.1), "{coverage}");
    let output = space(&[DOCS, "walk", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(json.get("coverage").is_none());
}

#[test]
fn clusters_are_listed_and_drawn() {
    let output = space(&[DOCS, "levels"]);
    let text = said(&output);
    assert!(text.contains("3 clusters, cost 0.025\n"), "{text}");
    assert!(text.contains("  neutral, neutral (2): around happiness = 0.5, radius 0.025\n"), "{text}");
    assert!(text.contains("  sad: at happiness = -10\n"), "{text}");
    // Without levels they are listed if asked for.
    assert!(!said(&space(&[DOCS, "beside"])).contains("cluster"));
    let text = said(&space(&[DOCS, "beside", "--clusters"]));
    assert!(text.contains("3 clusters, cost 0.025, not in use\n"), "{text}");
    let text = said(&space(&[DOCS, "many", "--clusters=5"]));
    assert!(text.contains("5 clusters, cost ") && !text.contains("not in use"), "{text}");
    assert!(said(&space(&[DOCS, "many", "--clusters=4"])).contains(", not in use\n"));
    let text = said(&space(&[DOCS, "three", "--clusters"]));
    assert!(text.contains("clusters: none, no examples are close to each other\n"), "{text}");
    let output = space(&[DOCS, "walk", "--clusters=2", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let [level] = &json["clusters"].as_array().expect("levels")[..] else { panic!("{json}") };
    let names: Vec<&str> = level
        .as_array()
        .expect("clusters")
        .iter()
        .flat_map(|cluster| {
            assert!(cluster["radius"].as_f64().is_some_and(|radius| radius >= 0.0));
            assert_eq!(cluster["centre"].as_array().map(Vec::len), Some(2));
            cluster["examples"].as_array().expect("names").iter().map(|name| name.as_str().expect("a name"))
        })
        .collect();
    assert_eq!(names.len(), 6, "five examples and a pseudo-example: {names:?}");
    let out = folder("clusters").join("clusters.svg");
    let output = space(&[DOCS, "many", "--clusters", "-o", out.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.contains("in 5 clusters") && svg.contains(">iteration 2, cost "));
    let none = space(&[DOCS, "three", "--clusters", "-o", out.to_str().unwrap()]);
    assert_eq!(code(&none), 1, "{}", errors(&none));
    assert!(errors(&none).contains("no examples are close to each other; --clusters=3 makes three clusters"));
}
