//! `adverb render FILE -o OUT` and `adverb render PROJECT NAME… -o OUT`.

use std::sync::Arc;

use adverb::VerbTime;
use adverb_author::Error;
use adverb_author::character::Seen;
use adverb_author::clip::{Clip, Source};
use adverb_author::figure;
use adverb_author::motion::{Motion, concatenation};
use adverb_author::picture::{
    AnimationOptions, ExposureOptions, FormOptions, Palette, Picture, Scene, Subject, animation, curves,
    dof_chart, exposure, form, in_a_row, sheet,
};
use adverb_author::sample::{self, Rate};

use crate::args::{self, Layout, Viewpoint};
use crate::failure::Failure;
use crate::input::SceneFile;
use crate::progress::Progress;
use crate::{files, input, output};

/// Frames per second of an animation: enough to look smooth, few enough to stay small.
const ANIMATION_FPS: f64 = 30.0;
/// A second of it is about half a megabyte.
const LONGEST_ANIMATION_SECS: f64 = 30.0;
/// Between figures in a row.
const ROW_GAP_M: f64 = 1.1;

/// A motion to draw and what to call it.
struct Shown {
    name: String,
    motion: Arc<Motion>,
    source: Source,
}

impl Shown {
    fn clip(&self) -> Result<Clip, Error> {
        sample::sample(&self.motion, Rate::Near(self.motion.fps()), self.source.clone())
    }
}

pub fn run(args: &args::Render, progress: &Progress) -> Result<(), Failure> {
    let extension = output::extension(&args.output, "pictures", output::PICTURES)?;
    if args.animate && extension != "svg" {
        return Err(Failure::Misuse("an animation is written as .svg, which any browser plays".into()));
    }
    let picture = if args.mesh { worn(args, progress)? } else { picture(args, progress)? };
    files::write(&args.output, &output::picture(&picture, &args.output)?, progress)
}

fn picture(args: &args::Render, progress: &Progress) -> Result<Picture, Failure> {
    let shown = shown(args, progress)?;
    progress.step(format!("drawing {}", args.output.display()));
    let title = args
        .title
        .clone()
        .unwrap_or_else(|| shown.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", "));
    Ok(if args.curves {
        let named = |joint: &adverb::skeleton::Joint| args.joint.iter().any(|part| joint.name.contains(part));
        let joints = shown[0].motion.skeleton().joints();
        if !args.joint.is_empty() && !joints.iter().any(named) {
            let names: Vec<&str> = joints.iter().filter(|j| !j.end).map(|j| j.name.as_str()).collect();
            return Err(Failure::Misuse(format!(
                "no joint's name contains {:?}; they are {}",
                args.joint,
                names.join(", ")
            )));
        }
        let motions: Vec<_> = shown.iter().map(|s| (s.name.clone(), s.motion.clone())).collect();
        curves(&dof_chart(&motions, &args.joint, &title))?
    } else if args.animate {
        animated(&shown, args, &title)?
    } else {
        exposed(&shown, args, &title)?
    })
}

/// The skinned mesh of a file at moments of its motion.
fn worn(args: &args::Render, progress: &Progress) -> Result<Picture, Failure> {
    let file = SceneFile::read(&args.input, progress)?;
    let clip = file.clip(&args.import.options())?;
    let seen = Seen::of(&file.mesh()?, &clip, args.moments.map(usize::from))?;
    progress.step(format!("drawing {}", args.output.display()));
    let options = FormOptions { view: args.view.view(), forward: seen.forward(), ..FormOptions::default() };
    Ok(form(&seen.view(), &options))
}

fn shown(args: &args::Render, progress: &Progress) -> Result<Vec<Shown>, Failure> {
    if input::is_pack(&args.input) {
        let problem = "it is a pack; `adverb sample HERO VERB -o OUT.png` draws one of its verbs";
        return Err(Failure::Misuse(format!("{}: {problem}", args.input.display())));
    }
    let mut all = if input::is_project(&args.input) {
        input::refuse_import_flags(&args.import)?;
        let project = input::project(&args.input, progress)?;
        if args.names.is_empty() {
            let names: Vec<&str> = project.motions.keys().map(String::as_str).collect();
            return Err(Failure::Misuse(format!("name one or more of its motions: {}", names.join(", "))));
        }
        let named = args.names.iter().map(|name| {
            let motion = input::motion(&project, &args.input, name)?.clone();
            Ok(Shown { name: name.clone(), motion, source: project.source.clone() })
        });
        named.collect::<Result<Vec<_>, Failure>>()?
    } else {
        if let Some(name) = args.names.first() {
            let file = args.input.display();
            return Err(Failure::Misuse(format!(
                "{file} is a motion file; motion names such as {name:?} need a project"
            )));
        }
        let mut clip = input::clip(&args.input, &args.import.options(), progress)?;
        clip.skip(figure::leading_outliers(&clip));
        let name = files::stem(&args.input);
        vec![Shown { name, motion: Arc::new(input::motion_of(&clip, false)?), source: clip.source }]
    };
    if args.repeat > 1 {
        for shown in &mut all {
            shown.motion = Arc::new(concatenation(vec![shown.motion.clone(); usize::from(args.repeat)])?);
        }
    }
    Ok(all)
}

