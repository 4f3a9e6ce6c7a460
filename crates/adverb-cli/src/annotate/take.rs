//! A recording that was annotated.

use std::path::PathBuf;

use adverb_author::annotate::{Annotation, Window};
use adverb_author::project::Recorded;

/// A recording, and what was found in it.
pub struct Take {
    /// As it was given.
    pub path: PathBuf,
    /// One of several animations; by default the one that is read.
    pub animation: Option<String>,
    pub found: Annotation,
    /// The cycles that span the adverbs; the first is the one that was found.
    pub spanning: Vec<Window>,
    /// The motions of the project that are of it.
    pub motions: Vec<String>,
    /// Whether the motion was not there before.
    pub is_new: bool,
    /// The motions of its other cycles.
    pub more: Vec<String>,
}

impl Take {
    /// As messages call it.
    pub fn name(&self) -> String {
        Recorded { file: self.path.display().to_string(), animation: self.animation.clone() }.to_string()
    }
}
