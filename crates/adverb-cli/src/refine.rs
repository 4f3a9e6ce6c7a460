//! `adverb refine PROJECT VERB FILE --at k=v,…`: a motion that was worked on comes back as an example of its verb (thesis 4.5).

mod axes;

use std::path::Path;

use adverb::Verb;
use adverb::verb::Setting;
use adverb_author::annotate::annotate;
use adverb_author::clip::Clip;
use adverb_author::project::{Edit, Project, import_options, suggestion};
use adverb_author::verb::{Built, Definition};
use adverb_author::{figure, sides};
use axes::Axes;

use crate::args;
use crate::edited::{self, ProjectFile, unwritten};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, point};

/// Measured values that differ by less than this part of their axis are one.
const ALIKE: f32 = 0.01;
/// Key-times and what is measured at them depend on each other: so often the one is found by the other.
const ROUNDS: usize = 3;

pub fn run(args: &args::Refine, progress: &Progress) -> Result<(), Failure> {
    let file = ProjectFile::open(&args.project)?;
    let project = file.check(&file.edit, &[], progress)?;
    let definition = definition(&project, &file, &args.verb)?;
    progress.step(format!("building {}", args.verb));
    let verb = project.build(definition)?.verb;
    let axes = Axes::of(definition);
    let asked = axes.asked(&verb, &args.at)?;
    let options = import_options(&file.name(), file.edit.text())?;
    let clip = input::clip(&args.file, &options, progress)?;
    let (name, copied) = brought(&file, &args.file)?;
    let copies: Vec<(String, Vec<u8>)> = copied.iter().map(|bytes| (name.clone(), bytes.clone())).collect();
    let stem = args.file.file_stem().map_or("motion".into(), |stem| stem.to_string_lossy());
    let motion = file.edit.free_name(&stem);
    let with = |keys: &[(String, f64)]| -> Result<(Edit, Built), Failure> {
        let mut edit = file.edit.clone();
        edit.add_motion(&motion, &name, keys, &[]);
        edit.add_example(&args.verb, &motion, &axes.written(&verb, &args.at));
        let refined = file.check(&edit, &copies, progress)?;
        let definition = self::definition(&refined, &file, &args.verb)?;
        progress.step(format!("building {}", args.verb));
        Ok((edit, refined.build(definition).map_err(unwritten)?))
    };
    let mut point = asked.clone();
    let mut keys = self::keys(args, &verb, &point, &clip)?;
    let (mut edit, mut built) = with(&keys)?;
    for _ in 1..ROUNDS {
        axes.measured(&built, &mut point);
        let again = self::keys(args, &verb, &point, &clip)?;
        if again == keys {
            break;
        }
        keys = again;
        (edit, built) = with(&keys)?;
    }
    axes.measured(&built, &mut point);
    axes.refuse_beyond(&verb, &point)?;
    axes.refuse_taken(&verb, &point)?;
    axes.tell_difference(&verb, &args.at, &point, progress);
    tell_length(args, &verb, &point, &clip, progress);
    if lands_on_the_other_feet(&clip, &keys) {
        let problem = "its left foot comes down where the verb's right one does: is it mirrored, or does it begin with the other foot?";
        progress.note(format!("warning: {}: {problem}", args.file.display()));
    }
    let copy = file.folder().join(&name);
    if let Some(bytes) = &copied {
        files::create(&copy, bytes)?;
    }
    if let Err(failure) = file.write(&edit) {
        if copied.is_some() {
            let _ = std::fs::remove_file(&copy);
        }
        return Err(failure);
    }
    built.warnings.iter().for_each(|warning| progress.note(format!("warning: {}: {warning}", args.verb)));
    let off_mm = built.deviations.last().map_or(0.0, |deviation| 1000.0 * deviation.rms_m);
    progress.note(format!(
        "wrote {}: [motions.{motion}], {name}, is an example of {} at {}, {off_mm:.1} mm off",
        file.name(),
        args.verb,
        point::text(&verb, &point)
    ));
    Ok(())
}

/// The verb as the project has it.
fn definition<'p>(project: &'p Project, file: &ProjectFile, name: &str) -> Result<&'p Definition, Failure> {
    let definition = project.verbs.iter().find(|verb| verb.name == name);
    definition.filter(|_| file.edit.has_verb(name)).ok_or_else(|| no_verb(project, file, name))
}

fn no_verb(project: &Project, file: &ProjectFile, name: &str) -> Failure {
    let names: Vec<&str> =
        project.verbs.iter().map(|verb| verb.name.as_str()).filter(|name| file.edit.has_verb(name)).collect();
    let hint = if names.is_empty() { "[verbs] is empty".into() } else { suggestion(name, &names) };
    let problem = format!("there is no verb named {name:?}; {hint}");
    adverb_author::Error::File { file: file.name(), problem }.into()
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

/// Whether every foot-down among the key-times is nearer to one of the other foot, by a quarter of the range and more.
fn lands_on_the_other_feet(clip: &Clip, keys: &[(String, f64)]) -> bool {
    let (Ok(found), [first, .., last]) = (annotate(clip), keys) else { return false };
    let away = |name: &str, at: f64| {
        let own = found.keys.iter().filter(|(other, _)| other == name);
        let rounds = own.map(|(_, frame)| (at - *frame as f64) / (last.1 - first.1));
        rounds.map(|rounds| (rounds - rounds.round()).abs()).fold(f64::INFINITY, f64::min)
    };
    let others = keys.iter().filter_map(|(name, at)| {
        let (other, _) = sides::exchanged(name)?;
        Some(away(&other, *at) + 0.25 < away(name, *at))
    });
    let others: Vec<bool> = others.collect();
    !others.is_empty() && others.iter().all(|other| *other)
}

/// What the project calls a file; its bytes if it lies elsewhere and has to be copied. Files that others belong to stay where
/// they are.
fn brought(project: &ProjectFile, file: &Path) -> Result<(String, Option<Vec<u8>>), Failure> {
    let relative = edited::relative(&project.folder(), file)?;
    let alone = ["bvh", "glb", "fbx"].contains(&files::extension(file).as_str());
    if !alone || edited::real(file).starts_with(edited::real(&project.folder())) {
        return Ok((relative, None));
    }
    let bytes = files::read(file)?;
    let (stem, extension) = (file.file_stem().unwrap_or_default().to_string_lossy(), files::extension(file));
    let mut names = std::iter::once(format!("{stem}.{extension}"))
        .chain((2..).map(|n| format!("{stem}_{n}.{extension}")));
    let name = names.find(|name| !project.folder().join(name).exists()).expect("names without end");
    Ok((name, Some(bytes)))
}
