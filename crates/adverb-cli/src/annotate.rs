//! `adverb annotate FILE… -p PROJECT`: contacts, key-times and cycles found in recordings and written into a project.

mod moves;
mod places;
mod spanning;
mod take;
mod verb;

use adverb_author::annotate::annotate;
use adverb_author::project::{Edit, FileMotion, ProjectBody, Recorded, import_options};
use adverb_author::verb::Measure;

use crate::args;
use crate::edited::{self, ProjectFile};
use crate::failure::Failure;
use crate::input::{ProjectFolder, SceneFile};
use crate::progress::Progress;
use crate::takes::{Takes, motion_name};
use crate::{files, findings};
use take::Take;

pub fn run(args: &args::Annotate, progress: &Progress) -> Result<(), Failure> {
    let project = ProjectFile::open_or_new(&args.project, progress)?;
    let mut edit = project.edit.clone();
    let mut body = body(&project, &edit)?;
    let spanned: Vec<Measure> = Measure::NAMED
        .into_iter()
        .filter(|(name, _)| args.measure.iter().any(|own| own == name))
        .map(|own| own.1)
        .collect();
    let (mut seen, mut all) = (Vec::new(), Vec::<Take>::new());
    for path in &args.files {
        let real = files::real(path);
        if seen.contains(&real) {
            continue;
        }
        seen.push(real);
        let file = SceneFile::read(path, progress)?;
        let takes = Takes::of(path, file.contents()?);
        let within = edited::relative(&project.folder(), path)?;
        let mut options = import_options(&project.name(), edit.text(), &within)?;
        for animation in takes.wanted(&args.animation)? {
            options.animation.clone_from(&animation);
            let mut clip = file.clip(&options)?;
            if let Some(animation) = &animation {
                clip.source.rename(&format!("{}#{animation}", path.display()));
            }
            // All animations of a file belong to one figure, so they share its unit and up axis.
            (options.unit_m, options.up) = (Some(clip.source.unit_m), Some(clip.source.up));
            // Whose joints only the project knows, as it goes on its body. If it cannot, the project says why when it is loaded.
            let put = body.as_ref().and_then(|body| body.put(&clip, &within).ok().flatten());
            let mut found = match put {
                Some((put, scale)) => annotate(&put)?.of_lengths(1.0 / scale),
                None => annotate(&clip)?,
            };
            // What was mended in a damaged file may not be what it held.
            let mended = clip.source.warnings.iter().filter(|warning| !found.remarks.contains(warning));
            found.remarks = mended.chain(&found.remarks).cloned().collect();
            let spanning = found.spanning(&spanned);
            if let Some(window) = spanning.first() {
                found = found.with(window);
            }
            let (motions, more) = (Vec::new(), Vec::new());
            let mut take =
                Take { path: path.clone(), animation, found, spanning, motions, is_new: false, more };
            let told = write_down(&mut edit, &project, &takes, &mut take, args.replace)?;
            progress.note(format!("{}: {told}", take.name()));
            if let Some(moves) = take.found.moves() {
                progress.note(format!("  {moves}"));
            }
            if let Some(others) = take.found.other_cycles().filter(|_| progress.is_verbose()) {
                progress.note(format!("  {others}"));
            }
            all.push(take);
            if body.is_none() {
                body = self::body(&project, &edit)?;
            }
        }
    }
    spanning::write_down(&mut edit, &project, &mut all, &spanned, progress)?;
    if args.moves {
        moves::write_down(&mut edit, &project, &all, progress)?;
    }
    findings::unsure(all.iter().flat_map(|take| &take.found.remarks), progress);
    if let Some(name) = &args.verb {
        verb::write_down(args, name, &mut edit, &project, &all, progress)?;
    }
    project.check(&edit, &[], progress)?;
    if args.dry_run {
        return files::print(edit.text().as_bytes());
    }
    if edit.text() == project.edit.text() && project.exists() {
        progress.note(format!("{} stays as it is", project.name()));
        return Ok(());
    }
    project.write(&edit)?;
    progress.wrote(project.name());
    Ok(())
}

/// The project's body, as soon as it has one.
fn body(project: &ProjectFile, edit: &Edit) -> Result<Option<ProjectBody>, Failure> {
    let folder = ProjectFolder::with(project.folder(), &[]);
    let read = folder.open(|folder| ProjectBody::read(&project.name(), edit.text(), folder));
    read.map_err(|why| Failure::Unwritten(Box::new(why)))
}

/// Puts what was found into the motion of the recording, or into a new one, and tells which.
fn write_down(
    edit: &mut Edit,
    project: &ProjectFile,
    takes: &Takes,
    take: &mut Take,
    replace: bool,
) -> Result<String, Failure> {
    let found = &take.found;
    let keys: Vec<(String, f64)> =
        found.keys.iter().map(|(name, frame)| (name.clone(), *frame as f64)).collect();
    let own: Vec<FileMotion> = edit
        .file_motions()
        .into_iter()
        .filter(|motion| {
            takes.is_of(&take.animation, &files::joined(&project.folder(), &motion.recorded.file), motion)
        })
        .collect();
    take.motions = own.iter().map(|motion| motion.name.clone()).collect();
    let bare: Vec<&FileMotion> = own.iter().filter(|motion| !motion.has_range).collect();
    let chosen = match (&own[..], &bare[..]) {
        ([], _) => {
            let name = edit.free_name(&motion_name(&take.path, take.animation.as_deref()));
            let file = edited::relative(&project.folder(), &take.path)?;
            let recorded = Recorded { file, animation: take.animation.clone() };
            edit.add_motion(&name, &recorded, &keys, &found.comments());
            let told = format!("[motions.{name}], new, {}", found.text());
            take.motions.push(name);
            take.is_new = true;
            return Ok(told);
        }
        (_, [bare]) => bare,
        ([only], _) if replace => only,
        ([_], _) => {
            let name = &own[0].name;
            return Ok(format!(
                "[motions.{name}] keeps its range (--replace changes it); found {}",
                found.text()
            ));
        }
        _ => {
            return Ok(format!(
                "left alone, because several motions use it: {}; found {}",
                take.motions.join(", "),
                found.text()
            ));
        }
    };
    edit.replace_keys(&chosen.name, &keys, &found.comments());
    Ok(format!("[motions.{}], {}", chosen.name, found.text()))
}
