//! Everything that can be wrong, each with its culprit and what to do about it.

/// An error of the authoring side. The message names the file and the place in it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
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
    /// The project file is wrong at a place.
    #[error("{file}:{excerpt_line}:{excerpt_column}: {problem}\n{excerpt}{}", remedy_line(remedy), excerpt_line = excerpt.line, excerpt_column = excerpt.column)]
    Project {
        /// The file's name as the user gave it.
        file: String,
        /// The line it is about.
        excerpt: Excerpt,
        /// What is wrong.
        problem: String,
        /// What to write instead; may be empty.
        remedy: String,
    },
    /// A space cannot be solved. Where it stands in a project, [`Error::Project`] says where.
    #[error("{problem}; {remedy}")]
    Space {
        /// What is wrong, with the axis or the example.
        problem: String,
        /// What would be right.
        remedy: String,
    },
    /// A motion cannot be made as asked. Where it stands in a project, [`Error::Project`] says where.
    #[error("{problem}")]
    Motion {
        /// What is wrong and what would be right.
        problem: String,
    },
}

/// A line of a file with a part of it underlined.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// How many characters are meant.
    pub width: u32,
    /// How many characters of a long line are left out before the text.
    pub skipped: u32,
    /// The line, or what is around the place in a long one; it ends in `…` where others follow.
    pub text: String,
}

/// Of a line that is longer, this many characters around the place are kept.
const SHOWN: usize = 160;

impl Excerpt {
    /// The line with that number; `column` is counted from 1.
    pub(crate) fn new(line: usize, text: &str, column: usize, width: usize) -> Self {
        let is_long = text.chars().nth(SHOWN).is_some();
        let skipped = if is_long { (column - 1).saturating_sub(SHOWN / 2) } else { 0 };
        let mut rest = text.chars().skip(skipped);
        let mut text: String = rest.by_ref().take(SHOWN).collect();
        text.extend(rest.next().map(|_| '…'));
        Self { line, column, width: width as u32, skipped: skipped as u32, text }
    }
}

impl std::fmt::Display for Excerpt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let margin = self.line.to_string();
        let before = self.column - 1 - self.skipped as usize;
        let cut = if self.skipped > 0 { "…" } else { "" };
        writeln!(f, " {margin} | {cut}{}", self.text)?;
        // Tabs stay tabs in the underline, so that it lines up.
        let tab = |c: char| if c == '\t' { '\t' } else { ' ' };
        let indent: String = cut.chars().chain(self.text.chars().take(before)).map(tab).collect();
        let width = (self.width as usize).min(SHOWN.saturating_sub(before)).max(1);
        write!(f, " {:margin$} | {indent}{}", "", "^".repeat(width), margin = margin.len())
    }
}

fn remedy_line(remedy: &str) -> String {
    if remedy.is_empty() { String::new() } else { format!("\n{remedy}") }
}
