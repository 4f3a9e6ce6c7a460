//! Selections (A.8): a motion with other usages of its DOFs.

use std::sync::Arc;

use adverb::graph::{Claim, Usage};
use adverb::{DofId, VerbTime};

use super::{Constraint, Kind, Motion};
use crate::error::Error;

/// See [`selection`].
#[derive(Debug, Clone)]
pub(super) struct Selection {
    pub(super) of: Arc<Motion>,
    pub(super) claims: Vec<Claim>,
}

/// `of` with the claimed usages. DOFs without a claim keep the motion's own usage (A.8 prints 0); of several claims the strongest
/// holds. DOFs that the motion leaves undefined stay so.
pub fn selection(of: Arc<Motion>, claims: Vec<Claim>) -> Result<Motion, Error> {
    let dofs = of.skeleton.dofs().len();
    if let Some(dof) = claims.iter().flat_map(|c| &c.dofs).find(|d| d.index() >= dofs) {
        let problem = format!("DOF {} does not exist: the skeleton has {dofs}", dof.index());
        return Err(Error::Motion { problem });
    }
    Ok(Motion {
        skeleton: of.skeleton.clone(),
        keys: of.keys.clone(),
        start: of.start,
        adverbs: of.adverbs.clone(),
        nodes: super::nodes([&of])?,
        own: None,
        kind: Kind::Selection(Selection { of, claims }),
    })
}

impl Selection {
    pub(super) fn usage(&self, time: VerbTime, dof: DofId) -> Usage {
        let own = self.of.usage(time, dof);
        if own == Usage::Undefined {
            return own;
        }
        let t = self.of.canonical_time(time).0;
        let holds = |c: &&Claim| (c.during[0]..=c.during[1]).contains(&t) && c.dofs.contains(&dof);
        self.claims.iter().filter(holds).map(|c| c.usage).max().unwrap_or(own)
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        self.of.derivatives(time, rows);
        let count = self.of.skeleton.dofs().len();
        for d in (0..count).filter(|d| self.usage(time, DofId(*d as u16)) == Usage::Undefined) {
            rows.iter_mut().skip(d).step_by(count).for_each(|out| *out = 0.0);
        }
    }

    /// When usages may change.
    pub(super) fn changes(&self) -> impl Iterator<Item = VerbTime> + '_ {
        let bounds = self.claims.iter().flat_map(|c| c.during).filter(|t| *t > 0.0 && *t < 1.0);
        bounds.map(|t| self.of.verb_time(adverb::CanonicalTime(t)))
    }

    /// But for those that involve a DOF which is undefined now.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let skeleton = &self.of.skeleton;
        let involved = |c: &Constraint, dof: DofId| c.involves(skeleton).any(|d| d == dof);
        let gone: Vec<DofId> = (0..skeleton.dofs().len() as u16)
            .map(DofId)
            .filter(|d| self.usage(time, *d) == Usage::Undefined)
            .collect();
        let mut constraints = self.of.constraints(time);
        constraints.retain(|c| !gone.iter().any(|dof| involved(c, *dof)));
        constraints
    }
}
