//! Which DOFs a motion uses at which canonical time: the usage 𝒟(T) of thesis 3.9, in pieces.

use super::parts::{Claim, Usage};
use crate::skeleton::{DofId, Skeleton};
use crate::verb::Verb;

/// A set of DOFs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dofs(Vec<u64>);

impl Dofs {
    pub(crate) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, dof: usize) {
        self.0[dof / 64] |= 1 << (dof % 64);
    }

    pub(crate) fn contains(&self, dof: usize) -> bool {
        self.0[dof / 64] >> (dof % 64) & 1 == 1
    }

    /// Bit by bit, 64 DOFs at a time.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// The DOFs of one stretch of canonical time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    /// Canonical time.
    pub(crate) from: f64,
    pub(crate) required: Dofs,
    /// Whether it says anything about them; those that are required are among them.
    pub(crate) defined: Dofs,
}

/// What a motion uses, piece by piece; the first begins at 0.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Uses {
    pub(crate) pieces: Vec<Piece>,
    /// Required at any time, and defined at any time.
    pub(crate) required: Dofs,
    pub(crate) defined: Dofs,
    /// Whether it says something about the same DOFs all the time.
    pub(crate) steady: bool,
}

impl Uses {
    pub(super) fn new(claims: &[Claim], dofs: usize) -> Self {
        // In order, each once. A sort would make the module for the browser 3 KB larger, compressed.
        let mut cuts = vec![0.0];
        for t in claims.iter().flat_map(|c| c.during).filter(|t| *t > 0.0 && *t < 1.0) {
            let place = cuts.partition_point(|cut| *cut < t);
            if cuts.get(place) != Some(&t) {
                cuts.insert(place, t);
            }
        }
        let [mut ever_required, mut ever_defined] = [Dofs::none(dofs), Dofs::none(dofs)];
        let piece = |from: f64| {
            let (mut required, mut defined) = (Dofs::none(dofs), Dofs::none(dofs));
            let holds = |c: &&Claim| c.usage > Usage::Undefined && c.during[0] <= from && from < c.during[1];
            for claim in claims.iter().filter(holds) {
                for dof in &claim.dofs {
                    defined.insert(dof.index());
                    if claim.usage == Usage::Required {
                        required.insert(dof.index());
                    }
                }
            }
            ever_required.add(&required);
            ever_defined.add(&defined);
            Piece { from, required, defined }
        };
        let pieces: Vec<Piece> = cuts.into_iter().map(piece).collect();
        let steady = pieces.windows(2).all(|two| two[0].defined == two[1].defined);
        Self { pieces, required: ever_required, defined: ever_defined, steady }
    }

    /// What is used at a canonical time.
    pub(crate) fn at(&self, t: f64) -> &Piece {
        let after = self.pieces.partition_point(|piece| piece.from <= t);
        &self.pieces[after.saturating_sub(1)]
    }
}

/// What a verb uses whose author does not say: it requires the root and the limbs that carry, and defines the rest.
pub(super) fn usual(verb: &Verb) -> Vec<Claim> {
    let skeleton: &Skeleton = verb.skeleton();
    let mut required: Vec<DofId> = dofs_of(skeleton, skeleton.root().index()).collect();
    for foot in verb.feet() {
        for joint in [foot.limb.upper, foot.limb.middle, foot.limb.end, foot.ball] {
            required.extend(dofs_of(skeleton, joint.index()));
        }
    }
    let all = (0..skeleton.dofs().len() as u16).map(DofId).collect();
    vec![
        Claim { during: [0.0, 1.0], usage: Usage::Required, dofs: required },
        Claim { during: [0.0, 1.0], usage: Usage::Defined, dofs: all },
    ]
}

fn dofs_of(skeleton: &Skeleton, joint: usize) -> impl Iterator<Item = DofId> + use<> {
    skeleton.joints()[joint].dofs.clone().map(DofId)
}
