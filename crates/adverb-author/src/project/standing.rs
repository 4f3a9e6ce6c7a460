//! The body of a project without the rest of it: what recordings are put on, and what the project says about them. So a recording can
//! be looked at on that body before the project has it.

use std::collections::BTreeMap;

use super::bodies::{self, Said};
use super::conform::{Base, Fit};
use super::document::Document;
use super::expression;
use super::files::Files;
use super::folder::Folder;
use super::settings::{Settings, sides};
use crate::clip::Clip;
use crate::error::Error;
use crate::import::ImportOptions;
use crate::retarget::{self, Target};

/// The body of a project.
pub struct ProjectBody {
    /// The recording whose joints the skeleton has.
    pub clip: Clip,
    /// Left and right, where names do not tell.
    sides: Vec<(String, String)>,
    /// The project's file, and its text.
    file: String,
    text: String,
}

impl ProjectBody {
    /// That of a project's text; none if it has no recording yet. `folder` opens the skeleton's file.
    ///
    /// # Errors
    /// If the text is no project, or the file is no motion.
    pub fn read(file: &str, text: &str, folder: &mut dyn Folder) -> Result<Option<Self>, Error> {
        let doc = Document { file, text };
        let table = doc.project()?;
        let section = |name: &str| table.get(name).map(|v| doc.table(v, &format!("[{name}]"))).transpose();
        let settings = Settings::read(&doc, section("project")?)?;
        let entries = section("motions")?.map(|motions| expression::motions(&doc, motions)).transpose()?;
        let entries = entries.unwrap_or_else(BTreeMap::new);
        let mut files = Files::new(&doc, settings.options.clone(), section("files")?, folder);
        let Some(clip) = files.base_alone(&settings, &entries)? else { return Ok(None) };
        let sides = sides(&doc, section("sides")?, &clip)?;
        Ok(Some(Self { clip, sides, file: file.into(), text: text.into() }))
    }

    /// It as a body to put motions on, as the skeleton's file shows it.
    ///
    /// # Errors
    /// As [`Target::of`].
    pub fn target(&self) -> Result<Target, Error> {
        Target::of(&self.clip, &[(&self.clip, retarget::good_frames(&self.clip))], &self.sides)
    }

    /// Joints of the skeleton and of a recording that belong together, as the project says. `recording` is its path from the project's
    /// folder.
    ///
    /// # Errors
    /// If the project says something else there.
    pub fn joints(&self, recording: &str) -> Result<Vec<(String, String)>, Error> {
        Ok(said(&self.file, &self.text, recording)?.joints)
    }

    /// A recording on the project's skeleton, frame by frame, if it is of another body and the project names joints of it; and by what its
    /// lengths were scaled.
    ///
    /// # Errors
    /// As [`retarget::put`].
    pub fn put(&self, clip: &Clip, recording: &str) -> Result<Option<(Clip, f64)>, Error> {
        let joints = self.joints(recording)?;
        let is_other = || matches!(Fit::of(clip, &Base::of(&self.clip)), Fit::Other { .. });
        if joints.is_empty() || !is_other() {
            return Ok(None);
        }
        let put = retarget::put(&[clip], &self.target()?, &joints)?;
        let scale = put.binding.proportions.scale;
        Ok(put.clips.into_iter().next().map(|clip| (clip, scale)))
    }
}

/// How a project reads a recording, its path seen from the project's folder: as `[project]` and `[files]` say.
///
/// # Errors
/// If these say something else.
pub fn import_options(file: &str, text: &str, recording: &str) -> Result<ImportOptions, Error> {
    let doc = Document { file, text };
    let table = doc.project()?;
    let section = table.get("project").map(|v| doc.table(v, "[project]")).transpose()?;
    Ok(said(file, text, recording)?.over(Settings::read(&doc, section)?.options))
}

fn said(file: &str, text: &str, recording: &str) -> Result<Said, Error> {
    let doc = Document { file, text };
    let table = doc.project()?;
    let section = table.get("files").map(|v| doc.table(v, "[files]")).transpose()?;
    bodies::said(&doc, section, recording)
}
