//! Recordings to test on.

use std::path::PathBuf;

use adverb_author::clip::Clip;
use adverb_author::import::{ImportOptions, import};
use adverb_testdata::files_below;

/// All BVH files under `motion/`.
pub fn recordings() -> Vec<PathBuf> {
    adverb_testdata::data_dir().map_or_else(Vec::new, |folder| files_below(&folder.join("motion"), "bvh"))
}

pub fn load(path: &std::path::Path) -> Clip {
    let bytes = std::fs::read(path).expect("a readable file");
    import(&path.display().to_string(), &bytes, &ImportOptions::default()).expect("a good file")
}
