//! The `adverb` command, built and called as a user would, in a new folder below the target folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{cargo, program, run as must, target_dir};

/// The command and the folder it works in.
pub struct Adverb {
    program: PathBuf,
    /// Empty at first.
    pub folder: PathBuf,
}

impl Adverb {
    /// Builds the command (`--release` or not), with features or with none, and empties the folder.
    pub fn built(release: bool, features: &str, folder: &str) -> Result<Self, String> {
        let (flag, profile) = if release { ("--release", "release") } else { ("", "debug") };
        must(&mut cargo(&format!("build --quiet {flag} {features} --package adverb-cli --bin adverb")))?;
        let folder = target_dir().join(folder);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let program = target_dir().join(profile).join(format!("adverb{}", std::env::consts::EXE_SUFFIX));
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
