//! Whether files have changed since they were read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What changes with a file. The time of its last change is not enough: copying and unpacking set it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    /// The file's number, and when the system itself last changed anything about it; nobody can set that back.
    identity: Option<(u64, i64, i64)>,
}

/// Files as they were; none for one that was not there.
pub type Stamps = BTreeMap<PathBuf, Option<Stamp>>;

impl Stamp {
    pub fn of(file: &Path) -> Option<Self> {
        let found = file.metadata().ok()?;
        Some(Self { modified: found.modified().ok(), length: found.len(), identity: identity(&found) })
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn identity(found: &std::fs::Metadata) -> Option<(u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.ino(), found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> Option<(u64, i64, i64)> {
    None
}

/// Notes a file as it is before it is read. One that is read twice counts as it was the first time.
pub fn note_stamp(stamps: &mut Stamps, file: PathBuf) {
    stamps.entry(file).or_insert_with_key(|file| Stamp::of(file));
}
