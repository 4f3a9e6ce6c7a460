//! Where the real recordings lie, for tests that run where they are present.

use std::path::{Path, PathBuf};

/// The folder of real recordings, or `None` (and a word on stderr) where there is none.
pub fn folder() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = PathBuf::from(std::env::var("ADVERB_DATA").unwrap_or(default.into()));
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no ADVERB_DATA");
    None
}

/// All files with an extension in a folder and the folders in it, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
