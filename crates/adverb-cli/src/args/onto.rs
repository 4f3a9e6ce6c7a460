//! Which body a motion is put on.

use std::path::PathBuf;

use adverb_author::import::ImportOptions;

use super::import::{Unit, UpAxis, unit};

/// Another body.
#[derive(Debug, Clone, PartialEq, clap::Args)]
#[command(next_help_heading = "On another body")]
pub struct Onto {
    /// The body to put the motion on: a motion file of it, one with its skeleton alone, or a project, whose [files] say which joint
    /// is which
    #[arg(long, value_name = "FILE|PROJECT")]
    pub onto: Option<PathBuf>,
    /// The axis that points up in that file; --up is for the motion's own
    #[arg(long, value_name = "AXIS", value_enum, default_value_t = UpAxis::Auto, requires = "onto")]
    pub onto_up: UpAxis,
    /// The unit of length of that file, as for --unit, which is for the motion's own
    #[arg(long, value_name = "UNIT", default_value = "auto", value_parser = unit, requires = "onto")]
    pub onto_unit: Unit,
}

impl Onto {
    /// How the body's file is read.
    pub fn options(&self) -> ImportOptions {
        ImportOptions { up: self.onto_up.up(), unit_m: self.onto_unit.metres(), ..ImportOptions::default() }
    }
}
