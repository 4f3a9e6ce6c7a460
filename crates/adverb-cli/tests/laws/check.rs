//! `adverb check` as a person calls it: what is wrong with examples is found, named and told how to mend, in words and as JSON.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::call::{adverb, errors, fine, text};
use crate::support::folder::{folder, written};

/// The built-in character with pieces of its project file exchanged.
fn hero(name: &str, pieces: &[(&str, &str)]) -> PathBuf {
    let hero = folder(name);
    fine(&["demo", text(&hero)]);
    exchange(&hero, pieces);
    hero
}

fn exchange(hero: &Path, pieces: &[(&str, &str)]) {
    let file = hero.join("adverb.toml");
    let mut own = read(&file);
    for (piece, by) in pieces {
        assert!(own.contains(piece), "{piece}");
        own = own.replacen(piece, by, 1);
    }
    written(file, own);
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a text file")
}

/// What is to be found.
struct Wanted<'a> {
    verdict: &'a str,
    criterion: u64,
    verb: &'a str,
    example: &'a str,
    said: &'a [&'a str],
    remedy: &'a str,
}

/// Checks in words and as JSON, with the same end: what is wanted is found, and nobody else is blamed.
#[track_caller]
fn found(project: &Path, code: i32, wanted: &[Wanted]) -> Vec<Value> {
    let before = read(&project.join("adverb.toml"));
    let words = adverb(&["check", text(project)]);
    let json = adverb(&["check", text(project), "--json"]);
    assert_eq!((words.status.code(), json.status.code()), (Some(code), Some(code)), "{}", errors(&words));
    assert_eq!(read(&project.join("adverb.toml")), before);
    let words = String::from_utf8(words.stdout).unwrap();
    let report: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings").clone();
    for finding in &findings {
        for part in ["said", "remedy", "example"] {
            assert!(words.contains(finding[part].as_str().unwrap()), "{finding} is not in\n{words}");
        }
    }
    let bad = |finding: &&Value| ["warning", "error"].contains(&finding["verdict"].as_str().unwrap());
    let bad: Vec<&Value> = findings.iter().filter(bad).collect();
    for Wanted { verdict, criterion, verb, example, said, remedy } in wanted {
        let is_it = |finding: &&&Value| {
            finding["verdict"] == *verdict
                && finding["criterion"] == *criterion
                && finding["verb"] == *verb
                && finding["example"] == *example
                && said.iter().all(|word| finding["said"].as_str().unwrap().contains(word))
        };
        let own =
            bad.iter().find(is_it).unwrap_or_else(|| panic!("{said:?} is not said of {example}: {bad:#?}"));
        assert!(own["remedy"].as_str().unwrap().contains(remedy), "{own}");
    }
    for finding in &bad {
        let is_meant = wanted.iter().any(|w| finding["verb"] == w.verb && finding["example"] == w.example);
        assert!(is_meant, "nothing is wrong with {finding}");
    }
    findings
}

const FASTEST: &str = "motion = \"fast\"\n";
const BRISK: &str = "motion = \"brisk\"\n";
const PACE: &str = "[verbs.pace]\n";

#[test]
fn nothing_is_wrong_with_the_built_in_character() {
    let findings = found(&hero("check-good", &[]), 0, &[]);
    for verb in ["walk", "pace", "run", "idle", "reach"] {
        let criteria: std::collections::BTreeSet<u64> = findings
            .iter()
            .filter(|finding| finding["verb"] == verb && finding["criterion"] != 0)
            .map(|finding| finding["criterion"].as_u64().unwrap())
            .collect();
        assert!(criteria.into_iter().eq(1..=8), "{verb}: the eight criteria");
    }
}

#[test]
fn a_run_among_walks_and_a_walk_among_runs_are_named() {
    let remedy = "verbs of their own";
    let run = hero("check-run", &[(FASTEST, "motion = \"run-slow\"\n"), ("[0.8, 2.05]", "[0.8, 2.5]")]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 1,
        verb: "pace",
        example: "run-slow",
        said: &["no foot is down", "a run among walks"],
        remedy,
    };
    let findings = found(&run, 0, &[wanted]);
    let run = findings.iter().find(|finding| finding["example"] == "run-slow" && finding["unit"] == "%");
    assert!(run.expect("a finding")["number"].as_f64().unwrap() > 20.0);
    let walk = hero("check-walk", &[("motion = \"run-slow\"\n", FASTEST), ("[2.4, 4.2]", "[2, 4.2]")]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 1,
        verb: "run",
        example: "fast",
        said: &["no foot is down", "a walk among runs"],
        remedy,
    };
    found(&walk, 0, &[wanted]);
}

