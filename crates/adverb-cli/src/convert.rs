//! `adverb convert IN -o OUT [--character MESH]`.

use std::path::Path;

use adverb::VerbTime;
use adverb_author::clip::Clip;
use adverb_author::formats::{bvh, gltf};
use adverb_author::sample::{self, Rate};

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{character, files, input};

pub fn run(args: &args::Convert, progress: &Progress) -> Result<(), Failure> {
    check_output(&args.output)?;
    if input::is_project(&args.input) {
        let problem = "it is a project; `adverb motion PROJECT NAME -o OUT` writes one of its motions";
        return Err(Failure::Misuse(format!("{}: {problem}", args.input.display())));
    }
    let drawn = character::drawn(&args.character, None, &args.output, progress)?;
    let clip = input::clip(&args.input, &args.import.options(), progress)?;
    progress.step(format!("writing {}", args.output.display()));
    // A file without frames still has a skeleton to convert.
    if clip.frame_count() == 0 && drawn.is_none() {
        return files::write(&args.output, &bytes(&clip, &args.output));
    }
    let motion = input::motion_of(&clip, args.fit)?;
    let converted = match args.fps.filter(|_| clip.frame_count() > 1) {
        Some(fps) => sample::sample(&motion, Rate::Exactly(fps), clip.source)?,
        None => {
            let times: Vec<VerbTime> =
                (0..clip.frame_count()).map(|f| VerbTime(f as f64 / clip.fps)).collect();
            sample::sample_at(&motion, &times, args.fps.unwrap_or(clip.fps), clip.source)
        }
    };
    let bytes = character::bytes(drawn.as_ref(), motion.skeleton(), &converted, &args.output, progress)?;
    files::write(&args.output, &bytes)
}

/// Refuses before any work what could not be written after it.
pub fn check_output(path: &Path) -> Result<(), Failure> {
    match files::extension(path).as_str() {
        "bvh" | "glb" => Ok(()),
        other => Err(Failure::Misuse(format!(
            "motions are written as .bvh or .glb, not {other:?}: {}",
            path.display()
        ))),
    }
}

/// A clip in the format of the file's extension.
pub fn bytes(clip: &Clip, path: &Path) -> Vec<u8> {
    match files::extension(path).as_str() {
        "bvh" => bvh::write(clip, &bvh::WriteOptions::default()).into(),
        _ => gltf::clip::write(clip),
    }
}
