//! What is wrong with a file: faults that end the reading.

use crate::Error;

/// Why a file cannot be read. The file's name joins at the boundary.
#[derive(Debug)]
pub(super) enum Fault {
    /// At a place within the file.
    At { place: String, problem: String },
    /// At a line of a `.gltf`, counted from 1.
    Line { line: usize, problem: String },
    /// The file as a whole.
    Whole(String),
    /// It has no such animation; those that it has.
    NoAnimation { wanted: String, known: Vec<String> },
}

/// The result of something that checks the file.
pub(super) type Checked<T> = Result<T, Fault>;

impl Fault {
    /// A fault at a place such as "accessor 12".
    pub(super) fn at(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::At { place: place.into(), problem: problem.into() }
    }

    pub(super) fn in_file(self, file: &str) -> Error {
        let file = file.to_owned();
        match self {
            Self::At { place, problem } => Error::Binary { file, place, problem },
            Self::Line { line, problem } => Error::Text { file, line, problem },
            Self::Whole(problem) => Error::File { file, problem },
            Self::NoAnimation { wanted, known } => Error::Animation { file, wanted, known },
        }
    }
}
