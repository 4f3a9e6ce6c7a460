//! `adverb demo DIR`: the built-in character as a complete project.

use std::fs;
use std::path::Path;

use adverb_author::demo;

use crate::args;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// What makes the files of a folder a project.
const PROJECT: &str = "adverb.toml";

pub fn run(args: &args::Demo, progress: &Progress) -> Result<(), Failure> {
    let folder = &args.folder;
    let mut project = if args.shapes {
        progress.step("making the built-in shapes");
        demo::shapes()?
    } else {
        progress.step("making the built-in character");
        demo::project()
    };
    // Written last, so that there is a project only when all its files are there.
    project.sort_by_key(|(name, _)| name == PROJECT);
    if is_taken(folder, &project) {
        return Err(Failure::Misuse(format!("{} is not empty; name a new folder", folder.display())));
    }
    // The folder, the one above …, as far as they are not there yet.
    let new: Vec<_> =
        folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).collect();
    files::make_folder(folder)?;
    let paths: Vec<_> = project.iter().map(|(name, _)| folder.join(name)).collect();
    let files: Vec<_> = paths.iter().zip(&project).map(|(path, (_, bytes))| (&**path, &bytes[..])).collect();
    let written = files::write_all(&files);
    if written.is_err() {
        // What cannot be taken away again either is left: the message is about the cause.
        new.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    written?;
    let next = if args.shapes { "shape {0} blob -o blob.png" } else { "inspect {0}" };
    let (folder, next) = (folder.display(), next.replace("{0}", &folder.display().to_string()));
    progress.wrote(format_args!("{folder}; next: adverb {next}"));
    Ok(())
}

/// Whether a folder holds anything but what an interrupted run has left: files of the project without the one that names them.
fn is_taken(folder: &Path, project: &[(String, Vec<u8>)]) -> bool {
    let is_ours = |name: &str| name != PROJECT && project.iter().any(|(own, _)| own == name);
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    entries.any(|name| !files::is_draft(&name) && !name.to_str().is_some_and(is_ours))
}
