//! Edits of motion trees: nodes above the edited one are rebuilt, all others are shared.

use std::sync::Arc;

use super::{
    Kind, Motion, affine, bridge, clip, composition, concatenation_at, cycle, mirror, rephase, selection,
    transition, warp,
};
use crate::error::Error;

impl Motion {
    /// Its parts, in order; none for a recording or a verb.
    pub fn parts(&self) -> Vec<&Arc<Motion>> {
        match &self.kind {
            Kind::Basic(_) | Kind::Verb(_) => vec![],
            Kind::Clip(m) => vec![&m.of],
            Kind::Affine(m) => vec![&m.of],
            Kind::Mirror(m) => vec![&m.of],
            Kind::Cycle(m) => vec![&m.of],
            Kind::Rephased(m) => vec![&m.of],
            Kind::Warp(m) => vec![&m.of],
            Kind::Selection(m) => vec![&m.of],
            Kind::Concatenation(m) => m.motions().collect(),
            Kind::Composition(m) => m.parts.iter().collect(),
            Kind::Transition(m) => m.ends.iter().collect(),
        }
    }

    /// The same operation on other motions.
    fn over(&self, mut parts: Vec<Arc<Motion>>) -> Result<Motion, Error> {
        let mut first = || parts.swap_remove(0);
        let made = match &self.kind {
            Kind::Basic(_) | Kind::Verb(_) => return Ok(self.clone()),
            Kind::Clip(m) => clip(first(), m.range[0], m.range[1]),
            Kind::Affine(m) => affine(first(), self.start, m.stretch),
            Kind::Mirror(_) => Ok(mirror(first())),
            Kind::Cycle(m) => cycle(first(), m.search),
            Kind::Rephased(m) => rephase(first(), m.key),
            Kind::Warp(m) => warp(first(), m.pace.clone()),
            Kind::Selection(m) => selection(first(), m.claims.clone()),
            Kind::Concatenation(m) => concatenation_at(parts, m.place),
            Kind::Composition(_) => composition(parts),
            Kind::Transition(m) => {
                let [a, b] = [parts[0].clone(), parts[1].clone()];
                let make = if m.plants { bridge } else { transition };
                make([a, b], m.regions, m.blend.clone())
            }
        };
        made.map(|made| Motion { own: self.own.clone(), ..made.with_adverbs(self.adverbs.clone()) })
    }

    /// The tree with one node edited. A path names it: the index among the parts of the root, then among the parts of that, and so on; the
    /// empty path is the root itself. Only the nodes on the path are copied.
    pub fn edited(
        self: &Arc<Self>,
        path: &[usize],
        edit: impl FnOnce(&Arc<Motion>) -> Result<Motion, Error>,
    ) -> Result<Arc<Motion>, Error> {
        let [first, rest @ ..] = path else { return edit(self).map(Arc::new) };
        let mut parts: Vec<Arc<Motion>> = self.parts().into_iter().cloned().collect();
        let Some(part) = parts.get_mut(*first) else {
            let problem = format!("a motion of {} parts has no part {first}", parts.len());
            return Err(Error::Motion { problem });
        };
        *part = part.edited(rest, edit)?;
        self.over(parts).map(Arc::new)
    }
}
