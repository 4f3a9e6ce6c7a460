//! Writing: whatever interrupts it, a file is the old one or the new one, complete.
//!
//! 1. Every file is written beside its final name and synced to the disk: a [`Draft`].
//! 2. All but the last are renamed, and their folders synced.
//! 3. The last is renamed, and its folder synced. It is the one that names the others, such as a project file.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::check_not_read;
use super::draft::{Draft, sweep};
use crate::failure::Failure;
use crate::progress::Progress;

/// Links in links in links have an end.
const MOST_LINKS: usize = 40;

/// Writes a file, all of it or nothing, and says so.
pub fn write(path: &Path, bytes: &[u8], progress: &Progress) -> Result<(), Failure> {
    write_all(&[(path, bytes)])?;
    progress.wrote(path.display());
    Ok(())
}

/// Writes a file anew that was read as `before` (`None`: that was not there), unless somebody else has changed it since.
pub fn rewrite(path: &Path, before: Option<&[u8]>, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).ok().as_deref() != before {
        let problem = format!(
            "{} was changed by another program meanwhile and was left alone; try again",
            path.display()
        );
        return Err(Failure::Misuse(problem));
    }
    if let (None, Some(folder)) = (before, path.parent()) {
        make_folder(folder)?;
    }
    write_whole(&[(path, bytes)])
}

/// Writes a file that is not there yet.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = folder_of(path);
    sweep(folder);
    Draft::write(folder, bytes, None)
        .and_then(|draft| draft.become_new(path))
        .and_then(|()| sync_folder(folder))
        .map_err(|why| Failure::unwritable(path, why))
}

/// Writes files: none of them if one cannot be written, and the last one only when the others are there. Links, pipes and devices
/// are written through.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    files.iter().try_for_each(|(path, _)| check_not_read(path))?;
    write_whole(files)
}

/// Makes a folder, and those above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    let new = folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).count();
    let make = || {
        fs::create_dir_all(folder)?;
        folder.ancestors().take(new).try_for_each(|made| sync_folder(folder_of(made)))
    };
    make().map_err(|why| Failure::unwritable(folder, why))
}

/// The same, also over what was read.
fn write_whole(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut targets: Vec<Target> = Vec::with_capacity(files.len());
    for (path, _) in files {
        if path.file_name().is_none() {
            return Err(Failure::Misuse(format!("{} is not a file name", path.display())));
        }
        let target = Target::of(path).map_err(|why| Failure::unwritable(path, why))?;
        if targets.iter().any(|other| other.path == target.path) {
            return Err(Failure::Misuse(format!("{} is named as the output of two files", path.display())));
        }
        targets.push(target);
    }
    let mut drafts = Vec::with_capacity(files.len());
    for (target, (path, bytes)) in targets.iter().zip(files) {
        drafts.push(target.draft(bytes).map_err(|why| Failure::unwritable(path, why))?);
    }
    let last = files.len().saturating_sub(1);
    for (number, (draft, target)) in drafts.into_iter().zip(&targets).enumerate() {
        let renamed = if number == last && last > 0 {
            targets[..last]
                .iter()
                .try_for_each(Target::sync)
                .and_then(|()| target.take(draft, files[number].1))
        } else {
            target.take(draft, files[number].1)
        };
        renamed.map_err(|why| Failure::unwritable(&target.path, why))?;
    }
    targets.last().map_or(Ok(()), Target::sync).map_err(|why| Failure::unwritable(&targets[last].path, why))
}

/// Where bytes go.
struct Target {
    path: PathBuf,
    /// A pipe or a device, which is written to and not replaced.
    is_stream: bool,
    /// Of the file that is there.
    permissions: Option<Permissions>,
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(_) => return Ok(Self { path: end_of_links(path)?, is_stream: false, permissions: None }),
        };
        if found.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if !found.is_file() {
            return Ok(Self { path: path.to_path_buf(), is_stream: true, permissions: None });
        }
        if found.permissions().readonly() {
            return Err(ErrorKind::PermissionDenied.into());
        }
        let real = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_path_buf() };
        Ok(Self { path: real, is_stream: false, permissions: Some(found.permissions()) })
    }

    fn draft(&self, bytes: &[u8]) -> io::Result<Option<Draft>> {
        if self.is_stream {
            return Ok(None);
        }
        let folder = folder_of(&self.path);
        sweep(folder);
        Draft::write(folder, bytes, self.permissions.clone()).map(Some)
    }

    fn take(&self, draft: Option<Draft>, bytes: &[u8]) -> io::Result<()> {
        match draft {
            Some(draft) => draft.replace(&self.path),
            None => File::options().write(true).open(&self.path)?.write_all(bytes),
        }
    }

    fn sync(&self) -> io::Result<()> {
        if self.is_stream { Ok(()) } else { sync_folder(folder_of(&self.path)) }
    }
}

/// The file that a link to nothing would lead to.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut end = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !end.is_symlink() {
            return Ok(end);
        }
        end = folder_of(&end).join(fs::read_link(&end)?);
    }
    Err(io::Error::other("too many links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// New names are on the disk, too. Windows keeps them by itself, and some disks cannot be asked.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(why) if ![ErrorKind::InvalidInput, ErrorKind::Unsupported].contains(&why.kind()) => Err(why),
        _ => Ok(()),
    }
}
