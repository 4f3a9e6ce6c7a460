//! Reading and writing whole files. All that the command writes goes through here.

mod draft;
mod lock;
mod stamp;
mod write;

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::failure::Failure;
use crate::progress::visible;

pub use draft::is_draft;
pub use lock::Lock;
#[cfg(page)]
pub use stamp::Stamp;
pub use stamp::{Stamps, note_stamp};
pub use write::{create, make_folder, rewrite, write, write_all};

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

/// Prints what was asked for. A reader who has seen enough (`| head`) is no failure.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    // What goes to a terminal must not command it; what goes to another program is as it is.
    let shown = str::from_utf8(bytes).ok().filter(|_| out.is_terminal()).map(visible);
    let bytes = shown.as_ref().map_or(bytes, |text| text.as_bytes());
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
