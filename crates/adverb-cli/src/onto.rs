//! `--onto`: the body of a motion file or of a project, and recordings that are put on it.

use std::path::Path;

use adverb_author::clip::Clip;
use adverb_author::import::ImportOptions;
use adverb_author::project::{ProjectBody, import_options};
use adverb_author::retarget::Target;

use crate::args;
use crate::edited::relative;
use crate::failure::Failure;
use crate::files::Stamps;
use crate::input::{self, ProjectFolder};
use crate::progress::Progress;

/// A body, and a recording to put on it.
pub struct Onto {
    /// A recording of the body.
    pub body: Clip,
    pub target: Target,
    /// What is put on it.
    pub clip: Clip,
    /// Joints of the body and of the recording that belong together.
    pub joints: Vec<(String, String)>,
}

impl Onto {
    /// Reads a recording, and the body at `onto`; `joints` count before what a project says.
    pub fn read(
        recording: &Path,
        import: &args::Import,
        onto: &Path,
        args: &args::Onto,
        joints: &[(String, String)],
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let joints = joints.to_vec();
        if !input::is_project(onto) {
            let clip = input::clip(recording, &import.options(), progress)?;
            let body = input::clip(onto, &args.options(), progress)?;
            return Ok(Self { target: Target::of_file(&body)?, body, clip, joints });
        }
        if args.options() != ImportOptions::default() {
            let problem = "--onto-up and --onto-unit are for a motion file; a project says them itself, in [project] and [files]";
            return Err(Failure::Misuse(problem.into()));
        }
        let (file, text) = input::project_text(onto)?;
        let folder = input::project_file(onto).parent().map(Path::to_path_buf).unwrap_or_default();
        let seen = relative(&folder, recording)?;
        let options = match import.is_default() {
            true => import_options(&file, &text, &seen)?,
            false => import.options(),
        };
        let clip = input::clip(recording, &options, progress)?;
        let mut noted = Stamps::new();
        let read =
            ProjectFolder::of(onto, &mut noted).open(|folder| ProjectBody::read(&file, &text, folder))?;
        let Some(body) = read else {
            let problem = format!(
                "{file}: it has no recording yet, and so no skeleton; name one in [project]: skeleton = \"file.bvh\""
            );
            return Err(Failure::Misuse(problem));
        };
        let said = body.joints(&seen)?;
        Ok(Self {
            target: body.target()?,
            body: body.clip,
            clip,
            joints: joints.into_iter().chain(said).collect(),
        })
    }
}
