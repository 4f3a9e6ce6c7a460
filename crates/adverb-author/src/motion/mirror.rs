//! Mirror motions (A.5): left and right change places, in joints, key names and constraints.
//!
//! Partners exchange their DOFs; translations along x and rotations about y and z change sign (the anti-symmetric
//! pairs of the thesis), which the skeleton's aligned axes make true of every file.

use std::sync::Arc;

use adverb::VerbTime;

use super::{Constraint, Kind, Motion};
use crate::sides;

/// See [`mirror`].
#[derive(Debug, Clone)]
pub(super) struct Mirror {
    pub(super) of: Arc<Motion>,
}

/// `of` as seen in a mirror across the body: a walk that turns left turns right.
#[must_use]
pub fn mirror(of: Arc<Motion>) -> Motion {
    let rename = |name: &str| sides::exchanged(name).map_or_else(|| name.to_string(), |(other, _)| other);
    Motion {
        skeleton: of.skeleton.clone(),
        keys: of.key_times().renamed(rename),
        start: of.start,
        adverbs: of.adverbs.clone(),
        nodes: 1 + of.nodes,
        own: None,
        kind: Kind::Mirror(Mirror { of }),
    }
}

impl Mirror {
    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let mut inner = vec![0.0; rows.len()];
        self.of.derivatives(time, &mut inner);
        let dofs = self.of.skeleton.dofs();
        for (row, inner) in rows.chunks_exact_mut(dofs.len()).zip(inner.chunks_exact(dofs.len())) {
            for (out, dof) in row.iter_mut().zip(dofs) {
                *out = dof.kind.mirror_sign() * inner[dof.partner.index()];
            }
        }
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        self.of.constraints(time).into_iter().map(|c| c.mirrored(&self.of.skeleton)).collect()
    }
}
