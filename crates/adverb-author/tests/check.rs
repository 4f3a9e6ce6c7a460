//! `check`: what disagrees with the other examples is found, named and told how to mend.

#[path = "support/hero.rs"]
mod hero;

use adverb_author::check::{Finding, Verdict, check};

/// What is found in the built-in character with a piece of its file exchanged.
fn found(replace: &str, by: &str) -> Vec<Finding> {
    let exchanged = |own: String| {
        assert!(own.contains(replace), "{replace}");
        own.replace(replace, by)
    };
    check(&hero::load(exchanged).unwrap_or_else(|e| panic!("{e}")))
}

#[track_caller]
fn warned(all: &[Finding], verb: &str, example: &str, words: &[&str]) {
    let is_it = |f: &&Finding| {
        let text = format!("{} {}", f.said, f.remedy);
        f.verb == verb && f.example == example && words.iter().all(|word| text.contains(word))
    };
    let found =
        all.iter().find(is_it).unwrap_or_else(|| panic!("{words:?} is not said of {example}: {all:#?}"));
    assert_eq!(found.verdict, Verdict::Warning);
    assert!(!found.remedy.is_empty());
}

#[test]
fn the_built_in_character_meets_every_criterion_with_a_number() {
    let all = found("[verbs.walk]", "[verbs.walk]");
    let worse: Vec<&Finding> = all.iter().filter(|finding| finding.verdict >= Verdict::Warning).collect();
    assert!(worse.is_empty(), "{worse:#?}");
    for verb in ["walk", "pace", "run", "idle"] {
        let criteria: Vec<usize> = all.iter().filter(|f| f.verb == verb).map(|f| f.criterion).collect();
        assert_eq!(criteria, [1, 2, 3, 4, 5, 6, 7, 8], "{verb}");
    }
}

#[test]
fn a_run_among_walks_is_named() {
    // In place of the fastest walk; what is measured would stretch the range.
    let all = found("motion = \"fast\"\n", "motion = \"run-fast\"\n");
    warned(&all, "pace", "run-fast", &["no foot is down", "a run among walks", "a verb of their own"]);
}

#[test]
fn the_wrong_foot_first_is_named() {
    let other = "[motions.first_half]\nclip = \"neutral_loop\"\nfrom = 0\nto = 0.5\n\
                 [motions.second_half]\nclip = \"neutral_loop\"\nfrom = 0.5\nto = 1\n\
                 [motions.turned]\nconcatenate = [\"second_half\", \"first_half\"]\n[verbs.pace]\n";
    let exchanged = |own: String| {
        own.replace("[verbs.pace]\n", other).replace("motion = \"brisk\"\n", "motion = \"turned\"\n")
    };
    let project = hero::load(exchanged).unwrap_or_else(|e| panic!("{e}"));
    let all = check(&project);
    // Named keys disagree, and so do the poses.
    let said: Vec<String> = all.iter().filter(|f| f.verb == "pace").map(|f| format!("{f:?}")).collect();
    assert!(
        all.iter().any(|f| f.verb == "pace" && f.verdict == Verdict::Error && f.said.contains("key-times")),
        "{said:#?}"
    );
    warned(&all, "pace", "turned", &["half a cycle later", "same foot"]);
}

#[test]
fn examples_at_one_point_are_named_with_what_to_do() {
    let all = found("at = { happiness = 1, energy = 0.5 }", "at = { happiness = 0, energy = 0 }");
    let conflict =
        all.iter().find(|f| f.verb == "walk" && f.criterion == 0).expect("a finding about the space");
    assert!(conflict.said.contains("neutral and happy") && conflict.remedy.contains("move"), "{conflict:?}");
}
