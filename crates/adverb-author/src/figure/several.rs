//! Files with several figures, of which one is read: a motion is one body's.

use crate::clip::Clip;
use crate::finding::{Criterion, counted};

/// Trees with fewer joints are props and helpers, which go along.
const FIGURE: usize = 6;

/// A tree of joints.
struct Figure {
    root: usize,
    joints: usize,
    moves: bool,
}

/// Keeps one of several figures, the one that moves, else the largest, else the first, with everything that is no figure; warns of the others.
pub(crate) fn keep_one(clip: &mut Clip) {
    let roots = roots(clip);
    let figures = figures(clip, &roots);
    let worth = |figure: &&Figure| (figure.moves, figure.joints, std::cmp::Reverse(figure.root));
    let Some(kept) = figures.iter().max_by_key(worth).filter(|_| figures.len() > 1) else { return };
    let others: Vec<&Figure> = figures.iter().filter(|figure| figure.root != kept.root).collect();
    let message = format!(
        "it has {} skeletons; that of {} was read, left out: {}",
        figures.len(),
        told(clip, &[kept]),
        told(clip, &others)
    );
    let keeps: Vec<bool> =
        roots.iter().map(|root| others.iter().all(|figure| figure.root != *root)).collect();
    drop_joints(clip, &keeps);
    // Names that only the others shared are as they were.
    clip.source.warnings.retain(|own| own.criterion != Criterion::Namesakes);
    clip.source.warn(Criterion::LeftOut, message, "Save each in a file of its own.");
}

/// The figures of a character's file, if there are several, of which a motion moves one.
pub(crate) fn several(clip: &Clip) -> Option<String> {
    let figures = figures(clip, &roots(clip));
    let all: Vec<&Figure> = figures.iter().collect();
    (all.len() > 1)
        .then(|| format!("it has {} skeletons, {}; a motion moves one of them", all.len(), told(clip, &all)))
}

fn told(clip: &Clip, figures: &[&Figure]) -> String {
    let one =
        |figure: &&Figure| format!("{} ({})", clip.joints[figure.root].name, counted(figure.joints, "joint"));
    figures.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The root of each joint.
fn roots(clip: &Clip) -> Vec<usize> {
    let mut roots: Vec<usize> = Vec::with_capacity(clip.joints.len());
    for (j, joint) in clip.joints.iter().enumerate() {
        roots.push(joint.parent.map_or(j, |parent| roots[parent]));
    }
    roots
}

/// Trees with at least half as many joints as the largest.
fn figures(clip: &Clip, roots: &[usize]) -> Vec<Figure> {
    let count = clip.joints.len();
    let moves = |j: usize| {
        let mut all = clip.locals.iter().skip(j).step_by(count.max(1));
        let first = all.next();
        all.any(|local| Some(local) != first)
    };
    let figure = |root: usize| {
        let own = || (0..count).filter(move |&j| roots[j] == root && !clip.joints[j].end);
        Figure { root, joints: own().count(), moves: own().any(moves) }
    };
    let all = (0..count).filter(|&j| clip.joints[j].parent.is_none()).map(figure);
    let all: Vec<Figure> = all.filter(|figure| figure.joints >= FIGURE).collect();
    let most = all.iter().map(|figure| figure.joints).max().unwrap_or(0);
    all.into_iter().filter(|figure| 2 * figure.joints >= most).collect()
}

/// Keeps some joints, each with all that it hangs on.
fn drop_joints(clip: &mut Clip, keeps: &[bool]) {
    let mut number = 0;
    let numbers: Vec<usize> = keeps
        .iter()
        .map(|keeps| {
            number += usize::from(*keeps);
            number - usize::from(*keeps)
        })
        .collect();
    let count = clip.joints.len();
    clip.locals = clip
        .locals
        .chunks_exact(count)
        .flat_map(|frame| frame.iter().zip(keeps).filter(|(_, keeps)| **keeps).map(|(local, _)| *local))
        .collect();
    let mut keep = keeps.iter();
    clip.joints.retain(|_| keep.next().is_some_and(|keeps| *keeps));
    for joint in &mut clip.joints {
        joint.parent = joint.parent.map(|parent| numbers[parent]);
    }
}
