//! Recordings to test on.

use std::path::PathBuf;

use adverb_author::clip::Clip;
use adverb_author::import::{ImportOptions, import};

/// The folder of real recordings, if it is there.
pub fn folder() -> Option<PathBuf> {
    let default = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let folder = std::env::var_os("ADVERB_DATA").map_or(default, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no ADVERB_DATA");
    None
}

/// All BVH files under `motion/`.
pub fn recordings() -> Vec<PathBuf> {
    let Some(folder) = folder() else { return vec![] };
    let mut files = vec![];
    for sub in ["cmu", "gestures", "run-styles", "walk-styles"] {
        let Ok(entries) = std::fs::read_dir(folder.join("motion").join(sub)) else { continue };
        files.extend(
            entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "bvh")),
        );
    }
    files.sort();
    files
}

pub fn load(path: &std::path::Path) -> Clip {
    let bytes = std::fs::read(path).expect("a readable file");
    import(&path.display().to_string(), &bytes, &ImportOptions::default()).expect("a good file")
}
