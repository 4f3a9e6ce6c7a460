//! `adverb motion PROJECT NAME -o OUT`.

use adverb_author::sample;

use crate::args;
use crate::convert::{check_output, write};
use crate::failure::Failure;
use crate::input;
use crate::progress::Progress;

pub fn run(args: &args::Motion, progress: &Progress) -> Result<(), Failure> {
    check_output(&args.output)?;
    let project = input::project(&args.project, progress)?;
    let motion = project.motion(&args.project.display().to_string(), &args.name)?;
    progress.step(format!("writing {}", args.output.display()));
    let clip = sample::sample(motion, args.fps.unwrap_or(motion.fps()), project.source.clone());
    write(&clip, &args.output)
}
