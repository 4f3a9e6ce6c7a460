//! A project file that a command changes. It is written whole or not at all, and never over what somebody else wrote meanwhile.

use std::path::{Component, Path, PathBuf};

use adverb_author::project::{Edit, Project};

use crate::failure::Failure;
use crate::files::{self, Lock, real};
use crate::input::{self, ProjectFolder};
use crate::progress::Progress;

/// A project's file as it was read.
pub struct ProjectFile {
    path: PathBuf,
    /// `None` where there is no file yet.
    text: Option<String>,
    pub edit: Edit,
    /// From before it is read until after it is written.
    _lock: Lock,
}

impl ProjectFile {
    /// The file of a project, given that or its folder.
    pub fn open(project: &Path, progress: &Progress) -> Result<Self, Failure> {
        let lock = lock(&input::project_file(project), progress)?;
        Self::read(project, lock)
    }

    /// The same; a project that is not there begins with its folder's name.
    pub fn open_or_new(project: &Path, progress: &Progress) -> Result<Self, Failure> {
        let is_file = files::extension(project) == "toml";
        let path = if is_file { project.to_path_buf() } else { project.join("adverb.toml") };
        let lock = lock(&path, progress)?;
        if path.exists() || (project.exists() && !project.is_dir()) {
            return Self::read(project, lock);
        }
        let folder = real(path.parent().unwrap_or(Path::new("")));
        let title = folder.file_name().map_or("untitled".into(), |name| name.to_string_lossy());
        Ok(Self { path, text: None, edit: Edit::new(&title), _lock: lock })
    }

    fn read(project: &Path, lock: Lock) -> Result<Self, Failure> {
        let path = input::project_file(project);
        let (name, text) = input::project_text(project)?;
        Ok(Self { path, edit: Edit::of(&name, &text)?, text: Some(text), _lock: lock })
    }

    pub fn exists(&self) -> bool {
        self.text.is_some()
    }

    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub fn folder(&self) -> PathBuf {
        self.path.parent().map_or(PathBuf::new(), Path::to_path_buf)
    }

    /// Loads the project as it would be with a changed file, and with files that are not in its folder yet.
    pub fn check(
        &self,
        edit: &Edit,
        more: &[(String, Vec<u8>)],
        progress: &Progress,
    ) -> Result<Project, Failure> {
        progress.step(format!("loading {}", self.name()));
        let folder = ProjectFolder::with(self.folder(), more);
        let loaded = folder.open(|folder| Project::load(&self.name(), edit.text(), folder));
        loaded.map_err(|why| Failure::Unwritten(Box::new(why)))
    }

    /// Whether the file is as changed.
    pub fn has(&self, edit: &Edit) -> bool {
        std::fs::read(&self.path).is_ok_and(|bytes| bytes == edit.text().as_bytes())
    }

    /// Writes the changed file.
    pub fn write(&self, edit: &Edit) -> Result<(), Failure> {
        files::rewrite(&self.path, self.text.as_deref().map(str::as_bytes), edit.text().as_bytes())
    }
}

/// By where the file really is, so that all names of a project are one.
fn lock(path: &Path, progress: &Progress) -> Result<Lock, Failure> {
    Lock::project(&real(path), progress)
}

/// An error after which all is as before, and says so.
pub fn unwritten(why: adverb_author::Error) -> Failure {
    Failure::Unwritten(Box::new(why.into()))
}

/// A file as seen from a folder, with slashes.
pub fn relative(folder: &Path, file: &Path) -> Result<String, Failure> {
    let (folder, file) = (real(folder), real(file));
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let parts = up.chain(file.components().skip(shared));
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    match parts {
        // On another drive there is no way there but the whole path.
        Some(_) if shared == 0 => Ok(file.display().to_string()),
        Some(parts) => Ok(parts.join("/")),
        None => Err(Failure::Misuse(format!("{}: a project can only name UTF-8 paths", file.display()))),
    }
}