fn exposed(shown: &[Shown], args: &args::Render, title: &str) -> Result<Picture, Failure> {
    let options = ExposureOptions {
        footprints: args.viewpoint() == Viewpoint::Above,
        ..ExposureOptions::seen(args.viewpoint().view())
    };
    let subject = |s: &Shown| match args.moments {
        Some(count) => Subject::of(&s.clip()?, usize::from(count)),
        None => Subject::shown(&s.clip()?, args.viewpoint().view()),
    };
    let mut scenes = Vec::new();
    for s in shown {
        scenes.push(if args.seams { repetitions(s, args)? } else { vec![subject(s)?] });
    }
    if args.layout == Layout::Sheet {
        let scenes = scenes.into_iter().map(|subjects| Scene { subjects, ..Scene::default() });
        let pictures = scenes.map(|s| exposure(&s, &options)).collect::<Result<Vec<_>, _>>()?;
        let captioned: Vec<(Picture, &str)> =
            pictures.into_iter().zip(shown.iter().map(|s| s.name.as_str())).collect();
        let columns = if captioned.len() > 3 { 2 } else { 1 };
        return Ok(sheet(args.title.as_deref().unwrap_or(""), &captioned, columns));
    }
    let mut subjects: Vec<Subject> = scenes.into_iter().flatten().collect();
    if args.seams {
        return Ok(exposure(&Scene { subjects, ..Scene::default() }.titled(title), &options)?);
    }
    if subjects.len() > 1 {
        subjects = subjects.into_iter().zip(shown).map(|(s, of)| s.labelled(&of.name)).collect();
    }
    if args.layout == Layout::Row {
        subjects = in_a_row(subjects, ROW_GAP_M);
    } else if subjects.len() > 1 {
        let palettes = [Palette::RED, Palette::GREEN, Palette::BLUE, Palette::MANNEQUIN];
        subjects =
            subjects.into_iter().zip(palettes.into_iter().cycle()).map(|(s, p)| s.coloured(p)).collect();
    }
    Ok(exposure(&Scene { subjects, ..Scene::default() }.titled(title), &options)?)
}

/// One subject for every repetition of a motion, in alternating colours, light to dark over all of them.
fn repetitions(s: &Shown, args: &args::Render) -> Result<Vec<Subject>, Error> {
    const MOMENTS: u16 = 6;
    let (clip, rounds) = (s.clip()?, usize::from(args.repeat));
    let count = usize::from(args.moments.unwrap_or(MOMENTS)).max(2);
    let round_secs = clip.duration_secs() / rounds as f64;
    // A round ends with the frame before the next begins.
    let step_secs = (round_secs - 1.0 / clip.fps) / (count - 1) as f64;
    let subject = |round: usize| {
        let times: Vec<f64> = (0..count).map(|i| round as f64 * round_secs + i as f64 * step_secs).collect();
        let mut subject = Subject::at_times(&clip, &times)?;
        for (i, exposure) in subject.exposures.iter_mut().enumerate() {
            exposure.strength = 0.4 + 0.6 * (round * count + i) as f64 / (rounds * count) as f64;
        }
        Ok(subject.coloured(if round.is_multiple_of(2) { Palette::RED } else { Palette::GREEN }))
    };
    (0..rounds).map(subject).collect()
}

/// All subjects play over the duration of the first; the end is left out, being the start of the next round.
fn animated(shown: &[Shown], args: &args::Render, title: &str) -> Result<Picture, Failure> {
    let duration_secs = shown[0].motion.duration().0;
    if duration_secs > LONGEST_ANIMATION_SECS {
        let problem = format!(
            "{duration_secs:.0} s would make a file too large for a browser; animate at most {LONGEST_ANIMATION_SECS} s"
        );
        return Err(Error::Picture { subject: shown[0].name.clone(), problem }.into());
    }
    let count = (duration_secs * ANIMATION_FPS).round().max(2.0);
    let subject = |s: &Shown| {
        let step = s.motion.duration().0 / count;
        let times: Vec<f64> = (0..count as usize).map(|i| i as f64 * step).collect();
        // Frames of the animation lie between those of the recording.
        let moments: Vec<VerbTime> = times.iter().map(|&t| VerbTime(t)).collect();
        let clip = sample::sample_at(&s.motion, &moments, 1.0 / step, s.source.clone());
        Subject::at_times(&clip, &times)
    };
    let mut subjects = shown.iter().map(subject).collect::<Result<Vec<_>, _>>()?;
    if subjects.len() > 1 {
        subjects = subjects.into_iter().zip(shown).map(|(s, of)| s.labelled(&of.name)).collect();
        subjects = in_a_row(subjects, ROW_GAP_M);
    }
    let picture = ExposureOptions { view: args.viewpoint().view(), ..AnimationOptions::default().picture };
    let options = AnimationOptions { picture, duration_secs, ..AnimationOptions::default() };
    Ok(animation(&Scene { subjects, ..Scene::default() }.titled(title), &options)?)
}
