//! Why a command failed, and its exit code:
//!
//! - 0: done.
//! - 1: a file is at fault: it is missing, damaged, cannot be read, written or used for this.
//! - 2: the command line is at fault: an unknown option, name or file type, or values that cannot be.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use adverb_author::names::suggestion;

/// Anything that ends a command early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input is at fault.
    #[error(transparent)]
    Input(#[from] adverb_author::Error),
    /// A pack is at fault.
    #[error("{}: {why}", path.display())]
    Pack {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: adverb::pack::PackError,
    },
    /// A file cannot be read or written.
    #[error("{}: {doing}: {why}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// "cannot be read" or "cannot be written".
        doing: &'static str,
        /// What the system says.
        why: std::io::Error,
    },
    /// A folder without a project.
    #[error("{}: there is no adverb.toml in this folder; {remedy}", folder.display())]
    NoProject {
        /// Which folder.
        folder: PathBuf,
        /// How to make one.
        remedy: String,
    },
    /// A file names one that lies elsewhere.
    #[error(
        "{}: it names '{named}', a link out of its folder, to {}; copy that there, or add --outside to follow links",
        file.display(),
        real.display()
    )]
    Outside {
        /// Which file.
        file: PathBuf,
        /// What it names.
        named: String,
        /// Where that really is.
        real: PathBuf,
    },
    /// The page cannot be served there.
    #[cfg(page)]
    #[error("port {port} is not available: {why}; --port 0 takes any free one")]
    Port {
        /// Which one.
        port: u16,
        /// What the system says.
        why: std::io::Error,
    },
    /// A picture cannot be made.
    #[error(transparent)]
    Picture(#[from] adverb_cli::raster::RasterError),
    /// Examples cannot be interpolated; which and why was printed.
    #[error("the examples of {verbs} cannot be interpolated")]
    Check {
        /// The verbs by name.
        verbs: String,
    },
    /// The same, after which all is as before.
    #[error("{0}\nnothing was written")]
    Unwritten(Box<Failure>),
    /// The command was called in a way that cannot work.
    #[error("{0}")]
    Misuse(String),
}

impl Failure {
    pub fn unreadable(path: &Path, why: std::io::Error) -> Self {
        Self::File { path: path.into(), doing: "cannot be read", why }
    }

    pub fn unwritable(path: &Path, why: std::io::Error) -> Self {
        Self::File { path: path.into(), doing: "cannot be written", why }
    }

    /// A name on the command line that a file does not have; the message offers those it has.
    pub fn unknown(file: &Path, kind: &str, name: &str, names: &[&str]) -> Self {
        let hint = if names.is_empty() { "it has none".into() } else { suggestion(name, names) };
        Self::Misuse(format!("{}: there is no {kind} named {name:?}; {hint}", file.display()))
    }

    pub fn exit_code(&self) -> ExitCode {
        match self {
            // A project that names one shows its line instead.
            Self::Misuse(_) | Self::Input(adverb_author::Error::Animation { .. }) => ExitCode::from(2),
            Self::Unwritten(why) => why.exit_code(),
            _ => ExitCode::from(1),
        }
    }
}
