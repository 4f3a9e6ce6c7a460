//! A file before it has its name: whole and on disk, or gone.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Drafts are called `.adverb-`, 16 random digits and `.part`: short, so that any name leaves room for them, and nobody can plant one.
const PREFIX: &str = ".adverb-";
const SUFFIX: &str = ".part";
/// A draft without an owner that is younger may be about to be locked.
const ABANDONED: Duration = Duration::from_secs(10);

/// A draft beside the file that it will become. Its owner holds a lock on it, so that others can tell it from what a killed
/// command has left. Dropped without a name, it is removed.
pub struct Draft {
    path: PathBuf,
    file: File,
}

impl Draft {
    /// Writes the contents, durably, for a file in a folder. `permissions` are those of the file that it replaces.
    pub fn write(folder: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<Self> {
        let mut draft = Self::new(folder)?;
        // Before the contents, so that nobody reads them meanwhile who may not read the file.
        if let Some(permissions) = permissions {
            draft.file.set_permissions(permissions)?;
        }
        draft.file.write_all(bytes)?;
        draft.file.sync_all()?;
        Ok(draft)
    }

    fn new(folder: &Path) -> io::Result<Self> {
        loop {
            let number = RandomState::new().build_hasher().finish();
            let path = folder.join(format!("{PREFIX}{number:016x}{SUFFIX}"));
            match File::create_new(&path) {
                Ok(file) => {
                    // Where files cannot be locked, drafts are only swept when they are old.
                    let _ = file.try_lock();
                    return Ok(Self { path, file });
                }
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                Err(why) => return Err(why),
            }
        }
    }

    /// Takes the place of a file.
    pub fn replace(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }

    /// Becomes a file that is not there yet.
    pub fn become_new(self, path: &Path) -> io::Result<()> {
        // A link, unlike renaming, never replaces what somebody else has put there.
        match fs::hard_link(&self.path, path) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => Err(why),
            Ok(()) => Ok(()),
            // Some disks have no links.
            Err(_) if fs::symlink_metadata(path).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(&self.path, path),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // It is gone where it has been renamed; one that cannot be removed is swept later.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes what killed commands have left in a folder.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_draft(&entry.file_name()) && is_abandoned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file is a draft, by its name.
pub fn is_draft(name: &OsStr) -> bool {
    let digits = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn is_abandoned(draft: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(draft) else { return false };
    let age = found.modified().ok().and_then(|then| then.elapsed().ok());
    found.is_file()
        && age.is_some_and(|age| age > ABANDONED)
        && File::open(draft).is_ok_and(|file| file.try_lock().is_ok())
}
