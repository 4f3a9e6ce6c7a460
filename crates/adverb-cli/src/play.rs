//! `adverb play HERO SCRIPT -o OUT`: an actor on a verb graph does what a script asks for, as a file and as a list of what happened.

use std::path::Path;

use adverb::Pack;
use adverb_author::pack;
use adverb_author::picture::{ExposureOptions, Picture, Scene, Subject, exposure};
use adverb_author::sample::Take;
use adverb_author::script::{Happening, Moment, Performance, Script, play};
use serde::Serialize;

use adverb_author::finding::Finding;

use crate::args::{self, Viewpoint};
use crate::character::Moving;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{character, files, findings, input, output, printing, sample};

/// Verbs that a picture's caption tells of.
const CAPTIONED: usize = 8;

pub fn run(args: &args::Play, progress: &Progress) -> Result<(), Failure> {
    let extension = output::extension(&args.output, "performances", output::MOTIONS_AND_PICTURES)?;
    let picture = output::PICTURES.contains(&extension.as_str());
    let (file, text) = input::text(&args.script)?;
    Script::check(&file, &text)?;
    let input::Hero { pack, character } = input::hero(&args.hero, progress)?;
    // A picture from above is of the way, with footprints.
    let character = character.filter(|_| !picture || args.view != Viewpoint::Above);
    let drawn = character::drawn(&args.character, character, &args.output, progress)?;
    if pack.graphs().is_empty() {
        let problem = "it has no verb graph to play a script on; add [graph.NAME] to the project".into();
        return Err(adverb_author::Error::File { file: args.hero.display().to_string(), problem }.into());
    }
    let script = Script::read(&file, &text, pack.graphs())?;
    let graph = &pack.graphs()[script.graph];
    progress.step(format!("playing {}", args.script.display()));
    let fps = args.fps.or(script.fps).unwrap_or(pack.source().fps);
    let performance = play(graph, &script, fps, pack::source(&pack))?;
    findings::note(script.warnings.iter().chain(&performance.warnings), progress);
    progress.step(format!("writing {}", args.output.display()));
    let Take { clip, stood } = &performance.take;
    let name = &files::stem(&args.script);
    let moving = Moving {
        skeleton: graph.skeleton(),
        clip,
        stood,
        name,
        root: args.root.into(),
        credits: pack.credits(),
    };
    let bytes = if picture {
        let picture = match &drawn {
            Some(worn) => character::picture(worn, &moving, args.view.view(), progress)?,
            None => picture_of(&args.script, &pack, &performance, args.view)?,
        };
        output::picture(&picture, &args.output)?
    } else {
        character::bytes(drawn.as_ref(), &moving, &args.output, progress)?
    };
    sample::write_with_phases((&args.output, &bytes), args.phases.as_deref(), &performance.take, progress)?;
    let report = Report::of(graph.name(), &script, &performance);
    printing::print(&report, args.json, Report::text)
}

/// A multiple exposure over the way on the ground, with the verbs that it shows.
fn picture_of(
    script: &Path,
    pack: &Pack,
    performance: &Performance,
    from: Viewpoint,
) -> Result<Picture, Failure> {
    let subject = Subject::shown(&performance.take.clip, from.view())?;
    let name = files::stem(script);
    let plays = performance.moments.iter().filter(|moment| moment.what == Happening::Plays);
    let mut verbs: Vec<&str> = plays.map(|moment| moment.verb.as_str()).collect();
    if verbs.len() > CAPTIONED {
        verbs.truncate(CAPTIONED);
        verbs.push("…");
    }
    let scene = Scene::of(subject).titled(&format!("{}: {name}", pack.name())).captioned(&verbs.join(", "));
    let footprints = from == Viewpoint::Above;
    Ok(exposure(&scene, &ExposureOptions { footprints, ..ExposureOptions::seen(from.view()) })?)
}

/// What happened. Fields stay once they are here.
#[derive(Debug, Serialize)]
struct Report {
    graph: String,
    seed: u64,
    frames: usize,
    fps: f64,
    moments: Vec<MomentReport>,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct MomentReport {
    time_s: f64,
    verb: String,
    transition: Option<String>,
    kind: &'static str,
    name: Option<String>,
    text: String,
}

impl Report {
    fn of(graph: &str, script: &Script, performance: &Performance) -> Self {
        let clip = &performance.take.clip;
        Self {
            graph: graph.into(),
            seed: script.seed,
            frames: clip.frame_count(),
            fps: clip.fps,
            moments: performance.moments.iter().map(MomentReport::of).collect(),
            warnings: script.warnings.iter().chain(&performance.warnings).cloned().collect(),
        }
    }

    fn text(&self) -> String {
        let place = |moment: &MomentReport| moment.transition.clone().unwrap_or(moment.verb.clone());
        let widest = self.moments.iter().map(|moment| place(moment).chars().count()).max().unwrap_or(0);
        let line = |moment: &MomentReport| {
            format!("{:9.3}  {:widest$}  {}\n", moment.time_s, place(moment), moment.text)
        };
        self.moments.iter().map(line).collect()
    }
}

impl MomentReport {
    fn of(moment: &Moment) -> Self {
        Self {
            time_s: printing::round(moment.secs, 4),
            verb: moment.verb.clone(),
            transition: moment.transition.clone(),
            kind: moment.what.kind(),
            name: moment.what.name().map(str::to_owned),
            text: moment.what.to_string(),
        }
    }
}
