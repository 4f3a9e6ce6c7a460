//! Folders and files for tests to work in, and the command that must work on them.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::call::{adverb, errors};

/// A folder of its own for each test, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    folder
}

pub fn written(path: PathBuf, contents: impl AsRef<[u8]>) -> PathBuf {
    std::fs::write(&path, contents).expect("a writable folder");
    path
}

#[track_caller]
pub fn fine(arguments: &[&str]) -> Output {
    let output = adverb(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    output
}
