//! Mirror motions (A.5): left and right change places, in joints, key names and constraints.
//!
//! Partners exchange their DOFs; translations along x and rotations about y and z change sign (the anti-symmetric
//! pairs of the thesis), which the skeleton's aligned axes make true of every file.

use std::sync::Arc;

use adverb::VerbTime;
use adverb::curve::Derivative;

use super::{Constraint, Kind, Motion};
use crate::sides;

/// See [`mirror`].
#[derive(Debug, Clone)]
pub(super) struct Mirror {
    pub(super) of: Arc<Motion>,
}

/// `of` as seen in a mirror across the body: a walk that turns left turns right.
pub fn mirror(of: Arc<Motion>) -> Motion {
    let rename = |name: &str| sides::exchanged(name).map_or_else(|| name.to_string(), |(other, _)| other);
    Motion {
        skeleton: of.skeleton.clone(),
        keys: of.key_times().renamed(rename),
        start: of.start,
        adverbs: of.adverbs.clone(),
        kind: Kind::Mirror(Mirror { of }),
    }
}

impl Mirror {
    pub(super) fn evaluate(&self, time: VerbTime, derivative: Derivative, out: &mut [f32]) {
        let mut inner = vec![0.0; out.len()];
        self.of.evaluate(time, derivative, &mut inner);
        for (out, dof) in out.iter_mut().zip(self.of.skeleton.dofs()) {
            *out = dof.kind.mirror_sign() * inner[dof.partner.index()];
        }
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        self.of.constraints(time).into_iter().map(|c| c.mirrored(&self.of.skeleton)).collect()
    }
}
