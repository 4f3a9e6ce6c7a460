//! Reading and writing whole files. A write that is interrupted leaves nothing under the final name.

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::failure::Failure;

/// What is no file of the disk, such as a pipe, is read as far as this: some never end.
const LONGEST_STREAM: u64 = 1 << 30;

/// The files that were read, by their real paths: none of them is written over.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that a person names; it may be a pipe.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = || {
        note(path);
        if fs::metadata(path)?.is_file() {
            return fs::read(path);
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(LONGEST_STREAM + 1).read_to_end(&mut bytes)?;
        match bytes.len() as u64 > LONGEST_STREAM {
            true => Err(Error::other("it does not end within a gigabyte")),
            false => Ok(bytes),
        }
    };
    read().map_err(|why| Failure::unreadable(path, why))
}

/// A file that another file names, for callers with a message of their own. It is one of the disk: nobody is at the other end of
/// a pipe, and a device is nobody's recording.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    note(path);
    let found = fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return fs::read(path);
    }
    Err(Error::other("it is a device or a pipe, not a file"))
}

fn note(path: &Path) {
    if let (Ok(path), Ok(mut read)) = (fs::canonicalize(path), READ.lock()) {
        read.push(path);
    }
}

/// Refuses to write over what the output is made from.
fn check_not_read(path: &Path) -> Result<(), Failure> {
    let real = fs::canonicalize(path).ok();
    let is_input = READ.lock().is_ok_and(|read| real.is_some_and(|real| read.contains(&real)));
    if is_input {
        let problem = format!("{} is an input; write to another file", path.display());
        return Err(Failure::Misuse(problem));
    }
    Ok(())
}

/// Writes a file, all of it or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_all(&[(path, bytes)])
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
        fs::create_dir_all(folder).map_err(|why| Failure::unwritable(folder, why))?;
    }
    write_whole(&[(path, bytes)])
}

/// Writes a file that is not there yet.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // Taken under its name first, so that nobody's file is replaced.
    File::create_new(path).map_err(|why| Failure::unwritable(path, why))?;
    let result = write_whole(&[(path, bytes)]);
    if result.is_err() {
        let _ = fs::remove_file(path);
    }
    result
}

/// Writes files, all of them or none: each beside its final name, and under that when all of them are on disk. A link is
/// written through.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    files.iter().try_for_each(|(path, _)| check_not_read(path))?;
    write_whole(files)
}

/// The same, also over what was read.
fn write_whole(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let mut drafts = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let linked = fs::canonicalize(path).ok().filter(|_| path.is_symlink());
        let path = linked.unwrap_or_else(|| path.to_path_buf());
        if drafts.iter().any(|(_, other, _)| *other == path) {
            return Err(Failure::Misuse(format!("{} is named as the output of two files", path.display())));
        }
        drafts.push((draft_name(&path)?, path, bytes));
    }
    let written = drafts
        .iter()
        .try_for_each(|(draft, path, bytes)| write_draft(draft, path, bytes).map_err(|why| (path, why)))
        .and_then(|()| {
            let mut all = drafts.iter();
            all.try_for_each(|(draft, path, _)| fs::rename(draft, path).map_err(|why| (path, why)))
        });
    if written.is_err() {
        drafts.iter().for_each(|(draft, ..)| drop(fs::remove_file(draft)));
    }
    written.map_err(|(path, why)| Failure::unwritable(path, why))
}

/// What will be renamed, once nothing is known that would prevent it. What is there already keeps who may read it.
fn write_draft(draft: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = fs::metadata(path).ok().map(|found| (found.is_dir(), found.permissions()));
    match &before {
        Some((true, _)) => return Err(ErrorKind::IsADirectory.into()),
        Some((_, permissions)) if permissions.readonly() => return Err(ErrorKind::PermissionDenied.into()),
        _ => {}
    }
    let mut file = File::create(draft)?;
    file.write_all(bytes)?;
    if let Some((_, permissions)) = before {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

fn draft_name(path: &Path) -> Result<PathBuf, Failure> {
    let Some(name) = path.file_name() else {
        return Err(Failure::Misuse(format!("{} is not a file name", path.display())));
    };
    let mut draft = std::ffi::OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(draft))
}

/// Prints what was asked for. A reader who has seen enough (`| head`) is no failure.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::unwritable(Path::new("standard output"), why))
        }
        _ => Ok(()),
    }
}

/// The extension in lower case.
pub fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// The extension of a picture's file; others are none.
pub fn picture_extension(path: &Path) -> Result<String, Failure> {
    let extension = extension(path);
    if ["png", "svg"].contains(&extension.as_str()) {
        return Ok(extension);
    }
    Err(Failure::Misuse(format!("pictures are written as .png or .svg: {}", path.display())))
}
