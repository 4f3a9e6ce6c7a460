//! The animations of a motion file: which are meant, and what their motions are called.

use std::path::{Path, PathBuf};

use adverb_author::formats::Contents;
use adverb_author::project::FileMotion;

use crate::failure::Failure;
use crate::files;

/// What a new motion is called: after the animation of several, else after the file. Blender writes `Armature|Walk`.
pub fn motion_name(path: &Path, animation: Option<&str>) -> String {
    let of_file = || path.file_stem().map_or("motion".into(), |stem| stem.to_string_lossy().into_owned());
    let of_animation = animation.map(|name| name.rsplit('|').next().unwrap_or(name).trim());
    of_animation.filter(|name| !name.is_empty()).map_or_else(of_file, str::to_owned)
}

/// The animations of a file.
pub struct Takes {
    file: PathBuf,
    contents: Contents,
}

impl Takes {
    pub fn of(path: &Path, contents: Contents) -> Self {
        Self { file: path.to_path_buf(), contents }
    }

    /// The animations that were asked for, each once, else all that move a joint; `None` where there is no choice.
    pub fn wanted(&self, asked: &[String]) -> Result<Vec<Option<String>>, Failure> {
        let moving: Vec<String> = self.contents.moving().map(|animation| animation.name.clone()).collect();
        if asked.is_empty() {
            return Ok(if moving.len() > 1 { moving.into_iter().map(Some).collect() } else { vec![None] });
        }
        let mut titles: Vec<Option<String>> = Vec::new();
        for wanted in asked {
            let title = match self.contents.animation(wanted) {
                Some(known) => known.name.clone(),
                // The format has no names for them; whoever reads it says so.
                None if self.contents.animations.is_empty() => wanted.clone(),
                None => {
                    let (file, wanted) = (self.file.display().to_string(), wanted.clone());
                    return Err(adverb_author::Error::Animation { file, wanted, known: moving }.into());
                }
            };
            if !titles.contains(&Some(title.clone())) {
                titles.push(Some(title));
            }
        }
        Ok(titles)
    }

    /// Whether a motion of a project, with the path of its file, is of that animation of this file.
    pub fn is_of(&self, animation: &Option<String>, path: &Path, motion: &FileMotion) -> bool {
        // Without a name, the first that moves is meant.
        let meant = |name: &Option<String>| match name {
            Some(name) => self.contents.animation(name),
            None => self.contents.moving().next(),
        };
        files::real(path) == files::real(&self.file) && meant(&motion.recorded.animation) == meant(animation)
    }
}
