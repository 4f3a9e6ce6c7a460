//! The house itself: its dependencies and modules are those that ARCHITECTURE.md lists, its manual is whole, its English is plain.

mod dependencies;
mod manual;
mod structure;

use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}
