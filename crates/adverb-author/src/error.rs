//! Errors of the authoring side: each names its culprit and what to do about it.

use crate::names::listed;

/// An error of the authoring side. Its message names the file and the place in it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error in a line of a text file.
    #[error("{file}:{line}: {problem}")]
    Text {
        /// The file's name as the user gave it.
        file: String,
        /// Counted from 1.
        line: usize,
        /// The problem, and what to do unless that is obvious.
        problem: String,
    },
    /// An error at a named place of a binary file.
    #[error("{file}: {place}: {problem}")]
    Binary {
        /// The file's name as the user gave it.
        file: String,
        /// e.g. "accessor 12" or "byte 20".
        place: String,
        /// The problem, and what to do unless that is obvious.
        problem: String,
    },
    /// An unusable file.
    #[error("{file}: {problem}")]
    File {
        /// The file's name as the user gave it.
        file: String,
        /// The problem, and what to do unless that is obvious.
        problem: String,
    },
    /// An animation that a file lacks. In a project, [`Error::Project`] shows its line.
    #[error("{file}: it has no animation {wanted:?} that moves a joint; {}", known_animations(known))]
    Animation {
        /// The file's name as the user gave it.
        file: String,
        /// What was asked for.
        wanted: String,
        /// The animations that move a joint.
        known: Vec<String>,
    },
    /// A picture that cannot be drawn.
    #[error("{subject}: {problem}")]
    Picture {
        /// The file, motion or title at fault.
        subject: String,
        /// The problem, and what to do unless that is obvious.
        problem: String,
    },
    /// An error at a place of the project file.
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
    /// An unsolvable space. In a project, [`Error::Project`] shows its line.
    #[error("{problem}; {remedy}")]
    Space {
        /// The problem, with the axis or the example.
        problem: String,
        /// What would be right.
        remedy: String,
    },
    /// A motion that cannot be made. In a project, [`Error::Project`] shows its line.
    #[error("{problem}")]
    Motion {
        /// The problem, and what would be right.
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
    /// How many characters are underlined.
    pub width: u32,
    /// How many characters of a long line are left out before the text.
    pub skipped: u32,
    /// The line; of a long one the part around the place, with `…` at its end if more follows.
    pub text: String,
}

/// How many characters of a long line are kept around the place.
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

/// The animations that can be asked for instead.
pub(crate) fn known_animations(known: &[String]) -> String {
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    if names.is_empty() {
        "none of its animations does".into()
    } else {
        format!("it has: {}", listed(&names))
    }
}

fn remedy_line(remedy: &str) -> String {
    if remedy.is_empty() { String::new() } else { format!("\n{remedy}") }
}
