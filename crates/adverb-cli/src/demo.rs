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
    // The folder, the one above …, as far as they are not there yet.
    let new: Vec<_> =
        folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).collect();
    fs::create_dir_all(folder).map_err(|why| Failure::unwritable(folder, why))?;
    let project = if args.shapes {
        progress.step("making the built-in shapes");
        demo::shapes()?
    } else {
        progress.step("making the built-in character");
        demo::project()
    };
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
    progress.note(format!("wrote {folder}; next: adverb {next}"));
    Ok(())
}
