//! `adverb sample HERO VERB --at k=v,… -o OUT`: a verb played at a point, as a file.

use std::path::Path;

use adverb::{Pack, Setting, Verb};
use adverb_author::pack;
use adverb_author::picture::{ExposureOptions, Scene, Subject, View, exposure};
use adverb_author::sample::{Rate, Take, sample_rounds, sample_verb};

use crate::args;
use crate::character::Moving;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{character, files, input, output, point};

pub fn run(args: &args::Sample, progress: &Progress) -> Result<(), Failure> {
    let extension = output::extension(&args.output, "verbs", output::MOTIONS_AND_PICTURES)?;
    let picture = output::PICTURES.contains(&extension.as_str());
    let input::Hero { pack, character } = input::hero(&args.hero, progress)?;
    let drawn = character::drawn(&args.character, character, &args.output, progress)?;
    let verb = input::verb(&pack, &args.hero, &args.verb)?;
    let point = point::of(verb, &args.at, progress)?;
    point::tell_far(verb, &point, progress);
    progress.step(format!("writing {}", args.output.display()));
    let request = Request {
        fps: args.fps,
        cycles: args.cycles,
        seconds: args.seconds,
        seed: args.seed,
        no_constraints: args.no_constraints,
    };
    let take = take(&pack, verb, &point, &request, progress)?;
    let Take { clip, stood } = &take;
    let name = &point::named(verb, &point);
    let moving = Moving {
        skeleton: verb.skeleton(),
        clip,
        stood,
        name,
        root: args.root.into(),
        credits: pack.credits(),
    };
    let bytes = if picture {
        let picture = match &drawn {
            Some(worn) => character::picture(worn, &moving, View::ThreeQuarter, progress)?,
            None => {
                let title = format!("{} at {}", verb.name(), point::text(verb, &point));
                let subject = Subject::shown(clip, View::ThreeQuarter)?;
                let scene = Scene::of(subject).titled(title.trim_end_matches(" at "));
                exposure(&scene, &ExposureOptions::default())?
            }
        };
        output::picture(&picture, &args.output)?
    } else {
        character::bytes(drawn.as_ref(), &moving, &args.output, progress)?
    };
    write_with_phases((&args.output, &bytes), args.phases.as_deref(), &take, progress)
}

/// A file of a take and, where it is asked for, another of when its feet stand.
pub fn write_with_phases(
    file: (&Path, &[u8]),
    phases: Option<&Path>,
    take: &Take,
    progress: &Progress,
) -> Result<(), Failure> {
    let Some(path) = phases else { return files::write(file.0, file.1, progress) };
    let text = serde_json::to_string(&take.phases()).map_err(|e| Failure::Misuse(e.to_string()))? + "\n";
    files::write_all(&[file, (path, text.as_bytes())])?;
    progress.wrote(format_args!("{} and {}", file.0.display(), path.display()));
    Ok(())
}

/// How a verb is played.
pub struct Request {
    pub fps: Option<f64>,
    pub cycles: u16,
    pub seconds: Option<f64>,
    pub seed: Option<u64>,
    pub no_constraints: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self { fps: None, cycles: 1, seconds: None, seed: None, no_constraints: false }
    }
}

/// A verb of a pack at a point, as frames.
pub fn take(
    pack: &Pack,
    verb: &Verb,
    point: &[f32],
    request: &Request,
    progress: &Progress,
) -> Result<Take, Failure> {
    let rate = Rate::Near(request.fps.unwrap_or(pack.source().fps));
    let cycles = usize::from(request.cycles);
    let (held, source) = (!request.no_constraints, pack::source(pack));
    let secs = request.seconds.unwrap_or_else(|| cycles as f64 * Setting::new(verb, point).duration().0);
    let lives = verb.is_cyclic() && (request.seconds.is_some() || request.seed.is_some() || cycles > 1);
    let take = match lives {
        true => sample_rounds(verb, point, secs, rate, held, source, request.seed.unwrap_or(0))?,
        false => sample_verb(verb, point, 1, rate, held, source)?,
    };
    if let Some(asked) = request.fps.filter(|asked| (take.clip.fps - asked).abs() > 1e-6) {
        progress.note(format!(
            "note: {:.3} frames/s instead of {asked}, so that the last frame is the end",
            take.clip.fps
        ));
    }
    if (cycles > 1 || request.seconds.is_some()) && !verb.is_cyclic() {
        progress.note(format!("note: {} does not repeat, so it is written once", verb.name()));
    }
    Ok(take)
}
