//! `adverb refine PROJECT VERB FILE --at k=v,…`: a motion that was worked on comes back as an example of its verb (thesis 4.5).

mod axes;

use std::path::Path;

use adverb::Verb;
use adverb::verb::Setting;
use adverb_author::check;
use adverb_author::clip::Clip;
use adverb_author::figure;
use adverb_author::finding::{Finding, Verdict};
use adverb_author::import::ImportOptions;
use adverb_author::played;
use adverb_author::project::{Edit, Project, Recorded, import_options};
use adverb_author::verb::{Built, Definition};
use axes::Axes;

use crate::args;
use crate::edited::{self, ProjectFile, unwritten};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, findings, input, point};

/// Points that differ by less than this part of every axis are too close for two examples.
const ALIKE: f32 = 0.01;
/// Points that differ by less than this are one.
const SAME: f32 = 1e-5;
/// Key-times and what is measured at them depend on each other: so often the one is found by the other.
const ROUNDS: usize = 3;
/// Moments at which poses are compared.
const STEPS: usize = 100;

pub fn run(args: &args::Refine, progress: &Progress) -> Result<(), Failure> {
    let file = ProjectFile::open(&args.project, progress)?;
    let project = file.check(&file.edit, &[], progress)?;
    let definition = definition(&project, &file, &args.verb)?;
    progress.step(format!("building {}", args.verb));
    let verb = project.build(definition)?.verb;
    let axes = Axes::of(definition);
    let asked = axes.asked(&verb, &args.at)?;
    let (name, copied) = brought(&file, &args.file)?;
    let options = import_options(&file.name(), file.edit.text(), &name)?;
    let options = ImportOptions { animation: args.animation.clone(), ..options };
    let clip = input::clip(&args.file, &options, progress)?;
    let recorded = Recorded { file: name.clone(), animation: args.animation.clone() };
    let copies: Vec<(String, Vec<u8>)> = copied.iter().map(|bytes| (name.clone(), bytes.clone())).collect();
    let stem = args.file.file_stem().map_or("motion".into(), |stem| stem.to_string_lossy());
    let motion = file.edit.free_name(&stem);
    let with = |keys: &[(String, f64)]| -> Result<(Edit, Project, Built), Failure> {
        let mut edit = file.edit.clone();
        edit.add_motion(&motion, &recorded, keys, &[]);
        edit.add_refinement(&args.verb, &motion, &axes.written(&verb, &args.at));
        let refined = file.check(&edit, &copies, progress)?;
        let definition = self::definition(&refined, &file, &args.verb)?;
        progress.step(format!("building {}", args.verb));
        let built = refined.build(definition).map_err(unwritten)?;
        Ok((edit, refined, built))
    };
    let mut point = asked.clone();
    let mut keys = self::keys(args, &verb, &point, &clip)?;
    let (mut edit, mut refined, mut built) = with(&keys)?;
    for _ in 1..ROUNDS {
        axes.measured(&built, &mut point);
        let again = self::keys(args, &verb, &point, &clip)?;
        if again == keys {
            break;
        }
        keys = again;
        (edit, refined, built) = with(&keys)?;
    }
    axes.measured(&built, &mut point);
    axes.refuse_beyond(&verb, &point)?;
    axes.refuse_taken(&verb, &point)?;
    axes.tell_difference(&verb, &args.at, &point, progress);
    tell_length(args, &verb, &point, &clip, progress);
    tell_news(args, &project, &refined, &motion, progress)?;
    axes.tell_growth(&verb, &built, progress);
    let copy = file.folder().join(&name);
    if let Some(bytes) = &copied {
        files::create(&copy, bytes)?;
    }
    if let Err(failure) = file.write(&edit) {
        // A write can fail when all is in place: then the project names the copy.
        if copied.is_some() && !file.has(&edit) {
            let _ = std::fs::remove_file(&copy);
        }
        return Err(failure);
    }
    progress.wrote(format_args!(
        "{}: [motions.{motion}], {name}, is an example of {} at {}; {}",
        file.name(),
        args.verb,
        point::text(&verb, &point),
        shown(axes.is_shared(&verb, &point), self::definition(&refined, &file, &args.verb)?, &built)
    ));
    Ok(())
}

/// How far from the new example the verb is at its point.
fn shown(is_shared: bool, definition: &Definition, built: &Built) -> String {
    let own = built.space.own_examples().len() - 1;
    if !is_shared {
        let off_mm = 1000.0 * built.deviations[own].rms_m;
        return format!("the verb shows it within {off_mm:.1} mm (root mean square)");
    }
    let point: Vec<f32> = built.space.examples[own].at.iter().map(|value| *value as f32).collect();
    let motion = &definition.motions[own];
    let there = played::played(&built.verb, &point, 1, STEPS, false).frames;
    let (off_m, _) = played::distance(&there, &played::sampled(motion, STEPS));
    format!(
        "its mirror image shares that point, so the verb shows half of each there, {:.1} mm from it (root mean square)",
        1000.0 * off_m
    )
}

