//! `adverb motion PROJECT NAME -o OUT`.

use adverb_author::sample::{self, Rate};

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
    let rate = args.fps.map_or(Rate::Near(motion.fps()), Rate::Exactly);
    let clip = sample::sample(motion, rate, project.source.clone())?;
    let left_secs = motion.duration().0 - clip.duration_secs();
    if left_secs > 1e-6 {
        progress.note(format!(
            "note: at {} frames/s the last frame is {left_secs:.4} s before the end; leave --fps out for a cycle to close",
            clip.fps
        ));
    }
    write(&clip, &args.output)
}
