//! `adverb convert IN -o OUT [--character MESH] [--onto BODY]`.

use std::path::Path;

use adverb::VerbTime;
use adverb_author::clip::Clip;
use adverb_author::picture::View;
use adverb_author::sample::{self, Rate};
use adverb_author::{project, retarget};

use crate::args;
use crate::character::Moving;
use crate::failure::Failure;
use crate::onto::Onto;
use crate::progress::Progress;
use crate::{character, files, input, output};

pub fn run(args: &args::Convert, progress: &Progress) -> Result<(), Failure> {
    let is_picture = output::PICTURES.contains(&files::extension(&args.output).as_str());
    if !is_picture {
        output::extension(&args.output, "motions", output::MOTIONS)?;
    } else if let Some(body) = args.onto.onto.as_ref().map(|body| body.display()) {
        let (input, output) = (args.input.display(), args.output.display());
        return Err(Failure::Misuse(format!(
            "`adverb inspect {input} --onto {body} -o {output}` draws which joint follows which; motions are written as .bvh or .glb"
        )));
    } else if args.character.mesh.is_none() {
        return Err(output::needs_a_character(&args.output, &args.input.display().to_string()));
    }
    if input::is_project(&args.input) {
        let problem = "it is a project; `adverb motion PROJECT NAME -o OUT` writes one of its motions";
        return Err(Failure::Misuse(format!("{}: {problem}", args.input.display())));
    }
    if args.onto.onto.is_some() && args.character.mesh.is_some() {
        return Err(Failure::Misuse(
            "--onto and --character are two ways to another body; choose one".into(),
        ));
    }
    let (drawn, clip) = match &args.onto.onto {
        Some(body) => (None, put(args, body, progress)?),
        None => (
            character::drawn(&args.character, None, &args.output, progress)?,
            input::clip(&args.input, &args.import.options(), progress)?,
        ),
    };
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

/// The motion on another body.
fn put(args: &args::Convert, body: &Path, progress: &Progress) -> Result<Clip, Failure> {
    let Onto { body, target, clip, joints } =
        Onto::read(&args.input, &args.import, body, &args.onto, &args.character.joints, progress)?;
    progress.step(format!("putting it on {}", body.source.file));
    let file = clip.source.file.clone();
    let own = if joints.is_empty() { project::as_own(&clip, &body) } else { None };
    let mut on_body = match own {
        Some(own) => {
            progress.note(format!("{file}: it has the body's own joints, which turn as they did"));
            own
        }
        None => followed(&clip, &target, &joints, progress)?,
    };
    // In the unit and axes of the other body's file, but called after its own.
    on_body.source = body.source;
    on_body.source.rename(&file);
    Ok(on_body)
}

/// The motion on a body with other joints.
fn followed(
    clip: &Clip,
    target: &retarget::Target,
    joints: &[(String, String)],
    progress: &Progress,
) -> Result<Clip, Failure> {
    let put = retarget::put(&[clip], target, joints)?;
    let (map, file) = (&put.binding.map, &clip.source.file);
    let scale = put.binding.proportions.scale;
    progress.note(format!("{file}: put on another body, lengths times {scale:.3}"));
    let still: Vec<usize> = map.open(&target.figure).collect();
    for (joints, figure, what) in [
        (&still, &target.figure, "joints of the body that follow none, at rest"),
        (&map.lost, &put.source, "its joints that none follows"),
    ] {
        let names: Vec<String> = joints.iter().map(|&joint| figure.tree.called(joint)).collect();
        if !names.is_empty() {
            progress.note(format!("{file}: {what}: {}", names.join(", ")));
        }
    }
    Ok(put.clips.into_iter().next().unwrap_or_else(|| clip.clone()))
}
