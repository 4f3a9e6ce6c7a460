//! Small projects over recordings of the built-in character.

use adverb_author::pack::Packed;
use adverb_author::project::Project;

use crate::support::hero;

pub use adverb_testdata::{GRAPH, MOTIONS as BEFORE};

fn load(text: &str) -> Result<Project, adverb_author::Error> {
    hero::load(|_| text.into())
}

/// The project of a text, loaded.
pub fn project(text: &str) -> Project {
    load(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The project of a text, built.
pub fn packed(text: &str) -> Packed {
    project(text).pack(|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

/// [`GRAPH`] with a piece exchanged.
pub fn with(replace: &str, by: &str) -> String {
    let text = format!("{BEFORE}{GRAPH}");
    assert!(text.contains(replace), "{replace}");
    text.replacen(replace, by, 1)
}

/// The whole of what is said of a project that is wrong, when it is loaded or built.
pub fn complaint(text: &str) -> String {
    match load(text).and_then(|project| project.pack(|_| ())) {
        Ok(_) => panic!("nothing is wrong with it"),
        Err(error) => error.to_string(),
    }
}

/// What is said must have these words, and show the line in which `at` stands.
#[track_caller]
pub fn refused(text: &str, at: &str, words: &[&str]) {
    let said = complaint(text);
    for word in words {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
    let line = text.lines().position(|line| line.contains(at)).expect("a line of the text") + 1;
    assert!(said.starts_with(&format!("adverb.toml:{line}:")), "{said}\nis not about line {line}: {at}");
}
