//! The `adverb` command, built and called as a user would, in a new folder below the target folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{built, cargo, program, run as must, target_dir};

/// The command and the folder it works in.
pub struct Adverb {
    program: PathBuf,
    /// Empty at first.
    pub folder: PathBuf,
}

impl Adverb {
    /// Builds the command, in release or as the tests have it, and empties the folder.
    pub fn built(release: bool, folder: &str) -> Result<Self, String> {
        let programs = if release {
            must(&mut cargo("build --quiet --release --package adverb-cli --bin adverb"))?;
            target_dir().join("release")
        } else {
            built("--bins")?
        };
        let folder = target_dir().join(folder);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let program = programs.join(format!("adverb{}", std::env::consts::EXE_SUFFIX));
        Ok(Self { program, folder })
    }

    /// Where it is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Calls it quietly with the words of `line`.
    pub fn call(&self, line: &str) -> Result<(), String> {
        must(program(&self.program, line).arg("--quiet").current_dir(&self.folder))
    }

    /// The same, the last word being a path that may hold spaces.
    pub fn call_with(&self, line: &str, path: &Path) -> Result<(), String> {
        must(program(&self.program, line).arg(path).arg("--quiet").current_dir(&self.folder))
    }
}
