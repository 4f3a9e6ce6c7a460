//! Real recordings to test on.

use std::path::{Path, PathBuf};

use adverb_author::clip::Clip;
use adverb_author::import::{ImportOptions, import};

/// All BVH recordings; none, noted as a skipped test, where the folder is not there.
pub fn recordings() -> Vec<PathBuf> {
    adverb_testdata::data_dir()
        .map_or(vec![], |data| adverb_testdata::files_below(&data.join("motion"), "bvh"))
}

pub fn load(path: &Path) -> Clip {
    let bytes = std::fs::read(path).expect("a readable file");
    import(&path.display().to_string(), &bytes, &ImportOptions::default()).expect("a good file")
}
