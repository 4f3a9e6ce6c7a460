//! The files of a project as they lie on the disk.

use std::path::{Path, PathBuf};

use adverb_author::Error;
use adverb_author::project::Folder;

use crate::failure::Failure;
use crate::files::{self, Stamps, joined};

/// The folder of a project.
pub struct ProjectFolder<'a> {
    folder: PathBuf,
    /// Files that are yet to be written there.
    more: &'a [(String, Vec<u8>)],
    /// How the files were that were read, also those that are missing.
    noted: Option<&'a mut Stamps>,
    refused: Option<Failure>,
}

impl<'a> ProjectFolder<'a> {
    /// That of a project, given its file or its folder.
    pub fn of(project: &Path, noted: &'a mut Stamps) -> Self {
        let folder = if project.is_dir() { project } else { project.parent().unwrap_or(Path::new("")) };
        Self { folder: folder.into(), more: &[], noted: Some(noted), refused: None }
    }

    /// A folder with more files, which may not be there yet itself.
    pub fn with(folder: PathBuf, more: &'a [(String, Vec<u8>)]) -> Self {
        Self { folder, more, noted: None, refused: None }
    }

    /// Reads from it. A file that names what it must not ends that, whatever else was read.
    pub fn open<T>(mut self, read: impl FnOnce(&mut dyn Folder) -> Result<T, Error>) -> Result<T, Failure> {
        let done = read(&mut self);
        match self.refused {
            Some(failure) => Err(failure),
            None => Ok(done?),
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        if self.folder.exists() { self.folder.join(file) } else { joined(&self.folder, file) }
    }

    fn note(&mut self, path: PathBuf) {
        if let Some(noted) = &mut self.noted {
            files::note_stamp(noted, path);
        }
    }
}

impl Folder for ProjectFolder<'_> {
    fn named(&mut self, file: &str) -> Result<Vec<u8>, String> {
        if let Some((_, bytes)) = self.more.iter().find(|(name, _)| name == file) {
            return Ok(bytes.clone());
        }
        let path = self.path(file);
        self.note(path.clone());
        files::read_named(&path).map_err(|why| why.to_string())
    }

    fn beside(&mut self, file: &str, path: &str) -> Result<Vec<u8>, String> {
        let file = self.path(file);
        self.note(file.with_file_name(path));
        let read = files::read_beside(&file, path, &mut self.refused);
        read.ok_or_else(|| "it cannot be opened".into())
    }
}
