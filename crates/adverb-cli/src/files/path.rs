//! Where files are, also those that are yet to be written.

use std::path::{Component, Path, PathBuf};

/// Where a file really is, as far as it is there.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        match (whole.parent(), whole.file_name()) {
            (Some(parent), Some(name)) => real(parent).join(name),
            _ => whole,
        }
    })
}

/// The file that a project in a folder means, also where the folder is not there yet.
pub fn joined(folder: &Path, file: &str) -> PathBuf {
    let mut path = real(folder);
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path
}
