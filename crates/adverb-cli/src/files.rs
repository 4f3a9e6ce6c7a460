//! Reading and writing whole files. All that the command writes goes through here.

mod beside;
mod draft;
mod lock;
mod path;
mod stamp;
mod write;

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use adverb_author::limits::Limits;

use crate::failure::Failure;
use crate::progress::visible;

pub use beside::{read_beside, with_files_beside};
pub use draft::is_draft;
pub use lock::Lock;
pub use path::{joined, real};
#[cfg(page)]
pub use stamp::Stamp;
pub use stamp::{Stamps, note_stamp};
pub use write::{create, make_folder, rewrite, write, write_all};

/// So many bytes of a file show whether it can be anything.
const FIRST: u64 = 4096;

/// The files that were read, by their real paths: none of them is written over.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that a person names; it may be a pipe.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    note(path);
    File::open(path).and_then(|file| whole(file, true)).map_err(|why| Failure::unreadable(path, why))
}

/// A file that a project names, for callers with a message of their own.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    on_disk(path, true)
}

/// A part of another file, such as a buffer.
fn read_part(path: &Path) -> io::Result<Vec<u8>> {
    on_disk(path, false)
}

/// What a file names is on the disk: nobody is at the other end of a pipe, and a device is nobody's recording.
fn on_disk(path: &Path, alone: bool) -> io::Result<Vec<u8>> {
    note(path);
    let found = fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return File::open(path).and_then(|file| whole(file, alone));
    }
    Err(Error::other("it is a device or a pipe, not a file"))
}

/// All of a file, if it can be anything and is no longer than the bounds allow. Nothing is read, or kept, of what is too long for sure.
/// One that stands alone begins as its format does; the numbers of a buffer may begin with anything.
fn whole(mut file: File, alone: bool) -> io::Result<Vec<u8>> {
    let (found, limits) = (file.metadata()?, Limits::current());
    let (bound, most) = match found.is_file() {
        true => ("input", limits.input_bytes),
        false => ("stream", limits.stream_bytes),
    };
    let too_long = || {
        let problem = format!("it is longer than {} MB; --limit {bound}=MB reads more", most >> 20);
        Err(Error::other(problem))
    };
    if found.is_file() && found.len() > most as u64 {
        return too_long();
    }
    let mut bytes = Vec::new();
    (&mut file).take(FIRST).read_to_end(&mut bytes)?;
    if alone && bytes.first() == Some(&0) {
        return Err(Error::other("it begins with a zero byte, which nothing does that adverb reads"));
    }
    if found.is_file() {
        bytes.try_reserve_exact((found.len() as usize).saturating_sub(bytes.len()))?;
    }
    file.take((most as u64 + 1).saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
    if bytes.len() > most { too_long() } else { Ok(bytes) }
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

/// The file's name without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The extension in lower case.
pub fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}
