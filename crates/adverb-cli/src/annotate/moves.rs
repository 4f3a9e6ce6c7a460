//! `--moves`: starts, stops, turns in place and pivots as motions of their own, for graphs to play once between two verbs.

use adverb_author::project::{Edit, Recorded};

use super::Take;
use crate::edited::{self, ProjectFile};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::takes::motion_name;

/// Adds a motion for every move of the recordings, unless one of its name is there.
pub fn write_down(
    edit: &mut Edit,
    project: &ProjectFile,
    takes: &[Take],
    progress: &Progress,
) -> Result<(), Failure> {
    for take in takes {
        let file = edited::relative(&project.folder(), &take.path)?;
        let recorded = Recorded { file, animation: take.animation.clone() };
        let mut counts = [0; 4];
        for own in &take.found.moves {
            let count = &mut counts[own.kind as usize];
            *count += 1;
            let base = motion_name(&take.path, take.animation.as_deref());
            let number = if *count > 1 { format!("-{count}") } else { String::new() };
            let name = format!("{base}-{}{number}", own.kind.name().replace(' ', "-"));
            if edit.free_name(&name) != name {
                progress.note(format!("{}: [motions.{name}] is there already", take.name()));
                continue;
            }
            let keys: Vec<(String, f64)> =
                take.found.keys_of(own).into_iter().map(|(key, frame)| (key, frame as f64)).collect();
            edit.add_motion(&name, &recorded, &keys, &[own.text()]);
            progress.note(format!("{}: [motions.{name}], new, {}", take.name(), own.text()));
        }
    }
    Ok(())
}
