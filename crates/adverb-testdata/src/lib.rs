//! Where tests find real recordings, and how they say that there were none; and what several of them try things on: a small
//! project, made files in Acclaim's, FBX's and glTF's formats, and a made character with Mixamo's joints ([`mixamo`]).
//!
//! Recordings are too large and too bound by licences to live in the repository. A law that holds of any motion is tried on made ones
//! where there are no others ([`recordings_dir`]). A test of a certain file asks [`data_dir`] and returns at once when the answer is
//! `None`; the skip is then printed and written down, so that `cargo xtask test` can say which tests did not see what they are for.
//! So does one that lacks anything else ([`note_skip`]).

pub mod acclaim;
pub mod fbx;
pub mod gltf;
mod graph;
pub mod mixamo;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

pub use graph::{GRAPH, MOTIONS};

/// Names the folder of recordings.
pub const DATA: &str = "ADVERB_DATA";

/// Names a file that gets one line for every test that was skipped.
pub const SKIPPED: &str = "ADVERB_SKIPPED";

/// Names a folder for the GLB files that tests write, so that `cargo xtask test` can hold them against Khronos' validator.
pub const WRITTEN: &str = "ADVERB_WRITTEN";

/// Leaves a GLB file that a test has written to Khronos' validator, where there is a folder for such.
///
/// # Panics
/// If it cannot be written there.
pub fn keep_glb(name: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os(WRITTEN) {
        let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let file = Path::new(&folder).join(format!("{name}.glb"));
        std::fs::write(&file, bytes).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}

/// The folder of recordings: `ADVERB_DATA`, or `../shared/data` beside the workspace.
fn folder(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os(DATA).map_or_else(beside, PathBuf::from);
    data.join(name).is_dir().then_some(data)
}

/// The folder of recordings, for a test that needs this or that file of it. `None`, noted as a skipped test, where there are none.
pub fn data_dir() -> Option<PathBuf> {
    let found = folder("motion");
    if found.is_none() {
        note_skip(&format!("no {DATA}"));
    }
    found
}

/// The folder of recorded motions, for a test that any motion serves. `None`, which is no reason to skip, where there are none:
/// made ones take their place.
pub fn recordings_dir() -> Option<PathBuf> {
    folder("motion").map(|data| data.join("motion"))
}

/// All files with an extension in a folder and the folders in it, in order.
///
/// # Panics
/// If a folder cannot be read: a test has no use for half of its data.
pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let read = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in read {
            let path = entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path();
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

/// Says that this test did not see what it is for. A test runs on a thread of its own name, and cargo names the package.
pub fn note_skip(why: &str) {
    let thread = std::thread::current();
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let test = format!("{package} {}", thread.name().unwrap_or("a test"));
    eprintln!("skipped: {why} ({test})");
    if let Some(file) = std::env::var_os(SKIPPED) {
        // One small append is one write, so tests that end at the same moment do not mix their lines.
        let noted = OpenOptions::new().create(true).append(true).open(&file);
        let noted = noted.and_then(|mut file| file.write_all(format!("{test}: {why}\n").as_bytes()));
        if let Err(problem) = noted {
            eprintln!("{SKIPPED}={}: {problem}", Path::new(&file).display());
        }
    }
}