/// The verb as the project has it.
fn definition<'p>(project: &'p Project, file: &ProjectFile, name: &str) -> Result<&'p Definition, Failure> {
    let definition = project.verbs.iter().find(|verb| verb.name == name);
    definition.filter(|_| file.edit.has_verb(name)).ok_or_else(|| no_verb(project, file, name))
}

fn no_verb(project: &Project, file: &ProjectFile, name: &str) -> Failure {
    let names: Vec<&str> =
        project.verbs.iter().map(|verb| verb.name.as_str()).filter(|name| file.edit.has_verb(name)).collect();
    Failure::unknown(Path::new(&file.name()), "verb", name, &names)
}

/// The key-times of a file in its frames: as given, or where the verb has them at this point.
fn keys(args: &args::Refine, verb: &Verb, point: &[f32], clip: &Clip) -> Result<Vec<(String, f64)>, Failure> {
    let names = verb.keys();
    if !args.keys.is_empty() {
        if args.keys.len() != names.len() {
            return Err(Failure::Misuse(format!(
                "{} has {} key-times, {}; --keys gives {}",
                verb.name(),
                names.len(),
                names.join(", "),
                args.keys.len()
            )));
        }
        return Ok(names.iter().cloned().zip(args.keys.iter().copied()).collect());
    }
    let (first, frames) = frames(clip);
    let setting = Setting::new(verb, &limited(verb, point));
    let secs = setting.duration().0;
    let frame = |key: &f64| ((first + key / secs * frames) * 1000.0).round() / 1000.0;
    Ok(names.iter().cloned().zip(setting.timeline().keys().iter().map(frame)).collect())
}

/// A verb's timing is known within its range.
fn limited(verb: &Verb, point: &[f32]) -> Vec<f32> {
    verb.adverbs().iter().zip(point).map(|(adverb, value)| adverb.limited(*value)).collect()
}

/// The first good frame of a file, and how many there are from it to the last.
fn frames(clip: &Clip) -> (f64, f64) {
    let first = figure::leading_outliers(clip);
    (first as f64, clip.frame_count().saturating_sub(1 + first) as f64)
}

/// A file that lasts longer or shorter than the verb has key-times that nobody chose.
fn tell_length(args: &args::Refine, verb: &Verb, point: &[f32], clip: &Clip, progress: &Progress) {
    let (own_secs, secs) =
        (frames(clip).1 / clip.fps, Setting::new(verb, &limited(verb, point)).duration().0);
    if args.keys.is_empty() && (own_secs - secs).abs() > 1.5 / clip.fps {
        progress.note(format!(
            "note: it lasts {own_secs:.3} s, {} lasts {secs:.3} s there; its key-times are placed in proportion, --keys gives others",
            verb.name()
        ));
    }
}

/// What `check` finds about the new example, and about all where it was not so before. What does something else than the others is
/// refused.
fn tell_news(
    args: &args::Refine,
    before: &Project,
    refined: &Project,
    motion: &str,
    progress: &Progress,
) -> Result<(), Failure> {
    progress.step(format!("checking {}", args.verb));
    let warnings = |project: &Project| -> Vec<Finding> {
        let own = project.verbs.iter().find(|verb| verb.name == args.verb);
        let all = own.map(|verb| check::of_verb(verb, &project.brought)).unwrap_or_default();
        all.into_iter().filter(|finding| finding.verdict >= Verdict::Warning).collect()
    };
    let old = warnings(before);
    let is_of_all = |finding: &Finding| finding.subject.name().is_empty();
    let was_so = |new: &Finding| {
        old.iter().any(|old| old.criterion.heading() == new.criterion.heading() && is_of_all(old))
    };
    let news: Vec<Finding> = (warnings(refined).into_iter())
        .filter(|finding| finding.subject.name() == motion || (is_of_all(finding) && !was_so(finding)))
        .collect();
    if let Some(other) = news.iter().find(|finding| check::is_of_another_kind(finding) && !args.force) {
        let problem = format!(
            "it does something else than the other examples of {}: {} --force takes it as it is.",
            args.verb,
            other.told()
        );
        return Err(unwritten(adverb_author::Error::File { file: args.file.display().to_string(), problem }));
    }
    findings::note(&news, progress);
    Ok(())
}

/// What the project calls a file; its bytes if it lies elsewhere and has to be copied. Files that others belong to stay where
/// they are.
fn brought(project: &ProjectFile, file: &Path) -> Result<(String, Option<Vec<u8>>), Failure> {
    let relative = edited::relative(&project.folder(), file)?;
    let alone = ["bvh", "glb", "fbx"].contains(&files::extension(file).as_str());
    if !alone || files::real(file).starts_with(files::real(&project.folder())) {
        return Ok((relative, None));
    }
    let bytes = files::read(file)?;
    let (stem, extension) = (file.file_stem().unwrap_or_default().to_string_lossy(), files::extension(file));
    let mut names = std::iter::once(format!("{stem}.{extension}"))
        .chain((2..).map(|n| format!("{stem}_{n}.{extension}")));
    let name = names.find(|name| !project.folder().join(name).exists()).expect("names without end");
    Ok((name, Some(bytes)))
}
