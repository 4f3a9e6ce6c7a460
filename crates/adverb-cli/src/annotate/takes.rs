//! The recordings to annotate: files, and each animation of those that have several.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use adverb_author::annotate::Annotation;
use adverb_author::formats::Contents;
use adverb_author::project::{FileMotion, Recorded};

use crate::edited;

/// A recording, and what was found in it.
pub struct Take {
    /// As it was given.
    pub path: PathBuf,
    /// One of several animations; by default the one that is read.
    pub animation: Option<String>,
    pub found: Annotation,
    /// The motions of the project that are of it.
    pub motions: Vec<String>,
}

impl Take {
    /// As messages call it.
    pub fn name(&self) -> String {
        Recorded { file: self.path.display().to_string(), animation: self.animation.clone() }.to_string()
    }

    /// What a new motion is called: after the animation of several, else after the file. Blender writes `Armature|Walk`.
    pub fn motion_name(&self) -> String {
        let of_file =
            || self.path.file_stem().map_or("motion".into(), |stem| stem.to_string_lossy().into_owned());
        let of_animation = self.animation.as_ref().map(|name| name.rsplit('|').next().unwrap_or(name).trim());
        of_animation.filter(|name| !name.is_empty()).map_or_else(of_file, str::to_owned)
    }
}

/// The animations of a file.
pub struct Takes {
    file: PathBuf,
    contents: Contents,
}

impl Takes {
    pub fn of(path: &Path, contents: Contents) -> Self {
        Self { file: edited::real(path), contents }
    }

    /// The animations that were asked for, else all that move a joint; `None` where there is no choice.
    pub fn wanted(&self, asked: &[String]) -> Vec<Option<String>> {
        let title = |asked: &String| match self.contents.animation(asked) {
            Some(known) => known.name.clone(),
            // Whoever reads it says which there are.
            None => asked.clone(),
        };
        if !asked.is_empty() {
            let mut seen = BTreeSet::new();
            let titles = asked.iter().map(title).filter(|title| seen.insert(title.clone()));
            return titles.map(Some).collect();
        }
        let moving: Vec<&str> = self.contents.moving().map(|animation| animation.name.as_str()).collect();
        match &moving[..] {
            [] | [_] => vec![None],
            several => several.iter().map(|name| Some((*name).to_owned())).collect(),
        }
    }

    /// Whether a motion of the project, with the path of its file, is of this recording.
    pub fn is_of(&self, take: &Take, path: &Path, motion: &FileMotion) -> bool {
        // Without a name, the first that moves is meant.
        let meant = |name: &Option<String>| match name {
            Some(name) => self.contents.animation(name),
            None => self.contents.moving().next(),
        };
        edited::real(path) == self.file && meant(&motion.recorded.animation) == meant(&take.animation)
    }
}
