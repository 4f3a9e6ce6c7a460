//! Whose work a pack is made of, which stands behind its shapes: a reader without the feature `shapes` stops before both.

use super::{Pack, sections};
use crate::encoding::{Field, Reader, Writer, records};

/// Files that a pack is made of, and what their authors ask for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Credit {
    /// As the project names them.
    pub files: Vec<String>,
    /// Under which they may be used: `CC BY 4.0`, `bought from …`; empty if nobody said.
    pub licence: String,
    /// Who made them; empty if nobody said.
    pub credit: String,
}

records! {
    Credit { files, licence, credit }
}

/// The credits in a description of that version.
pub(super) fn read(version: u32, from: &mut Reader) -> Vec<Credit> {
    if version < sections::CREDITS { Vec::new() } else { Field::read(from) }
}

impl Pack {
    /// The same with credits for what it is made of.
    #[must_use]
    pub fn with_credits(self, credits: Vec<Credit>) -> Self {
        Self { credits, ..self }
    }

    /// Whose work it is made of, as far as its author said.
    pub fn credits(&self) -> &[Credit] {
        &self.credits
    }

    /// Writes them behind everything else, where there are any.
    pub(super) fn write_credits(&self, to: &mut Writer) {
        if self.format_version() >= sections::CREDITS {
            self.credits.write(to);
        }
    }
}
