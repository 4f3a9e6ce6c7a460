//! Files that another file names: a `.gltf` its buffers and pictures, an `.amc` its skeleton.
//!
//! What a file names ends up in what is written from it, and the file may be a stranger's. So links must not lead out of its folder, unless
//! the person asks for that (`--outside`).

use std::fs;
use std::path::{Path, PathBuf};

use adverb_author::Error;
use adverb_author::limits::Limits;

use super::read_part;
use crate::failure::Failure;

/// Reads something from a file that may name others; `read` gets what opens those, by their paths from the file's folder.
pub fn with_files_beside<T>(
    file: &Path,
    read: impl FnOnce(&mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<T, Error>,
) -> Result<T, Failure> {
    let mut refused = None;
    let done = read(&mut |path| read_beside(file, path, &mut refused));
    match refused {
        Some(failure) => Err(failure),
        None => Ok(done?),
    }
}

/// A file that `file` names, if it can be opened; notes the first that must not be.
pub fn read_beside(file: &Path, path: &str, refused: &mut Option<Failure>) -> Option<Vec<u8>> {
    let beside = file.with_file_name(path);
    if let Some(real) = outside(file, &beside).filter(|_| !Limits::current().outside) {
        refused.get_or_insert(Failure::Outside { file: file.into(), named: path.into(), real });
        return None;
    }
    read_part(&beside).ok()
}

/// Where a file really is, if that is neither below the folder in which the file that names it is found, nor below the one where that
/// really is.
fn outside(file: &Path, beside: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(beside).ok()?;
    let found = fs::canonicalize(file.with_file_name(".")).ok();
    let own = fs::canonicalize(file).ok().and_then(|own| Some(own.parent()?.to_path_buf()));
    let is_inside = [found, own].into_iter().flatten().any(|folder| real.starts_with(folder));
    (!is_inside).then_some(real)
}
