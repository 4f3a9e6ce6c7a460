//! The recordings that a project names: files, and which of their animations.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::bodies::{self, Stretched};
use super::document::{Document, Table};
use super::expression::{Entry, Expression, FileRange, Key};
use super::folder::Folder;
use super::settings::Settings;
use crate::clip::Clip;
use crate::error::{Error, known_animations};
use crate::figure;
use crate::import::{self, ImportOptions};

/// The recording of a motion: a file, and one of its animations.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recorded {
    /// The file, as written.
    pub file: String,
    /// An animation of it, by name or number; by default the first that moves a joint.
    pub animation: Option<String>,
}

impl Recorded {
    /// A file that needs no choice of animation.
    #[must_use]
    pub fn whole(file: &str) -> Self {
        Self { file: file.into(), animation: None }
    }
}

/// As messages call it: `hero.glb`, or `hero.glb#walk`.
impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        self.animation.as_ref().map_or(Ok(()), |animation| write!(f, "#{animation}"))
    }
}

/// The recordings a project names, each imported once.
pub(super) struct Files<'a, 'd, 'r> {
    doc: &'a Document<'d>,
    options: ImportOptions,
    /// `[files]`.
    said: Option<&'a Table<'d>>,
    pub(super) folder: &'r mut dyn Folder,
    pub(super) clips: BTreeMap<Recorded, Clip>,
    /// How the time of recordings of other bodies was stretched.
    pub(super) stretches: BTreeMap<Recorded, Stretched>,
}

impl<'a, 'd, 'r> Files<'a, 'd, 'r> {
    pub(super) fn new(
        doc: &'a Document<'d>,
        options: ImportOptions,
        said: Option<&'a Table<'d>>,
        folder: &'r mut dyn Folder,
    ) -> Self {
        Self { doc, options, said, folder, clips: BTreeMap::new(), stretches: BTreeMap::new() }
    }

    pub(super) fn import_all(
        &mut self,
        settings: &Settings,
        entries: &BTreeMap<String, Entry>,
    ) -> Result<(), Error> {
        if let Some((file, span)) = &settings.skeleton {
            self.import(&Recorded::whole(file), [span.clone(), span.clone()])?;
        }
        for entry in entries.values() {
            if let Expression::File { recorded, spans, .. } = &entry.expression {
                self.import(recorded, spans.clone())?;
            }
        }
        Ok(())
    }

    /// `spans` are those of the file and of the animation.
    fn import(
        &mut self,
        recorded: &Recorded,
        [of_file, of_animation]: [Range<usize>; 2],
    ) -> Result<(), Error> {
        if self.clips.contains_key(recorded) {
            return Ok(());
        }
        let Recorded { file, animation } = recorded;
        let bytes = self.folder.named(file).map_err(|why| {
            let problem = format!("{file:?} cannot be read: {why}");
            self.doc.error(of_file, problem, "paths are relative to the folder of the project file".into())
        })?;
        let mut fetch = |path: &str| self.folder.beside(file, path).ok();
        let said = bodies::said(self.doc, self.said, file)?;
        let mut options = said.over(ImportOptions { animation: animation.clone(), ..self.options.clone() });
        // The animations of a file are of one figure, whose size each would show a little differently.
        if let Some((_, first)) = self.clips.iter().find(|(own, _)| own.file == *file) {
            (options.unit_m, options.up) = (Some(first.source.unit_m), Some(first.source.up));
        }
        let mut clip =
            import::import_with(file, &bytes, &options, &mut fetch).map_err(|error| match error {
                Error::Animation { wanted, known, .. } => {
                    let problem = format!("{file:?} has no animation {wanted:?} that moves a joint");
                    self.doc.error(of_animation, problem, known_animations(&known))
                }
                other => other,
            })?;
        clip.source.rename(&recorded.to_string());
        self.clips.insert(recorded.clone(), clip);
        Ok(())
    }

