//! One command at a time changes a project.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::progress::Progress;

/// Holds a folder until it is dropped, or the process ends in any way: the system lets go of it then, so no lock is ever stale.
pub struct Lock {
    _file: Option<File>,
}

impl Lock {
    /// Waits until no other command holds the folder of a project, given its file.
    pub fn project(file: &Path, progress: &Progress) -> Result<Self, Failure> {
        loop {
            let folder = folder_of(file);
            let lock = wait(&folder, progress).map_err(|why| Failure::unreadable(&folder, why))?;
            // Another command may have made the project meanwhile.
            if folder_of(file) == folder {
                return Ok(lock);
            }
        }
    }
}

fn wait(folder: &Path, progress: &Progress) -> io::Result<Lock> {
    let file = open(folder)?;
    match file.try_lock() {
        Ok(()) => return Ok(Lock { _file: Some(file) }),
        // Some disks, such as those of other machines, have no locks; a file that changes meanwhile is still noticed.
        Err(TryLockError::Error(_)) => return Ok(Lock { _file: None }),
        Err(TryLockError::WouldBlock) => {}
    }
    progress.step(format!("waiting for another command that changes {}", folder.display()));
    file.lock()?;
    Ok(Lock { _file: Some(file) })
}

/// Folders can be locked themselves, except on Windows.
fn open(folder: &Path) -> io::Result<File> {
    if cfg!(windows) {
        let file = folder.join(".adverb.lock");
        return File::options().write(true).create(true).truncate(false).open(file);
    }
    File::open(folder)
}

/// The project's folder; before there is a project, one above it, which is there for all who want to make it.
fn folder_of(file: &Path) -> PathBuf {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let nearest = if file.exists() { 1 } else { 2 };
    let found = file.ancestors().skip(nearest).find(|above| above.is_dir());
    found.unwrap_or(Path::new("/")).to_path_buf()
}
