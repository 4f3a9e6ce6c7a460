//! Examples in step: cycles closed, and begun at corresponding key-times.
//!
//! A cycle may begin with any of its keys. One that begins with the right foot where the others begin with the left, as the mirror image
//! of a walk does, has the same keys half a round later; there it begins instead ([`rephase`]).

use std::sync::Arc;

use adverb::CanonicalTime;

use super::{Definition, cyclic, fail};
use crate::error::Error;
use crate::motion::{Motion, mirror, rephase};
use crate::numbers::squared;
use crate::sides;

/// Moments at which poses are compared.
const MOMENTS: usize = 32;

/// The motions of all examples, ready for the canonical timeline.
pub(crate) fn in_step(definition: &Definition) -> Result<Vec<Arc<Motion>>, Error> {
    let Definition { motions, cycle, space, .. } = definition;
    let is_image = |i: usize| space.symmetry.as_ref().is_some_and(|symmetry| symmetry.is_image(i));
    let own = (0..motions.len()).filter(|i| !is_image(*i)).map(|i| cyclic(&motions[i], *cycle));
    let mut own = own.collect::<Result<Vec<_>, _>>()?;
    // The end of a cycle is its start again, and needs no name.
    let is_named = |names: &Vec<String>| names[..names.len() - 1].iter().all(|name| !name.is_empty());
    let named = own.iter().map(names).find(is_named);
    if let Some(wanted) = named.filter(|_| *cycle) {
        own = own.into_iter().map(|motion| begun_alike(motion, &wanted)).collect::<Result<_, _>>()?;
    }
    if space.symmetry.is_none() {
        return Ok(own);
    }
    let key = image_begins(definition, &own)?;
    let image = |of: &Arc<Motion>| {
        let image = Arc::new(mirror(of.clone()));
        if key == 0 { Ok(image) } else { rephase(image, key).map(Arc::new) }
    };
    let images = own.iter().map(image).collect::<Result<Vec<_>, _>>()?;
    Ok([own, images].concat())
}

/// How much later, in canonical time, mirror images begin than what they are the images of: half a round or nothing.
pub(super) fn image_later(definition: &Definition, motions: &[Arc<Motion>]) -> Result<f64, Error> {
    let intervals = motions[0].key_times().len() - 1;
    Ok(image_begins(definition, motions)? as f64 / intervals as f64)
}

/// The key at which the mirror image of an example is in step with the others.
fn image_begins(definition: &Definition, motions: &[Arc<Motion>]) -> Result<usize, Error> {
    let wanted = names(&motions[0]);
    let image: Vec<String> = wanted.iter().map(|name| exchanged(name)).collect();
    let intervals = wanted.len() - 1;
    let half = intervals / 2;
    let has_half = definition.cycle && intervals.is_multiple_of(2);
    if image == wanted {
        // Names do not tell: where the body is more its own mirror image half a round later, as one that walks.
        return Ok(if has_half && motions.iter().map(alternation).sum::<f64>() > 0.0 { half } else { 0 });
    }
    if has_half && begun_at(&image, half).is_some_and(|names| agree(&names, &wanted)) {
        return Ok(half);
    }
    let why =
        if definition.cycle { "also half a round later" } else { "and only cycles can begin elsewhere" };
    Err(fail(format!(
        "verb {:?} is symmetric, but in a mirror its key-times are others, {why}: {} and {}",
        definition.name,
        wanted.join(", "),
        image.join(", ")
    )))
}

/// By how much a cycle is nearer to its mirror image half a round later than to that at once, over the joints.
fn alternation(motion: &Arc<Motion>) -> f64 {
    let image = mirror(motion.clone());
    let pose = |motion: &Motion, t: f64| motion.pose(motion.verb_time(CanonicalTime(t.fract())));
    // Joints below the root: where the body is does not matter.
    let first = motion.skeleton().joints()[0].dofs.end as usize;
    let apart = |a: &[f32], b: &[f32]| -> f64 {
        a[first..].iter().zip(&b[first..]).map(|(a, b)| squared(f64::from(a - b))).sum()
    };
    let at = |m: usize| m as f64 / MOMENTS as f64;
    let gained = |m: usize| {
        let own = pose(motion, at(m));
        apart(&own, &pose(&image, at(m))) - apart(&own, &pose(&image, at(m) + 0.5))
    };
    (0..MOMENTS).map(gained).sum()
}

/// A cycle whose keys have these names, or would if it began elsewhere.
fn begun_alike(motion: Arc<Motion>, wanted: &[String]) -> Result<Arc<Motion>, Error> {
    let own = names(&motion);
    if own.len() != wanted.len() || agree(&own, wanted) {
        return Ok(motion);
    }
    let last = own.len() - 1;
    // Half a round first: so mirror images begin.
    let keys = std::iter::once(last / 2).chain(1..last);
    let fits = |key: &usize| begun_at(&own, *key).is_some_and(|names| agree(&names, wanted));
    match keys.into_iter().find(fits) {
        Some(key) => Ok(Arc::new(rephase(motion, key)?)),
        None => Ok(motion),
    }
}

/// The names of a cycle's keys from one of them on; `None` if its end is not its start again.
fn begun_at(names: &[String], key: usize) -> Option<Vec<String>> {
    let (first, last) = (&names[0], &names[names.len() - 1]);
    let closes = first == last || first.is_empty() || last.is_empty();
    let seam = if first.is_empty() { last } else { first };
    let round: Vec<String> = std::iter::once(seam).chain(&names[1..names.len() - 1]).cloned().collect();
    closes.then(|| (0..names.len()).map(|k| round[(key + k) % round.len()].clone()).collect())
}

/// Names agree where both are given.
pub(super) fn agree(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || a.is_empty() || b.is_empty())
}

pub(super) fn names(motion: &Arc<Motion>) -> Vec<String> {
    motion.key_times().iter().map(|(name, _)| name.to_string()).collect()
}

fn exchanged(name: &str) -> String {
    sides::exchanged(name).map_or_else(|| name.to_string(), |(other, _)| other)
}