    /// The clip whose joints the skeleton has: the one named, else the first motion's.
    pub(super) fn base(&self, settings: &Settings, entries: &BTreeMap<String, Entry>) -> Option<&Clip> {
        base(settings, entries).and_then(|(recorded, _)| self.clips.get(&recorded))
    }

    /// The same without any other recording.
    pub(super) fn base_alone(
        &mut self,
        settings: &Settings,
        entries: &BTreeMap<String, Entry>,
    ) -> Result<Option<Clip>, Error> {
        let Some((recorded, spans)) = base(settings, entries) else { return Ok(None) };
        self.import(&recorded, spans)?;
        Ok(self.clips.remove(&recorded))
    }

    /// The frames of each recording that motions use.
    pub(super) fn ranges<'e>(
        &self,
        entries: &'e BTreeMap<String, Entry>,
    ) -> Result<Vec<(&'e Recorded, Range<usize>)>, Error> {
        let mut ranges = Vec::new();
        for entry in entries.values() {
            if let Expression::File { recorded, range, .. } = &entry.expression {
                let clip = &self.clips[recorded];
                let keys = self.keys(recorded, range)?;
                let frame = |secs: f64| (secs * clip.fps).round() as usize;
                let last = (frame(keys[keys.len() - 1].1) + 1).min(clip.frame_count());
                ranges.push((recorded, frame(keys[0].1).min(last)..last));
            }
        }
        Ok(ranges)
    }

    /// Key names and seconds on the skeleton, checked against the file's length.
    pub(super) fn keys(&self, recorded: &Recorded, range: &FileRange) -> Result<Vec<(String, f64)>, Error> {
        let clip = &self.clips[recorded];
        let as_it_is = Stretched { by: 1.0, frames: clip.frame_count() };
        let Stretched { by: stretch, frames } = self.stretches.get(recorded).copied().unwrap_or(as_it_is);
        let end_secs = stretch * frames.saturating_sub(1) as f64 / clip.fps;
        let outside = |key: &Key, problem: String| {
            self.doc.error(key.span.clone(), problem, "frames count from 0".into())
        };
        match range {
            FileRange::Whole => {
                let end_secs = if frames > 1 { end_secs } else { 1.0 / clip.fps };
                let start_secs = figure::leading_outliers(clip) as f64 / clip.fps;
                Ok(vec![(String::new(), start_secs), (String::new(), end_secs)])
            }
            FileRange::Frames(keys) => keys
                .iter()
                .map(|key| {
                    if key.time < 0.0 || key.time > frames as f64 - 1.0 {
                        let file = &clip.source.file;
                        let problem = format!(
                            "frame {} is outside {file:?}, which has {frames} frames (0 to {})",
                            key.time,
                            frames.saturating_sub(1)
                        );
                        return Err(outside(key, problem));
                    }
                    Ok((key.name.clone(), stretch * key.time / clip.fps))
                })
                .collect(),
            FileRange::Seconds(keys) => keys
                .iter()
                .map(|key| {
                    let secs = key.time * stretch;
                    if secs < 0.0 || secs > end_secs + 1e-9 {
                        let problem = format!(
                            "{} s is outside {:?}, which lasts {:.3} s",
                            key.time,
                            clip.source.file,
                            end_secs / stretch
                        );
                        return Err(outside(key, problem));
                    }
                    Ok((key.name.clone(), secs))
                })
                .collect(),
        }
    }
}

/// The recording whose joints the skeleton has, and where the project names it.
fn base(settings: &Settings, entries: &BTreeMap<String, Entry>) -> Option<(Recorded, [Range<usize>; 2])> {
    if let Some((file, span)) = &settings.skeleton {
        return Some((Recorded::whole(file), [span.clone(), span.clone()]));
    }
    let first = entries.values().filter_map(|entry| match &entry.expression {
        Expression::File { recorded, spans, .. } => Some((entry.span.start, recorded, spans)),
        _ => None,
    });
    first.min_by_key(|(start, ..)| *start).map(|(_, recorded, spans)| (recorded.clone(), spans.clone()))
}
