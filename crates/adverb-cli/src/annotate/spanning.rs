//! `--measure`: besides the cycle of each recording, those that show more or less of what is measured than all that were taken.

use adverb_author::annotate::{Measures, Window};
use adverb_author::project::{Edit, Recorded};
use adverb_author::verb::Measure;

use super::Take;
use crate::edited::{self, ProjectFile};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::takes::motion_name;

/// Adds a motion for every cycle that spans the adverbs and is not like one that is taken already.
pub fn write_down(
    edit: &mut Edit,
    project: &ProjectFile,
    takes: &mut [Take],
    spanned: &[Measure],
    progress: &Progress,
) -> Result<(), Failure> {
    let mut taken: Vec<Measures> = takes.iter().filter_map(|take| take.found.measures).collect();
    for take in takes {
        // Whose motions were there before is left alone.
        let [only] = &take.motions[..] else { continue };
        if !take.is_new {
            continue;
        }
        let only = only.clone();
        for window in take.spanning.iter().skip(1) {
            let is_new =
                |own: &Measures| spanned.iter().any(|measure| own.is_apart(&window.measures, *measure));
            if !taken.iter().all(is_new) {
                continue;
            }
            taken.push(window.measures);
            let name = edit.free_name(&motion_name(&take.path, take.animation.as_deref()));
            let file = edited::relative(&project.folder(), &take.path)?;
            let recorded = Recorded { file, animation: take.animation.clone() };
            let Window { keys, .. } = window;
            let keys: Vec<(String, f64)> =
                keys.iter().map(|(name, frame)| (name.clone(), *frame as f64)).collect();
            let found = take.found.with(window);
            edit.add_motion(&name, &recorded, &keys, &[format!("another cycle of {only}: {}", found.text())]);
            progress.note(format!("{}: [motions.{name}], new, {}", take.name(), found.text()));
            take.more.push(name);
        }
    }
    Ok(())
}
