//! The command as a person calls it, for tests.

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
