//! The command as a person calls it.

use std::path::Path;
use std::process::{Command, Output};

pub fn adverb(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adverb")).args(arguments).output().expect("the command starts")
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A call that must succeed.
#[track_caller]
pub fn fine(arguments: &[&str]) -> Output {
    let output = adverb(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    output
}

/// The messages of a call that must succeed.
#[track_caller]
pub fn messages(arguments: &[&str]) -> String {
    errors(&fine(arguments))
}

/// A call that must fail by itself, with a message, not a flood, that has these words.
#[track_caller]
pub fn failed(arguments: &[&str], words: &str) {
    let output = adverb(arguments);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
    assert!(said.starts_with("error: ") && said.contains(words), "{arguments:?}: {said}");
    assert!(said.len() < 2000, "{arguments:?}: {} letters are no message", said.len());
}

/// A call that must end with this code and a message that has all these words.
#[track_caller]
pub fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = adverb(arguments);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    words.iter().for_each(|words| assert!(said.contains(words), "{arguments:?} lacks {words:?}: {said}"));
}
