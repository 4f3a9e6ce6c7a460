//! Why a command failed, and its exit code.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

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

    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_)
            | Self::Pack { .. }
            | Self::File { .. }
            | Self::Picture(_)
            | Self::Check { .. } => ExitCode::from(1),
            Self::Unwritten(why) => why.exit_code(),
            Self::Misuse(_) => ExitCode::from(2),
        }
    }
}
