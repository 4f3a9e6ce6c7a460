//! `adverb demo DIR`: the built-in character as a complete project.

use std::fs;

use adverb_author::demo;

use crate::args;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

pub fn run(args: &args::Demo, progress: &Progress) -> Result<(), Failure> {
    let folder = &args.folder;
    let taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        return Err(Failure::Misuse(format!("{} is not empty; name a new folder", folder.display())));
    }
    let is_new = !folder.exists();
    fs::create_dir_all(folder).map_err(|why| Failure::unwritable(folder, why))?;
    progress.step("making the built-in character");
    let project = demo::project();
    let written = project.iter().try_for_each(|(name, bytes)| files::write(&folder.join(name), bytes));
    if written.is_err() {
        // Half a project is none. What cannot be taken away again either is left: the message is about the cause.
        project.iter().for_each(|(name, _)| drop(fs::remove_file(folder.join(name))));
        if is_new {
            let _ = fs::remove_dir(folder);
        }
    }
    written?;
    progress.note(format!("wrote {}; next: adverb inspect {0}", folder.display()));
    Ok(())
}