#[test]
fn one_of_two_is_a_run() {
    let others = format!(
        "motion = \"slow\"\n[[verbs.pace.examples]]\nmotion = \"neutral\"\n[[verbs.pace.examples]]\n{BRISK}"
    );
    let two = hero(
        "check-two",
        &[
            (&others, FASTEST),
            (&format!("{FASTEST}\n[verbs.sneak]"), "motion = \"run-slow\"\n\n[verbs.sneak]"),
            ("[0.8, 2.05]", "[2, 2.5]"),
        ],
    );
    let wanted = Wanted {
        verdict: "warning",
        criterion: 1,
        verb: "pace",
        example: "run-slow",
        said: &["a run among walks"],
        remedy: "transition",
    };
    found(&two, 0, &[wanted]);
}

/// What was put in step, and where it was begun.
fn put_in_step(findings: &[Value], example: &str) {
    let own = findings
        .iter()
        .find(|f| f["verdict"] == "repaired" && f["example"] == example && f["criterion"] == 1);
    let own = own.unwrap_or_else(|| panic!("{example} is not put in step: {findings:#?}"));
    let said = own["said"].as_str().unwrap();
    assert!(
        said.contains("begins with right-down") && said.contains("left-down, 0.50 of a round later"),
        "{said}"
    );
}

#[test]
fn a_mirrored_example_is_put_in_step_and_a_mirrored_recording_named() {
    let image = format!("[motions.image]\nmirror = \"brisk\"\n{PACE}");
    let mirrored = hero("check-mirrored", &[(PACE, &image), (BRISK, "motion = \"image\"\n")]);
    let image = |verdict, said, remedy| Wanted {
        verdict,
        criterion: 1,
        verb: "pace",
        example: "image",
        said,
        remedy,
    };
    put_in_step(&found(&mirrored, 0, &[]), "image");
    // As a recording whose keys were called as the others': nothing but the body tells.
    let file = mirrored.join("image.bvh");
    fine(&["motion", text(&mirrored), "image", "-o", text(&file)]);
    let frames = read(&file).lines().find_map(|line| line.strip_prefix("Frames: ").map(str::to_string));
    let last = frames.expect("a number of frames").trim().parse::<usize>().unwrap() - 1;
    let recorded = format!(
        "file = \"image.bvh\"\nkeys = [{{ left-down = 0 }}, {{ right-down = {} }}, {{ left-down = {last} }}]\n",
        last / 2
    );
    exchange(&mirrored, &[("mirror = \"brisk\"\n", &recorded)]);
    let wanted = [
        image("warning", &["from the others, only", "mirrored"][..], "the same foot"),
        image(
            "warning",
            &["the other foot", "what is called left-down is right-down"][..],
            "left and right in its keys",
        ),
    ];
    found(&mirrored, 0, &wanted);
    // A mirror image of that is no better, and nobody is told to mirror it again.
    exchange(
        &mirrored,
        &[
            ("[motions.image]", "[motions.recorded]"),
            (
                "[verbs.pace]",
                "[motions.image]\nmirror = \"again\"\n[motions.again]\nmirror = \"recorded\"\n[verbs.pace]",
            ),
        ],
    );
    let wanted = [
        image("warning", &["from the others, only", "mirrored"][..], "the same foot"),
        image(
            "warning",
            &["the other foot", "what is called left-down is right-down"][..],
            "in the keys of what it is the mirror image of",
        ),
    ];
    let findings = found(&mirrored, 0, &wanted);
    assert!(findings.iter().all(|f| !f["remedy"].as_str().unwrap().contains("mirror =")), "{findings:#?}");
}

#[test]
fn the_other_foot_first_is_put_in_step() {
    let halves = format!(
        "[motions.first_half]\nclip = \"neutral_loop\"\nfrom = 0\nto = 0.5\n[motions.second_half]\nclip = \"neutral_loop\"\n\
         from = 0.5\nto = 1\n[motions.other_foot]\nconcatenate = [\"second_half\", \"first_half\"]\n{PACE}"
    );
    let project = hero("check-foot", &[(PACE, &halves), (BRISK, "motion = \"other_foot\"\n")]);
    // The same walk twice, which is another matter.
    let twice = Wanted {
        verdict: "warning",
        criterion: 0,
        verb: "pace",
        example: "other_foot",
        said: &["as far from neutral"][..],
        remedy: "levels",
    };
    put_in_step(&found(&project, 0, &[twice]), "other_foot");
}

