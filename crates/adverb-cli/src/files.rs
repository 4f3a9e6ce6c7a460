//! Reading and writing whole files. A write that is interrupted leaves nothing under the final name.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::failure::Failure;

/// The files that were read, by their real paths: none of them is written over.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_noting(path).map_err(|why| Failure::unreadable(path, why))
}

/// As [`read`], for callers with a message of their own.
pub fn read_noting(path: &Path) -> std::io::Result<Vec<u8>> {
    if let (Ok(path), Ok(mut read)) = (fs::canonicalize(path), READ.lock()) {
        read.push(path);
    }
    fs::read(path)
}

/// Refuses to write over what the output is made from.
fn check_not_read(path: &Path) -> Result<(), Failure> {
    let real = fs::canonicalize(path).ok();
    let is_input = READ.lock().is_ok_and(|read| real.is_some_and(|real| read.contains(&real)));
    if is_input {
        let problem = format!("{} is what this is made from; write to another file", path.display());
        return Err(Failure::Misuse(problem));
    }
    Ok(())
}

/// Writes beside the final name and renames when all of it is on disk. A link is written through.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    check_not_read(path)?;
    let linked = fs::canonicalize(path).ok().filter(|_| path.is_symlink());
    let path = linked.as_deref().unwrap_or(path);
    let draft = draft_name(path)?;
    let result = write_and_rename(&draft, path, bytes);
    if result.is_err() {
        let _ = fs::remove_file(&draft);
    }
    result.map_err(|why| Failure::unwritable(path, why))
}

fn write_and_rename(draft: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(draft, path)
}

fn draft_name(path: &Path) -> Result<PathBuf, Failure> {
    let Some(name) = path.file_name() else {
        return Err(Failure::Misuse(format!("{} is not the name of a file", path.display())));
    };
    let mut draft = std::ffi::OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(draft))
}

/// Prints what was asked for. A reader who has seen enough (`| head`) is no failure.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
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
