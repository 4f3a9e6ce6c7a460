//! Everything that can be wrong, each with its culprit and what to do about it.

/// An error of the authoring side. The message names the file and the place in it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A text file is wrong at a line (counted from 1).
    #[error("{file}:{line}: {problem}")]
    Text {
        /// The file's name as the user gave it.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong, and what to do where that is not plain.
        problem: String,
    },
    /// A binary file is wrong at a named place.
    #[error("{file}: {place}: {problem}")]
    Binary {
        /// The file's name as the user gave it.
        file: String,
        /// e.g. "accessor 12" or "byte 20".
        place: String,
        /// What is wrong, and what to do where that is not plain.
        problem: String,
    },
    /// The file as a whole cannot be used.
    #[error("{file}: {problem}")]
    File {
        /// The file's name as the user gave it.
        file: String,
        /// What is wrong, and what to do where that is not plain.
        problem: String,
    },
    /// Something that cannot be drawn.
    #[error("{subject}: {problem}")]
    Picture {
        /// The file, motion or title at fault.
        subject: String,
        /// What is wrong, and what to do where that is not plain.
        problem: String,
    },
}