#[test]
fn swapped_key_names_are_told_from_the_wrong_foot() {
    let own = read(&hero("check-keys", &[]).join("adverb.toml"));
    let brisk =
        own.find("[motions.brisk]").map(|at| own[at..].lines().take(3).collect::<Vec<_>>().join("\n"));
    let brisk = brisk.expect("a brisk walk");
    let swapped = brisk.replace("left", "other").replace("right", "left").replace("other", "right");
    let project = hero("check-keys", &[(&brisk, &swapped)]);
    let keys = |verdict, said, remedy| Wanted {
        verdict,
        criterion: 1,
        verb: "pace",
        example: "brisk",
        said,
        remedy,
    };
    let wanted =
        [keys("warning", &["what is called left-down is right-down"][..], "Exchange left and right")];
    let findings = found(&project, 0, &wanted);
    assert!(!findings.iter().any(|f| f["said"].as_str().unwrap().contains("half a cycle later")));
}

#[test]
fn a_measured_axis_that_nobody_varies_is_named() {
    let measured = "speed = { range = [0.8, 2.05], measure = \"speed\" }";
    let all =
        |verdict, said, remedy| Wanted { verdict, criterion: 0, verb: "pace", example: "", said, remedy };
    let without = hero("check-unvaried", &[(measured, "turn = { measure = \"turn\" }")]);
    let wanted =
        all("error", &["turn is measured", "the same"][..], "Add an example that shows another turn");
    found(&without, 1, &[wanted]);
    // Two speeds that are as good as one: with a range of its own it can be built, but that nobody means it is said.
    let alike = "[motions.steady]\naffine = \"neutral\"\nstretch = 1.02\n[verbs.steady]\nadverbs = { speed = { measure = \"speed\", range = [1.2, 1.32] } }\n\
                 cycle = true\n[[verbs.steady.examples]]\nmotion = \"neutral\"\n[[verbs.steady.examples]]\nmotion = \"steady\"\n";
    let hardly = hero("check-hardly", &[(PACE, &format!("{alike}{PACE}"))]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 0,
        verb: "steady",
        example: "",
        said: &["hardly vary speed", "measured as 1.27"],
        remedy: "leave speed out",
    };
    found(&hardly, 0, &[wanted]);
}

#[test]
fn examples_at_one_point_are_named() {
    let point = "at = { happiness = 1, energy = 0.5 }";
    let project = hero("check-point", &[(point, "at = { happiness = 0, energy = 0 }")]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 0,
        verb: "walk",
        example: "happy",
        said: &["differs from neutral at the same point"],
        remedy: "Move one of them",
    };
    found(&project, 0, &[wanted]);
    let project = hero("check-twice", &[(BRISK, "motion = \"neutral\"\n")]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 0,
        verb: "pace",
        example: "neutral (2)",
        said: &["the same as neutral, at the same point"],
        remedy: "One of them is enough",
    };
    found(&project, 0, &[wanted]);
}

#[test]
fn a_range_far_wider_than_the_examples_is_told_and_so_is_a_point_out_there() {
    let wide = hero("check-wide", &[("[0.8, 2.05]", "[0, 15]")]);
    let wanted = Wanted {
        verdict: "warning",
        criterion: 0,
        verb: "pace",
        example: "",
        said: &["span only", "of the range of speed"],
        remedy: "narrow the range",
    };
    found(&wide, 0, &[wanted]);
    let out = wide.join("out.bvh");
    let at = |speed: &str| errors(&fine(&["sample", text(&wide), "pace", "--at", speed, "-o", text(&out)]));
    let far = at("speed=12");
    assert!(
        far.contains("times as far beyond the examples") && far.contains("1 warning; see adverb check"),
        "{far}"
    );
    assert!(!at("speed=2.5").contains("times as far beyond"));
}

