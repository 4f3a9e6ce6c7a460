//! `adverb convert IN -o OUT [--character MESH]`.

use adverb::VerbTime;
use adverb_author::clip::Clip;
use adverb_author::import::ImportOptions;
use adverb_author::picture::View;
use adverb_author::retarget::{self, Target};
use adverb_author::sample::{self, Rate};

use crate::args;
use crate::character::Moving;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{character, files, input, output};

pub fn run(args: &args::Convert, progress: &Progress) -> Result<(), Failure> {
    let is_picture = output::PICTURES.contains(&files::extension(&args.output).as_str());
    if !is_picture {
        output::extension(&args.output, "motions", output::MOTIONS)?;
    } else if args.character.mesh.is_none() {
        return Err(output::needs_a_character(&args.output, &args.input.display().to_string()));
    }
    if input::is_project(&args.input) {
        let problem = "it is a project; `adverb motion PROJECT NAME -o OUT` writes one of its motions";
        return Err(Failure::Misuse(format!("{}: {problem}", args.input.display())));
    }
    let drawn = character::drawn(&args.character, None, &args.output, progress)?;
    let mut clip = input::clip(&args.input, &args.import.options(), progress)?;
    if let Some(body) = &args.onto {
        let body = input::clip(body, &ImportOptions::default(), progress)?;
        progress.step(format!("putting it on {}", body.source.file));
        let file = clip.source.file.clone();
        let target = Target::of_file(&body)?;
        let put = retarget::put(&[&clip], &target, &args.character.joints)?;
        let map = &put.binding.map;
        let scale = put.binding.proportions.scale;
        progress.note(format!("{}: put on another body, lengths times {scale:.3}", clip.source.file));
        for (joints, figure, what) in [
            (
                map.open(&target.figure).collect(),
                &target.figure,
                "joints of the body that follow none, at rest",
            ),
            (map.lost.clone(), &put.source, "its joints that none follows"),
        ] {
            let joints: Vec<usize> = joints;
            let names: Vec<&str> = joints.iter().map(|&joint| figure.tree.names[joint].as_str()).collect();
            if !names.is_empty() {
                progress.note(format!("{}: {what}: {}", clip.source.file, names.join(", ")));
            }
        }
        clip = put.clips.into_iter().next().unwrap_or(clip);
        // In the unit and axes of the other body's file, but called after its own.
        clip.source = body.source;
        clip.source.rename(&file);
    }
    progress.step(format!("writing {}", args.output.display()));
    let name = &files::stem(&args.input);
    // A file without frames still has a skeleton to convert.
    if clip.frame_count() == 0 && drawn.is_none() {
        return files::write(&args.output, &output::bytes(&clip, name, &args.output), progress);
    }
    let motion = input::motion_of(&clip, args.fit)?;
    let frames = clip.frame_count();
    // Of a long recording, one copy at a time.
    let Clip { fps, source, locals, .. } = clip;
    drop(locals);
    let converted = match args.fps.filter(|_| frames > 1) {
        Some(fps) => sample::sample(&motion, Rate::Exactly(fps), source)?,
        None => {
            let times: Vec<VerbTime> = (0..frames).map(|f| VerbTime(f as f64 / fps)).collect();
            sample::sample_at(&motion, &times, args.fps.unwrap_or(fps), source)
        }
    };
    let skeleton = motion.skeleton().clone();
    drop(motion);
    let moving = Moving {
        skeleton: &skeleton,
        clip: &converted,
        stood: &[],
        name,
        root: args.root.into(),
        credits: &[],
    };
    let bytes = match drawn.as_ref().filter(|_| is_picture) {
        Some(worn) => {
            output::picture(&character::picture(worn, &moving, View::ThreeQuarter, progress)?, &args.output)?
        }
        None => character::bytes(drawn.as_ref(), &moving, &args.output, progress)?,
    };
    files::write(&args.output, &bytes, progress)
}
