//! Which way a body faces: x is its left, as its names say, unless its feet point back, or somebody says that names call left what is
//! right.

use std::sync::Arc;

use adverb::Skeleton;
use adverb::body::{Figure, exchanged};

use crate::clip::Clip;
use crate::error::Error;
use crate::rig::{self, Extract};

/// The skeleton of some frames and its figure, as [`rig::skeleton`] makes it; `roles` gives joints the roles that somebody says. `told` is
/// whether somebody says that left and right are exchanged.
pub(super) fn skeleton(
    base: &Clip,
    examples: &[Extract],
    sides: &[(String, String)],
    told: Option<bool>,
    roles: impl Fn(&mut Figure),
) -> Result<(Arc<Skeleton>, Figure), Error> {
    let made = |sides: &[(String, String)]| -> Result<(Arc<Skeleton>, Figure), Error> {
        let skeleton = Arc::new(rig::skeleton(base, examples, sides)?);
        let mut figure = Figure::of(&skeleton);
        roles(&mut figure);
        Ok((skeleton, figure))
    };
    let (skeleton, figure) = made(sides)?;
    let is_exchanged = told.unwrap_or_else(|| sides.is_empty() && figure.feet_point_back());
    if is_exchanged { made(&other_way_round(&skeleton, &figure)) } else { Ok((skeleton, figure)) }
}

/// Pairs of names, left first, that are those of a skeleton the other way round.
fn other_way_round(skeleton: &Skeleton, figure: &Figure) -> Vec<(String, String)> {
    let names = &figure.tree.names;
    let is_unique = |j: &usize| names.iter().filter(|name| **name == names[*j]).count() == 1;
    let x = |j: usize| figure.places[j].x;
    let partner = |j: usize| skeleton.joints()[j].partner.index();
    let is_left = |j: &usize| x(*j) > x(partner(*j));
    (0..names.len())
        .filter(|j| is_left(j) && is_unique(j) && is_unique(&partner(*j)))
        .map(|j| (names[partner(j)].clone(), names[j].clone()))
        .collect()
}

/// Whether joints of a source and of a target that belong together tell that names call left what is right; `None` if none has a side.
pub(super) fn told(base: &Clip, target: &Figure, given: &[(usize, usize)]) -> Option<bool> {
    let is_other = |&(s, t): &(usize, usize)| {
        let its = exchanged(&base.joints[s].name)?.1;
        let own = target.anatomy().parts().find(|part| part.2 == t).and_then(|part| part.1);
        Some(own? != its)
    };
    let votes: Vec<bool> = given.iter().filter_map(is_other).collect();
    (!votes.is_empty()).then(|| 2 * votes.iter().filter(|other| **other).count() > votes.len())
}