#[test]
fn an_example_at_fault_is_named_once_when_the_verb_is_built() {
    let own = read(&hero("check-once", &[]).join("adverb.toml"));
    let keys = own.find("[motions.brisk]").map(|at| own[at..].lines().nth(2).unwrap().to_string()).unwrap();
    // A step later: the keys say left where the right foot comes down.
    let later = "keys = [{ left-down = 42 }, { right-down = 72 }, { left-down = 84 }]";
    let project = hero("check-once", &[(&keys, later)]);
    let said = errors(&fine(&["build", text(&project), "-o", text(&project.join("out.adverb")), "-v"]));
    let of_pace: Vec<&str> = said.lines().filter(|line| line.starts_with("warning: pace")).collect();
    let structure: Vec<&&str> = of_pace.iter().filter(|line| line.contains("brisk")).collect();
    assert_eq!(structure.len(), 1, "{said}");
    assert!(!of_pace.iter().any(|line| line.contains("slow") || line.contains("is left out")), "{said}");
}

#[test]
fn examples_that_share_a_point_are_not_said_to_come_back() {
    let point = "at = { happiness = 1, energy = 0.5 }";
    let project = hero("check-shared", &[(point, "at = { happiness = 0, energy = 0 }")]);
    let said = errors(&fine(&["build", text(&project), "-o", text(&project.join("out.adverb"))]));
    assert!(
        said.contains(
            "not counting neutral, happy, which share a point, so that the verb shows none of them"
        ),
        "{said}"
    );
}

#[test]
fn a_project_without_verbs_is_told_that_there_is_nothing_to_compare() {
    let project = hero("check-alone", &[]);
    let motions = "[project]\nname = \"alone\"\n[motions.happy]\nfile = \"walk_happy.bvh\"\n";
    written(project.join("adverb.toml"), motions);
    let said = String::from_utf8(fine(&["check", text(&project)]).stdout).unwrap();
    assert!(said.contains("no verb has more than one example"), "{said}");
    assert!(said.ends_with("0 repaired, no warnings, no errors\n"), "{said}");
}

#[test]
fn what_cannot_be_loaded_is_told_with_its_line() {
    let project = hero("check-broken", &[(BRISK, "motion = \"brisc\"\n")]);
    let output = adverb(&["check", text(&project), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && errors(&output).contains("adverb.toml:"), "{}", errors(&output));
    let output = adverb(&["check", text(&project.join("walk_sad.bvh"))]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("is a motion file, not a project"), "{}", errors(&output));
}

#[test]
fn a_recorded_run_among_recorded_walks_is_named() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("check-recorded");
    let walk = |style: &str| data.join(format!("motion/walk-styles/dataset-1_walk_{style}_001.bvh"));
    let (sad, normal, active) = (walk("sad"), walk("normal"), walk("active"));
    let run = data.join("motion/run-styles/dataset-1_run_active_001.bvh");
    let files = [&sad, &normal, &active, &run].map(|file| text(file));
    fine(&[&["annotate"], &files[..], &["-p", text(&project), "--verb", "walk"]].concat());
    let wanted = Wanted {
        verdict: "warning",
        criterion: 1,
        verb: "walk",
        example: "dataset-1_run_active_001",
        said: &["no foot is down", "a run among walks"],
        remedy: "verbs of their own",
    };
    found(&project, 0, &[wanted]);
}

#[test]
fn recorded_walks_backward_and_to_another_side_are_named() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = |name: &str, walks: &[&str]| {
        let project = folder(name);
        let file = |walk: &&str| data.join(format!("motion/walk-styles/dataset-1_{walk}_001.bvh"));
        let files: Vec<PathBuf> = walks.iter().map(file).collect();
        let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
        fine(&[&["annotate"], &files[..], &["-p", text(&project), "--verb", "walk"]].concat());
        let report = fine(&["check", text(&project), "--json"]).stdout;
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        let all = report["findings"].as_array().unwrap().clone();
        let named = all.into_iter().filter(|f| f["kind"] == "direction");
        named.map(|f| f["example"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let back = project(
        "check-back",
        &["walk-back_happy", "walk-back_tired", "walk_old", "walk_tired", "walk_happy"],
    );
    assert_eq!(back, ["dataset-1_walk-back_happy_001", "dataset-1_walk-back_tired_001"]);
    let side =
        project("check-side", &["walk-left_active", "walk-left_happy", "walk-left_normal", "walk-right_old"]);
    assert_eq!(side, ["dataset-1_walk-right_old_001"]);
}
