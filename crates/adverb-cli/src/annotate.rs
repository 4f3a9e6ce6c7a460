//! `adverb annotate FILE… -p PROJECT`: contacts, key-times and cycles found in recordings and written into a project.

mod verb;

use std::path::{Path, PathBuf};

use adverb_author::annotate::{Annotation, annotate};
use adverb_author::project::{Edit, FileMotion, import_options};

use crate::args;
use crate::edited::{self, ProjectFile};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input};

pub fn run(args: &args::Annotate, progress: &Progress) -> Result<(), Failure> {
    let project = ProjectFile::open_or_new(&args.project, progress)?;
    let mut edit = project.edit.clone();
    let options = import_options(&project.name(), edit.text())?;
    let mut seen: Vec<(PathBuf, Annotation)> = Vec::new();
    for file in &args.files {
        let real = files::real(file);
        if seen.iter().any(|(file, _)| *file == real) {
            continue;
        }
        let clip = input::clip_unremarked(file, &options, progress)?;
        let mut found = annotate(&clip)?;
        // What was mended in a damaged file may not be what it held.
        let mended = clip.source.warnings.iter().filter(|warning| !found.remarks.contains(warning));
        found.remarks = mended.chain(&found.remarks).cloned().collect();
        let told = write_down(&mut edit, &project, file, &found, args.replace)?;
        progress.note(format!("{}: {told}", file.display()));
        found.remarks.iter().for_each(|remark| progress.note(format!("  unsure: {}", remark.said())));
        seen.push((real, found));
    }
    if let Some(name) = &args.verb {
        verb::write_down(args, name, &mut edit, &project, &seen, progress)?;
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

/// Puts what was found into the motion of the file, or into a new one, and tells which.
fn write_down(
    edit: &mut Edit,
    project: &ProjectFile,
    file: &Path,
    found: &Annotation,
    replace: bool,
) -> Result<String, Failure> {
    let keys: Vec<(String, f64)> =
        found.keys.iter().map(|(name, frame)| (name.clone(), *frame as f64)).collect();
    let real = files::real(file);
    let own: Vec<FileMotion> = edit
        .file_motions()
        .into_iter()
        .filter(|motion| files::real(&files::joined(&project.folder(), &motion.file)) == real)
        .collect();
    let bare: Vec<&FileMotion> = own.iter().filter(|motion| !motion.has_range).collect();
    let chosen = match (&own[..], &bare[..]) {
        ([], _) => {
            let stem = file.file_stem().map_or("motion".into(), |stem| stem.to_string_lossy());
            let name = edit.free_name(&stem);
            let relative = edited::relative(&project.folder(), file)?;
            edit.add_motion(&name, &relative, &keys, &found.comments());
            return Ok(format!("[motions.{name}], new, {}", found.text()));
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
            let names: Vec<&str> = own.iter().map(|motion| motion.name.as_str()).collect();
            return Ok(format!(
                "left alone, because several motions use it: {}; found {}",
                names.join(", "),
                found.text()
            ));
        }
    };
    edit.replace_keys(&chosen.name, &keys, &found.comments());
    Ok(format!("[motions.{}], {}", chosen.name, found.text()))
}
